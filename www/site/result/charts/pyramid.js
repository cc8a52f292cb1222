// Population pyramids: bars to both sides along an ordered variable. The lowest category is at the bottom, and the name
// of each side is above its bars.

import { axisX, axisY, barX, gridX, ruleX, text } from "@observablehq/plot";
import { range } from "./bar.js";
import { brief, cut, finish, isMissing, rangeOf, roomFor, say, STUB, ticks } from "./chart.js";
import { pyramidOf } from "./kinds.js";
import { COLOURS, chartSvg, series } from "./svg.js";

/** @import { ChartSpec, Sketch } from "./chart.js" */

/** @param {ChartSpec} spec @param {string} words @returns {Sketch} */
export function drawPyramid(spec, words) {
  const { reading, width, unit, tick, kinds } = spec;
  const { sides, bands } = /** @type {{ sides: number, bands: number }} */ (pyramidOf(reading.axes));
  const [side, band] = [reading.axes[sides], reading.axes[bands]];
  const labels = band.codes.map(({ label }) => brief(label));
  const { room, letters } = roomFor(labels, width * 0.3);
  const [, high] = rangeOf(reading.figures);
  const inner = (width - room - 26) / 2;
  const longest = reading.figures.reduce((length, figure) => Math.max(length, say(spec, figure).length), 1) * 6.6 + 8;
  const labelled = longest < inner * 0.4;
  const reach = labelled ? high / (1 - longest / inner) : high * 1.03;
  // The number of letters of a side's name that fit above the side.
  const heading = Math.max(Math.floor(inner / 8.2) - 3, 4);
  const stub = (STUB * reach) / inner;
  const figures = reading.figures.map((figure) => ({ ...figure, y: figure.at[bands], sign: figure.at[sides] === 0 ? -1 : 1, side: figure.at[sides] }));
  const there = figures.filter((figure) => !isMissing(figure));
  const missing = figures.filter(isMissing);
  const thickness = band.codes.length > 30 ? 14 : 20;
  const ends = (/** @type {1 | -1} */ sign) => ({ textAnchor: /** @type {"start" | "end"} */ (sign > 0 ? "start" : "end"), dx: 4 * sign, fill: COLOURS.ink, fontSize: 11 });
  const half = ticks(0, reach, Math.max(inner / 70, 2), spec.figures === "count");
  const marks = [...half.slice(1).map((tick) => -tick), ...half];
  const svg = chartSvg({
    width,
    height: band.codes.length * thickness + 34 + 42,
    marginTop: 34,
    marginLeft: room,
    marginRight: 26,
    marginBottom: 42,
    x: { domain: [-reach, reach] },
    y: { type: "band", domain: range(band.codes.length).reverse(), padding: 0.12 },
    color: { type: "identity" },
    marks: [
      gridX(marks, { stroke: COLOURS.hair, strokeOpacity: 1 }),
      barX(there, { y: "y", x1: 0, x2: ({ value, sign }) => sign * (value ?? 0), fill: ({ side }) => series(side), title: ({ cell }) => String(cell) }),
      barX(missing, { y: "y", x1: 0, x2: ({ sign }) => sign * stub, fill: ({ why }) => kinds.fill(why || "blocked"), stroke: COLOURS.edge, strokeWidth: 0.75, title: ({ cell }) => String(cell) }),
      ...(/** @type {const} */ ([-1, 1])).flatMap((sign) => [
        ...(labelled ? [text(there.filter((figure) => figure.sign === sign), { y: "y", x: ({ value }) => sign * (value ?? 0), text: (figure) => say(spec, figure), ...ends(sign) })] : []),
        text(missing.filter((figure) => figure.sign === sign), { y: "y", x: sign * stub, text: (figure) => say(spec, figure), ...ends(sign), fontWeight: 600 }),
      ]),
      ruleX([0], { stroke: COLOURS.edge }),
      text(side.codes, { frameAnchor: "top", dy: -22, dx: 0, x: (_, at) => (at === 0 ? -reach / 2 : reach / 2), text: ({ label }, at) => (at === 0 ? `← ${cut(label, heading)}` : `${cut(label, heading)} →`), fontWeight: 600, fontSize: 13, fill: (_, at) => series(at) }),
      axisX(marks, { tickSize: 4, label: unit, labelAnchor: "center", labelArrow: "none", labelOffset: 36, tickFormat: (/** @type {number} */ value) => tick(Math.abs(value)) }),
      axisY({ tickSize: 0, label: `↑ ${band.label}`, labelAnchor: "top", labelArrow: "none", labelOffset: room - 4, tickFormat: (/** @type {number} */ at) => cut(labels[at], letters) }),
    ],
  }, words);
  return { svg: finish(svg, spec), drawn: reading.figures, legend: [], notes: [] };
}
