// Keyboard and pointer access to figures. One figure is in the tab order, and arrow keys move to the others. Enter, a
// click and a tap choose a figure for the drawer.

/** @import { Layout } from "../../element/layout.js" */
/** @import { TableView } from "./table-view.js" */

/** The buttons in headings. Only one button of each kind is in the tab order, because a table can have hundreds. */
const HEADINGS = [".sort", ".collapse"];

const figureOf = (/** @type {EventTarget | null} */ target) => (target instanceof Element ? target.closest("tbody:not([aria-hidden]) td") : null);

/** @typedef {{ line: number, column: number }} At */

/**
 * @param {HTMLElement} region
 * @param {TableView} view
 * @param {{ onChoose: (at: At) => void, onMove: (at: At) => void }} hooks  `onMove`: the focus is on another figure
 */
export function createCells(region, { cellAt, linesInSight, placeOf }, { onChoose, onMove }) {
  /** @type {Layout | undefined} */
  let layout;
  /** @type {At} */
  let active = { line: 0, column: 0 };
  /** The figure that is in the tab order. @type {HTMLElement | undefined} */
  let tab;
  /** The figure that the drawer explains. @type {HTMLElement | undefined} */
  let marked;

  /** @param {Layout} now @param {boolean} stay  whether the figures keep their places */
  function offer(now, stay) {
    layout = now;
    tab = undefined;
    active = stay ? { line: Math.max(0, Math.min(active.line, now.height - 1)), column: Math.max(0, Math.min(active.column, now.width - 1)) } : { line: 0, column: 0 };
    placeTab();
  }

  /**
   * Puts one figure into the tab order: the last focused figure, or a figure of the first row in the page if the last
   * row has left the page.
   */
  function placeTab() {
    for (const kind of HEADINGS) {
      if (!region.querySelector(`${kind}[tabindex="0"]`)) region.querySelector(kind)?.setAttribute("tabindex", "0");
    }
    let cell = cellAt(active.line, active.column, false);
    if (!cell) {
      const first = region.querySelector("tbody:not([aria-hidden]) td");
      const place = first && placeOf(first);
      if (place) cell = cellAt(place.line, active.column, false);
    }
    if (cell === tab) return;
    tab?.removeAttribute("tabindex");
    tab = cell;
    tab?.setAttribute("tabindex", "0");
  }

  /** Marks the figure that the drawer explains. @param {At | undefined} at */
  function mark(at) {
    marked?.removeAttribute("aria-current");
    marked = at && cellAt(at.line, at.column, false);
    marked?.setAttribute("aria-current", "true");
  }

  /**
   * Handles arrow keys on a button in a heading: moves the focus to the next button or to the figures.
   * @param {KeyboardEvent} event
   * @param {HTMLElement} button
   */
  function along(event, button) {
    const kind = button.matches(".sort") ? ".sort" : ".collapse";
    const all = /** @type {HTMLElement[]} */ ([...region.querySelectorAll(kind)]);
    const at = all.indexOf(button);
    const [back, on, into] = kind === ".sort" ? ["ArrowLeft", "ArrowRight", "ArrowDown"] : ["ArrowUp", "ArrowDown", "ArrowRight"];
    if (event.key === into) {
      const row = placeOf(button.closest("tr")?.querySelector("td") ?? button);
      go(row?.line ?? active.line, row ? 0 : at);
    } else if (event.key === back || event.key === on) all[at + (event.key === on ? 1 : -1)]?.focus();
    else return;
    event.preventDefault();
  }

  /** @param {number} line @param {number} column */
  function go(line, column) {
    if (!layout) return;
    active = { line: Math.max(0, Math.min(layout.height - 1, line)), column: Math.max(0, Math.min(layout.width - 1, column)) };
    const cell = cellAt(active.line, active.column);
    placeTab();
    cell?.focus({ preventScroll: true });
    // Browsers do not scroll to a figure that is partly visible.
    cell?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }

  region.addEventListener("keydown", (event) => {
    const button = event.target instanceof Element ? event.target.closest(HEADINGS.join()) : null;
    if (layout && button instanceof HTMLElement) return along(event, button);
    if (!layout || !figureOf(event.target)) return;
    const { line, column } = active;
    const { height, width } = layout;
    const all = event.ctrlKey || event.metaKey;
    const rightToLeft = getComputedStyle(region).direction === "rtl";
    const [back, on] = rightToLeft ? [column + 1, column - 1] : [column - 1, column + 1];
    const [start, end] = rightToLeft ? [width - 1, 0] : [0, width - 1];
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [all ? 0 : line - 1, column], ArrowDown: [all ? height - 1 : line + 1, column],
      ArrowLeft: [line, all ? start : back], ArrowRight: [line, all ? end : on],
      PageUp: [line - linesInSight(), column], PageDown: [line + linesInSight(), column],
      Home: [all ? 0 : line, 0], End: [all ? height - 1 : line, width - 1],
    });
    if (event.key === "Enter") onChoose(active);
    else if (steps[event.key] && !event.altKey && !event.shiftKey) go(...steps[event.key]);
    else return;
    event.preventDefault();
  });

  region.addEventListener("focusin", (event) => {
    for (const kind of HEADINGS) {
      if (!(event.target instanceof Element && event.target.matches(kind))) continue;
      for (const other of region.querySelectorAll(`${kind}[tabindex="0"]`)) other.setAttribute("tabindex", "-1");
      event.target.setAttribute("tabindex", "0");
    }
    const cell = figureOf(event.target);
    const place = cell && placeOf(cell);
    if (!place) return;
    active = place;
    placeTab();
    onMove(place);
  });

  // A reader who selects text does not choose a figure.
  region.addEventListener("click", (event) => {
    const cell = figureOf(event.target);
    const place = cell && placeOf(cell);
    if (!place || String(region.ownerDocument.getSelection() ?? "") !== "") return;
    go(place.line, place.column);
    onChoose(place);
  });

  return { offer, placeTab, mark, /** Moves the focus to the active figure. */ focus: () => (tab ?? region).focus({ preventScroll: true }) };
}
