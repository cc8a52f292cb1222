// The visit of one visitor, and the reset after it. A visit may cover several pages of the site, so its state is in the
// session storage.

/**
 * `start`: the address to which the kiosk returns. `entry`: the entry of the browser's history at the start. `visit`: the
 * number of the visit. `phase`:
 * - `rest`: nobody is there;
 * - `visit`: a visitor is there;
 * - `return`: the page returns to the first entry of the history;
 * - `cut`: the page removes the later entries of the history.
 * @typedef {{ start: string, entry: string | undefined, visit?: number, phase: "rest" | "visit" | "return" | "cut" }} State
 */

const KEY = "cellveil-kiosk";
/** The way to the first entry takes at most this many milliseconds. */
const RETURN_MS = 5000;

/** The part of the Navigation API that the reset needs. Firefox has this API since version 147. */
/** @typedef {{ key: string }} Entry */
/** @type {{ currentEntry: Entry | null, entries: () => Entry[], traverseTo: (key: string) => { finished: Promise<unknown> } } | undefined} */
const navigation = Object(globalThis).navigation;

const setItem = Storage.prototype.setItem;

/** @returns {State | undefined} */
function read() {
  try {
    const state = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return typeof state?.start === "string" ? state : undefined;
  } catch {
    return undefined;
  }
}

/** @param {State} state */
function write(state) {
  // A browser that refuses storage still resets: each page begins with the attract screen.
  try { setItem.call(sessionStorage, KEY, JSON.stringify(state)); } catch {}
}

/** Clears what the pages have stored. Returns whether anything was stored. */
function clearStorage() {
  let any = false;
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      any ||= storage().length > 0;
      storage().clear();
    } catch {}
  }
  return any;
}

/** Opens the start page in place of the current entry. @param {State} state */
function replace(state) {
  write({ ...state, phase: "cut" });
  const start = new URL(state.start);
  start.hash = "";
  // Without a hash in the address, the browser loads the page anew. With a hash, the browser may only scroll.
  location.replace(start.href.replace(/#$/, ""));
}

/**
 * Forgets the visitor: storage, the entries of the history and, with the new page, everything in memory.
 *
 * Before this, `cellveil-idle` is dispatched on the document. A page that holds a secret, such as a passphrase of an
 * encrypted dataset, forgets the secret in its listener. Listeners run at once, and the page is replaced afterwards.
 * @param {State} state
 */
function forget(state) {
  document.dispatchEvent(new CustomEvent("cellveil-idle", { detail: { resets: true } }));
  clearStorage();
  window.name = "";
  // Pages store their state when they are left. That state is the last visitor's.
  Storage.prototype.setItem = () => {};
  // A browser keeps some fifty entries, so a long visit may have pushed the first entry out.
  const entries = navigation?.entries() ?? [];
  const first = entries.find(({ key }) => key === state.entry) ?? entries[0];
  if (!navigation || !first || first.key === navigation.currentEntry?.key) return replace(state);
  write({ ...state, phase: "return" });
  // If the first entry is in this document, the page stays. Otherwise the page of the first entry continues.
  navigation.traverseTo(first.key).finished.then(() => replace(state), () => replace(state));
  // A browser may drop an entry. The next visitor then still gets a new page.
  setTimeout(() => replace(state), RETURN_MS);
}

/** Continues or begins the kiosk's state when a page loads. */
export function createVisit() {
  history.scrollRestoration = "manual";
  const found = read();
  /** @type {State} */
  let state = found ?? { start: location.href, entry: navigation?.currentEntry?.key, phase: "rest" };

  function arrive() {
    if (state.phase === "return") return replace(state);
    if (state.phase === "cut") {
      state = { ...state, phase: "rest", entry: navigation?.currentEntry?.key };
      // A page may have stored something before this module ran.
      clearStorage();
      const { hash } = new URL(state.start);
      if (hash && location.hash !== hash) location.replace(state.start);
      // A new entry removes all later entries, so "forward" leads nowhere.
      history.pushState(history.state, "", location.href);
    }
    // Before the first visit, a browser may have restored what an earlier visitor had stored.
    if (!found && clearStorage()) return replace(state);
    write(state);
  }

  // The browser may show a page again as the last visitor left it.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    const now = read();
    if (now?.phase === "visit" && now.visit === state.visit) state = now;
    else replace({ ...state, ...now });
  });
  arrive();

  return {
    isOn: () => state.phase === "visit",
    isLeaving: () => read()?.phase === "return" || read()?.phase === "cut",
    begin() {
      state = { ...state, phase: "visit", visit: (state.visit ?? 0) + 1 };
      write(state);
    },
    end: () => forget({ ...state, phase: "rest" }),
    /** Adds the kiosk's options to the address of a page of the site. @param {URL} url */
    address(url) {
      const kiosk = new URL(state.start).search;
      const to = new URL(url);
      if (new URLSearchParams(kiosk).has("kiosk")) to.search = kiosk;
      return to.href;
    },
  };
}
