/** Measures times in Chromium: a complete call through the worker, the first table of a cold page, and synthetic people. */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch, wholeChromium } from "../browser/chromium.js";
import { coldPage } from "./links/cold-page.js";
import { median } from "./measure.js";

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

const ELEMENT_PAGE = `<!doctype html><meta charset="utf-8"><title>element</title>
<script type="module" src="cellveil/element.js"></script>
<cellveil-table src="cubes/census2011-teaching/cube.json" rows="region" columns="sex,age:band"></cellveil-table>`;

/**
 * Builds a page that contains only the element, next to the package and the cubes of the site.
 * @returns {string} the folder to serve
 */
function elementSite() {
  const folder = path("target/bench/element");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["cellveil", "cubes"]) symlinkSync(path("target/site", name), `${folder}/${name}`);
  writeFileSync(`${folder}/index.html`, ELEMENT_PAGE);
  return folder;
}

/**
 * Returns the milliseconds from the start of the navigation to the first frame with a table. The cache is empty.
 * @param {Sizes} sizes
 * @returns {Promise<Times>}
 */
export function measureFirstTable({ coldPages }) {
  return inBrowser(path("target/site"), async (browser, url) => {
    const element = await serve(elementSite());
    /** @type {{ site: number[], element: number[] }} */
    const samples = { site: [], element: [] };
    // Alternates, so that other load of the machine affects both equally.
    for (let sample = 0; sample < coldPages; sample++) {
      samples.site.push(await coldPage(browser, url, null));
      samples.element.push(await coldPage(browser, element.url, null));
    }
    await element.close();
    return { first_table_site: median(samples.site), first_table_element: median(samples.element) };
  });
}
