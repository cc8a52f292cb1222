/** Measures in Node the cost per cell of each method. */

import { readFileSync } from "node:fs";
import { path } from "../../scripts/lib.js";
import { plainQuery } from "../../www/api/query.js";
import { FOLDER, METHODS, PTABLES } from "../js/support/million-cells.js";
import { benchCore } from "./in-node.js";
import { timeAll } from "./measure.js";

/** @import { Times } from "./bench.js" */
/** @import { Sizes } from "./sizes.js" */

/** With so few rows, all data fit in the second-level cache, so the memory does not affect the time. */
const ROWS = 20;
const CELLS = ROWS * 1000;

/** @param {Sizes} sizes @returns {Promise<Times>} nanoseconds per cell, by method */
export async function measureMethods({ effort }) {
  const { WasmCube } = await benchCore();
  const read = (/** @type {string} */ file) => readFileSync(path("target", FOLDER, file));
  const cube = WasmCube.open(read("cube.json"));
  const names = Object.keys(PTABLES);
  const own = Object.entries(METHODS);
  const filter = { a: Array.from({ length: ROWS }, (_, code) => String(code)) };
  const works = [...names.map((name) => [name, name]), ...own].map(([name, method]) => {
    const query = JSON.stringify(plainQuery({ rows: ["a"], columns: ["b"], filter, totals: false, method }));
    for (const file of cube.plan(query)) cube.load(file.path, read(file.path));
    const bench = cube.bench_table(query);
    return [name, (/** @type {number} */ times) => cube.bench_protect(bench, times)];
  });
  works.push(["sha256", (/** @type {number} */ times) => cube.bench_sha256(CELLS, times)]);
  const times = await timeAll(Object.fromEntries(works), effort);
  cube.free();
  return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, (ms * 1e6) / CELLS]));
}
