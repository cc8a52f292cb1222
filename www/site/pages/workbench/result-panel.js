// The result side of the page: table, progress, status, errors, and what there is to know about the data.

import { isReading, offerCells, placeTab, readOn, withdrawCells } from "./cells.js";
import { captionOfLayout, figuresInWords, notesOf } from "../../result/derived.js";
import { byId, h, lostFocus } from "../../shell/dom.js";
import { drawTable, dropTable as drop, isVirtual } from "./table-view.js";
import { createFind } from "./find.js";
import { hideFigures, showFigures } from "./figures.js";
import { legendLines } from "../../result/legend.js";
import { layoutOf } from "../../../element/layout.js";
import { STATUSES } from "../../../words/statuses.js";
import { writeHash } from "../../choice/address.js";
import { DRAWN_CELLS } from "../../choice/state.js";
import { createSelected } from "./selected.js";
import { offerSteps, withdrawSteps } from "./steps.js";
import { hideLayers, showLayers } from "./layers.js";
import { counted, dataInWords, errorInWords, exposure, number, propertiesInWords, sumsInWords } from "../../shell/words.js";

/** @import { Layout } from "../../../element/layout.js" */
/** @import { Cube, Description, Method, Selection, Table, View } from "../../shell/types.js" */

/** More than the engine builds. */
const BUILT_CELLS = 10_000_000;

// Most tables are there sooner; a bar that flashes is worse than none.
const PROGRESS_AFTER_MS = 150;

const region = byId("table");
const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
const downloads = ["download", "receipt", "copy-table"].map((id) => /** @type {HTMLButtonElement} */ (byId(id)));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let progressTimer;

let remarked = "";

/** @param {boolean} allowed */
function allowDownloads(allowed) {
  for (const each of downloads) each.disabled = !allowed;
  byId("formats").hidden = !allowed;
}

/** Longer than most tables take: what a control did and what came of it are then said once, together. */
const REMARK_AFTER_MS = 500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let remarkTimer;

/** @param {string} text */
export function say(text) {
  clearTimeout(remarkTimer);
  byId("status").textContent = text;
}

/** Says what a control did, and keeps it in front of the next outcome, which would else wipe it away at once. @param {string} text */
export function remark(text) {
  remarked = text;
  clearTimeout(remarkTimer);
  remarkTimer = setTimeout(() => say(text), REMARK_AFTER_MS);
}

/** @param {string} text */
function conclude(text) {
  say([remarked, text].filter(Boolean).join(" "));
  remarked = "";
}

function clear() {
  for (const id of ["error", "too-large", "legend"]) {
    byId(id).hidden = true;
    byId(id).replaceChildren();
  }
}

/** Shown while files load or cells are worked out; the previous table stays until the next is there. */
export function showBusy() {
  region.setAttribute("aria-busy", "true");
  clearTimeout(progressTimer);
  progress.removeAttribute("value");
  byId("progress-text").textContent = "Building the table …";
  progressTimer = setTimeout(() => { byId("progress-line").hidden = false; }, PROGRESS_AFTER_MS);
}

/** @param {{ loaded: number, total?: number }} bytes */
export function showProgress({ loaded, total }) {
  if (!total) return;
  progress.max = total;
  progress.value = Math.min(loaded, total);
  byId("progress-text").textContent = `Loading data: ${size(loaded)} of ${size(total)}`;
}

/** @param {number} bytes */
function size(bytes) {
  return bytes < 1e6 ? `${number(Math.ceil(bytes / 1e3))} kB` : `${number(Math.round(bytes / 1e5) / 10)} MB`;
}

export function showIdle() {
  clearTimeout(progressTimer);
  byId("progress-line").hidden = true;
  region.removeAttribute("aria-busy");
}

function dropTable() {
  const before = document.activeElement;
  shown = undefined;
  drop();
  withdrawCells();
  hideFigures();
  hideLayers();
  withdrawSteps();
  for (const id of ["table-note", "table-help", "find", "wide"]) byId(id).hidden = true;
  offerMeasures();
  if (lostFocus(before)) byId("result").focus();
}

/**
 * How controls of the result change what is shown of a table that is built: nothing is asked of the cube.
 * @typedef {object} Hooks
 * @property {(view: View) => void} changeView
 * @property {(name: string, code: string | null) => void} changeLayer  the category shown of a layer; null: its first
 */

/**
 * The table on the page, and what its controls call: they change how it is shown, and nothing is built anew.
 * @typedef {object} Shown
 * @property {Cube} cube
 * @property {Selection} selection
 * @property {(view: View) => void} changeView
 * @property {(name: string, code: string) => void} changeLayer
 */

/** @type {(Shown & { table: Table, layout: Layout, designed: string, outcome: string }) | undefined} */
let shown;

/** What is drawn, for what takes it away. */
export const shownTable = () => shown;

/**
 * @param {Table} table
 * @param {number} milliseconds  from the request to the protected figures
 * @param {string} designed  what was designed for its method, where something was
 * @param {Shown} of
 */
export function showTable(table, milliseconds, designed, of) {
  clear();
  const hidden = table.status.filter(Boolean).length;
  const time = milliseconds < 1000 ? `${number(Math.max(1, Math.round(milliseconds)))} ms` : `${number(Math.round(milliseconds / 100) / 10)} s`;
  const outcome = `${counted(table.values.length, "cell")}${hidden ? `, ${number(hidden)} withheld` : ""}, built in ${time}.`;
  // A filter ticked leaves the reader where they are; other variables are another table, read from its start.
  const axes = (/** @type {Table | undefined} */ each) => each?.dimensions.map(({ name, axis }) => `${axis} ${name}`).join();
  const stay = shown !== undefined && axes(shown.table) === axes(table);
  draw({ ...of, table, designed, outcome, layout: layoutOf(table, of.selection.view, of.selection.layers) }, stay);
  showMethod(table.method, designed, sumsInWords(table));
  offerSteps({ cube: of.cube, table, designed });
  allowDownloads(true);
  conclude(outcome);
}

/** The same table seen another way. @param {Selection} selection */
export function redrawTable(selection) {
  if (!shown) return;
  const { view, layers } = selection;
  const before = shown.selection;
  const layout = layoutOf(shown.table, view, layers);
  draw({ ...shown, selection, layout }, true);
  remarked = changeInWords(before, selection, layout);
  conclude(shown.outcome);
}

/** @param {NonNullable<typeof shown>} now @param {boolean} stay  where the table was scrolled to */
function draw(now, stay) {
  const [before, reading] = [document.activeElement, isReading()];
  shown = now;
  const { cube, table, layout, selection, changeView, changeLayer } = now;
  const { view } = selection;
  const caption = captionOfLayout(table, layout);
  document.title = `${caption} – cellveil`;
  drawTable({ table, layout, view, caption, stay, changeView, onRows: placeTab });
  showLayers(layout, changeLayer);
  showFigures({ table, layout, view, changeView });
  showGroups(layout, view, changeView);
  showNote(table, layout);
  showLegend(table, layout);
  offerCells({ cube, table, layout }, stay);
  byId("table-help").hidden = false;
  if (reading) readOn();
  else if (lostFocus(before)) region.focus();
}

/** For those who do not see the table change. @param {Selection} before @param {Selection} after @param {Layout} layout */
function changeInWords(before, after, layout) {
  const differ = (/** @type {unknown} */ a, /** @type {unknown} */ b) => JSON.stringify(a) !== JSON.stringify(b);
  if (differ(before.layers, after.layers)) return `${layout.layers.map(({ axis, code }) => `${axis.label}: ${code.label}`).join(", ")}.`;
  if (differ(before.view.sort, after.view.sort)) {
    return layout.sorted ? `Sorted by ${layout.codesOfColumn(layout.sorted.column).map(({ label }) => label).join(", ") || "count"}, ${layout.sorted.order === "descending" ? "largest" : "smallest"} first.` : "Rows in their own order.";
  }
  if (differ(before.view.collapsed, after.view.collapsed)) return `${counted(layout.height, "row")} shown.`;
  const figures = (/** @type {View} */ { percent, ratio, average }) => [percent, ratio, average];
  return differ(figures(before.view), figures(after.view)) ? `Shown: ${figuresInWords(layout) || "counts"}.` : "";
}

/** Every group of lines reduced to its total at once, where lines nest. @param {Layout} layout @param {View} view @param {Shown["changeView"]} changeView */
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

/** More columns than this are better read as rows. */
const WIDE_COLUMNS = 400;
/** More figures than this are not looked through for the shorthand they show. */
const SEARCHED_CELLS = 200_000;

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

/** A link to what the table risks and is good for, where that may be told. @param {Description} [cube] @param {Selection} [selection] */
export function offerMeasures(cube, selection) {
  byId("measures-line").hidden = !cube?.mayReveal;
  if (selection) byId("measures").setAttribute("href", `risk.html${writeHash(selection)}`);
}

/** @param {string} text */
export function invite(text) {
  clear();
  dropTable();
  allowDownloads(false);
  conclude(text);
}

/**
 * @param {number} cells
 * @param {Node[]} [actions]  ways to a smaller one
 */
export function showTooLarge(cells, actions = []) {
  clear();
  dropTable();
  const buildable = cells <= BUILT_CELLS;
  allowDownloads(buildable);
  byId("too-large").hidden = false;
  byId("too-large").replaceChildren(
    h("p", {}, h("strong", {}, `This table has ${counted(cells, "cell")}.`), ` The page draws tables of up to ${number(DRAWN_CELLS)}.`),
    h("p", {}, "Remove a variable, use a broader level, or filter to fewer categories" + (buildable ? "; or download the whole table as CSV." : ".")), ...actions);
  conclude(`${counted(cells, "cell")}, too many to draw here.`);
}

/** @param {unknown} error @param {Node[]} [actions]  ways out of it */
export function showError(error, actions = []) {
  clear();
  dropTable();
  allowDownloads(false);
  const { text, technical } = errorInWords(error);
  // Without a code it is our own mistake, and its stack is wanted.
  if (typeof Object(error).code !== "string") console.error(error);
  byId("error").replaceChildren(h("p", {}, text), ...actions, h("details", {}, h("summary", {}, "Technical message"), h("p", { class: "technical" }, technical)));
  byId("error").hidden = false;
  conclude("No table was built.");
}

/**
 * What there is to know of the data, and of the method, of which a table that is there says more.
 * @param {Description} cube
 * @param {string | null} method
 */
export function showAbout(cube, method) {
  const facts = [
    ["Counted", cube.unit], ["Period", cube.period], ["Source", cube.source], ["Licence", cube.licence], ["Contact", cube.contact],
    ["Release class", cube.release],
  ].filter(([, value]) => value);
  byId("about-data").replaceChildren(
    h("p", {}, h("strong", {}, cube.title), ". ", dataInWords(cube)),
    ...cube.notes.map((note) => h("p", {}, note)),
    h("dl", { class: "facts" }, ...facts.flatMap(([term, value]) => [h("dt", {}, `${term}`), h("dd", {}, `${value}`)])));
  byId("exposure-text").replaceChildren(...exposure(cube).map((text) => h("p", {}, text)));
  byId("attribution").textContent = cube.source ? `Source: ${cube.source}` : "";
  byId("notes").hidden = false;
  if (shown?.cube === cube) return;
  const chosen = cube.methods.find(({ name }) => name === (method ?? cube.defaultMethod));
  // Of a designed one there is nothing to say before its table is there.
  byId("method").hidden = !chosen;
  if (chosen) showMethod(chosen);
}

/**
 * What a method does, where it comes from, and what it does not protect against.
 * @param {Method} method
 */
function showMethod({ text, card, properties }, designed = "", sums = "") {
  byId("method").hidden = false;
  byId("method-text").textContent = [designed, text, sums].filter(Boolean).join(" ");
  byId("method-title-of-card").textContent = card.title;
  byId("method-card").replaceChildren(
    h("p", {}, card.summary),
    h("p", {}, `Properties: ${propertiesInWords(properties).join("; ")}.`),
    h("p", {}, "It does not protect against:"),
    h("ul", {}, ...card.protectsNot.map((line) => h("li", {}, line))),
    h("p", {}, `Source: ${card.source}.`));
}

/** For data that could not be opened. */
export function hideAbout() {
  byId("notes").hidden = true;
  byId("attribution").textContent = "";
}

createFind(() => shown?.layout, say);
createSelected(() => shown, say);
byId("wide-swap").addEventListener("click", () => byId("swap").click());
