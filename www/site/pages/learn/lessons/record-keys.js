// Lesson 4: from the people in a cell to its figure. The keys, the draw and the noise are those of the engine.

import { STANDARD, TRUE, isTotal, queried } from "./tables.js";

/** @import { Desk, Facts, Question } from "../types.js" */
/** @import { Trace } from "../../../../api/types.js" */

/** The number of people in the best cell. */
const PEOPLE = 10;
/** Variables in which one person may differ from the others. */
const SPLITS = ["sex", "marital_status", "tenure", "education", "household_type", "health"];

/**
 * Looks for a cell of an area and an activity with ten people and some noise, in which one person differs from all others.
 * @param {Desk} desk
 * @returns {Promise<Facts>}
 */
export async function facts(desk) {
  const cube = await desk.dataset(await desk.people());
  const query = { rows: ["area"], columns: ["activity"] };
  const [open, shown] = [await queried(cube, { ...query, method: TRUE }), await queried(cube, { ...query, method: STANDARD })];
  const cells = open.lines.flatMap(({ codes, values }, row) => values.map((count, column) => ({ area: codes[0], activity: open.columns[column], count: Number(count), value: shown.lines[row].values[column], at: row * open.columns.length + column })));
  const fits = cells.filter(({ area, activity, count, value }) => !isTotal(area) && !isTotal(activity) && count >= 5 && count <= 20 && value !== null && value !== count);
  fits.sort((one, other) => Math.abs(one.count - PEOPLE) - Math.abs(other.count - PEOPLE));
  /** @type {Facts | undefined} */
  let first;
  for (const cell of fits) {
    const filter = { area: [cell.area.code], activity: [cell.activity.code] };
    const split = await splitOf(cube, filter);
    if (!split) continue;
    const trace = await shown.table.trace(cell.at);
    const fewer = await cube.table({ rows: ["activity"], columns: [], filter: { ...filter, [split.name]: split.others }, method: STANDARD });
    const again = await cube.table({ rows: ["activity"], columns: [], filter: { area: [cell.area.code] }, method: STANDARD });
    const at = (/** @type {typeof fewer} */ table) => table.dimensions[0].codes.findIndex(({ code }) => code === cell.activity.code);
    const found = {
      area: cell.area.label, activity: cell.activity.label, person: split.person,
      trace, fewer: await fewer.trace(at(fewer)), again: await again.trace(at(again)),
      people: peopleIn(trace, cube.dimensions),
    };
    // Another key can draw the same noise. A cell whose noise changes shows more.
    if (found.fewer.noise !== trace.noise) return found;
    first ??= found;
  }
  if (first) return first;
  throw new Error("These people have no such cell. Choose another name.");
}

/**
 * A variable in which exactly one person of a cell has a code of her or his own.
 * @param {import("../../../shell/types.js").Cube} cube @param {Record<string, string[]>} filter
 */
async function splitOf(cube, filter) {
  for (const name of SPLITS) {
    const { dimensions, values } = await cube.table({ rows: [name], columns: [], filter, totals: false, method: TRUE });
    const [{ label, codes }] = dimensions;
    const alone = values.findIndex((count) => count === 1);
    if (alone < 0) continue;
    return { name, others: codes.filter((_, at) => at !== alone).map(({ code }) => code), person: `${label}: ${codes[alone].label}` };
  }
  return undefined;
}

/** What a reader may know of each person, and the record key. @param {Trace} trace @param {readonly { name: string, codes: readonly { label: string }[] }[]} dimensions */
function peopleIn({ members }, dimensions) {
  const at = (/** @type {string} */ name) => dimensions.findIndex((each) => each.name === name);
  const [sex, age] = [at("sex"), at("age")];
  return members.map(({ codes, count, key }) => ({ words: `${dimensions[sex].codes[codes[sex]].label}, ${dimensions[age].codes[codes[age]].label}`, count, key }));
}

const signed = (/** @type {number} */ value) => (value < 0 ? `−${-value}` : value > 0 ? `+${value}` : "0");

/** @type {[Question, Question]} */
export const questions = [
  {
    id: "count",
    text: ({ again }) => `Another table shows ${again.value} for a cell. Its noise is ${signed(again.noise)}. How many people are in the cell?`,
    number: ({ again }) => Number(again.value) - again.noise,
    why: ({ again }) => `The figure is the count plus the noise. So the count is ${again.value} less ${signed(again.noise)}. A reader does not know the noise.`,
    hint: () => "The figure is the count plus the noise.",
  },
  {
    id: "moved",
    text: () => "One person leaves the cell. What happens to the noise?",
    options: ({ trace, fewer }) => [
      { id: "less", text: "The noise stays, so the figure falls by exactly 1.", why: "The cell key changes, so the draw is another one. The noise need not be the same." },
      { id: "same", text: "Nothing: the noise belongs to the table.", why: "The noise belongs to the people in the cell. In any table, the same people have the same noise." },
      { id: "key", text: "The cell key changes, so the noise is drawn again.", isRight: true, why: `Here the cell key changed from ${trace.key} to ${fewer.key}. ${trace.noise === fewer.noise ? "The new draw gave the same noise by chance." : `The noise changed from ${signed(trace.noise)} to ${signed(fewer.noise)}.`}` },
    ],
  },
];
