// The page of risk and utility shows which tables the rules of a cube refuse.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { browser, CENSUS, changed, dots, lines, measured, printed, saved, server, shownMeasures } from "./risk-support.js";
import { listenedPage } from "./support.js";

/**
 * Builds a cube of four hamlets. The East is too small, so it is blocked together with the South. The rules refuse a
 * table by age and allow a table by age band.
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

test("a real cube's rules offer the nearest allowed table in one click and count blocked cells", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-hamlets-"));
  try {
    buildHamlets(folder);
    const { page, complaints } = await listenedPage(browser);
    await page.route("**/cubes/index.json", (route) => route.fulfill({ json: ["hamlets"] }));
    await page.route("**/cubes/hamlets/**", (route) => route.fulfill({ body: readFileSync(join(folder, new URL(route.request().url()).pathname.replace("/cubes/", ""))) }));
    await page.goto(`${server.url}risk.html#cube=hamlets&rows=region&columns=age&methods=default,none`);
    await measured(page);
    assert.match(await page.locator("#step-rules").innerText(), /Refused\. /);
    assert.equal(await page.locator("#step-output p").innerText(), "Skipped, because the table is refused.");
    // The figures are for users who decide on limits and methods.
    assert.equal(await page.locator("#rules-note").innerText(),
      "The publisher’s limits refuse this table, at any tolerable risk. The figures below are for those who decide on limits and methods.");
    const found = await lines(page);
    assert.deepEqual(found.map(({ figures }) => figures.length), [3, 3]);
    for (const { text } of found) assert.match(text, / refused by a limit$/);
    assert.ok(found.some(({ figures }) => (figures[1] ?? 1) <= 0.15), "by R alone it would pass");
    assert.equal((await dots(page)).length, 2);
    assert.equal(await page.locator(".tolerable li").count(), 0);
    assert.match(await page.locator("#tolerable-lists").innerText(), /The publisher’s limits refuse this table with every method\./);
    assert.doesNotMatch(await page.locator("#result").innerText(), /can be released/);
    const csv = (await saved(page, "save-csv")).text.trim().split("\n").slice(1);
    for (const line of csv) assert.match(line, /,false,.*small_cells/);

    await page.getByRole("button", { name: "Show the nearest allowed table: Region by Age band" }).click();
    await page.waitForFunction(() => document.querySelector("#table-title")?.textContent?.startsWith("Persons by Region and Age band"));
    await measured(page);
    assert.match(new URL(page.url()).hash, /rows=region&columns=age:band&methods=default,none$/);
    assert.match(await page.locator("#step-rules").innerText(),
      /Checked, and passed: at most 30% of all cells have one or two records; areas of at least 10 persons \(smaller areas are blocked\)\.\s+4 of 8 cells are blocked\. Their areas are too small, or would disclose a blocked area\.$/);
    assert.equal(await page.locator("#nearest").count(), 0);
    assert.equal(await page.locator("#rules-note").isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "result");
    assert.match(await page.locator("#step-output").innerText(), /By R, this table can be released/);
    await page.goBack();
    await measured(page);
    assert.match(await page.locator("#step-rules").innerText(), /Refused\. /);
    assert.deepEqual(complaints, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a rule on a method's result refuses only that method", async () => {
  const { page, complaints } = await changed(`${CENSUS}&rows=region&columns=religion&tolerable=1&methods=default,rounding5,none`, `
    const asked = cube.table.bind(cube);
    cube.table = async (query) => {
      if (["default", undefined, "none"].includes(query.method)) {
        throw Object.assign(new Error("rules: risk_after: R is too large"), { code: "rule-refused", fault: "refused", rule: "risk_after", nearest: { rows: [], columns: ["region"], filter: { sex: ["1"] }, method: "rounding5" } });
      }
      return asked(query);
    };`);
  assert.match(await page.locator("#rules-note").innerText(), /^The publisher’s limits refuse this table with this method, at any tolerable risk\./);
  const texts = (await lines(page)).map(({ text }) => text);
  assert.deepEqual(texts.map((text) => /refused by a limit$/.test(text)), [true, true, false]);
  assert.equal(await page.locator(".tolerable li").count(), 1);
  assert.match(await page.locator(".tolerable").innerText(), /Refused by the publisher’s limits: Small random noise and True counts\./);
  await page.getByRole("button", { name: "Show the nearest allowed table: Region, where Sex is Male, with the method Rounding5" }).click();
  await page.waitForFunction(() => document.querySelector("#table-title")?.textContent === "Persons by Region, where Sex is Male");
  await measured(page);
  assert.match(new URL(page.url()).hash, /rows=region&filter=sex=1&method=rounding5&/);
  assert.deepEqual(complaints, []);
});

test("a refused table shows the rule's words and no figures, and other tables stay", async () => {
  const keep = encodeURIComponent("rows=region&columns=sex");
  const { page, complaints } = await changed(`${CENSUS}&rows=region&columns=religion&keep=${keep}&methods=default,none`, `
    for (const name of ["table", "measure"]) {
      const asked = cube[name].bind(cube);
      cube[name] = async (query, ...more) => {
        if (query.columns.includes("religion")) throw Object.assign(new Error("rule small-cells: 14 of 100 cells hold one or two; at most 5 may"), { code: "rule-refused", fault: "refused" });
        return asked(query, ...more);
      };
    }`);
  // The points of the map come from the same cube.
  assert.match(await page.locator("#step-rules").innerText(), /Refused\. Rule small-cells: 14 of 100 cells hold one or two; at most 5 may\./);
  assert.match(await page.locator("#step-output").innerText(), /Skipped/);
  assert.equal(await page.locator("#measures-section").isVisible(), false);
  const found = await lines(page);
  assert.deepEqual(found.map(({ figures }) => figures.length), [3, 3, 0, 0]);
  assert.equal(await page.locator("#error").isVisible(), false);
  assert.deepEqual(complaints, []);

  // Users who may see the counts may measure refused tables.
  const measurable = await changed(`${CENSUS}&rows=region&columns=religion&methods=default`, `
    cube.table = async () => { throw Object.assign(new Error("rule areas: too small"), { code: "rule-refused", fault: "refused" }); };`);
  assert.match(await measurable.page.locator("#step-rules").innerText(), /Refused\. Rule areas: too small\. The measures below are for those who may see its counts/);
  assert.match(await measurable.page.locator("#step-after").innerText(), /Skipped/);
  assert.equal((await shownMeasures(measurable.page))["risk.after.r"], String(printed("census2011-teaching", "--rows=region", "--columns=religion").risk.after.r));
  assert.equal((await lines(measurable.page)).length, 1);
  assert.deepEqual(measurable.complaints, []);
});
