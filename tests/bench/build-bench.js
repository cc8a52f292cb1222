// target/bench/simd/pkg and target/bench/scalar/pkg: the full wasm core as in pkg, built in the same way, with the exports of
// src/wasm/bench.rs beside its own; one with SIMD128, one without.

import { build } from "../../scripts/build.js";
import { WASM_FEATURES, WASM_PASSES, rustflags } from "../../scripts/cores.js";
import { path, run, runModule, say, unlessFresh } from "../../scripts/lib.js";

/** @typedef {keyof typeof VARIANTS} Variant */

/** Flags come last, where they have the last word, and both are said: neither build follows what pkg has. */
const VARIANTS = {
  simd: { rustc: "-Ctarget-feature=+simd128", wasmOpt: ["--enable-simd"] },
  scalar: { rustc: "-Ctarget-feature=-simd128", wasmOpt: [] },
};

/** Where a measurable core lies. @param {Variant} variant */
export const corePackage = (variant) => `target/bench/${variant}/pkg`;

/** Builds the package and the command line, and then the measurable cores. */
export function buildBench() {
  build();
  buildCore("simd");
  buildCore("scalar");
}

/** Builds one measurable core; the command line and the bindings' tool must be there. @param {Variant} variant */
export function buildCore(variant) {
  say(`building the wasm core for measuring, ${variant}`);
  // A target folder each: builds with different flags would take turns in overwriting each other's wasm.
  const target = `target/bench/${variant}`;
  const { rustc, wasmOpt } = VARIANTS[variant];
  run("cargo", [
    "build", "--profile", "wasm", "--lib", "--target", "wasm32-unknown-unknown", "--locked", "--features", "bench",
    "--config", `target.wasm32-unknown-unknown.rustflags=${JSON.stringify([...rustflags(), rustc])}`,
  ], { CARGO_TARGET_DIR: path(target) });
  const compiled = `${target}/wasm32-unknown-unknown/wasm/cellveil.wasm`;
  const inputs = [compiled, "target/release/cellveil-bindgen", "scripts/cores.js", "tests/bench/build-bench.js"];
  const out = corePackage(variant);
  const wasm = `${out}/cellveil_bg.wasm`;
  unlessFresh(`bench-${variant}`, { inputs, outputs: [wasm] }, () => {
    run(path("target/release/cellveil-bindgen"), [compiled, out, "cellveil"]);
    const features = WASM_FEATURES.filter((feature) => feature !== "--enable-simd");
    runModule("binaryen/bin/wasm-opt", [...WASM_PASSES, ...features, ...wasmOpt, wasm, "-o", wasm]);
  });
}
