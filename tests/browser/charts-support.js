// Shared helpers for the tests of charts.

import { fileOf, listenedPage } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @import { Chromium } from "./support.js" */

export const CENSUS = "site/cubes/census2011-teaching";
export const HYPERCUBE = "site/cubes/hypercube";

/** Opens the workbench with a chart. @param {{ url: string }} server @param {Chromium} browser */
export const charting = (server, browser) => async (/** @type {string} */ hash, /** @type {BrowserContextOptions} */ options = {}) => {
  const listened = await listenedPage(browser, options);
  await listened.page.goto(`${server.url}${hash}`);
  await listened.page.waitForSelector(".cv-frame svg.chart");
  return listened;
};

/** Returns the cells of the command line's CSV in their order, without totals. @param {string} csv */
export function cellsOf(csv) {
  return csv.trim().split("\n").slice(1).map((line, cell) => {
    const fields = line.split(",");
    const [value, status] = fields.slice(-2);
    return { cell, codes: fields.slice(0, -2), value: status === "" ? value : null, status };
  });
}

/** @type {[kind: string, cube: string, hash: string, query: string[], role: string][]} */
export const CASES = [
  ["bar", CENSUS, "rows=region&columns=sex", ["--rows", "region", "--columns", "sex"], "Bar chart"],
  ["bar", CENSUS, "rows=religion&columns=ethnic_group&method=suppress10", ["--rows", "religion", "--columns", "ethnic_group", "--method", "suppress10"], "Bar chart"],
  ["line", CENSUS, "rows=age&columns=marital_status&method=suppress10", ["--rows", "age", "--columns", "marital_status", "--method", "suppress10"], "Line chart"],
  ["line", CENSUS, "rows=age&columns=region", ["--rows", "age", "--columns", "region"], "Line chart"],
  ["heat", CENSUS, "rows=religion&columns=ethnic_group&method=suppress10", ["--rows", "religion", "--columns", "ethnic_group", "--method", "suppress10"], "Heat map"],
  ["heat", HYPERCUBE, "rows=occupation,sex&columns=education", ["--rows", "occupation,sex", "--columns", "education"], "Heat map"],
  ["pyramid", HYPERCUBE, "rows=age&columns=sex", ["--rows", "age", "--columns", "sex"], "Population pyramid"],
  ["pyramid", CENSUS, "rows=sex&columns=age&filter=religion=5&method=suppress10", ["--rows", "sex", "--columns", "age", "--filter", "religion=5", "--method", "suppress10"], "Population pyramid"],
  ["stacked", CENSUS, "rows=region&columns=age", ["--rows", "region", "--columns", "age"], "Stacked bar chart"],
  ["stacked", CENSUS, "rows=religion&columns=ethnic_group&method=suppress10", ["--rows", "religion", "--columns", "ethnic_group", "--method", "suppress10"], "Stacked bar chart"],
];

/**
 * A table of the page's own, with a total at the end of each axis.
 * @typedef {object} Made
 * @property {Record<string, string[]>} axes  the labels of rows, then those of columns
 * @property {(number | null)[]} [values]  row-major, with totals; null is suppressed
 * @property {string} [method]  the kind of method; cell-key by default
 */

/**
 * Draws charts of a made table on a page without other charts, and returns what a reader gets.
 * @param {Page} page  a page of the site
 * @param {Made} made
 * @param {string} kind
 * @param {{ width?: number, percent?: string, preprotected?: boolean, groups?: unknown, interval?: [below: number, above: number, level: number] }} [how]
 *   `interval`: the ends of each whisker, relative to its figure
 */
export const drawnOf = (page, made, kind, how = {}) => page.evaluate(async ({ made, kind, how: { width = 700, interval, ...how } }) => {
  const lib = await import(/** @type {any} */ (`${location.origin}/lazy/charts.js`));
  const names = Object.keys(made.axes);
  const dimensions = names.map((name, at) => ({
    name, label: `The ${name}`, axis: at === 0 ? "row" : "column", codes: [...made.axes[name].map((label, code) => ({ code: `${code}`, label })), { code: "_T", label: "Total" }],
  }));
  const size = dimensions.reduce((product, { codes }) => product * codes.length, 1);
  const values = made.values ?? Array.from({ length: size }, (_, cell) => 40 + ((cell * 37) % 61));
  const method = { kind: made.method ?? "cell-key", text: "Noise is added." };
  const table = { dimensions, values, status: values.map((value) => (value === null ? "suppressed" : "")), filter: [], cube: { unit: "person", title: "Town", source: null, licence: null, notes: [] }, method, receipt: null };
  const given = { ...how, width, ...(interval ? { interval: (/** @type {any} */ { value }) => ({ low: value + interval[0], high: value + interval[1], level: interval[2] }) } : {}) };
  const drawn = lib.drawChart(table, kind, given);
  const box = document.createElement("div");
  box.style.width = `${width}px`;
  box.append(drawn.svg);
  const legend = drawn.legend.map((/** @type {any} */ entry) => {
    const item = document.createElement("p");
    item.append(lib.swatch(entry), entry.text);
    box.append(item);
    return entry.text;
  });
  document.body.replaceChildren(box);
  const file = lib.svgFile(lib.drawChart(table, kind, { ...given, width: 900 }), lib.aboutOf(drawn, table)).text;
  return { legend, title: drawn.title, subtitle: drawn.subtitle, words: drawn.words, notes: drawn.notes, label: drawn.svg.getAttribute("aria-label"), file };
}, { made, kind, how });

/** Saves the chart as a file. @param {Page} page @param {"chart-svg" | "chart-png"} button */
export const saved = (page, button) => fileOf(page, () => page.locator(`[data-part=${button}]`).click());
