/**
 * Growth with the records: 10^4 to 10^8 random records from the same population, and always the same table. The number
 * of cells grows until nearly every combination has a cell. The coarser view of the table is complete much earlier.
 */

import assert from "node:assert/strict";
import { buildCube } from "../cases/generated.js";
import { noise } from "../cases/hypercube.js";
import { loopFor } from "../loop.js";
import { repeatedSync } from "../measure.js";
import { random32 } from "../../js/support/million-cells.js";
import { measureTable } from "./engine.js";

const SEED = 8;

/** Number of codes by dimension. Codes are drawn for two dimensions at a time. */
const SIZES = { region: 12, marital: 5, age: 20, occupation: 12, education: 8, sex: 2 };
const NAMES = Object.keys(SIZES);
const CODES = Object.values(SIZES);

/** The views in addition to the finest view. */
const PUBLISH = 'views = "auto"';

const QUESTION = { rows: ["region"], columns: ["age", "education"] };

/** Number of slots for a pair of dimensions. A random 16-bit number selects a slot. */
const SLOTS = 1 << 16;

const folder = (/** @type {number} */ number) => `records/${number}`;

/**
 * Returns the slots of a pair of dimensions. The frequency of a pair of codes is its probability. Later codes are
 * rarer, and codes at similar positions occur together, so that the two dimensions are associated.
 * @param {number} first @param {number} second numbers of codes
 */
function slots(first, second) {
  const weights = Array.from({ length: first * second }, (_, place) => {
    const [a, b] = [Math.floor(place / second), place % second];
    return 1 / ((a + 1) * (b + 1) * (1 + Math.abs(a / first - b / second)) ** 4);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const found = new Uint16Array(SLOTS);
  let [place, reached] = [0, weights[0]];
  for (let slot = 0; slot < SLOTS; slot++) {
    while (((slot + 0.5) / SLOTS) * all > reached && place < weights.length - 1) reached += weights[++place];
    found[slot] = place;
  }
  return found;
}

/** Returns the cells of `number` records, like the first step of tiling. @param {number} number */
function generate(number) {
  const random = random32(SEED);
  const pairs = [0, 2, 4].map((at) => slots(CODES[at], CODES[at + 1]));
  const [second, third] = [CODES[2] * CODES[3], CODES[4] * CODES[5]];
  const places = CODES.reduce((product, size) => product * size, 1);
  const [counts, keys] = [new Uint32Array(places), new Uint32Array(places)];
  const [a, b, c] = pairs;
  for (let record = 0; record < number; record++) {
    const [low, high] = [random(), random()];
    const place = (a[low >>> 16] * second + b[low & 0xffff]) * third + c[high >>> 16];
    counts[place]++;
    // A 32-bit record key. Sums wrap.
    keys[place] += random();
  }
  const taken = Uint32Array.from(counts.keys()).filter((place) => counts[place] > 0);
  let stride = places;
  const codes = CODES.map((size) => {
    stride /= size;
    const each = stride;
    return Uint8Array.from(taken, (place) => (place / each) % size);
  });
  return { names: NAMES, codes, counts: taken.map((place) => counts[place]), keys: taken.map((place) => keys[place]) };
}

/** Returns the input of the loop: the cells of the coarser view. @param {ReturnType<typeof generate>} cells */
function loopTable({ codes, counts, keys }) {
  const axes = [...QUESTION.rows, ...QUESTION.columns].map((name) => NAMES.indexOf(name));
  /** @type {Map<number, { codes: number[], count: number, key: number }>} */
  const view = new Map();
  for (let cell = 0; cell < counts.length; cell++) {
    const place = axes.reduce((place, axis) => place * CODES[axis] + codes[axis][cell], 0);
    const sum = view.get(place) ?? { codes: axes.map((axis) => codes[axis][cell]), count: 0, key: 0 };
    sum.count += counts[cell];
    sum.key = (sum.key + keys[cell]) >>> 0;
    view.set(place, sum);
  }
  const rows = [...view].sort(([a], [b]) => a - b).map(([, row]) => row);
  return {
    axes: axes.map((axis, at) => ({
      codes: Uint8Array.from(rows, (row) => row.codes[at]),
      classOf: Uint8Array.from({ length: 256 }, (_, code) => code),
      size: CODES[axis],
    })),
    counts: Uint32Array.from(rows, (row) => row.count),
    keys: Uint32Array.from(rows, (row) => row.key),
    population: rows.reduce((sum, row) => sum + row.count, 0),
    noise: noise(),
  };
}

/** @param {number[]} sizes @returns {import("./index.js").Growth} */
export const records = (sizes) => ({
  name: "records",
  title: "records, for a table of 2,457 cells from a coarser view",
  sizes,
  columns: ["records", "base_cells", "cells_read", "bytes_fetched", "engine", "js_loop", "engine_to_js_loop", "call"],
  build() {
    const dimensions = NAMES.map((name, at) => {
      const codes = Array.from({ length: CODES[at] }, (_, code) => `${code} = "${code}"`).join(", ");
      return `[[dimension]]\nname = "${name}"\ncodes = { ${codes} }\n`;
    });
    for (const number of sizes) {
      const description = { title: `${number} records`, dimensions, publish: PUBLISH };
      buildCube(folder(number), ["tests/bench/growth/records.js"], description, () => generate(number));
    }
  },
  async measure(effort) {
    const steps = [];
    for (const number of sizes) {
      const cells = generate(number);
      const loop = await loopFor(`records-${number}`);
      const table = loopTable(cells);
      const { cells_read, bytes_fetched, engine, call, js_loop } = await measureTable(`bench/${folder(number)}`, QUESTION, effort, (values) => {
        assert.deepEqual([...loop.tabulate(table)], values, `${number} records: the loop gives the same table`);
        return { js_loop: repeatedSync(() => loop.tabulate(table)) };
      });
      steps.push({ records: number, base_cells: cells.counts.length, cells_read, bytes_fetched, engine, js_loop, engine_to_js_loop: engine / js_loop, call });
    }
    return steps;
  },
});
