// Tables that rules refuse: what is said of them, which of those compared they are, and the way to the nearest that passes.

import { h } from "../shell/dom.js";
import { variablesOf } from "../choice/state.js";
import { listed, methodName } from "../shell/words.js";

/** @import { Cube, Description, Selection } from "../shell/types.js" */

/** What rules say against a table: with every method, or with the one that was asked for. @typedef {{ message: string, always: boolean }} Refusal */

/** The rule that looks at what a method makes of the table lets another method pass. @param {unknown} error @returns {Refusal} */
export function refusalOf(error) {
  const { message, rule } = /** @type {{ message: string, rule?: string }} */ (Object(error));
  return { message, always: rule !== "risk_after" };
}

/** Whether rules refuse a table, which only the table itself says: measures are told all the same. @param {Parameters<Cube["table"]>[0]} query @param {Cube} from @returns {Promise<Refusal | undefined>} */
export async function refusal(query, from) {
  try {
    await from.table(query);
  } catch (error) {
    if (Object(error).code !== "rule-refused") throw error;
    return refusalOf(error);
  }
}

/** "region by age band, where sex is Male" @param {Selection} selection @param {Description} cube */
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
 * The nearest table that rules let pass, as a choice of this page; undefined where there is none that it can show.
 * @param {unknown} nearest  as an error has it: rows, columns, filter and perhaps a method
 * @param {Selection} asked
 * @param {Description} cube
 * @returns {Selection | undefined}
 */
export function nearestTable(nearest, asked, cube) {
  const { rows = [], columns = [], filter = {}, method } = /** @type {{ rows?: string[], columns?: string[], filter?: Record<string, string[]>, method?: unknown }} */ (Object(nearest));
  const known = new Set(variablesOf(cube).map((each) => each.name));
  const filters = /** @type {[string, string[]][]} */ (Object.entries(filter));
  if (![...rows, ...columns, ...filters.map(([name]) => name)].every((name) => known.has(name))) return undefined;
  // An address has a method by its name.
  const other = method !== undefined && method !== null;
  if (other && !cube.methods.some(({ name }) => name === method)) return undefined;
  const [first, second] = rows.length ? [rows, columns] : [columns, rows];
  if (first.length === 0) return undefined;
  // Layers are the outermost rows: those that are rows of it still stay what they were.
  const layers = asked.layers.filter(([name], i) => first[i] === name && asked.layers.slice(0, i).every(([outer], at) => first[at] === outer) && first.length > i + 1);
  return { ...asked, layers, groups: [], rows: first.slice(layers.length), columns: second, filter: filters, method: other ? String(method) : asked.method };
}

/** The way to the nearest table. @param {Selection} nearest @param {Selection} asked @param {Cube} cube @param {() => void} click */
export function nearestButton(nearest, asked, cube, click) {
  const method = nearest.method === asked.method ? "" : `, with the method ${methodName(nearest.method ?? "")}`;
  const label = (/** @type {string} */ name) => variablesOf(cube).find((each) => each.name === name)?.label ?? name;
  // What it counts is another thing without a filter: that is not to be found out afterwards.
  const without = [
    ...asked.filter.filter(([name, codes]) => codes.length && !nearest.filter.some(([kept]) => kept === name)).map(([name]) => `the filter by ${label(name)}`),
    ...asked.groups.filter(([name]) => !nearest.groups.some(([kept]) => kept === name)).map(([name]) => `the groups of ${label(name)}`),
  ];
  return h("button", { type: "button", id: "nearest", click }, `Show the nearest allowed table: ${tableInWords(nearest, cube)}${without.length ? `, without ${listed(without)}` : ""}${method}`);
}

/** What stands over figures of what is not released. @param {{ always: boolean } | undefined} present  of the present table @param {boolean} measured */
export function rulesNote(present, measured) {
  const said = present
    ? `The publisher’s limits refuse this table${present.always ? "" : " with this method"}, at any tolerable risk.`
    : "The publisher’s limits refuse some of these tables, at any tolerable risk.";
  return measured ? `${said} The figures below are for those who decide on limits and methods.` : said;
}
