/** The hypercube of the demonstration: 18,806 cells of seven dimensions, 256 keys. */

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { path } from "../../../scripts/lib.js";

const DEMO = "demo/hypercube";
const COLUMNS = ["region", "sex", "age", "activity", "occupation", "education", "citizenship", "count", "key"];

/** @param {string} file @returns {number[][]} rows of a gzipped CSV file of whole numbers, without its head */
export function numbers(file) {
  const lines = gunzipSync(readFileSync(path(DEMO, file))).toString().trimEnd().split("\n");
  return lines.slice(1).map((line) => line.split(",").map(Number));
}

/** The p-table of the demo: noise by row from 1 and by key. */
export function noise() {
  const table = new Int8Array(750 * 256);
  for (const [row, key, value] of numbers("ptable.csv.gz")) if (row > 0) table[(row - 1) * 256 + key] = value;
  return table;
}

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
  table() {
    const cells = numbers("cells.csv.gz");
    const column = (/** @type {string} */ name) => cells.map((cell) => cell[COLUMNS.indexOf(name)]);
    const axis = (/** @type {string} */ name, /** @type {number} */ size) => ({
      codes: Uint8Array.from(column(name)),
      classOf: Uint8Array.from({ length: 256 }, (_, code) => code),
      size,
    });
    return {
      axes: [axis("age", 21), axis("education", 9), axis("occupation", 13)],
      filter: { codes: Uint8Array.from(column("region")), code: 1 },
      counts: Uint32Array.from(column("count")),
      keys: Uint8Array.from(column("key")),
      mask: 255,
      noise: noise(),
    };
  },
};
