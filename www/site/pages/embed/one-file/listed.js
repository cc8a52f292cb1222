// Checks the files of a dataset before they go into one file, as `cellveil bundle` does.

// The browser's own SHA-256 works only on secure pages.
import { sha256 } from "@noble/hashes/sha2.js";
import { refuse } from "./refusal.js";

/** Most bytes of the dataset's files, as in src/cli/bundle.rs. */
const MOST_BYTES = 2 ** 26;

/** @typedef {{ path: string, bytes: number, sha256: string }} ListedFile  a file as cube.json lists it */

/**
 * Throws if files are too large for one file, or differ from cube.json.
 * @param {ListedFile[]} files
 * @param {(path: string) => Promise<Uint8Array> | Uint8Array} get
 * @param {number} [more] the bytes of files that cube.json does not list itself
 */
export async function checkFiles(files, get, more = 0) {
  if (files.reduce((sum, { bytes }) => sum + bytes, more) > MOST_BYTES) throw refuse("too-large");
  for (const { path, sha256: expected } of files) {
    const found = Array.from(sha256(await get(path)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (found !== expected) throw refuse("damaged");
  }
}
