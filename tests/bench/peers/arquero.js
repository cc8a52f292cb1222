/**
 * Computes the reference table in arquero. It rolls up the filtered cells, then appends the totals along each axis, and
 * then adds the noise. Runs in Node and in a page.
 */

import { NAMES, REGION, noiseOf } from "./reference.js";

/**
 * @param {any} aq the module
 * @param {Record<string, Uint8Array | Uint32Array>} columns of the cells
 * @param {Int8Array} noise
 * @returns {() => Iterable<{ codes: (number | null)[], value: number }>}
 */
export function question({ table, op, escape }, columns, noise) {
  const cells = table(columns);
  const value = escape((/** @type {{ n: number, k: number }} */ cell) => cell.n + noiseOf(noise, cell.n, cell.k));
  return () => {
    let all = cells
      .params({ region: REGION })
      .filter((/** @type {any} */ d, /** @type {any} */ $) => d.region === $.region)
      .groupby(NAMES)
      .rollup({ n: op.sum("count"), k: op.sum("key") });
    for (const axis of NAMES) {
      const others = NAMES.filter((name) => name !== axis);
      const totals = all.groupby(others).rollup({ n: op.sum("n"), k: op.sum("k") });
      all = all.concat(totals.derive({ [axis]: () => -1 }));
    }
    const answer = all.derive({ value });
    return {
      *[Symbol.iterator]() {
        const columns = NAMES.map((name) => answer.array(name));
        const values = answer.array("value");
        for (let i = 0; i < values.length; i++) yield { codes: columns.map((column) => column[i]), value: values[i] };
      },
    };
  };
}
