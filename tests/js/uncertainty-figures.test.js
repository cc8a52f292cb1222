// The intervals of counts, sums, percentages, ratios and averages equal those of a search through all true counts and
// all keys of a small p-table.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Table } from "../../www/api/table.js";
import { layoutOf } from "../../www/element/layout.js";
import { figureIntervals } from "../../www/element/uncertainty.js";
import { origin, rawTable } from "./support/raw-table.js";

const LEVEL = 0.9;
/** All counts of the search. The values of the tests are so small that larger counts cannot have them. */
const MOST = 14;
/** The noise of each key; the noise of small counts is smaller, so that no value is negative. */
const NOISE = [-2, -1, 0, 0, 0, 0, 1, 2];
/** @param {number} count @param {number} key */
const published = (count, key) => (count === 0 ? 0 : count + Math.max(NOISE[key], -count));
const COUNTS = Array.from({ length: MOST + 1 }, (_, count) => count);
const KEYS = NOISE.map((_, key) => key);

/** The share of keys that publish a count as a value. @param {number} value @param {number} count */
const chance = (value, count) => KEYS.filter((key) => published(count, key) === value).length / KEYS.length;

/** @param {number} value @returns {import("../../www/api/types.js").Distribution} */
function distributionOf(value) {
  const weights = COUNTS.map((count) => chance(value, count));
  const evidence = weights.reduce((sum, weight) => sum + weight, 0);
  const least = weights.findIndex((weight) => weight > 0);
  const most = weights.findLastIndex((weight) => weight > 0);
  return { least, most, evidence, probabilities: Float64Array.from(weights.slice(least, most + 1), (weight) => weight / evidence) };
}

/** What `table.uncertainty()` returns. @param {Table} table @param {object} [more] */
function uncertain(table, { known = true, overlapping = /** @type {string[]} */ ([]), independent = true } = {}) {
  const isSum = (/** @type {number} */ cell) => table.method.totals === "sum" && totalCells(table).has(cell);
  const distribution = (/** @type {number} */ cell) => {
    const value = table.values[cell];
    if (value === null || isSum(cell)) return null;
    const found = distributionOf(value);
    return known ? found : { ...found, evidence: 0, probabilities: new Float64Array() };
  };
  const at = (/** @type {number} */ cell) => {
    const value = table.values[cell];
    if (value === null || isSum(cell)) return null;
    const { least, most, probabilities } = distributionOf(value);
    const { low, high } = search(Array.from(probabilities, (weight, i) => ({ value: least + i, weight })));
    return { value, low, high, probability: 1, least, most, likeliest: least, likeliestProbability: 1, level: LEVEL, prior: /** @type {const} */ ("flat") };
  };
  return { level: LEVEL, independent, overlapping, at, distribution };
}

/** @param {Table} table */
function totalCells(table) {
  const cells = new Set();
  table.values.forEach((_, cell) => {
    let rest = cell;
    for (let i = table.shape.length - 1; i >= 0; i--) {
      if (table.dimensions[i].codes[rest % table.shape[i]].code === "_T") cells.add(cell);
      rest = Math.floor(rest / table.shape[i]);
    }
  });
  return cells;
}

/**
 * The shortest interval with the level's probability, by a search through all pairs of outcomes.
 * @param {{ value: number, weight: number }[]} outcomes
 */
function search(outcomes) {
  const sum = outcomes.reduce((sum, { weight }) => sum + weight, 0);
  const values = [...new Set(outcomes.map(({ value }) => value))].sort((a, b) => a - b);
  const weights = values.map((value) => outcomes.reduce((sum, each) => (each.value === value ? sum + each.weight : sum), 0));
  let best = { low: -Infinity, high: Infinity, held: 0 };
  values.forEach((low, i) => {
    let held = 0;
    for (let j = i; j < values.length; j++) {
      held += weights[j];
      if (held < (LEVEL - 1e-9) * sum) continue;
      const [width, least] = [values[j] - low, best.high - best.low];
      if (width < least - 1e-12 || (width < least + 1e-12 && held > best.held * (1 + 1e-6))) best = { low, high: values[j], held };
      break;
    }
  });
  return best;
}

/** @param {{ low: number, high: number } | null} found @param {{ low: number, high: number }} expected @param {string} what */
function near(found, expected, what) {
  assert.ok(found, what);
  for (const end of /** @type {const} */ (["low", "high"])) assert.ok(Math.abs(found[end] - expected[end]) < 1e-9, `${what}: ${end} is ${found[end]}, not ${expected[end]}`);
}

/**
 * @param {Record<string, string[]>} rows @param {Record<string, string[]>} columns @param {number[]} values @param {"own" | "sum"} [totals]
 * @param {number[]} [suppressed]
 */
function tableOf(rows, columns, values, totals = "own", suppressed = []) {
  const raw = rawTable(rows, columns, { values: Float64Array.from(values) });
  for (const cell of suppressed) raw.status[cell] = 1;
  raw.method = { ...raw.method, totals };
  return new Table(raw, origin);
}

/** @param {Table} table @param {import("../../www/element/layout.js").View} view @param {object} [more] */
const intervals = (table, view, more) => figureIntervals(table, layoutOf(table, view), uncertain(table, more));

/** Pairs of counts whose first is part of the second, with the chance to be published as two values. @param {number} value @param {number} whole */
function* pairs(value, whole) {
  for (const n of COUNTS) {
    for (const all of COUNTS.slice(n)) {
      // The same records have the same key.
      const draws = all === n ? KEYS.filter((key) => published(n, key) === value && published(all, key) === whole).length / KEYS.length : chance(value, n) * chance(whole, all);
      if (draws > 0) yield { n, all, draws };
    }
  }
}

describe("intervals of figures", () => {
  test("a count has the interval of its explanation", () => {
    const table = tableOf({ region: ["A", "B", "_T"] }, {}, [4, 6, 9]);
    const of = intervals(table, {});
    const said = uncertain(table);
    for (const line of [0, 1, 2]) {
      const { low, high } = /** @type {{ low: number, high: number }} */ (said.at(line));
      assert.deepEqual(of(line, 0), { low, high, level: LEVEL, bound: false });
    }
  });

  test("percentages of totals with their own noise equal a search through all counts and keys", () => {
    for (const [part, whole] of [[3, 8], [5, 5], [0, 6], [6, 5], [1, 9], [8, 8], [4, 11]]) {
      const table = tableOf({ region: ["A", "B"] }, { sex: ["1", "2", "_T"] }, [part, 2, whole, 1, 1, 2]);
      const found = intervals(table, { percent: "row" })(0, 0);
      const outcomes = [...pairs(part, whole)].filter(({ all }) => all > 0).map(({ n, all, draws }) => ({ value: (100 * n) / all, weight: draws }));
      near(found, search(outcomes), `${part} of ${whole}`);
      assert.deepEqual([found?.level, found?.bound], [LEVEL, false]);
      assert.deepEqual(intervals(table, { percent: "row" })(0, 2), { low: 100, high: 100, level: 1, bound: false });
    }
  });

  test("percentages of a total that is added up equal a search through all counts", () => {
    for (const [a, b, c] of [[3, 4, 5], [0, 1, 2], [7, 0, 0], [2, 2, 2]]) {
      const outcomes = [];
      for (const n of COUNTS) for (const m of COUNTS) for (const k of COUNTS) {
        const weight = chance(a, n) * chance(b, m) * chance(c, k);
        if (weight > 0 && n + m + k > 0) outcomes.push({ value: (100 * n) / (n + m + k), weight });
      }
      const expected = search(outcomes);
      const without = tableOf({ region: ["A"] }, { sex: ["1", "2", "3"] }, [a, b, c]);
      near(intervals(without, { percent: "row" })(0, 0), expected, `${a} of ${a}, ${b}, ${c}`);
      const summed = tableOf({ region: ["A"] }, { sex: ["1", "2", "3", "_T"] }, [a, b, c, a + b + c], "sum");
      near(intervals(summed, { percent: "row" })(0, 0), expected, `${a} of the sum of ${a}, ${b}, ${c}`);
    }
  });

  test("percentages of the table add the totals of rows without a total of all", () => {
    // The denominator is the sum of the rows' totals, and the row's own total contains the numerator.
    const table = tableOf({ region: ["A", "B"] }, { sex: ["1", "_T"] }, [2, 4, 1, 3]);
    const outcomes = [];
    for (const { n, all, draws } of pairs(2, 4)) for (const other of COUNTS) {
      const weight = draws * chance(3, other);
      if (weight > 0 && all + other > 0) outcomes.push({ value: (100 * n) / (all + other), weight });
    }
    near(intervals(table, { percent: "table" })(0, 0), search(outcomes), "2 of 4 and 3");
  });

  test("ratios of two categories, and of a category and its total, equal a search", () => {
    const table = tableOf({ region: ["A"] }, { sex: ["1", "2", "_T"] }, [3, 5, 9]);
    const of = (/** @type {string} */ numerator, /** @type {string} */ denominator) => intervals(table, { ratio: { of: "sex", numerator, denominator, per: 10 } })(0, 0);
    const apart = [];
    for (const n of COUNTS) for (const m of COUNTS.slice(1)) apart.push({ value: (10 * n) / m, weight: chance(3, n) * chance(5, m) });
    near(of("1", "2"), search(apart.filter(({ weight }) => weight > 0)), "3 per 5");
    const inside = [...pairs(3, 9)];
    near(of("1", "_T"), search(inside.map(({ n, all, draws }) => ({ value: (10 * n) / all, weight: draws }))), "3 per 9");
    near(of("_T", "1"), search(inside.filter(({ n }) => n > 0).map(({ n, all, draws }) => ({ value: (10 * all) / n, weight: draws }))), "9 per 3");
    assert.deepEqual(of("2", "2"), { low: 10, high: 10, level: 1, bound: false });
  });

  test("averages of few categories equal a search", () => {
    const table = tableOf({ region: ["A"] }, { age: ["0", "1", "4", "_T"] }, [2, 3, 1, 5]);
    const outcomes = [];
    for (const n of COUNTS) for (const m of COUNTS) for (const k of COUNTS) {
      const weight = chance(2, n) * chance(3, m) * chance(1, k);
      if (weight > 0 && n + m + k > 0) outcomes.push({ value: (m + 4 * k) / (n + m + k), weight });
    }
    near(intervals(table, { average: { of: "age", values: [["0", 0], ["1", 1], ["4", 4]] } })(0, 0), search(outcomes), "the average");
  });

  test("a total that is added up has the interval of the sum, and of a bound if it has many parts", () => {
    const table = tableOf({ region: ["A", "B", "C", "_T"] }, {}, [2, 3, 5, 10], "sum");
    const outcomes = [];
    for (const n of COUNTS) for (const m of COUNTS) for (const k of COUNTS) outcomes.push({ value: n + m + k, weight: chance(2, n) * chance(3, m) * chance(5, k) });
    near(intervals(table, {})(3, 0), search(outcomes.filter(({ weight }) => weight > 0)), "2 + 3 + 5");
    const codes = Array.from({ length: 900 }, (_, i) => `${i}`);
    const many = tableOf({ region: [...codes, "_T"] }, {}, [...codes.map(() => 5), 4500], "sum");
    const found = intervals(many, {})(900, 0);
    assert.ok(found?.bound && found.level === LEVEL);
    // The sum's standard deviation is 1.1 √900 = 34. The bound is wider than the exact interval of 1.64 of them, and
    // much narrower than the range of 1,800.
    assert.ok(found.low < 4500 - 56 && found.low > 4500 - 120 && found.high > 4500 + 56 && found.high < 4500 + 120, JSON.stringify(found));
  });

  test("bounds of averages hold at least as often as they say", () => {
    const values = [6, 9, 3, 7, 8, 5, 9, 4, 6, 7, 8, 9];
    const codes = values.map((_, i) => `${i}`);
    const table = tableOf({ region: ["A"] }, { age: codes }, values);
    const found = intervals(table, { average: { of: "age", values: codes.map((code, i) => [code, i]) } })(0, 0);
    assert.ok(found?.bound && found.level === LEVEL && found.low < found.high);
    let state = 5;
    const next = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    const distributions = values.map(distributionOf);
    const draw = (/** @type {import("../../www/api/types.js").Distribution} */ { least, probabilities }) => {
      let rest = next();
      return least + probabilities.findIndex((chance, i) => (rest -= chance) < 0 || i === probabilities.length - 1);
    };
    let inside = 0;
    const DRAWS = 20_000;
    for (let i = 0; i < DRAWS; i++) {
      const counts = distributions.map(draw);
      const mean = counts.reduce((sum, count, at) => sum + count * at, 0) / counts.reduce((sum, count) => sum + count, 0);
      if (mean >= found.low && mean <= found.high) inside++;
    }
    // A fair interval would contain 90 %, with a standard error of 0.2 %. Bernstein's bound is wider.
    assert.ok(inside / DRAWS > LEVEL, `${inside / DRAWS}`);
  });
});

describe("bounds without probabilities or without independence", () => {
  /** @param {number} value */
  const ends = (value) => [distributionOf(value).least, distributionOf(value).most];

  test("unknown probabilities give the range of all possible figures", () => {
    const table = tableOf({ region: ["A"] }, { sex: ["1", "2", "_T"] }, [3, 5, 9]);
    for (const more of [{ known: false }, { independent: false }]) {
      const [[n1, n2], [m1, m2], [t1, t2]] = [3, 5, 9].map(ends);
      const values = (/** @type {(n: number, m: number, all: number) => number} */ of) => {
        const all = [];
        for (let n = n1; n <= n2; n++) for (let m = m1; m <= m2; m++) for (let total = Math.max(t1, n); total <= t2; total++) all.push(of(n, m, total));
        return { low: Math.min(...all), high: Math.max(...all) };
      };
      const found = intervals(table, { percent: "row" }, more)(0, 0);
      near(found, values((n, _, all) => (100 * n) / all), "share");
      assert.deepEqual([found?.level, found?.bound], [1, true]);
      const ratio = (/** @type {string} */ numerator, /** @type {string} */ denominator) => intervals(table, { ratio: { of: "sex", numerator, denominator, per: 1 } }, more)(0, 0);
      near(ratio("1", "2"), values((n, m) => n / m), "ratio");
      near(ratio("_T", "1"), values((n, _, all) => all / n), "inverse");
      const average = intervals(table, { average: { of: "sex", values: [["1", -1], ["2", 3]] } }, more)(0, 0);
      near(average, values((n, m) => (3 * m - n) / (n + m)), "average");
    }
    const summed = tableOf({ region: ["A"] }, { sex: ["1", "2", "_T"] }, [3, 5, 8], "sum");
    const [[n1, n2], [m1, m2]] = [3, 5].map(ends);
    assert.deepEqual(intervals(summed, {}, { known: false })(0, 2), { low: n1 + m1, high: n2 + m2, level: 1, bound: true });
  });

  test("groups with common codes are not independent", () => {
    const table = tableOf({ region: ["A"] }, { sex: ["1", "2"] }, [3, 5]);
    const [ratio, percent] = [{ ratio: { of: "sex", numerator: "1", denominator: "2", per: 1 } }, { percent: /** @type {const} */ ("row") }];
    for (const view of [ratio, percent]) {
      assert.deepEqual([intervals(table, view)(0, 0)?.bound, intervals(table, view, { overlapping: ["sex"] })(0, 0)?.bound], [false, true]);
    }
    // A group is always a part of the total.
    const total = tableOf({ region: ["A"] }, { sex: ["1", "_T"] }, [3, 5]);
    assert.equal(intervals(total, percent, { overlapping: ["sex"] })(0, 0)?.bound, false);
  });

  test("missing figures, and sums that do not fit, have no interval", () => {
    const table = tableOf({ region: ["A"] }, { sex: ["1", "2", "_T"] }, [3, 5, 9], "own", [1]);
    assert.equal(intervals(table, {})(0, 1), null);
    assert.equal(intervals(table, { percent: "row" })(0, 1), null);
    assert.equal(intervals(table, { ratio: { of: "sex", numerator: "1", denominator: "2", per: 1 } })(0, 0), null);
    const odd = tableOf({ region: ["A"] }, { sex: ["1", "2", "_T"] }, [3, 5, 9], "sum");
    assert.equal(intervals(odd, {})(0, 2), null);
    assert.equal(intervals(odd, { percent: "row" })(0, 0), null);
  });
});
