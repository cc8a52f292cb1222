// The engine of a page: small tables in the page's thread, all tables in a worker after a large one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EarlyEngine } from "../../www/api/early.js";
import { fault } from "../../www/api/errors.js";

/** @import { EngineCalls, PlainQuery, Reply } from "../../www/api/types.js" */

const REGION = { name: "region", label: "Region", role: null, codes: Array.from({ length: 10 }, (_, i) => ({ code: `${i}`, label: "" })), levels: [] };
const AREA = { name: "area", label: "Area", role: null, codes: [], size: 100_000, levels: [{ name: "country", label: "Country", codes: REGION.codes }] };
const SMALL = /** @type {PlainQuery} */ ({ rows: ["region"] });
const MANIFEST = new Uint8Array(1_000);

/**
 * An engine that records its calls. It has the tables of a cube once `needed` is loaded.
 * @param {string} name
 * @param {string[]} log
 * @param {{ needed?: { path: string, bytes: number }[], fails?: Partial<Record<keyof EngineCalls, string>> }} [how] `fails`: codes of errors by call
 */
function engine(name, log, { needed = [], fails = {} } = {}) {
  /** @type {Map<number, Set<string>>} */
  const cubes = new Map();
  const begin = async (/** @type {keyof EngineCalls} */ call, /** @type {string} */ what) => {
    log.push(`${name} ${call} ${what}`);
    // The real engine waits for its core before each call, some turns of the queue of microtasks.
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    if (fails[call]) throw fault(/** @type {string} */ (fails[call]), "");
  };
  return /** @type {EngineCalls} */ (/** @type {unknown} */ ({
    start: () => begin("start", ""),
    async open(/** @type {number} */ handle) {
      await begin("open", `${handle}`);
      cubes.set(handle, new Set());
      return { dimensions: [REGION, AREA] };
    },
    async load(/** @type {number} */ handle, /** @type {string} */ path, /** @type {Uint8Array} */ bytes) {
      const begun = begin("load", `${handle} ${path} ${bytes.length}`);
      // A worker takes the bytes from the page at once.
      if (name === "worker") structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
      await begun;
      if (name === "page" && bytes.length === 0) throw fault("damaged-file", "the bytes have moved to the worker");
      cubes.get(handle)?.add(path);
    },
    /** @returns {Promise<Reply>} */
    async table(/** @type {number} */ handle, /** @type {PlainQuery} */ { rows }) {
      await begin("table", `${handle} ${rows}`);
      const loaded = cubes.get(handle);
      if (!loaded) return { stale: true };
      const missing = needed.filter(({ path }) => !loaded.has(path));
      return missing.length > 0 ? { missing } : /** @type {any} */ ({ table: name });
    },
    async close(/** @type {number} */ handle) {
      log.push(`${name} close ${handle}`);
      cubes.delete(handle);
    },
  }));
}

/** @param {Parameters<typeof engine>[2]} [how] @param {Parameters<typeof engine>[2]} [inWorker] */
function early(how, inWorker = { needed: how?.needed }) {
  /** @type {string[]} */
  const log = [];
  const here = engine("page", log, how);
  const worker = engine("worker", log, inWorker);
  /** Resolves the start of the worker. */
  let arrive = (/** @type {EngineCalls} */ _) => {};
  const started = /** @type {Promise<EngineCalls>} */ (new Promise((resolve) => (arrive = resolve)));
  const page = new EarlyEngine(here, (larger = "small") => {
    log.push(`start the worker${larger === "small" ? "" : ` with ${larger}`}`);
    return started;
  });
  return { log, page, here, arrive: () => arrive(worker), stay: () => arrive(here) };
}

test("a page with small tables starts no worker", async () => {
  const { log, page } = early({ needed: [{ path: "a", bytes: 40_000 }] });
  await page.open(1, MANIFEST);
  assert.deepEqual(await page.table(1, SMALL), { missing: [{ path: "a", bytes: 40_000 }] });
  await page.load(1, "a", new Uint8Array(40_000));
  assert.deepEqual(await page.table(1, SMALL), { table: "page" });
  assert.deepEqual(await page.table(1, { rows: ["area:country", "region"] }), { table: "page" });
  await page.close(1);
  assert.deepEqual(log, ["page open 1", "page table 1 region", "page load 1 a 40000", "page table 1 region", "page table 1 area:country,region", "page close 1"]);
});

test("large files start the worker while they travel, and go there", async () => {
  const { log, page, arrive } = early({ needed: [{ path: "a", bytes: 100 }, { path: "b", bytes: 39_901 }] });
  await page.open(1, MANIFEST);
  await page.load(1, "a", new Uint8Array(100));
  await page.table(1, SMALL);
  assert.equal(log.at(-1), "start the worker");
  const loaded = page.load(1, "b", new Uint8Array(39_901));
  arrive();
  await loaded;
  assert.deepEqual(await page.table(1, SMALL), { table: "worker" });
  assert.deepEqual(log.slice(log.indexOf("start the worker")), ["start the worker", "worker open 1", "worker load 1 a 100", "page close 1", "worker load 1 b 39901", "worker table 1 region"]);
});

for (const [what, query, own] of /** @type {[string, PlainQuery, unknown?][]} */ ([
  ["a large table", { rows: ["area"] }],
  ["a table with an unknown dimension", { rows: ["shoe"] }],
  ["an explanation", { ...SMALL, explain: { value: 3 } }],
  ["a measure", { ...SMALL, measure: {} }],
  ["the caller's own p-table", SMALL, ["", new Uint8Array()]],
])) {
  test(`the worker answers ${what}`, async () => {
    const { log, page, arrive } = early();
    await page.open(1, MANIFEST);
    arrive();
    assert.deepEqual(await page.table(1, query, /** @type {any} */ (own)), { table: "worker" });
    assert.ok(!log.some((call) => call.startsWith("page table")), `${log}`);
    // All later tables come from the worker, also those of a cube that is opened later.
    await page.open(2, MANIFEST);
    for (const handle of [1, 2]) assert.deepEqual(await page.table(handle, SMALL), { table: "worker" });
  });
}

test("a large manifest opens in the worker", async () => {
  const { log, page, arrive } = early();
  arrive();
  await page.open(1, new Uint8Array(250_001));
  assert.deepEqual(log, ["start the worker", "worker open 1"]);
});

for (const [code, start] of [["needs-full", "start the worker with full"], ["needs-tables", "start the worker with tables"], ["wasm", "start the worker"]]) {
  test(`the worker answers what the page's thread refuses with ${code}`, async () => {
    for (const call of /** @type {const} */ (["open", "table"])) {
      const { log, page, arrive } = early({ fails: { [call]: code } });
      arrive();
      await page.open(1, MANIFEST);
      assert.deepEqual(await page.table(1, SMALL), { table: "worker" }, call);
      assert.ok(log.includes(start), `${log}`);
    }
  });
}

test("other errors come from the page's thread, and start no worker", async () => {
  for (const call of /** @type {const} */ (["open", "load", "table"])) {
    const { log, page } = early({ fails: { [call]: "bad-query" } });
    const steps = async () => {
      await page.open(1, MANIFEST);
      await page.load(1, "a", new Uint8Array(1));
      await page.table(1, SMALL);
    };
    await assert.rejects(steps(), { code: "bad-query" }, call);
    assert.ok(!log.includes("start the worker"), call);
  }
});

test("the worker does not get a file that the page's thread refused, nor a closed cube", async () => {
  const { log, page, arrive } = early({ fails: { load: "damaged-file" } });
  for (const handle of [1, 2]) await page.open(handle, MANIFEST);
  await assert.rejects(page.load(1, "a", new Uint8Array(1)), { code: "damaged-file" });
  await page.close(2);
  arrive();
  await page.table(1, { rows: ["area"] });
  assert.deepEqual(log.filter((call) => call.startsWith("worker")), ["worker open 1", "worker table 1 area"]);
});

test("calls during the move lose no file, whichever engine gets them", async () => {
  // The worker arrives after each possible number of turns of the queue of microtasks.
  for (let turns = 0; turns < 20; turns++) {
    const needed = ["a", "b", "c"].map((path) => ({ path, bytes: 10 }));
    const { page, arrive } = early({ needed });
    await page.open(1, MANIFEST);
    const large = page.table(1, { rows: ["area"] });
    const loads = needed.map(({ path }) => page.load(1, path, new Uint8Array(10)));
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    arrive();
    await Promise.all([large, ...loads]);
    assert.deepEqual(await page.table(1, SMALL), { table: "worker" }, `${turns} turns`);
  }
});

test("if no worker starts, the page's thread answers everything", async () => {
  const { log, page, stay } = early({ needed: [{ path: "a", bytes: 90_000 }] });
  await page.open(1, MANIFEST);
  stay();
  await page.load(1, "a", new Uint8Array(90_000));
  assert.deepEqual(await page.table(1, { rows: ["area"] }), { table: "page" });
  assert.deepEqual(await page.table(1, SMALL), { table: "page" });
  await page.close(1);
  assert.deepEqual(log, ["page open 1", "start the worker", "page load 1 a 90000", "page table 1 area", "page table 1 region", "page close 1"]);
});
