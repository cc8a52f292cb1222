// Kiosk mode on the other pages, every control of each page, and planted faults of the reset.

import assert from "node:assert/strict";
import { test } from "node:test";
import { KIOSK, clockedPage, closeContext, goAway, leftovers, openKiosk, part, touchToStart } from "./kiosk-support.js";
import { PAGES, WORDS, checkPage, visit } from "./kiosk-visits.js";
import { listenedPage, setUp } from "./support.js";

const { server, browser } = setUp();

for (const name of Object.keys(PAGES).filter((name) => name !== "index")) {
  test(`${name}: nothing leads out, and every target is large`, () => checkPage(browser, server.url, name));
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
      await openKiosk(page, `${server.url}${name}.html${KIOSK}`).catch(() => {});
      if (await part(page, "attract").count()) await touchToStart(page);
      await ready(page);
    };
    await start();
    const all = page.locator("main :is(button, a[href], summary)");
    const count = await all.count();
    for (let at = 0; at < count; at++) {
      // Hidden controls are pressed too: a hidden button that saves files saves nothing.
      await page.evaluate((at) => { /** @type {HTMLElement} */ (document.querySelectorAll("main :is(button, a[href], summary)")[at])?.click?.(); }, at).catch(() => {});
      await page.waitForTimeout(20);
      if (await part(page, "take").count()) await page.keyboard.press("Escape");
      if (!page.url().startsWith(`${server.url}${name}.html`)) await start();
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

