// Suggests choices that have a table, beside a refusal. No suggestion leads to a refusal that this module can foresee.

import { nearestTable } from "../../choice/nearest.js";
import { correct } from "../../choice/correct.js";
import { problemsOf } from "../../choice/repair.js";
import { atLevel, namesIn, placed, SIDES, sideOf, taken } from "../../choice/places.js";
import { axesOf, copyOf, countCells, dimensionOf, sameQuestion, variablesOf } from "../../choice/state.js";
import { namesNeeded, publishedSets, reasonAgainst } from "./availability.js";
import { errorInWords } from "../captions.js";
import { wholeNeeded } from "./whole.js";

/** @import { Cube, Selection } from "../../choice/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */
/** @import { Dataset } from "../markup.js" */

/** @typedef {{ text: string, selection: Selection }} Suggestion */
/** @typedef {{ cube: Cube, words: BuilderWords, latest?: string }} Context  `latest`: the variable that the reader added last */

/** Maximum suggestions. A longer list takes too long to read. */
const OFFERED = 4;

/**
 * Suggests other choices for a refused choice.
 * @param {Selection} selection
 * @param {{ code?: unknown, nearest?: unknown, rule?: unknown }} error
 * @param {Context} context
 * @returns {{ problems: string[], suggestions: Suggestion[] }}  `problems`: what is wrong with the choice, in sentences
 */
export function suggestionsFor(selection, error, context) {
  const { cube, words } = context;
  const wrong = problemsOf(selection, cube).filter(({ soft }) => !soft);
  if (wrong.length === 0) return { problems: limitsBroken(selection, error, context), suggestions: unique(byCode(selection, error, context), selection) };
  const repairs = wrong.slice(0, OFFERED).map(({ remedy, repaired }) => ({ text: remedy(words), selection: repaired(selection) }));
  if (wrong.length > 1) repairs.push({ text: words.suggest.correctAll, selection: correct(selection, cube) });
  return { problems: wrong.map(({ text }) => text(words)), suggestions: repairs };
}

/**
 * Suggests other datasets, if the wanted dataset did not open.
 * @param {Selection} wanted
 * @param {{ code?: unknown }} error
 * @param {Dataset[]} datasets
 * @param {BuilderWords} words
 * @returns {Suggestion[]}
 */
export function othersFor(wanted, { code }, datasets, { ways }) {
  if (!["unknown-cube", "damaged-manifest", "newer-version"].includes(String(code))) return [];
  return datasets.filter(({ name }) => name !== wanted.cube).slice(0, OFFERED).map(({ name, title }) => ({ text: ways.open(title), selection: { ...copyOf(wanted), cube: name } }));
}

/** Names the limit that a choice breaks. Empty for other errors. @param {Selection} selection @param {{ code?: unknown, rule?: unknown }} error @param {Context} context */
function limitsBroken(selection, error, { cube, words }) {
  if (error.code === "no-view") return [reasonAgainst(selection, cube, words)].filter(Boolean);
  if (error.code !== "rule-refused") return [];
  const { rules } = words.reasons;
  const rule = String(error.rule);
  return [errorInWords({ fault: "refused" }, words).text, Object.hasOwn(rules, rule) ? rules[rule] : reasonAgainst(selection, cube, words)].filter(Boolean);
}

/** Suggests swapped axes or smaller tables for a table that is too large to be drawn. @param {Selection} selection @param {Context} context */
export function suggestionsToDraw(selection, context) {
  const swapped = { ...copyOf(selection), rows: selection.columns, columns: selection.rows };
  const fits = selection.columns.length > 0 && !wholeNeeded(selection, context.cube) && reasonAgainst(swapped, context.cube, context.words) === "";
  return unique([...(fits ? [{ text: context.words.build.swap, selection: swapped }] : []), ...smaller(selection, context)], selection);
}

/** Whether nothing speaks against a choice, and the page has its codes or loads few. @param {Selection} selection @param {Context} context */
const isFree = (selection, { cube, words }) => reasonAgainst(selection, cube, words) === "" && !wholeNeeded(selection, cube);

/** @param {Suggestion[]} suggestions @param {Selection} but @returns {Suggestion[]} */
function unique(suggestions, but) {
  /** @type {Suggestion[]} */
  const kept = [];
  for (const each of suggestions) {
    if (!sameQuestion(each.selection, but) && !kept.some((other) => sameQuestion(other.selection, each.selection))) kept.push(each);
  }
  return kept.slice(0, OFFERED);
}

/**
 * @param {Selection} selection
 * @param {{ code?: unknown, nearest?: unknown }} error
 * @param {Context} context
 * @returns {Suggestion[]}
 */
function byCode(selection, error, context) {
  const { cube, words: { suggest } } = context;
  const label = labelIn(cube);
  const withoutFilter = (/** @type {[string, string[]][]} */ filters) => filters.filter(([, codes]) => codes.length)
    .map(([name]) => ({ text: suggest.withoutFilter(label(name)), selection: taken(selection, name, "filter") }));
  switch (error.code) {
    case "rule-refused": {
      const nearest = nearestTable(error.nearest, selection, cube);
      if (!nearest) return smaller(selection, context);
      const kept = new Set(nearest.filter.map(([name]) => name));
      const dropped = [
        ...selection.filter.filter(([name, codes]) => codes.length && !kept.has(name)).map(([name]) => suggest.withoutFilter(label(name))),
        ...selection.groups.map(([name]) => suggest.withoutGroups(label(name))),
      ];
      return [{ text: [suggest.nearest(inWords(nearest, context)), ...dropped].join(". "), selection: nearest }];
    }
    case "no-view": {
      const found = published(selection, context);
      return found.length ? found : smaller(selection, context);
    }
    case "needs-blocks": case "unknown-code":
      return withoutFilter(selection.filter);
    case "empty-filter": {
      // Suggests removing one of several filters on the same variable, because they have no category in common.
      const rivals = selection.filter.filter(([name, codes]) => codes.length && selection.filter.some(([other, kept]) => other !== name && kept.length && dimensionOf(other) === dimensionOf(name)));
      return withoutFilter(rivals.length ? rivals : selection.filter);
    }
    case "bad-group":
      return selection.groups.map(([name]) => ({ text: suggest.withoutGroups(label(name)), selection: { ...copyOf(selection), groups: selection.groups.filter(([each]) => each !== name) } }));
    case "unknown-method": case "method-refused": case "bad-method": case "reveal-refused": case "infeasible": case "unreadable-design": case "bad-design":
      return cube.methods.filter(({ name, kind }) => name !== (selection.method ?? cube.defaultMethod) && kind !== "none")
        .map((method) => ({ text: method.name === cube.defaultMethod ? suggest.defaultMethod : suggest.method(context.words.method(method)), selection: { ...copyOf(selection), method: method.name === cube.defaultMethod ? null : method.name } }));
    case "table-too-large": case "bad-query":
      return smaller(selection, context);
    default:
      return [];
  }
}

/** @param {Cube} cube @returns {(name: string) => string} */
function labelIn(cube) {
  const labels = new Map(variablesOf(cube).map(({ name, label }) => [name, label]));
  return (name) => labels.get(name) ?? name;
}

/** Describes a table, such as "Region by Sex". @param {Selection} selection @param {Context} context */
function inWords({ layers, rows, columns, filter }, { cube, words }) {
  const label = labelIn(cube);
  const down = words.list([...layers.map(([name]) => name), ...rows].map(label));
  const table = columns.length ? words.by(down, words.list(columns.map(label))) : down;
  return filter.length ? words.suggest.filtered(table, words.list(filter.map(([name]) => label(name)))) : table;
}

/**
 * Suggests the largest published parts of a choice of a sealed dataset. Parts with the variable that the reader added
 * last come first.
 * @param {Selection} selection
 * @param {Context} context
 * @returns {Suggestion[]}
 */
function published(selection, context) {
  const { cube, latest } = context;
  const needed = namesNeeded(selection, cube);
  const parts = (publishedSets(cube)?.lists ?? []).flatMap((set) => {
    // A broader or finer level of a variable is better than no variable.
    const kept = needed.map((name) => (set.includes(name) ? name : set.find((each) => dimensionOf(each) === dimensionOf(name))));
    const count = kept.filter((name) => name !== undefined).length;
    if (count === 0 || count < set.length) return [];
    const exact = needed.filter((name) => set.includes(name)).length;
    const hasLatest = latest !== undefined && set.some((name) => dimensionOf(name) === dimensionOf(latest));
    return [{ set, rank: Number(hasLatest) * 1000 + count * 10 + exact }];
  });
  return parts.sort((a, b) => b.rank - a.rank).slice(0, 3 * OFFERED).flatMap(({ set }) => {
    const next = reducedTo(selection, set);
    return next && isFree(next, context) ? [suggestion(selection, next, context)] : [];
  });
}

/** Reduces a choice to a set of variables, at the levels of this set. @param {Selection} selection @param {string[]} set @returns {Selection | undefined} */
function reducedTo(selection, set) {
  let next = copyOf(selection);
  for (const name of axesOf(selection)) {
    if (set.includes(name)) continue;
    const level = set.find((each) => dimensionOf(each) === dimensionOf(name));
    const side = sideOf(next, name);
    if (level !== undefined) next = atLevel(next, name, level);
    else if (side) next = taken(next, name, side);
  }
  for (const [name] of selection.filter) if (!set.includes(name)) next = taken(next, name, "filter");
  return withRows(next);
}

/** Moves a layer or the columns to the rows if a choice has no rows. @param {Selection} selection @returns {Selection | undefined} */
function withRows(selection) {
  if (selection.rows.length) return selection;
  if (selection.columns.length) return { ...selection, rows: selection.columns, columns: [] };
  return selection.layers.length ? placed(selection, selection.layers[0][0], "rows") : undefined;
}

/**
 * Names the difference between two choices: what is left out, or which level replaces another.
 * @param {Selection} before
 * @param {Selection} after
 * @param {Context} context
 * @returns {Suggestion}
 */
function suggestion(before, after, { cube, words }) {
  const label = labelIn(cube);
  const names = (/** @type {Selection} */ of) => [...axesOf(of), ...of.filter.map(([name]) => name)];
  const kept = new Set(names(after));
  const swaps = axesOf(before).flatMap((name) => {
    const level = axesOf(after).find((each) => each !== name && dimensionOf(each) === dimensionOf(name));
    return kept.has(name) || level === undefined ? [] : [words.suggest.instead(label(level), label(name))];
  });
  const dimensions = new Set([...kept].map(dimensionOf));
  const left = [...new Set(names(before).filter((name) => !dimensions.has(dimensionOf(name))))];
  const filters = before.filter.filter(([name]) => !after.filter.some(([each]) => each === name) && !left.includes(name)).map(([name]) => words.suggest.withoutFilter(label(name)));
  const parts = [...swaps, ...(left.length ? [words.suggest.leaveOut(words.list(left.map(label)))] : []), ...filters];
  const { cells } = countCells(after, cube);
  return { text: words.suggest.withCells(parts.length ? words.list(parts) : inWords(after, { cube, words }), cells), selection: after };
}

/**
 * Suggests smaller tables: with a broader level, or without a variable. The variable that the reader added last is kept
 * as long as possible.
 * @param {Selection} selection
 * @param {Context} context
 * @returns {Suggestion[]}
 */
function smaller(selection, context) {
  const { cube, words, latest } = context;
  const variables = variablesOf(cube);
  const fits = (/** @type {Selection | undefined} */ next) => next !== undefined && isFree(next, context);
  const offer = (/** @type {Selection | undefined} */ next) => (next && fits(next) ? [suggestion(selection, next, context)] : []);
  const broader = axesOf(selection).flatMap((name) => {
    const here = variables.find((each) => each.name === name);
    const levels = variables.filter((each) => each.level && each.dimension === here?.dimension && each.size < here.size);
    return levels.flatMap((level) => offer(atLevel(selection, name, level.name)));
  });
  const names = axesOf(selection).sort((a, b) => Number(a === latest) - Number(b === latest));
  const shorter = names.length < 2 ? [] : names.flatMap((name) => {
    const side = sideOf(selection, name);
    return side ? offer(withRows(taken(selection, name, side))) : [];
  });
  // Broader levels come first, as they keep all variables.
  const found = [...broader.slice(0, 2), ...shorter];
  return found.length ? found : firstPart(selection, names, context);
}

/**
 * Suggests a table of as many variables as a page can show.
 * @param {Selection} selection
 * @param {string[]} names  the variables in the order in which they may go
 * @param {Context} context
 * @returns {Suggestion[]}
 */
function firstPart(selection, names, context) {
  for (const from of [selection, { ...copyOf(selection), filter: [] }]) {
    /** @type {Selection | undefined} */
    let next = from;
    for (const name of names) {
      if (next && next !== selection && isFree(next, context)) return [suggestion(selection, next, context)];
      const side = next && SIDES.find((each) => namesIn(/** @type {Selection} */ (next), each).includes(name));
      if (next && side) next = withRows(taken(next, name, side));
    }
  }
  return [];
}
