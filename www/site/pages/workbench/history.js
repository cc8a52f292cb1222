// Undo and redo. Each choice is an entry of the browser's own history, numbered, so that the buttons here and the browser's never disagree.

const NEWEST = "cellveil-newest";

/** The number of the newest entry before a reload. After anything else there is none: whoever went to another page has nothing to redo. */
function reloaded() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return navigation?.type === "reload" ? Number(stored()?.getItem(NEWEST)) : 0;
}

/** None where the page may not keep anything, as in a sandbox. */
function stored() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * @param {object} hooks
 * @param {() => void} hooks.onChange  what can be undone has changed
 * @param {(way: "undo" | "redo" | undefined) => void} hooks.onArrive  another entry is in the address; by what, where it was asked for here
 */
export function createHistory({ onChange, onArrive }) {
  const numberOf = (/** @type {unknown} */ state) => /** @type {number | undefined} */ (Object(state).at);
  let at = numberOf(history.state) ?? 0;
  let newest = Math.max(at, reloaded());
  /** @type {"undo" | "redo" | undefined} */
  let asked;
  history.replaceState({ at }, "");
  // Where the newest is, no entry but the newest itself could say.
  addEventListener("pagehide", () => stored()?.setItem(NEWEST, String(newest)));

  addEventListener("popstate", ({ state }) => {
    const arrived = numberOf(state);
    if (arrived === undefined) {
      // An address that was typed, or a link followed: something new.
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
      // One step at a time: the browser answers later.
      if (asked || !this.can(way)) return;
      asked = way;
      history.go(way === "undo" ? -1 : 1);
      // Where the browser has dropped the entry it does not answer at all.
      setTimeout(() => { asked = undefined; }, 1000);
    },
  };
}
