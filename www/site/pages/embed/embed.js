// The page "Embed": shows an embedded table or builder with its HTML and CSS to copy. The address holds the choice.

// Defines <cellveil-table>.
import "../../cellveil/js/element.js";
import { open } from "../../shell/catalogue.js";
import { byId, h, keepSkipLink } from "../../shell/dom.js";
import { save } from "../../shell/save.js";
import { copyButton, createDataList, hideProblem, say, showProblem, writeAddress } from "../../shell/page.js";
import { dimensionOf, emptySelection, queryOf } from "../../../choice/state.js";
import { REFUSALS } from "./one-file/refusal.js";
import { choiceOf, cssOf, htmlOf, linkOf, LOOKS, MULTILINGUAL } from "./snippet.js";

/** @import { Cube, Selection } from "../../shell/types.js" */
/** @import { CellveilTable } from "../../../element/element.js" */

/** The languages, with their own names. @type {[tag: string, name: string][]} */
const LANGUAGES = [["en", "English"], ["fr", "Français"], ["ar", "العربية"]];

/** A table that fits into a third of the page. */
const NARROW = { ...emptySelection(), cube: MULTILINGUAL, rows: ["area:district"] };

const control = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));
const SELECTS = /** @type {const} */ ({ "rows-outer": ["rows", 0], "rows-inner": ["rows", 1], "columns-outer": ["columns", 0], "columns-inner": ["columns", 1] });

/** The state of the page: the choice, and its dataset once it is open. */
function createState() {
  return { choice: choiceOf("", []), cube: /** @type {Cube | undefined} */ (undefined) };
}

const state = createState();
const datasets = createDataList();

/** Lists dimensions and levels, each with the name that attributes use and with a label. @param {Cube} cube */
const variables = (cube) => cube.dimensions.flatMap((dimension) => [
  { name: dimension.name, label: dimension.label },
  ...dimension.levels.map((level) => ({ name: `${dimension.name}:${level.name}`, label: `${dimension.label}: ${level.label}` })),
]);

/** The largest number of rows and of columns in the first table. */
const LINES = 15;
const COLUMNS = 5;

/** @param {Cube} cube */
function suggest({ dimensions }) {
  const all = dimensions.flatMap((dimension) => [
    { name: dimension.name, size: dimension.codes.length },
    ...dimension.levels.map(({ name, codes }) => ({ name: `${dimension.name}:${name}`, size: codes.length })),
  ]);
  const rows = all.find(({ size }) => size <= LINES) ?? all[0];
  state.choice.rows = [rows.name];
  state.choice.columns = state.choice.columns.filter((each) => dimensionOf(each) !== dimensionOf(rows.name));
  const columns = all.find(({ name, size }) => size <= COLUMNS && dimensionOf(name) !== dimensionOf(rows.name));
  if (state.choice.columns.length === 0 && columns) state.choice.columns = [columns.name];
}

/** Opens the chosen cube and completes the choice. */
async function load() {
  hideProblem();
  const name = state.choice.cube;
  const opening = open(name);
  state.cube = await opening.catch((error) => {
    fail(error);
    return undefined;
  });
  if (!state.cube || name !== state.choice.cube) return;
  const known = variables(state.cube).map((each) => each.name);
  state.choice.rows = state.choice.rows.filter((each) => known.includes(each));
  state.choice.columns = state.choice.columns.filter((each) => known.includes(each) && !state.choice.rows.some((row) => dimensionOf(row) === dimensionOf(each)));
  if (!state.cube.methods.some(({ name }) => name === state.choice.method)) state.choice.method = null;
  if (state.choice.rows.length === 0) suggest(state.cube);
  draw();
}

/** @param {unknown} error */
function fail(error) {
  showProblem(error, { text: "The dataset did not open. Choose another, or reload the page." });
}

/** Saves the choice as one file. */
async function saveFile() {
  const button = /** @type {HTMLButtonElement} */ (byId("save-file"));
  button.disabled = true;
  hideProblem();
  say("The file is being made.");
  try {
    const { makeFile } = await import("./lazy/one-file.js");
    const { name, html } = await makeFile(state.choice);
    save(html, name, "text/html");
    say(`${name} is saved.`);
  } catch (error) {
    say("");
    showProblem(error, { text: REFUSALS[Object(error).code] ?? "The file was not made. Try again." });
  } finally {
    button.disabled = false;
  }
}

/** Draws everything that depends on the choice. */
function draw() {
  fill();
  /** @type {HTMLButtonElement} */ (byId("save-file")).disabled = false;
  writeAddress(linkOf(state.choice), "replace");
  const live = byId("live");
  const { language, look } = state.choice;
  if (state.choice.element === "builder") import("../../cellveil/js/builder.js").catch(fail);
  live.replaceChildren(element(language, look, state.choice, state.choice.element));
  live.lang = state.choice.language;
  void writeHtml();
  const css = cssOf(state.choice);
  byId("css").textContent = css;
  byId("css-section").hidden = css === "";
  inLanguages();
}

/** Writes the lines to copy. A table between the tags follows when the element has drawn this table. */
async function writeHtml() {
  const { choice } = state;
  const box = /** @type {HTMLInputElement} */ (byId("written"));
  box.disabled = choice.element === "builder";
  const shown = /** @type {CellveilTable} */ (byId("live").firstElementChild);
  const { cube, table } = shown;
  const plain = htmlOf(choice, isSealed());
  byId("html").textContent = plain;
  const isWritten = () => box.checked && !box.disabled && shown === byId("live").firstElementChild;
  if (!isWritten() || !cube || !table) return;
  try {
    const { contentHtml } = await import("./lazy/written.js");
    const content = await contentHtml({ cube, table }, plain, choice.language);
    // Meanwhile, the reader may have chosen another table.
    if (isWritten()) byId("html").textContent = htmlOf(choice, isSealed(), content);
  } catch (error) {
    showProblem(error, { text: "The table was not written. Try again." });
  }
}

/**
 * Draws a narrow table in each of three languages. If the site has the multilingual dataset, the tables show that
 * dataset and are drawn once.
 */
function inLanguages() {
  const multilingual = datasets.names().includes(MULTILINGUAL);
  const box = byId("languages");
  if (multilingual && box.hasChildNodes()) return;
  const shown = multilingual ? NARROW : { ...state.choice, columns: [], groups: [] };
  box.replaceChildren(...LANGUAGES.map(([tag, name]) => h("div", { lang: tag, dir: tag === "ar" ? "rtl" : "ltr" }, h("h3", {}, name), element(tag, "", shown))));
}

const isSealed = () => state.cube?.release === "sealed";

/** @param {string} lang @param {string} look @param {Selection} shown @param {"table" | "builder"} kind */
function element(lang, look, shown = state.choice, kind = "table") {
  const table = document.createElement(`cellveil-${kind}`);
  Object.assign(table, { src: `cubes/${shown.cube}/cube.json`, ...queryOf(shown, isSealed()), lang });
  if (look) table.classList.add(look);
  return table;
}

/** Shows the choice in the controls. A table can use each dimension only once. */
function fill() {
  if (!state.cube) return;
  const all = variables(state.cube);
  const used = [...state.choice.rows, ...state.choice.columns];
  for (const [id, [axis, place]] of Object.entries(SELECTS)) {
    const select = control(id);
    const own = state.choice[axis][place];
    const free = all.filter(({ name }) => name === own || !used.some((each) => each !== own && dimensionOf(each) === dimensionOf(name)));
    const none = axis === "rows" && place === 0 ? [] : [h("option", { value: "" }, place === 0 ? "None" : "No inner variable")];
    select.replaceChildren(...none, ...free.map(({ name, label }) => h("option", { value: name }, label)));
    select.value = own ?? "";
    select.disabled = place === 1 && state.choice[axis].length === 0;
  }
  datasets.select.value = state.choice.cube;
  control("language").value = state.choice.language;
  control("look").value = state.choice.look;
  control("look").disabled = state.choice.element === "builder";
  /** @type {HTMLInputElement} */ (byId(`element-${state.choice.element}`)).checked = true;
  /** @type {HTMLInputElement} */ (byId("totals")).checked = state.choice.totals;
}

function listen() {
  byId("builder").addEventListener("submit", (event) => event.preventDefault());
  datasets.select.addEventListener("change", () => {
    const { element, language, look, totals } = state.choice;
    state.choice = { ...emptySelection(), cube: datasets.select.value, totals, element, language, look };
    load();
  });
  for (const [id, [axis]] of Object.entries(SELECTS)) {
    control(id).addEventListener("change", () => {
      state.choice[axis] = ["outer", "inner"].map((place) => control(`${axis}-${place}`).value).filter(Boolean);
      draw();
    });
  }
  for (const kind of /** @type {const} */ (["table", "builder"])) {
    byId(`element-${kind}`).addEventListener("change", () => {
      state.choice.element = kind;
      if (kind === "builder") state.choice.look = "";
      draw();
    });
  }
  byId("totals").addEventListener("change", () => {
    state.choice.totals = /** @type {HTMLInputElement} */ (byId("totals")).checked;
    draw();
  });
  control("language").addEventListener("change", () => {
    state.choice.language = control("language").value;
    draw();
  });
  control("look").addEventListener("change", () => {
    state.choice.look = /** @type {keyof typeof LOOKS | ""} */ (control("look").value);
    draw();
  });
  byId("written").addEventListener("change", () => void writeHtml());
  for (const type of ["cellveil-ready", "cellveil-change"]) byId("live").addEventListener(type, () => void writeHtml());
  byId("save-file").addEventListener("click", () => void saveFile());
  byId("reset").addEventListener("click", () => {
    state.choice = choiceOf("", datasets.names());
    load();
  });
  addEventListener("hashchange", () => {
    state.choice = choiceOf(location.hash, datasets.names());
    load();
  });
}

async function start() {
  for (const id of ["html", "css", "policy"]) copyButton(`copy-${id}`, () => byId(id).textContent ?? "", byId(id));
  try {
    await datasets.fill();
  } catch (error) {
    return fail(error);
  }
  state.choice = choiceOf(location.hash, datasets.names());
  // Controls react only after the address is read, because each choice replaces the address.
  listen();
  await load();
  await datasets.entitleOthers(null);
}

keepSkipLink();
start();
