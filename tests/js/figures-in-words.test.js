// The builder's explanations of single figures, and its copied and saved texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../www/api/table.js";
import { shownAsCsv as csvOf } from "../../www/builder/more/files.js";
import { whyInWords } from "../../www/builder/more/why.js";
import { layoutOf } from "../../www/element/layout.js";
import { records } from "../../www/site/result/spreadsheet.js";
import { english } from "../../www/words/builder/english.js";
import { origin, rawTable } from "./support/raw-table.js";

/** @import { Cube } from "../../www/choice/types.js" */

Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
const words = english();
const shownAsCsv = (/** @type {object} */ shown) => csvOf(/** @type {any} */ (shown), words);

const T = "_T";
const PROPERTIES = { consistent: true, consistentTotals: true, additive: false, unbiased: true, keepsZeros: true, gainOfEmptyCells: 0, largestChange: 4 };

/**
 * A table of one row dimension.
 * @param {number[]} values @param {{ method?: object, areas?: object, status?: number[], labels?: string[] }} [more]
 */
function tableOf(values, { method = {}, areas, status, labels = [] } = {}) {
  const codes = values.map((_, i) => (i === values.length - 1 ? T : `${i + 1}`));
  const raw = rawTable({ a: codes }, {}, { values: Float64Array.from(values), ...(status ? { status: Uint8Array.from(status) } : {}), ...(areas ? { areas: /** @type {any} */ (areas) } : {}) });
  raw.method = /** @type {any} */ ({ ...raw.method, parameters: { kind: "cell-key" }, properties: PROPERTIES, ...method });
  labels.forEach((label, i) => { raw.dimensions[0].codes[i].label = label; });
  return new Table(raw, origin);
}

/**
 * Returns all explanations of a line.
 * @param {Table} table
 * @param {number} line
 * @param {object} [view]
 * @returns {string}
 */
function said(table, line, view = {}) {
  const { title, paragraphs } = whyInWords({ cube: /** @type {Cube} */ ({}), table: /** @type {any} */ (table), layout: layoutOf(table, view), line, column: 0 }, words);
  return [title, ...paragraphs].join(" ");
}

const block = (/** @type {string} */ label, sign = 1) => ({ sign, name: "a", code: label, label });
const blocks = (/** @type {[name: string, code: string | null, blocks: object[]][]} */ ...places) => ({
  mode: "blocks", axes: places.map(([name, code, blocks]) => ({ name, places: [{ code, blocks, negative: false, variance: blocks.length }] })),
});

test("a sum of blocks may differ by the change of each block, and blocks of two axes multiply", () => {
  const two = [block("North"), block("South")];
  const one = tableOf([10, 20, 30], { areas: blocks(["a", "1", two]) });
  assert.match(said(one, 0), /differs from the true count by at most 8\..*Sum of 2 published figures: North \+ South\. .*variance is 2 times/);
  assert.match(said(one, 1), /differs from the true count by at most 4\./);
  const both = tableOf([10, 20, 30], { areas: blocks(["a", "1", two], ["b", null, [block("All"), block("West", -1), block("East", -1)]]) });
  assert.match(said(both, 0), /by at most 24\..*Sum of 3 published figures: All − West − East\. In total the sum has 6 figures\. .*variance is 6 times/);
  assert.match(said(both, 1), /by at most 12\./);
  for (const kind of ["none", "threshold-rounding"]) assert.doesNotMatch(said(tableOf([10, 20, 30], { areas: blocks(["a", "1", two]), method: { kind } }), 0), /noise/);
});

test("noise does not explain overlapping parts, and one part has no sum", () => {
  assert.match(said(tableOf([10, 20, 33]), 0), /a difference of 3\. Each figure and each total has noise of its own/);
  assert.match(said(tableOf([10, 20, 42]), 0), /a difference of 12\. Each figure and each total has noise of its own/);
  assert.match(said(tableOf([10, 20, 17]), 0), /a difference of 13\. Protection alone does not explain the difference: the parts overlap/);
  assert.match(said(tableOf([10, 20, 31], { method: { kind: "threshold-rounding" } }), 0), /Each figure and each total is rounded separately/);
  assert.match(said(tableOf([10, 20, 17], { method: { kind: "none", properties: { ...PROPERTIES, additive: true, largestChange: 0 } } }), 0), /Parts may overlap/);
  assert.doesNotMatch(said(tableOf([10, 10]), 0), /part/);
});

test("a derived figure names its parts, missing ones by their marks, and unprotected counts as counts", () => {
  const average = { average: { of: "a", values: [["1", 2], ["2", 4], ["3", 6]] } };
  const table = tableOf([10, 0, 0, 30], { status: [0, 1, 2, 0] });
  assert.match(said(table, 0, average), /Computed from protected figures: \(Label 1: 2 × 10; Label 2: 4 × \[c\]; Label 3: 6 × \[x\]\) ÷ \[c\] = \[c\]/);
  assert.match(said(tableOf([10, 20, 30], { method: { kind: "none" } }), 0, { percent: "column" }), /Computed from the figures shown: 10 ÷ 30, the total of its column, times/);
  assert.match(said(tableOf([10, 20, 30]), 0, { percent: "column" }), /Computed from protected figures: 10 ÷ 30, the protected total of its column, times/);
});

test("a sum of shown figures is not called a total, and an average weighs the unit", () => {
  const raw = rawTable({ a: ["1", "2"] }, {}, { values: Float64Array.from([10, 20]) });
  raw.method = /** @type {any} */ ({ ...raw.method, properties: PROPERTIES });
  const table = new Table(raw, { ...origin, unit: "household" });
  const text = (/** @type {object} */ view) => shownAsCsv({ cube: origin, table, layout: layoutOf(table, view) });
  assert.match(text({ percent: "column" }), /each figure as a percentage of the sum of its column, computed/);
  assert.match(text({ percent: "row" }), /each figure as a percentage of the total of its row, computed/);
  assert.match(text({ average: { of: "a", values: [["1", 2], ["2", 4]] } }), /weighted by how many households each category shows/);
});

test("a file of the shown table is rounded as on the page and holds no formulas", () => {
  const labels = ["=1+1", "-5", "@SUM(A1)", "+cmd|x", "plain", "Total"];
  const table = tableOf([-23, 41, 1, 2, 3, 80], { labels });
  const shown = { cube: origin, table, layout: layoutOf(table, { percent: "column" }) };
  assert.deepEqual(records(shown).slice(1), [["'=1+1", "-28.8"], ["-5", "51.3"], ["'@SUM(A1)", "1.3"], ["'+cmd|x", "2.5"], ["plain", "3.8"], ["Total", "100.0"]]);
  assert.match(shownAsCsv({ ...shown, layout: layoutOf(table) }), /^The a,Count \(person\)\n'=1\+1,-23\n/);
  assert.ok(shownAsCsv(shown).endsWith(`\nReceipt of the counts,"${table.receipt.replaceAll('"', '""')}"\n`));
  assert.match(shownAsCsv(shown), /^The a,%\n'=1\+1,-28\.8\n/);
});

test("a figure of a table method is explained by its table, with its decimals", () => {
  const adjustment = { decimals: 2, jumps: 0, change: /** @type {[number, number]} */ ([0.1, 0.2]), intervalsUnchecked: false };
  const fitted = (/** @type {number[]} */ values) => {
    const raw = rawTable({ a: ["1", "2", T] }, {}, { values: Float64Array.from(values), adjustment });
    raw.method = /** @type {any} */ ({ ...raw.method, parameters: { kind: "cell-key", additivity: "ipf" }, properties: { ...PROPERTIES, additive: true, largestChange: null } });
    return new Table(raw, origin);
  };
  assert.equal(said(fitted([0.1, 0.2, 0.3]), 0).replace("The a: Label 1 ", ""), "Shown: 0.10 persons. It is protected and may differ from the true count. The 2 parts over The a add up to the total shown, 0.30.");
  assert.match(said(fitted([0.1, 0.2, 0.31]), 2), /The 2 parts over The a add up to 0\.30\. The total shows 0\.31, a difference of 0\.01\. Each figure is rounded to its last decimal\./);
  assert.match(said(fitted([0.1, 0.2, 0.5]), 2), /a difference of 0\.20\. Parts may overlap/);
  const suppression = { kind: "suppression", parameters: { kind: "suppression" }, properties: { ...PROPERTIES, largestChange: 0 } };
  assert.match(said(tableOf([3, 4, 7], { method: suppression }), 0), /Shown: 3 persons\. It equals the true count\./);
  assert.doesNotMatch(said(tableOf([3, 4, 9], { method: suppression }), 0), /noise/);
  assert.match(said(tableOf([1, 4, 5]), 0), /Shown: 1 person\./);
});
