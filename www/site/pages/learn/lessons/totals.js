// Lesson 6: totals with noise of their own, and three ways to make them add up.

import { readyMethod } from "../ready.js";
import { TRUE, isTotal, queried } from "./tables.js";

/** @import { Cube } from "../../../shell/types.js" */
/** @import { Desk, Facts, Question } from "../types.js" */
/** @import { Lines } from "./tables.js" */

/** @typedef {{ id: string, gap: number, grandError: number, meanError: number, noise: number, moved: number, of: number, table: Lines }} Outcome */

export const WAYS = /** @type {const} */ (["own", "sum", "integer", "controlled"]);
const QUERY = { rows: ["area"], columns: ["activity"] };

/** The methods by the way of their totals. @param {object} noisy  the method with the p-table "standard" */
const methodsOf = (noisy) => ({ own: noisy, sum: { ...noisy, totals: "sum" }, integer: { ...noisy, additivity: "integer" }, controlled: { kind: "controlled-rounding", base: 3 } });

/** How far the parts of a line are from its total. @param {Lines} of */
export function gapsOf({ lines, columns }) {
  return lines.map(({ codes, values }) => {
    const total = values[columns.length - 1];
    const sum = values.slice(0, -1).reduce((/** @type {number} */ all, value) => all + Number(value), 0);
    return { label: codes[0].label, sum, total: Number(total), gap: sum - Number(total) };
  });
}

/** @param {Cube} cube @param {string} id @param {object} method @param {Lines} open @returns {Promise<Outcome>} */
async function outcomeOf(cube, id, method, open) {
  const table = await queried(cube, { ...QUERY, method });
  const last = open.columns.length - 1;
  let noise = 0;
  open.lines.forEach(({ codes, values }, row) => { if (!isTotal(codes[0])) values.slice(0, -1).forEach((count, column) => { noise += Math.abs(Number(table.lines[row].values[column]) - Number(count)); }); });
  /** Errors of all totals: of lines, of columns, and of the whole table. @type {number[]} */
  const errors = open.lines.flatMap(({ codes, values }, row) => values.flatMap((count, column) => (column === last || isTotal(codes[0]) ? [Math.abs(Number(table.lines[row].values[column]) - Number(count))] : [])));
  const grand = open.lines.findIndex(({ codes }) => isTotal(codes[0]));
  // The same people in a table of the first area alone.
  const area = open.lines[0].codes[0].code;
  const alone = await cube.table({ rows: ["activity"], columns: [], filter: { area: [area] }, method });
  const moved = table.lines[0].values.filter((value, column) => value !== alone.values[column]).length;
  return {
    id, table, noise, moved, of: open.columns.length,
    meanError: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    gap: Math.max(...gapsOf(table).map(({ gap }) => Math.abs(gap))),
    grandError: Math.abs(Number(table.lines[grand].values[last]) - Number(open.lines[grand].values[last])),
  };
}

/** @param {Desk} desk @returns {Promise<Facts>} */
export async function facts(desk) {
  const [cube, workshop] = [await desk.dataset(await desk.people()), await desk.workshop()];
  const methods = methodsOf(readyMethod(workshop, "standard"));
  const open = await queried(cube, { ...QUERY, method: TRUE });
  /** @type {Record<string, Outcome>} */
  const outcomes = {};
  for (const id of WAYS) outcomes[id] = await outcomeOf(cube, id, methods[id], open);
  return { open, outcomes, gaps: gapsOf(outcomes.own.table) };
}

/** @type {[Question, Question]} */
export const questions = [
  {
    id: "gap",
    text: () => "Totals with noise of their own: what is the largest difference between a total and the sum of its parts? Leave out the sign.",
    number: ({ outcomes }) => outcomes.own.gap,
    why: ({ gaps, outcomes }) => {
      const line = gaps.find((/** @type {{ gap: number }} */ { gap }) => Math.abs(gap) === outcomes.own.gap);
      return `In “${line.label}”, the parts add up to ${line.sum}, and the total shows ${line.total}.`;
    },
    hint: () => "Look at the column “Difference”, and find the number that is farthest from 0.",
  },
  {
    id: "price",
    text: () => "The office makes each total the sum of its protected parts. What is the price?",
    options: ({ outcomes }) => [
      { id: "none", text: "There is none: now everything is right.", why: `The table adds up, but its figures still have errors. The totals are ${outcomes.sum.meanError.toFixed(1)} away from the truth on average.` },
      { id: "totals", text: "Each total has the noise of all its parts.", isRight: true, why: `A sum has the variances of all its parts, so a large error is more likely. On average, the totals here are ${outcomes.own.meanError.toFixed(1)} away from the truth with noise of their own, and ${outcomes.sum.meanError.toFixed(1)} as sums.` },
      { id: "cells", text: "The inner cells have more noise.", why: "The inner cells stay as they are. The totals carry the price." },
    ],
  },
];
