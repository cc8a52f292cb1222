// Divides the values of a map into classes: the shade of each area, and the text of each class in the legend.

/** The largest number of shades that readers can distinguish. */
const MOST_CLASSES = 5;

/**
 * @typedef {object} Class
 * @property {number} shade  from 0, the lightest on a light page, to 4
 * @property {number} low  the smallest value in the class, so that classes never overlap in the legend
 * @property {number} high  the largest value in the class
 * @property {number} areas  the number of areas in the class
 */

/**
 * Divides values into classes. Equal values are in the same class, so there may be fewer classes than requested.
 * @param {readonly number[]} values
 * @param {"quantile" | "equal"} [by]  classes with equal numbers of areas, or with equal ranges
 * @param {number} [most]
 * @returns {Class[]}  the classes, lowest first
 */
export function classesOf(values, by = "quantile", most = MOST_CLASSES) {
  const sorted = [...values].sort((a, b) => a - b);
  const groups = by === "equal" ? equalSteps(sorted, most) : quantiles(sorted, most);
  return groups.map((group, at) => ({ shade: largestIsNone(sorted) ? 0 : shadeOf(at, groups.length, most), low: group[0], high: group[group.length - 1], areas: group.length }));
}

/**
 * Makes classes with nearly equal numbers of values. Equal values stay together. After each class, the remaining values
 * are divided equally among the remaining classes, so that a frequent value does not use up the classes.
 * @param {number[]} sorted
 * @param {number} most
 */
function quantiles(sorted, most) {
  /** @type {number[][]} */
  const groups = [];
  for (let from = 0; from < sorted.length;) {
    const wanted = (sorted.length - from) / (most - groups.length);
    let to = from;
    do {
      let end = to + 1;
      while (end < sorted.length && sorted[end] === sorted[to]) end++;
      // Equal values on the border of two classes join the class that would have more than half of their areas.
      if (to > from && (to + end) / 2 - from > wanted) break;
      to = end;
    } while (to < sorted.length && (to - from < wanted || groups.length === most - 1));
    groups.push(sorted.slice(from, to));
    from = to;
  }
  return groups;
}

/** Makes classes with equal ranges and omits empty classes. @param {number[]} sorted @param {number} most */
function equalSteps(sorted, most) {
  const [least, largest] = [sorted[0], sorted[sorted.length - 1]];
  const placeOf = (/** @type {number} */ value) => (largest > least ? Math.min(Math.floor(((value - least) / (largest - least)) * most), most - 1) : 0);
  return Array.from({ length: most }, (_, at) => sorted.filter((value) => placeOf(value) === at)).filter(({ length }) => length > 0);
}

/** Whether all values are 0. A map with only zeros has the lightest shade. @param {number[]} sorted */
const largestIsNone = (sorted) => sorted[0] === 0 && sorted[sorted.length - 1] === 0;

/**
 * Spreads the classes over all shades, so that readers can distinguish them.
 * @param {number} at
 * @param {number} classes
 * @param {number} most
 */
function shadeOf(at, classes, most) {
  return classes === 1 ? Math.floor(most / 2) : Math.round((at * (most - 1)) / (classes - 1));
}

/** @param {readonly Class[]} classes @param {number} value */
export function classOf(classes, value) {
  return classes.find(({ low, high }) => value >= low && value <= high);
}

/**
 * Writes the text of a class in the legend. If both ends have the same text, the text is a single figure.
 * @param {string} low
 * @param {string} high
 */
export const spanned = (low, high) => (low === high ? low : `${low} to ${high}`);
