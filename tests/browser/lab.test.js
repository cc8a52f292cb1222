// The laboratory of the page "Learn": attacks on the reader's choice. Its figures are those of `cellveil audit` on the
// same dataset.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { ATTACKS } from "../../www/site/pages/learn/lab/attacks.js";
import { sealedSpecification } from "../../www/site/pages/learn/lab/corrected.js";
import { scoresOf } from "../../www/site/pages/learn/lab/score.js";
import { setupOf } from "../../www/site/pages/learn/lab/setup.js";
import { accessible } from "./accessible.js";
import { listenedPage, setUp } from "./support.js";

const { server, browser } = setUp();
const SEED = 7;
/** @type {string} */
let folder;

before(() => { folder = mkdtempSync(join(tmpdir(), "cellveil-lab-page-")); });
after(() => rmSync(folder, { recursive: true }));

const run = (/** @type {string[]} */ ...args) => execFileSync(path("target/release/cellveil"), args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** The scores of the command line for invented people, with the p-table "standard". @param {string} change  a step of the specification */
function expected(change = "") {
  const setup = setupOf({ households: "400" }, SEED);
  const at = (/** @type {string} */ name) => join(folder, name);
  run("synthesize", "--households", "400", "--seed", String(SEED), "--out", at("people.csv"), "--spec", at("cube.toml"), "--force");
  writeFileSync(at("sealed.toml"), sealedSpecification(setup, { kind: "cell-key", lookup: "hash" }).replace("lookup =", 'ptable = "standard"\nlookup =') + change);
  run("tile", at("cube.toml"), "--records", at("people.csv"), "--out", at("keyed"), "--force");
  try {
    return scoresOf(JSON.parse(run("audit", at("keyed"), "--spec", at("sealed.toml"), "--reveal", "--format", "json")));
  } catch (error) {
    return scoresOf(JSON.parse(String(/** @type {any} */ (error).stdout)));
  }
}

/** Opens the laboratory. @param {string} state @param {object} [options] */
async function openLab(state, options) {
  const { page, complaints } = await listenedPage(browser, options);
  await page.goto(`${server.url}learn.html#lab&households=400&seed=${SEED}${state}`);
  await page.locator("[data-part=lab-run]:not([disabled])").waitFor({ timeout: 60_000 });
  return { page, complaints };
}

/** Attacks, and reads the score. @param {import("playwright-core").Page} page */
async function attacked(page) {
  const runs = Number(await page.locator(".lab").getAttribute("data-runs"));
  await page.locator("[data-part=lab-run]:not([disabled])").click({ timeout: 60_000 });
  await page.locator(`.lab[data-runs="${runs + 1}"]`).waitFor({ timeout: 120_000 });
  return page.locator("[data-part=lab-score] tbody tr").evaluateAll((rows) => Object.fromEntries(rows.map((row) => [/** @type {HTMLElement} */ (row).dataset.attack, [...row.querySelectorAll("td.lab-number")].map((cell) => cell.textContent?.replaceAll(",", ""))])));
}

test("the score is that of the command line, and each card tells one claim step by step", async () => {
  const { page, complaints } = await openLab("");
  const shown = await attacked(page);
  const scores = expected();
  for (const { finding } of ATTACKS) {
    const score = scores[finding];
    assert.deepEqual(shown[finding], score ? [score.claims, score.right, score.wrong ?? "–"].map(String) : ["not tested"], finding);
  }
  await page.getByRole("link", { name: "Total equals one part" }).click();
  const card = page.locator("[data-card=equality]");
  assert.equal(await card.evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open), true);
  await card.getByText("The truth:").waitFor();
  const text = await card.innerText();
  for (const part of ["Knows", "Does", "Claims", "step by step", "What a publisher can do"]) assert.ok(text.includes(part), part);
  await accessible(page, "the laboratory with a result");
  assert.match(await page.evaluate(() => location.hash), /^#lab&/, "the address keeps the choice");
  assert.deepEqual(complaints, []);
});

test("a change of the method changes the score, and the earlier run stays beside it", async () => {
  const { page } = await openLab("");
  const standard = await attacked(page);
  await page.locator("[data-choice=method]").selectOption("none");
  const bare = await attacked(page);
  assert.ok(Number(bare.reconstruction[1]) > 300 && Number(standard.reconstruction[1]) === 0, JSON.stringify({ bare, standard }));
  assert.equal(bare.reconstruction.at(-1), standard.reconstruction[1], "the score of the run before");
  assert.equal(await page.locator(".lab-runs tbody tr").count(), 2);
});

test("the corrected record is claimed from two releases, and swapped records make claims wrong", async () => {
  const { page, complaints } = await openLab("&correct=1");
  const two = await attacked(page);
  assert.deepEqual(two.churn.slice(0, 3), ["1", "1", "0"]);
  await page.locator("[data-part=correction]").waitFor();
  const before = Number(two.equality[2]);
  await page.locator("[data-part=lab-correct]").uncheck();
  await page.locator("[data-choice=swap]").selectOption("0.2");
  const swapped = await attacked(page);
  assert.ok(Number(swapped.equality[2]) > before, JSON.stringify({ swapped, two }));
  assert.deepEqual(complaints, []);
});

test("an attack is stopped at once, and the next one runs", async () => {
  const { page } = await openLab("&axes=age,area,activity,occupation&most=3");
  await page.locator("[data-part=lab-run]").click();
  await page.locator("[data-part=lab-progress]").getByText(/^Attack \d+ of \d+/).waitFor({ timeout: 60_000 });
  await page.locator("[data-part=lab-stop]").click();
  await page.getByText("The attacks were stopped.").waitFor();
  assert.equal(await page.locator("[data-part=lab-result]").count(), 0, "the attack ended before the stop");
  await page.locator("input[type=checkbox][value=age]").uncheck();
  assert.ok(await attacked(page));
});

test("new draws are averaged away, and the keyed answer stays", async () => {
  const { page, complaints } = await openLab("", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const part = page.locator("[data-part=lab-repeated]");
  await part.locator("[data-ask='1']").click();
  const keyed = await part.locator("[data-part=keyed-value]").innerText();
  await part.locator("[data-ask='100']").click();
  await part.getByText("After 101 requests").waitFor();
  const [fresh, truth] = [Number(await part.locator("[data-part=fresh-average]").innerText()), Number(await part.locator("[data-part=true-count]").innerText())];
  assert.notEqual(Number(keyed), truth);
  // Variance 3: five standard errors of 101 draws.
  assert.ok(Math.abs(fresh - truth) < 5 * Math.sqrt(3 / 101), `${fresh}, ${truth}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
  await accessible(page, "the laboratory on a phone");
  assert.deepEqual(complaints, []);
});
