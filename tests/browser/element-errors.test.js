// The element says what is wrong with an attribute, a query or a cube, and tries again.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, CENSUS, expected, folder, page, put, SEALED, setAttributes, shown, told } from "./element-support.js";

/** @type {[string, Record<string, string | null>, string, RegExp, RegExp][]} */
const BROKEN = [
  ["src that is missing", { src: null }, "bad-query", /attribute “src”/, /^src: missing; expected the address/],
  ["src that is no address", { src: "http://" }, "bad-query", /attribute “src”/, /^src: http:\/\/ is not an address; expected/],
  ["rows that are missing", { rows: null }, "bad-query", /attribute “rows”/, /^rows: empty; expected at least one dimension/],
  ["rows with an unknown dimension", { rows: "nowhere" }, "unknown-dimension", /attribute “rows”/, /unknown dimension "nowhere"; expected one of "region"/],
  ["rows with an unknown level", { rows: "age:decade" }, "unknown-level", /attribute “rows”/, /no level "decade"; expected one of "band"/],
  ["rows with an open quote", { rows: '"region' }, "bad-query", /attribute “rows”/, /^rows: a double quote is missing/],
  ["columns with a gap", { columns: "sex,,age" }, "bad-query", /attribute “columns”/, /^columns: an item is empty/],
  ["columns with what is in rows", { columns: "region" }, "repeated-dimension", /attribute “columns”/, /is given twice; expected each dimension on one axis/],
  ["filter without codes", { filter: "student" }, "bad-query", /attribute “filter”/, /^filter: expected DIMENSION=CODE,CODE instead of student/],
  ["filter with an unknown code", { filter: "student=7" }, "unknown-code", /attribute “filter”/, /student has no code "7"; expected one of its codes/],
  ["groups without a label", { groups: "region=E12000001" }, "bad-query", /attribute “groups”/, /^groups: expected DIMENSION:LABEL=CODE,CODE/],
  ["groups of what is not shown", { groups: "sex:All=1,2" }, "bad-group", /attribute “groups”/, /sex is not on an axis; expected one of/],
  ["method that is unknown", { method: "magic" }, "unknown-method", /attribute “method”/, /no method "magic"; expected one of "default"/],
  ["method that is no JSON", { method: "{kind}" }, "bad-query", /attribute “method”/, /^method: this is not JSON; expected/],
  ["areas of another kind", { areas: "large" }, "bad-query", /attribute “areas”/, /^areas: "large"; expected "exact", "blocks" or "sums"/],
];

test("the element names a broken attribute and what was expected, and draws after the correction", async () => {
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

test("the element says in words what a sealed cube refuses", async () => {
  await put(`<cellveil-table src="${SEALED}" rows="region" columns="sex,health"><p>Before</p></cellveil-table>`);
  assert.deepEqual(await told(), [["cellveil-error", "no-view", undefined]]);
  assert.match((await shown()).plain ?? "", /not published together/);
  assert.equal(await page.locator("cellveil-table").getByText("Before").isVisible(), true, "what the page put there stays");
  await setAttributes({ columns: null, filter: "age=1,2" });
  await told();
  assert.match((await shown()).plain ?? "", /not published as one figure/);
  await setAttributes({ areas: "blocks" });
  assert.deepEqual(await told(), [["cellveil-ready", "11"]]);
  assert.match((await shown()).sums ?? "", /^Some figures are sums of published figures.*differ between tables\.$/);
  // The answer for all codes but one is the total less that one.
  await setAttributes({ filter: "age=1,2,3,5,6,7,8", lang: "fr" });
  await told();
  assert.match((await shown()).sums ?? "", /^Certains chiffres.* soustraits/);
  await setAttributes({ filter: "age=1" });
  await told();
  assert.equal((await shown()).sums, null, "single figures");
  await setAttributes({ lang: null, method: '{"kind":"none"}' });
  assert.deepEqual(await told(), [["cellveil-error", "method-refused", undefined]]);
  assert.equal((await shown()).plain, "The publisher’s limits do not allow this table.");
});

test("the element says why a cube does not load, and tries again", async () => {
  const tile = join(folder, "census2011-teaching/tiles", readdirSync(join(folder, "census2011-teaching/tiles"))[0]);
  const good = readFileSync(tile);
  await put('<cellveil-table src="nowhere/cube.json" rows="region"><p>Before</p></cellveil-table>');
  assert.deepEqual(await told(), [["cellveil-error", "network", undefined]]);
  assert.match((await shown()).plain ?? "", /did not load. Check the connection/);
  assert.match((await shown()).reason ?? "", /nowhere\/cube\.json.*404/);
  assert.equal(await page.getByText("Before").isVisible(), true);
  await setAttributes({ src: "not-a-cube.json" });
  assert.deepEqual(await told(), [["cellveil-error", "damaged-manifest", undefined]]);
  assert.match((await shown()).plain ?? "", /This file is damaged, or it does not describe a dataset/);
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

test("another try opens a republished cube, and the focus stays", async () => {
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
