/** A p-table that a query brings, read by the workshop's core. */
import { fault, imported } from "./errors.js";

/** @import { OwnPtable, PlainQuery, StoredPtable } from "./types.js" */

/**
 * Takes the p-table that a query brings out of it: the query then names it as a file.
 * @param {PlainQuery} asked
 * @param {(text: string) => string} hashOf SHA-256
 * @param {(query: PlainQuery) => Promise<unknown>} ask the cube, for a table
 * @returns {Promise<[PlainQuery, StoredPtable]>}
 */
export async function takePtable(asked, hashOf, ask) {
  const method = /** @type {{ ptable: OwnPtable | null }} */ (asked.method);
  const { name, text } = method.ptable ?? {};
  if (typeof name !== "string" || typeof text !== "string") {
    throw fault("bad-query", "method.ptable: expected a file's name, or a file as { name, text }");
  }
  // Where it was: receipts have the parameters in their order.
  const named = { ...method, ptable: name };
  const { openWorkshop } = await imported(() => import("./workshop.js"));
  try {
    return [{ ...asked, method: named }, [name, (await openWorkshop()).stored(text, name), hashOf(text)]];
  } catch (error) {
    // Where the cube takes no such method anyway, that comes first. It looks at the method before the rows, which are of no cube,
    // so that nothing is fetched.
    await ask({ rows: ["\0"], method: named }).catch((/** @type {any} */ first) => {
      if (first?.code === "method-refused" || first?.code === "closed") throw first;
    });
    throw error;
  }
}
