// Kiosk mode: nothing leads out, every target is large, and nothing of a visitor is left after the reset. The other pages are
// in kiosk-pages.long.test.js.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { accessible } from "./accessible.js";
import { IDLE, KIOSK, LINK, clockedPage, closeContext, expectLargeTargets, goAway, leftovers, openKiosk, part, smallTargets, touchToStart } from "./kiosk-support.js";
import { PAGES, WORDS, checkPage, visit } from "./kiosk-visits.js";
import { decoded } from "./qr.js";
import { fileOf, listenedPage, press, setUp, tableBy } from "./support.js";

const { server, browser } = setUp();
const CENSUS = "#cube=census2011-teaching&rows=region&columns=sex";

test("the workbench: nothing leads out, and every target is large", () => checkPage(browser, server.url, "index"));

test("an ordinary page has no part of kiosk mode, and the test of targets finds small ones", async () => {
  const { page } = await listenedPage(browser);
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${server.url}${CENSUS}`);
  await tableBy(page, ["Region"], "Sex");
  assert.deepEqual(asked.filter((url) => url.includes("kiosk")), []);
  assert.equal(await part(page, "attract").count(), 0);
  assert.ok((await smallTargets(page, 44)).length > 5, "small targets of an ordinary page");
  const { name } = await fileOf(page, async () => {
    await page.locator('[data-part="save"]').click();
    await page.locator('[data-save="csv"]').click();
  });
  assert.match(name, /\.csv$/);
});

test("links between pages keep the kiosk and its visit", async () => {
  const { page } = await listenedPage(browser);
  await openKiosk(page, `${server.url}index.html${KIOSK}`);
  await touchToStart(page);
  await page.getByRole("link", { name: "Maps", exact: true }).click();
  await page.waitForURL(`**/maps.html${KIOSK}**`);
  await part(page, "restart").waitFor();
  await PAGES.maps(page);
  assert.equal(await part(page, "attract").count(), 0);
  // A link that a visitor touches before kiosk mode is on has no options.
  await page.goto(`${server.url}risk.html`);
  await part(page, "restart").waitFor();
  assert.equal(await part(page, "open-take").count(), 1);
  await part(page, "restart").click();
  await page.waitForURL(`**/index.html${KIOSK}`);
  await part(page, "attract").waitFor();
});

test("after the idle reset, nothing of the visitor is left", async () => {
  const { page, complaints } = await clockedPage(browser);
  /** @type {string[]} */
  const events = [];
  page.on("console", (message) => events.push(message.text()));
  await page.addInitScript(() => document.addEventListener("cellveil-idle", () => console.info(`idle: ${location.hash.length > 1} ${localStorage.length > 0}`)));
  await visit(page, server.url);
  await page.clock.fastForward(IDLE * 1000);
  await part(page, "countdown").waitFor();
  await accessible(page, "countdown");
  await expectLargeTargets(page, "countdown");
  // The answer continues the visit.
  await press(page, "I am still here");
  await part(page, "countdown").waitFor({ state: "detached" });
  assert.deepEqual(events, []);
  await page.clock.fastForward((IDLE - 2) * 1000);
  assert.equal(await part(page, "countdown").count(), 0);
  await page.keyboard.press("Shift");
  await goAway(page);
  assert.deepEqual(events, ["idle: true true"], "the event comes once, before the reset");
  await PAGES.index(page);
  assert.equal(page.url(), `${server.url}index.html${KIOSK}${new URL(page.url()).hash}`);
  assert.deepEqual(await leftovers(page, WORDS), []);
  // The ways back and forward lead to the attract screen.
  for (const way of /** @type {const} */ (["goBack", "goForward"])) {
    await page[way]({ timeout: 2000 }).catch(() => {});
    await part(page, "attract").waitFor();
    assert.deepEqual(await leftovers(page, WORDS), [], way);
  }
  assert.deepEqual(complaints, []);
  await closeContext(page);
});

test("a visit with more choices than the browser's history holds leaves nothing in the history", async () => {
  const { page } = await clockedPage(browser);
  await openKiosk(page, `${server.url}index.html${KIOSK}`);
  for (const word of ["first-visitor", "second-visitor"]) {
    await touchToStart(page);
    await page.evaluate((word) => { for (let at = 0; at < 60; at++) history.pushState(history.state, "", `#${word}=${at}`); }, word);
    assert.notDeepEqual(await leftovers(page, [word]), [], "the history has the choices");
    await goAway(page);
    assert.deepEqual(await leftovers(page, ["first-visitor", word]), []);
    await page.goBack({ timeout: 2000 }).catch(() => {});
    await part(page, "attract").waitFor();
    assert.deepEqual(await leftovers(page, ["first-visitor", word]), []);
  }
  await closeContext(page);
});

test("the QR code has the public address of the choice", async () => {
  const { page } = await listenedPage(browser, { viewport: { width: 1080, height: 1920 } });
  await openKiosk(page, `${server.url}index.html${KIOSK}${CENSUS}`);
  await touchToStart(page);
  await tableBy(page, ["Region"], "Sex");
  await press(page, "Take it with you");
  await accessible(page, "dialog");
  await expectLargeTargets(page, "dialog");
  const expected = `${LINK}index.html${new URL(page.url()).hash}`;
  assert.match(expected, /#cube=census2011-teaching&rows=region&columns=sex/);
  assert.equal(await decoded(browser, await part(page, "take").locator("svg").screenshot()), expected);
  assert.equal(await part(page, "take").locator(".kiosk-address").innerText(), expected);
  await page.keyboard.press("Escape");
  await part(page, "take").waitFor({ state: "detached" });
  // A choice with hundreds of categories does not fit.
  await page.evaluate(() => history.replaceState(history.state, "", `${location.hash}&filter=region=${"E12000001,".repeat(200)}`));
  await press(page, "Take it with you");
  await part(page, "take").getByText("too long for a QR code").waitFor();
});

test("without a public address, nothing can be taken", async () => {
  const { page } = await listenedPage(browser);
  await openKiosk(page, `${server.url}index.html?kiosk`);
  await touchToStart(page);
  await tableBy(page, ["Region"]);
  assert.equal(await part(page, "open-take").count(), 0);
  await page.evaluate(() => Object.assign(document.createElement("a"), { href: "data:,a", download: "a" }).click());
  await page.getByRole("heading", { name: "Nothing can be saved here" }).waitFor();
  assert.equal(await part(page, "take").locator("svg").count(), 0);
  await accessible(page, "dialog");
});

test("the attract screen changes its table slowly, unless the visitor wants less motion", async () => {
  for (const [reducedMotion, changes] of /** @type {const} */ ([["reduce", false], ["no-preference", true]])) {
    const { page } = await clockedPage(browser, { reducedMotion });
    await openKiosk(page, `${server.url}index.html${KIOSK}`);
    const caption = page.locator(".kiosk-tables caption");
    await caption.waitFor();
    const first = await caption.innerText();
    await page.clock.fastForward(8500);
    assert.equal(await caption.innerText() !== first, changes, reducedMotion);
    // Nobody is there, so nothing is asked.
    await page.clock.fastForward(3_600_000);
    assert.equal(await part(page, "countdown").count(), 0);
    await closeContext(page);
  }
});

test("the first touch fills the screen, and the keyboard starts a visit", async () => {
  const { page } = await listenedPage(browser);
  const script = await page.addInitScript(() => {
    Element.prototype.requestFullscreen = function () {
      document.documentElement.dataset.filled = this.tagName;
      return Promise.resolve();
    };
  });
  await openKiosk(page, `${server.url}index.html${KIOSK}`);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.filled), undefined);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Touch to start");
  await page.keyboard.press("Enter");
  await part(page, "attract").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.filled), "HTML");
  await script.dispose();
});

test("a site of `cellveil site --kiosk` is a kiosk without an option in the address, from the first frame on", async () => {
  const out = path("target/test-kiosk");
  rmSync(out, { recursive: true, force: true });
  execFileSync(path("target/release/cellveil"), ["site", path("target/cubes/census2011-teaching"), "--out", out, "--archive", path("pkg/pages.zip"), "--kiosk", "--kiosk-idle", "30"]);
  assert.ok(!existsSync(`${out}/embed.html`));
  const serving = await serve(out);
  try {
    const { page } = await listenedPage(browser);
    let go = () => {};
    const held = new Promise((resolve) => { go = () => resolve(undefined); });
    await page.route("**/lazy/kiosk.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${serving.url}index.html?idle=3000&link=https://other.example/`);
    await page.locator("cellveil-builder table").waitFor({ state: "attached" });
    assert.equal(await page.locator("h1").isVisible(), false, "nothing is visible before kiosk mode is on");
    go();
    await part(page, "attract").waitFor();
    await touchToStart(page);
    // The address does not change the publisher's options.
    assert.equal(await part(page, "open-take").count(), 0);
    await page.getByRole("link", { name: "Risk and utility" }).click();
    await part(page, "restart").waitFor();
    assert.equal(new URL(page.url()).search, "");

    await page.unrouteAll();
    await page.route("**/lazy/kiosk.js", (route) => route.abort());
    await page.goto(`${serving.url}index.html`);
    await page.getByText("Kiosk mode could not be loaded.").waitFor();
    assert.equal(await page.locator("a, button").count(), 0, "no page without kiosk mode");
  } finally {
    await serving.close();
    rmSync(out, { recursive: true });
  }
});
