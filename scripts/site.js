// npm run site: writes everything that a web server needs to target/site: pages, the npm package and the demo cubes.

import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "./build.js";
import { brotli } from "./cores.js";
import { Failure, filesOf, main, path, run, say, unlessFresh } from "./lib.js";

export const SITE = path("target/site");

/** Assembles the site from its built parts. */
export function assemble() {
  say("assembling the site");
  mkdirSync(SITE, { recursive: true });
  for (const name of readdirSync(SITE)) {
    if (name !== "cubes") rmSync(`${SITE}/${name}`, { recursive: true });
  }
  // Each page has one style sheet (scripts/layout.js). The workbench loads charts.css later.
  copy("www/site/shell/favicon.svg", `${SITE}/favicon.svg`);
  copy("www/site/result/charts.css", `${SITE}/charts.css`);
  run(process.execPath, [path("scripts/bundle.js"), "site"]);
  // The worker of maps of vector tiles is a file of the site, because the pages' policy allows no other workers.
  cpSync(fileURLToPath(import.meta.resolve("maplibre-gl/dist/maplibre-gl-worker.mjs")), `${SITE}/lazy/map-worker.js`, { preserveTimestamps: true });
  const { files } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  for (const place of files) copy(place, `${SITE}/cellveil/${place.replace(/^pkg\//, "")}`);
  cubes();
  pages();
  compress();
}

/** Writes brotli copies of files. Cubes need no copies, because their tiles are compact already. */
function compress() {
  for (const file of filesOf("target/site").filter((file) => !file.startsWith("target/site/cubes/"))) {
    if (/\.(html|css|js|svg|wasm|geojson|topojson)$/.test(file)) writeFileSync(path(`${file}.br`), brotli(readFileSync(path(file))));
  }
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  // Unchanged files keep their times and therefore their ETags, so browsers can use their caches.
  cpSync(path(from), to, { recursive: true, preserveTimestamps: true });
}

/**
 * Lists the cubes that the folders of demo specify. The cube of cube.toml has the folder's name. The cube of
 * sealed.toml has the same name with `-sealed`. page.json names the cubes of changed records: `FOLDER-swapped` is that
 * of swapped.toml.
 */
function specified() {
  const folders = existsSync(path("demo")) ? readdirSync(path("demo")).sort() : [];
  return folders.flatMap((folder) => {
    const demo = `demo/${folder}`;
    const own = [{ name: folder, demo, spec: `${demo}/cube.toml` }, { name: `${folder}-sealed`, demo, spec: `${demo}/sealed.toml` }];
    return [...own.filter(({ spec }) => existsSync(path(spec))), ...changed(folder)];
  });
}

/** Lists the cubes of changed records that a folder's page.json names. @param {string} folder */
function changed(folder) {
  const demo = `demo/${folder}`;
  if (!existsSync(path(demo, "page.json"))) return [];
  return (parsed(`${demo}/page.json`).changed ?? []).map((/** @type {{ cube: unknown }} */ { cube: name }) => {
    const spec = `${demo}/${String(name).replace(`${folder}-`, "")}.toml`;
    if (!String(name).startsWith(`${folder}-`) || !existsSync(path(spec))) throw new Failure(`${demo}/page.json: changed names ${name}; expected ${folder}-NAME with NAME.toml in that folder`);
    return { name, demo, spec };
  });
}

/** The settings of page.json that name a file of boundaries. The file's name on the site ends like the setting. */
const BOUNDARIES = /** @type {const} */ (["geojson", "topojson", "pmtiles"]);

/**
 * Writes the settings of maps and community tables for each cube to pages/NAME.json, from page.json in its folder, and
 * copies the files of boundaries that the settings name. docs/reference/pages.md has the format.
 */
function pages() {
  mkdirSync(`${SITE}/pages`, { recursive: true });
  const described = specified().filter(({ demo }) => existsSync(path(demo, "page.json")));
  for (const { name, demo } of described) {
    const { changed, ...page } = parsed(`${demo}/page.json`);
    // Only the cube of cube.toml has the unchanged records with their counts.
    if (changed && demo === `demo/${name}`) page.changed = changed;
    for (const kind of BOUNDARIES) if (page.map?.[kind] !== undefined) page.map[kind] = boundaries(demo, name, kind, page.map[kind]);
    writeFileSync(`${SITE}/pages/${name}.json`, `${JSON.stringify(page)}\n`);
  }
  // Pages request only the settings in this list.
  writeFileSync(`${SITE}/pages/index.json`, `${JSON.stringify(described.map(({ name }) => name))}\n`);
}

/**
 * Copies a file of boundaries to the site, and returns its name there. The cubes of a folder share an archive of tiles,
 * because it may be large.
 * @param {string} demo
 * @param {string} name  of the cube
 * @param {typeof BOUNDARIES[number]} kind
 * @param {unknown} file
 */
function boundaries(demo, name, kind, file) {
  if (typeof file !== "string" || !existsSync(path(demo, file))) throw new Failure(`${demo}/page.json: map.${kind} names ${file}, which is not in that folder`);
  if (kind === "pmtiles") checkArchive(`${demo}/${file}`);
  const published = `${kind === "pmtiles" ? demo.replace("demo/", "") : name}.${kind}`;
  copy(`${demo}/${file}`, `${SITE}/pages/${published}`);
  return published;
}

/** The header of an archive of tiles, from the specification of PMTiles, version 3. */
const ARCHIVE = { magic: "PMTiles", version: 3, versionAt: 7, tileTypeAt: 99, vector: 1, bytes: 127 };

/** Checks that a file is an archive of vector tiles. @param {string} file */
export function checkArchive(file) {
  const header = Buffer.alloc(ARCHIVE.bytes);
  const open = openSync(path(file), "r");
  try {
    readSync(open, header, 0, ARCHIVE.bytes, 0);
  } finally {
    closeSync(open);
  }
  if (header.toString("latin1", 0, ARCHIVE.magic.length) !== ARCHIVE.magic) throw new Failure(`${file} is not an archive of PMTiles. Expected a file that begins with ${ARCHIVE.magic}`);
  if (header[ARCHIVE.versionAt] !== ARCHIVE.version) throw new Failure(`${file} has version ${header[ARCHIVE.versionAt]} of PMTiles. Expected version ${ARCHIVE.version}`);
  if (header[ARCHIVE.tileTypeAt] !== ARCHIVE.vector) throw new Failure(`${file} has no vector tiles. Expected tiles of the type MVT (1); the type is ${header[ARCHIVE.tileTypeAt]}`);
}

/** @param {string} file */
function parsed(file) {
  try {
    return JSON.parse(readFileSync(path(file), "utf8"));
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${/** @type {Error} */ (error).message}`);
  }
}

/** Builds a cube for each specification, and writes the names of all cubes to cubes/index.json for the pages. */
function cubes() {
  const given = specified();
  const names = given.map(({ name }) => name);
  mkdirSync(`${SITE}/cubes`, { recursive: true });
  for (const name of readdirSync(`${SITE}/cubes`)) {
    if (!names.includes(name)) rmSync(`${SITE}/cubes/${name}`, { recursive: true });
  }
  for (const { name, demo, spec } of given) {
    const out = `target/site/cubes/${name}`;
    const { kind, data, sources } = dataOf(demo);
    const inputs = [demo, ...sources, "target/release/cellveil", "scripts/site.js"];
    unlessFresh(`cube-${name}`, { inputs, outputs: [`${out}/cube.json`] }, () => {
      say(`building the cube ${name}`);
      rmSync(path(out), { recursive: true, force: true });
      run(path("target/release/cellveil"), [
        "tile", spec, `--${kind}`, data, "--out", out, "--force",
      ]);
    });
  }
  writeFileSync(`${SITE}/cubes/index.json`, `${JSON.stringify(names)}\n`);
}

/**
 * Returns the data of a folder's cubes: records or cells beside the specification, or records that a script makes. Made
 * records are too large for the repository. The only such script reads the cells of demo/hypercube.
 * @param {string} demo
 */
function dataOf(demo) {
  const kind = ["records", "cells"].find((kind) => existsSync(path(demo, `${kind}.csv.gz`)));
  if (kind) return { kind, data: `${demo}/${kind}.csv.gz`, sources: [] };
  const script = `${demo}/make-records.js`;
  if (!existsSync(path(script))) throw new Failure(`${demo} has a specification, but no records.csv.gz, cells.csv.gz or make-records.js beside it`);
  const data = `target/records/${demo.replace("demo/", "")}.csv`;
  const sources = ["demo/hypercube/cells.csv.gz", "demo/hypercube/cube.toml"];
  unlessFresh(`records-${demo.replaceAll("/", "-")}`, { inputs: [script, ...sources], outputs: [data] }, () => {
    say(`making the records of ${demo}`);
    mkdirSync(path("target/records"), { recursive: true });
    run(process.execPath, [path(script), path(data)]);
  });
  return { kind: "records", data, sources };
}

await main(import.meta.url, () => {
  build();
  assemble();
});
