// The community tables page: readers choose custom areas and see the publisher's tables for these areas.

import { createDelays } from "../../shell/delays.js";
import { byId, h, keepSkipLink } from "../../shell/dom.js";
import { createMethodList, methodOf } from "../../shell/methods.js";
import { copyButton, createAttempts, createDataList, hideProblem, say, writeAddress } from "../../shell/page.js";
import { counted, dataInWords, listed, number, plural } from "../../shell/words.js";
import { filterBeside } from "../../../choice/areas.js";
import { writeHash as tableHash } from "../../../choice/address.js";
import { repair } from "../../../choice/repair.js";
import { dimensionOf } from "../../../choice/state.js";
import { carryChoice, siteTitle } from "../../shell/pages.js";
import { load } from "../../result/map/data.js";
import { shapesOf } from "../../result/map/shapes.js";
import { showAreas } from "./area-list.js";
import { changed, labelsOf, MOST, plainName, shortName, spelled } from "./areas.js";
import { shownNumber } from "./figures.js";
import { countGroups, filtersInWords, retained, tableOf, withAreas } from "./choice.js";
import { prepareDownloads } from "./downloads.js";
import { showFailure } from "./errors.js";
import { nothingWanted, readHash, writeHash } from "./hash.js";
import { createLive } from "./live.js";
import { createMap } from "./map.js";
import { forgetAreas, rememberAreas, withRemembered } from "./memory.js";
import { createOutlineField } from "./outline-field.js";
import { createPicker } from "./picker.js";
import { planeOf } from "./plane.js";
import { buildProfile, showProfile, showProtection } from "./profile.js";
import { createStrokes } from "./strokes.js";
import { sumsOf } from "./tables.js";
import { createUndo } from "./undo.js";
import { areaInWords } from "./words.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { Wanted } from "./hash.js" */
/** @import { Outline } from "./outline-field.js" */
/** @import { Plane } from "./plane.js" */
/** @import { Stroke } from "./strokes.js" */

/** Tables are built this many milliseconds after the last change, so that several quick changes build them once. */
const SETTLE_MS = 250;

/** What undo takes back. @typedef {{ wanted: Wanted, outline: Outline | null }} Choice */

/** The state of the page before a dataset is loaded. */
function createState() {
  return {
    wanted: nothingWanted(),
    outline: /** @type {Outline | null} */ (null),
    data: /** @type {Data | undefined} */ (undefined),
    plane: /** @type {Plane | undefined} */ (undefined),
    map: /** @type {ReturnType<typeof createMap> | undefined} */ (undefined),
    strokes: /** @type {ReturnType<typeof createStrokes> | undefined} */ (undefined),
  };
}

const state = createState();
const delays = createDelays();
const datasets = createDataList();
const attempts = createAttempts();
const name = /** @type {HTMLInputElement} */ (byId("name"));
const methods = createMethodList(/** @type {HTMLSelectElement} */ (byId("method-choice")), byId("method-field"));
const format = /** @type {HTMLSelectElement} */ (byId("format"));
const current = () => state.wanted.areas[state.wanted.current];
const nameOf = (/** @type {number} */ at, wanted = state.wanted) => shortName(wanted.areas[at].name.trim()) || plainName(at);
const list = createPicker(byId("parts"), /** @type {HTMLInputElement} */ (byId("search")), pick);
const field = createOutlineField(takeOutline, () => change(() => {}, "Outline removed", { outline: null }));
// The line of a stroke stays until the numbers of its areas are shown.
const live = createLive(byId("live"), () => { if (!state.strokes?.isOn()) state.map?.clear(); });
/** @type {ReturnType<typeof createUndo<Choice>>} */
const steps = createUndo(() => {
  for (const way of /** @type {const} */ (["undo", "redo"])) {
    const text = steps.texts[way];
    // A button that is disabled loses the focus, so these buttons only look disabled.
    byId(way).setAttribute("aria-disabled", String(text === undefined));
    byId(way).title = text ?? "";
  }
});

/** @param {"push" | "replace"} how */
function remember(how) {
  if (!state.data) return;
  const { name: cube, levels: [level] } = state.data;
  const table = tableOf(state.wanted, level.codes, level.name);
  // Other pages return the areas that are groups of the table. A reader can remove these groups there.
  if (table.groups.some(([variable]) => variable === level.name)) forgetAreas(cube);
  else rememberAreas(cube, state.wanted);
  carryChoice(tableHash(table));
  writeAddress(writeHash(state.wanted), how);
}

/** The parts of the choice that the queries use. The custom areas replace a filter of areas. */
const asked = () => ({ method: state.wanted.method, filter: filterBeside(state.wanted, state.data?.levels[0].name ?? "") });

/** Adds parts to the current area or removes them. @param {string[]} codes @param {boolean} take */
function pick(codes, take) {
  const before = new Set(current().codes);
  const moved = new Set(codes.filter((code) => before.has(code) !== take)).size;
  if (moved === 0) return showControls();
  const text = `${counted(moved, "part")} ${take ? "added to" : "removed from"} ${nameOf(state.wanted.current)}`;
  change((next) => { next.areas[next.current] = changed(next.areas[next.current], codes, take, partsOfAll()); }, text);
}

const partsOfAll = () => state.data?.levels[0].codes ?? [];

/**
 * Changes the choice, and records the change for undo.
 * @param {(next: Wanted) => void} edit
 * @param {string} text  what changed; empty for a change that undo ignores
 * @param {{ how?: "push" | "replace", key?: string, outline?: Outline | null }} [more]  `key`: equal for changes that
 *   are one step
 */
function change(edit, text, { how = "push", key, outline = state.outline } = {}) {
  if (!state.data) return;
  const before = { wanted: state.wanted, outline: state.outline };
  const wanted = structuredClone(state.wanted);
  edit(wanted);
  if (text) {
    steps.add(before, { wanted, outline }, text, key);
    say(`${text}.`);
  }
  adopt({ wanted, outline }, how);
}

/** Shows a choice at once, and builds its tables after a pause. @param {Choice} choice @param {"push" | "replace"} how */
function adopt({ wanted, outline }, how) {
  // A change of the open dataset's areas ends the wait for another dataset.
  attempts.stop();
  if (state.data) datasets.choose(state.data.name);
  Object.assign(state, { wanted, outline });
  showControls();
  remember(how);
  delays.start("build", SETTLE_MS, build);
}

/** @param {"undo" | "redo"} way */
function step(way) {
  const done = state.data && steps[way]();
  if (!done) return say(way === "undo" ? "Nothing to undo." : "Nothing to redo.");
  // The method and the filters do not belong to an area, so undo does not change them.
  const { method, filter } = state.wanted;
  adopt({ ...done.choice, wanted: { ...done.choice.wanted, method, filter } }, "push");
  say(`${way === "undo" ? "Undone" : "Redone"}: ${done.text}.`);
}

function showControls() {
  const { data } = state;
  if (!data) return;
  const { areas, current: at } = state.wanted;
  if (document.activeElement !== name || name.value.trim() !== current().name.trim()) name.value = current().name;
  name.placeholder = plainName(at);
  methods.show(state.wanted.method);
  showAreas(byId("areas"), areas.map((area, i) => ({ name: nameOf(i), size: area.codes.length })), at, {
    choose: (i) => change((next) => { next.current = i; }, "", { how: "replace" }),
    remove: (i) => change((next) => {
      next.areas.splice(i, 1);
      next.current = Math.min(next.current, next.areas.length - 1);
    }, `${nameOf(i)} removed`),
  });
  const { filter } = asked();
  byId("filtered").hidden = filter.length === 0;
  byId("filtered-text").textContent = filtersInWords(filter, data.cube);
  const { shown, all } = countGroups(state.wanted, data.levels[0].name);
  byId("more-groups").hidden = shown === all;
  byId("more-groups").textContent = `${number(shown)} of ${number(all)} groups are shown. The other groups stay in the table.`;
  byId("add").hidden = areas.length >= MOST;
  byId("clear").hidden = current().codes.length === 0;
  byId("outline-remove").hidden = state.outline === null;
  list.show(current());
  state.map?.mark(areas, at);
  state.map?.draw(state.outline?.shape ?? null);
  live.follow(data, { label: nameOf(at), codes: current().codes, choice: asked() });
  byId("key").replaceChildren(...areas.flatMap((area, i) => (area.codes.length ? [h("li", {}, h("span", { class: `swatch-${i + 1}`, "aria-hidden": "true" }), h("span", {}, `${nameOf(i)}: ${areaInWords(area, data)}`))] : [])));
}

/** @param {unknown} error */
function showError(error) {
  const known = new Set(partsOfAll().map((each) => each.code));
  const changeHere = (/** @type {(next: Wanted) => void} */ edit, /** @type {string} */ text) => {
    change(edit, text);
    byId("result").focus();
  };
  showFailure(error, state.data ? state.wanted.areas : [], known, {
    again: () => show(state.wanted, "replace"),
    leave: () => show({ ...nothingWanted(), cube: datasets.usual() }, "push"),
    removeUnknown: (text) => changeHere((next) => { for (const area of next.areas) area.codes = area.codes.filter((each) => known.has(each)); }, text),
    useDefault: () => changeHere((next) => { next.method = null; }, ""),
  });
  byId("profile").hidden = true;
  byId("invitation").hidden = true;
  byId("result").removeAttribute("aria-busy");
  /** @type {HTMLButtonElement} */ (byId("print")).disabled = true;
  say("No table was built.");
}

/** Reads a choice of the open dataset. @param {Wanted} next @param {Data} loaded */
const read = (next, { cube, levels }) => withAreas(repair(next, cube), levels[0].name);

/**
 * @param {Wanted} next
 * @param {"push" | "replace"} how
 * @param {(next: Wanted, loaded: Data) => Wanted} [adapted]  reads the choice when the dataset is open
 */
async function show(next, how, adapted = read) {
  delays.cancel("build");
  const signal = attempts.begin();
  const folder = next.cube ?? "";
  byId("result").setAttribute("aria-busy", "true");
  try {
    datasets.choose(folder);
    const loaded = state.data?.name === folder ? state.data : await load(folder);
    if (signal.aborted) return;
    const isFresh = loaded !== state.data;
    state.data = loaded;
    state.wanted = adapted(next, loaded);
    if (isFresh) fill(loaded);
    hideProblem();
    showControls();
    remember(how);
    await build();
  } catch (error) {
    if (signal.aborted) return;
    Object.assign(state, { data: undefined, wanted: next });
    carryChoice(tableHash(next));
    state.map?.remove();
    live.stop();
    for (const id of ["notes", "problems"]) byId(id).hidden = true;
    showError(error);
  }
}

/** @param {Data} loaded */
function fill({ cube, levels, nesting, problems }) {
  byId("problems").hidden = problems.length === 0;
  byId("problems").replaceChildren(h("p", {}, "Some of the publisher’s settings for this page cannot be used. The rest works."), h("ul", {}, ...problems.map((each) => h("li", {}, each))));
  list.fill(levels[0], nesting, levels);
  methods.fill(cube);
  byId("about-data").replaceChildren(h("p", {}, h("strong", {}, cube.title), ". ", dataInWords(cube)), ...cube.notes.map((note) => h("p", {}, note)));
  byId("attribution").textContent = cube.attribution ? `Source: ${cube.attribution}` : "";
  showProtection(cube, undefined, new Map());
  byId("notes").hidden = false;
  steps.clear();
  state.outline = null;
  drawTheMap();
}

function drawTheMap() {
  const { published, levels: [level], nesting, page } = /** @type {Data} */ (state.data);
  state.map?.remove();
  const plane = planeOf(shapesOf(published, level, nesting, page.place?.tiles), level.codes);
  const map = createMap(byId("map"), plane, { label: `Map of parts: ${level.label}`, onKey: pick });
  byId("map-note").textContent = plane.kind === "tiles" ? "Every area has a tile of the same size." : "";
  field.open(plane);
  const strokes = createStrokes(map.svg, {
    places: () => plane.places,
    tool: () => (tools().value === "lasso" ? "lasso" : "brush"),
    isRemoving: () => byId("remove").getAttribute("aria-pressed") === "true",
    isChosen: (code) => current().codes.includes(code),
    onMove: showStroke,
    onEnd: (stroke) => pick(stroke.codes, stroke.take),
    onCancel: () => { map.clear(); showControls(); say("Stroke cancelled."); },
  });
  Object.assign(state, { plane, map, strokes });
}

/** The choice between brush and lasso. @returns {RadioNodeList} */
const tools = () => /** @type {any} */ (/** @type {HTMLFormElement} */ (byId("tools")).elements.namedItem("tool"));

/** @param {Stroke} stroke */
function showStroke(stroke) {
  if (!state.data || !state.map) return;
  state.map.show(stroke);
  const { codes } = changed(current(), stroke.codes, stroke.take, partsOfAll());
  live.follow(state.data, { label: nameOf(state.wanted.current), codes, choice: asked() });
}

/** Takes the parts in an outline from a file. @param {Outline} outline @param {string[]} codes */
function takeOutline(outline, codes) {
  const text = `${counted(codes.length, "part")} in the outline of ${outline.name} added to ${nameOf(state.wanted.current)}`;
  change((next) => { next.areas[next.current] = changed(next.areas[next.current], codes, true, partsOfAll()); }, text, { outline });
}

async function build() {
  delays.cancel("build");
  const signal = attempts.begin();
  const of = state.data;
  if (!of) return;
  const { cube, levels } = of;
  const marks = state.wanted.areas.flatMap(({ codes }, i) => (codes.length ? [i + 1] : []));
  const all = labelsOf(state.wanted.areas.map((area) => ({ ...area, name: shortName(area.name.trim()) })), new Set(levels.flatMap(({ codes }) => codes.map(({ code }) => code))));
  const chosen = { areas: marks.map((mark) => state.wanted.areas[mark - 1]), labels: marks.map((mark) => all[mark - 1]), marks };
  hideProblem();
  byId("invitation").hidden = marks.length > 0;
  /** @type {HTMLButtonElement} */ (byId("print")).disabled = marks.length === 0;
  byId("result").setAttribute("aria-busy", "true");
  try {
    const start = performance.now();
    const terms = { ...asked(), method: await methodOf(state.wanted.method, cube) };
    if (signal.aborted) return;
    if (marks.length === 0) {
      byId("profile").hidden = true;
      showProtection(cube, terms.method, new Map());
      byId("method-text").textContent = "";
      byId("result").removeAttribute("aria-busy");
      document.title = `Community tables – ${siteTitle()}`;
      return say("No area yet.");
    }
    const profile = await buildProfile(of, { ...chosen, terms }, signal);
    if (!profile) return;
    const { people, made } = profile;
    showProfile(of, { ...chosen, terms }, profile, { format: () => format.value || "csv", say });
    showProtection(cube, terms.method, sumsOf(people, levels[0].name), people.method);
    byId("method-text").textContent = people.method.text;
    document.title = `${listed(chosen.labels)} – ${siteTitle()}`;
    byId("result").removeAttribute("aria-busy");
    const refused = made.filter(({ table }) => !table).length;
    const figures = chosen.labels.map((label, i) => `${label}: ${shownNumber(people, i)} ${plural(cube.unit).toLowerCase()}.`).join(" ");
    say(`${figures} ${counted(made.length - refused, "table")}${refused ? `, ${number(refused)} refused` : ""}, built in ${number(Math.max(1, Math.round(performance.now() - start)))} ms.`);
  } catch (error) {
    if (!signal.aborted) showError(error);
  }
}

async function start() {
  const given = readHash(location.hash);
  try {
    await datasets.fill();
  } catch (error) {
    return showError(error);
  }
  await show({ ...given, cube: given.cube ?? datasets.usual() }, "replace", (next, loaded) => withRemembered(read(next, loaded), loaded));
  void prepareDownloads(format, () => state.data).catch(() => {});
  await datasets.entitleOthers(null);
}

byId("controls").addEventListener("submit", (event) => event.preventDefault());
byId("tools").addEventListener("submit", (event) => event.preventDefault());
byId("tools").addEventListener("change", () => { byId("map").dataset.tool = tools().value; });
byId("remove").addEventListener("click", () => byId("remove").setAttribute("aria-pressed", String(byId("remove").getAttribute("aria-pressed") !== "true")));
for (const way of /** @type {const} */ (["undo", "redo"])) byId(way).addEventListener("click", () => step(way));
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  const way = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : undefined;
  // In a text field these keys change the text.
  if (!way || !(event.ctrlKey || event.metaKey) || event.altKey || /** @type {Element} */ (event.target).matches?.("input:is([type=text], [type=search])")) return;
  event.preventDefault();
  step(way);
});
datasets.select.addEventListener("change", () => show({ ...state.wanted, cube: datasets.select.value, method: null }, "push", retained));
byId("method-choice").addEventListener("change", () => change((next) => { next.method = methods.chosen(); }, ""));
name.addEventListener("input", () => {
  const given = spelled(name.value);
  change((next) => { next.areas[next.current].name = given; }, `${nameOf(state.wanted.current)} renamed`, { how: "replace", key: `name-${state.wanted.current}` });
});
byId("add").addEventListener("click", () => {
  change((next) => { next.current = next.areas.push({ name: "", codes: [] }) - 1; }, `Area ${state.wanted.areas.length + 1} added`);
  name.value = "";
  name.focus();
});
byId("clear").addEventListener("click", () => {
  change((next) => { next.areas[next.current].codes = []; }, `All parts removed from ${nameOf(state.wanted.current)}`);
  byId("search").focus();
});
byId("unfilter").addEventListener("click", () => {
  const areas = dimensionOf(state.data?.levels[0].name ?? "");
  // The page does not name a filter of areas, so this filter stays.
  change((next) => { next.filter = next.filter.filter(([variable]) => dimensionOf(variable) === areas); }, "");
  byId("result").focus();
});
byId("to-list").addEventListener("click", () => byId("search").focus());
byId("print").addEventListener("click", () => print());
addEventListener("popstate", () => {
  const next = readHash(location.hash);
  next.cube ??= datasets.select.value;
  if (state.data?.name !== next.cube) return void show(next, "replace");
  const { outline } = state;
  const wanted = read(next, state.data);
  steps.add({ wanted: state.wanted, outline }, { wanted, outline }, "Step in the browser’s history");
  adopt({ wanted, outline }, "replace");
});
copyButton("copy-link", () => location.href);

keepSkipLink();
void start();
