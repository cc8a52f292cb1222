/** Measures the steps before tabulation: `cellveil check` of the same records without a step, and with each step. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Failure, path } from "../../scripts/lib.js";
import { median } from "./measure.js";
import { HAS_MEMORY, measureCommand } from "./process.js";

/** @import { Cost } from "./process.js" */
/** @import { Sizes } from "./sizes.js" */

/**
 * `rounds`: each round runs each row once. `steps`: the rows beside the baseline; all rows if absent. `isNarrow`: the
 * specification has few dimensions, so that counting takes less of the time.
 * @typedef {{ households: number, rounds: number, steps?: StepName[], isNarrow?: boolean }} PretabularSize
 */
/**
 * `ratio` and `step_seconds` compare the row with the first row, which has no step.
 * @typedef {Cost & { title: string, ratio?: number, step_seconds?: number }} StepCost
 */
/** @typedef {keyof typeof STEPS} StepName */
/** @typedef {{ title: string, records: number, rows: Record<string, StepCost> }} Pretabular */

const FOLDER = "target/bench/pretabular";
/** Dimensions of a narrow specification. */
const NARROW = ["area", "age", "sex", "tenure"];
const TENURES = ["owned", "mortgage", "social", "private", "free"];

const UNIT = 'unit = "household"';
/** The steps: the title, the kind, and further fields of the specification. */
const STEPS = {
  swap: { title: "swap, 10 % of the households", kind: "swap", fields: ['variable = "area"', UNIT, "rate = 0.1", 'within = ["district", "all"]', 'strata = ["sex", "age:band"]'] },
  pram: { title: "PRAM of areas", kind: "pram", fields: ['variable = "area"', UNIT, "move = 0.1"] },
  pram_within: { title: "PRAM of areas within districts", kind: "pram", fields: ['variable = "area"', UNIT, "move = 0.1", 'within = "district"'] },
  pram_matrix: { title: "PRAM of tenure by a matrix", kind: "pram", fields: ['variable = "tenure"', UNIT, 'matrix = "tenure.csv"', "invariant = true"] },
  weights: { title: "weights", kind: "weights", fields: [UNIT, 'strata = ["area"]', "changed = 10"] },
  deviations: { title: "deviations", kind: "deviations", fields: ["x = 0.1"] },
  noise: { title: "noise", kind: "noise", fields: ['method = { kind = "random-rounding", base = 3 }'] },
};
const STEP_NAMES = /** @type {StepName[]} */ (Object.keys(STEPS));

/** The baseline is the first row. */
const BASELINE = { counting: "counting alone" };

/** Measurements of the swapped teaching census, each with its commands by their titles. */
const CENSUS = {
  measure: { title: "measures of the swapped teaching census", rows: { changed: "without --original", original: "with --original" } },
  audit: { title: "an audit of the swapped teaching census", rows: { changed: "without --original", original: "with --original" } },
};

/** The rows of each group of measurements. The first row is the baseline. @param {Pick<Sizes, "pretabular">} sizes @returns {Record<string, string[]>} */
export function groupsOf({ pretabular }) {
  const groups = [...pretabular.map((size) => [String(size.households), rowsOf(size)]), ...Object.entries(CENSUS).map(([name, { rows }]) => [name, rows])];
  return Object.fromEntries(groups.map(([name, rows]) => [name, Object.keys(rows)]));
}

/** The titles of a size's rows. @param {PretabularSize} size @returns {Record<string, string>} */
function rowsOf({ steps = STEP_NAMES }) {
  return { ...BASELINE, ...Object.fromEntries(steps.map((name) => [name, STEPS[name].title])) };
}

/** @param {Pick<Sizes, "pretabular">} sizes @returns {Promise<Record<string, Pretabular>>} by the number of households, or the command */
export async function measurePretabular({ pretabular }) {
  /** @type {Record<string, Pretabular>} */
  const found = {};
  for (const size of pretabular) found[size.households] = await measureSize(size);
  return { ...found, ...(await measureCensus(pretabular[0].rounds)) };
}

/** @param {PretabularSize} size @returns {Promise<Pretabular>} */
export async function measureSize(size) {
  const folder = `${FOLDER}/${size.households}`;
  mkdirSync(path(folder), { recursive: true });
  try {
    const records = synthesize(size, folder);
    const check = (/** @type {string} */ row) => ({
      words: ["check", `${folder}/${row}.toml`, "--records", `${folder}/people.csv`],
      // The report of the step proves that the step ran.
      ...(row in STEPS ? { prints: new RegExp(`^note: ${STEPS[/** @type {StepName} */ (row)].kind}: `, "m") } : {}),
    });
    return { title: `${size.households.toLocaleString("en")} households`, records, rows: await compare(rowsOf(size), check, size.rounds) };
  } finally {
    rmSync(path(folder), { recursive: true, force: true });
  }
}

/** Writes the records and the specification of each row. @param {PretabularSize} size @param {string} folder @returns {number} the number of records */
function synthesize(size, folder) {
  const printed = cellveil("synthesize", "--households", String(size.households), "--seed", "1", "--out", `${folder}/people.csv`, "--spec", `${folder}/people.toml`, "--force");
  const whole = readFileSync(path(folder, "people.toml"), "utf8");
  const specification = size.isNarrow ? narrow(whole, NARROW) : whole;
  const matrix = TENURES.map((from) => [from, ...TENURES.map((to) => (to === from ? 0.9 : 0.025))]);
  writeFileSync(path(folder, "tenure.csv"), [["from", ...TENURES], ...matrix].map((cells) => `${cells.join(",")}\n`).join(""));
  writeFileSync(path(folder, "counting.toml"), specification);
  for (const name of size.steps ?? STEP_NAMES) {
    writeFileSync(path(folder, `${name}.toml`), [specification, "[[pretabular]]", `kind = "${STEPS[name].kind}"`, ...STEPS[name].fields, 'seed = "01"', ""].join("\n"));
  }
  const records = Number(/(\d+) persons/.exec(printed)?.[1]);
  if (!(records > 0)) throw new Failure(`no number of persons in: ${printed}`);
  return records;
}

/** Leaves out the other dimensions, and the structural zeros, which name them. @param {string} specification @param {string[]} names */
export function narrow(specification, names) {
  const zeros = specification.search(/^\[structural_zeros\]$/m);
  const method = specification.search(/^\[method\.default\]$/m);
  const [head, ...dimensions] = specification.slice(0, zeros).split(/^(?=\[\[dimension\]\]$)/m);
  const left = dimensions.filter((text) => names.includes(/^name = "(.*)"$/m.exec(text)?.[1] ?? ""));
  if (left.length !== names.length) throw new Failure("the specification of the synthetic people lacks a dimension");
  return [head, ...left, specification.slice(method)].join("");
}

const DEMO = "demo/census2011-teaching";
const CENSUS_RECORDS = 10_000;
/** Seals few tables, so that the audit takes about a second. */
const SEALED = `extends = "../../../${DEMO}/cube.toml"

[cube]
id = "census-sealed"
audience = "public"
release = "sealed"

[key]
salt = "c1457f2e9ab04d6b83d25ef01c7a9643"

[method.default]
kind = "cell-key"
ptable = "standard"
lookup = "hash"

[publish]
max_dimensions = 2
axes = ["region", "sex", "age", "marital_status", "health"]
`;

/** Compares commands about swapped records with the same commands and the unchanged records. @param {number} rounds @returns {Promise<Record<string, Pretabular>>} */
async function measureCensus(rounds) {
  mkdirSync(path(FOLDER), { recursive: true });
  // The sealed cube has the steps of the audited cube.
  const [, swap] = /(\[\[pretabular\]\][^]*)/.exec(readFileSync(path(`${DEMO}/swapped.toml`), "utf8")) ?? [];
  writeFileSync(path(FOLDER, "sealed.toml"), SEALED + swap);
  const [original, swapped] = ["cube", "swapped"].map((name) => {
    cellveil("tile", `${DEMO}/${name}.toml`, "--records", `${DEMO}/records.csv.gz`, "--out", `${FOLDER}/census-${name}`, "--force");
    return `${FOLDER}/census-${name}`;
  });
  const commands = {
    measure: { words: ["measure", swapped, "--rows", "region", "--columns", "age", "--method", "none"] },
    // Status 1 means that a finding exceeds its limit.
    audit: { words: ["audit", swapped, "--spec", `${FOLDER}/sealed.toml`, "--format", "json", "--output", `${FOLDER}/report.json`], statuses: [0, 1] },
  };
  /** @type {Record<string, Pretabular>} */
  const found = {};
  for (const name of /** @type {(keyof typeof CENSUS)[]} */ (Object.keys(CENSUS))) {
    const command = (/** @type {string} */ row) => ({ ...commands[name], words: [...commands[name].words, ...(row === "original" ? ["--original", original] : [])] });
    found[name] = { title: CENSUS[name].title, records: CENSUS_RECORDS, rows: await compare(CENSUS[name].rows, command, rounds) };
  }
  return found;
}

/**
 * Runs the command of each row once in each round. Returns medians of times, and the largest memory.
 * @param {Record<string, string>} titles by the name of the row
 * @param {(row: string) => { words: string[], statuses?: number[], prints?: RegExp }} command of a row
 * @param {number} rounds
 * @returns {Promise<Record<string, StepCost>>}
 */
async function compare(titles, command, rounds) {
  const runs = Object.entries(titles).map(([name, title]) => ({ name, title, costs: /** @type {Cost[]} */ ([]) }));
  for (let round = 0; round < rounds; round++) {
    for (const { name, costs } of runs) {
      const { words, ...expected } = command(name);
      costs.push(await measureCommand(words, expected));
    }
  }
  const rows = runs.map(({ name, title, costs }) => ({
    name,
    title,
    seconds: median(costs.map(({ seconds }) => seconds)),
    ...(HAS_MEMORY ? { memory_mb: Math.max(...costs.map(({ memory_mb = 0 }) => memory_mb)) } : {}),
  }));
  const baseline = rows[0].seconds;
  return Object.fromEntries(rows.map(({ name, ...cost }, at) => [name, at === 0 ? cost : { ...cost, step_seconds: cost.seconds - baseline, ratio: cost.seconds / baseline }]));
}

/** Runs the command line. Returns what it printed. @param {...string} words */
export function cellveil(...words) {
  const { status, stdout, stderr } = spawnSync(path("target/release/cellveil"), words, { encoding: "utf8", cwd: path(".") });
  if (status !== 0) throw new Failure(`cellveil ${words.join(" ")} failed: ${stderr}`);
  return `${stdout}${stderr}`;
}
