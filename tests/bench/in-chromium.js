/** Measures times in Chromium: a complete call through the worker, the first table of a cold page, and synthetic people. */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch, wholeChromium } from "../browser/chromium.js";
import { coldPage } from "./links/cold-page.js";
import { median } from "./measure.js";
import { PAGES, writtenPage } from "./web/pages.js";

/** @import { Browser } from "playwright-core" */
/** @import { Times } from "./bench.js" */
/** @import { Case } from "./cases/index.js" */
/** @import { Sizes } from "./sizes.js" */

const API = "/site/cellveil/index.js";
const PEOPLE = "/site/cellveil/people.js";

/**
 * @template T
 * @param {string} folder to serve
 * @param {(browser: Browser, url: string) => Promise<T>} work
 */
async function inBrowser(folder, work) {
  const server = await serve(folder);
  const browser = await launch({ executablePath: wholeChromium() });
  try {
    return await work(browser, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Opens an empty page with the measuring functions of Node. @param {Browser} browser @param {string} url */
async function emptyPage(browser, url) {
  const page = await browser.newPage();
  await page.route(`${url}empty.html`, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>empty</title>" }));
  await page.route(`${url}measure.js`, (route) => route.fulfill({ contentType: "text/javascript", path: path("tests/bench/measure.js") }));
  await page.goto(`${url}empty.html`);
  return page;
}

/** Returns the milliseconds that synthetic people take. @param {{ households: number, seed: number }} request @param {Sizes} sizes @returns {Promise<number>} */
export function measurePeopleInChromium(request, { effort }) {
  return inBrowser(path("target"), async (browser, url) => {
    const page = await emptyPage(browser, url);
    return page.evaluate(async ({ api, request, effort }) => {
      const [{ synthesizePeople }, { repeated, timeAll }] = await Promise.all([import(api), import(/** @type {any} */ ("/measure.js"))]);
      const { people } = await timeAll({ people: repeated(() => synthesizePeople(request)) }, effort);
      return people;
    }, { api: PEOPLE, request, effort });
  });
}

/** @param {Case} one @param {Sizes} sizes @returns {Promise<Times>} */
export function measureChromium(one, { effort }) {
  return inBrowser(path("target"), async (browser, url) => {
    const page = await emptyPage(browser, url);
    return page.evaluate(async ({ api, folder, query, effort }) => {
      const [{ openCube }, { repeated, timeAll }] = await Promise.all([import(api), import(/** @type {any} */ ("/measure.js"))]);
      const start = performance.now();
      const cube = await openCube(`/${folder}/cube.json`, { worker: true });
      await cube.table(query);
      const first = performance.now() - start;
      const calls = await timeAll({
        call_in_worker: repeated(() => cube.table(query)),
        call_in_worker_and_values: repeated(async () => (await cube.table(query)).values),
      }, effort);
      return { open_to_first_table_chromium: first, ...calls };
    }, { api: API, folder: one.folder, query: /** @type {any} */ (one.query), effort });
  });
}

/**
 * Writes pages that contain only the element, next to the package and the cubes of the site.
 * @returns {Promise<string>} the folder to serve
 */
async function elementSite() {
  const folder = path("target/bench/element");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["cellveil", "cubes"]) symlinkSync(path("target/site", name), `${folder}/${name}`);
  const pages = { element: PAGES["element-only"], preloaded: PAGES["element-preloaded"], written: await writtenPage() };
  for (const [name, html] of Object.entries(pages)) writeFileSync(`${folder}/${name}.html`, html);
  return folder;
}

/**
 * Returns the milliseconds from the start of the navigation to the first frame with a table. The cache is empty.
 * @param {Sizes} sizes
 * @returns {Promise<Times>}
 */
export function measureFirstTable({ coldPages }) {
  return inBrowser(path("target/site"), async (browser, url) => {
    const elements = await serve(await elementSite());
    const names = ["element", "preloaded", "written"];
    /** @type {Record<string, number[]>} */
    const samples = Object.fromEntries(["site", ...names].map((name) => [name, []]));
    // The samples alternate, so that other load of the machine affects all pages equally.
    for (let sample = 0; sample < coldPages; sample++) {
      samples.site.push(await coldPage(browser, url, null));
      for (const name of names) samples[name].push(await coldPage(browser, `${elements.url}${name}.html`, null));
    }
    await elements.close();
    return Object.fromEntries(Object.entries(samples).map(([name, taken]) => [`first_table_${name}`, median(taken)]));
  });
}
