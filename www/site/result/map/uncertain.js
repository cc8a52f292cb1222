// Hatches areas whose class noise could change: areas whose interval crosses the border of two classes.

import { s } from "../../shell/dom.js";
import { onShade, shade } from "../charts/svg.js";

/** @import { Class } from "../charts/classes.js" */

/** @typedef {(areaIndex: number) => { low: number, high: number } | null} Interval  of the area's figure; null if it is unknown */

/** The legend's sentence about hatched areas. */
export const HATCHED = "Hatched: noise could change the class.";

/**
 * Whether an interval has values of several classes. The border of two classes is halfway between the largest value of
 * one and the smallest value of the other.
 * @param {readonly Class[]} classes
 * @param {{ low: number, high: number } | null} interval
 */
export function isUncertain(classes, interval) {
  if (!interval) return false;
  return classes.slice(1).some(({ low }, at) => {
    const border = (classes[at].high + low) / 2;
    return interval.low < border && interval.high >= border;
  });
}

/** The number of sets of hatchings so far, because a page may have several maps. */
let sets = 0;

/**
 * Creates the hatching of each shade. `defs` returns the patterns in use.
 * @returns {{ fill: (shade: number) => string, defs: () => SVGElement[], used: Set<number> }}
 */
export function hatchings() {
  const id = `chart-${++sets}-uncertain`;
  /** @type {Set<number>} */
  const used = new Set();
  return {
    used,
    fill(at) {
      used.add(at);
      return `url(#${id}-${at})`;
    },
    // Missing figures have lines that rise on the plain sheet. These lines fall and have the shade behind them.
    defs: () => [...used].map((at) => s("pattern", { id: `${id}-${at}`, width: 7, height: 7, patternUnits: "userSpaceOnUse" },
      s("rect", { width: 7, height: 7, fill: shade(at) }),
      s("path", { d: "M-1,-1 L8,8 M-1,6 L1,8 M6,-1 L8,1", fill: "none", stroke: onShade(at), "stroke-width": 1.1, "stroke-opacity": 0.75 }))),
  };
}
