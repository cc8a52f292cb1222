// What axe finds on a page: WCAG 2.2 AA and axe's own best practices.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @import { Page } from "playwright-core" */

// Half of axe.source, which has to be compiled in each document.
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Each with what it is found in. @param {Page} page @param {string} [within] a part of the page; else all of it @returns {Promise<string[]>} */
export async function violations(page, within) {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(AXE);
  return page.evaluate(async (within) => {
    const { violations } = await /** @type {typeof import("axe-core")} */ (Object(globalThis).axe).run(within ?? document, {
      runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
      // Experimental in axe, but WCAG 2.5.3 all the same.
      rules: { "label-content-name-mismatch": { enabled: true } },
      // Of others than violations, one node is enough.
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary?.split("\n").slice(1).join(" ")}`));
  }, within);
}

/** No violation, once the page is at rest: colours half way between two have the contrast of neither. @param {Page} page @param {string} [state] @param {string} [within] */
export async function accessible(page, state, within) {
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]")
    && document.getAnimations().every((each) => each.playState !== "running" || each.effect?.getComputedTiming().endTime === Infinity));
  assert.deepEqual(await violations(page, within), [], state);
}
