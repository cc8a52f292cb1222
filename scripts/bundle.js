// `node scripts/bundle.js`: pkg/js, the API, the element and the workshop, each as one small file, so that a page waits
// for few files and none after another. `node scripts/bundle.js site`: the site's pages, scripts and style sheets.
// Nothing but esbuild, which alone of the usual bundlers is a single dependency without further ones.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { inLayout } from "./layout.js";
import { filesOf, path } from "./lib.js";

const OUT = "pkg/js";

/**
 * `worker` and `thread` both hold the engine: a page loads one of them. `index` and `element` do not share a third
 * file, for which both would have to wait: the element imports the very `index` that the page may import too.
 * `workshop` stands alone. `on-demand` is what `index` imports when it is called for, and imports `workshop` for a
 * query that brings a p-table. `languages` is what `element` imports in a page that is not in English.
 */
const ENTRIES = {
  index: "www/api/index.js",
  worker: "www/api/worker.js",
  thread: "www/api/thread.js",
  "on-demand": "www/api/on-demand.js",
  element: "www/element/element.js",
  languages: "www/words/languages.js",
  workshop: "www/api/workshop.js",
  export: "www/api/export.js",
};

/**
 * Files at the top of `pkg`: their addresses stay when the files in `js` change. `element` names `index` first, so that
 * a browser fetches both at once.
 */
const DOORS = {
  index: `export * from "./js/index.js";
`,
  element: `import "./js/index.js";
export * from "./js/element.js";
`,
  workshop: `export * from "./js/workshop.js";
`,
  export: `export * from "./js/export.js";
`,
};

/** Declarations beside the bundles: all that a caller may want to name, and what the element adds to a page's. */
const DECLARATIONS = {
  index: `export * from "../types/api/index.js";
export type * from "../types/api/types.js";
`,
  workshop: `export * from "../types/api/workshop.js";
export type * from "../types/api/types.js";
`,
  export: `export * from "../types/api/export.js";
`,
  element: `import type { CellveilTable } from "../types/element/element.js";
export * from "../types/element/element.js";
declare global {
  interface HTMLElementTagNameMap {
    "cellveil-table": CellveilTable;
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
      external: ["./thread.js", "./on-demand.js", "./workshop.js", "./languages.js"],
      plugins: [{
        name: "one API",
        setup: (build) => build.onResolve({ filter: /^\.\.\/api\/index\.js$/ }, () => ({ path: "./index.js", external: true })),
      }],
    });
    // Minifying takes the comments away that tell a page's own bundler not to look for Node's modules.
    const hinted = code.replaceAll(/\bimport\((?=\w)/g, "import(/* webpackIgnore: true */ /* @vite-ignore */ ");
    // In `pkg` the wasm is one folder above `js`, whatever name a copy of `pkg` has.
    writeFileSync(path(OUT, `${name}.js`), hinted.replaceAll("../../pkg/", "../"));
  }
  for (const [name, types] of Object.entries(DECLARATIONS)) writeFileSync(path(OUT, `${name}.d.ts`), types);
  for (const [name, code] of Object.entries(DOORS)) writeFileSync(path("pkg", `${name}.js`), code);
  for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(path(licence), path("pkg", licence));
}

const SITE = "www/site";
/**
 * The folder of a page has a script of its name. The workbench, which is index.html, has two: `first` builds the first
 * table, and `workbench` is the rest.
 */
const PAGES = {
  first: `${SITE}/pages/workbench/first.js`,
  ...Object.fromEntries(readdirSync(path(SITE, "pages")).map((name) => [name, `${SITE}/pages/${name}/${name}.js`])),
};
/** The modules that `workbench` imports from the bundle `first`. */
const FIRST = ["pages/workbench/first.js", "shell/catalogue.js", "choice/address.js", "choice/state.js"].map((file) => path(SITE, file));
/** Modules in folders named `lazy` are loaded on demand. Each becomes a bundle in the site's `lazy/`. */
const LAZY = filesOf(SITE).filter((file) => /\/lazy\/[\w-]+\.js$/.test(file));

/**
 * The pages. The element is taken in, so that a page asks for no more files at once than a browser fetches from one
 * server; the API, the workshop and what is imported when it is called for are not.
 */
async function bundleSite() {
  const pages = Object.entries(PAGES).map(([name, entry]) => ({ out: `${name}.js`, entry, up: "./" }));
  for (const { out, entry, up } of [...pages, ...LAZY.map((entry) => ({ out: `lazy/${basename(entry)}`, entry, up: "../" }))]) {
    const code = await bundled(entry, {
      plugins: [{
        name: "the package beside the page",
        setup(build) {
          const external = (/** @type {string} */ file) => ({ path: `${up}${file}`, external: true });
          // The open cubes are in one place.
          if (out === "workbench.js") build.onResolve({ filter: /^\./ }, ({ resolveDir, path: file }) => (FIRST.includes(join(resolveDir, file)) ? external("first.js") : undefined));
          build.onResolve({ filter: /\/cellveil\/js\/element\.js$/ }, () => ({ path: path("pkg/js/element.js") }));
          build.onResolve({ filter: /\/cellveil\/js\/[\w-]+\.js$/ }, ({ path }) => external(path.replace(/^.*\/cellveil\//, "cellveil/")));
          // The element's own imports.
          build.onResolve({ filter: /^\.\/(index|languages)\.js$/ }, ({ importer, path }) => (importer.endsWith("/pkg/js/element.js") ? external(`cellveil/js/${path.slice(2)}`) : undefined));
          build.onResolve({ filter: /\/lazy\/[\w-]+\.js$/ }, ({ path, kind }) => (kind === "dynamic-import" ? external(path.replace(/^.*\/lazy\//, "lazy/")) : undefined));
        },
      }],
    });
    mkdirSync(path(`target/site/${dirname(out)}`), { recursive: true });
    writeFileSync(path(`target/site/${out}`), code);
  }
}

/** Each page in the layout, with its style sheets in one. */
async function fillPages() {
  const files = filesOf(SITE);
  const layout = readFileSync(path(SITE, "shell/layout.html"), "utf8");
  const sheetAt = (/** @type {string} */ name) => path(/** @type {string} */ (files.find((file) => basename(file) === name)));
  for (const file of files.filter((file) => /\/pages\/.*\.html$/.test(file))) {
    const { html, sheet, sheets } = inLayout(layout, readFileSync(path(file), "utf8"), basename(file));
    const { outputFiles } = await build({
      stdin: { contents: sheets.map(({ name, media }) => `@import "${sheetAt(name)}" ${media};`).join("\n"), loader: "css", resolveDir: path(SITE) },
      bundle: true,
      minifyWhitespace: true,
      write: false,
    });
    writeFileSync(path("target/site", basename(file)), html);
    writeFileSync(path("target/site", sheet), outputFiles[0].text);
  }
}

await (process.argv[2] === "site" ? Promise.all([bundleSite(), fillPages()]) : bundlePackage());
