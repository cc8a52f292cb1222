// Puts the package into an app, like an installation of the file that `npm pack` writes.

import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { path } from "../../../scripts/lib.js";

/** Copies the files of the package into an app's node_modules. @param {string} app the app's folder */
export function putPackage(app) {
  const folder = join(app, "node_modules/cellveil");
  rmSync(folder, { recursive: true, force: true });
  const { files } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  for (const place of ["package.json", ...files]) cpSync(path(place), join(folder, place), { recursive: true });
}
