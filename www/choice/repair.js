// Finds problems of a choice: names that the dataset does not have, for example in an old link, in a mistyped link, or
// in a link to another dataset. Each problem has a repair.

import { isOwnMethod } from "./designed.js";
import { grouped, namesIn, SIDES, taken } from "./places.js";
import { parseList, partsOf, readHash } from "./address.js";
import { copyOf, dimensionOf, mayPeel, variablesOf } from "./state.js";

/** @import { Place } from "./places.js" */
/** @import { Description, Selection, Variable, View } from "./types.js" */
/** @import { BuilderWords } from "../words/builder/en.js" */

/** A text in the reader's language. @typedef {(words: BuilderWords) => string} Said */

/**
 * @typedef {object} Problem
 * @property {Place | "groups" | "method" | "view"} where
 * @property {string} name  the variable with the problem; empty for other problems
 * @property {Said} text  the problem, in a sentence
 * @property {Said} remedy  the repair, as the text of a button
 * @property {boolean} soft  whether a table can be built without the wrong part
 * @property {(selection: Selection) => Selection} repaired
 */

const TOTAL = "_T";

/**
 * @param {Selection} selection
 * @param {Description} cube
 * @returns {Problem[]}
 */
export function problemsOf(selection, cube) {
  const variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
  const label = (/** @type {string} */ name, /** @type {BuilderWords} */ { quoted }) => variables.get(name)?.label ?? quoted(name);
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
          where: side, name, soft: false, remedy: (words) => words.problems.removeFrom(label(name, words), words.places[side]), repaired: (of) => takenOff(of, side, name),
          text: (words) => (strange ? unknown(name, cube, words) : words.problems.sameVariable(label(name, words), label(rival ?? "", words))),
        });
      } else placed.set(dimensionOf(name), name);
    }
  }
  const seen = new Set();
  for (const [name, codes] of selection.filter) {
    const variable = variables.get(name);
    const strange = variable && !variable.partial ? codes.filter((code) => !variable.codes.some((each) => each.code === code)) : [];
    if (seen.has(name)) {
      problems.push({
        where: "filter", name, soft: true, text: (words) => words.problems.secondFilter(label(name, words)), remedy: (words) => words.problems.firstFilter,
        repaired: (of) => ({ ...copyOf(of), filter: of.filter.filter(([each], i) => of.filter.findIndex(([first]) => first === each) === i) }),
      });
    } else if (!variable) {
      problems.push({ where: "filter", name, soft: false, text: (words) => unknown(name, cube, words), remedy: (words) => words.problems.removeFilter(words.quoted(name)), repaired: (of) => taken(of, name, "filter") });
    } else if (strange.length) {
      problems.push({
        where: "filter", name, soft: false, remedy: ({ problems: say, list, quoted }) => say.removeCodes(list(strange.map(quoted)), variable.label),
        text: ({ problems: say, list, quoted }) => say.noCategory(variable.label, list(strange.map(quoted), "or")),
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
    problems.push({ where: "method", name: "", soft: false, text: ({ problems: say, quoted }) => say.noMethod(quoted(method)), remedy: ({ suggest }) => suggest.defaultMethod, repaired: (of) => ({ ...copyOf(of), method: null }) });
  }
  return [...problems, ...problemsOfView(selection, variables, mayPeel(cube))];
}

/** Repairs some problems of a choice. @template {Selection} Choice @param {Choice} selection @param {Description} cube @param {(problem: Problem) => boolean} which @returns {Choice} */
export const without = (selection, cube, which) => problemsOf(selection, cube).filter(which).reduce((all, { repaired }) => ({ ...all, ...repaired(all) }), selection);

/**
 * Repairs a choice's soft problems. Pages repair each new choice once. Hard problems stay, and the page offers repairs
 * to the reader. Parts that a page adds to the choice stay.
 * @template {Selection} Choice
 * @param {Choice} choice
 * @param {Description} cube
 */
export const repair = (choice, cube) => without(choice, cube, ({ soft }) => soft);

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

/** @param {string} name @param {Description} cube @param {BuilderWords} words */
function unknown(name, cube, { problems, quoted }) {
  const dimension = cube.dimensions.find((each) => each.name === dimensionOf(name));
  return dimension ? problems.noLevel(dimension.label, quoted(name.slice(dimension.name.length + 1))) : problems.noVariable(quoted(name));
}

/** @param {Selection} selection @param {Map<string, Variable>} variables @returns {Problem[]} */
function problemsOfGroups(selection, variables) {
  return selection.groups.flatMap(/** @returns {Problem[]} */ ([name, groups]) => {
    const variable = variables.get(name);
    const axis = SIDES.some((side) => namesIn(selection, side).includes(name));
    const back = { where: /** @type {const} */ ("groups"), name, repaired: (/** @type {Selection} */ of) => grouped(of, name, []) };
    if (!axis) return [{ ...back, soft: true, text: ({ problems: say, quoted }) => say.idleGroups(variable?.label ?? quoted(name)), remedy: ({ problems: say }) => say.removeGroups }];
    if (!variable) return [];
    const wrong = groupsProblem(groups, variable);
    return wrong ? [{ ...back, soft: false, text: (words) => words.problems.groupsOf(variable.label, wrong.text(words)), remedy: ({ suggest }) => suggest.withoutGroups(variable.label) }] : [];
  });
}

/**
 * Returns the first problem for which the core would refuse the groups. The dialog for groups shows this problem.
 * @param {[string, string[]][]} groups
 * @param {Variable} variable
 * @returns {{ index: number, part: "label" | "codes", text: Said } | undefined}
 */
export function groupsProblem(groups, { codes, label: of, partial }) {
  const known = new Map(codes.map((each) => [each.code, each.label]));
  for (const [index, [label, members]] of groups.entries()) {
    const strange = partial ? [] : members.filter((code) => !known.has(code));
    if (label === "") return { index, part: "label", text: ({ problems: say }) => say.noName };
    if (label === TOTAL || known.has(label)) return { index, part: "label", text: ({ problems: say, quoted }) => say.nameIsCode(quoted(label), label === TOTAL ? "" : of, known.get(label) ?? "") };
    if (groups.slice(0, index).some(([earlier]) => earlier === label)) return { index, part: "label", text: ({ problems: say, quoted }) => say.nameTwice(quoted(label)) };
    if (members.length === 0) return { index, part: "codes", text: ({ problems: say, quoted }) => say.emptyGroup(quoted(label)) };
    if (strange.length) return { index, part: "codes", text: ({ problems: say, quoted, list }) => say.strangeCodes(quoted(label), list(strange.map(quoted)), of) };
  }
  return undefined;
}

/** Returns the codes that an axis shows. @param {Selection} selection @param {Variable | undefined} variable @returns {{ has: (code: string) => boolean }} */
function shownCodes(selection, variable) {
  const groups = selection.groups.find(([name]) => name === variable?.name)?.[1];
  const kept = selection.filter.find(([name, codes]) => name === variable?.name && codes.length)?.[1];
  // The core checks codes that the page does not know.
  if (variable?.partial && !groups) return kept ? new Set([...kept, TOTAL]) : { has: () => true };
  const codes = groups?.map(([label]) => label) ?? variable?.codes.map(({ code }) => code).filter((code) => !kept || kept.includes(code)) ?? [];
  return new Set([...codes, ...(selection.totals ? [TOTAL] : [])]);
}

/** @param {Selection} selection @param {Map<string, Variable>} variables @returns {Problem[]} */
function problemsOfLayers(selection, variables) {
  return selection.layers.flatMap(([name, code]) => {
    const variable = variables.get(name);
    if (code === null || !variable || shownCodes(selection, variable).has(code)) return [];
    return [{
      where: "layers", name, soft: true, text: ({ problems: say, quoted }) => say.noLayer(variable.label, quoted(code)), remedy: ({ problems: say }) => say.firstLayer,
      repaired: (of) => ({ ...copyOf(of), layers: of.layers.map(([each, shown]) => [each, each === name ? null : shown]) }),
    }];
  });
}

/** @param {Selection} selection @param {Map<string, Variable>} variables @param {boolean} mayReveal  whether the dataset may show true counts @returns {Problem[]} */
function problemsOfView(selection, variables, mayReveal) {
  const { view, rows, columns } = selection;
  const codes = (/** @type {string} */ name) => shownCodes(selection, variables.get(name));
  const label = (/** @type {string} */ name, /** @type {BuilderWords} */ { quoted }) => variables.get(name)?.label ?? quoted(name);
  /** @type {Problem[]} */
  const problems = [];
  /** @param {Partial<View>} plain @param {Said} text */
  const gone = (plain, text) => problems.push({
    where: "view", name: "", soft: true, text, remedy: ({ problems: say }) => say.ignore, repaired: (of) => ({ ...copyOf(of), view: { ...structuredClone(of.view), ...plain } }),
  });
  const onAxes = (/** @type {string} */ name) => rows.includes(name) || columns.includes(name);
  const { ratio, average, sort, collapsed, peel } = view;
  if (peel && !mayReveal) gone({ peel: null }, ({ problems: say }) => say.noTruth);
  if (ratio && !(onAxes(ratio.of) && codes(ratio.of).has(ratio.numerator) && codes(ratio.of).has(ratio.denominator))) {
    gone({ ratio: null }, (words) => words.problems.noRatio(words.quoted(ratio.numerator), words.quoted(ratio.denominator), label(ratio.of, words)));
  }
  const counting = average?.values.filter(([code]) => code !== TOTAL && codes(average.of).has(code)) ?? [];
  if (average && onAxes(average.of) && counting.length === 0) gone({ average: null }, (words) => words.problems.noNumbers(label(average.of, words)));
  if (average && !onAxes(average.of)) gone({ average: null }, (words) => words.problems.noAverage(label(average.of, words)));
  if (sort && (sort.column.length > columns.length || !sort.column.every((code) => columns.some((name) => codes(name).has(code))))) gone({ sort: null }, (words) => words.problems.noSort);
  const folded = collapsed.filter((path) => path.length < rows.length && path.every((code, i) => codes(rows[i]).has(code)));
  if (folded.length < collapsed.length) gone({ collapsed: folded }, ({ problems: say, counted }) => counted(collapsed.length - folded.length, say.noCollapsed));
  return problems;
}

/** Describes the unreadable parts of a link, one sentence for each part. @param {string} hash @returns {Said[]} */
export function unreadIn(hash) {
  const given = partsOf(hash);
  const { view, filter, groups } = readHash(hash);
  const read = { percent: view.percent, ratio: view.ratio, sort: view.sort, picture: view.chart };
  /** @type {Said[]} */
  const said = Object.entries(read).filter(([name, value]) => given.get(name) && value === null)
    .map(([name]) => ({ unread }) => unread.part(`${name}=${given.get(name)}`, unread[/** @type {keyof typeof read} */ (name)]));
  if (given.getAll("filter").filter(Boolean).length > filter.length) said.push(({ unread }) => unread.filter);
  const numbers = parseList(given.get("average") ?? "").length - 1;
  if (view.average && numbers > 2 * view.average.values.length) said.push(({ unread }) => unread.average);
  if (given.getAll("group").filter(Boolean).length > groups.reduce((sum, [, each]) => sum + each.length, 0)) said.push(({ unread }) => unread.group);
  return said;
}
