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

/** @import { CellveilError, Designed, OwnPtable, PlainQuery, PtableDesign, PtableFormat, ReadyDesign, StoredPtable, WorkshopOptions } from "./types.js" */

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
 * @returns {Promise<[PlainQuery, StoredPtable]>}
 */
export async function takePtable(asked, hashOf) {
  const method = /** @type {{ ptable: OwnPtable | null }} */ (asked.method);
  const { name, text } = method.ptable ?? {};
  if (typeof name !== "string" || typeof text !== "string") {
    throw fault("bad-query", "method.ptable: expected a file's name, or a file as { name, text }");
  }
  // Where it was: receipts have the parameters in their order.
  const query = { ...asked, method: { ...method, ptable: name } };
  return [query, [name, (await openWorkshop()).stored(text, name), hashOf(text)]];
}

/** What one core opened gives. Everything is worked out at once, in the calling thread. */
export class Workshop {
  /**
   * Designs a p-table: its rows, from row 0 to the last, which serves all larger counts.
   * @param {PtableDesign} parameters
   * @returns {Designed}
   * @throws {CellveilError} with the code `infeasible`, a `row` and the `nearest` variance that every row can have, or null; or `bad-design`
   */
  design(parameters) {
    const json = written(parameters);
    return JSON.parse(run(() => core.design(json)));
  }

  /**
   * The file of a design, as `cellveil ptable design` writes it.
   * @param {PtableDesign} parameters
   * @param {PtableFormat} [format]
   * @param {number} [keys] of a dense table, which `ons` and `cantabular` are; 256 where it is not given
   */
  file(parameters, format = "ptable", keys) {
    const json = written(parameters);
    return run(() => core.designFile(json, String(format), keys));
  }

  /** The ready-made designs. @type {ReadyDesign[]} */
  get ready() {
    return JSON.parse(run(() => core.ready()));
  }

  /**
   * What a p-table does to counts, and what its published values give away, as `cellveil ptable check --format json` has it.
   * @param {string | Uint8Array} file
   * @param {string} name the file's, for errors
   * @param {number} [keys] that intervals are looked up with; 256 where it is not given
   * @returns {{ [figure: string]: any }}
   */
  check(file, name, keys) {
    const bytes = bytesOf(file);
    return JSON.parse(run(() => core.check(bytes, String(name), keys)));
  }

  /**
   * A p-table in another format, and in another shape where that needs one.
   * @param {string | Uint8Array} file
   * @param {string} name the file's, for errors
   * @param {PtableFormat} format
   * @param {number} [keys] where intervals become a dense table; the fewest from 256 that are exact where it is not given
   * @returns {{ text: string, notes: string[] }} the file, and what is not the same in it
   */
  convert(file, name, format, keys) {
    const bytes = bytesOf(file);
    return JSON.parse(run(() => core.convert(bytes, String(name), String(format), keys)));
  }

  /**
   * A p-table in the form that cubes store.
   * @param {string | Uint8Array} file
   * @param {string} name the file's, for errors
   */
  stored(file, name) {
    const bytes = bytesOf(file);
    return run(() => core.stored(bytes, String(name)));
  }
}

/**
 * Parameters as the core reads them.
 * @param {PtableDesign} parameters
 */
function written(parameters) {
  try {
    return String(JSON.stringify(parameters));
  } catch (cause) {
    throw fault("bad-design", `the parameters cannot be written as JSON: ${reason(cause).split("\n")[0]}`, { cause });
  }
}
