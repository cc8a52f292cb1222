// Shared helpers for the tests of maps and community tables.

/** @import { Page } from "playwright-core" */

/**
 * Clicks a button and returns the name and the bytes of the downloaded file.
 * @param {Page} page
 * @param {import("playwright-core").Locator} button
 */
export async function saved(page, button) {
  const waiting = page.waitForEvent("download");
  await button.click();
  const download = await waiting;
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** Parses a CSV without quoted fields. @param {string} csv */
export function linesOf(csv) {
  const [head, ...lines] = csv.trimEnd().split("\n").map((line) => line.split(","));
  return { head, lines };
}
