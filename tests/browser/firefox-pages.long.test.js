// In Firefox, a user can build and download a table, a chart, a map and a community table.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { textsOf } from "../../www/site/result/charts/png.js";
import { launchFirefox } from "./firefox.js";
import { commandLine, figuresOf } from "./support.js";

/** @import { Browser, Page } from "puppeteer-core" */

const TOWN = "site/cubes/tidewell";

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-firefox-"));
  server = await serve(path("target/site"));
  browser = await launchFirefox({ "browser.download.folderList": 2, "browser.download.dir": folder, "browser.download.useDownloadDir": true, "browser.download.alwaysOpenPanel": false });
});

after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a new page and collects its complaints. @param {string} address */
async function opened(address) {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error}`));
  await page.setViewport({ width: 1280, height: 1000 });
  await page.goto(`${server.url}${address}`);
  return { page, complaints };
}

/**
 * Saves a file with a button and returns the complete file.
 * @param {Page} page
 * @param {string} button
 * @param {string} name
 */
async function saved(page, button, name) {
  await page.waitForSelector(`${button}:not([disabled])`);
  await page.$eval(button, (each) => /** @type {HTMLElement} */ (each).click());
  const file = join(folder, name);
  for (let waited = 0; waited < 15_000; waited += 50) {
    if (existsSync(file) && !readdirSync(folder).some((each) => each.endsWith(".part"))) {
      const bytes = readFileSync(file);
      if (bytes.length > 0) return bytes;
    }
    await pause(50);
  }
  return assert.fail(`${name} was not saved: ${readdirSync(folder)}`);
}

/** @param {Page} page @param {string} cells */
const texts = (page, cells) => page.$$eval(cells, (all) => all.map((each) => each.textContent ?? ""));

/** Returns the command line's rows without totals. @param {string} csv */
const cellsOf = (csv) => csv.trim().split("\n").slice(1).map((line) => line.split(",")).filter((fields) => !fields.includes("_T"));

test("Firefox adds a variable, gets the command line's table and file, and saves a chart as SVG and PNG", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=age:band");
  const built = () => page.waitForFunction(() => document.querySelector("[data-part=table]:not([aria-busy]) td") && /built in/.test(document.querySelector("[data-part=status]")?.textContent ?? ""));
  await built();
  await page.locator("[data-part=add]").click();
  await page.locator(".cv-segments label:nth-of-type(2)").click();
  await page.locator("[data-variable=sex]").click();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => location.hash.includes("columns=sex"));
  await built();
  await page.waitForFunction(() => document.querySelectorAll("[data-part=table] tbody tr:first-child td").length === 3);
  const csv = commandLine(TOWN, "--rows", "age:band", "--columns", "sex");
  assert.deepEqual(await texts(page, "[data-part=table] tbody td"), figuresOf(csv));
  await page.locator("[data-part=save]").click();
  assert.equal(String(await saved(page, "[data-save=csv]", "tidewell_age-band_by_sex.csv")), csv);

  await page.select("[data-part=chart]", "pyramid");
  await page.waitForSelector(".cv-frame svg.chart[aria-label^=Population]");
  const marks = await page.$$eval(".cv-frame svg [data-cell]", (all) => all.map((each) => [each.getAttribute("data-value"), /** @type {SVGGraphicsElement} */ (each).getBBox().width]));
  const expected = cellsOf(csv).map((fields) => fields[2]);
  assert.deepEqual(marks.map(([value]) => value).sort(), [...expected].sort());
  const ratios = marks.map(([value, width]) => Number(width) / Number(value));
  assert.ok(Math.max(...ratios) - Math.min(...ratios) < 1e-3 * Math.max(...ratios), "in proportion");
  const svg = String(await saved(page, "[data-part=chart-svg]", "tidewell_age-band_by_sex.pyramid.svg"));
  const [line] = /cellveil receipt sha256 [0-9a-f]{64}/.exec(svg) ?? assert.fail("no receipt");
  for (const part of ["Method: ", "Source: ", "Licence: "]) assert.ok(svg.includes(part), part);
  const png = await saved(page, "[data-part=chart-png]", "tidewell_age-band_by_sex.pyramid.png");
  const [, width] = /<svg [^>]*?width="(\d+)"/.exec(svg) ?? [];
  assert.equal(png.readUInt32BE(16), 2 * Number(width));
  assert.equal(textsOf(png).Comment, line);
  assert.deepEqual(complaints, []);
});

test("Firefox shows a map, chooses an area, and downloads figures and map", async () => {
  const { page, complaints } = await opened("maps.html#cube=tidewell&level=area:ward");
  await page.waitForFunction(() => document.querySelector("#shown:not([hidden], [aria-busy])") && /drawn in/.test(document.querySelector("#status")?.textContent ?? ""));
  const csv = commandLine(TOWN, "--rows", "area:ward");
  const drawn = await page.$$eval("#map [data-code]", (all) => all.map((each) => [each.getAttribute("data-code"), each.getAttribute("data-value")]));
  assert.deepEqual(drawn.sort(), cellsOf(csv).map(([code, value]) => [code, value]).sort());
  const seen = await page.$$eval("#map path[data-code]", (all) => all.filter((each) => each.getBoundingClientRect().width > 20 && getComputedStyle(each).fill.startsWith("rgb")).length);
  assert.equal(seen, 12, "shaded, and of some size");
  await page.$eval("tr[data-code=TW06] button", (button) => /** @type {HTMLElement} */ (button).click());
  await page.waitForSelector("#map .map-selected");
  const file = String(await saved(page, "#download", "tidewell_population_by_area-ward.csv"));
  assert.ok(file.startsWith("area:ward,value,status,label\n") && file.includes("\nMethod: ") !== file.includes('\n"Method: '));
  assert.match(String(await saved(page, "#save-svg", "tidewell_population_by_area-ward.svg")), /Population, by Ward.*cellveil receipt sha256/s);
  assert.match(textsOf(await saved(page, "#save-png", "tidewell_population_by_area-ward.png")).Title, /^Population, by Ward$/);
  assert.deepEqual(complaints, []);
});

test("Firefox builds community tables from list and map with the command line's figures", async () => {
  const { page, complaints } = await opened("community.html#cube=tidewell&area=Quays,TW0101");
  const profiled = (/** @type {string} */ people) => page.waitForFunction((people) => document.querySelector("#result:not([aria-busy]) #profile:not([hidden])")
    && document.querySelector("#people dd")?.firstChild?.textContent === people, {}, people);
  const query = (/** @type {string} */ codes) => ["--columns", "area", "--group", `area:Quays=${codes}`];
  const people = (/** @type {string} */ codes) => figuresOf(commandLine(TOWN, "--rows", "area", "--group", `area:Quays=${codes}`))[0] ?? "";
  await profiled(people("TW0101"));
  await page.$eval("#parts input[value=TW0102]", (box) => /** @type {HTMLElement} */ (box).click());
  await profiled(people("TW0101,TW0102"));
  // The mouse crosses the parts above the map.
  await page.waitForSelector("#map [data-code=TW0305]");
  await page.$eval("#map [data-code=TW0305]", (shape) => shape.scrollIntoView({ block: "center" }));
  const shape = await page.$("#map [data-code=TW0305]");
  await shape?.click();
  await page.waitForFunction(() => location.hash.includes("TW0102,TW03"));
  const codes = decodeURIComponent(/area=Quays,([^&]*)/.exec(page.url())?.[1] ?? "");
  await profiled(people(codes));
  const csv = commandLine(TOWN, "--rows", "tenure", ...query(codes));
  // Each figure has its percentage beside it.
  const figures = await texts(page, "[role=region][aria-label='Tenure of the dwelling'] tbody td");
  assert.deepEqual(figures.map((text) => text.split(" ")[0]), figuresOf(csv));
  assert.equal(String(await saved(page, "[aria-label='Download Tenure of the dwelling']", "tidewell_Quays_tenure.csv")), csv);
  assert.deepEqual(complaints, []);
});
