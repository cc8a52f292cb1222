/**
 * Receipts of confidential keyed cubes. A hash of a small tile with true counts discloses the tile to a reader who
 * tries all possible tiles. So these receipts have keyed hashes under the cube's salt (`docs/reference/receipts.md`).
 */
/** @typedef {(content: string | Uint8Array) => string} Hash SHA-256, in hexadecimal */
/**
 * @typedef {object} KeyedReceipts
 * @property {(sha256: string) => string} hash  the form of a SHA-256 in a receipt of version 2
 * @property {(statement: string, csv: string) => string | null} receipt  the receipt; null if the salt is too short
 */

const KEYED_VERSION = 2;
/** Minimum length of the salt in bytes. A reader who tries all shorter salts can test guesses of a tile. */
const MIN_SALT = 16;
/** The first hashed bytes. They separate these hashes from other uses of the salt. */
const DOMAIN = "cellveil/1 receipt\0";
/** Block size of SHA-256, in bytes. */
const BLOCK = 64;

/**
 * @param {Uint8Array} manifest
 * @param {Hash} hashOf
 * @param {(statement: string, csv: string, hash: (sha256: string) => string) => string} receiptOf
 * @returns {KeyedReceipts}
 */
export function keyedReceipts(manifest, hashOf, receiptOf) {
  const salt = fromHex(JSON.parse(new TextDecoder().decode(manifest)).key?.salt ?? "");
  const hash = (/** @type {string} */ sha256) => hmac(hashOf, salt, new TextEncoder().encode(DOMAIN + sha256));
  return {
    hash,
    receipt(statement, csv) {
      if (salt.length < MIN_SALT) return null;
      const stated = JSON.parse(`${statement}}`);
      stated.version = KEYED_VERSION;
      stated.cube.digest = hash(stated.cube.digest);
      stated.files = stated.files.map(hash);
      return receiptOf(JSON.stringify(stated).slice(0, -1), csv, hash);
    },
  };
}

/**
 * HMAC-SHA-256 (RFC 2104) in lower-case hexadecimal.
 * @param {Hash} hashOf
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(hashOf, key, message) {
  const bytes = key.length > BLOCK ? fromHex(hashOf(key)) : key;
  const pass = (/** @type {number} */ pad, /** @type {Uint8Array} */ rest) => {
    const block = new Uint8Array(BLOCK + rest.length).fill(pad, 0, BLOCK);
    bytes.forEach((byte, at) => { block[at] ^= byte; });
    block.set(rest, BLOCK);
    return hashOf(block);
  };
  return pass(0x5c, fromHex(pass(0x36, message)));
}

/** The bytes of hexadecimal digits. @param {string} digits */
function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
