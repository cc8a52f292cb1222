// Compresses files with brotli at the highest quality, as web servers send them. The largest core takes half a minute, so
// target/brotli keeps the compressed files of the site, each with the hash of its content as its name.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompress, brotliCompressSync, constants } from "node:zlib";
import { promisify } from "node:util";
import { path } from "./lib.js";

const KEPT = "target/brotli";

/** @param {Uint8Array} bytes */
const options = ({ length }) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: length } });
/** @param {Uint8Array} bytes */
const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** @param {Uint8Array} bytes */
export const brotli = (bytes) => brotliCompressSync(bytes, options(bytes));

/** Writes a compressed copy `FILE.br` of each file. @param {string[]} files relative to the repository */
export async function compressAll(files) {
  mkdirSync(path(KEPT), { recursive: true });
  const old = new Set(readdirSync(path(KEPT)));
  await Promise.all(files.map(async (file) => {
    const bytes = readFileSync(path(file));
    const hash = hashOf(bytes);
    const compressed = old.delete(hash) || existsSync(path(KEPT, hash)) ? readFileSync(path(KEPT, hash)) : await promisify(brotliCompress)(bytes, options(bytes));
    writeFileSync(path(KEPT, hash), compressed);
    writeFileSync(path(`${file}.br`), compressed);
  }));
  for (const hash of old) rmSync(path(KEPT, hash));
}

/** Returns the compressed size of a file. @param {string} file relative to the repository */
export function brotliSize(file) {
  const bytes = readFileSync(path(file));
  const kept = path(KEPT, hashOf(bytes));
  return (existsSync(kept) ? readFileSync(kept) : brotli(bytes)).length;
}
