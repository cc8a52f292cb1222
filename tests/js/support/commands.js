// Runs the command line as the native program, as the package's command in Node, and as `cellveil/make.js`.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { path } from "../../../scripts/lib.js";

/** The native program, and the same program as WebAssembly. */
export const NATIVE = [path("target/release/cellveil")];
export const IN_NODE = [process.execPath, path("pkg/js/cellveil.js")];

/**
 * @param {string[]} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function ran([file, ...first], args, options = {}) {
  const { status, stdout, stderr } = spawnSync(file, [...first, ...args], { maxBuffer: 2 ** 28, ...options });
  return { status, stdout: stdout.toString("latin1"), stderr: stderr.toString() };
}

/** The files of a folder with their digests. @param {string} folder @returns {Record<string, string>} */
export function digests(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => lstatSync(join(folder, name)).isFile()).sort();
  return Object.fromEntries(files.map((name) => [name, digest(readFileSync(join(folder, name)))]));
}

/** @param {Uint8Array} bytes */
export function digest(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
