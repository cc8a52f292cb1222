/**
 * The interval of each shown figure of a layout: counts, sums, percentages, ratios and averages
 * (`docs/reference/uncertainty.md`). The intervals use only published values and the published probabilities.
 */
import { MOST_OUTCOMES, add, intervalOf, isKnown, outcomesOf, rangeOf, shortest, sumOf } from "./distribution.js";

/** @import { Distribution } from "../api/types.js" */
/** @import { Table } from "../api/table.js" */
/** @import { Uncertainty } from "../api/uncertainty.js" */
/** @import { Ends, Term } from "./distribution.js" */
/** @import { Layout } from "./layout.js" */

/**
 * @typedef {object} FigureInterval
 * @property {number} low  in the unit of the figure: persons, percent, or as the ratio
 * @property {number} high
 * @property {number} level  the least probability that the interval contains the figure of the true counts. 1 for an
 *   interval of all possible figures
 * @property {boolean} bound  whether the interval may be longer than necessary
 *
 * @typedef {Pick<Table, "dimensions" | "shape" | "values" | "status"> & { method: Pick<Table["method"], "totals"> }} Figures
 * @typedef {Pick<Uncertainty, "level" | "independent" | "overlapping" | "at" | "distribution">} Known
 */

/** Maximum number of parts of a figure. The intervals of larger sums are not computed. */
const MOST_PARTS = 1 << 16;
/** The number of cached intervals. Small figures repeat. */
const MOST_CACHED = 1 << 16;

/**
 * Returns a function that returns the interval of a figure. A missing figure has none (null), and so has a figure with
 * a part that has no interval.
 * @param {Figures} table
 * @param {Layout} layout  of the same table
 * @param {Known} uncertainty  of the same table
 * @returns {(line: number, column: number) => FigureInterval | null}
 */
export function figureIntervals(table, layout, uncertainty) {
  const { level } = uncertainty;
  const cells = cellsOf(table, uncertainty);
  /** @type {Map<string, FigureInterval | null>} */
  const cache = new Map();
  /** @param {string} key @param {() => FigureInterval | null} compute */
  const cached = (key, compute) => {
    let found = cache.get(key);
    if (found === undefined) {
      if (cache.size >= MOST_CACHED) cache.clear();
      cache.set(key, (found = compute()));
    }
    return found;
  };

  /** @param {number} cell @returns {FigureInterval | null} */
  const count = (cell) => {
    const own = uncertainty.at(cell);
    if (own) return { low: own.low, high: own.high, level, bound: false };
    const parts = cells.partsOf(cell);
    return parts && of(parts.map((part) => ({ of: part.of, a: 1, b: 0 })), false, 1, cells.areDisjoint([parts]));
  };

  /** The interval of independent counts, or the range of dependent ones. @param {Term[]} terms @param {boolean} isQuotient @param {number} times @param {boolean} isIndependent */
  const of = (terms, isQuotient, times, isIndependent) => {
    if (!isIndependent || level >= 1 || !terms.every((term) => isKnown(term.of))) return ranged(rangeOf(terms, isQuotient), times);
    const found = intervalOf(terms, isQuotient, level);
    return found ? { low: found.low * times, high: found.high * times, level, bound: !found.exact } : null;
  };

  /** @param {Ends | undefined} range @param {number} times @returns {FigureInterval | null} */
  const ranged = (range, times) => (range ? { low: range.low * times, high: range.high * times, level: 1, bound: true } : null);

  /**
   * The interval of a share whose denominator counts its own noise: the figure of `part`, divided by the figure of
   * `whole` and the other cells of the denominator. The records of `part` are records of `whole`.
   * @param {Part} part @param {Part} whole @param {Part[]} others @param {number} times @param {boolean} isInverse
   */
  const share = (part, whole, others, times, isInverse) => {
    const isExact = level < 1 && cells.areDisjoint([others]) && [part, whole, ...others].every(({ of }) => isKnown(of));
    const rest = isExact ? sumOf(others.map(({ of }) => of)) : undefined;
    const outcomes = rest && nested(part, whole, rest, { isSame: table.values[part.cell] === table.values[whole.cell], isInverse });
    if (!outcomes) return ranged(nestedRange(part, whole, others, isInverse), times);
    const found = shortest(outcomes, level);
    return found ? { low: found.low * times, high: found.high * times, level, bound: false } : ranged(nestedRange(part, whole, others, isInverse), times);
  };

  /** @param {number[]} above  the cells of the numerator @param {number[]} below  those of the denominator @param {number} times */
  const quotient = (above, below, times) => {
    const [numerator, denominator] = [above, below].map(cells.all);
    if (!numerator || !denominator) return null;
    const key = [numerator, denominator].map((parts) => parts.map(({ cell }) => table.values[cell]).join()).join("/");
    const inside = new Set(denominator.map(({ cell }) => cell));
    const within = numerator.filter(({ cell }) => inside.has(cell)).length;
    if (within === numerator.length) {
      // The numerator is part of the denominator, so the rest of the denominator is independent of the numerator.
      const chosen = new Set(numerator.map(({ cell }) => cell));
      if (chosen.size === inside.size) return { low: times, high: times, level: 1, bound: false };
      const isIndependent = cells.areDisjoint([denominator]);
      const rest = denominator.filter(({ cell }) => !chosen.has(cell));
      return cached(`in ${isIndependent} ${key} ${rest.map(({ cell }) => table.values[cell]).join()}`, () => of([...numerator.map((part) => ({ of: part.of, a: 1, b: 1 })), ...rest.map((part) => ({ of: part.of, a: 0, b: 1 }))], true, times, isIndependent));
    }
    if (numerator.length === 1) {
      const whole = denominator.filter((part) => cells.relation(numerator[0].cell, part.cell) === "inside");
      const others = denominator.filter((part) => cells.relation(numerator[0].cell, part.cell) === "apart");
      if (whole.length === 1 && whole.length + others.length === denominator.length) {
        return cached(`of ${key}|${table.values[whole[0].cell]}`, () => share(numerator[0], whole[0], others, times, false));
      }
      if (denominator.length === 1 && cells.relation(denominator[0].cell, numerator[0].cell) === "inside") {
        return cached(`per ${key}`, () => share(denominator[0], numerator[0], [], times, true));
      }
    }
    const isIndependent = cells.areDisjoint([numerator, denominator]);
    return cached(`by ${isIndependent} ${key}`, () => of([...numerator.map((part) => ({ of: part.of, a: 1, b: 0 })), ...denominator.map((part) => ({ of: part.of, a: 0, b: 1 }))], true, times, isIndependent));
  };

  return (line, column) => {
    const { value, why, cell } = layout.figure(line, column);
    if (value === null || (why !== "" && why !== "low")) return null;
    const { derived } = layout;
    const workings = layout.workings(line, column);
    if (!workings || !derived) return count(cell);
    const { numerator, denominator } = workings;
    if (derived.kind === "percent") return quotient(numerator.cells, denominator.cells, 100);
    if (derived.kind === "ratio") return quotient(numerator.cells, denominator.cells, derived.per);
    const parts = denominator.cells.map((cell) => cells.partsOf(cell));
    if (!parts.every((part) => part !== null)) return null;
    const terms = parts.flatMap((each, at) => each.map(({ of }) => ({ of, a: derived.numbers[at][1], b: 1 })));
    return of(terms, true, 1, cells.areDisjoint([parts.flat()]));
  };
}

/** @typedef {{ cell: number, of: Distribution }} Part  a cell of one protected count */

/**
 * Answers questions about the cells of a table.
 * @param {Figures} table
 * @param {Known} uncertainty
 */
function cellsOf({ dimensions, shape, values, method }, uncertainty) {
  const { independent, overlapping } = uncertainty;
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const totals = dimensions.map(({ codes }) => codes.findIndex(({ code }) => code === "_T"));
  const overlaps = dimensions.map(({ name }) => overlapping.includes(name));
  const placeOf = (/** @type {number} */ cell, /** @type {number} */ axis) => Math.floor(cell / strides[axis]) % shape[axis];
  /** @type {Map<number, Part[] | null>} */
  const known = new Map();

  /** The cells whose shown figures add up to the figure of a cell. Null if a cell has no interval. @param {number} cell @returns {Part[] | null} */
  const partsOf = (cell) => {
    let found = known.get(cell);
    if (found === undefined) {
      if (known.size >= MOST_CACHED) known.clear();
      known.set(cell, (found = partsAt(cell)));
    }
    return found;
  };
  /** @param {number} cell @returns {Part[] | null} */
  const partsAt = (cell) => {
    const own = values[cell] === null ? null : uncertainty.distribution(cell);
    if (own) return [{ cell, of: own }];
    if (method.totals !== "sum") return null;
    let cells = [cell];
    for (let axis = 0; axis < shape.length; axis++) {
      if (totals[axis] < 0 || placeOf(cell, axis) !== totals[axis]) continue;
      if (cells.length * (shape[axis] - 1) > MOST_PARTS) return null;
      const start = totals[axis] * strides[axis];
      cells = cells.flatMap((each) => Array.from({ length: shape[axis] - 1 }, (_, place) => each - start + place * strides[axis]));
    }
    if (cells.length < 2 && cells[0] === cell) return null;
    /** @type {Part[]} */
    const parts = [];
    let sum = 0;
    for (const each of cells) {
      const of = values[each] === null ? null : uncertainty.distribution(each);
      if (!of) return null;
      parts.push({ cell: each, of });
      sum += /** @type {number} */ (values[each]);
    }
    // A total of another kind, for example of a table with codes left out, is not the sum of the shown figures.
    return sum === values[cell] ? parts : null;
  };

  /**
   * How the records of two cells are related: `inside` if those of `one` are records of `other`, `apart` if no record is
   * in both.
   * @param {number} one @param {number} other
   */
  const relation = (one, other) => {
    let [isInside, isKnown] = [true, true];
    for (let axis = 0; axis < shape.length; axis++) {
      const [place, place2] = [placeOf(one, axis), placeOf(other, axis)];
      if (place === place2) continue;
      if (place2 === totals[axis]) continue;
      isInside = false;
      if (place === totals[axis]) continue;
      if (!overlaps[axis]) return "apart";
      isKnown = false;
    }
    return isInside && isKnown ? "inside" : "unknown";
  };

  return {
    partsOf, relation,
    /** @param {number[]} cells @returns {Part[] | null} */
    all: (cells) => {
      const parts = cells.map(partsOf);
      return parts.every((each) => each !== null) ? parts.flat() : null;
    },
    /**
     * Whether the noise of all parts is independent: no record is in two of them. Two parts of a list differ only in
     * codes that are no totals, so only groups with common codes overlap.
     * @param {Part[][]} lists
     */
    areDisjoint: (lists) => {
      if (!independent) return false;
      if (lists.some((list) => list.length > 1) && overlaps.includes(true)) return false;
      const [first, second] = lists;
      if (!second) return true;
      return first.every((one) => second.every((other) => relation(one.cell, other.cell) === "apart"));
    },
  };
}

/**
 * All outcomes of `part / (whole + rest)`. The records of `part` are records of `whole`, and the prior makes all pairs
 * of counts with part <= whole equally likely. If both have the same records, both have the same noise. Undefined if
 * there are too many outcomes.
 * @param {Part} part
 * @param {Part} whole
 * @param {Distribution} rest  independent of both
 * @param {{ isSame: boolean, isInverse: boolean }} how  whether both have the same published value, and whether the
 *   figure is the inverse
 */
function nested({ of: part }, { of: whole }, rest, { isSame, isInverse }) {
  const size = part.probabilities.length * whole.probabilities.length * rest.probabilities.length;
  if (size > MOST_OUTCOMES) return undefined;
  const outcomes = outcomesOf(size);
  part.probabilities.forEach((chance, i) => {
    const count = part.least + i;
    whole.probabilities.forEach((chance2, j) => {
      const all = whole.least + j;
      if (all < count) return;
      // The product counts the chance of the whole's value once. Without any record, the product is right too.
      const pair = all === count && count > 0 ? (isSame ? chance / whole.evidence : 0) : chance * chance2;
      if (pair === 0) return;
      rest.probabilities.forEach((chance3, k) => {
        const denominator = all + rest.least + k;
        if (isInverse ? count > 0 : denominator > 0) add(outcomes, isInverse ? denominator / count : count / denominator, pair * chance3);
      });
    });
  });
  return outcomes;
}

/**
 * The smallest and the largest possible `part / (whole + others)`, or its inverse.
 * @param {Part} part @param {Part} whole @param {Part[]} others @param {boolean} isInverse
 * @returns {Ends | undefined}
 */
function nestedRange({ of: part }, { of: whole }, others, isInverse) {
  const [least, most] = [others.reduce((sum, { of }) => sum + of.least, 0), others.reduce((sum, { of }) => sum + of.most, 0)];
  const [fewest, all] = [isInverse ? Math.max(part.least, 1) : part.least, Math.min(part.most, whole.most)];
  if (whole.most + most <= 0 || all < fewest) return undefined;
  const low = fewest / (Math.max(whole.most, fewest) + most);
  const high = all / Math.max(Math.max(whole.least, all) + least, 1);
  return isInverse ? { low: 1 / high, high: 1 / low } : { low, high };
}
