// Reads and writes the choice of the maps page in the address. A reader's own boundaries stay on the device: links omit
// them.

import { formatList, parseList, readable } from "../../../choice/address.js";

/** @import { As } from "./indicators.js" */

/**
 * @typedef {object} Wanted
 * @property {string | null} cube  folder name
 * @property {string | null} indicator  its id; null: the first, or the reader's own
 * @property {{ of: string, codes: string[] } | null} own  the reader's own indicator
 * @property {As | null} as  how counts of categories are shown. In an address without it, a published indicator is a number, and the
 *   reader's own indicator is a share
 * @property {string | null} level  the variable of the areas; null: a level that can be read at a glance
 * @property {[name: string, codes: string[]][]} filter
 * @property {string | null} method
 * @property {"quantile" | "equal"} breaks
 * @property {"descending" | "ascending" | "name"} sort  of the table
 * @property {string | null} selected  the code of an area
 */

/** @returns {Wanted} */
export function nothingWanted() {
  return { cube: null, indicator: null, own: null, as: null, level: null, filter: [], method: null, breaks: "quantile", sort: "descending", selected: null };
}

/** @param {string} hash @returns {Wanted} */
export function readHash(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const wanted = nothingWanted();
  for (const name of /** @type {const} */ (["cube", "indicator", "level", "method", "selected"])) wanted[name] = given.get(name) || null;
  const of = given.get("of");
  const codes = [...new Set(parseList(given.get("codes") ?? ""))];
  if (of) wanted.own = { of, codes };
  const as = given.get("as");
  if (as === "share" || as === "rate" || as === "count") wanted.as = as;
  for (const each of given.getAll("filter")) {
    const equals = each.indexOf("=");
    if (equals > 0) wanted.filter.push([each.slice(0, equals), parseList(each.slice(equals + 1))]);
  }
  if (given.get("breaks") === "equal") wanted.breaks = "equal";
  const sort = given.get("sort");
  if (sort === "ascending" || sort === "name") wanted.sort = sort;
  return wanted;
}

/** @param {Wanted} wanted @returns {string} with its leading "#" */
export function writeHash({ cube, indicator, own, as, level, filter, method, breaks, sort, selected }) {
  /** @type {[string, string | null][]} */
  const pairs = [
    ["cube", cube], ["indicator", own ? null : indicator],
    ...(own ? [/** @type {[string, string]} */ (["of", own.of]), /** @type {[string, string]} */ (["codes", formatList(own.codes)])] : []),
    ["as", as], ["level", level],
    ...filter.filter(([, codes]) => codes.length).map(([name, codes]) => /** @type {[string, string]} */ (["filter", `${name}=${formatList(codes)}`])),
    ["method", method], ["breaks", breaks === "equal" ? breaks : null], ["sort", sort === "descending" ? null : sort], ["selected", selected],
  ];
  return `#${pairs.filter(([, value]) => value).map(([key, value]) => `${key}=${readable(value ?? "")}`).join("&")}`;
}
