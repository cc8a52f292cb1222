/** Medians of repeated samples. */

/** @import { Effort } from "./sizes.js" */

/** Works that take longer have `slowSamples` samples. */
const SLOW_MS = 500;

/** @typedef {(times: number) => unknown} Work Repeats a work `times` times; may return a promise. */

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Returns the milliseconds of each work: the median of several samples after a warm-up. The works alternate, so that
 * other load of the machine affects all of them and their ratios stay valid.
 * @template {string} Name
 * @param {Record<Name, Work>} works
 * @param {Effort} effort
 * @returns {Promise<Record<Name, number>>}
 */
export async function timeAll(works, { warmUpMs, sampleMs, samples: most, slowSamples }) {
  const timed = [];
  for (const [name, work] of /** @type {[Name, Work][]} */ (Object.entries(works))) {
    let single = await once(work, 1);
    for (const end = performance.now() + warmUpMs; performance.now() < end; ) single = await once(work, repeats(single, sampleMs));
    timed.push({ name, work, times: repeats(single, sampleMs), left: single > SLOW_MS ? slowSamples : most, samples: /** @type {number[]} */ ([]) });
  }
  for (let round = 0; round < most; round++) {
    for (const one of timed) if (one.left-- > 0) one.samples.push(await once(one.work, one.times));
  }
  return /** @type {Record<Name, number>} */ (Object.fromEntries(timed.map(({ name, samples }) => [name, median(samples)])));
}

/** Returns how often a sample repeats a work that takes `ms`. @param {number} ms @param {number} sampleMs */
const repeats = (ms, sampleMs) => Math.min(100_000, Math.max(1, Math.ceil(sampleMs / Math.max(ms, 1e-4))));

/** @param {Work} work @param {number} times */
async function once(work, times) {
  const start = performance.now();
  await work(times);
  return (performance.now() - start) / times;
}

/** @param {() => Promise<unknown>} work @returns {Work} */
export function repeated(work) {
  return async (times) => {
    for (let i = 0; i < times; i++) await work();
  };
}

/** Repeats work that is synchronous, without waiting. @param {() => unknown} work @returns {Work} */
export function repeatedSync(work) {
  return (times) => {
    for (let i = 0; i < times; i++) work();
  };
}
