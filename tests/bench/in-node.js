/** Measures in Node: opening a cube, the steps inside the core, the complete call, and the loop in JavaScript. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { plainQuery } from "../../www/api/query.js";
import { corePackage } from "./build-bench.js";
import { loopFor } from "./loop.js";
import { repeated, repeatedSync, timeAll } from "./measure.js";

/** @import { Times } from "./bench.js" */
/** @import { Variant } from "./build-bench.js" */
/** @import { Case } from "./cases/index.js" */
/** @import { LoopTable } from "./loop.js" */
/** @import { Sizes } from "./sizes.js" */

/** @param {Variant} [variant] @returns {Promise<any>} the bindings of a measurable core after its start */
export async function benchCore(variant = "simd") {
  const glue = await import(pathToFileURL(path(corePackage(variant), "cellveil.js")).href);
  await glue.default({ module_or_path: readFileSync(path(corePackage(variant), "cellveil_bg.wasm")) });
  return glue;
}

/**
 * Opens a cube in a measurable core, loads the files that a query needs, and runs all steps of the query.
 * @param {any} core
 * @param {string} folder
 * @param {string} query
 */
export function openBench(core, folder, query) {
  const read = (/** @type {string} */ file) => readFileSync(`${folder}/${file}`);
  const manifest = read("cube.json");
  const cube = core.WasmCube.open(manifest);
  /** @type {{ path: string, bytes: Uint8Array }[]} */
  const files = [];
  // A cube in parts names its tiles only after its lists of tiles are loaded.
  for (let needed; (needed = cube.table(query).missing); ) {
    for (const { path } of needed) {
      const file = { path, bytes: read(path) };
      cube.load(path, file.bytes);
      files.push(file);
    }
  }
  return { cube, bench: cube.bench_table(query), manifest, files };
}

/** Copies the columns of a loop's table into the memory of a core. @param {any} core @param {LoopTable} table */
export function plainColumns(core, { axes, filter, counts, keys }) {
  const columns = new core.PlainColumns();
  for (const { codes } of filter ? [filter, ...axes] : axes) columns.add_bytes(codes);
  columns.add_words(counts);
  if (keys instanceof Uint8Array) columns.add_bytes(keys);
  else columns.add_words(keys);
  return columns;
}

/** @param {Case} one @param {Sizes} sizes @returns {Promise<Times>} */
export async function measureNode(one, { effort, scalar: builtScalar }) {
  const folder = path("target", one.folder);
  const [simd, scalar] = [await benchCore("simd"), await benchCore(builtScalar ? "scalar" : "simd")];
  const query = JSON.stringify(plainQuery(one.query));
  const { cube, bench, manifest, files } = openBench(simd, folder, query);
  const read = (/** @type {string} */ file) => readFileSync(`${folder}/${file}`);
  const url = pathToFileURL(`${folder}/cube.json`);
  const opening = await timeAll({
    open_manifest: repeatedSync(() => simd.WasmCube.open(manifest).free()),
    read_files: repeatedSync(() => files.forEach((file) => read(file.path))),
    open_and_decode: repeatedSync(() => {
      const fresh = simd.WasmCube.open(manifest);
      for (const file of files) fresh.load(file.path, file.bytes);
      fresh.free();
    }),
    open_to_first_table: repeated(async () => {
      const opened = await openCube(url);
      await opened.table(one.query);
      opened.close();
    }),
  }, effort);

  const opened = await openCube(url);
  const table = await opened.table(one.query);
  const plain = openBench(scalar, folder, query);
  const [base, coarse] = [one.table(), one.coarseTable()];
  const [loop, coarseLoop] = [await loopFor(one.name), await loopFor(`${one.name}-coarse`)];
  for (const cells of [base, coarse]) {
    assert.deepEqual([...loop.tabulate(cells)], table.values, `${one.name}: the loop in JavaScript gives the same table`);
  }
  const [columns, scalarColumns] = [plainColumns(simd, base), plainColumns(scalar, base)];
  // JavaScript rounds sums above 2^53, so the check allows a small error.
  const sum = loop.plainRead(base);
  for (const found of [columns, scalarColumns]) assert.ok(Math.abs(found.bench_read(1) / sum - 1) < 1e-9, `${one.name}: all read the same columns`);
  const steps = await timeAll({
    plain_read_wasm: (n) => columns.bench_read(n),
    plain_read_wasm_scalar: (n) => scalarColumns.bench_read(n),
    plain_read_js: repeatedSync(() => loop.plainRead(base)),
    js_rollup: repeatedSync(() => loop.rollUp(base)),
    js_loop_base_cells: repeatedSync(() => loop.tabulate(base)),
    js_loop_coarse_cells: repeatedSync(() => coarseLoop.tabulate(coarse)),
    plan: (n) => cube.bench_plan(bench, n),
    compile_method: (n) => cube.bench_compile(bench, n),
    rollup: (n) => cube.bench_roll_up(bench, n),
    rollup_scalar: (n) => plain.cube.bench_roll_up(plain.bench, n),
    groups_and_protect: (n) => cube.bench_groups_and_protect(bench, n),
    groups_and_protect_scalar: (n) => plain.cube.bench_groups_and_protect(plain.bench, n),
    protect: (n) => cube.bench_protect(bench, n),
    call: repeated(() => opened.table(one.query)),
    call_and_values: repeated(async () => (await opened.table(one.query)).values),
    call_and_csv: repeated(async () => (await opened.table(one.query)).toCSV()),
  }, effort);
  plain.bench.free();
  plain.cube.free();

  /** @type {Times} */
  const times = {
    ...opening,
    ...steps,
    // Uses the cells that the engine reads. They can belong to a coarser view.
    js_loop: cube.bench_plan(bench, 1) < base.counts.length ? steps.js_loop_coarse_cells : steps.js_loop_base_cells,
    engine: steps.rollup + steps.groups_and_protect,
    engine_scalar: steps.rollup_scalar + steps.groups_and_protect_scalar,
  };
  for (const [name, query] of Object.entries(one.more)) {
    const json = JSON.stringify(plainQuery(query));
    for (const file of cube.plan(json)) cube.load(file.path, read(file.path));
    const bench = cube.bench_table(json);
    const { rollup, rest, call } = await timeAll({
      rollup: (n) => cube.bench_roll_up(bench, n),
      rest: (n) => cube.bench_groups_and_protect(bench, n),
      call: repeated(() => opened.table(query)),
    }, effort);
    times[`engine_${name}`] = rollup + rest;
    times[`call_${name}`] = call;
    bench.free();
  }
  opened.close();
  for (const owned of [columns, scalarColumns, bench, cube]) owned.free();
  return times;
}
