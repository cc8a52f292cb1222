// The app of hosts/vite-app, with the package in its node_modules as npm puts it there: built, or served for development.

import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, createServer } from "vite";
import { path } from "../../../scripts/lib.js";

/** A folder of its own with the app; away with it at the end. */
export function appFolder() {
  // Vite allows files below its root only, by their real paths.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cellveil-vite-")));
  cpSync(path("tests/browser/hosts/vite-app"), folder, { recursive: true });
  const { files } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  for (const place of ["package.json", ...files]) cpSync(path(place), join(folder, "node_modules/cellveil", place), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** @param {string} folder @returns {Promise<string>} where the built app lies */
export async function built(folder) {
  const outDir = join(folder, "dist");
  await build({ root: folder, base: "/vite-app/", configFile: false, logLevel: "error", build: { outDir, emptyOutDir: true } });
  return outDir;
}

/**
 * `vite dev`; what it does not have (the cubes) it asks `behind` for.
 * @param {string} folder
 * @param {string} behind
 */
export async function developed(folder, behind) {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, strictPort: false, hmr: false, ws: false, proxy: { "/cubes": behind } },
    // Vite would bundle the package anew, away from its wasm.
    optimizeDeps: { exclude: ["cellveil"] },
  });
  await server.listen();
  const address = /** @type {import("node:net").AddressInfo} */ (server.httpServer?.address());
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
