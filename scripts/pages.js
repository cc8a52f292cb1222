// `node scripts/pages.js` writes the pages of a site without cubes: to target/pages as files, and to pkg/pages.zip as one
// archive. `cellveil site` puts the cubes, the title and the navigation of a publisher into these pages.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { ARCHIVE } from "./build.js";
import { filesOf, path, run } from "./lib.js";
import { writeOneFile } from "./one-file.js";

const PAGES = "target/pages";

/** The earliest date that the format has. All files have this date, so equal pages give an equal archive. */
const DATE = new Date(1980, 0, 1);

/** @param {string} from @param {string} to */
function copy(from, to) {
  cpSync(path(from), path(to), { recursive: true, preserveTimestamps: true });
}

/** The files of the package, without the archive itself. */
function packageFiles() {
  const { files } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  return files.filter((/** @type {string} */ file) => file !== ARCHIVE);
}

/** Writes the pages as files. */
async function writePages() {
  rmSync(path(PAGES), { recursive: true, force: true });
  mkdirSync(path(PAGES), { recursive: true });
  // Each page has one style sheet (scripts/layout.js). The workbench loads charts.css later.
  copy("www/site/shell/favicon.svg", `${PAGES}/favicon.svg`);
  copy("www/site/result/charts.css", `${PAGES}/charts.css`);
  run(process.execPath, [path("scripts/bundle.js"), "site"]);
  // The worker of maps of vector tiles is a file of the site, because the pages' policy allows no other workers.
  cpSync(fileURLToPath(import.meta.resolve("maplibre-gl/dist/maplibre-gl-worker.mjs")), path(PAGES, "lazy/map-worker.js"));
  for (const file of packageFiles()) copy(file, `${PAGES}/cellveil/${file.replace(/^pkg\//, "")}`);
  await writeOneFile(`${PAGES}/bundle`);
}

/** Writes the archive, without the files for programmers: type declarations, and the programs for Node. */
function writeArchive() {
  const files = filesOf(PAGES).filter((file) => !file.endsWith(".d.ts") && !/\/cellveil\/(prerender|js\/(cellveil|prerender|prerender-command))\.js$/.test(file));
  const content = Object.fromEntries(files.map((file) => [file.slice(PAGES.length + 1), new Uint8Array(readFileSync(path(file)))]));
  writeFileSync(path(ARCHIVE), zipSync(content, { level: 9, mtime: DATE }));
}

await writePages();
writeArchive();
