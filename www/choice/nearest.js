// The nearest allowed table, which an error of a publisher's limit names.

import { variablesOf } from "./state.js";

/** @import { Description, Selection } from "./types.js" */

/**
 * Converts the nearest allowed table to a choice. Returns undefined if the page cannot show this table.
 * @param {unknown} nearest  the field of an error: rows, columns, filter and perhaps a method
 * @param {Selection} selection
 * @param {Description} cube
 * @returns {Selection | undefined}
 */
export function nearestTable(nearest, selection, cube) {
  const { rows = [], columns = [], filter = {}, method } = /** @type {{ rows?: string[], columns?: string[], filter?: Record<string, string[]>, method?: unknown }} */ (Object(nearest));
  const known = new Set(variablesOf(cube).map((each) => each.name));
  const filters = /** @type {[string, string[]][]} */ (Object.entries(filter));
  if (![...rows, ...columns, ...filters.map(([name]) => name)].every((name) => known.has(name))) return undefined;
  // An address contains only the name of a method, so the page cannot show a method with its own parameters.
  const other = method !== undefined && method !== null;
  if (other && !cube.methods.some(({ name }) => name === method)) return undefined;
  const [first, second] = rows.length ? [rows, columns] : [columns, rows];
  if (first.length === 0) return undefined;
  // Layers are the outermost rows. A layer stays a layer if it is still one of the outermost rows.
  const layers = selection.layers.filter(([name], i) => first[i] === name && selection.layers.slice(0, i).every(([outer], at) => first[at] === outer) && first.length > i + 1);
  return { ...selection, layers, groups: [], rows: first.slice(layers.length), columns: second, filter: filters, method: other ? String(method) : selection.method };
}
