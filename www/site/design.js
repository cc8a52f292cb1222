// A design of a p-table as a link has it, as a command line, a file's name and a title: the designer and the workbench share them.

/** @import { PtableDesign } from "./types.js" */

/** What the sliders can be set to. */
export const LARGEST_CHANGE = 50;
export const LARGEST_STAY = 0.95;

/** @typedef {Required<Pick<PtableDesign, "maxChange" | "variance" | "blocked" | "shape" | "nearest">> & { stay: number | null, monotone: boolean }} Design */

/** @returns {Design} */
export function firstDesign() {
  return { maxChange: 5, variance: 3, blocked: 2, stay: null, monotone: false, shape: "entropy", nearest: false };
}

/**
 * Reads what a link says; what it does not understand, or what cannot be, is as if it were not there.
 * @param {URLSearchParams} given
 * @returns {Design}
 */
export function readDesign(given) {
  const number = (/** @type {string} */ name, /** @type {number} */ least, /** @type {number} */ most, whole = true) => {
    const text = given.get(name);
    const value = Number(text);
    return text && value >= least && value <= most && (!whole || Number.isInteger(value)) ? value : undefined;
  };
  const first = firstDesign();
  const bare = !given.has("max-change");
  const maxChange = number("max-change", 1, LARGEST_CHANGE) ?? first.maxChange;
  return {
    maxChange,
    variance: number("variance", Number.MIN_VALUE, LARGEST_CHANGE ** 2, false) ?? usualVariance(maxChange),
    blocked: number("blocked", 0, maxChange) ?? (bare ? first.blocked : 0),
    stay: number("stay", 0, LARGEST_STAY, false) ?? null,
    monotone: given.has("monotone"),
    shape: given.get("shape") === "laplace" ? "laplace" : "entropy",
    nearest: given.has("nearest"),
  };
}

/** A variance that every count can have, however small. @param {number} maxChange */
export function usualVariance(maxChange) {
  return Math.max(0.2, Math.round(maxChange * 0.6 * 20) / 20);
}

/**
 * The parameters that are not as they are by themselves, named as on the command line; flags have no value.
 * @param {Design} design
 * @returns {[name: string, value: string | null][]}
 */
function told({ maxChange, variance, blocked, stay, monotone, shape, nearest }) {
  return [
    ["max-change", String(maxChange)],
    ["variance", String(variance)],
    ...(blocked ? [/** @type {[string, string]} */ (["blocked", String(blocked)])] : []),
    ...(stay === null ? [] : [/** @type {[string, string]} */ (["stay", String(stay)])]),
    ...(monotone ? [/** @type {[string, null]} */ (["monotone", null])] : []),
    ...(shape === "entropy" ? [] : [/** @type {[string, string]} */ (["shape", shape])]),
    ...(nearest ? [/** @type {[string, null]} */ (["nearest", null])] : []),
  ];
}

/** @param {Design} design @returns {string} with its leading "#" */
export function hashOf(design) {
  return `#${told(design).map(([name, value]) => (value === null ? name : `${name}=${value}`)).join("&")}`;
}

const PREFIX = "designed:";

/** A design as the workbench's link names it, among a cube's methods. @param {Design} design */
export function methodOf(design) {
  return PREFIX + told(design).map(([name, value]) => (value === null ? name : `${name}=${value}`)).join(",");
}

/** The design that a link of the workbench names as a method. @param {string | null} method @returns {Design | null} */
export function designOf(method) {
  if (!method?.startsWith(PREFIX)) return null;
  return readDesign(new URLSearchParams(method.slice(PREFIX.length).replaceAll(",", "&")));
}

/** @param {Design} design @param {string} [format] @param {number} [keys] */
export function commandOf(design, format = "ptable", keys) {
  const words = told(design).map(([name, value]) => (value === null ? `--${name}` : `--${name} ${value}`));
  if (keys !== undefined) words.push(`--keys ${keys}`);
  if (format !== "ptable") words.push(`--format ${format}`);
  return `cellveil ptable design ${words.join(" ")} --output ${fileOf(design, format, keys)}`;
}

/**
 * "ptable_d5_v3_b2.csv": another design has another name.
 * @param {Design} design
 * @param {string} [format]
 * @param {number} [keys]
 */
export function fileOf({ maxChange, variance, blocked, stay, monotone, shape, nearest }, format = "ptable", keys) {
  const parts = [
    format, `d${maxChange}`, `v${variance}`, blocked ? `b${blocked}` : "", stay === null ? "" : `s${stay}`,
    monotone ? "monotone" : "", shape === "entropy" ? "" : shape, nearest ? "nearest" : "", keys === undefined ? "" : `k${keys}`,
  ];
  return `${parts.filter(Boolean).join("_")}.csv`;
}

/** "D 5, V 3, blocked to 2" @param {Design} design */
export function titleOf({ maxChange, variance, blocked, stay, monotone, shape }) {
  return [
    `D ${maxChange}`, `V ${variance}`, blocked ? `blocked to ${blocked}` : "", stay === null ? "" : `stays ${stay}`,
    monotone ? "monotone" : "", shape === "entropy" ? "" : "Laplace",
  ].filter(Boolean).join(", ");
}
