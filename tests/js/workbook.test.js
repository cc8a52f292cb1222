// Workbooks of any sheets: every cell, the names and the look are read back, and bad input has one clear error.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exportWorkbook } from "cellveil/export.js";
import { readWorkbook } from "./support/read-xlsx.js";

/** @type {Parameters<typeof exportWorkbook>[0]} */
const SHEETS = [
  {
    name: "As shown",
    rows: [["Region", "Sex", null], [null, "Male", "Female"], ["North & <South>", 12.5, -3], ["=1+1", 0, "[c]"], ["élève 😀", 1e-7, 4503599627370496]],
    heads: 2, labels: 1, decimals: 1, merges: [[0, 0, 2, 1], [0, 1, 1, 2]],
  },
  { name: "as shown", rows: [["@SUM(A1)"], [], ["R", 0.25]], heads: 0, labels: 0 },
];

test("every cell is read back as the text or the number", async () => {
  const bytes = await exportWorkbook(SHEETS, { title: "Census & more" });
  assert.ok(bytes instanceof Uint8Array);
  const [shown, notes, ...rest] = readWorkbook(bytes);
  assert.deepEqual([shown.name, notes.name, rest], ["As shown", "as shown (2)", []]);
  for (const [read, { rows }] of /** @type {const} */ ([[shown, SHEETS[0]], [notes, SHEETS[1]]])) {
    const expected = rows.flatMap((cells, row) => cells.map((cell, column) => /** @type {const} */ ([`${"ABC"[column]}${row + 1}`, cell])));
    assert.deepEqual(read.cells, Object.fromEntries(expected.filter(([, cell]) => cell !== null)));
    assert.ok(!read.xml.includes("<f>"), "no cell is a formula");
  }
  assert.match(shown.xml, /<pane xSplit="1" ySplit="2" topLeftCell="B3"/);
  assert.doesNotMatch(notes.xml, /<pane/);
  assert.match(shown.xml, /<mergeCell ref="A1:A2"\/><mergeCell ref="B1:C1"\/>/);
  assert.match(shown.xml, /<cols>/);
  assert.match(shown.styles, /formatCode="#,##0\.0"/);
  assert.match(shown.properties, /Census &amp; more/);
});

test("the same sheets have the same bytes", async () => {
  const first = await exportWorkbook(SHEETS, { title: "Census" });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.deepEqual(await exportWorkbook(structuredClone(SHEETS), { title: "Census" }), first);
});

test("names follow Excel's rules, and languages from right to left start on the right", async () => {
  const sheets = ["a[b]:c*d?e/f\\g", "'quoted'", "", "Marital status and ethnic group of persons", "History"].map((name) => ({ name, rows: [["x"]], heads: 0, labels: 0 }));
  const read = readWorkbook(await exportWorkbook(sheets, { language: "ar" }));
  assert.deepEqual(read.map(({ name }) => name), ["a b c d e f g", "quoted", "Sheet", "Marital status and ethnic group", "History (2)"]);
  assert.ok(read.every(({ xml }) => xml.includes('rightToLeft="1"')));
  assert.ok(readWorkbook(await exportWorkbook(sheets)).every(({ xml }) => !xml.includes("rightToLeft")));
});

test("bad input has one error with its place", async () => {
  const sheet = { name: "a", rows: [["x", 1]], heads: 0, labels: 0 };
  const with_ = (/** @type {object} */ more) => [{ ...sheet, ...more }];
  // An array with a hole.
  const hole = ["x"];
  hole[2] = "y";
  for (const [sheets, message] of /** @type {[any, RegExp][]} */ ([
    [undefined, /: sheets is undefined; expected a list/],
    [[], /: sheets is empty; expected at least one sheet/],
    [[null], /: sheets\[0\] is null; expected an object/],
    [[sheet, 3], /: sheets\[1\] is 3; expected an object/],
    [with_({ name: undefined }), /: sheets\[0\]\.name is missing/],
    [with_({ name: 3 }), /: sheets\[0\]\.name is a number; expected/],
    [with_({ rows: "x" }), /: sheets\[0\]\.rows is a string; expected a list/],
    [with_({ rows: [["a"], "b"] }), /: sheets\[0\]\.rows\[1\] is a string; expected a list/],
    [with_({ rows: [["a", NaN]] }), /: sheets\[0\]\.rows\[0\]\[1\] is NaN; expected a text, a number or null/],
    [with_({ rows: [["a", undefined]] }), /: sheets\[0\]\.rows\[0\]\[1\] is undefined; expected a text, a number or null/],
    [with_({ rows: [hole] }), /: sheets\[0\]\.rows\[0\]\[1\] is undefined; expected/],
    [with_({ rows: [[3n]] }), /: sheets\[0\]\.rows\[0\]\[0\] is a bigint; expected/],
    [with_({ rows: [["x".repeat(32_768)]] }), /: sheets\[0\]\.rows\[0\]\[0\] is a string; expected at most 32767/],
    [with_({ heads: 2 }), /: sheets\[0\]\.heads is 2; expected at most 1, the number of rows/],
    [with_({ heads: undefined }), /: sheets\[0\]\.heads is missing/],
    [with_({ labels: 0.5 }), /: sheets\[0\]\.labels is a number with a fraction, or too large; expected/],
    [with_({ decimals: 3n }), /cannot be written as JSON/],
    [with_({ decimals: -1 }), /: sheets\[0\]\.decimals is a negative number; expected/],
    [with_({ merges: [[0, 0, 1, 2]] }), /: sheets\[0\]\.merges\[0\] is a list; expected null in each of its cells except the first/],
  ])) {
    await assert.rejects(exportWorkbook(sheets), (/** @type {any} */ error) => error.code === "bad-table" && message.test(error.message) || assert.fail(`${error.code}: ${error.message} is not ${message}`));
  }
  // The core works after errors.
  assert.ok((await exportWorkbook([sheet])).length > 1000);
});
