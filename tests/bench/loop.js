/**
 * What a JavaScript programmer would write for one given table: a loop over typed arrays, totals, noise from a dense
 * p-table. It knows its table beforehand (three axes, M a power of two up to 2^32), as the core does not.
 */

/**
 * @typedef {{ codes: Uint8Array, classOf: Uint8Array, size: number }} LoopAxis `classOf` by code, `size` without the total
 * @typedef {{
 *   axes: LoopAxis[], filter?: { codes: Uint8Array, code: number },
 *   counts: Uint32Array, keys: Uint8Array | Uint32Array, mask: number, noise: Int8Array,
 * }} LoopTable `noise`: 750 rows of 256 keys
 */

const KEYS = 256;
const ROWS = 750;

/**
 * Counts and keys of the cells, with room for the totals.
 * @param {LoopTable} table
 */
export function rollUp({ axes: [a, b, c], filter, counts, keys }) {
  const [strideA, strideB] = [(b.size + 1) * (c.size + 1), c.size + 1];
  const cells = (a.size + 1) * strideA;
  const sums = new Float64Array(cells);
  // 32-bit sums wrap, which any M that divides 2^32 allows.
  const keySums = new Uint32Array(cells);
  const placeA = Uint32Array.from(a.classOf, (place) => place * strideA);
  const placeB = Uint32Array.from(b.classOf, (place) => place * strideB);
  const placeC = Uint32Array.from(c.classOf);
  const [codesA, codesB, codesC] = [a.codes, b.codes, c.codes];
  if (filter) {
    const { codes, code } = filter;
    for (let i = 0; i < counts.length; i++) {
      if (codes[i] !== code) continue;
      const place = placeA[codesA[i]] + placeB[codesB[i]] + placeC[codesC[i]];
      sums[place] += counts[i];
      keySums[place] += keys[i];
    }
  } else {
    for (let i = 0; i < counts.length; i++) {
      const place = placeA[codesA[i]] + placeB[codesB[i]] + placeC[codesC[i]];
      sums[place] += counts[i];
      keySums[place] += keys[i];
    }
  }
  return { sums, keySums };
}

/**
 * The whole table: values, row-major.
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
      for (let i = start; i < total; i++) {
        const to = total + ((i - start) % inner);
        sums[to] += sums[i];
        keySums[to] += keySums[i];
      }
    }
    inner = block;
  }
  const { mask, noise } = table;
  const values = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i++) {
    const count = sums[i];
    if (count === 0) continue;
    const row = count <= ROWS ? count : ((count - 1) % 250) + ROWS - 249;
    values[i] = count + noise[(row - 1) * KEYS + (((keySums[i] & mask) >>> 0) % KEYS)];
  }
  return values;
}

/**
 * Reads every column of the table once: the sum of all values.
 * @param {LoopTable} table
 */
export function plainRead({ axes, filter, counts, keys }) {
  let sum = addUp(counts) + (keys instanceof Uint8Array ? addUpBytes(keys) : addUp(keys));
  for (const { codes } of axes) sum += addUpBytes(codes);
  return filter ? sum + addUpBytes(filter.codes) : sum;
}

// One loop for each width, so that each is compiled for one kind of array.

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
