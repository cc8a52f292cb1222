/**
 * The reference table that every peer answers: the hypercube's cells of region 1, age by education by
 * occupation with all totals, each cell with the noise of the demo's p-table. Runs in Node and in a page.
 */

/** Axes, in order, with their numbers of codes. */
export const AXES = /** @type {const} */ ({ age: 21, education: 9, occupation: 13 });
export const NAMES = /** @type {(keyof typeof AXES)[]} */ (Object.keys(AXES));
export const REGION = 1;

const SIZES = NAMES.map((name) => AXES[name] + 1);
export const CELLS = SIZES.reduce((product, size) => product * size, 1);

/** Rows of the p-table, and how many of the last ones serve larger counts in turn. */
export const ROWS = 750;
export const PERIOD = 250;
export const KEYS = 256;

/** The noise that a peer without a join takes from the p-table. @param {Int8Array} noise @param {number} count @param {number} key sum of keys */
export function noiseOf(noise, count, key) {
  const row = count <= ROWS ? count : ((count - 1) % PERIOD) + ROWS - PERIOD + 1;
  return noise[(row - 1) * KEYS + (key % KEYS)];
}

/**
 * Values in cellveil's order, from a peer's rows; combinations that have no row are empty, which is 0.
 * @param {Iterable<{ codes: (number | null)[], value: number }>} rows a code that is null or below 0 is the total
 */
export function placed(rows) {
  const values = new Float64Array(CELLS);
  for (const { codes, value } of rows) {
    const place = codes.reduce((/** @type {number} */ place, code, axis) => place * SIZES[axis] + (code === null || code < 0 ? SIZES[axis] - 1 : code), 0);
    values[place] = value;
  }
  return values;
}
