// The workbench passes the reader's choice to the store, the address, the controls and the table.

import { problemsOf, unreadIn } from "../../choice/repair.js";
import { createBuilder } from "../../choice/builder.js";
import { carryOver, missingInWords } from "./switch-data.js";
import { changeInWords } from "../../choice/changes.js";
import { hideAbout } from "./about.js";
import { createCheck } from "./check.js";
import { designOf, titleOf } from "../../choice/design.js";
import { byId, keepSkipLink, painted } from "../../shell/dom.js";
import { createDelays } from "../../shell/delays.js";
import { createAttempts, createDataList, offerCopyLink } from "../../shell/page.js";
import { createExplanation } from "./explain.js";
import { answer, open } from "./first.js";
import { createCharts } from "./charts.js";
import { isOwnMethod, methodOfLink } from "../../choice/own-method.js";
import { saveReceipt } from "../../shell/receipt.js";
import { save } from "../../shell/save.js";
import { readHash, writeHash } from "../../choice/address.js";
import { copyOf, countCells, DRAWN_CELLS, emptySelection, firstSelection, isTooLarge, queryOf, variablesOf } from "../../choice/state.js";
import { createHistory } from "./history.js";
import { createDownload } from "./download.js";
import { createStore } from "./store.js";
import { createResultPanel, offerMeasures } from "./result-panel.js";
import { suggestionsFor, suggestionsToDraw } from "./suggestions.js";
import { fileName } from "../../shell/words.js";

/** @import { Cube, Selection, Table } from "../../shell/types.js" */
/** @import { Hooks } from "./result-panel.js" */
/** @import { Wanted } from "./store.js" */

// The page waits this long for further clicks, so that several quick clicks build one table.
const SETTLE_MS = 180;
// If a table takes longer, the page draws the controls first.
const CONTROLS_AFTER_MS = 250;

const panel = createResultPanel();
const { remark, say } = panel;
const explanation = createExplanation(panel.view, () => panel.shown()?.layout);
const store = createStore();
const attempts = createAttempts();
const datasets = createDataList();
const delays = createDelays();
const trail = createHistory({
  onChange: offerUndo,
  onArrive(way) {
    // Until the list of datasets is loaded, `start` handles the address.
    if (!datasets.isFilled()) return;
    const read = readHash(location.hash);
    const wanted = { ...read, cube: read.cube ?? datasets.select.value };
    const said = way ? `${way === "undo" ? "Undone" : "Redone"}: ${way === "undo" ? changesTo(wanted, store.choice()) : changesTo(store.choice(), wanted)}.` : "";
    if (said) remark(said);
    void arrival.show(wanted, "replace", said);
  },
});
const builder = createBuilder({
  say: remark,
  onChange(next) {
    stayHere();
    choose(next);
    store.build();
    delays.start("build", SETTLE_MS, () => void build());
  },
});
const controls = createControls();
const check = createCheck(() => open(store.choice().cube ?? ""));
const arrival = createArrival();
const charts = createCharts({ onChange: (chart) => hooks.changeView({ ...store.view(), chart }) });

/** The controls of the result show the same table in another way. @type {Hooks} */
const hooks = {
  changeView(view) {
    stayHere();
    reshow({ ...copyOf(store.choice()), view: structuredClone(view) });
  },
  changeLayer(name, code) {
    stayHere();
    const choice = store.choice();
    reshow({ ...copyOf(choice), layers: choice.layers.map(([each, shown]) => [each, each === name ? code : shown]) });
  },
};

/** Draws the builder and the texts about the data: after the table, or earlier if the table takes long. */
function createControls() {
  let owed = false;
  /** @param {boolean} now */
  function owe(now) {
    owed = now;
    if (owed) byId("builder").setAttribute("aria-busy", "true");
    else byId("builder").removeAttribute("aria-busy");
  }
  return {
    owe,
    areOwed: () => owed,
    draw() {
      const cube = store.cube();
      // While another dataset loads, the page waits for the controls of that dataset.
      if (!owed || !cube || store.wanted()) return;
      owe(false);
      builder.show(store.choice(), cube);
      panel.showAbout(cube, store.choice().method);
    },
  };
}

/** Stops the loading of another dataset, because the reader changes the table on the page. */
function stayHere() {
  if (!store.back()) return;
  attempts.stop();
  datasets.select.value = store.choice().cube ?? "";
  panel.showIdle();
  controls.draw();
}

/** @param {Selection} next */
function choose(next) {
  store.choose(next);
  remember("push");
  const cube = store.cube();
  if (cube) builder.show(store.choice(), cube);
}

/** @param {Selection} next  a choice with the same table */
function reshow(next) {
  choose(next);
  if (store.state() !== "building") redraw();
}

/** Shows the last table with the current view, if it is the table of the current choice. */
function redraw() {
  const [built, cube] = [store.current(), store.cube()];
  if (!built || !cube) return;
  const { table, milliseconds, designed, selection } = built;
  if (table.values.length > DRAWN_CELLS) panel.showTooLarge(table.values.length, suggestionsToDraw(selection, cube, doing()));
  else {
    if (panel.shown()?.table === table) panel.redrawTable(selection);
    else panel.showTable(table, milliseconds, designed, { cube, selection, ...hooks });
    void charts.show(table, selection);
    offerMeasures(cube, selection);
  }
}

/** @param {"push" | "replace"} how */
function remember(how) {
  trail.write(writeHash(store.choice()), how);
}

/** @param {Selection} before @param {Selection} after */
function changesTo(before, after) {
  const cube = store.cube();
  const labels = new Map(cube ? variablesOf(cube).map(({ name, label }) => [name, label]) : []);
  return changeInWords(before, after, (name) => labels.get(name) ?? name) || "the last change";
}

function offerUndo() {
  for (const way of /** @type {const} */ (["undo", "redo"])) {
    if (trail.can(way)) byId(way).removeAttribute("aria-disabled");
    else byId(way).setAttribute("aria-disabled", "true");
  }
}

/** The actions of the buttons beside a refusal. The pressed button disappears, so the focus moves to the result. */
function doing() {
  return {
    show: (/** @type {Selection} */ next) => (byId("result").focus(), void arrival.show({ ...next, own: store.cube() !== undefined }, "push")),
    again: () => (byId("result").focus(), void again()),
    reload: () => location.reload(),
    undo: trail.can("undo") ? () => (byId("result").focus(), trail.go("undo")) : undefined,
    cubes: [...datasets.select.options].map(({ value, text }) => ({ name: value, title: text })),
  };
}

function again() {
  const wanted = store.wanted();
  return wanted ? arrival.show(wanted, "push") : build();
}

/**
 * Returns the choice for its opened dataset. The page reports the parts that the dataset does not have.
 * @param {Wanted} wanted
 * @param {Cube} of
 * @param {string} name
 * @returns {Selection}
 */
function forDataset({ bare, along, own, ...wanted }, of, name) {
  const first = () => ({ ...firstSelection(name, of), method: wanted.method });
  if (bare) return first();
  if (along) {
    const { selection: kept, missing } = carryOver(wanted, along.from, name, of);
    if (kept && missing.length) remark(missingInWords(missing));
    return kept ?? { ...first(), method: null };
  }
  const soft = own ? [] : problemsOf(wanted, of).filter((each) => each.soft);
  const said = [...new Set([...unreadIn(location.hash), ...soft.map(({ text }) => text)])];
  if (said.length) remark(`Parts of this link are unusable. ${said.join(" ")}`);
  return wanted;
}

/** Shows choices that may need another dataset. */
function createArrival() {
  /** Resolves when the last choice is shown. */
  let last = Promise.resolve();

  /** @param {Wanted} wanted @param {"push" | "replace"} how @param {string} said */
  async function arrive(wanted, how, said) {
    delays.cancel("build");
    const signal = attempts.begin();
    store.open(wanted);
    const name = wanted.cube ?? "";
    panel.showBusy();
    try {
      datasets.choose(name);
      const opened = await open(name);
      if (signal.aborted) return;
      store.enter(opened, forDataset(wanted, opened, name));
      datasets.entitle(name, opened.title);
      remember(how);
      if (store.current() && !byId("table").hidden) return showAgain(opened, signal, said);
      check.clear();
      explanation.withdraw();
      offerMeasures();
      controls.owe(true);
      await build({ signal });
    } catch (error) {
      if (signal.aborted) return;
      check.clear();
      explanation.withdraw();
      store.refuseDataset(wanted);
      end(signal);
      controls.owe(false);
      builder.clear();
      hideAbout();
      charts.hide();
      panel.showError(error, suggestionsFor(error, wanted, undefined, doing()));
    }
  }

  return {
    last: () => last,
    /** @param {Wanted} wanted @param {"push" | "replace"} how @param {string} [said]  what led to the choice */
    show: (wanted, how, said = "") => (last = arrive(wanted, how, said)),
  };
}

/**
 * Shows a choice that has the same table and differs only in the view.
 * @param {Cube} cube
 * @param {AbortSignal} signal
 * @param {string} said
 */
function showAgain(cube, signal, said) {
  end(signal);
  controls.owe(false);
  builder.show(store.choice(), cube);
  redraw();
  // Otherwise screen readers would read only the outcome of the table.
  const status = byId("status").textContent ?? "";
  if (!status.startsWith(said)) say(`${said} ${status}`);
}

/**
 * Builds the table of the choice. `anySize` also builds a table that is too large to draw, for a file.
 * @param {{ anySize?: boolean, signal?: AbortSignal }} [options]
 */
async function build({ anySize = false, signal = attempts.begin() } = {}) {
  delays.cancel("build");
  store.build();
  const choice = store.choice();
  const waited = setTimeout(() => { if (!signal.aborted) controls.draw(); }, CONTROLS_AFTER_MS);
  panel.showBusy();
  try {
    const cube = await open(choice.cube ?? "");
    if (signal.aborted) return;
    const tooLarge = !anySize && isTooLarge(choice, cube);
    if (choice.rows.length === 0 || tooLarge) charts.hide();
    if (choice.rows.length === 0) return panel.invite("Add a variable to the rows to see a table.");
    if (tooLarge) return panel.showTooLarge(countCells(choice, cube).cells, suggestionsToDraw(choice, cube, doing()));
    const design = designOf(choice.method);
    const own = isOwnMethod(choice.method) && { method: await methodOfLink(choice.method, cube) };
    const { table, milliseconds } = await answer(cube, { ...queryOf(choice, cube.release === "sealed"), ...own }, { signal, onprogress: panel.showProgress });
    if (signal.aborted) return;
    store.take(choice, { table, milliseconds, designed: design ? `Designed: ${titleOf(design)}.` : "" });
    explanation.offer(cube, table);
    redraw();
    end(signal);
    if (controls.areOwed()) await painted();
  } catch (error) {
    if (signal.aborted) return;
    if (!delays.isWaiting("build")) store.refuse();
    charts.hide();
    const cube = store.cube();
    panel.showError(error, suggestionsFor(error, choice, cube, doing()));
    // Controls that are not drawn yet will show these texts.
    if (cube && !controls.areOwed()) panel.showAbout(cube, choice.method);
  } finally {
    clearTimeout(waited);
    end(signal);
    if (!signal.aborted) controls.draw();
  }
}

/** Ends an attempt to build a table. @param {AbortSignal} signal */
function end(signal) {
  if (!attempts.end(signal)) return;
  if (store.state() === "building" && !delays.isWaiting("build")) store.settle();
  panel.showIdle();
}

/** @type {{ [button: string]: { ending: string, save: (table: Table, name: string) => void } }} */
const DOWNLOADS = {
  download: { ending: "csv", save: (table, name) => save(table.toCSV(), name, "text/csv;charset=utf-8") },
  receipt: { ending: "receipt.json", save: saveReceipt },
};

/** Returns the table of the choice, and builds it if needed. Undefined if the choice has no table. */
async function current() {
  // Waits for the last choice, so that the file contains its table.
  if (attempts.isOn()) await arrival.last();
  if (!store.wanted() && !store.current()) await build({ anySize: true });
  return store.current();
}

/** @param {string} button */
async function download(button) {
  const now = await current();
  const { ending, save } = DOWNLOADS[button];
  if (now) save(now.table, fileName(now.selection, now.table.cube.id, ending));
}

async function start() {
  offerUndo();
  /** @type {Wanted} */
  let wanted = store.choice();
  try {
    await datasets.fill();
    wanted = readHash(location.hash);
    wanted.cube ??= datasets.usual();
  } catch (error) {
    return panel.showError(error, suggestionsFor(error, store.choice(), undefined, doing()));
  }
  await arrival.show(wanted, "replace");
  await datasets.entitleOthers(store.choice().cube);
}

// The new dataset's table keeps the parts of the choice that both datasets have.
datasets.select.addEventListener("change", () => void arrival.show({ ...copyOf(store.choice()), cube: datasets.select.value, along: { from: store.cube() } }, "push"));
byId("builder").addEventListener("submit", (event) => { event.preventDefault(); void again(); });
byId("reset").addEventListener("click", () => arrival.show({ ...emptySelection(), cube: store.choice().cube, bare: true }, "push"));
createDownload({ table: current, shown: panel.shown, say });
for (const button of Object.keys(DOWNLOADS)) byId(button).addEventListener("click", () => download(button));
for (const way of /** @type {const} */ (["undo", "redo"])) byId(way).addEventListener("click", () => trail.go(way));
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
  // Text boxes and dialogs have their own undo.
  if (/** @type {Element} */ (event.target).closest?.("input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable], dialog")) return;
  event.preventDefault();
  trail.go(key === "y" || event.shiftKey ? "redo" : "undo");
});
offerCopyLink("Link copied: it opens this table again.", say);

// On a phone, the list of variables starts closed, so that the table is nearer to the top.
if (matchMedia("(max-width: 40rem)").matches) byId("variables").removeAttribute("open");

keepSkipLink();
void start();
