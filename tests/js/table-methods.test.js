// Table methods in JavaScript: the core that they load, their report, receipts, and further tables.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { additivityInWords, linesOf } from "../../www/element/additivity.js";
import { en } from "../../www/words/en.js";

/** @type {string[]} */
const cores = [];
const { readFile } = fs.promises;
fs.promises.readFile = /** @type {any} */ ((/** @type {URL} */ file, /** @type {any} */ options) => {
  if (file instanceof URL && file.pathname.endsWith(".wasm")) cores.push(basename(file.pathname));
  return readFile(file, options);
});
syncBuiltinESMExports();

const FOLDER = path("target/site/cubes/census2011-teaching");
const CELLVEIL = path("target/release/cellveil");
const cube = await openCube(pathToFileURL(`${FOLDER}/cube.json`));
const scratch = mkdtempSync(join(tmpdir(), "cellveil-table-methods-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** The CSV and the receipt of the command line. @param {object} method @param {...string} more */
function commandLine(method, ...more) {
  const receipt = join(scratch, "receipt.json");
  const csv = execFileSync(CELLVEIL, ["table", FOLDER, "--rows", "region", "--columns", "sex,age:band", "--method", JSON.stringify(method), ...more, "--receipt", receipt], { encoding: "utf8" });
  return { csv, receipt: readFileSync(receipt, "utf8") };
}

const query = { rows: ["region"], columns: ["sex", "age:band"] };
/** @type {Record<string, { kind: string, [parameter: string]: unknown }>} */
const METHODS = {
  semi: { kind: "semi-controlled-rounding", base: 3, control: "total" },
  small: { kind: "small-count-rounding", base: 5 },
  fractions: { kind: "random-rounding", base: 5, additivity: "ipf" },
  whole: { kind: "random-rounding", base: 5, additivity: "integer" },
  // A table of three dimensions, for which the search and the solver decide.
  controlled: { kind: "controlled-rounding", base: 5 },
  suppression: { kind: "suppression", threshold: 40 },
};

test("the core of table methods loads with the first table method, and then answers all queries", async () => {
  const before = await cube.table({ ...query, method: "default" });
  assert.deepEqual([before.adjustment, before.decimals], [null, 0]);
  assert.deepEqual(cores, ["cellveil_bg.wasm"]);
  await cube.table({ ...query, method: METHODS.semi });
  await cube.table({ ...query, method: "small-cell" });
  assert.equal((await cube.table({ ...query, method: "default" })).receipt, before.receipt);
  assert.deepEqual(cores, ["cellveil_bg.wasm", "cellveil_tables_bg.wasm"]);
});

for (const [name, method] of Object.entries(METHODS)) {
  test(`${name}: table and receipt are those of the command line, and the receipt is verified`, async () => {
    const table = await cube.table({ ...query, method });
    assert.deepEqual({ csv: table.toCSV(), receipt: table.receipt }, commandLine(method));
    assert.equal((await cube.verify(table.toCSV(), /** @type {string} */ (table.receipt))).ok, true);
    assert.equal((await cube.verify(table.toCSV().replace(/,(\d)/, ",1$1"), /** @type {string} */ (table.receipt))).ok, false);
    assert.match(table.method.card.title, /\w/);
    await assert.rejects(table.explain({ value: 5 }), { code: "whole-table", fault: "refused", message: /looks at the whole table/ });
  });
}

test("a fit reports its change and its decimals, and its figures add up", async () => {
  for (const [method, decimals] of /** @type {const} */ ([[METHODS.fractions, 3], [METHODS.whole, 0]])) {
    const table = await cube.table({ ...query, method });
    assert.equal(table.decimals, decimals);
    const { change } = table.adjustment ?? assert.fail("no report");
    assert.ok(change && change[0] > 0 && change[0] <= change[1], JSON.stringify(change));
    assert.equal(table.values.some((value) => value !== null && !Number.isInteger(value)), decimals > 0);
    const lines = linesOf(table);
    assert.ok(lines.complete > 0 && lines.differing === 0, JSON.stringify(lines));
    // The noisy table that was fitted does not add up.
    const { additivity, ...noisy } = method;
    assert.ok(linesOf(await cube.table({ ...query, method: noisy })).differing > 0);
    assert.match(additivityInWords(table, en.sum).join(" "), /^In this table, all figures add up .*The fit to the totals changed the figures by/);
  }
});

test("further tables need a table method, and are checked by the core", async () => {
  const linked = [{ rows: ["region:country"], columns: ["sex"] }];
  await assert.rejects(cube.table({ ...query, method: "default", with: linked }), { code: "bad-query", message: /with: method "default" protects each cell for itself/ });
  const wrong = [{ rows: ["nowhere"] }];
  await assert.rejects(cube.table({ ...query, method: METHODS.small, with: wrong }), { code: "unknown-dimension" });
  await assert.rejects(cube.table({ ...query, method: METHODS.small, with: /** @type {any} */ ([{ rows: ["sex"], totals: false }]) }), { code: "bad-query", message: /totals/ });
});

/** A sealed cube of two views, and of the tables that they contain. @param {string} method */
const sealedSpecification = (method) => `[cube]
id = "sealed"
title = "Sealed"
unit = "person"
data = "synthetic"
audience = "public"
release = "sealed"
[key]
column = "key"
salt = "5d0be1c6a7324f98b3c2d4e590817263"
[[dimension]]
name = "area"
codes = { a = "A", b = "B", c = "C", d = "D" }
[[dimension]]
name = "age"
codes = { 0 = "0", 1 = "1", 2 = "2" }
[[dimension]]
name = "work"
codes = { x = "X", y = "Y" }
[method.default]
${method}
[publish]
views = [["area", "age"], ["age", "work"]]
split = "area"
`;

for (const [kind, method] of [["controlled rounding", 'kind = "controlled-rounding"\nbase = 3'], ["suppression", 'kind = "suppression"\nthreshold = 6']]) {
  test(`a sealed cube of ${kind} gives each view's own totals, as on the command line`, async () => {
    const folder = mkdtempSync(join(scratch, "sealed-"));
    const at = (/** @type {string} */ text, /** @type {number} */ i, /** @type {number} */ by) => text[Math.floor(i / by) % text.length];
    const records = Array.from({ length: 89 }, (_, i) => [at("aabcabdab", i, 1), at("01120", i, 2), at("xyxxx", i, 3), (i * 2654435761) % 2 ** 32].join(","));
    writeFileSync(join(folder, "records.csv"), ["area,age,work,key", ...records, ""].join("\n"));
    writeFileSync(join(folder, "cube.toml"), sealedSpecification(method));
    execFileSync(CELLVEIL, ["tile", "cube.toml", "--records", "records.csv", "--out", "cube"], { cwd: folder, stdio: "pipe" });
    const sealed = await openCube(pathToFileURL(join(folder, "cube/cube.json")));
    for (const [rows, columns] of [["area", "age"], ["age", "work"], ["age"], ["work"]]) {
      const table = await sealed.table({ rows: [rows], columns: columns ? [columns] : [] });
      const words = ["table", "cube", "--rows", rows, ...(columns ? ["--columns", columns] : [])];
      assert.equal(table.toCSV(), execFileSync(CELLVEIL, words, { cwd: folder, encoding: "utf8" }), `${rows} ${columns}`);
      if (kind === "controlled rounding") assert.equal(linesOf(table).differing, 0, `${rows} ${columns}`);
      else assert.ok(table.status.includes("suppressed") || rows !== "area", `${rows} ${columns}`);
    }
    const one = await sealed.table({ rows: ["age"], columns: [], filter: { area: ["a"] } });
    assert.equal(one.values.length, 4);
    await assert.rejects(sealed.table({ rows: ["area"], columns: ["work"] }), { fault: "refused" });
    sealed.close();
  });
}
