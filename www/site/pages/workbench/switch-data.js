// Moves a choice to another dataset. The choice keeps the parts that both datasets have.

import { fit } from "../../choice/repair.js";
import { axesOf, copyOf, variablesOf } from "../../choice/state.js";
import { isDesigned } from "../../choice/design.js";
import { listed } from "../../shell/words.js";

/** @import { Description, Selection } from "../../shell/types.js" */

/**
 * Returns the choice for the other dataset, and a list of the parts that this dataset does not have. The choice is
 * undefined if no variable remains in rows or columns.
 * @param {Selection} selection
 * @param {Description | undefined} from  undefined if the previous dataset did not open
 * @param {string} name  the folder of the other dataset
 * @param {Description} to
 * @returns {{ selection: Selection | undefined, missing: string[] }}
 */
export function carryOver(selection, from, name, to) {
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
  const missing = [
    ...gone(axesOf).map(label),
    ...gone((of) => of.filter.filter(([, codes]) => codes.length).map(([each]) => each)).map((each) => `the filter by ${label(each)}`),
    ...gone((of) => of.groups.map(([each]) => each)).map((each) => `the groups of ${label(each)}`),
    ...(selection.method ? [isDesigned(selection.method) ? "the designed p-table" : "the method"] : []),
    ...(["ratio", "average", "sort"]).filter((each) => selection.view[/** @type {"ratio"} */ (each)] && !kept.view[/** @type {"ratio"} */ (each)]).map((each) => (each === "sort" ? "the order of the rows" : `the ${each}`)),
  ];
  return { selection: kept.rows.length ? kept : undefined, missing };
}

/** A message such as "Not carried over: Student (not in this dataset)." @param {string[]} missing */
export function missingInWords(missing) {
  return missing.length ? `Not carried over: ${listed(missing)} (not in this dataset).` : "";
}
