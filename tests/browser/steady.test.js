// Pages stay put: nothing jumps while a page loads, nothing passes the edges of a narrow screen, and a button that copied
// shows its own name again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listenedPage, setUp } from "./support.js";

const { server, browser } = setUp();

/** The largest layout shift of a page. Browsers call 0.1 good. */
const LARGEST_SHIFT = 0.05;
const PAGES = ["community", "risk", "designer", "embed"];
const SIZES = [{ width: 1366, height: 768 }, { width: 390, height: 844 }, { width: 320, height: 640 }];

for (const name of PAGES) {
  test(`${name}: nothing jumps while the page loads, and nothing passes the edges`, async () => {
    for (const viewport of SIZES) {
      const { page } = await listenedPage(browser, { viewport });
      const script = await page.addInitScript(() => {
        Object.assign(globalThis, { shifted: 0 });
        new PerformanceObserver((list) => {
          for (const each of /** @type {any[]} */ (list.getEntries())) if (!each.hadRecentInput) /** @type {any} */ (globalThis).shifted += each.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(`${server.url}${name}.html`);
      await page.waitForLoadState("networkidle");
      await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
      await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
      const shifted = await page.evaluate(() => /** @type {any} */ (globalThis).shifted);
      assert.ok(shifted <= LARGEST_SHIFT, `${name} at ${viewport.width} pixels: ${shifted}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, `${name}: width`);
      await script.dispose();
    }
  });
}

test("a button that copied shows it for a moment, and then its own name again", async () => {
  const { page, complaints } = await listenedPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  for (const [name, id, words] of /** @type {[name: string, id: string, words: RegExp][]} */ ([["risk", "copy-link", /^http.*risk\.html/], ["community", "copy-link", /^http.*community\.html/], ["designer", "copy-command", /^cellveil ptable design/], ["embed", "copy-html", /<cellveil-table/]])) {
    await page.goto(`${server.url}${name}.html`);
    await page.waitForLoadState("networkidle");
    // The page "Embed" has a status only while it copies.
    await page.waitForFunction((has) => !has || document.querySelector("#status")?.textContent !== "", name !== "embed");
    const button = page.locator(`#${id}`);
    const own = await button.innerText();
    const status = await page.locator("#status").textContent();
    await button.click();
    await button.filter({ hasText: /^Copied$/ }).waitFor();
    await button.filter({ hasText: own }).waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), words);
    assert.equal(await page.locator("#status").textContent(), status, "no stale words");
  }
  assert.deepEqual(complaints, []);
});
