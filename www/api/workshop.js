/**
 * The p-table workshop: reads, designs, checks and converts p-tables without a cube. Import this module as
 * `cellveil/workshop.js`. It has a separate core, because only pages about p-tables need that core.
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
  core: "_workshop",
  beside: () => new URL("../../pkg/cellveil_workshop_bg.wasm", import.meta.url),
  start,
  reset: () => core.__wbg_reset_state(),
});

/** One workshop for all callers. @type {Workshop | undefined} */
let workshop;

/**
 * Starts the workshop's core in the calling thread. A design takes a few milliseconds.
 * @param {WorkshopOptions} [options]
 * @returns {Promise<Workshop>}
 */
export async function openWorkshop(options) {
  await instance.ready(options);
  return (workshop ??= new PtableWorkshop());
}

const encoder = new TextEncoder();

/** Returns a file's bytes. @param {string | Uint8Array} file */
function bytesOf(file) {
  if (typeof file === "string") return encoder.encode(file);
  if (file instanceof Uint8Array) return file;
  throw fault("bad-file", "expected a file's text, or its bytes as a Uint8Array");
}

const FEWEST_KEYS = 2;
const MOST_KEYS = 65_536;

/**
 * Checks a number of keys, because the core receives only 32-bit integers.
 * @param {unknown} keys
 * @returns {number | undefined} the same number
 */
function keysOf(keys) {
  if (keys === undefined) return undefined;
  const fits = typeof keys === "number" && Number.isInteger(keys) && keys >= FEWEST_KEYS && keys <= MOST_KEYS;
  if (!fits) throw fault("bad-keys", `${typeof keys === "number" ? keys : `a ${typeof keys}`} as a number of keys; expected a whole number from ${FEWEST_KEYS} to ${MOST_KEYS}`);
  return keys;
}

/** @typedef {PtableWorkshop} Workshop */

/** The functions of the workshop. They run in the calling thread and return at once. */
class PtableWorkshop {
  /**
   * Designs the rows of a p-table. The last row also applies to all larger counts.
   * @param {PtableDesign} parameters
   * @returns {Designed}
   * @throws {CellveilError} with the code `bad-design` or `infeasible`. An `infeasible` error has the `row` and
   *   `nearest`, the nearest variance that every row can have, or null.
   */
  design(parameters) {
    const json = written(parameters);
    return JSON.parse(instance.run(() => core.design(json)));
  }

  /**
   * Writes a design as a file, like `cellveil ptable design`. The notes describe the variance of a dense table.
   * @param {PtableDesign} parameters
   * @param {PtableFormat} [format]
   * @param {number} [keys] number of keys of a dense table (`ons` and `cantabular`); defaults to 256
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
   * Checks a p-table: its effect on counts, and what its published values disclose. The result is the same as that of
   * `cellveil ptable check --format json`.
   * @param {string | Uint8Array} file
   * @param {string} name the file's name, for error messages
   * @param {number} [keys] number of keys for the lookup in intervals; defaults to 256
   * @returns {{ [figure: string]: any }}
   */
  check(file, name, keys) {
    const bytes = bytesOf(file);
    const many = keysOf(keys);
    return JSON.parse(instance.run(() => core.check(bytes, String(name), many)));
  }

  /**
   * Converts a p-table to another format, and to another shape if the format needs one.
   * @param {string | Uint8Array} file
   * @param {string} name the file's name, for error messages
   * @param {PtableFormat} format
   * @param {number} [keys] number of keys of the dense table; defaults to the smallest power of two, at
   *   least 256, that gives an exact result
   * @returns {PtableFile} with a note on each difference
   */
  convert(file, name, format, keys) {
    const bytes = bytesOf(file);
    const many = keysOf(keys);
    return JSON.parse(instance.run(() => core.convert(bytes, String(name), String(format), many)));
  }

  /**
   * Returns a p-table in the form that cubes store.
   * @param {string | Uint8Array} file
   * @param {string} name the file's name, for error messages
   */
  stored(file, name) {
    const bytes = bytesOf(file);
    return instance.run(() => core.stored(bytes, String(name)));
  }
}

/**
 * Writes the parameters as JSON for the core.
 * @param {PtableDesign} parameters
 */
function written(parameters) {
  try {
    return String(JSON.stringify(parameters));
  } catch (cause) {
    throw fault("bad-design", `the parameters cannot be written as JSON: ${reason(cause).split("\n")[0]}`, { cause });
  }
}
