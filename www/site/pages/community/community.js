// The community tables page: readers choose custom areas and see the publisher's tables for these areas.

import { createDelays } from "../../shell/delays.js";
import { byId, h, keepingFocus, keepSkipLink } from "../../shell/dom.js";
import { copyButton, createAttempts, createDataList, hideProblem, idle, say, showProblem, writeAddress } from "../../shell/page.js";
import { counted, dataInWords, listed, methodTitle, nameOfMethod, number, plural } from "../../shell/words.js";
import { load } from "../../result/map/data.js";
import { shapesOf } from "../../result/map/shapes.js";
import { changed, labelsOf, MOST, partsOf, plainName, spelled } from "./areas.js";
import { shownNumber } from "./figures.js";
import { contains, shapeOf } from "./geometry.js";
import { nothingWanted, readHash, writeHash } from "./hash.js";
import { createLive } from "./live.js";
import { createMap } from "./map.js";
import { checkOutlineSize, OutlineError, readOutline } from "./outline.js";
import { createPicker } from "./picker.js";
import { planeOf } from "./plane.js";
import { buildProfile, showProfile } from "./profile.js";
import { createStrokes } from "./strokes.js";
import { sumsOf } from "./tables.js";
import { createUndo } from "./undo.js";
import { differencingInWords, protectionInWords, wayOf } from "./words.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { Table } from "../../shell/types.js" */
/** @import { Shape } from "./geometry.js" */
/** @import { Wanted } from "./hash.js" */
/** @import { Plane } from "./plane.js" */
/** @import { Stroke } from "./strokes.js" */

/** Tables are built this many milliseconds after the last change, so that several quick changes build them once. */
const SETTLE_MS = 250;

/** An outline from a file of the reader. @typedef {{ name: string, shape: Shape }} Outline */
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
const method = /** @type {HTMLSelectElement} */ (byId("method-choice"));
const format = /** @type {HTMLSelectElement} */ (byId("format"));
const file = /** @type {HTMLInputElement} */ (byId("outline-file"));
const current = () => state.wanted.areas[state.wanted.current];
const nameOf = (/** @type {number} */ at, wanted = state.wanted) => wanted.areas[at].name.trim() || plainName(at);
const list = createPicker(byId("parts"), /** @type {HTMLInputElement} */ (byId("search")), pick);
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
const remember = (how) => writeAddress(writeHash(state.wanted), how);

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
  Object.assign(state, { wanted, outline });
  showControls();
  remember(how);
  delays.start("build", SETTLE_MS, build);
}

/** @param {"undo" | "redo"} way */
function step(way) {
  const done = state.data && steps[way]();
  if (!done) return say(way === "undo" ? "Nothing to undo." : "Nothing to redo.");
  // The method is no part of an area, so undo leaves the method as it is.
  adopt({ ...done.choice, wanted: { ...done.choice.wanted, method: state.wanted.method } }, "push");
  say(`${way === "undo" ? "Undone" : "Redone"}: ${done.text}.`);
}

function showControls() {
  if (!state.data) return;
  const { areas, current: at } = state.wanted;
  if (document.activeElement !== name || name.value.trim() !== current().name.trim()) name.value = current().name;
  name.placeholder = plainName(at);
  method.value = state.wanted.method ?? state.data.cube.defaultMethod ?? "";
  keepingFocus(() => byId("areas").replaceChildren(...areas.map((area, i) => h("li", {},
    h("label", { class: "area-choice", title: nameOf(i) },
      h("input", { type: "radio", name: "current", value: i, checked: i === at, "data-key": `area-${i}`, change: () => change((next) => { next.current = i; }, "", { how: "replace" }) }),
      h("span", { class: `swatch-${i + 1}`, "aria-hidden": "true" }),
      h("span", {}, h("strong", {}, nameOf(i)), " ", h("small", {}, area.codes.length ? counted(area.codes.length, "part") : "empty"))),
    ...(areas.length > 1 && i === at ? [h("button", { type: "button", class: "icon icon-remove", "data-key": `remove-${i}`, "aria-label": `Remove ${nameOf(i)}`, click: () => change((next) => {
      next.areas.splice(i, 1);
      next.current = Math.min(next.current, next.areas.length - 1);
    }, `${nameOf(i)} removed`) })] : [])))), byId("add"));
  byId("add").hidden = areas.length >= MOST;
  byId("clear").hidden = current().codes.length === 0;
  byId("outline-remove").hidden = state.outline === null;
  list.show(current());
  state.map?.mark(areas, at);
  state.map?.draw(state.outline?.shape ?? null);
  live.follow(state.data, { label: nameOf(at), codes: current().codes, method: state.wanted.method });
  byId("key").replaceChildren(...areas.flatMap((area, i) => (area.codes.length ? [h("li", {}, h("span", { class: `swatch-${i + 1}`, "aria-hidden": "true" }), h("span", {}, `${nameOf(i)}: ${inWords(area)}`))] : [])));
}

/** Lists the parts of an area, such as "Market, Castle 3 and Castle 4". @param {Wanted["areas"][number]} area */
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
  network: "Part of the data did not load. Check the connection, then try again.",
};

/** @param {unknown} error */
function showError(error) {
  const { code = "" } = /** @type {{ code?: string }} */ (Object(error));
  const known = new Set(partsOfAll().map((each) => each.code));
  const actions = [];
  if (code === "unknown-code" && state.data) {
    const strange = [...new Set(state.wanted.areas.flatMap(({ codes }) => codes.filter((each) => !known.has(each))))];
    actions.push(h("button", { type: "button", id: "take-out", click: () => {
      change((next) => { for (const area of next.areas) area.codes = area.codes.filter((each) => known.has(each)); }, `${counted(strange.length, "unknown part")} removed`);
      byId("result").focus();
    } }, `Remove ${listed(strange.slice(0, 3))}${strange.length > 3 ? ` and ${number(strange.length - 3)} more` : ""}`));
  } else if (["no-areas", "unknown-cube"].includes(code)) {
    actions.push(h("button", { type: "button", id: "usual", click: () => show({ ...nothingWanted(), cube: datasets.usual() }, "push") }, "Open another dataset"));
  } else {
    actions.push(h("button", { type: "button", id: "again", click: () => show(state.wanted, "replace") }, "Try again"));
  }
  showProblem(error, { ...(Object.hasOwn(ERRORS, code) ? { text: ERRORS[code] } : {}), actions: [h("p", {}, ...actions)] });
  byId("profile").hidden = true;
  byId("invitation").hidden = true;
  byId("result").removeAttribute("aria-busy");
  /** @type {HTMLButtonElement} */ (byId("print")).disabled = true;
  say("No table was built.");
}

/**
 * Retains the areas of another dataset, without the parts that this dataset lacks.
 * @param {Wanted} wanted
 * @param {Data} loaded
 */
function retained(wanted, { levels: [level] }) {
  const known = new Set(level.codes.map(({ code }) => code));
  const areas = wanted.areas.map((area) => ({ ...area, codes: area.codes.filter((code) => known.has(code)) }));
  return areas.some(({ codes }) => codes.length) ? { ...wanted, areas } : { ...nothingWanted(), cube: wanted.cube };
}

/** @param {Wanted} next @param {"push" | "replace"} how @param {boolean} [isOther]  whether the areas are of another dataset */
async function show(next, how, isOther = false) {
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
    state.wanted = isOther ? retained(next, loaded) : next;
    if (isFresh) fill(loaded);
    hideProblem();
    showControls();
    remember(how);
    await build();
  } catch (error) {
    if (signal.aborted) return;
    Object.assign(state, { data: undefined, wanted: next });
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
  method.replaceChildren(...cube.methods.map((each) => h("option", { value: each.name }, `${nameOfMethod(each)} (${methodTitle(each).toLowerCase()})`)));
  byId("method-field").hidden = cube.methods.length < 2;
  byId("about-data").replaceChildren(h("p", {}, h("strong", {}, cube.title), ". ", dataInWords(cube)), ...cube.notes.map((note) => h("p", {}, note)));
  byId("attribution").textContent = cube.attribution ? `Source: ${cube.attribution}` : "";
  showWords(cube, new Map());
  byId("notes").hidden = false;
  steps.clear();
  state.outline = null;
  byId("outline-said").textContent = "";
  byId("outline-again").hidden = true;
  drawTheMap();
}

function drawTheMap() {
  const { published, levels: [level], nesting, page } = /** @type {Data} */ (state.data);
  state.map?.remove();
  const plane = planeOf(shapesOf(published, level, nesting, page.place?.tiles), level.codes);
  const map = createMap(byId("map"), plane, { label: `Map of parts: ${level.label}`, onKey: pick });
  byId("map-note").textContent = plane.kind === "tiles" ? "Every area has a tile of the same size." : "";
  file.disabled = plane.kind === "tiles";
  byId("to-outline").hidden = file.disabled;
  if (file.disabled) byId("outline-said").textContent = "This dataset has no boundaries, so no outline fits it.";
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
  live.follow(state.data, { label: nameOf(state.wanted.current), codes, method: state.wanted.method });
}

/** Takes the parts whose centre is in an outline from a file. @param {File} given */
async function takeOutline(given) {
  const { plane } = state;
  if (!plane || !state.data) return;
  const said = byId("outline-said");
  said.classList.remove("wrong");
  byId("outline-again").hidden = true;
  try {
    checkOutlineSize(given.size);
    const polygons = readOutline(await given.text(), plane.kind === "degrees");
    if (plane !== state.plane) return;
    const shape = shapeOf(polygons.flat().map((ring) => ring.map(plane.project)));
    const codes = plane.places.filter(({ centre }) => contains(shape, centre)).map(({ code }) => code);
    if (codes.length === 0) throw new OutlineError("no part has its centre in the outline, expected an outline on this map");
    const text = `${counted(codes.length, "part")} in the outline of ${given.name} added to ${nameOf(state.wanted.current)}`;
    change((next) => { next.areas[next.current] = changed(next.areas[next.current], codes, true, partsOfAll()); }, text, { outline: { name: given.name, shape } });
    said.textContent = `${given.name}: ${number(codes.length)} of ${number(plane.places.length)} parts have their centre in the outline.`;
    // On a phone the map is far above the field of the file.
    byId("live").scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (!(error instanceof OutlineError)) console.error(error);
    said.classList.add("wrong");
    said.textContent = `${given.name} was not used: ${/** @type {Error} */ (error).message}.`;
    byId("outline-again").hidden = false;
    byId("outline-again").focus();
  }
}

async function build() {
  delays.cancel("build");
  const signal = attempts.begin();
  const of = state.data;
  if (!of) return;
  const { cube, levels } = of;
  const marks = state.wanted.areas.flatMap(({ codes }, i) => (codes.length ? [i + 1] : []));
  const all = labelsOf(state.wanted.areas, new Set(levels.flatMap(({ codes }) => codes.map(({ code }) => code))));
  const chosen = { areas: marks.map((mark) => state.wanted.areas[mark - 1]), labels: marks.map((mark) => all[mark - 1]), marks, method: state.wanted.method };
  hideProblem();
  byId("invitation").hidden = marks.length > 0;
  /** @type {HTMLButtonElement} */ (byId("print")).disabled = marks.length === 0;
  if (marks.length === 0) {
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
    const profile = await buildProfile(of, chosen, signal);
    if (!profile) return;
    const { people, made } = profile;
    showProfile(of, chosen, profile, { format: () => format.value || "csv", say });
    showWords(cube, sumsOf(people, levels[0].name), people.method);
    byId("method-text").textContent = people.method.text;
    document.title = `${listed(chosen.labels)} – cellveil`;
    byId("result").removeAttribute("aria-busy");
    const refused = made.filter(({ table }) => !table).length;
    const figures = chosen.labels.map((label, i) => `${label}: ${shownNumber(people, i)} ${plural(cube.unit).toLowerCase()}.`).join(" ");
    say(`${figures} ${counted(made.length - refused, "table")}${refused ? `, ${number(refused)} refused` : ""}, built in ${number(Math.max(1, Math.round(performance.now() - start)))} ms.`);
  } catch (error) {
    if (!signal.aborted) showError(error);
  }
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

/**
 * Fetches what the buttons need while the browser is idle, so that they work without a network: the formats of files,
 * and the cores that write them.
 */
async function prepareDownloads() {
  await idle();
  const { FORMATS, exportTable } = await import("../../cellveil/js/export.js");
  format.replaceChildren(...FORMATS.map(({ format, name }) => h("option", { value: format }, name)));
  if (!state.data || Object(navigator).connection?.saveData) return;
  const table = await state.data.cube.table({ rows: [state.data.levels[0].name], totals: false });
  for (const each of /** @type {const} */ (["json-stat", "xlsx"])) await exportTable(/** @type {any} */ (table), each);
}

async function start() {
  const given = readHash(location.hash);
  try {
    await datasets.fill();
  } catch (error) {
    return showError(error);
  }
  await show({ ...given, cube: given.cube ?? datasets.usual() }, "replace");
  void prepareDownloads().catch(() => {});
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
datasets.select.addEventListener("change", () => show({ ...state.wanted, cube: datasets.select.value, method: null }, "push", true));
method.addEventListener("change", () => change((next) => { next.method = method.value === state.data?.cube.defaultMethod ? null : method.value; }, ""));
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
file.addEventListener("change", async () => {
  const [given] = file.files ?? [];
  if (given) await takeOutline(given);
  // The same file can be chosen again.
  file.value = "";
});
byId("outline-remove").addEventListener("click", () => {
  change(() => {}, "Outline removed", { outline: null });
  byId("outline-said").textContent = "";
  file.focus();
});
byId("to-list").addEventListener("click", () => byId("search").focus());
for (const id of ["to-outline", "outline-again"]) byId(id).addEventListener("click", () => file.click());
byId("print").addEventListener("click", () => print());
addEventListener("popstate", () => {
  const next = readHash(location.hash);
  next.cube ??= datasets.select.value;
  if (state.data?.name !== next.cube) return void show(next, "replace");
  const { outline } = state;
  steps.add({ wanted: state.wanted, outline }, { wanted: next, outline }, "Step in the browser’s history");
  adopt({ wanted: next, outline }, "replace");
});
copyButton("copy-link", () => location.href);

keepSkipLink();
void start();
