// Copies a table for spreadsheets: numbers without separators, headings, and labels that a spreadsheet never computes.

import { inert } from "./inert.js";
import { STATUSES } from "../../words/statuses.js";

/** @import { Layout } from "../../element/layout.js" */
/** @import { Table } from "../shell/types.js" */

/** @typedef {{ table: Table, layout: Layout }} Drawn */

/**
 * The part of a table to copy: whole lines, or selected figures.
 * @typedef {object} Part
 * @property {number} from  the first line
 * @property {number} to  the last line
 * @property {number[]} columns
 * @property {boolean} labels  whether each line begins with its headings
 * @property {boolean} heads  whether the copy begins with the headings of columns
 * @property {(line: number, column: number) => boolean} has  whether a figure is copied; other cells are empty in the
 *   copy
 */

/** Maximum cells of a copy as HTML. A larger copy is only plain text, because HTML takes too long. */
export const MARKED_UP_CELLS = 100_000;

/**
 * Formats figures without separators, because a spreadsheet in another language would misread separators.
 * @param {Drawn} drawn
 */
export function plainFigures({ layout }) {
  const { decimals } = layout;
  const { format } = new Intl.NumberFormat("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative", useGrouping: false });
  return (/** @type {number} */ line, /** @type {number} */ column) => {
    const { value, why } = layout.figure(line, column);
    if (value === null || why !== "") return why === "" ? "" : STATUSES[why].mark;
    return decimals ? format(value) : String(value);
  };
}

/** Selects the whole table. @param {Drawn} drawn @returns {Part} */
const whole = ({ layout: { height, width } }) => ({ from: 0, to: height - 1, columns: Array.from({ length: width }, (_, column) => column), labels: true, heads: true, has: () => true });

/**
 * Returns a record for each level of column headings, then a record for each line.
 * @param {Drawn} drawn
 * @param {Part} [part]
 * @returns {string[][]}
 */
export function records(drawn, { from, to, columns: taken, labels, heads, has } = whole(drawn)) {
  const { table, layout } = drawn;
  const { rows, columns } = layout;
  const figure = plainFigures(drawn);
  const corners = labels ? rows.map(({ axis }) => inert(axis.label)) : [];
  const above = columns.length === 0 ? [[...corners, ...taken.map(() => layout.heading || `Count (${table.cube.unit})`)]]
    : columns.map((_, level) => [
      ...(level === columns.length - 1 ? corners : corners.map(() => "")),
      ...taken.map((column) => inert(layout.codesOfColumn(column)[level].label)),
    ]);
  return [...(heads ? above : []), ...Array.from({ length: to - from + 1 }, (_, i) => [
    ...(labels ? layout.codesOf(from + i).map(({ label }) => inert(label)) : []),
    ...taken.map((column) => (has(from + i, column) ? figure(from + i, column) : "")),
  ])];
}

/** Joins records with tabs. @param {string[][]} records */
export function tabbed(records) {
  const bare = (/** @type {string} */ field) => field.replace(/[\t\r\n]+/g, " ");
  return records.map((record) => record.map(bare).join("\t")).join("\n");
}
