// The community tables page: readers choose custom areas and see the publisher's tables for these areas.

import { numbers } from "../../../element/render.js";
import { STATUSES, statusInWords } from "../../../words/statuses.js";
import { byId, h, keepingFocus, keepSkipLink, s } from "../../shell/dom.js";
import { createDelays } from "../../shell/delays.js";
import { createAttempts, createDataList, hideProblem, offerCopyLink, say, showProblem, writeAddress } from "../../shell/page.js";
import { counted, dataInWords, listed, methodName, methodTitle, number, plural } from "../../shell/words.js";
import { load } from "../../result/map/data.js";
import { shapesOf } from "../../result/map/shapes.js";
import { changed, labelsOf, MOST, partsOf, plainName, spelled } from "./areas.js";
import { nothingWanted, readHash, writeHash } from "./hash.js";
import { addPatterns, createPicking, markAreas } from "./map.js";
import { createPicker } from "./picker.js";
import { drawMade, queryOfPopulation, queryOfTable, sumsOf } from "./tables.js";
import { cautions, differencingInWords, protectionInWords, wayOf } from "./words.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { PlannedTable } from "../../result/map/page.js" */
/** @import { Table } from "../../shell/types.js" */
/** @import { Area } from "./areas.js" */
/** @import { Wanted } from "./hash.js" */
/** @import { Made } from "./tables.js" */

/** Tables are built this many milliseconds after the last tick, so that several quick ticks build them once. */
const SETTLE_MS = 200;

/** The state of the page before a dataset is loaded. */
function createState() {
  return {
    wanted: nothingWanted(),
    data: /** @type {Data | undefined} */ (undefined),
    map: /** @type {any} */ (undefined),
  };
}

const state = createState();
const delays = createDelays();
const datasets = createDataList();
const attempts = createAttempts();
const name = /** @type {HTMLInputElement} */ (byId("name"));
const method = /** @type {HTMLSelectElement} */ (byId("method-choice"));
const format = /** @type {HTMLSelectElement} */ (byId("format"));
const current = () => state.wanted.areas[state.wanted.current];
const list = createPicker(byId("parts"), /** @type {HTMLInputElement} */ (byId("search")), pick);

/** @param {"push" | "replace"} how */
const remember = (how) => writeAddress(writeHash(state.wanted), how);

/** @param {string[]} codes @param {boolean} take */
function pick(codes, take) {
  const all = state.data?.levels[0].codes ?? [];
  change((next) => { next.areas[next.current] = changed(next.areas[next.current], codes, take, all); });
}

/** @param {(next: Wanted) => void} edit @param {"push" | "replace"} [how] */
function change(edit, how = "push") {
  if (!state.data) return;
  const next = structuredClone(state.wanted);
  edit(next);
  state.wanted = next;
  showControls();
  remember(how);
  delays.start("build", SETTLE_MS, build);
}

function showControls() {
  if (!state.data) return;
  if (document.activeElement !== name) name.value = current().name;
  name.placeholder = plainName(state.wanted.current);
  method.value = state.wanted.method ?? state.data.cube.defaultMethod ?? "";
  keepingFocus(() => byId("areas").replaceChildren(...state.wanted.areas.map((area, i) => h("li", {},
    h("label", { class: "area-choice" },
      h("input", { type: "radio", name: "current", value: i, checked: i === state.wanted.current, "data-key": `area-${i}`, change: () => change((next) => { next.current = i; }, "replace") }),
      h("span", { class: `swatch-${i + 1}`, "aria-hidden": "true" }),
      h("span", {}, h("strong", {}, area.name.trim() || plainName(i)), h("small", {}, area.codes.length ? counted(area.codes.length, "part") : "empty"))),
    ...(state.wanted.areas.length > 1 ? [h("button", { type: "button", class: "icon icon-remove", "data-key": `remove-${i}`, "aria-label": `Remove ${area.name.trim() || plainName(i)}`, click: () => change((next) => {
      next.areas.splice(i, 1);
      next.current = Math.min(next.current, next.areas.length - 1);
    }) })] : [])))), byId("add"));
  byId("add").hidden = state.wanted.areas.length >= MOST;
  byId("clear").hidden = current().codes.length === 0;
  list.show(current());
  markAreas(byId("map"), state.wanted.areas, state.wanted.current);
  byId("key").replaceChildren(...state.wanted.areas.flatMap((area, i) => (area.codes.length ? [h("li", {}, h("span", { class: `swatch-${i + 1}`, "aria-hidden": "true" }), h("span", {}, `${area.name.trim() || plainName(i)}: ${inWords(area)}`))] : [])));
}

/** Lists the parts of an area, such as "Market, Castle 3 and Castle 4". @param {Area} area */
function inWords(area) {
  if (!state.data) return "";
  const { levels, nesting } = state.data;
  const { whole, single } = partsOf(area, nesting);
  const label = (/** @type {string} */ level, /** @type {string} */ code) => levels.find((each) => each.name === level)?.codes.find((each) => each.code === code)?.label ?? code;
  const parts = [...whole.map(({ level, code }) => label(level, code)), ...(single.length > 4 ? [] : single.map((code) => label(levels[0].name, code)))];
  if (single.length > 4) parts.push(`${number(single.length)} ${whole.length ? "more " : ""}of ${number(levels[0].codes.length)} parts`);
  return listed(parts);
}

/** @type {Record<string, string>} */
const ERRORS = {
  "no-areas": "This dataset has no areas to combine. Choose another under “Dataset”.",
  "unknown-code": "This link names unknown parts. Remove the unknown parts to see the rest of the areas.",
};

/** @param {unknown} error */
function showError(error) {
  const { code } = /** @type {{ code?: string }} */ (Object(error));
  showProblem(error, Object.hasOwn(ERRORS, code ?? "") ? { text: ERRORS[code ?? ""] } : {});
  const known = new Set(state.data?.levels[0].codes.map((each) => each.code));
  if (code === "unknown-code" && state.data) {
    const strange = [...new Set(state.wanted.areas.flatMap(({ codes }) => codes.filter((each) => !known.has(each))))];
    byId("error").append(h("p", {}, h("button", { type: "button", id: "take-out", click: () => {
      change((next) => { for (const area of next.areas) area.codes = area.codes.filter((each) => known.has(each)); });
      byId("result").focus();
    } }, `Remove ${listed(strange.slice(0, 3))}${strange.length > 3 ? ` and ${number(strange.length - 3)} more` : ""}`)));
  }
  byId("profile").hidden = true;
  byId("invitation").hidden = true;
  byId("result").removeAttribute("aria-busy");
  /** @type {HTMLButtonElement} */ (byId("print")).disabled = true;
  say("No table was built.");
}

/** @param {Wanted} next @param {"push" | "replace"} how */
async function show(next, how) {
  delays.cancel("build");
  const signal = attempts.begin();
  const folder = next.cube ?? "";
  byId("result").setAttribute("aria-busy", "true");
  try {
    datasets.choose(folder);
    const loaded = state.data?.name === folder ? state.data : await load(folder);
    if (signal.aborted) return;
    const fresh = loaded !== state.data;
    state.data = loaded;
    state.wanted = next;
    if (fresh) {
      await fill(loaded);
      if (signal.aborted) return;
    }
    hideProblem();
    showControls();
    remember(how);
    await build();
  } catch (error) {
    if (signal.aborted) return;
    state.data = undefined;
    state.wanted = next;
    for (const id of ["map-figure", "notes", "problems"]) byId(id).hidden = true;
    showError(error);
  }
}

/** @param {Data} loaded */
async function fill({ cube, levels, nesting, problems }) {
  byId("problems").hidden = problems.length === 0;
  byId("problems").replaceChildren(h("p", {}, "Some of the publisher’s settings for this page cannot be used. The rest works."), h("ul", {}, ...problems.map((each) => h("li", {}, each))));
  list.fill(levels[0], nesting, levels);
  method.replaceChildren(...cube.methods.map((each) => h("option", { value: each.name }, `${methodName(each.name)} (${methodTitle(each).toLowerCase()})`)));
  byId("method-field").hidden = cube.methods.length < 2;
  byId("about-data").replaceChildren(h("p", {}, h("strong", {}, cube.title), ". ", dataInWords(cube)), ...cube.notes.map((note) => h("p", {}, note)));
  byId("attribution").textContent = cube.attribution ? `Source: ${cube.attribution}` : "";
  showWords(cube, new Map());
  byId("notes").hidden = false;
  await drawTheMap();
}

async function drawTheMap() {
  const of = /** @type {Data} */ (state.data);
  const [level] = of.levels;
  byId("map-figure").hidden = false;
  byId("map-title").textContent = `${of.cube.title}: ${level.label} by ${level.label}`;
  try {
    const { drawMap, drawTileGrid } = await import("../../result/lazy/charts.js");
    const shapes = shapesOf(of.published, level, of.nesting, of.page.place?.tiles);
    state.map?.remove();
    // This map is for choosing areas and shows no figures.
    const options = { values: new Map(level.codes.map(({ code }) => [code, 0])), label: (/** @type {string} */ code) => level.codes.find((each) => each.code === code)?.label ?? code, unit: "", title: byId("map-title").textContent ?? "", format: () => "", height: Math.max(Math.round(innerHeight * 0.5), 520) };
    state.map = shapes.kind === "areas" ? drawMap(byId("map"), { ...options, features: shapes.features }) : drawTileGrid(byId("map"), { ...options, tiles: shapes.tiles });
    describe();
    byId("map-note").textContent = shapes.kind === "tiles" ? "Every area has a tile of the same size." : "";
  } catch (error) {
    byId("map-figure").hidden = true;
    byId("problems").hidden = false;
    byId("problems").append(h("p", {}, `The map could not be drawn: ${/** @type {Error} */ (error).message}. Choose areas from the list.`));
  }
}

/** Labels the map for screen readers, and gives each area a tooltip with its name. */
function describe() {
  const svg = byId("map").querySelector("svg");
  if (svg) addPatterns(svg);
  svg?.setAttribute("aria-label", "Choose areas on this map with a pointer. The list “Parts of this area” has the same areas.");
  const labels = new Map(state.data?.levels[0].codes.map(({ code, label }) => [code, label]));
  for (const shape of byId("map").querySelectorAll("[data-code]")) {
    if (shape.querySelector("title")) continue;
    shape.append(s("title", {}, labels.get(shape.getAttribute("data-code") ?? "") ?? ""));
  }
  markAreas(byId("map"), state.wanted.areas, state.wanted.current);
}

async function build() {
  delays.cancel("build");
  const signal = attempts.begin();
  const of = state.data;
  if (!of) return;
  const { cube, levels: [level], page } = of;
  const areas = state.wanted.areas.filter(({ codes }) => codes.length);
  const labels = labelsOf(state.wanted.areas, new Set([level, ...of.levels].flatMap(({ codes }) => codes.map(({ code }) => code)))).filter((_, i) => state.wanted.areas[i].codes.length);
  hideProblem();
  byId("invitation").hidden = areas.length > 0;
  /** @type {HTMLButtonElement} */ (byId("print")).disabled = areas.length === 0;
  if (areas.length === 0) {
    byId("profile").hidden = true;
    showWords(cube, new Map());
    byId("method-text").textContent = "";
    byId("result").removeAttribute("aria-busy");
    document.title = "Community tables – cellveil";
    return say("No area yet.");
  }
  byId("result").setAttribute("aria-busy", "true");
  try {
    const start = performance.now();
    /** @type {[string, string[]][]} */
    const groups = labels.map((label, i) => [label, areas[i].codes]);
    const sealed = cube.release === "sealed";
    const people = await cube.table({ ...queryOfPopulation(level.name, groups, state.wanted.method, sealed), signal });
    /** @type {PlannedTable[]} */
    const planned = page.tables.length ? page.tables : cube.dimensions.filter(({ name }) => name !== level.name).slice(0, 4).map(({ name, label }) => ({ id: name, title: label, rows: [name], columns: [] }));
    /** @type {Made[]} */
    const made = [];
    for (const each of planned) {
      try {
        made.push({ planned: each, table: await cube.table({ ...queryOfTable(each, level.name, groups, state.wanted.method, sealed), signal }) });
      } catch (error) {
        if (signal.aborted) return;
        made.push({ planned: each, error });
      }
    }
    if (signal.aborted) return;
    showProfile(of, areas, labels, people, made);
    byId("result").removeAttribute("aria-busy");
    const refused = made.filter(({ table }) => !table).length;
    say(`${counted(made.length - refused, "table")}${refused ? `, ${number(refused)} refused` : ""}, built in ${number(Math.max(1, Math.round(performance.now() - start)))} ms.`);
  } catch (error) {
    if (!signal.aborted) showError(error);
  }
}

/** Returns a cell's figure, or the shorthand for a missing figure. @param {Table} table @param {number} cell */
function shownNumber({ values, status, decimals }, cell) {
  const why = status[cell];
  return why ? STATUSES[why].mark : numbers(document.documentElement.lang, decimals).format(values[cell] ?? 0);
}

/** Returns a message for each area whose number of people is missing. @param {Table} people */
function missing({ dimensions: [areas], status }) {
  return areas.codes.flatMap(({ code, label }, i) => {
    const why = status[i];
    return why && code !== "_T" ? [`${label}: ${statusInWords(why)}. Add more parts, preferably whole larger areas, so that the area has enough people.`] : [];
  });
}

/**
 * Shows how areas are protected, and what the difference of two areas discloses.
 * @param {Data["cube"]} cube
 * @param {import("./words.js").Sums} sums
 * @param {Table["method"]} [method]
 */
function showWords(cube, sums, method) {
  const way = wayOf(cube, state.wanted.method);
  byId("protection").replaceChildren(...protectionInWords(cube, way, sums, method).map((text) => h("p", {}, text)));
  byId("differencing").replaceChildren(...differencingInWords(cube, way).map((text) => h("p", {}, text)));
}

/** @param {Data} of @param {Area[]} areas @param {string[]} labels @param {Table} people @param {Made[]} made */
function showProfile({ cube, levels: [level] }, areas, labels, people, made) {
  byId("profile").hidden = false;
  byId("profile-title").textContent = listed(labels);
  document.title = `${listed(labels)} – cellveil`;
  const unit = plural(cube.unit);
  const everywhere = "All areas";
  const said = `${unit.toLowerCase()}, ${wayOf(cube, state.wanted.method) === "bare" ? "not protected" : "protected"}`;
  byId("people").replaceChildren(h("dl", { class: "people" }, ...people.dimensions[0].codes.map(({ code, label }, i) => h("div", {},
    h("dt", {}, code === "_T" ? everywhere : label),
    h("dd", {}, shownNumber(people, i), h("small", {}, code === "_T" ? said : `${said}, in ${number(areas[i].codes.length)} of ${number(level.codes.length)} parts`))))));
  byId("caution").replaceChildren(...[...missing(people), ...cautions(areas, labels, level.codes.length, wayOf(cube, state.wanted.method))].map((text) => h("p", { class: "notice" }, text)));
  const file = (/** @type {PlannedTable} */ table, /** @type {string} */ ending) => `${[cube.id, ...labels, table.id].join("_").replace(/[^\p{L}\p{N}_.]+/gu, "-").slice(0, 100)}.${ending}`;
  keepingFocus(() => byId("tables").replaceChildren(...made.map((each) => drawMade(each, { everywhere, unit: unit.toLowerCase(), file, format: () => format.value || "csv", say }))), byId("profile"));
  showWords(cube, sumsOf(people, level.name), people.method);
  byId("method-text").textContent = people.method.text;
}

async function fillFormats() {
  format.replaceChildren(h("option", { value: "csv" }, "CSV"));
  const { FORMATS } = await import("../../cellveil/js/export.js");
  format.replaceChildren(...FORMATS.map(({ format, name }) => h("option", { value: format }, name)));
}

async function start() {
  const given = readHash(location.hash);
  try {
    await datasets.fill();
  } catch (error) {
    return showError(error);
  }
  await show({ ...given, cube: given.cube ?? datasets.usual() }, "replace");
  void fillFormats().catch(() => {});
  await datasets.entitleOthers(null);
}

createPicking(byId("map"), pick, current);
// The map redraws itself when its width changes. The new drawing needs labels again.
new MutationObserver(describe).observe(byId("map"), { childList: true, subtree: true });
byId("controls").addEventListener("submit", (event) => event.preventDefault());
datasets.select.addEventListener("change", () => show({ ...nothingWanted(), cube: datasets.select.value }, "push"));
method.addEventListener("change", () => change((next) => { next.method = method.value === state.data?.cube.defaultMethod ? null : method.value; }));
name.addEventListener("input", () => change((next) => { next.areas[next.current].name = spelled(name.value); }, "replace"));
byId("add").addEventListener("click", () => {
  change((next) => { next.current = next.areas.push({ name: "", codes: [] }) - 1; });
  name.value = "";
  name.focus();
});
byId("clear").addEventListener("click", () => { change((next) => { next.areas[next.current].codes = []; }); byId("search").focus(); });
byId("print").addEventListener("click", () => print());
addEventListener("popstate", () => { const next = readHash(location.hash); void show({ ...next, cube: next.cube ?? datasets.select.value }, "replace"); });
offerCopyLink("Link copied: it opens these areas again.");

keepSkipLink();
void start();
