// npm run build: builds the command line at target/release/cellveil, and the generated part of the npm package in pkg.

import { cpSync, readFileSync, rmSync } from "node:fs";
import { CORES, buildCores } from "./cores.js";
import { ensureDependencies, ensureRust, main, path, run, say, unlessFresh } from "./lib.js";
import { writeTypes } from "./types.js";

/** Cargo features of every native build, including tests. With one set of features, dependencies are compiled once. */
export const FEATURES = ["--features", "cli,bindgen"];

export async function build() {
  ensureDependencies();
  ensureRust();
  buildNative();
  await buildPackage();
}

/** Builds the cores, the package and the command line. Needs the library. */
export async function buildPackage() {
  await buildCores();
  bundle();
  declare();
  pages();
  buildProgram();
}

/** The pages of `cellveil site`, without cubes. */
export const ARCHIVE = "pkg/pages.zip";
/** The compiled library. This file changes with the code, and not with the pages inside the program. */
export const LIBRARY = "target/release/libcellveil.rlib";

/** Builds the library, the tool that generates the bindings, and the tool that compresses. */
export function buildNative() {
  say("building the library");
  run("cargo", ["build", "--release", "--locked", ...FEATURES, "--lib", "--bin", "cellveil-bindgen", "--bin", "cellveil-deflate"]);
}

/** Builds the command line with the pages inside. Only `main.rs` has the pages, so the library is not compiled again. */
function buildProgram() {
  say("building the command line");
  run("cargo", ["rustc", "--release", "--locked", ...FEATURES, "--bin", "cellveil", "--", "--cfg", "pages"]);
  cpSync(path(ARCHIVE), path("target/release/pages.zip"), { preserveTimestamps: true });
}

/** Writes the files that pages and Node load: the bundles in pkg/js, and the entry points at the top of pkg. */
function bundle() {
  const glue = CORES.map(({ name, bindings = name }) => `pkg/${bindings}.js`);
  const tools = ["scripts/bundle.js", "scripts/bindings.js", "scripts/sheets.js", "node_modules/esbuild/package.json", "node_modules/@noble/hashes/package.json", "node_modules/parse5/package.json", "node_modules/preact/package.json", "node_modules/@preact/signals-core/package.json"];
  const outputs = ["index", "element", "worker", "on-demand", "workshop", "export", "languages", "audit", "auditor", "audit-worker", "people", "encrypted", "make", "maker", "make-worker", "prerender", "prerender-command", "cellveil", "builder", "builder-more", "builder-charts", "builder-chunk", "builder-ar", "builder-de", "builder-es", "builder-fr"].map((name) => `pkg/js/${name}.js`);
  const doors = ["index.js", "element.js", "workshop.js", "export.js", "audit.js", "people.js", "encrypted.js", "make.js", "prerender.js", "builder.js", "element.css", "LICENSE-MIT", "LICENSE-APACHE"].map((name) => `pkg/${name}`);
  unlessFresh("bundle", { inputs: ["www/api", "www/node", "www/prerender", "www/element", "www/words", "www/choice", "www/builder", "www/site/result", "www/site/shell", "src/export/statuses.json", "LICENSE-MIT", "LICENSE-APACHE", ...glue, ...tools], outputs: [...outputs, ...doors] }, () => {
    say("bundling the JavaScript");
    rmSync(path("pkg/js"), { recursive: true, force: true });
    // Runs bundle.js in a new process, because the packages that it imports may have been installed just before.
    run(process.execPath, [path("scripts/bundle.js")]);
  });
}

/** Writes TypeScript declarations to pkg/types, from the JSDoc of the hand-written modules. */
function declare() {
  const config = ["tsconfig.json", "scripts/types.json", "scripts/types.js", "scripts/bundle.js", "node_modules/typescript/package.json"];
  const outputs = ["pkg/types/api/index.d.ts", "pkg/types/element/element.d.ts", "pkg/types/prerender/prerender.d.ts", "pkg/types/builder/builder.d.ts"];
  unlessFresh("types", { inputs: ["www/api", "www/prerender", "www/element", "www/words", "www/choice", "www/builder", "pkg/cellveil.d.ts", ...config], outputs }, () => {
    say("writing the type declarations");
    writeTypes();
  });
}

/** Writes the pages of `cellveil site` to pkg/pages.zip. */
function pages() {
  const { files } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  const built = files.filter((/** @type {string} */ file) => file !== ARCHIVE);
  const tools = ["scripts/pages.js", "scripts/bundle.js", "scripts/bindings.js", "scripts/one-file.js", "src/bin/deflate.rs", "scripts/sheets.js", "scripts/layout.js", "package.json", "node_modules/fflate/package.json", "node_modules/esbuild/package.json", "node_modules/maplibre-gl/package.json", "node_modules/uqr/package.json", "node_modules/workbox-precaching/package.json"];
  unlessFresh("pages", { inputs: ["www", ...built, ...tools], outputs: [ARCHIVE, "target/pages/index.html"] }, () => {
    say("writing the pages, pkg/pages.zip");
    run(process.execPath, [path("scripts/pages.js")]);
  });
}

await main(import.meta.url, build);
