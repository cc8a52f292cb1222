// Runs files of tests with Node's runner, several at once, and prints the time of each file.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { Failure, path, root } from "./lib.js";

/**
 * @typedef {object} Options
 * @property {number} limit the longest time of a test and of a whole file, in milliseconds
 * @property {number} concurrency how many files run at once
 * @property {boolean} [isTimed] whether the tests have deadlines that a busy machine can miss. A failed file then runs
 * once more, alone. The output names it, because the cause may also be in the code.
 */

/**
 * Runs one file and prints its output at the end.
 * @param {string} file
 * @param {number} limit
 * @returns {Promise<boolean>} whether all its tests passed
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
  process.stdout.write(`\n--- ${file}: ${status === 0 ? "" : "FAILED after "}${((performance.now() - begin) / 1000).toFixed(1)} s\n`);
  process.stdout.write(Buffer.concat(printed));
  return status === 0;
}

/**
 * @param {string[]} files relative to the repository
 * @param {Options} options
 */
export async function runNodeTests(files, { limit, concurrency, isTimed = false }) {
  const waiting = [...files];
  /** @type {string[]} */
  const failed = [];
  async function work() {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (!await passes(path(file), limit)) failed.push(file);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  const again = isTimed ? failed.splice(0) : [];
  for (const file of again) if (!await passes(path(file), limit)) failed.push(file);
  const passed = again.filter((file) => !failed.includes(file));
  if (passed.length > 0) console.log(`\nFailed at first, and passed alone: ${passed.join(", ")}`);
  if (failed.length > 0) throw new Failure(`tests failed in ${failed.join(", ")}`);
}
