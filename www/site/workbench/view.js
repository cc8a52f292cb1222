// The result side of the page: table, progress, status, errors, and what there is to know about the data.

import { byId, h } from "../shared/dom.js";
import { renderTable } from "../shared/library.js";
import { writeHash } from "../shared/state.js";
import { captionOf, counted, dataInWords, errorInWords, exposure, number, propertiesInWords, STATUSES, sumsInWords } from "../shared/words.js";

/** @import { Description, Method, Selection, Table, View } from "../shared/types.js" */

/**
 * How controls of the result change what is shown of a table that is built: nothing is asked of the cube.
 * @typedef {object} Hooks
 * @property {(view: View) => void} changeView
 * @property {(name: string, code: string | null) => void} changeWafer  the category shown of a wafer; null: its first
 */

/** More cells than this are not drawn: such a page is slow to scroll, and no one reads it; the CSV holds them all. */
export const DRAWN_CELLS = 20_000;
/** More than the engine builds. */
const BUILT_CELLS = 10_000_000;

// Most tables are there sooner; a bar that flashes is worse than none.
const PROGRESS_AFTER_MS = 150;

const region = byId("table");
const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
const downloads = ["download", "receipt"].map((id) => /** @type {HTMLButtonElement} */ (byId(id)));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let progressTimer;

let remarked = "";

/** @param {boolean} allowed */
function allowDownloads(allowed) {
  for (const each of downloads) each.disabled = !allowed;
}

/** @param {string} text */
export function say(text) {
  byId("status").textContent = text;
}

/** Says what a control did, and keeps it in front of the next outcome, which would else wipe it away at once. @param {string} text */
export function remark(text) {
  remarked = text;
  say(text);
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
  region.hidden = true;
  region.replaceChildren();
  offerMeasures();
}

let drawnAxes = "";

/**
 * @param {Table} table
 * @param {number} milliseconds  from the request to the protected figures
 * @param {string} designed  what was designed for its method, where something was
 * @param {Selection} _selection  as asked
 * @param {Hooks} _hooks
 */
export function showTable(table, milliseconds, designed, _selection, _hooks) {
  clear();
  const caption = captionOf(table);
  const element = renderTable(table, {
    document,
    locale: document.documentElement.lang,
    words: { suppressed: STATUSES.suppressed.text, blocked: STATUSES.blocked.text },
  });
  // The caption stays in sight when a wide table is scrolled sideways, which only a child of it can do.
  element.createCaption().replaceChildren(h("span", { id: "table-caption" }, caption));
  region.replaceChildren(element);
  region.hidden = false;
  // A filter ticked leaves the reader where they are; other variables are another table, read from its start.
  const axes = table.dimensions.map(({ name, axis }) => `${axis} ${name}`).join();
  pinRowHeaders(element, Math.max(1, table.dimensions.filter(({ axis }) => axis === "row").length), axes === drawnAxes);
  drawnAxes = axes;
  showLegend(table);
  showMethod(table.method, designed, sumsInWords(table));
  allowDownloads(true);
  document.title = `${caption} – cellveil`;
  const hidden = table.status.filter(Boolean).length;
  const time = milliseconds < 1000 ? `${number(Math.max(1, Math.round(milliseconds)))} ms` : `${number(Math.round(milliseconds / 100) / 10)} s`;
  conclude(`${counted(table.values.length, "cell")}${hidden ? `, ${number(hidden)} withheld` : ""}, built in ${time}.`);
}

/** @param {Table} table */
function showLegend(table) {
  const present = Object.entries(STATUSES).filter(([name]) => table.status.includes(/** @type {any} */ (name)));
  byId("legend").hidden = present.length === 0;
  byId("legend").replaceChildren(...present.map(([, { mark, text }]) => h("div", {}, h("dt", {}, mark), h("dd", {}, text))));
}

/**
 * Keeps every column of row headers in place, not just the first: where each one stands is known only once drawn.
 * On a narrow screen headers that fill most of the width would hide the figures, so there they scroll along.
 * @param {HTMLTableElement} table
 * @param {number} depth  columns of row headers
 * @param {boolean} stay  where the former table was scrolled to
 */
function pinRowHeaders(table, depth, stay) {
  const corners = [...table.rows[0].cells].slice(0, depth);
  for (const each of corners) each.classList.add("corner");
  for (const each of table.querySelectorAll("thead th[colspan]")) {
    // A header over many columns stays readable while any of them is in sight.
    each.replaceChildren(h("span", { class: "follow" }, each.textContent ?? ""));
  }
  // Measured unscrolled, where nothing has stuck yet; snapping would scroll at once, by the headers of the former table.
  region.classList.add("measured");
  const { scrollLeft, scrollTop } = stay ? region : { scrollLeft: 0, scrollTop: 0 };
  region.scrollTo({ left: 0, top: 0, behavior: "instant" });
  const start = table.getBoundingClientRect().left;
  const headers = /** @type {HTMLElement[]} */ ([...corners, ...table.querySelectorAll("tbody th")]);
  const boxes = headers.map((each) => each.getBoundingClientRect());
  const width = boxes.reduce((most, { right }) => Math.max(most, right - start), 0);
  headers.forEach((each, i) => each.style.setProperty("--from", `${boxes[i].left - start}px`));
  region.style.setProperty("--headers", `${width}px`);
  region.classList.remove("measured");
  region.scrollTo({ left: scrollLeft, top: scrollTop, behavior: "instant" });
  const fit = () => {
    region.classList.toggle("loose", width > region.clientWidth * 0.55);
    region.style.setProperty("--scrollbar", `${region.offsetWidth - region.clientWidth - 2 * region.clientLeft}px`);
    region.style.setProperty("--scrollbar-below", `${region.offsetHeight - region.clientHeight - 2 * region.clientTop}px`);
    showEdges();
  };
  resized?.disconnect();
  resized = new ResizeObserver(fit);
  resized.observe(region);
  fit();
}
/** @type {ResizeObserver | undefined} */
let resized;

/** Says at each edge whether there is more of the table beyond. */
function showEdges() {
  region.classList.toggle("shifted", region.scrollLeft !== 0 && !region.classList.contains("loose"));
  region.classList.toggle("more", Math.abs(region.scrollLeft) + region.clientWidth < region.scrollWidth - 1);
  region.classList.toggle("below", region.scrollTop + region.clientHeight < region.scrollHeight - 1);
}
region.addEventListener("scroll", showEdges, { passive: true });

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
    h("p", {}, "Take a variable away, use a broader level or filter to fewer categories" + (buildable ? "; or download the whole table as CSV." : ".")), ...actions);
  conclude(`${counted(cells, "cell")}: too many to draw here.`);
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
  const shown = cube.methods.find(({ name }) => name === (method ?? cube.defaultMethod));
  // Of a designed one there is nothing to say before its table is there.
  byId("method").hidden = !shown;
  if (shown) showMethod(shown);
  byId("notes").hidden = false;
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
