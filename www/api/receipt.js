/**
 * Receipts: the query, cube and method of a table, with the hash of its CSV. Anybody with the cube can build the table again
 * and compare (`docs/reference/receipts.md`).
 */
/*! SHA-256 by noble-hashes, (c) 2022 Paul Miller, MIT licence: https://github.com/paulmillr/noble-hashes */
// The browser's own SHA-256 is asynchronous and works only on secure pages, so not on a kiosk's http server.
import { sha256 } from "@noble/hashes/sha2.js";

/** The text before the digest at a receipt's end. */
export const SEAL = ',"digest":"';

/** SHA-256 in lower-case hexadecimal. @param {string | Uint8Array} content */
export function hashOf(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A receipt with the same bytes that the command line writes.
 * @param {string} statement the core's statement, which lacks only the CSV's hash
 * @param {string} csv
 */
export function receiptOf(statement, csv) {
  const contents = `${statement},"csv":"${hashOf(csv)}"${SEAL}`;
  return `${contents}${hashOf(contents)}"}\n`;
}
