// The frame of charts with horizontal bars: the names of the bars at the left, and a panel for each group. All panels
// have the same scale.

import { axisX, axisY, gridX, ruleX, text } from "@observablehq/plot";
import { BOLD, cut, panelled, panelScale, range, roomFor, tickRoom, ticks } from "./chart.js";
import { MOST_BARS } from "./kinds.js";
import { COLOURS, chartSvg } from "./svg.js";

/** @import { Markish } from "@observablehq/plot" */
/** @import { ChartSpec } from "./chart.js" */
/** @import { Reading } from "./reading.js" */

const MARGINS = { marginBottom: 40, marginRight: 8 };
const TITLE_HEIGHT = 30;
const LEAST_PANEL = 190;
const GAP = 14;
const PADDING = 0.18;

/**
 * Returns the categories that have a bar: all, or those with the largest sums, largest first.
 * @param {Reading["axes"][0]} axis
 * @param {(at: number) => number} sumOf  returns the sum of a category's shown figures
 * @param {boolean} withheld  whether figures are missing
 * @returns {{ kept: number[], notes: string[] }}
 */
export function barsOf({ codes, label }, sumOf, withheld) {
  const all = range(codes.length);
  if (codes.length <= MOST_BARS) return { kept: all, notes: [] };
  const sums = all.map(sumOf);
  return {
    kept: all.sort((a, b) => sums[b] - sums[a] || a - b).slice(0, MOST_BARS),
    notes: [`The chart shows the ${MOST_BARS} largest of ${codes.length} categories of ${label}. They are sorted by the sum of their figures, largest first.${withheld ? " Withheld figures add nothing to the sum." : ""}`],
  };
}

/**
 * @template {{ name: string }} T
 * @param {ChartSpec} spec
 * @param {object} how
 * @param {{ label: string }[]} how.codes  the categories of the bars
 * @param {number[]} how.kept  the categories that have a bar, from the top
 * @param {T[]} how.groups
 * @param {[low: number, high: number]} how.range  the values to draw
 * @param {number} how.tail  the width of the longest text at the end of a bar, in pixels
 * @param {number} [how.heading]  the height of a heading above the bars, in pixels
 * @param {number} [how.most]  the largest number on the axis
 */
export function barFrame(spec, { codes, kept, groups, range: [low, high], tail, heading = 0, most = Infinity }) {
  const { width, unit, figures, tick } = spec;
  const { room, letters } = roomFor(kept.map((at) => codes[at].label), width * 0.38);
  const { panels, columns, rows } = panelled(groups, width - room, LEAST_PANEL);
  const titled = groups.length > 1;
  const thickness = kept.length > 30 ? 17 : 22;
  const inner = (width - room - MARGINS.marginRight + GAP) / columns - GAP;
  // The frame needs room for the texts at the ends of the bars.
  const span = (high - low) / Math.max(1 - tail / inner, 0.4);
  const top = titled ? TITLE_HEIGHT : 14 + heading;
  const below = titled ? 36 : 0;
  const panelHeight = kept.length * thickness + 8;
  const marks = ticks(low, Math.min(low + span, most), inner / tickRoom(spec, low, high), figures === "count");
  // A number beyond the right edge would be cut.
  const whole = marks.filter((mark) => ((mark - low) / span) * inner + (tick(mark).length * 7) / 2 <= inner + MARGINS.marginRight);
  return {
    panels,
    /** The width of a panel in pixels. */
    inner,
    /** Units per pixel. */
    perPixel: span / inner,
    /** The height of a bar in pixels. */
    bar: (panelHeight / (kept.length + PADDING)) * (1 - PADDING),
    /** @param {Markish[]} drawn @param {string} words */
    draw: (drawn, words) => chartSvg({
      ...MARGINS,
      width,
      marginLeft: room,
      marginTop: top,
      height: rows * (panelHeight + below) - below + top + MARGINS.marginBottom,
      x: { domain: [low, low + span] },
      y: { type: "band", domain: kept, padding: PADDING },
      fx: panelScale(columns, inner, GAP),
      fy: panelScale(rows, panelHeight, below),
      color: { type: "identity" },
      marks: [
        gridX(marks, { stroke: COLOURS.hair, strokeOpacity: 1 }),
        ...drawn,
        ruleX([0], { stroke: COLOURS.edge }),
        ...(titled ? [text(panels, { fx: "fx", fy: "fy", frameAnchor: "top-left", text: ({ name }) => cut(name, Math.floor(inner / BOLD)), fontWeight: 600, dy: -16, fill: COLOURS.ink })] : []),
        axisX(whole, { tickSize: 4, label: `${unit} →`, labelAnchor: "right", labelOffset: 34, tickFormat: tick }),
        axisY({ tickSize: 0, label: null, tickFormat: (/** @type {number} */ at) => cut(codes[at].label, letters) }),
      ],
    }, words),
  };
}
