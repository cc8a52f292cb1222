// Reads and writes the reader's choice in the address, after the "#". Browsers never send this part to a server.

import { emptySelection, plainView } from "./state.js";

/** @import { Selection, View } from "./types.js" */

/**
 * Reads a list as the command line does: one RFC 4180 record, with commas between items and quotes around an item with
 * a comma.
 * @param {string} text
 * @returns {string[]}
 */
export function parseList(text) {
  const fields = [];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') field += c;
      else if (text[i + 1] === '"') { field += c; i++; } else quoted = false;
    } else if (c === '"' && field === "") quoted = true;
    else if (c === ",") { fields.push(field); field = ""; } else field += c;
  }
  fields.push(field);
  return fields.filter((each) => each !== "");
}

/** Writes a list as one RFC 4180 record. @param {string[]} fields */
export function formatList(fields) {
  return fields.map((f) => (/[",\n\r]/.test(f) ? `"${f.replaceAll('"', '""')}"` : f)).join(",");
}

/** The parts of a link's hash. @param {string} hash */
export const partsOf = (hash) => new URLSearchParams(hash.replace(/^#/, ""));

/**
 * Reads a link's hash. Unreadable parts get their defaults, so that an old link still opens a table.
 * @param {string} hash
 * @returns {Selection & { bare: boolean }} `bare`: whether the link names no variables for a table
 */
export function readHash(hash) {
  const given = partsOf(hash);
  const selection = emptySelection();
  selection.cube = given.get("cube") || null;
  selection.rows = parseList(given.get("rows") ?? "");
  selection.columns = parseList(given.get("columns") ?? "");
  for (const each of given.getAll("filter")) {
    const equals = each.indexOf("=");
    if (equals > 0) selection.filter.push([each.slice(0, equals), parseList(each.slice(equals + 1))]);
  }
  for (const each of given.getAll("wafer")) {
    const equals = each.indexOf("=");
    if (each) selection.layers.push(equals > 0 ? [each.slice(0, equals), each.slice(equals + 1)] : [each, null]);
  }
  for (const each of given.getAll("group")) {
    const [name, label, ...codes] = parseList(each);
    if (label === undefined) continue;
    const known = selection.groups.find(([other]) => other === name);
    if (known) known[1].push([label, codes]);
    else selection.groups.push([name, [[label, codes]]]);
  }
  selection.totals = given.get("totals") !== "no";
  selection.method = given.get("method") || null;
  selection.view = readView(given);
  return { ...selection, bare: !given.has("rows") && !given.has("columns") && !given.has("wafer") };
}

const PERCENT = /** @type {const} */ (["row", "column", "table"]);
const PEELS = /** @type {const} */ (["true", "noise"]);
const CHARTS = /** @type {const} */ (["bar", "stacked", "stacked-100", "line", "heat", "pyramid"]);

/** The largest number in averages and ratios. With larger numbers, sums of products would not be exact. */
const LARGEST = 1e12;
/** Whether a number is small enough for averages and ratios. @param {number} value */
export const isSensible = (value) => Math.abs(value) <= LARGEST;

/** @param {URLSearchParams} given @returns {View} */
function readView(given) {
  const view = plainView();
  view.percent = PERCENT.find((each) => each === given.get("percent")) ?? null;
  view.chart = CHARTS.find((each) => each === given.get("picture")) ?? null;
  const [of, numerator, denominator, per = "100"] = parseList(given.get("ratio") ?? "");
  if (denominator !== undefined && Number(per) > 0 && isSensible(Number(per))) view.ratio = { of, numerator, denominator, per: Number(per) };
  const [averaged, ...pairs] = parseList(given.get("average") ?? "");
  /** @type {[string, number][]} */
  const values = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) if (isSensible(Number(pairs[i + 1]))) values.push([pairs[i], Number(pairs[i + 1])]);
  if (averaged !== undefined) view.average = { of: averaged, values };
  const [order, ...column] = parseList(given.get("sort") ?? "");
  if (order === "ascending" || order === "descending") view.sort = { order, column };
  view.uncertain = given.get("intervals") === "yes";
  view.hideEmpty = given.get("empty") === "hide";
  view.peel = PEELS.find((each) => each === given.get("figures")) ?? null;
  view.collapsed = given.getAll("collapsed").map(parseList).filter((codes) => codes.length > 0);
  return view;
}

/** @param {View} view @returns {[string, string][]} */
function writeView({ percent, ratio, average, sort, collapsed, chart, uncertain, hideEmpty, peel }) {
  /** @type {[string, string][]} */
  const pairs = [];
  if (percent) pairs.push(["percent", percent]);
  if (ratio) pairs.push(["ratio", formatList([ratio.of, ratio.numerator, ratio.denominator, String(ratio.per)])]);
  if (average) pairs.push(["average", formatList([average.of, ...average.values.flatMap(([code, value]) => [code, String(value)])])]);
  if (sort) pairs.push(["sort", formatList([sort.order, ...sort.column])]);
  for (const codes of collapsed) pairs.push(["collapsed", formatList(codes)]);
  if (chart) pairs.push(["picture", chart]);
  if (uncertain) pairs.push(["intervals", "yes"]);
  if (hideEmpty) pairs.push(["empty", "hide"]);
  if (peel) pairs.push(["figures", peel]);
  return pairs;
}

/**
 * @param {Selection & { bare?: boolean }} selection  `bare`: the address names no table
 * @param {[name: string, value: string | null][]} [more]  the page's own parts. A part with null is omitted
 * @returns {string} with its leading "#"
 */
export function writeHash(selection, more = []) {
  /** @type {[string, string | null][]} */
  const pairs = [["cube", selection.cube ?? ""], ["rows", selection.bare ? null : formatList(selection.rows)]];
  if (selection.columns.length) pairs.push(["columns", formatList(selection.columns)]);
  for (const [name, codes] of selection.filter) {
    if (codes.length) pairs.push(["filter", `${name}=${formatList(codes)}`]);
  }
  for (const [name, code] of selection.layers) pairs.push(["wafer", code === null ? name : `${name}=${code}`]);
  for (const [name, groups] of selection.groups) {
    for (const [label, codes] of groups) pairs.push(["group", formatList([name, label, ...codes])]);
  }
  if (!selection.totals) pairs.push(["totals", "no"]);
  if (selection.method) pairs.push(["method", selection.method]);
  pairs.push(...writeView(selection.view), ...more);
  return "#" + pairs.flatMap(([key, value]) => (value === null ? [] : [`${key}=${readable(value)}`])).join("&");
}

/**
 * Encodes a value for a hash. Leaves colons, commas and equals signs as they are, because a hash allows them and people
 * can then read and check the link.
 * @param {string} value
 */
export function readable(value) {
  return encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=");
}
