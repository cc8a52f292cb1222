// Undo and redo in memory. The site uses the browser's history in place of this module.

/** @import { Selection } from "../choice/types.js" */

/** @typedef {"undo" | "redo"} Way */
/**
 * Where the builder writes each choice, for undo and redo.
 * @typedef {object} Trail
 * @property {(choice: Selection, how: "push" | "replace") => void} write
 * @property {(way: Way) => boolean} can
 * @property {(way: Way) => void} go  leads to a call of `arrive`
 * @property {((choice: Selection, way: Way | undefined) => void) | undefined} arrive  the store sets this function
 * @property {(() => void) | undefined} changed  the store sets this function
 */

/** Maximum choices in memory. */
const MOST = 200;

/** @returns {Trail} */
export function createTrail() {
  /** @type {Selection[]} */
  let choices = [];
  let at = -1;
  /** @type {Trail} */
  const trail = {
    arrive: undefined,
    changed: undefined,
    write(choice, how) {
      if (how === "push" || at < 0) {
        choices = [...choices.slice(Math.max(0, at + 2 - MOST), at + 1), choice];
        at = choices.length - 1;
      } else choices[at] = choice;
      trail.changed?.();
    },
    can: (way) => (way === "undo" ? at > 0 : at < choices.length - 1),
    go(way) {
      if (!trail.can(way)) return;
      at += way === "undo" ? -1 : 1;
      trail.changed?.();
      trail.arrive?.(choices[at], way);
    },
  };
  return trail;
}
