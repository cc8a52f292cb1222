// Bar charts: a bar for each category of the longest variable, and a panel for each combination of the other variables.
// All bars have the same colour.

import { barX, text } from "@observablehq/plot";
import { finish, rangeOf, say, STUB } from "./chart.js";
import { barFrame, barsOf } from "./frame.js";
import { mainOf } from "./kinds.js";
import { groupsBy, isMissing } from "./reading.js";
import { COLOURS, series } from "./svg.js";
import { whiskers, withWhiskers } from "./whiskers.js";

/** @import { ChartSpec, Sketch } from "./chart.js" */

/** @param {ChartSpec} spec @param {string} words @returns {Sketch} */
export function drawBars(spec, words) {
  const { reading, kinds } = spec;
  const main = mainOf(reading.axes);
  const all = groupsBy(reading, main);
  const { kept, notes } = barsOf(reading.axes[main], (at) => all.reduce((sum, { figures }) => sum + (figures[at].value ?? 0), 0), reading.figures.some(isMissing));
  const groups = all.map(({ name, figures }) => ({ name, figures: kept.map((at) => figures[at]) }));
  const drawn = groups.flatMap(({ figures }) => figures);
  const frame = barFrame(spec, {
    codes: reading.axes[main].codes, kept, groups, range: rangeOf(drawn, spec),
    tail: drawn.reduce((length, figure) => Math.max(length, say(spec, figure).length), 1) * 6.8 + 8,
  });
  const figures = withWhiskers(spec, frame.panels.flatMap(({ figures, fx, fy }) => figures.map((figure, at) => ({ ...figure, fx, fy, y: kept[at] }))));
  const there = figures.filter((figure) => !isMissing(figure));
  const missing = figures.filter(isMissing);
  const place = { fx: "fx", fy: "fy", y: "y" };
  const stub = STUB * frame.perPixel;
  const svg = frame.draw([
    barX(there, { ...place, x: "value", fill: series(0), title: ({ cell }) => String(cell) }),
    barX(missing, { ...place, x1: 0, x2: stub, fill: ({ why }) => kinds.fill(why || "blocked"), stroke: COLOURS.edge, strokeWidth: 0.75, title: ({ cell }) => String(cell) }),
    ...whiskers(there, place, "x", COLOURS.ink, frame.bar),
    text(there, { ...place, x: ({ value, whisker }) => Math.max(value ?? 0, whisker?.high ?? 0, 0), text: (figure) => say(spec, figure), textAnchor: "start", dx: 4, fill: COLOURS.ink }),
    text(missing, { ...place, x: stub, text: (figure) => say(spec, figure), textAnchor: "start", dx: 4, fill: COLOURS.ink, fontWeight: 600 }),
  ], words);
  return { svg: finish(svg, spec), drawn, legend: [], notes };
}
