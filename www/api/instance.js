/**
 * Runs the core of the workshop or of the exports in the calling thread. These cores need no cube. After a trap, the
 * core starts again.
 */
import { compile } from "./cores.js";
import { fault, isFault } from "./errors.js";
import { coreUrl, folderOf, notStarted } from "./folder.js";

/** @import { CoreFile } from "./types.js" */

export class Instance {
  /** @type {Promise<void> | undefined} */
  #started;
  #broken = false;
  #how;

  /**
   * @param {object} how  the parts that differ between cores
   * @param {string} how.name  the core's name in messages
   * @param {string} how.core  the part of the file's name that differs between cores, such as `_xlsx`
   * @param {() => URL} how.beside  the file beside this module
   * @param {(options: { module_or_path: WebAssembly.Module | BufferSource }) => Promise<unknown>} how.start
   * @param {() => void} how.reset
   */
  constructor(how) {
    this.#how = how;
  }

  /**
   * Starts the core once. After a failed start, the next call tries again.
   * @param {CoreFile} [options]
   */
  ready(options) {
    this.#started ??= this.#begin(options).catch((error) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  /** @param {CoreFile} [options] */
  async #begin({ wasm, base } = {}) {
    const { name, core, beside, start } = this.#how;
    const folder = await folderOf(base);
    /** @type {URL | null | undefined} */
    let url = wasm && null;
    try {
      await start({ module_or_path: wasm ?? (await compile((url = coreUrl(core, folder, beside)))) });
    } catch (cause) {
      throw notStarted(name, cause, url, folder);
    }
  }

  /**
   * Runs a call. The core's own errors have a code. Any other error is a trap. After a trap, the next call starts a new
   * instance.
   * @template T
   * @param {() => T} call
   */
  run(call) {
    try {
      if (this.#broken) this.#how.reset();
      this.#broken = false;
      return call();
    } catch (cause) {
      if (isFault(cause)) throw cause;
      this.#broken = true;
      throw fault("wasm", `${this.#how.name} stopped, perhaps because memory ran out; the next call starts it again`, { cause });
    }
  }
}
