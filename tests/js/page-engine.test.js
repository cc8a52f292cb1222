// The engine of a page builds tables in the page's thread until one is large. Then a worker builds all tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PageEngine } from "../../www/api/page-engine.js";
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
    // The real engine waits for its core before each call, some microtasks.
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
      await begin("table", `${handle} ${rows.every((axis) => typeof axis === "string") ? rows : "other axes"}`);
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
function early(how, inWorker = { needed: how?.needed }, hasSimd = true) {
  /** @type {string[]} */
  const log = [];
  const here = engine("page", log, how);
  const worker = engine("worker", log, inWorker);
  /** Resolves the start of the worker. */
  let arrive = (/** @type {EngineCalls} */ _) => {};
  const started = /** @type {Promise<EngineCalls>} */ (new Promise((resolve) => (arrive = resolve)));
  /** @type {Promise<EngineCalls> | undefined} */
  let running;
  const page = new PageEngine({
    here,
    worker() {
      if (!running) log.push("start the worker");
      return (running ??= started);
    },
    async larger(name) {
      log.push(`load ${name}`);
      return { [`${name}Wasm`]: new Uint8Array() };
    },
    hasSimd,
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
  ["linked tables", { ...SMALL, with: [{ rows: ["region"] }] }],
  ["a table with an axis that is no text", { rows: [Object.create(null)] }],
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

for (const [code, core] of [["needs-full", "load full"], ["needs-tables", "load tables"], ["wasm", ""]]) {
  test(`the worker answers what the page's thread refuses with ${code}`, async () => {
    for (const call of /** @type {const} */ (["open", "table"])) {
      const { log, page, arrive } = early({ fails: { [call]: code } });
      arrive();
      await page.open(1, MANIFEST);
      assert.deepEqual(await page.table(1, SMALL), { table: "worker" }, call);
      assert.ok(!core || log.includes(core), `${log}`);
    }
  });
}

test("a worker loads at the same time as a larger core, and other calls do not wait for this core", async () => {
  const { log, page, arrive } = early({ fails: { table: "needs-full" } });
  await page.open(1, MANIFEST);
  const full = page.table(1, SMALL);
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  assert.deepEqual(log.slice(-2), ["load full", "start the worker"]);
  arrive();
  assert.deepEqual(await page.table(1, { rows: ["area"] }), { table: "worker" });
  assert.deepEqual(await full, { table: "worker" });
  // The worker gets the core before the query that needs it.
  assert.ok(log.includes("worker start ") && log.indexOf("worker start ") < log.lastIndexOf("worker table 1 region"), `${log}`);
});

test("without SIMD, only very small tables are built in the page's thread", async () => {
  const { log, page, arrive } = early(undefined, undefined, false);
  await page.open(1, MANIFEST);
  assert.deepEqual(await page.table(1, { rows: ["region"], columns: ["area:country"] }), { table: "page" });
  arrive();
  assert.deepEqual(await page.table(1, { rows: ["region", "area:country"], columns: ["region"] }), { table: "worker" });
  assert.equal(log.filter((call) => call === "start the worker").length, 1);
});

test("closed cubes leave room for the files of others", async () => {
  const { log, page } = early();
  for (let handle = 1; handle <= 5; handle++) {
    await page.open(handle, MANIFEST);
    await page.load(handle, "a", new Uint8Array(30_000));
    await page.close(handle);
  }
  assert.ok(!log.includes("start the worker"), `${log}`);
});

test("a cube that is closed while it moves is closed in the worker too", async () => {
  for (const manifest of [MANIFEST, new Uint8Array(250_001)]) {
    const { log, page, arrive } = early();
    if (manifest === MANIFEST) await page.open(1, manifest);
    const calls = [manifest === MANIFEST ? page.table(1, { rows: ["area"] }) : page.open(1, manifest), page.close(1)];
    arrive();
    await Promise.all(calls);
    const last = log.findLast((call) => /^worker (open|close)/.test(call));
    assert.equal(last, "worker close 1", `${log}`);
  }
});

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
  // The worker arrives after 0 to 19 microtasks.
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
  assert.deepEqual(log.slice(0, -1), ["page open 1", "start the worker", "page load 1 a 90000", "page table 1 area", "page table 1 region", "page close 1"]);
});
