// npm run build: the command line at target/release/cellveil, and the npm package's generated half in pkg.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { CORES, buildCores } from "./cores.js";
import { ensureDependencies, ensureRust, filesOf, main, path, run, runModule, say, unlessFresh } from "./lib.js";

/** Cargo features of every native build, the tests' too: with one set of them, dependencies are compiled once. */
export const FEATURES = ["--features", "cli,bindgen"];

export function build() {
  ensureDependencies();
  ensureRust();
  buildNative();
  buildCores();
  bundle();
  declare();
}

/** The command line, and the tool that makes the bindings. */
export function buildNative() {
  say("building the command line");
  run("cargo", ["build", "--release", "--locked", ...FEATURES, "--bins"]);
}

/** What pages and Node load: the bundles in pkg/js, and the entry points at the top of pkg. */
function bundle() {
  const glue = CORES.map(({ name }) => `pkg/${name}.js`);
  const tools = ["scripts/bundle.js", "node_modules/esbuild/package.json", "node_modules/@noble/hashes/package.json"];
  const outputs = ["index", "element", "worker", "thread", "on-demand", "workshop", "export", "languages"].map((name) => `pkg/js/${name}.js`);
  const doors = ["index.js", "element.js", "workshop.js", "export.js", "LICENSE-MIT", "LICENSE-APACHE"].map((name) => `pkg/${name}`);
  unlessFresh("bundle", { inputs: ["www/api", "www/element", "www/words", "src/export/statuses.json", "LICENSE-MIT", "LICENSE-APACHE", ...glue, ...tools], outputs: [...outputs, ...doors] }, () => {
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
  unlessFresh("types", { inputs: ["www/api", "www/element", "www/words", "pkg/cellveil.d.ts", ...config], outputs }, () => {
    say("writing the type declarations");
    rmSync(path("pkg/types"), { recursive: true, force: true });
    runModule("typescript/bin/tsc", ["--project", "scripts/types.json"]);
    // A module in www reaches the bindings through ../../pkg; its declaration already lives in pkg.
    for (const file of filesOf("pkg/types")) {
      writeFileSync(path(file), readFileSync(path(file), "utf8").replaceAll('"../../pkg/', '"../../'));
    }
  });
}

await main(import.meta.url, build);
