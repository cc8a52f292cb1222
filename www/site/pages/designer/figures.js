// The designer's figures: the effect of each row, and all probabilities, as tables.

import { h } from "../../shell/dom.js";
import { number } from "../../shell/words.js";

/** @import { Designed, DesignedRow } from "../../shell/types.js" */

/** Noise with its sign: "+2", "0", "−1". @param {number} noise */
export function signed(noise) {
  return noise > 0 ? `+${noise}` : noise < 0 ? `−${-noise}` : "0";
}

/** Writes a probability with four decimals, or with two significant digits if it is small. @param {number} p */
export function probability(p) {
  return p.toLocaleString(document.documentElement.lang || "en", p !== 0 && p < 0.001 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 4 });
}

/** @param {number} value */
export function exact(value) {
  // Adding 0 turns −0 into 0.
  return (value + 0).toLocaleString(document.documentElement.lang || "en", { maximumFractionDigits: 4 });
}

/** Files store probabilities in units of 2^-32. Probabilities below half a unit round to 0. */
export const LEAST_PROBABILITY = 2 ** -33;

/** The noise values of a row that a file can store. @param {DesignedRow} row */
function noiseOf({ noise, probabilities }) {
  return noise.filter((_, at) => probabilities[at] >= LEAST_PROBABILITY);
}

/** A range of noise, such as "−11 to +16". @param {number} from @param {number} to */
function span(from, to) {
  return from === to ? signed(from) : `${signed(from)} to ${signed(to)}`;
}

/**
 * Describes the noise that a file adds to counts above 0.
 * @param {{ [figure: string]: any }} found  the answer of the workshop's check
 * @param {number} asked  the variance
 */
export function fileInWords({ rows, smallest, largest }, asked) {
  /** @type {{ last: number, mean: number, variance: number }[]} */
  const changing = rows.filter((/** @type {{ last: number }} */ { last }) => last > 0);
  const range = (/** @type {number[]} */ values) => [...new Set([Math.min(...values), Math.max(...values)].map(exact))].join(" to ");
  const means = changing.map(({ mean }) => (Math.abs(mean) < 1e-6 ? 0 : mean));
  return `The file: noise from ${signed(smallest)} to ${signed(largest)}, mean ${range(means)}, variance ${range(changing.map(({ variance }) => variance))} (design: ${exact(asked)}).`;
}

/** The mean of a row's noise. Rounding errors become 0. @param {DesignedRow} row */
function meanOf({ noise, probabilities }) {
  const mean = noise.reduce((sum, noise, at) => sum + noise * probabilities[at], 0);
  return Math.abs(mean) < 1e-9 ? 0 : mean;
}

/** The name of a row. The last row also covers larger counts. @param {Designed} designed @param {number} count */
export function countName({ rows }, count) {
  return count === rows.length - 1 ? `${number(count)} and more` : number(count);
}

/** @param {string[]} heads @param {{ head: string, cells: string[], chosen?: boolean }[]} lines */
function table(heads, lines) {
  return h("table", {},
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...lines.map(({ head, cells, chosen }) =>
      h("tr", { class: chosen ? "chosen" : undefined }, h("th", { scope: "row" }, head), ...cells.map((cell) => h("td", {}, cell))))));
}

/** @param {Designed} designed @param {number} chosen */
export function figuresTable(designed, chosen) {
  return table(["True count", "Mean", "Variance", "Probability of no change", "Entropy, bits", "Noise", "Largest change"], designed.rows.map((row) => {
    const noise = noiseOf(row);
    return {
      head: countName(designed, row.count),
      cells: [
        exact(meanOf(row)), exact(row.variance), probability(row.stay), exact(row.entropy),
        span(noise[0], noise[noise.length - 1]), number(Math.max(...noise.map(Math.abs))),
      ],
      chosen: row.count === chosen,
    };
  }));
}

/**
 * Returns a table of all rows, with a column for each noise value. A dash marks an impossible value.
 * @param {Designed} designed
 * @param {number} maxChange
 */
export function mapTable(designed, maxChange) {
  const all = Array.from({ length: 2 * maxChange + 1 }, (_, at) => at - maxChange);
  return table(["True count", ...all.map(signed)], designed.rows.map(({ count, noise, probabilities }) => {
    const known = new Map(noise.map((noise, at) => [noise, probabilities[at]]));
    return { head: countName(designed, count), cells: all.map((noise) => (known.has(noise) ? probability(known.get(noise) ?? 0) : "–")) };
  }));
}

/** Returns a table of one row, with a line for each noise value. @param {DesignedRow} row */
export function barsTable({ count, noise, probabilities }) {
  return table(["Noise", "Published value", "Probability"], noise.map((noise, at) => ({ head: signed(noise), cells: [number(count + noise), probability(probabilities[at])] })));
}
