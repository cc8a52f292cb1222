// Moves a choice to another dataset. The choice keeps the parts that both datasets have.

import { fit } from "./correct.js";
import { axesOf, copyOf, variablesOf } from "./state.js";
import { isOwnMethod } from "./designed.js";

/** @import { Description, Selection } from "./types.js" */
/** @import { BuilderWords } from "../words/builder/en.js" */

/**
 * Returns the choice for the other dataset, and a list of the parts that this dataset does not have. The choice is
 * undefined if no variable remains in rows or columns.
 * @param {Selection} selection
 * @param {Description | undefined} from  undefined if the previous dataset did not open
 * @param {string} name  of the other dataset
 * @param {Description} to
 * @param {BuilderWords} words
 * @returns {{ selection: Selection | undefined, missing: string[] }}
 */
export function carryOver(selection, from, name, to, { carried: say }) {
  const label = (/** @type {string} */ each) => [from, to].flatMap((cube) => (cube ? variablesOf(cube) : [])).find((known) => known.name === each)?.label ?? each;
  // In the other dataset, a method of the same name may be another method.
  const wanted = { ...copyOf(selection), cube: name, method: null };
  // The same code can stand for another category.
  const same = (/** @type {string} */ variable, /** @type {string} */ code) => {
    const labelIn = (/** @type {Description | undefined} */ cube) => cube && variablesOf(cube).find((each) => each.name === variable)?.codes.find((each) => each.code === code)?.label;
    return labelIn(to) !== undefined && (!from || labelIn(from) === labelIn(to));
  };
  wanted.filter = wanted.filter.filter(([variable, codes]) => codes.every((code) => same(variable, code)));
  wanted.groups = wanted.groups.filter(([variable, groups]) => groups.every(([, codes]) => codes.every((code) => same(variable, code))));
  let kept = fit(wanted, to);
  if (kept.rows.length === 0) kept = kept.columns.length ? { ...kept, rows: kept.columns, columns: [] } : kept;
  const gone = (/** @type {(of: Selection) => string[]} */ names) => names(selection).filter((each) => !names(kept).includes(each));
  const { view } = selection;
  const missing = [
    ...gone(axesOf).map(label),
    ...gone((of) => of.filter.filter(([, codes]) => codes.length).map(([each]) => each)).map((each) => say.filter(label(each))),
    ...gone((of) => of.groups.map(([each]) => each)).map((each) => say.groups(label(each))),
    ...(selection.method ? [isOwnMethod(selection.method) ? say.design : say.method] : []),
    ...(/** @type {const} */ (["ratio", "average", "sort"])).filter((each) => view[each] && !kept.view[each]).map((each) => say[each]),
  ];
  return { selection: kept.rows.length ? kept : undefined, missing };
}
