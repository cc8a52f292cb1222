// Shared helpers for the tests of the page of risk and utility: its figures, and the output of `cellveil measure`.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { path } from "../../scripts/lib.js";
import { listenedPage, setUp } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

export const CENSUS = "#cube=census2011-teaching";
export const SIX = "methods=default,none,rounding5,ten-five,~rounding-3,~standard";

/** Serves the site to the tests of the file that imports this module. */
export const { server, browser } = setUp();

/**
 * Opens the page, waits for its figures, and collects complaints.
 * @param {string} [hash]
 * @param {BrowserContextOptions} [options]
 */
export async function risk(hash = "", options = {}) {
  const listened = await listenedPage(browser, options);
  await listened.page.goto(`${server.url}risk.html${hash}`);
  await measured(listened.page);
  return listened;
}

/** @param {Page} page */
export async function measured(page) {
  // The page measures after the clicks have stopped. This timer is longer than the timer of the page.
  await page.evaluate(() => new Promise((ended) => { setTimeout(ended, 250); }));
  await page.waitForFunction(() => document.querySelector("#status")?.textContent !== "" && !document.querySelector("#told[aria-busy]"));
}

/** Returns the measures that the command line prints. @param {string} cube @param {...string} args */
export function printed(cube, ...args) {
  return JSON.parse(execFileSync(path("target/release/cellveil"), ["measure", path("target/site/cubes", cube), ...args], { encoding: "utf8" }));
}

/**
 * Returns all leaves of a JSON object with their paths.
 * @param {any} value
 * @param {string} [at]
 * @returns {[string, unknown][]}
 */
export function leaves(value, at = "") {
  if (value === null || typeof value !== "object") return [[at, value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, at ? `${at}.${name}` : name));
}

/** Returns the exact figures of the table of all measures. A dash is null. @param {Page} page */
export async function shownMeasures(page) {
  const lines = await page.locator("#measures [data-measure]").evaluateAll((rows) => rows.map((row) =>
    /** @type {[string, string | null]} */ ([row.getAttribute("data-measure"), row.querySelector("data")?.value ?? null])));
  return Object.fromEntries(lines);
}

/** @typedef {{ method: string | null, figures: (number | null)[], text: string }} Line */
/** Returns the lines of the table of points: utility, risk and the table's risk before. @param {Page} page @returns {Promise<Line[]>} */
export const lines = (page) => page.locator("#points [data-method]").evaluateAll((rows) => rows.map((row) => ({
  method: row.getAttribute("data-method"),
  figures: [...row.querySelectorAll("data"), ...row.querySelectorAll("td:nth-child(3)")].map((each) => Number(each instanceof HTMLDataElement ? each.value : row.closest("tbody")?.dataset.before)),
  text: /** @type {HTMLElement} */ (row).innerText.replaceAll(/\s+/g, " "),
})));

/** Returns the titles of the chart's marks. @param {Page} page */
export const dots = (page) => page.locator("#map svg path title, #map svg circle title").allTextContents();

/** @param {Page} page @param {string} button */
export async function saved(page, button) {
  const waiting = page.waitForEvent("download");
  await page.locator(`#${button}`).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/**
 * Opens the page with an API whose cubes `change` alters.
 * @param {string} hash
 * @param {string} change  of `cube`, in JavaScript
 */
export async function changed(hash, change) {
  const listened = await listenedPage(browser);
  const real = readFileSync(path("target/site/cellveil/js/index.js"), "utf8");
  await listened.page.route("**/cellveil/js/real.js", (route) => route.fulfill({ body: real, contentType: "text/javascript" }));
  await listened.page.route("**/cellveil/js/index.js", (route) => route.fulfill({
    body: `import * as api from "./real.js"; export * from "./real.js"; export async function openCube(...all) { const cube = await api.openCube(...all); ${change} return cube; }`,
    contentType: "text/javascript",
  }));
  await listened.page.goto(`${server.url}risk.html${hash}`);
  await measured(listened.page);
  return listened;
}
