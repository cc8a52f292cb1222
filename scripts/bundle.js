// pkg/js: the API and the element, each as one small file, so that a page waits for few files and none after another. Nothing
// but esbuild, which alone of the usual bundlers is a single dependency without further ones.

import { mkdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { path } from "./lib.js";

/** Two levels below the package, as their sources are, so that `new URL("../../pkg/…", import.meta.url)` holds in both places. */
const OUT = "pkg/js";

/**
 * `worker` and `thread` both hold the engine: a page loads one of them. `index` and `element` do not share a third file, for
 * which both would have to wait: the element imports the very `index` that the page may import too.
 */
const ENTRIES = ["www/api/index.js", "www/api/worker.js", "www/api/thread.js", "www/element/element.js"];

mkdirSync(path(OUT), { recursive: true });
for (const entry of ENTRIES) {
  const { outputFiles: [file] } = await build({
    entryPoints: [path(entry)],
    outdir: path(OUT),
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    external: ["./thread.js"],
    plugins: [{
      name: "one API",
      setup: (build) => build.onResolve({ filter: /^\.\.\/api\/index\.js$/ }, () => ({ path: "./index.js", external: true })),
    }],
  });
  writeFileSync(file.path, withHints(file.text));
}

// The declarations are beside, so that who imports these files by their paths has types too.
for (const [name, types] of [["index", "api/index"], ["element", "element/element"]]) {
  writeFileSync(path(OUT, `${name}.d.ts`), `export * from "../types/${types}.js";\n`);
}

/**
 * Minifying takes the comments away that tell a page's own bundler not to look for Node's modules.
 * @param {string} code
 */
function withHints(code) {
  return code.replaceAll(/\bimport\((?=\w)/g, "import(/* webpackIgnore: true */ /* @vite-ignore */ ");
}
