// Helpers for the scripts in this folder. This file imports only Node's own modules, because it runs before any
// installation.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. Every relative path in the scripts starts here. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {...string} parts */
export const path = (...parts) => join(root, ...parts);

/** An error that the user can correct. It is shown as one line, without a stack. */
export class Failure extends Error {}

/** @param {string} line */
export function say(line) {
  console.log(`cellveil: ${line}`);
}

/**
 * Runs `work` if the module at `url` is the program. Other scripts can import the module without running `work`.
 * @param {string} url
 * @param {() => unknown} work
 */
export async function main(url, work) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Failure ? `cellveil: ${error.message}` : error);
    process.exit(1);
  }
}

/**
 * The environment of programs. Cargo builds in target, even if the user's settings name another folder, because the
 * documentation has such paths.
 */
export const environment = { ...process.env, CARGO_TARGET_DIR: path("target") };

/** @type {Record<string, string>} */
const HOW_TO_GET = {
  cargo: "install Rust with rustup (https://rustup.rs), then try again",
  npm: "install Node.js 20 or later with npm, then try again",
};

/**
 * Runs a program in the repository's folder and shows what it prints.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 */
export function run(program, args, env = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (done.error && "code" in done.error && done.error.code === "ENOENT") {
    throw new Failure(`${program} was not found: ${HOW_TO_GET[program] ?? "it has to be installed first"}`);
  }
  if (done.error) throw done.error;
  if (done.status !== 0) throw ended(program, args, done.status, done.signal);
}

/** @param {string} program @param {string[]} args @param {number | null} status @param {NodeJS.Signals | null} signal */
const ended = (program, args, status, signal) => new Failure(`${[program, ...args].join(" ")} ended with ${signal ?? `status ${status}`}`);

/**
 * Runs several commands at the same time. If one fails, this function waits for the others and then throws.
 * @param {string[][]} commands each a program with its arguments
 */
export async function runBeside(commands) {
  const ends = await Promise.all(commands.map(([program, ...args]) => once(spawn(program, args, { cwd: root, env: environment, stdio: ["ignore", "inherit", "inherit"] }), "close")));
  commands.forEach(([program, ...args], at) => {
    const [status, signal] = ends[at];
    if (status !== 0) throw ended(program, args, status, signal);
  });
}

/**
 * Returns the output of a program, or null if the program fails or cannot run.
 * @param {string} program
 * @param {string[]} args
 */
export function ask(program, args) {
  const done = spawnSync(program, args, { cwd: root, env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return done.status === 0 ? done.stdout : null;
}

/**
 * Runs a JavaScript program of a development dependency.
 * @param {string} file below node_modules
 * @param {string[]} args
 */
export function runModule(file, args) {
  run(process.execPath, [path("node_modules", file), ...args]);
}

/** Installs the development dependencies if they are missing or older than the lock file. */
export function ensureDependencies() {
  const installed = path("node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(path("package-lock.json")).mtimeMs) return;
  say("installing the development dependencies");
  run("npm", ["ci", "--no-audit", "--no-fund"]);
}

/**
 * Installs the toolchain that `rust-toolchain.toml` lists. Cargo does so only if rustup's automatic installation is on.
 * A Rust installation without rustup stays unchanged.
 */
export function ensureRust() {
  if (ask("rustup", ["--version"]) !== null) {
    if (ask("rustup", ["target", "list", "--installed"]) === null) run("rustup", ["toolchain", "install"]);
    for (const [kind, name] of [["target", "wasm32-unknown-unknown"], ["component", "clippy"], ["component", "rustfmt"]]) {
      if (!ask("rustup", [kind, "list", "--installed"])?.includes(name)) run("rustup", [kind, "add", name]);
    }
  }
  if (ask("cargo", ["--version"]) === null) throw new Failure(`cargo was not found: ${HOW_TO_GET.cargo}`);
}

/**
 * All files at or below the given paths, sorted.
 * @param {string[]} places relative to the repository
 * @returns {string[]}
 */
export function filesOf(...places) {
  return places.flatMap((place) => {
    if (!existsSync(path(place))) return [];
    if (!statSync(path(place)).isDirectory()) return [place];
    return filesOf(...readdirSync(path(place)).map((name) => `${place}/${name}`));
  }).sort();
}

/**
 * Runs `work` if an input has changed since the last success, or if an output is missing.
 * @param {string} name of the stamp, in target/stamps
 * @param {{ inputs: string[], outputs: string[] }} files paths relative to the repository; an input may be a folder
 * @param {() => void | Promise<void>} work
 * @returns {void | Promise<void>} if `work` is asynchronous, a promise that resolves after `work`
 */
export function unlessFresh(name, { inputs, outputs }, work) {
  const stamp = path("target/stamps", name);
  const hash = createHash("sha256");
  for (const file of filesOf(...inputs)) {
    hash.update(`${file}\0${createHash("sha256").update(readFileSync(path(file))).digest("hex")}\n`);
  }
  const digest = hash.digest("hex");
  const fresh = existsSync(stamp) && readFileSync(stamp, "utf8") === digest && outputs.every((file) => existsSync(path(file)));
  if (fresh) return;
  rmSync(stamp, { force: true });
  const succeed = () => {
    mkdirSync(path("target/stamps"), { recursive: true });
    writeFileSync(stamp, digest);
  };
  const working = work();
  return working ? working.then(succeed) : succeed();
}
