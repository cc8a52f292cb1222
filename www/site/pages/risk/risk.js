// The risk and utility page. It holds the comparison, writes the address and measures after each change.

import { createAudit } from "./audit.js";
import { fileName } from "../../../choice/file-name.js";
import { nearestTable } from "../../../choice/nearest.js";
import { problemsOf } from "../../../choice/repair.js";
import { candidatesOf, chosenOf } from "./candidates.js";
import { fetchOffer } from "./changed.js";
import { createComparing } from "./comparing.js";
import { axesOf, emptySelection } from "../../../choice/state.js";
import { choicesFor, firstTable, letter, readComparison, shareOf, tablesOf, titleOfTable, weightsProblem, writeComparison } from "./comparison.js";
import { isOwnMethod } from "../../../choice/designed.js";
import { methodOfLink, nameOfOwn } from "../../../choice/own-method.js";
import { byId, h, keepingFocus, keepSkipLink } from "../../shell/dom.js";
import { createDelays, idle } from "../../shell/delays.js";
import { copyButton, createAttempts, hideProblem, say, showProblem, writeAddress } from "../../shell/page.js";
import { isPoint, mapFile, symbolKind, SYMBOLS } from "./map.js";
import { createMap } from "./panels.js";
import { createPreviewPanel } from "./preview-panel.js";
import { measuresTable } from "../../result/measured.js";
import { checkSize, plainQuery, pointOf } from "./measuring.js";
import { pointsCsv, pointsJson, pointsTable, summary, tolerableLists } from "./points.js";
import { nearestButton, refusalOf, rulesNote } from "../../result/refusals.js";
import { save } from "../../shell/save.js";
import { readHash, writeHash } from "../../../choice/address.js";
import { siteTitle } from "../../shell/pages.js";
import { createSiteBuilder } from "../../shell/site-builder.js";
import { checkedInWords } from "../../result/rules.js";
import { stepCards } from "../../result/steps.js";
import { english } from "../../../words/builder/english.js";
import { showNoMeasures } from "./no-measures.js";
import { captionOf, errorInWords, nameOfMethod } from "../../shell/words.js";

/** @import { Offer } from "./changed.js" */
/** @import { Comparison } from "./comparison.js" */
/** @import { Chosen } from "./map.js" */
/** @import { Comparand } from "./points.js" */
/** @import { Cube, Measures, Selection, Table } from "../../shell/types.js" */

const SETTLE_MS = 180;
const PROGRESS_AFTER_MS = 250;
/** Error codes of methods. After such an error, other methods of the table may work. */
const OF_METHODS = ["bad-method", "method-refused", "unknown-method", "infeasible", "unreadable-design", "bad-design"];

/**
 * The measured table with its method. A table that a limit refuses can have measures.
 * @typedef
 *   {{ measures: Measures, table: Table, designed: string } | { refused: string, always: boolean, nearest?: Selection, measures?: Measures }}
 *   Present
 */

/** The state of the page before a dataset is open. */
function createState() {
  return {
    comparison: /** @type {Comparison} */ (readComparison("")),
    cube: /** @type {Cube | undefined} */ (undefined),
    /** The publisher's changed cubes and comparisons. */
    offer: /** @type {Offer} */ ({ changed: [], comparisons: [], problems: [] }),
    /** The tables and points of the chart and of files. */
    compared: /** @type {Comparand[]} */ ([]),
    present: /** @type {Present | undefined} */ (undefined),
    /** The point of the preview. */
    chosen: /** @type {Chosen | undefined} */ (undefined),
  };
}

const state = createState();
const delays = createDelays();
const attempts = createAttempts();
const audit = createAudit();
const map = createMap(choose);
const preview = createPreviewPanel(() => {
  const { chosen } = state;
  choose("", "");
  if (chosen) map.focus(chosen);
});
const site = createSiteBuilder({
  page: { onChoice: (table, cube, said) => void show(table, cube, said), first: firstTable },
  onOpen: () => showBusy(true),
  write(table) {
    const { tolerable, weights, own } = state.comparison;
    // Other datasets have other methods and variables.
    state.comparison = table.cube === state.comparison.table.cube ? { ...state.comparison, table } : { ...readComparison(""), tolerable, weights, own, table };
    return writeComparison(state.comparison);
  },
  onRead: (table) => { state.comparison = comparisonIn(location.hash, table.cube); },
});
const { builder } = site;
const comparing = createComparing({
  onChange(edit) {
    state.comparison = { ...state.comparison, ...edit };
    writeAddress(writeComparison(state.comparison), "replace");
    if (Object.keys(edit).join() === "tolerable") drawControls(), drawCompared(), drawPresent();
    else settle();
  },
  onShow: (table) => void showTable({ ...table, cube: state.comparison.table.cube, method: state.comparison.table.method }),
  async problemOf(method) {
    try {
      await state.cube?.measure({ ...plainQuery(state.comparison.table), method });
      return "";
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  },
});

/** Measures another table. The rest of the comparison is unchanged. @param {Selection} table */
function showTable(table) {
  return builder.arrive({ ...table, own: true }, "push");
}

/**
 * Shows what a method changes in a table, in place of the list of methods. The focus moves to the preview.
 * @param {string} letter  of the table; empty to close the preview
 * @param {string} id  of the candidate
 */
function choose(letter, id) {
  state.chosen = letter ? { letter, id } : undefined;
  drawChosen();
  if (letter) preview.focus();
}

/** Draws the preview of the chosen point again, or closes the preview if the comparison lacks the point. */
function drawChosen() {
  const table = state.compared.find(({ letter }) => letter === state.chosen?.letter);
  const place = table?.places.find(({ candidate }) => candidate.id === state.chosen?.id);
  if (table && place && state.cube) void preview.show(place.candidate, table, { from: state.cube, several: state.compared.length > 1 });
  else state.chosen = undefined, preview.close();
  byId("points-section").hidden = preview.isOpen() || state.compared.length === 0;
  map.draw(state.compared, { tolerable: shareOf(state.comparison.tolerable), chosen: state.chosen });
}

/**
 * Reads a comparison. All its tables are of one dataset.
 * @param {string} hash
 * @param {string | null} cube  the dataset, if the link names none
 */
function comparisonIn(hash, cube) {
  const { bare, table, kept, ...comparison } = readComparison(hash);
  const name = table.cube ?? cube;
  return { ...comparison, table: { ...table, cube: name }, kept: kept.map((each) => ({ ...each, cube: name })) };
}

function settle() {
  delays.start("measure", SETTLE_MS, () => void measure());
  if (state.cube) drawControls();
}

function offered() {
  const { candidates, left } = candidatesOf(/** @type {Cube} */ (state.cube), state.comparison.own, state.comparison.table.method, state.offer.changed);
  return { candidates, left: [left, ...state.offer.problems].filter(Boolean).join(" "), chosen: chosenOf(candidates, state.comparison.methods) };
}

function drawControls() {
  byId("comparing").hidden = !state.cube?.mayReveal;
  if (state.cube?.mayReveal) comparing.draw(state.comparison, state.cube, offered());
}

/** Links the publisher's comparisons. */
function drawComparisons() {
  const { comparisons } = state.offer;
  byId("comparisons").hidden = comparisons.length === 0;
  keepingFocus(() => byId("comparisons").replaceChildren(...comparisons.map(({ label, link }) => h("a", { href: `risk.html#${link}`, "data-key": link, click: (/** @type {Event} */ event) => {
    event.preventDefault();
    state.comparison = comparisonIn(`#${link}`, state.comparison.table.cube);
    void builder.arrive({ ...readHash(`#${link}`), cube: state.comparison.table.cube }, "push");
  } }, label))), byId("result"));
}

/** Shows an error with its ways out: the repairs of the choice, and another try. @param {unknown} error */
function showError(error) {
  const { cube, comparison: { table } } = state;
  const words = english();
  const repairs = (cube ? problemsOf(table, cube) : []).map(({ remedy, repaired }) => way(remedy(words), () => void showTable(repaired(table))));
  const actions = repairs.length ? repairs : [way("Try again", () => void site.again(table))];
  showProblem(error, { text: errorInWords(error).text.replace("Building this table failed.", "Measuring this table failed."), actions });
}

/** @param {string} words @param {() => void} click */
const way = (words, click) => h("button", { type: "button", click }, words);

/** @param {boolean} busy */
function showBusy(busy) {
  delays.cancel("progress");
  if (busy) byId("told").setAttribute("aria-busy", "true");
  else byId("told").removeAttribute("aria-busy");
  if (!busy) byId("progress-line").hidden = true;
  else delays.start("progress", PROGRESS_AFTER_MS, () => { byId("progress-line").hidden = false; });
  byId("progress").removeAttribute("value");
  byId("progress-text").textContent = "Measuring …";
}

/** @param {number} done @param {number} all */
function showProgress(done, all) {
  const bar = /** @type {HTMLProgressElement} */ (byId("progress"));
  [bar.max, bar.value] = [all, done];
  byId("progress-text").textContent = `Measured ${done} of ${all}`;
}

/**
 * Shows and measures a choice of the builder.
 * @param {Selection} table
 * @param {Cube} cube
 * @param {string} said  the builder's message about the change or its repairs
 */
async function show(table, cube, said) {
  const signal = attempts.begin();
  if (state.cube !== cube) {
    // Until the new dataset is known, a control must not measure the old one under the name of the new one.
    delays.cancel("measure");
    if (state.cube) {
      state.cube = undefined;
      byId("comparing").hidden = true;
      showStale("Another dataset is loading.");
    }
    const offer = cube.mayReveal ? await fetchOffer(table.cube ?? "", site.names()) : { changed: [], comparisons: [], problems: [] };
    if (signal.aborted) return;
    clear();
    [state.cube, state.offer] = [cube, offer];
  }
  drawComparisons();
  byId("workbench").setAttribute("href", `index.html${writeHash(table)}`);
  byId("untold").hidden = cube.mayReveal;
  byId("comparison").hidden = byId("steps-section").hidden = !cube.mayReveal;
  byId("measures-section").hidden = true;
  audit.show(table.cube ?? "", cube);
  drawControls();
  await measure(said);
}

/** Shows that a dataset did not open. @param {unknown} error */
function showFailure(error) {
  attempts.stop();
  showBusy(false);
  hideAll();
  audit.show("");
  showError(error);
  const [name] = site.names();
  if (Object(error).code === "unknown-cube" && name) byId("error").append(way("Open another dataset", () => void builder.arrive({ ...emptySelection(), cube: name, bare: true }, "push")));
  say("No table was measured.");
}

/** Removes the figures of the previous dataset. */
function clear() {
  state.present = undefined;
  state.compared = [];
  byId("steps").replaceChildren();
  byId("table-title").textContent = "This table";
  drawCompared();
}

/** Marks the figures as outdated, with a note. An empty note removes the mark. @param {string} words */
function showStale(words) {
  byId("told").classList.toggle("stale", words !== "");
  for (const [id, has] of /** @type {const} */ ([["steps-stale", byId("steps").hasChildNodes()], ["compared-stale", state.compared.length > 0]])) {
    byId(id).hidden = words === "";
    byId(id).textContent = words && `${words}${has ? " The dimmed figures belong to the earlier table." : ""}`;
  }
  for (const id of ["save-svg", "save-csv", "save-json"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = words !== "";
}

function hideAll() {
  for (const id of ["untold", "comparison", "comparing", "steps-section", "measures-section"]) byId(id).hidden = true;
}

/** @param {string} [said]  a text to announce before the outcome */
async function measure(said = "") {
  delays.cancel("measure");
  const [asked, of] = [state.comparison, state.cube];
  // A dataset that is loading is measured once it has arrived.
  if (!of) return;
  const signal = attempts.begin();
  const problem = of.mayReveal ? weightsProblem(asked.weights) : "";
  const idle = problem ? `No table is measured: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`
    : axesOf(asked.table).length === 0 ? "Add a variable to measure a table." : "";
  showStale(idle);
  if (idle) return showBusy(false), say(idle);
  showBusy(true);
  try {
    hideProblem();
    if (!of.mayReveal) {
      const words = await showNoMeasures(asked, of, site.names(), signal);
      if (signal.aborted) return;
      listMethods(asked, of);
      return say([said, words].filter(Boolean).join(" "));
    }
    await measurePresent(asked, of, signal);
    await compare(asked, of, signal);
    if (!signal.aborted) say([said, summary(state.compared)].filter(Boolean).join(" "));
  } catch (error) {
    if (signal.aborted) return;
    showError(error);
    say("No table was measured.");
  } finally {
    if (attempts.isLast(signal)) showBusy(false);
  }
}

/** @param {Comparison} asked @param {Cube} of @param {AbortSignal} signal */
async function measurePresent(asked, of, signal) {
  state.present = undefined;
  // The query has no totals, because the number of blocked values is for the measured cells only.
  const query = async () => ({ ...plainQuery(asked.table), totals: false, method: await methodOfLink(asked.table.method, of), signal });
  const measuresOf = async () => of.measure(await query(), choicesFor(asked, asked.table)).catch(() => undefined);
  try {
    checkSize(asked.table, of);
    const table = await of.table(await query());
    const measures = await of.measure(await query(), choicesFor(asked, asked.table));
    if (signal.aborted) return;
    const { method } = asked.table;
    const named = of.methods.find((each) => each.name === (method ?? of.defaultMethod));
    state.present = { table, measures, designed: isOwnMethod(method) ? nameOfOwn(method) : named ? nameOfMethod(named, named.card.title) : "" };
  } catch (error) {
    if (signal.aborted) return;
    const { code, message, nearest } = /** @type {{ code?: string, message: string, nearest?: unknown }} */ (Object(error));
    if (code === "rule-refused") {
      const measures = await measuresOf();
      if (signal.aborted) return;
      state.present = { refused: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, always: refusalOf(error).always, nearest: nearestTable(nearest, asked.table, of), measures };
    }
    // After a method's error, the page compares other methods. After other errors there is no table to compare.
    else if (OF_METHODS.includes(code ?? "")) showError(error);
    else {
      state.compared = [];
      drawPresent();
      drawCompared();
      throw error;
    }
  }
  drawPresent();
}

function drawPresent() {
  byId("steps-section").hidden = !state.present;
  byId("measures-section").hidden = !state.present?.measures;
  if (!state.present) return;
  const caption = "table" in state.present ? captionOf(state.present.table) : titleOfTable(state.comparison.table, /** @type {Cube} */ (state.cube));
  const { nearest } = "refused" in state.present ? state.present : {};
  const way = nearest && nearestButton(nearest, state.comparison.table, /** @type {Cube} */ (state.cube), () => void showNearest(nearest));
  byId("steps").replaceChildren(...stepCards("refused" in state.present ? { ...state.present, way } : { ...state.present, checked: state.cube ? checkedInWords(state.cube) : "", tolerable: shareOf(state.comparison.tolerable), preprotected: state.cube?.release === "preprotected" }));
  entitle(caption);
  if (state.present.measures) byId("measures").replaceChildren(measuresTable(state.present.measures, `All measures: ${caption}`));
}

/** @param {string} caption  of the measured table */
function entitle(caption) {
  byId("table-title").textContent = caption;
  document.title = `Risk and utility: ${caption} – ${siteTitle()}`;
}

/**
 * Lists the methods of a dataset without measures, if there are several. Each has a preview.
 * @param {Comparison} asked
 * @param {Cube} of
 */
function listMethods({ table }, of) {
  const title = titleOfTable(table, of);
  const { candidates } = candidatesOf(of, [], null, []);
  const places = candidates.filter(({ group }) => group === "cube").map((candidate) => ({ table: title, method: candidate.label, candidate, kind: candidate.kind, risk: null, utility: null, before: null, measures: null }));
  state.compared = places.length > 1 ? [{ selection: table, title, letter: letter(0), places, before: null, choices: {} }] : [];
  byId("comparison").hidden = state.compared.length === 0;
  entitle(title);
  drawCompared();
}

/**
 * Shows the nearest table. The pressed button disappears, so the focus moves to the result.
 * @param {Selection} nearest
 */
async function showNearest(nearest) {
  byId("result").focus();
  await showTable(nearest);
}

/** @param {Comparison} asked @param {Cube} of @param {AbortSignal} signal */
async function compare(asked, of, signal) {
  const { chosen } = offered();
  const tables = tablesOf(asked);
  const all = tables.length * chosen.length;
  let done = 0;
  /** @type {Comparand[]} */
  const found = tables.map((selection, at) => ({ selection, title: titleOfTable(selection, of), letter: letter(at), places: [], before: null, choices: choicesFor(asked, selection) }));
  for (const each of found) {
    for (const candidate of chosen) {
      const point = await pointOf(each, candidate, of, signal);
      if (signal.aborted) return;
      each.places.push({ ...point, candidate, kind: candidate.kind });
      each.before ??= point.before;
      showProgress(++done, all);
    }
  }
  state.compared = found;
  drawCompared();
}

function drawCompared() {
  const told = state.cube?.mayReveal ?? true;
  const tolerable = told ? shareOf(state.comparison.tolerable) : undefined;
  const places = state.compared.flatMap((each) => each.places);
  const drawn = places.filter(isPoint);
  byId("map-figure").hidden = !told || (drawn.length === 0 && places.length > 0);
  byId("none-compared").hidden = !told || places.length > 0 || state.comparison.methods?.length !== 0;
  const refused = places.some((place) => place.refused);
  const against = state.present && "refused" in state.present ? state.present : undefined;
  byId("rules-note").hidden = !(refused || against);
  byId("rules-note").textContent = rulesNote(against, refused);
  keepingFocus(() => byId("points").replaceChildren(pointsTable(state.compared, tolerable, choose)), byId("result"));
  for (const id of ["save-csv", "save-json"]) byId(id).hidden = !told;
  byId("tolerable-lists").replaceChildren(...tolerableLists(state.compared, tolerable));
  byId("tolerable-section").hidden = places.length === 0 || tolerable === undefined;
  byId("tolerable-title").textContent = `Within the tolerable risk${tolerable === undefined ? "" : ` of ${state.comparison.tolerable}`}`;
  const kinds = new Set(drawn.map(({ kind }) => symbolKind(kind)));
  byId("symbols").replaceChildren(...SYMBOLS.filter(([kind]) => kinds.has(kind)).map(([kind, symbol, words]) => h("li", {}, h("span", { class: `symbol symbol-${symbol}`, "aria-hidden": "true" }), words)));
  drawChosen();
}

function listen() {
  const files = { csv: ["points.csv", "text/csv;charset=utf-8"], json: ["points.json", "application/json"], svg: ["map.svg", "image/svg+xml"] };
  /** @type {Record<string, () => string>} */
  const texts = {
    csv: () => pointsCsv(state.compared, shareOf(state.comparison.tolerable)),
    json: () => pointsJson(state.compared, shareOf(state.comparison.tolerable), /** @type {Cube} */ (state.cube)),
    svg: () => mapFile(state.compared, shareOf(state.comparison.tolerable)),
  };
  for (const [kind, [ending, type]] of Object.entries(files)) {
    byId(`save-${kind}`).addEventListener("click", () => save(texts[kind](), fileName(state.comparison.table, state.cube?.id ?? "cube", ending), type));
  }
  copyButton("copy-link", () => location.href);
}

async function start() {
  builder.addEventListener("cellveil-error", ({ detail }) => showFailure(detail.error));
  byId("builder").append(builder);
  listen();
  await site.start();
  // The workshop makes the ready-made designs. Readers may tick one after they lose the network.
  await idle();
  await import("../../cellveil/js/workshop.js").then(({ openWorkshop }) => openWorkshop()).catch(() => {});
}

keepSkipLink();
void start();
