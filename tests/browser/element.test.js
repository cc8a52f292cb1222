// The element itself, in a page of a test's own: properties, events, languages, what is broken, and how it is read out and printed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { accessible as accessibleIn } from "./accessible.js";
import { launch } from "./chromium.js";
import { commandLine, listenedPage, setUp } from "./support.js";

/** @import { Disposable, Page } from "playwright-core" */
/** @typedef {HTMLElementTagNameMap["cellveil-table"]} CellveilTable */

const CENSUS = "census2011-teaching/cube.json";
const SEALED = "census2011-teaching-sealed/cube.json";

/** A cube with labels in three languages. Its districts have few people; one has a name in another direction than its language. */
const SPECIFICATION = `[cube]
id = "mini"
title = { en = "People of a small island", fr = "Habitants d’une petite île", ar = "سكان جزيرة صغيرة" }
unit = "person"
data = "synthetic"
audience = "teaching"
source = "An invented register (2025)"
licence = "CC0"
[key]
column = "record_key"
[[dimension]]
name = "district"
label = { en = "District", fr = "Arrondissement", ar = "الحي" }
codes = { N = { en = "North", fr = "Nord", ar = "الشمال" }, S = { en = "South", fr = "Sud", ar = "الجنوب" }, K = "Kent (old)" }
[[dimension]]
name = "sex"
label = { en = "Sex", fr = "Sexe", ar = "الجنس" }
codes = { 1 = { en = "Male", fr = "Homme", ar = "ذكر" }, 2 = { en = "Female", fr = "Femme", ar = "أنثى" } }
[method.default]
kind = "threshold-rounding"
threshold = 10
base = 5
`;

/** @type {string} */
let folder;
/** @type {Page} */
let page;
/** @type {string[]} */
let complaints;
/** @type {Disposable} */
let listening;

const { server, browser } = setUp(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-element-"));
  // Without the compressed copies, which would be served in place of a file that a test changes.
  cpSync(path("target/site/cellveil"), join(folder, "cellveil"), { recursive: true, filter: (file) => !file.endsWith(".br") });
  for (const name of ["census2011-teaching", "census2011-teaching-sealed"]) cpSync(path("target/site/cubes", name), join(folder, name), { recursive: true });
  const records = Array.from({ length: 3002 }, (_, i) => `${i < 2 ? "K" : i % 3 === 0 ? "S" : "N"},${1 + (i % 2)},${(i * 2654435761) % 2 ** 32}`);
  writeFileSync(join(folder, "records.csv"), ["district,sex,record_key", ...records, ""].join("\n"));
  writeFileSync(join(folder, "cube.toml"), SPECIFICATION);
  execFileSync(path("target/release/cellveil"), ["tile", "cube.toml", "--records", "records.csv", "--out", "mini"], { cwd: folder, stdio: "pipe" });
  writeFileSync(join(folder, "records.csv"), ["district,sex,record_key", ...records.slice(0, 1502), ""].join("\n"));
  execFileSync(path("target/release/cellveil"), ["tile", "cube.toml", "--records", "records.csv", "--out", "mini-revised"], { cwd: folder, stdio: "pipe" });
  writeFileSync(join(folder, "page.html"), '<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,"><main><h1>Page</h1></main>');
  writeFileSync(join(folder, "not-a-cube.json"), "<!doctype html><title>Log in</title>");
  return folder;
});

after(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  ({ page, complaints } = await listenedPage(browser));
  listening = await page.addInitScript(() => {
    const told = Object.assign(globalThis, { told: /** @type {unknown[]} */ ([]) }).told;
    for (const type of ["cellveil-ready", "cellveil-change", "cellveil-error"]) {
      addEventListener(type, (event) => {
        const { error, attribute, table } = /** @type {CustomEvent} */ (event).detail;
        told.push(error ? [type, error.code, attribute] : [type, table.shape.join("x")]);
      });
    }
  });
  await page.goto(`${server.url}page.html`);
});

afterEach(async () => {
  await listening.dispose();
  // What Chromium itself says of a file that is not found belongs to some tests.
  assert.deepEqual(complaints.filter((said) => !said.includes("404")), []);
});

/** Puts this into the page, and the element's script after it. @param {string} html @param {{ lang?: string, dir?: string }} [how] */
async function put(html, { lang = "en-GB", dir = "" } = {}) {
  await page.evaluate(({ html, lang, dir }) => {
    Object.assign(document.documentElement, { lang, dir });
    document.querySelector("main")?.insertAdjacentHTML("beforeend", html);
    return import(String("/cellveil/element.js"));
  }, { html, lang, dir });
}

/** What was told since the last time, as soon as it is so much. @param {number} [count] */
async function told(count = 1) {
  await page.waitForFunction((count) => /** @type {any} */ (globalThis).told.length >= count, count);
  return page.evaluate(() => /** @type {any} */ (globalThis).told.splice(0));
}

/** What the (first) element shows. */
const shown = () => page.evaluate(() => {
  const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
  const text = (/** @type {string} */ css) => element.querySelector(css)?.textContent ?? null;
  return {
    caption: text("caption"),
    figures: [...element.querySelectorAll("td.cellveil-value")].map((cell) => cell.textContent),
    heads: [...element.querySelectorAll("th")].map((cell) => cell.textContent),
    legend: [...element.querySelectorAll(".cellveil-legend div")].map((line) => line.textContent),
    method: text(".cellveil-method"),
    sums: text(".cellveil-sums"),
    source: text(".cellveil-source"),
    licence: text(".cellveil-licence"),
    plain: text(".cellveil-plain"),
    reason: text(".cellveil-reason"),
    alert: element.querySelector(".cellveil-error")?.getAttribute("role") ?? null,
    busy: element.hasAttribute("aria-busy"),
    direction: element.firstElementChild && getComputedStyle(element.firstElementChild).direction,
  };
});

/** @param {Record<string, unknown>} properties */
const set = (properties) => page.evaluate((properties) => {
  Object.assign(/** @type {CellveilTable} */ (document.querySelector("cellveil-table")), properties);
}, properties);

/** @param {Record<string, string | null>} attributes */
const setAttributes = (attributes) => page.evaluate((attributes) => {
  const element = document.querySelector("cellveil-table");
  for (const [name, value] of Object.entries(attributes)) value === null ? element?.removeAttribute(name) : element?.setAttribute(name, value);
}, attributes);

/** What a style of the (first) element is. @param {string} css @param {...string} names */
const styleOf = (css, ...names) => page.$eval(css, (element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)), names);

/** @param {...string} query */
const expected = (...query) => commandLine("site/cubes/census2011-teaching", ...query).trim().split("\n").slice(1).map((line) => {
  const [value, status] = line.split(",").slice(-2);
  return status ? "[c]" : Number(value).toLocaleString("en-GB");
});

const accessible = () => accessibleIn(page, undefined, "main");

test("properties: lists and objects in, the same out; attributes reflect them", async () => {
  await put("<cellveil-table></cellveil-table>");
  assert.deepEqual(await told(), [["cellveil-error", "bad-query", "src"]]);
  await set({ src: CENSUS, rows: ["region"], columns: ["age:band", "sex"], filter: { student: ["1"], health: ["1", "2"] }, totals: false });
  assert.deepEqual(await told(), [["cellveil-ready", "10x3x2"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "region", "--columns", "age:band,sex", "--filter", "student=1", "--filter", "health=1,2", "--no-totals"));
  const read = () => page.evaluate(() => {
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    const { src, rows, columns, filter, groups, method, areas, totals } = element;
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    return { properties: { src, rows, columns, filter, groups, method, areas, totals }, attributes };
  });
  assert.deepEqual(await read(), {
    properties: { src: CENSUS, rows: ["region"], columns: ["age:band", "sex"], filter: { student: ["1"], health: ["1", "2"] }, groups: {}, method: undefined, areas: undefined, totals: false },
    attributes: { src: CENSUS, rows: "region", columns: "age:band,sex", filter: "student=1;health=1,2", "no-totals": "" },
  });
  const groups = { region: { "North, all": ["E12000001", "E12000002", "E12000003"], South: ["E12000008", "E12000009"] } };
  await set({ columns: null, filter: {}, totals: true, groups, method: "rounding5" });
  assert.deepEqual(await told(), [["cellveil-change", "3"]]);
  const query = ["--rows", "region", "--group", '"region:North, all=E12000001,E12000002,E12000003"', "--group", "region:South=E12000008,E12000009", "--method", "rounding5"];
  assert.deepEqual((await shown()).figures, expected(...query.map((part) => part.replaceAll('"', ""))));
  const { properties, attributes } = await read();
  assert.deepEqual([properties.groups, properties.method, properties.columns, properties.filter], [groups, "rounding5", [], {}]);
  assert.deepEqual(attributes, { src: CENSUS, rows: "region", filter: "", groups: 'region:"North, all"=E12000001,E12000002,E12000003;region:South=E12000008,E12000009', method: "rounding5" });
  // Of one's own, as an object that no attribute has, then as JSON in one.
  const method = { kind: "random-rounding", base: 3 };
  await set({ groups: undefined, method });
  assert.deepEqual(await told(), [["cellveil-change", "11"]]);
  const own = expected("--rows", "region", "--method", JSON.stringify(method));
  assert.deepEqual((await shown()).figures, own);
  assert.deepEqual([(await read()).properties.method, (await read()).attributes.method], [method, undefined]);
  await setAttributes({ method: '{"kind":"random-rounding","base":5}' });
  assert.deepEqual(await told(), [["cellveil-change", "11"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "region", "--method", "rounding5"));
  assert.deepEqual((await read()).properties.method, { kind: "random-rounding", base: 5 });
  // Text, as frameworks set it that do not tell attributes and properties apart.
  await set({ rows: "sex, age:band", method: null });
  assert.deepEqual(await told(), [["cellveil-change", "3x4"]]);
  assert.deepEqual((await read()).properties.rows, ["sex", "age:band"]);
});

test("properties set before the element is known, and before it is in the page", async () => {
  await page.evaluate(() => {
    const early = Object.assign(document.createElement("cellveil-table"), { src: "census2011-teaching/cube.json", rows: ["sex"], filter: { student: ["1"] }, totals: false });
    document.querySelector("main")?.append(early);
  });
  await put("");
  assert.deepEqual(await told(), [["cellveil-ready", "2"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "sex", "--filter", "student=1", "--no-totals"));
  assert.equal(await page.$eval("cellveil-table", (element) => element.getAttribute("filter")), "student=1");
  await page.evaluate(() => {
    const late = Object.assign(document.createElement("cellveil-table"), { src: "census2011-teaching/cube.json", rows: ["sex"] });
    document.querySelector("cellveil-table")?.replaceWith(late);
  });
  assert.deepEqual(await told(), [["cellveil-ready", "3"]]);
  // Several at once make one table, and its promise is kept when that is there.
  const after = await page.evaluate(async () => {
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    element.rows = ["age"];
    element.columns = ["sex"];
    await element.refresh();
    return [element.table?.shape.join("x"), element.cube?.id, element.querySelectorAll("table").length];
  });
  assert.deepEqual(after, ["9x3", "census2011-teaching", 1]);
  assert.deepEqual(await told(), [["cellveil-change", "9x3"]]);
});

test("properties set before the element is known take the place of its attributes", async () => {
  await page.evaluate((src) => {
    document.querySelector("main")?.insertAdjacentHTML("beforeend", `<cellveil-table src="nowhere.json" rows="age" method="default"></cellveil-table>`);
    const get = async (/** @type {string} */ name) => new Uint8Array(await (await fetch(src.replace("cube.json", name))).arrayBuffer());
    Object.assign(document.querySelector("cellveil-table") ?? {}, { src: { get }, rows: ["sex"], filter: { region: "W92000004" }, totals: undefined, method: { kind: "random-rounding", base: 5 } });
  }, CENSUS);
  await put("");
  assert.deepEqual(await told(), [["cellveil-ready", "3"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "sex", "--filter", "region=W92000004", "--method", "rounding5"));
  // What is written last still holds; an attribute that a template leaves empty is as good as none.
  await setAttributes({ src: CENSUS, method: "default", areas: "" });
  await told();
  assert.deepEqual((await shown()).figures, expected("--rows", "sex", "--filter", "region=W92000004"));
});

test("changed quickly: who waits for what was overtaken gets the last; what came too late leaves nothing behind", async () => {
  /** @type {(value?: unknown) => void} */
  let answer = () => {};
  const answered = new Promise((resolve) => (answer = resolve));
  await page.route("**/slow/cube.json", async (route) => {
    await answered;
    await route.abort().catch(() => {});
  });
  await put(`<cellveil-table src="${CENSUS}" rows="sex"></cellveil-table>`);
  await told();
  const after = await page.evaluate(async (src) => {
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    /** @type {boolean[]} */
    const busy = [];
    element.addEventListener("cellveil-change", () => busy.push(element.hasAttribute("aria-busy")));
    element.src = "slow/cube.json";
    const overtaken = element.refresh();
    await new Promise((resolve) => setTimeout(resolve, 20));
    Object.assign(element, { src, rows: ["age"] });
    await overtaken;
    const shape = element.table?.shape.join();
    // Longer than a bar waits.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { shape, busy, bars: element.querySelectorAll("progress").length };
  }, CENSUS);
  answer();
  assert.deepEqual(after, { shape: "9", busy: [false], bars: 0 });
  assert.deepEqual(await told(), [["cellveil-change", "9"]]);
  complaints = complaints.filter((said) => !said.includes("ERR_FAILED"));
});

test("a source of the page's own, and a cube that the page has opened", async () => {
  await put('<cellveil-table rows="sex"></cellveil-table>');
  await told();
  await page.evaluate(() => {
    const get = async (/** @type {string} */ name) => new Uint8Array(await (await fetch(`census2011-teaching/${name}`)).arrayBuffer());
    Object.assign(document.querySelector("cellveil-table") ?? {}, { src: { get } });
  });
  assert.deepEqual(await told(), [["cellveil-ready", "3"]]);
  assert.equal(await page.evaluate(() => "get" in Object(/** @type {CellveilTable} */ (document.querySelector("cellveil-table")).src)), true);
  await page.evaluate(async () => {
    const { openCube } = await import(String("/cellveil/index.js"));
    const cube = await openCube("census2011-teaching/cube.json");
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    element.cube = cube;
    element.rows = ["age"];
  });
  assert.deepEqual(await told(), [["cellveil-change", "9"]]);
  // It is the page's: there when the element is not.
  const after = await page.evaluate(async () => {
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    const { cube } = element;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    return (await cube?.table({ rows: ["sex"] }))?.shape;
  });
  assert.deepEqual(after, [3]);
});

test("English, French and Arabic: labels, own words, numbers, direction", async () => {
  await put(`<cellveil-table src="mini/cube.json" rows="district" columns="sex"></cellveil-table>`);
  await told();
  const english = await shown();
  assert.equal(english.caption, "People of a small island: District by Sex");
  assert.deepEqual(english.figures.slice(0, 3), ["1,000", "1,000", "2,000"]);
  assert.deepEqual(english.legend, ["[c]confidential: withheld, to protect the people it would describe"]);
  assert.match(english.method ?? "", /^Counts below 10/);
  assert.deepEqual([english.source, english.licence, english.direction], ["Source: An invented register (2025)", "Licence: CC0", "ltr"]);
  // The page changes its language, and no attribute of the element.
  await page.evaluate(() => (document.documentElement.lang = "fr"));
  assert.deepEqual(await told(), [["cellveil-change", "4x3"]]);
  const french = await shown();
  assert.equal(french.caption, "Habitants d’une petite île\u00a0: Arrondissement par Sexe");
  assert.deepEqual(french.figures.slice(0, 3), ["1\u202f000", "1\u202f000", "2\u202f000"]);
  assert.ok(french.heads.includes("Total") && french.heads.includes("Homme"));
  assert.match(french.legend[0] ?? "", /^\[c\]confidentiel/);
  assert.match(french.method ?? "", /^Les effectifs inférieurs à 10, zéro compris, sont masqués/);
  assert.equal(french.source, "Source\u00a0: An invented register (2025)");
  // A language of the other direction, in a page that runs from left to right.
  await setAttributes({ lang: "ar-EG" });
  await told();
  const arabic = await shown();
  assert.equal(arabic.caption, "\u2068سكان جزيرة صغيرة\u2069: \u2068الحي\u2069 حسب \u2068الجنس\u2069");
  assert.deepEqual(arabic.figures.slice(0, 2), ["١٬٠٠٠", "١٬٠٠٠"]);
  assert.ok(arabic.heads.includes("المجموع") && !arabic.heads.includes("Total"));
  assert.match(arabic.legend[0] ?? "", /^\[c\]سري/);
  assert.match(arabic.method ?? "", /^تُحجب الأعداد الأقل من ١٠/);
  assert.equal(arabic.direction, "rtl");
  // The shorthand does not turn round, nor the brackets of a name in the other direction.
  const isolated = await page.evaluate(() => {
    const style = (/** @type {string} */ css) => getComputedStyle(/** @type {Element} */ (document.querySelector(`cellveil-table ${css}`)));
    return [style("abbr").direction, style("abbr").unicodeBidi, style("tbody th").unicodeBidi, style("td.cellveil-value").textAlign, style("td.cellveil-value").unicodeBidi, style("thead tr:last-child th").textAlign];
  });
  assert.deepEqual(isolated, ["ltr", "isolate", "plaintext", "right", "plaintext", "right"], "units below units, a minus before its number, whichever way the table runs");
  // Notes begin where the table does, although the page runs the other way.
  const [table, note] = await page.$$eval("cellveil-table :is(table, .cellveil-notes)", (all) => all.map((each) => each.getBoundingClientRect().right));
  assert.equal(table, note);
  await accessible();
  // Without words of its own for a language, the element speaks English, and numbers still are the page's.
  await setAttributes({ lang: "de" });
  await told();
  const german = await shown();
  assert.deepEqual([german.caption, german.figures[0], german.direction], ["People of a small island: District by Sex", "1.000", "ltr"]);
  // Said to be English, also to who reads from right to left: a full stop stands where it does in English.
  await setAttributes({ lang: "he" });
  await told();
  assert.equal((await shown()).direction, "rtl");
  for (const css of [".cellveil-method", ".cellveil-meaning"]) {
    assert.deepEqual(await page.$eval(css, (element) => [element.getAttribute("lang"), getComputedStyle(element).direction, getComputedStyle(element).textAlign]), ["en", "ltr", "right"]);
  }
  assert.deepEqual(await styleOf(".cellveil-source", "direction"), ["ltr"]);
  await setAttributes({ lang: "no such language" });
  await told();
  assert.deepEqual([(await shown()).caption, (await shown()).figures[0]], [german.caption, "1,000"]);
});

test("two languages on a page: a cube each, one worker", async () => {
  await put(["fr", "ar", "fr"].map((lang) => `<cellveil-table lang="${lang}" src="mini/cube.json" rows="district"></cellveil-table>`).join(""));
  await told(3);
  assert.deepEqual(await page.$$eval("cellveil-table tbody th:first-child", (heads) => heads.map((head) => head.textContent).filter((_, place) => place % 4 === 0)), ["Nord", "الشمال", "Nord"]);
  assert.equal(page.workers().length, 1);
  const shares = await page.$$eval("cellveil-table", (elements) => {
    const [first, second, third] = /** @type {CellveilTable[]} */ (elements).map(({ cube }) => cube);
    return [first === second, first === third];
  });
  assert.deepEqual(shares, [false, true]);
});

/** @type {[string, Record<string, string | null>, string, RegExp, RegExp][]} */
const BROKEN = [
  ["src that is missing", { src: null }, "bad-query", /attribute “src”/, /^src: missing; expected the address/],
  ["src that is no address", { src: "http://" }, "bad-query", /attribute “src”/, /^src: http:\/\/ is no address; expected/],
  ["rows that are missing", { rows: null }, "bad-query", /attribute “rows”/, /^rows: empty; expected at least one dimension/],
  ["rows with an unknown dimension", { rows: "nowhere" }, "unknown-dimension", /attribute “rows”/, /no dimension is called "nowhere"; expected one of "region"/],
  ["rows with an unknown level", { rows: "age:decade" }, "unknown-level", /attribute “rows”/, /no level "decade"; expected one of "band"/],
  ["rows with an open quote", { rows: '"region' }, "bad-query", /attribute “rows”/, /^rows: a double quote is missing/],
  ["columns with a gap", { columns: "sex,,age" }, "bad-query", /attribute “columns”/, /^columns: an item is empty/],
  ["columns with what is in rows", { columns: "region" }, "repeated-dimension", /attribute “columns”/, /is there twice; expected each dimension on one axis/],
  ["filter without codes", { filter: "student" }, "bad-query", /attribute “filter”/, /^filter: expected DIMENSION=CODE,CODE instead of student/],
  ["filter with an unknown code", { filter: "student=7" }, "unknown-code", /attribute “filter”/, /student has no code "7"; expected one of its codes/],
  ["groups without a label", { groups: "region=E12000001" }, "bad-query", /attribute “groups”/, /^groups: expected DIMENSION:LABEL=CODE,CODE/],
  ["groups of what is not shown", { groups: "sex:All=1,2" }, "bad-group", /attribute “groups”/, /sex is not on an axis; expected one of/],
  ["method that is unknown", { method: "magic" }, "unknown-method", /attribute “method”/, /no method "magic"; expected one of "default"/],
  ["method that is no JSON", { method: "{kind}" }, "bad-query", /attribute “method”/, /^method: this is no JSON; expected/],
  ["areas of another kind", { areas: "large" }, "bad-query", /attribute “areas”/, /^areas: "large"; expected "exact" or "blocks"/],
];

test("a broken attribute: which one it is, what was expected; corrected, it draws again", async () => {
  const good = { src: CENSUS, rows: "region", columns: null, filter: null, groups: null, method: null, areas: null };
  await put(`<cellveil-table src="${CENSUS}" rows="region">Shown before</cellveil-table>`);
  await told();
  for (const [name, attributes, code, plain, technical] of BROKEN) {
    await setAttributes(attributes);
    assert.deepEqual(await told(), [["cellveil-error", code, Object.keys(attributes)[0]]], name);
    const said = await shown();
    assert.match(said.plain ?? "", plain, name);
    assert.match(said.reason ?? "", technical, name);
    assert.deepEqual([said.alert, said.caption, said.busy], ["alert", null, false], name);
    await setAttributes(good);
    assert.deepEqual(await told(), [["cellveil-change", "11"]], name);
    assert.deepEqual([(await shown()).figures, (await shown()).alert], [expected("--rows", "region"), null], name);
  }
  await setAttributes(BROKEN[3][1]);
  await told();
  await accessible();
  // In the page's language, with the technical part marked as English.
  await setAttributes({ lang: "ar" });
  await told();
  assert.match((await shown()).plain ?? "", /السمة/);
  assert.deepEqual(await page.$eval("p.cellveil-reason", (said) => ["lang", "dir"].map((name) => said.getAttribute(name))), ["en", "ltr"]);
  await accessible();
});

test("what a published cube refuses is said in words", async () => {
  await put(`<cellveil-table src="${SEALED}" rows="region" columns="sex,health"><p>Before</p></cellveil-table>`);
  assert.deepEqual(await told(), [["cellveil-error", "no-view", undefined]]);
  assert.match((await shown()).plain ?? "", /not published together/);
  assert.equal(await page.locator("cellveil-table").getByText("Before").isVisible(), true, "what the page put there stays");
  await setAttributes({ columns: null, filter: "age=1,2" });
  await told();
  assert.match((await shown()).plain ?? "", /not published together as one figure/);
  await setAttributes({ areas: "blocks" });
  assert.deepEqual(await told(), [["cellveil-ready", "11"]]);
  assert.match((await shown()).sums ?? "", /^Some figures are added up from published ones.*from table to table\.$/);
  // All but one: the whole less that one.
  await setAttributes({ filter: "age=1,2,3,5,6,7,8", lang: "fr" });
  await told();
  assert.match((await shown()).sums ?? "", /^Certains chiffres.* soustraits/);
  await setAttributes({ filter: "age=1" });
  await told();
  assert.equal((await shown()).sums, null, "single figures");
  await setAttributes({ lang: null, method: '{"kind":"none"}' });
  assert.deepEqual(await told(), [["cellveil-error", "method-refused", undefined]]);
  assert.equal((await shown()).plain, "The rules of these data do not allow this table.");
});

test("a cube that does not load: what is wrong, and another try", async () => {
  const tile = join(folder, "census2011-teaching/tiles", readdirSync(join(folder, "census2011-teaching/tiles"))[0]);
  const good = readFileSync(tile);
  await put('<cellveil-table src="nowhere/cube.json" rows="region"><p>Before</p></cellveil-table>');
  assert.deepEqual(await told(), [["cellveil-error", "network", undefined]]);
  assert.match((await shown()).plain ?? "", /could not be loaded. Check the connection/);
  assert.match((await shown()).reason ?? "", /nowhere\/cube\.json.*404/);
  assert.equal(await page.getByText("Before").isVisible(), true);
  await setAttributes({ src: "not-a-cube.json" });
  assert.deepEqual(await told(), [["cellveil-error", "damaged-manifest", undefined]]);
  assert.match((await shown()).plain ?? "", /description of the data is damaged, or is no such description/);
  await accessible();
  writeFileSync(tile, good.map((byte, at) => (at === good.length >> 1 ? byte ^ 16 : byte)));
  try {
    await setAttributes({ src: CENSUS });
    assert.deepEqual(await told(), [["cellveil-error", "damaged-file", undefined]]);
    assert.match((await shown()).plain ?? "", /data file arrived damaged/);
    await page.getByRole("button", { name: "Try again" }).click();
    assert.deepEqual(await told(), [["cellveil-error", "damaged-file", undefined]]);
  } finally {
    writeFileSync(tile, good);
  }
  await page.getByRole("button", { name: "Try again" }).click();
  assert.deepEqual(await told(), [["cellveil-ready", "11"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "region"));
  assert.equal(await page.getByText("Before").count(), 0);
});

test("another try: a cube that was published again is opened anew, and who presses the button keeps a place", async () => {
  /** @type {"old" | "gone" | "revised"} */
  let state = "old";
  await page.route("**/mini/**", (route) => {
    const url = route.request().url();
    if (state === "revised") return route.continue({ url: url.replace("/mini/", "/mini-revised/") });
    return state === "gone" && !url.endsWith("cube.json") ? route.fulfill({ status: 404 }) : route.continue();
  });
  state = "gone";
  await put('<cellveil-table src="mini/cube.json" rows="district"></cellveil-table>');
  assert.deepEqual(await told(), [["cellveil-error", "network", undefined]]);
  const again = page.getByRole("button", { name: "Try again" });
  await again.focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await told(), [["cellveil-error", "network", undefined]]);
  assert.equal(await again.evaluate((button) => button === document.activeElement), true, "failed once more: on the button that came in its place");
  state = "revised";
  await page.keyboard.press("Enter");
  assert.deepEqual(await told(), [["cellveil-ready", "4"]]);
  assert.equal((await shown()).figures.at(-1), "1,500");
  assert.equal(await page.evaluate(() => document.activeElement?.className), "cellveil-scroll", "the table is where the button was");
});

test("elements that are moved, removed and put back", async () => {
  await put(`<section></section><cellveil-table src="${CENSUS}" rows="region"></cellveil-table><cellveil-table src="${CENSUS}" rows="sex"></cellveil-table>`);
  await told(2);
  const after = await page.evaluate(async () => {
    const [first, second] = /** @type {CellveilTable[]} */ ([...document.querySelectorAll("cellveil-table")]);
    const { cube } = first;
    document.querySelector("section")?.append(first);
    await first.refresh();
    const moved = first.cube === cube;
    second.remove();
    first.rows = ["age"];
    first.remove();
    first.refresh();
    // Nothing is drawn any more, and the last one has given the cube back.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const given = [first.cube, first.hasAttribute("aria-busy")];
    const closed = await cube?.table({ rows: ["sex"] }).then(() => "open", (error) => error.code);
    document.querySelector("section")?.append(first);
    await first.refresh();
    return [moved, given, closed, first.table?.shape.join(), first.cube === cube, first.querySelectorAll("table").length];
  });
  assert.deepEqual(after, [true, [undefined, false], "closed", "9", false, 1]);
  // A copy, and in another document.
  const elsewhere = await page.evaluate(async () => {
    const first = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    first.columns = ["sex", "student"];
    await first.refresh();
    const copy = /** @type {CellveilTable} */ (first.cloneNode(true));
    first.after(copy);
    await copy.refresh();
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.contentDocument?.body.append(copy);
    await copy.refresh();
    const display = frame.contentWindow?.getComputedStyle(copy).display;
    return [ids.length > 20, ids.length - new Set(ids).size, copy.querySelectorAll("table").length, copy.ownerDocument === frame.contentDocument, display];
  });
  assert.deepEqual(elsewhere, [true, 0, 1, true, "block"]);
});

test("read out in order: the caption, the headers, the cells; a wide table scrolls by keyboard", async () => {
  await put(`<cellveil-table src="${CENSUS}" rows="sex" columns="student" method="suppress10" filter="region=W92000004;age=1"></cellveil-table>`);
  await told();
  const snapshot = await page.locator("cellveil-table").ariaSnapshot();
  const names = [...snapshot.matchAll(/- (caption|columnheader|rowheader|cell|term|definition|region)(?: "([^"]*)")?(?:: (.*))?/g)].map(([, role, name, text]) => `${role} ${name ?? text ?? ""}`.trim());
  const places = [/^caption|^columnheader Sex/, /columnheader Student/, /columnheader (Yes|No)/, /rowheader Male/, /cell/, /rowheader Female/, /rowheader Total/].map((wanted) => names.findIndex((name) => wanted.test(name)));
  assert.ok(places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1])), snapshot);
  assert.match(snapshot, /table "Census 2011, England and Wales: teaching sample: Sex by Student/);
  assert.equal(await page.locator("[tabindex]").count(), 0, "nothing to scroll, nothing to stop at");
  await setAttributes({ rows: "region", columns: "religion,sex", filter: null, method: null });
  await told();
  const region = page.getByRole("group", { name: /Region by Religion, Sex$/ });
  await region.waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await region.evaluate((element) => element === document.activeElement), true);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /** @type {Element} */ (document.activeElement).scrollLeft > 0);
  await accessible();
  await page.emulateMedia({ media: "print" });
  assert.equal(await region.evaluate((element) => getComputedStyle(element).overflowX), "visible");
});

test("without the element's look, and in a shadow tree", async () => {
  await put(`<cellveil-table unstyled src="${CENSUS}" rows="sex"></cellveil-table><div id="host"></div>`);
  await told();
  assert.equal(await page.$eval("cellveil-table", (element) => getComputedStyle(element).display), "inline");
  await page.evaluate((src) => {
    const root = document.querySelector("#host")?.attachShadow({ mode: "open" });
    if (root) root.innerHTML = `<cellveil-table src="${src}" rows="sex"></cellveil-table>`;
  }, CENSUS);
  const inner = page.locator("#host cellveil-table");
  await inner.locator("table").waitFor();
  assert.equal(await inner.evaluate((element) => getComputedStyle(element).display), "block");
  // The language of what is around the shadow tree is that of what is in it.
  await page.$eval("#host", (host) => { host.setAttribute("lang", "ar"); });
  await inner.evaluate((element) => /** @type {CellveilTable} */ (element).refresh());
  assert.ok((await inner.locator("th").allTextContents()).includes("المجموع"));
  assert.equal(await inner.locator(".cellveil-scroll").evaluate((element) => getComputedStyle(element).direction), "rtl");
  // What the page says of the direction later holds.
  await inner.evaluate((element) => { element.setAttribute("dir", "ltr"); });
  await page.waitForFunction(() => {
    const region = document.querySelector("#host")?.shadowRoot?.querySelector(".cellveil-scroll");
    return region && getComputedStyle(region).direction === "ltr";
  });
});

test("the look: hidden where the page hides it, a title as large as is said and no wider than what is seen, the page's font in any mode", async () => {
  await put(`<cellveil-table src="${CENSUS}" rows="region" columns="religion,sex"></cellveil-table>`);
  await told();
  assert.deepEqual(await styleOf(".cellveil-title", "font-size", "font-weight"), ["17.6px", "600"]);
  await page.evaluate(() => document.querySelector("cellveil-table")?.setAttribute("style", "inline-size: 250px; --cellveil-title-font: italic 400 20px serif"));
  assert.deepEqual(await styleOf(".cellveil-title", "font-size", "font-weight", "font-style"), ["20px", "400", "italic"]);
  await page.waitForFunction(() => (document.querySelector(".cellveil-title")?.getBoundingClientRect().width ?? Infinity) <= 250);
  // Who looks at a column further on still does when the figures change.
  await page.$eval(".cellveil-scroll", (region) => { region.scrollLeft = 120; });
  await setAttributes({ filter: "student=1" });
  await told();
  assert.equal(await page.$eval(".cellveil-scroll", (region) => region.scrollLeft), 120);
  await setAttributes({ hidden: "" });
  assert.deepEqual(await styleOf("cellveil-table", "display"), ["none"]);
  // Without a doctype tables do not take over the page's font.
  await page.route("**/old.html", (route) => route.fulfill({ contentType: "text/html", body: '<title>Old</title><link rel="icon" href="data:,"><style>body { font: 20px serif }</style><main></main>' }));
  await page.goto(`${server.url}old.html`);
  await put(`<cellveil-table src="${CENSUS}" rows="sex"></cellveil-table>`);
  await told();
  assert.deepEqual([await page.evaluate(() => document.compatMode), ...(await styleOf("td.cellveil-value", "font-size"))], ["BackCompat", "20px"]);
});

test("axe finds nothing: light and dark, wide and narrow", async () => {
  await put(`<cellveil-table src="mini/cube.json" rows="district" columns="sex"></cellveil-table>`);
  await told();
  for (const [scheme, width] of /** @type {const} */ ([["light", 1280], ["dark", 1280], ["light", 390]])) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => (document.documentElement.style.colorScheme = "light dark"));
    await accessible();
  }
});
