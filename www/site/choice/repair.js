// Finds problems of a choice: names that the dataset does not have, for example in an old link, in a mistyped link, or
// in a link to another dataset. Each problem has a repair.

import { isOwnMethod } from "./own-method.js";
import { grouped, namesIn, SIDES, taken } from "./places.js";
import { parseList, readHash } from "./address.js";
import { copyOf, dimensionOf, variablesOf } from "./state.js";
import { counted, listed } from "../shell/words.js";

/** @import { Place } from "./places.js" */
/** @import { Description, Selection, Variable, View } from "../shell/types.js" */

/**
 * @typedef {object} Problem
 * @property {Place | "groups" | "method" | "view"} where
 * @property {string} name  the variable with the problem; empty for other problems
 * @property {string} text  the problem, in a sentence
 * @property {string} remedy  the repair, as the text of a button
 * @property {boolean} soft  whether a table can be built without the wrong part
 * @property {(selection: Selection) => Selection} repaired
 */

const TOTAL = "_T";
const quoted = (/** @type {string} */ text) => `“${text}”`;

/** @param {Selection} selection @param {Description} cube @returns {Problem[]} */
export function problemsOf(selection, cube) {
  const variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
  const label = (/** @type {string} */ name) => variables.get(name)?.label ?? quoted(name);
  /** @type {Problem[]} */
  const problems = [];
  /** @type {Map<string, string>} */
  const placed = new Map();
  for (const side of SIDES) {
    for (const name of namesIn(selection, side)) {
      const strange = !variables.has(name);
      const rival = placed.get(dimensionOf(name));
      if (strange || rival !== undefined) {
        problems.push({
          where: side, name, soft: false, remedy: `Remove ${label(name)} from ${side}`, repaired: (of) => takenOff(of, side, name),
          text: strange ? unknown(name, cube, side) : `${label(name)} and ${label(rival ?? "")} are the same variable. A table can use a variable only once.`,
        });
      } else placed.set(dimensionOf(name), name);
    }
  }
  const seen = new Set();
  for (const [name, codes] of selection.filter) {
    const variable = variables.get(name);
    const strange = variable ? codes.filter((code) => !variable.codes.some((each) => each.code === code)) : [];
    if (seen.has(name)) {
      problems.push({
        where: "filter", name, soft: true, text: `The second filter by ${label(name)} is ignored.`, remedy: "Keep the first filter only",
        repaired: (of) => ({ ...copyOf(of), filter: of.filter.filter(([each], i) => of.filter.findIndex(([first]) => first === each) === i) }),
      });
    } else if (!variable) {
      problems.push({ where: "filter", name, soft: false, text: unknown(name, cube, "filter"), remedy: `Remove the filter by ${quoted(name)}`, repaired: (of) => taken(of, name, "filter") });
    } else if (strange.length) {
      problems.push({
        where: "filter", name, soft: false, remedy: `Remove ${listed(strange.map(quoted))} from the filter by ${variable.label}`,
        text: `${variable.label} has no category ${listed(strange.map(quoted), "or")}.`,
        repaired(of) {
          const next = copyOf(of);
          next.filter = next.filter.map(([each, kept]) => /** @type {[string, string[]]} */ ([each, each === name ? kept.filter((code) => !strange.includes(code)) : kept])).filter(([each, kept]) => each !== name || kept.length > 0);
          return next;
        },
      });
    }
    seen.add(name);
  }
  problems.push(...problemsOfGroups(selection, variables), ...problemsOfLayers(selection, variables));
  const { method } = selection;
  if (method && !isOwnMethod(method) && !cube.methods.some(({ name }) => name === method)) {
    problems.push({ where: "method", name: "", soft: false, text: `This dataset has no method ${quoted(method)}.`, remedy: "Use this dataset’s method", repaired: (of) => ({ ...copyOf(of), method: null }) });
  }
  return [...problems, ...problemsOfView(selection, variables)];
}

/** @param {Selection} selection @param {Description} cube @param {(problem: Problem) => boolean} which */
const without = (selection, cube, which) => problemsOf(selection, cube).filter(which).reduce((all, { repaired }) => repaired(all), selection);

/**
 * Repairs a choice's soft problems. Pages repair each new choice once. Hard problems stay, and the page offers repairs
 * to the reader.
 * @param {Selection} choice
 * @param {Description} cube
 */
export const repair = (choice, cube) => without(choice, cube, ({ soft }) => soft);

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

/**
 * Removes a variable from a side. If the side has the variable twice, removes only the last one.
 * @param {Selection} selection
 * @param {"rows" | "columns" | "layers"} side
 * @param {string} name
 */
function takenOff(selection, side, name) {
  const twice = namesIn(selection, side).filter((each) => each === name).length > 1;
  if (!twice) return taken(selection, name, side);
  const next = copyOf(selection);
  const list = /** @type {unknown[]} */ (next[side]);
  list.splice(namesIn(selection, side).lastIndexOf(name), 1);
  return next;
}

/** @param {string} name @param {Description} cube @param {string} where */
function unknown(name, cube, where) {
  const dimension = cube.dimensions.find((each) => each.name === dimensionOf(name));
  return dimension ? `${dimension.label} has no level ${quoted(name.slice(dimension.name.length + 1))}, used in ${where}.` : `This dataset has no variable ${quoted(name)}, used in ${where}.`;
}

/** @param {Selection} selection @param {Map<string, Variable>} variables @returns {Problem[]} */
function problemsOfGroups(selection, variables) {
  return selection.groups.flatMap(/** @returns {Problem[]} */ ([name, groups]) => {
    const variable = variables.get(name);
    const axis = SIDES.some((side) => namesIn(selection, side).includes(name));
    const back = { where: /** @type {const} */ ("groups"), name, repaired: (/** @type {Selection} */ of) => grouped(of, name, []) };
    if (!axis) return [{ ...back, soft: true, text: `The groups of ${variable?.label ?? quoted(name)} are ignored, because the table does not use this variable.`, remedy: "Remove these groups" }];
    if (!variable) return [];
    const wrong = groupsProblem(groups, variable);
    return wrong ? [{ ...back, soft: false, text: `Groups of ${variable.label}: ${wrong.text}`, remedy: `Use the categories of ${variable.label} instead of groups` }] : [];
  });
}

/**
 * Returns the first problem for which the core would refuse the groups. The dialog for groups shows this problem.
 * @param {[string, string[]][]} groups
 * @param {Variable} variable
 * @returns {{ index: number, part: "label" | "codes", text: string } | undefined}
 */
export function groupsProblem(groups, { codes, label: of }) {
  const known = new Map(codes.map((each) => [each.code, each.label]));
  for (const [index, [label, members]] of groups.entries()) {
    const strange = members.filter((code) => !known.has(code));
    if (label === "") return { index, part: "label", text: "A group’s name is missing. Enter a name." };
    if (label === TOTAL || known.has(label)) return { index, part: "label", text: `The name ${quoted(label)} is also a code of ${label === TOTAL ? "the total" : `${of} (${known.get(label)})`}. Choose another name.` };
    if (groups.slice(0, index).some(([earlier]) => earlier === label)) return { index, part: "label", text: `Two groups have the name ${quoted(label)}. Choose another name.` };
    if (members.length === 0) return { index, part: "codes", text: `${quoted(label)} is empty. Tick its categories, or delete the group.` };
    if (strange.length) return { index, part: "codes", text: `${quoted(label)} has ${listed(strange.map(quoted))}, which ${of} does not have.` };
  }
  return undefined;
}

/** Returns the codes that an axis shows. @param {Selection} selection @param {Variable | undefined} variable */
function shownCodes(selection, variable) {
  const groups = selection.groups.find(([name]) => name === variable?.name)?.[1];
  const kept = selection.filter.find(([name, codes]) => name === variable?.name && codes.length)?.[1];
  const codes = groups?.map(([label]) => label) ?? variable?.codes.map(({ code }) => code).filter((code) => !kept || kept.includes(code)) ?? [];
  return new Set([...codes, ...(selection.totals ? [TOTAL] : [])]);
}

/** @param {Selection} selection @param {Map<string, Variable>} variables @returns {Problem[]} */
function problemsOfLayers(selection, variables) {
  return selection.layers.flatMap(([name, code]) => {
    const variable = variables.get(name);
    if (code === null || !variable || shownCodes(selection, variable).has(code)) return [];
    return [{
      where: "layers", name, soft: true, text: `${variable.label} has no category ${quoted(code)} here. The table shows the first category.`, remedy: "Show the first category",
      repaired: (of) => ({ ...copyOf(of), layers: of.layers.map(([each, shown]) => [each, each === name ? null : shown]) }),
    }];
  });
}

/** @param {Selection} selection @param {Map<string, Variable>} variables @returns {Problem[]} */
function problemsOfView(selection, variables) {
  const { view, rows, columns } = selection;
  const codes = (/** @type {string} */ name) => shownCodes(selection, variables.get(name));
  /** @type {Problem[]} */
  const problems = [];
  /** @param {Partial<View>} plain @param {string} text */
  const gone = (plain, text) => problems.push({
    where: "view", name: "", soft: true, text, remedy: "Ignore it", repaired: (of) => ({ ...copyOf(of), view: { ...structuredClone(of.view), ...plain } }),
  });
  const onAxes = (/** @type {string} */ name) => rows.includes(name) || columns.includes(name);
  const { ratio, average, sort, collapsed } = view;
  if (ratio && !(onAxes(ratio.of) && codes(ratio.of).has(ratio.numerator) && codes(ratio.of).has(ratio.denominator))) {
    gone({ ratio: null }, `The ratio of ${quoted(ratio.numerator)} to ${quoted(ratio.denominator)} is ignored: the table does not have both categories of ${variables.get(ratio.of)?.label ?? quoted(ratio.of)}.`);
  }
  const counting = average?.values.filter(([code]) => code !== TOTAL && codes(average.of).has(code)) ?? [];
  if (average && onAxes(average.of) && counting.length === 0) gone({ average: null }, `The average of ${variables.get(average.of)?.label ?? quoted(average.of)} is ignored: no category in the table has a number.`);
  if (average && !onAxes(average.of)) gone({ average: null }, `The average of ${variables.get(average.of)?.label ?? quoted(average.of)} is ignored: the table does not use this variable.`);
  if (sort && (sort.column.length > columns.length || !sort.column.every((code) => columns.some((name) => codes(name).has(code))))) {
    gone({ sort: null }, "The order of the rows is ignored: the table does not have the column that sorts them.");
  }
  const folded = collapsed.filter((path) => path.length < rows.length && path.every((code, i) => codes(rows[i]).has(code)));
  if (folded.length < collapsed.length) gone({ collapsed: folded }, `${counted(collapsed.length - folded.length, "collapsed group")} of rows ${collapsed.length - folded.length === 1 ? "is" : "are"} not in this table.`);
  return problems;
}

const ONE_OF = { percent: "row, column or table", ratio: "a variable, two of its categories and a number above 0 up to a million million", sort: "ascending or descending, and a column", picture: "bar, stacked, stacked-100, line, heat or pyramid" };

/** Describes the unreadable parts of a link, one sentence for each part. @param {string} hash */
export function unreadIn(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const { view, filter, groups } = readHash(hash);
  const read = { percent: view.percent, ratio: view.ratio, sort: view.sort, picture: view.chart };
  const said = Object.entries(ONE_OF).filter(([name]) => given.get(name) && read[/** @type {keyof typeof read} */ (name)] === null)
    .map(([name, expected]) => `${name}=${given.get(name)} is ignored; expected ${expected}.`);
  if (given.getAll("filter").filter(Boolean).length > filter.length) said.push("A filter is ignored; expected a variable, an equals sign and codes.");
  const numbers = parseList(given.get("average") ?? "").length - 1;
  if (view.average && numbers > 2 * view.average.values.length) said.push("A number of the average is ignored; expected codes, each with a number up to a million million.");
  if (given.getAll("group").filter(Boolean).length > groups.reduce((sum, [, each]) => sum + each.length, 0)) said.push("A group is ignored; expected a variable, a name and codes.");
  return said;
}
