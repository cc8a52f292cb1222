/** The counts that all figures of a table can stand for (`docs/reference/uncertainty.md`). */
import { chance } from "./question.js";

/** @import { Distribution, Explanation, PlainQuery, UncertaintyOptions } from "./types.js" */
/** @import { Table } from "./table.js" */

/** @typedef {{ explanation: Explanation, evidence: number, probabilities: Float64Array }} Found  the explanation of one value */

/** The numbers of a value before its probabilities, as `Distributions::numbers` in `src/table/explain.rs` writes them. */
const HEAD = 10;
/** The key of suppressed cells. No figure of one count is negative. */
const SUPPRESSED = -1;

/**
 * The counts that the figures of a table can stand for. A figure that is blocked, or that is a sum of several protected
 * counts, has none.
 */
export class Uncertainty {
  #values;
  #one;
  #found;
  #end;
  #period;
  /** @type {{ low: Float64Array, high: Float64Array } | undefined} */ #ends;

  /**
   * @param {Pick<Table, "values" | "status">} table
   * @param {Uint8Array} one  1 for a cell of one protected count
   * @param {Float64Array} numbers  the core's answer
   * @param {{ level: number, independent: boolean, overlapping: string[] }} about
   */
  constructor({ values }, one, numbers, { level, independent, overlapping }) {
    this.#values = values;
    this.#one = one;
    [this.#end, this.#period] = numbers;
    this.#found = read(numbers, level);
    /** The least probability of each interval. */
    this.level = level;
    /** Whether the noise of cells with different records is independent. */
    this.independent = independent;
    /** The names of the axes with groups that have a code in common. */
    this.overlapping = overlapping;
  }

  /** The lower ends of the intervals, in the order of `table.values`. A cell without an interval has NaN. */
  get low() {
    return (this.#ends ??= this.#arrays()).low;
  }

  /** The upper ends of the intervals, in the order of `table.values`. A cell without an interval has NaN. */
  get high() {
    return (this.#ends ??= this.#arrays()).high;
  }

  /**
   * Returns what `table.explain(cell)` returns; null for a cell without an interval.
   * @param {number} cell a position in `table.values`
   * @returns {Explanation | null}
   */
  at(cell) {
    const place = this.#place(cell);
    if (!place) return null;
    const { found: { explanation }, moved } = place;
    if (moved === 0) return { ...explanation };
    const { low, high, least, most, likeliest } = explanation;
    return { ...explanation, value: this.#values[cell], low: low + moved, high: high + moved, least: least + moved, most: most + moved, likeliest: likeliest + moved };
  }

  /**
   * Returns the probabilities of the counts that a cell can stand for; null for a cell without an interval.
   * @param {number} cell a position in `table.values`
   * @returns {Distribution | null}
   */
  distribution(cell) {
    const place = this.#place(cell);
    if (!place) return null;
    const { found: { explanation, evidence, probabilities }, moved } = place;
    return { least: explanation.least + moved, most: explanation.most + moved, evidence, probabilities };
  }

  /**
   * The explanation of a cell's value. Large values repeat the explanations of smaller ones, so they have the
   * explanation of a smaller value and the distance `moved`.
   * @param {number} cell
   */
  #place(cell) {
    if (!this.#one[cell]) return undefined;
    const value = this.#values[cell] ?? SUPPRESSED;
    const moved = value < this.#end ? 0 : (Math.floor((value - this.#end) / this.#period) + 1) * this.#period;
    const found = this.#found.get(value - moved);
    return found && { found, moved };
  }

  #arrays() {
    const { length } = this.#values;
    const [low, high] = [new Float64Array(length).fill(NaN), new Float64Array(length).fill(NaN)];
    for (let cell = 0; cell < length; cell++) {
      const place = this.#place(cell);
      if (!place) continue;
      low[cell] = place.found.explanation.low + place.moved;
      high[cell] = place.found.explanation.high + place.moved;
    }
    return { low, high };
  }
}

/**
 * Asks the core for the explanations of all values of a table. Each value is explained once.
 * @param {Table} table
 * @param {PlainQuery} query  the table's query
 * @param {(explain: object) => Promise<unknown>} ask
 * @param {UncertaintyOptions} [options]
 */
export async function uncertaintyOf(table, query, ask, options) {
  const { level, ...more } = { ...options };
  const one = singles(table);
  const distinct = new Set();
  table.values.forEach((value, cell) => one[cell] && distinct.add(value));
  const numbers = /** @type {Float64Array} */ (await ask({ ...more, values: [...distinct], level: chance(level) }));
  const { control } = table.method.parameters;
  return new Uncertainty(table, one, numbers, {
    level: level ?? 0.9,
    // A matrix with `control = "total"` fixes the number of moves in a table.
    independent: control !== "total",
    overlapping: overlapping(query.groups),
  });
}

/**
 * Marks the cells of one protected count, as `check_cell` in `src/table/store/explain.rs` does. Totals can be sums of
 * the shown figures, and custom areas can be sums of building blocks. A fitted fraction is no protected count.
 * @param {Table} table
 */
function singles({ values, status, dimensions, method, areas }) {
  const one = Uint8Array.from(values, (value, cell) => Number(status[cell] === "suppressed" || (Number.isSafeInteger(value) && Number(value) >= 0)));
  let stride = values.length;
  for (const { name, codes } of dimensions) {
    stride /= codes.length;
    const built = new Set(areas.axes.find((axis) => axis.name === name)?.places.filter(({ blocks }) => blocks.length > 1).map(({ code }) => code));
    codes.forEach(({ code }, place) => {
      if (!built.has(code) && !(code === "_T" && method.totals === "sum")) return;
      const step = stride * codes.length;
      for (let first = place * stride; first < values.length; first += step) one.fill(0, first, first + stride);
    });
  }
  return one;
}

/**
 * Returns the axes with groups that have a code in common.
 * @param {unknown} groups  as in the query: pairs of an axis and its groups, which are pairs of a name and its codes
 */
function overlapping(groups) {
  const pairs = /** @type {[string, [string, string[]][]][]} */ (groups ?? []);
  return pairs.filter(([, each]) => {
    const codes = each.flatMap(([, codes]) => [...new Set(codes)]);
    return new Set(codes).size < codes.length;
  }).map(([name]) => name);
}

/**
 * Reads the core's list.
 * @param {Float64Array} numbers
 * @param {number} level
 */
function read(numbers, level) {
  /** @type {Map<number, Found>} */
  const found = new Map();
  for (let at = 2; at < numbers.length; ) {
    const [value, low, high, probability, least, most, likeliest, likeliestProbability, evidence, size] = numbers.subarray(at, at + HEAD);
    at += HEAD;
    /** @type {Explanation} */
    const explanation = { value: value === SUPPRESSED ? null : value, low, high, probability, least, most, likeliest, likeliestProbability, level, prior: "flat" };
    found.set(value, { explanation, evidence, probabilities: numbers.subarray(at, at + size) });
    at += size;
  }
  return found;
}
