// The p-table designer shows the workshop's figures and files. Its tables equal the command line's.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before } from "node:test";
import { openWorkshop } from "cellveil/workshop.js";
import { path } from "../../scripts/lib.js";
import { test } from "./first.js";
import { commandLine, downloaded, figures, figuresOf, fileOf, listenedPage, setUp, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */
/** @import { Designed, PtableDesign, PtableFormat } from "cellveil" */

const CENSUS = "site/cubes/census2011-teaching";

const { server, browser } = setUp();
/** @type {Awaited<ReturnType<typeof openWorkshop>>} */
let workshop;

before(async () => {
  workshop = await openWorkshop();
});

/** Opens the designer and waits until a design is drawn. */
async function designer(hash = "", options = {}) {
  const listened = await listenedPage(browser, options);
  await listened.page.goto(`${server.url}designer.html${hash}`);
  await listened.page.locator("#bars svg").waitFor();
  return listened;
}

const shown = (/** @type {number} */ value) => (value + 0).toLocaleString("en-GB", { maximumFractionDigits: 4 });
const probability = (/** @type {number} */ p) => p.toLocaleString("en-GB", p !== 0 && p < 0.001 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 4 });

/** Returns the expected table of figures. @param {PtableDesign} parameters */
function expected(parameters) {
  const { rows } = workshop.design(parameters);
  return rows.map(({ count, variance, stay, entropy }) => [count === rows.length - 1 ? `${count} and more` : `${count}`, "0", shown(variance), probability(stay), shown(entropy)]);
}

/** Waits for the next frame, because the page draws once per frame. @param {Page} page */
const settled = (page) => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))));

/** @param {Page} page */
async function shownFigures(page) {
  await settled(page);
  const lines = await page.locator("#figures tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  return lines.map((line) => line.slice(0, 5));
}

/** Returns a short description of the charts. @param {Page} page */
const drawn = (page) => settled(page).then(() => page.evaluate(() => ["#map", "#bars"].map((id) => document.querySelector(id)?.innerHTML).join()));

/** Moves a slider and sends its events. @param {Page} page @param {string} id @param {number} value */
const slide = (page, id, value) => page.locator(id).fill(String(value));

test("the first design appears at once under the page's policy, and the workbench loads none of its code", async () => {
  const { page, complaints } = await designer();
  assert.deepEqual(await shownFigures(page), expected({ maxChange: 5, variance: 3, blocked: 2 }));
  assert.equal(await page.locator("#map rect, #map path").count() > 50, true);
  assert.match(await page.locator("#map svg").getAttribute("aria-label") ?? "", /Heat map of 9 rows/);
  assert.equal(await page.locator("svg style").count(), 0);
  assert.match(await page.locator("#command").innerText(), /^cellveil ptable design --max-change 5 --variance 3 --blocked 2 --output ptable_d5_v3_b2\.csv$/);
  assert.deepEqual(complaints, []);

  const bench = await listenedPage(browser);
  /** @type {string[]} */
  const asked = [];
  bench.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await bench.page.goto(server.url);
  await tableBy(bench.page, ["Region"]);
  assert.deepEqual(asked.filter((name) => /designer|workshop/.test(name)), []);
  // The charts load when the browser is idle, so that they work without a network later.
  const scripts = asked.filter((name) => name.endsWith(".js") && !name.endsWith("/builder-charts.js")).map((name) => readFileSync(path(`target/site${name}`), "utf8"));
  assert.ok(scripts.length > 1);
  for (const script of scripts) assert.doesNotMatch(script, /Observable|Mike Bostock/);
  assert.match(readFileSync(path("target/site/designer.js"), "utf8"), /Observable, Inc\..*ISC licence[^]*Permission to use, copy/);
  assert.match(await bench.page.getByRole("link", { name: "P-table designer" }).getAttribute("href") ?? "", /^designer\.html$/);
});

test("sliders, numbers and choices change charts and figures at once, as the workshop computes them", async () => {
  const { page, complaints } = await designer("#max-change=5&variance=2");
  /** @type {PtableDesign} */
  let parameters = { maxChange: 5, variance: 2 };
  /** @type {[Partial<PtableDesign>, () => Promise<unknown>][]} */
  const steps = [
    [{ maxChange: 8, variance: 2 }, () => slide(page, "#max-change", 8)],
    [{ variance: 3.45 }, () => slide(page, "#variance", 3.45)],
    [{ variance: 3.456789 }, () => page.locator("#variance-number").fill("3.456789")],
    [{ blocked: 2 }, () => slide(page, "#blocked", 2)],
    [{ stay: 0.3 }, () => page.locator("#stays").check()],
    [{ stay: 0.42 }, () => slide(page, "#stay", 0.42)],
    [{ stay: null }, () => page.locator("#stays").uncheck()],
    [{ monotone: true }, () => page.locator("#monotone").check()],
    [{ monotone: false }, () => page.locator("#monotone").uncheck()],
    [{ shape: "laplace", nearest: true }, async () => { await page.locator("#nearest").check(); await page.getByLabel("Truncated Laplace").check(); }],
    [{ variance: 60 }, () => slide(page, "#variance", 60)],
  ];
  let before = await drawn(page);
  for (const [edit, act] of steps) {
    parameters = { ...parameters, ...edit };
    await act();
    assert.deepEqual(await shownFigures(page), expected(parameters), JSON.stringify(parameters));
    const now = await drawn(page);
    if (edit.nearest === undefined && !("monotone" in edit)) assert.notEqual(now, before, JSON.stringify(edit));
    before = now;
  }
  const { notes } = workshop.design(parameters);
  assert.ok(notes.length > 0);
  assert.equal(await page.locator("#notes li").count(), notes.length);
  // The address holds the design.
  await page.waitForFunction(() => location.hash.includes("variance=60"));
  const again = await designer(new URL(page.url()).hash);
  assert.deepEqual(await shownFigures(again.page), expected(parameters));
  assert.deepEqual([...complaints, ...again.complaints], []);
});

test("an impossible design names its row, and one button sets the nearest variance", async () => {
  const { page, complaints } = await designer("#max-change=5&variance=3");
  await page.locator("#variance-number").fill("7.5");
  await settled(page);
  const alert = page.getByRole("alert");
  assert.match(await alert.innerText(), /Row 1: a variance of 7\.5 is more than the 5 that it can have/);
  assert.equal(await page.locator("#map svg").isVisible(), false, "the last design is not shown as this one");
  assert.equal(await page.locator("#download").isDisabled(), true);
  await page.getByRole("button", { name: "Use variance 5" }).click();
  assert.equal(await alert.isVisible(), false);
  assert.equal(await page.locator("#variance-number").inputValue(), "5");
  assert.deepEqual(await shownFigures(page), expected({ maxChange: 5, variance: 5 }));
  assert.equal(await page.evaluate(() => document.activeElement?.id), "variance");
  assert.deepEqual(complaints, []);
});

test("each limit that refuses a design offers a way out", async () => {
  for (const [hash, words, name, parameters] of /** @type {[string, RegExp, RegExp, PtableDesign][]} */ ([
    ["#max-change=5&variance=3&blocked=2&stay=0.95", /Row 3: a variance of 3 is more than the 0\.75/, /^Use staying probability 0\.\d+$/, { maxChange: 5, variance: 3, blocked: 2 }],
    ["#max-change=5&variance=2&blocked=4", /no variance suits all rows/, /^Block values up to \d$/, { maxChange: 5, variance: 2 }],
    ["#max-change=5&variance=9", /Row 1: a variance of 9 is more/, /^Use largest change \d+$/, { maxChange: 5, variance: 9 }],
  ])) {
    const { page, complaints } = await listenedPage(browser);
    await page.goto(`${server.url}designer.html${hash}`);
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").evaluate((alert) => alert.textContent ?? ""), words);
    assert.equal(await page.locator("#charts").isVisible(), false, hash);
    await page.getByRole("button", { name }).click();
    await page.locator("#bars svg").waitFor();
    assert.equal(await page.getByRole("alert").isVisible(), false, hash);
    const values = Object.fromEntries(await Promise.all(["max-change", "blocked", "stay"].map(async (id) => [id, Number(await page.locator(`#${id}-number`).inputValue())])));
    const stay = hash.includes("stay") ? { stay: values.stay } : {};
    assert.deepEqual(await shownFigures(page), expected({ ...parameters, maxChange: values["max-change"], blocked: values.blocked, ...stay }));
    assert.deepEqual(complaints, []);
  }
});

test("a field says why its number is wrong, and nothing can be downloaded until it is right", async () => {
  const { page, complaints } = await designer("#max-change=5&variance=3");
  for (const [id, text, words] of [
    ["max-change", "0", /^The largest change is 0; expected a whole number from 1 to 200\.$/],
    ["max-change", "201", /expected a whole number from 1 to 200/],
    ["variance", "-3", /^The variance is -3; expected a number above 0\.$/],
    ["variance", "", /^The variance is missing; expected a number above 0\.$/],
    ["blocked", "5", /expected a whole number from 0 to 4/],
  ]) {
    const field = page.locator(`#${id}-number`);
    const right = await field.inputValue();
    await field.fill(/** @type {string} */ (text));
    await settled(page);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.match(await page.locator(`#${id}-wrong`).innerText(), /** @type {RegExp} */ (words));
    assert.equal(await field.inputValue(), text, "what was typed stays");
    assert.equal(await page.locator("#charts").isVisible() && await page.locator("#map svg").isVisible(), false);
    assert.equal(await page.locator("#download").isDisabled(), true);
    assert.equal(await page.locator("#use").getAttribute("href"), null);
    await field.fill(right);
    await settled(page);
    assert.equal(await field.getAttribute("aria-invalid"), null);
    assert.equal(await page.locator(`#${id}-wrong`).innerText(), "");
    assert.deepEqual(await shownFigures(page), expected({ maxChange: 5, variance: 3 }));
    assert.equal(await page.locator("#map svg").isVisible(), true);
  }
  // The value exceeds the range of the slider.
  await page.locator("#max-change-number").fill("60");
  assert.deepEqual(await shownFigures(page), expected({ maxChange: 60, variance: 3 }));
  assert.deepEqual(complaints, []);
});

test("a wrong link names the wrong field, and no other design replaces it", async () => {
  for (const [hash, ...words] of /** @type {[string, ...RegExp[]][]} */ ([
    ["#max-change=5&variance=foo", /Variance is “foo”; expected a number above 0/],
    ["#variance=3", /Max-change is missing; expected a whole number from 1 to 200/],
    ["#max-change=201&variance=3", /Max-change is “201”/],
    ["#max-change=4", /Variance is missing/],
    ["#max-change=x&variance=-3", /Max-change is “x”/, /Variance is “-3”/],
    ["#max-change=5&variance=3&stay=7&shape=round", /Stay is “7”; expected a probability/, /Shape is “round”; expected entropy or laplace/],
    ["#max-change=5&variance=3&blocked=5", /The number of blocked results is 5; expected a whole number from 0 to 4/],
    ["#max-change=5&variance=3&foo=4", /“foo” is not a parameter of a design/],
    ["#max-change=5&variance=3&variance=4", /Variance is given twice/],
    ["#%ff=%00&blocked=99", /Max-change is missing/],
  ])) {
    const { page, complaints } = await listenedPage(browser);
    await page.goto(`${server.url}designer.html${hash}`);
    await page.getByRole("alert").waitFor();
    for (const each of words) assert.match(await page.getByRole("alert").innerText(), each, hash);
    assert.equal(await page.locator("#charts").isVisible(), false, hash);
    assert.equal(await page.locator("#use").getAttribute("href"), null, hash);
    await page.getByRole("button", { name: "Start from the first design" }).click();
    assert.deepEqual(await shownFigures(page), expected({ maxChange: 5, variance: 3, blocked: 2 }), hash);
    assert.deepEqual(complaints, [], hash);
  }
  // The page accepts values up to the limits of the command line.
  const { page } = await designer("#max-change=100&variance=3&stay=0.1");
  assert.deepEqual(await shownFigures(page), expected({ maxChange: 100, variance: 3, stay: 0.1 }));
});

test("ready-made designs, rows by keyboard and pointer, and chart numbers work", async () => {
  const { page, complaints } = await designer();
  for (const { name, parameters } of workshop.ready) {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#ready [aria-pressed=true]").innerText(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
    assert.deepEqual(await shownFigures(page), expected(parameters), name);
  }
  await page.getByRole("button", { name: "standard", exact: true }).click();
  const { rows } = workshop.design({ maxChange: 5, variance: 3, blocked: 2 });
  // The focus stays after another change by keyboard.
  await page.locator("#max-change").focus();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await shownFigures(page), expected({ maxChange: 6, variance: 3, blocked: 2 }));
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "max-change");

  await page.locator("#bars-numbers summary").press("Enter");
  await page.locator("#bars-numbers tbody tr").first().waitFor();
  const numbers = () => page.locator("#bars-numbers tbody tr").evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent));
  assert.deepEqual(await numbers(), rows[8].probabilities.map(probability));
  await page.locator("#row").selectOption("3");
  assert.deepEqual(await numbers(), rows[3].probabilities.map(probability));
  // The second line of the map is count 1.
  const map = await page.locator("#map svg").boundingBox();
  assert.ok(map);
  await page.locator("#map svg").click({ position: { x: map.width / 2, y: 24 + (1.5 * (map.height - 68)) / 9 } });
  assert.deepEqual(await numbers(), rows[1].probabilities.map(probability));
  assert.equal(await page.locator("#row").inputValue(), "1");
  await page.locator("#map-numbers summary").click();
  await page.locator("#map-numbers tbody tr").first().waitFor();
  assert.equal(await page.locator("#map-numbers tbody tr").count(), 9);
  assert.equal(await page.locator("#map-numbers tbody tr").nth(1).locator("td").nth(4).innerText(), probability(rows[1].probabilities[0]));
  await page.getByLabel("by published value").check();
  assert.match(await page.locator("#map svg").getAttribute("aria-label") ?? "", /published value/);
  assert.deepEqual(complaints, []);
});

/** Downloads the p-table from the designer. @param {import("playwright-core").Page} page */
const downloadedDesign = (page) => fileOf(page, () => page.locator("#download").click());

test("the four download formats equal the workshop's, and the import reads them", async () => {
  const { page, complaints } = await designer("#max-change=4&variance=2");
  const parameters = { maxChange: 4, variance: 2 };
  for (const [format, keys] of /** @type {[PtableFormat, number?][]} */ ([["ptable"], ["tau-argus"], ["ons", 256], ["cantabular", 4096]])) {
    await page.locator("#format").selectOption(format);
    assert.equal(await page.locator("#keys").isVisible(), keys !== undefined);
    if (keys) await page.locator("#keys").selectOption(String(keys));
    const { name, text } = await downloadedDesign(page);
    assert.equal(name, `${format}_d4_v2${keys ? `_k${keys}` : ""}.csv`);
    assert.equal(text, workshop.file(parameters, format, keys).text);
    assert.match(await page.locator("#command").innerText(), new RegExp(`${format === "ptable" ? "" : `--format ${format} `}--output ${name}$`));
    const [, ...args] = (await page.locator("#command").innerText()).trim().split(/\s+/);
    assert.equal(execFileSync(path("target/release/cellveil"), args.slice(0, args.indexOf("--output")), { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 }), text);
    // The file contains the design: exactly as intervals, or as exactly as its keys allow.
    const found = workshop.check(text, name, keys ? undefined : 256);
    const { rows } = workshop.design(parameters);
    const designed = keys ? rows.slice(1) : rows;
    const within = keys ? 10 / keys : 1e-8;
    assert.equal(found.largest_change, 4);
    for (const { count, variance, stay } of designed) {
      const row = found.rows.find((/** @type {any} */ row) => row.first <= count && count <= row.last);
      assert.ok(Math.abs(row.mean) < 1e-9 && Math.abs(row.variance - variance) < within && Math.abs(row.stays - stay) < within, `${format}, row ${count}`);
    }
  }
  assert.deepEqual(complaints, []);
});

test("a design used in the workbench gives the command line's table, and its link keeps it", async () => {
  const { page, complaints } = await designer("#max-change=6&variance=4&blocked=2&stay=0.2");
  const { name, text } = await downloadedDesign(page);
  await page.getByRole("link", { name: "Use in the workbench" }).click();
  await page.waitForURL(/index\.html/);
  await page.waitForFunction(() => /built in/.test(document.querySelector("[data-part=status]")?.textContent ?? ""));
  assert.equal(await page.locator("[data-part=method] option:checked").innerText(), "Designed: D 6, V 4, blocked to 2, stays 0.2");
  await page.goto(`${server.url}index.html${new URL(page.url()).hash.replace(/rows=[^&]*/, "rows=age").replace(/columns=[^&]*/, "columns=religion")}`);
  await tableBy(page, ["Age"], "Religion");

  const folder = mkdtempSync(join(tmpdir(), "cellveil-designed-"));
  try {
    writeFileSync(join(folder, name), text);
    const method = { kind: "cell-key", ptable: name, lookup: "hash" };
    const args = ["table", path("target", CENSUS), "--rows", "age", "--columns", "religion", "--method", JSON.stringify(method), "--receipt", "receipt.json"];
    const csv = execFileSync(path("target/release/cellveil"), args, { cwd: folder, encoding: "utf8" });
    assert.deepEqual(await figures(page), figuresOf(csv));
    assert.equal((await downloaded(page)).text, csv);
    assert.equal((await downloaded(page, "receipt")).text, readFileSync(join(folder, "receipt.json"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }

  // The method is listed with the cube's own methods, and the page links back to the same design.
  await page.locator("[data-part=method]").selectOption("default");
  const ordinary = figuresOf(commandLine(CENSUS, "--rows", "age", "--columns", "religion"));
  await page.waitForFunction((expected) => [...document.querySelectorAll("[data-part=table]:not([aria-busy]) tbody td")].map((cell) => cell.textContent).join("|") === expected, ordinary.join("|"));
  await page.locator("[data-part=method]").selectOption({ label: "Designed: D 6, V 4, blocked to 2, stays 0.2" });
  await page.waitForFunction((expected) => [...document.querySelectorAll("[data-part=table]:not([aria-busy]) tbody td")].map((cell) => cell.textContent).join("|") !== expected, ordinary.join("|"));
  await page.getByRole("link", { name: "Design a p-table" }).click();
  await page.locator("#bars svg").waitFor();
  assert.deepEqual(await shownFigures(page), expected({ maxChange: 6, variance: 4, blocked: 2, stay: 0.2 }));
  assert.deepEqual(complaints, []);
});

test("under a small modulus the workbench's table equals the command line's", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}#cube=hypercube&rows=region&columns=sex&method=designed:max-change=4,variance=2`);
  await tableBy(page, ["Region"], "Sex");
  const folder = mkdtempSync(join(tmpdir(), "cellveil-designed-"));
  try {
    const name = "ons_d4_v2_k256.csv";
    const cellveil = path("target/release/cellveil");
    execFileSync(cellveil, ["ptable", "design", "--max-change", "4", "--variance", "2", "--keys", "256", "--format", "ons", "--output", name], { cwd: folder, stdio: "ignore" });
    const method = JSON.stringify({ kind: "cell-key", ptable: name, lookup: "key" });
    const csv = execFileSync(cellveil, ["table", path("target/site/cubes/hypercube"), "--rows", "region", "--columns", "sex", "--method", method], { cwd: folder, encoding: "utf8" });
    assert.equal((await downloaded(page)).text, csv);
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.locator("[data-part=about]").click();
  const said = await page.locator("[data-part=method-card]").evaluate((panel) => panel.textContent ?? "");
  assert.match(said, /Designed: D 4, V 2\./);
  assert.match(said, /; unbiased;/);
  // The page reports that another dataset has another method.
  await page.locator("[data-part=dataset]").selectOption("census2011-teaching");
  await page.waitForFunction(() => /Not carried over.*the designed p-table.*built in/.test(document.querySelector("[data-part=status]")?.textContent ?? ""));
  assert.deepEqual(complaints, []);
});

test("the page describes a p-table file from the file", async () => {
  const { page, complaints } = await designer("#max-change=50&variance=3&blocked=2");
  const line = page.locator("#file-figures");
  const said = async (/** @type {PtableFormat} */ format, /** @type {number | undefined} */ keys) => {
    await page.locator("#format").selectOption(format);
    if (keys) await page.locator("#keys").selectOption(String(keys));
    await page.waitForFunction(() => document.querySelector("#file-figures")?.textContent !== "");
    const found = workshop.check(workshop.file({ maxChange: 50, variance: 3, blocked: 2 }, format, keys).text, "x.csv", keys);
    const sign = (/** @type {number} */ n) => (n < 0 ? `−${-n}` : `+${n}`);
    assert.ok((await line.innerText()).startsWith(`The file: noise from ${sign(found.smallest)} to ${sign(found.largest)}, mean 0, variance `), await line.innerText());
    assert.match(await line.innerText(), /\(design: 3\)\.$/);
  };
  await said("ptable", undefined);
  assert.match(await line.innerText(), /noise from −11 to \+16, mean 0, variance 3 \(design/);
  await said("cantabular", 256);
  // The figures above omit counts that no file contains.
  assert.match(await page.locator("#figures tbody tr").last().innerText(), /−1\d to \+1\d/);
  assert.deepEqual(complaints, []);
});

test("the page says when a dataset allows no custom method or a design is impossible", async () => {
  for (const [hash, words] of /** @type {[string, RegExp][]} */ ([
    ["#cube=census2011-teaching-sealed&rows=region&method=designed:max-change=5,variance=3", /allows only the methods/],
    ["#cube=census2011-teaching&rows=region&method=designed:max-change=5,variance=9", /No probabilities meet the limits/],
    ["#cube=census2011-teaching&rows=region&method=designed:foo=4", /is unreadable.*max-change is missing/s],
    ["#cube=census2011-teaching&rows=region&method=designed:max-change=4", /variance is missing; expected a number above 0/],
  ])) {
    const { page, complaints } = await listenedPage(browser);
    await page.goto(server.url + hash);
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").evaluate((alert) => alert.textContent ?? ""), words);
    // The list has several choices with labels.
    assert.equal(await page.locator("[data-part=method]").isVisible(), true);
    await page.locator("[data-part=method]").selectOption({ index: 0 });
    await page.waitForFunction(() => /built in/.test(document.querySelector("[data-part=status]")?.textContent ?? ""));
    await page.locator("[data-part=about]").click();
    assert.notEqual(await page.locator("[data-part=method-card] summary").innerText(), "");
    assert.deepEqual(complaints, []);
  }
});

test("charts in narrow and hidden places have possible widths", async () => {
  const { page, complaints } = await designer();
  for (const width of [600, 120, 1, 900]) {
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
  await page.evaluate(() => {
    /** @type {HTMLElement} */ (document.querySelector("main")).hidden = true;
    location.hash = "#max-change=6&variance=3";
  });
  await page.waitForFunction(() => document.querySelectorAll("#figures tbody tr").length === 7);
  await page.evaluate(() => { /** @type {HTMLElement} */ (document.querySelector("main")).hidden = false; });
  await page.waitForFunction(() => /of 7 rows/.test(document.querySelector("#map svg")?.getAttribute("aria-label") ?? ""));
  assert.deepEqual(complaints, []);
});

test("on a dark phone nothing is wider than the screen, and nothing is missing", async () => {
  const { page, complaints } = await designer("#max-change=50&variance=20", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: "dark" });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.equal(await page.locator("#figures tbody tr").count(), 51);
  await page.evaluate(() => { location.hash = "#max-change=3&variance=1"; });
  await page.waitForFunction(() => document.querySelectorAll("#figures tbody tr").length === 4);
  assert.deepEqual(complaints, []);
});

test("typing one number does not clamp another", async () => {
  const { page, complaints } = await designer("#max-change=10&variance=4&blocked=3");
  await page.locator("#max-change-number").fill("1");
  await settled(page);
  assert.match(await page.locator("#blocked-wrong").innerText(), /^The number of blocked results is 3; expected 0, because the largest change is 1\.$/);
  assert.equal(await page.locator("#blocked-number").inputValue(), "3");
  assert.equal(await page.locator("#command").textContent(), "");
  await page.locator("#max-change-number").fill("12");
  assert.deepEqual(await shownFigures(page), expected({ maxChange: 12, variance: 4, blocked: 3 }));
  assert.equal(await page.locator("#blocked-wrong").innerText(), "");
  await page.locator("#stays").check();
  await page.locator("#stay-number").fill("0.11");
  await page.locator("#stays").uncheck();
  await page.locator("#stays").check();
  await settled(page);
  assert.equal(await page.locator("#stay-number").inputValue(), "0.11");
  assert.deepEqual(complaints, []);
});

test("the largest variance is possible, and a slider says its value", async () => {
  const { page } = await designer("#max-change=5&variance=3");
  await page.locator("#variance-number").fill("7");
  await settled(page);
  assert.equal(await page.locator("#variance").getAttribute("aria-valuetext"), "7");
  for (const hash of ["#max-change=5&variance=9&blocked=3", "#max-change=7&variance=30&blocked=2&stay=0.37"]) {
    await page.evaluate((hash) => { location.hash = hash; }, hash);
    await page.locator("#use-nearest").click();
    assert.equal((await shownFigures(page)).length > 1 && await page.getByRole("alert").isVisible(), false, hash);
    const most = / up to ([\d.]+)\.$/.exec(await page.locator("#variance-hint").innerText())?.[1];
    assert.equal(await page.locator("#variance-number").inputValue(), most);
  }
});

test("parts of charts have no accessible names, and charts are named as in the lists", async () => {
  const { page } = await designer();
  assert.equal(await page.locator("svg [aria-label]").count(), 0);
  assert.equal(await page.locator("#bars svg").getAttribute("aria-label"), "Bars: the probability of each noise value for a true count of 8 and more");
});

test("the way from a table to the designer and back keeps the table with the last design", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}#cube=census2011-teaching&rows=age&columns=sex`);
  await tableBy(page, ["Age"], "Sex");
  const link = page.getByRole("link", { name: "Design a p-table" });
  assert.ok(((await link.boundingBox())?.height ?? 0) >= 24);
  await link.click();
  await page.locator("#bars svg").waitFor();
  await slide(page, "#max-change", 7);
  await page.getByRole("link", { name: "Use in the workbench" }).click();
  await tableBy(page, ["Age"], "Sex");
  assert.equal(await page.locator("[data-part=method] option:checked").innerText(), "Designed: D 7, V 3, blocked to 2");
  await page.goBack();
  await page.locator("#bars svg").waitFor();
  assert.equal(await page.locator("#max-change-number").inputValue(), "7");
  assert.deepEqual(complaints, []);
});

test("both pages say what did not load", async () => {
  for (const missing of ["**/cellveil/js/workshop.js", "**/cellveil_workshop_bg.wasm"]) {
    const { page } = await listenedPage(browser);
    await page.route(missing, (route) => route.abort());
    await page.goto(`${server.url}designer.html`);
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), /did not load/);
    assert.equal(await page.locator("#controls input:enabled").count(), 0);
    await page.goto(`${server.url}#cube=census2011-teaching&rows=region&method=designed:max-change=4,variance=2`);
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), /did not start/);
  }
});
