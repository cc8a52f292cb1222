// Writes the templates of `cellveil bundle`: a page with the element, a page with the workbench and a page with the
// lessons, each complete except for the marks `{{title}}`, `{{language}}`, `{{query}}`, `{{cores}}` and `{{cube}}`. Also writes the compressed cores that
// these pages take, and the names of the lessons. The command and the page "Embed" replace the marks.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { build } from "esbuild";
import { joinedBindings } from "./bindings.js";
import { Failure, path } from "./lib.js";
import { SHEETS, sheetText } from "./sheets.js";
import { LESSONS } from "../www/site/pages/learn/lessons/list.js";
import { base85 } from "../www/site/pages/embed/one-file/base85.js";

const SOURCES = "www/site/pages/embed/one-file";
/** The pages, and what their readers miss without JavaScript. */
const PAGES = { table: "its table", workbench: "its tables", lesson: "the lessons" };
/** The style sheets of the lessons, as on the page “Learn”. */
const LESSON_SHEETS = ["learn/learn", "learn/lab/lab", "../result/charts"];
const CORES = { full: "cellveil_full", tables: "cellveil_tables", export: "cellveil_export", xlsx: "cellveil_xlsx" };
/** How often the template has each mark. */
const MARKS = { title: 2, language: 1, query: 1, cores: 1, cube: 1 };

/** Compresses with `src/bin/deflate.rs`. Several calls run in parallel. @param {Uint8Array | string} input */
async function deflated(input) {
  const child = spawn(path("target/release/cellveil-deflate"));
  const ended = once(child, "close");
  // If the program fails, writing to its input also fails. The error below has the program's own message.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [compressed, errors, [status]] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (status !== 0) throw new Failure(`cellveil-deflate cannot compress: ${errors}`);
  return compressed;
}

/**
 * Replaces the modules of the API that differ in one file. The file has the full core or the core with table methods.
 * The bindings of the core with table methods have all functions that the full core needs, so they serve both cores.
 * @type {import("esbuild").Plugin}
 */
const PARTS = {
  name: "parts of the file",
  setup(build) {
    build.onLoad({ filter: /\/api\/bindings\.js$/ }, () => {
      const begin = "WebAssembly.instantiate(source, __wbg_get_imports())";
      const joined = joinedBindings();
      if (!joined.includes(begin)) throw new Failure(`scripts/bindings.js: expected ${begin}`);
      const both = joined.slice(0, joined.indexOf("export const ")).replace(begin, "WebAssembly.instantiate(source, named(__wbg_get_imports()))");
      return { contents: `${both}
function named(imports) {
  const [functions] = Object.values(imports);
  return { "./cellveil_full_bg.js": functions, "./cellveil_scalar_bg.js": functions };
}
const absent = { start: async () => { throw new Error("the file has one core"); } };
export const small = bindings("functions"), full = absent, scalar = absent;
` };
    });
    build.onResolve({ filter: /\/(cores|thread)\.js$/ }, ({ path: module, resolveDir }) => (resolveDir.endsWith("/api") ? { path: path(SOURCES, basename(module)) } : undefined));
    build.onResolve({ filter: /\/trace-steps\.jsx$/ }, ({ importer }) => (importer.endsWith("/steps.jsx") ? undefined : { path: path(SOURCES, "steps.jsx") }));
  },
};

/**
 * Only a query with the reader's own p-table needs the workshop.
 * @type {import("esbuild").Plugin}
 */
const NO_WORKSHOP = {
  name: "no workshop",
  setup(build) {
    build.onLoad({ filter: /\/api\/workshop\.js$/ }, () => ({ contents: 'export const openWorkshop = async () => { throw new Error("the file has no workshop"); };' }));
  },
};

/**
 * The lessons, without the laboratory and the figures of the papers. A page of the site takes the modules of the package
 * from its folder `cellveil`.
 * @type {import("esbuild").Plugin}
 */
const LESSONS_ONLY = {
  name: "lessons only",
  setup(build) {
    build.onResolve({ filter: /\/cellveil\/js\/\w+\.js$/ }, ({ path: module }) => ({ path: path("www/api", basename(module)) }));
    for (const [module, contents] of [
      ["sections.js", "export const HAS_LABORATORY = false;"], ["offline.js", "export const prepare = async () => true;"],
      ["lab/lab.jsx", "export const Lab = () => null;"], ["figures/figures.jsx", "export const Figures = () => null;"],
    ]) build.onLoad({ filter: new RegExp(`/pages/learn/${module.replaceAll(".", "\\.")}$`) }, () => ({ contents }));
  },
};

/** @param {string} entry */
async function script(entry) {
  const { outputFiles } = await build({
    entryPoints: [path(SOURCES, `${entry}.js`)], bundle: true, minify: true, write: false, format: "iife", target: "es2022", charset: "utf8", legalComments: "eof",
    jsx: "automatic", jsxImportSource: "preact", plugins: [PARTS, entry === "lesson" ? LESSONS_ONLY : NO_WORKSHOP, SHEETS],
    // A page from disk has no origin. The API then asks `thread.js` for the engine.
    // The cores are parts of the file, and only their names count (`one-file/cores.js`).
    define: { "globalThis.origin": '"null"', "import.meta.url": '"file:///js/"' },
  });
  return outputFiles[0].text;
}

/** @param {keyof typeof PAGES} page @param {string} start @param {string} style */
async function template(page, start, style) {
  const hash = createHash("sha256").update(start).digest("base64");
  const code = base85(await deflated(await script(page)));
  // The code is a blob of this page. The same blob is the worker. `connect-src` is missing, so the page cannot fetch.
  return `<!doctype html>
<html lang="{{language}}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="cellveil bundle">
<link rel="icon" href="data:,">
<title>{{title}}</title>
<style>
${style}</style>
</head>
<body>
<main class="${page}">
<h1>{{title}}</h1>
<noscript><p>This file needs JavaScript to build ${PAGES[page]} on your device.</p></noscript>
<p id="old" role="alert" hidden>This browser is too old for this file. Open the file in a browser of 2023 or later.</p>
<div id="place"></div>
</main>
<script id="query" type="application/json">{{query}}</script>
<script id="cube" type="application/json">{{cube}}</script>
{{cores}}<script id="code" type="text/plain">${code}</script>
<script>${start}</script>
</body>
</html>
`;
}

/** Writes the templates and the compressed cores to a folder. @param {string} folder */
export async function writeOneFile(folder) {
  mkdirSync(path(folder), { recursive: true });
  const start = (await script("start")).trim();
  const style = await sheetText(path(SOURCES, "page.css"));
  const ofLessons = await Promise.all(LESSON_SHEETS.map((name) => sheetText(path("www/site/pages", `${name}.css`))));
  const ofSite = `@layer site{${await sheetText(path("www/site/shell/site.css"))}}`;
  const pages = /** @type {(keyof typeof PAGES)[]} */ (Object.keys(PAGES)).map(async (page) => {
    const html = await template(page, start, page === "lesson" ? [ofSite, style, ...ofLessons].join("") : style);
    const found = [...html.matchAll(/\{\{(.*?)\}\}/gs)].map(([, name]) => name);
    const expected = Object.entries(MARKS).flatMap(([name, times]) => Array(times).fill(name));
    if (found.sort().join() !== expected.sort().join() || html.split("{{").length !== found.length + 1) throw new Failure(`the template ${page} has other marks than ${expected.join(", ")}`);
    writeFileSync(path(folder, `${page}.html`), html);
  });
  const cores = Object.entries(CORES).map(async ([name, core]) => writeFileSync(path(folder, `${name}.deflate`), await deflated(readFileSync(path(`pkg/${core}_bg.wasm`)))));
  await Promise.all([...pages, ...cores]);
  writeFileSync(path(folder, "lessons.json"), `${JSON.stringify(LESSONS.map(({ id }) => id))}\n`);
}
