// `table.uncertainty` has, for each cell, the answer of `table.explain`, with every method of the demo cubes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { layoutOf } from "../../www/element/layout.js";
import { figureIntervals } from "../../www/element/uncertainty.js";

/** @import { Query } from "cellveil" */

const CELLVEIL = path("target/release/cellveil");
const FOLDER = "target/test-cubes/uncertainty";
/** @param {string} folder */
const open = (folder) => openCube(pathToFileURL(path("target/site/cubes", folder, "cube.json")));
/** @param {string} code @param {RegExp} [message] */
const refused = (code, message = /expected/) => (/** @type {any} */ error) => error.code === code && message.test(error.message);

/** Methods beside those of the demo cubes. */
const MORE = [
  { kind: "random-rounding", base: 3, totals: "sum" },
  { kind: "threshold-rounding", threshold: 10, base: 5 },
  { kind: "small-cell", x: 2 },
];

/**
 * Compares the cells of a table with their explanations, each value once for each kind of cell.
 * @param {import("cellveil").Table} table
 * @param {number} [level]
 */
async function compare(table, level) {
  const found = await table.uncertainty({ level });
  assert.equal(found.level, level ?? 0.9);
  assert.deepEqual([found.low.length, found.high.length], [table.values.length, table.values.length]);
  const seen = new Set();
  let explained = 0;
  for (let cell = 0; cell < table.values.length; cell++) {
    const said = found.at(cell);
    assert.deepEqual([found.low[cell], found.high[cell]], [said?.low ?? NaN, said?.high ?? NaN]);
    const key = `${table.values[cell]} ${table.status[cell]} ${said === null}`;
    if (seen.has(key) || seen.size > 150) continue;
    seen.add(key);
    if (table.status[cell] === "blocked") {
      assert.equal(said, null);
      continue;
    }
    const alone = await table.explain(cell, { level }).catch((error) => error);
    if (alone instanceof Error) {
      assert.equal(said, null, `${cell}: ${alone.message}`);
      assert.equal(/** @type {any} */ (alone).code, "not-one-count");
    } else {
      assert.deepEqual(said, alone, `cell ${cell}`);
      explained++;
    }
    const listed = found.distribution(cell);
    if (said && listed && listed.probabilities.length > 0) {
      const inside = listed.probabilities.slice(said.low - listed.least, said.high - listed.least + 1).reduce((sum, chance) => sum + chance, 0);
      assert.ok(Math.abs(inside - said.probability) < 1e-9 && listed.evidence > 0);
    }
  }
  assert.ok(explained > 0);
  return found;
}

describe("the uncertainty of a table", () => {
  for (const folder of ["census2011-teaching", "hypercube", "hypercube-2015", "hypercube-2015-perturbed", "tidewell"]) {
    test(`equals the explanations of ${folder}, with every method`, async () => {
      const cube = await open(folder);
      assert.ok(cube.explains);
      const [rows, columns] = cube.dimensions.filter(({ codes }) => codes.length < 30).map(({ name }) => name);
      for (const method of [...cube.methods.map(({ name }) => name), ...(folder === "tidewell" ? MORE : [])]) {
        const table = await cube.table(/** @type {Query} */ ({ rows, columns, method }));
        const whole = await table.explain(0).catch((error) => error);
        if (whole instanceof Error && /** @type {any} */ (whole).code === "whole-table") {
          await assert.rejects(table.uncertainty(), refused("whole-table"));
          continue;
        }
        await compare(table);
        if (method === cube.defaultMethod) await compare(table, 0.5);
      }
      cube.close();
    });
  }

  test("sums of building blocks have no interval", async () => {
    const cube = await open("census2011-teaching");
    const regions = cube.dimensions.find(({ name }) => name === "region")?.codes.map(({ code }) => code) ?? [];
    const groups = { region: { Most: regions.slice(1), One: regions.slice(0, 1) } };
    const table = await cube.table({ rows: ["region"], columns: ["sex"], groups, areas: "blocks" });
    const found = await compare(table);
    assert.ok(Number.isNaN(found.low[0]) && !Number.isNaN(found.low[table.shape[1]]));
    const filtered = await cube.table({ rows: ["sex"], filter: { region: regions.slice(1) }, areas: "blocks" });
    await assert.rejects(filtered.uncertainty(), refused("not-one-count"));
    cube.close();
  });

  test("is refused where an explanation is refused, with the same code", async () => {
    const sealed = await open("hypercube-sealed");
    const table = await sealed.table({ rows: [sealed.dimensions[0].name] });
    await assert.rejects(table.uncertainty(), refused("not-explained", /published without explanations/));
    sealed.close();
    const cube = await open("tidewell");
    const own = await cube.table({ rows: [cube.dimensions[0].name] });
    for (const level of [0, 2, -1, NaN, Infinity]) await assert.rejects(own.uncertainty({ level }), refused("bad-query", /level/));
    for (const options of /** @type {any[]} */ ([{ level: "0.9" }, { prior: "table" }, { cell: 0 }, { x: 1 }])) await assert.rejects(own.uncertainty(options), refused("bad-query", /expected|unknown/));
    const fitted = await cube.table({ rows: [cube.dimensions[0].name], method: { kind: "random-rounding", base: 5, additivity: "ipf" } });
    await assert.rejects(fitted.uncertainty(), refused("whole-table"));
    cube.close();
  });

  test("a sealed cube with explanations has intervals of one level, and ranges of percentages", async () => {
    const source = path(FOLDER, "source");
    rmSync(path(FOLDER), { recursive: true, force: true });
    cpSync(path("demo/hypercube"), source, { recursive: true });
    const spec = readFileSync(`${source}/sealed.toml`, "utf8");
    writeFileSync(`${source}/explained.toml`, spec.replace(/^max_dimensions = 4$/m, "max_dimensions = 2").replace(/^\[publish\]$/m, "[publish]\nexplain = true"));
    execFileSync(CELLVEIL, ["tile", `${source}/explained.toml`, "--cells", `${source}/cells.csv.gz`, "--out", path(FOLDER, "sealed")], { stdio: "ignore" });
    const cube = await openCube(pathToFileURL(path(FOLDER, "sealed", "cube.json")));
    const table = await cube.table({ rows: cube.dimensions.slice(0, 1).map(({ name }) => name) });
    const found = await compare(table);
    assert.equal(found.distribution(0)?.probabilities.length, 0);
    await assert.rejects(table.uncertainty({ level: 0.5 }), refused("bad-query"));
    const interval = figureIntervals(table, layoutOf(table, { percent: "column" }), found)(0, 0);
    assert.deepEqual([interval?.level, interval?.bound], [1, true]);
    cube.close();
  });

  test("intervals of percentages contain the true percentages as often as they say", async () => {
    // The true counts of this cube are public. The flat prior is only an assumption, so the share may be below 90 %.
    const cube = await open("census2011-teaching");
    const table = await cube.table({ rows: ["region"], columns: ["age:band", "sex"], reveal: true });
    const truth = Array.from(/** @type {Float64Array} */ (table.trueCounts));
    const layout = layoutOf(table, { percent: "row" });
    const of = figureIntervals(table, layout, await table.uncertainty());
    let [inside, all] = [0, 0];
    for (let line = 0; line < layout.height; line++) {
      for (let column = 0; column < layout.width; column++) {
        const found = of(line, column);
        const workings = layout.workings(line, column);
        if (!found || !workings || found.level === 1) continue;
        const [above, below] = [workings.numerator, workings.denominator].map(({ cells }) => cells.reduce((sum, cell) => sum + truth[cell], 0));
        if (below === 0) continue;
        all++;
        const exact = (100 * above) / below;
        if (exact >= found.low - 1e-9 && exact <= found.high + 1e-9) inside++;
      }
    }
    assert.ok(all > 100 && inside / all > 0.87, `${inside} of ${all}`);
    cube.close();
  });

  test("the command line has the same ends", async () => {
    const cube = await open("tidewell");
    const name = cube.dimensions[0].name;
    const table = await cube.table({ rows: [name] });
    const found = await table.uncertainty();
    const csv = execFileSync(CELLVEIL, ["table", path("target/site/cubes/tidewell"), "--rows", name, "--intervals"], { encoding: "utf8" });
    const lines = csv.trim().split("\n").slice(1).map((line) => line.split(",").slice(-2));
    assert.deepEqual(lines, table.values.map((_, cell) => [found.low[cell], found.high[cell]].map((end) => (Number.isNaN(end) ? "" : `${end}`))));
    cube.close();
  });

  test("the documentation names every part of the answer", () => {
    const page = readFileSync(path("docs/reference/uncertainty.md"), "utf8");
    for (const part of ["low", "high", "at(cell)", "distribution(cell)", "level", "independent", "overlapping"]) assert.ok(page.includes(`\`${part}\``), part);
  });
});
