// The builder with a cube in parts: readers search a long dimension for categories, and the page loads few codes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { before, test } from "node:test";
import { openCube } from "../../www/api/index.js";
import { path } from "../../scripts/lib.js";
import { codeOf, nameOf, writeAreas } from "../js/support/areas.js";
import { accessible } from "./accessible.js";
import { commandLine, downloaded, figures, figuresOf, headings, listed, listenedPage, lookUntil, openAdd, openChip, setUp } from "./support.js";
import { chosen, settled } from "./workbench-support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @typedef {HTMLElementTagNameMap["cellveil-builder"]} CellveilBuilder */

const AREAS = 9_000;
const FOLDER = "test-builder-search";
const SEALED = "test-builder-search-sealed";
const CUBE = `${FOLDER}/cube`;
const LONG = "Area has 9,000 categories. Search for some and choose them.";
const [ONE, OTHER] = [codeOf(4321), codeOf(77)];
const PICKED = `rows=area&columns=sex&filter=area=${OTHER},${ONE}`;

const { server, browser } = setUp();
before(async () => {
  await writeAreas(FOLDER, { areas: AREAS, ages: 2 });
  await writeAreas(SEALED, { areas: AREAS, ages: 2, release: "sealed" });
});

/** The files of a cube by their kind, from its manifest. @param {string} folder */
function filesOf(folder) {
  const { dimensions: [area] } = JSON.parse(readFileSync(path("target", folder, "cube/cube.json"), "utf8"));
  const names = (/** @type {{ parts: [first: number, code: string, sha256: string, bytes: number][] }} */ { parts }) => new Set(parts.map(([, , sha256]) => `${sha256.slice(0, 16)}.json`));
  return { codes: names(area.list), index: names(area.index), level: basename(area.levels[0].file.path) };
}

/**
 * Serves the cubes of areas as the only datasets of the site, and records their requests.
 * @param {BrowserContextOptions} [options]
 */
async function prepared(options = {}) {
  const listened = await listenedPage(browser, options);
  const { page } = listened;
  const state = { isBroken: false, asked: /** @type {string[]} */ ([]), bytes: 0 };
  await page.route("**/cubes/**", (route) => {
    const [folder, ...rest] = new URL(route.request().url()).pathname.split("/cubes/")[1].split("/");
    if (folder === "index.json") return route.fulfill({ json: ["areas", "sealed"] });
    if (state.isBroken) return route.abort();
    const file = path("target", folder === "sealed" ? SEALED : FOLDER, "cube", ...rest);
    const body = readFileSync(file);
    state.asked.push(basename(file));
    state.bytes += body.length;
    return route.fulfill({ body, contentType: file.endsWith(".json") ? "application/json" : "application/octet-stream" });
  });
  const files = filesOf(FOLDER);
  const loaded = () => new Set(state.asked.filter((file) => files.codes.has(file))).size;
  return { ...listened, state, files, /** How many files with codes of areas the page has loaded. */ loaded };
}

/** Opens the workbench. @param {string} hash @param {BrowserContextOptions} [options] */
async function opened(hash, options) {
  const all = await prepared(options);
  await all.page.goto(`${server.url}#cube=areas${hash}`);
  await settled(all.page, /built in|No table was built|has 9,000 categories|needs all/);
  return all;
}

/** Searches in the open panel of a long dimension, and waits for the outcome. @param {Page} page @param {string} text @param {RegExp} outcome */
async function search(page, text, outcome) {
  await page.getByRole("searchbox", { name: "Search categories of Area" }).fill(text);
  await page.locator('[data-part="search"] [role=status]').filter({ hasText: outcome }).waitFor();
}

/** Closes the open panel. The first Escape empties a search. @param {Page} page */
async function close(page) {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The values of a table by the API in Node, in the format of the page. @param {import("../../www/api/types.js").Query} query */
async function valuesOf(query) {
  const cube = await openCube(path("target", CUBE, "cube.json"));
  const { values } = await cube.table(query);
  cube.close();
  return values.map((value) => Number(value).toLocaleString("en-GB"));
}

test("the workbench opens a cube in parts, finds two areas by words, and shows their table", async () => {
  const { page, complaints, state, files, loaded } = await opened("");
  // The first table has the districts, with a row for the total.
  await chosen(page, "rows=area:district&columns=age");
  assert.equal((await headings(page)).rows.length, 31);
  assert.equal(loaded(), 0, "a table of districts needs no areas");
  const opening = state.bytes;

  // Areas on an axis: the page says how many there are, and asks the reader to choose.
  const chip = await openChip(page, "District", "rows");
  await chip.getByRole("radio", { name: "Area 9,000 categories" }).click();
  const refusal = page.locator('[data-part="refusal"]');
  await refusal.getByText(LONG).waitFor();
  assert.deepEqual(await refusal.getByRole("button").allTextContents(), ["Search Area", "Use District instead of Area: 93 cells", "Leave out Area: 3 cells", "Load all 9,000 categories", "Undo the last change"]);
  assert.equal(loaded(), 0);
  await accessible(page, "the refusal");

  // The button leads to the search, which has the focus.
  await refusal.getByRole("button", { name: "Search Area" }).click();
  const panel = page.getByRole("dialog", { name: "Area", exact: true });
  const box = panel.getByRole("searchbox");
  await panel.getByText("Type the beginning of a word").waitFor();
  assert.equal(await box.evaluate((each) => each === document.activeElement), true, "the focus is in the search");
  assert.equal(await panel.locator(".cv-boxes label").count(), 50);
  await accessible(page, "the search");
  await search(page, "DISTR 4321", /^Found: 1 category\.$/);
  assert.deepEqual(await panel.locator(".cv-boxes label").allTextContents(), [nameOf(4321)]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await chosen(page, `rows=area&columns=age&filter=area=${ONE}`);
  await search(page, "77 area", /^The first 50 categories are listed\./);
  // The chosen area stays above the others.
  assert.equal(await panel.getByRole("checkbox", { name: nameOf(4321), exact: true }).isChecked(), true);
  await panel.getByRole("checkbox", { name: nameOf(77), exact: true }).check();
  await chosen(page, `rows=area&columns=age&filter=area=${OTHER},${ONE}`);
  await search(page, "zebra", /^No category matches\.$/);
  await close(page);
  await settled(page);
  const query = { rows: ["area"], columns: ["age"], filter: { area: [ONE, OTHER] } };
  assert.deepEqual(await figures(page), await valuesOf(query));
  assert.deepEqual((await headings(page)).rows, [nameOf(77), nameOf(4321), "Total"]);
  assert.match(await page.locator('[data-place="rows"] .cv-chip').innerText(), /2 of 9,000/);
  assert.ok(loaded() <= 3 && state.asked.some((file) => files.index.has(file)), `${loaded()} of ${files.codes.size} files with codes`);
  assert.ok(state.bytes - opening < 500_000, `${state.bytes - opening} bytes`);

  // The link opens with labels.
  await page.reload();
  await settled(page);
  assert.deepEqual((await headings(page)).rows, [nameOf(77), nameOf(4321), "Total"]);
  assert.deepEqual(await figures(page), await valuesOf(query));
  await openChip(page, "Area", "rows");
  assert.deepEqual(await panel.getByRole("checkbox", { checked: true }).evaluateAll((boxes) => boxes.map((each) => each.closest("label")?.textContent)), [nameOf(77), nameOf(4321)]);
  await page.keyboard.press("Escape");
  assert.equal((await downloaded(page)).text, commandLine(CUBE, "--rows", "area", "--columns", "age", "--filter", `area=${OTHER},${ONE}`));

  // Undo takes back one area, then the other.
  await page.locator('[data-part="undo"]').click();
  await chosen(page, `rows=area&columns=age&filter=area=${ONE}`);
  await settled(page, /^Undone: filter by Area\./);
  assert.deepEqual((await headings(page)).rows, [nameOf(4321), "Total"]);
  await page.locator('[data-part="undo"]').click();
  await refusal.getByText(LONG).waitFor();
  await page.locator('[data-part="undo"]').click();
  await settled(page);
  assert.equal((await headings(page)).rows.length, 31);
  assert.deepEqual(complaints, []);
});

test("the panel Add finds areas, and a filter by areas keeps its labels", async () => {
  const { page, complaints, loaded } = await opened("&rows=sex");
  const panel = await openAdd(page, "Filters");
  const box = panel.getByRole("searchbox", { name: "Search variables and categories" });
  await box.fill("area 4321");
  await panel.locator(".cv-found button").filter({ hasText: nameOf(4321) }).click();
  await chosen(page, `rows=sex&filter=area=${ONE}`);
  await box.fill("no such");
  await panel.getByText("No variable or category matches.").waitFor();
  await close(page);
  await settled(page);
  assert.match(await page.locator("caption").innerText(), new RegExp(`where Area is ${nameOf(4321)}`));
  assert.deepEqual(await page.locator('[data-place="filter"] .cv-chip-main').innerText().then((text) => text.split("\n")), ["Area", nameOf(4321)]);
  assert.deepEqual(await figures(page), await valuesOf({ rows: ["sex"], filter: { area: [ONE] } }));
  // The panel of the filter has the search too. Without areas, everyone is counted.
  const chip = await openChip(page, "Area", "filters");
  await search(page, codeOf(12), /^Found: 1 category\.$/);
  await chip.getByRole("checkbox", { name: nameOf(12), exact: true }).check();
  await chosen(page, `rows=sex&filter=area=${codeOf(12)},${ONE}`);
  await chip.getByRole("button", { name: "Clear" }).click();
  await chosen(page, "rows=sex");
  await page.keyboard.press("Escape");
  assert.ok(loaded() <= 3, `${loaded()} files with codes`);
  assert.deepEqual(complaints, []);
});

test("a failed search says so, keeps the table, and tries again", async () => {
  const { page, state } = await opened(`&${PICKED}`);
  const before = await figures(page);
  const panel = await openChip(page, "Area", "rows");
  await panel.locator(".cv-boxes label").nth(10).waitFor();
  state.isBroken = true;
  await panel.getByRole("searchbox").fill("8765");
  const error = panel.locator(".cv-problem");
  await error.getByText("Part of the data did not load. Check the connection, then try again.").waitFor();
  await settled(page, /^Part of the data did not load\./);
  assert.deepEqual(await figures(page), before);
  state.isBroken = false;
  await error.getByRole("button", { name: "Try again" }).click();
  await search(page, "8765", /^Found: 1 category\.$/);
  assert.equal(await error.count(), 0);
  await panel.getByRole("checkbox", { name: nameOf(8765), exact: true }).check();
  await chosen(page, `rows=area&columns=sex&filter=area=${OTHER},${ONE},${codeOf(8765)}`);
});

test("an unknown area in a link is named, and its filter can be removed", async () => {
  const { page } = await opened("&rows=sex&filter=area=E9");
  const refusal = page.locator('[data-part="refusal"]');
  await refusal.getByText("A filter names an unknown category.").waitFor();
  await refusal.getByRole("button", { name: "Remove the filter by Area" }).click();
  await settled(page);
  await chosen(page, "rows=sex");
});

test("the page loads all areas only when the reader says so", async () => {
  const { page, complaints, files, loaded } = await opened(`&${PICKED}`);
  assert.ok(loaded() <= 2);
  // Intervals and explanations need all codes, and their controls say so.
  await page.locator('[data-part="table"] td').first().click();
  await page.locator('[data-part="drawer"]').getByText("This loads all 9,000 categories of Area.").first().waitFor();
  await page.locator('[data-part="intervals"]').click();
  const switches = page.getByRole("dialog", { name: "± Intervals" });
  await switches.getByText("This loads all 9,000 categories of Area.").waitFor();
  await page.keyboard.press("Escape");
  assert.ok(loaded() <= 2);
  await page.goto(`${server.url}#cube=areas&rows=area&columns=sex`);
  const refusal = page.locator('[data-part="refusal"]');
  await refusal.getByText(LONG).waitFor();
  await refusal.getByRole("button", { name: "Load all 9,000 categories" }).click();
  await settled(page, /^27,003 cells, built in/);
  assert.equal(loaded(), files.codes.size);
  assert.equal((await downloaded(page)).text, commandLine(CUBE, "--rows", "area", "--columns", "sex"));
  // The panel then has all areas, as for a short list.
  const panel = await openChip(page, "Area", "rows");
  await panel.locator("summary").click();
  await panel.getByText("200 of 9,000 listed; search to find others.").waitFor();
  assert.equal(await panel.getByRole("button", { name: "Group areas …" }).count(), 1);
  assert.deepEqual(complaints, []);
});

test("intervals and explanations of a cube in parts work after the load", async () => {
  const { page, complaints, files, loaded } = await opened(`&${PICKED}&intervals=yes`);
  assert.equal(await page.locator(".cellveil-interval").count(), 0, "a link loads no codes");
  await page.locator('[data-part="intervals"]').click();
  await page.getByRole("button", { name: "Load all 9,000 categories" }).last().click();
  await page.locator(".cellveil-interval").first().waitFor();
  assert.equal(loaded(), files.codes.size);
  assert.equal(await page.locator('input[data-part="intervals"]').isChecked(), true);
  await page.locator('[data-part="table"] td').first().click();
  await page.locator('[data-part="explain"]').click();
  await page.getByText("It certainly stands for").waitFor();
  assert.equal(await page.getByText("This loads all").count(), 0);
  assert.deepEqual(complaints, []);
});

test("a level of a long dimension shows its categories on request", async () => {
  const { page, complaints, loaded } = await opened("&rows=sex");
  const panel = await openAdd(page, "Filters");
  await listed(page, "District").click();
  await panel.getByRole("button", { name: "Show 30 categories" }).click();
  await panel.getByRole("checkbox", { name: "District 7", exact: true }).check();
  await chosen(page, "rows=sex&filter=area:district=D7");
  await page.keyboard.press("Escape");
  await settled(page);
  assert.deepEqual(await figures(page), await valuesOf({ rows: ["sex"], filter: { "area:district": ["D7"] } }));
  assert.equal(loaded(), 0);
  assert.deepEqual(complaints, []);
});

test("a sealed cube in parts shows one area at once, and asks before it adds up several", async () => {
  const { page, complaints } = await prepared();
  await page.goto(`${server.url}#cube=sealed&rows=sex&filter=area=${ONE}`);
  await settled(page);
  assert.deepEqual(await figures(page), figuresOf(commandLine(`${SEALED}/cube`, "--rows", "sex", "--filter", `area=${ONE}`)));
  await page.goto(`${server.url}#cube=sealed&rows=sex&filter=area=${ONE},${OTHER}`);
  const refusal = page.locator('[data-part="refusal"]');
  await refusal.getByText("This table needs all 9,000 categories of Area. Load them, or change the table.").waitFor();
  await refusal.getByRole("button", { name: "Load all 9,000 categories" }).click();
  await settled(page);
  assert.deepEqual(complaints, []);
});

test("the risk page, which measures tables, loads all codes", async () => {
  const { page, complaints, files, loaded } = await prepared();
  await page.goto(`${server.url}risk.html#cube=areas&rows=area:district&columns=sex`);
  assert.equal(await lookUntil(async () => loaded(), (count) => count === files.codes.size), files.codes.size);
  assert.deepEqual(complaints, []);
});

/** Opens a page with a builder of its own. @param {string} attributes @param {string} [lang] */
async function bare(attributes, lang = "en-GB") {
  const all = await prepared();
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>A page</title><script type="module" src="/cellveil/builder.js"></script><cellveil-builder src="/cubes/areas/cube.json" ${attributes}></cellveil-builder></html>`;
  await all.page.route("**/a-page", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await all.page.goto(`${server.url}a-page`);
  return all;
}

test("a builder in any page searches a cube in parts", async () => {
  const { page, complaints, loaded } = await bare('rows="area" columns="sex"');
  const refusal = page.locator('[data-part="refusal"]');
  await refusal.getByText(LONG).waitFor();
  await refusal.getByRole("button", { name: "Search Area" }).click();
  const panel = page.getByRole("dialog", { name: "Area", exact: true });
  for (const area of [4321, 77]) {
    await search(page, `${area} area`, /^Found: 1 |^The first 50 /);
    await panel.getByRole("checkbox", { name: nameOf(area), exact: true }).check();
  }
  await page.keyboard.press("Escape");
  await settled(page);
  const value = await lookUntil(() => page.locator("cellveil-builder").evaluate((builder) => JSON.stringify(/** @type {CellveilBuilder} */ (builder).value)), (each) => each.includes(OTHER));
  assert.equal(value, JSON.stringify({ rows: ["area"], columns: ["sex"], filter: { area: [OTHER, ONE] } }));
  await settled(page);
  assert.deepEqual(await figures(page), await valuesOf({ rows: ["area"], columns: ["sex"], filter: { area: [OTHER, ONE] } }));
  assert.ok(loaded() <= 3);
  // A value with codes that the page does not know gives a table with labels.
  await page.locator("cellveil-builder").evaluate((builder, code) => { /** @type {CellveilBuilder} */ (builder).value = { rows: ["area"], filter: { area: [code] } }; }, codeOf(8000));
  await page.locator("tbody th").filter({ hasText: nameOf(8000) }).waitFor();
  await page.locator('[data-part="undo"]').click();
  await page.locator("tbody th").filter({ hasText: nameOf(4321) }).waitFor();
  assert.deepEqual(complaints, []);
});

for (const [lang, text] of [["fr", /^Area a 9\u202f000 modalités\. /], ["de", /^Area hat 9\.000 Kategorien\. /], ["es", /^Area tiene 9000 categorías\. /], ["ar", /ابحث عن بعضها/]]) {
  test(`the search is in the language of the page: ${lang}`, async () => {
    const { page, complaints } = await bare('rows="area"', /** @type {string} */ (lang));
    await page.locator('[data-part="refusal"] p').filter({ hasText: text }).waitFor();
    await page.locator('[data-part="search-codes"]').click();
    await page.locator('[data-part="search"] .cv-boxes label').first().waitFor();
    await accessible(page, /** @type {string} */ (lang));
    assert.deepEqual(complaints, []);
  });
}

test("on a phone, the search is a sheet, and the panel stays in the window", async () => {
  const { page, complaints } = await opened("&rows=area&columns=sex", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.locator('[data-part="search-codes"]').click();
  const panel = page.getByRole("dialog", { name: "Area", exact: true });
  await search(page, "4321", /^Found: 1 category\.$/);
  await panel.getByRole("checkbox", { name: nameOf(4321), exact: true }).check();
  await chosen(page, `rows=area&columns=sex&filter=area=${ONE}`);
  const { x = -1, width = 0 } = await panel.boundingBox() ?? {};
  assert.ok(x >= 0 && x + width <= 390);
  assert.deepEqual(complaints, []);
});
