/**
 * Growth with the tiles of the cube: 1 to 1,000, one for each area, with 4,000 cells each. The table always has one
 * area.
 */

import { readdirSync } from "node:fs";
import { Failure, path } from "../../../scripts/lib.js";
import { generator } from "../../js/support/random-queries.js";
import { buildCube } from "../cases/generated.js";
import { measureTable } from "./engine.js";

/** Number of codes of two more dimensions. An area with more than 2,048 cells gets its own tile. */
const SIDES = [80, 50];
const CELLS = SIDES[0] * SIDES[1];
const SEED = 1000;

const folder = (/** @type {number} */ number) => `tiles/${number}`;

/** @param {number} areas */
function generate(areas) {
  const random = generator(SEED);
  const size = areas * CELLS;
  const codes = [new Uint16Array(size), new Uint8Array(size), new Uint8Array(size)];
  const [counts, keys] = [new Uint32Array(size), new Uint32Array(size)];
  for (let cell = 0; cell < size; cell++) {
    codes[0][cell] = cell / CELLS;
    codes[1][cell] = (cell / SIDES[1]) % SIDES[0];
    codes[2][cell] = cell % SIDES[1];
    counts[cell] = 2 ** (10 * random() ** 3);
    keys[cell] = random() * 2 ** 32;
  }
  return { names: ["area", "age", "occupation"], codes, counts, keys };
}

/** @param {number[]} sizes @returns {import("./index.js").Growth} */
export const tiles = (sizes) => ({
  name: "tiles",
  title: "tiles of the cube, for a table of one of them",
  sizes,
  columns: ["tiles", "cells_read", "bytes_fetched", "open", "load_without_open", "plan", "engine", "call"],
  build() {
    const dimensions = ["area", "age", "occupation"].map((name) => `[[dimension]]\nname = "${name}"\n`);
    for (const number of sizes) {
      const description = { title: `${number} tiles`, dimensions, publish: 'split = "area"' };
      buildCube(folder(number), ["tests/bench/growth/tiles.js"], description, () => generate(number));
      const { length } = readdirSync(path("target/bench", folder(number), "tiles"));
      if (length !== number) throw new Failure(`${length} tiles where ${number} were expected`);
    }
  },
  async measure(effort) {
    const steps = [];
    for (const number of sizes) {
      const query = { rows: ["age"], columns: ["occupation"], filter: { area: ["0"] } };
      const { cells_read, bytes_fetched, open, plan, load, engine, call } = await measureTable(`bench/${folder(number)}`, query, effort);
      steps.push({ tiles: number, cells_read, bytes_fetched, open, load_without_open: load - open, plan, engine, call });
    }
    return steps;
  },
});
