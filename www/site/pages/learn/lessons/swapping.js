// Lesson 7: records change their areas before the table is made. The engine swaps the records on the reader's device.

import { TRUE, isTotal, queried } from "./tables.js";

/** @import { Cube } from "../../../shell/types.js" */
/** @import { Desk, Facts, Question } from "../types.js" */

export const RATES = [0, 0.05, 0.1, 0.2];
/** The rate of the first question. */
const ASKED = 0.1;
const BY_AREA = { rows: ["area"], columns: ["health"], method: TRUE };
/** Detailed enough for cells with one person. */
const DETAILED = { rows: ["area", "age:band"], columns: ["marital_status"], method: TRUE, totals: false };

/** The step of the specification. Partners have the same sex and age band. @param {number} rate @param {number} seed */
export const stepOf = (rate, seed) => `
[[pretabular]]
kind = "swap"
variable = "area"
rate = ${rate}
strata = ["sex", "age:band"]
seed = "${seed.toString(16).padStart(16, "0")}"
publish = true
`;

/** @param {Desk} desk @param {number} rate @returns {Promise<Cube>} */
async function swapped(desk, rate) {
  return desk.dataset(await desk.people(), rate === 0 ? undefined : (specification) => `${specification}${stepOf(rate, desk.seed)}`);
}

/**
 * What swapping changes: the table of areas, and the people who are alone in a cell of a detailed table.
 * @param {Desk} desk @param {number} rate
 */
export async function outcomeOf(desk, rate) {
  const [before, after] = [await swapped(desk, 0), await swapped(desk, rate)];
  const [open, changed] = [await queried(before, BY_AREA), await queried(after, BY_AREA)];
  const figures = open.lines.flatMap(({ codes, values }, row) => values.slice(0, -1).map((count, column) => ({ isTotal: isTotal(codes[0]), differs: count !== changed.lines[row].values[column] })));
  const [ones, shown] = [(await before.table(DETAILED)).values, (await after.table(DETAILED)).values];
  const alone = shown.flatMap((count, at) => (count === 1 ? [at] : []));
  return {
    rate, open, changed,
    cells: figures.filter((each) => !each.isTotal).length,
    differ: figures.filter((each) => !each.isTotal && each.differs).length,
    totals: figures.filter((each) => each.isTotal && each.differs).length,
    alone: alone.length, right: alone.filter((at) => ones[at] === 1).length,
    truly: ones.filter((count) => count === 1).length,
  };
}

/** @param {Desk} desk @returns {Promise<Facts>} */
export async function facts(desk) {
  return { asked: await outcomeOf(desk, ASKED) };
}

/** @type {[Question, Question]} */
export const questions = [
  {
    id: "differ",
    text: ({ asked }) => `Select ${100 * ASKED} % of the records. How many of the ${asked.cells} figures of the table change? Leave out the line of totals.`,
    number: ({ asked }) => asked.differ,
    why: ({ asked }) => `${asked.differ} figures change, and the totals of all areas together stay.`,
    hint: () => `Choose ${100 * ASKED} %, and read the sentence below the table.`,
  },
  {
    id: "stays",
    text: () => "Partners have the same sex and age band. Which table stays exactly as it was?",
    options: () => [
      { id: "health-area", text: "Long-term illness by area.", why: "The partners may answer differently, so this table changes." },
      { id: "health", text: "Long-term illness by age, for all areas together.", isRight: true, why: "Only the areas of people change. A table without areas counts the same people." },
      { id: "activity-area", text: "Main activity by area.", why: "The partners may have different activities, so this table changes." },
    ],
  },
];
