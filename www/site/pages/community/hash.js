// Reads and writes the choice of the community tables page in the address. A link contains the areas and their names.

import { formatList, parseList, readable } from "../../../choice/address.js";
import { MOST, spelled } from "./areas.js";

/** @import { Area } from "./areas.js" */

/**
 * The reader's choice. `current` is the index of the area that the reader is editing.
 * @typedef {{ cube: string | null, areas: Area[], current: number, method: string | null }} Wanted
 */

/** @returns {Wanted} */
export function nothingWanted() {
  return { cube: null, areas: [{ name: "", codes: [] }], current: 0, method: null };
}

/** @param {string} hash @returns {Wanted} */
export function readHash(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const wanted = nothingWanted();
  wanted.cube = given.get("cube") || null;
  wanted.method = given.get("method") || null;
  const areas = given.getAll("area").slice(0, MOST).map((each) => {
    // `parseList` drops empty items, so a placeholder stands for an empty name.
    const [name, ...codes] = parseList(each.replace(/^,/, "\u0000,"));
    return { name: name === "\u0000" ? "" : spelled(name ?? ""), codes: [...new Set(codes)] };
  });
  if (areas.length) wanted.areas = areas;
  const current = Number(given.get("current") ?? 1) - 1;
  wanted.current = Number.isInteger(current) && current >= 0 && current < wanted.areas.length ? current : 0;
  return wanted;
}

/** @param {Wanted} wanted @returns {string} with its leading "#" */
export function writeHash({ cube, areas, current, method }) {
  const drawn = areas.length > 1 || areas.some(({ name, codes }) => name || codes.length);
  return `#${[
    ["cube", cube], ...(drawn ? areas.map(({ name, codes }) => ["area", `${formatList([name])},${formatList(codes)}`]) : []),
    ["current", current ? String(current + 1) : null], ["method", method],
  ].filter(([, value]) => value).map(([key, value]) => `${key}=${readable(/** @type {string} */ (value))}`).join("&")}`;
}
