// Texts of the pages: captions, statuses, errors, and what the files of each release class disclose to an attacker.

/** @import { Cube, Description, Explanation, MethodProperties, Table, Verdict } from "./types.js" */

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
export function mostCells({ areas }) {
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
 * Describes the effect of a method on each figure and total. Empty if totals are sums of the shown figures, and for suppression.
 * @param {Table["method"]} method
 */
export function changeOf({ kind, totals, properties }) {
  return totals !== "own" || properties.additive || kind === "suppression" ? "" : isRandom({ kind }) ? "has noise of its own" : "is rounded separately";
}

/** Names the figures from which derived figures are computed. @param {Table} table */
export const figuresOf = ({ method }) => (method.kind === "none" ? "the figures shown" : "protected figures");

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

/** Reads a whole number of at least 0. Returns undefined for other texts. @param {string} text */
export function numberOf(text) {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * Describes the counts that a published value can stand for.
 * @param {Explanation} said
 * @param {Table} table
 */
export function explanationInWords({ value, low, high, probability, least, most }, { cube, method }) {
  const units = plural(cube.unit).toLowerCase();
  const shown = number(value ?? 0);
  if (least === most) return `${shown} stands for exactly ${number(least)} ${units}.`;
  const likely = low === high ? `exactly ${number(low)}` : `${number(low)} to ${number(high)}`;
  // Rounded down, so that the text never overstates the probability.
  const percent = number(Math.floor(probability * 1000 + 1e-6) / 10);
  const bounds = `${number(least)} to ${number(most)}`;
  const sums = method.totals === "sum" ? " A total is a sum of several such figures." : "";
  return `${shown} probably stands for ${likely} ${units} (${percent}%). It certainly stands for ${bounds}. (This assumes that nothing else is known.)${sums}`;
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

/**
 * Describes what an attacker can learn from the files of a cube.
 * @param {Description} cube
 * @returns {string[]} paragraphs
 */
export function exposure(cube) {
  if (cube.release === "sealed") {
    return [
      "This dataset is sealed: its files hold only the protected values of the published tables. They hold no true counts, no keys and no perturbation table.",
      "Sealing alone does not make a dataset safe. Totals, zeros and bounded noise still disclose something. An audit before publication tries known attacks.",
    ];
  }
  if (cube.release === "preprotected") {
    return [
      "This dataset is pre-protected: its files hold counts that the publisher changed beforehand.",
      "Only that change protects against a reader of the files. The noise added in the browser makes tables consistent and hides nothing more.",
    ];
  }
  const fit = cube.data === "confidential"
    ? "The data are confidential, so these files must stay inside the organisation that holds them."
    : `That is acceptable here, because the data are ${cube.data === "synthetic" ? "synthetic" : "a public-use file"}. The protection shows how the method works. It hides nothing from a reader of the files.`;
  return [
    "This dataset is keyed: its files hold the true counts and their cell keys. Anyone who downloads the files can read these counts. A browser keeps no secret from its user.",
    fit,
    ...(cube.data === "confidential" ? [] : ["Confidential data must not be published this way. cellveil refuses to build such a dataset for the public."]),
  ];
}

/** @type {Record<string, string>} */
const ERRORS = {
  "page-part": "A part of this page did not load. Check the connection, then try again.",
  network: "Part of the data did not load. Check the connection, then press “Build table”.",
  wasm: "The table engine did not start. Check the connection and try again. Any current major browser can run the engine.",
  "unknown-cube": "This link names a dataset that is not on this site. Choose one from the list “Dataset”.",
  "no-cubes": "The list of datasets did not load. Reload the page.",
  "unknown-dimension": "This table names an unknown variable. Remove the variable from rows, columns or filters.",
  "unknown-level": "This table names an unknown level. Remove the level from rows, columns or filters.",
  "repeated-dimension": "A table can use a variable only once, at one level. Remove one of the two.",
  "unknown-code": "A filter names an unknown category. Remove that filter and choose again.",
  "empty-filter": "No category meets all filters. Remove one of the filters.",
  "unknown-method": "This link names an unknown method. Choose one from the list.",
  "method-refused": "This dataset allows only the methods in the list “Method”. Choose one of them.",
  infeasible: "No probabilities meet the limits of this link’s p-table. Choose another method, or change the p-table in the designer.",
  "unreadable-design": "This link’s p-table is unreadable. Choose another method, or design one.",
  "bad-design": "This link’s p-table breaks a limit of the design. Choose another method, or change the p-table in the designer.",
  "table-too-large": "This table is too large for a browser. Remove a variable, use a broader level, or filter to fewer categories.",
  "reveal-refused": "This dataset does not disclose true counts. Choose a method that protects the counts.",
  "damaged-file": "A data file arrived damaged, so no table was built. Try again later, or tell the publisher.",
  "damaged-manifest": "The dataset’s description is damaged, so no table was built. Try again later, or tell the publisher.",
  "newer-version": "This dataset needs a newer version of cellveil. Reload the page. If that fails, tell the publisher.",
  "no-file": "A file is unreadable. Choose both files again.",
  "no-view": "These variables are not published together. Remove one, or use a broader level.",
  "needs-blocks": "These categories are not published as one figure. Choose single categories.",
  "never-published": "This table’s method never publishes this value. Enter another one.",
  "not-one-count": "The figures of this table are sums of protected figures. No figure stands for a single count.",
  "whole-table": "The method looks at the whole table, so one count does not explain the figure.",
  "not-explained": "The publisher does not disclose which counts a figure can stand for.",
  "bad-group": "This table’s groups are not usable. Change the groups, or use the categories.",
  "bad-query": "No table can be built from these choices. Change the rows, columns or filters.",
};

/**
 * @param {unknown} error
 * @returns {{ text: string, technical: string }}
 */
export function errorInWords(error) {
  const { code, message, fault } = /** @type {{ code?: unknown, message?: unknown, fault?: unknown }} */ (Object(error));
  const known = typeof code === "string" && Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined;
  const text = known ?? (fault === "refused"
    ? `The publisher’s limits do not allow this table${/^rules: [\w.-]+: (.+?)(?: \(limit .*)?; expected/.exec(String(message))?.[1].replace(/^/, ": ") .replace(/^: the table .+ has too many dimensions, filters counted$/, ": it has too many variables, filters included") ?? ""}. Try fewer variables or a broader level.`
    : "Building this table failed. Change a choice, or try again.");
  if (code === "unreadable-design") return { text: `${text.replace(/\.(?= )/, `: ${message}.`)}`, technical: `${code}: ${message}` };
  // The core's message ends with the published set that contains most of the queried variables.
  const nearest = code === "no-view" ? /the nearest being (.+)$/.exec(String(message))?.[1] : undefined;
  if (nearest) return { text: `${text} These are published together: ${listed(nearest.split(", "))}.`, technical: `${code}: ${message}` };
  return { text, technical: [code, message ?? String(error)].filter(Boolean).join(": ") };
}

const VERDICTS = {
  "not-a-receipt": "The second file is not a receipt. The button “Receipt” beside “Download CSV” saves one.",
  "receipt-damaged": "The receipt was changed, so it proves nothing. Ask for the receipt again.",
  "newer-version": "The receipt needs a newer version of cellveil. Reload the page and try again.",
  "other-cube": "The receipt belongs to another dataset. If that dataset is in the list “Dataset”, choose it there and check again.",
  "other-version": "The receipt belongs to another version of this dataset. This page can check only the current version.",
  "table-differs": "The table and the receipt do not belong together, or the table was changed. A spreadsheet that saves a file may change it.",
  "not-rebuilt": "This page cannot build the receipt’s table. The table may use a private method.",
  "cube-differs": "This dataset gives another table for the receipt’s query. The receipt comes from other data.",
};

/**
 * Describes the result of checking a table: a mark and a sentence.
 * @param {Verdict} verdict
 * @returns {[mark: string, text: string]}
 */
export function verdictInWords(verdict) {
  if (verdict.ok) return ["The table is genuine.", `Every figure matches this dataset: ${captionOf(verdict.table)}.`];
  return [verdict.reason === "not-rebuilt" ? "Not checked." : "The check failed.", VERDICTS[verdict.reason]];
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

/**
 * Returns the name of a file, such as "census2011-teaching_region_by_sex_age-band.csv".
 * @param {import("./types.js").Selection} selection
 * @param {string} cube
 * @param {string} ending
 */
export function fileName(selection, cube, ending) {
  const part = (/** @type {string[]} */ names) => names.join("_").replace(/[^\p{L}\p{N}_]+/gu, "-");
  const filtered = selection.filter.filter(([, codes]) => codes.length).map(([name]) => name);
  const stem = [
    part([cube]), part([...selection.layers.map(([name]) => name), ...selection.rows]),
    selection.columns.length ? `by_${part(selection.columns)}` : "",
    filtered.length ? `where_${part(filtered)}` : "",
  ].filter(Boolean).join("_");
  return `${stem.slice(0, 120)}.${ending}`;
}

/**
 * Describes the properties of a method in words. Omits properties that depend on a file that is not loaded yet.
 * @param {MethodProperties} properties
 */
export function propertiesInWords({ consistent, consistentTotals, additive, unbiased, keepsZeros, gainOfEmptyCells, largestChange }) {
  return [
    consistent ? (consistentTotals ? "consistent" : "consistent, except totals") : "differs between tables",
    additive ? "additive" : "not additive",
    unbiased === null ? "" : unbiased ? "unbiased" : "biased",
    keepsZeros === null ? "" : keepsZeros ? "empty cells stay empty" : gainOfEmptyCells === null ? "empty cells may show people" : `an empty cell gains ${number(gainOfEmptyCells)} on average`,
    largestChange === null ? "" : `no figure changes by more than ${number(largestChange)}`,
  ].filter(Boolean);
}
