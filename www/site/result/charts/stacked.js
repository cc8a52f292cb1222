// Stacked bars: each bar is divided into parts, and is as long as the sum of the shown parts, or 100%. A part without a
// figure has a mark after the bar, because its length is unknown.

import { barX, text } from "@observablehq/plot";
import { BOLD, finish, lengthOf, STUB } from "./chart.js";
import { barFrame, barsOf } from "./frame.js";
import { isMissing } from "./reading.js";
import { figure as written, markOf } from "./shorthand.js";
import { isolatedLtr } from "../../../words/isolated.js";
import { COLOURS, series, step } from "./svg.js";

/** @import { ChartSpec, Sketch } from "./chart.js" */
/** @import { Stack, Stacked } from "./parts.js" */

const HEADING_HEIGHT = 18;
/** The width of a digit in pixels. */
const DIGIT = 7.6;
/** The largest part of the width for the texts at the ends of bars. */
const MOST_TAIL = 0.5;

/** @param {ChartSpec} spec @param {string} words @returns {Sketch} */
export function drawStacked(spec, words) {
  const { reading, kinds, format } = spec;
  const { main, parts, groups: all } = /** @type {Stacked} */ (reading.stacked);
  const { codes, ordered } = reading.axes[parts];
  const shares = spec.kind === "stacked-100";
  const { kept, notes } = barsOf(reading.axes[main], (at) => all.reduce((sum, { stacks }) => sum + stacks[at].sum, 0), all.some(({ stacks }) => stacks.some(({ complete }) => !complete)));
  const groups = all.map(({ name, stacks }) => ({ name, stacks: kept.map((at) => stacks[at]) }));
  const bars = groups.flatMap(({ stacks }) => stacks);
  const fill = (/** @type {number} */ part) => (ordered ? step(part, codes.length) : { fill: series(part), on: COLOURS.sheet });
  const stub = bars.some(({ complete }) => !complete) ? STUB : 0;
  const high = shares ? 100 : Math.max(...bars.map(({ sum }) => sum), 0) || 1;
  const tailOf = (/** @type {End} */ form) => bars.reduce((length, stack) => Math.max(length, lengthOf(endOf(spec, stack, form))), 1) * BOLD + 6 + stub;
  const frameFor = (/** @type {number} */ tail, heading = 0) => barFrame(spec, { codes: reading.axes[main].codes, kept, groups, range: [0, high], tail, heading, most: high });
  const form = ENDS.find((form) => tailOf(form) <= frameFor(0).inner * MOST_TAIL) ?? ENDS[ENDS.length - 1];
  const tail = tailOf(form);
  const headings = groups.length === 1 ? headingsOf(bars[0], codes, frameFor(tail)) : null;
  const frame = frameFor(tail, headings ? HEADING_HEIGHT : 0);
  const placed = frame.panels.flatMap(({ stacks, fx, fy }) => stacks.map((stack) => ({ ...pieces(stack, parts, STUB * frame.perPixel), stack, fx, fy, y: stack.at })));
  const there = placed.flatMap(({ shown, fx, fy, y }) => shown.map((piece) => ({ ...piece, fx, fy, y, label: fits(format(piece.value), (piece.x2 - piece.x1) / frame.perPixel) })));
  const missing = placed.flatMap(({ gone, fx, fy, y }) => gone.map((piece) => ({ ...piece, fx, fy, y })));
  const place = { fx: "fx", fy: "fy", y: "y" };
  const piece = { ...place, x1: "x1", x2: "x2", title: (/** @type {{ cell: number }} */ { cell }) => String(cell) };
  const svg = frame.draw([
    // A line in the colour of the background separates parts. The lightest shades need a darker outline.
    barX(there, { ...piece, fill: ({ part }) => fill(part).fill, stroke: ordered ? COLOURS.edge : COLOURS.sheet, strokeWidth: 0.75 }),
    barX(missing, { ...piece, fill: ({ why }) => kinds.fill(why || "blocked"), stroke: COLOURS.edge, strokeWidth: 0.75 }),
    text(there.filter(({ label }) => label), { ...place, x: ({ x1, x2 }) => (x1 + x2) / 2, text: "label", fill: ({ part }) => fill(part).on, pointerEvents: "none" }),
    text(placed, { ...place, x: "end", text: ({ stack }) => endOf(spec, stack, form), textAnchor: "start", dx: 4, fill: COLOURS.ink, fontWeight: 600 }),
    ...(headings ? [text(headings, { frameAnchor: "top", x: ({ x }) => x * frame.perPixel, text: "label", textAnchor: "start", dy: -HEADING_HEIGHT + 2, fontWeight: 600, fill: ({ part }) => (ordered ? COLOURS.ink : series(part)) })] : []),
  ], words);
  return {
    svg: finish(svg, spec), drawn: bars.flatMap(({ parts }) => parts), notes,
    legend: headings ? [] : codes.map(({ label }, part) => ({ fill: fill(part).fill, text: isolatedLtr(label) })),
  };
}

/** Returns a label, or nothing if its room in pixels is too small. @param {string} label @param {number} room */
const fits = (label, room) => (lengthOf(label) * DIGIT + 4 <= room ? label : "");

/**
 * Places the parts of a bar one after another, then the marks of its missing parts.
 * @param {Stack} stack
 * @param {number} axis  the axis of the parts
 * @param {number} stub  the width of the marks of missing parts
 */
function pieces(stack, axis, stub) {
  let x = 0;
  const shown = stack.parts.flatMap((figure) => {
    if (isMissing(figure)) return [];
    const value = /** @type {number} */ (figure.value);
    return [{ cell: figure.cell, part: figure.at[axis], value, x1: x, x2: (x += value) }];
  });
  const withheld = stack.parts.filter(isMissing);
  const gone = withheld.map(({ cell, why }, at) => ({ cell, why, x1: x + (at * stub) / withheld.length, x2: x + ((at + 1) * stub) / withheld.length }));
  return { shown, gone, end: gone.length > 0 ? x + stub : x };
}

/** The texts at the ends of bars, from the longest: "456 + 2 [c]", "456 + [c]" and "[c]". */
const ENDS = /** @type {const} */ (["counted", "short", "marks"]);
/** @typedef {typeof ENDS[number]} End */

/**
 * Writes the text at the end of a bar: the sum of its shown parts, and the shorthand of missing parts.
 * @param {ChartSpec} spec
 * @param {Stack} stack
 * @param {End} form
 */
function endOf({ kind, format }, { parts, sum }, form) {
  const missing = parts.filter(isMissing);
  /** @type {Map<string, number>} */
  const marks = new Map();
  for (const { why } of missing) marks.set(markOf(why || "blocked"), (marks.get(markOf(why || "blocked")) ?? 0) + 1);
  const shown = missing.length === parts.length || form === "marks" ? [] : [kind === "stacked-100" ? `of ${written(sum)}` : format(sum)];
  return [...shown, ...[...marks].map(([mark, count]) => (count === 1 || form !== "counted" ? mark : `${count} ${mark}`))].join(" + ");
}

/**
 * Returns the names of the parts above the first bar, at the start of their parts. Returns null if a name would reach
 * the next name; the chart then has a legend.
 * @param {Stack} stack
 * @param {{ label: string }[]} codes
 * @param {{ inner: number, perPixel: number }} frame
 */
function headingsOf(stack, codes, { inner, perPixel }) {
  if (!stack.complete) return null;
  let x = 0;
  const headings = stack.parts.map(({ value }, part) => {
    const at = x;
    x += (value ?? 0) / perPixel;
    return { part, x: at, label: isolatedLtr(codes[part].label) };
  });
  const free = headings.every((each, at) => each.x + lengthOf(codes[at].label) * BOLD + 8 <= (headings[at + 1]?.x ?? inner));
  return free ? headings : null;
}
