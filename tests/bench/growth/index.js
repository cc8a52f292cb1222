import { cells } from "./cells.js";
import { dimensions } from "./dimensions.js";
import { records } from "./records.js";
import { tableCells } from "./table-cells.js";
import { tiles } from "./tiles.js";

/** @import { Effort, Sizes } from "../sizes.js" */

/**
 * How a cost grows with one size; a file each in this folder.
 * @typedef {Record<string, number>} Step One size, and what was measured there: milliseconds, unless the name says otherwise
 * @typedef {{ name: string, title: string, sizes: number[], columns: string[], build(): void, measure(effort: Effort): Promise<Step[]> }} Growth
 *   `columns` of each step, the size first; `sizes` in the column of the size
 */

/** @param {Sizes} sizes @returns {Growth[]} */
export const growthOf = ({ growth }) => [
  cells(growth.cells), tableCells(growth.table_cells), dimensions(growth.dimensions), tiles(growth.tiles), records(growth.records),
];
