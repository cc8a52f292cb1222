// Derived figures, sorted and collapsed rows, and layers show what the command line returns.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, built, cellsOf, CENSUS, HASH, HYPERCUBE, one, opened, REGIONS, server, share, showAs } from "./result-support.js";
import { commandLine, figures, figuresOf, headings } from "./support.js";

test("percentages, ratios and averages are derived from protected figures without a new table", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=age&method=suppress10&filter=health=5`);
  const cells = cellsOf(commandLine(CENSUS, "--rows", "region", "--columns", "age", "--method", "suppress10", "--filter", "health=5"));
  const ages = ["1", "2", "3", "4", "5", "6", "7", "8", "_T"];
  const of = (/** @type {string} */ region, /** @type {string} */ age) => cells.get(`${region},${age}`);
  const all = (/** @type {(region: string, age: string) => string} */ figure) => REGIONS.flatMap((region) => ages.map((age) => figure(region, age)));
  const said = await page.locator("[data-part=status]").innerText();
  for (const [choice, words, figure] of /** @type {[string, RegExp, (region: string, age: string) => string][]} */ ([
    ["percent-row", /percentage of the total of its row/, (region, age) => share(of(region, age), of(region, "_T"), 100)],
    ["percent-column", /percentage of the total of its column/, (region, age) => share(of(region, age), of("_T", age), 100)],
    ["percent-table", /percentage of the total of the table/, (region, age) => share(of(region, age), of("_T", "_T"), 100)],
  ])) {
    await showAs(page, choice);
    assert.deepEqual(await figures(page), all(figure), choice);
    const caption = await page.locator(".cv-table caption").innerText();
    assert.match(caption, words);
    assert.match(caption, /computed from protected figures$/);
    assert.match(await page.locator("[data-part=notes]").innerText(), /parts may not add up to 100/);
    assert.match(page.url(), new RegExp(`percent=${choice.slice(8)}`));
    assert.ok((await page.locator("[data-part=status]").innerText()).endsWith(said), "the table that was built, not another");
  }
  assert.ok((await figures(page)).includes("[c]"), "some parts are withheld");
  assert.match(await page.locator(".cv-legend").innerText(), /\[c\]/);
  await accessible(page, "percentages");

  await showAs(page, "ratio");
  const ratio = page.locator(".cv-figure-choice");
  await ratio.getByRole("combobox", { name: "variable", exact: true }).selectOption("age");
  await ratio.getByRole("combobox", { name: "how many", exact: true }).selectOption("8");
  await ratio.getByRole("combobox", { name: "per", exact: true }).selectOption("1000");
  await ratio.getByRole("combobox", { name: "of", exact: true }).selectOption("_T");
  assert.deepEqual(await figures(page), REGIONS.map((region) => share(of(region, "8"), of(region, "_T"), 1000)));
  assert.deepEqual((await headings(page)).columns, ["75 and over per 1,000 Total"]);
  await accessible(page, "ratio");

  // The midpoints of classes come from their labels. The user enters the midpoint of the open class.
  await page.goto(`${server.url}${HASH}&rows=region&columns=age`);
  await page.reload();
  await built(page);
  await showAs(page, "average");
  await page.getByText("Enter a number for “75 and over”").waitFor();
  assert.deepEqual((await headings(page)).columns.length, 9, "counts until then");
  await page.locator("[data-part=numbers]").click();
  const numbers = page.locator(".cv-numbers input");
  assert.deepEqual(await numbers.evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value)), ["7.5", "20", "29.5", "39.5", "49.5", "59.5", "69.5", ""]);
  await accessible(page, "average, a number lacking");
  await page.locator(".cv-numbers").getByRole("spinbutton", { name: "75 and over" }).fill("82");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector(".cv-table caption")?.textContent?.includes("average of Age"));
  await page.keyboard.press("Escape");
  const counts = cellsOf(commandLine(CENSUS, "--rows", "region", "--columns", "age"));
  const mids = [7.5, 20, 29.5, 39.5, 49.5, 59.5, 69.5, 82];
  assert.deepEqual(await figures(page), REGIONS.map((region) => {
    const parts = ages.slice(0, 8).map((age) => counts.get(`${region},${age}`) ?? NaN);
    return one(parts.reduce((sum, part, i) => sum + part * mids[i], 0) / parts.reduce((sum, part) => sum + part, 0));
  }));
  await accessible(page, "average");
  // The address restores the view, and going back restores the counts.
  const shown = await figures(page);
  await page.reload();
  await built(page);
  assert.deepEqual(await figures(page), shown);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("[data-part=table] thead tr:last-child .cellveil-column").length === 9);
  assert.deepEqual(complaints, []);
});

test("a division by zero shows [z], and a value that rounds to zero shows [low]", async () => {
  const { page, complaints } = await opened("#cube=hypercube&rows=age&columns=activity&percent=column");
  const cells = cellsOf(commandLine(HYPERCUBE, "--rows", "age", "--columns", "activity"));
  const expected = [...cells.keys()].map((key) => share(cells.get(key), cells.get(`_T,${key.split(",")[1]}`), 100));
  assert.deepEqual(await figures(page), expected);
  assert.ok(expected.includes("[low]"));
  assert.match(await page.locator(".cv-legend").innerText(), /\[low\]\s+low: more than zero/);
  await showAs(page, "percent-row");
  await page.goto(`${server.url}#cube=hypercube&rows=age&columns=occupation,activity&percent=row&ratio=activity,1,0,100`);
  await page.reload();
  await built(page);
  assert.ok((await figures(page)).includes("[z]"));
  assert.match(await page.locator(".cv-legend").innerText(), /\[z\]\s+not applicable/);
  assert.deepEqual(complaints, []);
});

test("columns sort and groups collapse, by keyboard too, and the address keeps both", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region:country,age&columns=sex`);
  const cells = cellsOf(commandLine(CENSUS, "--rows", "region:country,age", "--columns", "sex"));
  const original = await figures(page);
  const button = page.locator("[data-part=table] thead").getByRole("button", { name: "Female", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('[data-part=table] th[aria-sort="descending"]'));
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Female", "the focus stays");
  assert.match(await page.locator("[data-part=status]").innerText(), /^Sorted by Female, largest first\..*built in/);
  const females = (/** @type {string[]} */ shown) => shown.filter((_, i) => i % 3 === 1).map((each) => Number(each.replaceAll(",", "")));
  const shown = females(await figures(page));
  for (let group = 0; group < 3; group++) {
    const lines = shown.slice(group * 9, group * 9 + 8);
    assert.deepEqual(lines, [...lines].sort((a, b) => b - a));
  }
  assert.deepEqual([shown[8], shown[17], shown[26]], ["E92000001", "W92000004", "_T"].map((country) => cells.get(`${country},_T,2`)), "totals last");
  await accessible(page, "sorted");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('[data-part=table] th[aria-sort="ascending"]'));
  assert.match(page.url(), /sort=ascending,2/);
  await page.reload();
  await built(page);
  assert.equal(await page.locator('[data-part=table] th[aria-sort="ascending"]').innerText(), "Female");
  await page.locator("[data-part=table] thead").getByRole("button", { name: "Female", exact: true }).click();
  await page.waitForFunction(() => !document.querySelector("[data-part=table] th[aria-sort]"));
  assert.deepEqual(await figures(page), original);

  const england = page.locator("[data-part=table] tbody").getByRole("button", { name: "England", exact: true });
  assert.equal(await england.getAttribute("aria-expanded"), "true");
  await england.click();
  await page.waitForFunction(() => document.querySelectorAll("[data-part=table] tbody tr").length === 19);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-expanded")), "false", "the focus stays");
  assert.deepEqual((await figures(page)).slice(0, 3), original.slice(24, 27));
  await page.getByRole("button", { name: "Expand all" }).click();
  await page.getByRole("button", { name: "Collapse all" }).click();
  await page.waitForFunction(() => document.querySelectorAll("[data-part=table] tbody tr").length === 3);
  assert.deepEqual((await headings(page)).rows, ["England", "Total", "Wales", "Total", "Total", "Total"]);
  await accessible(page, "collapsed");
  // The headings have one tab stop. Arrow keys move between headings and to the figures.
  assert.deepEqual(await page.evaluate(() => [".sort", ".collapse"].map((kind) => document.querySelectorAll(`[data-part=table] ${kind}[tabindex="0"]`).length)), [1, 1]);
  await page.locator("[data-part=table] .sort").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Female");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), (await figures(page))[1]);
  await page.locator("[data-part=table] .collapse").first().focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Wales");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), (await figures(page))[3]);
  await page.reload();
  await built(page);
  assert.equal(await page.locator("[data-part=table] tbody tr").count(), 3);
  assert.deepEqual(complaints, []);
});

test("layers show one category at a time from one table", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=health&wafer=sex`);
  const csv = commandLine(CENSUS, "--rows", "sex,region", "--columns", "health");
  const part = (/** @type {string} */ sex) => figuresOf(["", ...csv.split("\n").filter((line) => line.startsWith(`${sex},`))].join("\n") .replace(/^\n/, "head\n"));
  assert.deepEqual(await figures(page), part("1"));
  assert.match(await page.locator(".cv-table caption").innerText(), /^Persons by Region and General health, for Sex: Male$/);
  const said = (await page.locator("[data-part=status]").innerText()).replace(/^.*\. (?=\d)/, "");
  await page.getByRole("button", { name: "Next category of Sex" }).click();
  await page.waitForFunction(() => document.querySelector(".cv-table caption")?.textContent?.includes("Female"));
  assert.deepEqual(await figures(page), part("2"));
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Next category of Sex", "the focus stays");
  await page.locator("[data-part=layers]").getByRole("combobox", { name: "Sex", exact: true }).selectOption("_T");
  await page.waitForFunction(() => document.querySelector(".cv-table caption")?.textContent?.includes("Sex: Total"));
  assert.deepEqual(await figures(page), part("_T"));
  assert.match(page.url(), /wafer=sex=_T/);
  assert.ok((await page.locator("[data-part=status]").innerText()).endsWith(said), "not built again");
  assert.match(await page.locator("[data-part=status]").innerText(), /^Sex: Total\. /, "what changed is announced");
  await showAs(page, "percent-row");
  assert.match(await page.locator("[data-part=status]").innerText(), /^Shown: each figure as a percentage of the total of its row\. /);
  assert.match(await page.locator(".cv-table caption").innerText(), /for Sex: Total; each figure/);
  await accessible(page, "layers");
  assert.deepEqual(complaints, []);
});
