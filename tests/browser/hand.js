// Uses a page as a person does, only at places inside the window, and counts the clicks, keys and scrolls.

import assert from "node:assert/strict";

/** @import { CDPSession, Locator, Page } from "playwright-core" */
/** @typedef {[x: number, y: number]} Point */

/**
 * The effort for a task. A list of choices takes two clicks: one opens the list, and one chooses. A text of any length counts
 * as one.
 * @typedef {object} Effort
 * @property {number} clicks with the mouse or a finger, also on the browser's own buttons
 * @property {number} keys pressed, without the letters of texts
 * @property {number} texts typed
 * @property {number} strokes drawn
 * @property {number} page scrolls of the page before something could be clicked or read
 * @property {number} zone scrolls of a part of the page
 */

/** The longest wait for an element that something covers while its page is being drawn. */
const PATIENCE_MS = 15_000;

/**
 * Scrolls an element into view as far as needed, and returns what had to scroll. To click an element, only its middle must
 * be in view.
 * @param {Locator} target
 * @param {"click" | "read"} purpose
 * @returns {Promise<{ page: boolean, zone: boolean }>}
 */
export const intoView = (target, purpose) => target.evaluate((element, purpose) => {
  /** The ancestors that can scroll, and the document. */
  const zones = [];
  for (let each = element.parentElement; each; each = each.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(each);
    if (/auto|scroll|hidden/.test(overflowX + overflowY)) zones.push(each);
    if (position === "fixed" || each.matches(":popover-open, dialog[open]")) break;
  }
  const box = element.getBoundingClientRect();
  const middle = new DOMRect(box.x + box.width / 2, box.y + box.height / 2, 0, 0);
  const needed = purpose === "click" ? middle : box;
  /** @param {DOMRect} part @param {DOMRect} whole */
  const within = (part, whole) => {
    // A part that is larger than its zone needs to fill the zone.
    const fits = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ start, /** @type {number} */ end) =>
      to - from <= end - start + 1 ? from >= start - 1 && to <= end + 1 : from <= start + 1 && to >= end - 1;
    return fits(part.left, part.right, whole.left, whole.right) && fits(part.top, part.bottom, whole.top, whole.bottom);
  };
  const window_ = new DOMRect(0, 0, innerWidth, innerHeight);
  if (within(needed, window_) && zones.every((zone) => within(needed, zone.getBoundingClientRect()))) return { page: false, zone: false };
  const all = [...zones, /** @type {Element} */ (document.scrollingElement)];
  const places = () => all.map((zone) => `${zone.scrollLeft},${zone.scrollTop}`);
  const before = places();
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const moved = places().map((each, i) => each !== before[i]);
  const page = moved.pop() === true || moved.some((each, i) => each && (all[i] === document.body || all[i] === document.documentElement));
  return { page, zone: moved.some((each, i) => each && all[i] !== document.body && all[i] !== document.documentElement) };
}, purpose);

/** Whether a click on the middle of the element would reach the element. @param {Element} element */
const meets = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  const label = element instanceof HTMLInputElement ? [...element.labels ?? []] : [];
  return met !== null && (element.contains(met) || label.some((each) => each.contains(met))) && !element.matches(":disabled");
};

/**
 * Returns a hand: the actions of a person on a page, with their count.
 * @param {Page} page
 * @param {boolean} touches uses fingers in place of a mouse
 */
export function handOf(page, touches) {
  /** @type {Effort} */
  const effort = { clicks: 0, keys: 0, texts: 0, strokes: 0, page: 0, zone: 0 };
  /** @type {CDPSession | undefined} */
  let session;
  let began = 0;
  const begin = () => { began ||= performance.now(); };

  /** @param {Locator} target @param {"click" | "read"} purpose */
  async function bring(target, purpose) {
    await target.waitFor();
    const moved = await intoView(target, purpose);
    effort.page += Number(moved.page);
    effort.zone += Number(moved.zone);
    return moved;
  }

  /** Waits until the element is at rest and a click would reach it. Returns its middle. @param {Locator} target @returns {Promise<Point>} */
  async function middle(target) {
    let last = "";
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
      await bring(target, "click");
      const box = await target.boundingBox();
      const now = JSON.stringify(box);
      if (box && now === last && await target.evaluate(meets)) return [box.x + box.width / 2, box.y + box.height / 2];
      last = now;
      await page.waitForTimeout(16);
    }
    assert.fail(`no click can reach ${target}`);
  }

  const hand = {
    effort,
    /** The seconds since the first action. */
    seconds: () => (performance.now() - began) / 1000,

    /** Opens an address. This counts as no action, but starts the time. @param {string} address */
    async open(address) {
      begin();
      await page.goto(address);
    },

    /** Clicks or taps. @param {Locator} target */
    async click(target) {
      begin();
      const place = await middle(target);
      effort.clicks++;
      await (touches ? page.touchscreen.tap(...place) : page.mouse.click(...place));
    },

    /** Chooses from a `<select>`, whose list the browser opens outside the page. @param {Locator} list @param {string | { label: string }} choice */
    async choose(list, choice) {
      begin();
      await middle(list);
      effort.clicks += 2;
      await list.selectOption(choice);
    },

    /** Types a text into a field that has the focus, or that is clicked first. @param {Locator} field @param {string} text */
    async type(field, text) {
      if (!await field.evaluate((each) => each.matches(":focus"))) await hand.click(field);
      begin();
      effort.texts++;
      await field.evaluate((each) => { if (each instanceof HTMLInputElement) each.select(); });
      await page.keyboard.type(text);
    },

    /** Presses a key. The browser may scroll the page to the element that gets the focus. @param {string} key @param {number} [times] */
    async press(key, times = 1) {
      begin();
      const place = () => page.evaluate(() => `${scrollX},${scrollY}`);
      for (let i = 0; i < times; i++) {
        effort.keys++;
        const before = await place();
        await page.keyboard.press(key);
        effort.page += Number(before !== await place());
      }
    },

    /** Presses a key until an element has the focus. @param {string} key @param {Locator} target */
    async pressTo(key, target) {
      begin();
      await target.first().waitFor();
      for (let left = 80; left > 0; left--) {
        if (await target.evaluateAll((all) => all.some((each) => each.matches(":focus")))) return;
        await hand.press(key);
      }
      assert.fail(`${key} does not lead to ${target}`);
    },

    /** Draws a line on an element with the mouse or a finger. Points are fractions of the element's width and height. @param {Locator} on @param {Point[]} line */
    async draw(on, line) {
      begin();
      await bring(on, "read");
      const box = await on.boundingBox() ?? assert.fail(`${on} has no place`);
      const points = line.map(([x, y]) => /** @type {Point} */ ([Math.round(box.x + x * box.width), Math.round(box.y + y * box.height)]));
      effort.strokes++;
      if (!touches) {
        await page.mouse.move(...points[0]);
        await page.mouse.down();
        for (const point of points.slice(1)) await page.mouse.move(...point, { steps: 4 });
        return page.mouse.up();
      }
      session ??= await page.context().newCDPSession(page);
      for (const [i, [x, y]] of points.entries()) await session.send("Input.dispatchTouchEvent", { type: i === 0 ? "touchStart" : "touchMove", touchPoints: [{ x, y }] });
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    },

    /** Scrolls a zone to its end, as the reader of a long table does. @param {Locator} zone */
    async toEnd(zone) {
      begin();
      effort.zone++;
      await zone.evaluate((each) => { each.scrollTo({ top: each.scrollHeight, left: each.scrollWidth, behavior: "instant" }); });
    },

    /** Presses the browser's button. @param {"back" | "forward"} way */
    async go(way) {
      begin();
      effort.clicks++;
      await (way === "back" ? page.goBack() : page.goForward());
    },

    /** Prints with the browser's shortcut, which counts as one key. The page then has the layout of paper. */
    async print() {
      begin();
      effort.keys++;
      await page.emulateMedia({ media: "print" });
    },

    /** Reads an element that nothing covers, and returns what had to scroll. @param {Locator} target */
    async read(target) {
      begin();
      const moved = await bring(target, "read");
      assert.ok(await target.evaluate(meets), `${target} is covered`);
      return moved;
    },
  };
  return hand;
}

/** @typedef {ReturnType<typeof handOf>} Hand */
