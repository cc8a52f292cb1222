/** Measures in Node the cost per cell of each method, in the engine, and of each table method, in a whole query. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { plainQuery } from "../../www/api/query.js";
import { FOLDER, METHODS, PTABLES } from "../js/support/million-cells.js";
import { benchCore } from "./in-node.js";
import { repeated, timeAll } from "./measure.js";

/** @import { Times } from "./bench.js" */
/** @import { Work } from "./measure.js" */
/** @import { Sizes } from "./sizes.js" */

/** With so few rows, all data fit in the second-level cache, so the memory does not affect the time. */
const ROWS = 20;
const CELLS = ROWS * 1000;

/** Returns a work for each method that protects the cells, and two works that only hash them. */
export async function methodWorks() {
  const { WasmCube } = await benchCore();
  const read = (/** @type {string} */ file) => readFileSync(path("target", FOLDER, file));
  const cube = WasmCube.open(read("cube.json"));
  const names = Object.keys(PTABLES);
  const own = Object.entries(METHODS);
  const filter = { a: Array.from({ length: ROWS }, (_, code) => String(code)) };
  /** @type {Record<string, Work>} */
  const works = {};
  for (const [name, method] of [...names.map((name) => [name, name]), ...own]) {
    const query = JSON.stringify(plainQuery({ rows: ["a"], columns: ["b"], filter, totals: false, method }));
    for (const file of cube.plan(query)) cube.load(file.path, read(file.path));
    const bench = cube.bench_table(query);
    works[String(name)] = (times) => cube.bench_protect(bench, times);
  }
  // One hash after the other by the crate `sha2`, and four hashes at a time, both in this core.
  works.sha256 = (times) => cube.bench_sha256(CELLS, times);
  works.sha256_together = (times) => cube.bench_sha256_together(CELLS, times);
  return { works, close: () => cube.free() };
}

/** @param {Sizes} sizes @returns {Promise<Times>} nanoseconds per cell, by method */
export async function measureMethods({ effort }) {
  const { works, close } = await methodWorks();
  const times = await timeAll(works, effort);
  close();
  return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, (ms * 1e6) / CELLS]));
}

/** Methods that look at the whole table. `none` is the same query without a table method, in the same core. */
const TABLE_METHODS = {
  none: { kind: "none" },
  semi_controlled_rounding: { kind: "semi-controlled-rounding", base: 5 },
  controlled_rounding: { kind: "controlled-rounding", base: 5 },
  suppression: { kind: "suppression", threshold: 3 },
  suppression_primary_only: { kind: "suppression", threshold: 3, secondary: "none" },
  small_count_rounding: { kind: "small-count-rounding", base: 3 },
  rounding_ipf: { kind: "random-rounding", base: 5, additivity: "ipf" },
  rounding_integer: { kind: "random-rounding", base: 5, additivity: "integer" },
};

/** Two-way tables of a town, with counts as real areas have them. */
const TABLES = { small: { rows: ["area:ward"], columns: ["age:band"] }, large: { rows: ["area"], columns: ["age"] } };

/**
 * Measures whole queries in the package's core of table methods, totals included.
 * @param {Sizes} sizes
 * @returns {Promise<Times>} microseconds per cell, by method and size
 */
export async function measureTableMethods({ effort }) {
  const cube = await openCube(pathToFileURL(path("target/site/cubes/tidewell/cube.json")));
  /** @type {Record<string, (times: number) => unknown>} */
  const works = {};
  /** @type {Record<string, number>} */
  const cells = {};
  for (const [size, table] of Object.entries(TABLES)) {
    for (const [name, method] of Object.entries(TABLE_METHODS)) {
      const query = { ...table, method };
      cells[`${name}_${size}`] = (await cube.table(query)).values.length;
      works[`${name}_${size}`] = repeated(() => cube.table(query));
    }
  }
  // Controlled rounding of 54,000 cells: in wasm, and by the command line from start to end.
  const large = await openCube(pathToFileURL(path("target", FOLDER, "cube.json")));
  const [method, codes] = [TABLE_METHODS.controlled_rounding, Array.from({ length: 54 }, (_, code) => String(code))];
  const words = ["table", path("target", FOLDER), "--rows", "a", "--columns", "b", "--filter", `b=${codes}`, "--method", JSON.stringify(method)];
  works.controlled_rounding_54000 = repeated(() => large.table({ rows: ["a"], columns: ["b"], filter: { b: codes }, method }));
  works.controlled_rounding_54000_native = repeated(async () => execFileSync(path("target/release/cellveil"), words, { maxBuffer: 1 << 26 }));
  cells.controlled_rounding_54000 = cells.controlled_rounding_54000_native = 1001 * 55;
  const times = await timeAll(works, effort);
  cube.close();
  large.close();
  return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, (ms * 1e3) / cells[name]]));
}
