// Tables that `cellveil prerender` writes into a page look like the element's tables, and the element keeps them.

import assert from "node:assert/strict";
import { once } from "node:events";
import { cpSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible, browser, CENSUS, expectComplaint, expected, folder, page, put, SEALED, server, set, setAttributes, shown, told } from "./element-support.js";

/** @import { AddressInfo } from "node:net" */
/** @typedef {HTMLElementTagNameMap["cellveil-table"]} CellveilTable */

/** The types come from the source, because tsc cannot follow a computed path. @type {typeof import("../../www/prerender/prerender.js")} */
const { prerender } = await import(String(path("pkg/js/prerender.js")));

const SWAPPED = "census2011-teaching-swapped/cube.json";

before(() => {
  cpSync(path("target/site/cubes/census2011-teaching-swapped"), join(folder, "census2011-teaching-swapped"), { recursive: true });
});

/** Every part that the element draws: levels of headings, totals, shorthand, notes, languages and directions. */
const TABLES = [
  `<cellveil-table src="${CENSUS}" rows="region" columns="sex,age:band" filter="student=1,2"></cellveil-table>`,
  `<cellveil-table src="${CENSUS}" rows="region,sex" columns="age:band" no-totals unstyled></cellveil-table>`,
  `<cellveil-table src="${CENSUS}" rows="region" groups='region:"North & <South>"=E12000001,E12000002;region:Wales=W92000004'></cellveil-table>`,
  `<cellveil-table src="${CENSUS}" rows="age" columns="sex" method='{"kind":"controlled-rounding","base":5}'></cellveil-table>`,
  `<cellveil-table src="${CENSUS}" rows="region" columns="sex,age:band" lang="es"></cellveil-table>`,
  `<cellveil-table src="${SEALED}" rows="region" filter="age=1,2" areas="blocks"></cellveil-table>`,
  `<cellveil-table src="${SWAPPED}" rows="region" columns="sex" lang="de"></cellveil-table>`,
  ...["en", "fr", "ar", "de", "es", "it", "ar-EG"].map((lang) => `<div lang="${lang}"><cellveil-table src="mini/cube.json" rows="district" columns="sex"></cellveil-table></div>`),
  '<cellveil-table src="mini/cube.json" rows="district" lang="ar" dir="ltr"></cellveil-table>',
];

/** Writes tables as on the page that `put` fills. @param {string} html */
const rendered = async (html) => (await prerender(`<html lang="en-GB"><main>${html}</main>`, { url: `${server.url}page.html` })).html.replace(/^.*?<main>/s, "").replace("</main>", "");

/** Marks each table in the page, before the element's script runs. */
const mark = () => page.$$eval("cellveil-table", (all) => {
  for (const one of all) for (const node of one.childNodes) Object.assign(node, { isMarked: true });
});
/** Returns, for each element, whether the content is still the marked content. */
const marked = () => page.$$eval("cellveil-table", (all) => all.map((one) => one.hasChildNodes() && [...one.childNodes].every((node) => "isMarked" in node)));

/** Loads the element's script. */
const load = () => put("");

/** @param {string} html */
async function insert(html) {
  await page.evaluate((html) => document.querySelector("main")?.insertAdjacentHTML("beforeend", html), html);
  await mark();
}

test("the element keeps each written table that equals its own table", async () => {
  await insert(await rendered(TABLES.join("\n")));
  const busy = page.evaluate(() => new Promise((resolve) => {
    const found = /** @type {string[]} */ ([]);
    new MutationObserver((changes) => found.push(...changes.map(({ target }) => /** @type {Element} */ (target).localName))).observe(document, { attributeFilter: ["aria-busy"], subtree: true });
    addEventListener("cellveil-ready", () => setTimeout(() => resolve(found)));
  }));
  await load();
  const events = await told(TABLES.length);
  assert.deepEqual(events.map((/** @type {string[]} */ [type]) => type), TABLES.map(() => "cellveil-ready"));
  assert.deepEqual(await marked(), TABLES.map(() => true));
  assert.deepEqual(await busy, [], "screen readers may read the table at any time");
  assert.equal(await page.locator("progress").count(), 0);
  await accessible();
});

test("a written table with one wrong figure is replaced", async () => {
  const html = await rendered(TABLES[0]);
  await insert(html.replace(/(<td class="cellveil-value"[^>]*>)(\d)/, (_, tag, digit) => `${tag}${(Number(digit) + 1) % 10}`));
  await load();
  await told();
  assert.deepEqual(await marked(), [false]);
  assert.deepEqual((await shown()).figures, expected("--rows", "region", "--columns", "sex,age:band", "--filter", "student=1,2"));
});

test("a written page has equal pixels before scripts, after scripts and without scripts", async () => {
  const html = (script = "") => `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/cellveil/element.css">${script}<main><h1>Page</h1>${TABLES[0]}</main>`;
  const written = await prerender(html('<script type="module" src="/held.js"></script>'), { url: `${server.url}written.html` });
  writeFileSync(join(folder, "written.html"), written.html);
  writeFileSync(join(folder, "held.js"), 'addEventListener("click", () => import("/cellveil/element.js"), { once: true });');
  await page.goto(`${server.url}written.html`);
  const [first, before] = [await page.locator("table").boundingBox(), await page.screenshot()];
  assert.deepEqual((await shown()).figures, expected("--rows", "region", "--columns", "sex,age:band", "--filter", "student=1,2"));
  await page.locator("h1").click();
  await told();
  await page.mouse.move(0, 0);
  assert.deepEqual(await page.locator("table").boundingBox(), first);
  assert.ok(before.equals(await page.screenshot()), "the page does not change when its script runs");
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  const still = await context.newPage();
  await still.goto(`${server.url}written.html`);
  assert.ok(before.equals(await still.screenshot()), "the page looks the same without scripts");
  await context.close();
});

test("without its data, the element keeps a written table and reports the error", async () => {
  await insert(await rendered(TABLES[0]));
  await page.route("**/cube.json", (route) => route.abort());
  await load();
  assert.deepEqual(await told(), [["cellveil-error", "network", undefined]]);
  assert.deepEqual(await marked(), [true]);
  assert.equal(await page.locator(".cellveil-error").count(), 0);
  // After a change of the query, the written table is wrong and must go.
  await set({ rows: ["sex"], columns: null });
  assert.deepEqual(await told(), [["cellveil-error", "network", undefined]]);
  assert.deepEqual([(await shown()).caption, (await shown()).alert], [null, "alert"]);
  await page.unroute("**/cube.json");
  await page.locator(".cellveil-again").click();
  assert.equal((await told())[0][0], "cellveil-ready");
  assert.deepEqual((await shown()).figures, expected("--rows", "sex", "--filter", "student=1,2"));
  expectComplaint("ERR_FAILED");
});

test("a written table is removed if the cube refuses its query", async () => {
  const html = await rendered(`<cellveil-table src="${SEALED}" rows="region" columns="sex"></cellveil-table>`);
  await insert(html.replace('columns="sex"', 'columns="sex,health"').replace("columns=sex", "columns=sex%2Chealth"));
  await load();
  assert.deepEqual(await told(), [["cellveil-error", "no-view", undefined]]);
  assert.deepEqual([(await shown()).caption, (await shown()).alert], [null, "alert"]);
});

for (const [name, change] of /** @type {[string, () => Promise<unknown>][]} */ ([
  ["a property", () => set({ rows: ["sex"] })],
  ["an attribute", () => setAttributes({ filter: "student=2" })],
])) {
  test(`an error replaces the written table if the page has set ${name} before the script runs`, async () => {
    await insert(await rendered(`<cellveil-table src="${CENSUS}" rows="region"></cellveil-table>`));
    await page.route("**/*.cvt", (route) => route.abort());
    await change();
    await load();
    await told();
    assert.deepEqual([(await shown()).caption, (await shown()).alert], [null, "alert"]);
    expectComplaint("ERR_FAILED");
  });
}

test("the table of a copied element does not stand for another query", async () => {
  await put(`<cellveil-table src="${CENSUS}" rows="region"></cellveil-table>`);
  await told();
  await page.route("**/*.cvt", (route) => route.abort());
  await page.evaluate(() => {
    const copy = /** @type {CellveilTable} */ (document.querySelector("cellveil-table")?.cloneNode(true));
    Object.assign(copy, { id: "copy", rows: ["sex", "age"], src: "census2011-teaching-sealed/cube.json" });
    document.querySelector("main")?.append(copy);
  });
  await told();
  assert.deepEqual(await page.$eval("#copy", (copy) => [copy.querySelector("caption"), copy.querySelector(".cellveil-error")?.getAttribute("role")]), [null, "alert"]);
  expectComplaint("ERR_FAILED");
});

test("a table that is refused while the page is still arriving does not stay", async () => {
  const html = await rendered(`<cellveil-table src="${SEALED}" rows="region" columns="sex"></cellveil-table>`);
  const [start, rest] = html.replace('columns="sex"', 'columns="sex,health"').split(/(?=<div class="cellveil-scroll")/);
  const slow = createServer(async (request, response) => {
    if (request.url !== "/slow.html") {
      response.writeHead(302, { location: `${server.url}${request.url?.slice(1)}`, "access-control-allow-origin": "*" }).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html" });
    response.write(`<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Slow</title><link rel="icon" href="data:,"><script type="module" async src="${server.url}cellveil/element.js"></script><main>${start.replace('src="', `src="${server.url}`)}`);
    setTimeout(() => response.end(`${rest}</main>`), 1500);
  }).listen(0);
  await once(slow, "listening");
  await page.goto(`http://127.0.0.1:${/** @type {AddressInfo} */ (slow.address()).port}/slow.html`);
  await told();
  assert.deepEqual([(await shown()).caption, (await shown()).alert], [null, "alert"]);
  assert.equal(await page.$eval("cellveil-table", ({ childNodes }) => childNodes.length), 1);
  slow.close();
});
