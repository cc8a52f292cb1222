// The variances that a design's limits allow, and nearby designs for contradictory limits.

import { LARGEST_CHANGE } from "../../../choice/design.js";

/** @import { Design } from "../../../choice/design.js" */
/** @import { Workshop } from "../../shell/types.js" */

/** The largest change on the slider. Readers can type larger changes. */
export const SLIDER_CHANGE = 50;

/** @typedef {[words: string, edit: Partial<Design>, dial: "maxChange" | "variance" | "blocked" | "stay"]} Way */

/**
 * Finds the variances that every row can have. If a variance is infeasible, the workshop's error has the nearest
 * feasible variance.
 * @param {Workshop} workshop
 * @param {Design} design
 */
export function feasible(workshop, design) {
  const end = (/** @type {number} */ variance) => {
    try {
      workshop.design({ ...design, nearest: false, variance });
      return variance;
    } catch (error) {
      return /** @type {{ nearest?: number | null }} */ (Object(error)).nearest ?? undefined;
    }
  };
  const [least, most] = [end(1e-6), end(4 * LARGEST_CHANGE ** 2)];
  return least === undefined || most === undefined ? undefined : { least, most };
}

/** @param {Workshop} workshop @param {Design} design */
function isPossible(workshop, design) {
  try {
    workshop.design(design);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds possible designs. Each changes one limit by the smallest possible step.
 * @param {Workshop} workshop
 * @param {Design} design
 * @returns {Way[]}
 */
export function nearbyDesigns(workshop, design) {
  const can = (/** @type {Partial<Design>} */ edit) => isPossible(workshop, { ...design, ...edit });
  /** @type {Way[]} */
  const found = [];
  const { maxChange, blocked, stay } = design;
  if (stay !== null && can({ stay: null })) {
    let [low, high] = [0, Math.ceil(stay * 100)];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (can({ stay: middle / 100 })) low = middle;
      else high = middle;
    }
    found.push(low ? [`Use staying probability ${low / 100}`, { stay: low / 100 }, "stay"] : ["Remove the staying probability", { stay: null }, "stay"]);
  }
  for (let fewer = blocked - 1; fewer >= 0; fewer--) {
    if (!can({ blocked: fewer })) continue;
    found.push([fewer ? `Block values up to ${fewer}` : "Block no values", { blocked: fewer }, "blocked"]);
    break;
  }
  for (let larger = maxChange + 1; larger <= SLIDER_CHANGE; larger++) {
    if (!can({ maxChange: larger })) continue;
    found.push([`Use largest change ${larger}`, { maxChange: larger }, "maxChange"]);
    break;
  }
  if (found.length === 0 && !design.nearest && can({ nearest: true })) found.push(["Use the nearest feasible variance in each row", { nearest: true }, "variance"]);
  return found;
}

// Rounds to six decimals, like the core's messages. The largest feasible value is rounded down, the smallest up.
export const sixDown = (/** @type {number} */ value) => Math.floor(value * 1e6 + 1e-6) / 1e6;
export const sixUp = (/** @type {number} */ value) => Math.ceil(value * 1e6 - 1e-6) / 1e6;

/** @param {number} nearest @param {Design} design */
export function rounded(nearest, design) {
  return nearest < design.variance ? sixDown(nearest) : sixUp(nearest);
}

/** @param {number} value */
export function sixDecimals(value) {
  return value.toLocaleString(document.documentElement.lang || "en", { maximumFractionDigits: 6 });
}

/** @param {string} [text] */
export function sentence(text = "") {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
