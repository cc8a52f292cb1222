/** Measures the ratios that `npm test` checks: the best of a few short rounds with alternating works. */

import assert from "node:assert/strict";
import { path } from "../../scripts/lib.js";
import { plainQuery } from "../../www/api/query.js";
import { benchCore, openBench, plainColumns } from "./in-node.js";
import { loopFor } from "./loop.js";
import { repeatedSync, timeAll } from "./measure.js";
import { WHOLE } from "./sizes.js";

/** @import { Case } from "./cases/index.js" */
/** @import { Work } from "./measure.js" */

/**
 * The largest number of rounds. Other load of the machine may disturb two of three rounds, but a slow engine is slow in
 * all.
 */
const ROUNDS = 3;

/**
 * Returns whether a ratio is within its limit in one of the rounds, and the smallest ratio.
 * @param {() => Promise<number>} ratio measures the ratio again
 * @param {number} limit
 */
export async function keeps(ratio, limit) {
  let found = Infinity;
  for (let round = 0; round < ROUNDS && found > limit; round++) found = Math.min(found, await ratio());
  return { met: found <= limit, found };
}

/**
 * Returns the works to compare on one table. The loop reads the same cells as the engine.
 * @param {Case} one
 * @returns {Promise<Record<"rollup" | "protect" | "plainRead" | "loopRollup" | "loop", Work>>}
 */
export async function works(one) {
  const core = await benchCore();
  const { cube, bench } = openBench(core, path("target", one.folder), JSON.stringify(plainQuery(one.query)));
  const base = one.table();
  const table = cube.bench_plan(bench, 1) < base.counts.length ? one.coarseTable() : base;
  const loop = await loopFor(`speed-${one.name}`);
  const columns = plainColumns(core, table);
  assert.ok(Math.abs(columns.bench_read(1) / loop.plainRead(table) - 1) < 1e-9, "both read the same columns");
  return {
    rollup: (times) => cube.bench_roll_up(bench, times),
    protect: (times) => cube.bench_groups_and_protect(bench, times),
    plainRead: (times) => columns.bench_read(times),
    loopRollup: repeatedSync(() => loop.rollUp(table)),
    loop: repeatedSync(() => loop.tabulate(table)),
  };
}

/** @param {Work} one @param {Work} other the result is the time of `one` divided by that of `other` */
export async function ratioOf(one, other) {
  const times = await timeAll({ one, other }, WHOLE.effort);
  return times.one / times.other;
}

/** Combines several works into one work. @param {Work[]} all @returns {Work} */
export const inTurn = (...all) => (times) => all.forEach((work) => work(times));
