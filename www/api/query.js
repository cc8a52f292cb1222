/** Converts a caller's query to the form that the core reads. */
import { fault, reason } from "./errors.js";
import { listOf } from "./list.js";

/** @import { PlainQuery, Query } from "./types.js" */

/**
 * Copies a query, so that later changes by the caller have no effect. Objects, Maps and arrays of pairs become arrays
 * of pairs. Such arrays retain the order and can be copied to a worker. The core checks the pairs.
 * @param {Query} query
 * @returns {PlainQuery}
 */
export function plainQuery(query) {
  if (typeof query !== "object" || query === null) throw fault("bad-query", "a query is an object such as { rows: [\"region\"] }");
  // Callers request `explain` and `measure` with separate calls.
  const { signal, onprogress, explain, measure, ...plain } = /** @type {Query & { explain?: unknown, measure?: unknown }} */ (query);
  /** @type {PlainQuery} */
  const asked = plain;
  for (const name of /** @type {const} */ (["rows", "columns"])) {
    const axes = plain[name];
    asked[name] = typeof axes === "string" ? listOf(name, axes) : list(axes);
  }
  asked.filter = pairs(plain.filter, "filter", codes);
  asked.groups = pairs(plain.groups, "groups", (groups) => pairs(groups, "groups", codes));
  for (const name of /** @type {const} */ (["method", "with"])) {
    // A copy takes time, and most queries have neither.
    if (plain[name]) try {
      asked[name] = structuredClone(plain[name]);
    } catch (cause) {
      throw fault("bad-query", `${name}: ${reason(cause)}`, { cause });
    }
  }
  for (const name of Object.keys(asked)) if (asked[name] == null) delete asked[name];
  return asked;
}

/**
 * Converts a Set or any array to a plain array. Leaves other values unchanged, so that the core refuses them.
 * @param {unknown} value
 */
export function list(value) {
  return typeof value === "object" && value !== null && Symbol.iterator in value ? [.../** @type {Iterable<unknown>} */ (value)] : value;
}

/**
 * Converts codes to a list of texts. A number becomes text, and one code may replace a list of one code. The core
 * refuses all other values.
 * @param {unknown} value
 */
export function codes(value) {
  const all = list(/^(string|number)$/.test(typeof value) ? [value] : value);
  return Array.isArray(all) ? all.map((code) => (typeof code === "number" ? String(code) : code)) : all;
}

/** @param {unknown} value @param {string} field @param {(value: unknown) => unknown} inner */
export function pairs(value, field, inner) {
  if (value == null) return undefined;
  if (typeof value !== "object") throw fault("bad-query", `${field}: expected an object, a Map or an array of pairs`);
  const entries = Symbol.iterator in value ? [.../** @type {Iterable<unknown>} */ (value)] : Object.entries(value);
  return entries.map((entry) => {
    if (!Array.isArray(entry) || entry.length !== 2) throw fault("bad-query", `${field}: expected pairs of a name and its codes`);
    return [entry[0], inner(entry[1])];
  });
}
