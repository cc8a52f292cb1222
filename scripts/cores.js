// The Rust core as wasm: six builds of it, their bindings, and what the compiler and wasm-opt are told.

import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { filesOf, path, root, run, runModule, say, unlessFresh } from "./lib.js";

/**
 * The builds of the core: what most tables need, all of it, and all of it for the few engines that lack 128-bit SIMD;
 * and p-tables and files of tables without cubes, made small: they are no slower for it.
 * @type {{ name: string, features: string[], simd: boolean, level?: string }[]}
 */
export const CORES = [
  { name: "cellveil", features: ["--no-default-features"], simd: true },
  { name: "cellveil_full", features: [], simd: true },
  { name: "cellveil_scalar", features: [], simd: false },
  { name: "cellveil_workshop", features: ["--no-default-features", "--features", "workshop"], simd: false, level: "s" },
  { name: "cellveil_export", features: ["--no-default-features", "--features", "export"], simd: false, level: "s" },
  { name: "cellveil_xlsx", features: ["--no-default-features", "--features", "xlsx"], simd: false, level: "s" },
];
const RECIPE = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "scripts/cores.js"];
/** Compiled into the command line only. */
const NATIVE = /^src\/((audit|bin|build|cli|input|spec|study)\/|main\.rs)/;
const COMPILED = "wasm32-unknown-unknown/wasm/cellveil.wasm";
const BINDINGS = "target/bindgen";

// What rustc's wasm32 target takes for granted, and SIMD. Named, so that wasm-opt neither refuses the module nor uses
// more.
export const WASM_FEATURES = [
  "--enable-bulk-memory",
  "--enable-bulk-memory-opt",
  "--enable-multivalue",
  "--enable-mutable-globals",
  "--enable-nontrapping-float-to-int",
  "--enable-reference-types",
  "--enable-sign-ext",
  "--enable-simd",
];

// What rustc leaves for wasm-opt to do, in this order. Its -O levels make the file smaller, and what travels, after
// brotli, larger.
export const WASM_PASSES = [
  "--duplicate-function-elimination",
  "--remove-unused-module-elements",
  "--optimize-instructions",
  "--precompute",
  "--dce",
  "--vacuum",
  "--rse",
  "--dae-optimizing",
  "--merge-blocks",
  "--remove-unused-brs",
  "--optimize-instructions",
  "--vacuum",
  "--duplicate-function-elimination",
  "--remove-unused-module-elements",
  "--coalesce-locals",
  "--reorder-locals",
  "--strip-debug",
  "--strip-producers",
  "--strip-target-features",
];

/** What every core is compiled from. */
export const coreInputs = () => [...filesOf("src").filter((file) => !NATIVE.test(file)), ...RECIPE];

export function buildCores() {
  const inputs = coreInputs();
  for (const { name, features, simd, level } of CORES) {
    const compiled = `target/cores/${name}.wasm`;
    // All in one target folder, where they share what is compiled of other crates, but overwrite each other's outcome.
    // So each is put aside, and cargo is asked only where the sources changed: it takes an overwritten outcome for an
    // old one.
    unlessFresh(`core-${name}`, { inputs, outputs: [compiled] }, () => {
      say(`building the wasm core, pkg/${name}_bg.wasm`);
      cpSync(path(compileWasm("target", features, simd, level)), path(compiled));
    });
    bind(name, compiled, simd);
  }
}

/**
 * Compiles the wasm core into a target folder.
 * @param {string} target
 * @param {string[]} features
 * @param {boolean} [simd]
 * @param {string} [level] of optimisation, where it is not the profile's
 * @returns {string} the compiled file
 */
export function compileWasm(target, features, simd = true, level = undefined) {
  run("cargo", [
    "build", "--profile", "wasm", "--lib", "--target", "wasm32-unknown-unknown", "--locked", ...features,
    "--config", `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(rustflags(simd))}`,
  ], { CARGO_TARGET_DIR: path(target), ...(level ? { CARGO_PROFILE_WASM_OPT_LEVEL: level } : {}) });
  return `${target}/${COMPILED}`;
}

/** What the compiler is told for the wasm. @param {boolean} [simd] */
export function rustflags(simd = false) {
  // Panic messages carry source paths. Cutting them to what is below the registry or the repository gives the same wasm
  // on every machine, and tells nobody where it was built.
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const registries = existsSync(sources) ? readdirSync(sources).sort() : [];
  const maps = [...registries.map((name) => `${join(sources, name)}/=`), `${root}=`];
  // Two ninths of what opt-level 2 inlines by itself: 4 KB less to download, and no loop slower.
  return [...maps.map((map) => `--remap-path-prefix=${map}`), "-Cllvm-args=-inline-threshold=50", ...(simd ? ["-Ctarget-feature=+simd128"] : [])];
}

/**
 * The bindings, their declarations, and the wasm made smaller.
 * @param {string} name
 * @param {string} compiled
 * @param {boolean} simd
 * @param {string} [out] where they go
 */
export function bind(name, compiled, simd, out = "pkg") {
  // Without the flag, wasm-opt refuses a scalar core that has SIMD in it after all.
  const allowed = WASM_FEATURES.filter((flag) => simd || flag !== "--enable-simd");
  const generated = [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm`, `${name}_bg.wasm.d.ts`];
  const outputs = generated.map((name) => `${out}/${name}`);
  const tools = ["target/release/cellveil-bindgen", "node_modules/binaryen/package.json", "scripts/cores.js"];
  unlessFresh(outputs[0].replaceAll("/", "-"), { inputs: [compiled, ...tools], outputs }, () => {
    say("generating the bindings");
    rmSync(path(BINDINGS), { recursive: true, force: true });
    run(path("target/release/cellveil-bindgen"), [compiled, BINDINGS, name]);
    runModule("binaryen/bin/wasm-opt", [
      ...WASM_PASSES, ...allowed, `${BINDINGS}/${name}_bg.wasm`, "-o", `${BINDINGS}/${name}_bg.wasm`,
    ]);
    for (const name of generated) cpSync(path(BINDINGS, name), path(out, name));
    const wasm = readFileSync(path(`${out}/${name}_bg.wasm`));
    say(`${out}/${name}_bg.wasm has ${wasm.length} bytes, ${brotliSize(wasm)} with brotli`);
  });
}

/** Brotli at its best, as a web server would send a file compressed ahead. @param {Uint8Array} bytes */
export function brotli(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

/** @param {Uint8Array} bytes */
export function brotliSize(bytes) {
  return brotli(bytes).length;
}
