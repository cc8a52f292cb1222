// Lesson 1: a count of 1, and a line in which everybody gives the same answer (the 100 % cell).

import { TRUE, isTotal, queried } from "./tables.js";

/** @import { Desk, Facts, Question } from "../types.js" */

const BANDS_OF_CHILDREN = 2;

/**
 * Looks for the table of one area and sex that has both: a person alone in a cell, and a line of two or more people with
 * one answer. Among these, an answer about illness is better than none, and a larger group is better.
 * @param {Desk} desk
 * @returns {Promise<Facts>}
 */
export async function facts(desk) {
  const cube = await desk.dataset(await desk.people());
  const { columns, lines } = await queried(cube, { rows: ["area", "sex", "age:band"], columns: ["health"], method: TRUE });
  const answers = columns.length - 1;
  /** @type {Map<string, typeof lines>} */
  const tables = new Map();
  for (const line of lines) {
    const [area, sex] = line.codes;
    if (isTotal(area) || isTotal(sex)) continue;
    const key = `${area.code} ${sex.code}`;
    tables.set(key, [...(tables.get(key) ?? []), line]);
  }
  /** @type {Facts | undefined} */
  let best;
  for (const table of tables.values()) {
    const rows = table.map(({ values }) => values.map(Number));
    const ones = rows.flatMap((row, at) => (isTotal(table[at].codes[2]) ? [] : row.slice(0, answers).flatMap((count, column) => (count === 1 ? [[at, column]] : []))));
    const same = rows.flatMap((row, at) => {
      const column = row.slice(0, answers).findIndex((count) => count > 1 && count === row[answers]);
      return isTotal(table[at].codes[2]) || column < 0 ? [] : [{ row: at, column, count: row[answers] }];
    });
    if (ones.length === 0 || same.length === 0) continue;
    const worth = (/** @type {{ row: number, column: number, count: number }} */ { row, column, count }) => (column > 0 ? 1000 : 0) + (row >= BANDS_OF_CHILDREN ? 100 : 0) + Math.min(count, 50);
    const line = same.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    const value = worth(line) + Math.min(ones.length, 9) / 10;
    if (!best || value > best.value) {
      best = {
        value, line, ones, rows,
        area: table[0].codes[0], sex: table[0].codes[1],
        bands: table.map(({ codes }) => codes[2].label), answers: columns.map(({ label }) => label), lastAnswer: answers,
      };
    }
  }
  if (!best) throw new Error("These people have no such table. Choose another name.");
  return best;
}

/** What a click on a cell finds. @param {Facts} facts @param {number} row @param {number} column @returns {"one" | "same" | "total" | "none"} */
export function findAt({ rows, lastAnswer, bands }, row, column) {
  if (column === lastAnswer || row === bands.length - 1) return "total";
  const count = rows[row][column];
  if (count > 1 && count === rows[row][lastAnswer]) return "same";
  return count === 1 ? "one" : "none";
}

const group = (/** @type {Facts} */ { line, bands, sex }) => `${sex.label.toLowerCase()} persons aged ${bands[line.row]}`;

/** @type {[Question, Question]} */
export const questions = [
  {
    id: "neighbour",
    text: (facts) => `${facts.line.count === 2 ? "Both" : `All ${facts.line.count}`} ${group(facts)} in this area are in the cell “${facts.answers[facts.line.column]}”. A neighbour knows one of them. What does the neighbour learn?`,
    options: (facts) => [
      { id: "nothing", text: "Nothing. The table has no names.", why: "The neighbour knows the person already. The table adds the answer." },
      { id: "answer", text: `The answer of this person: “${facts.answers[facts.line.column]}”.`, isRight: true, why: "Everybody of the group has this answer, so this person has it too. The group need not be small." },
      { id: "names", text: "The names of the others in the cell.", why: "The table has no names. It adds an answer to people whom the neighbour knows." },
    ],
  },
  {
    id: "ones",
    text: () => "How many cells of the table have a count of 1? Leave out the totals.",
    number: ({ ones }) => ones.length,
    why: ({ ones }) => `${ones.length === 1 ? "This person is" : `These ${ones.length} people are each`} alone in a cell.`,
    hint: (_, given) => (given === 0 ? "There is at least one. Look at the inner cells." : "Count the inner cells once more, without the column and the row of totals."),
  },
];
