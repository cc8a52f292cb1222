// The p-table designer. Each change of a parameter redraws the charts and figures. The address holds the design.

import { firstDesign, hashOf, plain, readDesign, readNumber } from "../../../choice/design.js";
import { byId, h, keepSkipLink } from "../../shell/dom.js";
import { createDelays } from "../../shell/delays.js";
import { copyButton, say as tell } from "../../shell/page.js";
import { DIALS, drawControls, FLAGS, LABELS, typed } from "./controls.js";
import { createDownload } from "./download.js";
import { feasible, rounded, sentence, sixDecimals, nearbyDesigns } from "./limits.js";
import { createResult } from "./result.js";

/** @import { Design } from "../../../choice/design.js" */
/** @import { Workshop } from "../../shell/types.js" */

/** The status line, the address and nearby designs change this long after the last movement of a slider. */
const SAY_AFTER_MS = 500;
const REMEMBER_AFTER_MS = 250;
const WORK_AFTER_MS = 400;

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));

/**
 * Returns a function that calls `run` at most once a frame. A slider can move more often than the screen is drawn.
 * @param {() => void} run
 */
function oncePerFrame(run) {
  let drawing = false;
  let again = false;
  return function next() {
    if (drawing) { again = true; return; }
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      if (again) { again = false; next(); }
    });
    run();
  };
}

/** @param {Workshop} workshop @param {string} hash */
function createDesigner(workshop, hash) {
  const delays = createDelays();
  const result = createResult();
  const take = createDownload(workshop);
  const redraw = oncePerFrame(redrawNow);
  const { ready } = workshop;
  let design = firstDesign();
  /**
   * Messages about invalid values, typed or from the link, by parameter. As long as there is a message, the page
   * designs no p-table.
   * @type {Map<string, string>}
   */
  const wrong = new Map();
  /** The reader's choice in the workbench, as in the workbench's address; empty if the reader came from elsewhere. */
  let back = "";
  /** The last staying probability. Ticking its box again restores this value. */
  let lastStay = 0.3;
  /** The message about a problem that the page shows. */
  let problemDrawn = "";
  /** The variances that every row can have within the limits in `rangeOf`. @type {ReturnType<typeof feasible>} */
  let range;
  let rangeOf = "";

  /** @param {Partial<Design>} edit @returns {void} */
  function change(edit) {
    const whole = "maxChange" in edit && "variance" in edit;
    // The first change removes problems of the link that belong to no control.
    for (const name of wrong.keys()) {
      const dial = Object.entries(DIALS).find(([, dial]) => dial.name === name);
      if (whole || !dial || dial[0] in edit) wrong.delete(name);
    }
    design = { ...design, ...edit };
    if (design.stay === null) wrong.delete("stay");
    else lastStay = design.stay;
    redraw();
    delays.start("remember", REMEMBER_AFTER_MS, remember);
  }

  /** The address of the design, with the workbench choice to return to. */
  const address = () => hashOf(design) + (back && `&back=${encodeURIComponent(back)}`);

  function remember() {
    if (problems().size === 0 && address() !== location.hash) history.replaceState(null, "", address());
  }

  /** Writes a pending change to the address before the reader leaves the page. */
  function rememberNow() {
    if (delays.cancel("remember")) remember();
  }

  /** Messages about invalid values, and about too many blocked results for the largest change. */
  function problems() {
    const all = new Map(wrong);
    if (wrong.has("max-change") || wrong.has("blocked")) return all;
    const read = readNumber("blocked", String(design.blocked), design.maxChange);
    if (!("value" in read)) all.set("blocked", `${LABELS.blocked} is ${design.blocked}; expected ${read.expected}`);
    return all;
  }

  /** Designs the p-table and redraws the page. This takes less than a frame. */
  function redrawNow() {
    const limits = hashOf({ ...design, variance: 0, nearest: false });
    const all = problems();
    if (limits !== rangeOf && all.size === 0) [range, rangeOf] = [feasible(workshop, design), limits];
    drawControls(design, { wrong, all, range, ready });
    /** @type {unknown} */
    let problem;
    try {
      if (all.size) throw Object.assign(new Error([...all.values()].map(sentence).join(" ")), { code: "wrong" });
      result.show(workshop.design(design), design);
    } catch (error) {
      problem = error;
    }
    const refused = problem !== undefined;
    byId("result").classList.toggle("stale", refused);
    showProblem(problem);
    take.draw(design, { refused, readable: all.size === 0, back });
    if (!refused) result.redraw();
    delays.start("say", SAY_AFTER_MS, () => tell(refused ? "No p-table is designed." : result.summary()));
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

  /** @param {unknown} problem */
  function showProblem(problem) {
    const { code, message, nearest } = /** @type {{ code?: string, message?: string, nearest?: number | null }} */ (Object(problem));
    byId("error").hidden = problem === undefined;
    delays.cancel("ways");
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
      const value = rounded(nearest, design);
      ways.append(choice(`Use variance ${sixDecimals(value)}`, { variance: value }, "variance", "use-nearest"));
    }
    // The search for nearby designs is slow, so it starts once the slider rests.
    delays.start("ways", WORK_AFTER_MS, () => {
      for (const [words, edit, dial] of nearbyDesigns(workshop, design)) ways.append(choice(words, edit, dial));
      if (ways.childElementCount === 0) ways.append(standard());
    });
  }

  /** Shows a text. An unchanged text stays, because screen readers read each change aloud. @param {string} text */
  function say(text) {
    if (text !== problemDrawn) byId("error-text").textContent = problemDrawn = text;
  }

  function listen() {
    for (const [name, { slider, number }] of Object.entries(DIALS)) {
      slider.addEventListener("input", () => change({ [name]: slider.valueAsNumber }));
      number.addEventListener("input", () => {
        const read = typed(/** @type {keyof typeof DIALS} */ (name), wrong.has("max-change") ? NaN : design.maxChange);
        if ("value" in read) return change({ [name]: read.value });
        wrong.set(DIALS[/** @type {keyof typeof DIALS} */ (name)].name, read.problem ?? "");
        redraw();
      });
    }
    input("stays").addEventListener("change", () => change({ stay: input("stays").checked ? lastStay : null }));
    for (const flag of FLAGS) input(flag).addEventListener("change", () => change({ [flag]: input(flag).checked }));
    for (const radio of document.querySelectorAll("[name=shape]")) {
      radio.addEventListener("change", () => change({ shape: /** @type {HTMLInputElement} */ (radio).value === "laplace" ? "laplace" : "entropy" }));
    }
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", () => { delays.cancel("remember"); follow(location.hash.slice(1)); redraw(); });
    document.addEventListener("click", rememberNow, true);
    addEventListener("pagehide", rememberNow);
    copyButton("copy-link", () => location.origin + location.pathname + hashOf(design));
    copyButton("copy-command", take.command);
  }

  follow(hash);
  byId("ready").replaceChildren(...ready.map(({ name, parameters }) => h("button", { type: "button", click: () => change(plain(parameters)) }, name)));
  listen();
  redraw();
}

/** @param {unknown} error */
function refuse(error) {
  byId("error").hidden = false;
  byId("error-text").textContent = "A part of the designer did not load. Check the connection and reload the page.";
  for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#controls input, #controls button"))) each.disabled = true;
  byId("use").removeAttribute("href");
  console.error(error);
}

async function start() {
  // The workshop loads after this script, so that `refuse` can report a failed download.
  const workshop = await import("../../cellveil/js/workshop.js").then(({ openWorkshop }) => openWorkshop()).catch(refuse);
  if (workshop) createDesigner(workshop, location.hash.slice(1));
}

keepSkipLink();
void start();
