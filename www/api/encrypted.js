/**
 * Encrypted cubes. Import this module as `cellveil/encrypted.js`. The browser's own Web Crypto decrypts. The format is in
 * `src/cube/ENCRYPTED.md`.
 *
 * ```js
 * import { openCube } from "cellveil";
 * import { unlock } from "cellveil/encrypted.js";
 * const source = await unlock("tiles/cube.json", passphrase);
 * const cube = await openCube(source);
 * ```
 *
 * Encryption protects files at rest only. Whoever has the passphrase can read the true counts. This module stores nothing:
 * the passphrase becomes a key that no script can export, and decrypted files go only to the caller.
 */
import { fault } from "./errors.js";
import { filesOf } from "./source.js";

/** @import { CellveilError, Files, Source, UnlockOptions } from "./types.js" */

/** The first bytes of the public document. */
const START = '{"format":"cellveil-encrypted"';
const VERSION = 1;
/** The start of the associated data of every file. */
const LABEL = "cellveil/1 encrypted\0";
/** Sizes in bytes: the nonce before a ciphertext, the tag after it, and the length at the start of the plaintext. */
const NONCE = 12;
const TAG = 16;
const LENGTH = 4;
/** A padded size is a multiple of this many bytes and of 2^(⌊log2 L⌋ − 4), where L is the size before padding. */
const BLOCK = 4096;
const SIZE_BITS = 4;
/** The smallest stored file, in bytes. */
const SMALLEST = NONCE + BLOCK + TAG;
/** Fewer iterations make a weak key. More would stop a page for minutes. */
const ITERATIONS = [600_000, 10_000_000];
/** The limits of the document: its bytes, and its files. */
const MAX_BYTES = 2 ** 26;
const MAX_FILES = 2 ** 20;
const DATA = ["confidential", "public-use", "synthetic"];
const FIELDS = "audience cipher cube data digest files format id index key title version";
const KEY_FIELDS = "iterations kdf salt";
const EXPECTED = "expected the file as it was encrypted";

/**
 * The public document of an encrypted cube. `sizes` has the sizes of `files` by name.
 * @typedef {{ version: number, id: string, title: unknown, data: string, audience: string, cube: string, key: { kdf: string, salt: string, iterations: number }, cipher: string, index: string, files: [sha256: string, bytes: number][], sizes: Map<string, number> }} PublicDocument
 */

/**
 * Opens an encrypted cube with its passphrase. Deriving the key takes about a second. The result is a `Source` for
 * `openCube`.
 * @param {string | URL | Source} src  as for `openCube`
 * @param {string} passphrase
 * @param {UnlockOptions} [options]
 * @returns {Promise<Unlocked>}
 * @throws {CellveilError} with the code `wrong-passphrase`, `not-encrypted`, `damaged-manifest`, `damaged-file`,
 *   `newer-version`, `insecure-page` or `network`
 */
export async function unlock(src, passphrase, { signal } = {}) {
  if (!globalThis.crypto?.subtle) {
    throw fault("insecure-page", "this page cannot decrypt, because it came by plain HTTP; open the page by HTTPS or from http://localhost");
  }
  const files = await filesOf(src);
  const document = await read(await files.manifest({ signal }));
  const index = await stored(files, document, document.index, signal);
  signal?.throwIfAborted();
  const { kdf, salt, iterations } = document.key;
  const secret = await crypto.subtle.importKey("raw", ascii(passphrase), "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: kdf.replace(/^PBKDF2-/, ""), salt: bytesOf(salt), iterations };
  const key = await crypto.subtle.deriveKey(how, secret, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
  signal?.throwIfAborted();
  const text = await decrypt(key, document, "index", index).catch(() => {
    throw fault("wrong-passphrase", "wrong passphrase, or a damaged file; expected the passphrase of cellveil tile");
  });
  const names = namesOf(text);
  const all = new Set([...names.values(), document.index]);
  for (const name of all) sizeOf(document, name);
  if (all.size < document.files.length) throw fault("damaged-manifest", "cube.json lists a file that does not belong to the cube; expected the list as it was encrypted");
  const unlocked = new Unlocked(files, document, key, names);
  const { id, title, data, audience, methods } = JSON.parse(new TextDecoder().decode(await unlocked.get("cube.json", { signal })));
  if (JSON.stringify([id, title, data, audience]) !== JSON.stringify([document.id, document.title, document.data, document.audience])) {
    throw fault("damaged-manifest", "cube.json has the id, title, data or audience of another cube; expected those of the cube inside");
  }
  if (data === "confidential" && methods.length > 1) throw fault("damaged-manifest", "the cube inside has several methods; expected one method for confidential data on a kiosk");
  return unlocked;
}

/**
 * Reads what everybody can read about an encrypted cube.
 * @param {Uint8Array} bytes  of its `cube.json`
 * @returns {Promise<PublicDocument>}
 */
async function read(bytes) {
  const damaged = (/** @type {string} */ problem) => fault("damaged-manifest", `cube.json ${problem}; ${EXPECTED}`);
  if (!starts(bytes)) throw fault("not-encrypted", "the cube is not encrypted; open its cube.json without a passphrase");
  if (bytes.length > MAX_BYTES) throw damaged(`has more than ${MAX_BYTES} bytes`);
  let text;
  let document;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    document = JSON.parse(text);
  } catch {
    throw damaged("is damaged: it is not JSON in UTF-8");
  }
  const end = /,"digest":"([0-9a-f]{64})"\}\n$/.exec(text);
  // The digits are the SHA-256 of all bytes before the digits. They and the end take 67 bytes.
  if (!end || (await sha256(bytes.subarray(0, -67))) !== end[1]) throw damaged("is damaged: it does not match the digest at its end");
  if (Number.isInteger(document.version) && document.version > VERSION) throw fault("newer-version", `cube.json has version ${document.version}, newer than this reader's (${VERSION}); expected a newer cellveil to open it`);
  const { key, files } = document;
  const [least, most] = ITERATIONS;
  const hex = (/** @type {unknown} */ value, /** @type {number} */ digits) => typeof value === "string" && value.length === digits && !/[^0-9a-f]/.test(value);
  const sound = document.version === VERSION
    && namesIn(document) === FIELDS && fieldsWritten(text) === fieldsRead(document)
    && document.audience === "kiosk" && DATA.includes(document.data)
    && document.cipher === "AES-256-GCM" && key?.kdf === "PBKDF2-SHA-256" && namesIn(key) === KEY_FIELDS && hex(key.salt, 32) && hex(document.cube, 32)
    && Number.isInteger(key.iterations) && key.iterations >= least && key.iterations <= most
    && Array.isArray(files) && files.length <= MAX_FILES
    && files.every((file, at) => Array.isArray(file) && file.length === 2 && hex(file[0], 64) && Number.isSafeInteger(file[1]) && file[1] >= SMALLEST && (at === 0 || files[at - 1][0] < file[0]))
    && files.some(([name]) => name === document.index);
  if (!sound) throw damaged("has a wrong field");
  return { ...document, sizes: new Map(files) };
}

/** Reads the index: for each path, the name of the stored file. @param {Uint8Array} bytes @returns {Map<string, string>} */
function namesOf(bytes) {
  try {
    const { files, ...others } = JSON.parse(new TextDecoder().decode(bytes));
    const names = new Map(/** @type {[string, string][]} */ (files));
    if (names.size === files.length && Object.keys(others).length === 0) return names;
  } catch {
    // The message of the parser would quote the content.
  }
  throw fault("damaged-manifest", "the index inside the encrypted cube has a wrong form; expected a list of files, each once");
}

/** Whether a document begins as that of an encrypted cube. @param {Uint8Array} bytes */
const starts = (bytes) => new TextDecoder().decode(bytes.subarray(0, START.length)) === START;

/** @param {object} object */
const namesIn = (object) => Object.keys(object).sort().join(" ");

/** The number of fields in a JSON text. `JSON.parse` keeps only the last of repeated fields. @param {string} text */
const fieldsWritten = (text) => [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length;

/** The number of fields in a parsed value and in the values inside. @param {unknown} value @returns {number} */
function fieldsRead(value) {
  const inside = Object.values(Object(value));
  const own = Array.isArray(value) ? 0 : inside.length;
  return inside.reduce((/** @type {number} */ sum, each) => (typeof each === "object" ? sum + fieldsRead(each) : sum), own);
}

/** An encrypted cube whose passphrase is known: a `Source` for `openCube`. */
export class Unlocked {
  /** @type {string} */ id;
  /** Tells `openCube` that the stored files are encrypted. */ isDecrypted = true;
  #files;
  #document;
  /** @type {CryptoKey | undefined} */ #key;
  #names;

  /** @param {Files} files @param {PublicDocument} document @param {CryptoKey} key @param {Map<string, string>} names */
  constructor(files, document, key, names) {
    this.id = document.id;
    this.#files = files;
    this.#document = document;
    this.#key = key;
    this.#names = names;
  }

  /** Whether `lock` was called. */
  get locked() {
    return this.#key === undefined;
  }

  /** Drops the key. Every later `get` fails with the code `locked`. Close the open cube too, because it has files in memory. */
  lock() {
    this.#key = undefined;
    this.#names.clear();
  }

  /**
   * Fetches and decrypts a file of the cube.
   * @param {string} path
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<Uint8Array>}
   */
  async get(path, { signal } = {}) {
    const name = this.#names.get(path);
    if (!this.#key) throw fault("locked", "the cube is locked; call unlock with the passphrase again");
    if (!name) throw fault("damaged-file", `the cube has no file ${JSON.stringify(path)}; expected a file of its manifest`);
    const bytes = await stored(this.#files, this.#document, name, signal);
    const key = this.#key;
    if (!key) throw fault("locked", "the cube was locked; call unlock with the passphrase again");
    return decrypt(key, this.#document, path, bytes).catch(() => {
      throw fault("damaged-file", `files/${name} belongs to another place: files were swapped or are older; ${EXPECTED}`);
    });
  }
}

/**
 * Fetches a stored file, and checks its size and its SHA-256. A damaged file can come from the browser's cache, so a
 * second attempt bypasses the cache.
 * @param {Files} files @param {PublicDocument} document @param {string} name @param {AbortSignal} [signal]
 */
async function stored(files, document, name, signal) {
  const path = `files/${name}`;
  const size = sizeOf(document, name);
  let problem = "";
  for (const fresh of [false, true]) {
    const bytes = await files.get(path, { signal, fresh });
    if (bytes.length !== size) problem = "is truncated or has extra bytes";
    else if ((await sha256(bytes)) !== name) problem = "is damaged or replaced: its SHA-256 is not its name";
    else return bytes;
  }
  throw fault("damaged-file", `${path} ${problem}; ${EXPECTED}`);
}

/** The listed size of a stored file. @param {PublicDocument} document @param {string} name */
function sizeOf({ sizes }, name) {
  const size = sizes.get(name);
  if (size === undefined) throw fault("damaged-manifest", `cube.json lacks files/${name}, which belongs to the cube: files were swapped or are older; expected the list as it was encrypted`);
  return size;
}

/**
 * Decrypts a stored file at its place. Rejects if the key, the place or a byte of the file is wrong.
 * @param {CryptoKey} key @param {PublicDocument} document @param {string} place @param {Uint8Array} bytes
 */
async function decrypt(key, document, place, bytes) {
  const associated = new Uint8Array([...ascii(LABEL), ...bytesOf(document.cube), ...ascii(place)]);
  const how = { name: "AES-GCM", iv: plain(bytes.subarray(0, NONCE)), additionalData: associated, tagLength: 8 * TAG };
  const text = new Uint8Array(await crypto.subtle.decrypt(how, key, plain(bytes.subarray(NONCE))));
  const length = new DataView(text.buffer).getUint32(0, true);
  if (padded(length) !== text.length) throw new Error("the length inside is wrong");
  return text.slice(LENGTH, LENGTH + length);
}

/** The size of the plaintext for a content of this length. @param {number} length */
function padded(length) {
  const all = LENGTH + length;
  const step = Math.max(BLOCK, 2 ** (31 - Math.clz32(all) - SIZE_BITS));
  return Math.ceil(all / step) * step;
}

/** Types of Web Crypto accept no bytes that could be shared between threads. @param {Uint8Array} bytes */
const plain = (bytes) => /** @type {Uint8Array<ArrayBuffer>} */ (bytes);

/** @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", plain(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
