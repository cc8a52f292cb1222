// Bar charts: a bar for each category of the longest variable, and a panel for each combination of the other variables.
// All panels have the same scale and the same colour.

import { axisX, axisY, barX, gridX, ruleX, text } from "@observablehq/plot";
import { cut, finish, isMissing, panelled, rangeOf, roomFor, say, STUB, ticks } from "./chart.js";
import { mainOf, MOST_BARS } from "./kinds.js";
import { groupsBy } from "./reading.js";
import { COLOURS, chartSvg, series } from "./svg.js";

/** @import { ChartSpec, Sketch } from "./chart.js" */

const MARGINS = { marginTop: 30, marginBottom: 40, marginRight: 8 };
const LEAST_PANEL = 190;

/** @param {ChartSpec} spec @param {string} words @returns {Sketch} */
export function drawBars(spec, words) {
  const { reading, width, unit, tick, kinds } = spec;
  const main = mainOf(reading.axes);
  const { codes, label } = reading.axes[main];
  const groups = groupsBy(reading, main);
  const most = codes.length > MOST_BARS;
  const kept = most ? largest(groups) : codes.map((_, at) => at);
  const shown = groups.map(({ name, figures }) => ({ name, figures: kept.map((at) => figures[at]) }));
  const { room, letters } = roomFor(kept.map((at) => codes[at].label), width * 0.38);
  const { panels, columns, rows } = panelled(shown, width - room, LEAST_PANEL);
  const titled = groups.length > 1;
  const thickness = kept.length > 30 ? 17 : 22;
  const figures = panels.flatMap(({ figures, fx, fy }) => figures.map((figure, at) => ({ ...figure, fx, fy, y: kept[at] })));
  const [low, high] = rangeOf(figures);
  const gap = 14;
  const inner = (width - room - MARGINS.marginRight + gap) / columns - gap;
  // The frame needs room for the figures at the ends of the bars.
  const longest = figures.reduce((length, figure) => Math.max(length, say(spec, figure).length), 1) * 6.8 + 8;
  const span = (high - low) / Math.max(1 - longest / inner, 0.4);
  const perPixel = span / inner;
  const there = figures.filter((figure) => !isMissing(figure));
  const missing = figures.filter(isMissing);
  const place = { fx: "fx", fy: "fy", y: "y" };
  const top = titled ? MARGINS.marginTop : 14;
  const below = titled ? 36 : 0;
  const panelHeight = kept.length * thickness + 8;
  const marks = ticks(low, low + span, Math.max(inner / 70, 2), spec.figures === "count");
  const svg = chartSvg({
    ...MARGINS,
    width,
    marginLeft: room,
    marginTop: top,
    height: rows * (panelHeight + below) - below + top + MARGINS.marginBottom,
    x: { domain: [low, low + span] },
    y: { domain: kept, padding: 0.18 },
    fx: { domain: range(columns), paddingInner: gap / (inner + gap), paddingOuter: 0, round: false, axis: null },
    fy: { domain: range(rows), paddingInner: below / (panelHeight + below), paddingOuter: 0, round: false, axis: null },
    marks: [
      gridX(marks, { stroke: COLOURS.hair, strokeOpacity: 1 }),
      barX(there, { ...place, x: "value", fill: series(0), title: ({ cell }) => String(cell) }),
      barX(missing, { ...place, x1: 0, x2: STUB * perPixel, fill: ({ why }) => kinds.fill(why || "blocked"), stroke: COLOURS.edge, strokeWidth: 0.75, title: ({ cell }) => String(cell) }),
      text(there, { ...place, x: ({ value }) => Math.max(value ?? 0, 0), text: (figure) => say(spec, figure), textAnchor: "start", dx: 4, fill: COLOURS.ink }),
      text(missing, { ...place, x: STUB * perPixel, text: (figure) => say(spec, figure), textAnchor: "start", dx: 4, fill: COLOURS.ink, fontWeight: 600 }),
      ruleX([0], { stroke: COLOURS.edge }),
      ...(titled ? [text(panels, { fx: "fx", fy: "fy", frameAnchor: "top-left", text: ({ name }) => cut(name, Math.floor(inner / 6.9)), fontWeight: 600, fontSize: 12.5, dy: -16, fill: COLOURS.ink })] : []),
      axisX(marks, { tickSize: 4, label: `${unit} →`, labelAnchor: "right", labelOffset: 34, tickFormat: tick }),
      axisY({ tickSize: 0, label: null, tickFormat: (/** @type {number} */ at) => cut(codes[at].label, letters) }),
    ],
  }, words);
  const notes = most ? [`The chart shows the ${MOST_BARS} largest of ${codes.length} categories of ${label}. They are sorted by the sum of their figures, largest first.${groups.some(({ figures }) => figures.some(isMissing)) ? " Withheld figures add nothing to the sum." : ""}`] : [];
  return { svg: finish(svg, spec), drawn: shown.flatMap(({ figures }) => figures), legend: [], notes };
}

/**
 * Returns the categories with the largest figures in all panels, largest first.
 * @param {{ figures: { value: number | null }[] }[]} groups
 */
function largest(groups) {
  const sums = groups[0].figures.map((_, at) => ({ at, sum: groups.reduce((sum, { figures }) => sum + (figures[at].value ?? 0), 0) }));
  return sums.sort((a, b) => b.sum - a.sum || a.at - b.at).slice(0, MOST_BARS).map(({ at }) => at);
}

/** @param {number} length */
export const range = (length) => Array.from({ length }, (_, at) => at);
