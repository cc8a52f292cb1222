// `node scripts/bundle.js`: pkg/js, the API, the element and the workshop, each as one small file, so that a page waits for few files and none
// after another. `node scripts/bundle.js site`: the same for the site's own scripts. Nothing but esbuild, which alone of the usual
// bundlers is a single dependency without further ones.

import { mkdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { path } from "./lib.js";

/** Two levels below the package, as their sources are, so that `new URL("../../pkg/…", import.meta.url)` holds in both places. */
const OUT = "pkg/js";

/**
 * `worker` and `thread` both hold the engine: a page loads one of them. `index` and `element` do not share a third file, for
 * which both would have to wait: the element imports the very `index` that the page may import too. `workshop` stands alone.
 * `seldom` is what `index` imports when it is called for, and imports `workshop` for a query that brings a p-table.
 */
const ENTRIES = {
  index: "www/api/index.js",
  worker: "www/api/worker.js",
  thread: "www/api/thread.js",
  seldom: "www/api/seldom.js",
  element: "www/element/element.js",
  workshop: "www/api/workshop.js",
};

/** Declarations beside the bundles: all that a caller may want to name, and what the element adds to a page's. */
const DECLARATIONS = {
  index: `export * from "../types/api/index.js";
export type * from "../types/api/types.js";
`,
  workshop: `export * from "../types/api/workshop.js";
export type * from "../types/api/types.js";
`,
  element: `import type { CellveilTable } from "../types/element/element.js";
import type { Cube, Table } from "./index.js";
export * from "../types/element/element.js";
declare global {
  interface HTMLElementTagNameMap {
    "cellveil-table": CellveilTable;
  }
  interface HTMLElementEventMap {
    "cellveil-ready": CustomEvent<{ cube: Cube; table: Table }>;
    "cellveil-change": CustomEvent<{ cube: Cube; table: Table }>;
    "cellveil-error": CustomEvent<{ error: Error }>;
  }
}
`,
};

/** @param {string} entry @param {Pick<import("esbuild").BuildOptions, "external" | "plugins">} more */
async function bundled(entry, more) {
  const { outputFiles } = await build({
    entryPoints: [path(entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    // The licences of what is bundled.
    legalComments: "eof",
    ...more,
  });
  return outputFiles[0].text;
}

async function bundlePackage() {
  mkdirSync(path(OUT), { recursive: true });
  for (const [name, entry] of Object.entries(ENTRIES)) {
    const code = await bundled(entry, {
      external: ["./thread.js", "./seldom.js", "./workshop.js"],
      plugins: [{
        name: "one API",
        setup: (build) => build.onResolve({ filter: /^\.\.\/api\/index\.js$/ }, () => ({ path: "./index.js", external: true })),
      }],
    });
    // Minifying takes the comments away that tell a page's own bundler not to look for Node's modules.
    const hinted = code.replaceAll(/\bimport\((?=\w)/g, "import(/* webpackIgnore: true */ /* @vite-ignore */ ");
    writeFileSync(path(OUT, `${name}.js`), hinted);
  }
  for (const [name, types] of Object.entries(DECLARATIONS)) writeFileSync(path(OUT, `${name}.d.ts`), types);
}

/**
 * The workbench, the designer, and the page of risk and utility. The element is taken in, so that the page asks for no more files at once than a browser fetches
 * from one server; the API and the workshop are not.
 */
async function bundleSite() {
  const external = (/** @type {string} */ name) => ({ path: `./cellveil/pkg/js/${name}.js`, external: true });
  for (const page of ["site", "designer", "risk"]) {
    const code = await bundled(`www/site/${page}.js`, {
      plugins: [{
        name: "the package beside the page",
        setup(build) {
          build.onResolve({ filter: /^\.\/cellveil\/pkg\/js\/element\.js$/ }, () => ({ path: path("pkg/js/element.js") }));
          // Other packages have an index of their own.
          build.onResolve({ filter: /^\.\/(cellveil\/pkg\/js\/)?index\.js$/ }, ({ importer }) => (importer.includes("node_modules") ? undefined : external("index")));
          build.onResolve({ filter: /^\.\/cellveil\/pkg\/js\/workshop\.js$/ }, () => external("workshop"));
        },
      }],
    });
    writeFileSync(path(`target/site/${page}.js`), code);
  }
}

await (process.argv[2] === "site" ? bundleSite() : bundlePackage());
