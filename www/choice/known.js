// Remembers the categories of long lists that the page has seen, in tables and in searches. A cube in parts loads its long
// lists on demand, and a page needs the labels of few categories.

import { knownCodes, known } from "./state.js";

/** @import { Code, Cube, Description, Selection, Table } from "./types.js" */

/**
 * Remembers categories of a variable. The codes of a long dimension ascend, and so do the known codes. All codes of a
 * level have the order of the dataset.
 * @param {Description} cube
 * @param {string} name
 * @param {Code[]} codes
 */
export function remember(cube, name, codes) {
  const before = knownCodes(cube, name);
  const has = new Set(before.map(({ code }) => code));
  const more = codes.filter(({ code }) => !has.has(code));
  if (more.length === 0) return;
  const all = has.size + more.length === codes.length ? codes : [...before, ...more].sort((a, b) => (a.code < b.code ? -1 : 1));
  known.set(cube, (known.get(cube) ?? new Map()).set(name, all));
}

/** Remembers the categories in a table. @param {Cube} cube @param {Selection} selection @param {Table} table */
export function rememberTable(cube, { groups }, table) {
  for (const { name, codes } of [...table.dimensions, ...table.filter]) {
    if (!groups.some(([each]) => each === name)) remember(cube, name, codes.filter(({ code }) => code !== "_T"));
  }
}
