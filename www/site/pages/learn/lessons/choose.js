// Lesson 8: methods on a risk–utility map, and the limits of three agencies.

import { METHODS as ATTACKED } from "../lab/methods.js";
import { readyMethod } from "../ready.js";

/** @import { Desk, Facts, Question } from "../types.js" */

/** @typedef {{ id: string, label: string, risk: number, utility: number }} Point  risk R and Hellinger utility, both from 0 to 1 */
/** @typedef {{ id: string, title: string, says: string, risk: number, utility: number }} Brief */

const QUERY = { rows: ["area"], columns: ["activity"] };

/** The methods to choose from: some of the laboratory, and controlled rounding, which looks at the whole table. */
export const METHODS = [
  ...ATTACKED.filter(({ id }) => id !== "small-cell"),
  { id: "controlled", label: "Controlled rounding to base 3", method: { kind: "controlled-rounding", base: 3 }, ready: undefined },
];

const rounded = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;

/** Measures all methods on the reader's people. @param {Desk} desk @returns {Promise<Point[]>} */
async function pointsOf(desk) {
  const [cube, workshop] = [await desk.dataset(await desk.people()), await desk.workshop()];
  const points = [];
  for (const { id, label, ready, method: given } of METHODS) {
    const method = ready ? readyMethod(workshop, ready) : given;
    const { risk, utility } = await cube.measure({ ...QUERY, method });
    points.push({ id, label, risk: rounded(Number((risk.after ?? risk.before)?.r)), utility: rounded(Number(utility?.hellinger_utility)) });
  }
  return points;
}

/** Whether a method keeps the limits of an agency. @param {Point} point @param {Brief} brief */
export const keeps = ({ risk, utility }, brief) => risk <= brief.risk && utility >= brief.utility;

/** Whether one method is at least as good as another in both, and better in one. @param {Point} one @param {Point} other */
export const beats = (one, other) => one.risk <= other.risk && one.utility >= other.utility && (one.risk < other.risk || one.utility > other.utility);

/**
 * The limits of three agencies, from the measured methods, so that each agency has a method that keeps them: the best in
 * utility of the three with the least risk, and the least risk of the three best in utility. The third agency has no limit of risk.
 * @param {Point[]} points @returns {Brief[]}
 */
export function briefsOf(points) {
  const safe = [...points].sort((one, other) => one.risk - other.risk);
  const useful = [...points].sort((one, other) => other.utility - one.utility);
  const cautious = { risk: safe[2].risk, utility: Math.max(...points.filter(({ risk }) => risk <= safe[2].risk).map(({ utility }) => utility)) };
  const planning = { utility: useful[2].utility, risk: Math.min(...points.filter(({ utility }) => utility >= useful[2].utility).map(({ risk }) => risk)) };
  return [
    { id: "planners", title: "Planners of small areas", says: "The tables decide where schools are built. Exact figures come first.", ...planning },
    { id: "health", title: "Health data for everyone", says: "The answers hurt if they become known. Little risk comes first.", ...cautious },
    { id: "history", title: "Records of the year 1900", says: "All people in them are dead. The figures may stay as they are.", risk: 1, utility: useful[1].utility },
  ];
}

/** @param {Desk} desk @returns {Promise<Facts>} */
export async function facts(desk) {
  const points = await pointsOf(desk);
  const briefs = briefsOf(points);
  const health = briefs[1];
  const inside = points.filter((point) => keeps(point, health)).sort((one, other) => other.utility - one.utility)[0];
  const outside = points.filter((point) => !keeps(point, health)).slice(0, 2);
  const pairs = points.flatMap((one) => points.filter((other) => beats(one, other)).map((other) => ({ one, other, free: points.filter((third) => third !== one && !beats(one, third)) })));
  const pair = pairs.find(({ free }) => free.length >= 2);
  return { points, briefs, inside, outside, pair };
}

const figures = (/** @type {Point} */ { risk, utility }) => `risk ${risk.toFixed(3)}, utility ${utility.toFixed(3)}`;

/** Options in the order of the list of methods, so that their place tells nothing. @param {{ id: string, text: string, isRight?: boolean, why: string }[]} options */
const inOrder = (options) => options.sort((one, other) => METHODS.findIndex(({ id }) => id === one.id) - METHODS.findIndex(({ id }) => id === other.id));

/** @type {[Question, Question]} */
export const questions = [
  {
    id: "inside",
    text: ({ briefs }) => `“${briefs[1].title}” allows a risk of at most ${briefs[1].risk.toFixed(3)} and wants a utility of at least ${briefs[1].utility.toFixed(3)}. Which of these methods keeps both limits?`,
    options: ({ inside, outside, briefs }) => inOrder([
      { id: inside.id, text: inside.label, isRight: true, why: `Its figures are inside both limits: ${figures(inside)}.` },
      ...outside.map((/** @type {Point} */ point) => ({ id: point.id, text: point.label, why: `It has ${figures(point)}. ${point.risk > briefs[1].risk ? "The risk is too large." : "The utility is too small."}` })),
    ]),
  },
  {
    id: "beaten",
    text: ({ pair, points }) => (pair ? `Compare with “${pair.one.label}”. Which of these methods has at least as much risk and at most as much utility?` : `Which method has the largest utility? There are ${points.length} methods.`),
    options: ({ pair, points }) => {
      if (!pair) return inOrder(points.slice(0, 3).map((/** @type {Point} */ point) => ({ id: point.id, text: point.label, isRight: points.slice(0, 3).every((/** @type {Point} */ other) => other === point || other.utility < point.utility), why: `It has ${figures(point)}.` })));
      return inOrder([
        { id: pair.other.id, text: pair.other.label, isRight: true, why: `It has ${figures(pair.other)}, and the other method ${figures(pair.one)}. On this map, the other method is at least as good in both.` },
        ...pair.free.slice(0, 2).map((/** @type {Point} */ point) => ({ id: point.id, text: point.label, why: `It has ${figures(point)}. In one of the two it is better than ${figures(pair.one)}.` })),
      ]);
    },
  },
];
