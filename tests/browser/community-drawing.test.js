// Custom areas are drawn with mouse, finger and keyboard, and taken from a file. Undo takes back each change.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible } from "./accessible.js";
import { commandLine, figuresOf, listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */
/** @typedef {[x: number, y: number]} Point */

const TOWN = "site/cubes/tidewell";

const { server, browser } = setUp();

/** @param {Page} page @param {string} [hash] */
async function begun(page, hash = "#cube=tidewell") {
  await page.goto(`${server.url}community.html${hash}`);
  await page.locator("#map [data-code]").first().waitFor();
  await page.waitForFunction(() => document.querySelector("#live:not([aria-busy]) .live-people")?.textContent);
}

/** The parts of the first area in the address. @param {Page} page */
const taken = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("area")?.split(",").slice(1).filter(Boolean) ?? []);

/** @param {Page} page @returns {Promise<(x: number, y: number) => Point>} a place on the map, from 0 to 1 */
async function places(page) {
  const box = await page.locator("#map svg").boundingBox();
  assert.ok(box);
  // Whole pixels, because the browser rounds the places of the mouse.
  return (x, y) => [Math.round(box.x + box.width * x), Math.round(box.y + box.height * y)];
}

/** The parts under a line, found by the browser in the shapes at each eighth of a pixel. @param {Page} page @param {Point[]} line */
const under = (page, line) => page.evaluate((line) => {
  const svg = /** @type {SVGSVGElement} */ (document.querySelector("#map svg"));
  const shapes = /** @type {SVGPathElement[]} */ ([...svg.querySelectorAll("[data-code]")]);
  const toPlane = /** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse();
  /** @type {Set<string>} */
  const codes = new Set();
  line.slice(1).forEach(([x, y], i) => {
    const [fromX, fromY] = line[i];
    const steps = Math.ceil(Math.hypot(x - fromX, y - fromY) * 8);
    for (let at = 0; at <= steps; at++) {
      const point = new DOMPoint(fromX + ((x - fromX) * at) / steps, fromY + ((y - fromY) * at) / steps).matrixTransform(toPlane);
      for (const shape of shapes) if (shape.isPointInFill(point)) codes.add(shape.dataset.code ?? "");
    }
  });
  return [...codes].sort();
}, line);

/** The parts whose centre is inside a ring of places on the screen, found by the outlines that the page draws. @param {Page} page @param {Point[]} ring */
const inside = (page, ring) => page.evaluate((ring) => {
  const svg = /** @type {SVGSVGElement} */ (document.querySelector("#map svg"));
  const region = new Path2D(`M${ring.map((point) => point.join()).join("L")}Z`);
  const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  return /** @type {SVGPathElement[]} */ ([...svg.querySelectorAll("[data-code]")]).flatMap((shape) => {
    // The centroid from a fine grid over the shape.
    const box = shape.getBBox();
    let [x, y, n] = [0, 0, 0];
    for (let i = 0; i < 60; i++) {
      for (let j = 0; j < 60; j++) {
        const point = new DOMPoint(box.x + (box.width * (i + 0.5)) / 60, box.y + (box.height * (j + 0.5)) / 60);
        if (shape.isPointInFill(point)) [x, y, n] = [x + point.x, y + point.y, n + 1];
      }
    }
    const centre = new DOMPoint(x / n, y / n).matrixTransform(/** @type {DOMMatrix} */ (svg.getScreenCTM()));
    return canvas.isPointInPath(region, centre.x, centre.y) ? [shape.dataset.code ?? ""] : [];
  }).sort();
}, ring);

/** A circle on the map, as a mouse or finger draws it. @param {(x: number, y: number) => Point} at @param {number} x @param {number} y @param {number} radius */
const circle = (at, x, y, radius, steps = 24) => Array.from({ length: steps }, (_, i) => at(x + radius * Math.cos((2 * Math.PI * i) / steps), y + radius * Math.sin((2 * Math.PI * i) / steps)));

/** @param {Page} page @param {Point[]} line */
async function drag(page, [first, ...line]) {
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const point of line) await page.mouse.move(...point);
}

test("a stroke of one event over the whole town takes every part that it crosses", async () => {
  const { page, complaints } = await listenedPage(browser);
  await begun(page);
  const at = await places(page);
  for (const line of [[at(0.05, 0.45), at(0.98, 0.42)], [at(0.3, 0.02), at(0.35, 0.95)], [at(0.02, 0.98), at(0.98, 0.02)]]) {
    const expected = await under(page, line);
    assert.ok(expected.length > 7, `${expected}`);
    await drag(page, line);
    await page.mouse.up();
    assert.deepEqual((await taken(page)).toSorted(), expected);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    assert.deepEqual(await taken(page), []);
  }
  assert.deepEqual(complaints, []);
});

test("a stroke while the page is busy takes the parts along its bends", async () => {
  const { page } = await listenedPage(browser);
  await begun(page);
  const at = await places(page);
  const line = [at(0.1, 0.3), at(0.15, 0.7), at(0.25, 0.25), at(0.32, 0.75), at(0.4, 0.2)];
  const expected = await under(page, line);
  const straight = await under(page, [line[0], line[4]]);
  assert.ok(expected.length > straight.length + 5);
  await page.mouse.move(...line[0]);
  await page.mouse.down();
  // A browser joins events that come between two frames. The page reads all of them.
  const session = await page.context().newCDPSession(page);
  const busy = page.evaluate(() => { for (const end = performance.now() + 400; performance.now() < end;); });
  const moves = line.slice(1).map(([x, y]) => session.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y, button: "left", buttons: 1 }));
  await Promise.all([busy, ...moves]);
  // Playwright's own mouse is still at the start of the line.
  const [x, y] = line[4];
  await session.send("Input.dispatchMouseEvent", { type: "mouseReleased", x, y, button: "left", buttons: 0, clickCount: 1 });
  await page.mouse.up();
  assert.deepEqual((await taken(page)).toSorted(), expected);
});

test("the lasso takes the parts whose centre it encloses, and its line stays until their number is shown", async () => {
  const { page, complaints } = await listenedPage(browser);
  await begun(page);
  await page.getByText("Lasso", { exact: true }).click();
  const at = await places(page);
  const ring = circle(at, 0.68, 0.45, 0.2);
  const expected = await inside(page, ring);
  assert.ok(expected.length > 10, `${expected}`);
  await drag(page, [...ring, ring[0]]);
  const trail = () => page.locator("#map .trail").getAttribute("d");
  assert.ok(((await trail())?.match(/L/g) ?? []).length >= 24, "the line while drawing");
  assert.equal(await page.locator("#map [data-stroke=in]").count(), expected.length);
  assert.deepEqual(await taken(page), [], "nothing is taken yet");
  await page.waitForFunction((n) => document.querySelector("#live:not([aria-busy]) .live-parts")?.textContent === `${n} of 117 parts,`, expected.length);
  const people = figuresOf(commandLine(TOWN, "--rows", "area", "--group", `area:Area 1=${expected.join()}`))[0];
  assert.equal(await page.locator("#live .live-people").innerText(), `${people} persons`, "the number before the profile");
  assert.match(await page.locator("#live").innerText(), /with noise; the true count is from [\d,]+ to [\d,]+/);
  assert.equal(await page.locator("#profile").isVisible(), false);
  assert.notEqual(await trail(), null, "the line stays while the reader holds the button");
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("#profile:not([hidden])"));
  assert.deepEqual((await taken(page)).toSorted(), expected);
  await page.waitForFunction(() => !document.querySelector("#map .trail")?.hasAttribute("d"));

  // The button and the key Alt remove.
  const small = circle(at, 0.68, 0.45, 0.1);
  const middle = await inside(page, small);
  assert.ok(middle.length > 1 && middle.length < expected.length);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await drag(page, [...small, small[0]]);
  assert.equal(await page.locator("#map [data-stroke=out]").count(), middle.length);
  await page.mouse.up();
  assert.deepEqual((await taken(page)).toSorted(), expected.filter((code) => !middle.includes(code)));
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await drag(page, [...small, small[0]]);
  await page.mouse.up();
  assert.deepEqual((await taken(page)).toSorted(), expected);
  await page.keyboard.down("Alt");
  await drag(page, [...small, small[0]]);
  await page.mouse.up();
  await page.keyboard.up("Alt");
  assert.deepEqual((await taken(page)).toSorted(), expected.filter((code) => !middle.includes(code)));
  // A click takes one part with the lasso too.
  const before = await taken(page);
  await page.mouse.click(...at(0.12, 0.45));
  assert.equal((await taken(page)).length, before.length + 1);
  await accessible(page, "lasso");
  assert.deepEqual(complaints, []);
});

test("Escape cancels a stroke with brush or lasso", async () => {
  const { page } = await listenedPage(browser);
  await begun(page, "#cube=tidewell&area=A,TW0101");
  const at = await places(page);
  for (const tool of ["Brush", "Lasso"]) {
    await page.getByText(tool, { exact: true }).click();
    await drag(page, circle(at, 0.5, 0.5, 0.25));
    assert.ok(await page.locator("#map [data-stroke]").count() > 2);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#map [data-stroke]").count(), 0);
    assert.equal(await page.locator("#map .trail").getAttribute("d"), null);
    assert.equal(await page.locator("#status").innerText(), "Stroke cancelled.");
    await page.mouse.up();
    assert.deepEqual(await taken(page), ["TW0101"]);
    await page.waitForFunction(() => document.querySelector("#live:not([aria-busy]) .live-parts")?.textContent === "1 of 117 parts,");
  }
});

test("a finger draws, two fingers scroll, and a finger outside of the map scrolls", async () => {
  const { page, complaints } = await listenedPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await begun(page, "#cube=tidewell&area=A,TW0101");
  const session = await page.context().newCDPSession(page);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {Point[]} */ points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  /** @param {Point[][]} frames  the places of the fingers */
  const gesture = async (frames) => {
    await touch("touchStart", frames[0]);
    for (const frame of frames.slice(1)) {
      await touch("touchMove", frame);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await touch("touchEnd", []);
  };
  const scrolled = () => page.evaluate(() => scrollY);
  const at = await places(page);

  const line = [at(0.1, 0.35), at(0.5, 0.55), at(0.9, 0.4)];
  const crossed = await under(page, line);
  await gesture(line.map((point) => [point]));
  assert.deepEqual((await taken(page)).toSorted(), [...new Set(["TW0101", ...crossed])].toSorted());
  assert.equal(await scrolled(), 0, "the page stays");
  await page.getByRole("button", { name: "Undo", exact: true }).click();

  await page.getByText("Lasso", { exact: true }).click();
  const ring = circle(at, 0.3, 0.5, 0.2, 16);
  const enclosed = await inside(page, ring);
  await gesture([...ring, ring[0]].map((point) => [point]));
  assert.deepEqual((await taken(page)).toSorted(), [...new Set(["TW0101", ...enclosed])].toSorted());
  assert.equal(await scrolled(), 0);

  const before = await taken(page);
  await gesture(Array.from({ length: 9 }, (_, i) => [at(0.3, 0.9 - i / 12), at(0.6, 0.9 - i / 12)]));
  await page.waitForFunction(() => scrollY > 20);
  assert.deepEqual(await taken(page), before, "two fingers draw nothing");
  assert.equal(await page.locator("#map [data-stroke]").count(), 0);
  await page.evaluate(() => scrollTo(0, 0));
  const live = await page.locator("#live").boundingBox();
  assert.ok(live);
  await gesture(Array.from({ length: 9 }, (_, i) => [[live.x + 50, live.y + 10 - i * 25]]));
  await page.waitForFunction(() => scrollY > 20);
  assert.deepEqual(await taken(page), before);
  assert.deepEqual(complaints, []);
});

test("undo and redo take back strokes, names and new areas, each with a sentence", async () => {
  const { page, complaints } = await listenedPage(browser);
  await begun(page);
  const status = () => page.locator("#status").innerText();
  const at = await places(page);
  await page.keyboard.press("Control+z");
  assert.equal(await status(), "Nothing to undo.");
  await drag(page, [at(0.1, 0.4), at(0.4, 0.4)]);
  await page.mouse.up();
  const first = await taken(page);
  assert.equal(await status(), `${first.length} parts added to Area 1.`);
  await page.locator("#name").pressSequentially("West");
  await page.getByRole("button", { name: "Add an area", exact: true }).click();
  await page.mouse.click(...at(0.75, 0.4));
  assert.equal(await status(), "1 part added to Area 2.");
  /** @type {[keys: string, sentence: RegExp, address: RegExp][]} */
  const steps = [
    ["Control+z", /^Undone: 1 part added to Area 2\.$/, /&area=West,TW[^&]*&area=,&current=2$/],
    ["Control+z", /^Undone: Area 2 added\.$/, /&area=West,TW[^&]*$/],
    ["Control+z", /^Undone: Area 1 renamed\.$|^Undone: \S+ renamed\.$/, /&area=,TW[^&]*$/],
    ["Control+z", /^Undone: \d+ parts added to Area 1\.$/, /cube=tidewell$/],
    ["Control+z", /^Nothing to undo\.$/, /cube=tidewell$/],
    ["Control+Shift+z", /^Redone: \d+ parts added to Area 1\.$/, /&area=,TW[^&]*$/],
    ["Control+y", /^Redone: \S+ ?\S* renamed\.$/, /&area=West,TW[^&]*$/],
  ];
  for (const [keys, sentence, address] of steps) {
    await page.keyboard.press(keys);
    assert.match(await status(), sentence);
    assert.match(page.url(), address);
  }
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  assert.equal(await status(), "Redone: Area 2 added.");
  assert.equal(await page.getByRole("button", { name: "Redo", exact: true }).getAttribute("title"), "1 part added to Area 2");
  // The browser's button is one more step.
  await page.goBack();
  await page.waitForFunction(() => /&area=West,TW[^&]*$/.test(location.hash));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.equal(await status(), "Undone: Step in the browser’s history.");
  // In a text field, the keys change the text.
  await page.locator("#search").fill("mills");
  await page.locator("#search").press("Control+z");
  assert.doesNotMatch(await status(), /Nothing|Undone: 1/);
  assert.deepEqual(complaints, []);
});

test("the map and the list reach every part by keyboard, and the first figure is near", async () => {
  const { page, complaints } = await listenedPage(browser);
  await begun(page);
  let stops = 0;
  for (;; stops++) {
    await page.keyboard.press("Tab");
    assert.ok(stops < 40);
    if (await page.evaluate(() => (document.activeElement?.compareDocumentPosition(/** @type {Node} */ (document.querySelector("#live"))) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING)) break;
  }
  assert.ok(stops <= 25, `${stops} stops to the first figure`);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "listbox", "the map follows the figure");
  const active = () => page.evaluate(() => document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? "")?.getAttribute("data-code"));
  const { features } = JSON.parse(readFileSync(path("demo/tidewell/areas.geojson"), "utf8"));
  await page.keyboard.press("Home");
  const reached = new Set([await active()]);
  for (let i = 1; i < features.length; i++) {
    await page.keyboard.press("PageDown");
    reached.add(await active());
  }
  assert.equal(reached.size, 117);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  assert.deepEqual(await taken(page), ["TW0101"]);
  assert.match(await page.locator("#map .pointed").innerText(), /^Quayside 1 – chosen$/);
  await page.keyboard.press("ArrowRight");
  const next = await active();
  assert.notEqual(next, "TW0101");
  await page.keyboard.press("Enter");
  assert.deepEqual((await taken(page)).toSorted(), ["TW0101", next].toSorted());
  await page.keyboard.press("Shift+ArrowDown");
  assert.equal((await taken(page)).length, 3);
  await page.keyboard.press("Space");
  assert.equal((await taken(page)).length, 2, "the same key removes");
  await accessible(page, "map with the keyboard’s focus");
  assert.deepEqual(complaints, []);
});

const polygonFile = (/** @type {string} */ name, /** @type {unknown} */ content) => ({ name, mimeType: "application/geo+json", buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)) });

test("an outline from a file takes the parts whose centre is inside, and nothing leaves the device", async () => {
  const { page, complaints } = await listenedPage(browser);
  await begun(page);
  const { features } = JSON.parse(readFileSync(path("demo/tidewell/areas.geojson"), "utf8"));
  await page.waitForLoadState("networkidle");
  /** @type {string[]} */
  const sent = [];
  page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const said = page.locator("#outline-said");
  const choose = (/** @type {string} */ name, /** @type {unknown} */ content) => page.locator("#outline-file").setInputFiles(polygonFile(name, content));
  // The blocks of a ward, as a file: their own centres are inside, and no other centre.
  const ward = features.filter((/** @type {any} */ { properties }) => properties.ward === "TW07");
  await choose("orchards.geojson", { type: "FeatureCollection", features: ward });
  await said.filter({ hasText: "orchards.geojson: 10 of 117 parts have their centre in the outline." }).waitFor();
  assert.deepEqual(await taken(page), ward.map((/** @type {any} */ { properties }) => properties.code));
  assert.equal(await page.locator("#status").innerText(), "10 parts in the outline of orchards.geojson added to Area 1.");
  // The outline lies on the shapes of its parts.
  const [drawn, shapes] = await page.evaluate(() => {
    const all = [...document.querySelectorAll("#map [data-area]")].map((shape) => shape.getBoundingClientRect());
    const outline = /** @type {Element} */ (document.querySelector("#map .outline")).getBoundingClientRect();
    return [[outline.left, outline.top, outline.right, outline.bottom], [Math.min(...all.map(({ left }) => left)), Math.min(...all.map(({ top }) => top)), Math.max(...all.map(({ right }) => right)), Math.max(...all.map(({ bottom }) => bottom))]];
  });
  drawn.forEach((each, i) => assert.ok(Math.abs(each - shapes[i]) < 3, `${drawn} on ${shapes}`));
  await page.waitForFunction(() => document.querySelector("#result:not([aria-busy]) #profile:not([hidden])"));
  assert.equal((await page.locator("#people dd").first().evaluate((each) => each.firstChild?.textContent)), figuresOf(commandLine(TOWN, "--rows", "area", "--group", `area:Area 1=${await taken(page)}`))[0]);
  await accessible(page, "an outline");
  // Undo also removes the outline.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.deepEqual([await taken(page), await page.locator("#map .outline").getAttribute("d")], [[], ""]);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  assert.notEqual(await page.locator("#map .outline").getAttribute("d"), "");
  await page.getByRole("button", { name: "Remove the outline" }).click();
  assert.deepEqual([(await taken(page)).length, await page.locator("#map .outline").getAttribute("d")], [10, ""]);

  const again = page.getByRole("button", { name: "Choose another file" });
  assert.equal(await again.isVisible(), false);
  const far = { type: "Polygon", coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] };
  for (const [name, content, words] of /** @type {const} */ ([
    ["notes.txt", "hello", "notes.txt was not used: the file is not JSON, expected GeoJSON with a Polygon or a MultiPolygon."],
    ["far.json", far, "far.json was not used: no part has its centre in the outline, expected an outline on this map."],
    ["points.json", { type: "Point", coordinates: [0, 0] }, "points.json was not used: the file has no polygon, expected GeoJSON with a Polygon or a MultiPolygon."],
    ["large.json", " ".repeat(11e6), "large.json was not used: the file has 11 MB, expected at most 10 MB."],
    ["grid.json", { ...far, coordinates: [[[523000, 180000], [523000, 181000], [524000, 181000], [523000, 180000]]] }, "grid.json was not used: coordinates[0][0] is [523000,180000], expected a longitude from −180 to 180 and a latitude from −90 to 90 (WGS 84)."],
  ])) {
    await choose(name, content);
    await said.filter({ hasText: words }).waitFor();
    assert.equal(await said.innerText(), words);
    assert.equal((await taken(page)).length, 10, "nothing changes");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "outline-again");
  }
  assert.deepEqual(sent.filter((request) => !/^GET .*(\/tiles\/.*|\.cvp|\/cellveil\/js\/[a-z-]+\.js)$/.test(request)), [], "only published files are fetched");
  await accessible(page, "a wrong file");
  // The button opens the browser's list of files again.
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), again.click()]);
  await chooser.setFiles(polygonFile("ward.json", { type: "FeatureCollection", features: features.filter((/** @type {any} */ { properties }) => properties.ward === "TW08") }));
  await said.filter({ hasText: /^ward\.json: \d+ of 117 parts/ }).waitFor();
  assert.equal(await again.isVisible(), false);
  assert.deepEqual(complaints, []);
});

test("on a phone, the map with its numbers is in view after a file is taken, and no part of the page jumps", async () => {
  const { page, complaints } = await listenedPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const script = await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const each of /** @type {any[]} */ (list.getEntries())) if (!each.hadRecentInput) /** @type {any} */ (globalThis).shifted += each.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await begun(page);
  const shifted = () => page.evaluate(() => /** @type {any} */ (globalThis).shifted);
  assert.ok((await shifted()) <= 0.05, `${await shifted()} at the start`);
  const inView = (/** @type {string} */ id) => page.locator(id).evaluate((each) => { const { top, bottom } = each.getBoundingClientRect(); return top >= -1 && bottom <= innerHeight; });
  assert.ok(await inView("#map"), "the map needs no scroll");
  const { features } = JSON.parse(readFileSync(path("demo/tidewell/areas.geojson"), "utf8"));
  const [first] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open an outline" }).click()]);
  await first.setFiles(polygonFile("notes.txt", "hello"));
  await page.locator("#outline-said").filter({ hasText: "notes.txt was not used" }).waitFor();
  assert.ok(await inView("#outline-said") && await inView("#outline-again"));
  const [second] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Choose another file" }).click()]);
  await second.setFiles(polygonFile("orchards.geojson", { type: "FeatureCollection", features: features.filter((/** @type {any} */ { properties }) => properties.ward === "TW07") }));
  await page.waitForFunction(() => document.querySelector("#result:not([aria-busy]) #profile:not([hidden])"));
  assert.ok(await inView("#live") && await inView("#map"));
  assert.ok((await shifted()) <= 0.05, `${await shifted()} in all`);
  await script.dispose();
  assert.deepEqual(complaints, []);
});
