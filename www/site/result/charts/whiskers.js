// Whiskers: the interval that belongs to a figure, as the page's caller gives it.

import { ruleX, ruleY, tickX } from "@observablehq/plot";
import { s } from "../../shell/dom.js";
import { isMissing } from "./reading.js";
import { COLOURS, SWATCH } from "./svg.js";

/** @import { RenderableMark } from "@observablehq/plot" */
/** @import { ChartSpec } from "./chart.js" */
/** @import { LegendEntry } from "./file.js" */
/** @import { Kind } from "./kinds.js" */
/** @import { Figure } from "./reading.js" */

/**
 * @typedef {{ low: number, high: number, level: number }} Interval  `level`: the share of such intervals that contain
 *   the figure before protection, at most 1
 */

/** The kinds of charts with whiskers, and the reasons why other kinds have none. @type {Record<Kind, string>} */
const WITHOUT = {
  bar: "",
  line: "",
  pyramid: "",
  stacked: "Stacked bars have no whiskers: the ends of a part depend on the errors of all parts before it.",
  "stacked-100": "Stacked bars have no whiskers: the ends of a part depend on the errors of all parts before it.",
  heat: "A heat map has no whiskers: its shades show classes.",
};

/** Whether an interval can be drawn. @param {Interval | null} interval @returns {interval is Interval} */
const isSound = (interval) => interval !== null && [interval.low, interval.high, interval.level].every(Number.isFinite)
  && interval.low <= interval.high && interval.level > 0 && interval.level <= 1;

/** Returns the interval of a figure. A missing figure and a chart without whiskers have none. @param {ChartSpec} spec @param {Figure} figure */
export function intervalOf({ kind, interval }, figure) {
  const found = interval && WITHOUT[kind] === "" && !isMissing(figure) ? interval(figure) : null;
  return isSound(found) ? found : null;
}

/** @template {Figure} T @param {ChartSpec} spec @param {T[]} figures */
export const withWhiskers = (spec, figures) => figures.map((figure) => ({ ...figure, whisker: intervalOf(spec, figure) }));

/** Half the length of a whisker's ends, in pixels. */
const CAP = 4;

/**
 * Draws whiskers. On bars they have an outline in the colour of the background. Under lines they need none.
 * @param {{ whisker: Interval | null, sign?: number }[]} figures  `sign`: the side of the axis, in a pyramid; a whisker
 *   stays on its side
 * @param {{ fx?: string, fy?: string, x?: string, y?: string }} place
 * @param {"x" | "y"} along  the direction of the values
 * @param {string} stroke
 * @param {number} room  the room for the ends, across the whiskers, in pixels
 * @returns {RenderableMark[]}
 */
export function whiskers(figures, place, along, stroke, room) {
  const drawn = figures.flatMap(({ whisker, sign, ...figure }) => {
    const at = (/** @type {number} */ value) => (sign ? sign * Math.max(value, 0) : value);
    return whisker ? [{ ...figure, low: at(whisker.low), high: at(whisker.high) }] : [];
  });
  if (drawn.length === 0) return [];
  const cap = Math.min(CAP, room / 3);
  return [...(along === "x" ? [[COLOURS.sheet, 4.5]] : []), [stroke, 1.5]].flatMap(([stroke, strokeWidth]) => {
    const style = { ...place, stroke, strokeWidth };
    // A bar has a height of its own. A point has none, so the ends of its whisker reach beyond it.
    return along === "x"
      ? [ruleY(drawn, { ...style, x1: "low", x2: "high" }), ...["low", "high"].map((x) => tickX(drawn, { ...style, x, insetTop: room / 2 - cap, insetBottom: room / 2 - cap }))]
      : [ruleX(drawn, { ...style, y1: "low", y2: "high" }), ...["low", "high"].map((y) => ruleY(drawn, { ...style, y, x1: place.x, x2: place.x, insetLeft: -cap, insetRight: -cap }))];
  });
}

const ODDS = [2, 3, 4, 5, 10, 20, 50, 100, 1000];

/** Writes a share as "9 in 10". The text never overstates the share. @param {number} level */
export function odds(level) {
  const of = ODDS.find((of) => Math.abs(level * of - Math.round(level * of)) < 1e-6);
  return of ? `${Math.round(level * of)} in ${of}` : `${Math.floor(level * 1000) / 10} in 100`;
}

/**
 * Describes the whiskers of a chart, or says why it has none. Empty if the page has no intervals.
 * @param {ChartSpec} spec
 * @param {Figure[]} drawn
 */
export function whiskersInWords(spec, drawn) {
  if (spec.interval && WITHOUT[spec.kind] !== "") return WITHOUT[spec.kind];
  const levels = drawn.flatMap((figure) => intervalOf(spec, figure)?.level ?? []);
  if (levels.length === 0) return "";
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  return `Whiskers: ${least === 1 ? "all" : `${most > least ? "at least " : ""}${odds(least)}`} contain the figure before protection.`;
}

/** @param {string} text @returns {LegendEntry} */
export const whiskerEntry = (text) => ({
  fill: "", text,
  sample: () => s("svg", { class: "chart-swatch", viewBox: `0 0 ${SWATCH.width} ${SWATCH.height}`, ...SWATCH }, s("path", { d: "M3,8 H23 M3,4 V12 M23,4 V12", fill: "none", stroke: COLOURS.ink, "stroke-width": 1.5 })),
});
