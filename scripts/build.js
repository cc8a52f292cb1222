// npm run build: the command line at target/release/cellveil, and the npm package's generated half in pkg.

import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { ensureDependencies, ensureRust, filesOf, main, path, root, run, runModule, say, unlessFresh } from "./lib.js";

/** Cargo features of every native build, the tests' too: with one set of them, dependencies are compiled once. */
export const FEATURES = ["--features", "cli,bindgen"];

/**
 * The builds of the core: what most tables need, all of it, and all of it for the few engines that lack 128-bit SIMD.
 * @type {{ name: string, features: string[], simd: boolean }[]}
 */
const CORES = [
  { name: "cellveil", features: ["--no-default-features"], simd: true },
  { name: "cellveil_full", features: [], simd: true },
  { name: "cellveil_scalar", features: [], simd: false },
];
const CORE_SOURCES = ["src", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "scripts/build.js"];
const COMPILED = "wasm32-unknown-unknown/wasm/cellveil.wasm";
const BINDINGS = "target/bindgen";

// What rustc's wasm32 target takes for granted, and SIMD. Named, so that wasm-opt neither refuses the module nor uses more.
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

// What rustc leaves for wasm-opt to do, in this order. Its -O levels make the file smaller, and what travels, after brotli, larger.
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
  "--strip-debug",
  "--strip-producers",
  "--strip-target-features",
];

export function build() {
  ensureDependencies();
  ensureRust();
  say("building the command line");
  run("cargo", ["build", "--release", "--locked", ...FEATURES, "--bins"]);
  for (const { name, features, simd } of CORES) {
    const compiled = `target/cores/${name}.wasm`;
    // All in one target folder, where they share what is compiled of other crates, but overwrite each other's outcome. So each
    // is put aside, and cargo is asked only where the sources changed: it takes an overwritten outcome for an old one.
    unlessFresh(`core-${name}`, { inputs: CORE_SOURCES, outputs: [compiled] }, () => {
      say(`building the wasm core, pkg/${name}_bg.wasm`);
      cpSync(path(compileWasm("target", features, simd)), path(compiled));
    });
    bind(name, compiled, simd);
    const wasm = readFileSync(path(`pkg/${name}_bg.wasm`));
    say(`pkg/${name}_bg.wasm has ${wasm.length} bytes, ${brotliSize(wasm)} with brotli`);
  }
  bundle();
  declare();
}

/**
 * Compiles the wasm core into a target folder.
 * @param {string} target
 * @param {string[]} features
 * @param {boolean} [simd]
 * @returns {string} the compiled file
 */
export function compileWasm(target, features, simd = true) {
  run("cargo", [
    "build", "--profile", "wasm", "--lib", "--target", "wasm32-unknown-unknown", "--locked", ...features,
    "--config", `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(rustflags(simd))}`,
  ], { CARGO_TARGET_DIR: path(target) });
  return `${target}/${COMPILED}`;
}

/** What the compiler is told for the wasm. @param {boolean} simd */
export function rustflags(simd) {
  // Panic messages carry source paths. Cutting them to what is below the registry or the repository gives the same wasm on
  // every machine, and tells nobody where it was built.
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const registries = existsSync(sources) ? readdirSync(sources).sort() : [];
  const maps = [...registries.map((name) => `${join(sources, name)}/=`), `${root}=`];
  // opt-level z alone hardly inlines, which halves the speed of the loops. This much costs less than 1 KB.
  return [...maps.map((map) => `--remap-path-prefix=${map}`), "-Cllvm-args=-inline-threshold=75", ...(simd ? ["-Ctarget-feature=+simd128"] : [])];
}

/** pkg/cellveil.js, its declarations, and the wasm made smaller. @param {string} name @param {string} compiled @param {boolean} simd */
function bind(name, compiled, simd) {
  // Without the flag, wasm-opt refuses a scalar core that has SIMD in it after all.
  const allowed = WASM_FEATURES.filter((flag) => simd || flag !== "--enable-simd");
  const generated = [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm`, `${name}_bg.wasm.d.ts`];
  const outputs = generated.map((name) => `pkg/${name}`);
  const tools = ["target/release/cellveil-bindgen", "node_modules/binaryen/package.json", "scripts/build.js"];
  unlessFresh(name, { inputs: [compiled, ...tools], outputs }, () => {
    say("generating the bindings");
    rmSync(path(BINDINGS), { recursive: true, force: true });
    run(path("target/release/cellveil-bindgen"), [compiled, BINDINGS, name]);
    runModule("binaryen/bin/wasm-opt", [
      ...WASM_PASSES, ...allowed, `${BINDINGS}/${name}_bg.wasm`, "-o", `${BINDINGS}/${name}_bg.wasm`,
    ]);
    for (const name of generated) cpSync(path(BINDINGS, name), path("pkg", name));
  });
}

/** pkg/js: what pages and Node load, from the hand-written modules and the bindings. */
function bundle() {
  const glue = CORES.map(({ name }) => `pkg/${name}.js`);
  const tools = ["scripts/bundle.js", "node_modules/esbuild/package.json"];
  const outputs = ["index", "element", "worker", "thread"].map((name) => `pkg/js/${name}.js`);
  unlessFresh("bundle", { inputs: ["www/api", "www/element", ...glue, ...tools], outputs }, () => {
    say("bundling the JavaScript");
    rmSync(path("pkg/js"), { recursive: true, force: true });
    // A program of its own: what it imports may have been installed a moment ago.
    run(process.execPath, [path("scripts/bundle.js")]);
  });
}

/** pkg/types: TypeScript declarations from the JSDoc of the hand-written modules. */
function declare() {
  const config = ["tsconfig.json", "scripts/types.json", "scripts/build.js", "node_modules/typescript/package.json"];
  const outputs = ["pkg/types/api/index.d.ts", "pkg/types/element/element.d.ts"];
  unlessFresh("types", { inputs: ["www/api", "www/element", "pkg/cellveil.d.ts", ...config], outputs }, () => {
    say("writing the type declarations");
    rmSync(path("pkg/types"), { recursive: true, force: true });
    runModule("typescript/bin/tsc", ["--project", "scripts/types.json"]);
    // A module in www reaches the bindings through ../../pkg; its declaration already lives in pkg.
    for (const file of filesOf("pkg/types")) {
      writeFileSync(path(file), readFileSync(path(file), "utf8").replaceAll('"../../pkg/', '"../../'));
    }
  });
}

/** Bytes after brotli at its best, as a web server would send a file compressed ahead. @param {Uint8Array} bytes */
export function brotliSize(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).length;
}

await main(import.meta.url, build);
