/** What is measured in Node: opening, the steps inside the core, the whole call, and the loop in JavaScript. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { plainQuery } from "../../www/api/query.js";
import { plainRead, rollUp, tabulate } from "./loop.js";
import { time, timeOnce, timeSync } from "./measure.js";

/** @import { Times } from "./bench.js" */
/** @import { Case } from "./cases/index.js" */

/** @returns {Promise<any>} the bindings of the measurable core, started */
async function benchCore() {
  const glue = await import(pathToFileURL(path("target/bench/pkg/cellveil.js")).href);
  await glue.default({ module_or_path: readFileSync(path("target/bench/pkg/cellveil_bg.wasm")) });
  return glue;
}

/** @param {Case} one @returns {Promise<Times>} */
export async function measureNode(one) {
  const folder = path("target", one.folder);
  /** @type {Times} */
  const times = {};

  const { WasmCube } = await benchCore();
  const query = JSON.stringify(plainQuery(one.query));
  const read = (/** @type {string} */ file) => readFileSync(`${folder}/${file}`);
  const manifest = read("cube.json");
  const cube = WasmCube.open(manifest);
  /** @type {{ path: string }[]} */
  const planned = cube.plan(query);
  const files = planned.map((file) => ({ path: file.path, bytes: read(file.path) }));
  for (const file of files) cube.load(file.path, file.bytes);
  times.open_manifest = await timeSync(() => WasmCube.open(manifest).free());
  times.read_files = await timeSync(() => planned.forEach((file) => read(file.path)));
  times.decode = await timeSync(() => {
    const fresh = WasmCube.open(manifest);
    for (const file of files) fresh.load(file.path, file.bytes);
    fresh.free();
  }) - times.open_manifest;
  const url = pathToFileURL(`${folder}/cube.json`);
  times.open_to_first_table = await timeOnce(async () => {
    const opened = await openCube(url);
    await opened.table(one.query);
    opened.close();
  });

  const { views } = JSON.parse(manifest.toString());
  const columns = Uint32Array.from(one.columns, (name) => views[0].axes.indexOf(name));
  const bench = cube.bench_table(query);
  times.plain_read_wasm = await time((n) => cube.bench_read(bench, columns, n));
  times.plan = await time((n) => cube.bench_plan(bench, n));
  times.compile_method = await time((n) => cube.bench_compile(bench, n));
  times.rollup = await time((n) => cube.bench_roll_up(bench, n));
  times.totals_and_protect = await time((n) => cube.bench_totals_and_protect(bench, n));
  times.protect = await time((n) => cube.bench_protect(bench, n));
  times.engine = times.rollup + times.totals_and_protect;

  const opened = await openCube(url);
  const table = await opened.table(one.query);
  times.call = await timeOnce(() => opened.table(one.query));
  times.call_and_values = await timeOnce(async () => (await opened.table(one.query)).values);
  times.call_and_csv = await timeOnce(async () => (await opened.table(one.query)).toCSV());
  for (const [name, query] of Object.entries(one.more)) {
    const bench = cube.bench_table(JSON.stringify(plainQuery(query)));
    times[`engine_${name}`] =
      (await time((n) => cube.bench_roll_up(bench, n))) + (await time((n) => cube.bench_totals_and_protect(bench, n)));
    times[`call_${name}`] = await timeOnce(() => opened.table(query));
    bench.free();
  }
  opened.close();

  const columnsInJs = one.table();
  assert.deepEqual([...tabulate(columnsInJs)], table.values, `${one.name}: the loop in JavaScript gives the same table`);
  // JavaScript rounds sums above 2^53.
  const [sum, sumInJs] = [cube.bench_read(bench, columns, 1), plainRead(columnsInJs)];
  assert.ok(Math.abs(sum / sumInJs - 1) < 1e-9, `${one.name}: both read the same columns`);
  times.plain_read_js = await timeSync(() => plainRead(columnsInJs));
  times.js_rollup = await timeSync(() => rollUp(columnsInJs));
  times.js_loop = await timeSync(() => tabulate(columnsInJs));
  bench.free();
  cube.free();
  return times;
}
