// The parts of the page "Make a dataset" that need no browser: previews, drafts, specifications, steps.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { previewOf, recordsOf, separatorOf } from "../../www/site/pages/make/csv.js";
import { categoriesOf, countedAsMissing, labelsOfCut, listFrom, listText, moved, remediesOf, unconfirmed, valueOf, withBounds, withCategories, withCategory, withDimension, withUse } from "../../www/site/pages/make/draft.js";
import { failureInWords } from "../../www/site/pages/make/failure.js";
import { commandsFor, cubeField, drawSalt, idOf, sealedText, withMethod, withoutKeyColumn, withRules, withSalt } from "../../www/site/pages/make/specification.js";
import { concerns, stepOf } from "../../www/site/pages/make/steps.js";

const column = (name, more = {}) => ({
  name, kind: "code", use: "dimension", reason: "", distinct: 2, capped: false, missing: [], sample: [],
  dimension: { name, label: name, role: null, codes: [{ code: "1", label: "1" }], codes_file: null, from_data: true, cut: null, missing: null, levels: [] }, ...more,
});
const draft = (...columns) => ({ cube: { id: "people" }, key: { kind: "missing" }, records: [], rows: 2, columns, order: columns.map(({ name }) => name), method: {}, rules: null, publish: null, files: [] });

test("separators are found in the header, outside of quotes", () => {
  for (const [header, separator] of [["a,b,c", ","], ["a;b;c", ";"], ["a\tb", "\t"], ['"a,b,c";d', ";"], ["alone", ","], ["a;b,c;d", ";"]]) {
    assert.equal(separatorOf(`${header}\n1,2,3,4,5\n`), separator, header);
  }
});

test("records follow RFC 4180", () => {
  for (const [text, expected] of [
    ['a,b\n1,"x, ""y"""\n', [["a", "b"], ["1", 'x, "y"']]],
    ['a,b\r\n1,\r\n', [["a", "b"], ["1", ""]]],
    ['a\n"two\nlines"\n', [["a"], ["two\nlines"]]],
    ["a,b\n1,2", [["a", "b"], ["1", "2"]]],
    ["a\n\nb\n", [["a"], ["b"]]],
  ]) assert.deepEqual(recordsOf(text, ","), expected, text);
});

test("a preview reads CSV with a byte order mark, compressed CSV and a broken gzip file", async () => {
  const text = "\uFEFFsex;age\n1;30\n2;40\n";
  const shown = { format: "csv", separator: ";", columns: ["sex", "age"], rows: [["1", "30"], ["2", "40"]] };
  assert.deepEqual(await previewOf(new Blob([text])), { ...shown, gzip: false });
  const zipped = gzipSync(text);
  assert.deepEqual(await previewOf(new Blob([zipped])), { ...shown, gzip: true });
  const broken = await previewOf(new Blob([gzipSync("a,b\n1,2\n".repeat(90_000)).subarray(0, 120)]));
  assert.ok(broken.gzip && broken.rows.length < 90_000, "no error");
  assert.equal((await previewOf(new Blob(["PAR1...."]))).format, "parquet");
});

test("only one column holds the keys", () => {
  const both = withUse(withUse(draft(column("a"), column("b")), "a", "key"), "b", "key");
  assert.deepEqual(both.columns.map(({ use }) => use), ["left-out", "key"]);
  assert.deepEqual(both.key, { kind: "column", column: "b", modulus: 4294967296 });
  assert.deepEqual(withUse(both, "b", "left-out").key, { kind: "missing" });
});

test("a key column that the reader chooses again keeps the modulus of its keys", () => {
  const key = { kind: "column", column: "a", modulus: 2 ** 53 };
  const found = { ...draft(column("a", { use: "key" }), column("b")), key };
  assert.deepEqual(withUse(withUse(found, "a", "left-out"), "a", "key").key, key);
  const other = withUse(found, "b", "key");
  assert.equal(other.key.modulus, 2 ** 32, "another column has keys of its own");
  assert.deepEqual(withUse(other, "a", "key").key, key);
  assert.equal(withUse(withUse(other, "a", "key"), "b", "key").key.modulus, 2 ** 32);
});

test("a column without a proposal becomes a variable with the values of the data", () => {
  const { dimension } = withUse(draft(column("Größe 1", { dimension: null, use: "left-out" })), "Größe 1", "dimension").columns[0];
  assert.deepEqual([dimension.name, dimension.label, dimension.codes], ["gr_e_1", "Größe 1", null]);
});

test("a new name of a variable keeps its place in the order", () => {
  assert.deepEqual(withDimension(draft(column("a"), column("b")), "a", { name: "age" }).order, ["age", "b"]);
});

test("labels of intervals follow the bounds, except those that the reader wrote", () => {
  assert.deepEqual(labelsOfCut([0, 16, 65]), ["0 to 15", "16 to 64", "65 and over"]);
  assert.deepEqual(labelsOfCut([0, 1, 2.5]), ["0", "1 to below 2.5", "2.5 and over"]);
  assert.deepEqual(withBounds({ at: [0, 16], labels: ["Children", "16 and over"] }, [0, 16, 65]), { at: [0, 16, 65], labels: ["Children", "16 to 64", "65 and over"] });
});

test("lists of values keep empty fields and drop repeats", () => {
  assert.deepEqual(listFrom(" -9, NA,(empty), NA"), ["-9", "NA", ""]);
  assert.deepEqual(listFrom(listText(["", "-9"])), ["", "-9"]);
});

test("categories move within their list", () => {
  const codes = [{ code: "1" }, { code: "2" }];
  assert.deepEqual(moved(codes, 0, 1).map(({ code }) => code), ["2", "1"]);
  assert.equal(moved(codes, 1, 1), codes);
});

test("values counted as missing leave the list of categories", () => {
  const { dimension } = column("a");
  assert.deepEqual(countedAsMissing({ ...dimension, codes: [{ code: "X" }, { code: "-9" }] }, ["-9"]), { missing: { values: ["-9"], code: "missing", label: "Not stated" }, codes: [{ code: "X" }] });
});

test("lists that nobody has confirmed are named, and intervals need no list", () => {
  const cut = column("c");
  cut.dimension.cut = { at: [0], labels: ["0 and over"] };
  const full = column("b");
  full.dimension.from_data = false;
  assert.deepEqual(unconfirmed(draft(column("a"), full, cut, column("d", { use: "left-out" }))).map(({ name }) => name), ["a"]);
});

test("each problem has the step and the column that it concerns", () => {
  const problem = (more) => ({ severity: "error", code: "", message: "", ...more });
  for (const [given, step] of [
    [{ code: "unknown-code", column: "age" }, "columns"], [{ code: "missing-key", column: "record_key" }, "keys"], [{ place: "[key]" }, "keys"],
    [{ place: "method.default" }, "method"], [{ place: "[cube]" }, "method"], [{ place: "rules.areas" }, "limits"], [{ place: "dimension[3] \"age\"" }, "columns"], [{}, "build"],
  ]) assert.equal(stepOf(problem(given), "record_key"), step, JSON.stringify(given));
  assert.ok(concerns(problem({ dimension: "age" }), { name: "age_years", dimension: { name: "age" } }));
  assert.ok(!concerns(problem({ column: "sex" }), { name: "age_years", dimension: { name: "sex" } }));
  assert.deepEqual(remediesOf(problem({ code: "unknown-code", message: 'people.csv, row 3, column "sex": unknown code "7"; expected "1"' }), column("sex")), ["category", "missing"]);
  assert.deepEqual(remediesOf(problem({ code: "empty-code" }), column("sex")), ["missing", "leave-out"]);
  assert.deepEqual(remediesOf(problem({ code: "too-many-codes" }), column("sex")), ["leave-out"]);
  for (const [message, value] of [['p.csv, row 1, column "a": "n\\"a" is not a number; expected', 'n"a'], ['p.csv, row 1, column "a": "-3" is below the first number', "-3"], ['p.csv, row 1, column "a": unknown code "long…"; expected', undefined]]) {
    assert.equal(valueOf(problem({ code: "not-a-number", message })), value, message);
  }
});

const SPECIFICATION = `[cube]
id = "people"
title = "People"
data = "confidential"

[key]
column = "record_key"

# A comment of the dimension.
[[dimension]]
name = "sex"

[method.default]
kind = "cell-key"
ptable = "standard"

# A comment of the limits.
[publish]
views = "auto"
`;

test("the page's tables replace those of the proposal and keep everything else", () => {
  const text = withMethod(SPECIFICATION, { name: "default", kind: "random-rounding", base: 3 });
  assert.match(text, /\[method\.default\]\nkind = "random-rounding"\nbase = 3\n\n# A comment of the limits\.\n\[publish\]/);
  assert.match(withMethod(SPECIFICATION, { name: "default", kind: "cell-key", ready: "strong" }), /kind = "cell-key"\nptable = "strong"\nlookup = "hash"\n/);
  assert.ok(withRules(SPECIFICATION, { max_dimensions: 3, areas: { person: 100 } }).endsWith("\n\n[rules]\nmax_dimensions = 3\n\n[rules.areas]\nperson = 100\n"));
  assert.equal(withRules(SPECIFICATION, null), SPECIFICATION);
});

test("a salt is added once, below [key]", () => {
  const salt = drawSalt();
  assert.match(salt, /^[0-9a-f]{32}$/);
  assert.notEqual(salt, drawSalt());
  const text = withSalt(SPECIFICATION, salt);
  assert.match(text, new RegExp(`\\[key\\]\nsalt = "${salt}" # .*\ncolumn = "record_key"\n`));
  assert.equal(withSalt(text, "00"), text);
  assert.match(withSalt("[cube]\nid = \"a\"\n", salt), /\n\n\[key\]\nsalt = /);
});

test("the sealed specification extends the other, and the commands name both", () => {
  assert.match(sealedText({ id: "people" }, 2), /^extends = "cube\.toml"\n\n\[cube\]\nid = "people-sealed"\naudience = "public"\nrelease = "sealed"\n\n\[publish\]\nmax_dimensions = 2\n$/m);
  assert.equal(commandsFor("people", ["my file.csv"], true), 'cellveil tile cube.toml --records "my file.csv" --out people\ncellveil tile sealed.toml --records "my file.csv" --out people-sealed');
  assert.equal(idOf(SPECIFICATION), "people");
  assert.equal(cubeField(SPECIFICATION, "data"), "confidential");
  assert.equal(cubeField('[key]\nid = "x"\n', "id"), undefined);
});

test("categories in a file keep the file's further columns", () => {
  const area = column("area");
  area.dimension = { ...area.dimension, codes: null, codes_file: "area.csv" };
  const given = { ...draft(area), files: [{ name: "area.csv", text: 'code,label,district\nA1,"One, north",D1\nA2,Two,D2\n' }] };
  const codes = categoriesOf(given, area.dimension);
  assert.deepEqual(codes, [{ code: "A1", label: "One, north" }, { code: "A2", label: "Two" }]);
  assert.equal(withCategories(given, "area", [{ code: "A2", label: "Second" }, codes[0]]).files[0].text, 'code,label,district\nA2,Second,D2\nA1,"One, north",D1\n');
  assert.equal(withCategories(given, "area", [codes[0], codes[1], { code: "A3", label: "" }]).files[0].text, 'code,label,district\nA1,"One, north",D1\nA2,Two,D2\nA3,,\n');
});

test("a code that equals another for a moment stays in its group", () => {
  const area = column("area");
  area.dimension = { ...area.dimension, codes: null, codes_file: "area.csv" };
  let now = { ...draft(area), files: [{ name: "area.csv", text: "code,label,district\nA,One,D1\nB,Two,D2\nC,Three,D3\n" }] };
  const edit = (change) => (now = withCategories(now, "area", change(categoriesOf(now, area.dimension)))).files[0].text;
  for (const code of ["", "A", "A1"]) edit((codes) => codes.map((each, at) => (at === 1 ? { ...each, code } : each)));
  assert.equal(now.files[0].text, "code,label,district\nA,One,D1\nA1,Two,D2\nC,Three,D3\n");
  edit((codes) => codes.map((each, at) => (at === 1 ? { ...each, code: "A" } : each)));
  edit((codes) => codes.slice(0, 2));
  assert.equal(edit((codes) => moved(codes, 0, 1)), "code,label,district\nA,Two,D2\nA,One,D1\n", "equal codes move with their groups");
});

test("a value of the records becomes a category with the value as its label", () => {
  assert.deepEqual(withCategory(draft(column("a")), "a", "n_a.b").columns[0].dimension.codes[1], { code: "n_a.b", label: "n_a.b" });
  assert.deepEqual(withCategory(draft(column("a")), "b", "1").columns[0].dimension.codes.length, 1);
});

test("only a trap or a buffer that is too large is a lack of memory", () => {
  const lack = /does not have enough memory/;
  for (const error of [Object.assign(new Error("the core stopped"), { code: "wasm" }), new RangeError("Array buffer allocation failed"), new WebAssembly.RuntimeError("unreachable")]) assert.match(failureInWords(error).text, lack, error.message);
  const column = Object.assign(new Error('people.csv: no column "memory allocation"'), { code: "not-made" });
  assert.deepEqual(failureInWords(column), { text: 'people.csv: no column "memory allocation".', technical: "" });
  assert.match(failureInWords(Object.assign(new Error("out of memory"), { code: "start" })).text, /did not load/);
  const wasm = (message) => failureInWords(Object.assign(new Error(message), { code: "wasm" })).text;
  assert.match(wasm("the core that makes datasets could not be started: 404"), /did not load/);
  assert.match(wasm("people.parquet: cannot be read after row 0 (Parquet error: panic); expected a complete Parquet file that is not damaged"), /^people\.parquet: cannot be read/);
  assert.match(failureInWords(new DOMException("memory card", "NotReadableError")).text, /cannot read the file/);
});

test("a check without keys reads the other columns", () => {
  assert.equal(withoutKeyColumn('[key]\nsalt = "00"\ncolumn = "record_key"\n\n[[dimension]]\ncolumn = "a"\n'), '[key]\nsalt = "00"\n\n[[dimension]]\ncolumn = "a"\n');
});
