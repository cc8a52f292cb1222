// `node scripts/figures.js` computes the data of the figures on the page "Learn", and writes them to
// www/site/pages/learn/figures/data. The studies come from `cellveil study`, and the components of the risk from
// `cellveil measure`. A study takes up to ten seconds, so the repository contains the files, and a test compares them.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, main, path, say } from "./lib.js";

/** @import { ComponentsFile, StudyFile, DrawsFile } from "../www/site/pages/learn/figures/types.js" */

/** The folder of the data. */
export const FOLDER = "www/site/pages/learn/figures/data";

/** The parts of each study that the figures need, by the start of their titles. */
const PARTS = { "shlomo-2015": ["Table 5", "Figure 2"], "ons-2024": ["Figure "], "scad-2011": ["Figure 2"] };

/** The persons of the tables with empty cells. 2,520 persons can be spread evenly over any number of cells from 1 to 10. */
const SPREAD = 2520;
/** The cells of each table of Figure 1. The paper says ten for the second component (section 4.1). */
const CELLS = 10;
/** The persons of the tables without empty cells, spread over ten cells. */
const PERSONS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000];

/** The experiment of Figure 2 of scad-2011, as in src/study/scad_2011.rs. */
const DRAWS = { cells: 10_024, records: 2_000_000, seed: 2011n };

/** @param {...string} args */
const cellveil = (...args) => execFileSync(path("target/release/cellveil"), args, { encoding: "utf8", maxBuffer: 2 ** 26 });

/** @param {keyof typeof PARTS} name @returns {StudyFile} */
function study(name) {
  const all = /** @type {StudyFile} */ (JSON.parse(cellveil("study", name, "--format", "json")));
  return { ...all, parts: all.parts.filter(({ title }) => PARTS[name].some((start) => title.startsWith(start))) };
}

const numbered = (/** @type {string[]} */ codes) => codes.map((code) => `"${code}" = "${code}"`).join(", ");

/** @param {string[]} tables @returns {string} */
const specification = (tables) => `[cube]
id = "components"
title = "Tables of Figure 1"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "keyed"
source = "Invented counts."

[key]
column = "key"
combine = "sum"
modulus = 256

[[dimension]]
name = "table"
label = "Table"
codes = { ${numbered(tables)} }

[[dimension]]
name = "cell"
label = "Cell"
codes = { ${numbered(Array.from({ length: CELLS }, (_, at) => String(at)))} }

[method.default]
kind = "none"
`;

/**
 * Measures the three components of the risk, for tables of ten cells with ever more empty cells, and for tables with ever
 * more persons.
 * @returns {ComponentsFile}
 */
function components() {
  const empty = Array.from({ length: CELLS }, (_, at) => ({ name: `empty-${at}`, filled: CELLS - at, persons: SPREAD }));
  const large = PERSONS.map((persons) => ({ name: `persons-${persons}`, filled: CELLS, persons }));
  const tables = [...empty, ...large];
  const folder = mkdtempSync(join(tmpdir(), "cellveil-figures-"));
  try {
    const cells = tables.flatMap(({ name, filled, persons }) => Array.from({ length: filled }, (_, at) => `${name},${at},${persons / filled},0`));
    writeFileSync(join(folder, "cube.toml"), specification(tables.map(({ name }) => name)));
    writeFileSync(join(folder, "cells.csv"), `table,cell,count,key\n${cells.join("\n")}\n`);
    cellveil("tile", join(folder, "cube.toml"), "--cells", join(folder, "cells.csv"), "--out", join(folder, "cube"));
    const measured = (/** @type {string} */ name) => {
      const { table, risk } = JSON.parse(cellveil("measure", join(folder, "cube"), "--filter", `table=${name}`, "--rows", "cell", "--no-totals"));
      const { zeros, entropy, size } = risk.before.terms;
      return { cells: table.cells, empty: table.zeros, persons: table.population, terms: { zeros, entropy, size }, risk: risk.before.r_unsplit };
    };
    return { byEmpty: empty.map(({ name }) => measured(name)), byPersons: large.map(({ name }) => measured(name)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const BITS = 0xffff_ffff_ffff_ffffn;

/** SplitMix64, as in src/base/random.rs. @param {bigint} state */
function randomBelow(state) {
  return (/** @type {number} */ end) => {
    state = (state + 0x9e37_79b9_7f4a_7c15n) & BITS;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & BITS;
    z = ((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn) & BITS;
    z ^= z >> 31n;
    return Number((z * BigInt(end)) >> 64n);
  };
}

/**
 * Draws the numbers of Figure 2 of scad-2011, from 0 to below 1. The study prints tests of these numbers and not the
 * numbers themselves. So this function repeats the experiment, and a test computes the study's figures from the numbers.
 * @returns {number[]}
 */
export function draws() {
  const { cells, records, seed } = DRAWS;
  const below = randomBelow(seed);
  const before = new Float64Array(records + 1);
  for (let at = 0; at < records; at++) before[at + 1] = before[at] + below(100_000);
  return Array.from({ length: cells }, () => {
    const size = below(records + 1);
    const start = below(records);
    const end = start + size;
    const key = end < records ? before[end] - before[start] : before[records] - before[start] + before[end - records];
    return createHash("md5").update(String(key)).digest().readUInt32BE(0) / 2 ** 32;
  });
}

/**
 * The numbers rounded down to ten-thousandths: the chart has fewer pixels.
 * @param {number[]} numbers @returns {DrawsFile}
 */
export const shortened = (numbers) => ({ scale: 10_000, numbers: numbers.map((each) => Math.floor(each * 10_000)) });

/** Computes the data: the text of each file. @returns {Record<string, string>} */
export function computed() {
  if (!existsSync(path("target/release/cellveil"))) throw new Failure("no target/release/cellveil; run npm run build first");
  const pretty = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 1)}\n`;
  const { scale, numbers } = shortened(draws());
  const lines = Array.from({ length: Math.ceil(numbers.length / 30) }, (_, at) => numbers.slice(30 * at, 30 * at + 30).join(", "));
  return {
    "shlomo-2015.json": pretty(study("shlomo-2015")),
    "ons-2024.json": pretty(study("ons-2024")),
    "scad-2011.json": pretty(study("scad-2011")),
    "components.json": pretty(components()),
    "draws.json": `{ "scale": ${scale}, "numbers": [\n${lines.join(",\n")}\n] }\n`,
  };
}

main(import.meta.url, () => {
  const files = computed();
  for (const [name, text] of Object.entries(files)) writeFileSync(path(FOLDER, name), text);
  say(`wrote ${Object.keys(files).length} files to ${FOLDER}`);
});
