// Tables that the publisher's limits refuse: texts, and a button for the nearest allowed table.

import { h } from "../shell/dom.js";
import { variablesOf } from "../../choice/state.js";
import { listed, methodName } from "../shell/words.js";

/** @import { Cube, Description, Selection } from "../shell/types.js" */

/**
 * The refusal of a table. `always`: whether the table is refused with every method, not only with the queried method.
 * @typedef {{ message: string, always: boolean }} Refusal
 */

/**
 * Reads the refusal from an error. Only the limit on the risk after protection may allow the table with another method.
 * @param {unknown} error
 * @returns {Refusal}
 */
export function refusalOf(error) {
  const { message, rule } = /** @type {{ message: string, rule?: string }} */ (Object(error));
  return { message, always: rule !== "risk_after" };
}

/**
 * Returns the refusal of a table, or undefined if the limits allow it. This function builds the table, because limits
 * do not apply to measures.
 * @param {Parameters<Cube["table"]>[0]} query
 * @param {Cube} from
 * @returns {Promise<Refusal | undefined>}
 */
export async function refusal(query, from) {
  try {
    await from.table(query);
  } catch (error) {
    if (Object(error).code !== "rule-refused") throw error;
    return refusalOf(error);
  }
}

/**
 * Describes a table in words, such as "Region by Age band, where Sex is Male".
 * @param {Selection} selection
 * @param {Description} cube
 */
function tableInWords({ layers, rows, columns, filter }, cube) {
  const variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
  const name = (/** @type {string} */ each) => variables.get(each)?.label ?? each;
  const where = filter.map(([each, codes]) => {
    const labels = codes.map((code) => variables.get(each)?.codes.find((known) => known.code === code)?.label ?? code);
    return `${name(each)} is ${labels.length > 3 ? `one of ${labels.length} categories` : listed(labels, "or")}`;
  });
  const axes = [listed([...layers.map(([layer]) => layer), ...rows].map(name)), listed(columns.map(name))].filter(Boolean).join(" by ");
  return `${axes}${where.length ? `, where ${listed(where)}` : ""}`;
}

/**
 * Converts the nearest allowed table to a choice. Returns undefined if the page cannot show this table.
 * @param {unknown} nearest  the field of an error: rows, columns, filter and perhaps a method
 * @param {Selection} asked
 * @param {Description} cube
 * @returns {Selection | undefined}
 */
export function nearestTable(nearest, asked, cube) {
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
  const layers = asked.layers.filter(([name], i) => first[i] === name && asked.layers.slice(0, i).every(([outer], at) => first[at] === outer) && first.length > i + 1);
  return { ...asked, layers, groups: [], rows: first.slice(layers.length), columns: second, filter: filters, method: other ? String(method) : asked.method };
}

/**
 * Draws the button for the nearest allowed table.
 * @param {Selection} nearest
 * @param {Selection} asked
 * @param {Cube} cube
 * @param {() => void} click
 */
export function nearestButton(nearest, asked, cube, click) {
  const method = nearest.method === asked.method ? "" : `, with the method ${methodName(nearest.method ?? "")}`;
  const label = (/** @type {string} */ name) => variablesOf(cube).find((each) => each.name === name)?.label ?? name;
  // The button names the removed filters, because a table without them counts other people.
  const without = [
    ...asked.filter.filter(([name, codes]) => codes.length && !nearest.filter.some(([kept]) => kept === name)).map(([name]) => `the filter by ${label(name)}`),
    ...asked.groups.filter(([name]) => !nearest.groups.some(([kept]) => kept === name)).map(([name]) => `the groups of ${label(name)}`),
  ];
  return h("button", { type: "button", id: "nearest", click }, `Show the nearest allowed table: ${tableInWords(nearest, cube)}${without.length ? `, without ${listed(without)}` : ""}${method}`);
}

/**
 * Writes the note above the measures of refused tables.
 * @param {{ always: boolean } | undefined} present  the refusal of the current table
 * @param {boolean} measured  whether measures are shown below the note
 */
export function rulesNote(present, measured) {
  const said = present
    ? `The publisher’s limits refuse this table${present.always ? "" : " with this method"}, at any tolerable risk.`
    : "The publisher’s limits refuse some of these tables, at any tolerable risk.";
  return measured ? `${said} The figures below are for those who decide on limits and methods.` : said;
}
