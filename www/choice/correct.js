// Repairs a choice so that its table can be built.

import { problemsOf, without } from "./repair.js";

/** @import { Description, Selection } from "./types.js" */

/**
 * Repairs a choice's hard problems, after the reader has agreed.
 * @param {Selection} choice
 * @param {Description} cube
 */
export const correct = (choice, cube) => without(choice, cube, ({ soft }) => !soft);

/** Repairs all problems of a choice. @param {Selection} choice @param {Description} cube */
export function fit(choice, cube) {
  const fitted = without(choice, cube, () => true);
  // A repair can cause another problem, for example groups of a variable that the repair removed.
  return problemsOf(fitted, cube).length ? without(fitted, cube, () => true) : fitted;
}
