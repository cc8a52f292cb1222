/** Defines the rows of each part with their titles, and checks that a run has measured every row. */

import { METHODS, PTABLES } from "../js/support/million-cells.js";
import { buildingsOf } from "./building.js";
import { casesOf } from "./cases/index.js";
import { growthOf } from "./growth/index.js";
import { installedPeers } from "./peers/install.js";
import { groupsOf } from "./pretabular.js";
import { HAS_MEMORY } from "./process.js";

/** @import { Result } from "./bench.js" */
/** @import { Sizes } from "./sizes.js" */

/** Programs that compute the reference table, by the name of their time. */
export const ANSWERS = {
  engine: "cellveil, engine",
  call: "cellveil, whole call",
  js_loop_base_cells: "hand-written loop, all cells",
  js_loop_coarse_cells: "hand-written loop, cells of a coarser view",
  arquero: "arquero",
  arquero_coarse_cells: "arquero, cells of the coarser view",
  duckdb_prepared: "DuckDB-WASM, prepared",
  duckdb_prepared_coarse_cells: "DuckDB-WASM, prepared, cells of the coarser view",
  duckdb_ad_hoc: "DuckDB-WASM, ad hoc",
  duckdb_prepared_join: "DuckDB-WASM, prepared, p-table joined in SQL",
  mosaic: "Mosaic, from its view in DuckDB-WASM",
  perspective: "Perspective",
  perspective_coarse_cells: "Perspective, cells of the coarser view",
  perspective_existing_view: "Perspective, reading a view that has the answer",
  duckdb_cold_start: "DuckDB-WASM, from nothing to the first answer",
  ons_python_without_totals: "ONS package from records, without totals",
  ons_python: "ONS package from records",
};

export const LARGE = {
  plain_read_wasm: "plain read, SIMD",
  plain_read_wasm_scalar: "plain read, scalar",
  rollup: "roll-up, SIMD",
  rollup_scalar: "roll-up, scalar",
  js_rollup: "hand-written loop, roll-up alone",
  js_loop: "hand-written loop",
  engine: "engine",
  call: "whole call",
};

export const CALLS = { engine: "engine, SIMD", engine_scalar: "engine, scalar", call: "whole call", call_in_worker: "whole call through the worker" };

export const SIZES = {
  cellveil: "cellveil",
  cellveil_with_element: "cellveil with its element",
  cellveil_full_core: "cellveil's larger core, where a table needs it",
  arquero: "arquero",
  duckdb: "DuckDB-WASM",
  mosaic: "Mosaic, with DuckDB-WASM",
  perspective: "Perspective",
};

export const PAGES = {
  plain: "a table in HTML, without a script",
  element_written: "cellveil's element, census sample, its table in the HTML",
  element_preloaded: "cellveil's element, census sample, files preloaded by the HTML",
  element_only: "cellveil's element, census sample",
  reference: "cellveil's element, reference table",
  site: "cellveil's page",
  arquero: "arquero, reference table",
  duckdb: "DuckDB-WASM, reference table",
};

export const RELEASES = {
  views: "views",
  files: "files",
  tiles: "tiles, bytes",
  manifest: "cube.json, bytes",
  manifest_brotli: "cube.json with brotli, bytes",
  build: "build, ms",
  table: "the reference table, whole call, ms",
  open_to_first_table: "the same from opening the cube on, ms",
};

export const DESIGNS = {
  native_d10_v9: "D = 10, V = 9, native",
  native_d50_v30: "D = 50, V = 30, native",
  wasm_d10_v9: "D = 10, V = 9, in wasm",
  wasm_d50_v30: "D = 50, V = 30, in wasm",
  command_d10_v9: "D = 10, V = 9, the whole command",
  command_d50_v30: "D = 50, V = 30, the whole command",
};

export const PEOPLE = {
  node: "in wasm, Node",
  chromium: "in wasm, Chromium",
  command: "the whole command, with its file",
};

export const RESULTS = {
  intervals: "intervals of all counts, in wasm",
  intervals_percentages: "intervals of all percentages, from those of the counts",
  workbook: "Excel file",
};

const PEERS = /^(arquero|duckdb|mosaic|perspective|ons)/;
/** Answers that only Node measures: Chromium has no files, and the ONS package is in Python. */
const IN_NODE = /^(call$|ons_)|_(coarse_cells|cold_start)$/;
/** Differences of two times, which may be negative. */
const DIFFERENCES = ["load_without_open", "step_seconds"];

const COST = ["seconds", ...(HAS_MEMORY ? ["memory_mb"] : [])];

/** Returns the rows of cellveil and of the installed peers. @param {Record<string, string>} titles */
function rowsOf(titles) {
  const { npm, python } = installedPeers();
  return Object.keys(titles).filter((name) => !PEERS.test(name) || (name.startsWith("ons") ? python : npm));
}

/**
 * Returns the figures that each part must measure, as paths in the result.
 * @param {Sizes} sizes
 * @returns {Record<string, string[]>}
 */
function expected(sizes) {
  const below = (/** @type {string} */ place, /** @type {string[]} */ names) => names.map((name) => `${place}/${name}`);
  const releases = { count: ["views", "files"], bytes: ["tiles", "manifest", "manifest_brotli"], ms: ["build", "table", "open_to_first_table"] };
  return {
    hypercube: below("cases/hypercube/times", [...Object.keys(CALLS), "call_9240_cells", "call_997920_cells"]),
    ten_million: below("cases/ten_million/times", Object.keys(LARGE)),
    methods: below("methods", [...Object.keys(METHODS), ...Object.keys(PTABLES), "sha256", "sha256_together"]),
    ptable: below("ptable", Object.keys(DESIGNS)),
    sealed: Object.entries(releases).flatMap(([kind, names]) => below(`sealed/${kind}`, names.flatMap((name) => [`${name}_sealed`, `${name}_keyed`]))),
    audit: sizes.audit.flatMap(({ persons }) => below(`audit/${persons}`, ["cells", ...COST])),
    people: below("people", Object.keys(PEOPLE)),
    results: below("results", Object.keys(RESULTS)),
    pretabular: Object.entries(groupsOf(sizes)).flatMap(([group, rows]) => [
      `pretabular/${group}/records`,
      ...rows.flatMap((row, at) => below(`pretabular/${group}/rows/${row}`, at === 0 ? COST : [...COST, "step_seconds", "ratio"])),
    ]),
    build: Object.entries(buildingsOf()).flatMap(([group, rows]) => [
      `build/${group}/records`,
      `build/${group}/cells`,
      ...rows.flatMap((row) => below(`build/${group}/rows/${row}`, [...COST, "file_mb"])),
    ]),
    page: below("cases/page/times", ["first_table_site", "first_table_element", "first_table_preloaded", "first_table_written"]),
    peers: [
      ...below("peers/node", rowsOf(ANSWERS)),
      ...below("peers/chromium", rowsOf(ANSWERS).filter((name) => !IN_NODE.test(name) || name === "js_loop_coarse_cells")),
      ...below("peers/bytes", rowsOf(SIZES)),
    ],
    growth: growthOf(sizes).flatMap(({ name, sizes, columns }) => sizes.flatMap((_, at) => below(`growth/${name}/steps/${at}`, columns))),
    links: sizes.links.flatMap((link) => below(`links/${link}`, rowsOf(PAGES))),
  };
}

/** The parts, in the order in which they are measured. */
export const PARTS = [...casesOf({ cells: 1 }).map(({ name }) => name), "methods", "ptable", "sealed", "audit", "people", "results", "pretabular", "build", "page", "peers", "growth", "links"];

/**
 * Returns the flaws of a result: unmeasured rows, and figures that are not positive numbers.
 * @param {Result} result
 * @param {Iterable<string>} parts that were measured
 * @param {Sizes} sizes
 * @returns {string[]}
 */
export function flaws(result, parts, sizes) {
  const found = new Map(leaves({ ...result, machine: {}, budgets: [], cases: byName(result.cases), growth: byName(result.growth ?? []) }, ""));
  const rows = expected(sizes);
  const missing = [...parts].flatMap((part) => rows[part].filter((place) => !found.has(place)).map((place) => `${part}: no ${place}`));
  const figures = [...found].filter(([, value]) => typeof value !== "string" && value !== undefined);
  const odd = figures.filter(([place, value]) => !(Number.isFinite(value) && (Number(value) > 0 || DIFFERENCES.some((name) => place.endsWith(`/${name}`)))));
  return [...missing, ...odd.map(([place, value]) => `${place} is ${value}; expected a positive number`)];
}

/** @template {{ name: string }} One @param {One[]} all */
const byName = (all) => Object.fromEntries(all.map((one) => [one.name, one]));

/** Returns all values with their paths. @param {unknown} value @param {string} place @returns {[string, unknown][]} */
function leaves(value, place) {
  if (value === null || typeof value !== "object") return [[place, value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, place ? `${place}/${name}` : name));
}
