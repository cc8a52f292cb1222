// The map of risk and utility: its points, the tolerable risk, methods and tables to compare, and files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CENSUS, dots, lines, measured, printed, risk, saved, shownMeasures, SIX } from "./risk-support.js";
import { moveChip } from "./support.js";

/** The names of the methods in `SIX`. @type {Record<string, string>} */
const NAMES = { default: "Small random noise", none: "True counts", rounding5: "Random rounding to 5", "ten-five": "Suppression below 10, rounding to 5", "~rounding-3": "Random rounding, base 3", "~standard": "Designed p-table, standard" };
/** The message for a text that is not a method. */
const EXPECTED = /^Not added: expected a method as a JSON object such as \{"kind": "random-rounding", "base": 7\}\.$/;

test("the map has a point for each table and method, and its table has the same figures", async () => {
  const keep = encodeURIComponent("rows=region&columns=sex,health");
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=age,religion&keep=${keep}&${SIX}`);
  const found = await lines(page);
  assert.equal(found.length, 12);
  assert.equal((await dots(page)).length, 12);
  assert.deepEqual((await page.locator("#map svg").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")?.slice(0, 25)))), Array(2).fill("Scatter plot of 6 points:"));
  const own = { "~rounding-3": '{"kind":"random-rounding","base":3}' };
  for (const [at, { method, figures }] of found.entries()) {
    if (method === "~standard") continue;
    const columns = at < 6 ? "sex,health" : "age,religion";
    const { risk, utility } = printed("census2011-teaching", "--rows=region", `--columns=${columns}`, `--method=${/** @type {any} */ (own)[method ?? ""] ?? method}`);
    assert.deepEqual(figures, [utility.hellinger_utility, risk.after.r, risk.before.r], `${columns} ${method}`);
  }
  // The lists contain the methods within the tolerable risk. The method with the largest utility is first.
  const listed = await page.locator(".tolerable").evaluateAll((all) => all.map((each) => [...each.querySelectorAll("li")].map((item) => item.textContent?.split(": ")[0])));
  const expected = [found.slice(0, 6), found.slice(6)].map((part) => part.map((line) => ({ method: line.method, name: NAMES[line.method ?? ""], utility: line.figures[0] ?? 0, risk: line.figures[1] ?? 1 }))
    .filter(({ method, risk }) => method !== "none" && risk <= 0.15).sort((a, b) => b.utility - a.utility).map(({ name }) => name));
  assert.deepEqual(listed, expected);
  assert.ok(expected[1].length > 0 && expected[1].length < 6);
  // The method "none" does not protect the table, so it is not listed, whatever its risk.
  assert.deepEqual([found[1].figures[1], found[7].figures[1]].map((risk) => (risk ?? 1) <= 0.15), [true, false]);
  assert.match(found[1].text, / not protected$/);
  assert.match(await page.locator(".tolerable").first().innerText(), /Omitted, because it protects nothing: True counts\.\s+R is an average over the table\. It guarantees nothing for a single cell\./);
  assert.doesNotMatch(await page.locator(".tolerable").nth(1).innerText(), /Left out/);
  assert.deepEqual(complaints, []);
});

test("points, words and lists follow the tolerable risk without new measurements", async () => {
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
  assert.match(await page.locator("#tolerable-lists").innerText(), /No method\. .*not released/);
  assert.match(await page.locator("#step-output").innerText(), /cannot be released/);
  await page.locator("#tolerable").fill("7");
  assert.match(await page.locator("#tolerable-wrong").innerText(), /The tolerable risk is 7; expected a number from 0 to 1\./);
  assert.equal(await page.locator("#tolerable").getAttribute("aria-invalid"), "true");
  assert.equal(await page.locator("#tolerable-section").isVisible(), false);
  assert.equal((await dots(page)).length, 6, "the points stay");
  assert.deepEqual(complaints, []);
});

test("a custom method shows errors in one line, and a failing method leaves the others", async () => {
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
  // The message disappears with the next change.
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

test("tables can be kept, measured in turn and removed, and the address holds the comparison", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&${SIX}`);
  await page.getByRole("button", { name: "Keep this table" }).click();
  await measured(page);
  assert.equal(await page.locator("#keep").getAttribute("aria-disabled"), "true");
  await moveChip(page, "Religion", "columns", "rows");
  await measured(page);
  assert.equal((await lines(page)).length, 12);
  await page.getByLabel("Random rounding to 5", { exact: true }).uncheck();
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
  assert.match(await again.page.locator("#table-title").innerText(), /^Persons by Region and Religion$/);
  await again.page.goBack();
  await measured(again.page);
  assert.equal((await lines(again.page)).length, 10, "the way back leads to the former comparison");
  await again.page.getByRole("button", { name: "Remove Region × Religion from the comparison" }).click();
  await measured(again.page);
  assert.equal((await lines(again.page)).length, 5);
  assert.deepEqual([...complaints, ...again.complaints], []);
});

test("the CSV, JSON and SVG files hold the points", async () => {
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
  // The file has the full names of the points.
  for (const name of ["Designed p-table, standard", "True counts"]) assert.ok(svg.text.includes(`>${name}</text>`), name);
  assert.deepEqual(complaints, []);
});
