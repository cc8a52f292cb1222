/** The measured pages in addition to the site, and the bundles of the peers' pages. */

import { pathToFileURL } from "node:url";
import { path } from "../../../scripts/lib.js";
import { NAMES } from "../peers/reference.js";

const REFERENCE = `<cellveil-table src="cubes/hypercube/cube.json" rows="${NAMES[0]}" columns="${NAMES.slice(1).join()}" filter="region=1">`;

/** @param {string} title @param {string} body */
const page = (title, body) => `<!doctype html><meta charset="utf-8"><title>${title}</title>\n${body}\n`;

/**
 * A page that computes the reference table with a peer and shows one of its values.
 * @param {string} title
 * @param {string} script
 */
const peerPage = (title, script) => page(title, `<table><tr><td></td></tr></table>
<script type="module">
${script}
</script>`);

/** @param {string} [head] lines before the element's script */
export const elementPage = (head = "") => page("element", `${head}<script type="module" src="cellveil/element.js"></script>
<cellveil-table src="cubes/census2011-teaching/cube.json" rows="region" columns="sex,age:band"></cellveil-table>`);

/** The lines that docs/guide/embed.md suggests for slow connections. */
const PRELOADS = `<link rel="modulepreload" href="cellveil/js/index.js">
<link rel="modulepreload" href="cellveil/js/element.js">
<link rel="preload" as="fetch" href="cellveil/cellveil_bg.wasm" crossorigin>
<link rel="preload" as="fetch" href="cubes/census2011-teaching/cube.json" crossorigin>
`;

/** HTML by the name of the page. */
export const PAGES = {
  // Without a script, the time is the browser's own.
  plain: page("table in HTML", "<table><tr><td>1</td></tr></table>"),
  "element-only": elementPage(),
  "element-preloaded": elementPage(PRELOADS),
  reference: page("reference table", `<script type="module" src="cellveil/element.js"></script>
${REFERENCE}</cellveil-table>`),
  // Starts like the documentation of DuckDB-WASM: a worker, and the wasm for browsers with exceptions.
  duckdb: peerPage("DuckDB-WASM", `
import { AsyncDuckDB, VoidLogger, firstTable, withNoise } from "./duckdb.js";
const noise = fetch("noise.bin").then((response) => response.arrayBuffer());
const cells = fetch("cells.csv").then((response) => response.text());
const db = new AsyncDuckDB(new VoidLogger(), new Worker("duckdb-browser-eh.worker.js"));
await db.instantiate("duckdb-eh.wasm");
const table = await firstTable(db, await cells);
const [{ value }] = withNoise(table, new Int8Array(await noise));
document.querySelector("td").textContent = value;`),
  arquero: peerPage("arquero", `
import { escape, fromCSV, op, question, table } from "./arquero.js";
const [noise, cells] = await Promise.all(["noise.bin", "cells.csv"].map((name) => fetch(name)));
const parsed = fromCSV(await cells.text());
const columns = Object.fromEntries(parsed.columnNames().map((name) => [name, parsed.array(name)]));
const [{ value }] = question({ table, op, escape }, columns, new Int8Array(await noise.arrayBuffer()))();
document.querySelector("td").textContent = value;`),
  empty: page("empty", ""),
};

/** The page of the element with its table in the HTML, which `cellveil prerender` writes. */
export async function writtenPage() {
  const { prerender } = await import(pathToFileURL(path("pkg/js/prerender.js")).href);
  const { html } = await prerender(elementPage('<link rel="stylesheet" href="cellveil/element.css">\n'), { url: pathToFileURL(path("target/site/index.html")) });
  return /** @type {string} */ (html);
}

const here = (/** @type {string} */ name) => JSON.stringify(path("tests/bench/peers", name));

/** The exports of each module, by its name. */
export const BUNDLES = {
  "duckdb.js": `export { AsyncDuckDB, VoidLogger } from "@duckdb/duckdb-wasm"; export { firstTable, withNoise } from ${here("duckdb.js")};`,
  "duckdb-blocking.js": `export { createDuckDB, VoidLogger, BROWSER_RUNTIME } from "./node_modules/@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs";`,
  "mosaic.js": `export * as core from "@uwdata/mosaic-core"; export * as sql from "@uwdata/mosaic-sql"; export { question } from ${here("mosaic.js")};`,
  "perspective.js": `export { init_client, init_server, worker } from "@perspective-dev/client"; export { tableFromIPC } from "@uwdata/flechette"; export { questions } from ${here("perspective.js")};`,
  "arquero.js": `export { table, op, escape, fromCSV } from "arquero"; export { question } from ${here("arquero.js")};`,
};
