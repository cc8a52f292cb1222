/** Converts a caller's question about a published value to the form that the core reads. */
import { fault } from "./errors.js";

/** @import { ExplainOptions, ValueQuestion } from "./types.js" */

/**
 * Reads a question. The value of a question about a cell is always the cell's own value.
 * @param {unknown} question the position of a cell in a table, or a `ValueQuestion`
 * @param {ExplainOptions} [options]
 * @param {(number | null)[]} [values] the values of the table, for a question about a table
 * @returns {{ value: unknown, cell?: unknown, level?: unknown, prior?: unknown }}
 */
export function questionOf(question, options, values) {
  const asked = typeof question === "number" ? { cell: question } : question;
  if (typeof asked !== "object" || asked === null) {
    throw fault("bad-query", `explain: expected ${values ? "a cell's position, or " : ""}an object such as { value: 3 }`);
  }
  const { cell, value, level, prior } = /** @type {ValueQuestion & ExplainOptions & { cell?: unknown }} */ ({ ...asked, ...options });
  if (cell === undefined || !values) {
    // JSON writes NaN and Infinity as null, and null means a suppressed cell.
    if (value !== null && !isWhole(value)) throw wrong("value", value, "a whole number from 0, or null for a suppressed cell");
    return { value, level: chance(level), prior };
  }
  if (!isWhole(cell)) throw wrong("cell", cell, "the position of one of the table's values");
  return { cell, value: values[cell] ?? null, level: chance(level), prior };
}

/** @param {unknown} number @returns {number is number} */
function isWhole(number) {
  return Number.isSafeInteger(number) && /** @type {number} */ (number) >= 0;
}

/**
 * Returns the level, which the core checks. Throws for NaN and Infinity, which JSON cannot hold.
 * @param {unknown} level
 */
export function chance(level) {
  if (typeof level === "number" && !Number.isFinite(level)) throw wrong("level", level, "a probability above 0, such as 0.9");
  return level;
}

/** @param {string} field @param {unknown} found @param {string} expected */
function wrong(field, found, expected) {
  const words = typeof found === "number" ? found : found === undefined ? "missing" : `a ${typeof found}`;
  return fault("bad-query", `explain.${field} is ${words}; expected ${expected}`);
}
