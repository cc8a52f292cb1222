/**
 * The p-table workshop: p-tables read, designed, checked and written in other formats, without a cube. An entry of its own, with
 * a core of its own, for pages that design p-tables.
 *
 * ```js
 * import { openWorkshop } from "cellveil/workshop.js";
 * const workshop = await openWorkshop();
 * const { rows } = workshop.design({ maxChange: 5, variance: 3, blocked: 2 });
 * const text = workshop.file({ maxChange: 5, variance: 3, blocked: 2 }, "ptable");
 * ```
 */
import start, * as core from "../../pkg/cellveil_workshop.js";
import { compile } from "./cores.js";
import { fault, isFault, reason } from "./errors.js";

/** @import { OwnPtable, PlainQuery, StoredPtable, WorkshopOptions } from "./types.js" */

/** Starts once for all who open it; one that could not start is not kept. @type {Promise<Workshop> | undefined} */
let opened;

/**
 * Starts the workshop's core in the calling thread, where a design takes a few milliseconds.
 * @param {WorkshopOptions} [options]
 * @returns {Promise<Workshop>}
 */
export function openWorkshop({ wasm } = {}) {
  opened ??= begin(wasm).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** @param {WorkshopOptions["wasm"]} wasm */
async function begin(wasm) {
  const url = new URL("../../pkg/cellveil_workshop_bg.wasm", import.meta.url);
  try {
    await start({ module_or_path: wasm ?? (await compile(url)) });
  } catch (cause) {
    throw fault("wasm", `the workshop could not be started from ${url}: ${reason(cause)}`, { cause });
  }
  return new Workshop();
}

let broken = false;

/**
 * The core's own errors have a code. Anything else is a trap: the instance starts anew with the next call.
 * @template T
 * @param {() => T} call
 */
function run(call) {
  try {
    if (broken) core.__wbg_reset_state();
    broken = false;
    return call();
  } catch (cause) {
    if (isFault(cause)) throw cause;
    broken = true;
    throw fault("wasm", "the workshop stopped, perhaps for want of memory; it starts anew with the next call", { cause });
  }
}

const encoder = new TextEncoder();

/** A file's bytes. @param {string | Uint8Array} file */
function bytesOf(file) {
  if (typeof file === "string") return encoder.encode(file);
  if (file instanceof Uint8Array) return file;
  throw fault("bad-file", "expected a file's text, or its bytes as a Uint8Array");
}

/**
 * Takes the p-table that a query brings out of it: the query then names it as a file.
 * @param {PlainQuery} asked
 * @param {(text: string) => string} hashOf SHA-256
 * @returns {Promise<StoredPtable>}
 */
export async function takePtable(asked, hashOf) {
  const method = /** @type {{ ptable: OwnPtable | null }} */ (asked.method);
  const { name, text } = method.ptable ?? {};
  if (typeof name !== "string" || typeof text !== "string") {
    throw fault("bad-query", "method.ptable: expected a file's name, or a file as { name, text }");
  }
  // Where it was: receipts have the parameters in their order.
  asked.method = { ...method, ptable: name };
  return { name, stored: (await openWorkshop()).stored(text, name), sha256: hashOf(text) };
}

export class Workshop {
  /**
   * A published p-table in the form that cubes store.
   * @param {string | Uint8Array} file
   * @param {string} name the file's, for errors
   */
  stored(file, name) {
    const bytes = bytesOf(file);
    return run(() => core.stored(bytes, String(name)));
  }
}
