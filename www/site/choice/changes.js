// Describes the differences between two choices in words.

import { hasChanged, namesIn, SIDES } from "./places.js";

/** @import { Selection, View } from "../shell/types.js" */

/** @type {Record<keyof View, string>} */
const VIEW_WORDS = { percent: "percentages", ratio: "ratio", average: "average", sort: "order of the rows", collapsed: "collapsed rows", chart: "chart" };

/**
 * Describes the differences between two choices, such as "Sex added to columns".
 * @param {Selection} before
 * @param {Selection} after
 * @param {(name: string) => string} label  of a variable
 */
export function changeInWords(before, after, label) {
  if (before.cube !== after.cube) return "choice of dataset";
  /** @type {string[]} */
  const said = [];
  const where = (/** @type {Selection} */ of) => new Map(SIDES.flatMap((side) => namesIn(of, side).map((name) => /** @type {const} */ ([name, side]))));
  const [from, to] = [where(before), where(after)];
  const swapped = before.rows.join() === after.columns.join() && before.columns.join() === after.rows.join() && before.rows.join() !== after.rows.join();
  if (swapped) said.push("swap of rows and columns");
  else {
    for (const [name, side] of to) {
      const was = from.get(name);
      if (!was) said.push(`${label(name)} added to ${side}`);
      else if (was !== side) said.push(`${label(name)} moved from ${was} to ${side}`);
    }
    for (const [name, side] of from) if (!to.has(name)) said.push(`${label(name)} removed from ${side}`);
    if (said.length === 0) for (const side of SIDES) if (namesIn(before, side).join() !== namesIn(after, side).join()) said.push(`order in ${side}`);
  }
  for (const name of hasChanged(before.filter, after.filter)) said.push(`filter by ${label(name)}`);
  for (const name of hasChanged(before.groups, after.groups)) said.push(`groups of ${label(name)}`);
  for (const name of hasChanged(before.layers, after.layers)) if (from.get(name) === "layers" && to.get(name) === "layers") said.push(`shown category of ${label(name)}`);
  if (before.totals !== after.totals) said.push("totals");
  if (before.method !== after.method) said.push("method");
  for (const [name, words] of /** @type {[keyof View, string][]} */ (Object.entries(VIEW_WORDS))) {
    if (JSON.stringify(before.view[name]) !== JSON.stringify(after.view[name])) said.push(words);
  }
  return said.join(", ");
}
