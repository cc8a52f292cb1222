/** Writes the JSON of a workbook, which `src/export/xlsx/sheets/read.rs` reads and checks. */
import { fault } from "./errors.js";

/** @typedef {string | number | null} SheetCell */

/**
 * @typedef {object} Sheet
 * @property {string} name  Excel's rules change some names: 31 characters, without `[]:*?/\`, each name once
 * @property {readonly (readonly SheetCell[])[]} rows  the cells, headings included; null is an empty cell
 * @property {number} heads  number of rows of headings, which stay in view
 * @property {number} labels  number of columns of row headings, which stay in view
 * @property {number} [decimals]  of numbers; by default each number has its own decimals
 * @property {readonly number[]} [widths]  of columns, in characters; by default from the longest content
 * @property {readonly (readonly [row: number, column: number, rows: number, columns: number])[]} [merges]  cells that are
 *   drawn as one. Only the first cell has a content
 */

/**
 * Checks the cells, because JSON would silently change other values: it writes NaN as null. The core checks all else.
 * @param {readonly Sheet[]} sheets
 * @param {{ title?: string, language?: string | null }} about
 */
export function workbookJson(sheets, { title, language }) {
  const plain = list(sheets, "sheets").map((sheet, at) => {
    const place = `sheets[${at}]`;
    if (typeof sheet !== "object" || sheet === null) throw wrong(place, sheet, "an object with name, rows, heads and labels");
    const { name, rows, heads, labels, decimals, widths, merges } = sheet;
    for (const [row, cells] of list(rows, `${place}.rows`).entries()) {
      const path = `${place}.rows[${row}]`;
      // `entries` also visits the holes of an array.
      for (const [column, cell] of list(cells, path).entries()) {
        if (cell !== null && typeof cell !== "string" && !Number.isFinite(cell)) throw wrong(`${path}[${column}]`, cell, "a text, a number or null");
      }
    }
    return { name, rows, heads, labels, decimals, widths, merges };
  });
  try {
    return JSON.stringify({ title, language: language ?? undefined, sheets: plain });
  } catch (cause) {
    throw fault("bad-table", "the workbook to be written: a field cannot be written as JSON; expected texts, numbers and lists", { cause });
  }
}

/**
 * @template T
 * @param {readonly T[]} value
 * @param {string} place
 */
function list(value, place) {
  if (!Array.isArray(value)) throw wrong(place, value, "a list");
  return /** @type {readonly T[]} */ (value);
}

/** @param {string} place @param {unknown} found @param {string} expected */
function wrong(place, found, expected) {
  const words = typeof found === "number" || found == null ? `${found}` : Array.isArray(found) ? "a list" : `a ${typeof found}`;
  return fault("bad-table", `the workbook to be written: ${place} is ${words}; expected ${expected}`);
}
