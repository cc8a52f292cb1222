/**
 * Computes the reference table in Mosaic over DuckDB-WASM. The table is a client whose selection has the region, as if
 * a reader selected the region in a menu. On the first selection, Mosaic makes a view with the sums of all regions. Each
 * later selection queries this view. Mosaic makes such a view only for GROUP BY with columns, not with CUBE, so a loop
 * adds totals and noise. Runs in Node and in a page.
 */

import { REGION, NAMES, completed } from "./reference.js";

/** @typedef {{ codes: (number | null)[], value: number }} Row */

/** The name that Mosaic gives to its views. */
const VIEW = /FROM "mosaic"\."preagg_/;

/**
 * @param {{ core: any, sql: any }} mosaic its modules
 * @param {any} connection synchronous, with the table `cells`
 * @param {Int8Array} noise
 * @returns {() => Promise<Iterable<Row>>}
 */
export function question({ core, sql }, connection, noise) {
  let statement = "";
  const connector = {
    /** @param {{ type: string, sql: string }} request @returns {Promise<Uint8Array | undefined>} Arrow */
    async query(request) {
      statement = request.sql;
      const bytes = connection.useUnsafe((/** @type {any} */ db, /** @type {number} */ id) => db.runQuery(id, statement));
      return request.type === "exec" ? undefined : bytes;
    },
  };
  // Without its cache, which would answer a repeated query.
  const coordinator = new core.Coordinator(connector, { cache: false, consolidate: false, logger: null });
  const selection = core.Selection.intersect();
  /** @type {{ resolve: (answer: any) => void, reject: (error: unknown) => void }} */
  let pending;
  const next = () => new Promise((resolve, reject) => (pending = { resolve, reject }));
  // Mosaic first queries the table without a selection.
  const started = next();
  core.makeClient({
    coordinator,
    selection,
    query: (/** @type {any} */ filter) =>
      sql.Query.from("cells").select(...NAMES, { n: sql.int32(sql.sum("count")), k: sql.int32(sql.sum("key")) }).groupby(...NAMES).where(filter),
    queryResult: (/** @type {any} */ answer) => pending.resolve(answer),
    queryError: (/** @type {unknown} */ error) => pending.reject(error),
  });
  const source = {};
  return async () => {
    await started;
    const answer = next();
    selection.update(core.clausePoint("region", REGION, { source }));
    const table = await answer;
    if (!VIEW.test(statement)) throw new Error(`Mosaic used no view of its own: ${statement}`);
    const [age, education, occupation, counts, keys] = [...NAMES, "n", "k"].map((name) => table.getChild(name).toArray());
    return completed([age, education, occupation], counts, keys, noise);
  };
}
