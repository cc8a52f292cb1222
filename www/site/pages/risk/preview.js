// The preview of a method: which cells of a table change, and by how much.

import { drawingOf } from "../../../element/render.js";
import { isTotal, layoutOf } from "../../../element/layout.js";
import { axisX, gridY, rectY, ruleY } from "@observablehq/plot";
import { methodOfCandidate } from "./candidates.js";
import { plainQuery } from "./measuring.js";
import { open } from "../../shell/catalogue.js";
import { h } from "../../shell/dom.js";
import { plotSvg } from "../../result/plot.js";
import { captionOf, counted, number } from "../../shell/words.js";

/** @import { Candidate } from "./candidates.js" */
/** @import { Cube, Selection, Table } from "../../shell/types.js" */

/**
 * A table by a method, beside the figures to compare with.
 * @typedef {object} Preview
 * @property {Table} table
 * @property {ArrayLike<number | null>} before  the true counts, or the figures of the dataset's own method
 * @property {boolean} revealed  whether `before` has the true counts
 */
/**
 * The changes of a table. Inner cells have no total on any axis.
 * @typedef {object} Changes
 * @property {number} cells
 * @property {number} changed
 * @property {number} hidden  changed cells without a figure
 * @property {number} totals
 * @property {number} changedTotals
 * @property {Map<number, number>} sizes  the number of inner cells by their change
 */

/**
 * Builds the table of a candidate. Without permission for true counts, the dataset's own method is the comparison.
 * @param {Selection} selection
 * @param {Candidate} candidate
 * @param {Cube} from  the cube of the unchanged records
 * @param {AbortSignal} signal
 * @returns {Promise<Preview>}
 */
export async function fetchPreview(selection, candidate, from, signal) {
  const measured = candidate.cube === undefined ? from : await open(candidate.cube);
  const query = { ...plainQuery(selection), totals: selection.totals, signal };
  const reveal = from.mayReveal;
  const table = await measured.table({ ...query, method: await methodOfCandidate(candidate, measured), reveal: reveal && measured === from });
  const { values, trueCounts } = table.trueCounts ? table : await from.table({ ...query, reveal });
  const before = trueCounts ?? values;
  return { table, before, revealed: reveal };
}

/** The change of a cell; NaN for a figure that appears or disappears. @param {number | null} before @param {number | null} after */
const changeOf = (before, after) => (before === after ? 0 : before === null || after === null ? NaN : after - before);

/** @param {Preview} preview @returns {Changes} */
export function changesOf({ table, before }) {
  const { values, dimensions, shape } = table;
  const totalsOf = dimensions.map(({ codes }) => codes.map(isTotal));
  /** @type {Changes} */
  const found = { cells: 0, changed: 0, hidden: 0, totals: 0, changedTotals: 0, sizes: new Map() };
  values.forEach((value, cell) => {
    let rest = cell;
    let total = false;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      total ||= totalsOf[axis][rest % shape[axis]];
      rest = Math.floor(rest / shape[axis]);
    }
    const change = changeOf(before[cell], value);
    if (total) {
      found.totals++;
      found.changedTotals += Number(change !== 0);
      return;
    }
    found.cells++;
    found.changed += Number(change !== 0);
    if (Number.isNaN(change)) found.hidden++;
    else found.sizes.set(change, (found.sizes.get(change) ?? 0) + 1);
  });
  return found;
}

const signed = (/** @type {number} */ change) => (change > 0 ? `+${number(change)}` : change < 0 ? `−${number(-change)}` : "0");

/** Writes a share as a percentage that is never 0% or 100% by rounding. @param {number} part @param {number} whole */
function percent(part, whole) {
  const rounded = Math.round((100 * part) / whole);
  return part > 0 && rounded === 0 ? "less than 1%" : part < whole && rounded === 100 ? "over 99%" : `${rounded}%`;
}

/** Describes the changes in sentences. @param {Changes} changes @param {boolean} revealed */
export function changesInWords({ cells, changed, hidden, totals, changedTotals, sizes }, revealed) {
  const against = revealed ? "" : " against this dataset’s own method";
  const moved = [...sizes].filter(([change]) => change !== 0).sort(([a], [b]) => a - b);
  const moves = moved.reduce((sum, [, count]) => sum + count, 0);
  const average = moved.reduce((sum, [change, count]) => sum + Math.abs(change) * count, 0) / moves;
  return [
    changed === 0 ? `No cell changes${against}.` : `${number(changed)} of ${counted(cells, "cell")} change${against} (${percent(changed, cells)}).`,
    moves === 0 ? "" : `They move by ${number(Math.round(average * 10) / 10)} on average, from ${signed(moved[0][0])} to ${signed(moved[moved.length - 1][0])}.`,
    hidden === 0 ? "" : `${counted(hidden, "cell shows", "cells show")} no figure.`,
    changedTotals === 0 ? "" : `${number(changedTotals)} of ${counted(totals, "total")} change too.`,
  ].filter(Boolean).join(" ");
}

/**
 * Draws the number of cells by their change. Undefined if no figure changes.
 * @param {Changes} changes
 * @param {number} width
 */
export function changesChart({ sizes }, width) {
  const bars = [...sizes].map(([change, cells]) => ({ change, cells }));
  if (!bars.some(({ change }) => change !== 0)) return undefined;
  const [from, to] = [Math.min(...sizes.keys()), Math.max(...sizes.keys())];
  return plotSvg({
    width,
    height: 96,
    marginTop: 4,
    marginLeft: 8,
    marginRight: 8,
    marginBottom: 38,
    x: { domain: [from - 0.5, to + 0.5] },
    y: { axis: null },
    marks: [
      gridY({ ticks: 4, stroke: "var(--hair)", strokeOpacity: 1 }),
      rectY(bars, { x1: (bar) => bar.change - 0.5, x2: (bar) => bar.change + 0.5, y: "cells", inset: to - from > 60 ? 0 : 0.75, fill: (bar) => (bar.change === 0 ? "var(--edge)" : "var(--accent)"), title: ({ change, cells }) => `${counted(cells, "cell")}: ${signed(change)}` }),
      ruleY([0]),
      axisX({ ticks: Math.min(to - from, Math.floor(width / 50)), label: "change of a cell →", tickFormat: (change) => (Number.isInteger(change) ? signed(change) : ""), tickSize: 3 }),
    ],
  }, `Bars: the number of cells by their change, from ${signed(from)} to ${signed(to)}`);
}

/** The most cells that are drawn at once, and the most columns. A preview is no place to read a large table. */
const DRAWN_CELLS = 2_000;
const DRAWN_COLUMNS = 500;

/**
 * Draws the table with its changed cells marked. A button adds further rows. Undefined for a table with too many
 * columns.
 * @param {Preview} preview
 */
export function changesTable({ table, before, revealed }) {
  const layout = layoutOf(table);
  if (layout.width > DRAWN_COLUMNS) return undefined;
  const drawing = drawingOf(table, layout, { locale: document.documentElement.lang });
  const element = drawing.start();
  element.caption?.replaceChildren(captionOf(table));
  element.caption?.classList.add("hidden-visually");
  const body = h("tbody");
  element.append(body);
  const step = Math.max(1, Math.floor(DRAWN_CELLS / layout.width));
  const more = h("button", { type: "button", click: add });

  /** @param {number} line */
  function lineOf(line) {
    const row = drawing.line(line);
    row.querySelectorAll("td").forEach((cell, column) => {
      const at = layout.figure(line, column).cell;
      const change = changeOf(before[at], table.values[at]);
      if (change === 0) return;
      cell.classList.add("changed");
      const old = before[at];
      if (revealed) cell.prepend(h("del", {}, old === null ? "–" : number(old)), " ");
      else if (!Number.isNaN(change)) cell.append(" ", h("small", {}, signed(change)));
    });
    return row;
  }

  function add() {
    const from = body.children.length;
    for (let line = from; line < Math.min(from + step, layout.height); line++) body.append(lineOf(line));
    const left = layout.height - body.children.length;
    more.hidden = left === 0;
    more.textContent = `Show ${counted(Math.min(left, step), "more row", "more rows")} of ${number(left)}`;
  }

  add();
  return { element, more };
}
