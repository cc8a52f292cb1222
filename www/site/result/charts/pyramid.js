// Population pyramids: bars to both sides along an ordered variable. The lowest category is at the bottom, and the name
// of each side is above its bars.

import { axisX, axisY, barX, gridX, ruleX, text } from "@observablehq/plot";
import { BOLD, brief, cut, finish, lengthOf, range, rangeOf, roomFor, say, STUB, tickRoom, ticks } from "./chart.js";
import { pyramidOf } from "./kinds.js";
import { isMissing } from "./reading.js";
import { COLOURS, chartSvg, series } from "./svg.js";
import { whiskers, withWhiskers } from "./whiskers.js";

/** @import { ChartSpec, Sketch } from "./chart.js" */

/** @param {ChartSpec} spec @param {string} words @returns {Sketch} */
export function drawPyramid(spec, words) {
  const { reading, width, unit, tick, kinds } = spec;
  const { sides, bands } = /** @type {{ sides: number, bands: number }} */ (pyramidOf(reading.axes));
  const [side, band] = [reading.axes[sides], reading.axes[bands]];
  const labels = band.codes.map(({ label }) => brief(label));
  const { room, letters } = roomFor(labels, width * 0.3);
  const [, high] = rangeOf(reading.figures, spec);
  const inner = (width - room - 26) / 2;
  const longest = reading.figures.reduce((length, figure) => Math.max(length, say(spec, figure).length), 1) * 7.2 + 8;
  const labelled = longest < inner * 0.4;
  const reach = labelled ? high / (1 - longest / inner) : high * 1.03;
  // The number of letters of a side's name that fit above the side, and of the other variable's name that fit beside.
  const heading = Math.max(Math.floor(inner / BOLD) - 3, 4);
  const beside = Math.floor((room + inner - 8) / 6.6) - Math.min(lengthOf(side.codes[0].label), heading) - 6;
  const stub = (STUB * reach) / inner;
  const figures = withWhiskers(spec, reading.figures).map((figure) => ({ ...figure, y: figure.at[bands], sign: figure.at[sides] === 0 ? -1 : 1, side: figure.at[sides] }));
  const there = figures.filter((figure) => !isMissing(figure));
  const missing = figures.filter(isMissing);
  const thickness = band.codes.length > 30 ? 15 : 20;
  const ends = (/** @type {1 | -1} */ sign) => ({ textAnchor: /** @type {"start" | "end"} */ (sign > 0 ? "start" : "end"), dx: 5 * sign, fill: COLOURS.ink });
  const half = ticks(0, reach, inner / tickRoom(spec, 0, high), spec.figures === "count");
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
      ...whiskers(there, { y: "y" }, "x", COLOURS.ink, thickness * 0.88),
      ...(/** @type {const} */ ([-1, 1])).flatMap((sign) => [
        ...(labelled ? [text(there.filter((figure) => figure.sign === sign), { y: "y", x: ({ value, whisker }) => sign * Math.max(value ?? 0, whisker?.high ?? 0), text: (figure) => say(spec, figure), ...ends(sign) })] : []),
        text(missing.filter((figure) => figure.sign === sign), { y: "y", x: sign * stub, text: (figure) => say(spec, figure), ...ends(sign), fontWeight: 600 }),
      ]),
      ruleX([0], { stroke: COLOURS.edge }),
      ...side.codes.map(({ label }, at) => text([label], { frameAnchor: "top", dy: -22, x: () => 0, ...ends(at === 0 ? -1 : 1), text: () => (at === 0 ? `← ${cut(label, heading)}` : `${cut(label, heading)} →`), fontWeight: 600, fill: series(at) })),
      axisX(marks, { tickSize: 4, label: unit, labelAnchor: "center", labelArrow: "none", labelOffset: 36, tickFormat: (/** @type {number} */ value) => tick(Math.abs(value)) }),
      axisY({ tickSize: 0, label: beside > 3 ? `↑ ${cut(band.label, beside)}` : null, labelAnchor: "top", labelArrow: "none", labelOffset: room - 4, tickFormat: (/** @type {number} */ at) => cut(labels[at], letters) }),
    ],
  }, words);
  return { svg: finish(svg, spec), drawn: reading.figures, legend: [], notes: [] };
}
