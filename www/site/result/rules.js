// Describes the limits of a cube in words.

import { axesOf, dimensionOf, variablesOf } from "../../choice/state.js";
import { counted, listed, number } from "../shell/words.js";

/** @import { Cube, Selection } from "../shell/types.js" */
/** @import { LeastNumbers } from "../cellveil/types/api/types.js" */

/** @param {number} share */
const percent = (share) => `${number(Math.round(share * 1000) / 10)}%`;

/** @param {LeastNumbers | undefined} numbers @returns {string[]} */
function least({ whole = [], filtered = [] } = {}) {
  return [
    ...whole.map(([unit, most]) => `at least ${number(most)} ${unit}s`),
    ...filtered.map(([unit, most]) => `at least ${number(most)} ${unit}s within its filters`),
  ];
}

/** The only way to build custom areas, in words. */
const CUSTOM_AREAS = { exact: "as one protected figure", blocks: "as standard areas, added and subtracted", sums: "as sums of standard areas" };

/**
 * Returns a line for each limit. Empty for a cube without limits.
 * @param {Cube} cube
 * @returns {string[]}
 */
function rulesInWords(cube) {
  const { rules } = cube;
  if (!rules) return [];
  const labels = new Map(variablesOf(cube).map(({ name, label }) => [name, label]));
  const named = (/** @type {string[]} */ names) => listed(names.map((name) => labels.get(name) ?? name));
  const [people, areas] = [least(rules.population), least(rules.areas)];
  const shares = /** @type {const} */ ([["small_cells", "of all cells have one or two records"], ["zeros", "of all cells are empty"]]);
  const risks = /** @type {const} */ ([["risk_before", "before protection"], ["risk_after", "after protection"]]);
  return [
    rules.max_dimensions === undefined ? "" : `at most ${counted(rules.max_dimensions, "variable")}, filters included`,
    rules.nested ? "standard categories only" : "",
    ...(rules.never ?? []).map((names) => (names.length === 1 ? `never ${named(names)}` : `never ${named(names)} together`)),
    ...shares.map(([rule, words]) => (rules[rule] === undefined ? "" : `at most ${percent(rules[rule])} ${words}`)),
    rules.average_cell === undefined ? "" : `on average at least ${number(rules.average_cell)} records per cell`,
    ...risks.map(([rule, words]) => (rules[rule] === undefined ? "" : `a risk R of at most ${number(rules[rule])} ${words}`)),
    rules.protect_above === undefined ? "" : `protection is needed above a risk R of ${number(rules.protect_above)}`,
    rules.custom_areas ? `custom areas only ${CUSTOM_AREAS[rules.custom_areas]}` : "",
    people.length ? `a population of ${listed(people)}` : "",
    areas.length ? `areas of ${listed(areas)} (smaller areas are blocked)` : "",
  ].filter(Boolean);
}

/**
 * Lists the limits that the table passed, in a sentence.
 * @param {Cube} cube
 */
export function checkedInWords(cube) {
  const rules = rulesInWords(cube);
  if (rules.length > 0) return `Checked, and passed: ${rules.join("; ")}.`;
  return cube.release === "sealed" ? "Checked when the dataset was built." : "The publisher sets no limits on tables here.";
}
