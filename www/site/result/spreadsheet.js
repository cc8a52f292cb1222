// Figures and labels as a spreadsheet takes them: plain numbers under their headings, and labels that are never worked out.

import { inert } from "./inert.js";
import { STATUSES } from "../../words/statuses.js";

/** @import { Layout } from "../../element/layout.js" */
/** @import { Table } from "../shell/types.js" */

/** @typedef {{ table: Table, layout: Layout }} Drawn */

/**
 * What of a table is taken: whole lines, or what of them is selected.
 * @typedef {object} Part
 * @property {number} from  line
 * @property {number} to  line, itself taken too
 * @property {number[]} columns
 * @property {boolean} labels  whether each line has its headings before it
 * @property {boolean} heads  whether the headings of columns stand above
 * @property {(line: number, column: number) => boolean} has  a figure that is not taken leaves its place empty
 */

/** A spreadsheet takes the plain text as well; markup of more cells than this takes too long. */
export const MARKED_UP_CELLS = 100_000;

/** Rounded as on the page, halves of a negative figure too; no separators, which a spreadsheet in another language would misread. @param {Drawn} drawn */
export function plainFigures({ layout }) {
  const { decimals } = layout;
  const { format } = new Intl.NumberFormat("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative", useGrouping: false });
  return (/** @type {number} */ line, /** @type {number} */ column) => {
    const { value, why } = layout.figure(line, column);
    if (value === null || why !== "") return why === "" ? "" : STATUSES[why].mark;
    return decimals ? format(value) : String(value);
  };
}

/** All of it. @param {Drawn} drawn @returns {Part} */
const whole = ({ layout: { height, width } }) => ({ from: 0, to: height - 1, columns: Array.from({ length: width }, (_, column) => column), labels: true, heads: true, has: () => true });

/** A record for each line, after one for each level of column headings. @param {Drawn} drawn @param {Part} [part] @returns {string[][]} */
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

/** Lines with tabs. @param {string[][]} records */
export function tabbed(records) {
  const bare = (/** @type {string} */ field) => field.replace(/[\t\r\n]+/g, " ");
  return records.map((record) => record.map(bare).join("\t")).join("\n");
}
