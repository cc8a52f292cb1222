// Makes datasets of four files on the page "Make a dataset", with no other edits than the decisions.
// `node tests/browser/make-time.js` prints the seconds from the choice of a file to its first table. `--households N` sets
// the size of the Parquet file: 2,174,000 households have about five million persons.

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { main, path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { ensureChromium, launch } from "./chromium.js";
import { writeFiles } from "./make-files.js";
import { build, go, openMake, rest } from "./make-support.js";

/** @import { Page } from "playwright-core" */

const LONG = 600_000;

/**
 * Makes a dataset of a file, and returns the seconds of each part of the way and the first figures.
 * @param {Page} page @param {string} url of the site @param {{ file: string, keyed: boolean }} input
 */
export async function makeOf(page, url, { file, keyed }) {
  page.setDefaultTimeout(LONG);
  await openMake(page, url);
  const start = performance.now();
  let last = start;
  const lap = () => { const now = performance.now(); const seconds = (now - last) / 1000; last = now; return seconds; };
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.locator('[data-part="next"]').waitFor();
  await rest(page);
  const proposals = lap();
  if (!keyed) {
    await go(page, "keys");
    const download = page.waitForEvent("download");
    await page.locator('[data-part="draw"]').click();
    await (await download).delete();
    await page.locator('[data-part="keyed"]').waitFor();
  }
  // The reader decides what the data are and who sees them.
  await go(page, "method");
  await page.getByRole("radio", { name: /^Invented/ }).check();
  await page.getByRole("radio", { name: "Students" }).check();
  const decisions = lap();
  await build(page);
  const built = lap();
  await go(page, "try");
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("cellveil-builder"))?.table, undefined, { timeout: LONG });
  const table = lap();
  const figures = await page.locator("cellveil-builder [data-part=table] tbody td").count();
  return { proposals, decisions, built, table, total: (performance.now() - start) / 1000, figures };
}

/** @param {number} households */
async function print(households) {
  ensureChromium();
  const folder = mkdtempSync(join(tmpdir(), "cellveil-make-time-"));
  const [server, browser] = [await serve(path("target/site")), await launch()];
  try {
    console.log("| file | size | proposals | keys and decisions | dataset | first table | together |\n|---|--:|--:|--:|--:|--:|--:|");
    for (const input of writeFiles(folder, households)) {
      const page = await browser.newPage();
      const found = await makeOf(page, server.url, input);
      const seconds = [found.proposals, found.decisions, found.built, found.table, found.total].map((value) => `${value.toFixed(1)} s`);
      console.log(`| ${input.name} | ${(statSync(input.file).size / 1e6).toFixed(1)} MB | ${seconds.join(" | ")} |`);
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

await main(import.meta.url, () => {
  const { values } = parseArgs({ options: { households: { type: "string", default: "2174000" } } });
  return print(Number(values.households));
});
