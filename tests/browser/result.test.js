// The result as a reader handles it: worked-out figures compared with the command line's, rows that come and go, why a number is what it is, and files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible as accessibleIn } from "./accessible.js";
import { commandLine, figures, figuresOf, handBack, headings, listenedPage, setUp, tableBy } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

const CENSUS = "site/cubes/census2011-teaching";
const HYPERCUBE = "site/cubes/hypercube";
const HASH = "#cube=census2011-teaching";

const { server, browser } = setUp();

/** @param {string} hash @param {BrowserContextOptions} [options] */
async function opened(hash, options) {
  const { page, complaints } = await listenedPage(browser, options);
  await page.goto(server.url + hash);
  await built(page);
  return { page, complaints };
}

/** @param {Page} page */
async function built(page) {
  await page.waitForFunction(() => document.querySelector("#table:not([hidden], [aria-busy])") && /built in [\d,.]+ m?s\.$/.test(document.querySelector("#status")?.textContent ?? ""));
}

/** The result's half of the page; the controls beside it have a test of their own. @param {Page} page @param {string} state */
const accessible = (page, state) => accessibleIn(page, state, "#result");

/** The cells of a CSV by their codes. @param {string} csv */
function cellsOf(csv) {
  return new Map(csv.trim().split("\n").slice(1).map((line) => {
    const fields = line.split(",");
    return [fields.slice(0, -2).join(), fields[fields.length - 1] === "" ? Number(fields[fields.length - 2]) : null];
  }));
}

const one = (/** @type {number} */ value) => value.toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number | null | undefined} a @param {number | null | undefined} b @param {number} times */
function share(a, b, times) {
  if (typeof a !== "number" || typeof b !== "number") return "[c]";
  if (b <= 0) return "[z]";
  const value = (a / b) * times;
  return value > 0 && value < 0.05 ? "[low]" : one(value);
}

/** @param {Page} page @param {string} value */
async function showAs(page, value) {
  await page.getByLabel("Show as").selectOption(value);
}

const REGIONS = ["E12000001", "E12000002", "E12000003", "E12000004", "E12000005", "E12000006", "E12000007", "E12000008", "E12000009", "W92000004", "_T"];

test("percentages, ratios and averages: from the protected figures, said so, without another table being built", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=age&method=suppress10&filter=health=5`);
  const cells = cellsOf(commandLine(CENSUS, "--rows", "region", "--columns", "age", "--method", "suppress10", "--filter", "health=5"));
  const ages = ["1", "2", "3", "4", "5", "6", "7", "8", "_T"];
  const of = (/** @type {string} */ region, /** @type {string} */ age) => cells.get(`${region},${age}`);
  const all = (/** @type {(region: string, age: string) => string} */ figure) => REGIONS.flatMap((region) => ages.map((age) => figure(region, age)));
  const said = await page.locator("#status").innerText();
  for (const [choice, words, figure] of /** @type {[string, RegExp, (region: string, age: string) => string][]} */ ([
    ["percent-row", /percentage of the total of its row/, (region, age) => share(of(region, age), of(region, "_T"), 100)],
    ["percent-column", /percentage of the total of its column/, (region, age) => share(of(region, age), of("_T", age), 100)],
    ["percent-table", /percentage of the total of the table/, (region, age) => share(of(region, age), of("_T", "_T"), 100)],
  ])) {
    await showAs(page, choice);
    assert.deepEqual(await figures(page), all(figure), choice);
    const caption = await page.locator("#table-caption").innerText();
    assert.match(caption, words);
    assert.match(caption, /worked out from protected figures$/);
    assert.match(await page.locator("#table-note").innerText(), /parts may not add up to 100/);
    assert.match(page.url(), new RegExp(`percent=${choice.slice(8)}`));
    assert.ok((await page.locator("#status").innerText()).endsWith(said), "the table that was built, not another");
  }
  assert.ok((await figures(page)).includes("[c]"), "some parts are withheld");
  assert.match(await page.locator("#legend").innerText(), /\[c\]/);
  await accessible(page, "percentages");

  await showAs(page, "ratio");
  const ratio = page.locator("#figures-of");
  await ratio.getByRole("combobox", { name: "variable", exact: true }).selectOption("age");
  await ratio.getByRole("combobox", { name: "how many", exact: true }).selectOption("8");
  await ratio.getByRole("combobox", { name: "per", exact: true }).selectOption("1000");
  await ratio.getByRole("combobox", { name: "of", exact: true }).selectOption("_T");
  assert.deepEqual(await figures(page), REGIONS.map((region) => share(of(region, "8"), of(region, "_T"), 1000)));
  assert.deepEqual((await headings(page)).columns, ["75 and over per 1,000 Total"]);
  await accessible(page, "ratio");

  // Averages: labels give the middles, the open-ended class has to be given.
  await page.goto(`${server.url}${HASH}&rows=region&columns=age`);
  await page.reload();
  await built(page);
  await showAs(page, "average");
  await page.getByText("Give a number for “75 and over”").waitFor();
  assert.deepEqual((await headings(page)).columns.length, 9, "counts until then");
  const numbers = page.locator(".numbers input");
  assert.deepEqual(await numbers.evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value)), ["7.5", "20", "29.5", "39.5", "49.5", "59.5", "69.5", ""]);
  await accessible(page, "average, a number lacking");
  await page.locator(".numbers").getByRole("spinbutton", { name: "75 and over" }).fill("82");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector("#table-caption")?.textContent?.includes("average of age"));
  const counts = cellsOf(commandLine(CENSUS, "--rows", "region", "--columns", "age"));
  const mids = [7.5, 20, 29.5, 39.5, 49.5, 59.5, 69.5, 82];
  assert.deepEqual(await figures(page), REGIONS.map((region) => {
    const parts = ages.slice(0, 8).map((age) => counts.get(`${region},${age}`) ?? NaN);
    return one(parts.reduce((sum, part, i) => sum + part * mids[i], 0) / parts.reduce((sum, part) => sum + part, 0));
  }));
  await accessible(page, "average");
  // The address is the view: it opens again, and back leads to the counts.
  const shown = await figures(page);
  await page.reload();
  await built(page);
  assert.deepEqual(await figures(page), shown);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("#table thead tr:last-child .cellveil-column").length === 9);
  assert.deepEqual(complaints, []);
});

test("nothing to divide by is [z], and what rounds to nothing but is something [low]", async () => {
  const { page, complaints } = await opened("#cube=hypercube&rows=age&columns=activity&percent=column");
  const cells = cellsOf(commandLine(HYPERCUBE, "--rows", "age", "--columns", "activity"));
  const expected = [...cells.keys()].map((key) => share(cells.get(key), cells.get(`_T,${key.split(",")[1]}`), 100));
  assert.deepEqual(await figures(page), expected);
  assert.ok(expected.includes("[low]"));
  assert.match(await page.locator("#legend").innerText(), /\[low\]\s+low: more than zero/);
  await showAs(page, "percent-row");
  await page.goto(`${server.url}#cube=hypercube&rows=age&columns=occupation,activity&percent=row&ratio=activity,1,0,100`);
  await page.reload();
  await built(page);
  assert.ok((await figures(page)).includes("[z]"));
  assert.match(await page.locator("#legend").innerText(), /\[z\]\s+not applicable/);
  assert.deepEqual(complaints, []);
});

test("sorting by a column's heading, by keyboard too, and groups that collapse to their total; both stay in the address", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region:country,age&columns=sex`);
  const cells = cellsOf(commandLine(CENSUS, "--rows", "region:country,age", "--columns", "sex"));
  const original = await figures(page);
  const button = page.locator("#table thead").getByRole("button", { name: "Female", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('#table th[aria-sort="descending"]'));
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Female", "the focus stays");
  assert.match(await page.locator("#status").innerText(), /^Sorted by Female, largest first\..*built in/);
  const females = (/** @type {string[]} */ shown) => shown.filter((_, i) => i % 3 === 1).map((each) => Number(each.replaceAll(",", "")));
  const shown = females(await figures(page));
  for (let group = 0; group < 3; group++) {
    const lines = shown.slice(group * 9, group * 9 + 8);
    assert.deepEqual(lines, [...lines].sort((a, b) => b - a));
  }
  assert.deepEqual([shown[8], shown[17], shown[26]], ["E92000001", "W92000004", "_T"].map((country) => cells.get(`${country},_T,2`)), "totals last");
  await accessible(page, "sorted");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('#table th[aria-sort="ascending"]'));
  assert.match(page.url(), /sort=ascending,2/);
  await page.reload();
  await built(page);
  assert.equal(await page.locator('#table th[aria-sort="ascending"]').innerText(), "Female");
  await page.locator("#table thead").getByRole("button", { name: "Female", exact: true }).click();
  await page.waitForFunction(() => !document.querySelector("#table th[aria-sort]"));
  assert.deepEqual(await figures(page), original);

  const england = page.locator("#table tbody").getByRole("button", { name: "England", exact: true });
  assert.equal(await england.getAttribute("aria-expanded"), "true");
  await england.click();
  await page.waitForFunction(() => document.querySelectorAll("#table tbody tr").length === 19);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-expanded")), "false", "the focus stays");
  assert.deepEqual((await figures(page)).slice(0, 3), original.slice(24, 27));
  await page.getByRole("button", { name: "Expand all" }).click();
  await page.getByRole("button", { name: "Collapse all" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#table tbody tr").length === 3);
  assert.deepEqual((await headings(page)).rows, ["England", "Total", "Wales", "Total", "Total", "Total"]);
  await accessible(page, "collapsed");
  // Headings are one stop of the tab key, with arrows between them and on to the figures.
  assert.deepEqual(await page.evaluate(() => [".sort", ".collapse"].map((kind) => document.querySelectorAll(`#table ${kind}[tabindex="0"]`).length)), [1, 1]);
  await page.locator("#table .sort").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Female");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), (await figures(page))[1]);
  await page.locator("#table .collapse").first().focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Wales");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), (await figures(page))[3]);
  await page.reload();
  await built(page);
  assert.equal(await page.locator("#table tbody tr").count(), 3);
  assert.deepEqual(complaints, []);
});

test("layers: one category at a time from one table that is built once", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=health&wafer=sex`);
  const csv = commandLine(CENSUS, "--rows", "sex,region", "--columns", "health");
  const part = (/** @type {string} */ sex) => figuresOf(["", ...csv.split("\n").filter((line) => line.startsWith(`${sex},`))].join("\n") .replace(/^\n/, "head\n"));
  assert.deepEqual(await figures(page), part("1"));
  assert.match(await page.locator("#table-caption").innerText(), /^Persons by region and general health, for sex: Male$/);
  const said = (await page.locator("#status").innerText()).replace(/^.*\. (?=\d)/, "");
  await page.getByRole("button", { name: "Next category of Sex" }).click();
  await page.waitForFunction(() => document.querySelector("#table-caption")?.textContent?.includes("Female"));
  assert.deepEqual(await figures(page), part("2"));
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Next category of Sex", "the focus stays");
  await page.locator("#layer-choice").getByRole("combobox", { name: "Sex", exact: true }).selectOption("_T");
  await page.waitForFunction(() => document.querySelector("#table-caption")?.textContent?.includes("sex: Total"));
  assert.deepEqual(await figures(page), part("_T"));
  assert.match(page.url(), /wafer=sex=_T/);
  assert.ok((await page.locator("#status").innerText()).endsWith(said), "not built again");
  assert.match(await page.locator("#status").innerText(), /^Sex: Total\. /, "what changed is announced");
  await showAs(page, "percent-row");
  assert.match(await page.locator("#status").innerText(), /^Shown: each figure as a percentage of the total of its row\. /);
  assert.match(await page.locator("#table-caption").innerText(), /for sex: Total; each figure/);
  await accessible(page, "layers");
  assert.deepEqual(complaints, []);
});

test("many rows: only those in sight are in the page, all of them can be reached, and assistive technology is told how many there are", async () => {
  const query = ["--rows", "age,activity,occupation,education", "--columns", "citizenship"];
  const { page, complaints } = await opened("#cube=hypercube&rows=age,activity,occupation,education&columns=citizenship");
  const csv = commandLine(HYPERCUBE, ...query).trim().split("\n");
  const rows = (csv.length - 1) / 6;
  assert.ok(csv.length > 100_000 && rows > 18_000);
  const table = page.locator("#table table");
  assert.equal(await table.getAttribute("aria-rowcount"), String(rows + 2));
  /** Each row that is in the page, with the line that it says it is. */
  const present = () => page.evaluate(() => [...document.querySelectorAll("#table tbody:not([aria-hidden]) tr")].map((row) => ({
    line: Number(row.getAttribute("aria-rowindex")) - 3,
    heads: [...row.querySelectorAll("th")].length,
    text: [...row.querySelectorAll("td")].map((cell) => cell.textContent).join(),
    inSight: row.getBoundingClientRect().top < /** @type {Element} */ (document.querySelector("#table")).getBoundingClientRect().bottom,
  })));
  const check = async (/** @type {number} */ wanted) => {
    const lines = await present();
    assert.ok(lines.length > 10 && lines.length * 10 < 3_000, `${lines.length} rows in the page`);
    assert.ok(await page.locator("#table :is(td, th)").count() < 3_000);
    assert.ok(lines.some(({ line, inSight }) => line === wanted && inSight), `line ${wanted} is in sight`);
    lines.forEach(({ line, heads, text }, i) => {
      if (i > 0) assert.equal(line, lines[i - 1].line + 1, "no gap");
      assert.equal(heads, 4, "each row has all of its headers");
      assert.equal(text, figuresOf(["", ...csv.slice(1 + line * 6, 7 + line * 6)].join("\n").replace(/^\n/, "head\n")).join());
    });
  };
  await check(0);
  for (const part of [0.33, 0.7, 1, 0]) {
    await page.locator("#table").evaluate((region, part) => { region.scrollTop = part * (region.scrollHeight - region.clientHeight); }, part);
    // Told of the scroll in the next frame, the page draws in the one after it.
    await page.evaluate(async () => { for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); });
    const line = part === 1 ? rows - 1 : part === 0 ? 0 : (await present())[12].line;
    await check(line);
    if (part === 0.33) assert.ok(Math.abs(line / rows - 0.33) < 0.01);
  }
  // Without a pointer: the region scrolls by keys, and figures are reached one by one, or by the last.
  await page.locator("#table").focus();
  await page.keyboard.press("End");
  await page.waitForFunction((last) => document.querySelector(`#table tr[aria-rowindex="${last}"]`), rows + 2);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector('#table tr[aria-rowindex="3"]'));
  await page.locator("#table td[tabindex='0']").focus();
  await page.keyboard.press("Control+End");
  await page.waitForFunction((last) => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex") === String(last), rows + 2);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), figuresOf(["head", csv[csv.length - 1]].join("\n"))[0]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("PageUp");
  assert.ok(await page.evaluate(() => document.activeElement?.tagName === "TD"));
  await page.keyboard.press("Escape");
  await accessible(page, "virtual rows");
  // The page's own search stands in for the browser's.
  await page.getByLabel("Find a row").fill("100 and over");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#table tr.found")?.textContent?.startsWith("100 and over"));
  // A word in each heading, as people search.
  await page.getByLabel("Find a row").fill("10 to 14 activity b");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#table tr.found")?.textContent?.startsWith("10 to 14Activity B"));

  // Rows that pass below a mouse at rest are not pointed at: nothing opens over what is being read.
  await page.locator("#table").focus();
  await page.keyboard.press("Home");
  // The first row is in the page again.
  await page.locator('#table tr[aria-rowindex="3"]').waitFor();
  await page.waitForFunction(() => document.querySelector("#table")?.scrollTop === 0);
  const box = await page.locator("#table tbody td.cellveil-value").nth(8).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.locator("#why").waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 900);
  await page.waitForTimeout(900);
  assert.equal(await page.locator("#why").isVisible(), false, "the mouse rests");
  await page.mouse.move(box.x + 20, box.y + 60, { steps: 3 });
  await page.locator("#why").waitFor();
  await page.keyboard.press("Escape");

  // A scroll over ten thousand rows: what the page itself works for each frame, whatever else the machine has to do meanwhile.
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? assert.fail();
  const started = await worked();
  const frames = await page.evaluate(async () => {
    const region = /** @type {Element} */ (document.querySelector("#table"));
    const row = region.querySelector("tbody:not([aria-hidden]) tr")?.getBoundingClientRect().height ?? 0;
    const times = [];
    let last = performance.now();
    for (let i = 0; i < 100; i++) {
      region.scrollTop = (i / 100) * 10_000 * row;
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - last);
      last = performance.now();
    }
    return times.sort((a, b) => a - b);
  });
  const work = ((await worked()) - started) * 10;
  console.log(`a scroll of 10,000 rows: ${work.toFixed(1)} ms of work a frame; frames of ${Math.round(frames[50])} ms, median`);
  assert.ok(work < 50, `${work} ms`);
  assert.deepEqual(complaints, []);
});

test("a million cells: drawn, sorted and scrolled to their end", async () => {
  const { page, complaints } = await opened("#cube=hypercube&rows=region,sex,age,activity,occupation,education&columns=citizenship");
  assert.match(await page.locator("#status").innerText(), /997,920 cells/);
  await page.locator("#table td[tabindex='0']").focus();
  await page.keyboard.press("Control+End");
  await page.waitForFunction(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex") === "166322");
  assert.match(await page.evaluate(() => document.activeElement?.closest("tr")?.textContent ?? ""), /^(Total){6}/);
  await page.locator("#table thead").getByRole("button", { name: "Total", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#table th[aria-sort]"));
  assert.deepEqual(complaints, []);
});

test("copying gives a spreadsheet plain numbers under their headings, and the notes below", async () => {
  const { page, complaints } = await opened("#cube=hypercube&rows=age&columns=citizenship,region&method=threshold10");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async () => {
    await page.getByRole("button", { name: "Copy table" }).click();
    await page.getByText(/^Copied \d+ rows/).waitFor();
    return page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return Promise.all(["text/plain", "text/html"].map(async (type) => (await item.getType(type)).text()));
    });
  };
  const [text, html] = await copied();
  const lines = text.split(/\r?\n/);
  const citizenships = [..."ABCDE"].map((letter) => `Citizenship ${letter}`).concat("Total");
  assert.equal(lines[0], ["", ...citizenships.flatMap((each) => [each, each, each])].join("\t"));
  assert.equal(lines[1], ["Age", ...citizenships.flatMap(() => ["Region A", "Region B", "Total"])].join("\t"));
  const csv = commandLine(HYPERCUBE, "--rows", "age", "--columns", "citizenship,region", "--method", "threshold10").trim().split("\n").slice(1);
  const plain = csv.map((line) => (line.endsWith("suppressed") ? "[c]" : line.split(",")[3]));
  for (let row = 0; row < 22; row++) assert.deepEqual(lines[2 + row].split("\t").slice(1), plain.slice(row * 18, row * 18 + 18));
  assert.equal(lines[24], "");
  assert.match(lines.slice(25).join("\n"), /^Persons by age, citizenship and region\n.*\[c\] confidential.*Source: /s);
  const cells = await page.evaluate((html) => {
    const table = new DOMParser().parseFromString(html, "text/html").querySelector("table");
    return { cells: [...(table?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent), spans: [...(table?.querySelectorAll("thead th[colspan]") ?? [])].map((cell) => cell.textContent), buttons: table?.querySelectorAll("button").length };
  }, html);
  assert.deepEqual(cells, { cells: plain, spans: ["Citizenship, Region", ...citizenships], buttons: 0 });
  // A spreadsheet takes the markup: the notes are in it too.
  assert.match(html, /<\/table><p>\[c\] confidential.*Source: /s);

  // Selecting by hand takes the headings along, though they are buttons.
  const selected = await page.evaluate(() => {
    getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector("#table table")));
    return getSelection()?.toString() ?? "";
  });
  assert.match(selected, /Region A\s+Region B\s+Total.*0 to 4\s/s);

  // Where there is no clipboard, as on an insecure page, the page's own copying does it.
  await page.evaluate(() => { navigator.clipboard.write = () => Promise.reject(new Error("none")); });
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("Region A"));
  assert.deepEqual(complaints, []);
});

test("what is selected by hand is copied as a spreadsheet takes it: headings beside each row, plain numbers, rows that are not in the page", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region,health&columns=sex`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async () => {
    await page.waitForTimeout(200);
    await page.keyboard.press("Control+c");
    await page.getByText(/^Copied [\d,]+ rows?/).waitFor();
    return page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return Promise.all(["text/plain", "text/html"].map(async (type) => (item.types.includes(type) ? (await item.getType(type)).text() : "")));
    });
  };
  const csv = commandLine(CENSUS, "--rows", "region,health", "--columns", "sex").trim().split("\n").slice(1).map((line) => line.split(",")[3]);
  const figure = (/** @type {number} */ line) => page.locator("#table tbody tr").nth(line).locator("td");
  const [from, to] = [await figure(1).nth(1).boundingBox(), await figure(8).nth(0).boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 2, from.y + 18);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 2, to.y + 18, { steps: 5 });
  await page.mouse.up();
  assert.equal(await page.locator("#why").isVisible(), false, "nothing covers what is being selected");
  const [text, html] = await copied();
  const line = (/** @type {number} */ at, /** @type {string} */ region, /** @type {string} */ health, places = [0, 1, 2]) => [region, health, ...[0, 1, 2].map((column) => (places.includes(column) ? csv[at * 3 + column] : ""))].join("\t");
  assert.deepEqual(text.split(/\r?\n/), [
    line(1, "North East", "Good", [1, 2]), ...["Fair", "Bad", "Very bad", "No code required", "Total"].map((health, i) => line(2 + i, "North East", health)),
    line(7, "North West", "Very good"), line(8, "North West", "Good", [0]),
  ]);
  assert.equal(html.match(/<tr>/g)?.length, 8);
  // All of the table by keyboard, its thousands without a comma.
  await figure(0).nth(0).focus();
  await page.keyboard.press("Control+a");
  const [whole] = await copied();
  assert.deepEqual(whole.split(/\r?\n/).map((each) => each.split("\t")).flatMap((fields, i) => (i === 0 ? [] : fields.slice(2))), csv);
  assert.equal(whole.split(/\r?\n/)[0], "Region\tGeneral health\tMale\tFemale\tTotal");
  // A part of one heading, or of one figure, is a text like any other.
  await page.evaluate(() => {
    const text = document.querySelector("#table tbody th button")?.firstChild ?? new Text();
    getSelection()?.setBaseAndExtent(text, 0, text, 5);
  });
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "North");
  await page.evaluate(() => getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector("#table td"))));
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), csv[0]);

  await page.goto(`${server.url}#cube=hypercube&rows=age,activity,occupation,education&columns=citizenship`);
  await page.reload();
  await built(page);
  await page.locator("#table td[tabindex='0']").focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("PageDown");
  await page.keyboard.press("Control+a");
  const [all] = await copied();
  const lines = all.split(/\r?\n/);
  const query = ["--rows", "age,activity,occupation,education", "--columns", "citizenship"];
  const cells = commandLine(HYPERCUBE, ...query).trim().split("\n").slice(1).map((each) => each.split(",")[5]);
  assert.equal(lines.length, 1 + cells.length / 6);
  assert.deepEqual(lines.slice(1).flatMap((each) => each.split("\t").slice(4)), cells);
  assert.deepEqual(complaints, []);
});

test("what is copied is as on the page to the last digit, and no label is a formula", async () => {
  const group = '=HYPERLINK("x")';
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex&group=${encodeURIComponent(`region,"${group.replaceAll('"', '""')}",E12000001`)}&ratio=sex,1,1,100.35`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const shown = await figures(page);
  assert.equal(shown[0], "100.4");
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.getByText(/^Copied \d+ rows/).waitFor();
  const [text, html] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return Promise.all(["text/plain", "text/html"].map(async (type) => (await item.getType(type)).text()));
  });
  assert.equal(text.split(/\r?\n/)[1], `'${group}\t${shown[0]}`);
  assert.equal(html.includes(`>'${group}<`), true);
  const { text: csv } = await taken(page, "shown");
  assert.equal(csv.split("\n")[1], `"'${group.replaceAll('"', '""')}",${shown[0]}`);
  assert.deepEqual(complaints, []);
});

test("whoever reads by keyboard keeps their place when the table is drawn anew, or goes", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex`);
  const focused = () => page.evaluate(() => {
    const row = document.activeElement?.closest("tr")?.rowIndex;
    return row === undefined ? document.activeElement?.id : `${row}, ${/** @type {HTMLTableCellElement} */ (document.activeElement).cellIndex}`;
  });
  await page.getByRole("button", { name: "Add Student to layers" }).click();
  await page.locator("#layer-choice:not([hidden])").waitFor();
  await built(page);
  const figure = page.locator("#table tbody tr").nth(3).locator("td").nth(1);
  await figure.click();
  const place = await focused();
  await page.getByLabel("Show as").selectOption("percent-row");
  await figure.click();
  await page.keyboard.press("Control+z");
  await page.getByText(/^Undone: percentages/).waitFor();
  assert.equal(await focused(), place);
  // From within the panel, too; of other variables it is another table, read from its start.
  await page.locator("#why").waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.querySelector("#why")?.contains(document.activeElement)), true);
  await page.keyboard.press("Control+z");
  await page.locator("#layer-choice").waitFor({ state: "hidden" });
  await built(page);
  assert.equal(await focused(), "2, 1");
  await page.keyboard.press("Control+Shift+z");
  await page.locator("#layer-choice:not([hidden])").waitFor();
  await built(page);
  assert.equal(await focused(), "2, 1");
  // A chart is drawn anew with its table, and when the window is another.
  await page.locator("#chart-bar").check();
  await page.locator("#chart-svg").focus();
  const width = () => page.locator("#chart svg").first().getAttribute("width");
  const wide = await width();
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.waitForFunction((wide) => document.querySelector("#chart svg")?.getAttribute("width") !== wide, wide);
  assert.equal(await focused(), "chart-svg");
  await page.keyboard.press("Control+z");
  await page.locator("#chart").waitFor({ state: "hidden" });
  assert.equal(await focused(), "result");
  await page.setViewportSize({ width: 1280, height: 900 });
  // The table goes.
  await page.getByRole("button", { name: "Remove Region from rows" }).click();
  await page.getByText("Add a variable to the rows").waitFor();
  await page.keyboard.press("Control+z");
  await built(page);
  await figure.click();
  await page.keyboard.press("Control+Shift+z");
  await page.getByText("Add a variable to the rows").waitFor();
  assert.equal(await focused(), "result");
  // A button that has done what it can goes too.
  await page.goto(`${server.url}${HASH}&rows=sex&columns=region,age:band,student,health`);
  await page.locator("#wide-swap").focus();
  await page.keyboard.press("Enter");
  await page.locator("#wide").waitFor({ state: "hidden" });
  await built(page);
  assert.equal(await focused(), "table");
  assert.deepEqual(complaints, []);
});

/** @param {Page} page @param {string} format */
async function taken(page, format) {
  await page.locator("#formats > summary").click();
  const waiting = page.waitForEvent("download");
  await page.locator(`#format-list [data-format="${format}"]`).click();
  const download = await waiting;
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString("utf8") };
}

test("the menu of downloads: every format of the library, all layers, and the table as it is shown", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=health&wafer=sex=2&percent=row&sort=descending,1`);
  await page.locator("#formats > summary").focus();
  await page.keyboard.press("Enter");
  await page.locator("#format-list [data-format=csv]").waitFor();
  assert.match(await page.locator("#format-list").innerText(), /all parts of the table/);
  await accessible(page, "menu of downloads");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#format-list").isVisible(), false);
  const csv = await taken(page, "csv");
  assert.equal(csv.text, commandLine(CENSUS, "--rows", "sex,region", "--columns", "health"));
  const stat = JSON.parse((await taken(page, "json-stat")).text);
  assert.deepEqual(stat.size, [3, 11, 7]);
  const shown = await taken(page, "shown");
  assert.match(shown.name, /^census2011-teaching_.*\.shown\.csv$/);
  const lines = shown.text.split("\n");
  assert.equal(lines[0], "Region,Very good,Good,Fair,Bad,Very bad,No code required,Total");
  const body = lines.slice(1, 12).map((line) => line.split(","));
  assert.deepEqual(body.map((fields) => fields[1]), (await figures(page)).filter((_, i) => i % 7 === 0));
  const sorted = body.slice(0, 10).map((fields) => Number(fields[1]));
  assert.deepEqual(sorted, [...sorted].sort((a, b) => b - a));
  assert.match(lines.slice(13).join("\n"), /for sex: Female; each figure as a percentage of the total of its row, worked out from protected figures.*parts may not add up to 100.*Source: .*Licence: /s);
  assert.deepEqual(complaints, []);
});

test("why this number: by pointer and by keyboard, beside its figure, gone with Escape; what adds up and what does not", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex`);
  const panel = page.locator("#why");
  const cell = page.locator("#table tbody td").nth(2);
  await cell.hover();
  await panel.waitFor();
  const boxes = async () => [await panel.boundingBox(), await cell.boundingBox()].map((box) => box ?? assert.fail());
  const [why, about] = await boxes();
  assert.ok(why.y >= about.y + about.height || why.y + why.height <= about.y, "the panel does not cover its figure");
  const values = (await figures(page)).map((each) => Number(each.replaceAll(",", "")));
  const text = await panel.innerText();
  assert.match(text, /^Region: North East; Sex: Total/);
  const gap = Math.abs(values[0] + values[1] - values[2]);
  assert.match(text, gap === 0 ? /add up to the total that is shown/ : new RegExp(`add up to ${values[0] + values[1]}, the total shows ${values[2]}: a difference of ${gap}\\. Each figure, a total too, has noise of its own`));
  assert.match(text, /may differ from the true count/);
  // It stays while the pointer is on it, and goes with Escape though nothing moves.
  await panel.hover();
  await page.waitForTimeout(600);
  assert.equal(await panel.isVisible(), true);
  await accessible(page, "why, hovered");
  await page.keyboard.press("Escape");
  assert.equal(await panel.isVisible(), false);

  // By keyboard: one figure in the tab order, arrows, and Enter leads into the panel.
  await page.mouse.move(5, 5);
  assert.equal(await page.locator("#table td[tabindex='0']").count(), 1);
  await page.locator("#table td[tabindex='0']").focus();
  await panel.waitFor();
  for (const key of ["ArrowRight", "ArrowDown", "End", "Home", "Control+End", "ArrowUp"]) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), (await figures(page))[29]);
  assert.equal(await page.locator("#table td[tabindex='0']").count(), 1);
  await page.waitForFunction(() => document.querySelector("#why")?.textContent?.startsWith("Region: Wales; Sex: Total"));
  assert.match(await page.evaluate(() => document.getElementById(document.activeElement?.getAttribute("aria-describedby") ?? "")?.textContent ?? ""), /Shown: /);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "why");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const value = values[29];
  const said = JSON.parse(execFileSync(path("target/release/cellveil"), ["ptable", "explain", path("demo/census2011-teaching/ptable.csv"), "--value", String(value), "--format", "json"], { encoding: "utf8" }));
  await page.waitForFunction(() => document.querySelector(".why-answer")?.textContent?.includes("would stand for"));
  assert.ok((await panel.innerText()).includes(`would stand for ${said.low} to ${said.high} persons`));
  await accessible(page, "why, explained");
  await page.keyboard.press("Escape");
  assert.equal(await panel.isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), (await figures(page))[29], "back at the figure");
  // Whoever has closed it reads on without it, and asks for it again.
  await page.keyboard.press("ArrowUp");
  await page.waitForTimeout(300);
  assert.equal(await panel.isVisible(), false);
  await page.keyboard.press("Enter");
  await panel.getByText("Region: South West; Sex: Total").waitFor();

  // Worked-out figures say how; sums of blocks say of what; a sealed cube does not say what a figure can stand for.
  await showAs(page, "percent-row");
  await page.locator("#table tbody td").nth(0).click();
  await panel.getByText(`${values[0]} ÷ ${values[2]}, the protected total of its row, times 100`).waitFor();
  await page.goto(`${server.url}#cube=hypercube-sealed&rows=sex&columns=region&filter=age%3D0,1,2,3`);
  await page.reload();
  await built(page);
  await page.locator("#table tbody td").nth(0).click();
  await panel.getByText(/Added up from \d+ published figures: 0 to 14 \+ 15 to 19\./).waitFor();
  assert.match(await panel.innerText(), /does not say what a figure can stand for/);
  assert.equal(await panel.getByRole("button", { name: "What can it stand for?" }).count(), 0);
  assert.deepEqual(complaints, []);
});

test("the five steps in sight: measured where that may be told, the publisher's figures where they are sealed", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex`);
  /** @type {string[]} */
  const cores = [];
  page.context().on("request", (request) => cores.push(...(/cellveil_full_bg\.wasm/.exec(request.url()) ?? [])));
  const strip = page.locator("#steps-strip");
  assert.deepEqual(await strip.locator("h3").allInnerTexts().then((all) => all.map((each) => each.replace(/^\d\s*/, ""))), ["Rules", "Risk before", "Method", "Risk after", "Output"]);
  assert.match(await strip.innerText(), /Cell-key perturbation/);
  assert.deepEqual(cores, []);
  await strip.getByRole("button", { name: "Measure risk and utility" }).click();
  await strip.getByText("Measured: R is").waitFor();
  const measured = JSON.parse(execFileSync(path("target/release/cellveil"), ["measure", path("target", CENSUS), "--rows", "region", "--columns", "sex", "--format", "json"], { encoding: "utf8" }));
  const told = await strip.locator("#steps data").evaluateAll((all) => all.map((each) => Number(each.getAttribute("value"))));
  assert.deepEqual(told, [measured.risk.before.r, measured.risk.after.r, measured.utility.hellinger_utility]);
  assert.equal(cores.length, 1);
  await accessible(page, "five steps, measured");

  await page.goto(`${server.url}#cube=hypercube-sealed&rows=region&columns=sex`);
  await page.reload();
  await built(page);
  assert.match(await strip.innerText(), /not in its files|not in their files/);
  await strip.getByRole("button", { name: "Ask for the publisher’s measures" }).click();
  await page.waitForFunction(() => /Measured by the publisher|has worked out no measures/.test(document.querySelector("#steps-said")?.textContent ?? ""));
  await accessible(page, "five steps, sealed");

  await page.goto(`${server.url}#cube=hypercube&rows=age,activity,occupation,education,sex&columns=citizenship`);
  await page.reload();
  await built(page);
  assert.match(await strip.innerText(), /too large to be measured here/);
  assert.deepEqual(complaints, []);
});

test("the accessibility tree reads a table of several levels in the right order, each figure with its headers", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region:country,sex&columns=age:band,student`);
  const ids = await page.evaluate(() => {
    const all = [...document.querySelectorAll("[id]")].map((each) => each.id);
    return { repeated: all.filter((id, i) => all.indexOf(id) !== i), cells: [...document.querySelectorAll("#table td")].map((cell) => (cell.getAttribute("headers") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent)) };
  });
  assert.deepEqual(ids.repeated, []);
  const bands = ["0 to 15", "16 to 64", "65 and over", "Total"];
  const expected = ["England", "Wales", "Total"].flatMap((country) => ["Male", "Female", "Total"].flatMap((sex) => bands.flatMap((band) => ["Yes", "No", "Total"].map((student) => [country, sex, band, student]))));
  assert.deepEqual(ids.cells, expected);
  // As Chromium hands it to assistive technology.
  const client = await page.context().newCDPSession(page);
  const { nodes } = /** @type {{ nodes: any[] }} */ (await client.send("Accessibility.getFullAXTree"));
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** @type {{ role: string, name: string }[]} */
  const read = [];
  const walk = (/** @type {any} */ node) => {
    const role = node.role?.value;
    if (["caption", "Caption", "columnheader", "rowheader", "cell"].includes(role)) read.push({ role: role.toLowerCase(), name: node.name?.value || [...names(node)].join(" ") });
    for (const id of node.childIds ?? []) if (byId.has(id)) walk(byId.get(id));
  };
  /** @type {(node: any) => Generator<string>} */
  function* names(node) {
    if (node.role?.value === "StaticText") yield node.name.value;
    else for (const id of node.childIds ?? []) if (byId.has(id)) yield* names(byId.get(id));
  }
  walk(nodes.find((node) => node.role?.value === "table" && names(node).next().value?.startsWith("Persons by")) ?? assert.fail("no table"));
  const shown = await figures(page);
  assert.equal(read[0].role, "caption");
  const columns = read.filter(({ role }) => role === "columnheader").map(({ name }) => name);
  assert.deepEqual(columns, ["Country", "Sex", "Age band, Student", ...bands, ...bands.flatMap(() => ["Yes", "No", "Total"])]);
  assert.deepEqual(read.filter(({ role }) => role === "cell").map(({ name }) => name), shown);
  assert.deepEqual(read.filter(({ role }) => role === "rowheader").map(({ name }) => name), ["England", "Wales", "Total"].flatMap((country) => [country, "Male", "Female", "Total"]));
  // Headers come before what they head.
  const line = read.slice(1 + columns.length, 1 + columns.length + 14);
  assert.deepEqual(line.map(({ name }) => name), ["England", "Male", ...shown.slice(0, 12)]);
  assert.deepEqual(complaints, []);
});

test("axe finds nothing in the plain states: first table, many levels, a phone, the dark, an error", async () => {
  for (const [hash, options] of /** @type {[string, BrowserContextOptions][]} */ ([
    ["", {}], [`${HASH}&rows=region:country,age&columns=sex,health`, { colorScheme: "dark" }],
    [`${HASH}&rows=region&columns=sex&wafer=age:band`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ["#cube=hypercube&rows=region,sex&columns=occupation&percent=row&method=threshold10", { colorScheme: "dark" }],
  ])) {
    const { page, complaints } = await opened(hash, options);
    await accessible(page, hash || "first");
    await page.locator("#table td").first().click();
    await page.locator("#why").waitFor();
    await accessible(page, `${hash}, why`);
    assert.deepEqual(complaints, []);
    await handBack(page);
  }
});

test("a phone: row headings of two levels leave room for figures, and stay beside them", async () => {
  const { page } = await opened(`${HASH}&rows=region,health:summary&columns=sex,age:band`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const region = page.locator("#table");
  const places = () => region.evaluate((region) => {
    const { left, right } = region.getBoundingClientRect();
    const row = /** @type {HTMLTableRowElement} */ (region.querySelector("tbody tr"));
    const [outer, inner] = [...row.querySelectorAll("th")].map((header) => header.getBoundingClientRect());
    const seen = [...row.querySelectorAll("td")].filter((cell) => cell.getBoundingClientRect().left >= inner.right - 1 && cell.getBoundingClientRect().right <= right);
    return { from: Math.round(outer.left - left), share: (inner.right - left) / (right - left), seen: seen.length };
  });
  const before = await places();
  assert.ok(before.seen >= 2 && before.share < 0.55, JSON.stringify(before));
  await region.evaluate((region) => region.scrollTo({ left: 150, behavior: "instant" }));
  const after = await places();
  assert.deepEqual([after.from, after.seen >= 1], [before.from, true], "the headings stay");
});

test("a phone: a tap says why, and nothing is wider than the screen", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await tableBy(page, ["Region"], "Sex");
  await page.locator("#table tbody td").nth(1).tap();
  await page.locator("#why").waitFor();
  const { left, right, wide } = await page.evaluate(() => {
    const { left, right } = /** @type {Element} */ (document.querySelector("#why")).getBoundingClientRect();
    return { left, right, wide: document.documentElement.scrollWidth };
  });
  assert.ok(left >= 0 && right <= 390 && wide <= 390, `${left} to ${right}, page ${wide}`);
  assert.deepEqual(complaints, []);
});

test("at 320 pixels, which is 400 % of a screen: nothing but the table goes on sideways, and a figure is seen whole", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region,age:band&columns=sex,health&wafer=student`, { viewport: { width: 320, height: 640 } });
  await page.locator("#charts").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await page.locator("#table td[tabindex='0']").focus();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("ArrowRight");
    const { left, right, from, to } = await page.evaluate(() => {
      const { left, right } = /** @type {Element} */ (document.activeElement).getBoundingClientRect();
      const region = /** @type {Element} */ (document.querySelector("#table")).getBoundingClientRect();
      return { left, right, from: region.left, to: region.right };
    });
    assert.ok(left >= from && right <= to, `${i}: ${left} to ${right} within ${from} to ${to}`);
  }
  assert.deepEqual(complaints, []);
});
