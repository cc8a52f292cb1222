// Changes of a draft. Each function returns a new draft, so that the page can draw what has changed.

import { recordsOf } from "./csv.js";

/** @import { Category, Column, Cut, Dimension, Draft, Problem, TextFile, Use } from "./types.js" */

/** Letters that the name of a dimension may have. */
export const NAME = /^[A-Za-z0-9_-]+$/;

/** @param {Draft} draft @param {string} name @param {Partial<Column>} patch @returns {Draft} */
export function withColumn(draft, name, patch) {
  return { ...draft, columns: draft.columns.map((column) => (column.name === name ? { ...column, ...patch } : column)) };
}

/** @param {Draft} draft @param {string} name @param {Partial<Dimension>} patch @returns {Draft} */
export function withDimension(draft, name, patch) {
  const column = draft.columns.find((each) => each.name === name);
  if (!column?.dimension) return draft;
  const next = withColumn(draft, name, { dimension: { ...column.dimension, ...patch } });
  return patch.name === undefined ? next : { ...next, order: draft.order.map((each) => (each === column.dimension?.name ? patch.name ?? each : each)) };
}

/** Sets what a column is used for. Only one column holds the record keys. @param {Draft} draft @param {string} name @param {Use} use @returns {Draft} */
export function withUse(draft, name, use) {
  const modulus = draft.key.kind === "column" ? { [draft.key.column]: draft.key.modulus } : {};
  const columns = draft.columns.map((before) => {
    // A column keeps the modulus that was found for its keys, so that the reader can choose it again.
    const column = before.name in modulus ? { ...before, modulus: modulus[before.name] } : before;
    if (column.name === name) return { ...column, use, dimension: use === "dimension" ? column.dimension ?? dimensionOf(column) : column.dimension };
    return use === "key" && column.use === "key" ? { ...column, use: /** @type {Use} */ ("left-out") } : column;
  });
  const key = columns.find((column) => column.use === "key");
  return { ...draft, columns, key: key ? keyOf(key.name, key.modulus) : { kind: "missing" } };
}

/** The modulus of record keys that the page draws (docs/reference/specification.md). */
const MODULUS = 2 ** 32;

/** @param {string} column @param {number} [modulus] @returns {Draft["key"]} */
export const keyOf = (column, modulus = MODULUS) => ({ kind: "column", column, modulus });

/** A dimension of a column that has no proposal: the codes of the data. @param {Column} column @returns {Dimension} */
function dimensionOf({ name }) {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]+/g, "_").toLowerCase() || "column";
  return { name: plain, label: labelFrom(name), role: null, codes: null, codes_file: null, from_data: true, cut: null, missing: null, levels: [] };
}

/** Words for readers from the name of a column: "marital_status" becomes "Marital status". @param {string} name */
export function labelFrom(name) {
  const words = name.replaceAll(/[_.-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Labels of intervals: "0 to 15", "16 to 64", "65 and over". @param {number[]} at @returns {string[]} */
export function labelsOfCut(at) {
  return at.map((from, index) => {
    const next = at[index + 1];
    if (next === undefined) return `${from} and over`;
    const whole = Number.isInteger(from) && Number.isInteger(next);
    if (whole) return next - 1 === from ? String(from) : `${from} to ${next - 1}`;
    return `${from} to below ${next}`;
  });
}

/** Sets the bounds of intervals. Labels that the reader wrote stay with their lower bound. @param {Cut | null} before @param {number[]} at @returns {Cut} */
export function withBounds(before, at) {
  const automatic = before ? labelsOfCut(before.at) : [];
  const own = new Map(before?.at.flatMap((bound, index) => (before.labels[index] === automatic[index] ? [] : [[bound, before.labels[index]]])) ?? []);
  return { at, labels: labelsOfCut(at).map((label, index) => own.get(at[index]) ?? label) };
}

/** The reader's text for a list of values, such as "-9, NA". An empty value is written as (empty). */
export const EMPTY = "(empty)";

/** @param {string[]} values */
export const listText = (values) => values.map((value) => (value === "" ? EMPTY : value)).join(", ");

/** @param {string} text @returns {string[]} */
export const listFrom = (text) => [...new Set(text.split(",").map((value) => value.trim()).filter(Boolean).map((value) => (value === EMPTY ? "" : value)))];

/** Moves a category up or down. @param {Category[]} codes @param {number} at @param {1 | -1} way */
export function moved(codes, at, way) {
  const to = at + way;
  if (to < 0 || to >= codes.length) return codes;
  const next = [...codes];
  [next[at], next[to]] = [next[to], next[at]];
  return next;
}

/** Whether a dimension has codes of the data that nobody has confirmed. A sealed dataset needs the full list. @param {Draft} draft */
export function unconfirmed(draft) {
  return used(draft).filter(({ dimension }) => dimension?.from_data && !dimension.cut);
}

/** The columns that become variables. @param {Draft} draft */
export const used = (draft) => draft.columns.filter(({ use, dimension }) => use === "dimension" && dimension);

/** The categories of a dimension, from its list or from the file of its list. @param {Draft} draft @param {Dimension} dimension @returns {Category[] | null} */
export function categoriesOf(draft, { codes, codes_file: name }) {
  const table = name === null ? undefined : tableOf(draft, name);
  if (!table) return codes;
  const [code, label] = [table[0].indexOf("code"), table[0].indexOf("label")];
  return table.slice(1).map((row) => ({ code: row[code] ?? "", label: row[label] ?? "" }));
}

/** @param {Draft} draft @param {string} name */
function tableOf(draft, name) {
  const file = draft.files.find((each) => each.name === name);
  return file && recordsOf(file.text, ",");
}

/** Sets the categories of a column's dimension. Further columns of a file stay with their codes. @param {Draft} draft @param {string} name @param {Category[]} codes @returns {Draft} */
export function withCategories(draft, name, codes) {
  const file = draft.columns.find((each) => each.name === name)?.dimension?.codes_file ?? null;
  const table = file === null ? undefined : tableOf(draft, file);
  if (file === null || !table) return withDimension(draft, name, { codes });
  const [head, ...rows] = table;
  const [code, label] = [head.indexOf("code"), head.indexOf("label")];
  const places = placesOf(codes, rows.map((row) => ({ code: row[code] ?? "", label: row[label] ?? "" })));
  const next = codes.map((each, at) => (rows[places[at]] ?? head.map(() => "")).map((value, column) => (column === code ? each.code : column === label ? each.label : value)));
  const text = [head, ...next].map((row) => `${row.map(fieldOf).join(",")}\n`).join("");
  return { ...draft, files: withFile(draft.files, { name: file, text }) };
}

/**
 * The place that each category had before, or -1. While the reader types, two codes may be equal for a moment, so an edit
 * of one category keeps all places.
 * @param {Category[]} codes
 * @param {Category[]} before
 */
function placesOf(codes, before) {
  if (codes.length === before.length && codes.filter(({ code, label }, at) => code !== before[at].code || label !== before[at].label).length <= 1) return codes.map((_, at) => at);
  const places = codes.map(() => -1);
  const taken = new Set();
  // Equal categories first, then equal codes. Each place is taken once.
  for (const idOf of [(/** @type {Category} */ each) => JSON.stringify([each.code, each.label]), (/** @type {Category} */ each) => each.code]) {
    /** @type {Map<string, number[]>} */
    const free = new Map();
    // From the last place to the first, so that `pop` gives the first.
    for (const at of [...before.keys()].reverse()) if (!taken.has(at)) free.set(idOf(before[at]), [...free.get(idOf(before[at])) ?? [], at]);
    codes.forEach((each, at) => {
      const place = places[at] < 0 ? free.get(idOf(each))?.pop() : undefined;
      if (place === undefined) return;
      places[at] = place;
      taken.add(place);
    });
  }
  return places;
}

/** Adds a value of the records as a category. A value such as "<25" is its own label. @param {Draft} draft @param {string} name @param {string} value @returns {Draft} */
export function withCategory(draft, name, value) {
  const dimension = draft.columns.find((each) => each.name === name)?.dimension;
  return dimension ? withCategories(draft, name, [...categoriesOf(draft, dimension) ?? [], { code: value, label: value }]) : draft;
}

/** A field of a CSV file (RFC 4180). @param {string} value */
const fieldOf = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Replaces the file of the same name, or adds a file. @param {TextFile[]} files @param {TextFile} file */
export const withFile = (files, file) => [...files.filter(({ name }) => name !== file.name), file];

/** How the core's messages name a value: after these words, or before the others. Its texts are quoted like JSON. */
const QUOTED = /unknown code ("(?:[^"\\]|\\.)*")|: ("(?:[^"\\]|\\.)*") is (?:not a number|below)/;

/** The value that a problem names, for the buttons that solve it. Long values are cut short in messages. @param {Problem} problem @returns {string | undefined} */
export function valueOf({ code, message }) {
  if (code === "empty-code") return "";
  const found = QUOTED.exec(message);
  try {
    const value = found && JSON.parse(found[1] ?? found[2]);
    return typeof value === "string" && !value.endsWith("…") ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Changes that solve a problem with one click, by the kind of problem.
 * @param {Problem} problem
 * @param {Column} column
 * @returns {("missing" | "category" | "leave-out")[]}
 */
export function remediesOf(problem, column) {
  if (problem.severity !== "error" || !column.dimension || column.use !== "dimension") return [];
  const known = valueOf(problem) !== undefined;
  if (["empty-code", "not-a-number", "below-cut"].includes(problem.code) && known) return ["missing", "leave-out"];
  if (problem.code === "unknown-code" && known) return column.dimension.codes || column.dimension.codes_file ? ["category", "missing"] : ["missing", "leave-out"];
  return ["leave-out"];
}

/** Adds values to those that count as missing. @param {Dimension} dimension @param {string[]} values @returns {Partial<Dimension>} */
export function countedAsMissing(dimension, values) {
  const before = dimension.missing ?? { values: [], code: freeCode(dimension), label: "Not stated" };
  return {
    missing: { ...before, values: [...new Set([...before.values, ...values])] },
    codes: dimension.codes?.filter(({ code }) => !values.includes(code)) ?? null,
  };
}

/** A code for missing values that no category has. @param {Dimension} dimension */
function freeCode({ codes }) {
  const taken = new Set(codes?.map(({ code }) => code));
  for (const code of ["X", "missing", "not-stated"]) if (!taken.has(code)) return code;
  return "_missing";
}
