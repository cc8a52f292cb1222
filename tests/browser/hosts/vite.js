// The app of hosts/vite-app with the package in its node_modules, like an npm installation. The app is built, or served
// for development.

import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, createServer } from "vite";
import { path } from "../../../scripts/lib.js";
import { putPackage } from "./package.js";

/** Creates a temporary folder with the app. It is removed at the end. */
export function appFolder() {
  // Vite compares real paths and only allows files below its root.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cellveil-vite-")));
  cpSync(path("tests/browser/hosts/vite-app"), folder, { recursive: true });
  putPackage(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** @param {string} folder @returns {Promise<string>} the folder of the built app */
export async function built(folder) {
  const outDir = join(folder, "dist");
  await build({ root: folder, base: "/vite-app/", configFile: false, logLevel: "error", build: { outDir, emptyOutDir: true } });
  return outDir;
}

/**
 * Starts `vite dev`. Requests for the cubes are forwarded to `behind`.
 * @param {string} folder
 * @param {string} behind
 */
export async function developed(folder, behind) {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, strictPort: false, hmr: false, ws: false, proxy: { "/cubes": behind } },
    // Otherwise Vite would bundle the package again and separate it from its wasm.
    optimizeDeps: { exclude: ["cellveil"] },
  });
  await server.listen();
  const address = /** @type {import("node:net").AddressInfo} */ (server.httpServer?.address());
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
