// Shared helpers for the tests of the element: a page, and the contents of the element.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible as accessibleIn } from "./accessible.js";
import { commandLine, listenedPage, setUp } from "./support.js";

/** @import { Disposable, Page } from "playwright-core" */
/** @typedef {HTMLElementTagNameMap["cellveil-table"]} CellveilTable */

export const CENSUS = "census2011-teaching/cube.json";
export const SEALED = "census2011-teaching-sealed/cube.json";

/**
 * A cube with labels in three languages and with small districts. One district's name is written from right to left.
 */
const SPECIFICATION = `[cube]
id = "mini"
title = { en = "People of a small island", fr = "Habitants d’une petite île", ar = "سكان جزيرة صغيرة" }
unit = "person"
data = "synthetic"
audience = "teaching"
source = "An invented register (2025)"
licence = "CC0"
[key]
column = "record_key"
[[dimension]]
name = "district"
label = { en = "District", fr = "Arrondissement", ar = "الحي" }
codes = { N = { en = "North", fr = "Nord", ar = "الشمال" }, S = { en = "South", fr = "Sud", ar = "الجنوب" }, K = "Kent (old)" }
[[dimension]]
name = "sex"
label = { en = "Sex", fr = "Sexe", ar = "الجنس" }
codes = { 1 = { en = "Male", fr = "Homme", ar = "ذكر" }, 2 = { en = "Female", fr = "Femme", ar = "أنثى" } }
[method.default]
kind = "threshold-rounding"
threshold = 10
base = 5
`;

/** @type {string} */
export let folder;
/** @type {Page} */
export let page;
/** @type {string[]} */
export let complaints;
/** @type {Disposable} */
let listening;

/** Serves the folder to the tests of the file that imports this module. */
export const { server, browser } = setUp(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-element-"));
  // Compressed copies are omitted, because the server would send them instead of a changed file.
  cpSync(path("target/site/cellveil"), join(folder, "cellveil"), { recursive: true, filter: (file) => !file.endsWith(".br") });
  for (const name of ["census2011-teaching", "census2011-teaching-sealed"]) cpSync(path("target/site/cubes", name), join(folder, name), { recursive: true });
  const records = Array.from({ length: 3002 }, (_, i) => `${i < 2 ? "K" : i % 3 === 0 ? "S" : "N"},${1 + (i % 2)},${(i * 2654435761) % 2 ** 32}`);
  writeFileSync(join(folder, "records.csv"), ["district,sex,record_key", ...records, ""].join("\n"));
  writeFileSync(join(folder, "cube.toml"), SPECIFICATION);
  execFileSync(path("target/release/cellveil"), ["tile", "cube.toml", "--records", "records.csv", "--out", "mini"], { cwd: folder, stdio: "pipe" });
  writeFileSync(join(folder, "records.csv"), ["district,sex,record_key", ...records.slice(0, 1502), ""].join("\n"));
  execFileSync(path("target/release/cellveil"), ["tile", "cube.toml", "--records", "records.csv", "--out", "mini-revised"], { cwd: folder, stdio: "pipe" });
  writeFileSync(join(folder, "page.html"), '<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,"><main><h1>Page</h1></main>');
  writeFileSync(join(folder, "not-a-cube.json"), "<!doctype html><title>Log in</title>");
  return folder;
});

after(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  ({ page, complaints } = await listenedPage(browser));
  listening = await page.addInitScript(() => {
    const told = Object.assign(globalThis, { told: /** @type {unknown[]} */ ([]) }).told;
    for (const type of ["cellveil-ready", "cellveil-change", "cellveil-error"]) {
      addEventListener(type, (event) => {
        const { error, attribute, table } = /** @type {CustomEvent} */ (event).detail;
        told.push(error ? [type, error.code, attribute] : [type, table.shape.join("x")]);
      });
    }
  });
  await page.goto(`${server.url}page.html`);
});

afterEach(async () => {
  await listening.dispose();
  // Some tests make Chromium report a missing file.
  assert.deepEqual(complaints.filter((said) => !said.includes("404")), []);
});

/** Removes expected complaints of the page. @param {string} words */
export function expectComplaint(words) {
  complaints = complaints.filter((each) => !each.includes(words));
}

/**
 * Inserts HTML into the page and then loads the element's script.
 * @param {string} html
 * @param {{ lang?: string, dir?: string }} [how]
 */
export async function put(html, { lang = "en-GB", dir = "" } = {}) {
  await page.evaluate(({ html, lang, dir }) => {
    Object.assign(document.documentElement, { lang, dir });
    document.querySelector("main")?.insertAdjacentHTML("beforeend", html);
    return import(String("/cellveil/element.js"));
  }, { html, lang, dir });
}

/** Waits for `count` events, and returns the events since the last call. @param {number} [count] */
export async function told(count = 1) {
  await page.waitForFunction((count) => /** @type {any} */ (globalThis).told.length >= count, count);
  return page.evaluate(() => /** @type {any} */ (globalThis).told.splice(0));
}

/** Returns the contents of the first element. */
export const shown = () => page.evaluate(() => {
  const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
  const text = (/** @type {string} */ css) => element.querySelector(css)?.textContent ?? null;
  return {
    caption: text("caption"),
    figures: [...element.querySelectorAll("td.cellveil-value")].map((cell) => cell.textContent),
    heads: [...element.querySelectorAll("th")].map((cell) => cell.textContent),
    legend: [...element.querySelectorAll(".cellveil-legend div")].map((line) => line.textContent),
    method: text(".cellveil-method"),
    sums: text(".cellveil-sums"),
    source: text(".cellveil-source"),
    licence: text(".cellveil-licence"),
    plain: text(".cellveil-plain"),
    reason: text(".cellveil-reason"),
    alert: element.querySelector(".cellveil-error")?.getAttribute("role") ?? null,
    busy: element.hasAttribute("aria-busy"),
    direction: element.firstElementChild && getComputedStyle(element.firstElementChild).direction,
  };
});

/** @param {Record<string, unknown>} properties */
export const set = (properties) => page.evaluate((properties) => {
  Object.assign(/** @type {CellveilTable} */ (document.querySelector("cellveil-table")), properties);
}, properties);

/** @param {Record<string, string | null>} attributes */
export const setAttributes = (attributes) => page.evaluate((attributes) => {
  const element = document.querySelector("cellveil-table");
  for (const [name, value] of Object.entries(attributes)) value === null ? element?.removeAttribute(name) : element?.setAttribute(name, value);
}, attributes);

/** Returns the computed styles of the first match. @param {string} css @param {...string} names */
export const styleOf = (css, ...names) => page.$eval(css, (element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)), names);

/** @param {...string} query */
export const expected = (...query) => commandLine("site/cubes/census2011-teaching", ...query).trim().split("\n").slice(1).map((line) => {
  const [value, status] = line.split(",").slice(-2);
  return status ? "[c]" : Number(value).toLocaleString("en-GB");
});

export const accessible = () => accessibleIn(page, undefined, "main");
