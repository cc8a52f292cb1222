/**
 * The p-table workshop: p-tables read, designed, checked and written in other formats, without a cube. An entry of its own, with
 * a core of its own, for pages that design p-tables.
 *
 * ```js
 * import { openWorkshop } from "cellveil/workshop.js";
 * const workshop = await openWorkshop();
 * const { rows } = workshop.design({ maxChange: 5, variance: 3, blocked: 2 });
 * const { text } = workshop.file({ maxChange: 5, variance: 3, blocked: 2 }, "ptable");
 * ```
 */
import start, * as core from "../../pkg/cellveil_workshop.js";
import { fault, reason } from "./errors.js";
import { Instance } from "./instance.js";

/** @import { CellveilError, Designed, PtableDesign, PtableFile, PtableFormat, ReadyDesign, WorkshopOptions } from "./types.js" */

const instance = new Instance({
  name: "the workshop",
  url: new URL("../../pkg/cellveil_workshop_bg.wasm", import.meta.url),
  start,
  reset: () => core.__wbg_reset_state(),
});

/** One for all who open it. @type {Workshop | undefined} */
let workshop;

/**
 * Starts the workshop's core in the calling thread, where a design takes a few milliseconds.
 * @param {WorkshopOptions} [options]
 * @returns {Promise<Workshop>}
 */
export async function openWorkshop(options) {
  await instance.ready(options?.wasm);
  return (workshop ??= new PtableWorkshop());
}

const encoder = new TextEncoder();

/** A file's bytes. @param {string | Uint8Array} file */
function bytesOf(file) {
  if (typeof file === "string") return encoder.encode(file);
  if (file instanceof Uint8Array) return file;
  throw fault("bad-file", "expected a file's text, or its bytes as a Uint8Array");
}

const FEWEST_KEYS = 2;
const MOST_KEYS = 65_536;

/**
 * A number of keys that the core takes for the same number: it has whole numbers of 32 bits.
 * @param {unknown} keys
 * @returns {number | undefined}
 */
function keysOf(keys) {
  if (keys === undefined) return undefined;
  const fits = typeof keys === "number" && Number.isInteger(keys) && keys >= FEWEST_KEYS && keys <= MOST_KEYS;
  if (!fits) throw fault("bad-keys", `${typeof keys === "number" ? keys : `a ${typeof keys}`} as a number of keys; expected a whole number from ${FEWEST_KEYS} to ${MOST_KEYS}`);
  return keys;
}

/** @typedef {PtableWorkshop} Workshop */

/** What one core opened gives. Everything is worked out at once, in the calling thread. */
class PtableWorkshop {
  /**
   * Designs a p-table: its rows, from row 0 to the last, which serves all larger counts.
   * @param {PtableDesign} parameters
   * @returns {Designed}
   * @throws {CellveilError} with the code `infeasible`, a `row` and the `nearest` variance that every row can have, or null; or `bad-design`
   */
  design(parameters) {
    const json = written(parameters);
    return JSON.parse(instance.run(() => core.design(json)));
  }

  /**
   * The file of a design, as `cellveil ptable design` writes it, and what that says: how near a dense table comes.
   * @param {PtableDesign} parameters
   * @param {PtableFormat} [format]
   * @param {number} [keys] of a dense table, which `ons` and `cantabular` are; 256 where it is not given
   * @returns {PtableFile}
   */
  file(parameters, format = "ptable", keys) {
    const json = written(parameters);
    const many = keysOf(keys);
    return JSON.parse(instance.run(() => core.designFile(json, String(format), many)));
  }

  /** The ready-made designs. @type {ReadyDesign[]} */
  get ready() {
    return JSON.parse(instance.run(() => core.ready()));
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
    const many = keysOf(keys);
    return JSON.parse(instance.run(() => core.check(bytes, String(name), many)));
  }

  /**
   * A p-table in another format, and in another shape where that needs one.
   * @param {string | Uint8Array} file
   * @param {string} name the file's, for errors
   * @param {PtableFormat} format
   * @param {number} [keys] where intervals become a dense table; the fewest from 256 that are exact where it is not given
   * @returns {PtableFile} with what is not the same in it
   */
  convert(file, name, format, keys) {
    const bytes = bytesOf(file);
    const many = keysOf(keys);
    return JSON.parse(instance.run(() => core.convert(bytes, String(name), String(format), many)));
  }

  /**
   * A p-table in the form that cubes store.
   * @param {string | Uint8Array} file
   * @param {string} name the file's, for errors
   */
  stored(file, name) {
    const bytes = bytesOf(file);
    return instance.run(() => core.stored(bytes, String(name)));
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
