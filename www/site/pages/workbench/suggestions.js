// Suggestions beside a refusal: buttons that lead to similar choices.

import { correct, problemsOf } from "../../choice/repair.js";
import { h } from "../../shell/dom.js";
import { atLevel, placed, sideOf, taken } from "../../choice/places.js";
import { nearestButton, nearestTable } from "../../result/refusals.js";
import { brokenInWords } from "../../result/rules.js";
import { axesOf, copyOf, countCells, DRAWN_CELLS, dimensionOf, sameQuestion, variablesOf } from "../../choice/state.js";
import { counted, listed, methodName, number } from "../../shell/words.js";

/** @import { Cube, Selection } from "../../shell/types.js" */

/**
 * @typedef {object} Doing
 * @property {(selection: Selection) => void} show
 * @property {() => void} again  tries again
 * @property {() => void} reload  reloads the page
 * @property {(() => void) | undefined} undo  undefined if there is nothing to undo
 * @property {{ name: string, title: string }[]} cubes  the cubes to choose from
 */

/** @typedef {[text: string, run: () => void]} Suggestion */

// The largest number of suggestions. A longer list takes too long to read.
const OFFERED = 4;

/**
 * @param {unknown} error
 * @param {Selection} asked
 * @param {Cube | undefined} cube  undefined if the cube cannot be opened
 * @param {Doing} doing
 * @returns {Node[]}
 */
export function suggestionsFor(error, asked, cube, doing) {
  const code = String(Object(error).code);
  const back = /** @type {Suggestion[]} */ (doing.undo ? [["Undo the last change", doing.undo]] : []);
  const again = /** @type {Suggestion} */ (["Try again", doing.again]);
  if (code === "rule-refused" && cube) {
    const nearest = nearestTable(Object(error).nearest, asked, cube);
    const first = nearest && nearestButton(nearest, asked, cube, () => doing.show(nearest));
    return list(nearest ? back : [...smaller(asked, cube, doing), ...back], ...toSay(brokenInWords(asked, cube)), ...(first ? [first] : []));
  }
  if (["network", "wasm", "damaged-file"].includes(code)) return list([again, ...back]);
  if (["damaged-manifest", "newer-version", "no-cubes"].includes(code)) return list([["Reload the page", doing.reload], ...others(asked, doing)]);
  if (code === "unknown-cube") return list(others(asked, doing));
  if (!cube) return list([again]);
  const wrong = problemsOf(asked, cube).filter(({ soft }) => !soft);
  if (wrong.length === 0) return list([...suggestionsForCode(code, error, asked, cube, doing), ...back]);
  const corrections = wrong.slice(0, OFFERED).map(({ remedy, repaired }) => /** @type {Suggestion} */ ([remedy, () => doing.show(repaired(asked))]));
  if (wrong.length > 1) corrections.push(["Correct all problems", () => doing.show(correct(asked, cube))]);
  return list([...corrections, ...back], h("ul", {}, ...wrong.map(({ text }) => h("li", {}, text))));
}

/** @param {Suggestion[]} suggestions @param {HTMLElement[]} first */
function list(suggestions, ...first) {
  const all = [...first, ...suggestions.map(([text, run]) => h("button", { type: "button", click: run }, text))];
  return all.length ? [h("div", { class: "ways-out" }, ...all)] : [];
}

/** @param {string} text */
const toSay = (text) => (text ? [h("p", {}, text)] : []);

/** @param {Selection} asked @param {Doing} doing @returns {Suggestion[]} */
function others(asked, { cubes, show }) {
  return cubes.filter(({ name }) => name !== asked.cube).slice(0, OFFERED).map(({ name, title }) => [`Open ${title}`, () => show({ ...copyOf(asked), cube: name })]);
}

/**
 * @param {string} code
 * @param {unknown} error
 * @param {Selection} asked
 * @param {Cube} cube
 * @param {Doing} doing
 * @returns {Suggestion[]}
 */
function suggestionsForCode(code, error, asked, cube, doing) {
  const { show } = doing;
  const variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
  const label = (/** @type {string} */ name) => variables.get(name)?.label ?? name;
  switch (code) {
    case "no-view": {
      const kept = published(/** @type {Error} */ (error).message, asked);
      if (!kept) return withoutOne(asked, cube, doing);
      const names = [...axesOf(kept), ...kept.filter.map(([name]) => name)];
      return [[`Keep only ${listed([...new Set(names)].map(label))}, which are published together`, () => show(kept)], ...withoutOne(asked, cube, doing, kept)];
    }
    case "needs-blocks":
      return withoutFilter(asked.filter, asked, label, show);
    case "table-too-large":
      return smaller(asked, cube, doing);
    case "empty-filter": {
      // Suggests removing one of several filters on the same variable, because they have no category in common.
      const rivals = asked.filter.filter(([name, codes]) => codes.length && asked.filter.some(([other, kept]) => other !== name && kept.length && dimensionOf(other) === dimensionOf(name)));
      return withoutFilter(rivals.length ? rivals : asked.filter, asked, label, show);
    }
    case "bad-group":
      return asked.groups.map(([name]) => [`Use the categories of ${label(name)} instead of groups`, () => show({ ...copyOf(asked), groups: asked.groups.filter(([each]) => each !== name) })]);
    case "unknown-method": case "method-refused": case "bad-method": case "reveal-refused": case "infeasible": case "unreadable-design": case "bad-design":
      return cube.methods.filter(({ name, kind }) => name !== (asked.method ?? cube.defaultMethod) && kind !== "none").slice(0, OFFERED)
        .map(({ name }) => [name === cube.defaultMethod ? "Use this dataset’s method" : `Use the method ${methodName(name)}`, () => show({ ...copyOf(asked), method: name === cube.defaultMethod ? null : name })]);
    default:
      return [["Try again", doing.again], ...(code === "bad-query" ? smaller(asked, cube, doing) : [])];
  }
}

/**
 * Suggestions to remove one filter.
 * @param {[string, string[]][]} which
 * @param {Selection} asked
 * @param {(name: string) => string} label
 * @param {(selection: Selection) => void} show
 * @returns {Suggestion[]}
 */
function withoutFilter(which, asked, label, show) {
  return which.filter(([, codes]) => codes.length).slice(0, OFFERED).map(([name]) => [`Remove the filter by ${label(name)}`, () => show(taken(asked, name, "filter"))]);
}

/**
 * Returns the part of a choice that is published together. The core's message ends with the published set that shares
 * most variables with the choice.
 * @param {string} message
 * @param {Selection} asked
 * @returns {Selection | undefined}
 */
export function published(message, asked) {
  const together = /the nearest being (.+)$/.exec(message)?.[1].split(", ");
  if (!together) return undefined;
  let next = copyOf(asked);
  for (const name of axesOf(asked)) {
    if (together.includes(name)) continue;
    const level = together.find((each) => dimensionOf(each) === dimensionOf(name));
    next = level === undefined ? taken(next, name, /** @type {"rows"} */ (sideOf(next, name))) : atLevel(next, name, level);
  }
  for (const [name] of asked.filter) if (!together.includes(name)) next = taken(next, name, "filter");
  if (next.rows.length === 0 && next.columns.length > 0) [next.rows, next.columns] = [next.columns, []];
  if (next.rows.length === 0 && next.layers.length > 0) next = placed(next, next.layers[0][0], "rows");
  return next.rows.length ? next : undefined;
}

/**
 * Whether a choice probably leads to a table. A suggestion must not lead to another refusal.
 * @param {Selection} selection
 * @param {Cube} cube
 */
const canBeShown = (selection, cube) => countCells(selection, cube).cells <= DRAWN_CELLS && brokenInWords(selection, cube) === "";

/**
 * Suggests smaller tables: with a broader level in place of a variable, or without a variable. If all of these are too
 * large, suggests a table of the first variables.
 * @param {Selection} asked
 * @param {Cube} cube
 * @param {Pick<Doing, "show">} doing
 * @returns {Suggestion[]}
 */
function smaller(asked, cube, doing) {
  const variables = variablesOf(cube);
  const coarser = axesOf(asked).flatMap((name) => {
    const here = variables.find((each) => each.name === name);
    const levels = variables.filter((each) => each.level && each.dimension === here?.dimension && each.codes.length < here.codes.length);
    return levels.map((level) => ({ level, here, next: atLevel(asked, name, level.name) }));
  }).filter(({ next }) => canBeShown(next, cube)).map(({ level, here, next }) => suggestion(`Use ${level.label} instead of ${here?.label}`, next, cube, doing));
  // Broader levels come first, as they keep all variables.
  const suggestions = [...coarser.slice(0, 2), ...withoutOne(asked, cube, doing)].slice(0, OFFERED + 1);
  return suggestions.length ? suggestions : firstPart(asked, cube, doing);
}

/**
 * Suggests a table of as many of the first variables as the page can show. If the page cannot show even a single
 * variable, suggests a table without filters.
 * @param {Selection} asked
 * @param {Cube} cube
 * @param {Pick<Doing, "show">} doing
 * @returns {Suggestion[]}
 */
function firstPart(asked, cube, doing) {
  const label = (/** @type {string} */ name) => variablesOf(cube).find((each) => each.name === name)?.label ?? name;
  for (const from of [asked, { ...copyOf(asked), filter: [] }]) {
    let next = from;
    for (const name of axesOf(from).reverse()) {
      if (next !== asked && canBeShown(next, cube)) return [suggestion(`Keep only ${listed(axesOf(next).map(label))}${from === asked ? "" : ", without filters"}`, next, cube, doing)];
      next = withRows(taken(next, name, /** @type {"rows"} */ (sideOf(next, name))));
    }
  }
  return [];
}

/**
 * Suggests the table without one variable. The last variable comes first, as the reader probably added it last.
 * @param {Selection} asked
 * @param {Cube} cube
 * @param {Pick<Doing, "show">} doing
 * @param {Selection} [but]  another suggestion
 * @returns {Suggestion[]}
 */
function withoutOne(asked, cube, doing, but) {
  const label = (/** @type {string} */ name) => variablesOf(cube).find((each) => each.name === name)?.label ?? name;
  const axes = axesOf(asked);
  if (axes.length < 2) return [];
  return axes.reverse().map((name) => /** @type {const} */ ([name, withRows(taken(asked, name, /** @type {"rows"} */ (sideOf(asked, name))))]))
    .filter(([, next]) => canBeShown(next, cube) && (!but || !sameQuestion(next, but))).slice(0, OFFERED - 1)
    .map(([name, next]) => suggestion(`Leave out ${label(name)}`, next, cube, doing));
}

/**
 * @param {string} text
 * @param {Selection} next
 * @param {Cube} cube
 * @param {Pick<Doing, "show">} doing
 * @returns {Suggestion}
 */
function suggestion(text, next, cube, { show }) {
  return [`${text}: ${cellsInWords(next, cube)}`, () => show(next)];
}

/** @param {Selection} selection @param {Cube} cube */
function cellsInWords(selection, cube) {
  const { cells } = countCells(selection, cube);
  return cells < 1e9 ? counted(cells, "cell") : `about ${number(Number(cells.toPrecision(2)))} cells`;
}

/** Moves the columns to the rows if a choice has no rows. @param {Selection} selection @returns {Selection} */
function withRows(selection) {
  return selection.rows.length || !selection.columns.length ? selection : { ...selection, rows: selection.columns, columns: [] };
}

/**
 * Suggestions for a table that is too large to be drawn.
 * @param {Selection} asked
 * @param {Cube} cube
 * @param {Doing} doing
 */
export function suggestionsToDraw(asked, cube, doing) {
  return list([...smaller(asked, cube, doing), ...(doing.undo ? [/** @type {Suggestion} */ (["Undo the last change", doing.undo])] : [])], ...toSay(brokenInWords(asked, cube)));
}
