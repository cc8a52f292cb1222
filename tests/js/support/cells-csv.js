/** Writes columns of cells to the CSV that `cellveil tile --cells` reads: millions of cells in seconds. */

import { closeSync, openSync, writeSync } from "node:fs";

/** @typedef {Uint8Array | Uint16Array | Uint32Array} Numbers */
/** @typedef {{ names: string[], codes: Numbers[], counts: Numbers, keys: Numbers }} Cells one column per dimension, and the measures */

/** @param {Cells} cells @param {string} file */
export function writeCsv({ names, codes, counts, keys }, file) {
  const out = openSync(file, "w");
  const buffer = Buffer.allocUnsafe(1 << 22);
  let end = buffer.write(`${names.join(",")},count,key\n`);
  const field = (/** @type {number} */ value, /** @type {number} */ separator) => {
    let digits = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    for (let i = end + digits - 1, rest = value; i >= end; i--, rest = Math.floor(rest / 10)) buffer[i] = 48 + (rest % 10);
    end += digits;
    buffer[end++] = separator;
  };
  const [comma, newline] = [44, 10];
  for (let cell = 0; cell < counts.length; cell++) {
    for (const column of codes) field(column[cell], comma);
    field(counts[cell], comma);
    field(keys[cell], newline);
    // A row of sixty-four columns with at most ten digits fits into the remaining bytes.
    if (end > buffer.length - 1024) {
      writeSync(out, buffer, 0, end);
      end = 0;
    }
  }
  writeSync(out, buffer, 0, end);
  closeSync(out);
}
