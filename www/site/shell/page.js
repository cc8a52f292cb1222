// What every page has: the list of datasets, the address, one attempt at a time, the status line, errors, and "Copy
// link".

import { listCubes, open, unknownCube, usual } from "./catalogue.js";
import { byId, h } from "./dom.js";
import { errorInWords } from "./words.js";

/** Datasets after the twelfth keep the names of their folders: each title costs a request. */
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
    /** Fetches the names. Until then there are no datasets. */
    async fill() {
      names = await listCubes();
      select.replaceChildren(...names.map((name) => h("option", { value: name }, name)));
      select.disabled = false;
      return names;
    },
    isFilled: () => names.length > 0,
    usual: () => usual(names),
    names: () => names,
    /** Shows a dataset as chosen. Throws where the site does not have the dataset. @param {string} name */
    choose(name) {
      select.value = name;
      if (!names.includes(name)) throw unknownCube(name);
    },
    /**
     * Gives the other datasets their titles, once the reader has something to look at.
     * @param {string | null} shown  the dataset that has its title
     */
    async entitleOthers(shown) {
      // Safari has no such callback yet.
      await new Promise((go) => (globalThis.requestIdleCallback ?? setTimeout)(go));
      for (const name of names.slice(0, TITLED)) if (name !== shown) await open(name).then(({ title }) => entitle(name, title), () => {});
    },
  };
}

/** One attempt at a time: the next attempt aborts the one before. */
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
    /** Ends an attempt. Whether the attempt was the last one. @param {AbortSignal} signal */
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

/** Puts a choice into the address. @param {string} hash  with its leading "#" @param {"push" | "replace"} how */
export function writeAddress(hash, how) {
  if (hash === location.hash) return;
  if (how === "push") history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

/**
 * An error in the page's box for errors: what happened, ways out, and the message for whoever looks into the cause.
 * @param {unknown} error
 * @param {{ text?: string, actions?: Node[] }} [more]  `text`: the page's own words for the error
 */
export function showProblem(error, { text, actions = [] } = {}) {
  const words = errorInWords(error);
  // An error without a code is a mistake in this page, and developers want its stack.
  if (typeof Object(error).code !== "string") console.error(error);
  byId("error").replaceChildren(h("p", {}, text ?? words.text), ...actions, h("details", {}, h("summary", {}, "Technical message"), h("p", { class: "technical" }, words.technical)));
  byId("error").hidden = false;
}

export function hideProblem() {
  byId("error").hidden = true;
  byId("error").replaceChildren();
}

/**
 * "Copy link". The clipboard exists on secure pages only; elsewhere readers copy the address bar.
 * @param {string} copied  what the link does, as said once it is copied
 * @param {(text: string) => void} [tell]
 */
export function offerCopyLink(copied, tell = say) {
  if (!navigator.clipboard) return;
  byId("copy-link").hidden = false;
  byId("copy-link").addEventListener("click", () => navigator.clipboard.writeText(location.href)
    .then(() => tell(copied), () => tell("The link could not be copied; the address bar holds it.")));
}
