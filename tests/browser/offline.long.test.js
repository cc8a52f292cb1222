// A site without a network: everything works after one visit, a page has files of one version, and a full browser says so.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible } from "./accessible.js";
import { launch } from "./chromium.js";
import { BELOW, cut, digestsOf, fetched, listOf, publish, stoppable, writeSites } from "./offline-support.js";
import { downloaded, figures } from "./support.js";
import { writeAreas } from "../js/support/areas.js";

/** @import { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core" */

/** Only offline.test.js sets this variable. Then only the most important tests run. */
const isFirst = process.env.CELLVEIL_FIRST !== undefined;
const longTest = isFirst ? test.skip : test;

const NOTICE = ".site-notice";
const NEW = "A new version is ready.";
const NO_ROOM = /^This browser cannot keep this site/;

/** @type {{ home: string, cellveil: (...args: string[]) => string }} */
let sites;
/** @type {Awaited<ReturnType<typeof stoppable>>} */
let server;
/** @type {Browser} */
let browser;
/** @type {BrowserContext[]} */
let contexts = [];

before(async () => {
  const { folder } = await writeAreas("test-offline-areas", { areas: 9000, ages: 2 });
  const inParts = { rows: 900, more: { areas: folder }, options: ["--offline-size", "0kB"] };
  sites = writeSites("test-offline", {
    whole: { rows: 900, options: ["--pages", "all"] },
    one: { rows: 900 },
    two: { rows: 1500 },
    large: { rows: 900, options: ["--offline-size", "0kB"] },
    parts: inParts,
    after: { ...inParts, rows: 1500 },
    none: { rows: 900, options: ["--no-offline"] },
    screen: { rows: 900, options: ["--kiosk"] },
    newer: { rows: 1500, options: ["--kiosk"] },
  });
  publish(sites.home, "one");
  server = await stoppable(`${sites.home}/served`);
  browser = await launch();
});

afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
  server.reset();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a page in a new profile, with its service worker. @param {string} [address] @param {BrowserContextOptions} [options] */
async function opened(address = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", serviceWorkers: "allow", ...options });
  contexts.push(context);
  return { context, ...await tab(context, address) };
}

/** @param {BrowserContext} context @param {string} [address] */
async function tab(context, address = "") {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {string[]} */
  const thrown = [];
  page.on("pageerror", ({ message }) => thrown.push(message));
  if (address !== "about:blank") await page.goto(server.url + address);
  return { page, thrown };
}

/** Waits until the site is kept. @param {Page} page */
const kept = (page) => page.locator("html[data-kept]").waitFor({ state: "attached" });

/** Waits until the browser has looked for a new version, and returns what became of it. @param {Page} page */
const updated = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  try {
    await registration?.update();
  } catch {
    return "failed";
  }
  const next = registration?.installing;
  if (!next) return registration?.waiting ? "waiting" : "nothing new";
  await new Promise((done) => next.addEventListener("statechange", done, { once: true }));
  return next.state === "installed" ? "waiting" : next.state;
});

/**
 * Lets the waiting worker take over, without the limit of time after which the button "Reload" removes the old worker.
 * Chromium replaces a worker that has nothing to do, and can miss this moment on a busy machine. The test then stops the old
 * worker, as Chromium does with an idle worker.
 * @param {Page} page
 */
async function takeOver(page) {
  const session = await page.context().newCDPSession(page);
  /** @type {Set<string>} the running workers that serve pages */
  const old = new Set();
  session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const { versionId, status, runningStatus } of versions) {
      if (status === "activated" && ["starting", "running"].includes(runningStatus)) old.add(versionId);
      else old.delete(versionId);
    }
  });
  await session.send("ServiceWorker.enable");
  const deadline = Date.now() + 60_000;
  const isWaiting = () => page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    registration?.waiting?.postMessage({ kind: "take-over" });
    return Boolean(registration?.waiting);
  }).catch(() => true); // The page loads again when the worker has taken over.
  while (await isWaiting()) {
    assert.ok(Date.now() < deadline, "the waiting worker takes over");
    await page.waitForTimeout(500);
    if (await isWaiting()) await Promise.all([...old].map((versionId) => session.send("ServiceWorker.stopWorker", { versionId }).catch(() => {})));
  }
  await session.detach();
}

const titled = (/** @type {Page} */ page, /** @type {string} */ version) => page.locator(".masthead h1", { hasText: `Version ${version}` }).waitFor();
const shown = (/** @type {Page} */ page) => page.locator('[data-part="table"] tbody td').first().waitFor();

/** Expects all files of one version, as the page gets them. @param {Page} page @param {string} version */
async function isWhole(page, version) {
  const expected = digestsOf(`${sites.home}/${version}`);
  assert.deepEqual(await fetched(page, Object.keys(expected)), expected, `all files of version ${version}`);
  await titled(page, version);
}

/** Shows the table of the second dataset. @param {Page} page @param {string} [more] of the address */
async function households(page, more = "") {
  await page.evaluate((hash) => { location.hash = hash; }, `cube=households&rows=area&columns=kind${more}`);
  await page.locator('[data-part="table"]').getByText(/^Persons by Area and Kind$|by Area/).first().waitFor();
  await shown(page);
}

test("after one visit, all pages work without the server, below a path", async () => {
  publish(sites.home, "whole");
  const { context, page, thrown } = await opened();
  await kept(page);
  await accessible(page, "kept");
  await server.stop();
  try {
    await page.reload();
    await shown(page);
    const table = sites.cellveil("table", "cubes-whole/households", "--rows", "area", "--columns", "kind");
    await page.goto(`${server.url}#cube=households&rows=area&columns=kind`);
    await page.reload();
    await shown(page);
    assert.deepEqual((await figures(page)).map((text) => Number(text.replace(/,/g, ""))), table.trim().split("\n").slice(1).map((line) => Number(line.split(",").at(-2))));
    for (const item of ["csv", "xlsx"]) assert.ok((await downloaded(page, item)).bytes.length > 0, item);
    await page.goto(`${server.url}?kiosk#cube=persons&rows=area&columns=kind&picture=bar`);
    await page.locator('[data-part="picture"] svg, .cv-chart svg, figure svg').first().waitFor();
    for (const [address, part] of [
      ["maps.html", "#shown:not([hidden], [aria-busy]) svg"], ["community.html", "#result"], ["risk.html", "#told:not([aria-busy])"],
      ["designer.html", "#result svg"], ["embed.html", "cellveil-table td"], ["make.html", "#make button"],
      ["learn.html#lesson=small-counts&seed=7", "[data-lesson=small-counts] [data-question]"],
    ]) {
      await page.goto(server.url + address);
      await page.locator(part).first().waitFor();
      assert.equal(await page.locator("[role=alert]:visible").count(), 0, address);
    }
    // Another tab starts without a network too.
    const second = await tab(context, "index.html");
    await shown(second.page);
    assert.deepEqual([thrown, second.thrown], [[], []]);
  } finally {
    await server.start();
  }
});

longTest("the worker starts after the first table", async () => {
  publish(sites.home, "one");
  let release = () => {};
  const held = /** @type {Promise<void>} */ (new Promise((go) => { release = go; }));
  server.set((path) => (path.includes("/tiles/") ? held : undefined));
  const { page } = await opened();
  await page.waitForLoadState("load");
  // Longer than the page's time of rest.
  await page.waitForTimeout(2_500);
  assert.ok(!server.paths.some((path) => path.endsWith("/sw.js")), "no worker before the table");
  release();
  await kept(page);
  assert.ok(server.paths.some((path) => path.endsWith("/sw.js")));
});

test("a new version waits for the reader, and all tabs then have all of its files", async () => {
  publish(sites.home, "one");
  const { context, page } = await opened();
  await kept(page);
  publish(sites.home, "two");
  // The page of the first visit already gets its files from the worker.
  await isWhole(page, "one");
  const { page: second } = await tab(context);
  await titled(second, "one");
  await shown(second);
  assert.equal(await updated(page), "waiting");
  for (const each of [page, second]) await each.locator(NOTICE, { hasText: NEW }).waitFor();
  await accessible(page, "a new version");
  await households(page);
  await isWhole(page, "one");
  await second.reload();
  await isWhole(second, "one");
  const reloads = [page, second].map((each) => each.waitForEvent("load"));
  await page.getByRole("button", { name: "Reload" }).click();
  await Promise.all(reloads);
  for (const each of [page, second]) {
    await kept(each);
    await isWhole(each, "two");
    await shown(each);
    assert.equal(await each.locator(NOTICE, { hasText: NEW }).count(), 0);
  }
  // The browser holds nothing of the old version.
  const stored = await page.evaluate(async () => (await Promise.all((await caches.keys()).filter((name) => !name.startsWith("cellveil-state")).map(async (name) => (await (await caches.open(name)).keys()).length))).reduce((sum, length) => sum + length));
  assert.equal(stored, listOf(`${sites.home}/two`).files.length);
});

test("a page from the network gets no files of a worker of another version", async () => {
  publish(sites.home, "one");
  server.set((path, response) => path.endsWith("/sw.js") && Boolean(response.writeHead(404).end()));
  const { context, page: older } = await opened();
  await shown(older);
  await older.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/offline.js")));
  while (!server.paths.some((path) => path.endsWith("/sw.js"))) await older.waitForTimeout(50);
  server.reset();
  publish(sites.home, "two");
  const { page: newer } = await tab(context);
  await kept(newer);
  await older.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The server has the first version again, so that each answer tells where it came from.
  publish(sites.home, "one");
  server.paths.length = 0;
  await isWhole(older, "one");
  // The engine's worker loads its core.
  await older.evaluate(() => { new Worker("cellveil/js/worker.js", { type: "module" }).postMessage({ id: 1, call: "start", args: [{}] }); });
  const deadline = Date.now() + 20_000;
  const core = () => server.paths.filter((path) => path.endsWith("/cellveil_bg.wasm")).length;
  while (core() < 2 && Date.now() < deadline) await older.waitForTimeout(50);
  assert.equal(core(), 2, "the page and its worker loaded the core from the server");
  await isWhole(newer, "two");
});

test("an old page that misses the notice gets no file of the new version, and loads again with its next script", async () => {
  publish(sites.home, "one");
  const { context, page } = await opened();
  await kept(page);
  const { page: old } = await tab(context, "about:blank");
  // Without this, the page would load again by itself.
  await old.addInitScript(() => { if (!sessionStorage.getItem("again")) delete (/** @type {any} */ (Navigator.prototype).serviceWorker); });
  await old.goto(server.url);
  await isWhole(old, "one");
  publish(sites.home, "two");
  assert.equal(await updated(page), "waiting");
  await page.locator(NOTICE, { hasText: NEW }).waitFor();
  await takeOver(page);
  await titled(page, "two");
  await isWhole(page, "two");
  const files = Object.keys(digestsOf(`${sites.home}/one`));
  assert.deepEqual(new Set(Object.values(await fetched(old, files))), new Set(["absent"]), "no file for the old page");
  const loaded = old.waitForEvent("load");
  await old.evaluate(() => {
    sessionStorage.setItem("again", "1");
    document.head.append(Object.assign(document.createElement("script"), { src: "lazy/passphrase.js", type: "module" }));
  });
  await loaded;
  await titled(old, "two");
  await isWhole(old, "two");
});

longTest("an old worker that does not make room is removed, and all tabs load and keep the new version", async () => {
  publish(sites.home, "one");
  const { context, page } = await opened();
  // The new worker never hears that it may take over.
  await context.addInitScript(() => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (/** @type {any[]} */ ...args) {
      if (args[0].kind !== "take-over") Reflect.apply(postMessage, this, args);
    };
  });
  await page.reload();
  await kept(page);
  const { page: second } = await tab(context);
  await kept(second);
  publish(sites.home, "two");
  assert.equal(await updated(page), "waiting");
  for (const each of [page, second]) await each.locator(NOTICE, { hasText: NEW }).waitFor();
  await page.getByRole("button", { name: "Reload" }).click();
  for (const each of [page, second]) {
    await titled(each, "two");
    await kept(each);
    await isWhole(each, "two");
  }
  await server.stop();
  try {
    await page.reload();
    await shown(page);
  } finally {
    await server.start();
  }
});

longTest("a kiosk takes a new version at the attract screen, and not during a visit", async () => {
  publish(sites.home, "screen");
  const { page } = await opened();
  const start = page.getByRole("button", { name: "Touch to start" });
  await kept(page);
  await start.click();
  publish(sites.home, "newer");
  assert.equal(await updated(page), "waiting");
  await page.locator(NOTICE, { hasText: NEW }).waitFor({ state: "attached" });
  await titled(page, "screen");
  // The visitor ends the visit, and nobody touches the screen.
  await page.locator('[data-kiosk-part="restart"]').click();
  await page.locator(".masthead h1", { hasText: "Version newer" }).waitFor({ state: "attached" });
  await start.waitFor();
});

test("a second tab of the first visit gets all files of its version", async () => {
  publish(sites.home, "one");
  const { context, page: second } = await opened("about:blank");
  let release = () => {};
  const held = /** @type {Promise<void>} */ (new Promise((go) => { release = go; }));
  await second.route("**/tiles/**", async (route) => {
    await held;
    await route.continue();
  });
  await second.goto(server.url);
  const { page: first } = await tab(context);
  await kept(first);
  // The first tab's worker controls the second tab before the second tab is at rest.
  await second.waitForFunction(() => navigator.serviceWorker.controller !== null);
  assert.equal(await second.locator("html[data-kept]").count(), 0);
  release();
  await kept(second);
  publish(sites.home, "two");
  for (const page of [first, second]) await isWhole(page, "one");
});

test("files of two versions are never installed together", async () => {
  publish(sites.home, "one");
  const { page } = await opened();
  await kept(page);
  const place = `${sites.home}/served/${BELOW}`;
  const changed = listOf(`${sites.home}/two`).files.map(([file]) => file).filter((file) => digestsOf(`${sites.home}/one`)[file] !== digestsOf(`${sites.home}/two`)[file]);
  assert.ok(changed.includes("cubes/persons/cube.json") && changed.includes("index.html"), changed.join());
  for (const file of ["cubes/persons/cube.json", ...(isFirst ? [] : ["index.html"])]) {
    // A publisher's copy has reached the worker, but not this file.
    publish(sites.home, "two");
    writeFileSync(place + file, readFileSync(`${sites.home}/one/${file}`));
    assert.equal(await updated(page), "redundant", file);
    await isWhole(page, "one");
    assert.equal(await page.locator(NOTICE, { hasText: NEW }).count(), 0);
  }
  // A new reader of the mixed site is online, and keeps nothing.
  const { page: other } = await opened();
  await shown(other);
  await other.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()) !== undefined || performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/offline.js")));
  await other.waitForFunction(async () => { const found = await navigator.serviceWorker.getRegistration(); return !found?.installing; });
  assert.equal(await other.locator("html[data-kept]").count(), 0);
  publish(sites.home, "two");
  assert.equal(await updated(page), "waiting");
  await page.getByRole("button", { name: "Reload" }).click();
  await titled(page, "two");
  await isWhole(page, "two");
});

longTest("late and cut answers delay the installation, and a version that changes meanwhile is not mixed", async () => {
  publish(sites.home, "one");
  // A generator with a fixed seed delays each answer, so that answers overtake each other.
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  // Each of these files is cut once, while the worker installs it.
  const fates = ["cellveil/cellveil_xlsx_bg.wasm", "cubes/households/cube.json"].map((file) => {
    let happen = () => {};
    return { file, happened: /** @type {Promise<void>} */ (new Promise((go) => { happen = go; })), happen: () => happen(), isCut: false };
  });
  server.set(async (path, response) => {
    await new Promise((go) => setTimeout(go, random() * 8));
    // The page itself may ask for the same file.
    const isOfWorker = response.req.headers.referer?.endsWith("/sw.js");
    const fate = fates.find(({ file, isCut }) => path.endsWith(file) && !isCut);
    if (!fate || !isOfWorker) return;
    fate.isCut = true;
    // The browser sees the end of the answer before the test goes on.
    response.once("close", fate.happen);
    return cut(`${sites.home}/served${path}`, response);
  });
  const { page } = await opened();
  for (const { happened } of fates) {
    await happened;
    // The failed attempt leaves no worker, and the table is there.
    await page.waitForFunction(async () => await navigator.serviceWorker.getRegistration() === undefined);
    await shown(page);
    assert.equal(await page.locator("html[data-kept]").count(), 0);
    await page.reload();
  }
  await kept(page);
  await isWhole(page, "one");
  server.reset();
  // The publisher copies another version while the browser installs one.
  publish(sites.home, "two");
  server.set((path) => {
    if (path.endsWith("/cubes/persons/cube.json")) publish(sites.home, "whole");
  });
  assert.equal(await updated(page), "redundant");
  server.reset();
  await isWhole(page, "one");
});

longTest("a full browser says so, and the site works online", async () => {
  publish(sites.home, "one");
  const { context, page } = await opened();
  const session = await context.newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(server.url).origin, quotaSize: 300_000 });
  await page.goto(`${server.url}risk.html`);
  await page.locator(".foot .kept", { hasText: NO_ROOM }).waitFor();
  await page.goto(server.url);
  await page.locator(NOTICE, { hasText: NO_ROOM }).waitFor();
  await accessible(page, "no room");
  await households(page);
  assert.equal(await page.locator("html[data-kept]").count(), 0);
  // What was stored before the failure is gone.
  assert.deepEqual(await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).filter(Boolean)), []);
});

longTest("a larger dataset keeps the tiles of the tables that were shown", async () => {
  publish(sites.home, "large");
  assert.deepEqual(listOf(`${sites.home}/large`).later, ["cubes/households/tiles/", "cubes/persons/tiles/"]);
  const { page } = await opened("#cube=persons&rows=area&columns=kind");
  await kept(page);
  await page.reload();
  await shown(page);
  await server.stop();
  try {
    await page.reload();
    await shown(page);
    await page.evaluate(() => { location.hash = "cube=households&rows=area&columns=kind"; });
    await page.getByRole("alert").first().waitFor();
  } finally {
    await server.start();
  }
});

longTest("a new version keeps the tiles of a dataset in parts", async () => {
  publish(sites.home, "parts");
  const { page } = await opened("#cube=areas&rows=area:district&columns=sex");
  await kept(page);
  await page.reload();
  await shown(page);
  publish(sites.home, "after");
  assert.equal(await updated(page), "waiting");
  await server.stop();
  try {
    await takeOver(page);
    await titled(page, "after");
    await shown(page);
  } finally {
    await server.start();
  }
});

longTest("a site that is no longer kept removes what the browser has", async () => {
  publish(sites.home, "one");
  const { page } = await opened();
  await kept(page);
  publish(sites.home, "none");
  assert.equal(await updated(page), "waiting");
  await isWhole(page, "one");
  await page.getByRole("button", { name: "Reload" }).click();
  await titled(page, "none");
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0);
  await isWhole(page, "none");
});

test("a page that was opened as a file says what to do", async () => {
  const { page } = await opened();
  for (const [file] of listOf(`${sites.home}/whole`).files.filter(([file]) => /^\w+\.html$/.test(file))) {
    await page.goto(pathToFileURL(`${sites.home}/whole/${file}`).href);
    await page.getByText("This page needs a web server").waitFor();
    assert.equal(await page.locator("main :is(input, select, button)").count(), 0, file);
    await accessible(page, file);
  }
  await page.goto(pathToFileURL(`${sites.home}/screen/index.html`).href);
  await page.getByText("This page needs a web server").waitFor();
});
