// Totals and noise for peers that do not compute them are those of the loop in JavaScript.

import assert from "node:assert/strict";
import { test } from "node:test";
import { coarseCells, hypercube, noise } from "./cases/hypercube.js";
import { loopFor } from "./loop.js";
import { REGION, completed, placed } from "./peers/reference.js";

const NOISE = noise();
const expected = [...(await loopFor("peers-test")).tabulate(hypercube.coarseTable())];

/** The groups of the region: age, education, occupation, count and key. */
const groups = coarseCells()
  .filter(([region]) => region === REGION)
  .map(([, , age, , occupation, education, , count, key]) => [age, education, occupation, count, key]);

/** @param {(number | null)[][]} rows @returns {number[]} the values of the table */
function completedOf(rows) {
  const column = (/** @type {number} */ at) => rows.map((row) => row[at]);
  const numbers = (/** @type {number} */ at) => rows.map((row) => Number(row[at]));
  return [...placed(completed([column(0), column(1), column(2)], numbers(3), numbers(4), NOISE))];
}

test("groups with totals and noise are the reference table", () => {
  assert.deepEqual(completedOf(groups), expected);
});

test("totals among the groups are not added twice", () => {
  assert.deepEqual(completedOf([[null, null, null, 5, 5], [0, null, null, 5, 5], ...groups]), expected);
});

test("a wrong count, a wrong key and a missing group give another table", () => {
  const [[age, education, occupation, count, key], ...others] = groups;
  for (const wrong of [[[age, education, occupation, count + 1, key]], [[age, education, occupation, count, key + 1]], []]) {
    assert.notDeepEqual(completedOf([...wrong, ...others]), expected);
  }
});
