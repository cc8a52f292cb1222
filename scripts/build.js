// npm run build: builds the command line at target/release/cellveil, and the generated part of the npm package in pkg.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { CORES, buildCores } from "./cores.js";
import { ensureDependencies, ensureRust, filesOf, main, path, run, runModule, say, unlessFresh } from "./lib.js";

/** Cargo features of every native build, including tests. With one set of features, dependencies are compiled once. */
export const FEATURES = ["--features", "cli,bindgen"];

export function build() {
  ensureDependencies();
  ensureRust();
  buildNative();
  buildCores();
  bundle();
  declare();
}

/** Builds the command line and the tool that generates the bindings. */
export function buildNative() {
  say("building the command line");
  run("cargo", ["build", "--release", "--locked", ...FEATURES, "--bins"]);
}

/** Writes the files that pages and Node load: the bundles in pkg/js, and the entry points at the top of pkg. */
function bundle() {
  const glue = CORES.map(({ name, bindings = name }) => `pkg/${bindings}.js`);
  const tools = ["scripts/bundle.js", "scripts/bindings.js", "node_modules/esbuild/package.json", "node_modules/@noble/hashes/package.json"];
  const outputs = ["index", "element", "worker", "thread", "on-demand", "workshop", "export", "languages", "audit", "auditor", "audit-worker", "people"].map((name) => `pkg/js/${name}.js`);
  const doors = ["index.js", "element.js", "workshop.js", "export.js", "audit.js", "people.js", "LICENSE-MIT", "LICENSE-APACHE"].map((name) => `pkg/${name}`);
  unlessFresh("bundle", { inputs: ["www/api", "www/element", "www/words", "src/export/statuses.json", "LICENSE-MIT", "LICENSE-APACHE", ...glue, ...tools], outputs: [...outputs, ...doors] }, () => {
    say("bundling the JavaScript");
    rmSync(path("pkg/js"), { recursive: true, force: true });
    // Runs bundle.js in a new process, because the packages that it imports may have been installed just before.
    run(process.execPath, [path("scripts/bundle.js")]);
  });
}

/** Writes TypeScript declarations to pkg/types, from the JSDoc of the hand-written modules. */
function declare() {
  const config = ["tsconfig.json", "scripts/types.json", "scripts/build.js", "node_modules/typescript/package.json"];
  const outputs = ["pkg/types/api/index.d.ts", "pkg/types/element/element.d.ts"];
  unlessFresh("types", { inputs: ["www/api", "www/element", "www/words", "pkg/cellveil.d.ts", ...config], outputs }, () => {
    say("writing the type declarations");
    rmSync(path("pkg/types"), { recursive: true, force: true });
    runModule("typescript/bin/tsc", ["--project", "scripts/types.json"]);
    // Modules in www import the bindings from ../../pkg. From pkg/types, the path to the bindings is ../..
    for (const file of filesOf("pkg/types")) {
      writeFileSync(path(file), readFileSync(path(file), "utf8").replaceAll('"../../pkg/', '"../../'));
    }
  });
}

await main(import.meta.url, build);
