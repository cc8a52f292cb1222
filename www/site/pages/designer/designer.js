// The p-table designer: parameters in, charts and figures out at once; the address holds the design.

import { commandOf, expectedOf, fileOf, firstDesign, hashOf, LARGEST_CHANGE, methodOf, plain, readDesign, readNumber } from "../../choice/design.js";
import { byId, h, keepSkipLink } from "../../shell/dom.js";
import { barsTable, countName, exact, figuresTable, fileInWords, mapTable } from "./figures.js";
import { countAt, drawBars, drawMap, drawScale } from "./charts.js";
import { save } from "../../shell/save.js";

/** @import { Design } from "../../choice/design.js" */
/** @import { Designed, PtableFormat, ReadyDesign, Workshop } from "../../shell/types.js" */

/** What is said of a design waits for the end of a slide. */
const SAY_AFTER_MS = 500;
/** So does the address. */
const REMEMBER_AFTER_MS = 250;
/** And what is worked out of the file, or of other designs. */
const WORK_AFTER_MS = 400;
/** The slider's; larger changes are typed. */
const SLIDER_CHANGE = 50;

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));

/** Each slider, with a number beside it for what lies between its steps, and the parameter's name in links. */
const DIALS = {
  maxChange: { name: "max-change", slider: input("max-change"), number: input("max-change-number") },
  variance: { name: "variance", slider: input("variance"), number: input("variance-number") },
  blocked: { name: "blocked", slider: input("blocked"), number: input("blocked-number") },
  stay: { name: "stay", slider: input("stay"), number: input("stay-number") },
};
const LABELS = { maxChange: "the largest change", variance: "the variance", blocked: "the number of blocked results", stay: "the staying probability" };
const FLAGS = /** @type {const} */ (["monotone", "nearest"]);
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @type {Workshop} */
let workshop;
let design = firstDesign();
/** What is wrong with what was typed, or with the link, by parameter: while there is any, there is no design. @type {Map<string, string>} */
const wrong = new Map();
/** The rows of the last design that could be. @type {Designed | undefined} */
let designed;
/** And that design: the charts of its rows are drawn from it, whatever the controls say by then. */
let drawn = design;
/** Whether the present design is none. */
let refused = true;
/** The workbench's choice that the reader came from, as its address has it. */
let back = "";
/** The staying probability last asked for: it is there again when its box is ticked again. */
let lastStay = 0.3;
let problemDrawn = "";
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

/** @param {Partial<Design>} edit @returns {void} */
function change(edit) {
  const whole = "maxChange" in edit && "variance" in edit;
  // What a link said that no control shows is gone with the first change.
  for (const name of wrong.keys()) {
    const dial = Object.entries(DIALS).find(([, dial]) => dial.name === name);
    if (whole || !dial || dial[0] in edit) wrong.delete(name);
  }
  design = { ...design, ...edit };
  if (design.stay === null) wrong.delete("stay");
  else lastStay = design.stay;
  redraw();
  later("remember", REMEMBER_AFTER_MS, remember);
}

/** The address of the design, with the way back. */
function address() {
  return hashOf(design) + (back && `&back=${encodeURIComponent(back)}`);
}

function remember() {
  clearTimeout(waiting.remember);
  delete waiting.remember;
  if (problems().size === 0 && address() !== location.hash) history.replaceState(null, "", address());
}

/** Before the page is left, the address has the last change too. */
function rememberNow() {
  if (waiting.remember !== undefined) remember();
}

/** All that is wrong: what cannot be read, and what each of two numbers could be without the other. */
function problems() {
  const all = new Map(wrong);
  if (wrong.has("max-change") || wrong.has("blocked")) return all;
  const read = readNumber("blocked", String(design.blocked), design.maxChange);
  if (!("value" in read)) all.set("blocked", `${LABELS.blocked} is ${design.blocked}; expected ${read.expected}`);
  return all;
}

let drawing = false;
let again = false;

/** Once at once, then once a frame: a fast hand moves a slider more often than a screen shows it. */
function redraw() {
  if (drawing) { again = true; return; }
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (again) { again = false; redraw(); }
  });
  redrawNow();
}

/** Designs and draws everything anew, which takes less than a frame. */
function redrawNow() {
  const limits = hashOf({ ...design, variance: 0, nearest: false });
  const all = problems();
  if (limits !== rangeOf && all.size === 0) [range, rangeOf] = [feasible(), limits];
  drawControls(all);
  /** @type {unknown} */
  let problem;
  try {
    if (all.size) throw Object.assign(new Error([...all.values()].map(sentence).join(" ")), { code: "wrong" });
    designed = workshop.design(design);
    drawn = design;
  } catch (error) {
    problem = error;
  }
  refused = problem !== undefined;
  byId("result").classList.toggle("stale", refused);
  showProblem(problem);
  drawLinks();
  if (!refused) drawResult();
  later("say", SAY_AFTER_MS, () => { byId("status").textContent = problem === undefined ? summary() : "No p-table is designed."; });
}

/** @param {string} hash */
function follow(hash) {
  const given = new URLSearchParams(hash);
  back = given.get("back") ?? "";
  given.delete("back");
  const read = readDesign(given);
  design = read.design;
  if (design.stay !== null) lastStay = design.stay;
  wrong.clear();
  for (const { name, text, kept } of read.problems) if (!kept) wrong.set(name, text);
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

/** @param {Map<string, string>} all  what is wrong, by parameter */
function drawControls(all) {
  const { maxChange, variance, blocked, stay, shape } = design;
  DIALS.blocked.slider.max = DIALS.blocked.number.max = String(Math.max(maxChange - 1, 0));
  const widest = { least: 0.05, most: maxChange ** 2 };
  const { least, most } = design.nearest ? widest : range ?? widest;
  DIALS.variance.slider.min = String(Math.max(0.05, inwards.up(least)));
  DIALS.variance.slider.max = String(Math.max(0.05, inwards.down(most)));
  byId("variance-hint").textContent = range
    ? `Variance of the noise in every row. With these limits every row can reach ${least > 0.05 && !design.nearest ? `from ${sixDecimals(sixUp(range.least))} ` : ""}up to ${sixDecimals(sixDown(range.most))}.`
    : "Variance of the noise in every row.";
  input("stays").checked = stay !== null;
  for (const each of [DIALS.stay.slider, DIALS.stay.number]) each.disabled = stay === null;
  for (const [name, value] of Object.entries({ maxChange, variance, blocked, stay: stay ?? 0 })) {
    const { name: parameter, slider, number } = DIALS[/** @type {keyof typeof DIALS} */ (name)];
    const reason = all.get(parameter);
    slider.value = String(value);
    // A slider ends somewhere, and has steps: what it stands for may lie beyond, or between.
    if (slider.valueAsNumber === value) slider.removeAttribute("aria-valuetext");
    else slider.setAttribute("aria-valuetext", sixDecimals(value));
    // What is being typed stays as it is; so does what is wrong. What a link said in letters has no place in a number's box.
    if (reason === undefined || !wrong.has(parameter) ? number !== document.activeElement || number.valueAsNumber !== value : number.value === String(value)) {
      number.value = reason === undefined || !wrong.has(parameter) ? String(value) : "";
    }
    byId(`${parameter}-wrong`).textContent = reason === undefined ? "" : sentence(reason);
    if (reason === undefined) number.removeAttribute("aria-invalid");
    else number.setAttribute("aria-invalid", "true");
  }
  for (const flag of FLAGS) input(flag).checked = design[flag];
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=shape]"))) radio.checked = radio.value === shape;
  const one = all.size ? undefined : ready.find(({ parameters }) => hashOf(plain(parameters)) === hashOf(design));
  for (const button of byId("ready").children) button.setAttribute("aria-pressed", String(button.textContent === one?.name));
  byId("ready-text").textContent = one?.suits ?? "";
}

/** @param {unknown} problem */
function showProblem(problem) {
  const { code, message, nearest } = /** @type {{ code?: string, message?: string, nearest?: number | null }} */ (Object(problem));
  byId("error").hidden = problem === undefined;
  clearTimeout(waiting.ways);
  byId("ways").replaceChildren();
  if (problem === undefined) return say("");
  if (code === undefined) console.error(problem);
  const choice = (/** @type {string} */ words, /** @type {Partial<Design>} */ edit, /** @type {keyof typeof DIALS} */ dial, id = "") =>
    h("button", { type: "button", id: id || undefined, click: () => { change(edit); DIALS[dial].slider.focus(); } }, words);
  const standard = () => choice("Start from the first design", firstDesign(), "maxChange");
  if (code === "wrong") {
    say(`No p-table is designed. ${message}`);
    return byId("ways").replaceChildren(standard());
  }
  const ways = byId("ways");
  say(code === "infeasible" ? `These limits contradict each other. ${sentence(message)}` : sentence(message));
  if (typeof nearest === "number") {
    const value = rounded(nearest);
    ways.append(choice(`Use variance ${sixDecimals(value)}`, { variance: value }, "variance", "use-nearest"));
  }
  // Which other limits would do is tried out once the slider rests.
  later("ways", WORK_AFTER_MS, () => {
    for (const [words, edit, dial] of waysOut()) ways.append(choice(words, edit, dial));
    if (ways.childElementCount === 0) ways.append(standard());
  });
}

/** Only what is new is read out again. @param {string} text */
function say(text) {
  if (text !== problemDrawn) byId("error-text").textContent = problemDrawn = text;
}

/** @param {Partial<Design>} edit */
function can(edit) {
  try {
    workshop.design({ ...design, ...edit });
    return true;
  } catch {
    return false;
  }
}

/** One limit changed, by as little as makes the design possible. @returns {[words: string, edit: Partial<Design>, dial: keyof typeof DIALS][]} */
function waysOut() {
  /** @type {ReturnType<typeof waysOut>} */
  const found = [];
  const { maxChange, blocked, stay } = design;
  if (stay !== null && can({ stay: null })) {
    let [low, high] = [0, Math.ceil(stay * 100)];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (can({ stay: middle / 100 })) low = middle;
      else high = middle;
    }
    found.push(low ? [`Use staying probability ${low / 100}`, { stay: low / 100 }, "stay"] : ["Remove the staying probability", { stay: null }, "stay"]);
  }
  for (let fewer = blocked - 1; fewer >= 0; fewer--) {
    if (!can({ blocked: fewer })) continue;
    found.push([fewer ? `Block values up to ${fewer}` : "Block no values", { blocked: fewer }, "blocked"]);
    break;
  }
  for (let larger = maxChange + 1; larger <= SLIDER_CHANGE; larger++) {
    if (!can({ maxChange: larger })) continue;
    found.push([`Use largest change ${larger}`, { maxChange: larger }, "maxChange"]);
    break;
  }
  if (found.length === 0 && !design.nearest && can({ nearest: true })) found.push(["Take the nearest feasible variance in each row", { nearest: true }, "variance"]);
  return found;
}

// Six decimals, as the core's messages have them: a largest value rounded down, a least one up.
const sixDown = (/** @type {number} */ value) => Math.floor(value * 1e6 + 1e-6) / 1e6;
const sixUp = (/** @type {number} */ value) => Math.ceil(value * 1e6 - 1e-6) / 1e6;

/** @param {number} nearest */
function rounded(nearest) {
  return nearest < design.variance ? sixDown(nearest) : sixUp(nearest);
}

/** @param {number} value */
function sixDecimals(value) {
  return value.toLocaleString(document.documentElement.lang || "en", { maximumFractionDigits: 6 });
}

/** @param {string} [text] */
function sentence(text = "") {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function drawResult() {
  if (!designed) return;
  byId("charts").hidden = false;
  const { rows, notes } = designed;
  byId("notes").hidden = notes.length === 0;
  byId("notes").replaceChildren(...(notes.length ? [h("p", {}, "Some rows miss the limits:"), h("ul", {}, ...notes.map((note) => h("li", {}, sentence(note))))] : []));
  const last = rows.length - 1;
  const row = Math.min(chosen ?? last, last);
  select("row").replaceChildren(...rows.map(({ count }) => h("option", { value: count }, countName(/** @type {Designed} */ (designed), count))));
  select("row").value = String(row);
  drawCharts(row);
  byId("figures").replaceChildren(figuresTable(designed, row));
  drawNumbers(row);
}

/** @param {number} row */
function drawCharts(row) {
  // A place without width, as while the page is laid out anew, has room for nothing.
  if (!designed || byId("map").clientWidth <= 0) return;
  const across = /** @type {HTMLInputElement} */ (document.querySelector("[name=across]:checked")).value;
  const how = { dark: dark.matches, maxChange: drawn.maxChange, blocked: drawn.blocked, chosen: row, across: across === "value" ? /** @type {const} */ ("value") : /** @type {const} */ ("noise") };
  byId("impossible-key").hidden = across === "value";
  byId("blocked-key").hidden = drawn.blocked === 0;
  map = drawMap(designed, { ...how, width: byId("map").clientWidth });
  byId("map").replaceChildren(map);
  byId("scale").replaceChildren(drawScale(designed, dark.matches));
  byId("bars").replaceChildren(drawBars(designed.rows[row], { width: byId("bars").clientWidth, maxChange: drawn.maxChange, name: countName(designed, row) }));
}

/** The tables of the charts, which are long, only where they are looked at. @param {number} row */
function drawNumbers(row) {
  if (!designed) return;
  const tables = { "map-numbers": () => mapTable(/** @type {Designed} */ (designed), drawn.maxChange), "bars-numbers": () => barsTable(/** @type {Designed} */ (designed).rows[row]) };
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

/** What there is to take along, if anything. */
function drawLinks() {
  const use = byId("use");
  if (refused) use.removeAttribute("href");
  else use.setAttribute("href", `index.html#${back && `${back}&`}method=${methodOf(design)}`);
  const [name, keys] = format();
  byId("keys-field").hidden = keys === undefined;
  // A line may end between words, not at their hyphens.
  byId("command").replaceChildren(...(refused ? [] : commandOf(design, name, keys).split(" ").flatMap((word) => [h("span", {}, word), " "])));
  for (const id of ["download", "copy-command"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = refused;
  // A link of a design that is refused says so where it is opened; what cannot be read is in no link.
  /** @type {HTMLButtonElement} */ (byId("copy-link")).disabled = problems().size > 0;
  byId("take-error").textContent = byId("file-figures").textContent = "";
  clearTimeout(waiting.file);
  if (!refused) later("file", WORK_AFTER_MS, () => whenIdle(describeFile));
}

/** What the chosen file does: it has whole numbers in place of the probabilities. */
function describeFile() {
  if (refused) return;
  const [name, keys] = format();
  if (design.maxChange > SLIDER_CHANGE) {
    byId("file-figures").textContent = "A file this large takes seconds to write. Download it to see its figures.";
    return;
  }
  // Both dense formats hold the same table; this one in fewer lines.
  written(keys === undefined ? name : "cantabular", keys, () => {});
}

/** Writes the design as a file and says what that does. @param {PtableFormat} name @param {number | undefined} keys @param {(text: string) => void} take */
function written(name, keys, take) {
  try {
    const { text } = workshop.file(design, name, keys);
    take(text);
    byId("file-figures").textContent = fileInWords(workshop.check(text, fileOf(design, name, keys), keys), design.variance);
    byId("take-error").textContent = "";
  } catch (error) {
    byId("file-figures").textContent = "";
    byId("take-error").textContent = sentence(/** @type {Error} */ (error).message);
  }
}

/** Safari has no such callback yet. @param {() => void} work */
function whenIdle(work) {
  (globalThis.requestIdleCallback ?? setTimeout)(work);
}

function download() {
  const [name, keys] = format();
  written(name, keys, (text) => save(text, fileOf(design, name, keys), "text/csv;charset=utf-8"));
}

/** Takes what was typed beside a slider, or says why not. @param {keyof typeof DIALS} key @returns {void} */
function typed(key) {
  const { name, number } = DIALS[key];
  const read = readNumber(name, number.value);
  if ("value" in read) return change({ [key]: read.value });
  const { expected } = key === "blocked" && !wrong.has("max-change") ? { expected: expectedOf(name, design.maxChange) } : read;
  wrong.set(name, `${LABELS[key]} is ${number.value === "" ? "missing" : number.value}; expected ${expected}`);
  redraw();
}

function listen() {
  for (const [name, { slider, number }] of Object.entries(DIALS)) {
    slider.addEventListener("input", () => change({ [name]: slider.valueAsNumber }));
    number.addEventListener("input", () => typed(/** @type {keyof typeof DIALS} */ (name)));
  }
  input("stays").addEventListener("change", () => change({ stay: input("stays").checked ? lastStay : null }));
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
  for (const id of ["format", "keys"]) byId(id).addEventListener("change", () => drawLinks());
  byId("download").addEventListener("click", download);
  dark.addEventListener("change", drawResult);
  addEventListener("hashchange", () => { clearTimeout(waiting.remember); delete waiting.remember; follow(location.hash.slice(1)); redraw(); });
  for (const region of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".numbers"))) {
    const edge = () => region.classList.toggle("more", region.scrollLeft + region.clientWidth < region.scrollWidth - 1);
    region.addEventListener("scroll", edge, { passive: true });
    const watch = new ResizeObserver(edge);
    watch.observe(region);
    // Its table is another one after each change, and may be wider.
    new MutationObserver(() => { for (const each of region.children) watch.observe(each); }).observe(region, { childList: true });
  }
  document.addEventListener("click", rememberNow, true);
  addEventListener("pagehide", rememberNow);
  let width = 0;
  new ResizeObserver(() => {
    if (byId("charts").clientWidth === width) return;
    width = byId("charts").clientWidth;
    if (width > 0) drawResult();
  }).observe(byId("charts"));
  if (!navigator.clipboard) return;
  for (const [id, text] of /** @type {[string, () => string][]} */ ([["copy-link", () => location.origin + location.pathname + hashOf(design)], ["copy-command", () => commandOf(design, ...format())]])) {
    byId(id).hidden = false;
    byId(id).addEventListener("click", () => navigator.clipboard.writeText(text())
      .then(() => { byId("status").textContent = "Copied."; }, () => { byId("status").textContent = "Copying failed."; }));
  }
}

async function start() {
  follow(location.hash.slice(1));
  try {
    // Not with the page's own script, which says what has not come.
    const { openWorkshop } = await import("../../cellveil/js/workshop.js");
    workshop = await openWorkshop();
  } catch (error) {
    byId("error").hidden = false;
    say("A part of the designer did not load. Check the connection and reload the page.");
    for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#controls input, #controls button"))) each.disabled = true;
    byId("use").removeAttribute("href");
    console.error(error);
    return;
  }
  ready = workshop.ready;
  byId("ready").replaceChildren(...ready.map(({ name, parameters }) => h("button", { type: "button", click: () => change(plain(parameters)) }, name)));
  listen();
  redraw();
}

keepSkipLink();
void start();
