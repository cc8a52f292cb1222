/**
 * The reference table that every peer computes: age by education by occupation in region 1 of the hypercube, with all
 * totals. Each cell has the noise of the demo's p-table. Runs in Node and in a page.
 */

/** The axes in order, with their numbers of codes. */
export const AXES = /** @type {const} */ ({ age: 21, education: 9, occupation: 13 });
export const NAMES = /** @type {(keyof typeof AXES)[]} */ (Object.keys(AXES));
export const REGION = 1;

const SIZES = NAMES.map((name) => AXES[name] + 1);
export const CELLS = SIZES.reduce((product, size) => product * size, 1);

/** Number of rows in the p-table, and number of last rows that repeat for larger counts. */
export const ROWS = 750;
export const PERIOD = 250;
export const KEYS = 256;

/**
 * Returns the noise from the p-table, for a peer without a join.
 * @param {Int8Array} noise
 * @param {number} count
 * @param {number} key the sum of keys
 */
export function noiseOf(noise, count, key) {
  const row = count <= ROWS ? count : ((count - 1) % PERIOD) + ROWS - PERIOD + 1;
  return noise[(row - 1) * KEYS + (key % KEYS)];
}

/**
 * Returns a peer's values in cellveil's order. A combination without a row is an empty cell with value 0.
 * @param {Iterable<{ codes: (number | null)[], value: number }>} rows in which a null or negative code means the total
 */
export function placed(rows) {
  const values = new Float64Array(CELLS);
  for (const { codes, value } of rows) {
    const place = codes.reduce((/** @type {number} */ place, code, axis) => place * SIZES[axis] + (code === null || code < 0 ? SIZES[axis] - 1 : code), 0);
    values[place] = value;
  }
  return values;
}
