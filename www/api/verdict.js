/** Verifies a table: builds the table of its receipt again and compares both tables. */
import { fault, isFault, reason } from "./errors.js";
import { SEAL } from "./receipt.js";

/** @import { Cube } from "./cube.js" */
/** @import { KeyedReceipts } from "./keyed-receipts.js" */
/** @import { Query, Verdict, VerdictReason, VerifyOptions } from "./types.js" */

const FORMAT = "cellveil-receipt";
/** The newest version of receipts, and the only version with keyed hashes. */
const VERSION = 2;

/** @type {{ [reason in VerdictReason]: string }} */
const WORDS = {
  "not-a-receipt": "this is not the receipt of a table",
  "receipt-damaged": "the receipt is damaged: its contents do not match the digest at its end",
  "newer-version": "the receipt was written by a newer version of cellveil",
  "other-cube": "the receipt belongs to another cube",
  "other-version": "the receipt belongs to another version of this cube",
  "table-differs": "the table belongs to another receipt, or was changed",
  "not-rebuilt": "the table cannot be built again",
  "cube-differs": "the table that the cube builds differs from the receipt",
};

/** Codes of errors in the cube or the network. Such an error proves nothing about a receipt. */
const NOT_ITS_FAULT = ["network", "wasm", "closed", "bad-source", "damaged-file", "damaged-manifest", "newer-version"];

/** @typedef {(content: string | Uint8Array) => string} Hash SHA-256 */

/**
 * Compares a CSV and its receipt with the table that the cube builds.
 * @param {Cube} cube
 * @param {string | Uint8Array} csv
 * @param {string | Uint8Array} receipt
 * @param {VerifyOptions | undefined} options
 * @param {Hash} hashOf
 * @param {KeyedReceipts} [keyed]
 * @returns {Promise<Verdict>}
 */
export async function verify(cube, csv, receipt, options, hashOf, keyed) {
  const { ptable, signal, onprogress } = Object(options);
  for (const [what, file] of Object.entries({ csv, receipt, ptable: ptable ?? "" })) {
    if (typeof file !== "string" && !(file instanceof Uint8Array)) throw fault("bad-file", `${what}: expected a file's text, or its bytes as a Uint8Array`);
  }
  const text = textOf(receipt);
  if (!text.slice(0, 64).includes(FORMAT)) return no("not-a-receipt");
  const said = opened(text, hashOf);
  if (said?.format !== FORMAT) return no("receipt-damaged");
  if (said.version > VERSION) return no("newer-version");
  if (said.cube?.id !== cube.id) return no("other-cube");
  const hash = (said.version === VERSION && keyed?.hash) || ((/** @type {string} */ sha256) => sha256);
  if (said.cube.digest !== hash(cube.digest)) return no("other-version");
  if (said.csv !== hash(hashOf(csv))) return no("table-differs");
  const { name, parameters } = said.method ?? {};
  const known = cube.methods.find((method) => method.name === name && JSON.stringify(method.parameters) === JSON.stringify(parameters));
  const file = known ? undefined : parameters?.ptable;
  let method = known ? name : parameters;
  if (ptable != null && typeof file === "string") {
    if (![said.files].flat().includes(hash(hashOf(ptable)))) return no("not-rebuilt", `: the given p-table is not the file ${JSON.stringify(file)} of the receipt`);
    // The p-table takes the position of its name, because the receipt retains the order of parameters.
    method = { ...parameters, ptable: { name: file, text: textOf(ptable) } };
  }
  /** @type {Query} */
  const query = { ...said.query, method, signal, onprogress };
  try {
    const table = await cube.table(query);
    return table.receipt === text ? { ok: true, table } : no("cube-differs");
  } catch (cause) {
    if (!isFault(cause) || NOT_ITS_FAULT.includes(cause.code)) throw cause;
    // If the cube does not have the p-table's file, the table was made with the caller's own p-table.
    const wanted = cause.code === "bad-method" && typeof file === "string" && ptable == null;
    return no("not-rebuilt", `: ${reason(cause)}${wanted ? `; pass the file ${JSON.stringify(file)} with the receipt, as { ptable }` : ""}`);
  }
}

/** Returns the exact text of a file, including a byte order mark. @param {string | Uint8Array} file */
function textOf(file) {
  return typeof file === "string" ? file : new TextDecoder("utf-8", { ignoreBOM: true }).decode(file);
}

/** @param {VerdictReason} reason @returns {Verdict} */
function no(reason, more = "") {
  return { ok: false, reason, message: WORDS[reason] + more };
}

/**
 * Returns the contents of a receipt, or undefined if the digest at its end does not match the text before the digest.
 * @param {string} text
 * @param {Hash} hashOf
 */
function opened(text, hashOf) {
  const at = text.lastIndexOf(SEAL) + SEAL.length;
  if (text.slice(at) !== `${hashOf(text.slice(0, at))}"}\n`) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
