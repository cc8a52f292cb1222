/** The hypercube of the demonstration: 18,806 cells of seven dimensions, 256 keys. */

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { path } from "../../../scripts/lib.js";

const DEMO = "demo/hypercube";
const COLUMNS = ["region", "sex", "age", "activity", "occupation", "education", "citizenship", "count", "key"];

/** @param {string} file @returns {number[][]} rows of a gzipped CSV file of whole numbers, without its header */
export function numbers(file) {
  const lines = gunzipSync(readFileSync(path(DEMO, file))).toString().trimEnd().split("\n");
  return lines.slice(1).map((line) => line.split(",").map(Number));
}

/** The p-table of the demo: noise by row, starting with row 1, and by key. */
export function noise() {
  const table = new Int8Array(750 * 256);
  for (const [row, key, value] of numbers("ptable.csv.gz")) if (row > 0) table[(row - 1) * 256 + key] = value;
  return table;
}

/** Returns the column of a name. @param {number[][]} cells @param {string} name */
const column = (cells, name) => cells.map((cell) => cell[COLUMNS.indexOf(name)]);

/** The reference table as input for the loop. @param {number[][]} cells @returns {import("../loop.js").LoopTable} */
export function loopTable(cells) {
  const axis = (/** @type {string} */ name, /** @type {number} */ size) => ({
    codes: Uint8Array.from(column(cells, name)),
    classOf: Uint8Array.from({ length: 256 }, (_, code) => code),
    size,
  });
  const counts = Uint32Array.from(column(cells, "count"));
  return {
    axes: [axis("age", 21), axis("education", 9), axis("occupation", 13)],
    filter: { codes: Uint8Array.from(column(cells, "region")), code: 1 },
    counts,
    keys: Uint8Array.from(column(cells, "key")),
    population: counts.reduce((sum, count) => sum + count, 0),
    noise: noise(),
  };
}

/**
 * The cells of a coarser view, in its order. Counts are added, and keys are added modulo 256.
 * @param {number[][]} cells
 * @param {string[]} names
 */
function combined(cells, names) {
  const kept = names.map((name) => COLUMNS.indexOf(name));
  const [count, key] = [COLUMNS.indexOf("count"), COLUMNS.indexOf("key")];
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const cell of cells) {
    // Each dimension has fewer than 32 codes.
    const place = kept.reduce((place, at) => place * 32 + cell[at], 0);
    const sum = found.get(place) ?? cell.map((code, at) => (kept.includes(at) ? code : 0));
    found.set(place, sum);
    sum[count] += cell[count];
    sum[key] = (sum[key] + cell[key]) % 256;
  }
  return [...found].sort(([a], [b]) => a - b).map(([, cell]) => cell);
}

/** The cells of the view from which the reference table is read. */
export const coarseCells = () => combined(numbers("cells.csv.gz"), ["region", "age", "education", "occupation"]);

/** @type {import("./index.js").Case} */
export const hypercube = {
  name: "hypercube",
  title: "hypercube, 18,806 cells; region 1: age by education by occupation, 3,080 cells with totals",
  folder: "site/cubes/hypercube",
  query: { rows: ["age"], columns: ["education", "occupation"], filter: { region: ["1"] } },
  columns: ["region", "age", "education", "occupation"],
  more: {
    "9240_cells": { rows: ["sex", "age"], columns: ["education", "occupation"] },
    "997920_cells": { rows: COLUMNS.slice(0, 7) },
  },
  build() {},
  table: () => loopTable(numbers("cells.csv.gz")),
  coarseTable: () => loopTable(coarseCells()),
};
