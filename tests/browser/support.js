// What the tests of the page share: a browser page that is listened to, and what the page shows.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { path } from "../../scripts/lib.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */

/**
 * A page of its own with everything that it complains of.
 * @param {Browser} browser
 * @param {BrowserContextOptions} [options]
 */
export async function listenedPage(browser, options = {}) {
  // Without motion: colours half way between two have the contrast of neither.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  return { page, complaints };
}

/**
 * Waits until the page shows a table with these row and column dimensions, built and at rest.
 * @param {Page} page
 * @param {string[]} rows labels
 * @param {string} [columns] the heading over the columns
 */
export async function tableBy(page, rows, columns) {
  await page.waitForFunction(({ rows, columns }) => {
    const region = document.querySelector("#table:not([hidden], [aria-busy])");
    const corners = [...(region?.querySelectorAll("thead .corner") ?? [])].map((each) => each.textContent);
    const over = region?.querySelector("thead tr:first-child .cellveil-dimension:not(.corner)")?.textContent;
    const said = document.querySelector("#status")?.textContent ?? "";
    return corners.join("|") === rows.join("|") && (columns === undefined || over === columns) && /built in [\d,.]+ m?s\.$/.test(said);
  }, { rows, columns });
}

/** The figures that are shown, row by row, as a reader sees them. @param {Page} page @returns {Promise<string[]>} */
export function figures(page) {
  return page.locator("#table tbody td").allTextContents();
}

/** The column headings of the innermost dimension and the row headings. @param {Page} page */
export async function headings(page) {
  return {
    columns: await page.locator("#table thead tr:last-child .cellveil-column").allTextContents(),
    rows: await page.locator("#table tbody th").allTextContents(),
  };
}

/** What the command line answers, as it stands. @param {string} cube folder below target @param {...string} query */
export function commandLine(cube, ...query) {
  return execFileSync(path("target/release/cellveil"), ["table", path("target", cube), ...query], { encoding: "utf8", maxBuffer: 2 ** 28 });
}

/** The receipt that the command line writes to the same. @param {string} cube @param {...string} query */
export function receiptOf(cube, ...query) {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-receipt-"));
  try {
    commandLine(cube, ...query, "--receipt", join(folder, "receipt.json"));
    return readFileSync(join(folder, "receipt.json"), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The figures of a CSV as the page writes them. @param {string} csv */
export function figuresOf(csv) {
  return csv.trim().split("\n").slice(1).map((line) => {
    const [value, status] = line.split(",").slice(-2);
    if (status !== "") return { suppressed: "[c]", blocked: "[x]" }[status];
    return Number(value).toLocaleString("en-GB");
  });
}

/** Takes every variable off rows and columns, by clicking. @param {Page} page */
export async function clearChips(page) {
  const remove = page.locator("#rows .icon-remove, #columns .icon-remove");
  for (let left = await remove.count(); left > 0; left = await remove.count()) await remove.first().click();
}

/** Clicks a button of the list of variables. @param {Page} page @param {string} name */
export async function press(page, name) {
  await page.getByRole("button", { name, exact: true }).click();
}

/** The CSV that the page hands out, or its receipt. @param {Page} page @param {"download" | "receipt"} button */
export async function downloaded(page, button = "download") {
  const waiting = page.waitForEvent("download");
  await page.locator(`#${button}`).click();
  const download = await waiting;
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString("utf8") };
}

/** What the page says is wrong: an alert in plain words, and no table. @param {Page} page @param {RegExp} words */
export async function alerted(page, words) {
  const alert = page.getByRole("alert");
  await alert.waitFor();
  const plain = await alert.locator("p").first().innerText();
  assert.match(plain, words);
  assert.doesNotMatch(plain, /undefined|\[object|Error:|at \w+ \(/, "plain words");
  await page.waitForFunction(() => document.querySelector("#status")?.textContent?.endsWith("No table was built."));
  assert.equal(await page.locator("#table").isVisible(), false, "no table beside an error");
  for (const button of ["#download", "#receipt"]) assert.equal(await page.locator(button).isEnabled(), false, "nothing to download");
  assert.equal(await page.locator("#progress-line").isVisible(), false, "nothing is on its way");
  return { plain, technical: await alert.locator(".technical").textContent() };
}
