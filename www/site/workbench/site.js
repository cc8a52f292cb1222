// The page: holds the reader's choice, keeps the address in step with it, and has the table built when it changes.

import { createBuilder } from "../shared/builder.js";
import { listCubes, open, unknownCube } from "../shared/catalogue.js";
import { clearCheck, createCheck } from "./check.js";
import { designOf, isDesigned, titleOf } from "../shared/design.js";
import { byId, h } from "../shared/dom.js";
import { offerExplanation, withdrawExplanation } from "./explain.js";
import { createPictures } from "./pictures.js";
import { designedMethod } from "../shared/own.js";
import { save } from "../shared/save.js";
import { copyOf, countCells, emptySelection, firstSelection, queryOf, readHash, writeHash } from "../shared/state.js";
import { DRAWN_CELLS, hideAbout, invite, offerMeasures, remark, say, showAbout, showBusy, showError, showIdle, showProgress, showTable, showTooLarge } from "./view.js";
import { fileName } from "../shared/words.js";

/** @import { Progress, Selection, Table, View } from "../shared/types.js" */

/** @typedef {Selection & { bare?: boolean }} Wanted  `bare`: only the data are named, so a first table is chosen for them */

// Long enough for a run of clicks to become one table, short enough to feel direct.
const SETTLE_MS = 180;
// Opening a cube for its title alone costs a request; a long list can do with names.
const NAMED_CUBES = 12;

/** @type {Selection} */
let selection = emptySelection();
/** @type {{ selection: Selection, table: Table } | undefined} */
let built;
/** The names of the site's cubes. @type {string[]} */
let names = [];
/** What was asked for while its data are not open, or could not be opened. @type {Wanted | undefined} */
let pending;
/** @type {AbortController | undefined} */
let running;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;

const picker = /** @type {HTMLSelectElement} */ (byId("cube"));
const builder = createBuilder({
  say: remark,
  onChange(next) {
    selection = { ...next, view: selection.view };
    remember("push");
    clearTimeout(settling);
    settling = setTimeout(build, SETTLE_MS);
  },
});

const pictures = createPictures({ onChange: (picture) => changeView({ ...selection.view, picture }) });

/** Another look at the same table: nothing is built. @param {View} view */
function changeView(view) {
  const changed = { ...selection, view };
  if (built?.selection === selection) built.selection = changed;
  selection = changed;
  remember("push");
}

/** @param {"push" | "replace"} how */
function remember(how) {
  const hash = writeHash(selection);
  if (hash === location.hash) return;
  if (how === "push") history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

/**
 * Turns a choice, whole or partial, into what the page shows.
 * @param {Wanted} wanted
 * @param {"push" | "replace"} how
 */
async function show(wanted, how) {
  clearTimeout(settling);
  running?.abort();
  const attempt = (running = new AbortController());
  selection = pending = wanted;
  clearCheck();
  withdrawExplanation();
  offerMeasures();
  const name = wanted.cube ?? "";
  picker.value = name;
  showBusy();
  try {
    if (!names.includes(name)) throw unknownCube(name);
    const cube = await open(name);
    if (attempt.signal.aborted) return;
    pending = undefined;
    selection = wanted.bare ? { ...firstSelection(name, cube), method: wanted.method } : copyOf(wanted);
    nameOption(name, cube.title);
    remember(how);
    await build({ meanwhile: () => { builder.show(selection, cube); showAbout(cube, selection.method); } });
  } catch (error) {
    if (attempt.signal.aborted) return;
    showIdle();
    builder.clear();
    hideAbout();
    pictures.hide();
    showError(error);
  }
}

/**
 * @param {{ anySize?: boolean, meanwhile?: () => void }} [options]  `anySize`: also a table that is too large to be drawn, for
 *   saving it; `meanwhile`: what else is to be drawn, once the table's files are on their way
 */
async function build({ anySize = false, meanwhile = () => {} } = {}) {
  clearTimeout(settling);
  running?.abort();
  const attempt = (running = new AbortController());
  const { signal } = attempt;
  const chosen = selection;
  let idle = true;
  const draw = () => {
    if (idle && !signal.aborted) meanwhile();
    idle = false;
  };
  showBusy();
  try {
    const cube = await open(chosen.cube ?? "");
    if (signal.aborted) return;
    const { cells, exact } = countCells(chosen, cube);
    const tooLarge = !anySize && exact && cells > DRAWN_CELLS;
    if (chosen.rows.length === 0 || tooLarge) {
      draw();
      pictures.hide();
    }
    if (chosen.rows.length === 0) return invite("Add a variable to the rows to see a table.");
    if (tooLarge) return showTooLarge(cells);
    const start = performance.now();
    const onprogress = (/** @type {Progress} */ progress) => (draw(), showProgress(progress));
    const design = designOf(chosen.method);
    const own = design && { method: await designedMethod(design, cube) };
    const table = await cube.table({ ...queryOf(chosen, cube.release === "sealed"), ...own, signal, onprogress }).finally(draw);
    if (signal.aborted) return;
    built = { selection: chosen, table };
    offerExplanation(cube, table);
    if (table.values.length > DRAWN_CELLS) showTooLarge(table.values.length);
    else showTable(table, performance.now() - start, design ? `Designed: ${titleOf(design)}.` : "");
    if (table.values.length <= DRAWN_CELLS) offerMeasures(cube, chosen);
    void pictures.show(table, chosen);
  } catch (error) {
    draw();
    if (!signal.aborted) {
      pictures.hide();
      showError(error);
    }
  } finally {
    if (running === attempt) showIdle();
  }
}

/** @type {{ [button: string]: { ending: string, type: string, text: (table: Table) => string } }} */
const DOWNLOADS = {
  download: { ending: "csv", type: "text/csv;charset=utf-8", text: (table) => table.toCSV() },
  receipt: { ending: "receipt.json", type: "application/json", text: (table) => table.receipt },
};

/** @param {string} button */
async function download(button) {
  if (built?.selection !== selection) await build({ anySize: true });
  const { ending, type, text } = DOWNLOADS[button];
  if (built?.selection === selection) save(text(built.table), fileName(selection, built.table.cube.id, ending), type);
}

/**
 * @param {string} name
 * @param {string} title
 */
function nameOption(name, title) {
  const option = [...picker.options].find((each) => each.value === name);
  if (option) option.textContent = title;
}

/** Gives the other cubes of the list their titles, once the reader has something to look at. */
async function nameOthers() {
  // Not before the table is drawn. Safari has no such callback yet.
  await new Promise((go) => (globalThis.requestIdleCallback ?? setTimeout)(go));
  for (const name of names.slice(0, NAMED_CUBES)) {
    if (name !== selection.cube) await open(name).then((cube) => nameOption(name, cube.title), () => {});
  }
}

async function start() {
  const wanted = readHash(location.hash);
  if (wanted.cube) void open(wanted.cube).catch(() => {});
  try {
    names = await listCubes();
    picker.replaceChildren(...names.map((name) => h("option", { value: name }, name)));
    picker.disabled = false;
    wanted.cube ??= names.find((name) => name.includes("census")) ?? names[0];
  } catch (error) {
    return showError(error);
  }
  await show(wanted, "replace");
  void nameOthers();
}

picker.addEventListener("change", () => {
  if (isDesigned(selection.method)) remark("The designed p-table is left behind: these data are shown by a method of their own.");
  void show({ ...emptySelection(), cube: picker.value, bare: true }, "push");
});
byId("builder").addEventListener("submit", (event) => { event.preventDefault(); void (pending ? show(pending, "push") : build()); });
byId("reset").addEventListener("click", () => show({ ...emptySelection(), cube: selection.cube, bare: true }, "push"));
for (const button of Object.keys(DOWNLOADS)) byId(button).addEventListener("click", () => download(button));
createCheck(() => open(selection.cube ?? ""));
addEventListener("popstate", () => {
  const wanted = readHash(location.hash);
  void show({ ...wanted, cube: wanted.cube ?? picker.value }, "replace");
});

// The clipboard exists on secure pages only; elsewhere the address bar does the same.
if (navigator.clipboard) {
  byId("copy-link").hidden = false;
  byId("copy-link").addEventListener("click", () => navigator.clipboard.writeText(location.href)
    .then(() => say("Link copied: it opens this table again."), () => say("The link could not be copied; the address bar holds it.")));
}

// On a phone the table comes first: the list of variables opens when asked for.
if (matchMedia("(max-width: 40rem)").matches) byId("variables").removeAttribute("open");

void start();
