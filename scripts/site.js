// npm run site: writes everything that a web server needs to target/site: pages, the npm package and the demo cubes.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { ARCHIVE, LIBRARY, build } from "./build.js";
import { compressAll } from "./brotli.js";
import { Failure, filesOf, main, path, run, say, unlessFresh } from "./lib.js";

export const SITE = path("target/site");
const CUBES = "target/cubes";
const PROGRAM = path("target/release/cellveil");

/** Assembles the site from its built parts, with the command that publishers use. */
export async function assemble() {
  const given = cubes();
  const described = given.filter(({ demo }) => existsSync(path(demo, "page.json")));
  const inputs = [ARCHIVE, LIBRARY, CUBES, "scripts/site.js", "scripts/brotli.js", ...described.map(({ demo }) => demo)];
  await unlessFresh("site", { inputs, outputs: ["target/site/site.json"] }, async () => {
    say("assembling the site");
    rmSync(SITE, { recursive: true, force: true });
    run(PROGRAM, [
      "site", ...given.map(({ name }) => `${CUBES}/${name}`), "--out", "target/site", "--title", "cellveil", "--archive", ARCHIVE,
      "--pages", "all",
      ...described.flatMap(({ name, demo }) => ["--settings", `${name}=${demo}/page.json`]),
    ]);
    await compress();
  });
}

/** Writes brotli copies of files. Cubes need no copies, because their tiles are compact already. */
function compress() {
  const files = filesOf("target/site").filter((file) => !file.startsWith("target/site/cubes/"));
  return compressAll(files.filter((file) => /\.(html|css|js|svg|wasm|geojson|topojson)$/.test(file)));
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

/** @param {string} file */
function parsed(file) {
  try {
    return JSON.parse(readFileSync(path(file), "utf8"));
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${/** @type {Error} */ (error).message}`);
  }
}

/** Builds a cube for each specification, and lists the cubes. */
function cubes() {
  const given = specified();
  const names = given.map(({ name }) => name);
  mkdirSync(path(CUBES), { recursive: true });
  for (const name of readdirSync(path(CUBES))) {
    if (!names.includes(name)) rmSync(path(CUBES, name), { recursive: true });
  }
  for (const { name, demo, spec } of given) {
    const out = `${CUBES}/${name}`;
    const { kind, data, sources } = dataOf(demo);
    unlessFresh(`cube-${name}`, { inputs: [demo, ...sources, LIBRARY, "scripts/site.js"], outputs: [`${out}/cube.json`] }, () => {
      say(`building the cube ${name}`);
      rmSync(path(out), { recursive: true, force: true });
      run(PROGRAM, ["tile", spec, `--${kind}`, data, "--out", out, "--force"]);
    });
  }
  return given;
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

await main(import.meta.url, async () => {
  await build();
  await assemble();
});
