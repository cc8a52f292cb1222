// The page "Make a dataset" with four files, with no other edits than the decisions: the census sample without keys, a
// survey with semicolons, 50,000 invented people in Parquet, and 60 columns. A CSV file of a million rows streams through the
// worker, with progress. `node tests/browser/make-time.js --households 2174000` makes a dataset of five million people.

import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { writeFiles } from "./make-files.js";
import { build, go, openMake, rest, tiledByCommand, unzipped } from "./make-support.js";
import { makeOf } from "./make-time.js";
import { fileOf, listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();

const folder = mkdtempSync(join(tmpdir(), "cellveil-large-"));
after(() => rmSync(folder, { recursive: true }));

const ROWS = 1_000_000;
const AT_ONCE = 100_000;
/** Households with 50,000 persons. */
const HOUSEHOLDS = 21_900;

/** Writes records with keys. @param {string} file */
function writeRecords(file) {
  const out = openSync(file, "w");
  let seed = 7;
  const draw = (/** @type {number} */ of) => (seed = (seed * 48_271) % 2_147_483_647) % of;
  writeSync(out, "sex,age,region,record_key\n");
  for (let row = 0; row < ROWS; row += AT_ONCE) {
    writeSync(out, Array.from({ length: AT_ONCE }, () => `${1 + draw(2)},${draw(97)},E0${1 + draw(9)},${draw(65_536) * 65_536 + draw(65_536)}\n`).join(""));
  }
  closeSync(out);
}

/** Saves the specification and the dataset, and compares the dataset with that of the command line. @param {Page} page @param {{ name: string, bytes: Buffer }} records */
async function hasTheBytesOfTheCommand(page, records) {
  await go(page, "save");
  const specification = unzipped((await fileOf(page, () => page.locator('[data-part="specification"]').getByRole("button").click())).bytes);
  const made = unzipped((await fileOf(page, () => page.locator('[data-part="keyed"]').getByRole("button", { name: "Save as ZIP" }).click())).bytes);
  const expected = tiledByCommand(specification, records);
  assert.deepEqual([...made.keys()].sort(), [...expected.keys()].sort());
  for (const [name, bytes] of expected) assert.ok(made.get(name)?.equals(bytes), name);
}

test("a file of a million rows streams through the worker", { timeout: 600_000 }, async () => {
  const file = join(folder, "large.csv");
  writeRecords(file);
  assert.ok(statSync(file).size > 19e6);
  const { page } = await listenedPage(browser);
  await openMake(page, server.url);
  // A fast machine shows the rate for a moment only, so the page itself collects the texts.
  await page.evaluate(() => {
    /** @type {string[]} */
    const rates = (/** @type {any} */ (globalThis).rates = []);
    new MutationObserver(() => rates.push(document.querySelector(".make-rate")?.textContent ?? "")).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.locator('[data-part="next"]').waitFor({ timeout: 300_000 });
  const rates = await page.evaluate(() => /** @type {string[]} */ (/** @type {any} */ (globalThis).rates));
  assert.ok(rates.some((text) => /\d MB of \d+ MB, \d+ MB a second/.test(text)), [...new Set(rates)].slice(0, 20).join());
  await rest(page);
  assert.match(await page.locator(".make-facts").innerText(), /1,000,000/);
  await go(page, "keys");
  assert.match(await page.locator('[data-part="key"]').innerText(), /record_key/);
  await build(page);
  await hasTheBytesOfTheCommand(page, { name: "large.csv", bytes: readFileSync(file) });
  await page.close();
});

test("four files become datasets without edits", { timeout: 900_000 }, async (t) => {
  for (const input of writeFiles(folder, HOUSEHOLDS)) {
    await t.test(input.name, { timeout: 600_000 }, async () => {
      const { page } = await listenedPage(browser);
      const { figures, total, ...parts } = await makeOf(page, server.url, input);
      console.log(`${input.name}: ${total.toFixed(1)} s to the first table, ${Object.entries(parts).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(", ")}`);
      assert.ok(figures > 1, `${figures} figures`);
      if (input.name.includes("Parquet")) {
        await go(page, "file");
        const facts = await page.locator(".make-facts").innerText();
        const rows = Number(/Records\s+([\d,]+)/.exec(facts)?.[1].replaceAll(",", ""));
        assert.ok(rows > 49_000, facts);
      }
      await page.close();
    });
  }
});
