/** Measures the cost of one table of a cube, step by step. */

import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../../scripts/lib.js";
import { plainQuery } from "../../../www/api/query.js";
import { benchCore, openBench } from "../in-node.js";
import { repeated, repeatedSync, timeAll } from "../measure.js";

/** @import { Question } from "../../../www/api/types.js" */
/** @import { Work } from "../measure.js" */
/** @import { Effort } from "../sizes.js" */

/**
 * Returns the milliseconds of the engine's steps, of the complete call and of other works, and the fetched bytes.
 * @param {string} folder of a cube, relative to `target`
 * @param {Question} question
 * @param {Effort} effort
 * @param {(values: (number | null)[]) => Record<string, Work>} [others] receives the values of the table
 * @returns {Promise<Record<string, number>>}
 */
export async function measureTable(folder, question, effort, others = () => ({})) {
  const core = await benchCore();
  const { cube, bench, manifest, files } = openBench(core, path("target", folder), JSON.stringify(plainQuery(question)));
  const opened = await openCube(pathToFileURL(path("target", folder, "cube.json")));
  const { values } = await opened.table(question);
  const { rollup, groups_and_protect, ...rest } = await timeAll({
    open: repeatedSync(() => core.WasmCube.open(manifest).free()),
    load: repeatedSync(() => {
      const fresh = core.WasmCube.open(manifest);
      for (const file of files) fresh.load(file.path, file.bytes);
      fresh.free();
    }),
    plan: (n) => cube.bench_plan(bench, n),
    rollup: (n) => cube.bench_roll_up(bench, n),
    groups_and_protect: (n) => cube.bench_groups_and_protect(bench, n),
    call: repeated(() => opened.table(question)),
    ...others(values),
  }, effort);
  const found = {
    cells_read: cube.bench_plan(bench, 1),
    table_cells: values.length,
    bytes_fetched: files.reduce((sum, file) => sum + file.bytes.length, manifest.length),
    ...rest,
    engine: rollup + groups_and_protect,
  };
  opened.close();
  bench.free();
  cube.free();
  return found;
}
