// Fifteen tasks of readers, played on the site in two windows. `node tests/browser/tasks.js` prints what each task takes:
// clicks, keys, texts, scrolls and seconds. `--only NAME` plays one task. docs/evidence/tasks.md explains the table.

import assert from "node:assert/strict";
import { Failure, main, path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { throttle } from "../bench/links/throttle.js";
import { FOLDER, makeMillionCells } from "../js/support/million-cells.js";
import { readWorkbook } from "../js/support/read-xlsx.js";
import { accessible } from "./accessible.js";
import { ensureChromium, launch } from "./chromium.js";
import { handOf, intoView } from "./hand.js";
import { TABLE, commandLine, figures, fileOf, figuresOf, listed, tableBy } from "./support.js";
import { CENSUS, LINK, settled } from "./workbench-support.js";

/** @import { BrowserContextOptions, Locator, Page } from "playwright-core" */
/** @import { Effort, Hand, Point } from "./hand.js" */
/** @import { Chromium } from "./support.js" */

/** The windows, as contexts of the browser. @type {Record<string, BrowserContextOptions & { viewport: { width: number, height: number } }>} */
export const WINDOWS = {
  "1366×768": { viewport: { width: 1366, height: 768 } },
  "390×844": { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {string} goal
 * @property {string} address where the task starts, relative to the site
 * @property {boolean} [opens] the task begins before the page is open
 * @property {(page: Page, phone: boolean) => Promise<unknown>} [prepare] the conditions, before the page opens
 * @property {(page: Page, hand: Hand, phone: boolean) => Promise<unknown>} play
 * @property {(page: Page) => Locator} result what the reader wants to see
 * @property {(page: Page, played: any) => Promise<unknown>} check checks that the result is right; `played` is the value that `play` returned
 */

const TOWN = "#cube=tidewell&rows=area:ward&columns=sex";
const SEALED = "#cube=census2011-teaching-sealed&rows=region&columns=sex";

const figure = (/** @type {Page} */ page) => page.locator(`${TABLE} tbody td`).first();
const named = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true });
const link = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("link", { name, exact: true });
/** A box in the open panel. @param {Page} page @param {string} label */
const box = (page, label) => page.locator(".cv-panel:popover-open label").filter({ has: page.getByText(label, { exact: true }) });

/** On a phone, the controls are a sheet over the table. @param {Page} page @param {Hand} hand @param {boolean} phone @param {() => Promise<unknown>} work */
async function inSheet(page, hand, phone, work) {
  if (phone) await hand.click(named(page, "Build a table"));
  await work();
  if (phone) await hand.click(named(page, "Show the table"));
}

/** Closes an open panel with a click elsewhere. @param {Page} page @param {Hand} hand */
async function elsewhere(page, hand) {
  await hand.click(page.locator(".masthead h1"));
  await page.locator(".cv-panel:popover-open").waitFor({ state: "detached" });
}

/** Opens the panel "Add" and adds a variable to the columns. @param {Page} page @param {Hand} hand @param {string} label */
async function addColumn(page, hand, label) {
  await hand.click(page.locator("[data-part=add]"));
  await hand.click(listed(page, label));
  await elsewhere(page, hand);
}

/** The last figure of the million cells. @param {Page} page */
const lastOf = (page) => page.locator(`${TABLE} tbody:not([aria-hidden]) tr`).filter({ has: page.getByRole("rowheader", { name: "999", exact: true }) }).locator("td").last();

const percentages = (/** @type {Page} */ page) => page.waitForFunction(() => document.querySelector(".cv-table caption")?.textContent?.includes("percentage"));
const counts = (/** @type {Page} */ page) => page.waitForFunction(() => document.querySelector(".cv-table td") && !document.querySelector(".cv-table caption")?.textContent?.includes("percentage"));

/** @type {Task[]} */
export const TASKS = [
  {
    name: "first visit",
    goal: "Open the site, and see a table and the note about its figures.",
    address: "",
    opens: true,
    play: (page) => settled(page),
    result: figure,
    async check(page) {
      for (const part of [page.getByText("Figures here are changed slightly on purpose"), page.locator(".cv-table caption")]) assert.deepEqual(await intoView(part, "read"), { page: false, zone: false });
      assert.deepEqual(await figures(page), figuresOf(commandLine(CENSUS, "--rows", "region", "--columns", "age:band")));
    },
  },
  {
    name: "percentages as Excel",
    goal: "Keep London and Wales, show % of row, and save the table as Excel.",
    address: "",
    async play(page, hand, phone) {
      await inSheet(page, hand, phone, async () => {
        await hand.click(named(page, "Region, in rows: change"));
        await hand.click(page.getByText("Categories", { exact: true }));
        await hand.click(box(page, "London"));
        await hand.click(box(page, "Wales"));
        if (phone) await elsewhere(page, hand);
      });
      await hand.choose(page.locator("[data-part=figures]"), "percent-row");
      await percentages(page);
      await hand.click(page.locator("[data-part=save]"));
      return fileOf(page, () => hand.click(page.locator("[data-save=xlsx-shown]")));
    },
    result: figure,
    async check(page, { name, bytes }) {
      assert.match(name, /\.xlsx$/);
      const shown = await page.locator(`${TABLE} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")));
      assert.deepEqual(shown.map(([label]) => label), ["London", "Wales", "Total"]);
      const [sheet] = readWorkbook(bytes);
      for (const [label, ...wanted] of shown) {
        const row = Object.entries(sheet.cells).find(([place, value]) => place.startsWith("A") && value === label)?.[0].slice(1);
        const saved = ["B", "C", "D", "E"].map((column) => Number(sheet.cells[`${column}${row}`]));
        assert.deepEqual(saved.map((each) => each.toFixed(1)), wanted.map((each) => Number(each.replaceAll(/[^\d.]/g, "")).toFixed(1)), label);
      }
    },
  },
  {
    name: "why a number",
    goal: "Read why the total of the North East is not the sum of its parts.",
    address: "",
    play: (page, hand) => hand.click(page.locator(`${TABLE} tbody tr`).first().locator("td").last()),
    result: (page) => page.locator(".cv-why .cv-figure"),
    async check(page) {
      assert.equal(await page.locator(".cv-why .cv-figure").innerText(), (await figures(page))[3]);
      assert.match(await page.locator(".cv-why").innerText(), /North East/);
      assert.deepEqual(await intoView(page.locator(".cv-why p").filter({ hasText: "Shown: " }), "read"), { page: false, zone: false });
    },
  },
  {
    name: "map",
    goal: "Map the share of people born abroad, ward by ward.",
    address: TOWN,
    async play(page, hand) {
      await hand.click(link(page, "Maps"));
      await page.locator("#shown:not([hidden], [aria-busy])").waitFor();
      await hand.choose(page.locator("#indicator"), "born-abroad");
      if (await page.locator("#level").inputValue() !== "area:ward") await hand.choose(page.locator("#level"), "area:ward");
      await page.waitForFunction(() => document.querySelector("#map-title")?.textContent?.includes("Ward") && document.querySelector("#shown:not([aria-busy])"));
    },
    result: (page) => page.locator("#map svg").first(),
    async check(page) {
      const fills = await page.locator("#map svg path[data-code]").evaluateAll((all) => all.map((each) => getComputedStyle(each).fill));
      assert.equal(fills.length, 12);
      assert.ok(new Set(fills).size >= 3, fills.join());
      assert.match(await page.locator("#map-title").innerText(), /Born abroad.*by Ward/i);
    },
  },
  {
    name: "custom area",
    goal: "Draw an area across the town, and see how many people live there.",
    address: TOWN,
    async play(page, hand) {
      await hand.click(link(page, "Community tables"));
      await page.locator("#map [data-code]").first().waitFor();
      await page.waitForFunction(() => document.querySelector("#live:not([aria-busy]) .live-people")?.textContent);
      await hand.draw(page.locator("#map svg"), /** @type {Point[]} */ ([[0.2, 0.4], [0.3, 0.45], [0.4, 0.4]]));
      await page.waitForFunction(() => /^\d+ of /.test(document.querySelector("#live:not([aria-busy]) .live-parts")?.textContent ?? "") && document.querySelector("#profile:not([hidden]) td"));
    },
    result: (page) => page.locator("#live .live-people"),
    async check(page) {
      const codes = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("area")?.split(",").slice(1) ?? []);
      assert.ok(codes.length >= 3, codes.join());
      const area = commandLine("site/cubes/tidewell", "--rows", "area", "--group", `area:A=${codes.join()}`);
      assert.equal(await page.locator("#live .live-people").innerText(), `${figuresOf(area)[0]} persons`);
    },
  },
  {
    name: "choose a method",
    goal: "Compare the methods by risk and utility, and use random rounding.",
    address: "",
    async play(page, hand) {
      await hand.click(link(page, "Risk and utility"));
      await page.locator("#map svg").first().waitFor();
      await hand.click(page.locator('#points [data-method="rounding5"] button').first());
      await page.locator("#preview:not([hidden])").waitFor();
      await hand.click(link(page, "Use this method"));
      await settled(page);
    },
    result: figure,
    async check(page) {
      assert.equal(new URL(page.url()).hash.includes("method=rounding5"), true);
      assert.deepEqual(await figures(page), figuresOf(commandLine(CENSUS, "--rows", "region", "--columns", "age:band", "--method", "rounding5")));
    },
  },
  {
    name: "design a p-table",
    goal: "Design a p-table with a largest change of 4 and a variance of 2, and use it.",
    address: "",
    async play(page, hand, phone) {
      if (phone) await hand.click(named(page, "Build a table"));
      await hand.click(link(page, "Design a p-table"));
      await page.locator("#bars svg").waitFor();
      await hand.type(page.locator("#max-change-number"), "4");
      await hand.type(page.locator("#variance-number"), "2");
      await page.waitForFunction(() => /variance 2,/.test(document.querySelector("#status")?.textContent ?? "") && document.querySelector("#use[href*='max-change=4']"));
      await hand.click(page.locator("#use"));
      await settled(page);
    },
    result: figure,
    async check(page) {
      assert.match(decodeURIComponent(page.url()), /method=designed:max-change=4,variance=2/);
      const numbers = (/** @type {string[]} */ all) => all.map((each) => Number(each.replaceAll(",", "")));
      const [shown, real] = [numbers(await figures(page)), numbers(figuresOf(commandLine(CENSUS, "--rows", "region", "--columns", "age:band", "--method", "none")).map(String))];
      const changes = shown.map((each, i) => Math.abs(each - real[i]));
      assert.equal(shown.length, real.length);
      assert.ok(Math.max(...changes) <= 4 && Math.max(...changes) > 0, changes.join());
    },
  },
  {
    name: "something not published",
    goal: "Learn that a sealed dataset does not publish age by region and sex, and why.",
    address: SEALED,
    async play(page, hand, phone) {
      if (phone) await hand.click(named(page, "Build a table"));
      await hand.click(page.locator("[data-part=add]"));
      await listed(page, "Age").waitFor();
    },
    result: (page) => listed(page, "Age").locator("small"),
    async check(page) {
      assert.equal(await listed(page, "Age").getAttribute("aria-disabled"), "true");
      assert.match(await listed(page, "Age").locator("small").innerText(), /not published together\.$|does not publish|has at most \d variables/);
      assert.equal(await page.getByRole("alert").count(), 0, "no table was refused");
    },
  },
  {
    name: "a million cells",
    goal: "Build a table of a million cells, and read its last cell.",
    address: "#cube=million-cells&rows=a&method=intervals&totals=no",
    async prepare(page) {
      makeMillionCells();
      await page.route("**/cubes/index.json", (route) => route.fulfill({ json: ["census2011-teaching", "million-cells"] }));
      await page.route("**/cubes/million-cells/**", (route) => route.fulfill({ path: path("target", FOLDER, new URL(route.request().url()).pathname.split("/million-cells/")[1]) }));
    },
    async play(page, hand, phone) {
      await inSheet(page, hand, phone, () => addColumn(page, hand, "b"));
      await settled(page, /1,000,000 cells/);
      await hand.toEnd(page.locator(TABLE));
      await page.locator(`${TABLE} tbody:not([aria-hidden]) th`).getByText("999", { exact: true }).waitFor();
    },
    result: lastOf,
    async check(page) {
      const last = figuresOf(commandLine(FOLDER, "--rows", "a", "--columns", "b", "--filter", "a=999", "--filter", "b=999", "--method", "intervals", "--no-totals"));
      assert.deepEqual([await lastOf(page).innerText()], last);
    },
  },
  {
    name: "keyboard only",
    goal: "Add sex to the columns, and read why the first figure has its value.",
    address: "",
    async play(page, hand, phone) {
      if (phone) {
        await hand.pressTo("Tab", named(page, "Build a table"));
        await hand.press("Enter");
      }
      const add = page.locator("[data-part=add]");
      await hand.pressTo(phone ? "Shift+Tab" : "Tab", add);
      await hand.press("Enter");
      await hand.type(page.getByRole("dialog", { name: "Add", exact: true }).getByRole("searchbox"), "sex");
      await hand.pressTo("Tab", listed(page, "Sex"));
      await hand.press("Enter");
      await hand.press("Escape", 2);
      await tableBy(page, ["Region"], "Age band, Sex");
      if (phone) await hand.press("Escape");
      await hand.pressTo("Tab", page.locator(`${TABLE} tbody td`));
      await hand.press("Enter");
    },
    result: (page) => page.locator(".cv-why .cv-figure"),
    async check(page) {
      const all = await figures(page);
      assert.deepEqual(all, figuresOf(commandLine(CENSUS, "--rows", "region", "--columns", "age:band,sex")));
      assert.equal(await page.locator(".cv-why .cv-figure").innerText(), all[0]);
    },
  },
  {
    name: "print",
    goal: "Print the table of regions by age.",
    address: "",
    async play(page, hand) {
      await hand.print();
    },
    result: (page) => page.locator(".cv-table caption"),
    async check(page) {
      for (const part of [".cv-table caption", `${TABLE} tbody tr:last-child td >> nth=3`, "[data-part=notes]"]) assert.equal(await page.locator(part).isVisible(), true, part);
      for (const part of [".cv-build", ".cv-tools", ".ways", "[data-part=status]"]) assert.equal(await page.locator(part).isVisible(), false, part);
      assert.ok(await page.locator(".cv-table table").evaluate((table) => table.getBoundingClientRect().right <= innerWidth), "as wide as the sheet");
      await page.emulateMedia({ media: null });
      const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
      assert.equal(sheets?.length, 1);
    },
  },
  {
    name: "projector",
    goal: "Show the table to a room: 1920×1080 at 200 %, or a phone on its side.",
    address: "",
    opens: true,
    prepare: (page, phone) => page.setViewportSize(phone ? { width: 844, height: 390 } : { width: 960, height: 540 }),
    play: (page) => settled(page),
    result: figure,
    async check(page) {
      // A phone on its side is 390 pixels high.
      const rows = page.viewportSize()?.height === 390 ? 2 : 5;
      assert.deepEqual(await intoView(page.locator(`${TABLE} tbody tr`).nth(rows - 1).locator("td").last(), "read"), { page: false, zone: false }, `${rows} rows are in the window`);
      assert.ok(await figure(page).evaluate((cell) => parseFloat(getComputedStyle(cell).fontSize) >= 12));
    },
  },
  {
    name: "dark",
    goal: "Open the site on a device with dark colours.",
    address: "",
    opens: true,
    prepare: (page) => page.emulateMedia({ colorScheme: "dark" }),
    play: (page) => settled(page),
    result: figure,
    async check(page) {
      const light = (/** @type {string} */ colour) => (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, each) => sum + Number(each), 0) / 3;
      const { text, paper } = await page.locator("cellveil-builder").evaluate((each) => ({ text: getComputedStyle(each).color, paper: getComputedStyle(each).backgroundColor }));
      assert.ok(light(paper) < 60 && light(text) > 180, `${text} on ${paper}`);
      await accessible(page, "dark");
    },
  },
  {
    name: "slow network",
    goal: "Open the site at 400 kB/s with a delay of 400 ms.",
    address: "",
    opens: true,
    prepare: (page) => throttle(page.context(), page, { offline: false, latency: 400, downloadThroughput: 400_000, uploadThroughput: 400_000 }),
    play: (page) => settled(page),
    result: figure,
    check: async (page) => assert.equal((await figures(page)).length, 44),
  },
  {
    name: "back and forward",
    goal: "Show percentages, read the map page, go back twice and forward once.",
    address: "",
    async play(page, hand) {
      await hand.choose(page.locator("[data-part=figures]"), "percent-row");
      await percentages(page);
      const shown = await figures(page);
      await hand.click(link(page, "Maps"));
      await page.locator("#shown:not([hidden], [aria-busy])").waitFor();
      await hand.go("back");
      await percentages(page);
      await hand.go("back");
      await counts(page);
      await hand.go("forward");
      await percentages(page);
      return shown;
    },
    result: figure,
    async check(page, shown) {
      assert.deepEqual(await figures(page), shown);
      assert.equal(await page.locator("[data-part=figures]").inputValue(), "percent-row");
    },
  },
];

/**
 * @typedef {Effort & { seconds: number, moved: { page: boolean, zone: boolean }, away: number, complaints: string[] }} Played
 * `moved`: what had to scroll before the result was in the window. `away`: how far the page is scrolled at the end, in pixels.
 */

/**
 * Plays a task in a browser that has never seen the site.
 * @param {Chromium} browser
 * @param {string} site
 * @param {Task} task
 * @param {string} name of the window
 * @returns {Promise<Played>}
 */
export async function play(browser, site, task, name) {
  const phone = WINDOWS[name].hasTouch === true;
  const context = await browser.newContext({ ...WINDOWS[name], reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    /** @type {string[]} */
    const complaints = [];
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
    page.on("pageerror", (error) => complaints.push(error.message));
    await task.prepare?.(page, phone);
    const hand = handOf(page, phone);
    if (task.opens) await hand.open(site + task.address);
    else {
      await page.goto(site + task.address);
      await settled(page);
    }
    const played = await task.play(page, hand, phone);
    const moved = await hand.read(task.result(page));
    const seconds = hand.seconds();
    const effort = { ...hand.effort };
    const away = await page.evaluate(() => scrollX + scrollY);
    await task.check(page, played);
    return { ...effort, seconds, moved, away, complaints };
  } finally {
    await context.close();
  }
}

const HEAD = ["task", "clicks", "keys", "texts", "strokes", "page scrolls", "to see the result", "zone scrolls", "seconds"];

/** The cells of a task's row that are the same on every machine. @param {string} name @param {Played} played */
export const countsOf = (name, { clicks, keys, texts, strokes, page, moved }) => `| ${[name, clicks, keys, texts, strokes, page, Number(moved.page)].join(" | ")} |`;

/** @param {[string, Played][]} all */
const tableOf = (all) => [
  `| ${HEAD.join(" | ")} |`,
  `|---|${HEAD.slice(1).map(() => "---:").join("|")}|`,
  ...all.map(([name, played]) => `${countsOf(name, played)} ${played.zone} | ${played.seconds.toFixed(1)} |`),
].join("\n");

await main(import.meta.url, async () => {
  const [option, only, ...more] = process.argv.slice(2);
  const tasks = only === undefined ? TASKS : TASKS.filter(({ name }) => name === only);
  if (more.length || (option !== undefined && option !== "--only") || (option && tasks.length !== 1)) throw new Failure(`expected --only and one of: ${TASKS.map(({ name }) => name).join(", ")}`);
  ensureChromium();
  const server = await serve(path("target/site"));
  const browser = await launch();
  try {
    for (const name of Object.keys(WINDOWS)) {
      /** @type {[string, Played][]} */
      const all = [];
      for (const task of tasks) all.push([task.name, await play(browser, server.url, task, name)]);
      console.log(`\n### ${name}\n\n${tableOf(all)}`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
});
