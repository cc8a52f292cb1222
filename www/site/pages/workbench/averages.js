// Which numbers the categories of a dimension stand for, as far as their labels say it.

/** @import { Code } from "../../shell/types.js" */

/** "16 to 24", "16–24" */
const RANGE = /^(\d+(?:\.\d+)?)\s*(?:to|–|—|-)\s*(\d+(?:\.\d+)?)(?![\d.,]\d|\d)/;
/** "3", "3 rooms"; but not "3 and over". */
const SINGLE = /^(\d+(?:\.\d+)?)(?:\s+\p{L}+)?$/u;

/** @param {Code} code */
export function numberFor({ label }) {
  const range = RANGE.exec(label);
  // "2020-21" is a year, "1 to 1,000" ends later than it seems: neither is a range of the two numbers that were read.
  if (range) return Number(range[1]) <= Number(range[2]) ? (Number(range[1]) + Number(range[2])) / 2 : undefined;
  const single = SINGLE.exec(label);
  return single ? Number(single[1]) : undefined;
}

/** Whether a category has a number in its label but none that it could stand for, as "75 and over": the reader has to give one. @param {Code} code */
export function isOpen(code) {
  return /\d/.test(code.label) && numberFor(code) === undefined;
}

/** Whether any category stands for a number. @param {readonly Code[]} codes */
export function hasNumbers(codes) {
  return codes.some((code) => numberFor(code) !== undefined);
}
