// The audit on the page of risk and utility, and the report as a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./accessible.js";
import { browser, risk, saved } from "./risk-support.js";
import { listenedPage } from "./support.js";

const HYPERCUBE = "#cube=hypercube&rows=region&columns=sex&methods=default";

test("the page audits a dataset and saves the report as a page that prints on A4", async () => {
  const { page, complaints } = await risk(HYPERCUBE);
  const section = page.locator("#audit-section");
  await section.getByLabel("Variables per table, at most").selectOption("1");
  await section.getByRole("button", { name: "Run the audit" }).click();
  await section.locator("#audit-save").waitFor({ timeout: 60_000 });
  const verdict = await section.locator(".audit-verdict").innerText();
  assert.match(verdict, /^(PASS: all \d+ tested findings are within their limits|FAIL: \d+ of \d+ tested findings exceed their limits: [a-z, -]+)\.$/);
  assert.match(await section.locator("#audit-status").innerText(), /^(PASS|FAIL): \d+ tables audited\.$/);
  assert.equal(await section.locator("#audit-stop").isVisible(), false);
  const names = await section.locator("[data-finding]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-finding")));
  assert.ok(names.includes("reconstruction") && names.includes("equality"));
  assert.match(await section.locator(".audit-untested").innerText(), /composition: needs an earlier release/);
  await accessible(page, "after the audit");
  const { name, text } = await saved(page, "audit-save");
  assert.equal(name, "hypercube-audit.html");
  assert.deepEqual(complaints, []);

  const report = await listenedPage(browser);
  await report.page.setContent(text);
  assert.match(await report.page.locator("h1").innerText(), new RegExp(`^Audit of hypercube: ${verdict.slice(0, 4)}$`));
  assert.deepEqual(await report.page.locator("h3").evaluateAll((all) => all.map(({ id }) => id).sort()), names.toSorted());
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await report.page.emulateMedia({ colorScheme });
    await accessible(report.page, `the report, ${colorScheme}`);
  }
  await report.page.emulateMedia({ media: "print" });
  await report.page.setViewportSize({ width: 672, height: 987 }); // A4 less the margins, at 96 dots per inch
  assert.ok(await report.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.equal(await report.page.locator("details li").first().isVisible(), true);
  assert.deepEqual(report.complaints, []);
});

test("a stopped audit ends at once, and another dataset removes the report", async () => {
  const { page, complaints } = await risk(HYPERCUBE);
  const section = page.locator("#audit-section");
  await section.getByLabel("Variables per table, at most").selectOption("4");
  await section.getByRole("button", { name: "Run the audit" }).click();
  await section.getByRole("button", { name: "Stop" }).click();
  await page.getByText("The audit was stopped.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "audit-run");
  assert.equal(await section.locator("#audit-save").isVisible(), false);
  await page.locator("[data-part=dataset]").selectOption("hypercube-sealed");
  await page.waitForFunction(() => document.querySelector("#audit-section")?.hasAttribute("hidden"));
  assert.deepEqual(complaints, []);
});
