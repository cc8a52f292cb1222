// The reader's choice of a table: its variables, its number of cells and its query.

/** @import { Code, Level } from "../api/types.js" */
/** @import { Description, Selection, Variable, View } from "./types.js" */

/** @returns {View} */
export function plainView() {
  return { percent: null, ratio: null, average: null, sort: null, collapsed: [], chart: null, uncertain: false, hideEmpty: false, peel: null };
}

/** The parts of a view that show counts as they are. */
export const PLAIN = { percent: null, ratio: null, average: null };

/** @returns {Selection} */
export function emptySelection() {
  return { cube: null, rows: [], columns: [], layers: [], filter: [], groups: [], totals: true, method: null, view: plainView() };
}

/** Categories of long lists that a page has met, by cube and variable. `known.js` adds them. @type {WeakMap<Description, Map<string, Code[]>>} */
export const known = new WeakMap();

/** @param {Description} cube @param {string} name */
export const knownCodes = (cube, name) => known.get(cube)?.get(name) ?? [];

/** Whether a cube loads the codes of a long dimension on demand, and the page does not have them. @param {Description} cube */
export const isInParts = ({ dimensions }) => dimensions.some(({ size }) => size);

/**
 * Lists the dimensions and levels of a cube, in order, with distinct labels.
 * @param {Description} cube
 * @returns {Variable[]}
 */
export function variablesOf(cube) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const { label, levels } of cube.dimensions) {
    for (const each of [label, ...levels.map((level) => level.label)]) uses.set(each, (uses.get(each) ?? 0) + 1);
  }
  /** @param {string} name @param {Level} list */
  const listed = (name, { codes: all, size = all.length }) => {
    const codes = size > all.length ? knownCodes(cube, name) : all;
    return { codes, size, partial: codes.length < size };
  };
  return cube.dimensions.flatMap((dimension) => [
    { name: dimension.name, label: dimension.label, dimension: dimension.name, level: false, ...listed(dimension.name, dimension) },
    ...dimension.levels.map((level) => ({
      name: `${dimension.name}:${level.name}`,
      label: uses.get(level.label) === 1 ? level.label : `${dimension.label}: ${level.label}`,
      dimension: dimension.name,
      level: true,
      ...listed(`${dimension.name}:${level.name}`, level),
    })),
  ]);
}

/** @param {string} name */
export function dimensionOf(name) {
  return name.split(":", 1)[0];
}

// The first table has at most this many cells, so that it is easy to read. Readers can then add columns.
const FIRST_TABLE_CELLS = 5_000;
/** The first table has at most this many columns, because they fit beside the controls on a small screen. */
const FIRST_TABLE_COLUMNS = 8;

/**
 * Chooses a first table: region by sex and broad age if the cube has these dimensions, otherwise the cube's first
 * dimensions.
 * @param {string} name  the cube's folder
 * @param {Description} cube
 * @returns {Selection}
 */
export function firstSelection(name, cube) {
  // The codes of a long dimension load on demand, so it counts with its finest short level.
  const variables = variablesOf(cube).filter(({ partial, level, size }) => !partial || level && size <= FIRST_TABLE_CELLS);
  const finest = (/** @type {string} */ of) => variables.filter(({ dimension }) => dimension === of).sort((a, b) => b.size - a.size)[0]?.name;
  const dimensions = cube.dimensions.map((each) => each.name).filter(finest);
  const row = dimensions.find((each) => /^(region|geography|area)$/.test(each)) ?? dimensions[0];
  const others = dimensions.filter((each) => each !== row);
  const wanted = others.filter((each) => /^(sex|gender|age)$/.test(each));
  const columns = (wanted.length ? wanted.slice(0, 2) : others.slice(0, 1)).map((each) => {
    const levels = variables.filter((v) => v.dimension === each && v.level);
    return (levels.find((v) => /band|group|broad/.test(v.name)) ?? levels[0])?.name ?? finest(each);
  });
  const selection = { ...emptySelection(), cube: name, rows: row === undefined ? [] : [finest(row)], columns };
  // Removes columns until readers need not scroll sideways.
  const across = () => countCells({ ...selection, rows: selection.columns, columns: [] }, cube).cells;
  while (selection.columns.length > 1 && across() > FIRST_TABLE_COLUMNS) selection.columns.shift();
  while (selection.columns.length && countCells(selection, cube).cells > FIRST_TABLE_CELLS) selection.columns.pop();
  return selection;
}

/**
 * Counts the cells of a choice, with its totals.
 * @param {Selection} selection
 * @param {Description} cube
 * @returns {{ cells: number, exact: boolean }} `exact` is false if a filter by another level may shorten an axis
 */
export function countCells(selection, cube) {
  const variables = new Map(variablesOf(cube).map((v) => [v.name, v]));
  let exact = true;
  let cells = 1;
  // A variable that the choice has twice counts once, because the core refuses this choice anyway.
  for (const name of new Set(axesOf(selection))) {
    const groups = selection.groups.find(([each]) => each === name)?.[1];
    if (groups) {
      cells *= groups.length + (selection.totals ? 1 : 0);
      continue;
    }
    const filters = selection.filter.filter(([each, codes]) => codes.length && dimensionOf(each) === dimensionOf(name));
    const own = filters.find(([each]) => each === name);
    if (filters.length > (own ? 1 : 0)) exact = false;
    cells *= (own ? own[1].length : variables.get(name)?.size ?? 1) + (selection.totals ? 1 : 0);
  }
  return { cells, exact };
}

/** Maximum cells of a table on the page. Nobody reads a larger table on a page. The CSV file has all cells. */
export const DRAWN_CELLS = 1_000_000;

/**
 * Maximum columns of a table on the page. The page has only the visible rows, but all columns. A browser draws 5,000 columns
 * in about a second, and 90,000 columns in minutes.
 */
export const DRAWN_COLUMNS = 5_000;

/**
 * Whether pages may show true counts and the steps to a figure: never for confidential data, not even to staff.
 * @param {Description} cube
 */
export const mayPeel = ({ mayReveal, data }) => mayReveal && data !== "confidential";

/** The cells or columns of a table that is too large to be drawn. @typedef {{ of: "cells" | "columns", count: number, most: number }} Excess */

/**
 * Returns what makes a table certainly too large to be drawn.
 * @param {Selection} selection
 * @param {Description} cube
 * @returns {Excess | undefined}
 */
export function excessOf(selection, cube) {
  const { cells, exact } = countCells(selection, cube);
  if (!exact) return undefined;
  if (cells > DRAWN_CELLS) return { of: "cells", count: cells, most: DRAWN_CELLS };
  return excessOfColumns(countCells({ ...selection, layers: [], rows: selection.columns, columns: [] }, cube).cells);
}

/** @param {number} count @returns {Excess | undefined} */
export const excessOfColumns = (count) => (count > DRAWN_COLUMNS ? { of: "columns", count, most: DRAWN_COLUMNS } : undefined);

/**
 * Lists the variables of a table in the order of its axes. Layers are the outermost rows.
 * @param {Selection} selection
 */
export function axesOf({ layers, rows, columns }) {
  return [...layers.map(([name]) => name), ...rows, ...columns];
}

/**
 * Returns the query of a choice, for `cube.table`.
 * @param {Selection} selection
 * @param {boolean} [sealed]  whether the cube is sealed
 */
export function queryOf(selection, sealed = false) {
  // For groups and filters with several codes, a sealed cube adds up published figures. The page shows a note about
  // this.
  const groups = selection.groups.filter(([name]) => axesOf(selection).includes(name));
  const several = sealed && (groups.length > 0 || selection.filter.some(([, codes]) => codes.length > 1));
  const rows = [...selection.layers.map(([name]) => name), ...selection.rows];
  return {
    ...(several ? { areas: /** @type {const} */ ("blocks") } : {}),
    ...(groups.length ? { groups } : {}),
    // The core needs rows. In a table without rows, the columns are there.
    ...(rows.length ? { rows, columns: selection.columns } : { rows: selection.columns, columns: [] }),
    filter: Object.fromEntries(selection.filter.filter(([, codes]) => codes.length)),
    totals: selection.totals,
    ...(selection.view.peel ? { reveal: true } : {}),
    ...(selection.method ? { method: selection.method } : {}),
  };
}

/** Whether two choices have the same table. @param {Selection} one @param {Selection} other */
export function sameQuestion(one, other) {
  const asked = (/** @type {Selection} */ each) => JSON.stringify([each.cube, each.rows.length + each.layers.length, queryOf(each)]);
  return asked(one) === asked(other);
}

/**
 * @param {Selection} selection
 * @returns {Selection} a copy that can be changed
 */
export function copyOf(selection) {
  return {
    ...selection,
    rows: [...selection.rows],
    columns: [...selection.columns],
    layers: selection.layers.map(([name, code]) => [name, code]),
    filter: selection.filter.map(([name, codes]) => [name, [...codes]]),
    groups: selection.groups.map(([name, groups]) => [name, groups.map(([label, codes]) => [label, [...codes]])]),
    view: structuredClone(selection.view),
  };
}
