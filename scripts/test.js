// npm test runs the tests, and stops after the first failed stage. `npm test -- js browser` runs the named stages and the
// stages that they need. npm run test:long runs the lints, and the tests that are too slow for each change.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { FEATURES, build, buildNative, buildPackage } from "./build.js";
import { Failure, ensureDependencies, ensureRust, main, path, run, runModule } from "./lib.js";
import { runNodeTests } from "./node-tests.js";
import { compileRustTests, runLongRustTests, runRustTests } from "./rust-tests.js";
import { assemble } from "./site.js";

// All stages use the release profile, so that a stage can use what an earlier stage has compiled.
const CARGO = ["--release", "--locked", ...FEATURES];
const WASM = ["--lib", "--target", "wasm32-unknown-unknown", "--locked"];
const DENY_WARNINGS = ["--", "-D", "warnings"];

/**
 * `lane`: stages of one lane run one after another. The two lanes run in parallel. A stage without a lane runs alone.
 * @typedef {{ name: string, title: string, needs?: string[], lane?: "native" | "web", work: () => unknown }} Stage
 */

/** @type {Stage[]} */
const STAGES = [
  { name: "tools", title: "Toolchain and dependencies", work: tools },
  { name: "format", title: "Formatting", needs: ["tools"], work: () => run("cargo", ["fmt", "--check"]) },
  { name: "layers", title: "Layers of the code", needs: ["tools"], work: () => run(process.execPath, ["--test", "--test-reporter=spec", "tests/layers.test.js"]) },
  // Cargo locks its folder while it compiles. The two lanes do not wait for each other: the native lane compiles in
  // target/release, and the web lane compiles the cores in target/wasm32-unknown-unknown and target/second.
  { name: "library", title: "Library, compiled", needs: ["tools"], work: buildNative },
  { name: "build", title: "Build", needs: ["library"], lane: "web", work: buildPackage },
  { name: "rust", title: "Rust tests", needs: ["library"], lane: "native", work: runRustTests },
  { name: "site", title: "Site and demo cubes, by npm start", needs: ["build"], lane: "web", work: site },
  { name: "types", title: "JavaScript types", needs: ["site"], lane: "web", work: () => runModule("typescript/bin/tsc", ["--project", "."]) },
  { name: "js", title: "JavaScript tests", needs: ["site"], lane: "web", work: () => javascript() },
  // Browser tests have deadlines, so they run alone.
  { name: "browser", title: "Browser tests", needs: ["site"], work: browser },
  { name: "bench", title: "The benchmark on tiny inputs", needs: ["site"], work: () => benchTests(".test.js") },
];

/**
 * No stage has a lane, so each runs alone: browser tests have deadlines, and long Rust tests would take both cores.
 * @type {Stage[]}
 */
const LONG_STAGES = [
  { name: "tools", title: "Toolchain and dependencies", work: tools },
  { name: "compile", title: "Command line and Rust tests, compiled", needs: ["tools"], work: compile },
  { name: "clippy", title: "Lints", needs: ["tools"], work: clippy },
  { name: "doc", title: "Rust documentation", needs: ["tools"], work: doc },
  { name: "rust", title: "Long Rust tests", needs: ["compile"], work: longRust },
  { name: "build", title: "Build", needs: ["compile"], work: build },
  { name: "site", title: "Site and demo cubes", needs: ["build"], work: assemble },
  { name: "js", title: "Long JavaScript tests", needs: ["site"], work: () => javascript(".long.test.js") },
  { name: "browser", title: "Long browser tests", needs: ["site"], work: () => browser(".long.test.js") },
  { name: "speed", title: "Ratios of speed", needs: ["site"], work: () => benchTests(".long.test.js") },
];

function tools() {
  ensureDependencies();
  ensureRust();
}

function compile() {
  buildNative();
  compileRustTests();
}

function clippy() {
  run("cargo", ["clippy", ...CARGO, "--all-targets", ...DENY_WARNINGS]);
  run("cargo", ["clippy", "--profile", "wasm", ...WASM, ...DENY_WARNINGS]);
}

/** A test that takes five minutes of a processor. CI does not run this test. */
const LONGEST_TEST = "the_whole_document_of_the_attacks";

/** Runs the tests that are marked `#[ignore = "long: ..."]`. The longest test runs only with `CELLVEIL_ALL`. */
function longRust() {
  runLongRustTests(process.env.CELLVEIL_ALL ? [] : [LONGEST_TEST]);
}

function doc() {
  run("cargo", ["doc", "--no-deps", ...CARGO], { RUSTDOCFLAGS: "-D warnings" });
}

async function site() {
  const { checkStart } = await import("../tests/start.js");
  await checkStart();
}

/**
 * Runs one file at a time, because parallel work disturbs measurements.
 * @param {".test.js" | ".long.test.js"} ending
 */
async function benchTests(ending) {
  const { buildCore } = await import("../tests/bench/build-bench.js");
  buildCore("simd");
  return nodeTests("tests/bench", ending, { concurrency: 1 });
}

/** @param {".test.js" | ".long.test.js"} [ending] */
async function javascript(ending) {
  const { ensureEngines, hasPython } = await import("../tests/js/support/engines/install.js");
  // Several tests use the engines, so they are installed before the tests run in parallel.
  if (hasPython()) ensureEngines();
  return nodeTests("tests/js", ending);
}

/** @param {".test.js" | ".long.test.js"} [ending] */
async function browser(ending) {
  const { ensureChromium } = await import("../tests/browser/chromium.js");
  ensureChromium();
  if (ending === ".long.test.js") {
    const { ensureFirefox } = await import("../tests/browser/firefox.js");
    ensureFirefox();
  }
  return nodeTests("tests/browser", ending, { isTimed: true });
}

/**
 * Runs the tests below a folder with Node's runner.
 * @param {string} folder
 * @param {".test.js" | ".long.test.js"} [ending] of the files
 * @param {{ concurrency?: number, isTimed?: boolean }} [options] as in `runNodeTests`
 */
function nodeTests(folder, ending = ".test.js", { concurrency = Math.max(2, availableParallelism()), isTimed } = {}) {
  const names = readdirSync(path(folder), { recursive: true, encoding: "utf8" }).sort();
  const wanted = names.filter((name) => name.endsWith(ending) && (ending !== ".test.js" || !name.endsWith(".long.test.js")));
  if (wanted.length === 0) throw new Failure(`no test files in ${folder}`);
  const limit = ending === ".long.test.js" ? 900_000 : 300_000;
  return runNodeTests(wanted.map((name) => `${folder}/${name}`), { limit, concurrency, isTimed });
}

/**
 * Selects the named stages and the stages that they need, in list order.
 * @param {Stage[]} stages
 * @param {string[]} names
 * @returns {Stage[]}
 */
function chosen(stages, names) {
  if (names.length === 0) return stages;
  const wanted = new Set(names);
  for (const name of wanted) {
    const stage = stages.find((stage) => stage.name === name);
    if (!stage) throw new Failure(`unknown stage ${name}; expected one of ${stages.map((s) => s.name).join(", ")}`);
    // The outer loop also visits names that are added to the set during the loop.
    for (const need of stage.needs ?? []) wanted.add(need);
  }
  return stages.filter((stage) => wanted.has(stage.name));
}

/** @param {number} since */
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a stage in its own process. Its output appears at once if the stage runs alone, and otherwise after its end.
 * @param {Stage} stage
 * @param {string[]} list the arguments that select the stage's list
 * @param {boolean} only
 * @returns {Promise<boolean>} whether the stage passed
 */
async function runStage({ name, title }, list, only) {
  console.log(`\n=== ${title} (${name})${only ? "" : ": started"}`);
  const start = performance.now();
  const child = spawn(process.execPath, [path("scripts/test.js"), ...list, "--stage", name], { stdio: ["ignore", only ? "inherit" : "pipe", only ? "inherit" : "pipe"] });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => printed.push(data));
  const [status] = await once(child, "close");
  if (!only) console.log(`\n=== ${title} (${name})`);
  process.stdout.write(Buffer.concat(printed));
  console.log(`=== ${title}: ${status === 0 ? "" : "FAILED after "}${seconds(start)}`);
  return status === 0;
}

/**
 * Runs each stage once the stages that it needs have passed and its lane is free. After a failure, no stage starts.
 * @param {Stage[]} stages
 * @param {string[]} list
 */
async function runAll(stages, list) {
  const waiting = new Set(stages);
  /** @type {Map<Stage, Promise<void>>} */
  const running = new Map();
  let failed = "";
  while (running.size > 0 || (waiting.size > 0 && !failed)) {
    /** @type {Stage[]} */
    const starting = [];
    for (const stage of failed ? [] : waiting) {
      const others = [...running.keys(), ...starting];
      const isFree = others.every(({ lane }) => stage.lane && lane && lane !== stage.lane);
      const isReady = ![...waiting, ...running.keys()].some(({ name }) => stage.needs?.includes(name));
      if (isFree && isReady) starting.push(stage);
    }
    const only = starting.length + running.size === 1;
    for (const stage of starting) {
      waiting.delete(stage);
      running.set(stage, runStage(stage, list, only).then((passed) => {
        running.delete(stage);
        if (!passed) failed ||= stage.title;
      }));
    }
    await Promise.race(running.values());
  }
  if (failed) throw new Failure(`${failed}: failed`);
}

await main(import.meta.url, async () => {
  const names = process.argv.slice(2);
  const list = names[0] === "--long" ? ["--long"] : [];
  const all = list.length > 0 ? LONG_STAGES : STAGES;
  const named = names.slice(list.length);
  if (named[0] === "--stage") return all.find(({ name }) => name === named[1])?.work();
  const stages = chosen(all, named);
  const begin = performance.now();
  await runAll(stages, list);
  console.log(`\n=== ${stages.length} stages passed in ${seconds(begin)}`);
});
