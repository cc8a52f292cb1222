// The result side of the page: the table with its controls, notes and errors.

import { createCells } from "./cells.js";
import { captionOfLayout, figuresInWords, notesOf } from "../../result/derived.js";
import { byId, h, lostFocus } from "../../shell/dom.js";
import { showProblem } from "../../shell/page.js";
import { createTableView, isVirtual } from "./table-view.js";
import { createFind } from "./find.js";
import { createFigures } from "./figures.js";
import { legendLines } from "../../result/legend.js";
import { additivityInWords } from "../../../element/additivity.js";
import { layoutOf } from "../../../element/layout.js";
import { en } from "../../../words/en.js";
import { STATUSES } from "../../../words/statuses.js";
import { writeHash } from "../../choice/address.js";
import { DRAWN_CELLS } from "../../choice/state.js";
import { createSelected } from "./selected.js";
import { createProgress } from "./progress.js";
import { createStatus } from "./status.js";
import { createSteps } from "./steps.js";
import { createLayers } from "./layers.js";
import { showChosenMethod, showData, showMethod } from "./about.js";
import { counted, number, sumsInWords } from "../../shell/words.js";

/** @import { Layout } from "../../../element/layout.js" */
/** @import { Cube, Description, Selection, Table, View } from "../../shell/types.js" */

/** The largest table that the core builds. */
const BUILT_CELLS = 10_000_000;

/**
 * The controls of the result. They change how a built table is shown, without a new query.
 * @typedef {object} Hooks
 * @property {(view: View) => void} changeView
 * @property {(name: string, code: string | null) => void} changeLayer  shows a category of a layer; null: the first
 */

/**
 * The table on the page, and the hooks of its controls.
 * @typedef {object} Shown
 * @property {Cube} cube
 * @property {Selection} selection
 * @property {(view: View) => void} changeView
 * @property {(name: string, code: string) => void} changeLayer
 */

/** Tables with more columns are easier to read with swapped axes. */
const WIDE_COLUMNS = 400;
/** The page lists the shorthand used in a table up to this size. For a larger table it lists all shorthand. */
const SEARCHED_CELLS = 200_000;

export function createResultPanel() {
  const region = byId("table");
  const status = createStatus();
  const view = createTableView();
  const cells = createCells(view);
  const figures = createFigures();
  const layers = createLayers();
  const steps = createSteps();
  const downloads = ["download", "receipt", "copy-table"].map((id) => /** @type {HTMLButtonElement} */ (byId(id)));
  /** @type {(Shown & { table: Table, layout: Layout, designed: string, outcome: string }) | undefined} */
  let shown;

  /** @param {boolean} allowed */
  function allowDownloads(allowed) {
    for (const each of downloads) each.disabled = !allowed;
    byId("formats").hidden = !allowed;
  }

  function clear() {
    for (const id of ["error", "too-large", "legend"]) {
      byId(id).hidden = true;
      byId(id).replaceChildren();
    }
  }

  function dropTable() {
    const before = document.activeElement;
    shown = undefined;
    view.drop();
    cells.withdraw();
    figures.hide();
    layers.hide();
    steps.withdraw();
    for (const id of ["table-note", "table-help", "find", "wide"]) byId(id).hidden = true;
    offerMeasures();
    if (lostFocus(before)) byId("result").focus();
  }

  /**
   * @param {Table} table
   * @param {number} milliseconds  from the request to the protected figures
   * @param {string} designed  the designed p-table of its method, in words, if there is one
   * @param {Shown} of
   */
  function showTable(table, milliseconds, designed, of) {
    clear();
    const hidden = table.status.filter(Boolean).length;
    const time = milliseconds < 1000 ? `${number(Math.max(1, Math.round(milliseconds)))} ms` : `${number(Math.round(milliseconds / 100) / 10)} s`;
    const outcome = `${counted(table.values.length, "cell")}${hidden ? `, ${number(hidden)} withheld` : ""}, built in ${time}.`;
    // A table with the same variables keeps the scroll position. Other tables are shown from their start.
    const axes = (/** @type {Table | undefined} */ each) => each?.dimensions.map(({ name, axis }) => `${axis} ${name}`).join();
    const stay = shown !== undefined && axes(shown.table) === axes(table);
    draw({ ...of, table, designed, outcome, layout: layoutOf(table, of.selection.view, of.selection.layers) }, stay);
    showMethod(table.method, designed, [sumsInWords(table), ...additivityInWords(table, en.sum, document.documentElement.lang)].filter(Boolean).join(" "));
    steps.offer({ cube: of.cube, table, designed });
    allowDownloads(true);
    status.conclude(outcome);
  }

  /** Shows the same table with another view. @param {Selection} selection */
  function redrawTable(selection) {
    if (!shown) return;
    const before = shown.selection;
    const layout = layoutOf(shown.table, selection.view, selection.layers);
    draw({ ...shown, selection, layout }, true);
    status.conclude(shown.outcome, changeInWords(before, selection, layout));
  }

  /** @param {NonNullable<typeof shown>} now @param {boolean} stay  whether the table keeps its scroll position */
  function draw(now, stay) {
    const [before, reading] = [document.activeElement, cells.isReading()];
    shown = now;
    const { cube, table, layout, selection, changeView, changeLayer } = now;
    const { view: how } = selection;
    const caption = captionOfLayout(table, layout);
    document.title = `${caption} – cellveil`;
    view.show({ table, layout, view: how, caption, stay, changeView, onRows: cells.placeTab });
    layers.show(layout, changeLayer);
    figures.show({ table, layout, view: how, changeView });
    showGroups(layout, how, changeView);
    showNote(table, layout);
    showLegend(table, layout);
    cells.offer({ cube, table, layout }, stay);
    byId("table-help").hidden = false;
    if (reading) cells.readOn();
    else if (lostFocus(before)) region.focus();
  }

  /** @param {string} text */
  function invite(text) {
    clear();
    dropTable();
    allowDownloads(false);
    status.conclude(text);
  }

  /**
   * @param {number} cells
   * @param {Node[]} [actions]  suggestions of smaller tables
   */
  function showTooLarge(cells, actions = []) {
    clear();
    dropTable();
    const buildable = cells <= BUILT_CELLS;
    allowDownloads(buildable);
    byId("too-large").hidden = false;
    byId("too-large").replaceChildren(
      h("p", {}, h("strong", {}, `This table has ${counted(cells, "cell")}.`), ` The page draws tables of up to ${number(DRAWN_CELLS)} cells.`),
      h("p", {}, "Remove a variable, use a broader level, or filter to fewer categories" + (buildable ? "; or download the whole table as CSV." : ".")), ...actions);
    status.conclude(`${counted(cells, "cell")}, too many to draw here.`);
  }

  /** @param {unknown} error @param {Node[]} [actions]  suggestions */
  function showError(error, actions = []) {
    clear();
    dropTable();
    allowDownloads(false);
    showProblem(error, { actions });
    status.conclude("No table was built.");
  }

  createFind(view, () => shown?.layout, status.say);
  createSelected(view, () => shown, status.say);
  byId("wide-swap").addEventListener("click", () => byId("swap").click());

  return {
    ...createProgress(),
    say: status.say,
    remark: status.remark,
    /** The table on the page. */
    shown: () => shown,
    view,
    showTable, redrawTable, showTooLarge, showError, invite,
    /** @param {Cube} cube @param {string | null} method */
    showAbout(cube, method) {
      showData(cube);
      if (shown?.cube !== cube) showChosenMethod(cube, method);
    },
  };
}

/**
 * Shows the link to the risk and utility of the table, if the publisher permits measures.
 * @param {Description} [cube]
 * @param {Selection} [selection]
 */
export function offerMeasures(cube, selection) {
  byId("measures-line").hidden = !cube?.mayReveal;
  if (selection) byId("measures").setAttribute("href", `risk.html${writeHash(selection)}`);
}

/**
 * Describes a change of the view for the status line, which screen readers read aloud.
 * @param {Selection} before
 * @param {Selection} after
 * @param {Layout} layout
 */
function changeInWords(before, after, layout) {
  const differ = (/** @type {unknown} */ a, /** @type {unknown} */ b) => JSON.stringify(a) !== JSON.stringify(b);
  if (differ(before.layers, after.layers)) return `${layout.layers.map(({ axis, code }) => `${axis.label}: ${code.label}`).join(", ")}.`;
  if (differ(before.view.sort, after.view.sort)) {
    return layout.sorted ? `Sorted by ${layout.codesOfColumn(layout.sorted.column).map(({ label }) => label).join(", ") || "count"}, ${layout.sorted.order === "descending" ? "largest" : "smallest"} first.` : "Rows in their original order.";
  }
  if (differ(before.view.collapsed, after.view.collapsed)) return `${counted(layout.height, "row")} shown.`;
  const figures = (/** @type {View} */ { percent, ratio, average }) => [percent, ratio, average];
  return differ(figures(before.view), figures(after.view)) ? `Shown: ${figuresInWords(layout) || "counts"}.` : "";
}

/**
 * Updates the button that collapses or expands all groups of nested rows.
 * @param {Layout} layout
 * @param {View} view
 * @param {Shown["changeView"]} changeView
 */
function showGroups(layout, view, changeView) {
  const button = byId("collapse-all");
  button.hidden = layout.rows.length < 2 || !layout.collapses(0);
  const open = view.collapsed.length === 0;
  button.textContent = open ? "Collapse all" : "Expand all";
  button.onclick = () => changeView({ ...view, collapsed: open ? layout.rows[0].axis.codes.map(({ code }) => [code]) : [] });
}

/** @param {Table} table @param {Layout} layout */
function showNote(table, layout) {
  const notes = notesOf(table, layout);
  byId("table-note").hidden = notes.length === 0;
  byId("table-note").replaceChildren(...notes.map((note) => h("p", {}, note)));
  const virtual = isVirtual(layout);
  byId("find").hidden = !virtual;
  byId("wide-text").textContent = `This table has ${counted(layout.width, "column")} and ${counted(layout.height, "row")}. It is easier to read with its axes swapped.`;
  byId("wide").hidden = layout.width <= WIDE_COLUMNS || layout.height >= layout.width;
}

/** @param {Table} table @param {Layout} layout */
function showLegend(table, layout) {
  /** @type {Set<string>} */
  const present = new Set();
  if (!layout.derived && layout.layers.length === 0) for (const each of /** @type {import("../../../words/statuses.js").Reason[]} */ (["suppressed", "blocked"])) { if (table.status.includes(/** @type {any} */ (each))) present.add(each); }
  else if (layout.height * layout.width > SEARCHED_CELLS) ["suppressed", "blocked", "not-applicable", "low"].forEach((each) => present.add(each));
  else {
    for (let line = 0; line < layout.height; line++) for (let column = 0; column < layout.width; column++) present.add(layout.figure(line, column).why);
  }
  const lines = /** @type {import("../../../words/statuses.js").Reason[]} */ (Object.keys(STATUSES)).filter((name) => present.has(name));
  byId("legend").hidden = lines.length === 0;
  byId("legend").replaceChildren(...legendLines(lines));
}
