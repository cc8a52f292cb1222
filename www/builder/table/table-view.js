// Draws the table in its region, with sticky headings and their buttons. For a very long table, only the visible rows
// are in the page.

import { drawingOf } from "../../element/render.js";
import { h } from "../../site/shell/dom.js";
import { focusedNear } from "../../element/focus.js";

/** @import { Layout } from "../../element/layout.js" */
/** @import { Table, View } from "../../choice/types.js" */
/** @import { virtualRows } from "../more/virtual.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */

/**
 * From this size, only visible rows are in the page. The layout of 50,000 figures takes two seconds, and the layout of
 * visible rows takes 0.1 seconds.
 */
const WHOLE_ROWS = 5_000;
const WHOLE_CELLS = 20_000;
/** The largest share of the region's width for pinned row headings. */
const MOST_PINNED = 0.55;

/** @typedef {(line: number, column: number) => { low: number, high: number, level: number, bound: boolean } | null} Intervals */

/**
 * The table to show. `stay` keeps the scroll position.
 * @typedef {{ table: Table, layout: Layout, view: View, caption: string, id: string, stay: boolean, words: BuilderWords, intervals?: Intervals }} Wanted
 */

/** @param {Layout} layout */
export const isVirtual = ({ height, width }) => height >= WHOLE_ROWS || height * width >= WHOLE_CELLS;

/** @typedef {ReturnType<typeof createTableView>} TableView */

/**
 * Creates the view of the table.
 * @param {HTMLElement} region
 * @param {{ changeView: (view: Partial<View>) => void, onRows: () => void, rows: () => typeof virtualRows }} hooks  `onRows`: other rows are in
 *   the page. `rows`: the part that draws the visible rows of a long table
 */
export function createTableView(region, { changeView, onRows, rows }) {
  /** @type {{ layout: Layout, element: HTMLTableElement, virtual: ReturnType<typeof virtualRows> | undefined } | undefined} */
  let drawn;
  /** The line of each row that is in the page. @type {WeakMap<Element, number>} */
  let lines = new WeakMap();
  /** @type {ResizeObserver | undefined} */
  let resized;
  /** The distance of each column of row headers from the table's start, in pixels. @type {number[]} */
  let starts = [];
  /** The width of all columns of row headers. */
  let width = 0;
  /** The first column of row headers that is pinned. */
  let pinned = 0;

  /** @param {Wanted} wanted */
  function show(wanted) {
    const before = focusedNear(region);
    const key = before && region.contains(before) ? before.dataset.key : undefined;
    draw(wanted);
    if (key === undefined) return;
    /** @type {HTMLElement} */ (region.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? region).focus({ preventScroll: true });
  }

  /** @param {Wanted} wanted */
  function draw({ table, layout, view, caption, id, stay, words, intervals }) {
    const drawing = drawingOf(table, layout, {
      document: region.ownerDocument, locale: words.locale, id, words: { count: words.table.count, by: words.table.by, colon: words.table.colon, comma: words.table.comma },
      sortable: (text, { column }) => sortButton(text, column, layout, words, changeView),
      collapsible: (text, { line, level }) => collapseButton(text, line, level, layout, view, words, changeView),
      ...(intervals ? { interval: intervals } : {}),
    });
    const element = drawing.start();
    // When a wide table scrolls sideways, only a child of the caption can stay visible.
    element.createCaption().replaceChildren(h("span", { id: `${id}-caption` }, caption));
    const scrolled = drawn && stay ? { left: region.scrollLeft, top: region.scrollTop } : { left: 0, top: 0 };
    drawn?.virtual?.stop();
    resized?.disconnect();
    lines = new WeakMap();
    region.classList.toggle("cv-virtual", isVirtual(layout));
    if (!isVirtual(layout)) {
      element.append(...drawing.bodies());
      [...element.tBodies].flatMap((body) => [...body.rows]).forEach((row, line) => lines.set(row, line));
    }
    region.replaceChildren(element);
    drawn = { layout, element, virtual: undefined };
    if (isVirtual(layout)) {
      drawn.virtual = rows()({ region, element, layout, locale: words.locale, line: drawing.line, onRow: (row, line) => {
        lines.set(row, line);
        pin(row);
      }, onUpdate: onRows });
    }
    pinHeaders(element, scrolled);
  }

  /**
   * Pins the headers of a row. Outer headers span several rows, so a row may contain only its inner headers.
   * @param {HTMLTableRowElement} row
   */
  function pin(row) {
    const headers = [...row.cells].filter((cell) => cell.tagName === "TH");
    headers.forEach((header, i) => pinAt(header, starts.length - headers.length + i));
  }

  /** @param {HTMLElement} header @param {number} at  its column */
  function pinAt(header, at) {
    header.toggleAttribute("data-loose", at < pinned);
    header.style.setProperty("--from", `${(starts[at] ?? 0) - (starts[pinned] ?? 0)}px`);
  }

  /**
   * Pins the columns of row headers while the table scrolls. Their positions are known only after drawing. If the
   * headers would hide the figures, only the innermost headers that fit are pinned.
   * @param {HTMLTableElement} table
   * @param {{ left: number, top: number }} scrolled
   */
  function pinHeaders(table, scrolled) {
    const depth = Math.max(1, drawn?.layout.rows.length ?? 1);
    // The style narrows many columns of row headers, so that figures stay in sight.
    region.style.setProperty("--depth", `${depth}`);
    const corners = [...table.rows[0].cells].slice(0, depth);
    for (const each of corners) each.classList.add("corner");
    for (const each of table.querySelectorAll("thead th[colspan]")) {
      // A header over many columns stays readable while any of its columns is visible.
      each.replaceChildren(h("span", { class: "follow" }, ...each.childNodes));
    }
    // Only in a region that is not scrolled, sticky headers are at their own places in the table.
    if (region.scrollLeft || region.scrollTop) region.scrollTo({ left: 0, top: 0, behavior: "instant" });
    // All sizes are read before any style is set, so that the browser lays out the table only once.
    const box = table.getBoundingClientRect();
    const rightToLeft = getComputedStyle(region).direction === "rtl";
    const boxes = corners.map((each) => each.getBoundingClientRect());
    starts = boxes.map(({ left, right }) => (rightToLeft ? box.right - right : left - box.left));
    width = Math.max(...boxes.map(({ left, right }) => (rightToLeft ? box.right - left : right - box.left)));
    pinned = -1;
    const again = () => {
      const room = region.clientWidth * MOST_PINNED;
      const first = starts.findIndex((start) => width - start <= room);
      const next = first < 0 ? starts.length : first;
      if (next === pinned) return;
      pinned = next;
      corners.forEach((each, i) => pinAt(each, i));
      for (const body of table.tBodies) for (const row of body.rows) pin(row);
      region.style.setProperty("--headers", `${pinned < starts.length ? width - starts[pinned] : 0}px`);
    };
    again();
    if (scrolled.left || scrolled.top) region.scrollTo({ ...scrolled, behavior: "instant" });
    drawn?.virtual?.update();
    // The observer runs once the page is laid out, and whenever the size of the region changes.
    resized = new ResizeObserver(() => {
      again();
      drawn?.virtual?.update();
      showEdges();
    });
    resized.observe(region);
  }

  /** Marks the edges at which the table can scroll further. */
  function showEdges() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = region;
    region.classList.toggle("cv-shifted", scrollLeft !== 0);
    region.classList.toggle("cv-more", Math.abs(scrollLeft) + clientWidth < scrollWidth - 1);
    region.classList.toggle("cv-below", scrollTop + clientHeight < scrollHeight - 1);
  }

  function drop() {
    drawn?.virtual?.stop();
    resized?.disconnect();
    drawn = undefined;
    region.replaceChildren();
  }

  /** The table in the page, and the line of each row. */
  const drawnTable = () => (drawn ? { element: drawn.element, lineOf: (/** @type {Element} */ row) => lines.get(row) } : undefined);

  /** The line and column of a figure. @param {Element} cell @returns {{ line: number, column: number } | undefined} */
  function placeOf(cell) {
    const row = /** @type {HTMLTableRowElement | null} */ (cell.closest("tr"));
    const line = row ? lines.get(row) : undefined;
    if (!row || line === undefined || cell.tagName !== "TD") return undefined;
    return { line, column: [...row.cells].filter((each) => each.tagName === "TD").indexOf(/** @type {HTMLTableCellElement} */ (cell)) };
  }

  /**
   * Returns the figure at a line and column. If its row is not in the page, the table scrolls to the row first.
   * @param {number} line
   * @param {number} column
   * @param {boolean} [scroll]
   * @returns {HTMLTableCellElement | undefined}
   */
  function cellAt(line, column, scroll = true) {
    if (!drawn) return undefined;
    if (scroll) drawn.virtual?.reveal(line);
    const row = drawn.virtual ? drawn.virtual.rowOf(line) : wholeRow(drawn.element, line);
    return row ? [...row.cells].filter((each) => each.tagName === "TD")[column] : undefined;
  }

  /** The number of lines that fit in the region. */
  function linesInSight() {
    const row = drawn?.element.querySelector("tbody:not([aria-hidden]) tr")?.getBoundingClientRect().height || 36;
    return Math.max(1, Math.floor((region.clientHeight - (drawn?.element.tHead?.offsetHeight ?? 0)) / row));
  }

  region.addEventListener("scroll", showEdges, { passive: true });

  return { show, drop, drawn: drawnTable, placeOf, cellAt, linesInSight };
}

/** @typedef {(view: Partial<View>) => void} ChangeView */

/**
 * @param {string} text
 * @param {number} column
 * @param {Layout} layout
 * @param {BuilderWords} words
 * @param {ChangeView} changeView
 */
function sortButton(text, column, { codesOfColumn, sorted }, { result }, changeView) {
  const codes = codesOfColumn(column).map(({ code }) => code);
  const order = sorted?.column === column ? sorted.order : undefined;
  // The first click sorts by descending value, the second by ascending value. The third restores the publisher's order.
  const next = order === undefined ? "descending" : order === "descending" ? "ascending" : undefined;
  return h("button", {
    // One button is in the tab order, and arrow keys lead to the others (cells.js).
    type: "button", class: "sort", tabindex: -1, "data-key": `sort|${column}`, title: next ? (next === "descending" ? result.sortDown : result.sortUp) : result.sortOff,
    click: () => changeView({ sort: next ? { order: next, column: codes } : null }),
  }, text);
}

/**
 * @param {string} text
 * @param {number} line
 * @param {number} level
 * @param {Layout} layout
 * @param {View} view
 * @param {BuilderWords} words
 * @param {ChangeView} changeView
 */
function collapseButton(text, line, level, layout, view, { result }, changeView) {
  const codes = layout.codesOf(line).slice(0, level + 1).map(({ code }) => code);
  const key = JSON.stringify(codes);
  const open = !layout.isCollapsed(line, level);
  return h("button", {
    type: "button", class: "collapse", tabindex: -1, "aria-expanded": String(open), "data-key": `collapse|${key}`, title: open ? result.foldGroup : result.unfoldGroup,
    click: () => changeView({ collapsed: open ? [...view.collapsed, codes] : view.collapsed.filter((each) => JSON.stringify(each) !== key) }),
  }, text);
}

/** @param {HTMLTableElement} element @param {number} line */
function wholeRow(element, line) {
  let before = 0;
  for (const { rows } of element.tBodies) {
    if (line < before + rows.length) return rows[line - before];
    before += rows.length;
  }
  return undefined;
}
