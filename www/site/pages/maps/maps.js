// The maps page shows an indicator of each area on a map and in a table. All figures come from protected tables.

import { byId, h, keepingFocus, keepSkipLink, lostFocus } from "../../shell/dom.js";
import { createAttempts, createDataList, hideProblem, offerCopyLink, say, showProblem, writeAddress } from "../../shell/page.js";
import { saveReceipt } from "../../shell/receipt.js";
import { save } from "../../shell/save.js";
import { writeHash as tableHash } from "../../../choice/address.js";
import { repair } from "../../../choice/repair.js";
import { variablesOf } from "../../../choice/state.js";
import { methodOf, OF_METHODS } from "../../shell/methods.js";
import { carryChoice, siteTitle } from "../../shell/pages.js";
import { createDelays } from "../../shell/delays.js";
import { counted, dataInWords, errorInWords, number, sumsInWords } from "../../shell/words.js";
import { behind, completed, fitted, mapAsText, namesMap, withMap } from "./choice.js";
import { createControls } from "./controls.js";
import { createDrawing } from "./drawn.js";
import { load } from "../../result/map/data.js";
import { nothingWanted, readHash, writeHash } from "./hash.js";
import { figuresOf, filterFor, formatOf, isBeside, isLow, ownIndicator, queryOfIndicator, shownAs } from "./indicators.js";
import { intervalsOf } from "./intervals.js";
import { rememberedMap, rememberMap } from "./memory.js";
import { createOwnBoundaries } from "./own-boundaries.js";
import { shapesOf } from "../../result/map/shapes.js";
import { csvOf, drawLegend, drawTable, isLong, linesOf } from "./table.js";
import { aboutOf, cautionInWords, isBare, notesOf, protectedInWords, titleOf, unitIn, whatOf } from "./words.js";

/** @import { Cube } from "../../shell/types.js" */
/** @import { Wanted } from "./hash.js" */
/** @import { Data } from "../../result/map/data.js" */
/** @import { Indicator } from "../../result/map/page.js" */
/** @import { Boundaries } from "../../result/map/shapes.js" */
/** @import { Built } from "./words.js" */

/** A text about a copied link stays for this time, in milliseconds. */
const COPIED_MS = 4_000;
/** A search starts this many milliseconds after the last letter. */
const TYPED_MS = 150;

/** The state of the page before a dataset is loaded. */
function createState() {
  return {
    wanted: nothingWanted(),
    data: /** @type {Data | undefined} */ (undefined),
    /** Whether another dataset loads. Until it arrives, the page keeps the map of the previous dataset. */
    loading: false,
    /** The query of the table behind the map, as JSON. */
    query: "",
    /** The indicator, table and figures of the map on the page. */
    built: /** @type {Built | undefined} */ (undefined),
    /** Boundaries from a reader's file. */
    own: /** @type {Boundaries | null} */ (null),
    /** Whether the page chose the indicator from the reader's table. If its map fails, the page shows another one. */
    guessed: false,
    map: /** @type {any} */ (undefined),
    /** The text with which the reader searches the list of areas. */
    find: "",
  };
}

const state = createState();
const datasets = createDataList();
const attempts = createAttempts();
const delays = createDelays();
const drawing = createDrawing(byId("map"), { onPoint: mark, onSelect: choose });
const ownBoundaries = createOwnBoundaries({ data: () => (state.loading ? undefined : state.data), use: useOwn, leave: () => { state.own = null; void draw(); } });
const buttons = ["download", "save-png", "save-svg", "receipt"].map((id) => /** @type {HTMLButtonElement} */ (byId(id)));
const controls = createControls((edit) => {
  const next = structuredClone(state.wanted);
  edit(next);
  state.wanted = state.data ? fitted(next, state.wanted, state.data) : next;
  state.guessed = false;
  controls.show(state.wanted);
  remember("push");
  if (state.data) rememberMap(state.data.name, mapAsText(state.wanted, state.data));
  void draw();
});

/** @param {"push" | "replace"} how */
function remember(how) {
  forgetCopy();
  carryChoice(tableHash(state.wanted.bare ? behind(state.wanted, state.data) : state.wanted));
  writeAddress(writeHash(state.wanted), how);
}

/** The text that the status line had before a link was copied. @type {string | null} */
let beforeCopy = null;

/** Removes the text about a copied link, because a later choice makes another link. */
function forgetCopy() {
  delays.cancel("copied");
  if (beforeCopy !== null) say(beforeCopy);
  beforeCopy = null;
}

/** Shows a text in the status line. The text before a copied link does not come back. @param {string} text */
function report(text) {
  delays.cancel("copied");
  beforeCopy = null;
  say(text);
}

/** @type {Record<string, string>} */
const ERRORS = {
  "no-areas": "This dataset has no areas. Choose another under “Dataset”.",
  "no-category": "Tick at least one category.",
  "unknown-indicator": "This link names an unknown indicator. Choose one from the list.",
  "unknown-level": "This link names unknown areas. Choose areas under “Areas”.",
  "no-view": "The publisher has not published these variables together. Choose another indicator, larger areas, or no filter.",
  "needs-blocks": "These categories are not published as one figure. Choose single categories.",
};

/** @param {unknown} error */
function showError(error) {
  const { code } = /** @type {{ code?: string }} */ (Object(error));
  const plain = Object.hasOwn(ERRORS, code ?? "") ? ERRORS[code ?? ""] : errorInWords(error).text.replaceAll("this table", "this map").replaceAll("No table", "No map");
  showProblem(error, { text: plain, actions: actionsAfter(code ?? "") });
  byId("shown").hidden = true;
  byId("shown").removeAttribute("aria-busy");
  for (const each of buttons) each.disabled = true;
  report("No map was drawn.");
}

/** @param {string} text @param {() => unknown} act */
const action = (text, act) => h("button", { type: "button", click: () => { act(); } }, text);

/**
 * Returns the buttons that lead out of an error. After some errors, another attempt may succeed. Other errors need
 * another choice.
 * @param {string} code
 */
function actionsAfter(code) {
  const { cube } = state.wanted;
  if (!datasets.isFilled()) return [action("Try again", start)];
  if (!state.data) {
    const usual = datasets.usual();
    return [action("Try again", () => show(state.wanted, "replace")), ...(usual !== cube ? [action("Open another dataset", () => show({ ...nothingWanted(), cube: usual }, "push"))] : [])];
  }
  if (OF_METHODS.includes(code)) return [action("Use the dataset’s method", leaveMethod)];
  return [code === "network" ? action("Try again", draw) : action("Show the first map", () => show({ ...nothingWanted(), cube }, "push"))];
}

/** Chooses the dataset's default method. The rest of the choice stays. */
function leaveMethod() {
  state.wanted = { ...state.wanted, method: null };
  controls.show(state.wanted);
  remember("push");
  return draw();
}

/** Shows problems that do not prevent the map. @param {string[]} problems */
function showProblems(problems) {
  const before = document.activeElement;
  byId("problems").hidden = problems.length === 0;
  byId("problems").replaceChildren(...(problems.length ? [h("p", {}, "Some of the publisher’s settings for this page cannot be used. The rest works."), h("ul", {}, ...problems.map((each) => h("li", {}, each))), action("Read the settings again", reload)] : []));
  if (lostFocus(before)) byId("result").focus();
}

/** Loads the dataset and its boundaries again. */
function reload() {
  // Without settings, the page has one indicator, which the settings may not have.
  const only = state.data?.page.indicators.length === 1;
  state.data = undefined;
  return show({ ...state.wanted, ...(only ? { indicator: null } : {}) }, "replace");
}

/** @param {Wanted} next @param {"push" | "replace"} how */
async function show(next, how) {
  const signal = attempts.begin();
  const name = next.cube ?? "";
  byId("shown").setAttribute("aria-busy", "true");
  try {
    datasets.choose(name);
    state.loading = state.data?.name !== name;
    if (state.loading) controls.hold();
    const loaded = state.data?.name === name ? state.data : await load(name);
    if (signal.aborted) return;
    state.loading = false;
    controls.release();
    if (loaded !== state.data) {
      state.data = loaded;
      state.own = null;
      state.find = "";
      /** @type {HTMLInputElement} */ (byId("find")).value = "";
      ownBoundaries.clear();
      drawing.clear();
      controls.fill(state.data.cube, state.data.page.indicators, state.data.levels);
    }
    Object.assign(state, completed(withMap(repair(next, loaded.cube), rememberedMap(name), loaded), loaded));
    controls.show(state.wanted);
    remember(how);
    if (namesMap(next)) rememberMap(name, mapAsText(state.wanted, loaded));
    showProblems(loaded.problems);
    showAbout(loaded.cube);
    await draw();
  } catch (error) {
    if (signal.aborted) return;
    state.loading = false;
    controls.release();
    state.data = undefined;
    state.wanted = next;
    carryChoice(tableHash(next));
    controls.clear();
    byId("notes").hidden = true;
    showProblems([]);
    showError(error);
  }
}

/** @param {Data} from @returns {Indicator} */
function indicatorOf({ cube, page }) {
  const { own: chosen } = state.wanted;
  if (!chosen) {
    const known = page.indicators.find(({ id }) => id === state.wanted.indicator);
    if (!known) throw Object.assign(new Error(`no indicator ${JSON.stringify(state.wanted.indicator)}`), { code: "unknown-indicator" });
    return known;
  }
  const variable = variablesOf(cube).find(({ name }) => name === chosen.of);
  if (!variable) throw Object.assign(new Error(`no variable ${JSON.stringify(chosen.of)}`), { code: "unknown-dimension" });
  return ownIndicator(variable, chosen.codes);
}

async function draw() {
  const from = state.data;
  // A map of the previous dataset would abort the load of the next one.
  if (!from || state.loading) return;
  const signal = attempts.begin();
  byId("shown").setAttribute("aria-busy", "true");
  try {
    const start = performance.now();
    const chosen = state.wanted;
    const level = from.levels.find(({ name }) => name === chosen.level);
    if (!level) throw Object.assign(new Error(`no areas ${JSON.stringify(chosen.level)}`), { code: "unknown-level" });
    const counting = indicatorOf(from);
    const indicator = shownAs(counting, chosen.as);
    if (indicator.kind !== "average" && indicator.of !== null && indicator.numerator.length === 0) {
      throw Object.assign(new Error("no category is ticked"), { code: "no-category" });
    }
    const charts = import("../../result/lazy/charts.js");
    charts.catch(() => {});
    const query = queryOfIndicator(indicator, level.name, chosen.filter, await methodOf(chosen.method, from.cube), from.cube.release === "sealed");
    const same = state.built?.wanted.cube === chosen.cube && state.query === JSON.stringify(query);
    const table = same && state.built ? state.built.table : await from.cube.table({ ...query, signal });
    const maps = await charts.catch((cause) => { throw Object.assign(new Error(`charts could not be loaded: ${cause.message}`), { code: "network" }); });
    if (signal.aborted) return;
    const built = { wanted: chosen, indicator, level, table, figures: figuresOf(indicator, table), interval: await intervalsOf(from.cube, indicator, table) };
    if (signal.aborted) return;
    const before = document.activeElement;
    // The map measures its container, so the container must be visible first.
    hideProblem();
    byId("shown").hidden = false;
    // The texts come first, because they stand above the map and would move it.
    showTexts(built);
    const { map, note, classes, again } = await drawing.show(built, from, state.own, maps, signal);
    if (signal.aborted) return;
    Object.assign(state, { built, map, query: JSON.stringify(query) });
    byId("map-note").replaceChildren(note, ...(again ? [" ", action("Try again", draw)] : []));
    if (lostFocus(before)) byId("result").focus();
    controls.offerClasses(classes);
    drawFigures();
    byId("notes").hidden = false;
    for (const each of buttons) each.disabled = false;
    const gone = built.figures.slice(0, -1).filter(({ value }) => value === null).length;
    report(`${counted(built.figures.length - 1, "area")}${gone ? `, ${number(gone)} without a figure` : ""}, drawn in ${number(Math.max(1, Math.round(performance.now() - start)))} ms.`);
    byId("shown").removeAttribute("aria-busy");
  } catch (error) {
    if (signal.aborted) return;
    if (!state.guessed || ["network", ...OF_METHODS].includes(Object(error).code)) return showError(error);
    // The publisher may not publish the variable of the reader's table for these areas.
    state.guessed = false;
    const indicator = from.page.indicators.find((each) => isBeside(each, from.levels[0].name))?.id ?? null;
    state.wanted = completed({ ...state.wanted, own: null, indicator, as: "share" }, from).wanted;
    controls.show(state.wanted);
    remember("replace");
    await draw();
  }
}

/** Marks the table line of the area under the pointer. @param {string | null} code */
function mark(code) {
  for (const each of byId("table").querySelectorAll("tr.pointed")) each.classList.remove("pointed");
  if (code !== null) byId("table").querySelector(`tr[data-code="${CSS.escape(code)}"]`)?.classList.add("pointed");
}

/** @param {string} code */
function choose(code) {
  if (!state.built || !state.built.figures.some((each) => each.code === code)) return;
  state.wanted = { ...state.wanted, selected: state.wanted.selected === code ? null : code };
  state.built.wanted = state.wanted;
  remember("replace");
  state.map?.select(new Set(state.wanted.selected ? [state.wanted.selected] : []));
  drawFigures();
  const figure = state.built.figures.find((each) => each.code === state.wanted.selected);
  const row = byId("table").querySelector("tr.chosen");
  row?.scrollIntoView({ block: "nearest" });
  report(figure ? `${figure.label}: ${figure.value === null ? "no figure" : `${formatOf(state.built.indicator)(figure.value)} ${unitIn(state.built)}`}.` : "No area is chosen.");
}

const headed = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

function drawFigures() {
  const now = state.built;
  if (!now || !state.data) return;
  const { indicator, level, figures } = now;
  const low = (/** @type {number | null} */ value) => isLow(indicator, value);
  const top = byId("table").scrollTop;
  const { lines, said } = linesOf(figures, { sort: state.wanted.sort, find: state.find, selected: state.wanted.selected });
  byId("find-field").hidden = !isLong(figures);
  byId("find-said").textContent = said;
  keepingFocus(() => byId("table").replaceChildren(drawTable({
    lines, low, caption: titleOf(now), areas: level.label, format: formatOf(indicator, document.documentElement.lang), sort: state.wanted.sort, selected: state.wanted.selected,
    unit: headed(unitIn(now)),
  }, {
    sort(sort) {
      state.wanted = { ...state.wanted, sort };
      if (state.built) state.built.wanted = state.wanted;
      remember("replace");
      drawFigures();
    },
    select: choose,
  })), byId("table"));
  byId("table").scrollTop = top;
  drawLegend(byId("legend"), figures, low);
}

/** @param {Built} now */
function showTexts(now) {
  const { wanted: chosen, table } = now;
  byId("map-title").textContent = titleOf(now);
  byId("map-true").hidden = !isBare(table);
  byId("map-what").textContent = whatOf(now);
  byId("map-caution").textContent = cautionInWords(now);
  document.title = `${titleOf(now)} – ${siteTitle()}`;
  byId("method-text").textContent = [table.method.text, sumsInWords(table)].filter(Boolean).join(" ");
  byId("method-derived").textContent = protectedInWords(now);
  byId("behind").setAttribute("href", `index.html${tableHash({ ...behind(chosen, state.data), filter: filterFor(now.indicator, chosen.filter) })}`);
}

/** @param {Cube} cube */
function showAbout(cube) {
  byId("about-data").replaceChildren(h("p", {}, h("strong", {}, cube.title), ". ", dataInWords(cube)), ...cube.notes.map((note) => h("p", {}, note)));
  byId("attribution").textContent = cube.attribution ? `Source: ${cube.attribution}` : "";
}

/** The name of a file, such as "tidewell_mean-age_by_area-ward.csv". @param {string} ending */
function fileName(ending) {
  const { indicator, level, wanted: { own: chosen, as } } = /** @type {Built} */ (state.built);
  return `${[state.data?.name, chosen ? `${chosen.of}-${as}` : `${indicator.id}${as === "share" || as === "rate" ? `-${as}` : ""}`, "by", level.name].join("_").replace(/[^\p{L}\p{N}_.]+/gu, "-")}.${ending}`;
}

/** @param {"svg" | "png"} format */
async function saveMap(format) {
  if (!state.built || !state.data) return;
  if (!state.map) return report("No map is drawn, so no image can be saved. The CSV has all areas.");
  const about = aboutOf(state.built, state.data.cube);
  const { pngFile, svgFile } = await import("../../result/lazy/charts.js");
  const file = svgFile(await state.map.drawing(960), about);
  try {
    if (format === "svg") save(file.text, fileName("svg"), "image/svg+xml");
    else save(/** @type {any} */ (await pngFile(file, about)), fileName("png"), "image/png");
  } catch (error) {
    report(`The image was not saved: ${/** @type {Error} */ (error).message}.`);
  }
}

/** @param {Boundaries} taken */
async function useOwn(taken) {
  // Boundaries of larger areas cannot show smaller areas, so the page changes to the level of the boundaries.
  const level = state.data?.levels.find(({ name }) => name === state.wanted.level);
  const fits = state.data && level && shapesOf(taken, level, state.data.nesting).kind === "areas";
  state.own = taken;
  if (!fits) {
    state.wanted = { ...state.wanted, level: taken.match.variable, selected: null };
    controls.show(state.wanted);
    remember("push");
  }
  await draw();
}

async function start() {
  const given = readHash(location.hash);
  try {
    await datasets.fill();
  } catch (error) {
    return showError(error);
  }
  await show({ ...given, cube: given.cube ?? datasets.usual() }, "replace");
  await datasets.entitleOthers(null);
}

byId("controls").addEventListener("submit", (event) => event.preventDefault());
datasets.select.addEventListener("change", () => show({ ...nothingWanted(), cube: datasets.select.value }, "push"));
byId("download").addEventListener("click", () => {
  if (state.built && state.data) save(csvOf(state.built.figures, state.built.level.name, notesOf(state.built, state.data.cube), state.built.table.receipt), fileName("csv"), "text/csv;charset=utf-8");
});
byId("receipt").addEventListener("click", () => state.built && saveReceipt(state.built.table, fileName("receipt.json")));
byId("save-svg").addEventListener("click", () => saveMap("svg"));
byId("save-png").addEventListener("click", () => saveMap("png"));
byId("find").addEventListener("input", (event) => {
  state.find = /** @type {HTMLInputElement} */ (event.target).value;
  delays.start("find", TYPED_MS, drawFigures);
});
addEventListener("popstate", () => { const next = readHash(location.hash); void show({ ...next, cube: next.cube ?? datasets.select.value }, "replace"); });
offerCopyLink("Link copied: it opens this map again.", (text) => {
  beforeCopy ??= byId("status").textContent ?? "";
  say(text);
  delays.start("copied", COPIED_MS, forgetCopy);
});

// On a phone, rarely used controls stay closed, so that the map is nearer to the top.
if (!matchMedia("(max-width: 40rem)").matches) byId("more").setAttribute("open", "");

keepSkipLink();
void start();
