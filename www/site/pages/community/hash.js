// Reads and writes the choice of the community tables page in the address. A link contains the areas and their names.

import { formatList, parseList, partsOf, readHash as readChoice, writeHash as writeChoice } from "../../../choice/address.js";
import { MOST, spelled } from "./areas.js";

/** @import { Selection } from "../../../choice/types.js" */
/** @import { Area } from "./areas.js" */

/**
 * The choice of a table, and the custom areas. `bare`: the address names no table. `hasAreas`: the address names custom
 * areas. Without them, the groups of the table are the custom areas. `current` is the index of the area that the reader
 * is editing.
 * @typedef {Selection & { bare: boolean, hasAreas: boolean, areas: Area[], current: number }} Wanted
 */

/** @returns {Wanted} */
export const nothingWanted = () => readHash("");

/** @param {string} hash @returns {Wanted} */
export function readHash(hash) {
  const given = partsOf(hash);
  const drawn = given.getAll("area").slice(0, MOST).map((each) => {
    // `parseList` drops empty items, so a placeholder stands for an empty name.
    const [name, ...codes] = parseList(each.replace(/^,/, "\u0000,"));
    return { name: name === "\u0000" ? "" : spelled(name ?? ""), codes: [...new Set(codes)] };
  });
  const areas = drawn.length ? drawn : [{ name: "", codes: [] }];
  const current = Number(given.get("current") ?? 1) - 1;
  return { ...readChoice(hash), hasAreas: drawn.length > 0, areas, current: Number.isInteger(current) && current >= 0 && current < areas.length ? current : 0 };
}

/** @param {Wanted} wanted @returns {string} with its leading "#" */
export function writeHash(wanted) {
  const { areas, current, groups } = wanted;
  return writeChoice(wanted, [
    // Beside groups, the address also names an empty area. Otherwise a reload would show the groups again.
    ...(isDrawn(areas) || groups.length ? areas.map(({ name, codes }) => /** @type {[string, string]} */ (["area", `${formatList([name])},${formatList(codes)}`])) : []),
    ["current", current ? String(current + 1) : null],
  ]);
}

/** Whether the reader has named an area or added a part. @param {Area[]} areas */
export const isDrawn = (areas) => areas.length > 1 || areas.some(({ name, codes }) => name !== "" || codes.length > 0);
