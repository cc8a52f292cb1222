// The page of maps shows the command line's figures on good and bad boundaries, by keyboard and on a phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { path } from "../../scripts/lib.js";
import { accessible } from "./accessible.js";
import { test } from "./first.js";
import { linesOf, saved } from "./maps-support.js";
import { commandLine, handBack, listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const TOWN = "site/cubes/tidewell";

const { server, browser } = setUp();

/** Waits for the map with this title. @param {Page} page @param {string} title */
async function mapped(page, title) {
  await page.waitForFunction((title) => document.querySelector("#shown:not([hidden], [aria-busy])") && document.querySelector("#map-title")?.textContent === title
    && /drawn in [\d,]+ ms\.$/.test(document.querySelector("#status")?.textContent ?? ""), title);
}

/** @param {Page} page @param {string} hash @param {string} title */
async function shown(page, hash, title) {
  await page.goto(`${server.url}maps.html${hash}`);
  await mapped(page, title);
}

/** The figures on the map, by code. @param {Page} page @returns {Promise<Record<string, string>>} */
const onMap = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll("#map [data-code]")].map((each) => [each.getAttribute("data-code") ?? "", each.getAttribute("data-value") ?? each.getAttribute("data-missing") ?? ""])));
/** The figures of the table beside the map, by code. @param {Page} page @returns {Promise<Record<string, string>>} */
const inTable = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll("#table tbody tr")].map((each) => [/** @type {HTMLElement} */ (each).dataset.code ?? "", each.querySelector("td")?.textContent ?? ""])));

/** Rows of the command line, by the code of the first column. @param {string} csv */
const byCode = (csv) => Object.fromEntries(linesOf(csv).lines.map((line) => [line[0], Number(line[line.length - 2])]));

test("the map, its table and the command line agree on the population of blocks", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "", "Population, by Block");
  assert.equal(await page.locator("#cube").inputValue(), "tidewell", "data with boundaries first");
  assert.equal(await page.locator("#problems").isVisible(), false, "the demo's description is sound");
  const expected = byCode(commandLine(TOWN, "--rows", "area"));
  const { _T: all, ...areas } = expected;
  const map = await onMap(page);
  assert.equal(Object.keys(map).length, 117);
  for (const [code, value] of Object.entries(areas)) assert.equal(map[code], String(value), code);
  const table = await inTable(page);
  assert.equal(Object.keys(table)[0], "_T", "all together first");
  for (const [code, value] of Object.entries(expected)) assert.equal(table[code], value.toLocaleString("en-GB"), code);
  const order = Object.keys(table).slice(1).map((code) => expected[code]);
  assert.deepEqual(order, [...order].sort((a, b) => b - a), "the largest first");
  const { name, bytes } = await saved(page, page.locator("#download"));
  assert.equal(name, "tidewell_population_by_area.csv");
  const { head, lines } = linesOf(String(bytes));
  // The columns and figures equal the command line's bytes, followed by the names of the areas.
  const csv = commandLine(TOWN, "--rows", "area").trimEnd().split("\n");
  assert.deepEqual([head, ...lines.slice(0, csv.length - 1)].map((line) => line.slice(0, 3).join(",")), csv);
  assert.deepEqual(lines[csv.length - 2], ["_T", String(all), "", "Total"]);
  const below = String(bytes).split("\n\n")[1];
  for (const part of [/^"?Population, by Block, in persons/, /^"?Method: Each count is changed/m, /^"?Source: Invented for this demonstration/m, /^"?Licence: MIT/m, /^"?Data: .*\(tidewell\), version [0-9a-f]{64}/m]) assert.match(below, part);
  const receipt = String((await saved(page, page.locator("#receipt"))).bytes);
  assert.ok(below.endsWith(`Receipt of the table behind these figures,"${receipt.replaceAll('"', '""')}"\n`), "the receipt, to the byte");
  assert.deepEqual(complaints, []);
});

test("shares, ratios and means are derived from the command line's protected figures", async () => {
  const { page, complaints } = await listenedPage(browser);
  const written = (/** @type {number} */ value) => value.toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const check = async (/** @type {Record<string, number>} */ expected) => {
    const [map, table] = [await onMap(page), await inTable(page)];
    for (const [code, value] of Object.entries(expected)) {
      assert.equal(table[code], written(value), code);
      if (code !== "_T") assert.ok(Math.abs(Number(map[code]) - value) < 1e-9, code);
    }
    assert.equal(Object.keys(table).length, Object.keys(expected).length);
  };
  /** @param {string[]} query @param {(cells: Record<string, number>) => number} figure */
  const from = (query, figure) => {
    /** @type {Record<string, Record<string, number>>} */
    const rows = {};
    for (const [area, column, value] of linesOf(commandLine(TOWN, "--rows", "area:ward", ...query)).lines) (rows[area] ??= {})[column] = Number(value);
    return Object.fromEntries(Object.entries(rows).map(([area, cells]) => [area, figure(cells)]));
  };

  await shown(page, "#cube=tidewell&indicator=aged-65-over&level=area:ward", "People aged 65 and over, by Ward");
  await check(from(["--columns", "age:band"], (cells) => (100 * cells["65+"]) / cells._T));
  assert.match(await page.locator("#method-derived").innerText(), /computed from protected numbers/);

  await page.locator("#indicator").selectOption("dependency");
  await mapped(page, "Dependency ratio, by Ward");
  await check(from(["--columns", "age:band", "--group", "age:band:N=0-14,65+", "--group", "age:band:D=15-29,30-44,45-64"], ({ N, D }) => (100 * N) / D));

  await page.locator("#indicator").selectOption("mean-age");
  await mapped(page, "Mean age, by Ward");
  const middle = (/** @type {string} */ code) => (code === "85" ? 89 : Number(code) + 2.5);
  await check(from(["--columns", "age"], ({ _T, ...cells }) => {
    const people = Object.values(cells).reduce((a, b) => a + b);
    return Object.entries(cells).reduce((sum, [code, value]) => sum + value * middle(code), 0) / people;
  }));

  // The filter is women, and the method is another one.
  await page.locator("#filter").selectOption("sex");
  await page.locator("#filter-codes").getByLabel("Female").check();
  await page.locator("#filter-codes").getByLabel("Male", { exact: true }).uncheck();
  await page.locator("#method-choice").selectOption("abu-dhabi");
  await page.locator("#indicator").selectOption("university");
  await mapped(page, "People with a university degree, by Ward");
  await page.waitForFunction(() => /Sex: Female\./.test(document.querySelector("#map-what")?.textContent ?? ""));
  await check(from(["--columns", "education", "--group", "education:N=4", "--group", "education:D=1,2,3,4", "--filter", "sex=2", "--method", "abu-dhabi"], ({ N, D }) => (100 * N) / D));
  assert.match(await page.locator("#map-what").innerText(), /Of people aged 15 and over\. Only Sex: Female\. Computed from protected numbers/);

  // The user defines an indicator.
  await page.locator("#indicator").selectOption({ label: "Another number or share …" });
  await page.locator("#own-variable").selectOption("tenure");
  await page.locator("#own-codes").getByLabel("Rent-free").check();
  await mapped(page, "Tenure of the dwelling: Owned or Rent-free, by Ward");
  await check(from(["--columns", "tenure", "--group", "tenure:N=1,4", "--filter", "sex=2", "--method", "abu-dhabi"], ({ N, _T }) => (100 * N) / _T));

  // The address holds all choices.
  const [table, address] = [await inTable(page), page.url()];
  await page.goto("about:blank");
  await page.goto(address);
  await mapped(page, "Tenure of the dwelling: Owned or Rent-free, by Ward");
  assert.deepEqual(await inTable(page), table);
  assert.equal(await page.locator("#own-codes").getByLabel("Rent-free").isChecked(), true);
  await page.goBack();
  assert.deepEqual(complaints, []);
});

test("the page says that no category is ticked, and a tick restores the map", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&of=sex&codes=2&as=count&level=area:district", "Sex: Female, by District");
  await page.locator("#own-codes").getByLabel("Female").uncheck();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /Tick at least one category/);
  await page.locator("#own-codes").getByLabel("Male", { exact: true }).check();
  await mapped(page, "Sex: Male, by District");
  assert.equal(await page.getByRole("alert").isVisible(), false);
  assert.deepEqual(complaints, []);
});

test("custom boundaries match codes in any property, merge into larger areas, and the page says what matched", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=children&level=area:ward", "Children under 15, by Ward");
  const published = JSON.parse(readFileSync(path("demo/tidewell/areas.geojson"), "utf8"));
  const before = await onMap(page);
  const give = (/** @type {string} */ name, /** @type {unknown} */ content) => page.locator("#boundaries").setInputFiles({ name, mimeType: "application/geo+json", buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)) });
  const said = page.locator("#boundaries-said");
  // One block is missing, and one feature belongs to no block.
  const features = published.features.map((/** @type {any} */ { geometry, properties }) => ({ type: "Feature", geometry, properties: { shape: 1, gss: properties.code } }));
  features[0].properties.gss = "elsewhere";
  await give("mine.geojson", { type: "FeatureCollection", features });
  await page.waitForFunction(() => /mine/.test(document.querySelector("#boundaries-said")?.textContent ?? ""));
  assert.match(await said.innerText(), /^mine\.geojson: 116 of 117 areas found by the property “gss”\. Without boundaries: Quayside 1\. 1 of 117 features belongs to no area/);
  await mapped(page, "Children under 15, by Ward");
  assert.deepEqual(await onMap(page), before, "wards put together from the reader's blocks");

  // A file without these areas does not change the map.
  /** @type {[string, unknown, RegExp][]} */
  const bad = [
    ["areas.csv", "code,name\nTW0101,Quayside 1\n", /not JSON\. Expected GeoJSON/],
    ["areas.json", { a: 1 }, /not a FeatureCollection/],
    ["roads.geojson", { type: "FeatureCollection", features: [{ type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: [[0, 0], [1, 1]] } }] }, /None of the 1 features of the file is an area/],
    ["grid.geojson", { type: "FeatureCollection", features: [{ type: "Feature", properties: { code: "TW01" }, geometry: { type: "Polygon", coordinates: [[[430000, 90000], [430001, 90000], [430000, 90001], [430000, 90000]]] } }] }, /out of range.*longitude from −180 to 180/],
    ["bare.geojson", { type: "FeatureCollection", features: published.features.map((/** @type {any} */ { geometry }) => ({ type: "Feature", geometry, properties: { name: "<b>Somewhere</b>" } })) }, /has a code of these areas\. Expected a property, or the “id”, with codes such as TW0101, TW0102, TW0103; the first feature has name \(such as "<b>Somewhere<\/b>"\)/],
  ];
  for (const [name, content, words] of bad) {
    await give(name, content);
    await page.waitForFunction(() => document.querySelector("#boundaries-said.wrong"));
    await page.waitForFunction((source) => new RegExp(source, "u").test(document.querySelector("#boundaries-said")?.textContent ?? ""), words.source);
    assert.match(await said.innerText(), /The map is unchanged\.$/);
    assert.deepEqual(await onMap(page), before, name);
  }
  await accessible(page, "a file without codes");

  // Coordinates with wrong nesting, or without a ring.
  const around = (/** @type {number} */ corners) => Array.from({ length: corners + 1 }, (_, i) => [Math.cos((2 * Math.PI * (i % corners)) / corners), Math.sin((2 * Math.PI * (i % corners)) / corners)]);
  const only = (/** @type {unknown} */ geometry) => ({ type: "FeatureCollection", features: [{ type: "Feature", properties: { code: "TW0101" }, geometry }] });
  for (const [geometry, words] of /** @type {[unknown, RegExp][]} */ ([
    [{ type: "Polygon", coordinates: around(8) }, /^Feature 1 of the file has a Polygon whose coordinates cannot be read: expected lists of rings/],
    [{ type: "MultiPolygon", coordinates: [around(8)] }, /^Feature 1 of the file has a MultiPolygon whose coordinates cannot be read/],
    [{ type: "Polygon", coordinates: [[around(8)]] }, /whose coordinates cannot be read/],
    [{ type: "Polygon", coordinates: null }, /whose coordinates cannot be read/],
    [{ type: "Polygon", coordinates: [[]] }, /None of the 1 features of the file is an area/],
    [{ type: "GeometryCollection" }, /None of the 1 features of the file is an area/],
    [{ type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [0, 0] }] }, /None of the 1 features of the file is an area/],
  ])) {
    await give("nested.geojson", only(geometry));
    await page.waitForFunction((source) => new RegExp(source, "u").test(document.querySelector("#boundaries-said")?.textContent ?? ""), words.source);
    assert.match(await said.innerText(), /The map is unchanged\.$/);
    assert.deepEqual(await onMap(page), before, JSON.stringify(geometry));
  }
  // A file with as many corners as a detailed coast, and one that is too large to read.
  await give("coast.geojson", only({ type: "Polygon", coordinates: [around(200_000)] }));
  await page.waitForFunction(() => /^coast\.geojson: 1 of 117 areas/.test(document.querySelector("#boundaries-said")?.textContent ?? ""));
  // Areas on both sides of the antimeridian are drawn side by side.
  const beyond = (/** @type {number} */ x) => ({ type: "Polygon", coordinates: [[[x, -18], [x + 2, -18], [x + 2, -16], [x, -16], [x, -18]]] });
  await give("fiji.geojson", { type: "FeatureCollection", features: [["TW01", 178], ["TW02", -180]].map(([id, x]) => ({ type: "Feature", id, properties: null, geometry: beyond(Number(x)) })) });
  await page.waitForFunction(() => /^fiji\.geojson: 2 of 12 areas/.test(document.querySelector("#boundaries-said")?.textContent ?? ""));
  await mapped(page, "Children under 15, by Ward");
  const [west, east] = await Promise.all(["TW01", "TW02"].map((code) => page.locator(`#map [data-code="${code}"]`).boundingBox()));
  assert.ok(west && east && west.width > 100 && Math.abs(west.x + west.width - east.x) < 4, "neighbours");

  // The boundaries contain districts only, so the page changes to that level.
  const square = (/** @type {number} */ x) => ({ type: "Polygon", coordinates: [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]]] });
  await give("districts.geojson", { type: "FeatureCollection", features: ["TD1", "TD2", "TD3", "TD4"].map((id, x) => ({ type: "Feature", id, geometry: square(x), properties: null })) });
  await mapped(page, "Children under 15, by District");
  assert.match(await said.innerText(), /4 of 4 areas found by the features’ id/);
  assert.deepEqual(Object.keys(await onMap(page)).sort(), ["TD1", "TD2", "TD3", "TD4"]);
  await page.locator("#level").selectOption("area:ward");
  await mapped(page, "Children under 15, by Ward");
  assert.match(await page.locator("#map-note").innerText(), /boundaries belong to other areas, so the map shows areas as tiles/);
  await page.getByRole("button", { name: "Back to this dataset’s map" }).click();
  await page.waitForFunction(() => document.querySelector("#map-note")?.textContent === "");
  assert.deepEqual(await onMap(page), before);
  assert.deepEqual(complaints, []);
});

test("datasets without boundaries get tiles in the publisher's layout or in the order of codes", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=census2011-teaching", "Persons in the sample, by Region");
  const expected = byCode(commandLine("site/cubes/census2011-teaching", "--rows", "region"));
  const map = await onMap(page);
  for (const [code, value] of Object.entries(expected)) if (code !== "_T") assert.equal(map[code], String(value));
  const place = (/** @type {string} */ code) => page.locator(`#map [data-code="${code}"]`).boundingBox();
  const [north, wales, london] = await Promise.all([place("E12000001"), place("W92000004"), place("E12000007")]);
  assert.ok(north && wales && london && north.y < wales.y && wales.x < north.x && north.x < london.x, "as on the map of the country");
  assert.match(await page.locator("#map-note").innerText(), /a tile of the same size/);
  await accessible(page, "tiles");
  await page.locator("#level").selectOption("region:country");
  await mapped(page, "Persons in the sample, by Country");
  await page.locator("#cube").selectOption("hypercube");
  await page.waitForFunction(() => /^Persons, by /.test(document.querySelector("#map-title")?.textContent ?? ""));
  assert.ok(Object.keys(await onMap(page)).length > 1);
  assert.deepEqual(complaints, []);
});

test("a sealed cube's map uses published figures, and says what to do about unpublished ones", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell-sealed&indicator=born-abroad&level=area", "People born abroad, by Block");
  const table = linesOf(commandLine("site/cubes/tidewell-sealed", "--rows", "area", "--columns", "birthplace", "--group", "birthplace:N=3,4", "--areas", "blocks")).lines;
  const cell = (/** @type {string} */ column) => Number(table.find(([area, each]) => area === "TW0101" && each === column)?.[2]);
  assert.ok(Math.abs(Number((await onMap(page)).TW0101) - (100 * cell("N")) / cell("_T")) < 1e-9);
  assert.match(await page.locator("#method-text").innerText(), /a sum’s noise has up to \d+ times the variance/);
  assert.equal(await page.locator("#method-field").isVisible(), false, "one method only");
  await page.locator("#filter").selectOption("tenure");
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /has not published these variables together\. Choose another indicator, larger areas, or no filter/);
  assert.equal(await page.locator("#download").isEnabled(), false);
  await accessible(page, "a refusal");
  await page.locator("#filter").selectOption("");
  await mapped(page, "People born abroad, by Block");
  assert.deepEqual(complaints, []);
});

test("areas without a figure are hatched, marked in shorthand and last in order", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=unemployment&level=area&method=suppress10", "Unemployment rate, by Block");
  /** @type {Record<string, Record<string, string>>} */
  const cells = {};
  for (const [area, column, value] of linesOf(commandLine(TOWN, "--rows", "area", "--columns", "activity", "--group", "activity:N=3", "--group", "activity:D=1,2,3", "--method", "suppress10")).lines) (cells[area] ??= {})[column] = value;
  const withheld = Object.keys(cells).filter((area) => cells[area].N === "" || cells[area].D === "");
  assert.ok(withheld.length > 5 && withheld.length < 100, "some");
  const [map, table] = [await onMap(page), await inTable(page)];
  assert.deepEqual(Object.keys(map).filter((code) => map[code] === "suppressed").sort(), withheld.sort());
  assert.deepEqual(Object.keys(table).slice(-withheld.length).sort(), withheld);
  for (const code of withheld) assert.equal(table[code], "[c]");
  assert.match(await page.locator("#status").innerText(), new RegExp(`^117 areas, ${withheld.length} without a figure`));
  assert.match(await page.locator("#legend").innerText(), /\[c\]\s+confidential: withheld/);
  assert.match(await page.locator("#map").innerText(), /\[c\] confidential/);
  // Figures that look equal have the same shade.
  const spans = (await page.locator("#map .chart-legend span").allTextContents()).filter((each) => / to \d/.test(each)).map((each) => each.split(" to ").map(Number));
  assert.ok(spans.length > 3 && spans.every(([low, high], i) => low < high && (i === 0 || spans[i - 1][1] < low)), JSON.stringify(spans));
  const file = String((await saved(page, page.locator("#download"))).bytes);
  assert.match(file, /,,suppressed,Quayside 3\n/);
  assert.match(file, /\n"?suppressed: \[c\] confidential: withheld/);
  await accessible(page, "figures withheld");
  // Rates of few people have a note. Rates above 0 have classes even if most rates are 0.
  await shown(page, "#cube=tidewell&indicator=unemployment&level=area&filter=age:band%3D65%2B", "Unemployment rate, by Block");
  const old = linesOf(commandLine(TOWN, "--rows", "area", "--columns", "activity", "--group", "activity:D=1,2,3", "--filter", "age:band=65+")).lines.filter(([area, column]) => area !== "_T" && column === "D");
  const few = old.filter(([, , value]) => Number(value) > 0 && Number(value) < 100).length;
  assert.ok(few > 50 && few < 117);
  await page.waitForFunction((few) => document.querySelector("#map-caution")?.textContent?.startsWith(`In ${few} of 117 areas the figure is computed from fewer than 100 persons.`), few);
  assert.match(String((await saved(page, page.locator("#download"))).bytes), /is computed from fewer than 100 persons.* Small differences between such areas mean little/);
  assert.ok(await page.locator("#map .chart-legend li:has(small)").count() > 3);
  // No children are in the labour force, so no rates exist.
  await shown(page, "#cube=tidewell&indicator=unemployment&level=area:ward&filter=age:band%3D0-14", "Unemployment rate, by Ward");
  await page.waitForFunction(() => /12 without a figure/.test(document.querySelector("#status")?.textContent ?? ""));
  assert.deepEqual([...new Set(Object.values(await inTable(page)))], ["[z]"]);
  assert.deepEqual([...new Set(Object.values(await onMap(page)))], ["not-applicable"]);
  assert.match(await page.locator("#legend").innerText(), /\[z\]\s+not applicable: there is nothing to divide by/);
  await accessible(page, "nothing to divide by");
  assert.deepEqual(complaints, []);
});

test("the keyboard alone chooses indicator, areas, order and area, and downloads", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&level=area:ward", "Population, by Ward");
  /** Presses Tab until a control with this name has the focus. @param {RegExp} name */
  const tabTo = async (name) => {
    for (let steps = 0; steps < 80; steps++) {
      await page.keyboard.press("Tab");
      const said = await page.evaluate(() => {
        const at = /** @type {HTMLInputElement} */ (document.activeElement);
        return `${at?.labels?.[0]?.textContent ?? ""}|${at?.textContent ?? ""}|${at?.getAttribute("aria-label") ?? ""}`;
      });
      if (name.test(said)) return;
    }
    assert.fail(`no ${name} within reach`);
  };
  await page.locator("body").focus();
  await tabTo(/^Indicator\|/);
  // Typed letters select an entry of a list.
  await page.keyboard.type("Mean");
  await mapped(page, "Mean age, by Ward");
  await tabTo(/^Areas\|/);
  await page.keyboard.press("ArrowDown");
  await mapped(page, "Mean age, by District");
  await tabTo(/^\|Years/);
  await page.keyboard.press("Enter");
  const values = Object.values(await inTable(page)).slice(1).map(Number);
  assert.deepEqual(values, [...values].sort((a, b) => a - b), "the smallest first");
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /Years/, "the focus stays");
  assert.equal(await page.locator("th[aria-sort=ascending]").count(), 1);
  await tabTo(/^\|The Shore\|/);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#table button[aria-pressed=true]").innerText(), "The Shore");
  assert.equal(await page.locator("#map .map-selected").count(), 1, "outlined on the map");
  assert.match(await page.locator("#status").innerText(), /^The Shore: [\d.]+ years\.$/);
  assert.match(page.url(), /selected=TD4/);
  await accessible(page, "an area chosen");
  const waiting = page.waitForEvent("download");
  await page.locator("#download").focus();
  await page.keyboard.press("Enter");
  assert.equal((await waiting).suggestedFilename(), "tidewell_mean-age_by_area-district.csv");
  assert.deepEqual(complaints, []);
});

test("the text about a copied link gives way to a newer text", async () => {
  const { page } = await listenedPage(browser);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await shown(page, "#cube=tidewell", "Population, by Block");
  await page.evaluate(() => { HTMLCanvasElement.prototype.toBlob = (done) => done(null); });
  const status = page.locator("#status");
  await page.locator("#copy-link").click();
  await page.waitForFunction(() => /^Link copied/.test(document.querySelector("#status")?.textContent ?? ""));
  await page.locator("#save-png").click();
  await page.waitForFunction(() => /not saved/.test(document.querySelector("#status")?.textContent ?? ""));
  await page.waitForTimeout(4_500);
  assert.match(await status.innerText(), /not saved/);
  // A change of the map removes the text at once.
  await page.locator("#copy-link").click();
  await page.waitForFunction(() => /^Link copied/.test(document.querySelector("#status")?.textContent ?? ""));
  await page.locator("#level").selectOption("area:ward");
  assert.doesNotMatch(await status.innerText(), /^Link copied/);
});

test("a downloaded map says what it shows and has the receipt of its table", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=unemployment&level=area:ward&selected=TW06", "Unemployment rate, by Ward");
  const receipt = await saved(page, page.locator("#receipt"));
  const { digest } = JSON.parse(String(receipt.bytes));
  const svg = await saved(page, page.locator("#save-svg"));
  assert.equal(svg.name, "tidewell_unemployment_by_area-ward.svg");
  for (const part of ["Unemployment rate, by Ward", "Invented for this demonstration", digest, ">%:<", "<title>Shipyards: ", "Licence: MIT OR Apache-2.0", "Method: Each count is changed", "computed from protected numbers"]) assert.ok(String(svg.bytes).includes(part), part);
  const png = await saved(page, page.locator("#save-png"));
  assert.deepEqual([png.name, png.bytes.subarray(1, 4).toString()], ["tidewell_unemployment_by_area-ward.png", "PNG"]);
  assert.ok(png.bytes.includes(digest));
  await page.locator("#map [data-code='TW06']").click();
  assert.doesNotMatch(page.url(), /selected/);
  await page.locator("#behind").click();
  await page.waitForFunction(() => /built in/.test(document.querySelector("[data-part=status]")?.textContent ?? ""));
  assert.match(page.url(), /index\.html#cube=tidewell&rows=area:ward&columns=activity/);
  assert.deepEqual(complaints, []);
});

test("the page names broken or missing descriptions and boundaries, and the rest works", async () => {
  const answer = (/** @type {string | null} */ body) => (/** @type {import("playwright-core").Route} */ route) => (body === null ? route.fulfill({ status: 404, body: "" }) : route.fulfill({ contentType: "application/json", body }));
  /** @type {[string, string | null, RegExp, string][]} */
  const cases = [
    ["**/pages/tidewell.json", "{", /pages\/tidewell\.json is not JSON/, "Persons, by Block"],
    ["**/pages/tidewell.json", "[]", /it is not an object/, "Persons, by Block"],
    ["**/pages/tidewell.json", '{"indicators":[{"id":"x","title":"X","kind":"share","of":"income"}]}', /indicators\[0\]\.of: this dataset has no variable "income"/, "Persons, by Block"],
    ["**/pages/tidewell.geojson", null, /boundaries are unusable, so the map shows areas as tiles\. pages\/tidewell\.geojson: HTTP 404/, "Population, by Block"],
    ["**/pages/tidewell.geojson", "<html>", /shows areas as tiles\. The file is not JSON/, "Population, by Block"],
    ["**/pages/index.json", null, /pages\/index\.json: HTTP 404/, "Persons, by Block"],
  ];
  for (const [file, body, words, title] of cases) {
    const { page, complaints } = await listenedPage(browser);
    await page.route(file, answer(body));
    await shown(page, "#cube=tidewell&level=area", title);
    assert.match(await page.locator("#problems").innerText(), words);
    assert.equal(Object.keys(await onMap(page)).length, 117);
    // The file is sound again, and the button reads it.
    await page.unroute(file);
    await page.getByRole("button", { name: "Read the settings again" }).click();
    await page.waitForFunction(() => document.querySelector("#problems[hidden]") && document.querySelector("#shown:not([aria-busy])"));
    assert.equal(Object.keys(await onMap(page)).length, 117);
    assert.notEqual(await page.evaluate(() => document.activeElement?.id), "", "the focus is not lost");
    assert.deepEqual(complaints.filter((each) => !/404/.test(each)), []);
    await handBack(page);
  }
});

test("links to unknown things are explained, and each button leads to a map", async () => {
  const { page } = await listenedPage(browser);
  const ready = () => page.waitForFunction(() => document.querySelector("#shown:not([hidden], [aria-busy])") && document.querySelector("#error[hidden]"));
  /** @type {[hash: string, words: RegExp, buttons: string[]][]} */
  const cases = [
    ["#cube=nowhere", /dataset that is not on this site/, ["Try again", "Open another dataset"]],
    ["#cube=tidewell&indicator=wealth", /an unknown indicator/, ["Show the first map"]],
    ["#cube=tidewell&level=area:parish", /unknown areas/, ["Show the first map"]],
    ["#cube=tidewell&of=income&codes=1", /an unknown variable/, ["Show the first map"]],
    ["#cube=tidewell&of=sex&codes=9", /./, ["Show the first map"]],
    ["#cube=tidewell&of=sex&codes=", /Tick at least one category/, ["Show the first map"]],
  ];
  for (const [hash, words, buttons] of cases) {
    await page.goto("about:blank");
    await page.goto(`${server.url}maps.html${hash}`);
    await page.getByRole("alert").waitFor();
    const alert = page.getByRole("alert");
    assert.match(await alert.locator("p").first().innerText(), words);
    assert.deepEqual(await alert.getByRole("button").allInnerTexts(), buttons);
    await accessible(page, hash);
    await alert.getByRole("button", { name: buttons[buttons.length - 1] }).click();
    await ready();
    assert.match(await page.locator("#map-title").innerText(), /./);
    assert.notEqual(await page.evaluate(() => document.activeElement?.id), "", "the focus is not lost");
  }
  await page.locator("#indicator").selectOption("population");
  await mapped(page, "Population, by Block");

  // A dataset that arrives at the second attempt.
  await page.goto("about:blank");
  await page.route("**/cubes/tidewell/cube.json", (route) => route.abort());
  await page.goto(`${server.url}maps.html#cube=tidewell`);
  await page.getByRole("alert").waitFor();
  await page.unroute("**/cubes/tidewell/cube.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await ready();
  await mapped(page, "Population, by Block");
  // The site's list of datasets, too.
  await page.goto("about:blank");
  await page.route("**/cubes/index.json", (route) => route.abort());
  await page.goto(`${server.url}maps.html#cube=tidewell`);
  await page.getByRole("alert").waitFor();
  await page.unroute("**/cubes/index.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await ready();
  await mapped(page, "Population, by Block");
});

test("on a phone nothing passes the edges and axe finds no violation, in light and dark", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const { page, complaints } = await listenedPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme });
    await shown(page, "#cube=tidewell&of=activity&codes=3&as=share&filter=sex%3D2", "Activity: Unemployed, by Block");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scrolling");
    await accessible(page, `phone, ${colorScheme}`);
    await page.locator("#more summary").click();
    await accessible(page, `phone, ${colorScheme}, all controls`);
    assert.deepEqual(complaints, []);
    await handBack(page);
  }
});

test("the page does not claim protection by a method that protects nothing", async () => {
  const { page, complaints } = await listenedPage(browser);
  await shown(page, "#cube=tidewell&indicator=children&level=area:district&method=none", "Children under 15, by District");
  assert.match(await page.locator("#map-what").innerText(), /Computed from unprotected numbers/);
  assert.match(await page.locator("#method-derived").innerText(), /not protected/);
  assert.doesNotMatch(await page.locator("#map-what, #method-derived").allInnerTexts().then((all) => all.join(" ")), / protected numbers|never/);
  await page.goto(`${server.url}community.html#cube=tidewell&area=A,TW0101&method=none`);
  await page.locator("#profile:not([hidden])").waitFor();
  assert.match(await page.locator("#people").innerText(), /persons, not protected, in 1 of 117 parts/);
  assert.match(await page.locator("#protection").innerText(), /^This method does not protect areas/);
  assert.match(await page.locator("#differencing").innerText(), /gives the true figure of that part/);
  assert.deepEqual(complaints, []);
});

test("paper shows all areas in light colours", async () => {
  const { page, complaints } = await listenedPage(browser, { colorScheme: "dark" });
  await shown(page, "#cube=tidewell&level=area", "Population, by Block");
  // One call, because a change of the width redraws the shapes.
  const fill = async () => (await page.waitForFunction(() => {
    const shape = document.querySelector("#map [data-code=TW0101]");
    return shape && getComputedStyle(shape).fill;
  })).jsonValue();
  const dark = await fill();
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  const light = await fill();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.equal(await fill(), light);
  assert.notEqual(light, dark);
  const [region, last, notes] = await Promise.all(["#table", "#table tbody tr:last-child", "#notes"].map((each) => page.locator(each).boundingBox()));
  assert.ok(region && last && notes && last.y + last.height <= region.y + region.height + 1 && notes.y >= last.y + last.height, "no area is cut off");
  for (const each of [".ways", "#controls", "#download", ".map-readout"]) assert.equal(await page.locator(each).isVisible(), false, each);
  assert.deepEqual(complaints, []);
});
