// Builds the Rust core as wasm in ten variants, with bindings. Sets the options of the compiler and of wasm-opt.
// `node scripts/cores.js FOLDER` builds the cores of one target folder: `target` or `target/second`.

import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure, filesOf, main, path, root, run, runBeside, runModule, say, unlessFresh } from "./lib.js";

/** Cargo's arguments for a core with table methods. */
const TABLES = ["--no-default-features", "--features", "tables"];

/**
 * The variants of the core: for most tables, for all cell methods, and for all methods, table methods included. Engines
 * without 128-bit SIMD have one core for all methods, because they are too few for a core of each size. Three others need
 * no cube: for p-tables, for files of tables, and for XLSX. They are optimised for size, which does not make them slower.
 * Two others attack the tables of a cube, and synthesize people. The last one is the command line.
 *
 * `units`: the number of parts in which the largest core compiles in parallel. This core has thin LTO, and no passes of
 * wasm-opt. All other cores compile in one part, and have fat LTO and these passes.
 *
 * `bindings`: the core whose bindings this core uses. The two cores with table methods have equal exports, and an
 * engine runs only one of them.
 * @typedef {{ name: string, features: string[], simd: boolean, level?: string, units?: number, native?: RegExp, bindings?: string }} Core
 */
/**
 * The cores with SIMD come first. They have other compiler flags, and cargo compiles all dependencies again when the flags
 * change.
 * @type {Core[]}
 */
export const CORES = [
  { name: "cellveil", features: ["--no-default-features"], simd: true },
  { name: "cellveil_full", features: [], simd: true },
  { name: "cellveil_tables", features: TABLES, simd: true, bindings: "cellveil_scalar" },
  { name: "cellveil_scalar", features: TABLES, simd: false },
  { name: "cellveil_workshop", features: ["--no-default-features", "--features", "workshop"], simd: false, level: "s" },
  { name: "cellveil_export", features: ["--no-default-features", "--features", "export"], simd: false, level: "s" },
  { name: "cellveil_xlsx", features: ["--no-default-features", "--features", "xlsx"], simd: false, level: "s" },
  { name: "cellveil_audit", features: ["--no-default-features", "--features", "audit"], simd: false, native: /^src\/((bin|build|cli|draft|host|input|spec|study|synthetic|cube\/encrypted)\/|main\.rs|wasm\/(make|people)\.rs)/ },
  { name: "cellveil_make", features: ["--no-default-features", "--features", "make"], simd: false, units: 16, native: /^src\/((bin|study|build\/sql)\/|main\.rs|host\/native\/)/ },
  { name: "cellveil_people", features: ["--no-default-features", "--features", "people"], simd: false, level: "s", native: /^src\/((audit|bin|build|cli|draft|host|input|spec|study)\/|main\.rs|wasm\/make\.rs)/ },
];
const RECIPE = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "scripts/cores.js"];
/** Source files that most cores lack: those of the command line, of encryption, of the audit and of synthetic people. */
const NATIVE = /^src\/((audit|bin|build|cli|draft|host|input|spec|study|synthetic|cube\/encrypted)\/|main\.rs|wasm\/(audit|make|people)\.rs)/;
const COMPILED = "wasm32-unknown-unknown/wasm/cellveil.wasm";

/**
 * The target folders of the cores. Cargo locks a target folder while it compiles, so the cores of two folders compile
 * in parallel. The cores of a folder share compiled dependencies. The cores of the first folder have SIMD, or are
 * optimised for size.
 */
const FOLDERS = { first: "target", second: "target/second" };
const folderOf = (/** @type {Core} */ { simd, level }) => (simd || level ? FOLDERS.first : FOLDERS.second);

// The features of rustc's wasm32 target, and SIMD. With this list, wasm-opt accepts the module and adds no other
// features.
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

// The passes of wasm-opt that improve rustc's output, in this order. The -O levels of wasm-opt make the file
// smaller, but the brotli download larger.
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
];
/** Removes what only debuggers and linkers read. */
const WASM_STRIP = ["--strip-debug", "--strip-producers", "--strip-target-features"];

/**
 * The source files of most cores, or of a core that contains more. Only tests read the pages in `src`.
 * @param {RegExp} [native] files to leave out
 */
export const coreInputs = (native = NATIVE) => [...filesOf("src").filter((file) => !native.test(file) && !file.endsWith(".md")), ...RECIPE];

const compiledOf = (/** @type {string} */ name) => `target/cores/${name}.wasm`;

export async function buildCores() {
  await runBeside(Object.values(FOLDERS).map((folder) => [process.execPath, path("scripts/cores.js"), folder]));
  // The other core may compile in the other folder, so these cores wait for both folders.
  for (const core of CORES) if (core.bindings) bind(core, compiledOf(core.name));
}

/**
 * Compiles the cores of a target folder one after another. Generates the bindings of the cores that have their own.
 * @param {string} folder
 */
function buildFolder(folder) {
  if (!Object.values(FOLDERS).includes(folder)) throw new Failure(`${folder}: no such folder of cores; expected ${Object.values(FOLDERS).join(" or ")}`);
  for (const core of CORES.filter((core) => folderOf(core) === folder)) {
    const { name, features, simd, level, units, native, bindings } = core;
    const compiled = compiledOf(name);
    // Each core overwrites the file of the previous core, so the file is copied. Cargo mistakes this file for an old
    // build, so cargo runs only if a source or this file has changed, or if the copy is missing.
    unlessFresh(`core-${name}`, { inputs: coreInputs(native), outputs: [compiled] }, () => {
      say(`building the wasm core, pkg/${name}_bg.wasm`);
      cpSync(path(compileWasm(folder, features, simd, level, units)), path(compiled));
    });
    if (!bindings) bind(core, compiled);
  }
}

/**
 * Compiles the wasm core into a target folder.
 * @param {string} target
 * @param {string[]} features
 * @param {boolean} [simd]
 * @param {string} [level] the optimisation level; defaults to the profile's level
 * @param {number} [units] as in `CORES`
 * @returns {string} the compiled file
 */
export function compileWasm(target, features, simd = true, level = undefined, units = undefined) {
  // A cdylib is a wasm file. Without this argument, cargo would make a library for Rust only.
  // A dependency of the Parquet crate draws its seeds at compile time. A fixed seed gives the same wasm again.
  run("cargo", [
    "rustc", "--crate-type", "cdylib", "--profile", "wasm", "--lib", "--target", "wasm32-unknown-unknown", "--locked", ...features,
    "--config", `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(rustflags(simd))}`,
  ], { CARGO_TARGET_DIR: path(target), ...(level ? { CARGO_PROFILE_WASM_OPT_LEVEL: level } : {}), ...(units ? { CARGO_PROFILE_WASM_CODEGEN_UNITS: String(units), CARGO_PROFILE_WASM_LTO: "thin" } : {}), CONST_RANDOM_SEED: "cellveil" });
  return `${target}/${COMPILED}`;
}

/** The compiler flags of the wasm cores. @param {boolean} [simd] */
export function rustflags(simd = false) {
  // Panic messages contain source paths. Paths relative to the registry or the repository give the same wasm on every
  // machine, and disclose nothing about the machine.
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const registries = existsSync(sources) ? readdirSync(sources).sort() : [];
  const maps = [...registries.map((name) => `${join(sources, name)}/=`), `${root}=`];
  // The inline threshold of opt-level 2 is 225. A threshold of 50 saves 4 KB of download and makes no loop slower.
  return [...maps.map((map) => `--remap-path-prefix=${map}`), "-Cllvm-args=-inline-threshold=50", ...(simd ? ["-Ctarget-feature=+simd128"] : [])];
}

/**
 * Generates the bindings and their declarations, and makes the wasm smaller.
 * @param {Pick<Core, "name" | "simd" | "units" | "bindings">} core
 * @param {string} compiled
 * @param {string} [out] the folder for the bindings
 */
export function bind({ name, simd, units, bindings = name }, compiled, out = "pkg") {
  // Without this flag, wasm-opt refuses a scalar core that contains SIMD by mistake.
  const allowed = WASM_FEATURES.filter((flag) => simd || flag !== "--enable-simd");
  const shares = bindings !== name;
  const generated = shares ? [`${name}_bg.wasm`] : [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm`, `${name}_bg.wasm.d.ts`];
  const outputs = generated.map((name) => `${out}/${name}`);
  const shared = `${out}/${bindings}.js`;
  const tools = [...(shares ? [shared] : []), "target/release/cellveil-bindgen", "node_modules/binaryen/package.json", "scripts/cores.js"];
  unlessFresh(outputs[0].replaceAll("/", "-"), { inputs: [compiled, ...tools], outputs }, () => {
    say(`generating the bindings of ${out}/${name}_bg.wasm`);
    const folder = `target/bindgen/${name}`;
    rmSync(path(folder), { recursive: true, force: true });
    // The wasm imports its functions from a module with the name of the bindings.
    run(path("target/release/cellveil-bindgen"), [compiled, folder, bindings]);
    if (shares && !readFileSync(path(folder, `${bindings}.js`)).equals(readFileSync(path(shared)))) {
      throw new Failure(`the bindings of ${name} differ from ${shared}; expected equal features in CORES`);
    }
    runModule("binaryen/bin/wasm-opt", [
      ...(units ? [] : WASM_PASSES), ...WASM_STRIP, ...allowed, `${folder}/${bindings}_bg.wasm`, "-o", `${folder}/${name}_bg.wasm`,
    ]);
    for (const name of generated) cpSync(path(folder, name), path(out, name));
  });
}

await main(import.meta.url, () => buildFolder(process.argv[2]));
