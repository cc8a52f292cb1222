/** Runs the command line or another program, and measures its seconds and its peak memory. */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Failure, path } from "../../scripts/lib.js";

/** @typedef {{ seconds: number, memory_mb?: number }} Cost `memory_mb` is missing on systems without /proc */

/** The exit statuses that count as success, and a pattern that the output must match. @typedef {{ statuses?: number[], prints?: RegExp }} Expected */

/** Milliseconds between two readings of a process's peak memory. */
const PAUSE = 5;

/** Whether the system reports the peak memory of a process. */
export const HAS_MEMORY = existsSync("/proc/self/status");

/**
 * Runs the command line.
 * @param {string[]} words the arguments; file names are relative to the repository
 * @param {Expected} [expected]
 * @returns {Promise<Cost>}
 */
export async function measureCommand(words, expected) {
  const { printed, processor_seconds, ...cost } = await measureProgram(path("target/release/cellveil"), words, expected);
  return cost;
}

/**
 * Runs a program. Also returns what it printed, and on Linux the seconds of all its threads.
 * @param {string} program
 * @param {string[]} words the arguments; file names are relative to the repository
 * @param {Expected} [expected]
 * @returns {Promise<Cost & { printed: string, processor_seconds?: number }>}
 */
export async function measureProgram(program, words, { statuses = [0], prints = /(?:)/ } = {}) {
  const start = performance.now();
  const child = spawn(program, words, { cwd: path("."), stdio: ["ignore", "pipe", "pipe"] });
  let [memory, processor, printed] = [0, 0, ""];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
  const read = () => {
    memory = Math.max(memory, peak(child.pid));
    processor = Math.max(processor, processorSeconds(child.pid));
  };
  read();
  const timer = setInterval(read, PAUSE);
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve)).finally(() => clearInterval(timer));
  const seconds = (performance.now() - start) / 1000;
  if (!statuses.includes(status) || !prints.test(printed)) throw new Failure(`${program} ${words.join(" ")} failed: ${printed}`);
  return { printed, seconds, ...(HAS_MEMORY ? { memory_mb: memory, processor_seconds: processor } : {}) };
}

/** Peak memory of a process in megabytes, or 0 if the process has ended. @param {number | undefined} pid */
function peak(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024 / 1e6;
  } catch {
    return 0;
  }
}

/** Linux reports the time of processors in hundredths of a second. */
const TICKS = 100;

/** Seconds that all threads of a process have used, or 0 if the process has ended. @param {number | undefined} pid */
function processorSeconds(pid) {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, after] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const fields = after.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}
