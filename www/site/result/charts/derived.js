// Ratios and averages for charts. The layout of the page's table computes them, so that the chart shows the same
// figures.

import { layoutOf } from "../../../element/layout.js";
import { number } from "../../shell/words.js";

/** @import { Reason } from "../../../words/statuses.js" */
/** @import { Table, View } from "../../shell/types.js" */
/** @import { Layers } from "./kinds.js" */

/**
 * The part of a table that charts need.
 * @typedef {Pick<Table, "dimensions" | "values" | "cube" | "filter" | "method"> & { status: ("" | Reason)[], decimals?: number }} Drawable
 */

/**
 * The meaning of derived figures.
 * @typedef {object} Worked
 * @property {"ratio" | "average"} kind
 * @property {string} title  the beginning of the chart's title: "Ratio of Female to Male"
 * @property {string} unit  "Female for each 100 Male"
 * @property {number} decimals  the decimals of figures
 * @property {string} [more]  a text with the numbers of the categories, for an average
 */

/**
 * Returns the ratios or averages of a view, or undefined for counts and percentages.
 * @param {Table} table
 * @param {View} view
 * @param {Layers} layers
 * @returns {{ table: Drawable, worked: Worked } | undefined}
 */
export function workedOut(table, { ratio, average }, layers) {
  const layout = layoutOf(table, { ratio, average }, layers.map(([name, code]) => [name, code]));
  const { derived, rows, columns, width, height } = layout;
  if (!derived || derived.kind === "percent") return undefined;
  const { cube, filter, method } = table;
  const held = layout.layers.map(({ axis, code }) => ({ ...axis, codes: [code] }));
  const left = [...rows, ...columns].flatMap(({ axis }) => (axis.name === derived.of.axis.name ? [] : [axis]));
  /** @type {ReturnType<typeof layout.figure>[] | undefined} */
  let known;
  // The figures are computed on demand, because some tables have no chart for their variables.
  const figures = () => (known ??= Array.from({ length: width * height }, (_, at) => layout.figure(Math.floor(at / width), at % width)));
  return {
    table: {
      cube, filter, method, dimensions: [...held, ...left],
      get values() { return figures().map(({ value }) => value); },
      // A figure with the status "low" is not missing, so its status is empty here.
      get status() { return figures().map(({ value, why }) => (value === null ? why : "")); },
    },
    worked: { ...wordsOf(derived), decimals: layout.decimals },
  };
}

/**
 * @param {Exclude<NonNullable<ReturnType<typeof layoutOf>["derived"]>, { kind: "percent" }>} derived
 * @returns {Omit<Worked, "decimals">}
 */
function wordsOf(derived) {
  const { axis } = derived.of;
  if (derived.kind === "ratio") {
    const [numerator, denominator] = [derived.numerator, derived.denominator].map((code) => axis.codes[code].label);
    return { kind: "ratio", title: `Ratio of ${numerator} to ${denominator}`, unit: `${numerator} for each ${number(derived.per)} ${denominator}` };
  }
  const counts = derived.numbers.map(([code, value]) => `${axis.codes[code].label} counts as ${number(value)}`);
  return { kind: "average", title: `Average of ${axis.label}`, unit: `average of ${axis.label}`, more: `${axis.label}: ${counts.join("; ")}.` };
}
