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

/**
 * Adds totals and noise to the groups of all axes, for a peer that does not compute all totals.
 * @param {ArrayLike<number | null>[]} codes of the groups, by axis. A null code means a total, which is added up again
 * @param {ArrayLike<number>} counts
 * @param {ArrayLike<number>} keys sums of keys
 * @param {Int8Array} noise
 * @returns {Iterable<{ codes: number[], value: number }>}
 */
export function completed([first, second, third], counts, keys, noise) {
  const [n, k] = [new Int32Array(CELLS), new Int32Array(CELLS)];
  for (let i = 0; i < counts.length; i++) {
    const [a, b, c] = [first[i], second[i], third[i]];
    if (a === null || b === null || c === null) continue;
    const place = (a * SIZES[1] + b) * SIZES[2] + c;
    n[place] = counts[i];
    k[place] = keys[i];
  }
  for (let axis = 0, block = CELLS; axis < SIZES.length; axis++) {
    const step = block / SIZES[axis];
    for (let start = 0; start < CELLS; start += block) {
      const total = start + block - step;
      for (let place = start; place < total; place++) {
        n[total + ((place - start) % step)] += n[place];
        k[total + ((place - start) % step)] += k[place];
      }
    }
    block = step;
  }
  const values = new Float64Array(CELLS);
  for (let place = 0; place < CELLS; place++) if (n[place] > 0) values[place] = n[place] + noiseOf(noise, n[place], k[place]);
  return {
    *[Symbol.iterator]() {
      for (let place = 0; place < CELLS; place++) {
        const inner = Math.floor(place / SIZES[2]);
        yield { codes: [Math.floor(inner / SIZES[1]), inner % SIZES[1], place % SIZES[2]], value: values[place] };
      }
    },
  };
}
