// npm run site: writes everything that a web server needs to target/site: pages, the npm package and the demo cubes.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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
  const { files } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  for (const place of files) copy(place, `${SITE}/cellveil/${place.replace(/^pkg\//, "")}`);
  cubes();
  pages();
  compress();
}

/** Writes brotli copies of files. Cubes need no copies, because their tiles are compact already. */
function compress() {
  for (const file of filesOf("target/site").filter((file) => !file.startsWith("target/site/cubes/"))) {
    if (/\.(html|css|js|svg|wasm|geojson)$/.test(file)) writeFileSync(path(`${file}.br`), brotli(readFileSync(path(file))));
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

/**
 * Writes the settings of maps and community tables for each cube to pages/NAME.json, from page.json in its folder. If
 * the settings have a file of boundaries, copies it to pages/NAME.geojson. docs/reference/pages.md has the format.
 */
function pages() {
  mkdirSync(`${SITE}/pages`, { recursive: true });
  const described = specified().filter(({ demo }) => existsSync(path(demo, "page.json")));
  for (const { name, demo } of described) {
    const { changed, ...page } = parsed(`${demo}/page.json`);
    // Only the cube of cube.toml has the unchanged records with their counts.
    if (changed && demo === `demo/${name}`) page.changed = changed;
    const boundaries = page.map?.geojson;
    if (boundaries !== undefined) {
      if (!existsSync(path(demo, boundaries))) throw new Failure(`${demo}/page.json: map.geojson names ${boundaries}, which is not in that folder`);
      copy(`${demo}/${boundaries}`, `${SITE}/pages/${name}.geojson`);
      page.map.geojson = `${name}.geojson`;
    }
    writeFileSync(`${SITE}/pages/${name}.json`, `${JSON.stringify(page)}\n`);
  }
  // Pages request only the settings in this list.
  writeFileSync(`${SITE}/pages/index.json`, `${JSON.stringify(described.map(({ name }) => name))}\n`);
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
