// Lesson 2: two tables of overlapping areas, and the three people between them. The example has the seven districts of
// "Remainder of ACT" (ABS 2005, page 1).

import { STANDARD, TRUE } from "./tables.js";

/** @import { Cube } from "../../../shell/types.js" */
/** @import { Desk, Facts, Question } from "../types.js" */

/** Populations of the seven districts. The paper has "approximately 210, 115, 65, 25, 10 and two with less than 5 each". */
export const LARGE = [210, 115, 65, 25, 10, 4];
const ANSWERS = ["employed", "student", "retired", "unemployed", "home"];
const LABELS = ["Employed", "Student", "Retired", "Unemployed", "Looking after the home"];
/** How many of 100 people give each answer. */
const SHARES = [48, 12, 22, 8, 10];

/** A generator of numbers below a limit, with a seed (SplitMix32). @param {number} seed */
function generator(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

/** The people of the seven districts: 2 or 3 in the smallest one. @param {number} seed */
export function districts(seed) {
  const draw = generator(seed);
  const smallest = 2 + draw(2);
  const lines = ["district,answer,record_key_seeded"];
  const answer = () => {
    let rest = draw(100);
    return ANSWERS[SHARES.findIndex((share) => (rest -= share) < 0)];
  };
  [...LARGE, smallest].forEach((people, at) => {
    // The smallest district never has the answer "employed" alone, so that there is something to tell.
    for (let person = 0; person < people; person++) lines.push([at + 1, at === 6 && person === 0 ? ANSWERS[2 + draw(2)] : answer(), draw(2 ** 32)].join(","));
  });
  const codes = (/** @type {string[]} */ names, /** @type {string[]} */ labels) => names.map((name, at) => `"${name}" = "${labels[at]}"`).join("\n");
  const specification = `[cube]
id = "seven-districts"
title = "Seven districts"
unit = "person"
data = "synthetic"
audience = "teaching"

[key]
column = "record_key_seeded"
salt = "5e1f0c7a93b24d68${seed.toString(16).padStart(16, "0")}"

[[dimension]]
name = "district"
label = "District"
[dimension.codes]
${codes([1, 2, 3, 4, 5, 6, 7].map(String), [1, 2, 3, 4, 5, 6, 7].map((at) => `District ${at}`))}

[[dimension]]
name = "answer"
label = "Main activity"
[dimension.codes]
${codes(ANSWERS, LABELS)}

[method.default]
kind = "cell-key"
ptable = "standard"
lookup = "hash"
`;
  return { seed, households: 0, persons: lines.length - 1, records: new TextEncoder().encode(`${lines.join("\n")}\n`), specification };
}

const SIX = ["1", "2", "3", "4", "5", "6"];

/** The tables of the whole area and of the six largest districts, and their difference. @param {Cube} cube @param {object | string} method */
async function subtracted(cube, method) {
  const query = { rows: ["answer"], columns: [], method };
  const [whole, six] = await Promise.all([cube.table(query), cube.table({ ...query, filter: { district: SIX } })]);
  const labels = whole.dimensions[0].codes.map(({ label }) => label);
  const rows = labels.map((label, at) => ({ label, whole: Number(whole.values[at]), six: Number(six.values[at]), rest: Number(whole.values[at]) - Number(six.values[at]) }));
  return rows;
}

/** @param {Desk} desk @returns {Promise<Facts>} */
export async function facts(desk) {
  const cube = await desk.dataset(districts(desk.seed));
  const [open, protectedRows] = await Promise.all([subtracted(cube, TRUE), subtracted(cube, STANDARD)]);
  const people = open[open.length - 1].rest;
  const inner = open.slice(0, -1);
  const told = inner.filter(({ rest }) => rest > 0);
  // An answer of somebody in the smallest district, with two unequal figures.
  const unequal = protectedRows.slice(0, -1).map((row, at) => ({ ...row, truth: inner[at].rest })).filter(({ rest, truth }) => rest !== 0 && truth > 0);
  unequal.sort((one, other) => Math.abs(other.rest - other.truth) - Math.abs(one.rest - one.truth));
  return { open, protected: protectedRows, people, told, line: unequal[0] ?? null };
}

const signed = (/** @type {number} */ value) => (value < 0 ? `−${-value}` : String(value));

/** @type {[Question, Question]} */
export const questions = [
  {
    id: "smallest",
    text: () => "Without protection: how many people does the smallest district have?",
    number: ({ people }) => people,
    why: ({ open, people }) => `${open[open.length - 1].whole} less ${open[open.length - 1].six} is ${people}. Nobody published a table of this district.`,
    hint: () => "Subtract the total of the six districts from the total of the whole area.",
  },
  {
    id: "protected",
    text: ({ line }) => (line ? `With protection, the two tables differ by ${signed(line.rest)} for “${line.label}”. What follows?` : "With protection, two figures of the same answer differ. What follows?"),
    options: ({ line }) => [
      { id: "exact", text: "The difference is the number of people in the smallest district with this answer.", why: line ? `Each figure has noise of its own. Here the difference is ${signed(line.rest)}, and the true number ${line.truth}${line.truth === line.rest ? ", which is chance" : ""}.` : "Each figure has noise of its own." },
      { id: "some", text: "Somebody in the smallest district gave this answer. How many is uncertain.", isRight: true, why: "The same people always have the same figure. So unequal figures prove that somebody is between them, but the noise hides how many." },
      { id: "nothing", text: "Nothing: all figures are changed by chance.", why: "Not by chance alone: the same people always have the same figure. Unequal figures prove that the people differ." },
    ],
  },
];
