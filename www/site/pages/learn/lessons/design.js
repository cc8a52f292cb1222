// Lesson 5: a p-table of the reader's own, and what a published figure can stand for.

import { methodWith } from "../ready.js";
import { TRUE, isTotal, queried } from "./tables.js";

/** @import { Desk, Facts, Question } from "../types.js" */
/** @import { Designed } from "../../../../api/types.js" */

export const FIRST = { maxChange: 5, variance: 3, blocked: 2 };
/** The figure whose possible counts the lesson shows. */
export const FIGURE = 3;
const QUERY = { rows: ["area"], columns: ["health"] };

/** The parameters of the address. @param {Record<string, string>} state */
export function designOf(state) {
  const read = (/** @type {string} */ name, /** @type {number} */ usual, /** @type {number} */ least, /** @type {number} */ most) => {
    const value = Number(state[name] ?? usual);
    return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : usual;
  };
  return { maxChange: Math.round(read("change", FIRST.maxChange, 1, 8)), variance: read("variance", FIRST.variance, 0.25, 6), blocked: Math.round(read("blocked", FIRST.blocked, 0, 4)) };
}

/** How probable each noise of a count is. The last row applies to all larger counts. @param {Designed} designed @param {number} count */
export function rowOf({ rows }, count) {
  const row = rows.find((each) => each.count === count) ?? rows[rows.length - 1];
  return row.noise.map((noise, at) => ({ noise, value: count + noise, probability: row.probabilities[at] })).filter(({ probability }) => probability > 0);
}

/** Which counts a published figure may be, if each count is equally likely beforehand. @param {Designed} designed @param {number} figure @param {number} most  the largest change */
export function countsBehind(designed, figure, most) {
  const all = [];
  for (let count = Math.max(0, figure - most); count <= figure + most; count++) {
    // An empty cell stays empty.
    const chance = count === 0 ? (figure === 0 ? 1 : 0) : rowOf(designed, count).find(({ value }) => value === figure)?.probability ?? 0;
    if (chance > 0) all.push({ count, chance });
  }
  const sum = all.reduce((total, { chance }) => total + chance, 0);
  return all.map(({ count, chance }) => ({ count, probability: chance / sum }));
}

/** The table of areas and illness, without and with a p-table. @param {Desk} desk @param {string} text  the p-table @param {string} name */
export async function published(desk, text, name) {
  const cube = await desk.dataset(await desk.people());
  const method = methodWith(name, text);
  const [open, shown] = [await queried(cube, { ...QUERY, method: TRUE }), await queried(cube, { ...QUERY, method })];
  const changed = open.lines.reduce((sum, { values }, row) => sum + values.filter((count, column) => count !== shown.lines[row].values[column]).length, 0);
  return { open, shown, changed, cells: open.lines.length * open.columns.length };
}

/** @param {Desk} desk @returns {Promise<Facts>} */
export async function facts(desk) {
  const workshop = await desk.workshop();
  const designed = workshop.design(FIRST);
  const behind = countsBehind(designed, FIGURE, FIRST.maxChange);
  const { open } = await published(desk, workshop.file(FIRST, "ptable").text, "first.csv");
  const counts = open.lines.filter(({ codes }) => !codes.some(isTotal)).flatMap(({ values }) => values.slice(0, -1).map(Number));
  return { behind, least: behind[0].count, most: behind[behind.length - 1].count, empty: counts.filter((count) => count === 0).length };
}

/** @type {[Question, Question]} */
export const questions = [
  {
    id: "counts",
    text: () => `With changes of at most ${FIRST.maxChange} and no figure of 1 or 2: what is the largest count that a published ${FIGURE} can stand for?`,
    number: ({ most }) => most,
    why: ({ least, most }) => `A ${FIGURE} can stand for every count from ${least} to ${most}.`,
    hint: () => `The largest change is ${FIRST.maxChange}, in both directions.`,
  },
  {
    id: "blocked",
    text: () => "Why do some p-tables never publish 1 or 2?",
    options: () => [
      { id: "none", text: "Then no cell has one or two people.", why: "There are still cells with one or two people. They are published as 0, 3 or more." },
      { id: "look", text: "A reader who sees a 1 would believe that a person is alone there.", isRight: true, why: "Even a false 1 looks like a person. Without small figures, nobody seems to be alone." },
      { id: "sum", text: "So that the table adds up.", why: "Blocked figures do not make totals add up. Lesson 6 is about totals." },
    ],
  },
];
