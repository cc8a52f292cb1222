/** Reads the caller's own p-table, which is part of a query. The workshop's core reads the p-table. */
import { fault, imported } from "./errors.js";

/** @import { OwnPtable, PlainQuery, StoredPtable } from "./types.js" */

/**
 * Separates the caller's p-table from its query. The returned query refers to the p-table by its file name.
 * @param {PlainQuery} asked
 * @param {(text: string) => string} hashOf SHA-256
 * @param {(query: PlainQuery) => Promise<unknown>} ask queries the cube for a table
 * @param {string | URL} [base] the folder of this package's files
 * @returns {Promise<[PlainQuery, StoredPtable]>}
 */
export async function takePtable(asked, hashOf, ask, base) {
  const method = /** @type {{ ptable: OwnPtable | null }} */ (asked.method);
  const { name, text } = method.ptable ?? {};
  if (typeof name !== "string" || typeof text !== "string") {
    throw fault("bad-query", "method.ptable: expected a file's name, or a file as { name, text }");
  }
  // The name takes the position of the p-table, because receipts retain the order of parameters.
  const named = { ...method, ptable: name };
  const { openWorkshop } = await imported(() => import("./workshop.js"));
  try {
    return [{ ...asked, method: named }, [name, (await openWorkshop({ base })).stored(text, name), hashOf(text)]];
  } catch (error) {
    // If the cube refuses such methods, report that refusal first. The core checks the method before the rows. No cube
    // has the dimension of this query, so the query fetches no files.
    await ask({ rows: ["\0"], method: named }).catch((/** @type {any} */ first) => {
      if (first?.code === "method-refused" || first?.code === "closed") throw first;
    });
    throw error;
  }
}
