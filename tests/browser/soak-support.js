// Helpers of the soak test: small random queries, and the memory of a page with its workers.

import { generator } from "../js/support/random-queries.js";

/** @import { CubeDescription } from "../../www/api/types.js" */
/** @import { CDPSession } from "puppeteer-core" */
/** @import { Browser, Page } from "puppeteer-core" */

/** A table of the soak has at most this many cells, so that 100,000 tables take minutes. */
const MOST_CELLS = 150;

/**
 * Small random queries to a cube: one to three axes, filters, groups, methods, with and without totals.
 * @param {CubeDescription} cube
 * @param {{ seed: number, count: number, methods: string[] }} how
 */
export function smallQueries(cube, { seed, count, methods }) {
  const next = generator(seed);
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit);
  const one = (/** @type {any[]} */ items) => items[below(items.length)];
  const axes = cube.dimensions.flatMap(({ name, codes, levels }) => [{ name, dimension: name, codes }, ...levels.map((level) => ({ name: `${name}:${level.name}`, dimension: name, codes: level.codes }))]);
  const some = (/** @type {{ code: string }[]} */ codes) => codes.filter(() => next() < 0.5).map(({ code }) => code);
  return Array.from({ length: count }, () => {
    /** @type {typeof axes} */
    const chosen = [];
    let cells = 1;
    for (let left = 1 + below(3); left > 0; left--) {
      const axis = one(axes);
      const size = axis.codes.length + 1;
      if (cells * size > MOST_CELLS || chosen.some(({ dimension }) => dimension === axis.dimension)) continue;
      cells *= size;
      chosen.push(axis);
    }
    if (chosen.length === 0) chosen.push(/** @type {any} */ (axes.find(({ codes }) => codes.length < MOST_CELLS)));
    const names = chosen.map(({ name }) => name);
    const rows = 1 + below(names.length);
    const [filtered, grouped] = [one(axes), chosen[0]];
    const codes = some(filtered.codes);
    // Two groups with each code once, because table methods need groups that divide the codes.
    const group = some(grouped.codes);
    const rest = grouped.codes.map(({ code }) => code).filter((code) => !group.includes(code));
    return {
      rows: names.slice(0, rows),
      columns: names.slice(rows),
      filter: next() < 0.4 && codes.length ? { [filtered.name]: codes } : {},
      groups: next() < 0.2 && group.length && rest.length ? [[grouped.name, [["Some", group], ["Rest", rest]]]] : [],
      totals: next() < 0.8,
      method: one(methods),
      // A sealed cube adds up published areas.
      ...(cube.release === "sealed" ? { areas: "blocks" } : {}),
    };
  });
}

/** Rounds of garbage collection. Finalizers of one round release what the next round frees, and old code goes last. */
const ROUNDS = 6;

/** The least heap after some rounds of garbage collection. @param {CDPSession} session */
async function heap(session) {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await session.send("Runtime.getHeapUsage");
    least = Math.min(least, usedSize + embedderHeapUsedSize + backingStorageSize);
  }
  return least;
}

/** The bytes of WebAssembly's memories in a context. @param {CDPSession} session */
async function wasm(session) {
  const { result: prototype } = await session.send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" });
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: /** @type {string} */ (prototype.objectId) });
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId: /** @type {string} */ (objects.objectId),
    functionDeclaration: "function () { return this.reduce((sum, each) => sum + each.buffer.byteLength, 0); }",
    returnByValue: true,
  });
  await session.send("Runtime.releaseObject", { objectId: /** @type {string} */ (objects.objectId) });
  return result.value;
}

/** The memory of a page and its workers after garbage collection, in bytes. @param {Page} page @returns {Promise<{ page: number, workers: number, wasm: number }>} */
export async function memory(page) {
  const session = await page.createCDPSession();
  const sessions = page.workers().map((worker) => worker.client);
  const heaps = await Promise.all(sessions.map(heap));
  const memories = await Promise.all([session, ...sessions].map(wasm));
  const own = await heap(session);
  await session.detach();
  return { page: own, workers: heaps.reduce((sum, each) => sum + each, 0), wasm: memories.reduce((sum, each) => sum + each, 0) };
}

/** The processor time of the browser's pages so far, in seconds. Other programs on the machine do not change this time. @param {Browser} browser */
export async function processorTime(browser) {
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The queries of each tenth, by the number of their seed. The second half repeats the first, and the last tenth the second. */
export const TENTHS = [0, 1, 2, 3, 4, 2, 3, 4, 0, 1];

/** The tenths that are compared. The first tenth is the warm-up of a heap: code is compiled, and files are loaded. */
const EARLY = { heaps: [1, 5], seconds: [1, 4] };
const LATE = { heaps: [6, 10], seconds: [7, 10] };

/**
 * The growth of a heap that is no leak, in bytes. The engine drops compiled code and compiles it again, so the heap of a page
 * without a leak alternates between 1.30 MB and 1.40 MB. The allowance is above this difference, so that no order of the two
 * levels is a leak. Each early tenth has a late tenth 50,000 tables after it. A leak of 3 bytes a table is
 * found if the levels are equal, and a leak of 5.2 bytes a table in any order of the levels. A list that keeps one table in
 * a hundred leaks 60 bytes a table.
 */
export const HEAP_GROWTH = 150_000;
/** The growth of WebAssembly memory that is no leak: 5 %. */
const WASM_GROWTH = 1.05;
const SLOWER = 1.25;

/** The bytes of a page, its workers and their WebAssembly memories. @typedef {{ page: number, workers: number, wasm: number }} Memory */

/** The least of some tenths. A leak or slowness also raises the least, and garbage or other programs rarely do. @param {number[]} all @param {number[]} range */
const least = (all, [from, to]) => Math.min(...all.slice(from, to));

/**
 * What a soak finds: memory that grows after the warm-up, and tables that become slower.
 * @param {{ memories: Memory[], seconds: number[] }} run  at the end of each tenth, and for each tenth
 */
export function problemsOf({ memories, seconds }) {
  const problems = [];
  for (const kind of /** @type {const} */ (["page", "workers"])) {
    const heaps = memories.map((each) => each[kind]);
    const [first, last] = [least(heaps, EARLY.heaps), least(heaps, LATE.heaps)];
    if (last > first + HEAP_GROWTH) problems.push(`${kind}: ${first} to ${last} bytes`);
  }
  // WebAssembly memory never shrinks, so it has the size of the largest table so far. The second half has the same tables
  // again, and needs no more.
  const [before, after] = [memories[4].wasm, memories[memories.length - 1].wasm];
  if (after > before * WASM_GROWTH) problems.push(`wasm: ${before} to ${after} bytes`);
  const [first, last] = [least(seconds, EARLY.seconds), least(seconds, LATE.seconds)];
  if (last > first * SLOWER) problems.push(`a tenth took ${first.toFixed(2)} s, then ${last.toFixed(2)} s`);
  return problems;
}
