// Shared helpers for the tests of kiosk mode: pages with a clock, visits, and the traces of a visitor.

import assert from "node:assert/strict";
import { listenedPage } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @typedef {import("./support.js").Chromium} Chromium */

export const LINK = "https://statistics.example/tables/";
export const IDLE = 30;
export const KIOSK = `?kiosk&idle=${IDLE}&link=${LINK}`;

/** @param {Page} page @param {string} part */
export const part = (page, part) => page.locator(`[data-kiosk-part="${part}"]`);

/** A page whose time the test moves. Its context is closed after the test, because a clock stays installed. @param {Chromium} browser @param {BrowserContextOptions} [options] */
export async function clockedPage(browser, options) {
  const { page, complaints } = await listenedPage(browser, options);
  await page.clock.install();
  return { page, complaints };
}

/** Opens a page of a kiosk and waits for the attract screen. @param {Page} page @param {string} address */
export async function openKiosk(page, address) {
  await page.goto(address);
  await part(page, "attract").waitFor();
}

/** @param {Page} page */
export async function touchToStart(page) {
  await part(page, "start").click();
  await part(page, "attract").waitFor({ state: "detached" });
}

/** Lets the visit end: no input, no answer. Returns when the attract screen is there again. @param {Page} page */
export async function goAway(page, seconds = IDLE) {
  await page.clock.fastForward(seconds * 1000);
  await part(page, "countdown").waitFor();
  const arrived = page.waitForEvent("load");
  arrived.catch(() => {});
  await page.clock.fastForward(16_000);
  await arrived;
  await part(page, "attract").waitFor();
  await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("cellveil-kiosk") ?? "{}").phase === "rest");
}

/**
 * Everything in which a page keeps a visitor's choice: the document with its fields, the address, the storage and the
 * entries of the history, each as a text.
 * @param {Page} page
 * @returns {Promise<Record<string, string>>}
 */
export function traces(page) {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll("input, select, textarea")].map((each) => /** @type {HTMLInputElement} */ (each).value);
    const all = (/** @type {Storage} */ storage) => JSON.stringify(Object.entries(storage));
    const entries = /** @type {{ url: string }[]} */ (Object(globalThis).navigation.entries());
    return {
      document: document.documentElement.outerHTML,
      fields: fields.join("\n"),
      address: location.href,
      title: document.title,
      name: window.name,
      session: all(sessionStorage),
      local: all(localStorage),
      cookies: document.cookie,
      state: JSON.stringify(history.state),
      history: entries.map(({ url }) => url).join("\n"),
      scroll: String(scrollY),
    };
  });
}

/** The places in which a page still has one of the words. @param {Page} page @param {string[]} words */
export async function leftovers(page, words) {
  const found = await traces(page);
  return Object.entries(found).flatMap(([place, text]) => words.filter((word) => decodeURIComponent(text.replaceAll(/%(?![\dA-F]{2})/gi, "%25")).includes(word)).map((word) => `${place}: ${word}`));
}

/** @param {Page} page */
export async function closeContext(page) {
  await page.context().close();
}

/**
 * Targets that are too small for a finger. A link inside a sentence may be small (WCAG 2.5.8), and an area of a map has the
 * area's size: a list beside the map has the same areas. The label of a box or a radio button belongs to its target.
 * @param {Page} page
 * @param {number} least  in pixels
 */
export function smallTargets(page, least) {
  return page.evaluate((least) => {
    const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
    const all = [...(modal ?? document).querySelectorAll("a[href], button, select, summary, textarea, input:not([type=hidden]), [role=button], [role=tab], [role=option], [role=slider]")];
    return all.flatMap((each) => {
      if (!(each instanceof HTMLElement)) return [];
      const element = each;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) || element.closest("[inert]")) return [];
      const input = element instanceof HTMLInputElement ? element : undefined;
      const target = input && ["checkbox", "radio"].includes(input.type) ? input.labels?.[0] ?? element : element;
      const { width, height, right, bottom } = target.getBoundingClientRect();
      // The links to skip the head and the texts for screen readers are not visible: outside the window, or clipped.
      if (right <= 0 || bottom <= 0 && !element.closest("main") || width <= 1 || height <= 1) return [];
      const isInline = element.matches("a") && getComputedStyle(element).display === "inline" && element.closest("p, li, dd, small, td, th");
      if (isInline || Math.min(width, height) >= least - 0.5) return [];
      const { id, className, tagName } = element;
      return [`${tagName.toLowerCase()}${id && `#${id}`}${typeof className === "string" && className && `.${className}`} “${(target.textContent ?? "").trim().slice(0, 30)}”: ${width.toFixed()} × ${height.toFixed()}`];
    });
  }, least);
}

/** @param {Page} page @param {string} state */
export async function expectLargeTargets(page, state) {
  assert.deepEqual(await smallTargets(page, 44), [], state);
}
