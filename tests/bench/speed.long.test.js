// The ratios of the engine to other programs stay within their limits, with margins. So do the ratios and the memory of
// steps before tabulation. No times are checked. The figures come from `npm run bench`.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { makeMillionCells } from "../js/support/million-cells.js";
import { hypercube, noise, numbers } from "./cases/hypercube.js";
import { randomCells } from "./cases/random-cells.js";
import { repeatedSync } from "./measure.js";
import { methodWorks } from "./methods.js";
import { question } from "./peers/arquero.js";
import { PEERS, installedPeers } from "./peers/install.js";
import { measureSize } from "./pretabular.js";
import { inTurn, keeps, ratioOf, works } from "./speed.js";

/** @import { Work } from "./measure.js" */

/** Limit for the time of the roll-up, relative to a plain read of the same columns with SIMD. The goal is 2.5. */
const ROLLUP_TO_PLAIN_READ = 4;
/** Limit for the time of the roll-up, relative to that of the loop in JavaScript. The goal is 1 / 5. */
const ROLLUP_TO_LOOP = 1 / 4;
/** Limit for roll-up, totals and protection, relative to the complete loop. The goal is 1. */
const ENGINE_TO_LOOP = 1;
/** Limit for the engine, relative to arquero. The goal is 1 / 100. */
const ENGINE_TO_ARQUERO = 1 / 100;
/** Limit for a method that hashes, relative to SHA-256 of one cell at a time. The goal is 0.45. */
const HASHED_TO_SHA256 = 0.7;
/** Limit for the records with a step before tabulation, relative to counting alone. */
const STEP_TO_COUNTING = 4;
/** Limits for the peak memory in megabytes: swapping of a million households, and PRAM of ten million records. */
const [SWAP_MB, PRAM_MB] = [1000, 2000];
/** An engine that is slower by this factor must exceed each limit. Otherwise the limit should be stricter. */
const SLOWER = 8;

const [thousand, tenThousand, some, million] = [1e3, 1e4, 1e5, 1e6].map((size) => randomCells(`speed_${size}`, size));
const SIZES = [hypercube, thousand, tenThousand, some, million];
/** The cells are as dense as the benchmark's ten million: seven of ten combinations have a cell. */
const dense = randomCells("speed_dense", 1e6, 112);

/**
 * Checks that the ratio of the two works is within the limit.
 * @param {import("node:test").TestContext} t
 * @param {Work} work
 * @param {Work} other
 * @param {number} limit
 */
async function check(t, work, other, limit) {
  const { met, found } = await keeps(() => ratioOf(work, other), limit);
  t.diagnostic(`${found.toPrecision(3)}, limit ${limit.toPrecision(3)}`);
  assert.ok(met, `${found.toPrecision(3)} times as long; at most ${limit.toPrecision(3)} expected`);
}

test("the roll-up of a million cells takes a few plain reads and beats the loop in JavaScript", async (t) => {
  dense.build();
  const { rollup, plainRead, loopRollup } = await works(dense);
  await check(t, rollup, plainRead, ROLLUP_TO_PLAIN_READ);
  await check(t, rollup, loopRollup, ROLLUP_TO_LOOP);
});

for (const one of SIZES) {
  test(`the engine beside the whole loop: ${one.title}`, async (t) => {
    one.build();
    const { rollup, protect, loop } = await works(one);
    await check(t, inTurn(rollup, protect), loop, ENGINE_TO_LOOP);
  });
}

test("the engine is a hundred times as fast as arquero", { skip: !installedPeers().npm && "npm run bench -- peers installs it" }, async (t) => {
  const arquero = await import(pathToFileURL(path(PEERS, "node_modules/arquero/src/index.js")).href);
  const { rollup, protect } = await works(hypercube);
  const cells = numbers("cells.csv.gz");
  const names = ["region", "sex", "age", "activity", "occupation", "education", "citizenship", "count", "key"];
  const columns = Object.fromEntries(names.map((name, at) => [name, Uint32Array.from(cells, (cell) => cell[at])]));
  await check(t, inTurn(rollup, protect), repeatedSync(question(arquero, columns, noise())), ENGINE_TO_ARQUERO);
});

test("a method that hashes takes less time than SHA-256 of one cell at a time", async (t) => {
  makeMillionCells();
  const { works, close } = await methodWorks();
  await check(t, works.intervals_hash, works.sha256, HASHED_TO_SHA256);
  close();
});

for (const { households, step, isNarrow, most } of /** @type {const} */ ([
  { households: 1_000_000, step: "swap", isNarrow: false, most: SWAP_MB },
  { households: 4_345_000, step: "pram", isNarrow: true, most: PRAM_MB },
])) {
  test(`${step} of ${households.toLocaleString("en")} households: its time beside counting, and its memory`, async (t) => {
    const { records, rows } = await measureSize({ households, rounds: 1, steps: [step], isNarrow });
    const { ratio = Infinity, memory_mb = 0 } = rows[step];
    t.diagnostic(`${records} records: ${ratio.toPrecision(3)} times the counting, limit ${STEP_TO_COUNTING}; ${memory_mb.toPrecision(3)} MB, limit ${most}`);
    assert.ok(ratio <= STEP_TO_COUNTING, `${ratio.toPrecision(3)} times as long; at most ${STEP_TO_COUNTING} expected`);
    assert.ok(memory_mb <= most, `${memory_mb.toPrecision(3)} MB; at most ${most} expected`);
  });
}

test("each limit detects a slow engine", async () => {
  const slow = (/** @type {Work} */ work) => /** @type {Work} */ ((times) => work(SLOWER * times));
  some.build();
  const [{ rollup, plainRead, loopRollup }, table] = [await works(some), await works(hypercube)];
  const found = [
    await keeps(() => ratioOf(slow(rollup), plainRead), ROLLUP_TO_PLAIN_READ),
    await keeps(() => ratioOf(slow(rollup), loopRollup), ROLLUP_TO_LOOP),
    await keeps(() => ratioOf(slow(inTurn(table.rollup, table.protect)), table.loop), ENGINE_TO_LOOP),
  ];
  assert.deepEqual(found.map(({ met }) => met), [false, false, false]);
});
