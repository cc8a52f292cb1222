// The p-table designer: parameters in, pictures and figures out at once; the address holds the design.

import { commandOf, fileOf, firstDesign, hashOf, LARGEST_CHANGE, methodOf, readDesign } from "./design.js";
import { byId, h } from "./dom.js";
import { barsTable, countName, exact, figuresTable, mapTable } from "./figures.js";
import { countAt, drawBars, drawMap, drawScale } from "./pictures.js";
import { save } from "./save.js";
import { openWorkshop } from "./workshop.js";

/** @import { Design } from "./design.js" */
/** @import { Designed, PtableFormat, ReadyDesign, Workshop } from "./types.js" */

/** What is said of a design waits for the end of a slide. */
const SAY_AFTER_MS = 500;
/** So does the address. */
const REMEMBER_AFTER_MS = 250;

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));

/** Each slider, with a number beside it for what lies between its steps. */
const DIALS = {
  maxChange: { slider: input("max-change"), number: input("max-change-number") },
  variance: { slider: input("variance"), number: input("variance-number") },
  blocked: { slider: input("blocked"), number: input("blocked-number") },
  stay: { slider: input("stay"), number: input("stay-number") },
};
const FLAGS = /** @type {const} */ (["monotone", "nearest"]);
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @type {Workshop} */
let workshop;
let design = firstDesign();
/** The rows of the design, or of the last one that could be. @type {Designed | undefined} */
let designed;
/** The count whose row is shown; the last where there is none. @type {number | undefined} */
let chosen;
/** The variances that every row can have, and the limits that these belong to. @type {{ least: number, most: number } | undefined} */
let range;
let rangeOf = "";
/** @type {ReadyDesign[]} */
let ready = [];
/** @type {ReturnType<typeof drawMap> | undefined} */
let map;
/** @type {Record<string, ReturnType<typeof setTimeout>>} */
const waiting = {};

/** Does something once nothing has asked for it for a while. @param {string} what @param {number} ms @param {() => void} work */
function later(what, ms, work) {
  clearTimeout(waiting[what]);
  waiting[what] = setTimeout(work, ms);
}

/** @param {Partial<Design>} edit */
function change(edit) {
  design = { ...design, ...edit };
  design.blocked = Math.min(design.blocked, design.maxChange);
  redraw();
  later("remember", REMEMBER_AFTER_MS, () => { if (hashOf(design) !== location.hash) history.replaceState(null, "", hashOf(design)); });
}

/** Designs and draws everything anew, which takes less than a frame. */
function redraw() {
  const limits = hashOf({ ...design, variance: 0, nearest: false });
  if (limits !== rangeOf) [range, rangeOf] = [feasible(), limits];
  drawControls();
  /** @type {unknown} */
  let problem;
  try {
    designed = workshop.design(design);
  } catch (error) {
    problem = error;
  }
  byId("result").classList.toggle("stale", problem !== undefined);
  showProblem(problem);
  drawLinks(problem === undefined);
  if (problem === undefined) drawResult();
  later("say", SAY_AFTER_MS, () => { byId("status").textContent = problem === undefined ? summary() : "This cannot be designed."; });
}

/** The variances that every row can have, from what is said of one that is too small and of one that is too large. */
function feasible() {
  const end = (/** @type {number} */ variance) => {
    try {
      workshop.design({ ...design, nearest: false, variance });
      return variance;
    } catch (error) {
      return /** @type {{ nearest?: number | null }} */ (Object(error)).nearest ?? undefined;
    }
  };
  const [least, most] = [end(1e-6), end(4 * LARGEST_CHANGE ** 2)];
  return least === undefined || most === undefined ? undefined : { least, most };
}

/** To the slider's steps, inwards. */
const inwards = { up: (/** @type {number} */ value) => Math.ceil(value * 20 - 1e-6) / 20, down: (/** @type {number} */ value) => Math.floor(value * 20 + 1e-6) / 20 };

function drawControls() {
  const { maxChange, variance, blocked, stay, shape } = design;
  DIALS.blocked.slider.max = DIALS.blocked.number.max = String(maxChange);
  const widest = { least: 0.05, most: maxChange ** 2 };
  const { least, most } = design.nearest ? widest : range ?? widest;
  DIALS.variance.slider.min = String(Math.max(0.05, inwards.up(least)));
  DIALS.variance.slider.max = String(Math.max(0.05, inwards.down(most)));
  byId("variance-hint").textContent = range
    ? `Of the noise of every row. With these limits all can have ${least > 0.05 && !design.nearest ? `from ${exact(range.least)} ` : ""}up to ${exact(range.most)}.`
    : "Of the noise of every row.";
  input("stays").checked = stay !== null;
  for (const each of Object.values(DIALS.stay)) each.disabled = stay === null;
  for (const [name, value] of Object.entries({ maxChange, variance, blocked, stay: stay ?? 0 })) {
    const { slider, number } = DIALS[/** @type {keyof typeof DIALS} */ (name)];
    slider.value = String(value);
    // What is being typed stays as it is.
    if (number !== document.activeElement || number.valueAsNumber !== value) number.value = String(value);
  }
  for (const flag of FLAGS) input(flag).checked = design[flag];
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=shape]"))) radio.checked = radio.value === shape;
  const one = ready.find(({ parameters }) => hashOf(plain(parameters)) === hashOf(design));
  for (const button of byId("ready").children) button.setAttribute("aria-pressed", String(button.textContent === one?.name));
  byId("ready-text").textContent = one?.suits ?? "";
}

/** A ready-made design with all that the page has controls for. @param {ReadyDesign["parameters"]} parameters @returns {Design} */
function plain({ maxChange, variance, blocked = 0, stay, monotone, shape = "entropy", nearest = false }) {
  return { maxChange, variance, blocked, stay: typeof stay === "number" ? stay : null, monotone: monotone === true, shape, nearest };
}

/** @param {unknown} problem */
function showProblem(problem) {
  const { code, message, nearest } = /** @type {{ code?: string, message?: string, nearest?: number | null }} */ (Object(problem));
  byId("error").hidden = problem === undefined;
  if (problem === undefined) return byId("error").replaceChildren();
  if (code === undefined) console.error(problem);
  /** @type {HTMLElement[]} */
  const parts = [h("p", {}, code === "infeasible" ? `These limits do not go together. ${sentence(message)}` : sentence(message))];
  if (typeof nearest === "number") {
    const value = rounded(nearest);
    parts.push(h("p", { class: "hint" }, "A larger change or fewer blocked values may help as well; or"),
      h("button", { type: "button", id: "use-nearest", click: () => { change({ variance: value }); DIALS.variance.slider.focus(); } }, `Use variance ${exact(value)}`));
  }
  byId("error").replaceChildren(...parts);
}

/** Six decimals, on the feasible side. @param {number} nearest */
function rounded(nearest) {
  const scaled = nearest * 1e6;
  return (nearest < design.variance ? Math.floor(scaled + 1e-6) : Math.ceil(scaled - 1e-6)) / 1e6;
}

/** @param {string} [text] */
function sentence(text = "") {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function drawResult() {
  if (!designed) return;
  byId("pictures").hidden = false;
  const { rows, notes } = designed;
  byId("notes").hidden = notes.length === 0;
  byId("notes").replaceChildren(...(notes.length ? [h("p", {}, "Not every row can be as asked:"), h("ul", {}, ...notes.map((note) => h("li", {}, sentence(note))))] : []));
  const last = rows.length - 1;
  const row = Math.min(chosen ?? last, last);
  select("row").replaceChildren(...rows.map(({ count }) => h("option", { value: count }, countName(/** @type {Designed} */ (designed), count))));
  select("row").value = String(row);
  drawPictures(row);
  byId("figures").replaceChildren(figuresTable(designed, row));
  drawNumbers(row);
}

/** @param {number} row */
function drawPictures(row) {
  if (!designed) return;
  const across = /** @type {HTMLInputElement} */ (document.querySelector("[name=across]:checked")).value;
  const how = { dark: dark.matches, maxChange: design.maxChange, blocked: design.blocked, chosen: row, across: across === "value" ? /** @type {const} */ ("value") : /** @type {const} */ ("noise") };
  map = drawMap(designed, { ...how, width: byId("map").clientWidth });
  byId("map").replaceChildren(map);
  byId("scale").replaceChildren(drawScale(designed, dark.matches));
  byId("bars").replaceChildren(drawBars(designed.rows[row], { width: byId("bars").clientWidth, maxChange: design.maxChange }));
}

/** The tables of the pictures, which are long, only where they are looked at. @param {number} row */
function drawNumbers(row) {
  if (!designed) return;
  const tables = { "map-numbers": () => mapTable(/** @type {Designed} */ (designed), design.maxChange), "bars-numbers": () => barsTable(/** @type {Designed} */ (designed).rows[row]) };
  for (const [id, made] of Object.entries(tables)) {
    const details = /** @type {HTMLDetailsElement} */ (byId(id));
    details.querySelector(".numbers")?.replaceChildren(...(details.open ? [made()] : []));
  }
}

function summary() {
  const rows = designed?.rows ?? [];
  const last = rows[rows.length - 1];
  return last ? `${rows.length} rows. Counts of ${last.count} and more: variance ${exact(last.variance)}, unchanged with probability ${exact(last.stay)}.` : "";
}

/** Format and number of keys, the latter only where the format has them. @returns {[PtableFormat, number | undefined]} */
function format() {
  const format = /** @type {PtableFormat} */ (select("format").value);
  return [format, format === "ons" || format === "cantabular" ? Number(select("keys").value) : undefined];
}

/** @param {boolean} whole  whether there is something to take along */
function drawLinks(whole) {
  const use = byId("use");
  if (whole) use.setAttribute("href", `index.html#method=${methodOf(design)}`);
  else use.removeAttribute("href");
  const [name, keys] = format();
  byId("keys-field").hidden = keys === undefined;
  // A line may end between words, not at their hyphens.
  byId("command").replaceChildren(...commandOf(design, name, keys).split(" ").flatMap((word) => [h("span", {}, word), " "]));
  /** @type {HTMLButtonElement} */ (byId("download")).disabled = !whole;
  byId("take-error").textContent = "";
}

function download() {
  const [name, keys] = format();
  try {
    save(workshop.file(design, name, keys).text, fileOf(design, name, keys), "text/csv;charset=utf-8");
  } catch (error) {
    byId("take-error").textContent = sentence(/** @type {Error} */ (error).message);
  }
}

function listen() {
  for (const [name, { slider, number }] of Object.entries(DIALS)) {
    for (const each of [slider, number]) {
      each.addEventListener("input", () => {
        // Half a number, or one out of range: the browser marks it, and the design stays.
        if (each.value !== "" && each.validity.valid) change({ [name]: each.valueAsNumber });
      });
    }
    number.addEventListener("change", () => { if (!number.validity.valid || number.value === "") drawControls(); });
  }
  input("stays").addEventListener("change", () => change({ stay: input("stays").checked ? 0.3 : null }));
  for (const flag of FLAGS) input(flag).addEventListener("change", () => change({ [flag]: input(flag).checked }));
  for (const radio of document.querySelectorAll("[name=shape]")) {
    radio.addEventListener("change", () => change({ shape: /** @type {HTMLInputElement} */ (radio).value === "laplace" ? "laplace" : "entropy" }));
  }
  for (const radio of document.querySelectorAll("[name=across]")) radio.addEventListener("change", drawResult);
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  select("row").addEventListener("change", () => { chosen = Number(select("row").value); drawResult(); });
  byId("map").addEventListener("click", (event) => {
    const count = map && designed ? countAt(/** @type {any} */ (map), event, designed.rows.length - 1) : undefined;
    if (count !== undefined) { chosen = count; drawResult(); }
  });
  for (const id of ["map-numbers", "bars-numbers"]) byId(id).addEventListener("toggle", () => drawNumbers(Number(select("row").value)));
  for (const id of ["format", "keys"]) byId(id).addEventListener("change", () => drawLinks(byId("error").hidden === true));
  byId("download").addEventListener("click", download);
  dark.addEventListener("change", drawResult);
  addEventListener("hashchange", () => { design = readDesign(new URLSearchParams(location.hash.slice(1))); redraw(); });
  let width = 0;
  new ResizeObserver(() => {
    if (byId("pictures").clientWidth === width) return;
    width = byId("pictures").clientWidth;
    drawResult();
  }).observe(byId("pictures"));
  if (!navigator.clipboard) return;
  for (const [id, text] of /** @type {[string, () => string][]} */ ([["copy-link", () => location.origin + location.pathname + hashOf(design)], ["copy-command", () => commandOf(design, ...format())]])) {
    byId(id).hidden = false;
    byId(id).addEventListener("click", () => navigator.clipboard.writeText(text())
      .then(() => { byId("status").textContent = "Copied."; }, () => { byId("status").textContent = "It could not be copied."; }));
  }
}

async function start() {
  const given = location.hash.slice(1);
  design = readDesign(new URLSearchParams(given));
  try {
    workshop = await openWorkshop();
  } catch (error) {
    byId("error").hidden = false;
    byId("error").replaceChildren(h("p", {}, "The designer could not start: a part of it could not be loaded. Check the connection and reload the page."));
    console.error(error);
    return;
  }
  ready = workshop.ready;
  byId("ready").replaceChildren(...ready.map(({ name, parameters }) => h("button", { type: "button", click: () => change(plain(parameters)) }, name)));
  listen();
  redraw();
}

void start();
