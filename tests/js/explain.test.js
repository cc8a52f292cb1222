// Explanations of published values in JavaScript equal the command line's. The cubes are the demo cubes, and the small
// core is loaded first.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";

const CELLVEIL = path("target/release/cellveil");
const FOLDER = "target/test-cubes/explain";

/** @param {string} folder */
const open = (folder) => openCube(pathToFileURL(path(folder, "cube.json")));
/** @param {string} table @param {...string} more */
const commandLine = (table, ...more) => JSON.parse(execFileSync(CELLVEIL, ["ptable", "explain", path(table), "--format", "json", ...more], { encoding: "utf8" }));
/** @param {string} code @param {RegExp} [message] */
const refused = (code, message = /expected/) => (/** @type {any} */ error) => error.code === code && message.test(error.message);

/**
 * Builds a keyed or sealed hypercube with the given lines for `explain`.
 * @param {string} name
 * @param {string} spec
 * @param {string} explain
 */
function make(name, spec, explain) {
  const source = path(FOLDER, "source");
  const keyed = name === "keyed";
  const text = readFileSync(path("demo/hypercube", spec), "utf8")
    .replace(/^max_dimensions = 4$/m, keyed ? "" : "max_dimensions = 2")
    .replace(/^release = "sealed"$/m, keyed ? "" : 'release = "sealed"');
  const given = /^\[publish\]$/m.test(text) ? text.replace(/^\[publish\]$/m, `[publish]\n${explain}`) : `${text}\n[publish]\n${explain}\n`;
  writeFileSync(`${source}/${name}.toml`, given);
  execFileSync(CELLVEIL, ["tile", `${source}/${name}.toml`, "--cells", `${source}/cells.csv.gz`, "--out", path(FOLDER, name), "--force"], { stdio: "ignore" });
  return open(`${FOLDER}/${name}`);
}

before(() => {
  rmSync(path(FOLDER), { recursive: true, force: true });
  mkdirSync(path(FOLDER), { recursive: true });
  cpSync(path("demo/hypercube"), path(FOLDER, "source"), { recursive: true });
});

describe("a keyed cube", () => {
  test("an explanation of a cell or a value equals the command line's", async () => {
    const cube = await open("target/site/cubes/census2011-teaching");
    assert.equal(cube.explains, true);
    const table = await cube.table({ rows: ["region"], columns: ["sex", "age:band"] });
    const cell = table.values.findIndex((value) => value !== null && value > 0);
    const value = /** @type {number} */ (table.values[cell]);
    const said = await table.explain(cell);
    assert.deepEqual(said, commandLine("demo/census2011-teaching/ptable.csv", "--value", `${value}`));
    assert.deepEqual(said, await table.explain({ value }));
    assert.deepEqual(said, await cube.explain({ value }));
    assert.deepEqual(await cube.explain({ value, level: 0.5 }), commandLine("demo/census2011-teaching/ptable.csv", "--value", `${value}`, "--level", "0.5"));
    assert.deepEqual(Object.keys(said), ["value", "low", "high", "probability", "least", "most", "likeliest", "likeliestProbability", "level", "prior"]);
    assert.ok(said.probability >= 0.9 && said.least <= said.low && said.low <= said.high && said.high <= said.most);
    assert.deepEqual([said.level, said.prior], [0.9, "flat"]);
    // The table from the small core and the table from the full core are the same.
    assert.equal((await cube.table({ rows: ["region"], columns: ["sex", "age:band"] })).receipt, table.receipt);
    cube.close();
  });

  test("an explanation can use the table's frequencies where true counts are public", async () => {
    const cube = await open("target/site/cubes/census2011-teaching");
    const query = { rows: ["region"], columns: ["age"], totals: false };
    const open_ = await cube.table({ ...query, reveal: true });
    const counts = Array.from(/** @type {Float64Array} */ (open_.trueCounts));
    const cell = counts.findIndex((count) => count > 20);
    const said = await open_.explain(cell, { prior: "table" });
    assert.equal(said.prior, "table");
    for (const count of [said.least, said.most, said.likeliest]) assert.ok(counts.includes(count), `${count}`);
    await assert.rejects((await cube.table(query)).explain(cell, { prior: "table" }), refused("reveal-refused"));
    cube.close();
  });

  test("sums of counts and impossible positions and values have no explanation", async () => {
    const cube = await open("target/site/cubes/census2011-teaching");
    const method = { kind: "random-rounding", base: 3, totals: "sum" };
    const table = await cube.table({ rows: ["region"], method });
    assert.equal((await table.explain(0)).value, table.values[0]);
    await assert.rejects(table.explain(table.values.length - 1), refused("not-one-count"));
    await assert.rejects(table.explain(table.values.length), refused("bad-query"));
    await assert.rejects(table.explain(-1), refused("bad-query"));
    for (const cell of [NaN, Infinity, 0.5]) {
      await assert.rejects(table.explain(cell), refused("bad-query", new RegExp(`explain\\.cell is ${cell}; expected the position`)));
      await assert.rejects(table.explain({ cell }), refused("bad-query"));
    }
    for (const value of /** @type {any[]} */ ([NaN, Infinity, -1, 2.5, "3", 3n, undefined, {}])) {
      for (const asked of [table, cube]) await assert.rejects(asked.explain({ value }), refused("bad-query", /explain\.value is .*; expected a whole number from 0, or null/));
    }
    for (const asked of /** @type {any[]} */ ([undefined, null, "3", 3n, true])) {
      await assert.rejects(table.explain(asked), refused("bad-query"));
      await assert.rejects(cube.explain(asked), { code: "bad-query", fault: "input" });
    }
    await assert.rejects(table.explain(0, { level: NaN }), refused("bad-query"));
    await assert.rejects(cube.explain(/** @type {any} */ ({ value: 3, cell: 0 })), refused("bad-query"));
    // `explain` is not a part of a table's query.
    assert.deepEqual((await cube.table(/** @type {any} */ ({ rows: ["region"], method, explain: { value: 3 } }))).values, table.values);
    await assert.rejects(cube.table({ rows: ["region"], method: { kind: "none", totals: () => "own" } }), { code: "bad-query" });
    await assert.rejects(table.explain({ value: 4 }), refused("never-published"));
    await assert.rejects(table.explain({ value: null }), refused("never-published"));
    await assert.rejects(cube.explain({ value: /** @type {any} */ (undefined) }), refused("bad-query"));
    await assert.rejects(cube.explain({ value: 3, level: 2 }), refused("bad-query"));
    await assert.rejects(cube.explain({ value: 3, method: "other" }), refused("unknown-method"));
    const suppressing = { kind: "threshold-rounding", threshold: 10, base: 5 };
    assert.deepEqual(await cube.explain({ value: null, method: suppressing, level: 1 }).then(({ value, low, high }) => [value, low, high]), [null, 0, 9]);
    cube.close();
  });

  test("explanations can be switched off by the publisher", async () => {
    const cube = await make("off", "cube.toml", "explain = false");
    assert.equal(cube.explains, false);
    const table = await cube.table({ rows: ["sex"] });
    await assert.rejects(table.explain(0), refused("not-explained", /the publisher of this cube switched explanations off/));
    await assert.rejects(cube.explain({ value: 7 }), refused("not-explained"));
    cube.close();
  });
});

describe("a sealed cube", () => {
  test("a sealed cube explains nothing by default", async () => {
    const cube = await open("target/site/cubes/hypercube-sealed");
    assert.equal(cube.explains, false);
    await assert.rejects(cube.explain({ value: 7 }), refused("not-explained", /published without explanations/));
    cube.close();
  });

  test("a sealed cube with explain = true explains without its p-table", async () => {
    const cube = await make("sealed", "sealed.toml", "explain = true");
    assert.equal(cube.explains, true);
    const table = await cube.table({ rows: ["age"], columns: ["education"] });
    const keyed = await make("keyed", "sealed.toml", "");
    for (const value of [0, 3, 7, 40, 123456]) {
      const said = await table.explain({ value });
      const exact = await keyed.explain({ value });
      const rounded = (/** @type {number} */ probability) => Math.round(probability * 1e6) / 1e6;
      assert.deepEqual(said, { ...exact, probability: rounded(exact.probability), likeliestProbability: rounded(exact.likeliestProbability) });
    }
    keyed.close();
    await assert.rejects(table.explain({ value: 7 }, { level: 0.5 }), refused("bad-query"));
    await assert.rejects(table.explain({ value: 7 }, { prior: "table" }), refused("reveal-refused"));
    cube.close();
  });
});
