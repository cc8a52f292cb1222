// Parts of every page: the list of datasets, the address, attempts, the status line, errors, buttons that copy, and work
// for later.

import { listCubes, open, unknownCube, usual } from "./catalogue.js";
import { idle } from "./delays.js";
import { byId, h } from "./dom.js";
import { errorInWords } from "./words.js";

/**
 * Maximum datasets with a title in the list, because each title costs a request. Others show the name of their folder.
 */
const TITLED = 12;

/** The list of the site's datasets. */
export function createDataList() {
  const select = /** @type {HTMLSelectElement} */ (byId("cube"));
  /** @type {string[]} */
  let names = [];

  /** @param {string} name @param {string} title */
  function entitle(name, title) {
    const option = [...select.options].find(({ value }) => value === name);
    if (option) option.textContent = title;
  }

  return {
    select,
    entitle,
    /** Fetches the names of the datasets. The list is empty and disabled until then. */
    async fill() {
      names = await listCubes();
      select.replaceChildren(...names.map((name) => h("option", { value: name }, name)));
      select.disabled = false;
      return names;
    },
    isFilled: () => names.length > 0,
    usual: () => usual(names),
    names: () => names,
    /** Shows a dataset as chosen. Throws if the site does not have the dataset. @param {string} name */
    choose(name) {
      select.value = name;
      if (!names.includes(name)) throw unknownCube(name);
    },
    /**
     * Fetches the titles of the other datasets when the browser is idle.
     * @param {string | null} shown  the dataset that already has its title
     */
    async entitleOthers(shown) {
      await idle();
      for (const name of names.slice(0, TITLED)) if (name !== shown) await open(name, { forTitle: true }).then(({ title }) => entitle(name, title), () => {});
    },
  };
}

/** Allows one attempt at a time. The next attempt aborts the previous attempt. */
export function createAttempts() {
  /** @type {AbortController | undefined} */
  let last;
  return {
    begin() {
      last?.abort();
      return (last = new AbortController()).signal;
    },
    stop() {
      last?.abort();
      last = undefined;
    },
    isOn: () => last !== undefined,
    /** @param {AbortSignal} signal */
    isLast: (signal) => last?.signal === signal,
    /** Ends an attempt. Returns whether this attempt was the last one. @param {AbortSignal} signal */
    end(signal) {
      if (last?.signal !== signal) return false;
      last = undefined;
      return true;
    },
  };
}

/** @param {string} text */
export function say(text) {
  byId("status").textContent = text;
}

/** Writes a choice to the address. @param {string} hash  with its leading "#" @param {"push" | "replace"} how */
export function writeAddress(hash, how) {
  if (hash === location.hash) return;
  if (how === "push") history.pushState(null, "", hash);
  else history.replaceState(history.state, "", hash);
}

/**
 * Shows an error in the page's box for errors: what happened, what to do, and the technical message.
 * @param {unknown} error
 * @param {{ text?: string, actions?: Node[] }} [more]  `text`: the page's own words for the error
 */
export function showProblem(error, { text, actions = [] } = {}) {
  const words = errorInWords(error);
  // An error without a code is a bug in this page. The console then shows the stack for developers.
  if (typeof Object(error).code !== "string") console.error(error);
  byId("error").replaceChildren(h("p", {}, text ?? words.text), ...actions, h("details", {}, h("summary", {}, "Technical message"), h("p", { class: "technical" }, words.technical)));
  byId("error").hidden = false;
}

export function hideProblem() {
  byId("error").hidden = true;
  byId("error").replaceChildren();
}

/**
 * Shows the button "Copy link" if the browser has a clipboard, which only secure pages have. On other pages, readers
 * copy the address themselves.
 * @param {string} copied  the text to show after the link is copied
 * @param {(text: string) => void} [tell]
 */
export function offerCopyLink(copied, tell = say) {
  if (!navigator.clipboard) return;
  byId("copy-link").hidden = false;
  byId("copy-link").addEventListener("click", () => navigator.clipboard.writeText(location.href)
    .then(() => tell(copied), () => tell("The link could not be copied. Copy it from the address bar.")));
}

/** A button shows that its text is copied for this many milliseconds. */
const COPIED_MS = 2000;

/**
 * Makes a button copy a text. The button itself shows the outcome for a moment, so that no outcome outlives its text.
 * @param {string} id  of the button
 * @param {() => string} text
 * @param {HTMLElement} [shown]  the element that shows the text. The page selects the element if the browser does not
 *   copy. Without this element, the button is hidden in a browser without a clipboard
 */
export function copyButton(id, text, shown) {
  const button = /** @type {HTMLButtonElement} */ (byId(id));
  const name = button.textContent ?? "";
  let status = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let back;

  /** @param {string} outcome */
  function tell(outcome) {
    if (back === undefined) status = byId("status").textContent ?? "";
    // The outcome is shorter or longer than the button's name. The buttons beside this button keep their places.
    button.style.minInlineSize = `${button.offsetWidth}px`;
    button.textContent = outcome;
    say(outcome);
    clearTimeout(back);
    back = setTimeout(() => {
      back = undefined;
      button.textContent = name;
      button.style.minInlineSize = "";
      if (byId("status").textContent === outcome) say(status);
    }, COPIED_MS);
  }

  button.hidden = !navigator.clipboard && !shown;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      tell("Copied");
    } catch {
      if (shown) getSelection()?.selectAllChildren(shown);
      tell(shown ? "Selected: press Ctrl+C to copy" : "Copying failed");
    }
  });
}
