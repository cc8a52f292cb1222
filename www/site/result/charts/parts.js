// Parts of a whole, for stacked bars: which variable divides the bars, and what the parts of a bar add up to.

import { counted, number } from "../../shell/words.js";
import { groupsBy, isMissing } from "./reading.js";
import { figure } from "./shorthand.js";

/** @import { Drawable } from "./derived.js" */
/** @import { Groups, Kind } from "./kinds.js" */
/** @import { Figure, Percent, Reading } from "./reading.js" */

/** The maximum number of parts. Readers cannot distinguish more colours, but they can follow more shades in order. */
const MOST_PARTS = { unordered: 6, ordered: 8 };
/** @param {Reading["axes"][0]} axis */
export const mostParts = ({ ordered }) => (ordered ? MOST_PARTS.ordered : MOST_PARTS.unordered);

/**
 * Chooses the variable with the bars and the variable with the parts: bars for the longest variable, parts preferably
 * for the columns. Percentages of a row add up only over the columns, and vice versa.
 * @param {Reading["axes"]} axes
 * @param {Percent} percent
 * @returns {{ main: number, parts: number } | null}
 */
export function stackOf(axes, percent) {
  const longest = (/** @type {number[]} */ places) => places.reduce((best, at) => (axes[at].codes.length > axes[best].codes.length ? at : best), places[0]);
  const all = axes.map((_, at) => at);
  const usual = longest(all);
  const fitting = all.filter((at) => axes[at].codes.length <= mostParts(axes[at]) && addsUp(axes[at], percent));
  const rank = (/** @type {number} */ at) => (at === usual ? 0 : axes[at].axis === "column" ? 2 : 1);
  const parts = fitting.sort((a, b) => rank(b) - rank(a) || b - a)[0];
  return axes.length < 2 || parts === undefined ? null : { main: longest(all.filter((at) => at !== parts)), parts };
}

/** Whether figures add up over an axis: percentages need a common denominator. @param {Reading["axes"][0]} axis @param {Percent} percent */
export const addsUp = ({ axis }, percent) => percent === null || percent === "table" || (percent === "row") === (axis === "column");

/**
 * Whether custom groups of a variable have a category in common. Such groups are no parts of a whole.
 * @param {string} name
 * @param {Groups} groups
 */
export function overlap(name, groups) {
  const codes = groups.flatMap(([other, each]) => (other === name ? each.flatMap(([, codes]) => codes) : []));
  return new Set(codes).size < codes.length;
}

/**
 * @typedef {object} Stack  a bar of parts
 * @property {number} at  the bar's category
 * @property {Figure[]} parts
 * @property {number} sum  the sum of the shown parts
 * @property {boolean} complete  whether no part is missing
 * @property {number | null} total  the published total; null if the table does not show one
 */

/**
 * @typedef {{ main: number, parts: number, groups: { name: string, stacks: Stack[] }[] }} Stacked  `main`, `parts`: the
 *   axes of the bars and of their parts; `groups`: one for each combination of the other variables
 */

/**
 * Adds the bars of a stacked chart to the figures.
 * @param {Drawable} table
 * @param {Reading} reading
 * @param {{ main: number, parts: number }} plan
 * @param {boolean} shares  whether parts are shares of the sum of their bar's shown parts
 * @returns {Reading}
 */
export function stackedReading({ dimensions, values, status }, reading, { main, parts }, shares) {
  const d = dimensions.findIndex(({ name }) => name === reading.axes[parts].name);
  const stride = dimensions.slice(d + 1).reduce((size, { codes }) => size * codes.length, 1);
  const { codes } = dimensions[d];
  const total = codes.findIndex(({ code }) => code === "_T");
  const groups = groupsBy(reading, main, parts).map(({ name, figures }) => ({
    name,
    stacks: reading.axes[main].codes.map((_, at) => {
      const own = figures.filter((figure) => figure.at[main] === at);
      const shown = own.flatMap((figure) => (isMissing(figure) ? [] : [/** @type {number} */ (figure.value)]));
      const cell = own[0].cell + (total - (Math.floor(own[0].cell / stride) % codes.length)) * stride;
      const sum = shown.reduce((a, b) => a + b, 0);
      return { at, parts: shares ? own.map((figure) => shareOf(figure, sum)) : own, sum, complete: shown.length === own.length, total: total >= 0 && status[cell] === "" ? values[cell] : null };
    }),
  }));
  const byCell = new Map(groups.flatMap(({ stacks }) => stacks.flatMap(({ parts }) => parts.map((part) => [part.cell, part]))));
  return { ...reading, figures: reading.figures.map((figure) => byCell.get(figure.cell) ?? figure), stacked: { main, parts, groups } };
}

/** @param {Figure} figure @param {number} sum @returns {Figure} */
function shareOf(figure, sum) {
  if (isMissing(figure)) return figure;
  return sum > 0 ? { ...figure, value: (100 * /** @type {number} */ (figure.value)) / sum } : { ...figure, value: null, why: "not-applicable" };
}

/**
 * Says what the bars of a stacked chart add up to, and how many published totals differ: protection changes parts and
 * totals separately.
 * @param {Drawable} table
 * @param {Reading} reading
 * @param {Kind} kind
 * @param {Percent} percent
 * @param {Groups} groups
 * @returns {{ words: string, notes: string[] }}
 */
export function sumsInWords({ decimals = 0, method }, { stacked, axes }, kind, percent, groups) {
  if (!stacked) return { words: "", notes: [] };
  const { name, label } = axes[stacked.parts];
  const stacks = stacked.groups.flatMap(({ stacks }) => stacks);
  const lacking = stacks.filter(({ complete }) => !complete).length;
  const notes = [
    kind === "stacked-100" ? "Each bar is 100% of the sum of its shown parts." : "A bar is as long as the sum of its shown parts.",
    lacking > 0 ? `${number(lacking)} of ${counted(stacks.length, "bar")} ${lacking === 1 ? "lacks" : "lack"} parts that are not shown.` : "",
  ].filter(Boolean);
  if (groups.some(([other]) => other === name)) return { words: "", notes: [...notes, `The groups of ${label} may leave out categories that the published totals include.`] };
  // Percentages have a note about their totals already.
  if (percent !== null) return { words: "", notes };
  // A sum of rounded fractions may differ from the total by rounding alone.
  const rounding = (/** @type {Stack} */ { parts }) => (decimals > 0 ? ((parts.length + 1) / 2) * 10 ** -decimals : 0);
  const pairs = stacks.flatMap((stack) => (stack.complete && stack.total !== null ? [{ by: Math.abs(stack.total - stack.sum), rounding: rounding(stack) }] : []));
  const differ = pairs.filter(({ by, rounding }) => by > rounding);
  if (differ.length === 0) return { words: "", notes };
  const many = `${number(differ.length)} of ${counted(pairs.length, "published total")} ${differ.length === 1 ? "differs" : "differ"} from the sum of the parts`;
  const most = differ.reduce((most, { by }) => Math.max(most, by), 0);
  return { words: `${many}.`, notes: [...notes, `A published total differs from the sum of its parts by up to ${figure(most)}${method.kind === "none" ? "" : ": protection changes them separately"}.`] };
}
