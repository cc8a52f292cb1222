// What a dataset can show: the published sets of variables of a sealed dataset, the publisher's limits, and the size of
// a table that a page can draw. The builder dims what is unavailable, with its reason, before a reader chooses it. This
// module needs no counts. The core makes the final decision.

import { axesOf, dimensionOf, excessOf, variablesOf } from "../../choice/state.js";
import { wholeNeeded } from "./whole.js";

/** @import { Cube, Selection } from "../../choice/types.js" */
/** @import { CubeManifest } from "../../api/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */

/**
 * The published sets of variables of a sealed dataset. Each set is a list of names. `largest`: the size of the largest
 * set.
 * @typedef {{ sets: Set<string>, lists: string[][], largest: number }} Published
 */

/** @type {WeakMap<Cube, Published | null>} */
const known = new WeakMap();

/** Each set of names has one key, in whatever order the names come. @param {Iterable<string>} names */
const keyOf = (names) => JSON.stringify([...names].sort());

/**
 * Returns the names of each view's axes. In a dataset in parts, a view has positions in one list of axes.
 * @param {CubeManifest} manifest
 */
const axesOfViews = ({ axes: names = [], views }) => views?.map((view) => (Array.isArray(view) ? view[0].map((axis) => names[axis]) : view.axes));

/**
 * Returns the published sets of a sealed dataset. Null for other datasets, which publish all sets.
 * @param {Cube} cube
 * @returns {Published | null}
 */
export function publishedSets(cube) {
  let published = known.get(cube);
  if (published === undefined) {
    const lists = cube.release === "sealed" ? axesOfViews(cube.manifest) : undefined;
    published = lists ? { lists, sets: new Set(lists.map(keyOf)), largest: lists.reduce((most, { length }) => Math.max(most, length), 0) } : null;
    known.set(cube, published);
  }
  return published;
}

/**
 * Lists the variables that a sealed dataset must have published together for a choice. A dimension that the choice uses
 * at several levels counts at its finest level.
 * @param {Selection} selection
 * @param {Cube} cube
 */
export function namesNeeded(selection, cube) {
  const size = new Map(variablesOf(cube).map((each) => [each.name, each.size]));
  /** @type {Map<string, string>} */
  const finest = new Map();
  for (const name of [...axesOf(selection), ...selection.filter.filter(([, codes]) => codes.length).map(([each]) => each)]) {
    const other = finest.get(dimensionOf(name));
    if (other === undefined || (size.get(name) ?? 0) > (size.get(other) ?? 0)) finest.set(dimensionOf(name), name);
  }
  return [...finest.values()];
}

/** Whether the dataset has published the variables of a choice together. @param {Selection} selection @param {Cube} cube */
function isPublished(selection, cube) {
  const published = publishedSets(cube);
  return published === null || published.sets.has(keyOf(namesNeeded(selection, cube)));
}

/**
 * Returns the reason why a choice has no table, in a sentence. Empty if nothing speaks against it.
 * @param {Selection} selection
 * @param {Cube} cube
 * @param {BuilderWords} words
 */
export function reasonAgainst(selection, cube, words) {
  return notPublished(selection, cube, words) || brokenLimit(selection, cube, words) || tooLarge(selection, cube, words);
}

/** @param {Cube} cube @param {readonly string[]} names */
function labelsOf(cube, names) {
  const labels = new Map(variablesOf(cube).map(({ name, label }) => [name, label]));
  return names.map((name) => labels.get(name) ?? name);
}

/** Says which variables of a choice a sealed dataset does not publish together. Empty for other choices. @param {Selection} selection @param {Cube} cube @param {BuilderWords} words */
export function notPublished(selection, cube, { reasons, list }) {
  const published = publishedSets(cube);
  if (!published || isPublished(selection, cube)) return "";
  const names = namesNeeded(selection, cube);
  if (names.length > published.largest) return reasons.tooMany(published.largest);
  const alone = names.find((name) => !published.sets.has(keyOf([name])));
  if (alone !== undefined) return reasons.neverPublished(labelsOf(cube, [alone])[0]);
  // The smallest part of the choice that is not published says most. Pairs are checked first.
  const pair = names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other])).find((two) => !published.sets.has(keyOf(two)));
  return reasons.notTogether(list(labelsOf(cube, pair ?? names)));
}

/** @param {Selection} selection @param {Cube} cube @param {BuilderWords} words */
function brokenLimit(selection, cube, { reasons, list }) {
  const { rules } = cube;
  if (!rules) return "";
  const variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
  const named = [...axesOf(selection), ...selection.filter.filter(([, codes]) => codes.length).map(([name]) => name)];
  const dimensions = new Set(named.map(dimensionOf)).size;
  if (rules.max_dimensions !== undefined && dimensions > rules.max_dimensions) return reasons.tooMany(rules.max_dimensions);
  const size = (/** @type {string} */ name) => variables.get(name)?.size ?? 0;
  // A limit on a dimension also applies to its levels. A limit on a level also applies to finer levels.
  const covers = (/** @type {string} */ rule) => named.some((name) => dimensionOf(name) === dimensionOf(rule) && (rule === dimensionOf(rule) || size(name) >= size(rule)));
  const never = rules.never?.find((names) => names.every(covers));
  if (!never) return "";
  return never.length === 1 ? reasons.neverPublished(labelsOf(cube, never)[0]) : reasons.notTogether(list(labelsOf(cube, never)));
}

/** @param {Selection} selection @param {Cube} cube @param {BuilderWords} words */
function tooLarge(selection, cube, { reasons }) {
  // Readers of a long dimension first place the variable, and then choose some categories.
  if (wholeNeeded(selection, cube)?.isAxis) return "";
  const excess = excessOf(selection, cube);
  if (!excess) return "";
  return (excess.of === "columns" ? reasons.tooWide : reasons.tooLarge)(excess.count, excess.most);
}
