// The steps from a file to a published table, and the step that a problem belongs to.

/** @import { Problem, Step } from "./types.js" */

export const STEPS = /** @type {const} */ (["file", "columns", "keys", "method", "limits", "build", "try", "save"]);

/** The step after a step, and the step before it. @param {Step} step @param {1 | -1} way @returns {Step | undefined} */
export const beside = (step, way) => STEPS[STEPS.indexOf(step) + way];

/** Names of tables in a specification, with the step that sets them. @type {[RegExp, Step][]} */
const PLACES = [
  [/^\[?\[?dimension|^structural_zeros|^altered/, "columns"],
  [/^\[?key\b/, "keys"],
  [/^\[?(cube|method)\b/, "method"],
  [/^\[?(rules|publish)\b/, "limits"],
];

/** Problems that name no place, with the step that solves them (src/cli/check.rs). @type {Record<string, Step>} */
const CODES = { "wrong-method": "method", "no-method": "method", "empty-cells": "method", "refused-release": "method", "beyond-limits": "limits", "wrong-identifier": "keys" };

/** The step in which the reader can solve a problem. @param {Problem} problem @param {string | null} keyColumn @returns {Step} */
export function stepOf(problem, keyColumn) {
  if (problem.column && problem.column === keyColumn || /key/.test(problem.code) && !problem.dimension) return "keys";
  if (problem.dimension || problem.column) return "columns";
  const place = problem.place ?? "";
  return CODES[problem.code] ?? PLACES.find(([pattern]) => pattern.test(place))?.[1] ?? "build";
}

/** Whether a problem concerns a column of the records. @param {Problem} problem @param {{ name: string, dimension: { name: string } | null }} column */
export function concerns(problem, column) {
  if (problem.column) return problem.column === column.name;
  return Boolean(problem.dimension) && problem.dimension === column.dimension?.name;
}
