// Choices of a cube in parts for which the cube loads all codes of a long dimension. These are megabytes, so the builder
// asks the reader first.

import { looksAtTable } from "../../element/additivity.js";
import { axesOf, dimensionOf, queryOf, variablesOf } from "../../choice/state.js";

/** @import { BuilderWords } from "../../words/builder/en.js" */
/** @import { Cube, Description, Selection, Variable } from "../../choice/types.js" */

/** The longest dimension whose codes load on demand. Undefined if the page has all codes. @param {Description} cube @returns {Variable | undefined} */
export const longest = (cube) => variablesOf(cube).filter(({ level, partial }) => partial && !level).sort((a, b) => b.size - a.size)[0];

/**
 * Finds the long dimension whose codes a choice needs all. Undefined if the choice needs few codes.
 * `Store::lacking_files` in src/table/store/parts.rs has the same cases.
 * @param {Selection} selection
 * @param {Cube} cube
 * @returns {{ variable: Variable, isAxis: boolean } | undefined}  `isAxis`: the table has all categories, so the reader can choose some
 */
export function wholeNeeded(selection, cube) {
  const long = longest(cube);
  if (!long) return undefined;
  const axes = axesOf(selection);
  // Groups of a level may have most codes of the dimension, so a filter by a level does not count.
  const filtered = new Set(selection.filter.filter(([, codes]) => codes.length).map(([name]) => name));
  const { groups = [], areas } = queryOf(selection, cube.release === "sealed");
  const grouped = new Set(groups.map(([name]) => name));
  const partial = variablesOf(cube).filter((each) => each.partial);
  const unfiltered = partial.find(({ name, level }) => !level && axes.includes(name) && !filtered.has(name) && !grouped.has(name));
  if (unfiltered) return { variable: unfiltered, isAxis: true };
  const isGrouped = groups.some(([name]) => partial.some(({ level, dimension }) => !level && dimension === dimensionOf(name)));
  const isWhole = areas !== undefined || isGrouped || looksAtMany(parametersOf(selection, cube));
  return isWhole ? { variable: long, isAxis: false } : undefined;
}

/** The name of a method that needs no codes besides those of the table. Undefined if the dataset has none. @param {Cube} cube */
export const lightMethod = (cube) => cube.methods.find(({ kind, parameters }) => !looksAtMany({ ...parameters, kind }))?.name;

/** Whether a method needs the codes of all dimensions. @param {{ kind: string, [parameter: string]: unknown }} method */
const looksAtMany = ({ kind, ...parameters }) => looksAtTable({ kind, parameters }) || parameters.zeros === "category-keys";

/** The parameters of a choice's method, which may be the reader's own. @param {Selection} selection @param {Cube} cube @returns {{ kind: string, [parameter: string]: unknown }} */
function parametersOf({ method }, cube) {
  try {
    if (method?.startsWith("{")) return Object(JSON.parse(method));
  } catch {
    // The builder reports an unreadable method when it builds the table.
  }
  const { kind = "", parameters = {} } = cube.methods.find(({ name }) => name === (method ?? cube.defaultMethod)) ?? {};
  return { ...parameters, kind };
}

/** Says that a choice needs all categories of a long variable. @param {{ variable: Variable, isAxis: boolean }} refusal @param {BuilderWords} words */
export const longInWords = ({ variable: { label, size }, isAxis }, { long }) => long[isAxis ? "axis" : "whole"](label, size);
