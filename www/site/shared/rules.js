// The rules of release of a cube, in words: what was checked before a table was made.

import { variablesOf } from "./state.js";
import { counted, listed, number, within } from "./words.js";

/** @import { Cube } from "./types.js" */
/** @import { LeastNumbers } from "../cellveil/pkg/types/api/types.js" */

/** @param {number} share */
const percent = (share) => `${number(Math.round(share * 1000) / 10)}%`;

/** @param {LeastNumbers | undefined} numbers @returns {string[]} */
function least({ whole = [], filtered = [] } = {}) {
  return [
    ...whole.map(([unit, most]) => `${number(most)} ${unit}s or more`),
    ...filtered.map(([unit, most]) => `${number(most)} ${unit}s or more within its filters`),
  ];
}

/**
 * A line a rule; none where the cube has no rules.
 * @param {Cube} cube
 * @returns {string[]}
 */
function rulesInWords(cube) {
  const { rules } = cube;
  if (!rules) return [];
  const labels = new Map(variablesOf(cube).map(({ name, label }) => [name, within(label)]));
  const named = (/** @type {string[]} */ names) => listed(names.map((name) => labels.get(name) ?? name));
  const [people, areas] = [least(rules.population), least(rules.areas)];
  const shares = /** @type {const} */ ([["small_cells", "of cells with one or two records"], ["zeros", "of empty cells"]]);
  const risks = /** @type {const} */ ([["risk_before", "before protection"], ["risk_after", "after it"]]);
  return [
    rules.max_dimensions === undefined ? "" : `at most ${counted(rules.max_dimensions, "variable")}, filters counted`,
    rules.nested ? "standard categories only" : "",
    ...(rules.never ?? []).map((names) => (names.length === 1 ? `never ${named(names)}` : `never ${named(names)} together`)),
    ...shares.map(([rule, words]) => (rules[rule] === undefined ? "" : `a share ${words} of at most ${percent(rules[rule])}`)),
    rules.average_cell === undefined ? "" : `${number(rules.average_cell)} records a cell or more on average`,
    ...risks.map(([rule, words]) => (rules[rule] === undefined ? "" : `a risk R of at most ${number(rules[rule])} ${words}`)),
    people.length ? `a population of ${listed(people)}` : "",
    areas.length ? `areas of ${listed(areas)}, smaller ones blocked` : "",
  ].filter(Boolean);
}

/**
 * What was checked, in a sentence.
 * @param {Cube} cube
 */
export function checkedInWords(cube) {
  const rules = rulesInWords(cube);
  if (rules.length > 0) return `Checked, and passed: ${rules.join("; ")}.`;
  return cube.release === "sealed" ? "Checked when the cube was made: it holds what passed." : "This cube has no rules of release: every table passes.";
}
