/**
 * A cube of a million cells, each with a random 32-bit key and a count from 1 to 20, for tests and measurements of
 * methods.
 */

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { path, run, say, unlessFresh } from "../../../scripts/lib.js";

export const FOLDER = "test-cubes/million-cells";
const SOURCE = `target/${FOLDER}-source`;
const SIDE = 1000;

/** The counts that the cells have in turn. Most methods change small counts. */
export const COUNTS = [1, 2, 3, 4, 5, 7, 11, 20];

/** Methods of every kind without a p-table, by their names in the cube. */
export const METHODS = {
  none: { kind: "none" },
  rounding: { kind: "random-rounding", base: 5 },
  rounding_below: { kind: "random-rounding", base: 3, below: 5 },
  rounding_md5: { kind: "random-rounding", base: 5, hash: "md5" },
  ten_five: { kind: "threshold-rounding", threshold: 10, base: 5 },
  small_cell: { kind: "small-cell", x: 2 },
  matrix: {
    kind: "transition-matrix",
    cap: 5,
    // Counts up to 5, then residuals 1 to 5. A third of the counts 1 and 2 move, and the others move rarely.
    matrix: [
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, "2/3", "1/6", "1/6", 0, 0, 0, 0, 0, 0, 0],
      [0, "1/6", "2/3", "1/6", 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0.05, 0.9, 0.05, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0.05, 0.9, 0.05, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0.05, 0.9, 0.05, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0.05, 0.9, 0.05, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0.05, 0.9, 0.05, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0.05, 0.9, 0.05, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0.05, 0.9, 0.05],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.05, 0.95],
    ],
  },
};

/** Methods with a p-table of the demonstrations: intervals by key and by hash, and noise for each of 256 keys. */
export const PTABLES = {
  intervals: 'kind = "cell-key"\nptable = "intervals.csv"',
  intervals_hash: 'kind = "cell-key"\nptable = "intervals.csv"\nlookup = "hash"',
  dense: 'kind = "cell-key"\nptable = "dense.csv.gz"',
};

/** Returns the count of a cell by its number. @param {number} cell */
export const countOf = (cell) => COUNTS[cell % COUNTS.length];

/** SplitMix32 for the keys, which are the same on every machine. @param {number} seed */
export function random32(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
}

/** Builds the cube. The query `{ rows: ["a"], columns: ["b"] }` returns its cells in order. */
export function makeMillionCells() {
  const inputs = ["tests/js/support/million-cells.js", "demo/census2011-teaching/ptable.csv", "demo/hypercube/ptable.csv.gz", "target/release/libcellveil.rlib"];
  unlessFresh("million-cells", { inputs, outputs: [`target/${FOLDER}/cube.json`] }, () => {
    say("building a cube of a million cells");
    mkdirSync(path(SOURCE), { recursive: true });
    cpSync(path("demo/census2011-teaching/ptable.csv"), path(SOURCE, "intervals.csv"));
    cpSync(path("demo/hypercube/ptable.csv.gz"), path(SOURCE, "dense.csv.gz"));
    const codes = Array.from({ length: SIDE }, (_, code) => `${code} = "${code}"`).join(", ");
    const dimension = (/** @type {string} */ name) => `[[dimension]]\nname = "${name}"\ncodes = { ${codes} }\n`;
    const methods = Object.entries(PTABLES).map(([name, parameters]) => `[method.${name}]\n${parameters}\n`);
    writeFileSync(
      path(SOURCE, "cube.toml"),
      '[cube]\nid = "million-cells"\ntitle = "A million cells"\nunit = "record"\ndata = "synthetic"\naudience = "teaching"\n' +
        `[key]\ncolumn = "key"\nsalt = "5eed"\n${dimension("a")}${dimension("b")}${methods.join("")}`,
    );
    const key = random32(2005);
    const lines = ["a,b,count,key"];
    for (let cell = 0; cell < SIDE * SIDE; cell++) lines.push(`${Math.floor(cell / SIDE)},${cell % SIDE},${countOf(cell)},${key()}`);
    writeFileSync(path(SOURCE, "cells.csv"), `${lines.join("\n")}\n`);
    run(path("target/release/cellveil"), ["tile", `${SOURCE}/cube.toml`, "--cells", `${SOURCE}/cells.csv`, "--out", `target/${FOLDER}`, "--force"]);
    rmSync(path(SOURCE), { recursive: true });
  });
}
