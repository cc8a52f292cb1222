// Opens an encrypted dataset: asks for the passphrase, and locks the dataset again. The passphrase and the decrypted files
// stay in the memory of this page, and nothing is stored. Only encrypted datasets load this module.

import { openCube } from "../../cellveil/js/index.js";
import { unlock } from "../../cellveil/js/encrypted.js";
import { h } from "../dom.js";
import { somebody } from "../kiosk/presence.js";

/** @import { Cube } from "../types.js" */
/** @import { Unlocked } from "../../cellveil/js/encrypted.js" */

/** A dataset locks after this many minutes without input. The attribute `data-lock-after` of the page changes them. */
const LOCK_AFTER = Number(document.documentElement.dataset.lockAfter) || 10;
/** A half-typed passphrase is cleared after this time without input, in milliseconds. */
const CLEAR_AFTER_MS = 60_000;
/** The time between two checks, in milliseconds. Timers stop while the machine sleeps, so the lock comes at most this long after waking. */
const CHECK_MS = 1000;
/** Input of a reader. A moving pointer does not count: a desk that shakes also moves a mouse. */
const INPUT = ["pointerdown", "keydown", "wheel", "touchstart"];

const SHEET = `
.passphrase { max-inline-size: min(30rem, calc(100vw - 2rem)); padding: 1.4rem; border: 1px solid var(--edge); border-radius: var(--round); background: var(--sheet); color: var(--ink); }
.passphrase::backdrop { background: var(--paper); }
.passphrase form { display: grid; gap: .8rem; }
.passphrase h2 { font-size: 1.3rem; }
.passphrase label { display: grid; gap: .3rem; font-weight: 600; }
.passphrase input { inline-size: 100%; min-block-size: 2.75rem; padding: .3rem .6rem; border: 1px solid var(--edge); border-radius: var(--round); background: var(--paper); color: var(--ink); font: inherit; font-weight: 400; }
.passphrase p { color: var(--quiet); font-size: .92rem; }
.passphrase [role="alert"]:not(:empty) { color: var(--alarm); }
.passphrase progress { inline-size: 100%; accent-color: var(--accent); }
.passphrase div { display: flex; flex-wrap: wrap; gap: .6rem; }
.passphrase button { min-block-size: 2.75rem; }
.lock { margin-inline-start: auto; align-self: center; }
`;

/** The open datasets. @type {{ source: Unlocked, cube: Cube }[]} */
const unlocked = [];
let last = Date.now();

/** The datasets that are open or being opened, by address. The page and the attract screen each ask for their dataset. @type {Map<string, Promise<Cube>>} */
const opening = new Map();

/**
 * Asks for the passphrase until it is right, and opens the dataset.
 * @param {string} url  of its `cube.json`
 * @returns {Promise<Cube>}
 */
export function openLocked(url) {
  const cube = opening.get(url) ?? start(url);
  opening.set(url, cube);
  cube.catch(() => opening.delete(url));
  return cube;
}

/** @param {string} url @returns {Promise<Cube>} */
async function start(url) {
  await parsed();
  await somebody();
  dress();
  const source = await ask(url, await titleAt(url));
  const cube = /** @type {Cube} */ (/** @type {unknown} */ (await openCube(source)));
  if (unlocked.length === 0) guard();
  unlocked.push({ source, cube });
  return cube;
}

/** The first script of a page can run before the page has a body. */
async function parsed() {
  if (document.readyState === "loading") await new Promise((ready) => document.addEventListener("DOMContentLoaded", ready, { once: true }));
}

function dress() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  if (unlocked.length === 0) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The title of a dataset, which is public. @param {string} url */
async function titleAt(url) {
  const { title, id } = await (await fetch(url)).json();
  return typeof title === "string" ? title : title?.en ?? Object.values(title ?? {})[0] ?? id;
}

/** @param {string} url @param {string} title @returns {Promise<Unlocked>} */
function ask(url, title) {
  return new Promise((resolve, reject) => {
    const field = h("input", { type: "password", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true, "aria-describedby": "passphrase-note" });
    const problem = h("p", { role: "alert" });
    const progress = h("div", { role: "status", hidden: true });
    const open = h("button", { class: "main" }, "Unlock");
    const cancel = h("button", { type: "button", click: () => end(() => reject(Object.assign(new Error("the dataset is locked"), { code: "locked" }))) }, "Cancel");
    const form = h("form", {}, h("h2", { id: "passphrase-title" }, "This dataset is encrypted"), h("p", {}, title), h("label", {}, "Passphrase", field),
      problem, progress, h("p", { id: "passphrase-note" }, "Encryption protects the files at rest only. Whoever has the passphrase can see the true counts behind the tables."), h("div", {}, open, cancel));
    const dialog = h("dialog", { class: "passphrase", "aria-labelledby": "passphrase-title" }, form);
    const stop = new AbortController();

    /** @param {() => void} then */
    function end(then) {
      stop.abort();
      clearInterval(clearing);
      field.value = "";
      dialog.close();
      dialog.remove();
      then();
    }

    let typed = Date.now();
    form.addEventListener("input", () => { typed = Date.now(); });
    const clearing = setInterval(() => {
      if (field.value === "" || field.readOnly || Date.now() - typed < CLEAR_AFTER_MS) return;
      field.value = "";
      problem.textContent = "The passphrase was cleared after a minute without input. Type the passphrase again.";
    }, CHECK_MS);
    // A page that comes back from the browser's memory must not go on with a passphrase that a visitor typed.
    for (const [target, event] of /** @type {const} */ ([[document, "cellveil-idle"], [globalThis, "pagehide"]])) target.addEventListener(event, () => cancel.click(), { signal: stop.signal });

    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const passphrase = field.value;
      busy(true);
      try {
        const source = await unlock(url, passphrase, { signal: stop.signal });
        end(() => resolve(source));
      } catch (error) {
        if (stop.signal.aborted) return;
        if (Object(error).code !== "wrong-passphrase") return end(() => reject(error));
        busy(false);
        problem.textContent = "The passphrase is wrong, or a file is damaged. Type the passphrase again.";
        field.select();
      }
    });
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      cancel.click();
    });

    /** @param {boolean} on */
    function busy(on) {
      problem.textContent = "";
      field.readOnly = open.disabled = on;
      progress.hidden = !on;
      progress.replaceChildren(...(on ? [h("span", {}, "Computing the key. This takes a second or more."), h("progress", { "aria-label": "Computing the key" })] : []));
    }

    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
}

/** Locks all datasets: drops the keys, stops the engine, and empties the page. The page then starts again, and asks. */
export function lock() {
  forget();
  location.reload();
}

function forget() {
  opening.clear();
  for (const { source, cube } of unlocked.splice(0)) {
    source.lock();
    cube.close();
  }
  // A frozen page stays in the browser's memory, and the button "Back" would show its tables.
  document.body.replaceChildren();
}

/** Adds the button "Lock", and locks after a time without input, at a kiosk's reset, and when the reader leaves. */
function guard() {
  const button = h("button", { type: "button", class: "lock", click: lock }, "Lock");
  (document.querySelector(".masthead") ?? document.body).append(button);
  last = Date.now();
  // A clock that somebody sets back must not delay the lock.
  let ticks = performance.now();
  const check = () => {
    if (Math.max(Date.now() - last, performance.now() - ticks) > LOCK_AFTER * 60_000) lock();
  };
  for (const event of INPUT) {
    addEventListener(event, () => {
      // The first input after a sleep must not cancel a lock that is due.
      check();
      last = Date.now();
      ticks = performance.now();
    }, { capture: true, passive: true });
  }
  setInterval(check, CHECK_MS);
  document.addEventListener("visibilitychange", check);
  // Kiosk mode opens its start page itself. A second navigation could keep the history of the visitor.
  document.addEventListener("cellveil-idle", (event) => (/** @type {CustomEvent} */ (event).detail?.resets ? forget() : lock()));
  addEventListener("pagehide", forget);
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
