// The places of a variable in a table, and the new choice after a variable moves. This module does not use the page.

import { copyOf, dimensionOf } from "./state.js";

/** @import { Selection } from "./types.js" */
/** @typedef {"rows" | "columns" | "layers"} Side  a place for a table's axes; a dimension is on at most one side */
/** @typedef {Side | "filter"} Place */

export const SIDES = /** @type {const} */ (["rows", "columns", "layers"]);

/** @param {Selection} selection @param {Place} place @returns {string[]} */
export function namesIn(selection, place) {
  return place === "layers" || place === "filter" ? selection[place].map(([name]) => name) : selection[place];
}

/**
 * Returns the side that has a variable.
 * @param {Selection} selection
 * @param {string} name
 * @returns {Side | undefined}
 */
export function sideOf(selection, name) {
  return SIDES.find((side) => namesIn(selection, side).includes(name));
}

/** @param {Selection} selection @param {Place} place @param {string[]} names */
function put(selection, place, names) {
  if (place === "layers") selection.layers = names.map((name) => selection.layers.find(([each]) => each === name) ?? [name, null]);
  else if (place === "filter") selection.filter = names.map((name) => selection.filter.find(([each]) => each === name) ?? [name, []]);
  else selection[place] = names;
}

/**
 * Removes the groups of variables outside the table's axes, because readers do not see them.
 * @param {Selection} selection
 */
function dropIdleGroups(selection) {
  selection.groups = selection.groups.filter(([name]) => sideOf(selection, name));
}

/**
 * Puts a variable on a side or among the filters. A variable that moves to a side is removed from all other sides, and
 * so are the other levels of its dimension. Its filter stays, unless the reader moves the filter itself.
 * @param {Selection} selection
 * @param {string} name
 * @param {Place} place
 * @param {{ index?: number, from?: Place }} [options]  `index`: the position among the other variables, last by
 *   default; `from`: the place that the variable leaves
 * @returns {Selection}
 */
export function placed(selection, name, place, { index, from } = {}) {
  const next = copyOf(selection);
  const same = (/** @type {string} */ each) => dimensionOf(each) === dimensionOf(name);
  // A filter keeps its codes when its position among the filters changes. A filter by another level does not get these
  // codes.
  const own = next.filter.find(([each]) => each === name);
  if (place === "filter") {
    next.filter = next.filter.filter(([each]) => !same(each));
    next.filter.splice(index ?? next.filter.length, 0, own ?? [name, []]);
    if (from && from !== "filter") put(next, from, namesIn(next, from).filter((each) => each !== name));
  } else {
    // A layer that moves among the layers keeps its category.
    const layer = next.layers.find(([each]) => each === name);
    for (const side of SIDES) put(next, side, namesIn(next, side).filter((each) => !same(each)));
    const names = [...namesIn(next, place)];
    names.splice(index ?? names.length, 0, name);
    put(next, place, names);
    if (place === "layers" && layer) next.layers = next.layers.map((each) => (each[0] === name ? layer : each));
    if (from === "filter") next.filter = next.filter.filter(([each]) => each !== name);
  }
  dropIdleGroups(next);
  return next;
}

/** @param {Selection} selection @param {string} name @param {Place} place @returns {Selection} */
export function taken(selection, name, place) {
  const next = copyOf(selection);
  put(next, place, namesIn(next, place).filter((each) => each !== name));
  dropIdleGroups(next);
  return next;
}

/**
 * Replaces a variable with another level of its dimension, and removes the groups of the replaced variable.
 * @param {Selection} selection
 * @param {string} name
 * @param {string} level
 * @returns {Selection}
 */
export function atLevel(selection, name, level) {
  const side = sideOf(selection, name);
  const next = copyOf(selection);
  if (side) put(next, side, namesIn(next, side).map((each) => (each === name ? level : each)));
  dropIdleGroups(next);
  return next;
}

/**
 * Replaces a variable's categories with groups. An empty list restores the categories.
 * @param {Selection} selection
 * @param {string} name
 * @param {[string, string[]][]} groups
 * @returns {Selection}
 */
export function grouped(selection, name, groups) {
  const next = copyOf(selection);
  const others = next.groups.filter(([each]) => each !== name);
  next.groups = groups.length ? [...others, [name, groups]] : others;
  next.layers = next.layers.map(([each, code]) => (each === name ? [each, null] : [each, code]));
  return next;
}
