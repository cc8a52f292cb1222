/**
 * Growth with the dimensions of the cube: 2 to 30 dimensions of three codes, and 100,000 random records. The table
 * always has two dimensions.
 */

import { generator } from "../../js/support/random-queries.js";
import { buildCube } from "../cases/generated.js";
import { measureTable } from "./engine.js";

const RECORDS = 100_000;
const CODES = 3;
const SEED = 30;

const folder = (/** @type {number} */ number) => `dimensions/${number}`;
const names = (/** @type {number} */ number) => Array.from({ length: number }, (_, at) => `d${at + 1}`);

/** @param {number} number */
function generate(number) {
  const random = generator(SEED);
  const codes = names(number).map(() => new Uint8Array(RECORDS));
  const keys = new Uint32Array(RECORDS);
  for (let record = 0; record < RECORDS; record++) {
    // The square makes small codes frequent, so that several records share a cell.
    for (const column of codes) column[record] = random() ** 2 * CODES;
    keys[record] = random() * 2 ** 32;
  }
  return { names: names(number), codes, counts: new Uint8Array(RECORDS).fill(1), keys };
}

/** @param {number[]} sizes @returns {import("./index.js").Growth} */
export const dimensions = (sizes) => ({
  name: "dimensions",
  title: "dimensions of the cube, for a table of two of them",
  sizes,
  columns: ["dimensions", "cells_read", "bytes_fetched", "load", "plan", "engine", "call"],
  build() {
    for (const number of sizes) {
      const dimensions = names(number).map((name) => `[[dimension]]\nname = "${name}"\n`);
      buildCube(folder(number), ["tests/bench/growth/dimensions.js"], { title: `${number} dimensions`, dimensions }, () => generate(number));
    }
  },
  async measure(effort) {
    const steps = [];
    for (const number of sizes) {
      const { cells_read, bytes_fetched, load, plan, engine, call } = await measureTable(`bench/${folder(number)}`, { rows: ["d1"], columns: ["d2"] }, effort);
      steps.push({ dimensions: number, cells_read, bytes_fetched, load, plan, engine, call });
    }
    return steps;
  },
});
