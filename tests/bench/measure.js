/** Medians of repeated samples. */

/** So long the work runs before it is measured, unless one run takes longer: engines compile again what stays in use. */
const WARM_UP_MS = 200;
/** A sample lasts at least so long, by repeating what is measured: clocks are coarse, in browsers most of all. */
const SAMPLE_MS = 20;
const SAMPLES = 15;
/** What takes seconds is sampled less often. */
const SLOW_MS = 500;
const SLOW_SAMPLES = 5;

/** @typedef {(times: number) => unknown} Work Does a thing so many times; may give a promise. */

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Milliseconds that each of some works takes once, the median of several samples after a warm-up. Samples are taken in
 * turn, so that a busy minute of the machine falls on all of them and their ratios hold.
 * @template {string} Name
 * @param {Record<Name, Work>} works
 * @returns {Promise<Record<Name, number>>}
 */
export async function timeAll(works) {
  const timed = [];
  for (const [name, work] of /** @type {[Name, Work][]} */ (Object.entries(works))) {
    let single = await once(work, 1);
    for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) single = await once(work, repeats(single));
    timed.push({ name, work, times: repeats(single), left: single > SLOW_MS ? SLOW_SAMPLES : SAMPLES, samples: /** @type {number[]} */ ([]) });
  }
  for (let round = 0; round < SAMPLES; round++) {
    for (const one of timed) if (one.left-- > 0) one.samples.push(await once(one.work, one.times));
  }
  return /** @type {Record<Name, number>} */ (Object.fromEntries(timed.map(({ name, samples }) => [name, median(samples)])));
}

/** How often a sample repeats what takes so long. @param {number} ms */
const repeats = (ms) => Math.min(100_000, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(ms, 1e-4))));

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

/** Work that has to wait for nothing is not made to. @param {() => unknown} work @returns {Work} */
export function repeatedSync(work) {
  return (times) => {
    for (let i = 0; i < times; i++) work();
  };
}
