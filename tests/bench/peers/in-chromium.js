/**
 * Measures the reference table of every peer in Chromium, in the main thread of the page. Only Perspective runs in a
 * worker, because its package has no other way to run in a page. The page compares the answers of the peers with the
 * loop's. Node compares the loop's answer with cellveil's.
 */

import { path } from "../../../scripts/lib.js";
import { serve } from "../../../scripts/serve.js";
import { plainQuery } from "../../../www/api/query.js";
import { launch, wholeChromium } from "../../browser/chromium.js";
import { hypercube } from "../cases/hypercube.js";
import { installedPeers } from "./install.js";

/** @import { Times } from "../bench.js" */
/** @import { LoopTable } from "../loop.js" */
/** @import { Effort, Sizes } from "../sizes.js" */

/** Returns lists of numbers, because typed arrays cannot be sent to a page. @param {LoopTable} table */
function plain({ axes, filter, counts, keys, population }) {
  return {
    axes: axes.map(({ codes, classOf, size }) => ({ codes: [...codes], classOf: [...classOf], size })),
    filter: filter && { codes: [...filter.codes], code: filter.code },
    counts: [...counts],
    keys: [...keys],
    population,
  };
}

/** @param {Sizes} sizes @returns {Promise<Times>} milliseconds */
export async function measurePeersInChromium({ effort, web }) {
  const server = await serve(path(web.folder), 0, { brotli: true });
  const browser = await launch({ executablePath: wholeChromium() });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}empty.html`);
    return await page.evaluate(inPage, {
      npm: installedPeers().npm,
      query: JSON.stringify(plainQuery(hypercube.query)),
      base: plain(hypercube.table()),
      coarse: plain(hypercube.coarseTable()),
      effort,
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** @param {{ npm: boolean, query: string, base: any, coarse: any, effort: Effort }} given @returns {Promise<Times>} */
async function inPage({ npm, query, base, coarse, effort }) {
  const load = (/** @type {string} */ name) => import(name);
  const bytes = async (/** @type {string} */ name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
  const text = async (/** @type {string} */ name) => (await fetch(name)).text();
  const [{ repeated, repeatedSync, timeAll }, loop, coarseLoop] = await Promise.all([load("/bench/measure.js"), load("/bench/loop.js?base"), load("/bench/loop.js?coarse")]);
  const noise = new Int8Array((await bytes("/noise.bin")).buffer);

  const core = await load("/core/cellveil.js");
  await core.default({ module_or_path: await bytes("/core/cellveil_bg.wasm") });
  const folder = "/cubes/hypercube";
  const cube = core.WasmCube.open(await bytes(`${folder}/cube.json`));
  for (const file of cube.plan(query)) cube.load(file.path, await bytes(`${folder}/${file.path}`));
  const bench = cube.bench_table(query);

  const typed = (/** @type {any} */ table) => ({
    ...table,
    axes: table.axes.map((/** @type {any} */ axis) => ({ codes: Uint8Array.from(axis.codes), classOf: Uint8Array.from(axis.classOf), size: axis.size })),
    filter: { codes: Uint8Array.from(table.filter.codes), code: table.filter.code },
    counts: Uint32Array.from(table.counts),
    keys: Uint8Array.from(table.keys),
    noise,
  });
  const [table, view] = [typed(base), typed(coarse)];
  const values = loop.tabulate(table);
  /** @type {Record<string, any>} */
  const works = {
    rollup: (/** @type {number} */ n) => cube.bench_roll_up(bench, n),
    groups_and_protect: (/** @type {number} */ n) => cube.bench_groups_and_protect(bench, n),
    js_loop_base_cells: repeatedSync(() => loop.tabulate(table)),
    js_loop_coarse_cells: repeatedSync(() => coarseLoop.tabulate(view)),
  };
  if (npm) {
    const [{ placed }, duckdb, blocking, arquero, mosaic, perspective] = await Promise.all(
      ["/bench/peers/reference.js", "/bench/peers/duckdb.js", "/duckdb-blocking.js", "/arquero.js", "/mosaic.js", "/perspective.js"].map(load),
    );
    const wasm = { mainModule: new URL("/duckdb-eh.wasm", location.href).href, mainWorker: "" };
    const db = await blocking.createDuckDB({ mvp: wasm, eh: wasm }, new blocking.VoidLogger(), blocking.BROWSER_RUNTIME);
    await db.instantiate(() => {});
    const data = { cells: await text("/cells.csv"), ptable: await text("/ptable.csv") };
    const connection = duckdb.load(db, data);
    perspective.init_client(fetch("/perspective-js.wasm"));
    perspective.init_server(fetch("/perspective-server.wasm"));
    const client = await perspective.worker();
    const [axes, filter] = [table.axes, table.filter];
    const columns = {
      age: axes[0].codes, education: axes[1].codes, occupation: axes[2].codes, region: filter.codes, count: table.counts, key: table.keys,
    };
    const ways = {
      ...duckdb.questions(connection, noise),
      mosaic: mosaic.question(mosaic, connection, noise),
      arquero: arquero.question(arquero, columns, noise),
      ...(await perspective.questions(client, perspective.tableFromIPC, columns, noise)),
    };
    for (const [name, way] of Object.entries(ways)) {
      const answer = way();
      const found = placed(await answer);
      const wrong = values.findIndex((/** @type {number} */ value, /** @type {number} */ cell) => value !== found[cell]);
      if (wrong >= 0) throw new Error(`${name} gives another table: cell ${wrong}`);
      works[name] = answer instanceof Promise ? repeated(way) : repeatedSync(way);
    }
  }
  const { rollup, groups_and_protect, ...others } = await timeAll(works, effort);
  return { engine: rollup + groups_and_protect, ...others };
}
