// Shared helpers for the tests of the result.

import { accessible as accessibleIn } from "./accessible.js";
import { listenedPage, setUp } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

export const CENSUS = "site/cubes/census2011-teaching";
export const HYPERCUBE = "site/cubes/hypercube";
export const HASH = "#cube=census2011-teaching";

/** Serves the site to the tests of the file that imports this module. */
export const { server, browser } = setUp();

/** @param {string} hash @param {BrowserContextOptions} [options] */
export async function opened(hash, options) {
  const { page, complaints } = await listenedPage(browser, options);
  await page.goto(server.url + hash);
  await built(page);
  return { page, complaints };
}

/** @param {Page} page */
export async function built(page) {
  await page.waitForFunction(() => document.querySelector('[data-part="table"]:not([aria-busy]) td') && /built in [\d,.]+ m?s\.$/.test(document.querySelector('[data-part="status"]')?.textContent ?? ""));
}

/** Checks only the result; other tests check the controls. @param {Page} page @param {string} state */
export const accessible = (page, state) => accessibleIn(page, state, ".cv-result");

/** Returns the cells of a CSV by their codes. @param {string} csv */
export function cellsOf(csv) {
  return new Map(csv.trim().split("\n").slice(1).map((line) => {
    const fields = line.split(",");
    return [fields.slice(0, -2).join(), fields[fields.length - 1] === "" ? Number(fields[fields.length - 2]) : null];
  }));
}

export const one = (/** @type {number} */ value) => value.toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number | null | undefined} a @param {number | null | undefined} b @param {number} times */
export function share(a, b, times) {
  if (typeof a !== "number" || typeof b !== "number") return "[c]";
  if (b <= 0) return "[z]";
  const value = (a / b) * times;
  return value > 0 && value < 0.05 ? "[low]" : one(value);
}

/** @param {Page} page @param {string} value */
export async function showAs(page, value) {
  await page.getByLabel("Show as").selectOption(value);
}

export const REGIONS = ["E12000001", "E12000002", "E12000003", "E12000004", "E12000005", "E12000006", "E12000007", "E12000008", "E12000009", "W92000004", "_T"];
