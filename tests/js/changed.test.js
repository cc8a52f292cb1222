// Changed records in Node: measures against the unchanged records, and estimates before PRAM, with the command line's
// numbers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { en } from "../../www/words/en.js";
import { LANGUAGES } from "../../www/words/languages.js";
import { pretabularInWords } from "../../www/words/pretabular.js";
import { asArguments } from "./support/random-queries.js";

const CELLVEIL = path("target/release/cellveil");
const DEMO = "demo/census2011-teaching";
const FOLDER = path("target/test-cubes/changed-js");
const CENSUS = path("target/site/cubes/census2011-teaching");
const SWAPPED = path("target/site/cubes/census2011-teaching-swapped");
const PRAM = `${FOLDER}/pram`;

const run = (/** @type {string[]} */ ...args) => execFileSync(CELLVEIL, args, { cwd: path("."), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
run("tile", `${DEMO}/pram.toml`, "--records", `${DEMO}/records.csv.gz`, "--out", PRAM, "--force");
after(() => rmSync(FOLDER, { recursive: true }));

const opened = (/** @type {string} */ folder) => openCube(pathToFileURL(`${folder}/cube.json`));
const [census, swapped, pram] = await Promise.all([CENSUS, SWAPPED, PRAM].map(opened));

/** @type {import("./support/random-queries.js").PairQuery[]} */
const QUERIES = [
  { rows: ["region"], columns: ["marital_status"], method: "none" },
  { rows: ["region"], columns: ["age", "sex"] },
  { rows: ["age"], columns: ["marital_status"], method: "none" },
  { rows: ["region:country", "age:band"], columns: ["religion"], filter: [["sex", ["2"]]], method: "ten-five" },
  { rows: ["region"], columns: ["religion"], method: { kind: "suppression", threshold: 5 } },
];

test("measures against the unchanged records are those of the command line", async () => {
  for (const query of QUERIES) {
    for (const moved of [undefined, 0, 0.25]) {
      const found = await swapped.measure(/** @type {any} */ (query), { original: census, ...(moved === undefined ? {} : { moved }) });
      const args = [...asArguments(query), "--original", CENSUS, ...(moved === undefined ? [] : ["--moved", String(moved)])];
      assert.deepEqual(found, JSON.parse(run("measure", SWAPPED, ...args)), JSON.stringify([query, moved]));
    }
  }
  const [query] = QUERIES;
  const [alone, against] = [await swapped.measure(/** @type {any} */ (query)), await swapped.measure(/** @type {any} */ (query), { original: census })];
  assert.equal(alone.utility.hellinger_utility, 1, "the method none changes nothing");
  assert.ok((against.utility.hellinger_utility ?? 1) < 1 && against.risk.after);
  assert.deepEqual(against.risk.before, (await census.measure(/** @type {any} */ (query))).risk.before);
});

test("the risk after noise has the probabilities of its method, as on the command line", async () => {
  const [hypercube, rounded] = ["hypercube-2015", "hypercube-2015-rounded"].map((name) => path(`target/site/cubes/${name}`));
  const [original, changed] = await Promise.all([hypercube, rounded].map(opened));
  const query = { rows: ["activity"], columns: ["education"], method: "none" };
  const noise = { kind: "random-rounding", base: 3 };
  const found = await changed.measure(query, { original, noise });
  const args = ["--rows", "activity", "--columns", "education", "--method", "none", "--original", hypercube];
  assert.deepEqual(found, JSON.parse(run("measure", rounded, ...args, "--noise", JSON.stringify(noise))));
  assert.ok(found.risk.after && found.utility.variance === null);
  assert.equal((await changed.measure(query, { original })).risk.after, null);
});

test("a risk–utility map takes the unchanged records", async () => {
  const tables = [{ rows: ["region"], columns: ["age"], label: "one" }];
  const methods = ["none", "default"];
  const points = await swapped.riskUtilityMap({ tables, methods, original: census });
  for (const [at, method] of methods.entries()) {
    assert.deepEqual(points[at].measures, await swapped.measure({ ...tables[0], label: undefined, method }, { original: census }), method);
  }
  assert.equal(points[0].before, points[1].before);
});

test("a cube that cannot have the unchanged records is refused", async () => {
  const query = { rows: ["region"], columns: ["sex"] };
  const [tidewell, sealed, closed] = await Promise.all(["tidewell", "census2011-teaching-sealed", "census2011-teaching"].map((name) => opened(path(`target/site/cubes/${name}`))));
  closed.close();
  for (const [changed, choices, code, words] of /** @type {[import("cellveil").Cube, any, string, RegExp][]} */ ([
    [swapped, { original: tidewell }, "bad-original", /dimensions, codes or levels differ/],
    [swapped, { original: pram }, "bad-original", /not a keyed cube/],
    [sealed, { original: census }, "bad-original", /given with a sealed cube/],
    [swapped, { original: "census" }, "bad-original", /not an open cube/],
    [census, { original: swapped }, "bad-original", /its records were changed before they were counted/],
    [swapped, { original: census, noise: { kind: "none" } }, "bad-query", /noise: given with another method/],
    [swapped, { noise: { kind: "none" } }, "bad-query", /noise: given without original/],
    [swapped, { moved: 0.1 }, "bad-query", /moved: given without original/],
    [swapped, { original: census, moved: 2 }, "bad-query", /moved: not a share/],
    [swapped, { original: census, moved: "0.1" }, "bad-query", /moved: not a share/],
    [swapped, { original: closed }, "closed", /closed/],
  ])) {
    await assert.rejects(changed.measure(query, choices), (/** @type {any} */ error) => {
      assert.equal(error.code, code, error.message);
      assert.match(error.message, words);
      return true;
    });
  }
});

test("estimates before PRAM are those of the command line", async () => {
  for (const query of /** @type {import("./support/random-queries.js").PairQuery[]} */ ([
    { rows: ["region"], method: "none" },
    { rows: ["sex"], columns: ["region"], method: "suppress10" },
    { rows: ["region:country"], columns: ["sex"] },
    { rows: ["age"], columns: ["sex"] },
  ])) {
    // The CSV has one decimal.
    const lines = run("table", PRAM, ...asArguments(query), "--estimate").trim().split("\n").slice(1);
    const expected = lines.map((line) => line.split(",").pop()).map((field) => (field === "" ? null : Number(field)));
    const table = await pram.table(/** @type {any} */ (query));
    const found = await table.estimates();
    assert.equal(found.length, table.values.length);
    found.forEach((estimate, at) => {
      if (estimate === null || expected[at] === null) assert.equal(estimate, expected[at], `${JSON.stringify(query)} ${at}`);
      else assert.ok(Math.abs(estimate - /** @type {number} */ (expected[at])) < 0.05 + 1e-9, `${JSON.stringify(query)} ${at}: ${estimate} and ${expected[at]}`);
    });
  }
});

test("a table without estimates has an error with a code", async () => {
  for (const [cube, query, words] of /** @type {[import("cellveil").Cube, any, RegExp][]} */ ([
    [census, { rows: ["region"] }, /no PRAM/],
    [swapped, { rows: ["region"] }, /no PRAM/],
    [pram, { rows: ["sex"], filter: { region: ["E12000007"] } }, /selects categories of "region"/],
  ])) {
    const table = await cube.table(query);
    await assert.rejects(table.estimates(), (/** @type {any} */ error) => error.code === "no-estimate" && words.test(error.message));
  }
});

test("a cube has its steps, and words for them in each language", () => {
  assert.equal(census.manifest.pretabular, undefined);
  assert.deepEqual(swapped.manifest.pretabular?.steps.map(({ kind }) => kind), ["swap"]);
  const [step] = pretabularInWords(swapped.manifest.pretabular, en);
  assert.match(step, /^Records were swapped before tabulation: .*\. \d+(\.\d)?% of the records moved\.$/);
  const [matrix, why] = pretabularInWords(pram.manifest.pretabular, en);
  assert.match(matrix, /PRAM.*The publisher states the matrix/);
  assert.match(why, /The data are public\./);
  assert.deepEqual(pretabularInWords(undefined, en), []);
  for (const [name, words] of Object.entries(LANGUAGES)) {
    assert.deepEqual(Object.keys(words.pretabular.steps), Object.keys(en.pretabular.steps), name);
    for (const [kind, text] of Object.entries(words.pretabular.steps)) assert.notEqual(text, en.pretabular.steps[kind], `${name} ${kind}`);
    assert.equal(pretabularInWords(pram.manifest.pretabular, words).length, 2, name);
  }
});
