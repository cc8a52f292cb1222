// Writes a cube of many areas by sex and age.

import { execFileSync } from "node:child_process";
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { path } from "../../../scripts/lib.js";

const CELLVEIL = path("target/release/cellveil");
const SEXES = 2;

/** The code of an area. Codes ascend. @param {number} area */
export const codeOf = (area) => `E${String(area).padStart(8, "0")}`;

/** @param {number} area */
export const nameOf = (area) => `Area ${area} of district ${area % 30}`;

/**
 * Writes the cube and returns its folder.
 * @param {string} name of the folder below target
 * @param {{ areas: number, ages?: number, release?: "keyed" | "sealed", empty?: number }} options `empty`: the share of cells without records
 */
export async function writeAreas(name, { areas, ages = 18, release = "keyed", empty = 0 }) {
  const folder = path("target", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const district = (/** @type {number} */ area) => `D${area % 30}`;
  writeFileSync(`${folder}/areas.csv`, `code,label,district,district_label\n${Array.from({ length: areas }, (_, area) => `${codeOf(area)},${nameOf(area)},${district(area)},District ${area % 30}\n`).join("")}`);
  writeFileSync(`${folder}/cube.toml`, `[cube]
id = "areas"
title = "Many areas"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "${release}"
[key]
column = "key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
label = "Area"
role = "geo"
codes = "areas.csv"
[[dimension.level]]
name = "district"
label = "District"
from = { code = "district", label = "district_label" }
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[[dimension]]
name = "age"
codes = { ${Array.from({ length: ages }, (_, age) => `${age} = "Age ${age}"`).join(", ")} }
[method.default]
kind = "random-rounding"
base = 3
[publish]
${release === "sealed" ? 'max_dimensions = 3' : 'views = [["area:district", "sex", "age"], ["area:district", "sex"]]'}
`);
  const cells = createWriteStream(`${folder}/cells.csv`);
  cells.write("area,sex,age,count,key\n");
  // A generator with a fixed seed.
  let state = 1;
  const next = () => (state = (state * 48271) % 2147483647);
  for (let area = 0; area < areas; area++) {
    let text = "";
    for (let sex = 1; sex <= SEXES; sex++) for (let age = 0; age < ages; age++) {
      if (empty > 0 && next() / 2147483647 < empty) continue;
      text += `${codeOf(area)},${sex},${age},${1 + next() % 9},${(next() * 2 + sex) % 4294967296}\n`;
    }
    if (!cells.write(text)) await once(cells, "drain");
  }
  cells.end();
  await once(cells, "finish");
  const printed = execFileSync(CELLVEIL, ["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube", "--force"], { cwd: folder, encoding: "utf8" });
  return { folder: `${folder}/cube`, printed };
}

/** A table by the command line, as CSV. @param {string} folder @param {string[]} args */
export const tableOf = (folder, args) => execFileSync(CELLVEIL, ["table", folder, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
