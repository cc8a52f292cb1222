// Undo and redo of changes to custom areas. Each change has a sentence for readers who do not see the map.

/**
 * @template T
 * @typedef {{ before: T, after: T, text: string, key: string }} Step  `text`: what changed, such as "3 parts added to
 *   Riverside"; `key`: equal for changes that are one step, such as the letters of a name
 */

/** Maximum steps. Each step keeps a copy of the choice. */
const MOST = 200;

/**
 * @template T  the choice
 * @param {() => void} onChange  undo or redo has become possible or impossible
 */
export function createUndo(onChange) {
  /** @type {Step<T>[]} */
  let past = [];
  /** @type {Step<T>[]} */
  let future = [];
  return {
    /** @param {T} before @param {T} after @param {string} text @param {string} [key] */
    add(before, after, text, key = "") {
      const last = past[past.length - 1];
      if (key && last?.key === key && future.length === 0) past[past.length - 1] = { ...last, after, text };
      else past = [...past.slice(1 - MOST), { before, after, text, key }];
      future = [];
      onChange();
    },
    /** Takes back the last change. Returns the choice before it, and its text. */
    undo() {
      const step = past.pop();
      if (!step) return undefined;
      // The next change of the same name is a step of its own.
      future.push({ ...step, key: "" });
      onChange();
      return { choice: step.before, text: step.text };
    },
    redo() {
      const step = future.pop();
      if (!step) return undefined;
      past.push(step);
      onChange();
      return { choice: step.after, text: step.text };
    },
    /** Forgets all changes, because another dataset is shown. */
    clear() {
      past = [];
      future = [];
      onChange();
    },
    /** The change that undo would take back, and the change that redo would repeat; undefined without one. */
    get texts() {
      return { undo: past[past.length - 1]?.text, redo: future[future.length - 1]?.text };
    },
  };
}
