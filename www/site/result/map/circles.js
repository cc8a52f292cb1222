// Draws counts as circles on a plain map. The area of a circle is proportional to the count.

import { s } from "../../shell/dom.js";
import { COLOURS, shade } from "../charts/svg.js";

/** @typedef {{ code: string, value: number, x: number, y: number }} Counted  an area's count and its place, in pixels */

/** The part of the drawing that all circles cover together. */
const COVERED = 0.17;
/** The largest radius as a part of the drawing's shorter side. */
const LARGEST = 0.1;
/** The smallest radius of the largest circle, in pixels. */
const SMALLEST = 5;
/** Smaller circles of the legend could not be seen, in pixels of the radius. */
const VISIBLE = 2;

/**
 * Returns the radius of a count. Counts of 0 or less have no circle.
 * @param {readonly number[]} values
 * @param {{ width: number, height: number }} drawing
 * @returns {(value: number) => number}
 */
export function radiusOf(values, { width, height }) {
  const positive = values.filter((value) => value > 0);
  const most = positive.reduce((largest, value) => Math.max(largest, value), 0);
  if (most === 0) return () => 0;
  const all = positive.reduce((sum, value) => sum + value / most, 0);
  const radius = Math.max(Math.min(Math.sqrt((COVERED * width * height) / (Math.PI * all)), LARGEST * Math.min(width, height)), SMALLEST);
  return (value) => (value > 0 ? radius * Math.sqrt(value / most) : 0);
}

/**
 * Returns the counts in the legend: up to three round numbers.
 * @param {number} most  the largest count
 * @param {(value: number) => number} radius
 */
export function roundCounts(most, radius) {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const first = [5, 2, 1].map((step) => step * power).find((step) => step <= most);
  if (first === undefined) return [];
  return [first, first / 5, first / 20].filter((value, at) => at === 0 || (Number.isInteger(value) && radius(value) >= VISIBLE));
}

const circle = (/** @type {Record<string, string | number>} */ more) => s("circle", { fill: shade(3), "fill-opacity": 0.78, stroke: COLOURS.sheet, "stroke-width": 1, ...more });

/**
 * Draws the circles, small ones above large ones.
 * @param {readonly Counted[]} counts
 * @param {(value: number) => number} radius
 */
export function circles(counts, radius) {
  return [...counts].filter(({ value }) => value > 0).sort((a, b) => b.value - a.value)
    .map(({ code, value, x, y }) => circle({ "data-circle": code, cx: x, cy: y, r: Math.round(radius(value) * 100) / 100 }));
}

/**
 * Draws the legend of circles in one line.
 * @param {readonly number[]} counts
 * @param {(value: number) => number} radius
 * @param {(value: number) => string} format
 * @returns {{ group: SVGElement, height: number }}
 */
export function circleLegend(counts, radius, format) {
  const height = Math.ceil(Math.max(2 * radius(counts[0] ?? 0), 14)) + 10;
  let x = 6;
  const group = s("g", { class: "map-circle-legend", "aria-hidden": "true" });
  for (const count of counts) {
    const [r, words] = [radius(count), format(count)];
    group.append(circle({ cx: x + r, cy: height / 2, r }), s("text", { x: x + 2 * r + 6, y: height / 2, dy: "0.35em", "text-anchor": "start", "font-size": 12, fill: COLOURS.ink }, words));
    x += 2 * r + 6 + words.length * 7 + 22;
  }
  return { group, height };
}
