// Classes of values for a map: which area has which shade, and what the legend says of each.

/** Shades that a reader can still tell apart. */
const MOST_CLASSES = 5;

/**
 * @typedef {object} Class
 * @property {number} shade  from 0, the lightest on a light page, to 4
 * @property {number} low  the smallest and the largest value in it, so that what the legend says of two classes never overlaps
 * @property {number} high
 * @property {number} areas  how many are in it
 */

/**
 * Equal values are always in the same class, so there may be fewer than asked for.
 * @param {readonly number[]} values
 * @param {"quantile" | "equal"} [by]  as many areas in each, or as much of the range
 * @param {number} [most]
 * @returns {Class[]}  from the lowest
 */
export function classesOf(values, by = "quantile", most = MOST_CLASSES) {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return [];
  const [least, largest] = [sorted[0], sorted[sorted.length - 1]];
  /** Above which value each class starts. */
  const starts = Array.from({ length: most - 1 }, (_, at) => (by === "equal"
    ? least + ((largest - least) * (at + 1)) / most
    : sorted[Math.floor((sorted.length * (at + 1)) / most)]));
  /** @type {number[][]} */
  const groups = [];
  let at = -1;
  for (const value of sorted) {
    const place = starts.filter((start) => value >= start && start > least).length;
    // Distinct starts may coincide; classes that nothing is in are left out.
    if (groups.length === 0 || place !== at) groups.push([]);
    at = place;
    groups[groups.length - 1].push(value);
  }
  return groups.map((group, at) => ({ shade: shadeOf(at, groups.length, most), low: group[0], high: group[group.length - 1], areas: group.length }));
}

/** Few classes are spread over the shades, so that they stay easy to tell apart. @param {number} at @param {number} classes @param {number} most */
function shadeOf(at, classes, most) {
  return classes === 1 ? Math.floor(most / 2) : Math.round((at * (most - 1)) / (classes - 1));
}

/** @param {readonly Class[]} classes @param {number} value */
export function classOf(classes, value) {
  return classes.find(({ low, high }) => value >= low && value <= high);
}

/** What the legend says of a class: one figure where its ends are written alike. @param {string} low @param {string} high */
export const spanned = (low, high) => (low === high ? low : `${low} to ${high}`);
