/** What is measured in Node: opening, the steps inside the core, the whole call, and the loop in JavaScript. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { plainQuery } from "../../www/api/query.js";
import { plainRead, rollUp, tabulate } from "./loop.js";
import { repeated, repeatedSync, timeAll } from "./measure.js";

/** @import { Times } from "./bench.js" */
/** @import { Case } from "./cases/index.js" */

/** @returns {Promise<any>} the bindings of the measurable core, started */
export async function benchCore() {
  const glue = await import(pathToFileURL(path("target/bench/pkg/cellveil.js")).href);
  await glue.default({ module_or_path: readFileSync(path("target/bench/pkg/cellveil_bg.wasm")) });
  return glue;
}

/** @param {Case} one @returns {Promise<Times>} */
export async function measureNode(one) {
  const folder = path("target", one.folder);
  const { WasmCube } = await benchCore();
  const query = JSON.stringify(plainQuery(one.query));
  const read = (/** @type {string} */ file) => readFileSync(`${folder}/${file}`);
  const manifest = read("cube.json");
  const cube = WasmCube.open(manifest);
  /** @type {{ path: string }[]} */
  const planned = cube.plan(query);
  const files = planned.map((file) => ({ path: file.path, bytes: read(file.path) }));
  for (const file of files) cube.load(file.path, file.bytes);
  const url = pathToFileURL(`${folder}/cube.json`);
  const opening = await timeAll({
    open_manifest: repeatedSync(() => WasmCube.open(manifest).free()),
    read_files: repeatedSync(() => planned.forEach((file) => read(file.path))),
    open_and_decode: repeatedSync(() => {
      const fresh = WasmCube.open(manifest);
      for (const file of files) fresh.load(file.path, file.bytes);
      fresh.free();
    }),
    open_to_first_table: repeated(async () => {
      const opened = await openCube(url);
      await opened.table(one.query);
      opened.close();
    }),
  });

  const opened = await openCube(url);
  const table = await opened.table(one.query);
  const bench = cube.bench_table(query);
  const { views } = JSON.parse(manifest.toString());
  const columns = Uint32Array.from(one.columns, (name) => views[0].axes.indexOf(name));
  const inJs = one.table();
  assert.deepEqual([...tabulate(inJs)], table.values, `${one.name}: the loop in JavaScript gives the same table`);
  // JavaScript rounds sums above 2^53.
  const [sum, sumInJs] = [cube.bench_read(bench, columns, 1), plainRead(inJs)];
  assert.ok(Math.abs(sum / sumInJs - 1) < 1e-9, `${one.name}: both read the same columns`);
  const steps = await timeAll({
    plain_read_wasm: (n) => cube.bench_read(bench, columns, n),
    plain_read_js: repeatedSync(() => plainRead(inJs)),
    js_rollup: repeatedSync(() => rollUp(inJs)),
    js_loop: repeatedSync(() => tabulate(inJs)),
    plan: (n) => cube.bench_plan(bench, n),
    compile_method: (n) => cube.bench_compile(bench, n),
    rollup: (n) => cube.bench_roll_up(bench, n),
    totals_and_protect: (n) => cube.bench_totals_and_protect(bench, n),
    protect: (n) => cube.bench_protect(bench, n),
    call: repeated(() => opened.table(one.query)),
    call_and_values: repeated(async () => (await opened.table(one.query)).values),
    call_and_csv: repeated(async () => (await opened.table(one.query)).toCSV()),
  });

  /** @type {Times} */
  const times = { ...opening, ...steps, engine: steps.rollup + steps.totals_and_protect };
  for (const [name, query] of Object.entries(one.more)) {
    const bench = cube.bench_table(JSON.stringify(plainQuery(query)));
    const { rollup, rest, call } = await timeAll({
      rollup: (n) => cube.bench_roll_up(bench, n),
      rest: (n) => cube.bench_totals_and_protect(bench, n),
      call: repeated(() => opened.table(query)),
    });
    times[`engine_${name}`] = rollup + rest;
    times[`call_${name}`] = call;
    bench.free();
  }
  opened.close();
  bench.free();
  cube.free();
  return times;
}
