// `node scripts/bundle.js` writes pkg/js: the API, the element and the workshop, each as one small file. A page loads
// few files, and loads them in parallel. `node scripts/bundle.js site` bundles the site's pages, scripts and style
// sheets. The only tool is esbuild, because other common bundlers have more dependencies.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { joinedBindings } from "./bindings.js";
import { inLayout } from "./layout.js";
import { CSS } from "../www/element/sheet.js";
import { filesOf, path } from "./lib.js";
import { SHEETS } from "./sheets.js";

const OUT = "pkg/js";

/**
 * `index` and `worker` both contain the engine, because a page builds small tables without a worker. `element` imports
 * `index`, so their common code needs no third file. `index` imports `on-demand` when needed, and `on-demand` imports
 * `workshop` for a query with the caller's own p-table. `element` imports `languages` in a page that is not in English.
 * `audit` starts `audit-worker`, which imports `auditor`, or imports `auditor` itself. `make` starts `make-worker`, which
 * imports `maker`, or imports `maker` itself. Only Node runs `prerender` and its command.
 */
const ENTRIES = {
  index: "www/api/index.js",
  worker: "www/api/worker.js",
  "on-demand": "www/api/on-demand.js",
  element: "www/element/element.js",
  languages: "www/words/languages.js",
  workshop: "www/api/workshop.js",
  export: "www/api/export.js",
  audit: "www/api/audit.js",
  auditor: "www/api/auditor.js",
  "audit-worker": "www/api/audit-worker.js",
  people: "www/api/people.js",
  encrypted: "www/api/encrypted.js",
  make: "www/api/make.js",
  maker: "www/api/maker.js",
  "make-worker": "www/api/make-worker.js",
  prerender: "www/prerender/prerender.js",
  "prerender-command": "www/prerender/command.js",
};

/** The command `cellveil` of the package. Node alone runs this file. */
const COMMAND = "www/node/cellveil.js";

/**
 * The builder is several files: `builder` with what the first table needs, `builder-more` with the panels,
 * `builder-charts` with the charts and their library, and `builder-chunk` with the common code of the first two. Each
 * language other than English is one more file, such as `builder-fr`.
 * @type {Record<string, string>[]}
 */
const BUILDER = [{ builder: "www/builder/builder.jsx", "builder-more": "www/builder/more/more.js" }, { "builder-charts": "www/builder/drawing/drawing.js" }, ...["ar", "de", "es", "fr"].map((language) => ({ [`builder-${language}`]: `www/words/builder/${language}.js` }))];

/**
 * Entry points at the top of `pkg`. Their addresses stay the same when the files in `js` change. `element` imports
 * `index` first, so that a browser fetches both at once.
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
  audit: `export * from "./js/audit.js";
`,
  people: `export * from "./js/people.js";
`,
  encrypted: `export * from "./js/encrypted.js";
`,
  make: `export * from "./js/make.js";
`,
  prerender: `export * from "./js/prerender.js";
`,
  builder: `import "./js/index.js";
import "./js/builder-chunk.js";
export * from "./js/builder.js";
`,
};

/** Type declarations beside the bundles: all types of the API, and the element's tag name. */
const DECLARATIONS = {
  index: `export * from "../types/api/index.js";
export type * from "../types/api/types.js";
`,
  workshop: `export * from "../types/api/workshop.js";
export type * from "../types/api/types.js";
`,
  export: `export * from "../types/api/export.js";
`,
  audit: `export * from "../types/api/audit.js";
`,
  people: `export * from "../types/api/people.js";
export type * from "../types/api/types.js";
`,
  encrypted: `export * from "../types/api/encrypted.js";
export type { UnlockOptions } from "../types/api/types.js";
`,
  make: `export * from "../types/api/make.js";
export type { Content, Done, GivenFile, PackedFile, WrittenFile } from "../types/api/maker.js";
`,
  prerender: `export * from "../types/prerender/prerender.js";
`,
  ...tags(),
  element: `import type { CellveilTable } from "../types/element/element.js";
export * from "../types/element/element.js";
declare global {
  interface HTMLElementTagNameMap {
    "cellveil-table": CellveilTable;
  }
}
`,
  builder: `import type { CellveilBuilder } from "../types/builder/builder.jsx";
export * from "../types/builder/builder.jsx";
export type * from "../types/builder/markup.js";
export type { Value } from "../types/builder/value.js";
declare global {
  interface HTMLElementTagNameMap {
    "cellveil-builder": CellveilBuilder;
  }
}
`,
};

/** Types of the elements' tags in JSX and templates, for each framework. These entry points have no code. */
function tags() {
  const types = `import type { CellveilTable } from "../types/element/element.js";
import type { Listeners, TableEvents, TableProps } from "../types/element/markup.js";
import type { CellveilBuilder } from "../types/builder/builder.jsx";
import type { BuilderEvents, BuilderProps } from "../types/builder/markup.js";
`;
  /** @param {string} table @param {string} builder */
  const both = (table, builder) => `"cellveil-table": ${table};
    "cellveil-builder": ${builder};`;
  const jsx = both("Tag<CellveilTable, TableProps & Listeners<TableEvents>>", "Tag<CellveilBuilder, BuilderProps & Listeners<BuilderEvents>>");
  return {
    react: `import type { DetailedHTMLProps, HTMLAttributes } from "react";
${types}type Tag<E, Props> = DetailedHTMLProps<HTMLAttributes<E>, E> & Props;
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      ${jsx.replaceAll("\n", "\n  ")}
    }
  }
}
`,
    svelte: `import type { HTMLAttributes } from "svelte/elements";
${types}type Tag<E extends EventTarget, Props> = HTMLAttributes<E> & Props;
declare module "svelte/elements" {
  interface SvelteHTMLElements {
    ${jsx}
  }
}
`,
    vue: `import type { HTMLAttributes, PublicProps } from "vue";
${types}type Handlers<Events> = { [Name in keyof Events as Name extends \`cellveil-\${infer Rest}\` ? \`onCellveil\${Capitalize<Rest>}\` : never]?: (event: Events[Name]) => void };
/** \`$props\` is only for templates. */
type Tag<E, Props, Events> = new () => E & { $props: PublicProps & HTMLAttributes & Props & Handlers<Events> };
declare module "vue" {
  interface GlobalComponents {
    ${both("Tag<CellveilTable, TableProps, TableEvents>", "Tag<CellveilBuilder, BuilderProps, BuilderEvents>")}
  }
}
`,
  };
}

/** @param {string} entry @param {Pick<import("esbuild").BuildOptions, "external" | "platform" | "plugins" | "format" | "define">} more */
async function bundled(entry, more) {
  const { outputFiles } = await build({
    entryPoints: [path(entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    // Keeps the licence comments of bundled packages at the end of the file.
    legalComments: "eof",
    ...more,
  });
  return outputFiles[0].text;
}

/** Marks the modules of the API as separate files, so that all parts of a page share them. @type {import("esbuild").Plugin} */
const SHARED_API = {
  name: "one API",
  setup: (build) => build.onResolve({ filter: /\/api\/(index|workshop|export)\.js$/ }, ({ path, kind }) => (kind === "entry-point" ? undefined : { path: `./${basename(path)}`, external: true })),
};

/** Keeps the code of `cellveil prerender` in a separate file, which no other command loads. @type {import("esbuild").Plugin} */
const PRERENDER = {
  name: "prerender on demand",
  setup: (build) => build.onResolve({ filter: /\/prerender\/command\.js$/ }, () => ({ path: "./prerender-command.js", external: true })),
};

/** Bundles the bindings of all cores as one. @type {import("esbuild").Plugin} */
const BINDINGS = {
  name: "bindings of all cores",
  setup: (build) => build.onLoad({ filter: /\/api\/bindings\.js$/ }, () => ({ contents: joinedBindings() })),
};

/** Keeps only the English texts of the statuses. The file of the other languages has the rest. @type {import("esbuild").Plugin} */
const STATUSES = {
  name: "statuses in English",
  setup: (build) => build.onLoad({ filter: /\/statuses\.json$/ }, ({ path: file }) => {
    const all = Object.entries(JSON.parse(readFileSync(file, "utf8")));
    return { contents: JSON.stringify(Object.fromEntries(all.map(([name, { mark, words: { en } }]) => [name, { mark, words: { en } }]))), loader: "json" };
  }),
};

/** Keeps the bundler of a page from searching for Node's modules, and finds the wasm files one folder above `js`. @param {string} code */
const published = (code) => code.replaceAll(/\bimport\((?=\w)/g, "import(/* webpackIgnore: true */ /* @vite-ignore */ ").replaceAll("../../pkg/", "../");

/** @param {Record<string, string>} entries */
async function bundleBuilder(entries) {
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, path(entry)])),
    outdir: path(OUT), bundle: true, splitting: true, chunkNames: "builder-[name]", minify: true, write: false, format: "esm", target: "es2022", charset: "utf8", legalComments: "eof",
    jsx: "automatic", jsxImportSource: "preact", external: ["./languages.js"],
    plugins: [SHARED_API, SHEETS, STATUSES, {
      // The dynamic imports of the parts that load later lead to their entry points.
      name: "later parts",
      setup: (build) => {
        build.onResolve({ filter: /\/more\/more\.js$/ }, ({ kind }) => (kind === "dynamic-import" ? { path: "./builder-more.js", external: true } : undefined));
        build.onResolve({ filter: /^\.\/(ar|de|es|fr)\.js$/ }, ({ kind, path }) => (kind === "dynamic-import" ? { path: `./builder-${basename(path)}`, external: true } : undefined));
        build.onResolve({ filter: /\/drawing\/drawing\.js$/ }, ({ kind }) => (kind === "dynamic-import" ? { path: "./builder-charts.js", external: true } : undefined));
      },
    }],
  });
  for (const { path: file, text } of outputFiles) writeFileSync(file, published(text));
}

async function bundlePackage() {
  mkdirSync(path(OUT), { recursive: true });
  for (const [name, entry] of Object.entries(ENTRIES)) {
    const code = await bundled(entry, {
      external: ["./on-demand.js", "./workshop.js", "./languages.js", "./auditor.js", "./maker.js", "./prerender.js"],
      ...(name === "prerender-command" && { platform: "node" }),
      plugins: [SHARED_API, BINDINGS, ...(name === "languages" ? [] : [STATUSES])],
    });
    writeFileSync(path(OUT, `${name}.js`), published(code));
  }
  writeFileSync(path(OUT, "cellveil.js"), published(await bundled(COMMAND, { platform: "node", plugins: [PRERENDER] })), { mode: 0o755 });
  for (const entries of BUILDER) await bundleBuilder(entries);
  for (const [name, types] of Object.entries(DECLARATIONS)) writeFileSync(path(OUT, `${name}.d.ts`), types);
  for (const [name, code] of Object.entries(DOORS)) writeFileSync(path("pkg", `${name}.js`), code);
  writeFileSync(path("pkg/element.css"), `${CSS}\n`);
  for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(path(licence), path("pkg", licence));
}

const SITE = "www/site";
/**
 * The script of each page has the name of the page's folder. The workbench (index.html) has two scripts: `first` builds
 * the first table, and `workbench` does the rest.
 */
const PAGES = {
  first: `${SITE}/pages/workbench/first.js`,
  ...Object.fromEntries(readdirSync(path(SITE, "pages")).map((name) => [name, `${SITE}/pages/${name}/${name}.js`])),
};
/** The modules that `workbench` imports from the bundle `first`. */
const FIRST = ["site/pages/workbench/first.js", "site/shell/catalogue.js", "choice/address.js", "choice/state.js"].map((file) => path("www", file));
/** Modules in folders named `lazy` are loaded on demand. Each becomes a bundle in the site's `lazy/`. */
const LAZY = filesOf(SITE).filter((file) => /\/lazy\/[\w-]+\.js$/.test(file));

/**
 * Bundles the scripts of the pages. The bundles include the element, so that a page stays within a browser's limit of
 * parallel requests. The API, the workshop and modules loaded on demand stay separate files.
 */
async function bundleSite() {
  const pages = Object.entries(PAGES).map(([name, entry]) => ({ out: `${name}.js`, entry, up: "./" }));
  for (const { out, entry, up } of [...pages, ...LAZY.map((entry) => ({ out: `lazy/${basename(entry)}`, entry, up: "../" }))]) {
    const code = await bundled(entry, {
      plugins: [SHEETS, {
        name: "the package beside the page",
        setup(build) {
          const external = (/** @type {string} */ file) => ({ path: `${up}${file}`, external: true });
          // `workbench` shares these modules with `first`, so that both use the same open cubes.
          if (out === "workbench.js") build.onResolve({ filter: /^\./ }, ({ resolveDir, path: file }) => (FIRST.includes(join(resolveDir, file)) ? external("first.js") : undefined));
          build.onResolve({ filter: /\/api\/(index|workshop|export)\.js$/ }, ({ path }) => external(`cellveil/js/${basename(path)}`));
          build.onResolve({ filter: /\/cellveil\/js\/element\.js$/ }, () => ({ path: path("pkg/js/element.js") }));
          build.onResolve({ filter: /\/cellveil\/js\/[\w-]+\.js$/ }, ({ path }) => external(path.replace(/^.*\/cellveil\//, "cellveil/")));
          // The API and the languages stay separate files of the site. The bundled element and `words.js` import these files.
          build.onResolve({ filter: /^\.\/(index|languages)\.js$/ }, ({ importer, path }) => (/\/(pkg\/js\/element|words\/words)\.js$/.test(importer) ? external(`cellveil/js/${path.slice(2)}`) : undefined));
          build.onResolve({ filter: /\/lazy\/[\w-]+\.js$/ }, ({ path, kind }) => (kind === "dynamic-import" ? external(path.replace(/^.*\/lazy\//, "lazy/")) : undefined));
        },
      }],
    });
    mkdirSync(path(`target/pages/${dirname(out)}`), { recursive: true });
    writeFileSync(path(`target/pages/${out}`), code);
  }
}

/** Scripts that are no modules: the first script of every page, and the service worker, to which `cellveil site` adds the list of files. */
async function bundleClassic() {
  for (const [out, entry] of Object.entries({ "start.js": `${SITE}/shell/start.js`, "sw.js": `${SITE}/shell/offline-worker.js` })) {
    const code = await bundled(entry, { format: "iife", define: { "process.env.NODE_ENV": '"production"' }, external: ["./lazy/*"] });
    mkdirSync(path("target/pages"), { recursive: true });
    writeFileSync(path("target/pages", out), code);
  }
}

/** Puts each page into the layout, and joins the page's style sheets. */
async function fillPages() {
  const files = filesOf(SITE);
  const layout = readFileSync(path(SITE, "shell/layout.html"), "utf8");
  const sheetAt = (/** @type {string} */ name) => path(/** @type {string} */ (files.find((file) => basename(file) === name)));
  for (const file of files.filter((file) => /\/pages\/.*\.html$/.test(file))) {
    const { html, sheet, sheets } = inLayout(layout, readFileSync(path(file), "utf8"), basename(file));
    const { outputFiles } = await build({
      stdin: { contents: sheets.map(({ name, layer, media }) => `@import "${sheetAt(name)}" ${layer && `layer(${layer})`} ${media};`).join("\n"), loader: "css", resolveDir: path(SITE) },
      bundle: true,
      minifyWhitespace: true,
      write: false,
    });
    writeFileSync(path("target/pages", basename(file)), html);
    writeFileSync(path("target/pages", sheet), outputFiles[0].text);
  }
}

await (process.argv[2] === "site" ? Promise.all([bundleSite(), bundleClassic(), fillPages()]) : bundlePackage());
