// A site without a network in Firefox: after one visit, the server stops, and the pages go on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchFirefox } from "./firefox.js";
import { publish, stoppable, writeSites } from "./offline-support.js";

/** @type {ReturnType<typeof writeSites>} */
let sites;
/** @type {Awaited<ReturnType<typeof stoppable>>} */
let server;
/** @type {import("puppeteer-core").Browser} */
let browser;

before(async () => {
  sites = writeSites("test-offline-firefox", { whole: { rows: 900, options: ["--pages", "all"] }, two: { rows: 1500, options: ["--pages", "all"] } });
  publish(sites.home, "whole");
  server = await stoppable(`${sites.home}/served`);
  browser = await launchFirefox({ "dom.serviceWorkers.enabled": true });
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

test("after one visit, Firefox shows tables, charts, maps and lessons without the server", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(server.url);
  await page.waitForSelector("html[data-kept]");
  await server.stop();
  try {
    for (const [address, part] of [
      ["", '[data-part="table"] tbody td'], ["#cube=households&rows=area&columns=kind", '[data-part="table"] tbody td'],
      ["?kiosk#cube=persons&rows=area&columns=kind&picture=bar", '[data-part="picture"] svg, .cv-chart svg, figure svg'],
      ["maps.html", "#shown:not([hidden], [aria-busy]) svg"],
      ["learn.html#lesson=small-counts&seed=7", "[data-lesson=small-counts] [data-question]"],
    ]) {
      await page.goto(server.url + address);
      await page.reload();
      await page.waitForSelector(part);
      assert.equal(await page.evaluate(() => [...document.querySelectorAll("[role=alert]")].filter((each) => each.checkVisibility()).length), 0, address);
    }
  } finally {
    await server.start();
    // This tab is a kiosk, and a kiosk takes a new version without a click.
    await page.close();
  }
});

test("Firefox loads the new version after the reader's click", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(server.url);
  await page.waitForSelector("html[data-kept]");
  publish(sites.home, "two");
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()).then(() => undefined));
  await page.waitForFunction(() => document.querySelector(".site-notice")?.textContent?.startsWith("A new version is ready."));
  assert.equal(await page.$eval(".masthead h1", (head) => head.textContent), "Version whole");
  await Promise.all([page.waitForNavigation(), page.click(".site-notice .primary")]);
  assert.equal(await page.$eval(".masthead h1", (head) => head.textContent), "Version two");
});

test("Firefox says what to do with a page that was opened as a file", async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(`${sites.home}/two/index.html`).href);
  await page.waitForFunction(() => document.body.textContent?.includes("This page needs a web server"));
});
