/**
 * Computes the reference table in Perspective. A view groups the filtered cells and adds them up, and a loop adds the
 * other totals and the noise. The loop is faster than the two further views that would contain all totals. Runs in Node
 * in the calling thread. In a page, Perspective runs in a worker of its own.
 */

import { NAMES, REGION, completed } from "./reference.js";

/** @typedef {{ codes: (number | null)[], value: number }} Row */

/**
 * @param {{ table: (columns: Record<string, number[]>) => Promise<any> }} perspective the module in Node, or a client
 * @param {(bytes: ArrayBuffer) => any} tableFromIPC reads Arrow
 * @param {Record<string, ArrayLike<number>>} columns of the cells
 * @param {Int8Array} noise
 * @returns {Promise<Record<string, () => Promise<Iterable<Row>>>>} ways to compute the table
 */
export async function questions(perspective, tableFromIPC, columns, noise) {
  const table = await perspective.table(Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, Array.from(column)])));
  const view = () => table.view({ columns: ["count", "key"], group_by: NAMES, aggregates: { count: "sum", key: "sum" }, filter: [["region", "==", REGION]] });
  // Arrow is the fastest form in which a view returns its rows.
  const read = async (/** @type {any} */ view) => {
    const answer = tableFromIPC(await view.to_arrow());
    const [age, education, occupation, counts, keys] = [0, 1, 2, 3, 4].map((at) => answer.getChildAt(at).toArray());
    return completed([age, education, occupation], counts, keys, noise);
  };
  const existing = await view();
  return {
    perspective: async () => {
      const one = await view();
      const rows = await read(one);
      await one.delete();
      return rows;
    },
    perspective_existing_view: () => read(existing),
  };
}
