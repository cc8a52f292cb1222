// Finds the kinds of charts that fit a table, and the reasons why other kinds do not fit.

import { addsUp, mostParts, overlap, stackedReading, stackOf } from "./parts.js";
import { axesOf, readTable, sizeOf } from "./reading.js";

/** @import { Drawable, Worked } from "./derived.js" */
/** @import { Percent, Reading } from "./reading.js" */

/** @typedef {"bar" | "stacked" | "stacked-100" | "line" | "heat" | "pyramid"} Kind */
/**
 * @typedef {{ kind: Kind, name: string, fits: boolean, why: string }} Offer  `why`: the reason why the kind does not
 *   fit, or the parts that the chart omits; empty if the chart is complete
 */
/** @typedef {readonly (readonly [name: string, code: string | null])[]} Layers */
/** @typedef {readonly (readonly [name: string, groups: readonly (readonly [label: string, codes: readonly string[]])[]])[]} Groups */
/** @typedef {{ percent?: Percent, groups?: Groups }} Shown  percentages and custom groups of the table */

/** @type {readonly { kind: Kind, name: string }[]} */
const KINDS = [
  { kind: "bar", name: "Bars" },
  { kind: "stacked", name: "Stacked bars" },
  { kind: "stacked-100", name: "Stacked bars, 100%" },
  { kind: "line", name: "Lines" },
  { kind: "heat", name: "Heat map" },
  { kind: "pyramid", name: "Population pyramid" },
];

/** Maximum bars in a panel. Readers cannot compare more bars. */
export const MOST_BARS = 60;
const MOST_PANELS = 12;
/** Maximum lines in one frame. If there are more lines, each line has a panel. */
export const MOST_LINES = 6;
const MOST_LINE_PANELS = 24;
const MOST_ALONG = 400;
const MOST_COLUMNS = 40;
const MOST_ROWS = 300;
/** Maximum figures of a bar chart. A larger table has no bar chart, not even of its largest categories. */
const MOST_FIGURES = 20_000;

/**
 * @param {Drawable} table
 * @param {Layers} [layers]  variables with one chosen category
 * @param {Worked} [worked]  the meaning of derived figures
 * @param {Shown} [shown]
 * @returns {Offer[]}
 */
export function chartsFor(table, layers = [], worked = undefined, shown = {}) {
  const { axes } = axesOf(table, layers);
  return KINDS.map(({ kind, name }) => {
    const offer = worked && COUNTS_ONLY[kind] ? no(`${COUNTS_ONLY[kind]}, not ${worked.kind}s.`) : axes.length === 0 ? no("Besides its total, the table has a single figure.") : OFFERS[kind](axes, table, layers, shown);
    const empty = offer.fits && readingFor(table, kind, layers, null).figures.every(({ value }) => value === null);
    return { kind, name, ...(empty ? no("The table shows none of the figures for this chart.") : offer) };
  });
}

/** @type {Partial<Record<Kind, string>>} */
const COUNTS_ONLY = {
  stacked: "Stacked bars show numbers that add up",
  "stacked-100": "Stacked bars show numbers that add up",
  pyramid: "A population pyramid shows numbers",
};

/** @param {string} why */
const no = (why) => ({ fits: false, why });
/** @param {string} [why] */
const yes = (why = "") => ({ fits: true, why });

/** @type {Record<Kind, (axes: Reading["axes"], table: Drawable, layers: Layers, shown: Shown) => { fits: boolean, why: string }>} */
const OFFERS = {
  bar: (axes) => bars(axes, axes[mainOf(axes)], 1),
  stacked: (axes, table, layers, shown) => stacks(axes, table, layers, shown),
  "stacked-100": (axes, table, layers, { groups }) => stacks(axes, table, layers, { groups }),
  line(axes) {
    const along = alongOf(axes);
    if (along < 0) return no("A line needs an ordered variable with at least three categories, such as time or age.");
    const lines = sizeOf(axes) / axes[along].codes.length;
    if (axes[along].codes.length > MOST_ALONG) return no(`Each line would have ${axes[along].codes.length} points; the maximum is ${MOST_ALONG}. Use a broader level, or filter to fewer categories.`);
    return lines > MOST_LINE_PANELS ? no(`The chart would need ${lines} lines; the maximum is ${MOST_LINE_PANELS}. Show a variable one category at a time, or draw a heat map.`) : yes();
  },
  heat(axes) {
    if (axes.length < 2) return no("A heat map needs two variables. Add one to rows or columns.");
    const { down, across } = sidesOf(axes);
    const [rows, columns] = [down, across].map((side) => sizeOf(side.map((axis) => axes[axis])));
    if (columns > MOST_COLUMNS) return no(`The chart would have ${columns} columns; the maximum is ${MOST_COLUMNS}. Swap axes, or move a variable to rows.`);
    return rows > MOST_ROWS ? no(`The chart would have ${rows} rows; the maximum is ${MOST_ROWS}. Use a broader level, or filter to fewer categories.`) : yes();
  },
  pyramid(axes, table, layers) {
    const plan = pyramidOf(axes);
    if (!plan) {
      return no(axes.some(({ codes }) => codes.length === 2)
        ? "A population pyramid needs an ordered variable, such as age, and a variable with two categories."
        : "A population pyramid needs a variable with two categories, such as sex, and an ordered variable, such as age.");
    }
    const others = axes.filter((_, axis) => axis !== plan.sides && axis !== plan.bands);
    const lacking = others.find(({ name }) => !table.dimensions.some((dimension) => dimension.name === name && dimension.codes.some(({ code }) => code === "_T")));
    if (lacking) return no(`A population pyramid needs two variables. Show totals, or a layer for each category of ${lacking.label}.`);
    if (readTable(table, layers, { atTotal: others.map(({ name }) => name) }).figures.some(({ value }) => value !== null && value < 0)) return no("A population pyramid cannot show negative figures.");
    return others.length > 0 ? yes(`The chart shows the total of ${others.map(({ label }) => label).join(" and ")}.`) : yes();
  },
};

/**
 * @param {Reading["axes"]} axes
 * @param {Reading["axes"][0]} main  the variable that has a bar for each category
 * @param {number} parts  the number of parts of a bar
 */
function bars(axes, main, parts) {
  const panels = sizeOf(axes) / main.codes.length / parts;
  if (panels > MOST_PANELS) return no(`The chart would need ${panels} panels; the maximum is ${MOST_PANELS}. Show a variable one category at a time, or draw a heat map.`);
  if (sizeOf(axes) > MOST_FIGURES) return no(`The chart would have ${sizeOf(axes)} bars, which are too many to rank. Use a broader level, or filter to fewer categories.`);
  return main.codes.length > MOST_BARS ? yes(`The chart shows the ${MOST_BARS} largest of ${main.codes.length} categories of ${main.label}.`) : yes();
}

/** @param {Reading["axes"]} axes @param {Drawable} table @param {Layers} layers @param {Shown} shown */
function stacks(axes, table, layers, { percent = null, groups = [] }) {
  if (axes.length < 2) return no("Stacked bars need two variables: one for the bars, one for their parts.");
  const plan = stackOf(axes, percent);
  if (!plan && !axes.some((axis) => addsUp(axis, percent))) return no(`Percentages of different ${percent}s do not add up. Show numbers, or percentages of the table.`);
  if (!plan) {
    const fewest = axes.filter((axis) => addsUp(axis, percent)).reduce((best, axis) => (axis.codes.length < best.codes.length ? axis : best));
    return no(`A bar would have ${fewest.codes.length} parts; the maximum is ${mostParts(fewest)}. Use a broader level of ${fewest.label}, or filter to fewer categories.`);
  }
  const [main, parts] = [axes[plan.main], axes[plan.parts]];
  if (overlap(parts.name, groups)) return no(`The groups of ${parts.label} overlap, so they are not parts of a whole.`);
  const offer = bars(axes, main, parts.codes.length);
  return offer.fits && readTable(table, layers).figures.some(({ value }) => value !== null && value < 0) ? no("Stacked bars cannot show negative figures.") : offer;
}

/**
 * Returns the variable that has a bar for each category: the variable with the most categories.
 * @param {Reading["axes"]} axes
 */
export function mainOf(axes) {
  return axes.reduce((best, { codes }, axis) => (codes.length > axes[best].codes.length ? axis : best), 0);
}

/**
 * Returns the ordered variable along which lines are drawn: the variable with the most categories. Returns -1 without
 * an ordered variable.
 * @param {Reading["axes"]} axes
 */
export function alongOf(axes) {
  return axes.reduce((best, { ordered, codes }, axis) => (ordered && (best < 0 || codes.length > axes[best].codes.length) ? axis : best), -1);
}

/**
 * Returns the rows and columns of a heat map. If the table has no columns, its last variable becomes the columns.
 * @param {Reading["axes"]} axes
 */
export function sidesOf(axes) {
  const places = axes.map((_, axis) => axis);
  const across = places.filter((axis) => axes[axis].axis === "column");
  if (across.length === 0) return { down: places.slice(0, -1), across: places.slice(-1) };
  if (across.length === axes.length) return { down: places.slice(0, 1), across: places.slice(1) };
  return { down: places.filter((axis) => axes[axis].axis === "row"), across };
}

/** @param {Reading["axes"]} axes @returns {{ sides: number, bands: number } | null} */
export function pyramidOf(axes) {
  const bands = alongOf(axes);
  const pairs = axes.flatMap(({ codes }, axis) => (codes.length === 2 ? [axis] : []));
  // If several variables have two categories, the pyramid uses sex, because readers expect sex.
  const sides = pairs.find((axis) => /^(sex|gender)\b/i.test(axes[axis].name)) ?? pairs[0];
  return bands >= 0 && sides !== undefined ? { sides, bands } : null;
}

/**
 * Returns the figures for a kind of chart.
 * @param {Drawable} table
 * @param {Kind} kind
 * @param {Layers} layers
 * @param {Percent} percent
 */
export function readingFor(table, kind, layers, percent) {
  const { axes } = axesOf(table, layers);
  if (kind === "pyramid") {
    const plan = pyramidOf(axes);
    return readTable(table, layers, { percent, atTotal: axes.filter((_, axis) => axis !== plan?.sides && axis !== plan?.bands).map(({ name }) => name) });
  }
  const shares = kind === "stacked-100";
  const plan = shares || kind === "stacked" ? stackOf(axes, shares ? null : percent) : null;
  const reading = readTable(table, layers, { percent: shares ? null : percent });
  return plan ? stackedReading(table, reading, plan, shares) : reading;
}
