// Risk and utility in Node: the figures of `cellveil measure`, the map of tables and methods, and figures that must not
// be disclosed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { openWorkshop } from "cellveil/workshop.js";
import { path } from "../../scripts/lib.js";
import { asArguments } from "./support/random-queries.js";

/** @import { Cube, MapPoint, MeasureChoices } from "cellveil" */
/** @import { PairQuery } from "./support/random-queries.js" */

const CELLVEIL = path("target/release/cellveil");
const folder = (/** @type {string} */ name) => path(`target/site/cubes/${name}`);
const opened = (/** @type {string} */ name) => openCube(pathToFileURL(`${folder(name)}/cube.json`));
const cubes = { census: await opened("census2011-teaching"), hypercube: await opened("hypercube") };
const FOLDERS = { census: folder("census2011-teaching"), hypercube: folder("hypercube") };

/** @param {MeasureChoices & { target?: [string, string[]][] }} choices */
function choiceArguments({ weights, multiplier, divisor, suppressed, by, target }) {
  return [
    ...(weights ? [`--weights=${weights.join()}`] : []), ...(multiplier === undefined ? [] : [`--multiplier=${[multiplier].flat().join()}`]),
    ...(divisor ? [`--divisor=${divisor}`] : []), ...(suppressed ? [`--suppressed=${suppressed}`] : []), ...(by ? [`--by=${by}`] : []), ...(target ?? []).map(([name, codes]) => `--target=${name}=${codes.join()}`),
  ];
}

/** @param {keyof typeof FOLDERS} cube @param {PairQuery} query @param {any} [choices] @param {string} [cwd] */
function printed(cube, query, choices = {}, cwd = path(".")) {
  return JSON.parse(execFileSync(CELLVEIL, ["measure", FOLDERS[cube], ...asArguments(query), ...choiceArguments(choices)], { cwd, encoding: "utf8" }));
}

/** @type {[keyof typeof FOLDERS, PairQuery, (MeasureChoices & { target?: [string, string[]][] })?][]} */
const CASES = [
  ["census", { rows: ["region"], columns: ["age", "religion"] }],
  ["census", { rows: ["region"], columns: ["age", "religion"], method: "suppress10" }],
  ["census", { rows: ["region"], columns: ["age", "religion"], method: "suppress10" }, { suppressed: "average" }],
  ["census", { rows: ["region:country", "age:band"], columns: ["sex"], method: "additive" }],
  ["census", { rows: ["age"], totals: false }],
  ["census", { rows: ["health"], columns: ["ethnic_group"], filter: [["region", ["E12000007", "W92000004"]], ["sex", ["2"]]], method: "zeros" }],
  ["census", { rows: ["age"], columns: ["religion"], groups: [["age", [["young", ["1", "2"]], ["old", ["7", "8"]]]]], method: "rounding5" }],
  ["census", { rows: ["region"], columns: ["religion"], method: "matrix" }, { multiplier: [0.5, 0.9] }],
  ["census", { rows: ["age:band"], columns: ["marital_status"], method: "matrix" }, { divisor: "realised" }],
  ["census", { rows: ["region"], columns: ["religion"], method: "small-cell-sums" }, { multiplier: 0.25 }],
  ["census", { rows: ["region"], columns: ["religion", "sex"] }, { weights: [0.25, 0.25, 0.25, 0.25], by: "religion", target: [["sex", ["2"]]] }],
  ["census", { rows: ["region"], columns: ["religion"], method: "none" }, { target: [["religion", ["3", "4", "7"]]] }],
  ["census", { rows: ["region"], columns: ["age"], method: { kind: "random-rounding", base: 10 } }],
  ["hypercube", { rows: ["region", "age"], columns: ["sex", "education"] }],
  ["hypercube", { rows: ["occupation"], columns: ["activity"], method: "threshold10" }, { suppressed: "average", by: "occupation" }],
  ["hypercube", { rows: ["region"], columns: ["age:band"], method: { kind: "threshold-rounding", threshold: 10, base: 5 } }],
];

test("cube.measure returns the command line's numbers", async () => {
  for (const [cube, query, choices] of CASES) {
    const found = await cubes[cube].measure(/** @type {any} */ (query), choices);
    assert.deepEqual(found, printed(cube, query, choices), JSON.stringify([cube, query, choices]));
    assert.ok(found.risk.before && found.utility.hellinger_utility !== null, "there is something to compare");
  }
});

test("choices change only their measures", async () => {
  const query = { rows: ["region"], columns: ["age", "religion"], method: "suppress10" };
  const plain = await cubes.census.measure(query);
  const even = await cubes.census.measure(query, { weights: [0.25, 0.25, 0.25, 0.25] });
  assert.notEqual(even.risk.after?.r, plain.risk.after?.r);
  assert.deepEqual(even.utility, plain.utility);
  const average = await cubes.census.measure(query, { suppressed: "average" });
  assert.deepEqual(average.risk, plain.risk);
  assert.notEqual(average.utility.hellinger, plain.utility.hellinger);
  const by = await cubes.census.measure(query, { by: "age" });
  assert.notEqual(by.utility.hellinger_areas, plain.utility.hellinger_areas);
  // A Map and an object give the same result.
  const targets = await Promise.all([{ religion: ["6"] }, new Map([["religion", new Set(["6"])]])].map((target) => cubes.census.measure(query, /** @type {any} */ ({ target }))));
  assert.deepEqual(targets[0], targets[1]);
  assert.notEqual(targets[0].utility.between_variance_change, plain.utility.between_variance_change);
});

test("table.measures equals cube.measure without choices and is computed once", async () => {
  const query = { rows: ["region"], columns: ["religion"], filter: { sex: ["1"] }, method: "ten-five", totals: false };
  const table = await cubes.census.table(query);
  assert.deepEqual(await table.measures, await cubes.census.measure(query));
  assert.equal(table.measures, table.measures);
});

test("a custom p-table is measured as by the command line", async () => {
  const workshop = await openWorkshop();
  const { text } = workshop.file(workshop.ready[2].parameters, "ptable");
  const place = mkdtempSync(join(tmpdir(), "cellveil-measure-"));
  try {
    writeFileSync(join(place, "strong.csv"), text);
    const query = { rows: ["region"], columns: ["religion"] };
    const found = await cubes.census.measure({ ...query, method: { kind: "cell-key", ptable: { name: "strong.csv", text }, lookup: "hash" } });
    assert.deepEqual(found, printed("census", { ...query, method: { kind: "cell-key", ptable: "strong.csv", lookup: "hash" } }, {}, place));
  } finally {
    rmSync(place, { recursive: true });
  }
});

test("wrong choices have the code bad-query and one line with what was expected", async () => {
  const query = { rows: ["region"], columns: ["sex"] };
  for (const [choices, words] of /** @type {[any, RegExp][]} */ ([
    [{ weights: [1, 1, 1, 1] }, /weights.*four numbers from 0 to 1 that add up to 1/],
    [{ weights: [0.5, 0.5] }, /weights/],
    [{ weights: [NaN, 0.5, 0.25, 0.25] }, /weights/],
    [{ multiplier: 2 }, /multiplier.*a number from 0 to 1/],
    [{ divisor: "maybe" }, /divisor.*"expected" or "realised"/],
    [{ suppressed: "maybe" }, /suppressed.*"zero" or "average"/],
    [{ by: "religion" }, /by.*"religion".*one of the table's rows and columns/],
    [{ target: { sex: ["9"] } }, /target.*"9"/],
    [{ target: { region: ["E12000007"] } }, /target.*other than that of the areas/],
    [{ target: "sex" }, /target: expected an object/],
    [{ weight: [1, 0, 0, 0] }, /unknown field "measure\.weight"/],
    [7, /expected an object/],
    [null, /expected an object/],
  ])) {
    await assert.rejects(cubes.census.measure(query, choices), (/** @type {any} */ error) => {
      assert.equal(error.code, "bad-query", JSON.stringify(choices));
      assert.equal(error.fault, "input");
      assert.match(error.message, words);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
  }
});

test("a sealed cube reports only the number of cells", async () => {
  for (const name of ["census2011-teaching-sealed", "hypercube-sealed"]) {
    const cube = await opened(name);
    const found = await cube.measure({ rows: ["region"], columns: ["sex"] });
    assert.equal(found.table.cells, cube.dimensions[0].codes.length * 2);
    const numbers = JSON.stringify(found).match(/:(?!null)[^,{}]+/g);
    assert.deepEqual(numbers, [`:${found.table.cells}`]);
    assert.deepEqual(Object.keys(found.utility), Object.keys((await cubes.census.measure({ rows: ["sex"] })).utility), "the same shape");
  }
});

test("the risk-utility map has each table with each method, in order, as measured singly", async () => {
  const tables = [{ rows: ["region"], columns: ["religion"] }, { label: "Women", rows: ["age"], filter: { sex: ["2"] } }];
  const methods = ["default", { kind: "random-rounding", base: 3 }, { label: "None at all", method: "none" }];
  /** @type {MapPoint[]} */
  const heard = [];
  const points = await cubes.census.riskUtilityMap({ tables, methods, weights: [0.4, 0.2, 0.2, 0.2], onpoint: (point) => heard.push(point) });
  assert.deepEqual(heard, points);
  assert.deepEqual(points.map(({ table, method }) => [table, method]), ["region × religion", "Women"].flatMap((table) =>
    ["default", "random-rounding, base 3", "None at all"].map((method) => [table, method])));
  for (const [at, point] of points.entries()) {
    const { label, ...query } = /** @type {any} */ (tables[Math.floor(at / 3)]);
    const method = ["default", methods[1], "none"][at % 3];
    const measures = await cubes.census.measure({ ...query, method }, { weights: [0.4, 0.2, 0.2, 0.2] });
    assert.deepEqual(point, { table: point.table, method: point.method, risk: measures.risk.after?.r, utility: measures.utility.hellinger_utility, before: measures.risk.before?.r, measures });
  }
  assert.equal(points[2].utility, 1);
  assert.equal(new Set(points.slice(0, 3).map(({ before }) => before)).size, 1, "the risk before is the table's");
  const all = await cubes.census.riskUtilityMap({ tables: [{ rows: ["sex"], columns: ["age:band"] }] });
  assert.deepEqual(all.map(({ method }) => method), cubes.census.methods.map(({ name }) => name));
});

test("an impossible method or table is a point with an error, and the others stay", async () => {
  const points = await cubes.hypercube.riskUtilityMap({
    tables: [{ rows: ["region"], columns: ["age"] }, { label: "none", rows: ["nowhere"] }],
    methods: ["default", { kind: "random-rounding", base: 3 }, { kind: "no such kind" }, "threshold10"],
  });
  const none = { risk: null, utility: null, before: null, measures: null };
  assert.deepEqual(points.slice(0, 4).map(({ error }) => error?.code), [undefined, "bad-method", "bad-method", undefined]);
  assert.deepEqual(points.slice(4).map(({ error }) => error?.code), ["unknown-dimension", "bad-method", "bad-method", "unknown-dimension"]);
  for (const point of points.filter(({ error }) => error)) {
    assert.deepEqual({ ...point, ...none }, point);
    assert.doesNotMatch(point.error?.message ?? "\n", /\n/);
  }
  assert.match(points[1].error?.message ?? "", /expected a modulus of 2\^32 or more/);
  assert.ok(points[0].risk !== null && points[3].risk !== null);
});

test("a map without tables or methods, an aborted map and a closed cube reject", async () => {
  const tables = [{ rows: ["sex"] }];
  for (const request of /** @type {any[]} */ ([undefined, {}, { tables: [] }, { tables: { rows: ["sex"] } }, { tables, methods: [] }, { tables, methods: "default" }])) {
    await assert.rejects(cubes.census.riskUtilityMap(request), { code: "bad-query" });
  }
  const reason = new Error("enough");
  await assert.rejects(cubes.census.riskUtilityMap({ tables, signal: AbortSignal.abort(reason) }), reason);
  const stop = new AbortController();
  let points = 0;
  await assert.rejects(cubes.census.riskUtilityMap({ tables, signal: stop.signal, onpoint: () => { if (++points === 2) stop.abort(reason); } }), reason);
  assert.equal(points, 2);
  const closed = await opened("census2011-teaching");
  closed.close();
  await assert.rejects(closed.riskUtilityMap({ tables }), { code: "closed" });
});
