// Every page of the site, and the states that it can be in: what the pictures of docs/screens show, and what axe looks at.

import { downloaded, press, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */

/**
 * @typedef {object} Scene
 * @property {string} name  of its files
 * @property {string} title  what there is to see
 * @property {string} address  below the site
 * @property {(page: Page) => Promise<unknown>} ready  what a reader does, and waits for
 * @property {(page: Page) => Promise<unknown>} [before]  what is arranged before the page loads
 */

const CENSUS = "#cube=census2011-teaching";
const HYPERCUBE = "#cube=hypercube";

/** @type {{ page: string, title: string, scenes: Scene[] }[]} */
export const PAGES = [
  {
    page: "index.html",
    title: "Tables",
    scenes: [
      { name: "first", title: "The first table, without a click", address: "", ready: (page) => tableBy(page, ["Region"]) },
      {
        name: "filter",
        title: "A filter, open",
        address: `${CENSUS}&rows=region&columns=sex&filter=health=1,2`,
        async ready(page) {
          await tableBy(page, ["Region"], "Sex");
          await page.locator(".filter summary").first().click();
        },
      },
      { name: "nested", title: "Two dimensions on rows, two on columns", address: `${CENSUS}&rows=region:country,age&columns=sex,health`, ready: (page) => tableBy(page, ["Country", "Age"]) },
      { name: "withheld", title: "Figures withheld below a threshold", address: `${HYPERCUBE}&rows=age&columns=education&method=threshold10`, ready: (page) => tableBy(page, ["Age"], "Education") },
      {
        name: "check",
        title: "A table and its receipt, checked",
        address: `${CENSUS}&rows=region&columns=sex`,
        async ready(page) {
          await tableBy(page, ["Region"], "Sex");
          const [table, receipt] = [await downloaded(page), await downloaded(page, "receipt")];
          const chosen = (/** @type {{ name: string, text: string }} */ { name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
          await page.locator("#check-table").setInputFiles(chosen(table));
          await page.locator("#check-receipt").setInputFiles(chosen(receipt));
          await press(page, "Check");
          await page.getByText("It fits.").waitFor();
        },
      },
      {
        name: "damaged",
        title: "A file that arrived damaged",
        address: `${CENSUS}&rows=region&columns=sex`,
        before: (page) => page.route("**/tiles/**", (route) => route.fulfill({ body: "not a tile" })),
        async ready(page) {
          await page.getByRole("alert").waitFor();
          await page.getByText("Technical message").click();
        },
      },
      { name: "nothing", title: "Nothing chosen yet", address: `${CENSUS}&rows=`, ready: (page) => page.getByText("Add a variable to the rows").waitFor() },
      { name: "designed", title: "A p-table of one’s own as the method", address: `${CENSUS}&rows=region&columns=sex&method=designed:max-change=5,variance=3,blocked=2`, ready: (page) => tableBy(page, ["Region"], "Sex") },
      {
        name: "slow",
        title: "While files are on their way",
        address: `${HYPERCUBE}&rows=region&columns=sex`,
        before: (page) => page.route("**/tiles/**", () => {}),
        ready: (page) => page.getByText("Loading data").waitFor(),
      },
    ],
  },
  {
    page: "risk.html",
    title: "Risk and utility",
    scenes: [
      { name: "risk", title: "Five steps, measures and the map of one table by all methods", address: "risk.html", ready: (page) => page.locator("#map svg").waitFor() },
      {
        name: "risk-tables",
        title: "Two tables by six methods",
        address: `risk.html${CENSUS}&rows=region&columns=age,religion&keep=rows%3Dregion%26columns%3Dsex,health&methods=default,none,rounding5,ten-five,~rounding-3,~standard`,
        ready: (page) => page.locator("#map svg").waitFor(),
      },
      { name: "risk-sealed", title: "Data whose truth may not be told", address: `risk.html${CENSUS}-sealed&rows=region&columns=sex`, ready: (page) => page.getByRole("link", { name: /^Measure/ }).waitFor() },
    ],
  },
  {
    page: "designer.html",
    title: "P-table designer",
    scenes: [
      { name: "designer", title: "A design and what it gives away", address: "designer.html", ready: (page) => page.locator("#bars svg").waitFor() },
      { name: "designer-large", title: "A wide one, of another shape", address: "designer.html#max-change=50&variance=30&blocked=3&nearest&shape=laplace", ready: (page) => page.locator("#bars svg").waitFor() },
      { name: "designer-infeasible", title: "What cannot be", address: "designer.html#max-change=5&variance=7.5", ready: (page) => page.getByRole("alert").waitFor() },
    ],
  },
];

export const WIDE = { viewport: { width: 1280, height: 900 } };
export const NARROW = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.5 };

/**
 * Opens a scene on a page of its own.
 * @param {import("playwright-core").Browser} browser
 * @param {string} site
 * @param {Scene} scene
 * @param {import("playwright-core").BrowserContextOptions} options
 */
export async function openScene(browser, site, { address, before, ready }, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await before?.(page);
  await page.goto(site + address);
  await ready(page);
  return page;
}
