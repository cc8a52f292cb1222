// npm run site: everything a web server needs, in target/site. The page, the npm package as published, the demo cubes.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "./build.js";
import { brotli } from "./cores.js";
import { Failure, filesOf, main, path, run, say, unlessFresh } from "./lib.js";

export const SITE = path("target/site");

/** Assembles the site; what it is made of must have been built. */
export function assemble() {
  say("assembling the site");
  mkdirSync(SITE, { recursive: true });
  for (const name of readdirSync(SITE)) {
    if (name !== "cubes") rmSync(`${SITE}/${name}`, { recursive: true });
  }
  // Each page has its style sheets in one file. The workbench loads the style sheet of charts with the first chart.
  copy("www/site/shell/favicon.svg", `${SITE}/favicon.svg`);
  copy("www/site/result/charts.css", `${SITE}/charts.css`);
  run(process.execPath, [path("scripts/bundle.js"), "site"]);
  const { files } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  for (const place of files) copy(place, `${SITE}/cellveil/${place.replace(/^pkg\//, "")}`);
  cubes();
  pages();
  compress();
}

/** A brotli copy beside each file that gains from one. The cubes stay as they are: their tiles are dense already. */
function compress() {
  for (const file of filesOf("target/site").filter((file) => !file.startsWith("target/site/cubes/"))) {
    if (/\.(html|css|js|svg|wasm|geojson)$/.test(file)) writeFileSync(path(`${file}.br`), brotli(readFileSync(path(file))));
  }
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  // With their times kept, unchanged files keep the ETag under which a browser knows them.
  cpSync(path(from), to, { recursive: true, preserveTimestamps: true });
}

/**
 * The cubes that the folders of demo specify: of a folder's cube.toml under its name, and with `-sealed` of its
 * sealed.toml.
 */
function specified() {
  const folders = existsSync(path("demo")) ? readdirSync(path("demo")).sort() : [];
  const all = folders.flatMap((folder) => [
    { name: folder, demo: `demo/${folder}`, spec: `demo/${folder}/cube.toml` },
    { name: `${folder}-sealed`, demo: `demo/${folder}`, spec: `demo/${folder}/sealed.toml` },
  ]);
  return all.filter(({ spec }) => existsSync(path(spec)));
}

/**
 * What the maps and community tables offer for a cube, from the page.json of its folder: pages/NAME.json, and
 * pages/NAME.geojson where it names a file of boundaries. docs/reference/pages.md says what is in it.
 */
function pages() {
  mkdirSync(`${SITE}/pages`, { recursive: true });
  const described = specified().filter(({ demo }) => existsSync(path(demo, "page.json")));
  for (const { name, demo } of described) {
    const page = parsed(`${demo}/page.json`);
    const boundaries = page.map?.geojson;
    if (boundaries !== undefined) {
      if (!existsSync(path(demo, boundaries))) throw new Failure(`${demo}/page.json: map.geojson names ${boundaries}, which is not in that folder`);
      copy(`${demo}/${boundaries}`, `${SITE}/pages/${name}.geojson`);
      page.map.geojson = `${name}.geojson`;
    }
    writeFileSync(`${SITE}/pages/${name}.json`, `${JSON.stringify(page)}\n`);
  }
  // So that no page asks for a description that is not there.
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

/** One cube for each specification, and cubes/index.json, from which the page learns their names. */
function cubes() {
  const given = specified();
  const names = given.map(({ name }) => name);
  mkdirSync(`${SITE}/cubes`, { recursive: true });
  for (const name of readdirSync(`${SITE}/cubes`)) {
    if (!names.includes(name)) rmSync(`${SITE}/cubes/${name}`, { recursive: true });
  }
  for (const { name, demo, spec } of given) {
    const out = `target/site/cubes/${name}`;
    const kind = ["records", "cells"].find((kind) => existsSync(path(demo, `${kind}.csv.gz`)));
    if (!kind) throw new Failure(`${demo} has a specification, but neither records.csv.gz nor cells.csv.gz beside it`);
    const inputs = [demo, "target/release/cellveil", "scripts/site.js"];
    unlessFresh(`cube-${name}`, { inputs, outputs: [`${out}/cube.json`] }, () => {
      say(`building the cube ${name}`);
      rmSync(path(out), { recursive: true, force: true });
      run(path("target/release/cellveil"), [
        "tile", spec, `--${kind}`, `${demo}/${kind}.csv.gz`, "--out", out, "--force",
      ]);
    });
  }
  writeFileSync(`${SITE}/cubes/index.json`, `${JSON.stringify(names)}\n`);
}

await main(import.meta.url, () => {
  build();
  assemble();
});
