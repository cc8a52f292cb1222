// Reads and writes the choice of the maps page in the address. A reader's own boundaries stay on the device: links omit
// them.

import { formatList, parseList, partsOf, readHash as readChoice, writeHash as writeChoice } from "../../../choice/address.js";
import { areaIn } from "../../../choice/areas.js";
import { dimensionOf } from "../../../choice/state.js";

/** @import { Selection } from "../../../choice/types.js" */
/** @import { As } from "./indicators.js" */

/**
 * The parts of the choice that only a map has.
 * @typedef {object} OnMap
 * @property {boolean} bare  whether the address names no table
 * @property {string | null} indicator  its id; null: the first, or the reader's own
 * @property {{ of: string, codes: string[] } | null} own  the reader's own indicator
 * @property {As | null} as  how counts of categories are shown. In an address without it, a published indicator is a number, and the
 *   reader's own indicator is a share
 * @property {string | null} level  the variable of the areas; null: the level of the choice, or a level with few areas
 * @property {"quantile" | "equal"} breaks
 * @property {"descending" | "ascending" | "name"} sort  of the table
 * @property {string | null} selected  the code of an area
 */
/** @typedef {Selection & OnMap} Wanted */

/** @returns {Wanted} */
export const nothingWanted = () => readHash("");

/** @param {string} hash @returns {Wanted} */
export function readHash(hash) {
  const given = partsOf(hash);
  const choice = readChoice(hash);
  const of = given.get("of");
  const as = given.get("as");
  // Old addresses use `sort` for the order of areas. The page of tables uses `sort` for the order of rows.
  const order = given.get("order") ?? (choice.bare ? given.get("sort") : null);
  if (choice.bare) choice.view.sort = null;
  return {
    ...choice,
    indicator: given.get("indicator") || null,
    own: of ? { of, codes: [...new Set(parseList(given.get("codes") ?? ""))] } : null,
    as: as === "share" || as === "rate" || as === "count" ? as : null,
    level: given.get("level") || null,
    breaks: given.get("breaks") === "equal" ? "equal" : "quantile",
    sort: order === "ascending" || order === "name" ? order : "descending",
    selected: given.get("selected") || null,
  };
}

/** @param {Wanted} wanted @returns {string} with its leading "#" */
export function writeHash(wanted) {
  const { indicator, own, as, level, breaks, sort, selected } = wanted;
  const known = level !== null && areaIn(wanted, dimensionOf(level)) === level;
  return writeChoice(wanted, [
    ["indicator", own ? null : indicator], ["of", own && own.of], ["codes", own && formatList(own.codes)], ["as", as], ["level", known ? null : level],
    ["breaks", breaks === "equal" ? breaks : null], ["order", sort === "descending" ? null : sort], ["selected", selected],
  ]);
}
