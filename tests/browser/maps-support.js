// What the tests of maps and community tables share.

/** @import { Page } from "playwright-core" */

/** The name and bytes of the file that a click downloads. @param {Page} page @param {import("playwright-core").Locator} button */
export async function saved(page, button) {
  const waiting = page.waitForEvent("download");
  await button.click();
  const download = await waiting;
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** Lines of a CSV without quoted fields, by the codes of its first column. @param {string} csv */
export function linesOf(csv) {
  const [head, ...lines] = csv.trimEnd().split("\n").map((line) => line.split(","));
  return { head, lines };
}
