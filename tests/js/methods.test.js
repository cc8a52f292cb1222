// Every method in wasm on a million cells with random 32-bit keys. The results have the distribution from the papers'
// formulas. They equal the command line's, byte for byte.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { COUNTS, FOLDER, METHODS, PTABLES, countOf, makeMillionCells } from "./support/million-cells.js";

/** @import { Cube } from "cellveil" */
/** @typedef {Map<number, number>} Distribution Probability by value; suppressed is NaN. */

/**
 * The standard normal quantile of the level 10^-7. There are fewer than a hundred chi-square tests at this level, so a
 * correct engine fails one of them with a probability of less than 10^-5.
 */
const QUANTILE = 5.1993;

const QUERY = { rows: ["a"], columns: ["b"], totals: false };

/** @type {Cube} */
let cube;

before(async () => {
  makeMillionCells();
  cube = await openCube(pathToFileURL(path("target", FOLDER, "cube.json")));
});

/** @param {number} n @param {number} k */
function binomial(n, k) {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

/** Random rounding to a base (Shlomo 2007, 3.2). @param {number} n @param {number} base @returns {Distribution} */
function rounded(n, base) {
  const rest = n % base;
  return new Map(rest === 0 ? [[n, 1]] : [[n - rest, 1 - rest / base], [n - rest + base, rest / base]]);
}

/**
 * ABS 2005, technique 2: K of n records deviate, J of them upwards.
 * @param {number} n
 * @param {number} x
 * @returns {Distribution}
 */
function smallCell(n, x) {
  const q = Math.min(1, x / n);
  const result = new Map();
  for (let k = 0; k <= n; k++) {
    const some = binomial(n, k) * q ** k * (1 - q) ** (n - k);
    for (let j = 0; j <= k; j++) {
      const value = n + 3 * j - k;
      result.set(value, (result.get(value) ?? 0) + (some * binomial(k, j) * 2 ** (k - j)) / 3 ** k);
    }
  }
  return result;
}

/** Shlomo, Antal and Elliot 2015, 3.3. @param {number} n @returns {Distribution} */
function moved(n) {
  const { cap, matrix } = METHODS.matrix;
  const base = matrix.length - cap - 1;
  const from = n <= cap ? n : cap + ((n - 1) % base) + 1;
  const chance = (/** @type {number | string} */ entry) => (typeof entry === "number" ? entry : Number(entry.split("/")[0]) / Number(entry.split("/")[1]));
  return new Map(matrix[from].map((entry, to) => [n + to - from, chance(entry)]));
}

/** The rows of the interval p-table, from its file. @param {number} n @returns {Distribution} */
function byIntervals(n) {
  const lines = readFileSync(path("demo/census2011-teaching/ptable.csv"), "utf8").trim().split("\n");
  const head = lines[0].replaceAll('"', "").split(",");
  const rows = lines.slice(1).map((line) => line.split(",").map((field) => Number(field.replaceAll('"', ""))));
  const column = (/** @type {string} */ name) => head.indexOf(name);
  const last = Math.max(...rows.map((row) => row[column("i")]));
  const own = rows.filter((row) => row[column("i")] === Math.min(n, last));
  let before = 0;
  return new Map(own.map((row) => {
    const upper = row[column("p_int_ub")];
    const chance = upper - before;
    before = upper;
    return [n + row[column("v")], chance];
  }));
}

/**
 * Compares the observed and the expected number of each value. Values with an expected number below five are merged.
 * @param {Map<number, number>} found
 * @param {Distribution} expected
 * @param {string} what
 */
function assertDistribution(found, expected, what) {
  const cells = [...found.values()].reduce((sum, number) => sum + number, 0);
  for (const value of found.keys()) assert.ok((expected.get(value) ?? 0) > 0, `${what}: ${value} cannot be`);
  let [statistic, classes, rareFound, rareExpected] = [0, 0, 0, 0];
  const add = (/** @type {number} */ seen, /** @type {number} */ mean) => {
    statistic += (seen - mean) ** 2 / mean;
    classes++;
  };
  for (const [value, probability] of expected) {
    const mean = probability * cells;
    if (mean >= 5) add(found.get(value) ?? 0, mean);
    else [rareFound, rareExpected] = [rareFound + (found.get(value) ?? 0), rareExpected + mean];
  }
  if (rareExpected >= 5) add(rareFound, rareExpected);
  const free = classes - 1;
  if (free === 0) return;
  // Wilson and Hilferty's quantile of the chi-square distribution.
  const limit = free * (1 - 2 / (9 * free) + QUANTILE * Math.sqrt(2 / (9 * free))) ** 3;
  assert.ok(statistic < limit, `${what}: chi-square ${statistic.toFixed(1)} with ${free} degrees of freedom, limit ${limit.toFixed(1)}`);
}

/** Returns how often each value is published for each count. @param {(number | null)[]} values */
function tally(values) {
  /** @type {Map<number, Map<number, number>>} */
  const byCount = new Map(COUNTS.map((count) => [count, new Map()]));
  values.forEach((value, cell) => {
    const found = /** @type {Map<number, number>} */ (byCount.get(countOf(cell)));
    found.set(value ?? NaN, (found.get(value ?? NaN) ?? 0) + 1);
  });
  return byCount;
}

/** @type {Record<string, (n: number) => Distribution>} */
const EXPECTED = {
  none: (n) => new Map([[n, 1]]),
  rounding: (n) => rounded(n, 5),
  rounding_below: (n) => (n < 5 ? rounded(n, 3) : new Map([[n, 1]])),
  rounding_md5: (n) => rounded(n, 5),
  ten_five: (n) => new Map([[n < 10 ? NaN : Math.floor(n / 5 + 0.5) * 5, 1]]),
  small_cell: (n) => smallCell(n, 2),
  matrix: moved,
  intervals: byIntervals,
  intervals_hash: byIntervals,
};

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`${name}: the distribution of a million cells, and the command line's bytes`, async () => {
    const method = name in PTABLES ? name : METHODS[/** @type {keyof typeof METHODS} */ (name)];
    const table = await cube.table({ ...QUERY, method });
    for (const [count, found] of tally(table.values)) assertDistribution(found, expected(count), `${name}, count ${count}`);
    const argument = typeof method === "string" ? method : JSON.stringify(method);
    const { stdout, stderr } = spawnSync(
      path("target/release/cellveil"),
      ["table", path("target", FOLDER), "--rows", "a", "--columns", "b", "--no-totals", "--method", argument],
      { maxBuffer: 1 << 26 },
    );
    const hash = (/** @type {string | Buffer} */ bytes) => createHash("sha256").update(bytes).digest("hex");
    assert.equal(hash(table.toCSV()), hash(stdout), `${name}: ${stderr}`);
  });
}

test("a distribution that is wrong by a hundredth does not pass", async () => {
  const table = await cube.table({ ...QUERY, method: METHODS.rounding });
  const found = /** @type {Map<number, number>} */ (tally(table.values).get(7));
  const off = new Map([[5, 3 / 5 + 0.01], [10, 2 / 5 - 0.01]]);
  assert.throws(() => assertDistribution(found, off, "off"), /chi-square/);
});

test("a fixed number of changes makes each move as often as expected, to less than one", async () => {
  const table = await cube.table({ ...QUERY, method: { ...METHODS.matrix, control: "total" }, reveal: true });
  // Cells with the same count and key count once.
  /** @type {Set<string>} */
  const seen = new Set();
  const once = table.values.map((value, cell) => {
    const name = `${countOf(cell)} ${table.cellKeys?.[cell]}`;
    return seen.has(name) ? null : (seen.add(name), value);
  });
  // No two of these counts share a row: 7 has residual 2, 11 has 1, and 20 has 5.
  for (const [count, found] of tally(once)) {
    found.delete(NaN);
    const cells = [...found.values()].reduce((sum, number) => sum + number, 0);
    for (const [value, probability] of moved(count)) {
      assert.ok(Math.abs((found.get(value) ?? 0) - probability * cells) < 1, `${count} to ${value}: ${found.get(value)}`);
    }
  }
});
