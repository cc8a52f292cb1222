// Compresses files with brotli at the highest quality, as web servers send them. This is slow for a large core, so
// target/brotli keeps the compressed files of the site. The name of a kept file is a hash of its uncompressed bytes.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompress, brotliCompressSync, constants } from "node:zlib";
import { promisify } from "node:util";
import { path } from "./lib.js";

const KEPT = "target/brotli";
const QUALITY = 11;

/** @param {Uint8Array} bytes */
const options = ({ length }) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: length } });

/** The name of a kept file. Another encoder or quality gives other names. @param {Uint8Array} bytes */
const nameOf = (bytes) => createHash("sha256").update(`${process.versions.brotli} ${QUALITY}\0`).update(bytes).digest("hex");

/** @param {Uint8Array} bytes */
export const brotli = (bytes) => brotliCompressSync(bytes, options(bytes));

/** Writes a compressed copy `FILE.br` of each file. @param {string[]} files relative to the repository */
export async function compressAll(files) {
  mkdirSync(path(KEPT), { recursive: true });
  const unused = new Set(readdirSync(path(KEPT)));
  await Promise.all(files.map(async (file) => {
    const bytes = readFileSync(path(file));
    const name = nameOf(bytes);
    unused.delete(name);
    const kept = path(KEPT, name);
    if (!existsSync(kept)) {
      // The file gets its name when it is complete. So a build that stops leaves no part of a file under this name.
      const unnamed = `${path(file)}.br.new`;
      writeFileSync(unnamed, await promisify(brotliCompress)(bytes, options(bytes)));
      renameSync(unnamed, kept);
    }
    writeFileSync(path(`${file}.br`), readFileSync(kept));
  }));
  for (const name of unused) rmSync(path(KEPT, name));
}

/** Returns the compressed size of a file. @param {string} file relative to the repository */
export function brotliSize(file) {
  const bytes = readFileSync(path(file));
  const kept = path(KEPT, nameOf(bytes));
  return (existsSync(kept) ? readFileSync(kept) : brotli(bytes)).length;
}
