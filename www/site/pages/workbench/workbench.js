// The page: holds the reader's choice, keeps the address in step with it, and has the table built when it changes.

import { problemsOf, mendedBy, unreadIn } from "../../choice/repair.js";
import { createBuilder } from "../../choice/builder.js";
import { carried, leftInWords } from "./switch-data.js";
import { changeInWords } from "../../choice/changes.js";
import { clearCheck, createCheck } from "./check.js";
import { designOf, isDesigned, titleOf } from "../../choice/design.js";
import { byId, h, keepSkipLink, painted } from "../../shell/dom.js";
import { offerExplanation, withdrawExplanation } from "./explain.js";
import { answer, listCubes, open, unknownCube, usual } from "./first.js";
import { createCharts } from "./charts.js";
import { designedMethod } from "../../choice/own-ptable.js";
import { save } from "../../shell/save.js";
import { readHash, writeHash } from "../../choice/address.js";
import { copyOf, countCells, DRAWN_CELLS, emptySelection, firstSelection, isTooLarge, queryOf, sameQuestion, variablesOf } from "../../choice/state.js";
import { createTrail } from "./history.js";
import { createTake } from "./download.js";
import { hideAbout, invite, offerMeasures, redrawTable, remark, say, showAbout, showBusy, showError, showIdle, showProgress, shownTable, showTable, showTooLarge } from "./result-panel.js";
import { waysOut, waysToDraw } from "./suggestions.js";
import { fileName } from "../../shell/words.js";

/** @import { Cube, Progress, Selection, Table } from "../../shell/types.js" */
/** @import { Hooks } from "./result-panel.js" */

/**
 * @typedef {Selection & { bare?: boolean, along?: { from: Cube | undefined } }} Wanted  `bare`: only the data are named, so a first table is
 *   chosen for them; `along`: a table of other data, of which is kept what these have too
 */

// Long enough for a run of clicks to become one table, short enough to feel direct.
const SETTLE_MS = 180;
// A table that is not there by then is one to wait for: its controls are drawn meanwhile.
const CONTROLS_AFTER_MS = 250;
// Opening a cube for its title alone costs a request; a long list can do with names.
const NAMED_CUBES = 12;

/** @type {Selection} */
let selection = emptySelection();
/** The last table, and how to show it. @type {{ selection: Selection, table: Table, milliseconds: number, designed: string } | undefined} */
let built;
/** The data that the page shows. @type {Cube | undefined} */
let cube;
/** The names of the site's cubes. @type {string[]} */
let names = [];
/** What was asked for while its data are not open, or could not be opened. @type {Wanted | undefined} */
let pending;
/** While a table is on its way. @type {AbortController | undefined} */
let running;
/** Whether the controls are still those of other data, or of another choice: they are drawn after the table, unless it keeps the reader waiting. */
let owing = false;
/** The page on its way to other data, or to another entry of its history. */
let arriving = Promise.resolve();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;

const picker = /** @type {HTMLSelectElement} */ (byId("cube"));
const trail = createTrail({
  onChange: offerUndo,
  onArrive(way) {
    // The page begins with the address as it is then.
    if (names.length === 0) return;
    const read = readHash(location.hash);
    const wanted = { ...read, cube: read.cube ?? picker.value };
    const said = way ? `${way === "undo" ? "Undone" : "Redone"}: ${way === "undo" ? changesTo(wanted, selection) : changesTo(selection, wanted)}.` : "";
    if (said) remark(said);
    void show(wanted, "replace", said);
  },
});
const builder = createBuilder({
  say: remark,
  onChange(next) {
    stayHere();
    selection = next;
    remember("push");
    clearTimeout(settling);
    settling = setTimeout(build, SETTLE_MS);
  },
});

const charts = createCharts({ onChange: (chart) => hooks.changeView({ ...(pending && built || { selection }).selection.view, chart }) });

/** What controls of the result do: the table that is built is shown otherwise. @type {Hooks} */
const hooks = {
  changeView(view) {
    stayHere();
    reshow({ ...copyOf(selection), view: structuredClone(view) });
  },
  changeLayer(name, code) {
    stayHere();
    reshow({ ...copyOf(selection), layers: selection.layers.map(([each, shown]) => [each, each === name ? code : shown]) });
  },
};

/** What is changed is the table on the page: other data, which may be on their way, are no longer wanted. */
function stayHere() {
  if (!pending || !built) return;
  running?.abort();
  running = pending = undefined;
  selection = built.selection;
  picker.value = selection.cube ?? "";
  showIdle();
  drawControls();
}

/** @param {Selection} next  what asks the same of the cube */
function reshow(next) {
  // The table that is on its way may lack what the one that is shown was sorted by.
  selection = cube ? mendedBy(next, cube, ({ soft }) => soft) : next;
  remember("push");
  if (cube) builder.show(selection, cube);
  if (settling === undefined && !running) redraw();
}

/** Nothing that was on its way is wanted any more. */
function attemptAnew() {
  running?.abort();
  return (running = new AbortController());
}

/** @param {boolean} owed */
function oweControls(owed) {
  owing = owed;
  if (owed) byId("builder").setAttribute("aria-busy", "true");
  else byId("builder").removeAttribute("aria-busy");
}

function drawControls() {
  // What is still to arrive brings its own.
  if (!owing || !cube || pending) return;
  oweControls(false);
  builder.show(selection, cube);
  showAbout(cube, selection.method);
}

/** Shows the table that is built as the reader has chosen by now; whether there is one. */
function redraw() {
  if (!built || !sameQuestion(built.selection, selection)) return false;
  built = { ...built, selection };
  const { table, milliseconds, designed } = built;
  if (!cube) return false;
  if (table.values.length > DRAWN_CELLS) showTooLarge(table.values.length, waysToDraw(selection, cube, doing()));
  else {
    if (shownTable()?.table === table) redrawTable(selection);
    else showTable(table, milliseconds, designed, { cube, selection, ...hooks });
    void charts.show(table, selection);
    offerMeasures(cube, selection);
  }
  return true;
}

/** @param {"push" | "replace"} how */
function remember(how) {
  trail.write(writeHash(selection), how);
}

/** @param {Selection} before @param {Selection} after */
function changesTo(before, after) {
  const labels = new Map(cube ? variablesOf(cube).map(({ name, label }) => [name, label]) : []);
  return changeInWords(before, after, (name) => labels.get(name) ?? name) || "the last change";
}

function offerUndo() {
  for (const way of /** @type {const} */ (["undo", "redo"])) {
    if (trail.can(way)) byId(way).removeAttribute("aria-disabled");
    else byId(way).setAttribute("aria-disabled", "true");
  }
}

/** What the buttons beside a refusal do. */
function doing() {
  return {
    // The button that was pressed goes: the focus stays with what it led to.
    show: (/** @type {Selection} */ next) => (byId("result").focus(), void show(cube ? mendedBy(next, cube, ({ soft }) => soft) : next, "push")),
    again: () => (byId("result").focus(), void (pending ? show(pending, "push") : build())),
    reload: () => location.reload(),
    undo: trail.can("undo") ? () => (byId("result").focus(), trail.go("undo")) : undefined,
    cubes: [...picker.options].map(({ value, text }) => ({ name: value, title: text })),
  };
}

/** A choice as these data can show it; what of it they cannot, and would build a table without, is said. @param {Wanted} wanted @param {Cube} of @param {string} name */
function fitted(wanted, of, name) {
  const first = () => ({ ...firstSelection(name, of), method: wanted.method });
  if (wanted.bare) return first();
  if (wanted.along) {
    const { selection: kept, left } = carried(wanted, wanted.along.from, name, of);
    if (kept && left.length) remark(leftInWords(left));
    return kept ?? { ...first(), method: null };
  }
  const soft = problemsOf(wanted, of).filter((each) => each.soft);
  const said = [...new Set([...unreadIn(location.hash), ...soft.map(({ text }) => text)])];
  if (said.length) remark(`Parts of this link are unusable. ${said.join(" ")}`);
  return copyOf(mendedBy(wanted, of, (each) => each.soft));
}

/**
 * Turns a choice, whole or partial, into what the page shows.
 * @param {Wanted} wanted
 * @param {"push" | "replace"} how
 * @param {string} [said]  what has led to it
 */
function show(wanted, how, said = "") {
  return (arriving = arrive(wanted, how, said));
}

/** @param {Wanted} wanted @param {"push" | "replace"} how @param {string} said */
async function arrive(wanted, how, said) {
  clearTimeout(settling);
  const attempt = attemptAnew();
  selection = pending = wanted;
  const name = wanted.cube ?? "";
  picker.value = name;
  showBusy();
  try {
    if (!names.includes(name)) throw unknownCube(name);
    const opened = await open(name);
    if (attempt.signal.aborted) return;
    pending = undefined;
    cube = opened;
    selection = fitted(wanted, opened, name);
    nameOption(name, opened.title);
    remember(how);
    // Only how it is shown has changed.
    if (built && !byId("table").hidden && sameQuestion(built.selection, selection)) {
      running = undefined;
      showIdle();
      oweControls(false);
      builder.show(selection, opened);
      redraw();
      // What the table says of itself would else be all that is heard.
      const status = byId("status").textContent ?? "";
      if (!status.startsWith(said)) say(`${said} ${status}`);
      return;
    }
    clearCheck();
    withdrawExplanation();
    offerMeasures();
    oweControls(true);
    await build({ attempt });
  } catch (error) {
    if (attempt.signal.aborted) return;
    clearCheck();
    withdrawExplanation();
    running = undefined;
    cube = undefined;
    showIdle();
    oweControls(false);
    builder.clear();
    hideAbout();
    charts.hide();
    showError(error, waysOut(error, wanted, undefined, doing()));
  }
}

/**
 * @param {{ anySize?: boolean, attempt?: AbortController }} [options]  `anySize`: also a table that is too large to be drawn, for saving it
 */
async function build({ anySize = false, attempt = attemptAnew() } = {}) {
  clearTimeout(settling);
  settling = undefined;
  const { signal } = attempt;
  const chosen = selection;
  const waited = setTimeout(() => { if (!signal.aborted) drawControls(); }, CONTROLS_AFTER_MS);
  showBusy();
  try {
    const opened = await open(chosen.cube ?? "");
    if (signal.aborted) return;
    cube = opened;
    const tooLarge = !anySize && isTooLarge(chosen, opened);
    if (chosen.rows.length === 0 || tooLarge) charts.hide();
    if (chosen.rows.length === 0) return invite("Add a variable to the rows to see a table.");
    if (tooLarge) return showTooLarge(countCells(chosen, opened).cells, waysToDraw(chosen, opened, doing()));
    const design = designOf(chosen.method);
    const own = design && { method: await designedMethod(design, opened) };
    const { table, milliseconds } = await answer(opened, { ...queryOf(chosen, opened.release === "sealed"), ...own }, { signal, onprogress: showProgress });
    if (signal.aborted) return;
    // Meanwhile it may be wanted otherwise, not anew.
    const shown = sameQuestion(chosen, selection) ? selection : chosen;
    built = { selection: shown, table, milliseconds, designed: design ? `Designed: ${titleOf(design)}.` : "" };
    offerExplanation(opened, table);
    redraw();
    endAttempt(attempt);
    if (owing) await painted();
  } catch (error) {
    if (signal.aborted) return;
    charts.hide();
    showError(error, waysOut(error, chosen, cube, doing()));
    // Else the controls bring it.
    if (cube && !owing) showAbout(cube, chosen.method);
  } finally {
    clearTimeout(waited);
    endAttempt(attempt);
    if (!signal.aborted) drawControls();
  }
}

/** An attempt has come to its end. @param {AbortController} attempt */
function endAttempt(attempt) {
  if (running !== attempt) return;
  running = undefined;
  showIdle();
}

/** @type {{ [button: string]: { ending: string, type: string, text: (table: Table) => string } }} */
const DOWNLOADS = {
  download: { ending: "csv", type: "text/csv;charset=utf-8", text: (table) => table.toCSV() },
  receipt: { ending: "receipt.json", type: "application/json", text: (table) => table.receipt },
};

/** The table of the choice, built first where it is not yet; none where it cannot be. */
async function current() {
  // A file is of what was chosen last, were it only just now.
  if (running) await arriving;
  if (!pending && built?.selection !== selection) await build({ anySize: true });
  return !pending && built?.selection === selection ? built : undefined;
}

/** @param {string} button */
async function download(button) {
  const now = await current();
  const { ending, type, text } = DOWNLOADS[button];
  if (now) save(text(now.table), fileName(now.selection, now.table.cube.id, ending), type);
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
  offerUndo();
  /** @type {Wanted} */
  let wanted = selection;
  try {
    names = await listCubes();
    wanted = readHash(location.hash);
    picker.replaceChildren(...names.map((name) => h("option", { value: name }, name)));
    picker.disabled = false;
    wanted.cube ??= usual(names);
  } catch (error) {
    return showError(error, waysOut(error, selection, undefined, doing()));
  }
  await show(wanted, "replace");
  void nameOthers();
}

// Other data: what both have of the table stays.
picker.addEventListener("change", () => void show({ ...copyOf(selection), cube: picker.value, along: { from: cube } }, "push"));
byId("builder").addEventListener("submit", (event) => { event.preventDefault(); void (pending ? show(pending, "push") : build()); });
byId("reset").addEventListener("click", () => show({ ...emptySelection(), cube: selection.cube, bare: true }, "push"));
createTake({ table: current, shown: shownTable, say });
for (const button of Object.keys(DOWNLOADS)) byId(button).addEventListener("click", () => download(button));
createCheck(() => open(selection.cube ?? ""));
for (const way of /** @type {const} */ (["undo", "redo"])) byId(way).addEventListener("click", () => trail.go(way));
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
  // Texts and dialogs have an undo of their own.
  if (/** @type {Element} */ (event.target).closest?.("input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable], dialog")) return;
  event.preventDefault();
  trail.go(key === "y" || event.shiftKey ? "redo" : "undo");
});
// The clipboard exists on secure pages only; elsewhere the address bar does the same.
if (navigator.clipboard) {
  byId("copy-link").hidden = false;
  byId("copy-link").addEventListener("click", () => navigator.clipboard.writeText(location.href)
    .then(() => say("Link copied: it opens this table again."), () => say("The link could not be copied; the address bar holds it.")));
}

// On a phone the table comes first: the list of variables opens when asked for.
if (matchMedia("(max-width: 40rem)").matches) byId("variables").removeAttribute("open");

keepSkipLink();
void start();
