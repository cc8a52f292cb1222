/** Assembles the site and one page for each peer. Each file has a brotli copy, which a web server should send. */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gunzipSync } from "node:zlib";
import { filesOf, path, say, unlessFresh } from "../../../scripts/lib.js";
import { corePackage } from "../build-bench.js";
import { noise } from "../cases/hypercube.js";
import { PEERS, installedPeers } from "../peers/install.js";
import { BUNDLES, PAGES, writtenPage } from "./pages.js";

/** @import { Sizes } from "../sizes.js" */
/** @typedef {Sizes["web"]} Web */

/** Files of the peers that are not bundled. */
const PEER_FILES = [
  "@duckdb/duckdb-wasm/dist/duckdb-eh.wasm",
  "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js",
  "@perspective-dev/client/dist/wasm/perspective-js.wasm",
  "@perspective-dev/server/dist/wasm/perspective-server.wasm",
];
const COMPRESSED = /\.(?:js|wasm|json|html|css|csv|svg|bin)$/;

/** Assembles the pages again if their inputs have changed. The inputs must be built. @param {Web} web */
export async function assembleWeb({ folder, quality }) {
  const { npm } = installedPeers();
  const inputs = ["target/site", corePackage("simd"), "tests/bench/web", "tests/bench/peers", "tests/bench/loop.js", "tests/bench/measure.js"];
  // Bundling and drawing are asynchronous, so they run first and in memory. All later steps are synchronous.
  const [bundles, written] = await Promise.all([npm ? bundle() : {}, writtenPage()]);
  unlessFresh(`bench-web-${npm ? "peers" : "alone"}-${quality}`, { inputs, outputs: [`${folder}/${npm ? "perspective.js" : "index.html"}`] }, () => {
    say("assembling the pages to measure");
    rmSync(path(folder), { recursive: true, force: true });
    mkdirSync(path(folder, "bench/peers"), { recursive: true });
    cpSync(path("target/site"), path(folder), { recursive: true });
    cpSync(path(corePackage("simd")), path(folder, "core"), { recursive: true });
    for (const name of ["loop.js", "measure.js", "peers/duckdb.js", "peers/arquero.js", "peers/reference.js"]) {
      cpSync(path("tests/bench", name), path(folder, "bench", name));
    }
    for (const [name, html] of Object.entries({ ...PAGES, "element-written": written })) writeFileSync(path(folder, `${name}.html`), html);
    for (const name of ["cells", "ptable"]) {
      writeFileSync(path(folder, `${name}.csv`), gunzipSync(readFileSync(path("demo/hypercube", `${name}.csv.gz`))));
    }
    writeFileSync(path(folder, "noise.bin"), noise());
    for (const [name, code] of Object.entries(bundles)) writeFileSync(path(folder, name), code);
    if (npm) for (const file of PEER_FILES) cpSync(path(PEERS, "node_modules", file), path(folder, basename(file)));
    for (const file of filesOf(folder)) if (COMPRESSED.test(file)) compress(file, { folder, quality });
  });
}

/** Bundles and minifies the peers' code for pages. @returns {Promise<Record<string, Uint8Array>>} */
async function bundle() {
  const esbuild = await import(pathToFileURL(path(PEERS, "node_modules/esbuild/lib/main.js")).href);
  /** @type {Record<string, Uint8Array>} */
  const found = {};
  for (const [name, contents] of Object.entries(BUNDLES)) {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: path(PEERS) },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
      write: false,
      logLevel: "error",
    });
    found[name] = outputFiles[0].contents;
  }
  return found;
}

/**
 * Writes the brotli copy of a file if the site has none. Large copies at the best quality take minutes, so they are
 * stored for later runs.
 * @param {string} file
 * @param {Web} web
 */
function compress(file, { folder, quality }) {
  const out = path(`${file}.br`);
  if (existsSync(out)) return;
  const bytes = readFileSync(path(file));
  const large = bytes.length > 1 << 20 && quality === constants.BROTLI_MAX_QUALITY;
  const kept = `target/bench/brotli/${file.slice(folder.length + 1)}.br`;
  const make = () => {
    if (large) say(`compressing ${file}, which takes a while`);
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return brotliCompressSync(bytes, { params });
  };
  if (!large) {
    writeFileSync(out, make());
    return;
  }
  unlessFresh(`brotli-${file.replaceAll("/", "-")}`, { inputs: [file], outputs: [kept] }, () => {
    mkdirSync(path("target/bench/brotli"), { recursive: true });
    writeFileSync(path(kept), make());
  });
  cpSync(path(kept), out);
}

/** Returns the transferred bytes of a file. @param {Web} web @param {string} name relative to its folder */
export const travels = ({ folder }, name) => statSync(path(folder, `${name}.br`)).size;
