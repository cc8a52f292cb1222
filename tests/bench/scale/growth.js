/** How a figure grows with the number of areas. */

/** `exponent` of a power of the size. `at`: the straight line's value at a size. @typedef {{ exponent: number, at: (size: number) => number }} Fit */

/** Fits a straight line, and a power, by least squares. @param {number[]} sizes @param {number[]} figures @returns {Fit} */
export function fit(sizes, figures) {
  const straight = line(sizes, figures);
  const power = line(sizes.map(Math.log), figures.map(Math.log));
  return { exponent: power.slope, at: (size) => straight.start + straight.slope * size };
}

/** @param {number[]} xs @param {number[]} ys */
function line(xs, ys) {
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const slope = mean(xs.map((each, at) => (each - x) * (ys[at] - y))) / mean(xs.map((each) => (each - x) ** 2));
  return { slope, start: y - slope * x };
}
