import { areas } from "./areas.js";
import { cells } from "./cells.js";
import { dimensions } from "./dimensions.js";
import { records } from "./records.js";
import { tableCells } from "./table-cells.js";
import { tiles } from "./tiles.js";

/** @import { Effort, Sizes } from "../sizes.js" */

/**
 * How a cost grows with one size. Each series has a file in this folder.
 * @typedef {Record<string, number>} Step One size and its measurements, in
 *   milliseconds unless the name has another unit
 * @typedef {{ name: string, title: string, sizes: number[], columns: string[], build(): void, measure(effort: Effort): Promise<Step[]> }} Growth
 *   `columns` are those of each step, starting with the size; `sizes` are the values of the first column
 */

/** @param {Sizes} sizes @returns {Growth[]} */
export const growthOf = ({ growth }) => [
  cells(growth.cells), tableCells(growth.table_cells), dimensions(growth.dimensions), tiles(growth.tiles), areas(growth.areas), records(growth.records),
];
