// What both elements show in a page with one of each, and the parts of the builder that load later.

import assert from "node:assert/strict";

/** @import { Page } from "playwright-core" */

/** Waits until the element shows a table or an error. @param {Page} page */
export const tableOf = (page) => page.locator("cellveil-table:has(table), cellveil-table:has(.cellveil-error)").evaluate((element) => ({
  figures: [...element.querySelectorAll("td.cellveil-value")].map((cell) => cell.textContent),
  error: element.querySelector(".cellveil-reason")?.textContent,
}));

/** Waits until the builder shows a table or an error. @param {Page} page */
export async function builderOf(page) {
  await page.locator('cellveil-builder:not([aria-busy]) :is([data-part="table"] td, [data-part="refusal"])').first().waitFor();
  return page.locator("cellveil-builder").evaluate((element) => ({
    figures: [...element.querySelectorAll('[data-part="table"] td')].map((cell) => cell.textContent),
    error: element.querySelector('[data-part="refusal"] .cv-technical')?.textContent,
  }));
}

/** Uses the builder's drawer, which needs the full core, then saves a workbook and draws a chart. @param {Page} page */
export async function laterParts(page) {
  await page.locator('cellveil-builder [data-part="table"] td').first().click();
  await page.locator('[data-part="explain"]').click();
  await page.locator('[data-part="drawer"]').getByText("certainly stands for").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: /^Excel/ }).click();
  assert.match((await saved).suggestedFilename(), /\.xlsx$/);
  await page.getByLabel("Chart").selectOption("bar");
  await page.locator("cellveil-builder svg").first().waitFor();
}
