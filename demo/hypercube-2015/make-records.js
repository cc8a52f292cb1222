// Makes the records of the cubes in this folder from the cells of demo/hypercube, a row a person:
//
//     node demo/hypercube-2015/make-records.js target/records/hypercube-2015.csv
//
// Without an argument, the records go to standard output. The same cells always give the same records.

import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const SEED = "hypercube-2015/1";
/** A digest has 32 bytes, so it gives the record keys of eight persons. */
const KEYS = 8;

const [out] = process.argv.slice(2);
const [header, ...lines] = gunzipSync(readFileSync(new URL("../hypercube/cells.csv.gz", import.meta.url))).toString("utf8").trimEnd().split("\n");
// The last two columns are the cell's count and its key below 256. The persons get keys of their own.
const axes = header.split(",").slice(0, -2);

const file = out ? openSync(out, "w") : 1;
let text = `${axes.join(",")},record_key\n`;
for (const line of lines) {
  const fields = line.split(",");
  const codes = fields.slice(0, axes.length).join(",");
  const count = Number(fields[axes.length]);
  for (let person = 0; person < count; person += KEYS) {
    // Uniform 32-bit keys that anyone can recompute: SHA-256 of the seed, the cell and the number of eight persons.
    const digest = createHash("sha256").update(`${SEED}/${codes}/${person / KEYS}`).digest();
    for (let at = 0; at < Math.min(KEYS, count - person); at++) text += `${codes},${digest.readUInt32BE(4 * at)}\n`;
  }
  if (text.length > 1 << 20) text = written(text);
}
written(text);
if (out) closeSync(file);

/** Writes a text. @param {string} text @returns {string} an empty text */
function written(text) {
  const bytes = Buffer.from(text);
  // A pipe may take only a part at once.
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  return "";
}
