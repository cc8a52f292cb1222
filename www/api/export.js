/**
 * A table as a file to take away, in the formats that statistical offices exchange: `docs/exports.md`. An entry of its own,
 * `cellveil/export.js`, with a core of its own, which is loaded with the first file that needs it.
 *
 * ```js
 * import { exportTable } from "cellveil/export.js";
 * const { bytes, type, ending } = await exportTable(table, "xlsx");
 * ```
 */
import start, * as core from "../../pkg/cellveil_export.js";
import { compile } from "./cores.js";
import { fault, isFault, reason } from "./errors.js";

/** @import { Table } from "./table.js" */

/**
 * @typedef {"csv" | "csvw" | "json-stat" | "sdmx-csv" | "px" | "xlsx"} Format
 * @typedef {{ name: string, ending: string, type: string, bytes: Uint8Array<ArrayBuffer> }} ExportedFile  `ending`: of a file's name, without its first dot
 * @typedef {object} ExportOptions
 * @property {string} [language] of the words beside the cube's own, such as the shorthand's; that of the table where it is not given
 * @property {string} [csv] what the CSV is called that `csvw` describes; `table.csv` where it is not given
 * @property {WebAssembly.Module | BufferSource} [wasm] the core for exports, for where it cannot be fetched from beside this module; the first export's counts
 */

/** The formats, in the order in which a page may list them. @type {readonly { format: Format, name: string, ending: string, type: string }[]} */
export const FORMATS = [
  { format: "csv", name: "CSV", ending: "csv", type: "text/csv;charset=utf-8" },
  { format: "xlsx", name: "Excel (XLSX)", ending: "xlsx", type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
  { format: "json-stat", name: "JSON-stat 2.0", ending: "json", type: "application/json" },
  { format: "sdmx-csv", name: "SDMX-CSV 2.0", ending: "sdmx.csv", type: "application/vnd.sdmx.data+csv;version=2.0.0;charset=utf-8" },
  { format: "px", name: "PX (PC-Axis)", ending: "px", type: "text/x-pc-axis;charset=utf-8" },
  { format: "csvw", name: "CSVW metadata of the CSV", ending: "csv-metadata.json", type: "application/csvm+json" },
];

/** What the core counts as shown, suppressed and blocked. */
const STATUS = ["", "suppressed", "blocked"];

/**
 * A table as a file: the same bytes that `cellveil table --format` writes.
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
  if (table.trueCounts) throw fault("bad-query", `format: ${format} has no place for the true counts of this table; expected csv, or a table without reveal`);
  await ready(options.wasm);
  const words = JSON.stringify(wordsOf(table, options));
  const values = Float64Array.from(table.values, (value) => value ?? NaN);
  const status = Uint8Array.from(table.status, (status) => STATUS.indexOf(status));
  return { name, ending, type, bytes: run(() => core.write(format, words, values, status)) };
}

/**
 * What the core reads beside the columns: `src/export/published/read.rs`.
 * @param {Table} table @param {ExportOptions} options
 */
function wordsOf({ dimensions, filter, areas, method, cube, receipt }, { language, csv }) {
  const { name, kind, text } = method;
  const { language: own, ...origin } = cube;
  const said = JSON.parse(receipt);
  const { mode, protectBelow, axes } = areas;
  // The core says nothing of areas where a question has none.
  const sets = mode === "blocks" || said.query.groups.length > 0 || filter.some(({ codes }) => codes.length > 1);
  return {
    dimensions: dimensions.map(({ name, label, axis, role, codes }) => ({ name, label, axis, role, codes: codes.map(plain) })),
    filter: filter.map(({ name, label, codes }) => ({ name, label, codes: codes.map(plain) })),
    areas: sets ? { mode, protectBelow, axes: axes.length > 0 ? axes : undefined } : null,
    method: { name, kind, text },
    cube: { ...origin, digest: said.cube.digest },
    receipt,
    language: language ?? own,
    csv: csv ?? "table.csv",
  };
}

/** @param {{ code: string, label: string }} category */
const plain = ({ code, label }) => ({ code, label });

/** Starts once for all exports; one that could not start is not kept. @type {Promise<void> | undefined} */
let started;

/** @param {ExportOptions["wasm"]} wasm */
function ready(wasm) {
  started ??= begin(wasm).catch((error) => {
    started = undefined;
    throw error;
  });
  return started;
}

/** @param {ExportOptions["wasm"]} wasm */
async function begin(wasm) {
  const url = new URL("../../pkg/cellveil_export_bg.wasm", import.meta.url);
  try {
    await start({ module_or_path: wasm ?? (await compile(url)) });
  } catch (cause) {
    throw fault("wasm", `the core for exports could not be started from ${url}: ${reason(cause)}`, { cause });
  }
}

let broken = false;

/**
 * The core's own errors have a code. Anything else is a trap: the instance starts anew with the next call.
 * @template T
 * @param {() => T} call
 */
function run(call) {
  try {
    if (broken) core.__wbg_reset_state();
    broken = false;
    return call();
  } catch (cause) {
    if (isFault(cause)) throw cause;
    broken = true;
    throw fault("wasm", "the core for exports stopped, perhaps for want of memory; it starts anew with the next call", { cause });
  }
}
