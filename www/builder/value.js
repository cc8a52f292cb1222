// The reader's choice as plain JSON, for the property `value` of a builder.

import { emptySelection, plainView } from "../choice/state.js";

/** @import { Selection, View } from "../choice/types.js" */

/**
 * A query and a view in plain JSON. Absent fields have their defaults.
 * @typedef {object} Value
 * @property {string[]} [rows]
 * @property {string[]} [columns]
 * @property {{ [name: string]: string | null }} [layers]  variables that show one category at a time, with its code
 * @property {{ [name: string]: string[] }} [filter]
 * @property {readonly (readonly [name: string, groups: readonly (readonly [label: string, codes: readonly string[]])[]])[]} [groups]
 * @property {boolean} [totals]
 * @property {string} [method]
 * @property {Partial<View>} [view]
 */

/** @param {Selection} choice @returns {Value} without fields that have their defaults */
export function toValue({ rows, columns, layers, filter, groups, totals, method, view }) {
  const plain = plainView();
  const changed = Object.entries(view).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(plain[/** @type {keyof View} */ (name)]));
  return structuredClone({
    rows, columns,
    ...(layers.length ? { layers: Object.fromEntries(layers) } : {}),
    ...(filter.length ? { filter: Object.fromEntries(filter) } : {}),
    ...(groups.length ? { groups } : {}),
    ...(totals ? {} : { totals }),
    ...(method ? { method } : {}),
    ...(changed.length ? { view: Object.fromEntries(changed) } : {}),
  });
}

/** @param {Value} value @param {string | null} cube  the dataset's name @returns {Selection} */
export function fromValue({ rows = [], columns = [], layers = {}, filter = {}, groups = [], totals = true, method, view = {} }, cube) {
  const choice = emptySelection();
  return structuredClone({
    ...choice, cube, rows: [...rows], columns: [...columns], totals, method: method ?? null,
    layers: Object.entries(layers), filter: Object.entries(filter).map(([name, codes]) => /** @type {[string, string[]]} */ ([name, [...codes]])),
    groups: groups.map(([name, each]) => /** @type {[string, [string, string[]][]]} */ ([name, each.map(([label, codes]) => [label, [...codes]])])),
    view: { ...plainView(), ...view },
  });
}
