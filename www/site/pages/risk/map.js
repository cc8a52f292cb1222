// The risk–utility map: a panel for each table, and a named symbol for each method. The names are buttons on the page, and
// texts in an image file. Screen readers get each panel as an image, and its figures as a table.

import { axisX, axisY, dot, frame, gridX, gridY, ruleY, text } from "@observablehq/plot";
import { s } from "../../shell/dom.js";
import { figure } from "../../result/measured.js";
import { placeLabels } from "./labels.js";
import { isTolerable } from "./points.js";
import { plotSvg } from "../../result/plot.js";
import { isTableKind } from "../../../element/additivity.js";

/** @import { Box, Label } from "./labels.js" */
/** @import { Comparand, Place } from "./points.js" */
/** @typedef {{ ink: string, quiet: string, hair: string, sheet: string, accent: string, alarm: string }} Colours */
/** A point of the chart, with its place in the data and in pixels. @typedef {Place & { x: number, y: number, left: number, top: number }} Drawn */
/** A chosen point: the letter of its table, and the id of its candidate. @typedef {{ letter: string, id: string }} Chosen */
/** @typedef {{ svg: SVGSVGElement, points: Drawn[], labels: (Label | undefined)[] }} Panel */

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

const MARGINS = { marginTop: 40, marginLeft: 46, marginRight: 10, marginBottom: 44 };
/** A narrow panel is taller, because fewer names fit beside each other. */
const heightOf = (/** @type {number} */ width) => (width < 360 ? 500 : 380);
/** The height of a name. A smaller button would be hard to hit. */
const NAME_HEIGHT = 24;
/** Limits of the width of names on a page, in pixels. The map uses the first limit that leaves room for every name. Longer names end with an ellipsis until they have the focus. */
const LONGEST = [180, 150, 120, 96, 80, 64];
/** The distance from a line to the middle of its name, in pixels. */
const ABOVE = -8;
const BELOW = 9;
const FONT = "12px";

/** @type {CanvasRenderingContext2D | null} */
let canvas = null;

/** The width of a text in the chart's font. @param {string} words */
function widthOf(words) {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return 7 * words.length;
  canvas.font = `600 ${FONT} ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(canvas.measureText(words).width);
}

/**
 * The ranges of utility and risk that all panels share.
 * @param {Comparand[]} tables
 * @param {number | undefined} tolerable
 */
function rangesOf(tables, tolerable) {
  const places = tables.flatMap((table) => table.places.filter(isPoint));
  const highest = Math.max(...places.map(({ risk }) => risk ?? 0), ...tables.map(({ before }) => before ?? 0), 0.001);
  // A line far above all points would compress the chart. Then only the page's text states the tolerable risk.
  const drawsLine = tolerable !== undefined && tolerable <= 2.5 * highest;
  const least = Math.min(...places.map(({ utility }) => utility ?? 1), 0.999);
  const pad = 0.06 * (1 - least);
  const top = Math.min(1.06, 1.16 * Math.max(highest, drawsLine ? tolerable : 0));
  // The space below 0 is for the names of points with little risk.
  return { x: [least - pad, 1 + pad], y: [-0.05 * top, top], line: drawsLine ? tolerable : undefined };
}

/** Whether a place has both coordinates. @param {Place} place */
export const isPoint = ({ risk, utility }) => risk !== null && utility !== null;

/**
 * Draws the panel of each table. The names are in the panel only for a file.
 * @param {Comparand[]} tables
 * @param {{ width: number, tolerable: number | undefined, chosen?: Chosen, file?: boolean }} how  `width`: of a panel
 * @returns {Panel[]}
 */
export function drawPanels(tables, { width, tolerable, chosen, file = false }) {
  const ranges = rangesOf(tables, tolerable);
  return tables.map((table) => drawPanel(table, { width, tolerable, chosen, file, ranges, heading: tables.length > 1 ? `${table.letter}  ${table.title}` : file ? table.title : "" }));
}

/**
 * @param {Comparand} table
 * @param {{ width: number, tolerable: number | undefined, chosen?: Chosen, file: boolean, ranges: ReturnType<typeof rangesOf>, heading: string }} how
 * @returns {Panel}
 */
function drawPanel(table, { width, tolerable, chosen, file, ranges, heading }) {
  const colours = file ? FILE : PAGE;
  const height = heightOf(width);
  const within = (/** @type {Drawn} */ point) => (tolerable === undefined ? !point.refused : isTolerable(point, tolerable));
  const frameOf = { left: MARGINS.marginLeft, right: width - MARGINS.marginRight, top: MARGINS.marginTop, bottom: height - MARGINS.marginBottom };
  const scale = (/** @type {number} */ value, /** @type {number[]} */ [from, to], /** @type {number} */ start, /** @type {number} */ end) => start + ((value - from) / (to - from)) * (end - start);
  const topOf = (/** @type {number} */ risk) => scale(risk, ranges.y, frameOf.bottom, frameOf.top);
  const points = table.places.filter(isPoint).map((place) => {
    const [x, y] = [place.utility ?? 0, place.risk ?? 0];
    return { ...place, x, y, left: scale(x, ranges.x, frameOf.left, frameOf.right), top: topOf(y) };
  });
  const lines = [
    ...(table.before === null ? [] : [{ y: table.before, words: `before ${figure(table.before)}`, colour: colours.ink }]),
    ...(ranges.line === undefined ? [] : [{ y: ranges.line, words: `tolerable ${figure(ranges.line)}`, colour: colours.alarm }]),
  ];
  // If two lines are close together, the lower line has its name below.
  const [higher, lower] = [...lines].sort((a, b) => b.y - a.y);
  const below = (/** @type {typeof lines[0]} */ line) => line === lower && topOf(lower.y) - topOf(higher.y) < 30;
  /** @type {Box[]} */
  const others = lines.flatMap((line) => {
    const w = widthOf(line.words) + 8;
    return [{ x: width / 2, y: topOf(line.y), w: width, h: 3 }, { x: frameOf.left + w / 2, y: topOf(line.y) + (below(line) ? BELOW : ABOVE), w, h: 14 }];
  });
  const boxes = (/** @type {number} */ longest) => points.map(({ candidate, left, top }) => ({ x: left, y: top, w: Math.min(widthOf(candidate.label) + 10, longest), h: file ? 16 : NAME_HEIGHT }));
  const labels = fewestMissing((file ? [Infinity] : LONGEST).map((longest) => () => placeLabels(boxes(longest), frameOf, others)));
  const ticks = Math.max(3, Math.round(width / 90));
  const mark = { x: "x", y: "y", symbol: (/** @type {Drawn} */ { kind }) => symbolKind(kind), r: 4.5, title };
  const svg = plotSvg({
    width,
    height,
    ...MARGINS,
    x: { domain: ranges.x },
    y: { domain: ranges.y },
    symbol: { domain: SYMBOLS.map(([kind]) => kind), range: SYMBOLS.map(([, symbol]) => (symbol === "down" ? DOWN : symbol)), unknown: "wye" },
    marks: [
      gridX({ ticks, stroke: colours.hair, strokeOpacity: 1 }),
      gridY({ ticks: 6, stroke: colours.hair, strokeOpacity: 1 }),
      frame({ stroke: colours.hair }),
      ruleY(lines.filter(({ colour }) => colour === colours.ink), { y: "y", stroke: colours.ink, strokeWidth: 1.25 }),
      ruleY(lines.filter(({ colour }) => colour === colours.alarm), { y: "y", stroke: colours.alarm, strokeWidth: 1.5, strokeDasharray: "6 4" }),
      dot(points.filter(within), { ...mark, fill: colours.accent, stroke: colours.sheet, strokeWidth: 0.75 }),
      dot(points.filter((point) => !within(point)), { ...mark, fill: colours.sheet, stroke: colours.accent, strokeWidth: 1.75 }),
      ...lines.map((line) => text([line], { x: () => ranges.x[0], y: "y", text: "words", textAnchor: "start", dx: 6, dy: below(line) ? BELOW : ABOVE, stroke: colours.sheet, strokeWidth: 3, fill: line.colour })),
      text([heading], { frameAnchor: "top-left", dy: -14, text: (/** @type {string} */ words) => cut(words, width - 20), fill: colours.ink, fontWeight: 600 }),
      axisX({ ticks, label: "utility, 1 − HD/√N →", tickSize: 4, tickFormat: figure }),
      axisY({ ticks: 6, label: "↑ risk after protection", tickSize: 4, tickFormat: figure, labelOffset: 44, labelAnchor: "top" }),
    ],
  }, `Scatter plot of ${points.length} points: risk after protection against utility, for ${table.title}. The table beside the map has the figures.`);
  const shown = points.find(({ candidate }) => candidate.id === chosen?.id && table.letter === chosen.letter);
  svg.append(s("g", { "aria-hidden": "true" },
    ...(shown ? [s("circle", { cx: shown.left, cy: shown.top, r: 10, fill: "none", stroke: colours.ink, "stroke-width": 2 })] : []),
    ...labels.flatMap((label, at) => (label?.end ? [s("line", { x1: points[at].left, y1: points[at].top, x2: label.end[0], y2: label.end[1], stroke: colours.quiet, "stroke-width": 0.75 })] : [])),
    ...(file ? labels.flatMap((label, at) => (label ? [s("text", { x: label.x, y: label.y, dy: "0.32em", "text-anchor": "middle", fill: colours.ink, "font-weight": 600 }, points[at].candidate.label)] : [])) : [])));
  return { svg, points, labels };
}

/** Returns the first placing with every name, or the placing with the fewest missing names. @param {(() => ReturnType<typeof placeLabels>)[]} placings */
function fewestMissing(placings) {
  const missing = (/** @type {ReturnType<typeof placeLabels>} */ labels) => labels.filter((label) => !label).length;
  let best = placings[0]();
  for (const place of placings.slice(1)) {
    if (missing(best) === 0) break;
    const next = place();
    if (missing(next) < missing(best)) best = next;
  }
  return best;
}

/** @param {Drawn} point */
function title({ candidate, x, y }) {
  return `${candidate.label}: utility ${figure(x)}, risk ${figure(y)}`;
}

/** Shortens a text to a width. @param {string} words @param {number} width */
function cut(words, width) {
  if (widthOf(words) <= width) return words;
  let end = words.length - 1;
  while (end > 1 && widthOf(`${words.slice(0, end)}…`) > width) end--;
  return `${words.slice(0, end)}…`;
}

const FILE_WIDTH = 960;
const KEY_LINE = 18;

/**
 * Returns the map as an SVG file that needs no style sheet. A key below the chart explains symbols and lines.
 * @param {Comparand[]} tables
 * @param {number | undefined} tolerable
 */
export function mapFile(tables, tolerable) {
  const across = tables.length > 1 ? 2 : 1;
  const width = FILE_WIDTH / across;
  const panels = drawPanels(tables, { width, tolerable, file: true });
  const height = heightOf(width) * Math.ceil(panels.length / across);
  const words = [
    ...(tolerable === undefined ? [] : [`Filled: within the tolerable risk of ${figure(tolerable)}. Hollow: above this risk, refused or unprotected.`]),
    "Solid line: risk before protection.",
  ];
  const all = height + KEY_LINE * (words.length + 1);
  const root = s("svg", { xmlns: "http://www.w3.org/2000/svg", "font-family": "system-ui, sans-serif", "font-size": 12, fill: FILE.ink, color: FILE.ink, "text-anchor": "middle", width: FILE_WIDTH, height: all, viewBox: `0 0 ${FILE_WIDTH} ${all}` },
    s("rect", { width: "100%", height: "100%", fill: FILE.sheet }),
    ...panels.map(({ svg }, at) => s("g", { transform: `translate(${(at % across) * width}, ${Math.floor(at / across) * heightOf(width)})` }, ...svg.children)),
    ...words.map((line, at) => s("text", { "text-anchor": "start", x: MARGINS.marginLeft, y: height + KEY_LINE * (at + 0.5), fill: FILE.quiet }, line)));
  return `${new XMLSerializer().serializeToString(root)}\n`;
}
