// A second implementation of src/cube/ENCRYPTED.md, by `node:crypto` and the specification alone. The tests compare it
// with the command line and with `cellveil/encrypted.js`.

import assert from "node:assert/strict";
import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const sha256 = (/** @type {Uint8Array | string} */ bytes) => createHash("sha256").update(bytes).digest("hex");

/** @param {string} cube @param {string} place */
const associated = (cube, place) => Buffer.concat([Buffer.from("cellveil/1 encrypted\0"), Buffer.from(cube, "hex"), Buffer.from(place)]);

/** @param {string} passphrase @param {string} salt @param {number} iterations */
const derived = (passphrase, salt, iterations) => pbkdf2Sync(passphrase, Buffer.from(salt, "hex"), iterations, 32, "sha256");

/** @param {Buffer} key @param {string} cube @param {string} place @param {Uint8Array} content @param {Buffer} nonce */
export function sealed(key, cube, place, content, nonce) {
  const length = 4 + content.length;
  const step = Math.max(4096, 2 ** (Math.floor(Math.log2(length)) - 4));
  const text = Buffer.alloc(Math.ceil(length / step) * step);
  text.writeUInt32LE(content.length);
  text.set(content, 4);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(associated(cube, place));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** @param {Buffer} key @param {string} cube @param {string} place @param {Buffer} stored */
function opened(key, cube, place, stored) {
  const cipher = createDecipheriv("aes-256-gcm", key, stored.subarray(0, 12));
  cipher.setAAD(associated(cube, place));
  cipher.setAuthTag(stored.subarray(-16));
  const text = Buffer.concat([cipher.update(stored.subarray(12, -16)), cipher.final()]);
  const content = text.subarray(4, 4 + text.readUInt32LE());
  assert.ok(text.subarray(4 + content.length).every((byte) => byte === 0), "zeros after the content");
  return content;
}

/** Opens all files of an encrypted folder. @param {string} folder @param {string} passphrase @returns {Map<string, Buffer>} */
export function openFolder(folder, passphrase) {
  const document = JSON.parse(readFileSync(join(folder, "cube.json"), "utf8"));
  const key = derived(passphrase, document.key.salt, document.key.iterations);
  const stored = (/** @type {string} */ name) => {
    const bytes = readFileSync(join(folder, "files", name));
    assert.equal(sha256(bytes), name);
    return bytes;
  };
  const index = JSON.parse(opened(key, document.cube, "index", stored(document.index)).toString());
  return new Map(index.files.map((/** @type {[string, string]} */ [path, name]) => [path, opened(key, document.cube, path, stored(name))]));
}

/** The text of a document with the digest at its end. @param {Record<string, unknown>} document */
export function digested(document) {
  const { digest: _, ...fields } = document;
  const head = `${JSON.stringify(fields).slice(0, -1)},"digest":"`;
  return `${head}${sha256(head)}"}\n`;
}

/** Writes a document with the digest at its end. @param {string} folder @param {Record<string, unknown>} document */
export const writeDocument = (folder, document) => writeFileSync(join(folder, "cube.json"), digested(document));

/**
 * Writes an encrypted folder.
 * @param {string} folder
 * @param {Map<string, Buffer>} files
 * @param {string} passphrase
 * @param {{ places?: Map<string, string>, changed?: Record<string, unknown>, index?: unknown }} [faults]  `places`: another
 *   place for the associated data of a path. `changed`: other fields of the document. `index`: another index
 */
export function writeFolder(folder, files, passphrase, { places = new Map(), changed = {}, index: other } = {}) {
  const manifest = JSON.parse(String(files.get("cube.json")));
  // Repeatable bytes in place of random numbers.
  const fixed = (/** @type {string} */ name, /** @type {number} */ size) => Buffer.from(sha256(name), "hex").subarray(0, size);
  const [cube, salt] = ["cube", "salt"].map((name) => fixed(name, 16).toString("hex"));
  const key = derived(passphrase, salt, 600_000);
  mkdirSync(join(folder, "files"), { recursive: true });
  /** @type {[string, number][]} */
  const list = [];
  const put = (/** @type {string} */ place, /** @type {string} */ path, /** @type {Uint8Array} */ content) => {
    const bytes = sealed(key, cube, place, content, fixed(path, 12));
    const name = sha256(bytes);
    writeFileSync(join(folder, "files", name), bytes);
    list.push([name, bytes.length]);
    return name;
  };
  const pairs = [...files].map(([path, content]) => [path, put(places.get(path) ?? path, path, content)]);
  const index = put("index", "index", Buffer.from(JSON.stringify(other ?? { files: pairs })));
  const { id, title, data, audience } = manifest;
  writeDocument(folder, {
    format: "cellveil-encrypted", version: 1, id, title, data, audience, cube,
    key: { kdf: "PBKDF2-SHA-256", salt, iterations: 600_000 }, cipher: "AES-256-GCM", index,
    files: list.sort(([first], [second]) => (first < second ? -1 : 1)), ...changed,
  });
}
