/** Measures the bytes that a page downloads before its first query, with brotli and without data. */

import { travels } from "../web/assemble.js";
import { installedPeers } from "./install.js";

/** @import { Sizes } from "../sizes.js" */

/** @param {Sizes} sizes @returns {Record<string, number>} bytes */
export function measureSizes({ web }) {
  const sum = (/** @type {string[]} */ ...files) => files.reduce((bytes, file) => bytes + travels(web, file), 0);
  const pkg = "cellveil";
  // A page with only small tables starts no worker.
  const api = [`${pkg}/js/index.js`, `${pkg}/cellveil_bg.wasm`];
  const own = {
    cellveil: sum(...api),
    cellveil_with_element: sum(...api, "cellveil/element.js", `${pkg}/js/element.js`),
    cellveil_full_core: sum(`${pkg}/cellveil_full_bg.wasm`),
  };
  if (!installedPeers().npm) return own;
  const duckdb = ["duckdb-browser-eh.worker.js", "duckdb-eh.wasm"];
  return {
    ...own,
    arquero: sum("arquero.js"),
    duckdb: sum("duckdb.js", ...duckdb),
    mosaic: sum("mosaic.js", ...duckdb),
    perspective: sum("perspective.js", "perspective-js.wasm", "perspective-server.wasm"),
  };
}
