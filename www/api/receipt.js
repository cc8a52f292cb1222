/**
 * Receipts: what a table was built from and by, with the hash of its CSV, so that anybody who has the cube can build it again
 * and compare. `docs/receipts.md` has their shape.
 */
/*! SHA-256 by noble-hashes, (c) 2022 Paul Miller, MIT licence: https://github.com/paulmillr/noble-hashes */
// The browser's own SHA-256 answers later, and only on secure pages: not on a kiosk's http server.
import { sha256 } from "@noble/hashes/sha2.js";
import { isFault, reason } from "./errors.js";

/** @import { Cube } from "./cube.js" */
/** @import { Query, Verdict, VerdictReason, Watch } from "./types.js" */

const FORMAT = "cellveil-receipt";
const VERSION = 1;
const SEAL = ',"digest":"';

/** @type {{ [reason in VerdictReason]: string }} */
const WORDS = {
  "not-a-receipt": "this is not the receipt of a table",
  "receipt-damaged": "the receipt is not as it was written: its contents do not match the digest at its end",
  "newer-version": "the receipt was written by a newer version of cellveil",
  "other-cube": "the receipt is of another cube",
  "other-version": "the receipt is of another version of this cube",
  "table-differs": "the table is not that of the receipt, or was changed since",
  "not-rebuilt": "the table cannot be built again",
  "cube-differs": "the cube gives another table, or says something else of it, than the receipt",
};

/** What goes wrong with the cube or on the way says nothing of a receipt. */
const NOT_ITS_FAULT = ["network", "wasm", "closed", "bad-source", "damaged-file", "damaged-manifest", "newer-version"];

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

/**
 * Whether a table is the one that a cube gives.
 * @param {Cube} cube
 * @param {string | Uint8Array} csv
 * @param {string | Uint8Array} receipt
 * @param {Watch} watch
 * @returns {Promise<Verdict>}
 */
export async function verify(cube, csv, receipt, { signal, onprogress }) {
  // To the last byte: a mark at the start is one too many.
  const text = typeof receipt === "string" ? receipt : new TextDecoder("utf-8", { ignoreBOM: true }).decode(receipt);
  if (!text.slice(0, 64).includes(FORMAT)) return no("not-a-receipt");
  const said = opened(text);
  if (said?.format !== FORMAT) return no("receipt-damaged");
  if (said.version > VERSION) return no("newer-version");
  if (said.cube?.id !== cube.id) return no("other-cube");
  if (said.cube.digest !== cube.digest) return no("other-version");
  if (said.csv !== hashOf(csv)) return no("table-differs");
  const { name, parameters } = said.method ?? {};
  const known = cube.methods.find((method) => method.name === name && JSON.stringify(method.parameters) === JSON.stringify(parameters));
  /** @type {Query} */
  const query = { ...said.query, method: known ? name : parameters, signal, onprogress };
  try {
    const table = await cube.table(query);
    return table.receipt === text ? { ok: true, table } : no("cube-differs");
  } catch (cause) {
    if (!isFault(cause) || NOT_ITS_FAULT.includes(cause.code)) throw cause;
    return no("not-rebuilt", `: ${reason(cause)}`);
  }
}

/** @param {VerdictReason} reason @returns {Verdict} */
function no(reason, more = "") {
  return { ok: false, reason, message: WORDS[reason] + more };
}

/**
 * What a receipt says, where it still ends with the digest of what comes before.
 * @param {string} text
 */
function opened(text) {
  const at = text.lastIndexOf(SEAL) + SEAL.length;
  if (text.slice(at) !== `${hashOf(text.slice(0, at))}"}\n`) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
