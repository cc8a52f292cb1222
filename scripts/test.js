// npm test: every check of the repository, in order, up to the first that fails. `npm test -- js browser` runs only the
// stages named, after those that they need. npm run test:long: the checks that take too long to run after each change.

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { FEATURES, build } from "./build.js";
import { Failure, ensureDependencies, ensureRust, main, path, run, runModule } from "./lib.js";
import { assemble } from "./site.js";

// The release profile everywhere: what one stage compiles, the next one finds.
const CARGO = ["--release", "--locked", ...FEATURES];
const WASM = ["--lib", "--target", "wasm32-unknown-unknown", "--locked"];
const DENY_WARNINGS = ["--", "-D", "warnings"];

/** @typedef {{ name: string, title: string, needs?: string[], work: () => unknown }} Stage */

/** @type {Stage[]} */
const STAGES = [
  { name: "tools", title: "Toolchain and dependencies", work: tools },
  { name: "format", title: "Formatting", needs: ["tools"], work: () => run("cargo", ["fmt", "--check"]) },
  { name: "clippy", title: "Lints", needs: ["tools"], work: clippy },
  { name: "rust", title: "Rust tests", needs: ["tools"], work: () => run("cargo", ["test", ...CARGO]) },
  { name: "doc", title: "Rust documentation", needs: ["tools"], work: doc },
  { name: "build", title: "Build", needs: ["tools"], work: build },
  { name: "site", title: "Site and demo cubes, by npm start", needs: ["build"], work: site },
  { name: "types", title: "JavaScript types", needs: ["site"], work: () => runModule("typescript/bin/tsc", ["--project", "."]) },
  { name: "js", title: "JavaScript tests", needs: ["site"], work: () => nodeTests("tests/js") },
  { name: "speed", title: "Ratios of speed", needs: ["site"], work: speed },
  { name: "browser", title: "Browser tests", needs: ["site"], work: browser },
];

/** @type {Stage[]} */
const LONG_STAGES = [
  { name: "tools", title: "Toolchain and dependencies", work: tools },
  { name: "rust", title: "Long Rust tests", needs: ["tools"], work: longRust },
  { name: "build", title: "Build", needs: ["tools"], work: build },
  { name: "site", title: "Site and demo cubes", needs: ["build"], work: assemble },
  { name: "js", title: "Long JavaScript tests", needs: ["site"], work: () => nodeTests("tests/js", ".long.test.js") },
  { name: "browser", title: "Long browser tests", needs: ["site"], work: () => browser(".long.test.js") },
];

function tools() {
  ensureDependencies();
  ensureRust();
}

function clippy() {
  run("cargo", ["clippy", ...CARGO, "--all-targets", ...DENY_WARNINGS]);
  run("cargo", ["clippy", "--profile", "wasm", ...WASM, ...DENY_WARNINGS]);
}

/** The tests that are marked `#[ignore = "long: ..."]`. */
function longRust() {
  run("cargo", ["test", ...CARGO, "--lib", "--test", "rust", "--", "--ignored"]);
}

function doc() {
  run("cargo", ["doc", "--no-deps", ...CARGO], { RUSTDOCFLAGS: "-D warnings" });
}

async function site() {
  const { checkStart } = await import("../tests/start.js");
  await checkStart();
}

/** One after another: what runs beside a measurement disturbs it. */
async function speed() {
  const { buildCore } = await import("../tests/bench/build-bench.js");
  buildCore("simd");
  nodeTests("tests/bench", ".test.js", 1);
}

/** @param {".test.js" | ".long.test.js"} [ending] */
async function browser(ending) {
  const { ensureChromium } = await import("../tests/browser/chromium.js");
  ensureChromium();
  const { ensureFirefox } = await import("../tests/browser/firefox.js");
  ensureFirefox();
  nodeTests("tests/browser", ending);
}

/**
 * Runs the tests below a folder with Node's runner.
 * @param {string} folder
 * @param {".test.js" | ".long.test.js"} [ending] of the files
 * @param {number} [concurrency]  how many files run at once
 */
function nodeTests(folder, ending = ".test.js", concurrency = Math.max(2, availableParallelism())) {
  const names = readdirSync(path(folder), { recursive: true, encoding: "utf8" }).sort();
  const wanted = names.filter((name) => name.endsWith(ending) && (ending !== ".test.js" || !name.endsWith(".long.test.js")));
  const files = wanted.map((name) => `${folder}/${name}`);
  // Without a file, Node would look for tests everywhere.
  if (files.length === 0) throw new Failure(`no test files in ${folder}`);
  // A test that failed may leave a browser or a server open, which must not hold up the result.
  run(process.execPath, ["--test", "--test-reporter=spec", "--test-timeout=300000", "--test-force-exit", `--test-concurrency=${concurrency}`, ...files]);
}

/** The named stages and what they need, in the order of the list. @param {Stage[]} stages @param {string[]} names @returns {Stage[]} */
function chosen(stages, names) {
  if (names.length === 0) return stages;
  const wanted = new Set(names);
  for (const name of wanted) {
    const stage = stages.find((stage) => stage.name === name);
    if (!stage) throw new Failure(`unknown stage ${name}; expected one of ${stages.map((s) => s.name).join(", ")}`);
    // A set hands out what is added to it while it is walked.
    for (const need of stage.needs ?? []) wanted.add(need);
  }
  return stages.filter((stage) => wanted.has(stage.name));
}

/** @param {number} since */
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

await main(import.meta.url, async () => {
  const names = process.argv.slice(2);
  const long = names[0] === "--long";
  const stages = long ? chosen(LONG_STAGES, names.slice(1)) : chosen(STAGES, names);
  const begin = performance.now();
  for (const { name, title, work } of stages) {
    console.log(`\n=== ${title} (${name})`);
    const start = performance.now();
    try {
      await work();
    } catch (error) {
      console.error(`=== ${title}: FAILED after ${seconds(start)}`);
      throw error;
    }
    console.log(`=== ${title}: ${seconds(start)}`);
  }
  console.log(`\n=== ${stages.length} stages passed in ${seconds(begin)}`);
});
