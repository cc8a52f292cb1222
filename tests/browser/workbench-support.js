// Shared helpers for the tests of the workbench.

import assert from "node:assert/strict";
import { commandLine, downloaded, listenedPage } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @import { Chromium } from "./support.js" */

export const CENSUS = "site/cubes/census2011-teaching";
export const LINK = "#cube=census2011-teaching";

/** Waits until the page is at rest and the status matches `words`. @param {Page} page @param {RegExp} [words] */
export async function settled(page, words = /built in [\d,.]+ m?s\.$/) {
  await page.waitForFunction(({ source, flags }) => {
    return !document.querySelector("[aria-busy]") && new RegExp(source, flags).test(document.querySelector('[data-part="status"]')?.textContent ?? "");
  }, { source: words.source, flags: words.flags });
}

/** Returns the choice in the address, decoded and without the cube. @param {Page} page */
export async function choice(page) {
  return decodeURIComponent(new URL(page.url()).hash).replace(/^#cube=[^&]*&/, "");
}

/** @param {Page} page @param {string} expected */
export async function chosen(page, expected) {
  await page.waitForFunction((expected) => decodeURIComponent(location.hash).replace(/^#cube=[^&]*&/, "") === expected, expected)
    .catch(async () => assert.equal(await choice(page), expected));
}

/**
 * Checks that the table equals the command line's table.
 * @param {Page} page
 * @param {string} cube
 * @param {...string} query
 */
export async function equals(page, cube, ...query) {
  await settled(page);
  assert.equal((await downloaded(page)).text, commandLine(cube, ...query));
}

/**
 * Opens the workbench with a link, and waits until the page is at rest.
 * @param {{ url: string }} server
 * @param {Chromium} browser
 */
export const opening = (server, browser) => async (/** @type {string} */ hash, /** @type {BrowserContextOptions} */ options = {}) => {
  const listened = await listenedPage(browser, options);
  await listened.page.goto(`${server.url}${hash}`);
  await settled(listened.page, /built in|No table was built|too many to draw|Add a variable/);
  return listened;
};
