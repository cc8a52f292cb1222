// Maps zoom by buttons, keys, wheel and fingers, have names and circles, hatch uncertain classes, and read TopoJSON.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { path } from "../../scripts/lib.js";
import { accessible } from "./accessible.js";
import { test } from "./first.js";
import { saved } from "./maps-support.js";
import { handBack, listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();

/** @param {Page} page @param {string} hash */
async function shown(page, hash) {
  await page.goto("about:blank");
  await page.goto(`${server.url}maps.html${hash}`);
  await page.waitForFunction(() => document.querySelector("#shown:not([hidden], [aria-busy])") && /drawn in [\d,]+ ms\.$/.test(document.querySelector("#status")?.textContent ?? ""));
}

const sightOf = (/** @type {Page} */ page) => page.locator("#map .map-view").first().getAttribute("transform");
const namesOn = (/** @type {Page} */ page) => page.locator("#map .map-over text").allTextContents();

test("buttons, keys and the wheel zoom and move the map, and the page still scrolls", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=children&level=area:ward");
  assert.equal(await sightOf(page), null);
  const [closer, farther, whole] = ["Zoom in", "Zoom out", "Whole map"].map((name) => page.getByRole("button", { name }));
  assert.equal(await whole.isVisible(), false);
  assert.equal(await farther.getAttribute("aria-disabled"), "true");
  await closer.click();
  assert.match(String(await sightOf(page)), /scale\(1\.7\)/);
  await farther.click();
  assert.equal(await sightOf(page), null);

  await page.locator("#map .map-frame").focus();
  for (const key of ["+", "+", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  /** The part in sight, in tenths of pixels. */
  const sight = async () => (await sightOf(page))?.match(/[-\d.]+/g)?.map((each) => Number(each).toFixed(1));
  const moved = await sight();
  assert.equal(moved?.[2], "2.9");
  // A redraw of other figures keeps the part in sight.
  await page.locator("#breaks").selectOption("equal");
  await page.waitForFunction(() => !document.querySelector("#shown[aria-busy]"));
  assert.deepEqual(await sight(), moved);
  await accessible(page, "zoomed");
  await page.locator("#map .map-frame").focus();
  await page.keyboard.press("0");
  assert.equal(await sightOf(page), null);

  // Without the focus, the wheel scrolls the page and a hint appears. With Ctrl it zooms.
  await page.locator("#find-said").evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  const box = await page.locator("#map .map-sheet").boundingBox() ?? assert.fail("no map");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => scrollY > 0 && document.querySelector(".map-hint:not([hidden])"));
  assert.equal(await sightOf(page), null);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await page.waitForFunction(() => document.querySelector("#map .map-view")?.getAttribute("transform"));
  // The chosen area comes into sight.
  for (const key of ["+", "+", "+"]) { await page.locator("#map .map-frame").focus(); await page.keyboard.press(key); }
  await page.locator("#table").getByRole("button", { name: "Lighthouse" }).click();
  const [area, sheet] = await Promise.all([page.locator("#map .map-selected path").first().boundingBox(), page.locator("#map .map-sheet").boundingBox()]);
  assert.ok(area && sheet && area.x + area.width / 2 > sheet.x && area.x + area.width / 2 < sheet.x + sheet.width);
  // A file has the part in sight.
  const svg = String((await saved(page, page.locator("#save-svg"))).bytes);
  assert.match(svg, /<clipPath|scale\(/);
  assert.deepEqual(complaints, []);
});

test("names stand in their areas, more of them after a zoom, and none is smaller than 12 pixels", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=children&level=area");
  const few = await namesOn(page);
  await page.locator("#map .map-frame").focus();
  for (const key of ["+", "+"]) await page.keyboard.press(key);
  const inSight = await namesOn(page);
  assert.ok(inSight.length > few.length, `${few.length}, then ${inSight.length}`);
  const boxes = await page.locator("#map .map-over text").evaluateAll((all) => all.map((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return { left, right, top, bottom, size: parseFloat(getComputedStyle(each).fontSize) };
  }));
  for (const [at, a] of boxes.entries()) {
    assert.ok(a.size >= 12);
    for (const b of boxes.slice(at + 1)) assert.ok(Math.min(a.right, b.right) - Math.max(a.left, b.left) < 2 || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) < 3, "names overlap");
  }
  assert.deepEqual(complaints, []);
});

test("numbers are circles, and counts of categories start as a share", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=population&level=area:ward");
  const circles = await page.locator("#map [data-circle]").evaluateAll((all) => all.map((each) => ({ code: each.getAttribute("data-circle") ?? "", r: Number(each.getAttribute("r")) })));
  const values = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll("#map [data-code]")].map((each) => [each.getAttribute("data-code"), Number(each.getAttribute("data-value"))])));
  assert.equal(circles.length, 12);
  const [first] = circles;
  for (const { code, r } of circles) assert.ok(Math.abs((r / first.r) ** 2 - values[code] / values[first.code]) < 0.02, code);
  assert.equal(await page.locator("#breaks").isEnabled(), false, "circles have no classes");
  assert.equal(await page.locator("#as-field").isVisible(), false);
  const biggest = circles.reduce((a, b) => (b.r > a.r ? b : a));
  await page.locator(`#map [data-circle="${biggest.code}"]`).click();
  assert.equal(new URL(page.url()).hash.includes(`selected=${biggest.code}`), true);
  assert.match(String((await saved(page, page.locator("#save-svg"))).bytes), /<circle/);
  await accessible(page, "circles");

  // The reader's own categories.
  await shown(page, "#cube=tidewell&of=sex&codes=2&level=area:ward");
  assert.equal(await page.locator("#as").inputValue(), "share");
  assert.equal(await page.locator("#map [data-circle]").count(), 0);
  assert.match(await page.locator("#map .chart-legend-unit").innerText(), /^% of all persons$/);
  await page.locator("#as").selectOption("rate");
  await page.waitForFunction(() => /^Per 1,000 persons$/.test(document.querySelector("#map .chart-legend-unit")?.textContent ?? ""));
  assert.match(page.url(), /as=rate/);
  await page.locator("#as").selectOption("count");
  await page.waitForSelector("#map [data-circle]");
  assert.deepEqual(complaints, []);
});

test("areas whose class noise could change are hatched where the publisher allows explanations", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=children&level=area");
  const fills = () => page.locator("#map [data-code]").evaluateAll((all) => all.map((each) => each.getAttribute("fill") ?? ""));
  const hatched = (await fills()).filter((fill) => /uncertain/.test(fill)).length;
  assert.ok(hatched > 5 && hatched < 117, `${hatched}`);
  assert.match(await page.locator("#map .chart-legend").innerText(), /Hatched: noise could change the class\./);
  assert.match(String((await saved(page, page.locator("#save-svg"))).bytes), /Hatched: noise could change the class/);
  await accessible(page, "hatched");
  for (const hash of ["#cube=tidewell&indicator=mean-age&level=area", "#cube=tidewell&indicator=children&level=area&method=none"]) {
    await shown(page, hash);
    assert.equal((await fills()).some((fill) => /uncertain/.test(fill)), false, hash);
    assert.doesNotMatch(await page.locator("#map .chart-legend").innerText(), /Hatched/);
  }
  if (await page.locator("#error").isHidden()) assert.equal(await page.locator("#map-true").innerText(), "True counts, unprotected");
  assert.deepEqual(complaints, []);
});

test("a reader's TopoJSON draws the map, and a broken one leaves it unchanged", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=children&level=area");
  const published = JSON.parse(readFileSync(path("demo/tidewell/areas.geojson"), "utf8"));
  /** @type {any[]} */
  const arcs = [];
  const ring = (/** @type {any[]} */ places) => [arcs.push(places) - 1];
  const geometries = published.features.map((/** @type {any} */ { properties, geometry: { type, coordinates } }) => ({ type, properties, arcs: type === "Polygon" ? coordinates.map(ring) : coordinates.map((/** @type {any[]} */ each) => each.map(ring)) }));
  const topology = { type: "Topology", arcs, objects: { blocks: { type: "GeometryCollection", geometries } } };
  const give = (/** @type {unknown} */ content) => page.locator("#boundaries").setInputFiles({ name: "town.topojson", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(content)) });
  await give(topology);
  await page.waitForFunction(() => /^town\.topojson: 117 of 117 areas/.test(document.querySelector("#boundaries-said")?.textContent ?? ""));
  assert.equal(await page.locator("#map path[data-code]").count(), 117);
  await give({ ...topology, arcs: arcs.slice(1) });
  await page.waitForFunction(() => /no arc \d+ among \d+.* The map is unchanged\.$/.test(document.querySelector("#boundaries-said.wrong")?.textContent ?? ""));
  assert.equal(await page.locator("#map path[data-code]").count(), 117);
  await page.getByRole("button", { name: "Back to this dataset’s map" }).click();
  await page.waitForFunction(() => document.querySelector("#boundaries-said")?.textContent === "");

  // The publisher's file may be TopoJSON, too.
  const page2 = JSON.parse(readFileSync(path("target/site/pages/tidewell.json"), "utf8"));
  page2.map = { dimension: "area", topojson: "tidewell.topojson", layer: "blocks" };
  await page.route("**/pages/tidewell.json", (route) => route.fulfill({ json: page2 }));
  await page.route("**/pages/tidewell.topojson", (route) => route.fulfill({ json: topology }));
  await shown(page, "#cube=tidewell&indicator=children&level=area:ward");
  assert.equal(await page.locator("#map path[data-code]").count(), 12);
  assert.equal(await page.locator("#problems").isVisible(), false);
  assert.deepEqual(complaints, []);
});

test("nothing passes the edges at 320 pixels, and nothing jumps while the map arrives", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [1366, 768]]) {
    const { page, complaints } = await listenedPage(browser, { viewport: { width, height } });
    const script = await page.addInitScript(() => {
      const seen = Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => { for (const each of /** @type {any[]} */ (list.getEntries())) if (!each.hadRecentInput) seen.shift += each.value; }).observe({ type: "layout-shift", buffered: true });
    });
    await shown(page, "#cube=tidewell&indicator=children&level=area:ward");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    const shift = await page.evaluate(() => Object(globalThis).shift);
    assert.ok(shift <= 0.05, `${width}: ${shift}`);
    await page.getByRole("button", { name: "Zoom in" }).click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}, zoomed`);
    assert.deepEqual(complaints, []);
    await script?.dispose?.();
    await handBack(page);
  }
});

test("a finger moves a zoomed map only, so that the page scrolls over a whole map", async () => {
  const { page, complaints } = await listenedPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await shown(page, "#cube=tidewell&indicator=children&level=area:ward");
  const touch = () => page.locator("#map svg.chart").first().evaluate((svg) => /** @type {SVGElement} */ (svg).style.touchAction);
  assert.equal(await touch(), "pan-x pan-y");
  await page.getByRole("button", { name: "Zoom in" }).tap();
  assert.equal(await touch(), "none");
  await page.getByRole("button", { name: "Whole map" }).tap();
  assert.equal(await touch(), "pan-x pan-y");
  await page.locator("#map [data-code]").first().tap();
  assert.match(await page.locator("#map .map-tip").innerText(), /%/);
  assert.deepEqual(complaints, []);
});
