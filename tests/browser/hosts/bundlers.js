// Bundles the app of hosts/bundled with esbuild and with Rollup. These bundlers leave `new URL(…, import.meta.url)` as it
// is, so a bundle does not have the package's wasm files and workers.

import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { rollup } from "rollup";
import { path } from "../../../scripts/lib.js";

const APP = path("tests/browser/hosts/bundled/main.js");

/** @param {string} name such as `cellveil/element.js` */
const packaged = (name) => createRequire(import.meta.url).resolve(name);

/** @type {Record<string, (out: string) => Promise<unknown>>} */
export const BUNDLERS = {
  "esbuild": (out) => withEsbuild(out, "esm"),
  "esbuild as a classic script": (out) => withEsbuild(out, "iife"),
  "Rollup": async (out) => {
    const bundle = await rollup({ input: APP, plugins: [{ name: "the package", resolveId: (name) => (name.startsWith("cellveil") ? packaged(name) : undefined) }] });
    await bundle.write({ dir: out, entryFileNames: "app.js" });
    await bundle.close();
  },
};

/** @param {string} out @param {"esm" | "iife"} format */
function withEsbuild(out, format) {
  mkdirSync(out, { recursive: true });
  // A classic script has no `import.meta`, and esbuild warns of this.
  return build({ entryPoints: [APP], bundle: true, format, outfile: join(out, "app.js"), logLevel: "error", logOverride: { "empty-import-meta": "silent" } });
}
