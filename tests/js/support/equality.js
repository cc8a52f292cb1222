/** Shared helpers for the tests of equality: the cubes, the queries and the command line's answers. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { path, run, unlessFresh } from "../../../scripts/lib.js";
import { asArguments, randomQueries, wrongQueries } from "./random-queries.js";

/** @import { CubeDescription } from "../../../www/api/types.js" */
/** @import { PairQuery } from "./random-queries.js" */

/** @typedef {{ csv: string, receipt?: string } | { error: string, fault: string }} Answer */

const CELLVEIL = path("target/release/cellveil");
/** Number of random queries to each cube, in `npm test` and in `npm run test:long`. */
export const FEW = 80;
export const MANY = 300;
/** One of this number of queries is also compared as JSON-stat. */
const JSON_STAT_EVERY = 10;

/**
 * @typedef {object} TestedCube
 * @property {string} folder relative to `target`
 * @property {number} seed
 * @property {number} [answered] the smallest share of answered random queries; default: 0.9
 * @property {{ demo: string, publish: string }} [variant]
 */

/** The demo cubes, and variants of them with several tiles and views. @type {TestedCube[]} */
export const CUBES = [
  { folder: "site/cubes/census2011-teaching", seed: 20110327 },
  { folder: "site/cubes/hypercube", seed: 20150701 },
  // Sealed cubes refuse tables of too many dimensions. Without blocks, they also refuse groups and filters of several
  // codes.
  { folder: "site/cubes/census2011-teaching-sealed", seed: 20110328, answered: 0.1 },
  { folder: "site/cubes/hypercube-sealed", seed: 20150702, answered: 0.2 },
  {
    folder: "test-cubes/census-split",
    seed: 4180,
    variant: {
      demo: "demo/census2011-teaching",
      publish: 'split = "age"\nviews = [["age", "sex"], ["region:country", "age:band", "health:summary", "sex"], ["religion"]]',
    },
  },
  {
    folder: "test-cubes/hypercube-split",
    seed: 1969,
    variant: {
      demo: "demo/hypercube",
      publish: 'split = "occupation"\nviews = [["age", "education", "occupation"], ["occupation:group", "sex", "age:band"]]',
    },
  },
];

/**
 * Builds a cube that is a variant of a demo cube.
 * @param {TestedCube} cube
 */
export function make({ folder, variant }) {
  if (!variant) return;
  const { demo, publish } = variant;
  const [source, out] = [`target/${folder}-source`, `target/${folder}`];
  const inputs = [demo, "target/release/libcellveil.rlib", "tests/js/support/equality.js"];
  unlessFresh(folder.replaceAll("/", "-"), { inputs, outputs: [`${out}/cube.json`] }, () => {
    mkdirSync(path(source), { recursive: true });
    cpSync(path(demo), path(source), { recursive: true });
    const spec = readFileSync(path(demo, "cube.toml"), "utf8").replace(/^\[publish\]\n(?:(?!\[).*\n?)*/m, "");
    writeFileSync(path(source, "cube.toml"), `${spec}\n[publish]\n${publish}\n`);
    const kind = existsSync(path(demo, "records.csv.gz")) ? "records" : "cells";
    run(CELLVEIL, ["tile", `${source}/cube.toml`, `--${kind}`, `${source}/${kind}.csv.gz`, "--out", out, "--force"]);
  });
}

/**
 * @param {CubeDescription} cube
 * @param {TestedCube} how
 * @param {number} count of random queries
 */
export function questions(cube, { folder, seed }, count) {
  const { files } = JSON.parse(readFileSync(path("target", folder, "cube.json"), "utf8"));
  const ptable = /** @type {{ path: string }[]} */ (files).find((file) => file.path.startsWith("ptables/"))?.path;
  // Custom methods in addition to the cube's: one without a p-table, and one with the p-table of another method.
  const own = [{ kind: "none", totals: "sum" }, { kind: "cell-key", ptable, threshold: 3, totals: "sum" }];
  const methods = [...cube.methods.map(({ name }) => name), ...(cube.audience === "teaching" ? own : [])];
  const random = randomQueries(cube, { seed, count, methods });
  return { random, wrong: wrongQueries(cube), jsonStat: random.filter((_, number) => number % JSON_STAT_EVERY === 0) };
}

/**
 * Returns the answers of `cellveil table` with the receipts. A few commands run in parallel. Answers are stored for the
 * tests of the other engines until the command line or the cube changes.
 * @param {string} folder of the cube, relative to `target`
 * @param {PairQuery[]} queries
 * @param {string[]} more arguments; if there are any, the tables have no receipts
 * @returns {Promise<Answer[]>}
 */
export async function commandLineAnswers(folder, queries, ...more) {
  /** @type {Answer[]} */
  const answers = new Array(queries.length);
  const receipts = mkdtempSync(join(tmpdir(), "cellveil-receipts-"));
  const cache = cacheOf(folder);
  let next = 0;
  const runner = async () => {
    while (next < queries.length) {
      const number = next++;
      const receipt = more.length > 0 ? undefined : join(receipts, `${number}.json`);
      const args = [...asArguments(queries[number]), ...more];
      answers[number] = cache.known.get(args.join("\0")) ?? await commandLineAnswer(["table", path("target", folder), ...args], receipt);
      cache.known.set(args.join("\0"), answers[number]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runner));
  rmSync(receipts, { recursive: true });
  cache.save();
  return answers;
}

/** Returns the stored answers of this command line for this cube. @param {string} folder */
function cacheOf(folder) {
  const hash = createHash("sha256");
  for (const file of [CELLVEIL, path("target", folder, "cube.json")]) hash.update(readFileSync(file));
  const name = path("target/test-answers", `${folder.replaceAll("/", "-")}.json`);
  const digest = hash.digest("hex");
  /** @type {{ digest?: string, answers?: [string, Answer][] }} */
  const kept = existsSync(name) ? JSON.parse(readFileSync(name, "utf8")) : {};
  /** @type {Map<string, Answer>} */
  const known = new Map(kept.digest === digest ? kept.answers : []);
  const before = known.size;
  return {
    known,
    save() {
      if (known.size === before) return;
      mkdirSync(path("target/test-answers"), { recursive: true });
      // Two tests may write at the same time, so each writes a complete temporary file first.
      writeFileSync(`${name}.${process.pid}`, JSON.stringify({ digest, answers: [...known] }));
      renameSync(`${name}.${process.pid}`, name);
    },
  };
}

const FAULTS = ["", "refused", "input"];

/**
 * Checks that enough random queries were answered.
 * @param {Answer[]} answers
 * @param {TestedCube} how
 */
export function assertAnswered(answers, { answered = 0.9 }) {
  const share = answers.filter((answer) => "csv" in answer).length / answers.length;
  assert.ok(share >= answered, `${share} of the queries are sound`);
}

/** Only the command line suggests a name, and only for an unknown name. The cores have no room for suggestions. */
const SUGGESTION = /^(.*(?:unknown \w+|has no \w+|kind is) ".*); did you mean ".*"\?$/;

/** @param {string[]} args @param {string} [receipt] where it is written @returns {Promise<Answer>} */
function commandLineAnswer(args, receipt) {
  return new Promise((resolve, reject) => {
    execFile(CELLVEIL, receipt ? [...args, `--receipt=${receipt}`] : args, { encoding: "utf8", maxBuffer: 2 ** 28 }, (error, csv, said) => {
      if (!error) return resolve(receipt ? { csv, receipt: readFileSync(receipt, "utf8") } : { csv });
      const message = /^cellveil: (.*)\n$/.exec(said)?.[1]?.replace(SUGGESTION, "$1");
      const fault = FAULTS[Number(error.code)];
      if (message === undefined || !fault || csv !== "") return reject(new Error(`${args.join(" ")}: ${error.code} ${said}`));
      resolve({ error: message, fault });
    });
  });
}

/**
 * Compares two answers to a query and reports only the first line that differs.
 * @param {Answer} found
 * @param {Answer} expected
 * @param {string} question from `shown`
 */
export function assertSame(found, expected, question) {
  if (isDeepStrictEqual(found, expected)) return;
  const lines = (/** @type {Answer} */ answer) => ("csv" in answer ? `${answer.csv}${answer.receipt}`.split("\n") : [`${answer.fault}: ${answer.error}`]);
  const [here, there] = [lines(found), lines(expected)];
  const at = there.findIndex((line, number) => line !== here[number]);
  const line = at < 0 ? there.length : at;
  assert.fail(`${question}\nline ${line + 1} is      ${JSON.stringify(here[line])}\nand has to be  ${JSON.stringify(there[line])}`);
}

/**
 * Returns the command that repeats a comparison.
 * @param {string} folder
 * @param {PairQuery} query
 */
export function shown(folder, query) {
  const quoted = asArguments(query).map((argument) => `'${argument.replaceAll("'", "'\\''")}'`);
  return `cellveil table target/${folder} ${quoted.join(" ")}\n${JSON.stringify(query)}`;
}
