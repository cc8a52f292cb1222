// The laboratory of the page "Learn": its choices, the score of its attacks, the corrected record, and the averages of
// new draws. The scores come from the figures of a real audit.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { ATTACKS } from "../../www/site/pages/learn/lab/attacks.js";
import { correct, sealedSpecification } from "../../www/site/pages/learn/lab/corrected.js";
import { drawsOf, freshAverages } from "../../www/site/pages/learn/lab/draws.js";
import { scoresOf } from "../../www/site/pages/learn/lab/score.js";
import { axesOf, cellsOf, setupOf } from "../../www/site/pages/learn/lab/setup.js";

const PROGRAM = path("target/release/cellveil");
const SETUP = setupOf({}, 7);
/** @type {string} */
let folder;
const at = (/** @type {string} */ name) => join(folder, name);
const run = (/** @type {string[]} */ ...args) => execFileSync(PROGRAM, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

before(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-lab-"));
  run("synthesize", "--households", String(SETUP.households), "--seed", String(SETUP.seed), "--out", at("people.csv"), "--spec", at("cube.toml"));
  run("tile", at("cube.toml"), "--records", at("people.csv"), "--out", at("keyed"));
});

after(() => rmSync(folder, { recursive: true }));

/** The report of the command line for a choice. @param {string[]} args */
function audited(...args) {
  try {
    return JSON.parse(run("audit", ...args, "--reveal", "--format", "json"));
  } catch (error) {
    // A finding over its limit has exit status 1, with the report.
    return JSON.parse(String(/** @type {any} */ (error).stdout));
  }
}

const standard = { kind: "cell-key", lookup: "hash" };
const specification = () => sealedSpecification(SETUP, standard).replace("lookup =", 'ptable = "standard"\nlookup =');

test("addresses give choices, and wrong addresses give the first choices", () => {
  assert.deepEqual(setupOf({ households: "400", method: "none", axes: "sex,age:band", most: "2", swap: "0.1", correct: "1", seed: "5" }, 7),
    { data: "people", households: 400, seed: 5, method: "none", axes: ["sex", "age:band"], most: 2, swap: 0.1, correct: true });
  assert.deepEqual(setupOf({ households: "1e9", most: "12", swap: "0.7", seed: "-1", data: "mine" }, 7), SETUP);
  const census = setupOf({ data: "census", swap: "0.1", correct: "1" }, 7);
  assert.deepEqual([census.swap, census.correct], [0, false], "only invented people can be swapped or corrected");
});

test("every score has its figures in the audit, and counts right and wrong claims", () => {
  writeFileSync(at("sealed.toml"), specification());
  const report = audited(at("keyed"), "--spec", at("sealed.toml"));
  const scores = scoresOf(report);
  assert.equal(scores.churn, null, "no earlier release");
  for (const { finding } of ATTACKS.filter(({ finding }) => finding !== "churn")) {
    const score = scores[finding];
    assert.ok(score && score.claims === score.right + (score.wrong ?? 0) && score.right >= 0 && Number(score.wrong) >= 0, finding);
    assert.equal(score.wrong === null, finding === "reconstruction", finding);
  }
  // A planted fault: without protection, each cell is known exactly. With the method, no cell is.
  assert.equal(scores.reconstruction?.right, 0);
  writeFileSync(at("bare.toml"), sealedSpecification(SETUP, { kind: "none" }));
  const bare = scoresOf(audited(at("keyed"), "--spec", at("bare.toml")));
  assert.ok(Number(bare.reconstruction?.right) > 1000 && bare.equality?.wrong === 0);
});

test("the number of published cells is that of the audit's tables", () => {
  const { dimensions } = JSON.parse(readFileSync(join(at("keyed"), "cube.json"), "utf8"));
  const cube = { dimensions: dimensions.map((/** @type {any} */ { name, codes, levels = [] }) => ({ name, label: name, codes, levels: levels.map((/** @type {any} */ level) => ({ name: level.name, label: level.name, codes: level.groups ?? level.codes })) })) };
  const axes = axesOf(cube).filter(({ name }) => SETUP.axes.includes(name));
  assert.equal(axes.length, SETUP.axes.length);
  const sizes = axes.map(({ size }) => size);
  let expected = 0;
  for (let chosen = 0; chosen < 1 << sizes.length; chosen++) {
    const set = sizes.filter((_, bit) => chosen >> bit & 1);
    if (set.length <= SETUP.most) expected += set.reduce((product, size) => product * size, 1);
  }
  assert.equal(cellsOf(axes, SETUP.most), expected);
  // Two levels of one dimension are never in one table.
  const levels = [{ name: "age", label: "", size: 100 }, { name: "age:band", label: "", size: 9 }, { name: "sex", label: "", size: 2 }];
  assert.equal(cellsOf(levels, 2), 1 + 100 + 9 + 2 + 200 + 18);
});

test("the attack on two releases claims the corrected record", () => {
  const records = readFileSync(at("people.csv"));
  const { corrected, correction } = correct(records, SETUP.seed);
  const [before, now] = [records.toString("utf8").split("\n"), new TextDecoder().decode(corrected).split("\n")];
  const changed = before.flatMap((line, row) => (line === now[row] ? [] : [row]));
  assert.deepEqual(changed, [correction.row]);
  assert.equal(now[correction.row].replace(`,${correction.after},`, `,${correction.before},`), before[correction.row]);
  assert.deepEqual(correct(records, SETUP.seed).correction, correction, "the same seed corrects the same person");
  writeFileSync(at("corrected.csv"), corrected);
  writeFileSync(at("sealed.toml"), specification());
  run("tile", at("sealed.toml"), "--records", at("people.csv"), "--out", at("before"));
  run("tile", at("sealed.toml"), "--records", at("corrected.csv"), "--out", at("after"));
  run("tile", at("cube.toml"), "--records", at("corrected.csv"), "--out", at("truth"));
  const report = audited(at("after"), "--truth", at("truth"), "--spec", at("sealed.toml"), "--against", at("before"));
  const { churn } = scoresOf(report);
  assert.deepEqual(churn, { claims: 1, right: 1, wrong: 0 });
  const { example } = report.findings.find((/** @type {any} */ { name }) => name === "churn");
  assert.match(example.published, new RegExp(`health = ${correction.after}`));
  assert.match(example.steps[0].says, /^These values differ from the earlier release\. Before, they were \d+/);
});

test("the average of new draws nears the truth, and the same seed repeats it", () => {
  const row = { draws: 2 ** 32, entries: [{ noise: -2, until: 2 ** 30 }, { noise: 0, until: 3 * 2 ** 30 }, { noise: 2, until: 2 ** 32 }] };
  const target = { words: "", count: 10, value: 12, row };
  const averages = freshAverages(target, 7, 4000);
  // The noise has variance 2. A fair draw misses by five standard errors with a probability below 10^-6.
  assert.ok(Math.abs(averages[3999] - 10) < 5 * Math.sqrt(2 / 4000), `${averages[3999]}`);
  assert.notEqual(averages[0], 10.5);
  assert.deepEqual(freshAverages(target, 7, 5), averages.slice(0, 5));
  assert.notDeepEqual(freshAverages(target, 8, 50), averages.slice(0, 50));
  const draw = drawsOf(1);
  const counts = Array(8).fill(0);
  for (let at = 0; at < 8000; at++) counts[draw(8)]++;
  // Chi-squared with 7 degrees of freedom: 35 has a probability of about 10^-5.
  assert.ok(counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0) < 35, `${counts}`);
});
