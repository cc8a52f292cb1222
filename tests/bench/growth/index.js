import { cells } from "./cells.js";
import { dimensions } from "./dimensions.js";
import { records } from "./records.js";
import { tableCells } from "./table-cells.js";
import { tiles } from "./tiles.js";

/**
 * How a cost grows with one size; a file each in this folder.
 * @typedef {Record<string, number>} Step One size, and what was measured there: milliseconds, unless the name says otherwise
 * @typedef {{ name: string, title: string, sizes: number[], columns: string[], build(): void, measure(): Promise<Step[]> }} Growth
 *   `columns` of each step, the size first; `sizes` in that one
 */

/** @type {Growth[]} */
export const GROWTH = [cells, tableCells, dimensions, tiles, records];
