/** Converts the further tables of a query (`with`) to the form that the core reads. */
import { fault } from "./errors.js";
import { list, plainQuery } from "./query.js";

/** @import { PlainQuery } from "./types.js" */

/**
 * Returns a query whose further tables have the core's form. The core checks the fields of each table.
 * @param {PlainQuery} query
 * @returns {PlainQuery}
 */
export function withTables(query) {
  const tables = list(query.with);
  if (!Array.isArray(tables) || tables.some((each) => typeof each !== "object" || each === null)) {
    throw fault("bad-query", "with: expected a list of tables such as [{ rows: [\"region\"] }]");
  }
  const plain = tables.map((table, at) => {
    try {
      return plainQuery(table);
    } catch (error) {
      throw fault("bad-query", `with[${at}].${/** @type {Error} */ (error).message}`);
    }
  });
  return { ...query, with: plain.length > 0 ? plain : undefined };
}
