/**
 * The loop that a JavaScript programmer would write for one table: typed arrays, totals, noise from a dense p-table.
 * Unlike the core, the loop is limited to one form of table: three axes, and M is a power of two from 2^8 to 2^32.
 */

/**
 * @typedef {{ codes: Uint8Array, classOf: Uint8Array, size: number }} LoopAxis `classOf` by code, `size` without the total
 * @typedef {{
 *   axes: LoopAxis[], filter?: { codes: Uint8Array, code: number },
 *   counts: Uint32Array, keys: Uint8Array | Uint32Array, population: number, noise: Int8Array,
 * }} LoopTable `population`: sum of all counts; `noise`: 750 rows of 256 keys
 * @typedef {typeof import("./loop.js")} Loop
 */

const KEYS = 256;
const ROWS = 750;

/**
 * Imports this file as a new module. Otherwise code that JavaScript's engine optimised for one type of array could be
 * slower for another type.
 * @param {string} name of the use
 * @returns {Promise<Loop>}
 */
export const loopFor = (name) => import(`./loop.js?${name}`);

/**
 * Returns the counts and keys of the table's cells, with zeros for the totals.
 * @param {LoopTable} table
 */
export function rollUp({ axes: [a, b, c], filter, counts, keys, population }) {
  const [strideA, strideB] = [(b.size + 1) * (c.size + 1), c.size + 1];
  const cells = (a.size + 1) * strideA;
  // 32-bit integers are faster if they are large enough.
  const sums = population < 2 ** 31 ? new Int32Array(cells) : new Float64Array(cells);
  // Sums may wrap, because M divides 2^32.
  const keySums = new Int32Array(cells);
  const [placeA, placeB, placeC] = [places(a, strideA), places(b, strideB), places(c, 1)];
  const [codesA, codesB, codesC] = [a.codes, b.codes, c.codes];
  if (filter) {
    const { codes, code } = filter;
    for (let i = 0; i < counts.length; i++) {
      if (codes[i] !== code) continue;
      const place = placeA[codesA[i]] + placeB[codesB[i]] + placeC[codesC[i]];
      sums[place] += counts[i];
      keySums[place] = (keySums[place] + keys[i]) | 0;
    }
  } else {
    for (let i = 0; i < counts.length; i++) {
      const place = placeA[codesA[i]] + placeB[codesB[i]] + placeC[codesC[i]];
      sums[place] += counts[i];
      keySums[place] = (keySums[place] + keys[i]) | 0;
    }
  }
  return { sums, keySums };
}

/**
 * Returns the offset of each code's cells. A plain loop is used, because `Int32Array.from` takes longer than the
 * roll-up.
 * @param {LoopAxis} axis
 * @param {number} stride
 */
function places({ classOf }, stride) {
  const found = new Int32Array(classOf.length);
  for (let code = 0; code < classOf.length; code++) found[code] = classOf[code] * stride;
  return found;
}

/**
 * Returns the values of the complete table, row-major.
 * @param {LoopTable} table
 */
export function tabulate(table) {
  const { sums, keySums } = rollUp(table);
  const sizes = table.axes.map(({ size }) => size + 1);
  let inner = 1;
  for (let axis = sizes.length - 1; axis >= 0; axis--) {
    const block = sizes[axis] * inner;
    for (let start = 0; start < sums.length; start += block) {
      const total = start + block - inner;
      for (let from = start; from < total; from += inner) {
        for (let i = 0; i < inner; i++) {
          sums[total + i] += sums[from + i];
          keySums[total + i] = (keySums[total + i] + keySums[from + i]) | 0;
        }
      }
    }
    inner = block;
  }
  const { noise } = table;
  const values = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i++) {
    const count = sums[i];
    if (count === 0) continue;
    const row = count <= ROWS ? count : ((count - 1) % 250) + ROWS - 249;
    // 256 divides M.
    values[i] = count + noise[(row - 1) * KEYS + (keySums[i] & (KEYS - 1))];
  }
  return values;
}

/**
 * Reads every column of the table once and returns the sum of all values.
 * @param {LoopTable} table
 */
export function plainRead({ axes, filter, counts, keys }) {
  let sum = addUp(counts) + (keys instanceof Uint8Array ? addUpBytes(keys) : addUp(keys));
  for (const { codes } of axes) sum += addUpBytes(codes);
  return filter ? sum + addUpBytes(filter.codes) : sum;
}

// Each width has its own loop, so that each loop is compiled for one type of array.

/** @param {Uint32Array} column */
function addUp(column) {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i];
  return sum;
}

/** @param {Uint8Array} column */
function addUpBytes(column) {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i];
  return sum;
}
