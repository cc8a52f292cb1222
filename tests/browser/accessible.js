// Lists the violations of WCAG 2.2 AA and of axe's best practices on a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @import { Page } from "playwright-core" */

// The minified file is half as large as axe.source, and every document compiles the script.
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Violations with the rule, the element and the reason.
 * @param {Page} page
 * @param {string} [within] selector of a part; default: the complete page
 * @returns {Promise<string[]>}
 */
export async function violations(page, within) {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(AXE);
  return page.evaluate(async (within) => {
    const { violations } = await /** @type {typeof import("axe-core")} */ (Object(globalThis).axe).run(within ?? document, {
      runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
      // Experimental in axe, but required by WCAG 2.5.3.
      rules: { "label-content-name-mismatch": { enabled: true } },
      // Rules without violations need only one node.
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary?.split("\n").slice(1).join(" ")}`));
  }, within);
}

/**
 * Waits until the page is at rest and expects no violation. During a transition, contrasts are not final.
 * @param {Page} page
 * @param {string} [state]
 * @param {string} [within]
 */
export async function accessible(page, state, within) {
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]")
    && document.getAnimations().every((each) => each.playState !== "running" || each.effect?.getComputedTiming().endTime === Infinity));
  assert.deepEqual(await violations(page, within), [], state);
}
