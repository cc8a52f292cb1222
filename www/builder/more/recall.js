// Looks up labels of codes of long dimensions, for a choice that moves to another dataset.

import { remember } from "../../choice/known.js";
import { variablesOf } from "../../choice/state.js";

/** @import { Cube, Selection } from "../../choice/types.js" */

/** Maximum codes to look up, because each code costs a search. */
const MOST = 20;

/**
 * Looks up the labels of a filter's codes in long dimensions. A failed search leaves the labels unknown.
 * @param {Cube} cube
 * @param {Selection["filter"]} filter
 */
export async function recall(cube, filter) {
  const wanted = variablesOf(cube).filter(({ partial, level }) => partial && !level)
    .flatMap(({ name }) => filter.filter(([each]) => each === name).flatMap(([, codes]) => codes.slice(0, MOST).map((code) => ({ name, code }))));
  await Promise.all(wanted.map(({ name, code }) => cube.find(name, code).then(({ codes }) => remember(cube, name, codes.filter((each) => each.code === code)), () => {})));
}
