// "Why this number" explains a figure: its meaning, its computation, and why the parts of a total may not add up.

import { looksAtTable } from "../../element/additivity.js";
import { numbers } from "../../words/numbers.js";
import { STATUSES, statusInWords } from "../../words/statuses.js";
import { isRandom, mostCells, ownChange } from "../captions.js";

/** @import { Explanation } from "../../api/types.js" */
/** @import { Layout, Sum } from "../../element/layout.js" */
/** @import { Cube, Table } from "../../choice/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */

/** @typedef {{ cube: Cube, table: Table, layout: Layout, line: number, column: number }} Place */

const NAMED_BLOCKS = 6;

/**
 * Returns the title and the paragraphs about a figure.
 * @param {Place} place
 * @param {BuilderWords} words
 * @returns {{ title: string, paragraphs: string[] }}
 */
export function whyInWords(place, words) {
  const { table, layout, line, column } = place;
  const codes = [
    ...layout.layers.map(({ axis, code }) => ({ axis, code })),
    ...layout.rows.map(({ axis }, i) => ({ axis, code: layout.codesOf(line)[i] })),
    ...layout.columns.map(({ axis }, i) => ({ axis, code: layout.codesOfColumn(column)[i] })),
  ];
  const blocks = severalOf(place, codes.map(({ axis, code }) => ({ name: axis.name, code: code.code })));
  const filters = table.filter.map(({ label, codes }) => words.why.where(label, words.list(codes.map((each) => each.label), "or")));
  return {
    title: [codes.map(({ axis, code }) => `${axis.label}: ${code.label}`).join("; "), ...filters].filter(Boolean).join(", "),
    paragraphs: [...statusOf(place, blocks, words), ...computed(place, words), ...additivity(place, words), ...blocksOf(place, blocks, words)],
  };
}

/** Whether the counts behind a figure can be asked for. @param {Place} place */
export function canExplain({ cube, table, layout, line, column }) {
  return cube.explains && !layout.derived && layout.figure(line, column).cell >= 0 && !looksAtTable(table.method);
}

/** Why the counts behind a figure are not offered. @param {Place} place @param {BuilderWords} words */
export function unexplained({ cube, table, layout }, { why, furtherErrors }) {
  if (looksAtTable(table.method)) return furtherErrors["whole-table"];
  return layout.derived && cube.explains ? why.showCounts : why.notDisclosed;
}

/**
 * Describes the counts that a published value can stand for.
 * @param {Explanation} explanation
 * @param {Table} table
 * @param {BuilderWords} words
 */
export function explanationInWords({ value, low, high, probability, least, most }, { cube, method }, { why, number }) {
  const shown = number(value ?? 0);
  if (least === most) return why.exactly(shown, least, cube.unit);
  // Rounded down, so that the text never overstates the probability.
  const share = Math.floor(probability * 1000 + 1e-6) / 1000;
  return [why.probably(shown, low, high, share, cube.unit), why.certainly(least, most), method.totals === "sum" ? why.sums : ""].filter(Boolean).join(" ");
}

/** The number of published cells that a figure adds up. @param {Several[]} blocks */
const cellsIn = (blocks) => blocks.reduce((product, { variance }) => product * variance, 1);

/** @param {Place} place @param {Several[]} blocks @param {BuilderWords} words */
function statusOf({ table, layout, line, column }, blocks, words) {
  const { why, value, cell } = layout.figure(line, column);
  if (why !== "") return [`${STATUSES[why].mark} ${statusInWords(why, words.language)}.`];
  if (layout.derived || cell < 0) return [];
  const { largestChange, additive } = table.method.properties;
  const { kind, totals } = table.method;
  const changed = kind === "none" ? words.why.unprotected
    : largestChange === null || totals === "sum" || additive && largestChange > 0 ? words.why.mayDiffer
      : kind === "suppression" ? words.why.equal : largestChange === 0 ? "" : words.why.atMost(largestChange * cellsIn(blocks));
  return [[words.why.shown(figureIn(table, value ?? 0, words), value === 1, table.cube.unit), changed].filter(Boolean).join(" ")];
}

/** A figure with the decimals of its table. @param {Table} table @param {number} value @param {BuilderWords} words */
const figureIn = ({ decimals }, value, words) => words.number(value, decimals);

/** @param {Table} table @param {Sum} sum @param {BuilderWords} words */
const told = (table, sum, words) => (sum.value === null ? STATUSES[sum.why || "suppressed"].mark : figureIn(table, sum.value, words));

/** @param {Table} table @param {string} name */
const namesOf = (table, name) => table.dimensions.find((each) => each.name === name)?.codes.map(({ label }) => label) ?? [];

/** @param {Place} place @param {BuilderWords} words */
function computed({ table, layout, line, column }, words) {
  const { why: say } = words;
  const found = layout.workings(line, column);
  const { derived } = layout;
  if (!found || !derived) return [];
  const { figure, numerator, denominator } = found;
  const { kind } = table.method;
  const { format } = numbers(words.locale, layout.decimals + (figure.why === "low" ? 3 : 0));
  const result = figure.value === null ? STATUSES[figure.why || "suppressed"].mark : format(figure.value);
  if (derived.kind === "average") {
    const { axis } = derived.of;
    const terms = derived.numbers.map(([code, value], i) => {
      const cell = numerator.cells[i];
      return `${axis.codes[code].label}: ${words.number(value)} × ${told(table, { value: table.values[cell], why: table.status[cell], cells: [cell] }, words)}`;
    });
    return [say.computed(kind, `(${terms.join("; ")}) ÷ ${told(table, denominator, words)} = ${result}`)];
  }
  const whole = derived.kind === "ratio" ? "" : denominator.cells.length === 1 ? say.wholeTotal(kind, derived.of) : say.wholeSum(denominator.cells.length, derived.of);
  // A ratio shows the labels of both parts, because its table has no headings for them.
  const of = (/** @type {number | undefined} */ code) => (derived.kind === "ratio" && code !== undefined ? ` (${namesOf(table, derived.of.axis.name)[code]})` : "");
  const [above, below] = derived.kind === "ratio" ? [derived.numerator, derived.denominator] : [];
  const times = derived.kind === "ratio" ? derived.per : 100;
  return [say.computed(kind, `${told(table, numerator, words)}${of(above)} ÷ ${told(table, denominator, words)}${of(below)}${whole}${times === 1 ? "" : say.times(times)} = ${result}${derived.kind === "percent" ? "%" : ""}`)];
}

/**
 * Explains whether the shown parts add up to their total. For a total, these are its own parts. For another figure,
 * these are the parts of its row and of its column.
 * @param {Place} place
 * @param {BuilderWords} words
 */
function additivity({ table, layout, line, column }, words) {
  const { why: say } = words;
  const { cell } = layout.figure(line, column);
  if (layout.derived || cell < 0) return [];
  const here = [...layout.rows.map((dim, i) => ({ dim, code: layout.codesOf(line)[i] })), ...layout.columns.map((dim, i) => ({ dim, code: layout.codesOfColumn(column)[i] }))];
  const withTotals = here.filter(({ dim }) => dim.axis.codes.some(({ code }) => code === "_T") && dim.size > 1);
  const own = withTotals.filter(({ code }) => code.code === "_T");
  const innermost = (/** @type {"row" | "column"} */ axis) => withTotals.filter(({ dim }) => dim.axis.axis === axis).slice(-1);
  return (own.length ? own : [...innermost("column"), ...innermost("row")]).flatMap(({ dim, code }) => {
    const { label, codes } = dim.axis;
    const first = cell - codes.indexOf(code) * dim.stride;
    const total = first + codes.findIndex((each) => each.code === "_T") * dim.stride;
    const parts = codes.map((_, i) => first + i * dim.stride).filter((each) => each !== total);
    // A single part equals the total.
    if (parts.length < 2) return [];
    const missing = parts.filter((each) => table.values[each] === null).length;
    // Sums of binary fractions are not exact.
    const bare = (/** @type {number} */ value) => Number(value.toFixed(table.decimals));
    const sum = bare(parts.reduce((all, each) => all + (table.values[each] ?? 0), 0));
    const shown = table.values[total];
    if (shown === null) return [say.totalWithheld(label)];
    if (missing > 0) return [say.partsWithheld(label, missing, parts.length)];
    if (sum === shown) return [say.addsUp(parts.length, label, figureIn(table, shown, words))];
    const gap = bare(Math.abs(shown - sum));
    const { largestChange } = table.method.properties;
    const change = ownChange(table.method, words);
    const why = table.decimals > 0 && 2 * gap * 10 ** table.decimals <= parts.length + 1 ? say.decimals
      : change === "" ? say.overlap : largestChange !== null && gap > largestChange * (parts.length + 1) * mostCells(table) ? say.notAll : say.own(change);
    return [`${say.differs(parts.length, label, figureIn(table, sum, words), figureIn(table, shown, words), figureIn(table, gap, words))} ${why}`];
  });
}

/** @typedef {Table["areas"]["axes"][number]["places"][number]} Several  a place that is several published figures */

/**
 * Returns the codes and filters for which a figure is the sum of several published figures.
 * @param {Place} place
 * @param {{ name: string, code: string }[]} codes
 */
function severalOf({ table }, codes) {
  return table.areas.axes.flatMap(({ name, places }) => {
    const at = codes.find((each) => each.name === name)?.code ?? null;
    const place = places.find(({ code }) => code === at) ?? places.find(({ code }) => code === null);
    return place && place.blocks.length > 1 ? [place] : [];
  });
}

/** Lists the published blocks that a figure adds up. @param {Place} place @param {Several[]} several @param {BuilderWords} words */
function blocksOf({ table }, several, { why: say }) {
  const sums = several.map(({ blocks }) => {
    const sign = { 1: "+", "-1": "−" };
    const terms = blocks.slice(0, NAMED_BLOCKS).map((block, i) => (i === 0 && block.sign === 1 ? block.label : `${sign[block.sign]} ${block.label}`));
    return say.blocks(blocks.length, terms.join(" "), blocks.length - terms.length);
  });
  if (sums.length === 0) return [];
  const cells = cellsIn(several);
  return [[...sums, several.length > 1 ? say.blocksAll(cells) : "", isRandom(table.method) ? say.blocksNoise(cells) : ""].filter(Boolean).join(" ")];
}

/** The shorthand of a missing figure. @param {"" | import("../../words/statuses.js").Reason} why */
export const markOf = (why) => (why === "" ? "" : STATUSES[why].mark);
