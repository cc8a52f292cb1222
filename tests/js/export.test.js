// Files of tables have the same bytes from JavaScript and from the command line. The JSON-stat toolkit reads the
// JSON-stat files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import JSONstat from "jsonstat-toolkit";
import { openCube } from "cellveil";
import { FORMATS, exportTable } from "cellveil/export.js";
import { path, unlessFresh } from "../../scripts/lib.js";
import { Table } from "../../www/api/table.js";
import { origin, rawTable } from "./support/raw-table.js";

/** @import { Query } from "cellveil" */

/** @typedef {import("cellveil").Table} PublicTable */

const CELLVEIL = path("target/release/cellveil");
const ODD = "test-cubes/odd-words";

/** Builds the cube of difficult texts that the Rust tests also use: `tests/rust/export/odd.toml`. */
function makeOdd() {
  const inputs = ["tests/rust/export/odd.toml", "tests/rust/export/odd.csv", "target/release/libcellveil.rlib"];
  unlessFresh("test-odd-words", { inputs, outputs: [`target/${ODD}/cube.json`] }, () => {
    mkdirSync(path("target/test-cubes"), { recursive: true });
    execFileSync(CELLVEIL, ["tile", "tests/rust/export/odd.toml", "--cells", "tests/rust/export/odd.csv", "--out", `target/${ODD}`, "--force"], { cwd: path(".") });
  });
}

/** Cubes with queries, in the forms of JavaScript and of the command line. @type {{ folder: string, language?: string, query: Query, asked: string[] }[]} */
const CASES = [
  { folder: ODD, query: { rows: ["area", "kind"], columns: ["year", "sex"] }, asked: ["--rows", "area,kind", "--columns", "year,sex"] },
  { folder: ODD, language: "fr-CA", query: { rows: ["area"], columns: ["sex"] }, asked: ["--rows", "area", "--columns", "sex", "--language", "fr-CA"] },
  { folder: ODD, language: "ar", query: { rows: ["kind"], columns: ["area"] }, asked: ["--rows", "kind", "--columns", "area", "--language", "ar"] },
  { folder: ODD, query: { rows: ["year"], columns: ["area:land"], totals: false }, asked: ["--rows", "year", "--columns", "area:land", "--no-totals"] },
  {
    folder: ODD,
    query: { rows: ["sex"], columns: ["kind"], filter: { kind: ["a,b", "e;f"], "area:land": ["main"] } },
    asked: ["--rows", "sex", "--columns", "kind", "--filter", 'kind="a,b",e;f', "--filter", "area:land=main"],
  },
  {
    folder: ODD,
    query: { rows: ["sex"], columns: ["year"], groups: { sex: { 'Both "of"; them, 人': ["m", "f"], "f\n2": ["f"] } } },
    asked: ["--rows", "sex", "--columns", "year", "--group", 'sex:Both "of"; them, 人=m,f', "--group", "sex:f\n2=f"],
  },
  {
    folder: "site/cubes/census2011-teaching",
    query: { rows: ["sex"], columns: ["age"], groups: { age: { young: ["1", "2"] } }, filter: { region: ["E12000001", "E12000002", "E12000003", "E12000004", "E12000005", "E12000006", "E12000007", "E12000008", "W92000004"] }, areas: "blocks" },
    asked: ["--rows", "sex", "--columns", "age", "--group", "age:young=1,2", "--filter", "region=E12000001,E12000002,E12000003,E12000004,E12000005,E12000006,E12000007,E12000008,W92000004", "--areas", "blocks"],
  },
  {
    folder: "site/cubes/census2011-teaching",
    query: { rows: ["region:country", "marital_status"], columns: ["sex"], method: { kind: "threshold-rounding", threshold: 100, base: 5 } },
    asked: ["--rows", "region:country,marital_status", "--columns", "sex", "--method", '{"kind":"threshold-rounding","threshold":100,"base":5}'],
  },
  ...[
    // Fractions, with their decimals in every format.
    { kind: "random-rounding", base: 5, additivity: "ipf" },
    { kind: "semi-controlled-rounding", base: 3, control: "rows" },
    { kind: "small-count-rounding", base: 5 },
    { kind: "random-rounding", base: 5, additivity: "integer" },
    { kind: "suppression", threshold: 40 },
  ].map((method) => ({
    folder: "site/cubes/census2011-teaching",
    query: { rows: ["region"], columns: ["sex", "age:band"], method },
    asked: ["--rows", "region", "--columns", "sex,age:band", "--method", JSON.stringify(method)],
  })),
  { folder: "site/cubes/hypercube", query: { rows: ["age", "education"], columns: ["sex"] }, asked: ["--rows", "age,education", "--columns", "sex"] },
  { folder: "site/cubes/hypercube-sealed", query: { rows: ["age:band"], columns: ["sex"] }, asked: ["--rows", "age:band", "--columns", "sex"] },
];

const commandLine = (/** @type {string} */ folder, /** @type {string[]} */ asked, /** @type {string} */ format) =>
  execFileSync(CELLVEIL, ["table", path("target", folder), ...asked, "--format", format]);

makeOdd();

for (const { folder, language, query, asked } of CASES) {
  test(`${folder} ${asked.join(" ").replaceAll("\n", " ")}: the same bytes as on the command line, in every format`, async () => {
    const cube = await openCube(pathToFileURL(path("target", folder, "cube.json")), { language });
    const table = await cube.table(query);
    for (const { format, name, ending, type } of FORMATS) {
      const file = await exportTable(table, format);
      assert.deepEqual([file.name, file.ending, file.type], [name, ending, type]);
      const expected = commandLine(folder, asked, format);
      assert.equal(Buffer.compare(Buffer.from(file.bytes), expected), 0, `${format}: ${file.bytes.length} bytes, ${expected.length} expected`);
    }
    const document = JSON.parse(new TextDecoder().decode((await exportTable(table, "json-stat")).bytes));
    assert.deepEqual(table.toJSONStat(), document, "the table's own JSON-stat");
    read(table, document);
    cube.close();
  });
}

/**
 * Returns every value, status, code and label that the JSON-stat toolkit reads.
 * @param {PublicTable} table @param {object} document
 */
function read(table, document) {
  const dataset = JSONstat(document);
  assert.equal(dataset.class, "dataset");
  assert.deepEqual(dataset.id, table.dimensions.map(({ name }) => name));
  const data = dataset.Data();
  assert.deepEqual(data.map((cell) => cell.value), table.values);
  assert.deepEqual(data.map((cell) => cell.status ?? ""), table.status);
  for (const { name, label, codes } of table.dimensions) {
    const dimension = dataset.Dimension(name);
    assert.equal(dimension.label, label);
    assert.deepEqual(dimension.id, codes.map(({ code }) => code));
    for (const { code, label } of codes) assert.equal(dimension.Category(code).label, label);
  }
}

/**
 * Returns a table without a cube, with the type that callers of the package see.
 * @param {string[]} rows codes @param {Record<string, string[]>} columns
 */
function made(rows, columns) {
  const raw = rawTable(rows.length > 0 ? { a: rows } : {}, columns, { statement: '{"cube":{"id":"fake","digest":"00"},"query":{"groups":[]}' });
  // The package declares its own class `Table`, so the type must be cast.
  return /** @type {PublicTable} */ (/** @type {unknown} */ (new Table(raw, origin)));
}

test("the marks in a table's own JSON-stat are those of the one table of statuses", () => {
  const statuses = JSON.parse(readFileSync(path("src/export/statuses.json"), "utf8"));
  const { shorthand } = new Table(rawTable({ a: ["1"] }, {}), origin).toJSONStat().extension.cellveil;
  assert.deepEqual(shorthand, { suppressed: statuses.suppressed.mark, blocked: statuses.blocked.mark });
});

test("CSVW describes the CSV by its given name, in the requested language", async () => {
  const cube = await openCube(pathToFileURL(path("target", ODD, "cube.json")));
  const table = await cube.table({ rows: ["area"] });
  const metadata = async (/** @type {any} */ options) => JSON.parse(new TextDecoder().decode((await exportTable(table, "csvw", options)).bytes));
  assert.equal((await metadata({})).url, "table.csv");
  assert.equal((await metadata({ csv: "my areas.csv" })).url, "my%20areas.csv");
  // The cube has no texts in the language of the page.
  const other = await openCube(pathToFileURL(path("target", ODD, "cube.json")), { language: "zz" });
  assert.equal(other.language, "en");
  other.close();
  const french = await metadata({ language: "fr" });
  assert.deepEqual(french["@context"], ["http://www.w3.org/ns/csvw", { "@language": "fr" }]);
  assert.match(french["dc:description"], /\[c\] confidentiel/);
  cube.close();
});

test("a table that a format cannot hold is refused, and the next file is written", async () => {
  const cube = await openCube(pathToFileURL(path("target", ODD, "cube.json")));
  const revealed = await cube.table({ rows: ["area"], reveal: true });
  const table = await cube.table({ rows: ["area"] });
  await assert.rejects(exportTable(table, /** @type {any} */ ("xls")), { code: "bad-query", message: /expected one of csv, xlsx, json-stat/ });
  for (const { format } of FORMATS) {
    if (format === "csv") assert.match(new TextDecoder().decode((await exportTable(revealed, format)).bytes), /true_count/);
    else await assert.rejects(exportTable(revealed, format), { code: "bad-query", message: new RegExp(`${format} cannot hold the true counts`) });
  }
  const codes = Array.from({ length: 200 }, (_, i) => `${i}`);
  const wide = made([], { a: codes, b: codes });
  await assert.rejects(exportTable(wide, "xlsx"), { code: "too-large", message: /expected at most 1048576 rows and 16384 columns/ });
  assert.ok((await exportTable(table, "xlsx")).bytes.length > 1000);
  cube.close();
});

test("a million cells are written in seconds", async () => {
  const codes = Array.from({ length: 1000 }, (_, i) => `${i}`);
  const table = made(codes, { b: codes });
  const start = performance.now();
  for (const format of /** @type {const} */ (["px", "xlsx", "sdmx-csv", "json-stat"])) assert.ok((await exportTable(table, format)).bytes.length > 1e6);
  // The limit is generous for any machine, because quadratic time takes hours.
  assert.ok(performance.now() - start < 60_000);
});
