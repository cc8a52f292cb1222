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
