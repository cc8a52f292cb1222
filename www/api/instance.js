/** A core that needs no cube, in the calling thread: started once for all who call it, and anew after a trap. The workshop and the exports have theirs. */
import { compile } from "./cores.js";
import { fault, isFault, reason } from "./errors.js";

export class Instance {
  /** @type {Promise<void> | undefined} */
  #started;
  #broken = false;
  #how;

  /**
   * @param {object} how  what differs between the cores
   * @param {string} how.name  in messages
   * @param {URL} how.url
   * @param {(options: { module_or_path: WebAssembly.Module | BufferSource }) => Promise<unknown>} how.start
   * @param {() => void} how.reset
   */
  constructor(how) {
    this.#how = how;
  }

  /** A core that could not start is not kept. @param {WebAssembly.Module | BufferSource} [wasm] fetched where it is not given */
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
   * The core's own errors have a code. Anything else is a trap: the instance starts anew with the next call.
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
      throw fault("wasm", `${this.#how.name} stopped, perhaps for want of memory; it starts anew with the next call`, { cause });
    }
  }
}
