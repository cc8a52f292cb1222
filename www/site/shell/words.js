// Texts of the pages: captions, statuses and errors.

import { ERRORS } from "../../words/builder/errors.js";
import { FURTHER_ERRORS } from "../../words/builder/further-errors.js";

/** @import { Cube, Description, Table } from "./types.js" */

/** @param {number} n */
export function number(n) {
  return n.toLocaleString(document.documentElement.lang || "en");
}

/**
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function counted(n, one, many = `${one}s`) {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** @param {string[]} words */
export function listed(words, join = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${join} ${words[words.length - 1]}`;
}

/** Returns the name of a method for readers: "ten-five" becomes "Ten five". @param {string} name */
export function methodName(name) {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[-_]/g, " ")}`;
}

/**
 * Returns the name of a method for readers: the publisher's title, or other words.
 * @param {{ name: string, title?: string | null }} method
 * @param {string} [words]  for a method without a title; the default is the method's own name
 */
export const nameOfMethod = ({ name, title }, words = methodName(name)) => title || words;

/** Returns the plural of a unit, such as "Persons". @param {string} unit */
export function plural(unit) {
  const many = /[^aeiou]y$/.test(unit) ? unit.replace(/y$/, "ies") : /(s|x|ch|sh)$/.test(unit) ? `${unit}es` : `${unit}s`;
  return many.charAt(0).toUpperCase() + many.slice(1);
}

const NAMED_CODES = 4;

/**
 * Returns the caption of a table, such as "Persons by Region, Sex and Age band, where Student is Yes". Labels keep
 * their capitals.
 * @param {Table} table
 */
export function captionOf(table) {
  const filters = table.filter.map(({ label, codes }) =>
    codes.length > NAMED_CODES
      ? `${label} is one of ${number(codes.length)} chosen categories`
      : `${label} is ${listed(codes.map((each) => each.label), "or")}`);
  const by = listed(table.dimensions.map((each) => each.label));
  return `${plural(table.cube.unit)} by ${by}${filters.length ? `, where ${filters.join(", and ")}` : ""}`;
}

/** Returns the largest number of published cells that make up one figure of a table. @param {Table} table */
function mostCells({ areas }) {
  return areas.axes.reduce((product, { places }) => product * Math.max(1, ...places.map(({ variance }) => variance)), 1);
}

/**
 * Returns the title of a kind of method. Until a table with a table method is built, the page does not have the card of
 * this kind.
 * @param {Pick<Table["method"], "kind" | "card">} method
 */
export const methodTitle = ({ kind, card }) => card.title || methodName(kind);

const NOT_RANDOM = ["none", "threshold-rounding", "suppression", "small-count-rounding"];

/** Whether a method adds noise. @param {Pick<Table["method"], "kind">} method */
export const isRandom = ({ kind }) => !NOT_RANDOM.includes(kind);

/**
 * Returns a note about figures that are sums of several published figures and so have more noise. Empty if the table
 * has no such figures.
 * @param {Table} table
 */
export function sumsInWords(table) {
  const most = mostCells(table);
  if (most < 2) return "";
  const noise = isRandom(table.method) ? `. If the noise is independent, a sum’s noise has up to ${number(most)} times the variance of one figure’s noise.` : ".";
  return `Some figures are sums of up to ${number(most)} published figures, so they are less exact${noise}`;
}

const DATA = {
  "public-use": "a public-use file, prepared for anyone to use",
  synthetic: "synthetic data: records of invented people",
  confidential: "confidential data",
};

/** @param {Description} cube */
export function dataInWords(cube) {
  return `Made from ${DATA[cube.data] ?? cube.data}.`;
}

/** @type {Record<string, string>} */
const TEXTS = {
  ...ERRORS, ...FURTHER_ERRORS,
  "unknown-cube": "This link names a dataset that is not on this site. Choose one from the list “Dataset”.",
  "no-view": "These variables are not published together. Remove one, or use a broader level.",
};

/**
 * @param {unknown} error
 * @returns {{ text: string, technical: string }}
 */
export function errorInWords(error) {
  const { code, message, fault } = /** @type {{ code?: unknown, message?: unknown, fault?: unknown }} */ (Object(error));
  const known = typeof code === "string" && Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
  const text = known ?? (fault === "refused"
    ? `The publisher’s limits do not allow this table${/^rules: [\w.-]+: (.+?)(?: \(limit .*)?; expected/.exec(String(message))?.[1].replace(/^/, ": ") .replace(/^: the table .+ has too many dimensions, filters counted$/, ": it has too many variables, filters included") ?? ""}. Try fewer variables or a broader level.`
    : ERRORS.other);
  if (code === "unreadable-design") return { text: `${text.replace(/\.(?= )/, `: ${message}.`)}`, technical: `${code}: ${message}` };
  // The core's message ends with the published set that contains most of the queried variables.
  const nearest = code === "no-view" ? /the nearest being (.+)$/.exec(String(message))?.[1] : undefined;
  if (nearest) return { text: `${text} These are published together: ${listed(nearest.split(", "))}.`, technical: `${code}: ${message}` };
  return { text, technical: [code, message ?? String(error)].filter(Boolean).join(": ") };
}

/** The digest of a table's receipt, for images. Null without a receipt. @param {Table} table */
export function receiptDigest({ receipt }) {
  return receipt === null ? null : /** @type {string} */ (JSON.parse(receipt).digest);
}

/**
 * The version of a dataset, for a file of figures. Empty for confidential true counts: the digest of a small dataset
 * discloses the counts to a reader who tries all possible datasets. The receipt has a keyed hash instead.
 * @param {Pick<Cube, "data" | "release" | "digest">} cube
 */
export function versionInWords({ data, release, digest }) {
  return data === "confidential" && release === "keyed" ? "" : `, version ${digest}`;
}
