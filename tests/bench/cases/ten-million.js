/** A generated cube of 10 million cells: three dimensions of 240 codes, keys of 32 bits, counts from 1 to 131,072. */

import { closeSync, cpSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { path, run, say, unlessFresh } from "../../../scripts/lib.js";
import { generator } from "../../js/support/random-queries.js";
import { noise } from "./hypercube.js";

const CELLS = 10_000_000;
const CODES = 240;
/** Codes of a level's group: 15 groups a dimension make a table of 16 × 16 × 16 cells with totals. */
const GROUP = 16;
const NAMES = ["area", "age", "occupation"];
const SEED = 4096;

const FOLDER = "target/bench/ten-million";
const SOURCE = "target/bench/ten-million-source";

/** The columns, always the same, in ascending order of the cells. */
function generate() {
  const random = generator(SEED);
  const codes = NAMES.map(() => new Uint8Array(CELLS));
  const counts = new Uint32Array(CELLS);
  const keys = new Uint32Array(CELLS);
  let at = 0;
  // Of the combinations that are left, each is taken with the probability that makes exactly CELLS of them.
  for (let number = 0, left = CODES ** 3; at < CELLS; number++, left--) {
    if (random() * left >= CELLS - at) continue;
    codes[0][at] = number / (CODES * CODES);
    codes[1][at] = (number / CODES) % CODES;
    codes[2][at] = number % CODES;
    // Many small counts and a few large ones.
    counts[at] = 2 ** (17 * random() ** 3);
    keys[at] = random() * 2 ** 32;
    at++;
  }
  return { codes, counts, keys };
}

/** @param {ReturnType<typeof generate>} columns @param {string} file */
function writeCsv({ codes, counts, keys }, file) {
  const out = openSync(file, "w");
  const buffer = Buffer.allocUnsafe(1 << 22);
  let end = buffer.write(`${NAMES.join(",")},count,key\n`);
  const field = (/** @type {number} */ value, /** @type {number} */ separator) => {
    let digits = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    for (let i = end + digits - 1, rest = value; i >= end; i--, rest = Math.floor(rest / 10)) buffer[i] = 48 + (rest % 10);
    end += digits;
    buffer[end++] = separator;
  };
  const [comma, newline] = [44, 10];
  for (let cell = 0; cell < CELLS; cell++) {
    for (const column of codes) field(column[cell], comma);
    field(counts[cell], comma);
    field(keys[cell], newline);
    if (end > buffer.length - 64) {
      writeSync(out, buffer, 0, end);
      end = 0;
    }
  }
  writeSync(out, buffer, 0, end);
  closeSync(out);
}

function specification() {
  const quoted = (/** @type {number} */ from, /** @type {number} */ count) => Array.from({ length: count }, (_, i) => `"${from + i}"`).join(", ");
  const dimension = (/** @type {string} */ name) => {
    const groups = Array.from({ length: CODES / GROUP }, (_, group) => `  { code = "G${group}", label = "Group ${group}", of = [${quoted(group * GROUP, GROUP)}] },\n`);
    return `[[dimension]]\nname = "${name}"\n\n[[dimension.level]]\nname = "group"\nlabel = "Group"\ngroups = [\n${groups.join("")}]\n`;
  };
  return [
    '[cube]\nid = "ten-million"\ntitle = "Ten million cells"\nunit = "person"\ndata = "synthetic"\naudience = "internal"\n',
    '[key]\ncolumn = "record_key"\ncombine = "sum"\nmodulus = 4294967296\n',
    ...NAMES.map(dimension),
    '[method.default]\nkind = "cell-key"\nptable = "ptable.csv.gz"\n',
  ].join("\n");
}

/** @type {ReturnType<typeof generate> | undefined} */
let generated;

/** @type {import("./index.js").Case} */
export const tenMillion = {
  name: "ten_million",
  title: "10,000,000 generated cells; three axes of 15 groups, 4,096 cells with totals",
  folder: "bench/ten-million",
  query: { rows: ["area:group"], columns: ["age:group", "occupation:group"] },
  columns: NAMES,
  more: {},
  build() {
    const inputs = ["tests/bench/cases/ten-million.js", "demo/hypercube/ptable.csv.gz", "target/release/cellveil"];
    unlessFresh("bench-ten-million", { inputs, outputs: [`${FOLDER}/cube.json`] }, () => {
      say("generating a cube of 10 million cells");
      mkdirSync(path(SOURCE), { recursive: true });
      cpSync(path("demo/hypercube/ptable.csv.gz"), path(SOURCE, "ptable.csv.gz"));
      writeFileSync(path(SOURCE, "cube.toml"), specification());
      writeCsv((generated ??= generate()), path(SOURCE, "cells.csv"));
      run(path("target/release/cellveil"), ["tile", `${SOURCE}/cube.toml`, "--cells", `${SOURCE}/cells.csv`, "--out", FOLDER, "--force"]);
      // Only the cube is needed from here on.
      rmSync(path(SOURCE), { recursive: true });
    });
  },
  table() {
    const { codes, counts, keys } = (generated ??= generate());
    const classOf = Uint8Array.from({ length: 256 }, (_, code) => Math.min(code / GROUP, CODES / GROUP - 1));
    return {
      axes: codes.map((column) => ({ codes: column, classOf, size: CODES / GROUP })),
      counts,
      keys,
      population: counts.reduce((sum, count) => sum + count, 0),
      noise: noise(),
    };
  },
  // The query names every dimension.
  coarseTable: () => tenMillion.table(),
};
