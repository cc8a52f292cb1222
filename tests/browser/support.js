// Shared helpers for the browser tests: a server, a browser, pages with their complaints, and the contents of pages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";

/** @import { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core" */
/** @import { CellveilTable } from "../../www/element/element.js" */

const VIEWPORT = { width: 1280, height: 900 };
/** The region of the table in the workbench. */
export const TABLE = '[data-part="table"]';

/**
 * Searches the codes of all elements' cubes, which a worker does. Returns the number of the page's workers. Before the
 * search the page has no worker, because its tables are small.
 * @param {Page} page
 * @param {string} [elements]
 */
export async function workersAfterSearch(page, elements = "cellveil-table, cellveil-builder") {
  assert.equal(page.workers().length, 0, "small tables need no worker");
  await page.$$eval(elements, (all) => Promise.all(/** @type {CellveilTable[]} */ (all).map(({ cube }) => cube?.find(cube.dimensions[0].name, ""))));
  return page.workers().length;
}
/** The events that tests may listen to. */
const HEARD = /** @type {const} */ (["request", "requestfinished", "requestfailed", "response", "download", "dialog", "worker"]);

/** The part of Chromium that tests need. @typedef {Pick<Browser, "newContext" | "newPage">} Chromium */
/** A page that several tests use one after another. @typedef {{ page: Page, session: CDPSession, browser: Chromium, options: BrowserContextOptions, complaints: string[] }} Kept */

/** The pool: idle pages, and pages in use. */
const keep = { idle: /** @type {Kept[]} */ ([]), out: /** @type {Set<Kept>} */ (new Set()) };

/**
 * Starts a server and a Chromium for all tests of a file. Pages return to the pool after each test.
 * @param {string | (() => string | Promise<string>)} [folder] the folder to serve, or a function that prepares it
 * @param {() => Promise<Browser>} [start] starts the Chromium
 */
export function setUp(folder = path("target/site"), start = launch) {
  /** @type {Awaited<ReturnType<typeof serve>> | undefined} */
  let serving;
  /** @type {Browser | undefined} */
  let started;
  const server = { url: "" };
  /** @type {Chromium} */
  const browser = {
    newContext: (options) => (started ?? assert.fail("no browser yet")).newContext(options),
    newPage: (options) => (started ?? assert.fail("no browser yet")).newPage(options),
  };
  before(async () => {
    serving = await serve(typeof folder === "string" ? folder : await folder());
    server.url = serving.url;
    started = await start();
  });
  afterEach(() => Promise.all([...keep.out].map(({ page }) => handBack(page))));
  after(async () => {
    await started?.close();
    await serving?.close();
  });
  return { server, browser };
}

/**
 * Looks again and again until the look is right, for at most 20 seconds. Returns the last look.
 * @template T
 * @param {() => Promise<T>} look
 * @param {(found: T) => boolean} isRight
 */
export async function lookUntil(look, isRight) {
  for (const end = Date.now() + 20_000; ;) {
    const found = await look();
    if (isRight(found) || Date.now() > end) return found;
    await new Promise((again) => setTimeout(again, 100));
  }
}

/**
 * Returns a clean page and its complaints. The page may come from an earlier test, because a new process takes longer
 * than most tests.
 * @param {Chromium} browser
 * @param {BrowserContextOptions} [options]
 */
export async function listenedPage(browser, options = {}) {
  const at = keep.idle.findIndex((each) => each.browser === browser && isDeepStrictEqual(each.options, options));
  const kept = at < 0 ? await newPage(browser, options) : keep.idle.splice(at, 1)[0];
  kept.complaints = [];
  kept.page.setDefaultTimeout(15_000);
  keep.out.add(kept);
  return { page: kept.page, complaints: kept.complaints };
}

/** @param {Chromium} browser @param {BrowserContextOptions} options @returns {Promise<Kept>} */
async function newPage(browser, options) {
  // Without motion, because contrasts are not final during a transition.
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  /** @type {Kept} */
  const kept = { page, session: await context.newCDPSession(page), browser, options, complaints: [] };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) kept.complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => kept.complaints.push(`thrown: ${error.message}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  return kept;
}

/**
 * Returns a page to the pool before the test ends and resets it: no history, nothing
 * stored, no cache, no pointer, no routes. A test that adds scripts for each document disposes of them.
 * @param {Page} page
 */
export async function handBack(page) {
  const kept = [...keep.out].find((each) => each.page === page);
  if (!kept) return;
  keep.out.delete(kept);
  if (page.isClosed()) return;
  const { options, session } = kept;
  const context = page.context();
  try {
    for (const event of HEARD) page.removeAllListeners(event);
    context.removeAllListeners("request");
    await Promise.all(context.pages().filter((each) => each !== page).map((each) => each.close()));
    if (page.url().startsWith("http")) await page.evaluate(() => { sessionStorage.clear(); localStorage.clear(); });
    await Promise.all([page.unrouteAll({ behavior: "ignoreErrors" }), context.unrouteAll({ behavior: "ignoreErrors" }), context.setOffline(false), context.clearCookies()]);
    const gone = page.workers().map((worker) => new Promise((closed) => { worker.once("close", closed); }));
    await page.goto("about:blank");
    await context.clearPermissions();
    await Promise.all([
      ...gone,
      context.grantPermissions(options.permissions ?? []),
      page.mouse.move(-10, -10),
      page.setViewportSize(options.viewport ?? VIEWPORT),
      page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? "light", reducedMotion: options.reducedMotion ?? "reduce", forcedColors: options.forcedColors ?? "none" }),
      session.send("Network.clearBrowserCache"),
      session.send("Page.resetNavigationHistory"),
    ]);
    keep.idle.push(kept);
  } catch {
    // The next test gets a new page.
    await context.close();
  }
}

/**
 * Waits until the workbench shows a table with these dimensions and is at rest.
 * @param {Page} page
 * @param {string[]} rows labels
 * @param {string} [columns] the heading of the columns
 */
export async function tableBy(page, rows, columns) {
  await page.waitForFunction(({ rows, columns }) => {
    if (document.querySelector("[aria-busy]")) return false;
    const region = document.querySelector('[data-part="table"]');
    const corners = [...(region?.querySelectorAll("thead .corner") ?? [])].map((each) => each.textContent);
    const over = region?.querySelector("thead tr:first-child .cellveil-dimension:not(.corner)")?.textContent;
    const said = document.querySelector('[data-part="status"]')?.textContent ?? "";
    return corners.join("|") === rows.join("|") && (columns === undefined || over === columns) && /built in [\d,.]+ m?s\.$/.test(said);
  }, { rows, columns });
}

/** Returns the figures on the page, row by row. @param {Page} page @returns {Promise<string[]>} */
export function figures(page) {
  return page.locator(`${TABLE} tbody:not([aria-hidden]) td`).allTextContents();
}

/** Returns the column headings of the innermost dimension and the row headings. @param {Page} page */
export async function headings(page) {
  return {
    columns: await page.locator(`${TABLE} thead tr:last-child .cellveil-column`).allTextContents(),
    rows: await page.locator(`${TABLE} tbody th`).allTextContents(),
  };
}

/** Returns the CSV of the command line. @param {string} cube folder below target @param {...string} query */
export function commandLine(cube, ...query) {
  return execFileSync(path("target/release/cellveil"), ["table", path("target", cube), ...query], { encoding: "utf8", maxBuffer: 2 ** 28 });
}

/** Returns the receipt of the command line for the query. @param {string} cube @param {...string} query */
export function receiptOf(cube, ...query) {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-receipt-"));
  try {
    commandLine(cube, ...query, "--receipt", join(folder, "receipt.json"));
    return readFileSync(join(folder, "receipt.json"), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the figures of a CSV in the format of the page. @param {string} csv */
export function figuresOf(csv) {
  return csv.trim().split("\n").slice(1).map((line) => {
    const [value, status] = line.split(",").slice(-2);
    if (status !== "") return { suppressed: "[c]", blocked: "[x]" }[status];
    return Number(value).toLocaleString("en-GB");
  });
}

/** Removes every variable from rows and columns by clicks. @param {Page} page */
export async function clearChips(page) {
  const remove = page.locator(':is([data-place="rows"], [data-place="columns"]) .cv-remove');
  for (let left = await remove.count(); left > 0; left = await remove.count()) await remove.first().click();
}

/** Clicks a button. @param {Page} page @param {string} name */
export async function press(page, name) {
  await page.getByRole("button", { name, exact: true }).click();
}

/** The place's name in the panel "Add". @typedef {"Rows" | "Columns" | "Layers" | "Filters"} Place */

/** Opens the panel "Add" at a place. @param {Page} page @param {Place} place */
export async function openAdd(page, place) {
  await page.locator('[data-part="add"]').click();
  const panel = page.getByRole("dialog", { name: "Add", exact: true });
  await panel.getByRole("radio", { name: place, exact: true }).check();
  return panel;
}

/** A variable in the panel "Add". @param {Page} page @param {string} label */
export const listed = (page, label) => page.locator(".cv-variable-main").filter({ has: page.getByText(label, { exact: true }) });

/**
 * Adds variables to a place with the panel "Add", and closes the panel.
 * @param {Page} page
 * @param {Place} place
 * @param {...string} labels
 */
export async function add(page, place, ...labels) {
  const panel = await openAdd(page, place);
  for (const label of labels) await listed(page, label).click();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
}

/**
 * Opens the panel of a variable's chip.
 * @param {Page} page
 * @param {string} label
 * @param {"rows" | "columns" | "layers" | "filters"} place
 */
export async function openChip(page, label, place) {
  // The chip also names its categories or groups.
  await page.getByRole("button", { name: new RegExp(`^${label}(, .*)?, in ${place}: change$`) }).click();
  return page.getByRole("dialog", { name: label, exact: true });
}

/**
 * Moves a variable to another place with the panel of its chip.
 * @param {Page} page
 * @param {string} label
 * @param {"rows" | "columns" | "layers" | "filters"} from
 * @param {"rows" | "columns" | "layers" | "filter"} to
 */
export async function moveChip(page, label, from, to) {
  const panel = await openChip(page, label, from);
  await panel.getByRole("group", { name: "Move to" }).getByRole("button", { name: to, exact: true }).click();
  await page.keyboard.press("Escape");
}

/**
 * Saves a file with the menu "Save".
 * @param {Page} page
 * @param {string} item of the menu
 */
export async function downloaded(page, item = "csv") {
  await page.locator('[data-part="save"]').click();
  return fileOf(page, () => page.locator(`[data-save="${item}"]`).click());
}

/** Returns the file that an action saves. @param {Page} page @param {() => Promise<unknown>} action */
export async function fileOf(page, action) {
  const waiting = page.waitForEvent("download");
  await action();
  const download = await waiting;
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  const bytes = Buffer.concat(parts);
  return { name: download.suggestedFilename(), bytes, text: bytes.toString("utf8") };
}

/** Expects an alert in plain words and no table, and returns its texts. @param {Page} page @param {RegExp} words */
export async function alerted(page, words) {
  const alert = page.getByRole("alert");
  await alert.waitFor();
  const plain = await alert.locator("p").first().innerText();
  assert.match(plain, words);
  assert.doesNotMatch(plain, /undefined|\[object|Error:|at \w+ \(/, "plain words");
  await page.waitForFunction(() => document.querySelector('[data-part="status"]')?.textContent?.endsWith("No table was built."));
  assert.equal(await page.locator(TABLE).isVisible(), false, "no table beside an error");
  assert.equal(await page.locator('[data-part="save"]').isEnabled(), false, "nothing to save");
  assert.equal(await page.locator('[data-part="progress"]').isVisible(), false, "nothing is on its way");
  return { plain, technical: await alert.locator(".cv-technical").textContent() };
}
