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
  for (const { name } of readdirSync(path("www/site"), { withFileTypes: true }).filter((entry) => entry.isFile())) {
    copy(`www/site/${name}`, `${SITE}/${name}`);
  }
  run(process.execPath, [path("scripts/bundle.js"), "site"]);
  const { files } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  for (const place of ["package.json", ...files]) copy(place, `${SITE}/cellveil/${place}`);
  compress();
  cubes();
}

/** A brotli copy beside each file that gains from one. The cubes stay as they are: their tiles are dense already. */
function compress() {
  for (const file of filesOf("target/site").filter((file) => !file.startsWith("target/site/cubes/"))) {
    if (/\.(html|css|js|svg|wasm)$/.test(file)) writeFileSync(path(`${file}.br`), brotli(readFileSync(path(file))));
  }
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  // With their times kept, unchanged files keep the ETag under which a browser knows them.
  cpSync(path(from), to, { recursive: true, preserveTimestamps: true });
}

/**
 * One cube for each specification in a folder of demo, and cubes/index.json, from which the page learns their names: that of the
 * folder for its cube.toml, and with `-sealed` for its sealed.toml.
 */
function cubes() {
  const folders = existsSync(path("demo")) ? readdirSync(path("demo")).sort() : [];
  const all = folders.flatMap((folder) => [
    { name: folder, demo: `demo/${folder}`, spec: `demo/${folder}/cube.toml` },
    { name: `${folder}-sealed`, demo: `demo/${folder}`, spec: `demo/${folder}/sealed.toml` },
  ]);
  const given = all.filter(({ spec }) => existsSync(path(spec)));
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
