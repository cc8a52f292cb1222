// The risk–utility map: a panel for each table, and a numbered symbol for each method. Screen readers get the map as an
// image, and its figures as a table.

import { dot, frame, gridX, gridY, link, axisX, axisY, plot, ruleY, text } from "@observablehq/plot";
import { s } from "../../shell/dom.js";
import { figure } from "../../result/measured.js";
import { isTolerable } from "./points.js";
import { plotSvg } from "../../result/plot.js";
import { isTableKind } from "../../../element/additivity.js";

/** @import { Comparand, Place } from "./points.js" */
/** @typedef {{ ink: string, quiet: string, hair: string, sheet: string, accent: string, alarm: string }} Colours */

/** Colours on the page. Image files have no style sheet, so they use the colours in `FILE`. @type {Colours} */
const PAGE = { ink: "var(--ink)", quiet: "var(--quiet)", hair: "var(--hair)", sheet: "var(--sheet)", accent: "var(--accent)", alarm: "var(--alarm)" };
/** @type {Colours} */
const FILE = { ink: "#1b2326", quiet: "#556064", hair: "#dddad0", sheet: "#ffffff", accent: "#0d5b63", alarm: "#9b2c1f" };

/** The symbol and the name of each kind of method. */
export const SYMBOLS = /** @type {const} */ ([
  ["cell-key", "circle", "cell-key perturbation"],
  ["random-rounding", "square", "random rounding"],
  ["threshold-rounding", "diamond", "threshold and rounding"],
  ["small-cell", "triangle", "small-cell perturbation"],
  ["transition-matrix", "star", "transition matrix"],
  ["table", "wye", "a method that looks at the whole table"],
  ["changed", "down", "records changed before tabulation"],
  ["none", "cross", "no protection"],
]);

/** A triangle that points down, because d3 has no eighth filled symbol. */
const DOWN = {
  /** @param {CanvasPath} context @param {number} size */
  draw(context, size) {
    const y = Math.sqrt(size / (Math.sqrt(3) * 3));
    context.moveTo(0, 2 * y);
    context.lineTo(-Math.sqrt(3) * y, -y);
    context.lineTo(Math.sqrt(3) * y, -y);
    context.closePath();
  },
};

/** The kind of a method in `SYMBOLS`. All table methods share a symbol. @param {string} kind */
export const symbolKind = (kind) => (isTableKind(kind) ? "table" : kind);

const PANEL_WIDTH = 340;
const PANEL_HEIGHT = 300;
const MARGINS = { marginTop: 34, marginLeft: 54, marginRight: 14, marginBottom: 44 };
/** Places to try for a label, in this order: distances from its point in pixels, and directions in degrees. */
const DISTANCES = [12, 17, 24, 32, 42, 54, 68];
const DIRECTIONS = [0, 180, 315, 45, 225, 135, 270, 90, 337.5, 22.5, 202.5, 157.5];
const LEADER_FROM = 20;
/** Points that are closer than this many pixels share a label. */
const SAME_SPOT = 5;
/** The distance from a line to the middle of its name, in pixels. */
const ABOVE = -8;
const BELOW = 9;

/** A point of the chart. @typedef {Place & { fx: number, fy: number, x: number, y: number }} Drawn */

/**
 * @param {Comparand[]} tables
 * @param {{ width: number, tolerable: number | undefined, colours?: Colours }} how
 */
export function drawMap(tables, { width, tolerable, colours = PAGE }) {
  const across = Math.max(1, Math.min(tables.length, Math.floor((width - MARGINS.marginLeft - MARGINS.marginRight) / PANEL_WIDTH)));
  const panels = tables.map((table, at) => ({ table, fx: at % across, fy: Math.floor(at / across) }));
  /** @type {Drawn[]} */
  const points = panels.flatMap(({ table, fx, fy }) => table.places.flatMap((place) =>
    place.risk === null || place.utility === null ? [] : [{ ...place, fx, fy, x: place.utility, y: place.risk }]));
  const befores = panels.flatMap(({ table, fx, fy }) => (table.before === null ? [] : [{ fx, fy, y: table.before }]));
  const highest = Math.max(...points.map(({ y }) => y), ...befores.map(({ y }) => y), 0.001);
  // A line far above all points would compress the chart. Then only the page's text states the tolerable risk.
  const drawsLine = tolerable !== undefined && tolerable <= 2.5 * highest;
  const top = Math.min(1.02, 1.1 * Math.max(highest, drawsLine ? tolerable : 0));
  const least = Math.min(...points.map(({ x }) => x), 0.999);
  const pad = 0.06 * (1 - least);
  const rows = Math.ceil(tables.length / across);
  const within = (/** @type {Drawn} */ point) => (tolerable === undefined ? !point.refused : isTolerable(point, tolerable));
  const base = {
    width,
    height: rows * PANEL_HEIGHT + MARGINS.marginTop + MARGINS.marginBottom,
    ...MARGINS,
    x: { domain: [least - pad, 1 + pad] },
    y: { domain: [0, top] },
    fx: { domain: Array.from({ length: across }, (_, at) => at), padding: across > 1 ? 0.08 : 0, axis: null },
    fy: { domain: Array.from({ length: rows }, (_, at) => at), padding: rows > 1 ? 0.16 : 0, axis: null },
    symbol: { domain: SYMBOLS.map(([kind]) => kind), range: SYMBOLS.map(([, symbol]) => (symbol === "down" ? DOWN : symbol)), unknown: "wye" },
  };
  const facet = { fx: "fx", fy: "fy" };
  const lines = panels.flatMap(({ table, fx, fy }) => {
    const before = table.before === null ? [] : [{ fx, fy, y: table.before, words: `before ${figure(table.before)}`, colour: "before" }];
    return tolerable !== undefined && drawsLine ? [...before, { fx, fy, y: tolerable, words: `tolerable ${figure(tolerable)}`, colour: "tolerable" }] : before;
  });
  // If two lines are close together, the lower line has its name below.
  const below = (/** @type {typeof lines[0]} */ line) => lines.some((other) => other !== line && other.fx === line.fx && other.fy === line.fy
    && (other.y > line.y || (other.y === line.y && line.colour === "tolerable")) && (other.y - line.y) / top < 0.12);
  const sketch = /** @type {any} */ (plot({ ...base, marks: [dot(points, { ...facet, x: "x", y: "y" })] }));
  const labels = labelled(points, sketch, lines.map((line) => ({ ...line, dy: below(line) ? BELOW : ABOVE })));
  const named = { ...facet, x: () => least - pad, y: "y", text: "words", textAnchor: /** @type {const} */ ("start"), dx: 6, stroke: colours.sheet, strokeWidth: 3, fill: (/** @type {typeof lines[0]} */ { colour }) => (colour === "before" ? colours.ink : colours.alarm) };
  const ticks = { x: Math.max(3, Math.round(width / across / 90)), y: 6 };
  const chars = Math.floor((width / across - 40) / 7);
  return plotSvg({
    ...base,
    marks: [
      gridX({ ticks: ticks.x, stroke: colours.hair, strokeOpacity: 1 }),
      gridY({ ticks: ticks.y, stroke: colours.hair, strokeOpacity: 1 }),
      frame({ stroke: colours.hair }),
      ruleY(lines.filter(({ colour }) => colour === "before"), { ...facet, y: "y", stroke: colours.ink, strokeWidth: 1.25 }),
      ruleY(lines.filter(({ colour }) => colour === "tolerable"), { ...facet, y: "y", stroke: colours.alarm, strokeWidth: 1.5, strokeDasharray: "6 4" }),
      link(labels.filter(({ far }) => far), { ...facet, x1: "x", y1: "y", x2: "ex", y2: "ey", stroke: colours.quiet, strokeWidth: 0.75 }),
      dot(points.filter(within), { ...facet, x: "x", y: "y", symbol: (/** @type {Drawn} */ { kind }) => symbolKind(kind), r: 4.5, fill: colours.accent, stroke: colours.sheet, strokeWidth: 0.75, title }),
      dot(points.filter((point) => !within(point)), { ...facet, x: "x", y: "y", symbol: (/** @type {Drawn} */ { kind }) => symbolKind(kind), r: 4.5, fill: colours.sheet, stroke: colours.accent, strokeWidth: 1.75, title }),
      text(lines.filter((line) => !below(line)), { ...named, dy: ABOVE }),
      text(lines.filter(below), { ...named, dy: BELOW }),
      text(labels, { ...facet, x: "lx", y: "ly", text: "label", fill: colours.ink, stroke: colours.sheet, strokeWidth: 6, fontWeight: 600 }),
      text(panels, { ...facet, frameAnchor: "top-left", dy: -16, text: ({ table }) => cut(tables.length > 1 ? `${table.letter}  ${table.title}` : table.title, chars), fill: colours.ink, fontWeight: 600 }),
      axisX({ ticks: ticks.x, label: "utility, 1 − HD/√N →", tickSize: 4, tickFormat: figure }),
      axisY({ ticks: ticks.y, label: "↑ risk after protection", tickSize: 4, tickFormat: figure, labelOffset: 48, labelAnchor: "top" }),
    ],
  }, `Scatter plot of ${points.length} points: risk after protection against utility, for ${tables.length === 1 ? "one table" : `${tables.length} tables`}. The table beside it has the figures.`);
}

/** @param {Drawn} point */
function title({ number, candidate, x, y }) {
  return `${number} ${candidate.label}: utility ${figure(x)}, risk ${figure(y)}`;
}

/** @param {string} words @param {number} most */
function cut(words, most) {
  return words.length > most ? `${words.slice(0, Math.max(most - 1, 1))}…` : words;
}

/**
 * Finds a place for the number of each point: near the point, away from other labels and, if possible, from lines.
 * `lx` and `ly` are the centre of the text.
 * @param {Drawn[]} points
 * @param {SVGElement & { scale(name: string): any }} sketch  with the scales of the chart
 * @param {{ fx: number, fy: number, y: number, words: string, dy: number }[]} lines
 */
function labelled(points, sketch, lines) {
  const [x, y] = [sketch.scale("x"), sketch.scale("y")];
  const [left, right] = x.range;
  const [bottom, top] = y.range;
  /** @type {Map<string, { x: number, y: number, w: number, h: number }[]>} */
  const taken = new Map();
  const boxesOf = (/** @type {Drawn} */ { fx, fy }) => {
    const key = `${fx} ${fy}`;
    if (!taken.has(key)) taken.set(key, []);
    return /** @type {{ x: number, y: number, w: number, h: number }[]} */ (taken.get(key));
  };
  for (const point of points) boxesOf(point).push({ x: x.apply(point.x), y: y.apply(point.y), w: 9, h: 9 });
  /**
   * Points at almost the same place share a label.
   * @type {{ point: Drawn, px: number, py: number, numbers: number[] }[]}
   */
  const spots = [];
  for (const point of points) {
    const [px, py] = [x.apply(point.x), y.apply(point.y)];
    const spot = spots.find((each) => each.point.fx === point.fx && each.point.fy === point.fy && Math.hypot(each.px - px, each.py - py) < SAME_SPOT);
    if (spot) spot.numbers.push(point.number);
    else spots.push({ point, px, py, numbers: [point.number] });
  }
  return spots.map(({ point, px, py, numbers }) => {
    const boxes = boxesOf(point);
    const label = ranges(numbers);
    const ruled = lines.filter(({ fx, fy }) => fx === point.fx && fy === point.fy).flatMap((line) => {
      const [at, w] = [y.apply(line.y), 7 * line.words.length];
      return [{ x: (left + right) / 2, y: at, w: right - left, h: 3 }, { x: left + 6 + w / 2, y: at + line.dy, w, h: 12 }];
    });
    const size = { w: 7 * label.length + 3, h: 13 };
    const free = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {typeof ruled} */ taken) =>
      cx - size.w / 2 > left && cx + size.w / 2 < right && cy - size.h / 2 > top && cy + size.h / 2 < bottom
      && taken.every((box) => Math.abs(box.x - cx) >= (box.w + size.w) / 2 || Math.abs(box.y - cy) >= (box.h + size.h) / 2);
    for (const [taken, distance] of [[...boxes, ...ruled], boxes].flatMap((taken) => DISTANCES.map((distance) => /** @type {const} */ ([taken, distance])))) {
      for (const degrees of DIRECTIONS) {
        const angle = (degrees * Math.PI) / 180;
        // Long and short labels have the same gap to their point.
        const [cx, cy] = [px + (distance + (size.w - 10) / 2) * Math.cos(angle), py + distance * Math.sin(angle)];
        if (!free(cx, cy, taken)) continue;
        boxes.push({ x: cx, y: cy, ...size });
        // The line from the point ends at the label's edge.
        const beside = Math.abs(cx - px) > size.w / 2;
        const end = beside ? [cx - Math.sign(cx - px) * (size.w / 2), cy] : [cx, cy - Math.sign(cy - py) * (size.h / 2)];
        return { ...point, label, lx: x.invert(cx), ly: y.invert(cy), ex: x.invert(end[0]), ey: y.invert(end[1]), far: distance > LEADER_FROM };
      }
    }
    return { ...point, label, lx: x.invert(px + DISTANCES[0]), ly: point.y, ex: point.x, ey: point.y, far: false };
  });
}

/** Lists numbers, such as "1–4, 11, 12". Three numbers in a row form a range. @param {number[]} numbers  ascending */
function ranges(numbers) {
  /** @type {number[][]} */
  const runs = [];
  for (const each of numbers) {
    const last = runs.at(-1);
    if (last && each === last[last.length - 1] + 1) last.push(each);
    else runs.push([each]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run[run.length - 1]}` : run.join(", "))).join(", ");
}

const FILE_WIDTH = 960;
const KEY_COLUMNS = 3;
const KEY_LINE = 18;

/**
 * Returns the map as an SVG file that needs no style sheet. A key below the chart explains numbers and lines.
 * @param {Comparand[]} tables
 * @param {number | undefined} tolerable
 */
export function mapFile(tables, tolerable) {
  const drawn = drawMap(tables, { width: FILE_WIDTH, tolerable, colours: FILE });
  const height = drawn.viewBox.baseVal.height;
  const methods = (tables[0]?.places ?? []).map(({ number, candidate }) => `${number}  ${candidate.label}`);
  const limit = tolerable === undefined ? [] : [`Filled: within the tolerable risk of ${figure(tolerable)}. Hollow: above this risk, refused or unprotected.`];
  const rows = Math.ceil(methods.length / KEY_COLUMNS);
  const key = [
    ...methods.map((words, at) => s("text", { "text-anchor": "start", x: MARGINS.marginLeft + Math.floor(at / rows) * (FILE_WIDTH / KEY_COLUMNS - 16), y: height + KEY_LINE * (1 + (at % rows)), fill: FILE.ink }, words)),
    ...[...limit, "Solid line: risk before protection."].map((words, at) => s("text", { "text-anchor": "start", x: MARGINS.marginLeft + at * 520, y: height + KEY_LINE * (rows + 1.5), fill: FILE.quiet }, words)),
  ];
  const all = height + KEY_LINE * (rows + 2.5);
  const root = { xmlns: "http://www.w3.org/2000/svg", "font-family": "system-ui, sans-serif", "font-size": 12, color: FILE.ink, height: all, viewBox: `0 0 ${FILE_WIDTH} ${all}` };
  for (const [name, value] of Object.entries(root)) drawn.setAttribute(name, String(value));
  for (const name of ["class", "style"]) drawn.removeAttribute(name);
  drawn.prepend(s("rect", { width: "100%", height: "100%", fill: FILE.sheet }));
  drawn.append(...key);
  return `${new XMLSerializer().serializeToString(drawn)}\n`;
}
