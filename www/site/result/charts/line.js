// Line charts along an ordered variable. Each line has its own symbol, and its name at its end or in the legend. If there
// are many lines, each line has a panel. A missing figure is a gap in the line, with its mark below the frame.

import { axisX, axisY, dot, gridY, line, rect, ruleY, text } from "@observablehq/plot";
import { across, BOLD, brief, cut, finish, lengthOf, panelled, panelScale, range, rangeOf, roomFor, say, ticks } from "./chart.js";
import { alongOf, MOST_LINES } from "./kinds.js";
import { groupsBy, isMissing } from "./reading.js";
import { COLOURS, chartSvg, series, SWATCH } from "./svg.js";
import { whiskers, withWhiskers } from "./whiskers.js";

/** @import { ChartSpec, Sketch } from "./chart.js" */

const SYMBOLS = /** @type {const} */ (["circle", "square", "triangle", "diamond", "star", "wye"]);
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "5 5", "12 4"];
const FRAME_HEIGHT = 320;
const PANEL_HEIGHT = 150;
const LEAST_PANEL = 190;
const LABEL_LINE = 14;
const STRIP = 16;

/** @param {ChartSpec} spec @param {string} words @returns {Sketch} */
export function drawLines(spec, words) {
  const { reading, width, unit, tick, kinds } = spec;
  const along = alongOf(reading.axes);
  const { codes, label } = reading.axes[along];
  const groups = groupsBy(reading, along);
  const apart = groups.length > MOST_LINES;
  const { panels, columns, rows } = apart ? panelled(groups, width - 60, LEAST_PANEL) : { panels: groups.map((group) => ({ ...group, fx: 0, fy: 0 })), columns: 1, rows: 1 };
  const several = !apart && groups.length > 1;
  const names = roomFor(groups.map(({ name }) => name), width * 0.31, BOLD);
  // Names that do not fit at the ends of the lines are in the legend.
  const named = several && groups.every(({ name }) => lengthOf(name) <= names.letters);
  const { letters } = names;
  const room = named ? names.room + 16 : several ? 30 : 16;
  const [low, high] = rangeOf(reading.figures, spec);
  const marks = ticks(low, high * 1.04, apart ? 4 : 7, spec.figures === "count");
  const left = Math.max(marks.reduce((length, mark) => Math.max(length, tick(mark).length), 1) * 7 + 14, 56);
  const gap = 16;
  const inner = (width - left - room + gap) / columns - gap;
  const labels = codes.map((code) => brief(code.label));
  const below = across(labels, inner / codes.length);
  const lines = panels.map((panel, at) => ({
    ...panel, at,
    points: withWhiskers(spec, panel.figures).map((figure, x) => ({ ...figure, x, fx: panel.fx, fy: panel.fy })),
  }));
  // Marks of missing figures are below the frame, in a strip for each line. No figure can be in this place.
  const gone = lines.filter(({ points }) => points.some(isMissing)).map((line, at) => ({ ...line, strip: apart ? 0 : at }));
  const strips = gone.reduce((most, { strip }) => Math.max(most, strip + 1), 0);
  const top = apart ? 50 : 30;
  const frame = apart ? PANEL_HEIGHT : FRAME_HEIGHT;
  const under = strips * STRIP + (strips > 0 ? 4 : 0);
  const between = 34 + (rows > 1 ? below.room - 20 : 0);
  const height = Math.round(rows * (frame + under + between) - between + top + below.room + 26);
  const scale = ((high - low) * 1.04) / frame;
  const stripAt = (/** @type {number} */ strip) => low - (STRIP * (strip + 0.5) + 4) * scale;
  const missing = gone.flatMap(({ points, strip }) => points.filter(isMissing).map((point) => ({ ...point, y: stripAt(strip) })));
  const tips = ends(lines, scale, low + (high - low) * 1.04 + LABEL_LINE * scale);
  const spelled = inner / codes.length > 22;
  const facet = { fx: "fx", fy: "fy" };
  const svg = chartSvg({
    width,
    height,
    marginTop: top,
    marginLeft: left,
    marginRight: room,
    marginBottom: below.room + 26,
    x: { type: "point", domain: range(codes.length), padding: 0.4 },
    y: { domain: [low - under * scale, low + (high - low) * 1.04] },
    fx: panelScale(columns, inner, gap),
    fy: panelScale(rows, frame + under, between),
    marks: [
      gridY(marks, { stroke: COLOURS.hair, strokeOpacity: 1 }),
      ruleY([0], { stroke: COLOURS.edge }),
      ...lines.flatMap(({ points, at }) => whiskers(points, { ...facet, x: "x" }, "y", series(apart ? 0 : at), inner / codes.length)),
      ...lines.map(({ points, at }) => line(points.map((point) => ({ ...point, y: isMissing(point) ? NaN : point.value })), { ...facet, x: "x", y: "y", stroke: series(apart ? 0 : at), strokeWidth: 2, strokeDasharray: apart ? "" : DASHES[at % DASHES.length] })),
      ...lines.map(({ points, at }) => dot(points.filter((point) => !isMissing(point)), { ...facet, x: "x", y: "value", r: apart ? 2.5 : 4, symbol: SYMBOLS[apart ? 0 : at % SYMBOLS.length], fill: series(apart ? 0 : at), stroke: COLOURS.sheet, strokeWidth: 0.75, title: ({ cell }) => String(cell) })),
      rect(missing, { ...facet, x1: "x", x2: "x", y1: ({ y }) => y - (STRIP / 2 - 1.5) * scale, y2: ({ y }) => y + (STRIP / 2 - 1.5) * scale, insetLeft: -stripWidth(spelled), insetRight: -stripWidth(spelled), fill: ({ why }) => kinds.fill(why || "blocked"), stroke: COLOURS.edge, strokeWidth: 0.75, title: ({ cell }) => String(cell) }),
      ...(spelled ? [text(missing, { ...facet, x: "x", y: "y", fontWeight: 600, fill: COLOURS.ink, stroke: COLOURS.sheet, strokeWidth: 4, text: (figure) => say(spec, figure) })] : []),
      ...(several && !named ? [dot(gone, { x: () => codes.length - 1, y: ({ strip }) => stripAt(strip), dx: 18, r: 4, symbol: (/** @type {{ at: number }} */ { at }) => SYMBOLS[at % SYMBOLS.length], fill: ({ at }) => series(at) })] : []),
      ...(named ? [text(gone, { x: () => codes.length - 1, y: ({ strip }) => stripAt(strip), dx: 26, textAnchor: "start", fill: COLOURS.quiet, text: ({ name }) => cut(name, letters) })] : []),
      ...(named ? [dot(tips, { x: () => codes.length - 1, y: "y", dx: 18, r: 4, symbol: (/** @type {typeof tips[0]} */ { at }) => SYMBOLS[at % SYMBOLS.length], fill: ({ at }) => series(at) }), text(tips, { x: () => codes.length - 1, y: "y", dx: 26, textAnchor: "start", fontWeight: 600, fill: ({ at }) => series(at), text: ({ name }) => cut(name, letters) })] : []),
      ...(apart ? [text(panels, { ...facet, frameAnchor: "top-left", text: ({ name }) => cut(name, Math.floor(inner / BOLD)), fontWeight: 600, dy: -16, fill: COLOURS.ink })] : []),
      axisX(range(codes.length).filter((at) => at % below.every === 0), { tickSize: 4, label, labelAnchor: "center", labelArrow: "none", labelOffset: below.room + 18, tickRotate: below.rotate, lineHeight: 1.15, tickFormat: (/** @type {number} */ at) => below.text(at) }),
      axisY(marks, { tickSize: 0, label: `↑ ${unit}`, labelAnchor: "top", labelOffset: left - 4, tickFormat: tick }),
    ],
  }, words);
  const legend = several && !named ? lines.map(({ at, name }) => ({ fill: "", text: cut(name, 80), sample: () => sampleOf(at) })) : [];
  return { svg: finish(svg, spec), drawn: reading.figures, legend, notes: [] };
}

/** Draws a line and its symbol for the legend. @param {number} at */
function sampleOf(at) {
  const { width, height } = SWATCH;
  const middle = height / 2;
  const drawn = chartSvg({
    width, height, margin: 0, className: "chart-swatch",
    x: { type: "identity", axis: null }, y: { type: "identity", axis: null },
    marks: [
      line([[0, middle], [width, middle]], { stroke: series(at), strokeWidth: 2, strokeDasharray: DASHES[at % DASHES.length] }),
      dot([[width / 2, middle]], { r: 4, symbol: SYMBOLS[at % SYMBOLS.length], fill: series(at), stroke: COLOURS.sheet, strokeWidth: 0.75 }),
    ],
  }, "");
  for (const name of ["role", "aria-label"]) drawn.removeAttribute(name);
  // Plot draws no narrower chart, so this cuts the swatch out of a wider one.
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) drawn.setAttribute(name, String(value));
  return drawn;
}

/** Half the width of a missing figure's mark, in pixels. @param {boolean} spelled */
const stripWidth = (spelled) => (spelled ? 11 : 4);

/**
 * Computes the positions of the lines' names: at the last figure of each line, moved apart if they would overlap.
 * @param {{ at: number, name: string, points: { value: number | null, why: string }[] }[]} lines
 * @param {number} scale  units per pixel
 * @param {number} top  the highest position, in units
 */
export function ends(lines, scale, top) {
  const places = lines.flatMap(({ at, name, points }) => {
    const last = points.filter(({ value, why }) => value !== null && why === "").at(-1);
    return last ? [{ at, name, y: /** @type {number} */ (last.value) }] : [];
  }).sort((a, b) => a.y - b.y);
  places.forEach((place, at) => {
    if (at > 0) place.y = Math.max(place.y, places[at - 1].y + LABEL_LINE * scale);
  });
  // A name above the frame moves down into the frame, and so do the names below it.
  places.reduceRight((most, place) => (place.y = Math.min(place.y, most)) - LABEL_LINE * scale, top);
  return places;
}
