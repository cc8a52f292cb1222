// The laboratory attacks more than 30,000 published cells, with progress. `node tests/browser/lab-time.js` prints the times.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LARGE, timed } from "./lab-time.js";
import { listenedPage, setUp } from "./support.js";

const { server, browser } = setUp();

test("30,000 published cells are attacked in the page, and each attack is named while it runs", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.addInitScript(() => {
    const seen = new Set();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const text = document.querySelector("[data-part=lab-progress]")?.textContent ?? "";
      if (text.includes("Attack ")) seen.add(text.trim());
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const { cells, summary } = await timed(page, server.url, LARGE.people);
  assert.ok(cells > 30_000, `${cells}`);
  assert.ok(summary.includes(`${cells.toLocaleString("en-GB")} cells`), summary);
  const seen = await page.evaluate(() => [.../** @type {{ seen: Set<string> }} */ (/** @type {unknown} */ (globalThis)).seen]);
  assert.ok(seen.length >= 3 && seen.every((text) => /Attack \d+ of 16: [a-z-]+/.test(text)), seen.join());
  assert.deepEqual(complaints, []);
});
