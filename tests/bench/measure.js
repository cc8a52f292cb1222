/** Medians of repeated samples. */

/** A sample lasts at least so long, by repeating what is measured: clocks are coarse, in browsers most of all. */
const SAMPLE_MS = 20;
const SAMPLES = 15;
/** What takes seconds is sampled less often. */
const SLOW_MS = 500;
const SLOW_SAMPLES = 5;

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Milliseconds that one run of `work` takes, the median of several samples after a warm-up.
 * @param {(times: number) => unknown} work does the thing so many times; may give a promise
 */
export async function time(work) {
  const once = async (/** @type {number} */ times) => {
    const start = performance.now();
    await work(times);
    return (performance.now() - start) / times;
  };
  // Twice, so that the compilers have seen the code before its speed decides how often a sample repeats it.
  await once(1);
  const first = await once(1);
  const times = Math.min(100_000, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(first, 1e-4))));
  if (times > 1) await once(times);
  const samples = [];
  for (let sample = 0; sample < (first > SLOW_MS ? SLOW_SAMPLES : SAMPLES); sample++) samples.push(await once(times));
  return median(samples);
}

/** The same for work that does it once a call. @param {() => unknown} work */
export function timeOnce(work) {
  return time(async (times) => {
    for (let i = 0; i < times; i++) await work();
  });
}

/** Work that has to wait for nothing is not made to. @param {() => unknown} work */
export function timeSync(work) {
  return time((times) => {
    for (let i = 0; i < times; i++) work();
  });
}
