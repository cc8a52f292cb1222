/**
 * A table as a file to take away, in the formats that statistical offices exchange. An entry of its own, `cellveil/export.js`: few pages need it.
 */
import { fault } from "./errors.js";

/** @import { Table } from "./table.js" */

/**
 * @typedef {"csv" | "json-stat"} Format
 * @typedef {{ name: string, ending: string, type: string, bytes: Uint8Array<ArrayBuffer> }} ExportedFile  `ending`: of a file's name, without its first dot
 */

/** The formats, in the order in which a page may list them. @type {readonly { format: Format, name: string, ending: string, type: string }[]} */
export const FORMATS = [
  { format: "csv", name: "CSV", ending: "csv", type: "text/csv;charset=utf-8" },
  { format: "json-stat", name: "JSON-stat 2.0", ending: "json", type: "application/json" },
];

/**
 * @param {Table} table
 * @param {Format} format
 * @returns {Promise<ExportedFile>}
 */
export async function exportTable(table, format) {
  const known = FORMATS.find((each) => each.format === format);
  if (!known) throw fault("bad-query", `format: expected one of ${FORMATS.map((each) => each.format).join(", ")}`);
  const text = format === "csv" ? table.toCSV() : `${JSON.stringify(table.toJSONStat())}\n`;
  return { name: known.name, ending: known.ending, type: known.type, bytes: new TextEncoder().encode(text) };
}
