/**
 * States whether the shown figures of a table add up to their totals, and what a method that looks at the whole table
 * reports. The statements use only shown values and their statuses.
 */
import { numbers } from "../words/numbers.js";

/** @import { Table } from "../api/table.js" */
/** @import { ElementWords } from "../words/en.js" */

/**
 * The lines of a table that have a total, along every dimension.
 * @typedef {{ complete: number, differing: number, rounded: number, incomplete: number }} Lines  `complete`: lines
 *   without a missing figure; `differing`: complete lines whose figures do not add up to the total; `rounded`: complete
 *   lines whose sum differs from the total only because each fraction is rounded
 */

/** @typedef {Pick<Table, "dimensions" | "shape" | "values" | "status" | "decimals" | "adjustment" | "areas" | "method">} Checked  the parts of a table that the sentences need */

/** The kinds of methods that look at the whole table. */
const TABLE_KINDS = ["semi-controlled-rounding", "controlled-rounding", "suppression", "small-count-rounding"];

/** Whether a kind of method looks at the whole table. @param {string} kind */
export const isTableKind = (kind) => TABLE_KINDS.includes(kind);

/**
 * Whether a method looks at the whole table: by its kind, or by its fit to the totals.
 * @param {Pick<Table["method"], "kind" | "parameters">} method
 */
export const looksAtTable = ({ kind, parameters: { additivity = "none" } }) => isTableKind(kind) || additivity !== "none";

/** Decimals of the mean change by a fit. */
const CHANGE_DECIMALS = 2;

/**
 * Adds up the figures of each line, and compares the sum with the shown total. Leaves out lines with missing figures.
 * @param {Pick<Checked, "dimensions" | "shape" | "values" | "decimals">} table
 * @returns {Lines}
 */
export function linesOf({ dimensions, shape, values, decimals }) {
  // Fractions are compared as whole numbers of the last decimal, because sums of binary fractions are not exact.
  const units = 10 ** decimals;
  const lines = { complete: 0, differing: 0, rounded: 0, incomplete: 0 };
  let stride = values.length;
  dimensions.forEach(({ codes }, axis) => {
    stride /= shape[axis] || 1;
    const size = shape[axis];
    const total = codes.findIndex(({ code }) => code === "_T");
    if (total < 0 || size < 2) return;
    for (let cell = total * stride; cell < values.length; cell++) {
      if (Math.floor(cell / stride) % size !== total) continue;
      const first = cell - total * stride;
      let sum = 0;
      let missing = values[cell] === null;
      for (let place = 0; place < size && !missing; place++) {
        const value = values[first + place * stride];
        if (value === null) missing = true;
        else if (place !== total) sum += value;
      }
      if (missing) lines.incomplete++;
      else {
        lines.complete++;
        const gap = Math.abs(Math.round((sum - Number(values[cell])) * units));
        // Each of the `size` figures has an error of half a unit.
        if (gap > 0 && decimals > 0 && gap <= size / 2) lines.rounded++;
        else if (gap > 0) lines.differing++;
      }
    }
  });
  return lines;
}

/**
 * Returns the sentence on sums, or an empty text if the method's own text already says the same.
 * @param {Checked} table
 * @param {ElementWords["sum"]} words
 */
function sumSentence(table, words) {
  const { complete, differing, rounded, incomplete } = linesOf(table);
  const { kind, totals, properties } = table.method;
  const ofCells = !looksAtTable(table.method);
  if (complete === 0) return "";
  if (differing === 0) return ofCells && totals === "sum" ? "" : rounded > 0 ? words.rounded : incomplete > 0 ? words.whereShown : words.equal;
  // Such a method changes no total separately, so the categories cause the difference.
  // Sums of several published figures have a note of their own.
  if (properties.additive || kind === "suppression") return table.areas.axes.length > 0 ? "" : words.overlap;
  return ofCells ? "" : words.apart;
}

/**
 * Returns sentences about the sums of a table and about its table method.
 * @param {Checked} table
 * @param {ElementWords["sum"]} words
 * @param {string} [locale]  of numbers
 * @returns {string[]}
 */
export function additivityInWords(table, words, locale) {
  const { adjustment, method, status } = table;
  const sentences = [sumSentence(table, words)];
  const { format } = numbers(locale);
  const suppressed = method.kind === "suppression" ? status.filter((each) => each === "suppressed").length : 0;
  if (suppressed > 0) sentences.push(words.suppressed(suppressed, format(suppressed)));
  if (adjustment) {
    const { jumps, change, intervalsUnchecked } = adjustment;
    if (intervalsUnchecked) sentences.push(words.unchecked);
    if (jumps > 0) sentences.push(words.jumps(jumps, format(jumps)));
    if (change) {
      const [mean, largest] = change.map((each) => numbers(locale, CHANGE_DECIMALS).format(each));
      sentences.push(words.change(mean, largest));
    }
  }
  return sentences.filter(Boolean);
}
