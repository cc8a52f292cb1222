// JavaScript refuses the same queries as the command line, with the same messages, in both cores.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";

const CELLVEIL = path("target/release/cellveil");
const FOLDER = "target/test-cubes/rules";
const CUBE = path(FOLDER, "cube");

const RULES = `
[rules]
max_dimensions = 3
nested = true
never = [["student", "religion"]]
zeros = 0.5
average_cell = 5
risk_after = 0.9
[rules.population]
person = 1000
filtered = { person = 3000 }
[rules.areas]
person = 500
`;

/** @typedef {{ rows: string[], columns?: string[], filter?: Record<string, string[]> }} Asked */

/** Returns the message of the command line for a query. @param {Asked} asked */
function commandLine({ rows, columns = [], filter = {} }) {
  const args = ["table", CUBE, "--rows", rows.join(",")];
  if (columns.length > 0) args.push("--columns", columns.join(","));
  for (const [on, codes] of Object.entries(filter)) args.push("--filter", `${on}=${codes.join(",")}`);
  const { status, stdout, stderr } = spawnSync(CELLVEIL, args, { encoding: "utf8" });
  return { status, csv: stdout, message: stderr.replace(/^cellveil: /, "").trimEnd() };
}

/** @type {import("cellveil").Cube} */
let cube;

before(async () => {
  rmSync(path(FOLDER), { recursive: true, force: true });
  mkdirSync(path(FOLDER), { recursive: true });
  cpSync(path("demo/census2011-teaching"), path(FOLDER, "source"), { recursive: true });
  const spec = path(FOLDER, "source/cube.toml");
  writeFileSync(spec, readFileSync(spec, "utf8") + RULES);
  execFileSync(CELLVEIL, ["tile", spec, "--records", path(FOLDER, "source/records.csv.gz"), "--out", CUBE], { stdio: "ignore" });
  cube = await openCube(pathToFileURL(`${CUBE}/cube.json`));
});
after(() => cube.close());

/** @type {[string, Asked][]} */
const REFUSED = [
  ["max_dimensions", { rows: ["region", "religion"], columns: ["age", "ethnic_group"] }],
  ["zeros", { rows: ["religion"], columns: ["ethnic_group", "age"] }],
  ["nested", { rows: ["religion"], filter: { age: ["1", "2"] } }],
  ["never", { rows: ["religion"], columns: ["student"] }],
  ["population.filtered.person", { rows: ["religion"], filter: { religion: ["9"] } }],
  ["areas", { rows: ["age"], filter: { region: ["E12000001"] } }],
];

describe("rules", () => {
  test("a refusal has its rule and the command line's nearest table", async () => {
    for (const [rule, asked] of REFUSED) {
      const said = commandLine(asked);
      assert.equal(said.status, 1, said.message);
      const error = await cube.table(asked).then(
        () => assert.fail(`${rule} let it pass`),
        (/** @type {any} */ thrown) => thrown,
      );
      assert.ok(error instanceof Error);
      assert.deepEqual([error.code, error.fault, error.rule], ["rule-refused", "refused", rule]);
      assert.ok(error.nearest, error.message);
      // The messages differ only in the table that passes. Each names it in its own form of a query.
      const [says, words] = error.message.split("the nearest that passes being ");
      const [flags, options] = said.message.split("the nearest that passes being ");
      assert.equal(says, flags);
      const { rows, columns, filter } = error.nearest;
      const filters = Object.entries(filter).map(([on, codes]) => `${on}=${codes.join(",")}`);
      const columnsSaid = columns.length > 0 ? [columns] : [];
      assert.equal(words, [`rows ${rows.join(", ")}`, ...columnsSaid.map((names) => `columns ${names.join(", ")}`), ...filters.map((one) => `filter ${one}`)].join(", "));
      assert.equal(options, [`--rows ${rows.join(",")}`, ...columnsSaid.map((names) => `--columns ${names.join(",")}`), ...filters.map((one) => `--filter ${one}`)].join(" "));
      const table = await cube.table(error.nearest);
      assert.equal(table.toCSV(), commandLine(error.nearest).csv);
    }
  });

  test("the nearest table keeps the query's method", async () => {
    const [, asked] = REFUSED[0];
    const method = { kind: "random-rounding", base: 3 };
    const error = await cube.table({ ...asked, method }).then(() => assert.fail("it passes"), (thrown) => thrown);
    assert.deepEqual(error.nearest.method, method);
    assert.equal((await cube.table(error.nearest)).method.kind, "random-rounding");
  });

  test("a refusal without an allowed table has no nearest table", async () => {
    await assert.rejects(cube.table({ rows: ["sex"], filter: { region: ["E12000001", "E12000002"] } }), { rule: "nested" });
    const spec = path(FOLDER, "source/cube.toml");
    writeFileSync(spec, readFileSync(spec, "utf8").replace("person = 1000", "person = 1000000"));
    execFileSync(CELLVEIL, ["tile", spec, "--records", path(FOLDER, "source/records.csv.gz"), "--out", path(FOLDER, "none")], { stdio: "ignore" });
    const none = await openCube(pathToFileURL(path(FOLDER, "none/cube.json")));
    await assert.rejects(none.table({ rows: ["sex"] }), { code: "rule-refused", rule: "population.person", nearest: null });
    none.close();
  });

  test("blocked areas and receipts equal the command line's", async () => {
    const asked = { rows: ["region"], columns: ["age"] };
    const table = await cube.table(asked);
    const { csv } = commandLine(asked);
    assert.equal(table.toCSV(), csv);
    assert.ok(csv.includes(",blocked\n"));
    assert.equal(table.values[0], null);
    const receipt = path(FOLDER, "receipt.json");
    execFileSync(CELLVEIL, ["table", CUBE, "--rows", "region", "--columns", "age", "--receipt", receipt]);
    assert.equal(await table.receipt, readFileSync(receipt, "utf8"));
  });

  test("a table's frequencies are disclosed where the table is", async () => {
    await assert.rejects(cube.table({ rows: ["religion"], columns: ["ethnic_group", "age"], reveal: true }), { rule: "zeros" });
    const table = await cube.table({ rows: ["age"], columns: ["sex"], totals: false, reveal: true });
    assert.equal((await table.explain(0, { prior: "table" })).prior, "table");
  });
});
