// Scales of the charts: from values to pixels, and round numbers on an axis.

/** @import { Axis } from "../types.js" */

/** @typedef {{ at: (value: number) => number, ticks: number[] }} Scale */

/**
 * @param {[low: number, high: number]} domain
 * @param {[start: number, end: number]} pixels
 * @param {{ most?: number, scale?: Axis["scale"] }} [how]  `most`: the number of ticks
 * @returns {Scale}
 */
export function scaleOf([low, high], [start, end], { most = 6, scale = "linear" } = {}) {
  const place = scale === "log" ? Math.log10 : (/** @type {number} */ value) => value;
  const [from, to] = [place(low), place(high)];
  const at = (/** @type {number} */ value) => start + ((place(value) - from) / (to - from || 1)) * (end - start);
  return { at, ticks: scale === "log" ? powers(low, high) : roundNumbers(low, high, most) };
}

/** The powers of ten in a range. @param {number} low @param {number} high */
function powers(low, high) {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  return Array.from({ length: Math.floor(Math.log10(high) + 1e-9) - first + 1 }, (_, at) => 10 ** (first + at));
}

/** @param {number} low @param {number} high @param {number} most @returns {number[]} */
export function roundNumbers(low, high, most) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The range of values with some room on both sides. @param {number[]} values @param {number} room share of the range @returns {[number, number]} */
export function rangeOf(values, room) {
  const [low, high] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  const span = high - low || 1;
  return [low - room * span, high + room * span];
}

export const written = (/** @type {number} */ value) => value.toLocaleString("en-GB", { maximumFractionDigits: 4 }).replace("-", "−");
