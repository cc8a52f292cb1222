/** What a page has to download before it can ask, in bytes after brotli; data apart. */

import { readdirSync } from "node:fs";
import { path } from "../../../scripts/lib.js";
import { WEB, travels } from "../web/assemble.js";
import { installedPeers } from "./install.js";

/** @returns {Record<string, number>} bytes */
export function measureSizes() {
  const sum = (/** @type {string[]} */ ...files) => files.reduce((bytes, file) => bytes + travels(file), 0);
  const scripts = (/** @type {string} */ folder) => readdirSync(path(WEB, folder)).filter((name) => name.endsWith(".js")).map((name) => `${folder}/${name}`);
  const pkg = "cellveil/pkg";
  const api = ["cellveil.js", "cellveil_bg.wasm"].map((name) => `${pkg}/${name}`).concat(scripts("cellveil/www/api"));
  const full = ["cellveil_full.js", "cellveil_full_bg.wasm"].map((name) => `${pkg}/${name}`);
  const own = {
    cellveil: sum(...api),
    cellveil_with_element: sum(...api, ...scripts("cellveil/www/element")),
    cellveil_full_core: sum(...full),
  };
  if (!installedPeers().npm) return own;
  return { ...own, arquero: sum("arquero.js"), duckdb: sum("duckdb.js", "duckdb-browser-eh.worker.js", "duckdb-eh.wasm") };
}
