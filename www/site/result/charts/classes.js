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
  const groups = by === "equal" ? equalSteps(sorted, most) : quantiles(sorted, most);
  return groups.map((group, at) => ({ shade: largestIsNone(sorted) ? 0 : shadeOf(at, groups.length, most), low: group[0], high: group[group.length - 1], areas: group.length }));
}

/**
 * As many values in each as ties allow: what remains is shared anew among the classes that remain, so that a value that most areas have leaves classes for the others.
 * @param {number[]} sorted @param {number} most
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
      // A value goes where more than half of its areas belong.
      if (to > from && (to + end) / 2 - from > wanted) break;
      to = end;
    } while (to < sorted.length && (to - from < wanted || groups.length === most - 1));
    groups.push(sorted.slice(from, to));
    from = to;
  }
  return groups;
}

/** As much of the range in each; classes that nothing is in are left out. @param {number[]} sorted @param {number} most */
function equalSteps(sorted, most) {
  const [least, largest] = [sorted[0], sorted[sorted.length - 1]];
  const placeOf = (/** @type {number} */ value) => (largest > least ? Math.min(Math.floor(((value - least) / (largest - least)) * most), most - 1) : 0);
  return Array.from({ length: most }, (_, at) => sorted.filter((value) => placeOf(value) === at)).filter(({ length }) => length > 0);
}

/** Where there is nothing anywhere, nothing is dark. @param {number[]} sorted */
const largestIsNone = (sorted) => sorted[0] === 0 && sorted[sorted.length - 1] === 0;

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
