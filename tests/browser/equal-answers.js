/** The command line and the API in a worker of Chromium give the same bytes for each query, with SIMD and without. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { CUBES, assertAnswered, assertSame, commandLineAnswers, make, questions, shown } from "../js/support/equality.js";
import { asWritten } from "../js/support/random-queries.js";
import { launch } from "./chromium.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Answer, TestedCube } from "../js/support/equality.js" */
/** @import { PairQuery } from "../js/support/random-queries.js" */

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Browser} */
let browser;

before(async () => {
  server = await serve(path("target"));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * Opens an empty page next to the site. The page opens `cube`: in a worker with `worker`, otherwise first in its own thread.
 * @param {string} folder
 * @param {{ simd?: boolean, lacking?: boolean, worker?: true }} [how] `lacking`: the browser has no SIMD
 */
async function pageWith(folder, { simd, lacking, worker } = {}) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const cores = [];
  page.context().on("request", (request) => cores.push(...(/cellveil\w*_bg\.wasm/.exec(request.url()) ?? [])));
  if (lacking) await page.addInitScript(() => { WebAssembly.validate = () => false; });
  const address = `${server.url}empty.html`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>empty</title>" }));
  await page.goto(address);
  const started = worker && page.waitForEvent("worker");
  const description = await page.evaluate(async ({ api, cube, simd, worker }) => {
    const { openCube } = await import(api);
    const opened = await openCube(cube, { simd, worker });
    Object.assign(globalThis, { cube: opened });
    const { dimensions, methods, defaultMethod, audience, mayReveal } = opened;
    return { dimensions, methods, defaultMethod, audience, mayReveal };
  }, { api: "/site/cellveil/index.js", cube: `/${folder}/cube.json`, simd, worker });
  await started;
  return { page, description, cores };
}

/**
 * Returns the answers to all queries, one after another, in one call. The queries are sent as text, because Playwright
 * drops keys such as `__proto__` from objects.
 * @param {Page} page
 * @param {PairQuery[]} queries
 * @returns {Promise<Answer[]>}
 */
function ask(page, queries) {
  return page.evaluate(async (asked) => {
    const { cube } = /** @type {any} */ (globalThis);
    const answers = [];
    for (const query of JSON.parse(asked)) {
      try {
        const table = await cube.table(query);
        answers.push({ csv: table.toCSV(), receipt: table.receipt });
      } catch (error) {
        const { message, fault } = /** @type {any} */ (error);
        answers.push({ error: message, fault });
      }
    }
    return answers;
  }, JSON.stringify(queries.map(asWritten)));
}

/** @param {number} count of random queries to each cube */
export function testEqualAnswers(count) {
  for (const how of CUBES) testCube(how, count);
  test("a page builds small tables in its thread, moves to a worker for a larger core, and keeps its answers", movesToWorker);
  test("a browser without SIMD loads only the scalar core", withoutSimd);
}

/** @param {TestedCube} how @param {number} count */
function testCube(how, count) {
  const { folder } = how;
  test(`${folder}: the same answers in Chromium, with SIMD and without, as on the command line`, async () => {
    make(how);
    const { page, description, cores } = await pageWith(folder, { worker: true });
    // This page builds its first tables in its own thread.
    const scalar = await pageWith(folder, { simd: false });
    const { random, wrong } = questions(/** @type {any} */ (description), how, count);
    const asked = [...random, ...wrong];
    const [expected, found, foundScalar] = await Promise.all([commandLineAnswers(folder, asked), ask(page, asked), ask(scalar.page, asked)]);
    assertAnswered(expected.slice(0, random.length), how);
    for (const [number, query] of asked.entries()) {
      assertSame(found[number], expected[number], shown(folder, query));
      assertSame(foundScalar[number], expected[number], `without SIMD: ${shown(folder, query)}`);
    }
    // A sealed cube refuses methods in queries, so no query needs the core of table methods.
    const tables = folder.endsWith("-sealed") ? [] : ["cellveil_tables_bg.wasm"];
    assert.deepEqual([...new Set(cores)].sort(), ["cellveil_bg.wasm", "cellveil_full_bg.wasm", ...tables]);
    assert.deepEqual(scalar.cores, ["cellveil_scalar_bg.wasm"]);
    await page.close();
    await scalar.page.close();
  });
}

async function movesToWorker() {
  const [{ folder }] = CUBES;
  const { page, cores } = await pageWith(folder);
  const small = { rows: ["region"], columns: ["sex", "age"], method: "default" };
  const steps = [small, { ...small, method: "small-cell" }, { ...small, method: "controlled5" }, small];
  const expected = await commandLineAnswers(folder, steps);
  const seen = [];
  for (const [step, query] of steps.entries()) {
    assert.deepEqual(await ask(page, [query]), [expected[step]]);
    seen.push([page.workers().length, cores.length]);
  }
  // Only the worker runs larger cores. Each core is fetched once.
  assert.deepEqual(seen, [[0, 1], [1, 2], [1, 3], [1, 3]]);
  await page.close();
}

async function withoutSimd() {
  const [{ folder }] = CUBES;
  const { page, cores } = await pageWith(folder, { lacking: true });
  const asked = ["default", "small-cell", "matrix"].map((method) => ({ rows: ["region"], columns: ["sex", "age"], method }));
  assert.deepEqual(await ask(page, asked), await commandLineAnswers(folder, asked));
  assert.deepEqual(cores, ["cellveil_scalar_bg.wasm"]);
  await page.close();
}
