/** Turns a caller's question about a published value into the form that the core reads. */
import { fault } from "./errors.js";

/** @import { ExplainOptions, ValueQuestion } from "./types.js" */

/**
 * Reads a question. A question about a cell always uses the cell's own value.
 * @param {unknown} question the position of a cell in a table, or a `ValueQuestion`
 * @param {ExplainOptions} [options]
 * @param {(number | null)[]} [values] the table's
 * @returns {{ value: unknown, cell?: unknown, level?: unknown, prior?: unknown }}
 */
export function questionOf(question, options, values) {
  const asked = typeof question === "number" ? { cell: question } : question;
  if (typeof asked !== "object" || asked === null) {
    throw fault("bad-query", `explain: expected ${values ? "a cell's position, or " : ""}an object such as { value: 3 }`);
  }
  const { cell, value, level, prior } = /** @type {ValueQuestion & ExplainOptions & { cell?: unknown }} */ ({ ...asked, ...options });
  if (cell === undefined || !values) {
    // JSON would write NaN and Infinity as null, which means suppressed.
    if (value !== null && !isWhole(value)) throw wrong("value", value, "a whole number from 0, or null for what is suppressed");
    return { value, level: chance(level), prior };
  }
  if (!isWhole(cell)) throw wrong("cell", cell, "the position of one of the table's values");
  return { cell, value: values[cell] ?? null, level: chance(level), prior };
}

/** @param {unknown} number @returns {number is number} */
function isWhole(number) {
  return Number.isSafeInteger(number) && /** @type {number} */ (number) >= 0;
}

/** The level unchanged, for the core to check, unless JSON cannot hold it. @param {unknown} level */
function chance(level) {
  if (typeof level === "number" && !Number.isFinite(level)) throw wrong("level", level, "a probability above 0, such as 0.9");
  return level;
}

/** @param {string} field @param {unknown} found @param {string} expected */
function wrong(field, found, expected) {
  const words = typeof found === "number" ? found : found === undefined ? "missing" : `a ${typeof found}`;
  return fault("bad-query", `explain.${field} is ${words}; expected ${expected}`);
}
