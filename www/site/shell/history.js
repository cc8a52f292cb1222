// Undo and redo. Each choice is a numbered entry of the browser's history, so that the builder's buttons agree with the
// browser's.

/** @import { Selection } from "../../choice/types.js" */
/** @import { Trail, Way } from "../../builder/history.js" */

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
 * @param {() => Selection} read  returns the choice in the address
 * @param {(choice: Selection) => string} write  returns the part of the address from "#"
 * @returns {Trail}
 */
export function createHistory(read, write) {
  const numberOf = (/** @type {unknown} */ state) => /** @type {number | undefined} */ (Object(state).at);
  let at = numberOf(history.state) ?? 0;
  let newest = Math.max(at, reloaded());
  /** @type {Way | undefined} */
  let asked;
  history.replaceState({ at }, "");
  // A reload of an older entry needs the newest entry's number, so the page stores this number.
  addEventListener("pagehide", () => stored()?.setItem(NEWEST, String(newest)));

  /** @type {Trail} */
  const trail = {
    arrive: undefined, changed: undefined,
    write(choice, how) {
      const hash = write(choice);
      if (hash !== location.hash) {
        if (how === "push") {
          newest = ++at;
          history.pushState({ at }, "", hash);
        } else history.replaceState({ at }, "", hash);
      }
      trail.changed?.();
    },
    can: (way) => (way === "undo" ? at > 0 : at < newest),
    go(way) {
      // The browser moves with a delay. Until then, the page ignores further requests.
      if (asked || !trail.can(way)) return;
      asked = way;
      history.go(way === "undo" ? -1 : 1);
      // If the browser has dropped the entry, no `popstate` event follows.
      setTimeout(() => { asked = undefined; }, 1000);
    },
  };

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
    trail.changed?.();
    trail.arrive?.(read(), way);
  });
  return trail;
}
