// Remembers the drawn areas of each dataset, because a table of other variables does not carry them to other pages. The
// memory ends with the tab. A page without storage remembers nothing.

import { isDrawn, nothingWanted, readHash, writeHash } from "./hash.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { Wanted } from "./hash.js" */

/** @param {string} cube */
const keyOf = (cube) => `cellveil-areas-${cube}`;

/** @param {string} cube @param {Pick<Wanted, "areas" | "current">} drawn */
export function rememberAreas(cube, { areas, current }) {
  try {
    if (isDrawn(areas)) sessionStorage.setItem(keyOf(cube), writeHash({ ...nothingWanted(), areas, current }));
    else sessionStorage.removeItem(keyOf(cube));
  } catch {
    // The browser refuses storage, as in a sandbox, or the storage is full.
  }
}

/** @param {string} cube */
export const forgetAreas = (cube) => rememberAreas(cube, nothingWanted());

/** Returns a choice with the remembered areas, if the choice has no areas. @param {Wanted} wanted @param {Data} loaded @returns {Wanted} */
export function withRemembered(wanted, { name, levels: [level] }) {
  if (wanted.hasAreas || isDrawn(wanted.areas)) return wanted;
  let stored = "";
  try {
    stored = sessionStorage.getItem(keyOf(name)) ?? "";
  } catch {
    // The page has no storage.
  }
  const { areas, current } = readHash(stored);
  // The dataset may have changed meanwhile.
  const known = new Set(level.codes.map(({ code }) => code));
  return { ...wanted, current, areas: areas.map((area) => ({ ...area, codes: area.codes.filter((code) => known.has(code)) })) };
}
