// Builds target/bench/simd/pkg and target/bench/scalar/pkg. Each contains the full wasm core, built as for pkg, with
// the additional exports of src/wasm/bench.rs. One uses SIMD128, the other does not.

import { cpSync } from "node:fs";
import { build } from "../../scripts/build.js";
import { bind, compileWasm, coreInputs } from "../../scripts/cores.js";
import { path, say, unlessFresh } from "../../scripts/lib.js";

/** @import { Sizes } from "./sizes.js" */
/** @typedef {"simd" | "scalar"} Variant */

/** The folder of a measurable core. @param {Variant} variant */
export const corePackage = (variant) => `target/bench/${variant}/pkg`;

/** Builds the package and the command line, and then the measurable cores. @param {Sizes} sizes */
export async function buildBench({ scalar }) {
  await build();
  buildCore("simd");
  if (scalar) buildCore("scalar");
}

/** Builds one measurable core. Requires the command line and the tool for the bindings. @param {Variant} variant */
export function buildCore(variant) {
  const simd = variant === "simd";
  const compiled = `target/cores/bench_${variant}.wasm`;
  unlessFresh(`core-bench-${variant}`, { inputs: coreInputs(), outputs: [compiled] }, () => {
    say(`building the wasm core for measuring, ${variant}`);
    cpSync(path(compileWasm("target", ["--features", "bench"], simd)), path(compiled));
  });
  bind({ name: "cellveil", simd }, compiled, corePackage(variant));
}
