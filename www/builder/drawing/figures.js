// The figures of a chart, and the kinds of charts that fit a table.

import { workedOut } from "../../site/result/charts/derived.js";
import { chartsFor } from "../../site/result/charts/kinds.js";

/** @import { ChartKind } from "../../choice/types.js" */
/** @import { Wanted } from "./drawing.js" */

/**
 * Returns the figures of the chart: the figures of the table, or ratios and averages that the page computes.
 * @param {Pick<Wanted, "cube" | "table" | "selection">} of
 */
export function drawnOf({ table, cube, selection: { layers, view, groups } }) {
  const derived = workedOut(table, view, layers);
  return derived ? { drawable: derived.table, how: { worked: derived.worked } } : { drawable: table, how: { layers, percent: view.percent, groups, preprotected: cube.release === "preprotected" } };
}

/** Why some kinds of charts do not fit a table. @param {Parameters<typeof drawnOf>[0]} shown @returns {Partial<Record<ChartKind, string>>} */
export function unfitCharts(shown) {
  const { drawable, how } = drawnOf(shown);
  return Object.fromEntries(chartsFor(drawable, how.layers, how.worked, how).flatMap(({ kind, fits, why }) => (fits ? [] : [[kind, why ?? ""]])));
}
