/**
 * Writes a table as a file in the formats that statistical offices exchange (`docs/reference/exports.md`). Import this
 * module as `cellveil/export.js`. One core writes XLSX, and another core writes all other formats except CSV. Each core
 * loads when a file first needs it.
 *
 * ```js
 * import { exportTable } from "cellveil/export.js";
 * const { bytes, type, ending } = await exportTable(table, "xlsx");
 * ```
 */
import startFormats, * as formats from "../../pkg/cellveil_export.js";
import startXlsx, * as xlsx from "../../pkg/cellveil_xlsx.js";
import { fault } from "./errors.js";
import { Instance } from "./instance.js";
import { workbookJson } from "./workbook.js";

/** @import { Table } from "./table.js" */

/**
 * @typedef {"csv" | "csvw" | "json-stat" | "sdmx-csv" | "px" | "xlsx"} Format
 * @typedef {{ name: string, ending: string, type: string, bytes: Uint8Array<ArrayBuffer> }} ExportedFile  `ending`: the file name's ending without the dot
 * @typedef {object} ExportOptions
 * @property {string} [language] language of the words that the export adds, such as the meaning of shorthand; defaults
 *   to the table's language
 * @property {string} [csv] name of the CSV that `csvw` describes; defaults to `table.csv`
 * @property {WebAssembly.Module | BufferSource} [wasm] the core that the format needs, for a page that cannot fetch the
 *   core. Pass the bytes of `pkg/cellveil_xlsx_bg.wasm` for `xlsx`, and of `pkg/cellveil_export_bg.wasm` for other
 *   formats. Only the first export with each core uses this option.
 * @property {string | URL} [base] the folder of this package's files, as in `openCube`
 *
 * @typedef {import("./workbook.js").Sheet} Sheet
 */

/**
 * The formats, in the order in which a page lists them.
 * @type {readonly { format: Format, name: string, ending: string, type: string }[]}
 */
export const FORMATS = [
  { format: "csv", name: "CSV", ending: "csv", type: "text/csv;charset=utf-8" },
  { format: "xlsx", name: "Excel (XLSX)", ending: "xlsx", type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
  { format: "json-stat", name: "JSON-stat 2.0", ending: "json", type: "application/json" },
  { format: "sdmx-csv", name: "SDMX-CSV 2.0", ending: "sdmx.csv", type: "application/vnd.sdmx.data+csv;version=2.0.0;charset=utf-8" },
  { format: "px", name: "PX (PC-Axis)", ending: "px", type: "text/x-pc-axis;charset=utf-8" },
  { format: "csvw", name: "CSVW metadata of the CSV", ending: "csv-metadata.json", type: "application/csvm+json" },
];

/** Statuses by the core's number: 0 shown, 1 suppressed, 2 blocked. */
const STATUS = ["", "suppressed", "blocked"];

/**
 * Writes a table as a file, with the same bytes as `cellveil table --format`.
 * @param {Table} table
 * @param {Format} format
 * @param {ExportOptions} [options]
 * @returns {Promise<ExportedFile>}
 */
export async function exportTable(table, format, options = {}) {
  const known = FORMATS.find((each) => each.format === format);
  if (!known) throw fault("bad-query", `format: expected one of ${FORMATS.map((each) => each.format).join(", ")}`);
  const { name, ending, type } = known;
  if (format === "csv") return { name, ending, type, bytes: new TextEncoder().encode(table.toCSV()) };
  if (table.trueCounts) throw fault("bad-query", `format: ${format} cannot hold the true counts of this table; expected csv, or a table without reveal`);
  const isWorkbook = format === "xlsx";
  const core = isWorkbook ? WORKBOOKS : TEXTS;
  await core.ready(options);
  const words = JSON.stringify(wordsOf(table, options));
  const values = Float64Array.from(table.values, (value) => value ?? NaN);
  const status = Uint8Array.from(table.status, (status) => STATUS.indexOf(status));
  const bytes = core.run(() => (isWorkbook ? xlsx.writeXlsx(words, values, status) : formats.write(format, words, values, status)));
  // The bindings copy the bytes out of the core's memory into an `ArrayBuffer`. Their type declarations are less exact.
  return { name, ending, type, bytes: /** @type {Uint8Array<ArrayBuffer>} */ (bytes) };
}

/**
 * Writes sheets of texts and numbers as one XLSX workbook, for example a table as a page shows it. The same sheets give
 * the same bytes.
 *
 * ```js
 * const rows = [["Sex", "Persons"], ["Male", 12], ["Female", 7]];
 * const bytes = await exportWorkbook([{ name: "Table", rows, heads: 1, labels: 1 }], { title: "Census" });
 * ```
 * @param {readonly Sheet[]} sheets
 * @param {Pick<ExportOptions, "wasm" | "base"> & { title?: string, language?: string | null }} [options]  `title` is in
 *   the properties of the file. In a language such as Arabic, the first column is on the right
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function exportWorkbook(sheets, options = {}) {
  const json = workbookJson(sheets, options);
  await WORKBOOKS.ready(options);
  return /** @type {Uint8Array<ArrayBuffer>} */ (WORKBOOKS.run(() => xlsx.writeWorkbook(json)));
}

/**
 * Collects the texts and codes that the core reads in addition to the values and statuses
 * (`src/export/published/read.rs`).
 * @param {Table} table
 * @param {ExportOptions} options
 */
function wordsOf(table, { language, csv }) {
  const { dimensions, decimals, filter, areas, method, cube, receipt } = table;
  const { name, kind, text } = method;
  const { language: own, ...origin } = cube;
  const { mode, protectBelow, axes } = areas;
  // The core expects `areas` only for a query with blocks, with groups, or with several codes in a filter.
  const sets = table.toJSONStat().extension.cellveil.areas !== undefined;
  return {
    dimensions: dimensions.map(({ name, label, axis, role, codes }) => ({ name, label, axis, role, codes: codes.map(plain) })),
    decimals,
    filter: filter.map(({ name, label, codes }) => ({ name, label, codes: codes.map(plain) })),
    areas: sets ? { mode, protectBelow, axes: axes.length > 0 ? axes : undefined } : null,
    method: { name, kind, text },
    cube: { ...origin, digest: receipt === null ? null : JSON.parse(receipt).cube.digest },
    receipt,
    language: language ?? own,
    csv: csv ?? "table.csv",
  };
}

/** @param {{ code: string, label: string }} category */
const plain = ({ code, label }) => ({ code, label });

const NAME = "the core for exports";

const TEXTS = new Instance({
  name: NAME,
  core: "_export",
  beside: () => new URL("../../pkg/cellveil_export_bg.wasm", import.meta.url),
  start: startFormats,
  reset: () => formats.__wbg_reset_state(),
});

/** The XLSX core is four times as large as the core of `TEXTS`. */
const WORKBOOKS = new Instance({
  name: NAME,
  core: "_xlsx",
  beside: () => new URL("../../pkg/cellveil_xlsx_bg.wasm", import.meta.url),
  start: startXlsx,
  reset: () => xlsx.__wbg_reset_state(),
});
