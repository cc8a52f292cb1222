/**
 * Writes receipts. A receipt states a table's cube, query and method, and the hash of its CSV. Anybody with the cube
 * can build the table again and compare it with the receipt (`docs/reference/receipts.md`).
 */
/*! SHA-256 by noble-hashes, (c) 2022 Paul Miller, MIT licence: https://github.com/paulmillr/noble-hashes */
// The browser's own SHA-256 is asynchronous and works only on secure pages. A page from a kiosk's HTTP server is not
// secure.
import { sha256 } from "@noble/hashes/sha2.js";

/** The text before the digest at a receipt's end. */
export const SEAL = ',"digest":"';

/** SHA-256 in lower-case hexadecimal. @param {string | Uint8Array} content */
export function hashOf(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns a receipt with the same bytes as the command line's receipt.
 * @param {string} statement the receipt as the core writes it, without the CSV's hash and the final digest
 * @param {string} csv
 * @param {(sha256: string) => string} [hash] the form of a SHA-256 in the receipt
 */
export function receiptOf(statement, csv, hash = (sha256) => sha256) {
  const contents = `${statement},"csv":"${hash(hashOf(csv))}"${SEAL}`;
  return `${contents}${hashOf(contents)}"}\n`;
}
