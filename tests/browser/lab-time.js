// Prints how long the laboratory takes to attack about 30,000 published cells: `node tests/browser/lab-time.js`. The page
// runs all attacks of the audit in a worker.

import { pathToFileURL } from "node:url";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { ensureChromium, launch } from "./chromium.js";

/** Choices with about 30,000 cells: invented people, and the census sample. */
export const LARGE = {
  people: "households=20000&seed=7&axes=area,age:band,sex,activity,health&most=3",
  census: "data=census&axes=region,sex,age,marital_status,health,religion,ethnic_group,economic_activity&most=3",
};

/** Attacks in a page, and measures. @param {import("playwright-core").Page} page @param {string} url of the site @param {string} state */
export async function timed(page, url, state) {
  await page.goto("about:blank");
  await page.goto(`${url}learn.html#lab&${state}`);
  const button = page.locator("[data-part=lab-run]:not([disabled])");
  await button.waitFor({ timeout: 120_000 });
  const cells = Number((await page.locator("[data-part=lab-cells]").innerText()).replaceAll(/\D/g, ""));
  const start = performance.now();
  await button.click();
  await page.locator("[data-part=lab-result]").waitFor({ timeout: 240_000 });
  return { cells, seconds: (performance.now() - start) / 1000, summary: await page.locator(".lab-summary").innerText() };
}

async function main() {
  ensureChromium();
  const server = await serve(path("target/site"));
  const browser = await launch();
  try {
    for (const [name, state] of Object.entries(LARGE)) {
      const { cells, seconds, summary } = await timed(await browser.newPage(), server.url, state);
      console.log(`${name}: ${cells} cells, ${seconds.toFixed(1)} s from the click to the result. ${summary}`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
