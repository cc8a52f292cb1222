/** The engine: the core of one thread and its open cubes. Callers fetch the files and load them into the engine. */
import { fault, isFault, reason } from "./errors.js";

/** @import { Core, CoreCube, CoreName, CoreOptions, EngineCalls, PlainQuery, RawTable, TableItems } from "./types.js" */

/** The larger core that answers a query, by the code with which a smaller core refuses the query. @type {Record<string, CoreName>} */
export const LARGER = { "needs-full": "full", "needs-tables": "tables" };

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

  /** Larger cores, by name. @type {Partial<Record<CoreName, Promise<Core>>>} */
  #larger = {};

  /** @param {(name: CoreName, options: CoreOptions) => Promise<Core>} start */
  constructor(start) {
    this.#start = start;
  }

  /** @type {EngineCalls["start"]} */
  async start(options) {
    for (const [name, value] of Object.entries(options)) if (value !== undefined) this.#options = { ...this.#options, [name]: value };
    await this.#ready();
  }

  /** Starts the core if it is not running. */
  async #ready() {
    try {
      return await (this.#core ??= this.#start("small", this.#options));
    } catch (cause) {
      this.#core = undefined;
      throw isFault(cause) ? cause : fault("wasm", "the engine could not be started", { cause });
    }
  }

  /** @type {EngineCalls["open"]} */
  async open(handle, manifest, language, isDecrypted, isFixed) {
    const core = await this.#ready();
    try {
      return this.#run(core, () => {
        const cube = core.WasmCube.open(manifest, language, isDecrypted);
        this.#cubes.get(handle)?.free();
        this.#cubes.set(handle, cube);
        return cube.describe();
      });
    } catch (cause) {
      if (isFixed) throw cause;
      await this.#growFor(cause, core);
      return this.open(handle, manifest, language, isDecrypted);
    }
  }

  /** @type {EngineCalls["load"]} */
  async load(handle, path, bytes) {
    const core = await this.#ready();
    // Ignores the file if the cube was closed or lost meanwhile.
    this.#run(core, () => this.#cubes.get(handle)?.load(path, bytes));
  }

  /** @type {EngineCalls["table"]} */
  async table(handle, query, own, isFixed) {
    const core = await this.#ready();
    const cube = this.#cubes.get(handle);
    if (!cube) return { stale: true };
    const json = written(query);
    try {
      // An engine that has grown has methods that take long.
      if ((own && !cube.tableWith) || (isFixed && Object.keys(this.#larger).length > 0)) throw fault("needs-full", "");
      const reply = this.#run(core, () => (own ? /** @type {Required<CoreCube>} */ (cube).tableWith(json, ...own) : cube.table(json)));
      return "table" in reply ? { table: named(reply.table) } : reply;
    } catch (cause) {
      if (isFixed) throw cause;
      await this.#growFor(cause, core);
      return { stale: true };
    }
  }

  /** Starts the larger core that an error asks for. Throws any other error. @param {unknown} cause @param {Core} core */
  async #growFor(cause, core) {
    const larger = isFault(cause) && LARGER[cause.code];
    if (!larger) throw cause;
    await this.#grow(core, larger);
  }

  /**
   * Replaces a core with a larger core, which contains the smaller one. Callers then open their cubes again.
   * @param {Core} core the smaller core
   * @param {CoreName} name of the larger core
   */
  async #grow(core, name) {
    const larger = (this.#larger[name] ??= this.#start(name, this.#options).catch((cause) => {
      this.#larger[name] = undefined;
      throw cause;
    }));
    await larger;
    // Another query has replaced the core meanwhile. If that core is too small, it refuses the query again.
    if ((await this.#core) !== core) return;
    this.#cubes.forEach((cube) => cube.free());
    this.#cubes.clear();
    this.#core = larger;
  }

  /** @type {EngineCalls["close"]} */
  async close(handle) {
    const core = await this.#ready();
    const cube = this.#cubes.get(handle);
    this.#cubes.delete(handle);
    if (cube) this.#run(core, () => cube.free());
  }

  /**
   * Runs a call of the core. The core's own errors have a code. Any other error is a trap, such as exhausted memory. After a
   * trap the instance is unreliable, so the next call resets the core.
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
      throw fault("wasm", "the engine stopped, perhaps because memory ran out; the next table starts it again", { cause });
    }
  }
}

/**
 * Writes a query as JSON for the core. If JSON cannot hold the query, throws an input error, so that the core keeps
 * running.
 * @param {PlainQuery} query
 */
function written(query) {
  // JSON would drop these fields, and the caller would get another table.
  for (const [name, value] of Object.entries(query)) if (typeof value === "function" || typeof value === "symbol") throw fault("bad-query", `${name}: a ${typeof value}`);
  try {
    return JSON.stringify(query);
  } catch (cause) {
    throw fault("bad-query", `the query cannot be written as JSON: ${reason(cause).split("\n")[0]}`, { cause });
  }
}

/** Names the items of a table. @param {TableItems} items @returns {RawTable} */
function named([words, dimensions, method, statement, values, status, trueCounts, cellKeys, noise]) {
  return { ...words, dimensions, method, statement, values, status, ...(trueCounts && { trueCounts, cellKeys, noise }) };
}
