// Queries the table behind an indicator, and computes a figure for each area from the table's protected figures.

import { dimensionOf } from "../../../choice/state.js";

/** @import { Variable, Table } from "../../shell/types.js" */
/** @import { Indicator } from "../../result/map/page.js" */

/** @typedef {"suppressed" | "blocked" | "not-applicable"} Why */
/**
 * An area's figure. `over` is the denominator of a share, ratio or average.
 * @typedef {{ code: string, label: string, value: number | null, why: Why | null, over?: number }} Figure
 */

/** How counts of categories are shown: % of everyone, for each 1,000 people, or as the number. @typedef {"share" | "rate" | "count"} As */

/** Labels of groups must differ from codes, and no code contains the sign ▸. */
const PART = "▸ numerator";
const WHOLE = "▸ denominator";

/**
 * Returns the filters that apply to an indicator. A filter of the indicator's own variable would leave a part of 0% or of
 * 100%, so the filter does not apply. An average of the remaining categories has a meaning.
 * @param {Pick<Indicator, "kind" | "of">} indicator
 * @param {[name: string, codes: string[]][]} filter
 */
export function filterFor({ kind, of }, filter) {
  const own = of === null || kind === "average" ? undefined : dimensionOf(of);
  return filter.filter(([name, codes]) => codes.length > 0 && dimensionOf(name) !== own);
}

/**
 * Returns the query of an indicator's table. Several categories form one group, because a group has the noise of one
 * figure. A sum has the noise of several figures.
 * @param {Indicator} indicator
 * @param {string} level  the variable of the areas
 * @param {[name: string, codes: string[]][]} filter
 * @param {string | object | null | undefined} method  a name or a method; nothing means the cube's default method
 * @param {boolean} sealed
 */
export function queryOfIndicator(indicator, level, filter, method, sealed) {
  const { kind, of, numerator, denominator } = indicator;
  /** @type {[string, string[]][]} */
  const groups = [[PART, numerator], ...(denominator ? [/** @type {[string, string[]]} */ ([WHOLE, denominator])] : [])];
  const asked = filterFor(indicator, filter);
  const grouped = of !== null && kind !== "average";
  const several = grouped || asked.some(([, codes]) => codes.length > 1);
  return {
    rows: [level],
    columns: of === null ? [] : [of],
    filter: Object.fromEntries(asked),
    ...(grouped ? { groups: { [of]: groups } } : {}),
    totals: true,
    ...(method ? { method } : {}),
    ...(sealed && several ? { areas: /** @type {const} */ ("blocks") } : {}),
  };
}

/**
 * Returns the protected figures from which the indicator of each area is computed: the figure itself, numerator and
 * denominator, or the figures of an average's categories.
 * @param {Indicator} indicator
 * @param {Table} table  of `queryOfIndicator`
 * @returns {{ value: number | null, why: Why | "" }[][]}
 */
export function usedBy(indicator, table) {
  const [areas, columns] = table.dimensions;
  const width = columns?.codes.length ?? 1;
  const place = (/** @type {string} */ wanted) => columns?.codes.findIndex(({ code }) => code === wanted) ?? 0;
  const places = indicator.of === null ? [0]
    : indicator.kind === "average" ? indicator.values.map(([code]) => place(code))
      : indicator.kind === "count" ? [place(PART)] : [place(PART), place(indicator.denominator ? WHOLE : "_T")];
  return areas.codes.map((_, row) => places.map((column) => ({ value: table.values[row * width + column], why: /** @type {Why | ""} */ (table.status[row * width + column]) })));
}

/**
 * Computes the indicator of each area. The last figure is for all areas together.
 * @param {Indicator} indicator
 * @param {Table} table  of `queryOfIndicator`
 * @returns {Figure[]}
 */
export function figuresOf(indicator, table) {
  const used = usedBy(indicator, table);
  return table.dimensions[0].codes.map(({ code, label }, row) => ({ code, label, ...figureOf(indicator, used[row]) }));
}

/**
 * @param {Indicator} indicator
 * @param {{ value: number | null, why: Why | "" }[]} used
 * @returns {Omit<Figure, "code" | "label">}
 */
function figureOf({ kind, of, per, values }, used) {
  const gone = used.find(({ value }) => value === null);
  // A figure computed from a missing figure is missing.
  if (gone) return { value: null, why: gone.why || "suppressed" };
  const numbers = used.map(({ value }) => /** @type {number} */ (value));
  if (kind === "count" || of === null) return { value: numbers[0], why: null };
  const over = kind === "average" ? numbers.reduce((sum, each) => sum + each, 0) : numbers[1];
  if (over <= 0) return { value: null, why: "not-applicable" };
  const sum = kind === "average" ? numbers.reduce((all, each, i) => all + each * values[i][1], 0) : numbers[0] * (kind === "share" ? 100 : per);
  return { value: sum / over, why: null, over };
}

/**
 * Returns the unit of the figures, such as "% of all persons".
 * @param {Indicator} indicator
 * @param {string} counted  what the cube counts, in the plural
 * @param {boolean} [filtered]  whether a filter excludes some of them
 */
export function unitOf({ kind, of, per, unit, denominator }, counted, filtered = false) {
  if (kind === "count" || of === null) return counted;
  if (kind === "share") return denominator ? "%" : filtered ? "% of the people included" : `% of all ${counted}`;
  if (kind === "ratio") return denominator ? `for each ${per.toLocaleString("en")}` : `per ${per.toLocaleString("en")} ${filtered ? "people included" : counted}`;
  return unit || "on average";
}

/** @param {Pick<Indicator, "kind" | "of">} indicator */
const isWhole = ({ kind, of }) => kind === "count" || of === null;

/** Rounds a figure to the decimals shown. @param {Indicator} indicator */
export const roundOf = (indicator) => (/** @type {number} */ value) => (isWhole(indicator) ? value : Math.round(value * 10) / 10);

/**
 * The format of figures: counts are whole, and quotients have one decimal.
 * @param {Indicator} indicator
 * @param {string} [locale]
 */
export function formatOf({ kind, of }, locale = "en-GB") {
  const digits = isWhole({ kind, of }) ? 0 : 1;
  const written = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (/** @type {number} */ value) => (value < 0 ? `−${written.format(-value)}` : written.format(value));
}

/** Whether a figure is "low": above 0, and rounded to 0.0. @param {Indicator} indicator @param {number | null} value */
export function isLow({ kind, of }, value) {
  return kind !== "count" && of !== null && value !== null && value > 0 && value < 0.05;
}

/**
 * A reader's own indicator: the number of some categories of a variable.
 * @param {Variable} variable
 * @param {string[]} codes
 * @returns {Indicator}
 */
export function ownIndicator(variable, codes) {
  const labels = codes.map((code) => variable.codes.find((each) => each.code === code)?.label ?? code);
  const names = labels.length > 3 ? `${labels.length} categories` : labels.join(" or ");
  return { id: "own", title: `${variable.label}: ${names}`, description: "", kind: "count", of: variable.name, numerator: codes, denominator: null, per: 100, unit: "", values: [] };
}

/** Whether an indicator counts some categories, so that it has a share too. @param {Indicator} indicator */
export const hasShare = ({ kind, of }) => kind === "count" && of !== null;

/** The rate is for each this many people. */
const RATE_PER = 1_000;

/**
 * Returns a count of categories as a share or a rate of everyone included. Shades of numbers would mostly show where many people
 * live. The denominator is the protected total of the same table.
 * @param {Indicator} indicator
 * @param {As | null} as
 * @returns {Indicator}
 */
export function shownAs(indicator, as) {
  if (!hasShare(indicator) || as === null || as === "count") return indicator;
  const description = [indicator.description, as === "share" ? "Share of everyone included." : `For each ${RATE_PER.toLocaleString("en")} people included.`].filter(Boolean).join(" ");
  return { ...indicator, description, denominator: null, ...(as === "share" ? { kind: "share" } : { kind: "ratio", per: RATE_PER }) };
}

/**
 * Whether an indicator's variable differs from a dimension of areas, so that one table can have both.
 * @param {Indicator} indicator
 * @param {string} dimension
 */
export const isBeside = ({ of }, dimension) => of === null || dimensionOf(of) !== dimension;
