// `npm run scale` works on tiny inputs, and its document has the tables that it prints. No times are checked.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { hasPython } from "../js/support/engines/install.js";
import { millionTables } from "./scale/cost.js";
import { fit } from "./scale/growth.js";
import { generatedPart, markdown } from "./scale/markdown.js";
import { VARIABLES, recordLines } from "./scale/population.js";

/** @import { Result } from "./scale/scale.js" */

const VARIABLE_COUNT = 14;
/** From 8,192 areas on, a manifest is in parts. With 14 variables, it has files of tile entries. */
const TINY = ["--areas", "20,300", "--persons", "20", "--variables", String(VARIABLE_COUNT), "--wide", "9000", "--national", "20000"];

/** @param {...string} words */
const scale = (...words) => spawnSync(process.execPath, [path("tests/bench/scale/scale.js"), ...words], { encoding: "utf8", maxBuffer: 1 << 28 });

/** The headings and the first column of each table. Without Python, the rows of DuckDB are missing. @param {string} text */
const rows = (text) => text.split("\n").filter((line) => /^[|#]/.test(line) && (hasPython() || !line.includes("DuckDB"))).map((line) => line.split("|")[1]?.trim() ?? line);

test("the whole script works on tiny inputs", async (t) => {
  /** @type {Result | undefined} */
  let result;

  await t.test("it measures each size, and computes the nation", () => {
    const { status, stdout, stderr } = scale(...TINY, "--json");
    assert.equal(status, 0, stderr);
    result = /** @type {Result} */ (JSON.parse(stdout));
    assert.deepEqual(result.steps.map(({ areas }) => areas), [20, 300]);
    const pairs = (VARIABLE_COUNT * (VARIABLE_COUNT - 1)) / 2;
    for (const { sealed, keyed, engines } of result.steps) {
      // Areas, districts and regions by every pair, with all subsets. The keyed cube has the finest view, and the pairs.
      assert.equal(sealed.cube.views.length, 4 * (1 + VARIABLE_COUNT + pairs));
      assert.equal(keyed.cube.views.length, 1 + 2 * pairs);
      for (const { cube, cost, reading } of [sealed, keyed]) {
        assert.ok(cost.seconds > 0 && cube.bytes.tiles > 0 && cube.bytes.manifest === cube.largest.manifest);
        assert.ok(reading.first.requests >= 2 && reading.first.before === cube.bytes.manifest + cube.bytes.ptables && reading.first.tiles > 0);
        assert.ok(reading.first.sent < reading.first.before + reading.first.tiles && reading.most.tiles >= reading.first.tiles);
      }
      assert.deepEqual(Object.keys(engines), hasPython() ? ["duckdb"] : []);
    }
    for (const papers of Object.values(result.papers)) assert.deepEqual(papers.map(({ areas }) => areas), [2000, 5000, 10_000, 20_000]);
  });

  await t.test("the computed cube is like the real one", () => {
    const { built: { cube, reading }, paper } = /** @type {Result} */ (result).wide;
    assert.ok(cube.files.codes > 0 && cube.files.index > 0 && cube.files.levels === 2);
    const near = (/** @type {number} */ computed, /** @type {number} */ found, /** @type {string} */ what) => assert.ok(computed > found * 0.8 && computed < found * 1.25, `${what}: ${computed} for ${found}`);
    assert.ok(cube.files.views > 1);
    for (const kind of /** @type {const} */ (["manifest", "tiles", "codes", "index", "levels", "views"])) near(paper.bytes[kind], cube.bytes[kind], kind);
    assert.deepEqual([paper.files.codes, paper.files.index, paper.files.levels], [cube.files.codes, cube.files.index, cube.files.levels]);
    near(paper.first.before, reading.first.before, "before tiles");
    assert.ok(paper.first.tiles > reading.first.tiles / 2 && paper.first.tiles < reading.first.tiles * 2, "tiles");
    assert.equal(paper.first.requests, reading.first.requests);
  });

  await t.test("its document has each table and row", () => {
    const part = generatedPart();
    assert.deepEqual(rows(part), rows(markdown(/** @type {Result} */ (result))));
    assert.doesNotMatch(part, /NaN|undefined|Infinity|∞/);
    assert.match(readFileSync(path("docs/evidence/scale.md"), "utf8"), /^npm run scale -- --areas [\d,]+ --markdown$/m);
  });

  await t.test("wrong options are refused", () => {
    for (const [words, message] of /** @type {[string[], RegExp][]} */ ([
      [["--areas", "20"], /--areas needs two numbers or more/],
      [["--areas", "20,x"], /--areas is x; expected a whole number from 1/],
      [["--price-gb", "-1"], /price-gb/],
      [["--variables", "40"], /--variables is from 3 to 29/],
      [["--nosuch"], /the options are --areas, /],
    ])) {
      const { status, stderr } = scale(...words);
      assert.equal(status, 1, words.join(" "));
      assert.match(stderr, message);
    }
  });
});

test("equal sizes give equal records, with every category", () => {
  const size = { areas: 20, persons: 300, variables: 29 };
  const [head, ...lines] = [...recordLines(size)].join("").trimEnd().split("\n");
  assert.equal(lines.join("\n"), [...recordLines(size)].slice(1).join("").trimEnd());
  assert.equal(lines.length, size.areas * size.persons);
  const columns = head.split(",");
  for (const [name, categories] of Object.entries(VARIABLES)) {
    const at = columns.indexOf(name);
    assert.equal(new Set(lines.map((line) => line.split(",")[at])).size, categories, name);
  }
  assert.equal(new Set(lines.map((line) => line.slice(line.lastIndexOf(",")))).size, lines.length, "keys differ");
});

test("a fit finds the power and the straight line", () => {
  const sizes = [250, 500, 1000];
  const square = fit(sizes, sizes.map((size) => 3 * size ** 2));
  assert.ok(Math.abs(square.exponent - 2) < 1e-9);
  const straight = fit(sizes, sizes.map((size) => 7 + 2 * size));
  assert.ok(Math.abs(straight.at(200_000) - 400_007) < 1e-6);
});

test("the cost of a million tables adds up requests and bytes", () => {
  const visit = { program: { requests: 4, sent: 100_000 }, first: { requests: 6, sent: 50_000 }, next: { requests: 5, sent: 10_000 } };
  // 100,000 visits of ten tables: 55 requests and 240,000 bytes each.
  const { requests, gb, cost } = millionTables(visit, { tables: 10, gb: 0.05, requests: 0.01 });
  assert.deepEqual([requests, gb], [5_500_000, 24]);
  assert.ok(Math.abs(cost - (5.5 + 1.2)) < 1e-9);
});

test("the comparison of engines works on tiny inputs", { skip: !hasPython() && "there is no python3" }, () => {
  const engines = (/** @type {string[]} */ ...words) => spawnSync(process.execPath, [path("tests/bench/scale/engines.js"), ...words], { encoding: "utf8", maxBuffer: 1 << 26 });
  const { status, stdout, stderr } = engines("--records", "300,3000", "--variables", "3,9", "--json");
  assert.equal(status, 0, stderr);
  const { cases } = JSON.parse(stdout);
  assert.deepEqual(cases.map((/** @type {any} */ { records, variables }) => [records, variables]), [[300, 3], [3000, 3], [300, 9], [3000, 9]]);
  for (const { ways } of cases) {
    assert.deepEqual(Object.keys(ways), ["tile --records", "DuckDB, cells", "DuckDB, protected views"]);
    for (const { tile } of Object.values(ways)) assert.ok(tile.seconds > 0);
  }
  const table = engines("--records", "300").stdout;
  assert.match(table, /^\| records \| variables \|.*\n\|---.*\n\| 300 \| 8 \| tile --records \| – \|/);
  assert.equal(engines("--records", "0").status, 1);
  assert.match(engines("--records", "many").stderr, /--records is many; expected whole numbers from 1/);
  assert.match(engines("--variables", "65").stderr, /--variables is from 2 to 64/);
  const [limited, tooLittle] = ["300", "1"].map((memory) => engines("--records", "3000", "--types", "100", "--memory", memory));
  assert.equal(limited.status, 0, limited.stderr);
  assert.match(tooLittle.stderr, /Out of Memory/, "the limit applies to DuckDB");
  assert.match(engines("--nosuch").stderr, /the options are --records, /);
});
