// A table with only the visible rows in the page, and a few rows above and below them. Empty rows have the height of
// all other rows.

import { numbers } from "../../words/numbers.js";
import { h } from "../../site/shell/dom.js";
import { focusedNear } from "../../element/focus.js";

/** @import { Layout } from "../../element/layout.js" */

/** Browsers lay out at most 17 to 33 million pixels. In a taller table, rows move faster than the scroll bar. */
const TALLEST = 8_000_000;
/** The number of cells in the page beyond each edge of the region. Longer rows mean fewer rows. */
const BEYOND_CELLS = 600;
const MOST_BEYOND = 15;
/** The number of longest labels to measure. The widest label can have fewer letters than the longest label. */
const WIDEST_LABELS = 6;

/**
 * @param {object} of
 * @param {HTMLElement} of.region  the element that scrolls
 * @param {HTMLTableElement} of.element  the table, which has only its head
 * @param {Layout} of.layout
 * @param {string} of.locale  of numbers
 * @param {(at: number) => HTMLTableRowElement} of.line
 * @param {(row: HTMLTableRowElement, line: number) => void} of.onRow
 * @param {() => void} of.onUpdate  called after the rows in the page have changed
 */
export function virtualRows({ region, element, layout, locale, line, onRow, onUpdate }) {
  const { height, width, rows } = layout;
  const across = Math.max(1, rows.length) + width;
  const heads = element.tHead?.rows.length ?? 0;
  const room = () => h("tbody", { class: "room", "aria-hidden": "true" }, h("tr", {}, h("td", { colspan: Math.min(across, 1000) })));
  const [above, below] = [room(), room()];
  const body = h("tbody", {});
  const beyond = Math.max(2, Math.min(MOST_BEYOND, Math.floor(BEYOND_CELLS / across)));
  /** @type {Map<number, HTMLTableRowElement>} */
  const present = new Map();

  // Screen readers get the number of all rows.
  element.setAttribute("aria-rowcount", String(heads + height));
  [...(element.tHead?.rows ?? [])].forEach((row, i) => row.setAttribute("aria-rowindex", String(i + 1)));
  element.append(above, body, below, sizer(layout, locale));

  /** @param {number} at */
  const rowFor = (at) => {
    const row = line(at);
    row.setAttribute("aria-rowindex", String(heads + at + 1));
    present.set(at, row);
    onRow(row, at);
    return row;
  };
  body.append(rowFor(0));
  const each = body.rows[0].getBoundingClientRect().height || 37;
  const all = height * each;
  const tall = Math.min(all, TALLEST);

  /** The scrolled distance in a table of full height, in pixels. */
  const passed = () => {
    const reach = tall - sight();
    const at = Math.min(Math.max(0, region.scrollTop - before()), Math.max(0, reach));
    return reach > 0 && all > tall ? at * ((all - sight()) / reach) : at;
  };
  const sight = () => Math.max(each, region.clientHeight - (element.tHead?.offsetHeight ?? 0));
  const before = () => element.caption?.offsetHeight ?? 0;

  function update() {
    const y = passed();
    const first = Math.max(0, Math.floor(y / each) - beyond);
    const last = Math.min(height, Math.ceil((y + sight()) / each) + beyond);
    for (const [at, row] of present) {
      if (at >= first && at < last) continue;
      // The row with the focus leaves the page, so the focus moves to the region for further scrolling.
      if (row.contains(focusedNear(row))) region.focus({ preventScroll: true });
      row.remove();
      present.delete(at);
    }
    const kept = [...present.keys()];
    const [from, to] = kept.length ? [Math.min(...kept), Math.max(...kept) + 1] : [last, last];
    const made = (/** @type {number} */ start, /** @type {number} */ end) => Array.from({ length: Math.max(0, end - start) }, (_, i) => rowFor(start + i));
    body.prepend(...made(first, Math.min(from, last)));
    body.append(...made(to, last));
    // In a table of reduced height, the position of the rows depends on the scroll bar. In other tables it is fixed.
    const top = all > tall ? Math.max(0, Math.min(region.scrollTop - before(), tall - sight()) - (y - first * each)) : first * each;
    setHeight(above, top);
    setHeight(below, Math.max(0, tall - top - (last - first) * each));
    onUpdate();
  }

  let waiting = 0;
  const onscroll = () => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      update();
    });
  };
  // Browsers scroll smoothly to the end, and stop when rows change meanwhile. So this listener scrolls without
  // animation.
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.target !== region || !["Home", "End"].includes(event.key)) return;
    event.preventDefault();
    region.scrollTo({ top: event.key === "Home" ? 0 : region.scrollHeight, behavior: "instant" });
  };
  region.addEventListener("scroll", onscroll, { passive: true });
  region.addEventListener("keydown", onkeydown);
  update();

  return {
    update,
    stop() {
      cancelAnimationFrame(waiting);
      region.removeEventListener("scroll", onscroll);
      region.removeEventListener("keydown", onkeydown);
    },
    /** @param {number} at */
    rowOf: (at) => present.get(at),
    /** Scrolls by the shortest distance that makes a line visible. @param {number} at */
    reveal(at) {
      const y = passed();
      const [top, bottom] = [at * each, (at + 1) * each];
      const wanted = top < y ? top : bottom > y + sight() ? bottom - sight() : undefined;
      if (wanted !== undefined) {
        const scale = all > tall ? (tall - sight()) / (all - sight()) : 1;
        // With the first row, the caption above it is also shown.
        region.scrollTo({ top: at === 0 ? 0 : before() + wanted * scale, behavior: "instant" });
      }
      update();
    },
  };
}

/** @param {HTMLElement} body @param {number} height */
function setHeight(body, height) {
  body.hidden = height < 1;
  /** @type {HTMLElement} */ (body.querySelector("td")).style.height = `${height}px`;
}

/**
 * An invisible row with the widest text of each column, so that columns keep their widths.
 * @param {Layout} layout
 * @param {string} locale
 */
function sizer({ rows, width, height, figure, decimals, collapses }, locale) {
  let least = 0;
  let most = 0;
  // A sample of the figures is enough, because a column grows when a wider figure appears.
  const step = Math.max(1, Math.floor(height / 2_000));
  for (let i = 0; i < height + step; i += step) {
    // Includes the last line, which may be the total.
    const line = Math.min(i, height - 1);
    for (let column = 0; column < width; column++) {
      const value = figure(line, column).value ?? 0;
      if (value > most) most = value;
      if (value < least) least = value;
    }
  }
  const { format } = numbers(locale, decimals);
  const widest = [format(least), format(most), "[low]"];
  const cell = (/** @type {"th" | "td"} */ name, /** @type {string[]} */ texts, inner = "") => h(name, { class: "cellveil-total" }, ...texts.map((text) => h("div", { class: inner }, text)));
  const labels = rows.map(({ axis }) => axis.codes.map(({ label }) => label).sort((a, b) => b.length - a.length).slice(0, WIDEST_LABELS));
  return h("tbody", { class: "sizer", "aria-hidden": "true" }, h("tr", {},
    ...(labels.length ? labels : [[""]]).map((texts, level) => cell("th", texts, collapses(level) ? "collapse" : "")),
    ...Array.from({ length: width }, () => cell("td", widest))));
}
