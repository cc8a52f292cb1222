// Heat maps: the table with a shade for the class of each figure, and with the figures if they fit.

import { axisX, axisY, cell, text } from "@observablehq/plot";
import { across, brief, cut, finish, range, roomFor, say } from "./chart.js";
import { classesOf, classOf, spanned } from "./classes.js";
import { sidesOf } from "./kinds.js";
import { isMissing, nameOf, sizeOf } from "./reading.js";
import { COLOURS, onShade, chartSvg, shade } from "./svg.js";

/** @import { Class } from "./classes.js" */
/** @import { ChartSpec, Sketch } from "./chart.js" */

/** @param {ChartSpec} spec @param {string} words @returns {Sketch} */
export function drawHeat(spec, words) {
  const { reading, width, format, kinds } = spec;
  const { down, across: over } = sidesOf(reading.axes);
  const [rows, columns] = [down, over].map((side) => ({ axes: side.map((axis) => reading.axes[axis]), side }));
  const [height, breadth] = [sizeOf(rows.axes), sizeOf(columns.axes)];
  /** @param {{ axes: typeof reading.axes, side: number[] }} along @param {number[]} at */
  const placeOf = ({ axes, side }, at) => side.reduce((place, axis, level) => place * axes[level].codes.length + at[axis], 0);
  const figures = reading.figures.map((figure) => ({ ...figure, x: placeOf(columns, figure.at), y: placeOf(rows, figure.at) }));
  const rowNames = names(rows.axes, height);
  const columnNames = names(columns.axes, breadth).map(brief);
  const { room, letters } = roomFor(rowNames, width * 0.38);
  const above = across(columnNames, (width - room - 8) / breadth);
  const step = (width - room - 8 - above.beside) / breadth;
  const tall = Math.max(Math.min(26, 5200 / height), 15);
  // Values are rounded as they are shown, so that equal figures have equal shades.
  const times = 10 ** spec.decimals;
  const written = (/** @type {typeof figures[0]} */ { value }) => Math.round((value ?? 0) * times) / times;
  const classes = classesOf(figures.flatMap((figure) => (isMissing(figure) ? [] : [written(figure)])));
  const inClass = (/** @type {typeof figures[0]} */ figure) => /** @type {Class} */ (classOf(classes, written(figure))).shade;
  const longest = figures.reduce((length, figure) => Math.max(length, say(spec, figure).length), 1);
  const fits = longest * 7.2 + 4 < step;
  const svg = chartSvg({
    width,
    height: Math.round(height * tall + above.room + 34),
    marginTop: above.room + 22,
    marginLeft: room,
    marginRight: 8 + above.beside,
    marginBottom: 8,
    x: { type: "band", domain: range(breadth), padding: 0 },
    y: { type: "band", domain: range(height), padding: 0 },
    color: { type: "identity" },
    marks: [
      cell(figures, { x: "x", y: "y", inset: 0.5, fill: (figure) => (isMissing(figure) ? kinds.fill(figure.why || "blocked") : shade(inClass(figure))), stroke: COLOURS.edge, strokeWidth: 0.5, title: (figure) => String(figure.cell) }),
      fits ? text(figures, { x: "x", y: "y", text: (figure) => say(spec, figure), fill: (figure) => (isMissing(figure) ? COLOURS.ink : onShade(inClass(figure))), stroke: (figure) => (isMissing(figure) ? COLOURS.sheet : "none"), strokeWidth: 3, pointerEvents: "none" }) : null,
      axisX(range(breadth).filter((at) => at % above.every === 0), { anchor: "top", tickSize: 0, label: columns.axes.map(({ label }) => label).join(", "), labelAnchor: "center", labelArrow: "none", labelOffset: above.room + 12, tickRotate: above.rotate, lineHeight: 1.15, tickFormat: (/** @type {number} */ at) => above.text(at) }),
      axisY({ tickSize: 0, label: null, tickFormat: (/** @type {number} */ at) => cut(rowNames[at], letters) }),
    ],
  }, words);
  const legend = classes.map(({ shade: at, low, high }) => ({ fill: shade(at), text: spanned(format(low), format(high)) }));
  return { svg: finish(svg, spec), drawn: reading.figures, legend, notes: [] };
}

/** Returns the index of a combination of categories. @param {ChartSpec["reading"]["axes"]} axes @param {number} size */
function names(axes, size) {
  return range(size).map((place) => {
    let rest = place;
    const at = axes.map(() => 0);
    for (let level = axes.length - 1; level >= 0; level--) {
      at[level] = rest % axes[level].codes.length;
      rest = Math.floor(rest / axes[level].codes.length);
    }
    return nameOf(axes, at);
  });
}
