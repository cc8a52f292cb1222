// Kiosk mode on the other pages, every control of each page, and planted faults of the reset.

import assert from "node:assert/strict";
import { test } from "node:test";
import { KIOSK, clockedPage, closeContext, goAway, leftovers, openKiosk, part, touchToStart } from "./kiosk-support.js";
import { PAGES, WORDS, checkPage, visit } from "./kiosk-visits.js";
import { listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();

for (const name of Object.keys(PAGES).filter((name) => name !== "index")) {
  test(`${name}: nothing leads out, and every target is large`, () => checkPage(browser, server.url, name));
}

const CONTROLS = "main :is(button, a[href], summary)";
/** The longest time of a step, in milliseconds. A page that does not answer would hold the whole file until its time limit. */
const STEP_MS = 30_000;

/**
 * Fails if a step takes too long. A page that does not answer cannot be reused, so its context is closed.
 * @template T
 * @param {Page} page
 * @param {string} step
 * @param {Promise<T>} work
 */
async function inTime(page, step, work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((go) => { timer = setTimeout(go, STEP_MS, "late"); });
  try {
    if (await Promise.race([work, late]) !== "late") return await work;
  } finally {
    clearTimeout(timer);
  }
  work.catch(() => {});
  await Promise.race([closeContext(page), new Promise((go) => setTimeout(go, 5_000))]);
  return assert.fail(`${step}: the page does not answer after ${STEP_MS / 1000} s`);
}

for (const [name, ready] of Object.entries(PAGES)) {
  test(`${name}: no control saves, opens or leaves`, async () => {
    const { page } = await listenedPage(browser);
    /** @type {string[]} */
    const left = [];
    page.context().on("page", () => left.push("a new page"));
    page.on("download", () => left.push("a file"));
    page.on("filechooser", () => left.push("a dialog for files"));
    await page.addInitScript(() => { window.print = () => console.error("printed"); });
    page.on("console", (message) => { if (/printed|policy/.test(message.text())) left.push(message.text()); });
    const start = async () => {
      // The visit goes on if a control has led to another page. A new visit begins at the attract screen.
      if (page.url().startsWith(server.url)) await page.evaluate(() => sessionStorage.clear());
      await openKiosk(page, `${server.url}${name}.html${KIOSK}`);
      await touchToStart(page);
      await ready(page);
    };
    /** @param {number} at */
    const press = async (at) => {
      // Hidden controls are pressed too: a hidden button that saves files saves nothing.
      await page.evaluate(([all, at]) => { /** @type {HTMLElement} */ (document.querySelectorAll(all)[at])?.click?.(); }, /** @type {const} */ ([CONTROLS, at])).catch(() => {});
      await page.waitForTimeout(20);
      if (await part(page, "take").count()) await page.keyboard.press("Escape");
    };
    await inTime(page, "start", start());
    const all = page.locator(CONTROLS);
    const count = await all.count();
    for (let at = 0; at < count; at++) {
      const control = (await inTime(page, `before control ${at}`, all.nth(at).evaluateAll(([each]) => each?.textContent?.trim() || each?.getAttribute("aria-label") || "")) ?? "").slice(0, 60);
      const step = `control ${at} of ${count}, “${control}”`;
      await inTime(page, step, press(at));
      if (!page.url().startsWith(`${server.url}${name}.html`)) await inTime(page, `start after ${step}`, start());
    }
    assert.ok(count > 2, `${count} controls`);
    assert.deepEqual(left, []);
    await closeContext(page);
  });
}

for (const [fault, pattern, replacement, place] of /** @type {[string, RegExp, string, string][]} */ ([
  ["storage is not cleared", /\.clear\(\)/g, ".length", "local"],
  ["the history is not left", /[\w$]+\.traverseTo\([\w$]+\.key\)\.finished/g, "Promise.resolve()", "history"],
  ["later entries are not removed", /history\.pushState\(/g, "history.replaceState(", "history"],
])) {
  test(`planted fault: ${fault}`, async () => {
    const { page } = await clockedPage(browser);
    let changed = 0;
    await page.route("**/lazy/kiosk.js", async (route) => {
      const body = await (await route.fetch()).text();
      changed += body.match(pattern)?.length ?? 0;
      return route.fulfill({ contentType: "text/javascript", body: body.replaceAll(pattern, replacement) });
    });
    await visit(page, server.url);
    await goAway(page).catch(() => {});
    assert.ok(changed > 0, "the fault is planted");
    const found = await leftovers(page, WORDS);
    assert.ok(found.some((each) => each.startsWith(place)), `${place}: ${found}`);
    await closeContext(page);
  });
}

