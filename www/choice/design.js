// Converts the design of a p-table to and from links, and to a command line, a file name and a title.

import { hashOfMethod, isDesigned, PREFIX } from "./designed.js";

/** @import { PtableDesign } from "../api/types.js" */

/** The largest change that the command line allows. The slider's limit is lower. */
export const LARGEST_CHANGE = 200;

/** @typedef {Required<Pick<PtableDesign, "maxChange" | "variance" | "blocked" | "shape" | "nearest">> & { stay: number | null, monotone: boolean }} Design */

/** @returns {Design} */
export function firstDesign() {
  return { maxChange: 5, variance: 3, blocked: 2, stay: null, monotone: false, shape: "entropy", nearest: false };
}

/**
 * Returns a ready-made design with a value for each control on the page.
 * @param {PtableDesign} parameters
 * @returns {Design}
 */
export function plain({ maxChange, variance, blocked = 0, stay, monotone, shape = "entropy", nearest = false }) {
  return { maxChange, variance, blocked, stay: typeof stay === "number" ? stay : null, monotone: monotone === true, shape, nearest };
}

/** Describes the allowed numbers of a design's parameter in words. @param {string} name @param {number} maxChange */
export function expectedOf(name, maxChange) {
  return {
    "max-change": `a whole number from 1 to ${LARGEST_CHANGE}`,
    variance: "a number above 0",
    blocked: maxChange === 1 ? "0, because the largest change is 1" : `a whole number from 0 to ${maxChange - 1}, less than the largest change`,
    stay: "a probability of at least 0 and below 1",
  }[name] ?? "";
}

/**
 * Reads a number of a design's parameter.
 * @param {string} name  the parameter, as on the command line
 * @param {string} text
 * @param {number} [maxChange]  the largest change, because `blocked` must be smaller
 * @returns {{ value: number } | { expected: string }}
 */
export function readNumber(name, text, maxChange = LARGEST_CHANGE) {
  const value = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  const fits = {
    "max-change": Number.isInteger(value) && value >= 1 && value <= LARGEST_CHANGE,
    variance: value > 0 && value < Infinity,
    blocked: Number.isInteger(value) && value >= 0 && value < maxChange,
    stay: value >= 0 && value < 1,
  }[name];
  return fits ? { value: value + 0 } : { expected: expectedOf(name, maxChange) };
}

/**
 * Reads the design of a link. An unreadable parameter is a problem, because the page must not show a different design.
 * A link without parameters means the first design.
 * @param {URLSearchParams} given
 * @returns {{ design: Design, problems: { name: string, text: string, kept?: boolean }[] }}  the design is valid if
 *   there are no problems; `kept`: the design has the number, although the number is too large for the largest change
 */
export function readDesign(given) {
  const design = firstDesign();
  /** @type {{ name: string, text: string, kept?: boolean }[]} */
  const problems = [];
  const names = [...given.keys()];
  if (names.length === 0) return { design, problems };
  design.blocked = 0;
  // If the largest change is unreadable, `blocked` has only the limit of the command line.
  let below = LARGEST_CHANGE;
  const keep = (/** @type {string} */ name, /** @type {string} */ text, /** @type {(value: number) => void} */ take) => {
    const read = readNumber(name, text);
    if ("value" in read) take(read.value);
    return "value" in read;
  };
  const number = (/** @type {string} */ name, /** @type {boolean} */ needed, /** @type {(value: number) => void} */ take) => {
    const text = given.get(name);
    if (text === null && !needed) return;
    const read = readNumber(name, text ?? "", below);
    if ("value" in read) take(read.value);
    else problems.push({ name, kept: keep(name, text ?? "", take), text: `${name} is ${text === null ? "missing" : quoted(text)}; expected ${read.expected}` });
  };
  number("max-change", true, (value) => { design.maxChange = below = value; });
  number("variance", true, (value) => { design.variance = value; });
  number("blocked", false, (value) => { design.blocked = value; });
  number("stay", false, (value) => { design.stay = value; });
  for (const name of /** @type {const} */ (["monotone", "nearest"])) {
    design[name] = given.has(name);
    if (given.get(name)) problems.push({ name, text: `${name} is ${quoted(given.get(name) ?? "")}; expected no value` });
  }
  const shape = given.get("shape") ?? "entropy";
  if (shape === "laplace" || shape === "entropy") design.shape = shape;
  else problems.push({ name: "shape", text: `shape is ${quoted(shape)}; expected entropy or laplace` });
  const known = ["max-change", "variance", "blocked", "stay", "monotone", "shape", "nearest"];
  for (const name of new Set(names)) {
    if (!known.includes(name)) problems.push({ name, text: `${quoted(name)} is not a parameter of a design; expected ${known.join(", ")}` });
    else if (names.indexOf(name) !== names.lastIndexOf(name)) problems.push({ name, text: `${name} is given twice; expected once` });
  }
  return { design, problems };
}

/** Quotes a text in a message, shortened to 40 letters. @param {string} text */
function quoted(text) {
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}

/**
 * Lists the parameters that differ from their defaults, by their names on the command line. Flags have no value.
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

/** Returns a design's name as a method in links of the workbench. @param {Design} design */
export function methodOf(design) {
  return PREFIX + told(design).map(([name, value]) => (value === null ? name : `${name}=${value}`)).join(",");
}

/**
 * Reads the design that a link of the workbench names as its method. Returns null for methods other than designs.
 * @param {string | null} method
 * @returns {Design | null}
 * @throws {Error} with the code `unreadable-design`
 */
export function designOf(method) {
  if (!isDesigned(method)) return null;
  const hash = hashOfMethod(method);
  const { design, problems } = readDesign(new URLSearchParams(hash));
  if (hash === "") problems.push({ name: "max-change", text: "max-change and variance are missing" });
  if (problems.length === 0) return design;
  throw Object.assign(new Error(problems.map(({ text }) => text).join("; ")), { code: "unreadable-design" });
}

/** @param {Design} design @param {string} [format] @param {number} [keys] */
export function commandOf(design, format = "ptable", keys) {
  const words = told(design).map(([name, value]) => (value === null ? `--${name}` : `--${name} ${value}`));
  if (keys !== undefined) words.push(`--keys ${keys}`);
  if (format !== "ptable") words.push(`--format ${format}`);
  return `cellveil ptable design ${words.join(" ")} --output ${fileOf(design, format, keys)}`;
}

/**
 * Returns the name of a design's file, such as "ptable_d5_v3_b2.csv". Different designs have different names.
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

/** Returns a design's title, such as "D 5, V 3, blocked to 2". @param {Design} design */
export function titleOf({ maxChange, variance, blocked, stay, monotone, shape }) {
  return [
    `D ${maxChange}`, `V ${variance}`, blocked ? `blocked to ${blocked}` : "", stay === null ? "" : `stays ${stay}`,
    monotone ? "monotone" : "", shape === "entropy" ? "" : "Laplace",
  ].filter(Boolean).join(", ");
}
