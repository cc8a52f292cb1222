// Undo and redo. Each choice is a numbered entry of the browser's history, so that the page's buttons agree with the
// browser's.

const NEWEST = "cellveil-newest";

/** The number of the newest entry before a reload. After other navigation there is nothing to redo. */
function reloaded() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return navigation?.type === "reload" ? Number(stored()?.getItem(NEWEST)) : 0;
}

/** The session storage; undefined if the page must not use it, as in a sandbox. */
function stored() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * Creates the history. `onArrive` gets the button that the reader pressed, or undefined for the browser's own buttons.
 * @param {object} hooks
 * @param {() => void} hooks.onChange  undo or redo has become possible or impossible
 * @param {(way: "undo" | "redo" | undefined) => void} hooks.onArrive  another entry is in the address
 */
export function createHistory({ onChange, onArrive }) {
  const numberOf = (/** @type {unknown} */ state) => /** @type {number | undefined} */ (Object(state).at);
  let at = numberOf(history.state) ?? 0;
  let newest = Math.max(at, reloaded());
  /** @type {"undo" | "redo" | undefined} */
  let asked;
  history.replaceState({ at }, "");
  // A reload of an older entry needs the newest entry's number, so the page stores this number.
  addEventListener("pagehide", () => stored()?.setItem(NEWEST, String(newest)));

  addEventListener("popstate", ({ state }) => {
    const arrived = numberOf(state);
    if (arrived === undefined) {
      // The reader typed an address or followed a link, so the entry is new.
      newest = ++at;
      history.replaceState({ at }, "");
    } else {
      at = arrived;
      newest = Math.max(newest, at);
    }
    const way = asked;
    asked = undefined;
    onChange();
    onArrive(way);
  });

  return {
    /** @param {string} hash @param {"push" | "replace"} how */
    write(hash, how) {
      if (hash === location.hash) return;
      if (how === "push") {
        newest = ++at;
        history.pushState({ at }, "", hash);
      } else history.replaceState({ at }, "", hash);
      onChange();
    },
    can: (/** @type {"undo" | "redo"} */ way) => (way === "undo" ? at > 0 : at < newest),
    /** @param {"undo" | "redo"} way */
    go(way) {
      // The browser moves with a delay. Until then, the page ignores further requests.
      if (asked || !this.can(way)) return;
      asked = way;
      history.go(way === "undo" ? -1 : 1);
      // If the browser has dropped the entry, no `popstate` event follows.
      setTimeout(() => { asked = undefined; }, 1000);
    },
  };
}
