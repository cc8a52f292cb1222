// Helpers for the tests of `cellveil bundle`: the command, and pages from disk without a network.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { path } from "../../scripts/lib.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */

export const CENSUS = "site/cubes/census2011-teaching";

/** Tables that cover each kind of query, with their cube. @type {[cube: string, ...query: string[]][]} */
export const QUERIES = [
  [CENSUS, "--rows", "region", "--columns", "sex,age:band"],
  [CENSUS, "--rows", "religion", "--filter", "sex=2", "--filter", "region=E12000007,W92000004", "--no-totals"],
  [CENSUS, "--rows", "region", "--group", 'region:"North, and ""east"""=E12000001,E12000002', "--group", "region:South=E12000008,E12000009", "--columns", "sex"],
  [CENSUS, "--rows", "age", "--method", "zeros"],
  [CENSUS, "--rows", "age", "--method", '{"kind":"random-rounding","base":7}'],
  [CENSUS, "--rows", "region", "--columns", "sex", "--method", "controlled5"],
  [CENSUS, "--rows", "health", "--columns", "sex", "--method", "suppression10", "--with-table", "rows=health&columns=age:band"],
  ["site/cubes/census2011-teaching-sealed", "--rows", "region", "--columns", "sex"],
  ["site/cubes/tidewell", "--rows", "area:district", "--columns", "sex"],
];

/**
 * Writes a file with a cube, and returns its path.
 * @param {string} folder for the file
 * @param {string} cube folder below target
 * @param {...string} args
 */
export const bundled = (folder, cube, ...args) => written(folder, path("target", cube), ...args);

/**
 * Writes a file with the lessons, and returns its path.
 * @param {string} folder for the file
 * @param {...string} args
 */
export const bundledLessons = (folder, ...args) => written(folder, "--page", "lesson", ...args);

/** @param {string} folder @param {...string} args */
function written(folder, ...args) {
  const file = join(folder, "one.html");
  execFileSync(path("target/release/cellveil"), ["bundle", ...args, "--out", file, "--force"], { stdio: ["ignore", "ignore", "pipe"] });
  return file;
}

/** Whether an address is part of the file itself. @param {string} address */
export const isInside = (address) => /^(?:file|blob|data):/.test(address);

/**
 * Opens a file without a network. `foreign` are the addresses that the page requested, and `complaints` what the browser
 * reports. A table or an error is in the page before the function returns.
 * @param {Browser} browser
 * @param {string} file
 * @param {BrowserContextOptions} [options]
 * @param {(page: Page) => Promise<unknown>} [prepare] called before the page opens
 */
export async function openedFile(browser, file, options = {}, prepare) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", offline: true, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const foreign = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
  context.on("request", (request) => { if (!isInside(request.url())) foreign.push(request.url()); });
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
  await prepare?.(page);
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => document.querySelector("td, [role=alert]:not([hidden]), .learn-list, [data-question]") && !document.querySelector("[aria-busy=true]"));
  return { page, complaints, foreign };
}
