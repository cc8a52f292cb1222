/**
 * Distributions of counts, and of figures that are computed from independent counts (`docs/reference/uncertainty.md`).
 * A figure is `(a1 n1 + a2 n2 + …) / (b1 n1 + b2 n2 + …)`, or only the numerator. Each `b` is 0 or 1.
 */

/** @import { Distribution } from "../api/types.js" */

/**
 * @typedef {{ of: Distribution, a: number, b: number }} Term  a count with its factors in the numerator and the
 *   denominator
 * @typedef {{ low: number, high: number }} Ends
 * @typedef {{ values: Float64Array, chances: Float64Array, size: number }} Outcomes  the possible figures with their
 *   weights. The first `size` places are filled
 */

/** Maximum number of outcomes of a figure that is computed exactly. */
export const MOST_OUTCOMES = 1 << 14;
/** Maximum number of steps to add up the counts of a figure exactly. */
const MOST_STEPS = 1 << 20;
/** Sums of probabilities round, so an interval may miss the level by this much. */
const ROUNDING = 1e-9;
/** Relative difference of figures that count as equal. */
const SAME = 1e-12;
/** Each step halves the distance to the bound. */
const HALVINGS = 40;

/** Whether a distribution has its probabilities. @param {Distribution} of */
export const isKnown = ({ probabilities }) => probabilities.length > 0;

/**
 * The distribution of the sum of independent counts. Undefined if this takes too many steps.
 * @param {Distribution[]} parts
 * @returns {Distribution | undefined}
 */
export function sumOf(parts) {
  let [least, most, steps] = [0, 0, 0];
  let sum = Float64Array.of(1);
  for (const part of parts) {
    const { probabilities } = part;
    steps += sum.length * probabilities.length;
    if (steps > MOST_STEPS) return undefined;
    least += part.least;
    most += part.most;
    if (probabilities.length === 1) continue;
    const next = new Float64Array(sum.length + probabilities.length - 1);
    sum.forEach((chance, at) => {
      for (let more = 0; more < probabilities.length; more++) next[at + more] += chance * probabilities[more];
    });
    sum = next;
  }
  return { least, most, evidence: 0, probabilities: sum };
}

/** @param {number} size @returns {Outcomes} */
export const outcomesOf = (size) => ({ values: new Float64Array(size), chances: new Float64Array(size), size: 0 });

/** @param {Outcomes} outcomes @param {number} value @param {number} chance */
export function add(outcomes, value, chance) {
  if (!(chance > 0)) return;
  outcomes.values[outcomes.size] = value;
  outcomes.chances[outcomes.size++] = chance;
}

/**
 * The shortest interval of figures whose probability is at least `level`. Among equally short intervals it is the most
 * probable, and among equally probable intervals the lowest. Undefined without outcomes.
 * @param {Outcomes} outcomes  with weights whose sum may differ from 1
 * @param {number} level
 * @returns {Ends | undefined}
 */
export function shortest({ values, chances, size }, level) {
  const order = Uint32Array.from({ length: size }, (_, at) => at).sort((one, other) => values[one] - values[other]);
  const wanted = (level - ROUNDING) * chances.subarray(0, size).reduce((sum, chance) => sum + chance, 0);
  /** @type {(Ends & { held: number }) | undefined} */
  let best;
  let [end, held] = [0, 0];
  for (let start = 0; start < size; ) {
    while (end < size && held < wanted) held += chances[order[end++]];
    if (held < wanted) break;
    const [low, high] = [values[order[start]], values[order[end - 1]]];
    // Equal figures at the end make the interval no longer.
    while (end < size && values[order[end]] === high) held += chances[order[end++]];
    const [width, least] = [high - low, best ? best.high - best.low : Infinity];
    const slack = SAME * Math.max(Math.abs(high), Math.abs(low));
    if (!best || width < least - slack || (width <= least + slack && held > best.held * (1 + 1e-6))) best = { low, high, held };
    do held -= chances[order[start++]]; while (start < size && values[order[start]] === low);
    if (end < start) [end, held] = [start, 0];
  }
  return best && { low: best.low, high: best.high };
}

/**
 * The interval of a figure of independent counts. `exact` is false for a bound. Undefined if no count can be in the
 * denominator.
 * @param {Term[]} terms
 * @param {boolean} isQuotient  whether the figure has a denominator
 * @param {number} level
 * @returns {(Ends & { exact: boolean }) | undefined}
 */
export function intervalOf(terms, isQuotient, level) {
  const exact = exactOf(terms, isQuotient);
  if (exact) {
    const found = shortest(exact, level);
    return found && { ...found, exact: true };
  }
  const range = rangeOf(terms, isQuotient);
  return range && { ...bounded(terms, isQuotient, level, range), exact: false };
}

/**
 * All outcomes of a figure. Undefined if there are too many.
 * @param {Term[]} terms
 * @param {boolean} isQuotient
 */
function exactOf(terms, isQuotient) {
  /** Counts with the same factors are added up first. @type {Map<string, { a: number, b: number, parts: Distribution[] }>} */
  const classes = new Map();
  for (const { a, b, of } of terms) {
    const key = `${a} ${b}`;
    const found = classes.get(key);
    if (found) found.parts.push(of);
    else classes.set(key, { a, b, parts: [of] });
  }
  /** @type {{ a: number, b: number, of: Distribution }[]} */
  const sums = [];
  let size = 1;
  for (const { a, b, parts } of classes.values()) {
    const of = sumOf(parts);
    if (!of || (size *= of.probabilities.length) > MOST_OUTCOMES) return undefined;
    sums.push({ a, b, of });
  }
  const outcomes = outcomesOf(size);
  const visit = (/** @type {number} */ at, /** @type {number} */ numerator, /** @type {number} */ denominator, /** @type {number} */ chance) => {
    if (at === sums.length) {
      if (!isQuotient) add(outcomes, numerator, chance);
      // A figure without anybody in its denominator does not exist.
      else if (denominator > 0) add(outcomes, numerator / denominator, chance);
      return;
    }
    const { a, b, of: { least, probabilities } } = sums[at];
    probabilities.forEach((each, i) => each > 0 && visit(at + 1, numerator + a * (least + i), denominator + b * (least + i), chance * each));
  };
  visit(0, 0, 0, 1);
  return outcomes;
}

/**
 * The smallest and the largest possible figure, whatever the counts have to do with each other. Undefined if no count
 * can be in the denominator.
 * @param {Term[]} terms
 * @param {boolean} isQuotient
 * @returns {Ends | undefined}
 */
export function rangeOf(terms, isQuotient) {
  if (!isQuotient) {
    const end = (/** @type {boolean} */ high) => terms.reduce((sum, { a, of }) => sum + a * (high === a > 0 ? of.most : of.least), 0);
    return { low: end(false), high: end(true) };
  }
  if (!terms.some(({ b, of }) => b > 0 && of.most > 0)) return undefined;
  return { low: -largest(terms.map(({ a, b, of }) => ({ a: -a, b, of }))), high: largest(terms) };
}

/**
 * The largest possible quotient, by Dinkelbach's method: a quotient is larger than `t` only if a choice of counts has a
 * numerator larger than `t` times the denominator.
 * @param {Term[]} terms
 */
function largest(terms) {
  const sum = (/** @type {(term: Term) => number} */ of) => terms.reduce((sum, term) => sum + of(term), 0);
  let best = sum(({ a, of }) => a * of.most) / sum(({ b, of }) => b * of.most);
  for (;;) {
    const count = (/** @type {Term} */ { a, b, of }) => (a - best * b > 0 ? of.most : of.least);
    const numerator = sum((term) => term.a * count(term));
    // If every count of the denominator is 0, at least one of them is 1, because the figure exists.
    const denominator = sum((term) => term.b * count(term)) || (numerator > 0 ? 1 : 0);
    const next = denominator > 0 ? numerator / denominator : best;
    if (!(next > best)) return best;
    best = next;
  }
}

/**
 * Bounds a figure of independent counts by Bernstein's inequality. Each side is exceeded with a probability of at most
 * (1 - level) / 2.
 * @param {Term[]} terms
 * @param {boolean} isQuotient
 * @param {number} level
 * @param {Ends} range  the smallest and the largest possible figure
 * @returns {Ends}
 */
function bounded(terms, isQuotient, level, range) {
  const moments = terms.map(({ a, b, of: { least, most, probabilities } }) => {
    let [mean, square] = [0, 0];
    probabilities.forEach((chance, at) => (mean += chance * at, square += chance * at * at));
    return { a, b, mean: least + mean, variance: Math.max(0, square - mean * mean), far: Math.max(mean, most - least - mean) };
  });
  // The figure exists only if somebody is in its denominator.
  const nobody = isQuotient ? terms.reduce((chance, { b, of }) => (b > 0 ? chance * (of.least > 0 ? 0 : of.probabilities[0]) : chance), 1) : 0;
  const exponent = -Math.log(((1 - level) / 2) * (1 - nobody));
  /** Whether the figure exceeds `t` with at most the allowed probability. `sign` is -1 for a figure below `t`. */
  const isBound = (/** @type {number} */ t, /** @type {1 | -1} */ sign) => {
    let [mean, variance, far] = [isQuotient ? 0 : -sign * t, 0, 0];
    for (const each of moments) {
      const factor = sign * (isQuotient ? each.a - t * each.b : each.a);
      mean += factor * each.mean;
      variance += factor * factor * each.variance;
      far = Math.max(far, Math.abs(factor) * each.far);
    }
    // Bernstein: Pr(S - E S >= x) <= exp(-x² / (2 (Var S + far x / 3))), where S > 0 if the figure exceeds t.
    return mean < 0 && mean * mean >= 2 * exponent * (variance - (far * mean) / 3);
  };
  const sums = (/** @type {"a" | "b"} */ factor) => moments.reduce((sum, each) => sum + each[factor] * each.mean, 0);
  const centre = isQuotient ? sums("a") / sums("b") : sums("a");
  const end = (/** @type {number} */ outer, /** @type {1 | -1} */ sign) => {
    if (!Number.isFinite(centre)) return outer;
    let inner = centre;
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (inner + outer) / 2;
      if (isBound(middle, sign)) outer = middle;
      else inner = middle;
    }
    return outer;
  };
  return { low: end(range.low, -1), high: end(range.high, 1) };
}
