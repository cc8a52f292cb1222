/** Measures the time to the first table of a page over a link, with an empty cache. */

import { throttle } from "./throttle.js";

/** @import { Browser } from "playwright-core" */
/** @import { Conditions } from "./profiles.js" */

/**
 * Returns the milliseconds from the start of the navigation to the first frame with a table value.
 * @param {Browser} browser
 * @param {string} url
 * @param {Conditions | null} conditions
 */
export async function coldPage(browser, url, conditions) {
  // A new context has an empty cache.
  const context = await browser.newContext();
  const page = await context.newPage();
  if (conditions) await throttle(context, page, conditions);
  await page.addInitScript(() => {
    const shown = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector("table td")?.textContent?.trim()) return;
        observer.disconnect();
        // The callback of the next frame runs after this frame is drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
    Object.assign(globalThis, { shown });
  });
  await page.goto(url, { waitUntil: "commit" });
  const ms = await page.evaluate(() => /** @type {any} */ (globalThis).shown);
  await context.close();
  return /** @type {number} */ (ms);
}
