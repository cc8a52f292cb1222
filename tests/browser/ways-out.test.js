// The workbench explains broken links, refusals and failed downloads, and its buttons lead to a table.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible } from "./accessible.js";
import { alerted, handBack, listenedPage, press, setUp, tableBy } from "./support.js";
import { LINK, choice, chosen, opening, settled } from "./workbench-support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();
const opened = opening(server, browser);
/** The folder of this file's cubes. */
let folder = "";

before(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-ways-out-"));
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** Presses a suggestion and waits for its table. @param {Page} page @param {string | RegExp} name */
async function wayOut(page, name) {
  await page.locator(".cv-ways").getByRole("button", { name, exact: typeof name === "string" }).first().click();
  await settled(page);
  assert.equal(await page.getByRole("alert").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.closest(".cv-result") !== null), true, "the focus stays near");
}

/** @type {[link: string, says: RegExp, button: string | RegExp, address: string][]} */
const BROKEN = [
  ["&rows=region,shoe", /no variable “shoe”/, "Remove “shoe” from rows", "rows=region"],
  ["&rows=region&columns=region:country", /Country and Region are the same variable\. A table can use a variable only once\./, "Remove Country from columns", "rows=region"],
  ["&rows=region,region", /Region and Region are the same variable/, "Remove Region from rows", "rows=region"],
  ["&rows=region&columns=age:decade", /Age has no level “decade”/, "Remove “age:decade” from columns", "rows=region"],
  ["&rows=region&wafer=shoe", /no variable “shoe”/, "Remove “shoe” from layers", "rows=region"],
  ["&rows=region&filter=sex=1,9", /Sex has no category “9”/, "Remove “9” from the filter by Sex", "rows=region&filter=sex=1"],
  ["&rows=region&filter=shoe=9", /no variable “shoe”/, "Remove the filter by “shoe”", "rows=region"],
  ["&rows=region&method=magic", /no method “magic”/, "Use the dataset’s method", "rows=region"],
  ["&rows=region&group=region,London,E12000099", /“London” has “E12000099”, which Region does not have/, "Use the categories of Region instead of groups", "rows=region"],
  ["&rows=region&group=region,E12000001,E12000002", /is also a code of Region/, "Use the categories of Region instead of groups", "rows=region"],
  ["&rows=region&group=region,Empty", /“Empty” is empty/, "Use the categories of Region instead of groups", "rows=region"],
  ["&rows=region,shoe&columns=hat&filter=sex=9", /“hat”/, "Correct all problems", "rows=region"],
  ["&rows=age&filter=region=W92000004&filter=region:country=E92000001", /No category meets all filters/, "Remove the filter by Country", "rows=age&filter=region=W92000004"],
  ["&rows=region&method=designed:max-change=5,variance=nine", /is unreadable/, "Use the dataset’s method", "rows=region"],
  ["&rows=region&method=designed:max-change=5,variance=7.5,stay=0.9", /./, "Use the dataset’s method", "rows=region"],
];

for (const [link, says, button, address] of BROKEN) {
  test(`a broken link says what is wrong, and its button mends it: ${link}`, async () => {
    const { page, complaints } = await opened(`${LINK}${link}`);
    await alerted(page, says);
    await accessible(page, link);
    await wayOut(page, button);
    await chosen(page, address);
    assert.deepEqual(complaints, []);
  });
}

test("the page leaves out what a table can do without, and says so", async () => {
  /** @type {[string, RegExp, string][]} */
  const links = [
    ["&rows=region&wafer=sex=9", /Sex has no category “9” here\. The table shows the first category\./, "rows=region&wafer=sex"],
    ["&rows=region&columns=sex&ratio=sex,2,9", /The ratio of “2” to “9” is ignored: the table does not have both categories of Sex\./, "rows=region&columns=sex"],
    ["&rows=region&ratio=sex,2", /ratio=sex,2 is ignored; expected a variable, two of its categories and a number above 0/, "rows=region"],
    ["&rows=region&columns=sex&ratio=sex,2,1,NaN", /ratio=sex,2,1,NaN is ignored/, "rows=region&columns=sex"],
    ["&rows=region&columns=sex&ratio=sex,2,1,1e308", /ratio=sex,2,1,1e308 is ignored/, "rows=region&columns=sex"],
    ["&rows=region&columns=sex&average=sex,9,5", /The average of Sex is ignored: no category in the table has a number\./, "rows=region&columns=sex"],
    ["&rows=region&columns=sex&average=sex,1,1e308,2,4", /A number of the average is ignored/, "rows=region&columns=sex&average=sex,2,4"],
    ["&rows=region&columns=sex&filter=sex=1&filter=sex=2", /The second filter by Sex is ignored\./, "rows=region&columns=sex&filter=sex=1"],
    ["&rows=region&average=age,1,5", /The average of Age is ignored/, "rows=region"],
    ["&rows=region&columns=sex&sort=descending,7", /The order of the rows is ignored/, "rows=region&columns=sex"],
    ["&rows=region&percent=half", /percent=half is ignored; expected row, column or table\./, "rows=region"],
    ["&rows=region,sex&collapsed=E9", /1 collapsed group of rows is not in this table/, "rows=region,sex"],
    ["&rows=region&group=age,Young,1", /The groups of Age are ignored/, "rows=region"],
    ["&rows=region&filter=sex", /A filter is ignored/, "rows=region"],
  ];
  for (const [link, words, address] of links) {
    const { page, complaints } = await opened(`${LINK}${link}`);
    await settled(page, words);
    await settled(page);
    await chosen(page, address);
    assert.deepEqual(complaints, []);
    await handBack(page);
  }
});

test("a chip of an unknown variable says so and can be removed", async () => {
  const { page } = await opened(`${LINK}&rows=region,shoe&filter=sex=9`);
  assert.match(await page.locator("[data-place=rows] .cv-strange").innerText(), /shoe\s+not in this dataset/);
  assert.match(await page.locator("[data-place=filter] .cv-strange").innerText(), /Sex\s+9/);
  await press(page, "Remove shoe from rows");
  await press(page, "Remove Sex from filters");
  await settled(page);
  await chosen(page, "rows=region");
});

test("missing datasets and files offer other datasets or another try", async () => {
  const { page } = await opened("#cube=nowhere&rows=region&columns=sex");
  await alerted(page, /names a dataset that is not here/);
  await wayOut(page, "Open hypercube");
  await tableBy(page, ["Region"], "Sex");
  await page.route("**/census2011-teaching/cube.json", (route) => route.fulfill({ body: "{}" }));
  await page.goto(`${server.url}${LINK}&rows=region&columns=sex`);
  await page.reload();
  await alerted(page, /description is damaged/);
  assert.equal(await page.locator(".cv-ways").getByRole("button", { name: "Reload the page" }).count(), 1);
  await accessible(page, "damaged");
  await wayOut(page, "Open hypercube");
  await page.unroute("**/census2011-teaching/cube.json");
  await page.route("**/tiles/**", (route) => route.abort());
  await page.goto(`${server.url}${LINK}&rows=region`);
  await page.reload();
  await alerted(page, /did not load/);
  await page.unroute("**/tiles/**");
  await wayOut(page, "Try again");
});

test("the offered table keeps the variables and levels that are published together", async () => {
  const { page, complaints } = await opened("#cube=hypercube-sealed&rows=age:band&columns=sex,region,activity&wafer=citizenship");
  await alerted(page, /^A table here has at most 4 variables, filters included\.$/);
  await accessible(page, "no view");
  await wayOut(page, /^Leave out /);
  assert.equal((await choice(page)).split("&").join().match(/age:band|sex|region|activity|citizenship/g)?.length, 4);
  await settled(page);
  await page.goto(`${server.url}#cube=census2011-teaching-sealed&rows=region&columns=sex&filter=age=1`);
  await page.reload();
  await alerted(page, /are not published together|at most 2 variables, filters included/);
  await wayOut(page, /^(Leave out|Remove the filter)/);
  // Each suggestion has the size of its table.
  await page.goto(`${server.url}#cube=census2011-teaching-sealed&rows=region&columns=sex,age`);
  await page.reload();
  await alerted(page, /^A table here has at most 2 variables, filters included\.$/);
  await wayOut(page, "Leave out Sex: 99 cells");
  await chosen(page, "rows=region&columns=age");
  assert.deepEqual(complaints, []);
});

/** Builds a cube of few people with more cells than a page draws. */
function wide() {
  const numbers = Array.from({ length: 1100 }, (_, i) => String(i + 1));
  writeFileSync(join(folder, "wide.toml"), `
[cube]
id = "wide"
title = "Wide"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "keyed"

[key]
column = "record_key"
combine = "sum"
modulus = 4294967296

[[dimension]]
name = "place"
label = "Place"

[[dimension.level]]
name = "half"
label = "Half"
groups = [{ code = "low", label = "Low", of = ${JSON.stringify(numbers.slice(0, 550))} }, { code = "high", label = "High", of = ${JSON.stringify(numbers.slice(550))} }]

[[dimension]]
name = "work"
label = "Work"

[method.default]
kind = "random-rounding"
base = 3
`);
  writeFileSync(join(folder, "wide.csv"), `place,work,record_key\n${numbers.map((each) => `${each},${each},${each}`).join("\n")}\n`);
  execFileSync(path("target/release/cellveil"), ["tile", join(folder, "wide.toml"), "--records", join(folder, "wide.csv"), "--out", join(folder, "wide")], { stdio: "ignore" });
}

/** Opens a page of the site with another cube. @param {string} name */
async function pageWith(name) {
  const listened = await listenedPage(browser);
  await listened.page.route(`**/cubes/${name}/**`, (route) => route.fulfill({ body: readFileSync(join(folder, new URL(route.request().url()).pathname.replace(/^.*\/cubes\//, ""))) }));
  await listened.page.route("**/cubes/index.json", (route) => route.fulfill({ body: JSON.stringify([name]), contentType: "application/json" }));
  return listened;
}

test("a too large table offers broader levels or fewer variables, each with its size", async () => {
  wide();
  const { page, complaints } = await pageWith("wide");
  await page.goto(`${server.url}#cube=wide&rows=place&columns=work`);
  await page.locator("[data-part=refusal]").waitFor();
  await accessible(page, "too large");
  assert.deepEqual(await page.locator(".cv-ways button").allInnerTexts(), ["Use Half instead of Place: 3,303 cells", "Leave out Work: 1,101 cells", "Leave out Place: 1,101 cells"]);
  await wayOut(page, "Use Half instead of Place: 3,303 cells");
  await chosen(page, "rows=place:half&columns=work");
  await press(page, "Undo");
  await page.locator("[data-part=refusal]").waitFor();
  await wayOut(page, "Leave out Place: 1,101 cells");
  await chosen(page, "rows=work");
  assert.deepEqual(complaints, []);
});

/** Builds a cube of a few hamlets. A rule refuses a table by age and allows a table by age band. */
function hamlets() {
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

[[dimension]]
name = "region"
label = "Region"
codes = { n = "North", s = "South" }

[[dimension]]
name = "age"
label = "Age"
codes = { 1 = "Young", 2 = "Grown", 3 = "Old", 4 = "Very old" }

[[dimension.level]]
name = "band"
label = "Age band"
groups = [{ code = "under", label = "Under 40", of = ["1", "2"] }, { code = "over", label = "40 and over", of = ["3", "4"] }]

[method.default]
kind = "random-rounding"
base = 3
`);
  const people = { n: [9, 2, 9, 2], s: [8, 1, 9, 2] };
  let key = 1;
  const records = Object.entries(people).flatMap(([region, ages]) => ages.flatMap((count, age) => Array.from({ length: count }, () => {
    key = (key * 48271) % 2147483647;
    return `${region},${age + 1},${key}`;
  })));
  writeFileSync(join(folder, "records.csv"), `${["region,age,record_key", ...records].join("\n")}\n`);
  execFileSync(path("target/release/cellveil"), ["tile", join(folder, "cube.toml"), "--records", join(folder, "records.csv"), "--out", join(folder, "hamlets")], { stdio: "ignore" });
}

test("a refusal names the rule and the nearest allowed table", async () => {
  hamlets();
  const { page, complaints } = await pageWith("hamlets");
  await page.goto(`${server.url}#cube=hamlets&rows=region&columns=age`);
  await alerted(page, /^The publisher’s limits do not allow this table\. Too many of its cells have one or two records\.$/);
  await accessible(page, "refused by a rule");
  await wayOut(page, /^Show the nearest allowed table: Region by Age band$/);
  await chosen(page, "rows=region&columns=age:band");
  await press(page, "Undo");
  await alerted(page, /publisher’s limits/);
  assert.deepEqual(complaints, []);
});

test("a refusal uses the dataset's labels, and its suggestions keep layers, say what they leave out, and work", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}#cube=tidewell&rows=area:ward&columns=sex,age:band&wafer=tenure=2&filter=birthplace=1,2&sort=descending,1,0&average=tenure,1,2`);
  await alerted(page, /^The publisher’s limits do not allow this table\. A table here has at most 4 variables, filters included\.$/);
  await wayOut(page, "Show the nearest allowed table: Tenure of the dwelling and Ward by Sex and Age band. Remove the filter by Place of birth");
  assert.match(await choice(page), /^rows=area:ward&columns=sex,age:band&wafer=tenure=2/);
  assert.doesNotMatch(await page.locator("[data-part=status]").innerText(), /link/);
  // The table is too large to draw, and the rules refuse it. One step is not enough.
  await page.goto(`${server.url}#cube=tidewell&rows=area&columns=sex,age,tenure,birthplace,education`);
  await page.locator("[data-part=refusal]").waitFor();
  assert.deepEqual(await page.locator(".cv-ways > *").allInnerTexts(), ["Leave out Sex and Age: 17,700 cells", "Undo the last change"]);
  await wayOut(page, /^Leave out Sex and Age/);
  // Variables that are never published together.
  await page.goto(`${server.url}#cube=tidewell&rows=birthplace&columns=education,activity`);
  await page.getByText("Place of birth, Highest education and Activity are not published together.").waitFor();
  await wayOut(page, /^Show the nearest allowed table/);
  // A suggestion that changes the categories removes the user's groups.
  await page.goto(`${server.url}#cube=tidewell&rows=area:ward&columns=sex,age,tenure,birthplace&group=area:ward,North,TW01,TW02`);
  await page.getByRole("button", { name: /^Show the nearest allowed table: .*Use the categories of Ward instead of groups$/ }).waitFor();
  // A link that repeats a variable hundreds of times is refused.
  await page.goto(`${server.url}#cube=tidewell&rows=${"area,".repeat(300)}area&filter=sex=1&filter=sex=2&filter=sex=3`);
  await alerted(page, /A table can use a variable only once/);
  assert.equal((await page.locator("[data-part=status]").innerText()).match(/The second filter by Sex is ignored/g)?.length, 1);
  assert.deepEqual(complaints, []);
});

/**
 * Opens the page with an API whose tables fail with `code` unless the query meets `passes`.
 * @param {string} hash
 * @param {string} code
 * @param {string} passes  of `query`, in JavaScript
 */
async function failing(hash, code, passes) {
  const listened = await listenedPage(browser);
  const real = readFileSync(path("target/site/cellveil/js/index.js"), "utf8");
  await listened.page.route("**/cellveil/js/real.js", (route) => route.fulfill({ body: real, contentType: "text/javascript" }));
  await listened.page.route("**/cellveil/js/index.js", (route) => route.fulfill({
    body: `import * as api from "./real.js"; export * from "./real.js";
      export async function openCube(...all) {
        const cube = await api.openCube(...all);
        const asked = cube.table.bind(cube);
        cube.table = async (query) => {
          if (!(${passes})) throw Object.assign(new Error("made up"), { code: ${JSON.stringify(code)}, fault: "refused" });
          return asked(query);
        };
        return cube;
      }`,
    contentType: "text/javascript",
  }));
  await listened.page.goto(`${server.url}${hash}`);
  await settled(listened.page, /No table was built/);
  return listened;
}

/** @type {[code: string, link: string, passes: string, button: string | RegExp][]} */
const REFUSALS = [
  ["needs-blocks", "&rows=region&filter=age=1", "!query.filter.age", "Remove the filter by Age"],
  ["empty-filter", "&rows=region&filter=age=1", "!query.filter.age", "Remove the filter by Age"],
  ["table-too-large", "&rows=region&columns=sex,age", "!query.columns.includes('age')", "Use Age band instead of Age: 132 cells"],
  ["no-view", "&rows=region&columns=sex,health", "!query.columns.includes('health')", "Leave out General health: 33 cells"],
  ["rule-refused", "&rows=region&columns=sex,health", "!query.columns.includes('health')", "Leave out General health: 33 cells"],
  ["bad-group", "&rows=region&group=region,North,E12000001", "!query.groups", "Use the categories of Region instead of groups"],
  ["reveal-refused", "&rows=region&method=none", "query.method !== 'none'", "Use the dataset’s method"],
  ["method-refused", "&rows=region&method=ten-five", "!query.method", "Use the dataset’s method"],
  ["bad-method", "&rows=region", "query.method === 'suppress10'", "Use the method Noise, and suppression below 10"],
  ["bad-query", "&rows=region&columns=sex", "query.columns.length === 0", "Leave out Sex: 11 cells"],
  ["damaged-file", "&rows=region", "globalThis.twice = (globalThis.twice ?? 0) + 1, globalThis.twice > 1", "Try again"],
  ["wasm", "&rows=region", "globalThis.twice = (globalThis.twice ?? 0) + 1, globalThis.twice > 1", "Try again"],
  ["something-new", "&rows=region", "globalThis.twice = (globalThis.twice ?? 0) + 1, globalThis.twice > 1", "Try again"],
];

for (const [code, link, passes, button] of REFUSALS) {
  test(`a refusal with the code ${code} has a button that leads to a table`, async () => {
    const { page } = await failing(`${LINK}${link}`, code, passes);
    await wayOut(page, button);
  });
}

test("a refused change can be undone beside its message", async () => {
  const { page } = await opened("#cube=census2011-teaching-sealed&rows=region&columns=sex");
  await page.evaluate(() => { location.hash = "#cube=census2011-teaching-sealed&rows=region&columns=sex,age"; });
  await alerted(page, /^A table here has at most 2 variables/);
  await wayOut(page, "Undo the last change");
  await chosen(page, "rows=region&columns=sex");
});
