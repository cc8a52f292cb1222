// The interval of each figure in the table.

import { figureIntervals } from "../../element/uncertainty.js";

/** @import { Layout } from "../../element/layout.js" */
/** @import { Table } from "../../choice/types.js" */
/** @import { Intervals } from "../table/table-view.js" */

/**
 * Returns the intervals of a table's figures.
 * @param {Table} table
 * @param {Layout} layout
 * @returns {Promise<Intervals>}  rejected where the publisher does not disclose intervals
 */
export async function intervalsOf(table, layout) {
  return figureIntervals(table, layout, await table.uncertainty());
}
