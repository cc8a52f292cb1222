// Runs files of tests with Node's runner, several at once, and prints the time of each file.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { Failure, root } from "./lib.js";

/** How many times a failed file of `isTimed` tests has to pass. */
const RUNS_ALONE = 2;

/**
 * @typedef {object} Options
 * @property {number} limit the longest time of a test and of a whole file, in milliseconds
 * @property {number} concurrency the number of files that run at the same time
 * @property {boolean} [isTimed] whether sound code can fail a test on a busy machine. A failed file then runs again without
 * other files beside it, and has to pass `RUNS_ALONE` times. The output names such files.
 */

/**
 * Runs the tests of one file, and prints their output at the end.
 * @param {string} file relative to the repository
 * @param {number} limit the longest time of a test and of the whole file, in milliseconds
 * @returns {Promise<boolean>} whether all tests passed
 */
async function passes(file, limit) {
  const begin = performance.now();
  // A failed test may leave a browser or a server open. `--test-force-exit` still ends the run.
  const args = ["--test", "--test-reporter=spec", `--test-timeout=${limit}`, "--test-force-exit", file];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => printed.push(data));
  const [status] = await once(child, "close");
  const output = Buffer.concat(printed);
  process.stdout.write(`\n--- ${file}: ${status === 0 ? "" : "FAILED after "}${((performance.now() - begin) / 1000).toFixed(1)} s\n`);
  process.stdout.write(output);
  return status === 0;
}

/**
 * Runs the tests of all files. Fails with the names of the files with failed tests.
 * @param {string[]} files relative to the repository
 * @param {Options} options
 */
export async function runNodeTests(files, { limit, concurrency, isTimed = false }) {
  const waiting = [...files];
  /** @type {string[]} */
  const failed = [];
  async function work() {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (!(await passes(file, limit))) failed.push(file);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  /** @type {string[]} */
  const wrong = [];
  for (const file of failed) {
    if (isTimed && (await passesAlone(file, limit))) console.log(`${file} failed at first, and passed ${RUNS_ALONE} times alone`);
    else wrong.push(file);
  }
  if (wrong.length > 0) throw new Failure(`tests failed in ${wrong.join(", ")}`);
}

/** Runs the tests of one file until they fail, `RUNS_ALONE` times at most. @param {string} file @param {number} limit */
async function passesAlone(file, limit) {
  for (let run = 0; run < RUNS_ALONE; run++) if (!(await passes(file, limit))) return false;
  return true;
}
