// Functions for all charts: drawings by Plot for the page and for files, patterns, and the colours of the page.

import { s } from "../../shell/dom.js";
import { plotSvg } from "../plot.js";

/** @import { Missing } from "./shorthand.js" */

/**
 * Minimum width of a drawing in pixels: room for margins and a few marks. A narrower page shows the drawing smaller.
 */
const LEAST_WIDTH = 200;

/** The size of texts in pixels. Charts are laid out for this size, and no text is smaller. */
const FONT_SIZE = 12;

/** The size of a swatch in the legend, in pixels. */
export const SWATCH = { width: 26, height: 16 };

/** The page's colours as CSS variables, so that a change between dark and light needs no redraw. */
export const COLOURS = /** @type {const} */ ({
  ink: "var(--ink)",
  quiet: "var(--quiet)",
  hair: "var(--hair)",
  sheet: "var(--sheet)",
  edge: "var(--chart-edge)",
});
/** @param {number} at  from 0 */
export const shade = (at) => `var(--shade-${at + 1})`;
/** The colour of a text on a shade. @param {number} at */
export const onShade = (at) => `var(--on-shade-${at + 1})`;
/** The shades of ordered parts, by their number. A half is the colour between two shades. */
const STEPS = [[2], [1, 3], [0, 2, 4], [0, 1, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 3.5, 4], [0, 1, 1.5, 2, 3, 3.5, 4], [0, 0.5, 1, 1.5, 2, 3, 3.5, 4]];

/**
 * Returns the shade of a part in an ordered sequence, and the colour of texts on it.
 * @param {number} at  from 0
 * @param {number} of  the number of parts, at most 8
 */
export function step(at, of) {
  const place = STEPS[of - 1][at];
  const low = Math.floor(place);
  return { fill: low === place ? shade(low) : `color-mix(in srgb, ${shade(low)}, ${shade(low + 1)})`, on: onShade(low) };
}

/**
 * The number of colours for series. Colour-blind readers can distinguish these colours. Each series also has its name
 * beside its marks.
 */
const SERIES = 6;
/** @param {number} at  from 0 */
export const series = (at) => `var(--series-${(at % SERIES) + 1})`;

/**
 * Draws a chart with Plot. For assistive technology, the chart is an image with a description.
 * @param {Parameters<typeof plotSvg>[0]} options
 * @param {string} words  what the drawing shows
 */
export function chartSvg(options, words) {
  const drawn = plotSvg({ ...options, width: Math.max(Math.round(options?.width ?? 0), LEAST_WIDTH), figure: false }, words);
  // The positions of texts assume the direction from left to right. Words in other scripts keep their own direction.
  drawn.setAttribute("direction", "ltr");
  // Plot writes 10. The page's style sheet has the same size as this attribute, which counts in files.
  drawn.setAttribute("font-size", String(FONT_SIZE));
  return drawn;
}

/**
 * The factor by which a page with a larger font size enlarges whole charts, for example on a projector. Charts are laid
 * out for letters of 12 pixels.
 */
export const pageScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** @param {SVGSVGElement} svg @param {number} scale */
export function enlarge(svg, scale) {
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute("width", String(width * scale));
  svg.setAttribute("height", String(height * scale));
}

/**
 * The number of charts so far. The number is part of the names of a chart's patterns, because a page may have several
 * charts.
 */
let charts = 0;

/**
 * Creates fills that show the reason for a missing figure without colour. `defs` returns their patterns for a drawn
 * chart.
 * @returns {{ fill: (why: Missing) => string, defs: () => SVGElement, used: Set<Missing> }}
 */
export function patterns() {
  const id = `chart-${++charts}`;
  /** @type {Set<Missing>} */
  const used = new Set();
  return {
    used,
    fill(why) {
      used.add(why);
      return `url(#${id}-${why})`;
    },
    defs: () => s("defs", {}, ...[...used].map((why) => pattern(`${id}-${why}`, why))),
  };
}

/** @type {Partial<Record<Missing, string>>} */
const STROKES = {
  suppressed: "M-1,7 L7,-1 M-1,1 L1,-1 M5,7 L7,5",
  blocked: "M0,0 L6,6 M0,6 L6,0",
  "not-applicable": "M0,3 H6",
  none: "M3,2.5 V3.5",
};

/** @param {string} id @param {Missing} why */
function pattern(id, why) {
  return s("pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
    s("rect", { width: 6, height: 6, fill: COLOURS.sheet }),
    s("path", { d: STROKES[why] ?? "M3,0 V6", fill: "none", stroke: COLOURS.edge, "stroke-width": why === "none" ? 1 : 1.3 }));
}
