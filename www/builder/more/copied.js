// Reads the selected part of the table, for spreadsheets. This script is loaded when a selection begins.

import { h } from "../../site/shell/dom.js";
import { MARKED_UP_CELLS, records, tabbed } from "../../site/result/spreadsheet.js";

/** @import { Drawn } from "../../site/result/spreadsheet.js" */

/**
 * Returns the selected lines and columns. If the headings of one line are selected, all lines get headings. A selection
 * beyond the rows in the page includes rows that are not in the page. The browser itself copies a single cell.
 * @param
 *   {{ selection: Selection, element: HTMLTableElement, drawn: Drawn, lineOf: (row: Element) => number | undefined }}
 *   of
 * @returns {{ text: string, html: string | undefined, lines: number } | undefined}  undefined for a single cell
 */
export function selectedIn({ selection, element, drawn, lineOf }) {
  const { height, width, rows } = drawn.layout;
  const has = (/** @type {Element} */ node) => selection.containsNode(node, true);
  /** The selected columns of each line in the page. @type {Map<number, Set<number>>} */
  const present = new Map();
  let labels = false;
  for (const row of element.querySelectorAll("tr")) {
    const line = lineOf(row);
    if (line === undefined || !has(row)) continue;
    const figures = [...row.cells].filter((cell) => cell.tagName === "TD");
    present.set(line, new Set(figures.flatMap((cell, column) => (has(cell) ? [column] : []))));
    labels ||= [...row.cells].some((cell) => cell.tagName === "TH" && has(cell));
  }
  if (present.size === 0) return undefined;
  const [above, below] = [...element.querySelectorAll(".room")].map((room) => !room.hasAttribute("hidden") && has(room));
  const [from, to] = [above ? 0 : Math.min(...present.keys()), below ? height - 1 : Math.max(...present.keys())];
  const chosen = new Set([...present.values()].flatMap((columns) => [...columns]));
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => above || below || chosen.has(column));
  if (from === to && columns.length + Number(labels) < 2) return undefined;
  const heads = [...(element.tHead?.rows ?? [])].some(has);
  const all = records(drawn, { from, to, columns, labels, heads, has: (line, column) => present.get(line)?.has(column) ?? true });
  const [headed, beside] = [all.length - (to - from + 1), labels ? rows.length : 0];
  const html = all.length * all[0].length > MARKED_UP_CELLS ? undefined
    : h("table", {}, ...all.map((record, i) => h("tr", {}, ...record.map((text, j) => h(i < headed || j < beside ? "th" : "td", {}, text))))).outerHTML;
  return { text: tabbed(all), html, lines: to - from + 1 };
}
