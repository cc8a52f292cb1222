// One file of `cellveil bundle` opens from disk in Firefox, and shows the figures of the command line.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { bundled, bundledLessons, CENSUS, isInside, QUERIES } from "./bundle-support.js";
import { deskOf } from "../js/support/desk.js";
import { rightAnswer } from "../../www/site/pages/learn/questions.js";
import { launchFirefox } from "./firefox.js";
import { PLAYS } from "./learn-plays.js";
import { commandLine, figuresOf } from "./support.js";

/** @import { Browser, Page } from "puppeteer-core" */

/** @type {Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-bundle-firefox-"));
  browser = await launchFirefox({ "browser.download.folderList": 2, "browser.download.dir": folder, "browser.download.useDownloadDir": true, "browser.download.alwaysOpenPanel": false });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a file from disk. @param {string} file */
async function opened(file) {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error}`));
  page.on("request", (request) => { if (!isInside(request.url())) complaints.push(`request: ${request.url()}`); });
  await page.evaluateOnNewDocument(() => addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => document.querySelector("td, [role=alert]:not([hidden]), [data-question]") && !document.querySelector("[aria-busy=true]"));
  return { page, complaints };
}

/** Waits for a saved file and returns its text. @param {string} ending */
async function saved(ending) {
  const found = () => readdirSync(folder).find((name) => name.endsWith(ending));
  while (!found() || readdirSync(folder).some((name) => name.endsWith(".part"))) await pause(50);
  const file = join(folder, /** @type {string} */ (found()));
  const text = readFileSync(file, "utf8");
  rmSync(file);
  return text;
}

const figures = (/** @type {Page} */ page) => page.$$eval("td", (cells) => cells.map((cell) => cell.textContent));

for (const [cube, ...query] of QUERIES) {
  test(`a table in Firefox: ${cube.split("/").at(-1)} ${query.join(" ")}`, async () => {
    const { page, complaints } = await opened(bundled(folder, cube, ...query));
    const csv = commandLine(cube, ...query);
    assert.deepEqual(await figures(page), figuresOf(csv));
    await page.click("#csv");
    assert.equal(await saved(".csv"), csv);
    assert.equal(page.workers().length, 1, "the engine runs in a worker");
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("the workbench in Firefox builds and saves tables", async () => {
  const { page, complaints } = await opened(bundled(folder, CENSUS, "--page", "workbench", "--rows", "region", "--columns", "sex"));
  await page.locator('[data-part="save"]').click();
  await page.locator('[data-save="csv"]').click();
  assert.equal(await saved(".csv"), commandLine(CENSUS, "--rows", "region", "--columns", "sex"));
  await page.locator('[data-part="save"]').click();
  await page.locator('[data-save="xlsx"]').click();
  assert.match(await saved(".xlsx"), /^PK/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the lessons in Firefox: each has its right answers", async () => {
  const desk = deskOf(7);
  for (const [id, { lesson }] of Object.entries(PLAYS)) {
    const facts = await lesson.facts(desk);
    const { page, complaints } = await opened(bundledLessons(folder, "--lesson", id));
    await page.waitForSelector("[data-question]", { timeout: 60_000 });
    for (const question of lesson.questions) {
      const right = rightAnswer(question, facts);
      const part = `[data-question="${question.id}"]`;
      if (question.options) await page.click(`${part} input[value="${right}"]`);
      else await page.type(`${part} input[type=text]`, right);
      await page.click(`${part} [data-part=check]`);
      const verdict = await page.$eval(`${part} .learn-verdict`, (element) => element.textContent ?? "");
      assert.ok(verdict.startsWith("Right. "), `${id}, ${question.id}: ${verdict}`);
    }
    assert.deepEqual(complaints, []);
    await page.close();
  }
});
