// Shows all measures of a table: the plain name of each measure, its value, its unit and its source.

import { h } from "../shell/dom.js";

/** @import { Measures } from "../shell/types.js" */

const S15 = (/** @type {string} */ place) => `Shlomo, Antal and Elliot 2015, ${place}`;
const S07 = (/** @type {string} */ place) => `Shlomo 2007, ${place}`;
const WF05 = (/** @type {string} */ place) => `Wooton and Fraser 2005 (ABS 1352.0.55.072), ${place}`;
const ONS = (/** @type {string} */ place) => `ONS 2024, ${place}`;
const SHARE = "0 to 1";

/** @typedef {[path: string, label: string, unit: string, source: string]} Line */

/** @param {"before" | "after"} when @param {string} words @param {string} place @returns {Line[]} */
const risk = (when, words, place) => [
  [`risk.${when}.r`, `Risk ${words}, R`, SHARE, S15(place)],
  [`risk.${when}.r_unsplit`, `Risk ${words}, with one entropy for all counts`, SHARE, S15(place)],
  [`risk.${when}.r_l2`, `Risk ${words}, without weights`, SHARE, S15(when === "before" ? "section 4.1, L₂ norm" : "sections 4.1, L₂ norm, and 4.2")],
  [`risk.${when}.terms.zeros`, `Term of R ${words}: empty cells`, SHARE, S15(place)],
  [`risk.${when}.terms.entropy`, `Term of R ${words}: unevenness of all counts`, SHARE, S15(place)],
  [`risk.${when}.terms.entropy_small`, `Term of R ${words}: unevenness of counts up to 6`, SHARE, S15(place)],
  [`risk.${when}.terms.entropy_large`, `Term of R ${words}: unevenness of larger counts`, SHARE, S15(place)],
  [`risk.${when}.terms.size`, `Term of R ${words}: smallness of the population`, SHARE, S15(place)],
];

/** @param {"rows" | "columns"} of @returns {Line[]} */
const lines = (of) => [
  [`risk.${of}_before.mean`, `Risk of the ${of} before protection, on average`, SHARE, S15("section 4")],
  [`risk.${of}_before.largest`, `Risk of the ${of} before protection, the largest`, SHARE, S15("section 4")],
  [`risk.${of}_after.mean`, `Risk of the ${of} after protection, on average`, SHARE, S15("sections 4 and 4.2")],
  [`risk.${of}_after.largest`, `Risk of the ${of} after protection, the largest`, SHARE, S15("sections 4 and 4.2")],
];

/** @type {{ title: string, lines: Line[] }[]} */
export const GROUPS = [
  {
    title: "The true table",
    lines: [
      ["table.cells", "Cells, without totals", "cells", S15("section 4.1, K")],
      ["table.population", "Records in these cells", "records", S15("section 4.1, N")],
      ["table.zeros", "Empty cells", "cells", S15("section 4.1, |A|")],
      ["table.ones", "Cells of one record", "cells", S07("section 4.1")],
      ["table.twos", "Cells of two records", "cells", S07("section 4.1")],
      ["table.average_cell", "Records in a cell, on average", "records", S07("section 4.1")],
    ],
  },
  {
    title: "Disclosure risk",
    lines: [
      ...risk("before", "before protection", "equation (3)"),
      ...risk("after", "after protection", "section 4.2"),
      ...lines("rows"),
      ...lines("columns"),
      ["risk.needs_protection", "The table needs protection by the dataset’s limit of R", "yes or no", S15("section 2.3, step 2")],
      ["risk.not_raised", "The method does not raise R", "yes or no", S15("section 4.2, property (e)")],
      ["risk.dr1", "Share of records in cells of one or two that are published unchanged, DR1", "share, 0 to 1", S07("section 4.1")],
      ["risk.dr2", "Share of true zeros among the zeros shown, DR2", "share, 0 to 1", S07("section 4.1")],
      ["risk.small_counts.unchanged", "Probability that a count of 1 or 2 is published as it is", SHARE, WF05("page 9")],
      ["risk.small_counts.difference_one", "Probability that a difference of 1 between two tables is published as 1", SHARE, WF05("page 10")],
      ["risk.small_counts.difference_one_or_two", "Probability that a difference of 1 between two tables is published as 1 or 2", SHARE, WF05("page 10")],
      ["risk.small_cells", "Cells of one or two records", "share, 0 to 1", S15("section 4")],
      ["risk.attribute_lines", "Lines with an empty cell and at most two filled cells", "lines", S15("section 4")],
      ["risk.full_cells", "Lines with one filled cell (“100 % cells”)", "lines", WF05("page 11")],
      ["risk.attribute_share", "Share of lines with at most two filled cells", "share, 0 to 1", S15("section 4")],
    ],
  },
  {
    title: "Data utility",
    lines: [
      ["utility.hellinger_utility", "Utility, 1 − HD/√N", "1 at most", S15("section 4.3")],
      ["utility.hellinger", "Hellinger distance of the counts, HD", "√records", S15("equation (4)")],
      ["utility.hellinger_proportions", "Hellinger distance of the proportions", SHARE, S15("section 4.3")],
      ["utility.hellinger_areas", "Hellinger distance within areas, on average", "√records", S07("section 4.2, HD")],
      ["utility.hdm_rows", "Hellinger distance of the sums of rows", "√records", S07("section 4.2, HDM")],
      ["utility.hdm_columns", "Hellinger distance of the sums of columns", "√records", S07("section 4.2, HDM")],
      ["utility.cramers_v_change", "Change of the association of rows and columns, Cramér’s V", "%", S07("section 4.2, RCV")],
      ["utility.variance_change", "Change of the variance of cells within areas", "%", S07("section 4.2, RDV")],
      ["utility.between_variance_change", "Change of the variance of the target’s share between areas", "%", S07("section 4.2, BVR")],
      ["utility.total_noise", "Total absolute noise", "records", ONS("section 5")],
      ["utility.average_noise", "Average absolute noise of a cell", "records", ONS("section 5")],
      ["utility.changed_share", "Share of non-empty cells whose value differs from the count", "share, 0 to 1", ONS("section 5")],
      ["utility.robust_eigenvalues", "Shift of the eigenvalues of the robust covariance", "sum of relative shifts", ONS("section 6")],
      ["utility.variance.cell", "Variance of the noise in a cell, on average", "squared records", WF05("page 9")],
      ["utility.variance.row_total", "Variance of the noise in a row total, on average", "squared records", WF05("page 9")],
      ["utility.variance.column_total", "Variance of the noise in a column total, on average", "squared records", WF05("page 9")],
      ["utility.variance.total", "Variance of the noise in the grand total", "squared records", WF05("page 9")],
      ["utility.information_gain", "Information about the count in its published value", "share of entropy, 0 to 1", WF05("pages 15 and 16")],
    ],
  },
];

/** The meaning of a dash, after the name of a measure. */
export const NOTHING = "is inapplicable or not disclosed";

/** @param {Measures} measures @param {string} path @returns {number | boolean | null} */
function valueAt(measures, path) {
  return path.split(".").reduce((/** @type {any} */ at, name) => at?.[name] ?? null, measures);
}

/** Formats a number with four decimals, or with more decimals if rounding would give 0 or 1. @param {number} value */
export function figure(value) {
  const locale = document.documentElement.lang || "en";
  const rest = Math.min(Math.abs(value), Math.abs(1 - value));
  if (rest === 0 || rest >= 0.0001) return (value + 0).toLocaleString(locale, { maximumFractionDigits: 4 });
  if (Math.abs(value) < 0.0001) return value.toLocaleString(locale, { maximumSignificantDigits: 2 });
  // One digit more than the difference from 1 needs, so that the value does not round to 1.
  return value.toLocaleString(locale, { maximumFractionDigits: Math.min(Math.ceil(-Math.log10(rest)) + 1, 15) });
}

/**
 * Returns an element with a measure's text and exact value, or a dash if the measure is missing.
 * @param {number | boolean | null} value
 */
export function said(value) {
  if (value === null) return h("span", {}, h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "hidden-visually" }, NOTHING));
  if (typeof value === "boolean") return h("data", { value: String(value) }, value ? "yes" : "no");
  return h("data", { value: String(value) }, figure(value));
}

/** Whether the cube discloses a measure other than the number of cells. @param {Measures} measures */
export function tells(measures) {
  return GROUPS.some(({ lines }) => lines.some(([path]) => path !== "table.cells" && valueAt(measures, path) !== null));
}

/** @param {Measures} measures @param {string} caption */
export function measuresTable(measures, caption) {
  return h("table", { class: "measures" },
    h("caption", { class: "hidden-visually" }, caption),
    h("thead", {}, h("tr", {}, ...["Measure", "Value", "Unit", "Source"].map((head) => h("th", { scope: "col" }, head)))),
    ...GROUPS.map(({ title, lines }) => h("tbody", {},
      h("tr", {}, h("th", { scope: "rowgroup", colspan: 4, class: "group" }, title)),
      ...lines.map(([path, label, unit, source]) => h("tr", { "data-measure": path },
        h("th", { scope: "row" }, label), h("td", {}, said(valueAt(measures, path))), h("td", {}, unit), h("td", {}, source))))));
}
