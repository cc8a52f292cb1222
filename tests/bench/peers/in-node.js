/** Measures the reference table of every peer in Node, and compares each answer with cellveil's, cell by cell. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { openCube } from "cellveil";
import { main, path } from "../../../scripts/lib.js";
import { plainQuery } from "../../../www/api/query.js";
import { coarseCells, hypercube, noise, numbers } from "../cases/hypercube.js";
import { benchCore, openBench } from "../in-node.js";
import { loopFor } from "../loop.js";
import { median, repeated, repeatedSync, timeAll } from "../measure.js";
import { question as arqueroQuestion } from "./arquero.js";
import { load, questions } from "./duckdb.js";
import { PEERS, PYTHON, installedPeers } from "./install.js";
import { question as mosaicQuestion } from "./mosaic.js";
import { questions as perspectiveQuestions } from "./perspective.js";
import { placed } from "./reference.js";

/** @import { Times } from "../bench.js" */
/** @import { Work } from "../measure.js" */
/** @import { Sizes } from "../sizes.js" */

/** Loads a module of a peer. @param {string} name */
const peer = (name) => createRequire(path(PEERS, "package.json"))(name);

/** Imports a file of a peer. @param {string} file */
const imported = (file) => import(pathToFileURL(path(PEERS, "node_modules", file)).href);

/** Returns the demo's cells and p-table as CSV. */
const csv = () => {
  const text = (/** @type {string} */ name) => gunzipSync(readFileSync(path("demo/hypercube", `${name}.csv.gz`))).toString();
  return { cells: text("cells"), ptable: text("ptable") };
};

/** @param {{ cells: string, ptable: string }} [data] */
async function startDuckdb(data = csv()) {
  const duckdb = peer("@duckdb/duckdb-wasm/blocking");
  const wasm = (/** @type {string} */ kind) => ({ mainModule: path(PEERS, `node_modules/@duckdb/duckdb-wasm/dist/duckdb-${kind}.wasm`), mainWorker: "" });
  const db = await duckdb.createDuckDB({ mvp: wasm("mvp"), eh: wasm("eh") }, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await db.instantiate(() => {});
  return load(db, data);
}

/**
 * Returns the milliseconds to the first answer in a new process: modules, instantiation, data, query.
 * @param {number} starts
 */
function coldDuckdb(starts) {
  const samples = Array.from({ length: starts }, () => {
    const done = spawnSync(process.execPath, [path("tests/bench/peers/in-node.js")], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    return Number(done.stdout);
  });
  return median(samples);
}

await main(import.meta.url, async () => {
  const start = performance.now();
  for (const row of questions(await startDuckdb(), noise()).duckdb_ad_hoc()) if (row) break;
  console.log(performance.now() - start);
});

/** @param {Sizes} sizes @returns {Promise<Times>} milliseconds */
export async function measurePeers({ effort, coldStarts }) {
  const cube = await openCube(pathToFileURL(path("target", hypercube.folder, "cube.json")));
  const { values } = await cube.table(hypercube.query);
  const { npm, python } = installedPeers();
  const query = JSON.stringify(plainQuery(hypercube.query));
  const { cube: core, bench } = openBench(await benchCore(), path("target", hypercube.folder), query);
  const [loop, coarse] = [await loopFor("peers"), await loopFor("peers-coarse")];
  const [base, view] = [hypercube.table(), hypercube.coarseTable()];
  assert.deepEqual([...loop.tabulate(base)], values, "the loop in JavaScript gives the same table");
  /** @type {Record<string, Work>} */
  const works = {
    rollup: (n) => core.bench_roll_up(bench, n),
    groups_and_protect: (n) => core.bench_groups_and_protect(bench, n),
    call: repeated(() => cube.table(hypercube.query)),
    js_loop_base_cells: repeatedSync(() => loop.tabulate(base)),
    js_loop_coarse_cells: repeatedSync(() => coarse.tabulate(view)),
  };
  if (npm) {
    const coarser = coarseCells();
    const [head] = csv().cells.split("\n", 1);
    const columns = (/** @type {number[][]} */ cells) =>
      Object.fromEntries(head.split(",").map((name, at) => [name, (name === "count" ? Uint32Array : Uint8Array).from(cells.map((cell) => cell[at]))]));
    const arquero = await imported("arquero/src/index.js");
    const [perspective, flechette] = [await imported("@perspective-dev/client/dist/esm/perspective.node.js"), await imported("@uwdata/flechette/src/index.js")];
    const mosaic = { core: await imported("@uwdata/mosaic-core/dist/src/index.js"), sql: await imported("@uwdata/mosaic-sql/dist/src/index.js") };
    const inPerspective = (/** @type {number[][]} */ cells) => perspectiveQuestions(perspective, flechette.tableFromIPC, columns(cells), noise());
    const connection = await startDuckdb();
    const ways = {
      ...questions(connection, noise()),
      mosaic: mosaicQuestion(mosaic, connection, noise()),
      arquero: arqueroQuestion(arquero, columns(numbers("cells.csv.gz")), noise()),
      ...(await inPerspective(numbers("cells.csv.gz"))),
      // These peers get the cells of the coarser view.
      duckdb_prepared_coarse_cells: questions(await startDuckdb({ ...csv(), cells: [head, ...coarser].join("\n") }), noise()).duckdb_prepared,
      arquero_coarse_cells: arqueroQuestion(arquero, columns(coarser), noise()),
      perspective_coarse_cells: (await inPerspective(coarser)).perspective,
    };
    for (const [name, way] of Object.entries(ways)) {
      const answer = way();
      assert.deepEqual([...placed(await answer)], values, `${name} gives the same table`);
      works[name] = answer instanceof Promise ? repeated(/** @type {() => Promise<unknown>} */ (way)) : repeatedSync(way);
    }
  }
  /** @type {Times} */
  const times = await timeAll(works, effort);
  const { rollup, groups_and_protect, ...others } = times;
  cube.close();
  bench.free();
  core.free();
  return {
    engine: rollup + groups_and_protect,
    ...others,
    ...(npm ? { duckdb_cold_start: coldDuckdb(coldStarts) } : {}),
    ...(python ? askOns(values) : {}),
  };
}

/** @param {(number | null)[]} values expected in the answer @returns {Times} */
function askOns(values) {
  const folder = path(PEERS, "csv");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(csv())) writeFileSync(`${folder}/${name}.csv`, text);
  const done = spawnSync(PYTHON, [path("tests/bench/peers/ons.py"), `${folder}/cells.csv`, `${folder}/ptable.csv`], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  assert.equal(done.status, 0, done.stderr);
  /** @type {{ times: Times, rows: [(number | null)[], number][] }} */
  const { times, rows } = JSON.parse(done.stdout);
  assert.deepEqual([...placed(rows.map(([codes, value]) => ({ codes, value })))], values, "the ONS package gives the same table");
  return times;
}
