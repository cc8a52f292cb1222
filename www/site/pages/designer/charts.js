// The designer's charts, drawn with Observable Plot. Screen readers get each chart as an image, and its numbers as a
// table.

import { axisX, axisY, gridY, rect, rectY, ruleY } from "@observablehq/plot";
import { plotSvg } from "../../result/plot.js";
import { LEAST_PROBABILITY, probability, signed } from "./figures.js";

/** @import { Designed, DesignedRow } from "../../shell/types.js" */

/** Colours from small to large probabilities. Lightness changes in even steps, so the charts work without colour. */
const RAMPS = {
  light: ["#eef4f2", "#b9d6d4", "#73adb0", "#2f7f88", "#0b4f58", "#062e35"],
  dark: ["#26383c", "#25474b", "#34717a", "#57a3a6", "#97d2cf", "#ddf5f1"],
};

/** Returns a function from numbers between 0 and 1 to colours. @param {string[]} stops */
const ramp = (stops) => (/** @type {number} */ t) => {
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const from = Math.min(Math.floor(at), stops.length - 2);
  const part = (/** @type {number} */ channel) => {
    const [a, b] = [stops[from], stops[from + 1]].map((stop) => parseInt(stop.slice(1 + 2 * channel, 3 + 2 * channel), 16));
    return Math.round(a + (b - a) * (at - from));
  };
  return `rgb(${part(0)}, ${part(1)}, ${part(2)})`;
};

/** @param {boolean} dark @param {number} top */
function colours(dark, top) {
  // A square root scale makes small probabilities distinguishable.
  return /** @type {const} */ ({ type: "sqrt", domain: [0, top], interpolate: ramp(dark ? RAMPS.dark : RAMPS.light), clamp: true });
}

/** The largest probability in the rows of counts above 0. @param {Designed} designed */
function largest({ rows }) {
  return rows.slice(1).reduce((top, row) => Math.max(top, ...row.probabilities), 0);
}

/** Axis ticks: `most` or fewer round whole numbers. @param {number} from @param {number} to @param {number} most */
function ticks(from, to, most) {
  const step = [1, 2, 5, 10, 20, 25, 50].find((step) => (to - from) / step < most) ?? 100;
  const numbers = [];
  for (let n = Math.ceil(from / step) * step; n <= to; n += step) numbers.push(n);
  return numbers;
}

/** The ranges of noise that are possible in a row. @param {DesignedRow} row */
function possible({ count, noise, probabilities }) {
  /** @type {{ count: number, from: number, to: number }[]} */
  const runs = [];
  noise.forEach((noise, at) => {
    if (probabilities[at] < LEAST_PROBABILITY) return;
    const run = runs[runs.length - 1];
    if (run?.to === noise - 1) run.to = noise;
    else runs.push({ count, from: noise, to: noise });
  });
  return runs;
}

/**
 * Draws the heat map of all rows: a line for each true count, and a square for each outcome.
 * @param {Designed} designed
 * @param
 *   {{ width: number, dark: boolean, maxChange: number, blocked: number, chosen: number, across: "noise" | "value" }}
 *   how
 */
export function drawMap(designed, { width, dark, maxChange, blocked, chosen, across }) {
  const last = designed.rows.length - 1;
  const byNoise = across === "noise";
  const [low, high] = byNoise ? [-maxChange, maxChange] : [0, last + maxChange];
  const left = (/** @type {number} */ count) => (byNoise ? 0 : count);
  const top = largest(designed);
  // A large table has thousands of squares. Squares too faint to see are not drawn.
  const cells = designed.rows.flatMap(({ count, noise, probabilities }) =>
    noise.flatMap((noise, at) => (probabilities[at] > top / 10000 ? [{ count, noise, p: probabilities[at] }] : [])));
  const lines = designed.rows.flatMap(possible);
  const changing = designed.rows.slice(1);
  const impossible = byNoise ? changing.flatMap(({ count }) => (count < maxChange ? [{ count, from: -maxChange, to: -count - 1 }] : [])) : [];
  const hidden = changing.flatMap(({ count }) => {
    const [from, to] = [Math.max(1 - count, -maxChange), Math.min(blocked - count, maxChange)];
    return from <= to ? [{ count, from, to }] : [];
  });
  const tall = { y1: (/** @type {{ count: number }} */ { count }) => count - 0.5, y2: (/** @type {{ count: number }} */ { count }) => count + 0.5, inset: last > 30 ? 0 : 0.5 };
  const wide = { x1: (/** @type {typeof lines[0]} */ { count, from }) => left(count) + from - 0.5, x2: (/** @type {typeof lines[0]} */ { count, to }) => left(count) + to + 0.5, ...tall };
  const square = { x1: (/** @type {typeof cells[0]} */ { count, noise }) => left(count) + noise - 0.5, x2: (/** @type {typeof cells[0]} */ { count, noise }) => left(count) + noise + 0.5, ...tall };
  // Squares too small to point at have no tooltip. The table has their numbers.
  const title = last > 30 ? undefined : (/** @type {typeof cells[0]} */ { count, noise, p }) => `count ${count}, noise ${signed(noise)}: ${probability(p)}`;
  const height = Math.min(Math.max(24 * (last + 1), 180), 560);
  return plotSvg({
    width,
    height: height + 68,
    marginTop: 24,
    marginLeft: 48,
    marginRight: 14,
    marginBottom: 44,
    x: { domain: [low - 0.5, high + 0.5] },
    y: { domain: [-0.5, last + 0.5], reverse: true },
    color: colours(dark, top),
    marks: [
      rect(impossible, { ...wide, fill: "url(#dots)" }),
      rect(lines, { ...wide, fill: () => 0 }),
      rect(hidden, { ...wide, fill: "var(--sheet)" }),
      rect(hidden, { ...wide, fill: "url(#hatch)" }),
      rect(cells, { ...square, fill: "p", title }),
      rect([chosen], { x1: low - 0.5, x2: high + 0.5, y1: chosen - 0.5, y2: chosen + 0.5, stroke: "var(--ink)", strokeWidth: 1.5 }),
      axisX(ticks(low, high, width / 40), { label: byNoise ? "noise →" : "published value →", tickFormat: byNoise ? signed : String, tickSize: 4 }),
      axisY(ticks(0, last, height / 18), { label: "↓ true count", tickFormat: (count) => (count === last ? `${count}+` : `${count}`), tickSize: 4, labelAnchor: "top" }),
    ],
  }, `Heat map of ${designed.rows.length} rows: the probability of each ${byNoise ? "noise value" : "published value"} for each true count`);
}

/**
 * Returns the true count of the line at the pointer; undefined outside the map.
 * @param {ReturnType<typeof plotSvg>} map
 * @param {MouseEvent} event
 * @param {number} last
 */
export function countAt(map, event, last) {
  const box = map.getBoundingClientRect();
  const y = ((event.clientY - box.top) / box.height) * map.viewBox.baseVal.height;
  const count = Math.round(map.scale("y")?.invert?.(y) ?? NaN);
  return count >= 0 && count <= last ? count : undefined;
}

/** Draws the colour scale of the map. @param {Designed} designed @param {boolean} dark */
export function drawScale(designed, dark) {
  const top = largest(designed);
  const steps = Array.from({ length: 40 }, (_, at) => ({ from: (at / 40) * top, to: ((at + 1) / 40) * top }));
  return plotSvg({
    width: 208,
    height: 40,
    marginTop: 2,
    marginLeft: 8,
    marginRight: 18,
    marginBottom: 24,
    x: { domain: [0, top] },
    y: { axis: null },
    color: colours(dark, top),
    marks: [
      rect(steps, { x1: "from", x2: "to", y1: 0, y2: 1, fill: (step) => (step.from + step.to) / 2, insetRight: -0.6 }),
      axisX({ ticks: 4, tickSize: 3, label: null, tickFormat: probability }),
    ],
  }, `Colours from probability 0 to ${probability(top)}`);
}

/**
 * Draws the probability of each noise value of one row as a bar.
 * @param {DesignedRow} row
 * @param {{ width: number, maxChange: number, name: string }} how  `name`: the name of the row's count
 */
export function drawBars({ noise, probabilities }, { width, maxChange, name }) {
  const bars = noise.map((noise, at) => ({ noise, p: probabilities[at] }));
  return plotSvg({
    width,
    height: 260,
    marginTop: 22,
    marginLeft: 48,
    marginRight: 14,
    marginBottom: 40,
    x: { domain: [-maxChange - 0.5, maxChange + 0.5] },
    y: { domain: [0, Math.max(...probabilities) * 1.05] },
    marks: [
      gridY({ ticks: 5, stroke: "var(--hair)", strokeOpacity: 1 }),
      rectY(bars, { x1: (d) => d.noise - 0.5, x2: (d) => d.noise + 0.5, y: "p", inset: noise.length > 60 ? 0 : 0.75, fill: "var(--accent)", title: ({ noise, p }) => `noise ${signed(noise)}: ${probability(p)}` }),
      ruleY([0]),
      axisX(ticks(-maxChange, maxChange, width / 40), { label: "noise →", tickFormat: signed, tickSize: 4 }),
      axisY({ ticks: 5, label: "↑ probability", tickSize: 0, tickFormat: probability }),
    ],
  }, `Bars: the probability of each noise value for a true count of ${name}`);
}
