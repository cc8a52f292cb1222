// target/bench/simd/pkg and target/bench/scalar/pkg: the full wasm core as in pkg, built in the same way, with the exports of
// src/wasm/bench.rs beside its own; one with SIMD128, one without.

import { cpSync } from "node:fs";
import { build } from "../../scripts/build.js";
import { bind, compileWasm, coreInputs } from "../../scripts/cores.js";
import { path, say, unlessFresh } from "../../scripts/lib.js";

/** @import { Sizes } from "./sizes.js" */
/** @typedef {"simd" | "scalar"} Variant */

/** Where a measurable core lies. @param {Variant} variant */
export const corePackage = (variant) => `target/bench/${variant}/pkg`;

/** Builds the package and the command line, and then the measurable cores. @param {Sizes} sizes */
export function buildBench({ scalar }) {
  build();
  buildCore("simd");
  if (scalar) buildCore("scalar");
}

/** Builds one measurable core; the command line and the bindings' tool must be there. @param {Variant} variant */
export function buildCore(variant) {
  const simd = variant === "simd";
  const compiled = `target/cores/bench_${variant}.wasm`;
  unlessFresh(`core-bench-${variant}`, { inputs: coreInputs(), outputs: [compiled] }, () => {
    say(`building the wasm core for measuring, ${variant}`);
    cpSync(path(compileWasm("target", ["--features", "bench"], simd)), path(compiled));
  });
  bind("cellveil", compiled, simd, corePackage(variant));
}
