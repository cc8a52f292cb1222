// Draws the table in its region of the page, with sticky headings and their buttons. For a very long table, only the
// visible rows are in the page.

import { byId, h, keepingFocus } from "../../shell/dom.js";
import { drawingOf } from "../../../element/render.js";
import { virtualRows } from "./virtual.js";

/** @import { Layout } from "../../../element/layout.js" */
/** @import { Table, View } from "../../shell/types.js" */

/**
 * From this size, only visible rows are in the page. The layout of 50,000 figures takes two seconds, and the layout of
 * visible rows takes 0.1 seconds.
 */
const WHOLE_ROWS = 5_000;
const WHOLE_CELLS = 20_000;

/**
 * The table to show. `stay` keeps the scroll position. The view calls `onRows` when other rows are in the page.
 * @typedef
 *   {{ table: Table, layout: Layout, view: View, caption: string, stay: boolean, changeView: (view: View) => void, onRows: () => void }}
 *   Wanted
 */

/** @param {Layout} layout */
export const isVirtual = ({ height, width }) => height >= WHOLE_ROWS || height * width >= WHOLE_CELLS;

/** Creates the view of the table. */
export function createTableView() {
  const region = byId("table");
  /** @type {{ layout: Layout, element: HTMLTableElement, virtual: ReturnType<typeof virtualRows> | undefined } | undefined} */
  let drawn;
  /** The line of each row that is in the page. @type {WeakMap<Element, number>} */
  let lines = new WeakMap();
  /** @type {ResizeObserver | undefined} */
  let resized;
  /** The distance of each column of row headers from the table's left edge, in pixels. @type {number[]} */
  let lefts = [];
  /** The width of all columns of row headers. */
  let width = 0;

  /** @param {Wanted} wanted */
  function show(wanted) {
    keepingFocus(() => draw(wanted), region);
  }

  /** @param {Wanted} wanted */
  function draw({ table, layout, view, caption, stay, changeView, onRows }) {
    const drawing = drawingOf(table, layout, {
      document, locale: document.documentElement.lang, id: "t",
      sortable: (text, { column }) => sortButton(text, column, layout, view, changeView),
      collapsible: (text, { line, level }) => collapseButton(text, line, level, layout, view, changeView),
    });
    const element = drawing.start();
    // When a wide table scrolls sideways, only a child of the caption can stay visible.
    element.createCaption().replaceChildren(h("span", { id: "table-caption" }, caption));
    const scrolled = region.hidden ? undefined : stay ? { left: region.scrollLeft, top: region.scrollTop } : { left: 0, top: 0 };
    drawn?.virtual?.stop();
    resized?.disconnect();
    lines = new WeakMap();
    region.classList.toggle("virtual", isVirtual(layout));
    region.classList.toggle("nested", layout.rows.length === 2);
    if (!isVirtual(layout)) {
      element.append(...drawing.bodies());
      [...element.tBodies].flatMap((body) => [...body.rows]).forEach((row, line) => lines.set(row, line));
    }
    region.replaceChildren(element);
    region.hidden = false;
    drawn = { layout, element, virtual: undefined };
    if (isVirtual(layout)) {
      drawn.virtual = virtualRows({ region, element, layout, line: drawing.line, onRow: (row, line) => {
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
    headers.forEach((header, i) => header.style.setProperty("--from", `${lefts[lefts.length - headers.length + i] ?? 0}px`));
  }

  /**
   * Pins the columns of row headers while the table scrolls. Their positions are known only after drawing. On a narrow
   * screen, pinned headers would hide the figures, so the headers scroll too.
   * @param {HTMLTableElement} table
   * @param {{ left: number, top: number } | undefined} scrolled  the position; undefined if the region was hidden
   */
  function pinHeaders(table, scrolled) {
    const depth = Math.max(1, drawn?.layout.rows.length ?? 1);
    const corners = [...table.rows[0].cells].slice(0, depth);
    for (const each of corners) each.classList.add("corner");
    for (const each of table.querySelectorAll("thead th[colspan]")) {
      // A header over many columns stays readable while any of its columns is visible.
      each.replaceChildren(h("span", { class: "follow" }, ...each.childNodes));
    }
    // Headers are measured before any scrolling, while no header is sticky. The class also turns off scroll snapping,
    // which would use the widths of the previous table.
    region.classList.add("measured");
    const measure = () => {
      // All sizes are read before any style is set, so that the browser lays out the table only once.
      const start = table.getBoundingClientRect().left;
      const boxes = corners.map((each) => each.getBoundingClientRect());
      lefts = boxes.map(({ left }) => left - start);
      width = Math.max(...boxes.map(({ right }) => right - start));
      corners.forEach((each, i) => each.style.setProperty("--from", `${lefts[i]}px`));
      for (const body of table.tBodies) for (const row of body.rows) pin(row);
      region.style.setProperty("--headers", `${width}px`);
      region.classList.remove("measured");
    };
    // A hidden table is measured when the page is laid out, before readers see it.
    let due = !scrolled && !drawn?.virtual;
    if (!due) {
      region.scrollTo({ left: 0, top: 0, behavior: "instant" });
      measure();
      region.scrollTo({ ...scrolled, behavior: "instant" });
      drawn?.virtual?.update();
    }
    // The observer runs once the page is laid out, and whenever the size of the region changes.
    resized = new ResizeObserver(() => {
      if (due) measure();
      due = false;
      fit();
    });
    resized.observe(region);
  }

  function fit() {
    const { clientWidth, clientHeight, clientLeft, clientTop, offsetWidth, offsetHeight } = region;
    region.classList.toggle("loose", width > clientWidth * 0.55);
    region.style.setProperty("--scrollbar", `${offsetWidth - clientWidth - 2 * clientLeft}px`);
    region.style.setProperty("--scrollbar-below", `${offsetHeight - clientHeight - 2 * clientTop}px`);
    drawn?.virtual?.update();
    showEdges();
  }

  /** Marks the edges at which the table can scroll further. */
  function showEdges() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = region;
    region.classList.toggle("shifted", scrollLeft !== 0 && !region.classList.contains("loose"));
    region.classList.toggle("more", Math.abs(scrollLeft) + clientWidth < scrollWidth - 1);
    region.classList.toggle("below", scrollTop + clientHeight < scrollHeight - 1);
  }

  function drop() {
    drawn?.virtual?.stop();
    resized?.disconnect();
    drawn = undefined;
    // Scrolls to the start, because browsers would restore the scroll position of the previous table.
    region.scrollTo({ left: 0, top: 0, behavior: "instant" });
    region.hidden = true;
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

/**
 * @param {string} text
 * @param {number} column
 * @param {Layout} layout
 * @param {View} view
 * @param {Wanted["changeView"]} changeView
 */
function sortButton(text, column, { codesOfColumn, sorted }, view, changeView) {
  const codes = codesOfColumn(column).map(({ code }) => code);
  const order = sorted?.column === column ? sorted.order : undefined;
  // The first click sorts by descending value, the second by ascending value. The third restores the publisher's order.
  const next = order === undefined ? "descending" : order === "descending" ? "ascending" : undefined;
  return h("button", {
    // One button is in the tab order, and arrow keys lead to the others (cells.js).
    type: "button", class: "sort", tabindex: -1, "data-key": `sort|${column}`, title: next ? `Sort rows, ${next === "descending" ? "largest" : "smallest"} first` : "Restore the original order of the rows",
    click: () => changeView({ ...view, sort: next ? { order: next, column: codes } : null }),
  }, text);
}

/**
 * @param {string} text
 * @param {number} line
 * @param {number} level
 * @param {Layout} layout
 * @param {View} view
 * @param {Wanted["changeView"]} changeView
 */
function collapseButton(text, line, level, layout, view, changeView) {
  const codes = layout.codesOf(line).slice(0, level + 1).map(({ code }) => code);
  const key = JSON.stringify(codes);
  const open = !layout.isCollapsed(line, level);
  return h("button", {
    type: "button", class: "collapse", tabindex: -1, "aria-expanded": String(open), "data-key": `collapse|${key}`, title: open ? "Show only the total of this group" : "Show the rows of this group",
    click: () => changeView({ ...view, collapsed: open ? [...view.collapsed, codes] : view.collapsed.filter((each) => JSON.stringify(each) !== key) }),
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
