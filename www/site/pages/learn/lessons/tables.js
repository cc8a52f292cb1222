// Tables of the engine, line by line.

/** @import { Cube, Table } from "../../../shell/types.js" */

/** @typedef {{ code: string, label: string }} Code */
/** @typedef {{ codes: Code[], values: (number | null)[] }} Line  the codes of the variables on rows, and a value for each column */
/** @typedef {{ table: Table, columns: Code[], lines: Line[] }} Lines */

export const TOTAL = "_T";

/** No protection: the true counts of invented people. */
export const TRUE = { kind: "none" };

/** The lines of a table whose last variable is on the columns. @param {Table} table @returns {Lines} */
export function linesOf(table) {
  const columns = [...table.dimensions[table.dimensions.length - 1].codes];
  /** @type {Code[][]} */
  let heads = [[]];
  for (const { codes } of table.dimensions.slice(0, -1)) heads = heads.flatMap((head) => codes.map((code) => [...head, code]));
  const lines = heads.map((codes, at) => ({ codes, values: table.values.slice(at * columns.length, (at + 1) * columns.length) }));
  return { table, columns, lines };
}

/** Queries a table, and returns its lines. @param {Cube} cube @param {Parameters<Cube["table"]>[0]} query */
export const queried = async (cube, query) => linesOf(await cube.table(query));

/** @param {Code} code */
export const isTotal = ({ code }) => code === TOTAL;

/** The method of the invented people's own specification: the p-table “standard”, with a lookup of hashes. */
export const STANDARD = "default";
