// Runs files of tests with Node's runner, several at once, and prints the time of each file.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { Failure, root } from "./lib.js";

/**
 * @typedef {object} Options
 * @property {number} limit the longest time of a test and of a whole file, in milliseconds
 * @property {number} concurrency the number of files that run at the same time
 * @property {boolean} [isTimed] whether the tests have deadlines that a busy machine can miss. A file that only missed
 * deadlines then runs once more, alone. A wrong result fails at once.
 */

/**
 * Runs the tests of one file, and prints their output at the end.
 * @param {string} file relative to the repository
 * @param {number} limit the longest time of a test and of the whole file, in milliseconds
 * @returns {Promise<"passed" | "late" | "failed">} `late` if each failure is a missed deadline
 */
async function outcome(file, limit) {
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
  if (status === 0) return "passed";
  return isLate(output.toString()) ? "late" : "failed";
}

/** Whether each failed test of an output missed a deadline of Playwright. @param {string} output */
export function isLate(output) {
  const failures = output.split("failing tests:").at(-1) ?? "";
  const count = (/** @type {RegExp} */ pattern) => (failures.match(pattern) ?? []).length;
  const failed = count(/^test at /gm);
  return failed > 0 && count(/Error \[TimeoutError\]:|name: 'TimeoutError'/g) === failed && !output.includes("AssertionError");
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
  /** @type {string[]} */
  const late = [];
  async function work() {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const found = await outcome(file, limit);
      if (found !== "passed") (isTimed && found === "late" ? late : failed).push(file);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  for (const file of late) {
    const found = await outcome(file, limit);
    if (found !== "passed") failed.push(file);
    else console.log(`${file} missed a deadline at first, and passed alone`);
  }
  if (failed.length > 0) throw new Failure(`tests failed in ${failed.join(", ")}`);
}
