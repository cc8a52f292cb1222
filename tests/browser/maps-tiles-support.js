// A site with a dataset of many invented square areas, whose boundaries are vector tiles. For the tests of such maps.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { path } from "../../scripts/lib.js";
import { makeArchive } from "./archive.js";
import { launch } from "./chromium.js";

/** The command line of Chromium that draws WebGL on the processor, because a test machine has no graphics card. */
const SOFTWARE = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

/** Starts a Chromium with WebGL. @param {import("playwright-core").LaunchOptions} [options] */
export const launchWithWebGL = (options = {}) => launch({ ...options, args: ["--no-sandbox", "--no-first-run", "--disable-background-networking", ...SOFTWARE] });

/** The code of an area. @param {number} at */
export const codeAt = (at) => `E${String(at).padStart(8, "0")}`;

/** A number from 0 to 1 that looks random and is always the same. @param {number} at @param {number} seed */
export function drawn(at, seed) {
  let x = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
}

/**
 * Makes a site with the dataset "grid": areas in rows and columns, districts of `district` × `district` areas, and two groups
 * of people.
 * @param {{ columns: number, rows: number, district?: number, page?: object, archive?: Buffer | null, minZoom?: number, maxZoom?: number }} of
 * @returns {string} the folder
 */
export function siteOf({ columns, rows, district = 20, page = {}, archive, ...zooms }) {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-tiles-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const site = join(folder, "site");
  cpSync(path("target/site"), site, { recursive: true, filter: (file) => !file.startsWith(path("target/site/cubes")) && !file.startsWith(path("target/site/pages")) });
  for (const name of ["cubes", "pages"]) mkdirSync(join(site, name));
  const areas = Array.from({ length: columns * rows }, (_, at) => at);
  const districtOf = (/** @type {number} */ at) => `D${Math.floor(Math.floor(at / columns) / district) * Math.ceil(columns / district) + Math.floor((at % columns) / district)}`;
  /** @type {Map<string, string[]>} */
  const districts = new Map();
  for (const at of areas) districts.set(districtOf(at), [...(districts.get(districtOf(at)) ?? []), codeAt(at)]);
  const groups = [...districts].map(([code, of]) => `  { code = "${code}", label = "District ${code.slice(1)}", of = [${of.map((each) => `"${each}"`).join(", ")}] },`).join("\n");
  writeFileSync(join(folder, "areas.csv"), `code,label\n${areas.map((at) => `${codeAt(at)},Field ${at}\n`).join("")}`);
  writeFileSync(join(folder, "cells.csv"), `area,group,count,key\n${areas.flatMap((at) => ["a", "b"].map((group, i) => `${codeAt(at)},${group},${10 + Math.floor(drawn(at, i) * 90)},${Math.floor(drawn(at, i + 2) * 2 ** 32)}\n`)).join("")}`);
  writeFileSync(join(folder, "cube.toml"), `[cube]
id = "grid"
title = "Invented fields"
unit = "person"
data = "synthetic"
audience = "teaching"

[key]
column = "key"
salt = "68f1c06b2b6b4ea0a8c1d1f9a0f0c1d2"

[[dimension]]
name = "area"
label = "Field"
role = "geo"
codes = "areas.csv"

[[dimension.level]]
name = "district"
label = "District"
groups = [
${groups}
]

[[dimension]]
name = "group"
label = "Group"
codes = { a = "First", b = "Second" }

[method.default]
kind = "random-rounding"
base = 3

[method.hidden]
kind = "suppression"
threshold = 40
secondary = "none"
`);
  const made = join(site, "cubes", "grid");
  execFileSync(path("target/release/cellveil"), ["tile", join(folder, "cube.toml"), "--cells", join(folder, "cells.csv"), "--out", made], { stdio: ["ignore", "ignore", "pipe"] });
  if (!existsSync(join(made, "cube.json"))) throw new Error("no cube");
  writeFileSync(join(site, "cubes", "index.json"), '["grid"]\n');
  writeFileSync(join(site, "pages", "index.json"), '["grid"]\n');
  writeFileSync(join(site, "pages", "grid.json"), JSON.stringify({
    map: { dimension: "area", pmtiles: "grid.pmtiles", layer: "areas", id: "code" },
    indicators: [{ id: "people", title: "People", kind: "count" }, { id: "first", title: "First group", kind: "count", of: "group", numerator: ["a"] }],
    ...page,
  }));
  if (archive !== null) writeFileSync(join(site, "pages", "grid.pmtiles"), archive ?? makeArchive({ columns, rows, code: codeAt, ...zooms }));
  return site;
}
