// A method with its own p-table: table and receipt equal the command line's for the same file. Wrong p-tables are
// refused.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path, run } from "../../scripts/lib.js";
import { asArguments } from "./support/random-queries.js";

/** @import { Cube, Query } from "cellveil" */
/** @import { PairQuery } from "./support/random-queries.js" */

const CENSUS = path("target/site/cubes/census2011-teaching");
const CELLVEIL = path("target/release/cellveil");
const ONE = readFileSync(path("tests/data/ptable/s01_ptable.csv"), "utf8");
const OTHER = readFileSync(path("tests/data/ptable/s05_ptable.csv"), "utf8");

/** @type {Cube} */
let cube;
/** @type {string} */
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-own-"));
  cube = await openCube(pathToFileURL(`${CENSUS}/cube.json`));
});

after(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string} text @returns {Query} */
const query = (name, text, more = {}) => ({ rows: ["region"], columns: ["sex", "age:band"], method: { kind: "cell-key", ptable: { name, text }, lookup: "hash", ...more } });

/** Returns the output of `cellveil table` for the file. @param {string} name @param {string} text */
function commandLine(name, text, more = {}) {
  writeFileSync(join(folder, name), text);
  const method = { kind: "cell-key", ptable: name, lookup: "hash", ...more };
  const asked = asArguments(/** @type {PairQuery} */ ({ ...query(name, text), method }));
  const csv = execFileSync(CELLVEIL, ["table", CENSUS, ...asked, "--receipt", "receipt.json"], { cwd: folder, encoding: "utf8" });
  return { csv, receipt: readFileSync(join(folder, "receipt.json"), "utf8") };
}

/** @param {Query} query @param {Cube} [from] */
async function answered(query, from = cube) {
  const table = await from.table(query);
  return { csv: table.toCSV(), receipt: table.receipt };
}

test("a query's own p-table gives the command line's table and receipt, to the byte", async () => {
  const first = commandLine("designed.csv", ONE);
  assert.deepEqual(await answered(query("designed.csv", ONE)), first);
  // The same name with other contents, another name, other parameters, a byte order mark at the file's start.
  assert.deepEqual(await answered(query("designed.csv", OTHER)), commandLine("designed.csv", OTHER));
  assert.deepEqual(await answered(query("Entwurf Nº 2.csv", ONE)), commandLine("Entwurf Nº 2.csv", ONE));
  assert.deepEqual(await answered(query("designed.csv", ONE, { threshold: 10 })), commandLine("designed.csv", ONE, { threshold: 10 }));
  assert.deepEqual(await answered(query("designed.csv", `\ufeff${ONE}`)), commandLine("designed.csv", `\ufeff${ONE}`));
  assert.deepEqual(await answered(query("designed.csv", ONE)), first);
  const table = await cube.table(query("designed.csv", ONE));
  assert.deepEqual(table.method.parameters, { kind: "cell-key", ptable: "designed.csv", lookup: "hash" });
  assert.equal(table.method.properties.largestChange, 2);
  assert.equal(JSON.parse(table.receipt).files.length, JSON.parse(first.receipt).files.length);
});

test("a second p-table of the same name has its own properties, in either order", async () => {
  const changes = [[ONE, 2], [OTHER, 5]];
  for (const order of [changes, changes.toReversed()]) {
    const fresh = await openCube(pathToFileURL(`${CENSUS}/cube.json`));
    for (const [text, largest] of [...order, ...order]) {
      const { method } = await fresh.table(query("p.csv", /** @type {string} */ (text)));
      assert.equal(method.properties.largestChange, largest);
    }
    fresh.close();
  }
});

test("a method object changed after the call changes nothing", async () => {
  const asked = /** @type {any} */ (query("designed.csv", ONE));
  const promised = answered(asked);
  asked.method.ptable.text = OTHER;
  asked.method.threshold = 10;
  asked.method.ptable = { name: "other.csv", text: OTHER };
  assert.deepEqual(await promised, commandLine("designed.csv", ONE));
});

test("a receipt is verified with the file that its p-table came from", async () => {
  const { csv, receipt } = commandLine("designed.csv", `\ufeff${ONE}`);
  const bytes = new TextEncoder().encode(`\ufeff${ONE}`);
  for (const ptable of [`\ufeff${ONE}`, bytes]) {
    const verdict = await cube.verify(csv, receipt, { ptable });
    assert.ok(verdict.ok && verdict.table.receipt === receipt, JSON.stringify(verdict));
  }
  /** @type {[ptable: any, message: RegExp][]} */
  const wrong = [
    [undefined, /cannot be built again: .*"designed\.csv" is missing.*; pass the file "designed\.csv" with the receipt, as \{ ptable \}$/],
    [ONE, /cannot be built again: the given p-table is not the file "designed\.csv" of the receipt$/],
    [OTHER, /not the file "designed\.csv"/],
    ["", /not the file "designed\.csv"/],
  ];
  for (const [ptable, message] of wrong) {
    const verdict = await cube.verify(csv, receipt, { ptable });
    assert.ok("reason" in verdict && verdict.reason === "not-rebuilt", `${message}`);
    assert.match(verdict.message, message);
  }
  const changed = await cube.verify(csv.replace(/\d,\n/, "7777,\n"), receipt, { ptable: bytes });
  assert.equal("reason" in changed && changed.reason, "table-differs");
  for (const none of /** @type {any[]} */ ([7, {}, [ONE]])) {
    for (const files of [[none, receipt], [csv, none], [csv, receipt, { ptable: none }]]) {
      await assert.rejects(cube.verify(.../** @type {[any, any]} */ (files)), { code: "bad-file", fault: "input" });
    }
  }
  // The cube's own method needs no p-table, and an additional p-table has no effect.
  const plain = await cube.table({ rows: ["region"] });
  assert.ok((await cube.verify(plain.toCSV(), plain.receipt, { ptable: ONE })).ok);
});

test("simultaneous tables each get their own p-table", async () => {
  const asked = [query("a.csv", ONE), query("b.csv", OTHER), query("a.csv", OTHER), { rows: ["region"] }, query("a.csv", ONE)];
  const fresh = await openCube(pathToFileURL(`${CENSUS}/cube.json`));
  const found = await Promise.all(asked.map((query) => answered(query, fresh)));
  const expected = [commandLine("a.csv", ONE), commandLine("b.csv", OTHER), commandLine("a.csv", OTHER), await answered({ rows: ["region"] }), commandLine("a.csv", ONE)];
  assert.deepEqual(found, expected);
});

test("a p-table serves only its own query", async () => {
  await answered(query("designed.csv", ONE));
  const method = { kind: "cell-key", ptable: "designed.csv", lookup: "hash" };
  await assert.rejects(cube.table({ rows: ["region"], method }), { code: "bad-method" });
});

/** @type {[what: string, ptable: unknown, code: string, message: RegExp][]} */
const WRONG = [
  ["no p-table", { name: "bad.csv", text: "hello" }, "bad-ptable", /^bad\.csv, line 1: /],
  ["nothing", { name: "bad.csv", text: "" }, "bad-ptable", /^bad\.csv: the file is empty/],
  ["cut short", { name: "bad.csv", text: ONE.slice(0, ONE.length / 2) }, "bad-ptable", /^bad\.csv/],
  ["half a character", { name: "bad\ud800.csv", text: "\udfff" }, "bad-ptable", /line 1/],
  ["a name without a text", { name: "bad.csv" }, "bad-query", /method\.ptable: expected a file's name/],
  ["a text without a name", { text: ONE }, "bad-query", /method\.ptable/],
  ["bytes", { name: "bad.csv", text: new TextEncoder().encode(ONE) }, "bad-query", /method\.ptable/],
  ["a list", [ONE], "bad-query", /method\.ptable/],
  ["no name", { name: "", text: ONE }, "bad-method", /p-table "" is missing/],
];

for (const [what, ptable, code, message] of WRONG) {
  test(`a bad file is told from a trap: ${what}`, async () => {
    await assert.rejects(cube.table({ rows: ["region"], method: { kind: "cell-key", ptable, lookup: "hash" } }), { code, message, fault: "input" });
    assert.deepEqual(await answered(query("designed.csv", ONE)), commandLine("designed.csv", ONE));
  });
}

test("a p-table cannot have the name of a cube's file", async () => {
  const { files } = JSON.parse(readFileSync(`${CENSUS}/cube.json`, "utf8"));
  for (const { path } of files) {
    await assert.rejects(cube.table(query(path, ONE)), { code: "bad-method", message: /is a file of the cube; expected a name of its own/ });
  }
});

test("public and sealed cubes refuse a custom p-table like any custom method", async () => {
  mkdirSync(path("target/test-cubes/own-ptable"), { recursive: true });
  const files = ["cube.toml", "cells.csv", "cube"].map((name) => path("target/test-cubes/own-ptable", name));
  writeFileSync(files[0], `[cube]
id = "public"
unit = "person"
data = "synthetic"
audience = "public"
[key]
column = "key"
[[dimension]]
name = "region"
[method.default]
kind = "random-rounding"
base = 3
`);
  writeFileSync(files[1], "region,count,key\nNorth,23,9\nSouth,8,11\n");
  run(CELLVEIL, ["tile", files[0], "--cells", files[1], "--out", files[2], "--force"]);
  for (const place of [files[2], `${CENSUS}-sealed`]) {
    const closed = await openCube(pathToFileURL(`${place}/cube.json`));
    const refused = { code: "method-refused", fault: "refused" };
    await assert.rejects(closed.table({ rows: ["region"], method: { kind: "random-rounding", base: 3 } }), refused);
    for (const text of [ONE, "no p-table"]) {
      await assert.rejects(closed.table({ rows: ["region"], method: { kind: "cell-key", ptable: { name: "own.csv", text }, lookup: "hash" } }), refused);
    }
  }
});

test("a cube that was closed says so, whatever the p-table", async () => {
  const gone = await openCube(pathToFileURL(`${CENSUS}/cube.json`));
  gone.close();
  for (const text of [ONE, "no p-table"]) await assert.rejects(gone.table(query("own.csv", text)), { code: "closed" });
});

test("explanations of such a table use the same p-table", async () => {
  const asked = query("designed.csv", ONE);
  const table = await cube.table(asked);
  const cell = table.values.findIndex((value) => value !== null && value > 0);
  const explained = await table.explain(cell);
  assert.deepEqual(await cube.explain({ value: table.values[cell], method: asked.method }), explained);
  const cells = await cube.table(query("designed.csv", ONE, { threshold: 10 }));
  assert.ok(/** @type {number} */ (cells.values[0]) > 10);
  const first = await cells.explain(0);
  assert.equal(first.value, cells.values[0]);
  assert.deepEqual(await cells.explain(/** @type {any} */ ({ cell: 0 })), first);
  assert.deepEqual(await cells.explain(/** @type {any} */ ({ value: 13, cell: 0 })), first);
  assert.deepEqual([(await cells.explain({ value: null })).low, (await cells.explain({ value: null })).high], [0, 9]);
  // The largest change of this p-table is 2. The largest change of the other p-table is 5.
  const other = await (await cube.table(query("designed.csv", OTHER))).explain(cell);
  assert.ok(explained.most - explained.least <= 4 && other.most - other.least > 4, JSON.stringify([explained, other]));
  assert.equal((await table.explain(cell)).most, explained.most);
});
