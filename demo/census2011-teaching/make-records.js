// Makes records.csv.gz from the 10,000-record sample of the 2011 Census Microdata Teaching File:
//
//     node demo/census2011-teaching/make-records.js random10k.csv.gz
//
// Keeps the columns below without person_id, and sorts the rows by their codes to remove the file's order. Gives each
// row a record key. The same input always gives the same rows and keys. The compressed bytes depend on Node's zlib.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const COLUMNS = [
  "region", "sex", "age", "marital_status", "student", "country_of_birth", "health", "ethnic_group", "religion",
  "economic_activity",
];
const SEED = "census2011-teaching/1";

const [source] = process.argv.slice(2);
if (!source) {
  console.error("usage: node make-records.js SOURCE.csv.gz");
  process.exit(2);
}
const [header, ...lines] = gunzipSync(readFileSync(source)).toString("utf8").trimEnd().split(/\r?\n/u);
const names = header.split(",");
const wanted = COLUMNS.map((column) => {
  const at = names.indexOf(column);
  if (at < 0) throw new Error(`${source} has no column ${column}`);
  return at;
});
// Without quoted fields, every comma separates two fields.
if (lines.some((line) => line.includes('"'))) throw new Error(`${source} has quoted fields`);
const rows = lines.map((line) => {
  const fields = line.split(",");
  return wanted.map((at) => fields[at]).join(",");
});
rows.sort((a, b) => (a < b ? -1 : Number(a > b)));

/**
 * Uniform 32-bit keys that anyone can recompute: the first 4 bytes, big-endian, of SHA-256 of the seed and row number.
 * Confidential data would need a secret instead of this public seed.
 * @param {number} row
 */
const recordKey = (row) => createHash("sha256").update(`${SEED}/${row}`).digest().readUInt32BE(0);

const text = [`${COLUMNS.join(",")},record_key`, ...rows.map((row, number) => `${row},${recordKey(number)}`), ""].join("\n");
const packed = gzipSync(text, { level: 9 });
// Node writes the operating system into the gzip header. 255 means "unknown" (RFC 1952) and is the same on all systems.
packed[9] = 255;
writeFileSync(new URL("records.csv.gz", import.meta.url), packed);
console.log(`${rows.length} records, ${packed.length} bytes`);
