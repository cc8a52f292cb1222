/**
 * Receipts: what a table was built from and by, with the hash of its CSV, so that anybody who has the cube can build it again
 * and compare. `docs/reference/receipts.md` has their shape.
 */
/*! SHA-256 by noble-hashes, (c) 2022 Paul Miller, MIT licence: https://github.com/paulmillr/noble-hashes */
// The browser's own SHA-256 answers later, and only on secure pages: not on a kiosk's http server.
import { sha256 } from "@noble/hashes/sha2.js";

/** Before the digest at the end. */
export const SEAL = ',"digest":"';

/** SHA-256 in lower-case hexadecimal. @param {string | Uint8Array} content */
export function hashOf(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The same bytes that the command line writes.
 * @param {string} statement all but the hash of the CSV, from the core
 * @param {string} csv
 */
export function receiptOf(statement, csv) {
  const contents = `${statement},"csv":"${hashOf(csv)}"${SEAL}`;
  return `${contents}${hashOf(contents)}"}\n`;
}
