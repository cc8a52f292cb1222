// Describes the differences between two choices in words.

import { namesIn, SIDES } from "./places.js";

/** @import { Selection, View } from "./types.js" */
/** @import { BuilderWords } from "../words/builder/en.js" */

/**
 * Describes the differences between two choices, such as "Sex added to columns". Empty without a difference.
 * @param {Selection} before
 * @param {Selection} after
 * @param {(name: string) => string} label  of a variable
 * @param {BuilderWords} words
 */
export function changeInWords(before, after, label, { changes: say, places, list }) {
  if (before.cube !== after.cube) return say.dataset;
  /** @type {string[]} */
  const said = [];
  const where = (/** @type {Selection} */ of) => new Map(SIDES.flatMap((side) => namesIn(of, side).map((name) => /** @type {const} */ ([name, side]))));
  const [from, to] = [where(before), where(after)];
  const swapped = before.rows.join() === after.columns.join() && before.columns.join() === after.rows.join() && before.rows.join() !== after.rows.join();
  if (swapped) said.push(say.swapped);
  else {
    for (const [name, side] of to) {
      const was = from.get(name);
      if (!was) said.push(say.added(label(name), places[side]));
      else if (was !== side) said.push(say.moved(label(name), places[side]));
    }
    for (const [name, side] of from) if (!to.has(name)) said.push(say.removed(label(name), places[side]));
    if (said.length === 0) for (const side of SIDES) if (namesIn(before, side).join() !== namesIn(after, side).join()) said.push(say.order(places[side]));
  }
  for (const name of hasChanged(before.filter, after.filter)) said.push(say.filter(label(name)));
  for (const name of hasChanged(before.groups, after.groups)) said.push(say.groups(label(name)));
  for (const name of hasChanged(before.layers, after.layers)) if (from.get(name) === "layers" && to.get(name) === "layers") said.push(say.layer(label(name)));
  if (before.totals !== after.totals) said.push(say.totals);
  if (before.method !== after.method) said.push(say.method);
  for (const name of /** @type {(keyof View)[]} */ (Object.keys(say.view))) {
    if (JSON.stringify(before.view[name]) !== JSON.stringify(after.view[name])) said.push(say.view[name]);
  }
  return list(said);
}

/**
 * Returns the names whose values differ between two lists of pairs.
 * @param {[string, unknown][]} one
 * @param {[string, unknown][]} other
 */
function hasChanged(one, other) {
  const text = (/** @type {[string, unknown][]} */ pairs) => new Map(pairs.map(([name, value]) => [name, JSON.stringify(value)]));
  const [before, after] = [text(one), text(other)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}
