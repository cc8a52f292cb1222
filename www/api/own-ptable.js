/** Reads the caller's own p-table of a query with the workshop's core. */
import { fault, imported } from "./errors.js";

/** @import { OwnPtable, PlainQuery, StoredPtable } from "./types.js" */

/**
 * Takes the caller's p-table out of a query. The query then names the p-table as a file.
 * @param {PlainQuery} asked
 * @param {(text: string) => string} hashOf SHA-256
 * @param {(query: PlainQuery) => Promise<unknown>} ask queries the cube for a table
 * @returns {Promise<[PlainQuery, StoredPtable]>}
 */
export async function takePtable(asked, hashOf, ask) {
  const method = /** @type {{ ptable: OwnPtable | null }} */ (asked.method);
  const { name, text } = method.ptable ?? {};
  if (typeof name !== "string" || typeof text !== "string") {
    throw fault("bad-query", "method.ptable: expected a file's name, or a file as { name, text }");
  }
  // The name keeps the parameter's place, because receipts retain the order of parameters.
  const named = { ...method, ptable: name };
  const { openWorkshop } = await imported(() => import("./workshop.js"));
  try {
    return [{ ...asked, method: named }, [name, (await openWorkshop()).stored(text, name), hashOf(text)]];
  } catch (error) {
    // A cube that refuses such methods reports that first. The core checks the method before the rows. No cube has these rows,
    // so that nothing is fetched.
    await ask({ rows: ["\0"], method: named }).catch((/** @type {any} */ first) => {
      if (first?.code === "method-refused" || first?.code === "closed") throw first;
    });
    throw error;
  }
}
