/** The open cubes of one thread, and the core that holds them. It fetches no files: they are brought. */
import { fault, isFault, reason } from "./errors.js";

/** @import { Core, CoreCube, CoreOptions, EngineCalls, PlainQuery } from "./types.js" */

/** @implements {EngineCalls} */
export class Engine {
  #start;
  /** @type {CoreOptions} */
  #options = {};
  /** @type {Promise<Core> | undefined} */
  #core;
  #broken = false;
  /** @type {Map<number, CoreCube>} */
  #cubes = new Map();

  /** @type {Promise<Core> | undefined} */
  #full;

  /** @param {(full: boolean, options: CoreOptions) => Promise<Core>} start */
  constructor(start) {
    this.#start = start;
  }

  /** @type {EngineCalls["start"]} */
  async start(options) {
    this.#options = options;
    await this.#ready();
  }

  /** Starts the core if it is not running. */
  async #ready() {
    try {
      return await (this.#core ??= this.#start(false, this.#options));
    } catch (cause) {
      this.#core = undefined;
      throw isFault(cause) ? cause : fault("wasm", "the engine could not be started", { cause });
    }
  }

  /** @type {EngineCalls["open"]} */
  async open(handle, manifest, language) {
    const core = await this.#ready();
    return this.#run(core, () => {
      const cube = core.WasmCube.open(manifest, language);
      this.#cubes.get(handle)?.free();
      this.#cubes.set(handle, cube);
      return cube.describe();
    });
  }

  /** @type {EngineCalls["load"]} */
  async load(handle, path, bytes) {
    const core = await this.#ready();
    // A cube that is gone meanwhile needs no files; the next call for its table says so.
    this.#run(core, () => this.#cubes.get(handle)?.load(path, bytes));
  }

  /** @type {EngineCalls["table"]} */
  async table(handle, query, own) {
    const core = await this.#ready();
    const cube = this.#cubes.get(handle);
    if (!cube) return { stale: true };
    const json = written(query);
    try {
      if (own && !cube.tableWith) throw fault("needs-full", "");
      return this.#run(core, () => (own ? /** @type {Required<CoreCube>} */ (cube).tableWith(json, ...own) : cube.table(json)));
    } catch (cause) {
      if (!isFault(cause) || cause.code !== "needs-full") throw cause;
      await this.#grow(core);
      return { stale: true };
    }
  }

  /** Goes on with the full core: another instance, so cubes are opened anew. @param {Core} core the one that is too small */
  async #grow(core) {
    this.#full ??= this.#start(true, this.#options).catch((cause) => {
      this.#full = undefined;
      throw cause;
    });
    await this.#full;
    if ((await this.#core) !== core) return;
    this.#cubes.forEach((cube) => cube.free());
    this.#cubes.clear();
    this.#core = this.#full;
  }

  /** @type {EngineCalls["close"]} */
  async close(handle) {
    const core = await this.#ready();
    const cube = this.#cubes.get(handle);
    this.#cubes.delete(handle);
    if (cube) this.#run(core, () => cube.free());
  }

  /**
   * The core's own errors have a code. Anything else is a trap (memory exhausted, say): the instance cannot be trusted
   * then, and is replaced before the next call.
   * @template T
   * @param {Core} core
   * @param {() => T} call
   */
  #run(core, call) {
    try {
      if (this.#broken) core.reset();
      this.#broken = false;
      return call();
    } catch (cause) {
      if (isFault(cause)) throw cause;
      this.#cubes.clear();
      this.#broken = true;
      throw fault("wasm", "the engine stopped, perhaps for want of memory; it starts anew with the next table", { cause });
    }
  }
}

/**
 * A query as the core reads it. What cannot be written is the asker's mistake, not the core's end.
 * @param {PlainQuery} query
 */
function written(query) {
  try {
    return JSON.stringify(query);
  } catch (cause) {
    throw fault("bad-query", `the query cannot be written as JSON: ${reason(cause).split("\n")[0]}`, { cause });
  }
}
