#!/usr/bin/env node
// The command `cellveil` of the npm package, without a toolchain: the command line as WebAssembly, on Node's files and
// streams. Arguments, messages, bytes and exit statuses are those of the native program.

import { readFileSync, writeSync } from "node:fs";
import { ended, initSync, run } from "../../pkg/cellveil_make.js";
import { Machine, slashed } from "./machine.js";

/** Exit status of wrong usage, wrong input or a damaged cube, as in the native program. */
const WRONG = 2;

/** @param {string} message */
function fail(message) {
  try {
    writeSync(2, `cellveil: ${message}\n`);
  } catch {
    // Nobody reads the message.
  }
  process.exitCode = WRONG;
}

/** Whether an argument is a path of Windows, and not JSON. @param {string} given */
const isPath = (given) => /\\/.test(given) && !/[{"]/.test(given);

/** Runs a command of the core. @param {string[]} given  the arguments of the program */
function runCore(given) {
  const bytes = readFileSync(new URL("../../pkg/cellveil_make_bg.wasm", import.meta.url));
  initSync({ module: new WebAssembly.Module(bytes) });
  try {
    process.exitCode = run(["cellveil", ...given], new Machine());
  } catch (error) {
    // A full stack is a RangeError; every other trap is a panic or a lack of memory.
    fail(error instanceof RangeError ? "the input is nested too deeply; expected fewer levels" : ended().replace(/\s+/g, " "));
  }
}

/**
 * Runs the command `prerender` in JavaScript, because the element's JavaScript draws the tables. Returns whether the command
 * ran. If not, the core runs another command, or prints the help or the error of `prerender`.
 * @param {string[]} given  the arguments of the program
 */
async function runPrerender([command, ...given]) {
  if (command !== "prerender") return false;
  const { prerenderFiles, requestOf } = await import("../prerender/command.js");
  const request = requestOf(given);
  if (request) process.exitCode = await prerenderFiles(request, { print: (line) => console.log(line), note: (line) => console.error(`cellveil: ${line}`) });
  return request !== undefined;
}

try {
  const given = process.argv.slice(2).map((word) => (isPath(word) ? slashed(word) : word));
  if (!(await runPrerender(given))) runCore(given);
} catch (error) {
  fail(`the package is not complete: ${error instanceof Error ? error.message : error}; install the package again`);
}
