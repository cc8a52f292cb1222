/**
 * Computes the reference table in DuckDB-WASM. The bindings are synchronous, so the query runs in the calling thread.
 * Runs in Node and in a page.
 *
 * A loop adds noise to the counts and keys from SQL, or SQL joins the p-table. The loop is faster. The query first
 * groups the cells by all axes and then groups the result by all subsets. This is faster than CUBE over the cells.
 */

import { NAMES, PERIOD, REGION, ROWS, noiseOf } from "./reference.js";

const AXES = NAMES.join(", ");

/** Tables with the narrowest columns. The p-table has a row for each count, with a list of noises by key. */
const LOAD = [
  `CREATE TABLE cells AS SELECT region::UTINYINT AS region, age::UTINYINT AS age, education::UTINYINT AS education,
     occupation::UTINYINT AS occupation, count::UINTEGER AS count, key::UTINYINT AS key FROM read_csv('cells.csv')`,
  `CREATE TABLE ptable AS SELECT pcv::INTEGER AS pcv, list(pvalue::TINYINT ORDER BY ckey) AS noise FROM read_csv('ptable.csv')
     WHERE pcv > 0 GROUP BY pcv`,
];

/** SQL for the counts and keys of the table. @param {string | number} region */
const sums = (region) =>
  `SELECT ${AXES}, sum(n)::INTEGER AS n, (sum(k) % 256)::INTEGER AS k FROM
     (SELECT ${AXES}, sum(count)::INTEGER AS n, sum(key)::INTEGER AS k FROM cells WHERE region = ${region} GROUP BY ALL)
   GROUP BY CUBE (${AXES})`;

/** SQL for the values of the table. @param {string | number} region */
const values = (region) =>
  `SELECT ${AXES}, n + noise[k + 1] AS value FROM (${sums(region)})
   JOIN ptable ON pcv = CASE WHEN n <= ${ROWS} THEN n ELSE (n - 1) % ${PERIOD} + ${ROWS - PERIOD + 1} END`;

/** @param {any} db synchronous @param {{ cells: string, ptable: string }} csv @returns {any} a connection */
export function load(db, { cells, ptable }) {
  const connection = db.connect();
  db.registerFileText("cells.csv", cells);
  db.registerFileText("ptable.csv", ptable);
  for (const sql of LOAD) connection.query(sql);
  return connection;
}

/**
 * Returns the first table of a page, with the bindings that use a worker.
 * @param {any} db
 * @param {string} cells CSV
 */
export async function firstTable(db, cells) {
  const connection = await db.connect();
  await db.registerFileText("cells.csv", cells);
  await connection.query(LOAD[0]);
  return connection.query(sums(REGION));
}

/**
 * @param {any} connection
 * @param {Int8Array} noise
 * @returns {Record<string, () => Iterable<{ codes: (number | null)[], value: number }>>} ways to compute the table
 */
export function questions(connection, noise) {
  const [prepared, joined] = [connection.prepare(sums("?")), connection.prepare(values("?"))];
  return {
    duckdb_prepared: () => withNoise(prepared.query(REGION), noise),
    duckdb_ad_hoc: () => withNoise(connection.query(sums(REGION)), noise),
    duckdb_prepared_join: () => columnsOf(joined.query(REGION), (table) => table.getChild("value").toArray()),
  };
}

/** @param {any} table an answer with counts and keys @param {Int8Array} noise */
export function withNoise(table, noise) {
  return columnsOf(table, (table) => {
    const [n, k] = [table.getChild("n").toArray(), table.getChild("k").toArray()];
    const values = new Float64Array(n.length);
    for (let i = 0; i < n.length; i++) values[i] = n[i] + noiseOf(noise, n[i], k[i]);
    return values;
  });
}

/**
 * Returns the values at once, and creates rows only on access.
 * @param {any} table
 * @param {(table: any) => ArrayLike<number>} valuesOf
 */
function columnsOf(table, valuesOf) {
  const values = valuesOf(table);
  return {
    *[Symbol.iterator]() {
      const columns = NAMES.map((name) => table.getChild(name));
      for (let i = 0; i < values.length; i++) yield { codes: columns.map((column) => column.get(i)), value: values[i] };
    },
  };
}
