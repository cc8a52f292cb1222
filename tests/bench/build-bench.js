// target/bench/simd/pkg and target/bench/scalar/pkg: the full wasm core as in pkg, built in the same way, with the exports of
// src/wasm/bench.rs beside its own; one with SIMD128, one without.

import { build } from "../../scripts/build.js";
import { bind, compileWasm } from "../../scripts/cores.js";
import { say } from "../../scripts/lib.js";

/** @typedef {"simd" | "scalar"} Variant */

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
  const simd = variant === "simd";
  bind("cellveil", compileWasm(`target/bench/${variant}`, ["--features", "bench"], simd), simd, corePackage(variant));
}
