// New draws at each request, which only the laboratory has.

/** @typedef {{ words: string, count: number, value: number, row: { draws: number, entries: { noise: number, until: number }[] } }} Target  a cell, and the row of the method for its count */

/** A generator of draws with a seed, so that a run can be repeated: the mixing function of SplitMix. @param {number} seed */
export function drawsOf(seed) {
  let state = BigInt(seed);
  return (/** @type {number} */ below) => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    mixed ^= mixed >> 31n;
    return Number((mixed * BigInt(below)) >> 64n);
  };
}

/** The averages after each request, if each request draws anew from the method's own row. @param {Target} target @param {number} seed @param {number} requests */
export function freshAverages({ count, row }, seed, requests) {
  const draw = drawsOf(seed);
  let sum = 0;
  return Array.from({ length: requests }, (_, at) => {
    const place = draw(row.draws);
    const entry = row.entries.find(({ until }) => place < until) ?? row.entries[row.entries.length - 1];
    sum += count + entry.noise;
    return sum / (at + 1);
  });
}
