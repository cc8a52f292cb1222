// Reads the numbers for averages from the labels of categories.

/** @import { Code } from "./types.js" */

/** Matches "16 to 24" and "16–24". */
const RANGE = /^(\d+(?:\.\d+)?)\s*(?:to|–|—|-)\s*(\d+(?:\.\d+)?)(?![\d.,]\d|\d)/;
/** Matches "3" and "3 rooms", but not "3 and over". */
const SINGLE = /^(\d+(?:\.\d+)?)(?:\s+\p{L}+)?$/u;

/** @param {Code} code */
export function numberFor({ label }) {
  const range = RANGE.exec(label);
  // The numbers of a range must increase, as "2020-21" is a year. `RANGE` does not match "1 to 1,000".
  if (range) return Number(range[1]) <= Number(range[2]) ? (Number(range[1]) + Number(range[2])) / 2 : undefined;
  const single = SINGLE.exec(label);
  return single ? Number(single[1]) : undefined;
}

/** Whether a category is open-ended, such as "75 and over". The reader enters its number. @param {Code} code */
export function isOpen(code) {
  return /\d/.test(code.label) && numberFor(code) === undefined;
}

/** Whether any label gives a number. @param {readonly Code[]} codes */
export function hasNumbers(codes) {
  return codes.some((code) => numberFor(code) !== undefined);
}
