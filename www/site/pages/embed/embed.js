// The page "Embed": a table as it would stand in a page, with the lines that put it there. The address holds the choices.

// Defines <cellveil-table>.
import "../../cellveil/js/element.js";
import { open } from "../../shell/catalogue.js";
import { byId, h, keepSkipLink } from "../../shell/dom.js";
import { createDataList, hideProblem, showProblem, writeAddress } from "../../shell/page.js";
import { copyButton } from "./copy.js";
import { dimensionOf, emptySelection, queryOf } from "../../choice/state.js";
import { choiceOf, cssOf, htmlOf, linkOf, LOOKS, MULTILINGUAL } from "./snippet.js";

/** @import { Cube, Selection } from "../../shell/types.js" */
/** @import { Choice } from "./snippet.js" */

/** Their names for themselves, and a heading of the table in them. @type {[tag: string, name: string][]} */
const LANGUAGES = [["en", "English"], ["fr", "Français"], ["ar", "العربية"]];

/** A table of them that is not wider than a third of the page. */
const NARROW = { ...emptySelection(), cube: MULTILINGUAL, rows: ["area:district"] };

const control = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));
const SELECTS = /** @type {const} */ ({ "rows-outer": ["rows", 0], "rows-inner": ["rows", 1], "columns-outer": ["columns", 0], "columns-inner": ["columns", 1] });

const datasets = createDataList();
/** @type {Choice} */
let choice = choiceOf("", []);
/** The cube of the choice, where it could be opened. @type {Cube | undefined} */
let cube;

/** Dimensions and their levels, under the names that attributes have. @param {Cube} cube */
const variables = (cube) => cube.dimensions.flatMap((dimension) => [
  { name: dimension.name, label: dimension.label },
  ...dimension.levels.map((level) => ({ name: `${dimension.name}:${level.name}`, label: `${dimension.label}: ${level.label}` })),
]);

/** A first table that a page would have: not too long, and not too wide. */
const LINES = 15;
const COLUMNS = 5;

/** @param {Cube} cube */
function suggest({ dimensions }) {
  const all = dimensions.flatMap((dimension) => [
    { name: dimension.name, size: dimension.codes.length },
    ...dimension.levels.map(({ name, codes }) => ({ name: `${dimension.name}:${name}`, size: codes.length })),
  ]);
  const rows = all.find(({ size }) => size <= LINES) ?? all[0];
  choice.rows = [rows.name];
  choice.columns = choice.columns.filter((each) => dimensionOf(each) !== dimensionOf(rows.name));
  const columns = all.find(({ name, size }) => size <= COLUMNS && dimensionOf(name) !== dimensionOf(rows.name));
  if (choice.columns.length === 0 && columns) choice.columns = [columns.name];
}

/** Opens the chosen cube and puts what the choice lacks in its place. */
async function load() {
  hideProblem();
  const name = choice.cube;
  const opening = open(name);
  cube = await opening.catch((error) => {
    fail(error);
    return undefined;
  });
  if (!cube || name !== choice.cube) return;
  const known = variables(cube).map((each) => each.name);
  choice.rows = choice.rows.filter((each) => known.includes(each));
  choice.columns = choice.columns.filter((each) => known.includes(each) && !choice.rows.some((row) => dimensionOf(row) === dimensionOf(each)));
  if (!cube.methods.some(({ name }) => name === choice.method)) choice.method = null;
  if (choice.rows.length === 0) suggest(cube);
  draw();
}

/** @param {unknown} error */
function fail(error) {
  showProblem(error, { text: "The dataset did not open. Choose another, or reload the page." });
}

/** Everything that follows from the choice. */
function draw() {
  fill();
  writeAddress(linkOf(choice), "replace");
  const live = byId("live");
  live.replaceChildren(element(choice.language, choice.look));
  live.lang = choice.language;
  byId("html").textContent = htmlOf(choice, isSealed());
  const css = cssOf(choice);
  byId("css").textContent = css;
  byId("css-section").hidden = css === "";
  inLanguages();
}

/** Three narrow tables side by side, of the data whose labels are in all three languages where the site has them: drawn once, then. */
function inLanguages() {
  const multilingual = datasets.names().includes(MULTILINGUAL);
  const box = byId("languages");
  if (multilingual && box.hasChildNodes()) return;
  const shown = multilingual ? NARROW : { ...choice, columns: [], groups: [] };
  box.replaceChildren(...LANGUAGES.map(([tag, name]) => h("div", { lang: tag, dir: tag === "ar" ? "rtl" : "ltr" }, h("h3", {}, name), element(tag, "", shown))));
}

const isSealed = () => cube?.release === "sealed";

/** @param {string} lang @param {string} look @param {Selection} shown */
function element(lang, look, shown = choice) {
  const table = document.createElement("cellveil-table");
  Object.assign(table, { src: `cubes/${shown.cube}/cube.json`, ...queryOf(shown, isSealed()), lang });
  if (look) table.classList.add(look);
  return table;
}

/** The controls as the choice has it. A dimension stands in a table only once. */
function fill() {
  if (!cube) return;
  const all = variables(cube);
  const used = [...choice.rows, ...choice.columns];
  for (const [id, [axis, place]] of Object.entries(SELECTS)) {
    const select = control(id);
    const own = choice[axis][place];
    const free = all.filter(({ name }) => name === own || !used.some((each) => each !== own && dimensionOf(each) === dimensionOf(name)));
    const none = axis === "rows" && place === 0 ? [] : [h("option", { value: "" }, place === 0 ? "None" : "No inner variable")];
    select.replaceChildren(...none, ...free.map(({ name, label }) => h("option", { value: name }, label)));
    select.value = own ?? "";
    select.disabled = place === 1 && choice[axis].length === 0;
  }
  datasets.select.value = choice.cube;
  control("language").value = choice.language;
  control("look").value = choice.look;
  /** @type {HTMLInputElement} */ (byId("totals")).checked = choice.totals;
}

function listen() {
  byId("builder").addEventListener("submit", (event) => event.preventDefault());
  datasets.select.addEventListener("change", () => {
    const { language, look, totals } = choice;
    choice = { ...emptySelection(), cube: datasets.select.value, totals, language, look };
    load();
  });
  for (const [id, [axis]] of Object.entries(SELECTS)) {
    control(id).addEventListener("change", () => {
      choice[axis] = ["outer", "inner"].map((place) => control(`${axis}-${place}`).value).filter(Boolean);
      draw();
    });
  }
  byId("totals").addEventListener("change", () => {
    choice.totals = /** @type {HTMLInputElement} */ (byId("totals")).checked;
    draw();
  });
  control("language").addEventListener("change", () => {
    choice.language = control("language").value;
    draw();
  });
  control("look").addEventListener("change", () => {
    choice.look = /** @type {keyof typeof LOOKS | ""} */ (control("look").value);
    draw();
  });
  byId("reset").addEventListener("click", () => {
    choice = choiceOf("", datasets.names());
    load();
  });
  addEventListener("hashchange", () => {
    choice = choiceOf(location.hash, datasets.names());
    load();
  });
}

async function start() {
  for (const id of ["html", "css", "policy"]) copyButton(byId(`copy-${id}`), byId(id), byId("status"));
  try {
    await datasets.fill();
  } catch (error) {
    return fail(error);
  }
  choice = choiceOf(location.hash, datasets.names());
  // Not before: a choice would be drawn of data that are not known yet, and written over the address that is still to be read.
  listen();
  await load();
  await datasets.entitleOthers(null);
}

keepSkipLink();
start();
