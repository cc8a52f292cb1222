// The peel of the builder: true counts, noise and published values in the same table, and the steps from the people in a
// cell to its figure. The figures are those of `cellveil table --reveal` and `cellveil trace`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible } from "./accessible.js";
import { TABLE, commandLine, figures, setUp } from "./support.js";
import { CENSUS, LINK, opening, settled } from "./workbench-support.js";

const { server, browser } = setUp();
const opened = (/** @type {string} */ hash, options = {}) => opening(server, browser)(hash, options);

const TABLES = `${LINK}&rows=region&columns=sex`;
const numbersOf = (/** @type {string[]} */ texts) => texts.map((text) => Number(text.replaceAll(",", "").replace("−", "-")));

/** True count, key and noise of each cell. */
const revealed = () => commandLine(CENSUS, "--rows", "region", "--columns", "sex", "--reveal").trim().split("\n").slice(1).map((line) => line.split(",").slice(-5));

/** @param {import("playwright-core").Page} page @param {"true" | "noise" | "published"} which */
async function peel(page, which) {
  await page.locator(`[data-part=peel] input[value=${which}]`).check({ force: true });
  await settled(page, /built in|true counts|Noise|Published|shown/i);
  await page.waitForFunction((which) => (which === "published" ? !location.hash.includes("figures=") : location.hash.includes(`figures=${which}`)), which);
}

test("the peel shows true counts, noise and published values in the same rows", async () => {
  const { page, complaints } = await opened(TABLES);
  const lines = revealed();
  const published = numbersOf(await figures(page));
  assert.deepEqual(published, lines.map(([value]) => Number(value)));
  await peel(page, "true");
  await page.locator("[data-part=true-counts]").waitFor();
  assert.deepEqual(numbersOf(await figures(page)), lines.map(([, , count]) => Number(count)));
  assert.equal(await page.locator("[data-part=save]").isDisabled(), true, "files have the published values only");
  await accessible(page, "true counts");
  await peel(page, "noise");
  await page.locator("[data-part=noise]").waitFor();
  assert.deepEqual(numbersOf(await figures(page)), lines.map(([, , , , noise]) => Number(noise)));
  assert.ok(lines.some(([, , , , noise]) => Number(noise) < 0), "the noise has both signs");
  await accessible(page, "noise");
  // The address keeps the choice.
  await page.reload();
  await page.locator("[data-part=noise]").waitFor();
  await peel(page, "published");
  assert.deepEqual(numbersOf(await figures(page)), published);
  assert.equal(await page.locator("[data-part=save]").isDisabled(), false);
  // The arrow keys move between the three.
  await page.locator("[data-part=peel] input[value=published]").focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator("[data-part=noise]").waitFor();
  assert.deepEqual(complaints, []);
});

test("the steps lead from the people of a cell to its figure", async () => {
  const { page } = await opened(`${LINK}&rows=region&columns=ethnic_group&figures=true`);
  const cube = path("target/site/cubes/census2011-teaching");
  const trace = JSON.parse(execFileSync(path("target/release/cellveil"), ["trace", cube, "--cell", "region=W92000004", "--cell", "ethnic_group=4", "--format", "json"], { encoding: "utf8" }));
  assert.ok(trace.count > 1 && trace.count < 10);
  const row = page.locator(`${TABLE} tbody tr`).filter({ has: page.getByRole("rowheader", { name: "Wales", exact: true }) });
  const heads = await page.locator(`${TABLE} thead tr`).last().locator("th[scope=col]").allTextContents();
  const column = heads.findIndex((text) => /Black/.test(text));
  assert.ok(column >= 0, heads.join());
  await row.locator("td").nth(column).click();
  await page.locator("[data-part=trace]").click();
  const steps = page.locator("[data-part=steps]");
  await steps.waitFor();
  const text = (await steps.innerText()).replaceAll(",", "").replaceAll("−", "-");
  assert.match(text, new RegExp(`${trace.count} records are in this cell`));
  for (const { key } of trace.members) assert.ok(text.includes(String(key)), "every record key");
  assert.ok(text.includes(`The cell key is ${trace.key}`) && text.includes(`${trace.row.draw} of ${trace.row.draws}`));
  assert.match(text, new RegExp(`${trace.count} ${trace.noise < 0 ? "-" : "\\+"}${Math.abs(trace.noise)} = ${trace.value}`));
  await accessible(page, "steps");
});

test("a sealed dataset has no peel, and a link does not bring it back", async () => {
  const { page } = await opened("#cube=census2011-teaching-sealed&rows=region&columns=sex&figures=true");
  assert.equal(await page.locator("[data-part=peel]").count(), 0);
  assert.equal(await page.locator("[data-part=true-counts]").count(), 0);
  await page.locator(`${TABLE} tbody td`).first().click();
  await page.locator("[data-part=drawer]").getByText("Shown: ").waitFor();
  assert.equal(await page.locator("[data-part=trace]").count(), 0);
});
