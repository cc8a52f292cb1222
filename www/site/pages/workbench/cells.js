// Keyboard and mouse access to figures. One figure is in the tab order, and arrow keys move to the others. A panel
// explains a figure. The script of the panel is loaded on demand.

import { byId } from "../../shell/dom.js";

/** @import { Layout } from "../../../element/layout.js" */
/** @import { Cube, Table } from "../../shell/types.js" */
/** @import { createTableView } from "./table-view.js" */
/** @import { Why } from "./lazy/why.js" */

/** The panel opens and closes after a delay, because the pointer also crosses other figures. */
const HOVER_MS = 350;
const LEAVE_MS = 400;

/** The buttons in headings. Only one button of each kind is in the tab order, because a table can have hundreds. */
const HEADINGS = [".sort", ".collapse"];

const figureOf = (/** @type {EventTarget | null} */ target) => (target instanceof Element ? target.closest("tbody:not([aria-hidden]) td") : null);

const placeOnScreen = (/** @type {PointerEvent} */ { screenX, screenY }) => `${screenX},${screenY}`;

/** @param {ReturnType<typeof createTableView>} view */
export function createCells({ cellAt, linesInSight, placeOf }) {
  const region = byId("table");
  const panel = byId("why");
  /** @type {{ cube: Cube, table: Table, layout: Layout } | undefined} */
  let shown;
  let active = { line: 0, column: 0 };
  /** The figure that is in the tab order. @type {HTMLElement | undefined} */
  let tab;
  /** The figure that the panel explains. @type {Element | undefined} */
  let about;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<Why> | undefined} */
  let loading;
  /**
   * Whether the reader has closed the panel. Then it stays closed until the reader clicks a figure or presses Enter.
   */
  let quiet = false;
  /** The last position of the mouse. If the rows move and the mouse does not, no panel opens. */
  let rests = "";

  /** @param {NonNullable<typeof shown>} now @param {boolean} stay  whether the figures keep their places */
  function offer(now, stay) {
    hide();
    shown = now;
    const { height, width } = now.layout;
    active = stay ? { line: Math.min(active.line, height - 1), column: Math.min(active.column, width - 1) } : { line: 0, column: 0 };
    placeTab();
  }

  function withdraw() {
    hide();
    shown = undefined;
    tab = undefined;
  }

  /** Whether the focus is on a figure or in the panel. */
  const isReading = () => region.contains(document.activeElement) && figureOf(document.activeElement) !== null || panel.contains(document.activeElement);

  /** Moves the focus back to a figure after the table is redrawn. */
  function readOn() {
    (tab ?? region).focus({ preventScroll: true });
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
    if (!shown) return;
    const { height, width } = shown.layout;
    active = { line: Math.max(0, Math.min(height - 1, line)), column: Math.max(0, Math.min(width - 1, column)) };
    const cell = cellAt(active.line, active.column);
    placeTab();
    cell?.focus();
    // Browsers do not scroll to a figure that is partly visible.
    cell?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }

  /** @param {Element} cell */
  async function show(cell) {
    clearTimeout(timer);
    const place = placeOf(cell);
    if (!shown || !place) return;
    about = cell;
    const now = shown;
    loading ??= import("./lazy/why.js").then(({ createWhy }) => createWhy({ panel, onclose: leave }));
    // If the panel's script does not load, the table works without the panel.
    const why = await loading.catch(() => (loading = undefined));
    if (about !== cell || shown !== now || !why || !cell.isConnected) return;
    why.show({ ...now, ...place, cell: /** @type {HTMLElement} */ (cell) });
  }

  /** @param {Element} cell */
  function ask(cell) {
    quiet = false;
    void show(cell);
  }

  function hide() {
    clearTimeout(timer);
    about?.removeAttribute("aria-describedby");
    about = undefined;
    panel.hidden = true;
  }

  /** Closes the panel and returns to the figure. */
  function leave() {
    const cell = /** @type {HTMLElement | undefined} */ (about);
    const inside = panel.contains(document.activeElement);
    hide();
    quiet ||= inside || figureOf(document.activeElement) !== null;
    if (inside) cell?.focus();
  }

  region.addEventListener("keydown", (event) => {
    const button = event.target instanceof Element ? event.target.closest(HEADINGS.join()) : null;
    if (shown && button instanceof HTMLElement) return along(event, button);
    if (!shown || !figureOf(event.target)) return;
    const { line, column } = active;
    const { height, width } = shown.layout;
    const all = event.ctrlKey || event.metaKey;
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [all ? 0 : line - 1, column], ArrowDown: [all ? height - 1 : line + 1, column],
      ArrowLeft: [line, all ? 0 : column - 1], ArrowRight: [line, all ? width - 1 : column + 1],
      PageUp: [line - linesInSight(), column], PageDown: [line + linesInSight(), column],
      Home: [all ? 0 : line, 0], End: [all ? height - 1 : line, width - 1],
    });
    if (event.key === "Enter" && !panel.hidden) panel.focus();
    else if (event.key === "Enter") ask(/** @type {Element} */ (figureOf(event.target)));
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
    if (!cell || !place) return;
    active = place;
    placeTab();
    if (!quiet) void show(cell);
  });
  region.addEventListener("focusout", (event) => {
    if (about && !panel.contains(/** @type {Node | null} */ (event.relatedTarget))) hide();
  });
  panel.addEventListener("focusout", (event) => {
    const to = /** @type {Node | null} */ (event.relatedTarget);
    if (to && !panel.contains(to) && to !== about) hide();
  });

  // A click or a tap opens the panel too, unless the reader is selecting text.
  region.addEventListener("click", (event) => {
    const cell = figureOf(event.target);
    const place = cell && placeOf(cell);
    if (!place || String(getSelection() ?? "") !== "") return;
    go(place.line, place.column);
    if (cell) ask(cell);
  });

  addEventListener("pointermove", (event) => { rests = placeOnScreen(event); }, { passive: true });

  region.addEventListener("pointerover", (event) => {
    const cell = figureOf(event.target);
    if (event.pointerType !== "mouse" || event.buttons || !cell || cell === about || placeOnScreen(event) === rests) return;
    clearTimeout(timer);
    timer = setTimeout(() => { if (!panel.contains(document.activeElement)) void show(cell); }, HOVER_MS);
  });
  region.addEventListener("pointerout", (event) => {
    if (event.pointerType !== "mouse") return;
    const to = event.relatedTarget;
    if (to instanceof Node && (region.contains(to) && figureOf(to) || panel.contains(to))) return;
    hideSoon();
  });
  // The press may start a text selection, and no panel should cover the selection.
  region.addEventListener("pointerdown", () => clearTimeout(timer));
  panel.addEventListener("pointerenter", () => clearTimeout(timer));
  panel.addEventListener("pointerleave", hideSoon);

  /** Closes the panel of a hovered figure after a delay, or shows the panel of the focused figure. */
  function hideSoon() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (panel.contains(document.activeElement)) return;
      const focused = figureOf(document.activeElement);
      if (focused && !quiet) void show(focused);
      else hide();
    }, LEAVE_MS);
  }

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) leave();
  });
  // The panel does not scroll with its figure, so scrolling closes the panel.
  region.addEventListener("scroll", () => { if (!panel.hidden && !figureOf(document.activeElement) && !panel.contains(document.activeElement)) hide(); }, { passive: true });

  return { offer, withdraw, isReading, readOn, placeTab };
}
