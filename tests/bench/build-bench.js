// target/bench/pkg: the wasm core as in pkg, built in the same way, with the exports of src/wasm/bench.rs beside its own.

import { WASM_FEATURES, WASM_PASSES, build, compileWasm } from "../../scripts/build.js";
import { path, run, runModule, say, unlessFresh } from "../../scripts/lib.js";

// A target folder of its own: the two builds would take turns in overwriting each other's wasm.
const CARGO_TARGET = "target/bench/cargo";
const OUT = "target/bench/pkg";

/** Builds the package and the command line, and then the measurable core. */
export function buildBench() {
  build();
  say("building the wasm core for measuring");
  const compiled = compileWasm(CARGO_TARGET, ["--features", "bench"]);
  const inputs = [compiled, "target/release/cellveil-bindgen", "scripts/build.js", "tests/bench/build-bench.js"];
  unlessFresh("bench", { inputs, outputs: [`${OUT}/cellveil_bg.wasm`] }, () => {
    run(path("target/release/cellveil-bindgen"), [compiled, OUT, "cellveil"]);
    const wasm = `${OUT}/cellveil_bg.wasm`;
    runModule("binaryen/bin/wasm-opt", [...WASM_PASSES, ...WASM_FEATURES, wasm, "-o", wasm]);
  });
}
