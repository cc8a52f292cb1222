// The page of risk and utility as a reader uses it: its figures are those that `cellveil measure` prints.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { listenedPage, setUp, tableBy } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

const CENSUS = "#cube=census2011-teaching";
/** What is said of anything that is no method at all. */
const EXPECTED = /^Not added: expected a method as a JSON object such as \{"kind": "random-rounding", "base": 7\}\.$/;
const SIX = "methods=default,none,rounding5,ten-five,~rounding-3,~standard";

const { server, browser } = setUp();

/** The page at rest, with what it complains of. @param {string} [hash] @param {BrowserContextOptions} [options] */
async function risk(hash = "", options = {}) {
  const listened = await listenedPage(browser, options);
  await listened.page.goto(`${server.url}risk.html${hash}`);
  await measured(listened.page);
  return listened;
}

/** @param {Page} page */
async function measured(page) {
  // A change waits for a run of clicks to end before it is measured: a longer timer of the page, set later, ends later.
  await page.evaluate(() => new Promise((ended) => { setTimeout(ended, 250); }));
  await page.waitForFunction(() => document.querySelector("#status")?.textContent !== "" && !document.querySelector("#told[aria-busy]"));
}

/** What the command line prints. @param {string} cube @param {...string} args */
function printed(cube, ...args) {
  return JSON.parse(execFileSync(path("target/release/cellveil"), ["measure", path("target/site/cubes", cube), ...args], { encoding: "utf8" }));
}

/** All leaves of a JSON object, by their paths. @param {any} value @param {string} [at] @returns {[string, unknown][]} */
function leaves(value, at = "") {
  if (value === null || typeof value !== "object") return [[at, value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, at ? `${at}.${name}` : name));
}

/** The exact figures of the table of all measures: null for a dash. @param {Page} page */
async function shownMeasures(page) {
  const lines = await page.locator("#measures [data-measure]").evaluateAll((rows) => rows.map((row) =>
    /** @type {[string, string | null]} */ ([row.getAttribute("data-measure"), row.querySelector("data")?.value ?? null])));
  return Object.fromEntries(lines);
}

/** @typedef {{ method: string | null, figures: (number | null)[], text: string }} Line */
/** The lines of the table of points. @param {Page} page @returns {Promise<Line[]>} */
const lines = (page) => page.locator("#points [data-method]").evaluateAll((rows) => rows.map((row) => ({
  method: row.getAttribute("data-method"),
  figures: [...row.querySelectorAll("data")].map((each) => Number(each.value)),
  text: /** @type {HTMLElement} */ (row).innerText.replaceAll(/\s+/g, " "),
})));

/** Marks of the chart. @param {Page} page */
const dots = (page) => page.locator("#map svg path title, #map svg circle title").allTextContents();

/** @param {Page} page @param {string} button */
async function saved(page, button) {
  const waiting = page.waitForEvent("download");
  await page.locator(`#${button}`).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("the five steps and all measures are those of the command line, under the page's policy", async () => {
  for (const [cube, hash, args, method] of [
    ["census2011-teaching", "&rows=region&columns=age,religion", ["--rows=region", "--columns=age,religion"], "Cell-key perturbation"],
    ["census2011-teaching", "&rows=region:country&columns=health,sex&filter=age=1,2&method=suppress10&totals=no&suppressed=average&weights=0.25,0.25,0.25,0.25&by=sex&target=health=3",
      ["--rows=region:country", "--columns=health,sex", "--filter=age=1,2", "--method=suppress10", "--suppressed=average", "--weights=0.25,0.25,0.25,0.25", "--by=sex", "--target=health=3"], "Cell-key perturbation"],
    ["hypercube", "&rows=region,age&columns=education&method=threshold10", ["--rows=region,age", "--columns=education", "--method=threshold10"], "Cell-key perturbation"],
  ]) {
    const { page, complaints } = await risk(`#cube=${cube}${hash}`);
    const expected = printed(/** @type {string} */ (cube), ...args);
    const shown = await shownMeasures(page);
    for (const [name, value] of leaves(expected)) {
      // Where there is no risk at all, its parts are dashes too.
      if (name === "risk.after" || name === "risk.before") continue;
      assert.equal(shown[name], value === null ? null : String(value), `${hash} ${name}`);
    }
    assert.equal(Object.keys(shown).length, leaves(expected).length, "each measure has its line");
    const step = (/** @type {string} */ name) => page.locator(`#step-${name}`);
    assert.match(await step("rules").innerText(), /^1 ?\s*Rules\s+This cube has no rules of release: every table passes\.$/);
    assert.equal(await step("before").locator("data").getAttribute("value"), String(expected.risk.before.r));
    assert.ok((await step("method").innerText()).includes(/** @type {string} */ (method)));
    assert.equal(await step("after").locator("data").getAttribute("value"), String(expected.risk.after.r));
    assert.match(await step("after").innerText(), expected.risk.not_raised ? /Not raised/ : /Higher than before/);
    assert.equal(await step("output").locator("data").getAttribute("value"), String(expected.utility.hellinger_utility));
    assert.equal(await page.locator("svg style").count(), 0);
    assert.deepEqual(complaints, []);
  }
});

test("figures are written so that none is taken for 0 or 1, and what does not apply is said in words", async () => {
  const { page } = await risk("#cube=hypercube&rows=region&columns=sex");
  const line = (/** @type {string} */ name) => page.locator(`[data-measure="${name}"] td`).first();
  const { utility } = printed("hypercube", "--rows=region", "--columns=sex");
  assert.ok(utility.hellinger_utility > 0.99999 && utility.hellinger_utility < 1);
  assert.match(await line("utility.hellinger_utility").innerText(), /^0\.99999\d+$/);
  assert.equal(await line("risk.dr1").innerText().then((text) => text.replaceAll(/\s+/g, " ").trim()), "– does not apply or may not be told");
  assert.equal(await line("risk.not_raised").innerText(), "yes");
  // Each has a unit, and says where it comes from.
  const cells = await page.locator("#measures [data-measure]").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent)));
  for (const [unit, source] of cells) assert.ok(unit && /^(Shlomo|Wooton|ONS)/.test(source ?? ""), `${unit} ${source}`);
});

test("the map has a point for each table with each method, and the table beside it the same figures", async () => {
  const keep = encodeURIComponent("rows=region&columns=sex,health");
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=age,religion&keep=${keep}&${SIX}`);
  const found = await lines(page);
  assert.equal(found.length, 12);
  assert.equal((await dots(page)).length, 12);
  assert.match(await page.locator("#map svg").getAttribute("aria-label") ?? "", /12 points.*2 tables/);
  const own = { "~rounding-3": '{"kind":"random-rounding","base":3}' };
  for (const [at, { method, figures }] of found.entries()) {
    if (method === "~standard") continue;
    const columns = at < 6 ? "sex,health" : "age,religion";
    const { risk, utility } = printed("census2011-teaching", "--rows=region", `--columns=${columns}`, `--method=${/** @type {any} */ (own)[method ?? ""] ?? method}`);
    assert.deepEqual(figures, [utility.hellinger_utility, risk.after.r, risk.before.r], `${columns} ${method}`);
  }
  // The lists below: what keeps the risk at the limit or below, the most useful first.
  const listed = await page.locator(".tolerable").evaluateAll((all) => all.map((each) => [...each.querySelectorAll("li")].map((item) => Number(/\(no\. (\d+)\)/.exec(item.textContent ?? "")?.[1]))));
  const expected = [found.slice(0, 6), found.slice(6)].map((part) => part.map((line, at) => ({ number: at + 1, utility: line.figures[0] ?? 0, risk: line.figures[1] ?? 1 }))
    .filter(({ number, risk }) => number !== 2 && risk <= 0.15).sort((a, b) => b.utility - a.utility).map(({ number }) => number));
  assert.deepEqual(listed, expected);
  assert.ok(expected[1].length > 0 && expected[1].length < 6);
  // No. 2 protects nothing: within the limit or not, it is no choice.
  assert.deepEqual([found[1].figures[1], found[7].figures[1]].map((risk) => (risk ?? 1) <= 0.15), [true, false]);
  assert.match(found[1].text, / not protected$/);
  assert.match(await page.locator(".tolerable").first().innerText(), /Left out, as it protects nothing: None \(no\. 2\)\.\s+R is an average over the whole table, not a guarantee for any cell\./);
  assert.doesNotMatch(await page.locator(".tolerable").nth(1).innerText(), /Left out/);
  assert.deepEqual(complaints, []);
});

test("the tolerable risk is the reader's: points, words and lists follow, and nothing is measured again", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=age,religion&${SIX}`);
  const count = () => page.locator(".tolerable li").count();
  assert.equal(await count(), 5);
  assert.match((await lines(page))[1].text, /above the tolerable risk$/);
  await page.locator("#tolerable").fill("0.05");
  const within = (await lines(page)).filter(({ figures }) => (figures[1] ?? 1) <= 0.05);
  assert.equal(await count(), within.length);
  assert.ok(within.length > 0 && within.length < 5);
  for (const { text } of within) assert.match(text, / tolerable$/);
  assert.match(await page.locator("#step-after").innerText(), /tolerable risk of 0\.05/);
  assert.match(new URL(page.url()).hash, /&tolerable=0\.05/);
  await page.locator("#tolerable").fill("0.001");
  assert.match(await page.locator("#tolerable-lists").innerText(), /No method: .*not released/);
  assert.match(await page.locator("#step-output").innerText(), /would not go out/);
  await page.locator("#tolerable").fill("7");
  assert.match(await page.locator("#tolerable-wrong").innerText(), /The tolerable risk is 7; expected a number from 0 to 1\./);
  assert.equal(await page.locator("#tolerable").getAttribute("aria-invalid"), "true");
  assert.equal(await page.locator("#tolerable-section").isVisible(), false);
  assert.equal((await dots(page)).length, 6, "the points stay");
  assert.deepEqual(complaints, []);
});

test("a method of one's own: errors in one line, and one that fails leaves the others", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&methods=default,none,${encodeURIComponent('"{""kind"":""random-rounding""}"')}&own=${encodeURIComponent('{"kind":"random-rounding"}')}`);
  const [first, second, failed] = await lines(page);
  assert.equal(first.figures.length + second.figures.length, 6);
  assert.match(failed.text, /Not measured: .*base is missing; expected a whole number/);
  assert.equal((await dots(page)).length, 2);
  assert.match(await page.locator("#status").innerText(), /^2 points, 1 not measured\.$/);

  const add = async (/** @type {string} */ json) => {
    await page.locator("#own").fill(json);
    await page.locator("#own").press("Tab");
    await page.keyboard.press("Enter");
  };
  for (const [json, words] of /** @type {[string, RegExp][]} */ ([
    ["", EXPECTED],
    ["{", EXPECTED],
    ["[1]", EXPECTED],
    ['{"base": 3}', /kind is missing; expected a method as a JSON object/],
    ['{"kind": "no such kind"}', /kind is "no such kind"; expected one of none, cell-key/],
    ['{"kind": "random-rounding", "base": 1}', /base is 1; expected a whole number from 2/],
  ])) {
    await add(json);
    await page.waitForFunction((words) => new RegExp(words).test(document.querySelector("#own-wrong")?.textContent ?? ""), words.source);
    assert.doesNotMatch(await page.locator("#own-wrong").innerText(), /\n/);
    assert.equal(await page.locator("#own").getAttribute("aria-invalid"), "true");
    assert.equal((await lines(page)).length, 3, "nothing was added");
  }
  // What was said is over with the next letter, or with another change.
  await page.locator("#own").press("End");
  await page.keyboard.type(" ");
  assert.equal(await page.locator("#own-wrong").innerText(), "");
  assert.equal(await page.locator("#own").getAttribute("aria-invalid"), null);
  await add("{");
  assert.match(await page.locator("#own-wrong").innerText(), EXPECTED);
  await page.locator("#tolerable").fill("0.2");
  assert.equal(await page.locator("#own-wrong").innerText(), "");
  await add('{"kind": "random-rounding", "base": 7}');
  await page.waitForFunction(() => document.querySelectorAll("#points [data-method]").length === 4);
  await measured(page);
  assert.equal(await page.locator("#own-wrong").innerText(), "");
  const added = (await lines(page))[3];
  const { risk: expected } = printed("census2011-teaching", "--rows=region", "--columns=religion", '--method={"kind":"random-rounding","base":7}');
  assert.equal(added.figures[1], expected.after.r);
  await page.getByRole("button", { name: "Remove Random rounding, base 7" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#points [data-method]").length === 3);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "own");
  assert.deepEqual(complaints, []);
});

test("tables are kept, measured in turn and removed, and the address holds the comparison", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&${SIX}`);
  await page.getByRole("button", { name: "Keep this table" }).click();
  await measured(page);
  assert.equal(await page.locator("#keep").getAttribute("aria-disabled"), "true");
  await page.getByRole("button", { name: "Move Religion to rows" }).click();
  await measured(page);
  assert.equal((await lines(page)).length, 12);
  await page.getByLabel("Rounding5").uncheck();
  await page.locator("#tolerable").fill("0.02");
  await page.locator(".measuring summary").click();
  for (const [at, weight] of ["0.4", "0.2", "0.2", "0.2"].entries()) await page.locator(`#weight-${at}`).fill(weight);
  await page.locator("#suppressed").selectOption("average");
  await measured(page);
  const before = { lines: await lines(page), measures: await shownMeasures(page), drawn: await page.locator("#map").innerHTML() };
  assert.equal(before.lines.length, 10);
  const again = await risk(new URL(page.url()).hash);
  assert.deepEqual({ lines: await lines(again.page), measures: await shownMeasures(again.page), drawn: await again.page.locator("#map").innerHTML() }, before);
  assert.equal(await again.page.locator("#weight-0").inputValue(), "0.4");
  assert.equal(await again.page.locator("#tolerable").inputValue(), "0.02");
  assert.equal(new URL(again.page.url()).hash, new URL(page.url()).hash);

  await again.page.getByRole("button", { name: "Measure Region × Religion" }).click();
  await measured(again.page);
  assert.match(await again.page.locator("#table-title").innerText(), /^Persons by region and religion$/);
  await again.page.goBack();
  await measured(again.page);
  assert.equal((await lines(again.page)).length, 10, "the way back leads to the former comparison");
  await again.page.getByRole("button", { name: "Remove Region × Religion from the comparison" }).click();
  await measured(again.page);
  assert.equal((await lines(again.page)).length, 5);
  assert.deepEqual([...complaints, ...again.complaints], []);
});

test("weights that cease to be: old figures are dimmed, said to be old, and not saved", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&methods=default`);
  const stale = page.locator(".stale-note:visible");
  const quiet = await page.locator("#table-title").evaluate((element) => {
    element.style.color = "var(--quiet)";
    const { color } = getComputedStyle(element);
    element.removeAttribute("style");
    return color;
  });
  const old = await page.locator("#step-after data").innerText();
  assert.equal(await stale.count(), 0);
  await page.locator(".measuring summary").click();
  await page.locator("#weight-0").fill("0.5");
  await measured(page);
  const words = "Nothing is measured: the weights add up to 1.4; expected 1. What is shown dimmed was measured before.";
  assert.deepEqual(await stale.allInnerTexts(), [words, words]);
  assert.equal(await page.locator("#step-after data").innerText(), old);
  for (const id of ["#steps", ".map-and-points", "#tolerable-section", "#measures-section"]) {
    assert.equal(await page.locator(id).evaluate((element) => getComputedStyle(element).color), quiet, id);
  }
  for (const id of ["svg", "csv", "json"]) assert.equal(await page.locator(`#save-${id}`).isEnabled(), false, id);
  // Other data: the old figures are none of theirs.
  await page.goto(`${server.url}risk.html#cube=hypercube&rows=region&columns=sex&weights=0.5,0.7,0.1,0.1`);
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 0);
  await measured(page);
  assert.deepEqual(await stale.allInnerTexts(), Array(2).fill("Nothing is measured: the weights add up to 1.4; expected 1."));
  assert.equal((await lines(page)).length, 0);
  await page.locator("#weight-0").fill("0.1");
  await measured(page);
  assert.equal(await stale.count(), 0);
  assert.equal(await page.locator("#steps li").count(), 5);
  assert.equal(await page.locator("#save-csv").isEnabled(), true);
  assert.deepEqual(complaints, []);
});

test("weights that are none: said beside them, and nothing is measured by them", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&methods=default&weights=0.5,0.5,0.5,0.5`);
  assert.match(await page.locator("#status").innerText(), /Nothing is measured: the weights add up to 2; expected 1\./);
  assert.match(await page.locator("#weights-wrong").innerText(), /add up to 2/);
  for (const [at, weight] of ["1", "0", "0", "0"].entries()) await page.locator(`#weight-${at}`).fill(weight);
  await measured(page);
  assert.equal(await page.locator("#weights-wrong").innerText(), "");
  const { risk: { after: { r } } } = printed("census2011-teaching", "--rows=region", "--columns=religion", "--weights=1,0,0,0");
  assert.equal((await lines(page))[0].figures[1], r);
  assert.deepEqual(complaints, []);
});

test("under a small modulus hashed methods are left out, and the page says so", async () => {
  const { page, complaints } = await risk("#cube=hypercube&rows=region&columns=age,occupation");
  assert.match(await page.locator("#methods-left").innerText(), /need cell keys of 4,294,967,296 values or more, and these data have 256/);
  assert.equal(await page.getByLabel("Random rounding, base 3").count(), 0);
  for (const { text } of await lines(page)) assert.doesNotMatch(text, /Not measured/);
  assert.ok((await lines(page)).some(({ method }) => method === "~standard"));
  assert.deepEqual(complaints, []);
});

test("a sealed cube tells nothing: one sentence, and a way to data that tell", async () => {
  const { page, complaints } = await risk("#cube=census2011-teaching-sealed&rows=region&columns=sex");
  assert.match(await page.locator("#untold").innerText(), /truth behind these data is not in their files, so what their protection risks and costs cannot be told here\./);
  for (const id of ["#steps-section", "#comparison", "#measures-section"]) assert.equal(await page.locator(id).isVisible(), false, id);
  await page.getByRole("link", { name: /^Measure “Census 2011/ }).click();
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 5);
  await measured(page);
  assert.match(await page.locator("#table-title").innerText(), /^Persons by region and sex$/);
  assert.equal(await page.locator("#untold").isVisible(), false);
  assert.deepEqual(complaints, []);
});

test("a sealed cube without its like: no way to data that have nothing to do with it", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.route("**/cubes/index.json", (route) => route.fulfill({ json: ["census2011-teaching-sealed", "hypercube"] }));
  await page.goto(`${server.url}risk.html#cube=census2011-teaching-sealed&rows=region&columns=sex`);
  await measured(page);
  assert.match(await page.locator("#untold").innerText(), /truth behind these data is not in their files/);
  assert.equal(await page.locator("#untold a").count(), 0);
  assert.deepEqual(complaints, []);
});

/**
 * Four hamlets, of which the East is too small, and the South goes with it; and rules by which a table by age is refused, and one by age band is not.
 * @param {string} folder
 */
function buildHamlets(folder) {
  writeFileSync(join(folder, "cube.toml"), `
[cube]
id = "hamlets"
title = "Hamlets"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "keyed"

[key]
column = "record_key"
combine = "sum"
modulus = 4294967296

[rules]
small_cells = 0.3

[rules.areas]
person = 10

[[dimension]]
name = "region"
label = "Region"
role = "geo"
codes = { n = "North", s = "South", e = "East", w = "West" }

[[dimension]]
name = "age"
label = "Age"
codes = { 1 = "Young", 2 = "Grown", 3 = "Old", 4 = "Very old" }

[[dimension.level]]
name = "band"
label = "Age band"
groups = [{ code = "under", label = "Under 40", of = ["1", "2"] }, { code = "over", label = "40 and over", of = ["3", "4"] }]

[[dimension]]
name = "sex"
label = "Sex"
codes = { f = "Female", m = "Male" }

[method.default]
kind = "random-rounding"
base = 3

[method.none]
kind = "none"
`);
  const people = { n: [9, 2, 9, 2], s: [8, 1, 9, 2], e: [1, 1, 1, 0], w: [9, 1, 9, 1] };
  let key = 1;
  const records = Object.entries(people).flatMap(([region, ages]) => ages.flatMap((count, age) => Array.from({ length: count }, (_, at) => {
    key = (key * 48271) % 2147483647;
    return `${region},${age + 1},${"fm"[at % 2]},${key}`;
  })));
  writeFileSync(join(folder, "records.csv"), `${["region,age,sex,record_key", ...records].join("\n")}\n`);
  execFileSync(path("target/release/cellveil"), ["tile", join(folder, "cube.toml"), "--records", join(folder, "records.csv"), "--out", join(folder, "hamlets")], { stdio: "ignore" });
}

test("rules of a real cube: the nearest table that passes is a click away, and what is blocked is counted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-hamlets-"));
  try {
    buildHamlets(folder);
    const { page, complaints } = await listenedPage(browser);
    await page.route("**/cubes/index.json", (route) => route.fulfill({ json: ["hamlets"] }));
    await page.route("**/cubes/hamlets/**", (route) => route.fulfill({ body: readFileSync(join(folder, new URL(route.request().url()).pathname.replace("/cubes/", ""))) }));
    await page.goto(`${server.url}risk.html#cube=hamlets&rows=region&columns=age&methods=default,none`);
    await measured(page);
    assert.match(await page.locator("#step-rules").innerText(), /Refused\. /);
    assert.equal(await page.locator("#step-output p").innerText(), "Not reached: the table is not released.");
    // The figures below release nothing.
    assert.equal(await page.locator("#rules-note").innerText(),
      "The rules refuse this table, whatever risk is taken as tolerable here. The figures below are for those who decide on rules and methods; they release nothing.");
    const found = await lines(page);
    assert.deepEqual(found.map(({ figures }) => figures.length), [3, 3]);
    for (const { text } of found) assert.match(text, / refused by the rules$/);
    assert.ok(found.some(({ figures }) => (figures[1] ?? 1) <= 0.15), "by R alone it would pass");
    assert.equal((await dots(page)).length, 2);
    assert.equal(await page.locator(".tolerable li").count(), 0);
    assert.match(await page.locator("#tolerable-lists").innerText(), /The rules refuse this table with every method\./);
    assert.doesNotMatch(await page.locator("#result").innerText(), /can go out/);
    const csv = (await saved(page, "save-csv")).text.trim().split("\n").slice(1);
    for (const line of csv) assert.match(line, /,false,.*small_cells/);

    await page.getByRole("button", { name: "Show the nearest table that passes: region by age band" }).click();
    await page.waitForFunction(() => document.querySelector("#table-title")?.textContent?.startsWith("Persons by region and age band"));
    await measured(page);
    assert.match(new URL(page.url()).hash, /rows=region&columns=age:band&methods=default,none$/);
    assert.match(await page.locator("#step-rules").innerText(),
      /Checked, and passed: a share of cells with one or two records of at most 30%; areas of 10 persons or more, smaller ones blocked\.\s+4 of 8 cells are blocked, because their areas are too small, or would give away one that is: they are not published\.$/);
    assert.equal(await page.locator("#nearest").count(), 0);
    assert.equal(await page.locator("#rules-note").isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "result");
    assert.match(await page.locator("#step-output").innerText(), /By R, the table can go out with this figure/);
    await page.goBack();
    await measured(page);
    assert.match(await page.locator("#step-rules").innerText(), /Refused\. /);
    assert.deepEqual(complaints, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("R is not all: nothing is protected, or small counts are shown as they are, and the page says so", async () => {
  const table = `${CENSUS}&rows=region&columns=age,religion&tolerable=1`;
  const bare = await risk(`${table}&method=none&methods=none`);
  assert.match(await bare.page.locator("#step-output").innerText(), /Nothing protects the table: its values are the true counts, whatever R is\.$/);
  assert.match(await bare.page.locator("#step-after").innerText(), /R is not above the tolerable risk of 1, but nothing protects the table\.$/);
  assert.doesNotMatch(await bare.page.locator("#result").innerText(), /can go out/);
  assert.match(await bare.page.locator("#tolerable-lists").innerText(), /No method: .*Left out, as it protects nothing: None/s);

  for (const method of ["default", "matrix"]) {
    const { page, complaints } = await risk(`${table}&method=${method}&methods=default`);
    const { dr1 } = printed("census2011-teaching", "--rows=region", "--columns=age,religion", `--method=${method}`).risk;
    const share = `${Math.round(dr1 * 1000) / 10}%`;
    assert.ok(dr1 > 0.01 || dr1 === 0, `${method} ${dr1}`);
    const words = (await page.locator("#step-output").innerText()).replaceAll(/\s+/g, " ");
    assert.ok(words.endsWith("R is an average over the whole table, not a guarantee for any cell."));
    assert.equal(words.includes("are in a cell whose value is shown as it is"), dr1 > 0, method);
    if (dr1 > 0) assert.ok(words.includes(`Of the records in cells of one or two, ${share} are in a cell whose value is shown as it is.`), `${share} ${words}`);
    assert.deepEqual(complaints, []);
  }
});

test("a rule that looks at what a method makes of a table: refused with that method only", async () => {
  const { page, complaints } = await changed(`${CENSUS}&rows=region&columns=religion&tolerable=1&methods=default,rounding5,none`, `
    const asked = cube.table.bind(cube);
    cube.table = async (query) => {
      if (["default", undefined, "none"].includes(query.method)) {
        throw Object.assign(new Error("rules: risk_after: R is too large"), { code: "rule-refused", fault: "refused", rule: "risk_after", nearest: { rows: [], columns: ["region"], filter: { sex: ["1"] }, method: "rounding5" } });
      }
      return asked(query);
    };`);
  assert.match(await page.locator("#rules-note").innerText(), /^The rules refuse this table with this method, whatever risk is taken as tolerable here\./);
  const texts = (await lines(page)).map(({ text }) => text);
  assert.deepEqual(texts.map((text) => /refused by the rules$/.test(text)), [true, true, false]);
  assert.equal(await page.locator(".tolerable li").count(), 1);
  assert.match(await page.locator(".tolerable").innerText(), /Left out, as the rules refuse the table with it: Default \(no\. 1\) and None \(no\. 2\)\./);
  await page.getByRole("button", { name: "Show the nearest table that passes: region, where sex is Male, with the method Rounding5" }).click();
  await page.waitForFunction(() => document.querySelector("#table-title")?.textContent === "Persons by region, where sex is Male");
  await measured(page);
  assert.match(new URL(page.url()).hash, /rows=region&filter=sex=1&method=rounding5&/);
  assert.deepEqual(complaints, []);
});

/** The page with an API whose cubes are changed as a publisher's rules or another method would. @param {string} hash @param {string} change  of `cube`, in JavaScript */
async function changed(hash, change) {
  const listened = await listenedPage(browser);
  const real = readFileSync(path("target/site/cellveil/pkg/js/index.js"), "utf8");
  await listened.page.route("**/pkg/js/real.js", (route) => route.fulfill({ body: real, contentType: "text/javascript" }));
  await listened.page.route("**/pkg/js/index.js", (route) => route.fulfill({
    body: `import * as api from "./real.js"; export * from "./real.js"; export async function openCube(...all) { const cube = await api.openCube(...all); ${change} return cube; }`,
    contentType: "text/javascript",
  }));
  await listened.page.goto(`${server.url}risk.html${hash}`);
  await measured(listened.page);
  return listened;
}

test("a table that a rule refuses: the rule's words, no figures, and other tables stay", async () => {
  const keep = encodeURIComponent("rows=region&columns=sex");
  const { page, complaints } = await changed(`${CENSUS}&rows=region&columns=religion&keep=${keep}&methods=default,none`, `
    for (const name of ["table", "measure"]) {
      const asked = cube[name].bind(cube);
      cube[name] = async (query, ...more) => {
        if (query.columns.includes("religion")) throw Object.assign(new Error("rule small-cells: 14 of 100 cells hold one or two; at most 5 may"), { code: "rule-refused", fault: "refused" });
        return asked(query, ...more);
      };
    }`);
  // The map's points are asked for through the same cube.
  assert.match(await page.locator("#step-rules").innerText(), /Refused\. Rule small-cells: 14 of 100 cells hold one or two; at most 5 may\./);
  assert.match(await page.locator("#step-output").innerText(), /Not reached/);
  assert.equal(await page.locator("#measures-section").isVisible(), false);
  const found = await lines(page);
  assert.deepEqual(found.map(({ figures }) => figures.length), [3, 3, 0, 0]);
  assert.equal(await page.locator("#error").isVisible(), false);
  assert.deepEqual(complaints, []);

  // Those who may see the counts may measure what is not released.
  const measurable = await changed(`${CENSUS}&rows=region&columns=religion&methods=default`, `
    cube.table = async () => { throw Object.assign(new Error("rule areas: too small"), { code: "rule-refused", fault: "refused" }); };`);
  assert.match(await measurable.page.locator("#step-rules").innerText(), /Refused\. Rule areas: too small\. Below it is measured all the same/);
  assert.match(await measurable.page.locator("#step-after").innerText(), /Not reached/);
  assert.equal((await shownMeasures(measurable.page))["risk.after.r"], String(printed("census2011-teaching", "--rows=region", "--columns=religion").risk.after.r));
  assert.equal((await lines(measurable.page)).length, 1);
  assert.deepEqual(measurable.complaints, []);
});

test("a risk that is raised is said to be, in the step and in the table", async () => {
  const { page, complaints } = await changed(`${CENSUS}&rows=region&columns=religion&methods=default`, `
    const asked = cube.measure.bind(cube);
    cube.measure = async (...all) => {
      const measures = await asked(...all);
      measures.risk.after.r = measures.risk.before.r + 0.01;
      measures.risk.not_raised = false;
      return measures;
    };`);
  assert.match(await page.locator("#step-after").innerText(), /Higher than before: by this measure the method raises the risk/);
  assert.match((await lines(page))[0].text, /higher than before/);
  assert.deepEqual(complaints, []);
});

test("where the truth may not be told, what the publisher tells is shown all the same", async () => {
  const { page, complaints } = await changed("#cube=census2011-teaching-sealed&rows=region&columns=sex", `
    const asked = cube.measure.bind(cube);
    cube.measure = async (...all) => {
      const measures = await asked(...all);
      measures.utility.hellinger_utility = 0.97;
      return measures;
    };`);
  assert.match(await page.locator("#untold").innerText(), /what the publisher worked out and rounded/);
  assert.equal((await shownMeasures(page))["utility.hellinger_utility"], "0.97");
  assert.equal(await page.locator("#comparison").isVisible(), false);
  assert.deepEqual(complaints, []);
});

test("files: CSV, JSON and SVG hold the points", async () => {
  const keep = encodeURIComponent("rows=age&columns=sex");
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=age,religion&keep=${keep}&${SIX}&by=religion`);
  const shown = await lines(page);
  const csv = await saved(page, "save-csv");
  assert.equal(csv.name, "census2011-teaching_region_by_age_religion.points.csv");
  const [head, ...rows] = csv.text.trim().split("\n");
  assert.equal(head, "table,method,utility,risk_after,risk_before,tolerable,error");
  assert.deepEqual(rows.map((row) => row.replace(/^("[^"]*"|[^,]*),("[^"]*"|[^,]*),/, "").split(",").slice(0, 3).map(Number)), shown.map(({ figures }) => figures));
  const json = JSON.parse((await saved(page, "save-json")).text);
  assert.equal(json.cube.id, "census2011-teaching");
  assert.equal(json.tolerable_risk, 0.15);
  assert.deepEqual(json.tables.map((/** @type {any} */ { columns, choices }) => [columns, choices]), [[["sex"], {}], [["age", "religion"], { by: "religion" }]]);
  const points = json.tables.flatMap((/** @type {any} */ table) => table.points);
  assert.deepEqual(points.map((/** @type {any} */ { utility, risk, before }) => [utility, risk, before]), shown.map(({ figures }) => figures));
  assert.deepEqual(points[6].measures, printed("census2011-teaching", "--rows=region", "--columns=age,religion", "--by=religion"));
  const svg = await saved(page, "save-svg");
  assert.match(svg.name, /\.map\.svg$/);
  const parsed = await page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, "image/svg+xml");
    return { root: document.documentElement.namespaceURI, failed: document.querySelectorAll("parsererror").length, titles: document.querySelectorAll("title").length };
  }, svg.text);
  assert.deepEqual(parsed, { root: "http://www.w3.org/2000/svg", failed: 0, titles: 12 });
  assert.doesNotMatch(svg.text, /var\(--|<style| style=/);
  // What its numbers mean is in it.
  assert.match(svg.text, />6 {2}Designed p-table, standard</);
  assert.deepEqual(complaints, []);
});

test("from the workbench and back: the same table, where the truth may be told", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}${CENSUS}&rows=age&columns=sex&filter=health=1,2&method=designed:max-change=4,variance=2`);
  await tableBy(page, ["Age"], "Sex");
  await page.getByRole("link", { name: "Risk and utility of this table" }).click();
  await page.waitForURL(/risk\.html/);
  await measured(page);
  assert.match(await page.locator("#table-title").innerText(), /^Persons by age and sex, where general health is Very good or Good$/);
  assert.match(await page.locator("#step-method").innerText(), /Designed: D 4, V 2/);
  assert.ok((await lines(page)).some(({ method, figures }) => method === "designed:max-change=4,variance=2" && figures.length === 3));
  await page.getByRole("link", { name: "Show the table" }).click();
  await tableBy(page, ["Age"], "Sex");
  await page.goto(`${server.url}index.html#cube=census2011-teaching-sealed&rows=age&columns=sex`);
  await tableBy(page, ["Age"], "Sex");
  assert.equal(await page.locator("#measures-line").isVisible(), false);
  assert.deepEqual(complaints, []);
});

test("by keyboard alone: boxes, a list of a filter and the focus stay where they were", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&${SIX}`);
  await page.getByLabel("Matrix").focus();
  await page.keyboard.press("Space");
  await measured(page);
  assert.equal((await lines(page)).length, 7);
  assert.equal(await page.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).value), "matrix");
  await page.locator("#variables summary").press("Enter");
  await page.getByRole("button", { name: "Filter by Sex" }).press("Enter");
  await page.keyboard.press("Space");
  await measured(page);
  assert.match(await page.locator("#table-title").innerText(), /where sex is Male$/);
  const { risk: { after: { r } } } = printed("census2011-teaching", "--rows=region", "--columns=religion", "--filter=sex=1");
  assert.equal((await lines(page))[0].figures[1], r);
  // Regions that scroll can be reached and have names, fields have labels.
  for (const region of await page.locator(".numbers").all()) assert.equal(await region.getAttribute("tabindex"), "0");
  const unnamed = await page.locator("#result :is(input, select, textarea)").evaluateAll((all) => all.filter((each) => /** @type {HTMLInputElement} */ (each).labels?.length === 0).map(({ id }) => id));
  assert.deepEqual(unnamed, []);
  assert.deepEqual(complaints, []);
});

test("a phone, in the dark: nothing is wider than the screen", async () => {
  const keep = encodeURIComponent("rows=region&columns=sex,health");
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=age,religion&keep=${keep}&${SIX}`,
    { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true, colorScheme: "dark" });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.equal((await dots(page)).length, 12);
  assert.deepEqual(complaints, []);
});

test("what is wrong is said in words: unknown data, variables and methods, too large a table, a network that fails", async () => {
  for (const [hash, words] of /** @type {[string, RegExp][]} */ ([
    ["#cube=nowhere", /data that are not on this site/],
    [`${CENSUS}&rows=nowhere`, /names a variable that these data do not have/],
    ["#cube=hypercube&rows=region,age,occupation&columns=sex,education,activity,citizenship", /more cells than can be built/],
    [`${CENSUS}&rows=region&method=nosuch&methods=default`, /names a method that these data do not have/],
  ])) {
    const { page, complaints } = await listenedPage(browser);
    await page.goto(`${server.url}risk.html${hash}`);
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), words);
    assert.equal(await page.locator("#steps-section").isVisible(), false, hash);
    await measured(page);
    assert.equal((await dots(page)).length, hash.includes("nosuch") ? 1 : 0, hash);
    assert.deepEqual(complaints, [], hash);
  }
  const { page } = await listenedPage(browser);
  await page.route("**/tiles/**", (route) => route.abort());
  await page.goto(`${server.url}risk.html${CENSUS}`);
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /could not be fetched\. Check the connection, then reload the page/);
});
