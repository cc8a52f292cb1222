// The choice on the pages about areas. These pages show one variable of areas and at most one other variable. The other
// parts of the choice stay for the other pages.

import { atLevel, grouped, namesIn, placed, sideOf, taken } from "./places.js";
import { axesOf, dimensionOf } from "./state.js";

/** @import { Selection } from "./types.js" */

/** The variable of the areas on an axis: a dimension or one of its levels. @param {Selection} choice @param {string} dimension */
export const areaIn = (choice, dimension) => axesOf(choice).find((name) => dimensionOf(name) === dimension);

/** The first variable beside the areas. Columns come first. @param {Selection} choice @param {string} dimension */
export const besideIn = (choice, dimension) => [...choice.columns, ...axesOf(choice)].find((name) => dimensionOf(name) !== dimension);

/** The filters of variables other than the areas. @param {Selection} choice @param {string} dimension */
export const filterBeside = ({ filter }, dimension) => filter.filter(([name, codes]) => codes.length > 0 && dimensionOf(name) !== dimension);

/**
 * Returns the choice with another level of the areas. A choice without areas stays as it is.
 * @template {Selection} Choice
 * @param {Choice} choice
 * @param {string} level
 * @returns {Choice}
 */
export function withArea(choice, level) {
  const area = areaIn(choice, dimensionOf(level));
  return area ? { ...choice, ...atLevel(choice, area, level) } : choice;
}

/**
 * Returns the choice with another variable beside the areas. This variable replaces the first such variable. A choice
 * without areas stays as it is.
 * @template {Selection} Choice
 * @param {Choice} choice
 * @param {string} dimension  of the areas
 * @param {string} name
 * @returns {Choice}
 */
export function withBeside(choice, dimension, name) {
  if (!areaIn(choice, dimension) || sideOf(choice, name)) return choice;
  const beside = besideIn(choice, dimension);
  const side = beside && sideOf(choice, beside);
  if (!beside || !side) return { ...choice, ...placed(choice, name, "columns") };
  return { ...choice, ...placed(taken(choice, beside, side), name, side, { index: namesIn(choice, side).indexOf(beside) }) };
}

/**
 * Returns the choice with groups of areas. An empty list removes the groups. A table of other areas stays as it is. A
 * choice without a table gets a table of the groups.
 * @param {Selection & { bare: boolean }} choice
 * @param {string} level
 * @param {[label: string, codes: string[]][]} groups
 */
export function withGroups(choice, level, groups) {
  const isGrouped = choice.groups.some(([name]) => name === level);
  if (choice.bare ? groups.length === 0 : !isGrouped) return choice;
  return { ...grouped(choice.bare ? { ...choice, rows: [level] } : choice, level, groups), bare: false };
}
