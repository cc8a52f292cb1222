// The choices of the laboratory, from the address and to the address. A wrong choice in an address becomes the default.

import { METHODS } from "./methods.js";

/** @typedef {{ name: string, size: number, label: string }} Axis  a dimension or one of its levels, with its number of codes */
/** @typedef {{ data: "people" | "census", households: number, seed: number, method: string, axes: string[], most: number, swap: number, correct: boolean }} Setup */

export const HOUSEHOLDS = [400, 900, 4000, 20_000];
export const SWAPS = [0, 0.05, 0.1, 0.2];
export const SIZES = [1, 2, 3, 4];
/** With more cells, the attacks take minutes on a phone. */
export const MOST_CELLS = 60_000;

/** The first choice of variables: few enough for a quick attack, and detailed enough for one that succeeds. */
const AXES = { people: ["area", "age:band", "sex", "activity", "health"], census: ["region", "sex", "age", "marital_status", "health", "religion"] };

/** The address of a choice without variables. An address without `axes` has the first variables. */
export const NO_AXES = "none";

/** A choice without the variables that a dataset lacks. @param {Setup} setup @param {Axis[]} axes @returns {Setup} */
export const fitting = (setup, axes) => ({ ...setup, axes: setup.axes.filter((name) => axes.some((axis) => axis.name === name)) });

/** Reads the choices of an address. @param {Record<string, string>} state @param {number} seed  of the reader's name @returns {Setup} */
export function setupOf(state, seed) {
  const data = state.data === "census" ? "census" : "people";
  const one = (/** @type {string | undefined} */ text, /** @type {number[]} */ allowed, /** @type {number} */ usual) => (allowed.includes(Number(text)) && text ? Number(text) : usual);
  const own = Number(state.seed);
  return {
    data,
    households: one(state.households, HOUSEHOLDS, 900),
    seed: state.seed && Number.isSafeInteger(own) && own >= 0 ? own : seed,
    method: METHODS.some(({ id }) => id === state.method) ? state.method : "standard",
    axes: state.axes === NO_AXES ? [] : state.axes ? state.axes.split(",") : AXES[data],
    most: one(state.most, SIZES, 3),
    swap: data === "people" ? one(state.swap, SWAPS, 0) : 0,
    correct: data === "people" && state.correct === "1",
  };
}

/** All dimensions and levels of a dataset. @param {{ dimensions: readonly { name: string, label: string, codes: readonly unknown[], levels: readonly { name: string, label: string, codes: readonly unknown[] }[] }[] }} cube @returns {Axis[]} */
export function axesOf({ dimensions }) {
  return dimensions.flatMap(({ name, label, codes, levels }) => [
    { name, label, size: codes.length },
    ...levels.map((level) => ({ name: `${name}:${level.name}`, label: level.label, size: level.codes.length })),
  ]);
}

/** The number of published cells: all sets of up to `most` axes, with one axis of each dimension. @param {Axis[]} axes @param {number} most */
export function cellsOf(axes, most) {
  /** Cells of the sets of each size, over the dimensions so far. */
  let bySize = [1, ...Array(most).fill(0)];
  const names = [...new Set(axes.map(({ name }) => name.split(":")[0]))];
  for (const name of names) {
    const codes = axes.filter((axis) => axis.name.split(":")[0] === name).reduce((sum, { size }) => sum + size, 0);
    bySize = bySize.map((cells, size) => cells + (size > 0 ? bySize[size - 1] * codes : 0));
  }
  return bySize.reduce((sum, cells) => sum + cells, 0);
}
