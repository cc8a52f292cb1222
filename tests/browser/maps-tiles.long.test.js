// Maps of many areas from vector tiles: figures, names, hatching, keyboard, files, and archives that cannot be used.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { accessible } from "./accessible.js";
import { makeArchive } from "./archive.js";
import { launch } from "./chromium.js";
import { test } from "./first.js";
import { linesOf, saved } from "./maps-support.js";
import { codeAt, launchWithWebGL, siteOf } from "./maps-tiles-support.js";
import { serve } from "../../scripts/serve.js";
import { handBack, listenedPage, lookUntil, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

/** More areas than are drawn as shapes. */
const [COLUMNS, ROWS] = [80, 70];
const site = siteOf({ columns: COLUMNS, rows: ROWS });
const { server, browser } = setUp(site, launchWithWebGL);

/** @param {Page} page @param {string} hash @param {string} [url] */
async function shown(page, hash, url = server.url) {
  await page.goto("about:blank");
  await page.goto(`${url}maps.html${hash}`);
  await settled(page);
}

const settled = (/** @type {Page} */ page) => page.waitForFunction(() => document.querySelector("#shown:not([hidden], [aria-busy])") && /drawn in [\d,]+ ms\.$/.test(document.querySelector("#status")?.textContent ?? ""));

const CANVAS = "#map .map-tiles canvas";

/** The colours of places on the map, from a file that is saved. @param {Page} page @param {(readonly [x: number, y: number])[]} places  parts of the canvas */
async function coloursAt(page, places) {
  return page.locator(CANVAS).evaluate((canvas, places) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    const copy = Object.assign(document.createElement("canvas"), { width, height });
    const to = copy.getContext("2d", { willReadFrequently: true }) ?? new CanvasRenderingContext2D();
    to.drawImage(/** @type {HTMLCanvasElement} */ (canvas), 0, 0);
    return places.map(([x, y]) => [...to.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data].slice(0, 3).join());
  }, places);
}

test("areas of vector tiles have the shades of their figures, and a tooltip with the figure", async () => {
  const { page, complaints } = await listenedPage(browser);
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await shown(page, "#cube=grid&indicator=first&as=share&level=area");
  assert.match(await page.locator("#status").innerText(), /^5,600 areas, drawn in/);
  const { lines } = linesOf(String((await saved(page, page.locator("#download"))).bytes).split("\n\n")[0]);
  const figures = new Map(lines.map(([code, value]) => [code, Number(value)]));
  const box = await page.locator(CANVAS).boundingBox() ?? assert.fail("no map");
  // The tooltip finds the area under the pointer, whatever the scale.
  await page.locator("#map .map-frame").focus();
  for (const key of ["", "+", "+"]) {
    if (key) await page.keyboard.press(key);
    const tip = page.locator("#map .map-tip");
    // A map that is still being drawn has no tooltip yet.
    assert.ok(await lookUntil(async () => {
      await page.mouse.move(0, 0);
      await page.mouse.move(box.x + box.width * 0.43, box.y + box.height * 0.52);
      return tip.isVisible();
    }, Boolean), "a tooltip");
    const [, at, value] = /^Field (\d+): ([\d.]+) %/.exec(await page.locator("#map .map-tip").innerText()) ?? assert.fail("no figure");
    assert.equal(value, figures.get(codeAt(Number(at)))?.toFixed(1));
    assert.ok(Math.abs(Number(at) / COLUMNS / ROWS - 0.5) < 0.1 && Math.abs((Number(at) % COLUMNS) / COLUMNS - 0.45) < 0.15, "the place of the area");
    await page.mouse.move(0, 0);
  }
  // Nothing is asked from another site, and the worker is a file of this site.
  assert.ok(requests.every((url) => url.startsWith(server.url) || /^(blob|data):/.test(url)), requests.filter((url) => !url.startsWith(server.url)).join());
  assert.ok(page.workers().some((worker) => worker.url() === `${server.url}lazy/map-worker.js`));
  assert.deepEqual(complaints, []);
});

test("zoom shows borders, names and hatching, and a chosen area comes into sight", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=grid&indicator=first&as=share&level=area");
  assert.equal(await page.locator("#map .map-over text").count(), 0, "names would not fit");
  assert.match(await page.locator("#map .chart-legend").innerText(), /Hatched: noise could change the class\./);
  for (let times = 0; times < 5; times++) await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForSelector("#map .map-over text");
  assert.match((await page.locator("#map .map-over text").allTextContents()).join(" "), /Field ?\d+/);
  await accessible(page, "zoomed");
  await page.locator("#find").fill("field 12");
  await page.waitForFunction(() => /areas found\.$/.test(document.querySelector("#find-said")?.textContent ?? ""));
  await page.locator("#table").getByRole("button", { name: "Field 12", exact: true }).click();
  assert.match(page.url(), new RegExp(`selected=${codeAt(12)}`));
  // The area is out of sight, so the map shows everything, with a ring around the tiny area.
  await page.waitForSelector("#map .map-over circle");
  assert.equal(await page.getByRole("button", { name: "Zoom out" }).getAttribute("aria-disabled"), "true");
  assert.deepEqual(complaints, []);
});

test("larger areas have one shade and one name, and other figures keep the part in sight", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=grid&indicator=first&as=share&level=area:district");
  await page.waitForSelector("#map .map-over text");
  const names = await page.locator("#map .map-over text").allTextContents();
  assert.equal(new Set(names).size, 16);
  const before = await coloursAt(page, [[0.5, 0.5], [0.25, 0.25]]);
  await page.getByRole("button", { name: "Zoom in" }).click();
  const whole = page.getByRole("button", { name: "Whole map" });
  await whole.waitFor();
  await page.locator("#as").selectOption("count");
  await page.waitForFunction(() => /^Shades of numbers/.test(document.querySelector("#map-note")?.textContent ?? ""));
  assert.equal(await whole.isVisible(), true, "still zoomed");
  assert.equal(await page.locator(CANVAS).count(), 1);
  await whole.click();
  await page.locator("#as").selectOption("share");
  await page.waitForFunction(() => document.querySelector("#map-note")?.textContent === "" && !document.querySelector("#shown[aria-busy]"));
  const colours = () => coloursAt(page, [[0.5, 0.5], [0.25, 0.25]]);
  assert.deepEqual(await lookUntil(colours, (found) => isDeepStrictEqual(found, before)), before);
  // A dark page draws the same map in other colours.
  await page.emulateMedia({ colorScheme: "dark" });
  assert.notDeepEqual(await lookUntil(colours, (found) => !isDeepStrictEqual(found, before)), before);
  await accessible(page, "dark");
  assert.deepEqual(complaints, []);
});

test("suppressed areas have a pattern, and files have the map, its legend and the receipt", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=grid&indicator=people&level=area&method=hidden");
  assert.match(await page.locator("#map .chart-legend").innerText(), /\[c\] confidential/);
  assert.match(await page.locator("#status").innerText(), /^5,600 areas, \d+ without a figure/);
  const svg = String((await saved(page, page.locator("#save-svg"))).bytes);
  assert.match(svg, /<image[^>]+href="data:image\/png;base64,/);
  assert.match(svg, /\[c\] confidential/);
  assert.doesNotMatch(svg, /var\(|class=/);
  const { bytes } = await saved(page, page.locator("#save-png"));
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  // The PNG has the areas, in the colours of files.
  const colours = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
    const to = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
    to?.drawImage(bitmap, 0, 0);
    return new Set(Array.from({ length: 400 }, (_, at) => to?.getImageData(Math.floor(bitmap.width * 0.4) + at, Math.floor(bitmap.height * 0.45), 1, 1).data.join())).size;
  }, bytes.toString("base64"));
  assert.ok(colours > 4, `${colours}`);
  assert.deepEqual(complaints, []);
});

test("on a phone nothing passes the edges, and nothing jumps while the tiles arrive", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [1366, 768]]) {
    const { page, complaints } = await listenedPage(browser, { viewport: { width, height } });
    const script = await page.addInitScript(() => {
      const seen = Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => { for (const each of /** @type {any[]} */ (list.getEntries())) if (!each.hadRecentInput) seen.shift += each.value; }).observe({ type: "layout-shift", buffered: true });
    });
    await shown(page, "#cube=grid&indicator=first&as=share&level=area");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    const shift = await page.evaluate(() => Object(globalThis).shift);
    assert.ok(shift <= 0.05, `${width}: ${shift}`);
    await accessible(page, `${width}`);
    assert.deepEqual(complaints, []);
    await script?.dispose?.();
    await handBack(page);
  }
});

test("an archive that vanishes or lacks the codes is explained, and the button draws the map once it is sound", async () => {
  const sound = makeArchive({ columns: COLUMNS, rows: ROWS, code: codeAt });
  const file = join(site, "pages", "grid.pmtiles");
  /** @type {[name: string, bytes: Buffer | null, words: RegExp][]} */
  const cases = [
    ["vanished", null, /404/],
    ["a page", Buffer.from("<!doctype html>".repeat(40)), /Wrong magic number/],
    ["images", makeArchive({ columns: 4, rows: 4, code: codeAt, tileType: 2 }), /the archive has no vector tiles/],
    ["other layer", makeArchive({ columns: 4, rows: 4, code: codeAt, layer: "wards" }), /has no layer "areas"\. Its layers: "wards"/],
    ["no codes", makeArchive({ columns: 4, rows: 4, code: codeAt, property: "name" }), /has no property "code"\. Its properties: "name"/],
    ["truncated", sound.subarray(0, 3000), /map\.pmtiles/],
  ];
  for (const [name, bytes, words] of cases) {
    const { page } = await listenedPage(browser);
    if (bytes) writeFileSync(file, bytes);
    else await page.route("**/grid.pmtiles", (route) => route.fulfill({ status: 404, body: "" }));
    await shown(page, "#cube=grid&indicator=first&as=share&level=area");
    const note = page.locator("#map-note");
    assert.match(await note.innerText(), words, name);
    assert.match(await note.innerText(), /The table has all areas\./);
    assert.equal(await page.locator("#table tbody tr").count(), 1001);
    await accessible(page, name);
    // With few areas, the map has tiles.
    await page.locator("#level").selectOption("area:district");
    await page.waitForSelector("#map [data-code]");
    assert.match(await note.innerText(), /The boundaries are unusable.*Every area has a tile of the same size/);
    writeFileSync(file, sound);
    await page.unrouteAll();
    await note.getByRole("button", { name: "Try again" }).click();
    await page.waitForSelector(CANVAS);
    await settled(page);
    assert.equal(await note.innerText(), "");
    assert.equal(await page.locator("#map [data-code]").count(), 0);
    assert.notEqual(await page.evaluate(() => document.activeElement?.id), "", "the focus is not lost");
    await handBack(page);
  }
});

test("without the script or without WebGL, the page says so and keeps the table", async () => {
  const { page } = await listenedPage(browser);
  await page.route("**/lazy/vector-map*.js", (route) => route.abort());
  await shown(page, "#cube=grid&indicator=first&as=share&level=area");
  assert.match(await page.locator("#map-note").innerText(), /The script for large maps did not load\. Check the connection\./);
  assert.equal(await page.locator("#table tbody tr").count(), 1001);

  const other = await serve(site);
  const plain = await launch({ args: ["--no-sandbox", "--disable-gpu", "--disable-3d-apis"] });
  try {
    const without = await plain.newPage();
    await shown(without, "#cube=grid&indicator=first&as=share&level=area", other.url);
    assert.match(await without.locator("#map-note").innerText(), /cannot draw a map from vector tiles, because WebGL is off/);
    assert.equal(await without.locator("#download").isEnabled(), true);
  } finally {
    await plain.close();
    await other.close();
  }
});

test("the script of large maps loads only for large maps", async () => {
  const { page, complaints } = await listenedPage(browser);
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.route("**/pages/grid.json", async (route) => {
    const { map, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, map: { dimension: map.dimension } } });
  });
  await shown(page, "#cube=grid&indicator=first&as=share&level=area:district");
  assert.equal(requests.some((url) => /vector-map|map-worker|pmtiles/.test(url)), false);
  await page.locator("#level").selectOption("area");
  await page.waitForFunction(() => /^More than 5,000 areas are not drawn/.test(document.querySelector("#map-note")?.textContent ?? ""));
  assert.deepEqual(complaints, []);
});
