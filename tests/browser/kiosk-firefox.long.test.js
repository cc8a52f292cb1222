// Kiosk mode in Firefox: the idle reset forgets the visitor there too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launchFirefox } from "./firefox.js";

test("in Firefox, nothing of the visitor is left after the idle reset", async () => {
  const server = await serve(path("target/site"));
  const browser = await launchFirefox();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}index.html?kiosk&idle=10`);
    await page.waitForSelector('[data-kiosk-part="start"]');
    await page.click('[data-kiosk-part="start"]');
    await page.evaluate(() => { location.hash = "#cube=census2011-teaching&rows=region&columns=sex&group=region,Zzyzx,E12000001,E12000002"; });
    await page.waitForFunction(() => document.querySelector("[data-part=table]")?.textContent?.includes("Zzyzx"));
    // Firefox has no clock that a test can move: the question comes after ten seconds, and the reset fifteen seconds later.
    await page.waitForSelector('[data-kiosk-part="countdown"]', { timeout: 60_000 });
    await page.waitForSelector('[data-kiosk-part="attract"]', { timeout: 60_000 });
    await page.waitForFunction(() => sessionStorage.getItem("cellveil-kiosk")?.includes('"rest"'), { timeout: 30_000 });
    const left = await page.evaluate(() => JSON.stringify([document.documentElement.outerHTML, location.href, Object.entries(sessionStorage), Object.entries(localStorage), history.state,
      Object(globalThis).navigation?.entries().map((/** @type {{ url: string }} */ { url }) => url)]));
    assert.ok(left.includes("Touch to start"));
    assert.ok(!left.includes("Zzyzx"));
  } finally {
    await browser.close();
    await server.close();
  }
});
