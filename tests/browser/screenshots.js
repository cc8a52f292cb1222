// node tests/browser/screenshots.js OUTDIR: pictures of the page to be looked at, light and dark, wide and narrow.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Failure, main, path, say } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";
import { downloaded, press, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */

const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

const CENSUS = "#cube=census2011-teaching";
const HYPERCUBE = "#cube=hypercube";

/**
 * Name, address, and what is done before the picture is taken.
 * @type {[string, string, (page: Page) => Promise<unknown>][]}
 */
const SCENES = [
  ["first", "", (page) => tableBy(page, ["Region"])],
  ["filter", `${CENSUS}&rows=region&columns=sex&filter=health=1,2`, async (page) => {
    await tableBy(page, ["Region"], "Sex");
    await page.locator(".filter summary").first().click();
  }],
  ["nested", `${CENSUS}&rows=region:country,age&columns=sex,health`, (page) => tableBy(page, ["Country", "Age"])],
  ["hypercube", `${HYPERCUBE}&rows=age&columns=education&method=threshold10`, (page) => tableBy(page, ["Age"], "Education")],
  ["check", `${CENSUS}&rows=region&columns=sex`, async (page) => {
    await tableBy(page, ["Region"], "Sex");
    const [table, receipt] = [await downloaded(page), await downloaded(page, "receipt")];
    const chosen = (/** @type {{ name: string, text: string }} */ { name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.locator("#check-table").setInputFiles(chosen(table));
    await page.locator("#check-receipt").setInputFiles(chosen(receipt));
    await press(page, "Check");
    await page.getByText("It fits.").waitFor();
  }],
  ["explain", `${CENSUS}&rows=region&columns=sex`, async (page) => {
    await tableBy(page, ["Region"], "Sex");
    await page.getByText("What a figure can stand for").click();
    await page.getByLabel("A published value of").fill("12");
    await page.getByText("12 would stand for").waitFor();
  }],
  ["error", `${CENSUS}&rows=region&columns=sex`, async (page) => {
    await page.getByRole("alert").waitFor();
    await page.getByText("Technical message").click();
  }],
  ["too-large", `${HYPERCUBE}&rows=age,activity&columns=occupation,education,citizenship`, (page) => page.locator("#too-large").waitFor()],
  ["nothing", `${CENSUS}&rows=`, (page) => page.getByText("Add a variable to the rows").waitFor()],
  ["designer", "designer.html", (page) => page.locator("#bars svg").waitFor()],
  ["designer-large", "designer.html#max-change=50&variance=30&blocked=3&nearest&shape=laplace", (page) => page.locator("#bars svg").waitFor()],
  ["designer-infeasible", "designer.html#max-change=5&variance=7.5", (page) => page.getByRole("alert").waitFor()],
  ["risk", "risk.html", (page) => page.locator("#map svg").waitFor()],
  ["risk-tables", `risk.html${CENSUS}&rows=region&columns=age,religion&keep=rows%3Dregion%26columns%3Dsex,health&methods=default,none,rounding5,ten-five,~rounding-3,~standard`,
    (page) => page.locator("#map svg").waitFor()],
  ["risk-sealed", `risk.html${CENSUS}-sealed&rows=region&columns=sex`, (page) => page.getByRole("link", { name: /^Measure/ }).waitFor()],
  ["designed", `${CENSUS}&rows=region&columns=sex&method=designed:max-change=5,variance=3,blocked=2`, (page) => tableBy(page, ["Region"], "Sex")],
  ["slow", `${HYPERCUBE}&rows=region&columns=sex`, (page) => page.getByText("Loading data").waitFor()],
];

/** @param {string} out */
async function take(out) {
  mkdirSync(out, { recursive: true });
  const server = await serve(path("target/site"));
  const browser = await launch();
  try {
    for (const [name, hash, ready] of SCENES) {
      for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["narrow", NARROW]])) {
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          const context = await browser.newContext({ ...options, colorScheme });
          const page = await context.newPage();
          if (name === "error") await page.route("**/tiles/**", (route) => route.fulfill({ body: "not a tile" }));
          if (name === "slow") await page.route("**/tiles/**", () => {});
          await page.goto(server.url + hash);
          await ready(page);
          if (name === "filter" && width === "narrow") await press(page, "Swap axes");
          await page.waitForTimeout(300);
          const file = join(out, `${name}-${width}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: true });
          say(file);
          await context.close();
        }
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

await main(import.meta.url, async () => {
  const out = process.argv[2];
  if (!out) throw new Failure("expected a folder for the pictures: node tests/browser/screenshots.js OUTDIR");
  await take(out);
});
