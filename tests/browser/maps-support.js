// What the tests of maps and community tables share.

import assert from "node:assert/strict";
import axe from "axe-core";

/** @import { Page } from "playwright-core" */

/** No violation of WCAG 2.2 AA, nor of what axe holds to be good practice. @param {Page} page @param {string} state */
export async function accessible(page, state) {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const found = await /** @type {any} */ (globalThis).axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return found.violations.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) => node.target.join(" ")).join("; ")}`);
  });
  assert.deepEqual(violations, [], state);
}

/** Saved by a click: the file's name and bytes. @param {Page} page @param {import("playwright-core").Locator} button */
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
