// The peel: true counts or noise in place of the published values, in the same rows and columns.

import { layoutOf } from "../element/layout.js";
import { PLAIN } from "../choice/state.js";

/** @import { Layout } from "../element/layout.js" */
/** @import { Selection, Table } from "../choice/types.js" */

/**
 * Lays out a table as its view asks: the published values, the true counts or the noise. `published` is the layout of the
 * published values in the same rows and columns.
 * @param {Table} table
 * @param {Selection} selection
 * @returns {{ layout: Layout, published: Layout }}
 */
export function peeled(table, { view, layers }) {
  const { peel } = view;
  const { trueCounts, noise } = table;
  const published = (/** @type {typeof view} */ of) => layoutOf(table, of, layers);
  if (!peel || !trueCounts || !noise) {
    const layout = published(view);
    return { layout, published: layout };
  }
  // The order of rows and the hidden rows would follow the values, and the rows would move. Noise has no percentages.
  const still = { ...view, sort: null, hideEmpty: false, ...(peel === "noise" ? PLAIN : {}) };
  const { dimensions, shape, status, decimals } = table;
  const figures = { dimensions, shape, status: status.map(() => /** @type {const} */ ("")), decimals, values: [...(peel === "true" ? trueCounts : noise)] };
  return { layout: layoutOf(figures, still, layers), published: published(still) };
}
