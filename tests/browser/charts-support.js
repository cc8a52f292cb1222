// Shared helpers for the tests of charts.

import { listenedPage } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @import { Chromium } from "./support.js" */

export const CENSUS = "site/cubes/census2011-teaching";
export const HYPERCUBE = "site/cubes/hypercube";

/** Opens the workbench with a chart. @param {{ url: string }} server @param {Chromium} browser */
export const charting = (server, browser) => async (/** @type {string} */ hash, /** @type {BrowserContextOptions} */ options = {}) => {
  const listened = await listenedPage(browser, options);
  await listened.page.goto(`${server.url}${hash}`);
  await listened.page.waitForSelector("#chart svg.chart");
  return listened;
};

/** Returns the cells of the command line's CSV in their order, without totals. @param {string} csv */
export function cellsOf(csv) {
  return csv.trim().split("\n").slice(1).map((line, cell) => {
    const fields = line.split(",");
    const [value, status] = fields.slice(-2);
    return { cell, codes: fields.slice(0, -2), value: status === "" ? value : null, status };
  });
}

/** @type {[kind: string, cube: string, hash: string, query: string[], role: string][]} */
export const CASES = [
  ["bar", CENSUS, "rows=region&columns=sex", ["--rows", "region", "--columns", "sex"], "Bar chart"],
  ["bar", CENSUS, "rows=religion&columns=ethnic_group&method=suppress10", ["--rows", "religion", "--columns", "ethnic_group", "--method", "suppress10"], "Bar chart"],
  ["line", CENSUS, "rows=age&columns=marital_status&method=suppress10", ["--rows", "age", "--columns", "marital_status", "--method", "suppress10"], "Line chart"],
  ["line", CENSUS, "rows=age&columns=region", ["--rows", "age", "--columns", "region"], "Line chart"],
  ["heat", CENSUS, "rows=religion&columns=ethnic_group&method=suppress10", ["--rows", "religion", "--columns", "ethnic_group", "--method", "suppress10"], "Heat map"],
  ["heat", HYPERCUBE, "rows=occupation,sex&columns=education", ["--rows", "occupation,sex", "--columns", "education"], "Heat map"],
  ["pyramid", HYPERCUBE, "rows=age&columns=sex", ["--rows", "age", "--columns", "sex"], "Population pyramid"],
  ["pyramid", CENSUS, "rows=sex&columns=age&filter=religion=5&method=suppress10", ["--rows", "sex", "--columns", "age", "--filter", "religion=5", "--method", "suppress10"], "Population pyramid"],
];

/** @param {Page} page @param {string} button */
export async function saved(page, button) {
  const waiting = page.waitForEvent("download");
  await page.locator(button).click();
  const download = await waiting;
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}
