// Compiles and runs the Rust tests. Tests need no link-time optimisation (LTO), which takes about a third of the compile time.
// `cargo test` cannot turn off LTO for the tests alone.

import { spawnSync } from "node:child_process";
import { FEATURES } from "./build.js";
import { Failure, environment, root, run } from "./lib.js";

const CARGO = ["--locked", ...FEATURES];

/**
 * The arguments of `cargo rustc` for the tests in tests/rust, and for the tests of the library. `--release --lib` would compile
 * the library without tests, and the profile `bench` compiles the tests. `bench` has the settings of `release`, so no crate
 * compiles twice.
 */
const TARGETS = [["--release", "--test", "rust"], ["--profile", "bench", "--lib"]];

/** Compiles the tests. Returns the programs that run them. @returns {string[]} */
export function compileRustTests() {
  return TARGETS.map((target) => {
    const args = ["rustc", ...target, ...CARGO, "--message-format=json-render-diagnostics", "--", "-C", "lto=off"];
    const { status, stdout } = spawnSync("cargo", args, { cwd: root, env: environment, encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "inherit"] });
    const messages = (stdout ?? "").split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    const program = messages.findLast(({ executable, profile }) => executable && profile.test)?.executable;
    if (status !== 0 || !program) throw new Failure(`cargo ${args.join(" ")} failed`);
    return program;
  });
}

/** Runs the tests and the examples in the documentation. */
export function runRustTests() {
  for (const program of compileRustTests()) run(program, []);
  run("cargo", ["test", "--release", "--doc", ...CARGO]);
}

/** Runs the tests that are marked `#[ignore = "long: ..."]`. @param {string[]} skipped */
export function runLongRustTests(skipped) {
  for (const program of compileRustTests()) run(program, ["--ignored", ...skipped.flatMap((name) => ["--skip", name])]);
}
