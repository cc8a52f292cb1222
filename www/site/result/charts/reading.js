// Reads a table for charts: the drawn variables, the variables fixed at one category, and the figures without totals.

/** @import { Drawable } from "./derived.js" */
/** @import { Reason } from "../../../words/statuses.js" */

/** @typedef {"row" | "column" | "table" | null} Percent */

/**
 * @typedef
 *   {{ name: string, label: string, axis: "row" | "column", ordered: boolean, codes: { code: string, label: string }[] }}
 *   Drawn  a drawn variable, without its total
 * @typedef {{ label: string, category: string }} Held  a variable that is fixed at one category
 * @typedef {{ cell: number, at: number[], value: number | null, why: Reason | "" }} Figure  `cell`: the index in the
 *   table's values; `at`: the category of each drawn variable; `value`: a count, or a share in percent
 *
 * @typedef {object} Reading
 * @property {Drawn[]} axes
 * @property {Held[]} held
 * @property {Figure[]} figures  row-major over the axes
 * @property {Percent} percent
 * @property {boolean} summed  whether shares refer to sums of figures, because the table has no total for them
 * @property {import("./parts.js").Stacked} [stacked]  the bars of a stacked chart
 */

const TOTAL = "_T";

/** Matches words before the number in ordered categories, such as ages, amounts and grades. */
const BEFORE_NUMBER = /^(?:(?:under|below|less than|fewer than|up to|aged?|over|more than|[\p{L} ]*\b(?:level|grade|stage|year|decile|quintile|quarter|band|week|month))\s*)?[£$€]?\s*(\d[\d,.]*)/iu;

/**
 * Whether the categories of an axis are ordered, so that a line can connect them: time, or increasing numbers.
 * @param {{ role?: string, codes: { label: string }[] }} axis
 */
export function isOrdered({ role, codes }) {
  if (role === "time") return true;
  if (role === "geo") return false;
  const numbers = codes.map(({ label }) => Number(BEFORE_NUMBER.exec(label.trim())?.[1]?.replaceAll(",", "") ?? NaN));
  // "Under 16" comes before "16 to 24".
  return numbers.every((number, at) => Number.isFinite(number) && (at === 0 || number > numbers[at - 1] || (at === 1 && number === numbers[0])));
}

/**
 * Returns the drawn and the fixed variables. Does not read the figures, because a table may have a million of them.
 * @param {Pick<Drawable, "dimensions">} table
 * @param {readonly (readonly [name: string, code: string | null])[]} [layers]  variables shown one category at a time;
 *   null is the first
 * @param {readonly string[]} [atTotal]  variables that are fixed at their total
 */
export function axesOf({ dimensions }, layers = [], atTotal = []) {
  const strides = dimensions.map((_, at) => dimensions.slice(at + 1).reduce((size, { codes }) => size * codes.length, 1));
  /** @type {Held[]} */
  const held = [];
  let base = 0;
  /** @type {{ dimension: number, places: number[] }[]} */
  const drawn = [];
  dimensions.forEach((dimension, d) => {
    const layer = layers.find(([name]) => name === dimension.name);
    const total = dimension.codes.findIndex(({ code }) => code === TOTAL);
    const places = dimension.codes.flatMap(({ code }, place) => (code === TOTAL ? [] : [place]));
    const chosen = layer ? Math.max(dimension.codes.findIndex(({ code }) => code === layer[1]), 0)
      : places.length === 0 ? 0 : atTotal.includes(dimension.name) && total >= 0 ? total : places.length === 1 ? places[0] : undefined;
    if (chosen === undefined) return void drawn.push({ dimension: d, places });
    base += chosen * strides[d];
    held.push({ label: dimension.label, category: dimension.codes[chosen].label });
  });
  const axes = drawn.map(({ dimension, places }) => {
    const { name, label, axis, role, codes } = dimensions[dimension];
    const own = places.map((place) => codes[place]);
    return { name, label, axis, codes: own, ordered: own.length > 2 && isOrdered({ role, codes: own }) };
  });
  return { axes, held, base, drawn, strides };
}

/**
 * @param {Drawable} table
 * @param {Parameters<typeof axesOf>[1]} [layers]
 * @param {{ percent?: Percent, atTotal?: readonly string[] }} [how]
 * @returns {Reading}
 */
export function readTable(table, layers = [], { percent = null, atTotal = [] } = {}) {
  const { dimensions, values, status } = table;
  const { axes, held, base, drawn, strides } = axesOf(table, layers, atTotal);
  /** @type {Figure[]} */
  let figures = [{ cell: base, at: [], value: null, why: "" }];
  for (const { dimension, places } of drawn) {
    figures = figures.flatMap(({ cell, at }) => places.map((place, index) => ({ cell: cell + place * strides[dimension], at: [...at, index], value: null, why: /** @type {const} */ ("") })));
  }
  for (const figure of figures) {
    figure.value = values[figure.cell];
    figure.why = status[figure.cell];
  }
  const side = { row: "column", column: "row", table: null };
  // A share of a row has the sum over all columns as denominator. Layers stay at their category.
  const over = percent === null ? [] : dimensions.flatMap(({ axis, name }, d) => ((side[percent] ?? axis) === axis && !layers.some(([layer]) => layer === name) ? [d] : []));
  return { axes, held, percent, ...(percent === null ? { figures, summed: false } : shares(table, figures, over, strides)) };
}

/**
 * Computes shares of the table's totals. For a dimension without a total, the denominator is the sum of its figures.
 * @param {Drawable} table
 * @param {Figure[]} figures
 * @param {number[]} over  the dimensions that the denominator adds up
 * @param {number[]} strides
 */
function shares({ dimensions, values, status }, figures, over, strides) {
  const places = dimensions.map(({ codes }) => {
    const total = codes.findIndex(({ code }) => code === TOTAL);
    return total >= 0 ? [total] : codes.map((_, place) => place);
  });
  /**
   * Cache of denominators by their first cell, because many figures share a denominator.
   * @type {Map<number, { value: number, why: Reason | "" }>}
   */
  const wholes = new Map();
  /** @param {Figure} figure */
  const wholeOf = ({ cell }) => {
    const from = over.reduce((at, d) => at - (Math.floor(cell / strides[d]) % dimensions[d].codes.length) * strides[d], cell);
    const known = wholes.get(from);
    if (known) return known;
    const parts = over.reduce((cells, d) => cells.flatMap((at) => places[d].map((place) => at + place * strides[d])), [from]);
    const gone = parts.map((part) => status[part]).filter((why) => why !== "");
    const whole = { value: parts.reduce((sum, part) => sum + (values[part] ?? 0), 0), why: /** @type {Reason | ""} */ (gone.includes("suppressed") ? "suppressed" : (gone[0] ?? "")) };
    wholes.set(from, whole);
    return whole;
  };
  const shared = figures.map((figure) => {
    if (figure.value === null) return figure;
    const { value, why } = wholeOf(figure);
    if (why !== "") return { ...figure, value: null, why };
    return value > 0 ? { ...figure, value: (100 * figure.value) / value } : { ...figure, value: null, why: /** @type {const} */ ("not-applicable") };
  });
  return { figures: shared, summed: over.some((d) => places[d].length > 1) };
}

/** @param {Pick<Figure, "value" | "why">} figure */
export const isMissing = ({ value, why }) => value === null || why !== "";

/** Counts the combinations of categories. @param {readonly Drawn[]} axes */
export const sizeOf = (axes) => axes.reduce((product, { codes }) => product * codes.length, 1);

/**
 * Groups figures by all variables except the main variables. Each group is a panel, a line or a column.
 * @param {Reading} reading
 * @param {number[]} mains  the indices of the main variables among the axes
 * @returns {{ name: string, figures: Figure[] }[]}  figures in the order of the main variables' categories
 */
export function groupsBy({ axes, figures }, ...mains) {
  /** @type {Map<string, { name: string, figures: Figure[] }>} */
  const groups = new Map();
  for (const figure of figures) {
    const others = figure.at.filter((_, axis) => !mains.includes(axis));
    const key = others.join();
    const group = groups.get(key) ?? { name: nameOf(axes.filter((_, axis) => !mains.includes(axis)), others), figures: [] };
    groups.set(key, group);
    group.figures.push(figure);
  }
  return [...groups.values()];
}

/**
 * Returns the name of a figure, such as "Male, 0 to 15".
 * @param {readonly Drawn[]} axes
 * @param {readonly number[]} at
 */
export function nameOf(axes, at) {
  return axes.map(({ codes }, axis) => codes[at[axis]].label).join(", ");
}
