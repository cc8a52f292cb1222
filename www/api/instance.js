/**
 * Runs the core of the workshop or of the exports in the calling thread. These cores need no cube. After a trap, the
 * core starts again.
 */
import { compile } from "./cores.js";
import { fault, isFault, reason } from "./errors.js";

export class Instance {
  /** @type {Promise<void> | undefined} */
  #started;
  #broken = false;
  #how;

  /**
   * @param {object} how  the parts that differ between cores
   * @param {string} how.name  the core's name in messages
   * @param {URL} how.url
   * @param {(options: { module_or_path: WebAssembly.Module | BufferSource }) => Promise<unknown>} how.start
   * @param {() => void} how.reset
   */
  constructor(how) {
    this.#how = how;
  }

  /**
   * Starts the core once. After a failed start, the next call tries again.
   * @param {WebAssembly.Module | BufferSource} [wasm] the compiled core; fetched if absent
   */
  ready(wasm) {
    this.#started ??= this.#begin(wasm).catch((error) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  /** @param {WebAssembly.Module | BufferSource} [wasm] */
  async #begin(wasm) {
    const { name, url, start } = this.#how;
    try {
      await start({ module_or_path: wasm ?? (await compile(url)) });
    } catch (cause) {
      throw fault("wasm", `${name} could not be started from ${url}: ${reason(cause)}`, { cause });
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
