// 24 simulated hours of a kiosk: about five visitors an hour touch the screen, tap here and there, and go away. The idle
// reset ends each visit. Memory stays flat, and the console stays empty.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { generator } from "../js/support/random-queries.js";
import { launch } from "./chromium.js";
import { openKiosk, part, touchToStart } from "./kiosk-support.js";

/** @import { Browser, CDPSession, Page } from "playwright-core" */

const SEED = 24;
const HOUR = 3600;
const IDLE = 120;
/** A visit makes at most this many taps. */
const MOST_TAPS = 6;
/** At most this many seconds pass between two taps, and between two visits. */
const LONGEST_THOUGHT = 40;
const LONGEST_PAUSE = 900;
/** Rounds of garbage collection. Finalizers of one round release what the next round frees. */
const ROUNDS = 6;
/** What the reset leaves may vary by 5 %, because a collection of garbage does not find all of it. */
const GROWTH = 1.05;

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Browser} */
let browser;

before(async () => {
  server = await serve(path("target/site"));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The controls that a visitor may touch now: those of a dialog, or else those of the page. @param {Page} page */
async function controls(page) {
  const open = await page.locator("dialog:modal").count() > 0 ? "dialog:modal" : "body";
  return page.locator(`${open} :is(button, a[href], select, summary, label):not([data-kiosk-part="restart"])`).filter({ visible: true });
}

/**
 * Lets a test skip time. Playwright's clock keeps a record of each step and gives the record to each new page, so its pages
 * would grow.
 */
function skippable() {
  let skipped = 0;
  const [now, start, stop] = [performance.now.bind(performance), globalThis.setTimeout, globalThis.clearTimeout];
  /** @type {Map<number, { at: number, run: () => void, id: number }>} */
  const waiting = new Map();
  let last = 1e9;
  performance.now = () => now() + skipped;
  Object.assign(globalThis, {
    setTimeout(/** @type {(...args: unknown[]) => void} */ work, milliseconds = 0, /** @type {unknown[]} */ ...args) {
      if (milliseconds < 500) return start(work, milliseconds, ...args);
      const name = ++last;
      const run = () => {
        waiting.delete(name);
        work(...args);
      };
      waiting.set(name, { at: performance.now() + milliseconds, run, id: /** @type {any} */ (start(run, milliseconds)) });
      return name;
    },
    clearTimeout(/** @type {number} */ name) {
      stop(waiting.get(name)?.id ?? name);
      waiting.delete(name);
    },
    skip(/** @type {number} */ seconds) {
      skipped += seconds * 1000;
      for (const { at, run, id } of [...waiting.values()].sort((a, b) => a.at - b.at)) {
        if (at > performance.now()) continue;
        stop(id);
        run();
      }
    },
  });
}

class Day {
  /** Seconds of the day. */ now = 0;
  visits = 0;
  taps = 0;
  /** @type {{ heap: number, nodes: number, documents: number, listeners: number }[]} */
  memory = [];
  /** @type {string[]} */
  complaints = [];
  #next = generator(SEED);
  /** @type {Page} */ page;
  /** @type {CDPSession} */ session;

  /** @param {Page} page @param {CDPSession} session */
  constructor(page, session) {
    this.page = page;
    this.session = session;
  }

  static async begin() {
    const context = await browser.newContext({ viewport: { width: 1080, height: 1400 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const day = new Day(page, await context.newCDPSession(page));
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) day.complaints.push(message.text()); });
    page.on("pageerror", (error) => day.complaints.push(String(error)));
    for (const event of /** @type {const} */ (["popup", "download", "filechooser"])) page.on(/** @type {any} */ (event), () => day.complaints.push(event));
    await page.addInitScript(skippable);
    await day.session.send("Performance.enable");
    await openKiosk(page, `${server.url}index.html?kiosk&link=https://statistics.example/`);
    return day;
  }

  #below(/** @type {number} */ limit) {
    return Math.floor(this.#next() * limit);
  }

  /** @param {number} seconds */
  async pass(seconds) {
    this.now += seconds;
    // A page that is just being replaced has no time to skip.
    await this.page.evaluate((seconds) => /** @type {any} */ (globalThis).skip(seconds), seconds).catch(() => {});
  }

  async visit() {
    const { page } = this;
    await touchToStart(page);
    for (let left = 1 + this.#below(MOST_TAPS); left > 0; left--) {
      const all = await controls(page);
      const count = await all.count();
      if (count > 0) {
        // A control may vanish or be covered meanwhile. A visitor's tap then also does nothing.
        await all.nth(this.#below(count)).click({ timeout: 500, noWaitAfter: true }).then(() => this.taps++, () => {});
      }
      await page.waitForLoadState();
      await part(page, "restart").waitFor({ state: "attached" });
      await this.pass(5 + this.#below(LONGEST_THOUGHT));
    }
    await this.leave();
    this.visits++;
    await this.pass(this.#below(LONGEST_PAUSE));
  }

  /** Lets time pass until the reset. A page that is still loading starts its time anew. */
  async leave() {
    for (let attempt = 1; attempt <= 5; attempt++) {
      await this.pass(IDLE);
      await this.pass(16);
      if (await part(this.page, "attract").waitFor({ timeout: 4000 }).then(() => true, () => false)) return;
    }
    assert.fail(`no reset: ${this.page.url()}`);
  }

  async measure() {
    const { session } = this;
    let heap = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      await session.send("HeapProfiler.collectGarbage");
      heap = Math.min(heap, (await session.send("Runtime.getHeapUsage")).usedSize);
    }
    const { metrics } = await session.send("Performance.getMetrics");
    const value = (/** @type {string} */ wanted) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    this.memory.push({ heap, nodes: value("Nodes"), documents: value("Documents"), listeners: value("JSEventListeners") });
  }

  /** @param {number} hours */
  async until(hours) {
    while (this.now < hours * HOUR) {
      await this.visit();
      await this.rest();
    }
  }

  /** Waits until the page waits for a visitor, and measures. */
  async rest() {
    await this.page.locator("[data-part=table] td").first().waitFor({ state: "attached" });
    await this.page.locator(".kiosk-tables table").waitFor();
    await this.measure();
  }

  /**
   * What grew from the second quarter to the last. The first is the warm-up: the browser keeps the code of each page. One
   * measurement varies, because some garbage waits for a later collection. A leak also raises the least of a quarter.
   */
  growth() {
    const quarter = Math.ceil(this.memory.length / 4);
    const [first, last] = [this.memory.slice(quarter, 2 * quarter), this.memory.slice(-quarter)];
    return /** @type {const} */ (["heap", "nodes", "documents", "listeners"]).flatMap((kind) => {
      const [before, after] = [first, last].map((part) => Math.min(...part.map((each) => each[kind])));
      return after > before * GROWTH ? [`${kind}: ${before} to ${after}`] : [];
    });
  }
}

/** @type {Day} */
let day;
// Each part of the day is a test of its own, so that no test reaches the time limit.
for (const hours of [3, 6, 9, 12, 15, 18, 21, 24]) {
  test(`a kiosk's day until hour ${hours}: no complaint`, async (t) => {
    if (hours === 3) day = await Day.begin();
    await day.until(hours);
    t.diagnostic(`${day.visits} visits, ${day.taps} taps; ${JSON.stringify(day.memory.at(-1))}`);
    assert.deepEqual(day.complaints, []);
  });
}

test("the day had visitors, and left no memory", (t) => {
  const quarter = Math.ceil(day.memory.length / 4);
  t.diagnostic(`least heaps of the quarters: ${[0, 1, 2, 3].map((at) => Math.min(...day.memory.slice(at * quarter, (at + 1) * quarter).map(({ heap }) => heap))).join(", ")}`);
  assert.ok(day.visits > 100 && day.taps > 200, `${day.visits} visits, ${day.taps} taps`);
  assert.deepEqual(day.growth(), []);
});

test("planted leak: something of each visit is kept", async () => {
  const leaking = await Day.begin();
  // In fewer visits, the browser's own warm-up hides so small a leak.
  for (let visits = 0; visits < 12; visits++) {
    await leaking.page.addInitScript(() => { (/** @type {any} */ (globalThis).kept ??= []).push(Array.from({ length: 20_000 }, (_, i) => ({ i }))); });
    await leaking.visit();
    await leaking.rest();
  }
  assert.match(leaking.growth().join(), /^heap: /);
});
