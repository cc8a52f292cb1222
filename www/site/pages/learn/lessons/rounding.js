// Lesson 3: rounding to base 3. New draws can be averaged away, keyed draws cannot, and partitions still can.

import { freshAverages } from "../lab/draws.js";
import { TRUE, isTotal, queried } from "./tables.js";

/** @import { Desk, Facts, Question } from "../types.js" */

export const ROUNDING = { kind: "random-rounding", base: 3 };
export const REQUESTS = 200;

/**
 * Looks for a cell of an area and sex that rounding changes, with a count from 20 to 200, and its parts by marital status and
 * by other variables.
 * @param {Desk} desk
 * @returns {Promise<Facts>}
 */
export async function facts(desk) {
  const cube = await desk.dataset(await desk.people());
  const query = { rows: ["area"], columns: ["sex"] };
  const [open, table] = [await queried(cube, { ...query, method: TRUE }), await cube.table({ ...query, method: ROUNDING })];
  const cells = open.lines.flatMap(({ codes, values }, row) => values.map((count, column) => ({ area: codes[0], sex: open.columns[column], count: Number(count), at: row * open.columns.length + column })));
  const cell = cells.find(({ area, sex, count }) => !isTotal(area) && !isTotal(sex) && count % 3 !== 0 && count >= 20 && count <= 200) ?? cells.find(({ count }) => count % 3 !== 0);
  if (!cell) throw new Error("Rounding changes no cell of these people. Choose another name.");
  const trace = await table.trace(cell.at);
  if (!trace.row) throw new Error("The method has no draws for this cell.");
  const target = { words: `${cell.sex.label.toLowerCase()} persons in “${cell.area.label}”`, count: cell.count, value: Number(trace.value), row: trace.row };
  const filter = { ...(isTotal(cell.area) ? {} : { area: [cell.area.code] }), ...(isTotal(cell.sex) ? {} : { sex: [cell.sex.code] }) };
  const partitions = [];
  for (const name of ["age:band", "marital_status", "activity", "education", "health", "household_type", "tenure", "occupation"]) {
    const parts = await cube.table({ rows: [name], columns: [], filter, totals: false, method: ROUNDING });
    partitions.push({ label: parts.dimensions[0].label, values: parts.values.map(Number), sum: parts.values.reduce((/** @type {number} */ sum, value) => sum + Number(value), 0) });
  }
  // The sum of fewer parts has less noise, so it tells more.
  partitions.sort((one, other) => one.values.length - other.values.length);
  return { target, partitions, averages: freshAverages(target, desk.seed, REQUESTS), up: Math.ceil(cell.count / 3) * 3, down: Math.floor(cell.count / 3) * 3 };
}

/**
 * The best average of the cell and of sums of its parts. Each rounded figure has the same variance, unless its count is a
 * multiple of the base, so a sum of k parts has the weight 1/k.
 * @param {number} value  the figure of the cell
 * @param {{ values: number[], sum: number }[]} sums
 */
export function weighted(value, sums) {
  let [all, weights] = [value, 1];
  for (const { values, sum } of sums) {
    all += sum / values.length;
    weights += 1 / values.length;
  }
  return all / weights;
}

/** @type {[Question, Question]} */
export const questions = [
  {
    id: "values",
    text: ({ target }) => `The true count is ${target.count}. Rounding to base 3 gives one of two figures. Which is the larger one?`,
    number: ({ up }) => up,
    why: ({ target, up, down }) => `${up} is the next multiple of 3 above ${target.count}, and ${down} the next one below.`,
    hint: () => "Both figures are multiples of 3. Look for the next multiple above the true count.",
  },
  {
    id: "keyed",
    text: ({ target }) => `A keyed system answers ${target.value} a thousand times. What is the average of the answers?`,
    options: ({ target }) => [
      { id: "truth", text: `It comes near ${target.count}, the true count.`, why: "An average needs different answers. This system draws once for these people, and never again." },
      { id: "same", text: `${target.value}, as after the first request.`, isRight: true, why: "The draw depends on the people in the cell. The same people always give the same draw." },
      { id: "refused", text: "None: the system refuses repeated requests.", why: "The system need not count requests. Repeated requests tell nothing new." },
    ],
  },
];
