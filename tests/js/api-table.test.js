import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Table as AnyTable } from "../../www/api/table.js";
import { origin, rawTable } from "./support/raw-table.js";

/** @import { RawTable } from "../../www/api/types.js" */

class Table extends AnyTable {
  /** @param {RawTable} raw */
  constructor(raw, cube = origin) {
    super(raw, cube);
  }
}

/** Returns the fields that JSON-stat does not have. @param {AnyTable} table */
const told = ({ method: { name, kind, text }, cube: { unit, licence, period, contact }, filter, receipt }) => ({
  method: { name, kind, text },
  unit,
  licence,
  period,
  contact,
  filter,
  shorthand: { suppressed: "[c]", blocked: "[x]" },
  receipt,
});

test("CSV: rows, then columns, row-major, each line ended", () => {
  const table = new Table(rawTable({ region: ["N", "S"] }, { "age:band": ["0-15", "_T"] }));
  assert.equal(
    table.toCSV(),
    "region,age:band,value,status\nN,0-15,0,\nN,_T,1,\nS,0-15,2,\nS,_T,3,\n",
  );
  assert.deepEqual(table.shape, [2, 2]);
});

test("tables of one answer have their own dimensions", () => {
  const raw = rawTable({ region: ["N", "S"] }, {});
  const [first, second] = [new Table(raw), new Table(raw)];
  first.dimensions[0].codes[0].label = "Changed";
  first.dimensions[0].codes.reverse();
  first.dimensions[0].label = "Changed";
  first.method.text = "Changed";
  assert.equal(second.method.text, rawTable({}, {}).method.text);
  assert.deepEqual(second.dimensions, rawTable({ region: ["N", "S"] }, {}).dimensions);
  assert.equal(second.toCSV(), "region,value,status\nN,0,\nS,1,\n");
});

test("CSV: three dimensions turn the last fastest", () => {
  const csv = new Table(rawTable({ a: ["x", "y"], b: ["1", "2"] }, { c: ["p", "q"] })).toCSV();
  const coordinates = csv.split("\n").slice(1, -1).map((line) => line.split(",").slice(0, 3).join(""));
  assert.deepEqual(coordinates, ["x1p", "x1q", "x2p", "x2q", "y1p", "y1q", "y2p", "y2q"]);
});

test("CSV quotes only fields that need quotes", () => {
  const cases = [
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ["two\nlines", '"two\nlines"'],
    ["a\rb", '"a\rb"'],
    [" blanks ", " blanks "],
    ["semi;colon'", "semi;colon'"],
    ["Zürich", "Zürich"],
  ];
  for (const [code, written] of cases) {
    assert.equal(new Table(rawTable({ d: [code] }, {})).toCSV(), `d,value,status\n${written},0,\n`);
    assert.equal(new Table(rawTable({ [code]: ["1"] }, {})).toCSV(), `${written},value,status\n1,0,\n`);
  }
});

test("missing values are empty in CSV, null in values, and explained in status", () => {
  const raw = rawTable({ d: ["1", "2", "3"] }, {}, { values: Float64Array.of(7, NaN, NaN), status: Uint8Array.of(0, 1, 2) });
  const table = new Table(raw);
  assert.equal(table.toCSV(), "d,value,status\n1,7,\n2,,suppressed\n3,,blocked\n");
  assert.deepEqual(table.values, [7, null, null]);
  assert.deepEqual(table.status, ["", "suppressed", "blocked"]);
  assert.deepEqual(table.toJSONStat().value, [7, null, null]);
  assert.deepEqual(table.toJSONStat().status, { 1: "suppressed", 2: "blocked" });
});

test("a value hidden by its status does not show", () => {
  const table = new Table(rawTable({ d: ["1"] }, {}, { values: Float64Array.of(4), status: Uint8Array.of(1) }));
  assert.deepEqual(table.values, [null]);
  assert.equal(table.toCSV(), "d,value,status\n1,,suppressed\n");
});

test("CSV has three more columns for revealed tables", () => {
  const revealed = { trueCounts: Float64Array.of(5), cellKeys: Float64Array.of(2 ** 52), noise: Int32Array.of(-2), values: Float64Array.of(3) };
  const table = new Table(rawTable({ d: ["1"] }, {}, revealed));
  assert.equal(table.toCSV(), `d,value,status,true_count,cell_key,noise\n1,3,,5,${2 ** 52},-2\n`);
});

test("a table method's report and its decimals; values have fixed decimals in CSV", () => {
  const plain = new Table(rawTable({ d: ["1"] }, {}));
  assert.deepEqual([plain.adjustment, plain.decimals], [null, 0]);
  const adjustment = { decimals: 3, jumps: 0, change: /** @type {[number, number]} */ ([0.25, 1.5]), intervalsUnchecked: false };
  const values = Float64Array.of(1.234, 7, -0.07, 0, NaN, 123456789.1);
  const table = new Table(rawTable({ d: ["1", "2", "3", "4", "5", "6"] }, {}, { values, status: Uint8Array.of(0, 0, 0, 0, 1, 0), adjustment }));
  assert.deepEqual([table.adjustment, table.decimals], [adjustment, 3]);
  assert.equal(table.toCSV(), "d,value,status\n1,1.234,\n2,7.000,\n3,-0.070,\n4,0.000,\n5,,suppressed\n6,123456789.100,\n");
  assert.deepEqual(table.toJSONStat().value, [1.234, 7, -0.07, 0, null, 123456789.1]);
  const zeros = Float64Array.of(0);
  const revealed = new Table(rawTable({ d: ["1"] }, {}, { values: Float64Array.of(1.5), trueCounts: Float64Array.of(2), cellKeys: zeros, noise: Float64Array.of(-0.5), adjustment }));
  assert.equal(revealed.toCSV(), "d,value,status,true_count,cell_key,noise\n1,1.500,,2,0,-0.500\n");
});

test("rows are objects, a cell each, with codes or labels", () => {
  const raw = rawTable({ region: ["N", "_T"] }, { "age:band": ["0-15", "_T"] }, { values: Float64Array.of(4, 9, NaN, 9), status: Uint8Array.of(0, 0, 1, 0) });
  const table = new Table(raw);
  assert.deepEqual(table.rows(), [
    { region: "N", "age:band": "0-15", value: 4, status: "" },
    { region: "N", "age:band": "_T", value: 9, status: "" },
    { region: "_T", "age:band": "0-15", value: null, status: "suppressed" },
    { region: "_T", "age:band": "_T", value: 9, status: "" },
  ]);
  assert.deepEqual(Object.keys(table.rows()[0]), ["region", "age:band", "value", "status"], "in the order of the dimensions");
  assert.deepEqual(table.rows({ totals: false }), [{ region: "N", "age:band": "0-15", value: 4, status: "" }]);
  assert.deepEqual(table.rows({ labels: true })[1], { region: "Label N", "age:band": "Total", value: 9, status: "" });
  assert.deepEqual(table.rows({ labels: true, totals: false }), [{ region: "Label N", "age:band": "Label 0-15", value: 4, status: "" }]);
  table.rows()[0].value = 5;
  assert.equal(table.values[0], 4, "the caller may change the objects");
});

test("rows of odd tables: no dimensions, only totals, no codes, a dimension with the name of a property", () => {
  assert.deepEqual(new Table(rawTable({}, {}, { values: Float64Array.of(12) })).rows({ totals: false }), [{ value: 12, status: "" }]);
  assert.deepEqual(new Table(rawTable({ a: ["_T"] }, {})).rows({ totals: false }), []);
  assert.deepEqual(new Table(rawTable({ a: [] }, { b: ["1"] })).rows(), []);
  const [row] = new Table(rawTable({ ["__proto__"]: ["1"] }, {})).rows();
  assert.deepEqual(Object.keys(row), ["__proto__", "value", "status"]);
});

test("a table without dimensions is one cell", () => {
  const table = new Table(rawTable({}, {}, { values: Float64Array.of(12) }));
  assert.equal(table.toCSV(), "value,status\n12,\n");
  assert.deepEqual(table.toJSONStat().size, []);
});

test("JSON-stat 2.0: a dataset with codes in order, roles, notes", () => {
  const raw = rawTable({ "region:country": ["W", "E", "_T"] }, { year: ["2021", "2011"] });
  raw.dimensions[0].role = "geo";
  raw.dimensions[1].role = "time";
  const cube = { ...origin, title: "Census", source: "An office", notes: ["A sample."] };
  assert.deepEqual(new Table(raw, cube).toJSONStat(), {
    version: "2.0",
    class: "dataset",
    label: "Census",
    source: "An office",
    note: ["A sample."],
    id: ["region:country", "year"],
    size: [3, 2],
    role: { geo: ["region:country"], time: ["year"] },
    dimension: {
      "region:country": { label: "The region:country", category: { index: ["W", "E", "_T"], label: { W: "Label W", E: "Label E", _T: "Total" } } },
      // An array, because an object would change the order of these codes.
      year: { label: "The year", category: { index: ["2021", "2011"], label: { 2011: "Label 2011", 2021: "Label 2021" } } },
    },
    value: [0, 1, 2, 3, 4, 5],
    extension: { cellveil: told(new Table(raw, cube)) },
  });
  assert.deepEqual(Object.keys(new Table(rawTable({ a: ["1"] }, {})).toJSONStat()), ["version", "class", "label", "id", "size", "dimension", "value", "extension"]);
});

test("a table always has areas, and JSON-stat has the core's areas", () => {
  const plain = new Table(rawTable({ a: ["1"] }, {}, { areas: null }));
  assert.deepEqual(plain.areas, { mode: "exact", axes: [] });
  assert.ok(!("areas" in plain.toJSONStat().extension.cellveil));
  const exact = new Table(rawTable({ a: ["1"] }, {}, { areas: { mode: "exact" } }));
  assert.deepEqual(exact.areas, { mode: "exact", axes: [] });
  assert.deepEqual(exact.toJSONStat().extension.cellveil, { areas: { mode: "exact" }, ...told(exact) });
  const blocks = [{ sign: /** @type {const} */ (1), name: null, code: "_T", label: "Total" }, { sign: /** @type {const} */ (-1), name: "a", code: "2", label: "Two" }];
  const areas = { mode: /** @type {const} */ ("blocks"), axes: [{ name: "a", places: [{ code: "rest", blocks, negative: true, variance: 2 }] }] };
  const table = new Table(rawTable({ a: ["rest"] }, {}, { areas }));
  assert.deepEqual(table.areas, areas);
  assert.deepEqual(table.toJSONStat().extension.cellveil, { areas, ...told(table) });
});

test("a million cells take no quadratic time", () => {
  const codes = Array.from({ length: 1000 }, (_, i) => String(i));
  const table = new Table(rawTable({ a: codes }, { b: codes }));
  const start = performance.now();
  const csv = table.toCSV();
  assert.equal(csv.length, csv.trimEnd().length + 1);
  assert.equal(table.toJSONStat().value.length, 1e6);
  // The limit is generous for any machine, because quadratic time takes hours.
  assert.ok(performance.now() - start < 20_000);
});

test("a receipt has the statement, the CSV's hash and a digest, and is made once", () => {
  const sha256 = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex");
  const raw = rawTable({ "Zürich 🗺️": ["1"] }, {});
  let read = 0;
  Object.defineProperty(raw, "statement", { get: () => (read++, '{"say":"ü"') });
  const table = new Table(raw);
  assert.equal(read, 0, "nobody asked");
  const head = `{"say":"ü","csv":"${sha256("Zürich 🗺️,value,status\n1,0,\n")}","digest":"`;
  assert.equal(table.receipt, `${head}${sha256(head)}"}\n`);
  assert.equal(table.receipt, table.receipt);
  assert.equal(read, 1);
});
