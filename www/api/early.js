/**
 * The engine of a page: builds small tables in the page's own thread, and all tables in a worker once one of them is large.
 * A worker takes longer to start than a small table takes, and a page with only small tables starts none. The worker gets
 * the cubes and files that the thread had.
 */
import { LARGER } from "./engine.js";
import { isFault } from "./errors.js";

/** @import { CoreName, CubeDescription, EngineCalls, PlainQuery } from "./types.js" */

/** Maximum bytes of a manifest, and of all files of a page's cubes, in the thread. On a slow machine, each takes up to 40 ms. */
const MOST_MANIFEST = 250_000;
const MOST_FILES = 40_000;
/** Maximum cells of a table in the thread, with totals. */
const MOST_CELLS = 50_000;

/** @typedef {{ manifest: Uint8Array, language?: string, isDecrypted?: boolean, dimensions?: CubeDescription["dimensions"], files: Map<string, Uint8Array> }} Early */

/** @implements {EngineCalls} */
export class EarlyEngine {
  #here;
  #startWorker;
  /** The engine of later tables. @type {EngineCalls | undefined} */
  #later;
  /** @type {Promise<EngineCalls> | undefined} */
  #moving;
  /** The cubes of the thread, until they move. @type {Map<number, Early>} */
  #cubes = new Map();
  #bytes = 0;

  /**
   * @param {EngineCalls} here the engine of the calling thread
   * @param {(larger?: CoreName) => Promise<EngineCalls>} startWorker returns `here` if no worker starts; `larger`: a core that
   *   the worker needs at once
   */
  constructor(here, startWorker) {
    this.#here = here;
    this.#startWorker = startWorker;
  }

  /** @type {EngineCalls["start"]} */
  start(options) {
    return this.#here.start(options);
  }

  /** @type {EngineCalls["open"]} */
  async open(handle, manifest, language, isDecrypted) {
    if (!this.#later && manifest.length <= MOST_MANIFEST) {
      /** @type {Early} */
      const cube = { manifest, language, isDecrypted, files: new Map() };
      this.#cubes.set(handle, cube);
      try {
        const description = await this.#here.open(handle, manifest, language, isDecrypted, true);
        cube.dimensions = description.dimensions;
        return description;
      } catch (cause) {
        this.#cubes.delete(handle);
        this.#moveAfter(cause);
      }
    }
    return (await this.#move()).open(handle, manifest, language, isDecrypted);
  }

  /** @type {EngineCalls["load"]} */
  async load(handle, path, bytes) {
    const cube = this.#later ? undefined : this.#cubes.get(handle);
    if (!cube || this.#bytes + bytes.length > MOST_FILES) return (await this.#move()).load(handle, path, bytes);
    this.#bytes += bytes.length;
    cube.files.set(path, bytes);
    try {
      await this.#here.load(handle, path, bytes);
    } catch (cause) {
      cube.files.delete(path);
      throw cause;
    }
  }

  /** @type {EngineCalls["table"]} */
  async table(handle, query, own) {
    const cube = this.#later ? undefined : this.#cubes.get(handle);
    if (cube && !own && isSmall(query, cube.dimensions ?? [])) {
      try {
        const reply = await this.#here.table(handle, query, undefined, true);
        // The worker starts while large files travel.
        if ("missing" in reply && reply.missing.reduce((sum, { bytes }) => sum + bytes, this.#bytes) > MOST_FILES) this.#move().catch(() => {});
        return reply;
      } catch (cause) {
        this.#moveAfter(cause);
      }
    }
    return (await this.#move()).table(handle, query, own);
  }

  /** @type {EngineCalls["close"]} */
  async close(handle) {
    this.#cubes.delete(handle);
    await (this.#later ?? this.#here).close(handle);
  }

  /**
   * Moves to the worker if a larger core is needed, or if the page's thread may not start the core. Throws any other error.
   * @param {unknown} cause
   */
  #moveAfter(cause) {
    const code = isFault(cause) ? cause.code : "";
    if (code !== "wasm" && !LARGER[code]) throw cause;
    this.#move(LARGER[code]).catch(() => {});
  }

  /**
   * Starts the worker, and moves all cubes there. Messages keep their order, so later calls find their cubes.
   * @param {CoreName} [larger]
   */
  #move(larger) {
    this.#moving ??= this.#startWorker(larger).then((engine) => {
      this.#later = engine;
      if (engine !== this.#here) for (const [handle, cube] of this.#cubes) this.#moveCube(engine, handle, cube);
      this.#cubes.clear();
      return engine;
    });
    return this.#moving;
  }

  /** @param {EngineCalls} engine @param {number} handle @param {Early} cube */
  #moveCube(engine, handle, { manifest, language, isDecrypted, files }) {
    // The thread may still read the bytes, so the worker gets a copy. If a call fails, the worker lacks the cube or the
    // file, and the next table loads it again.
    const calls = [engine.open(handle, manifest, language, isDecrypted), ...Array.from(files, ([path, bytes]) => engine.load(handle, path, bytes.slice())), this.#here.close(handle)];
    for (const call of calls) call.catch(() => {});
  }
}

/**
 * Whether a query asks for a table with few cells, totals included. Explanations and measures of a table take longer. An
 * unknown dimension may have any number of codes.
 * @param {PlainQuery} query
 * @param {CubeDescription["dimensions"]} dimensions
 */
function isSmall({ rows, columns, explain, measure }, dimensions) {
  if (explain || measure) return false;
  const sizes = new Map(dimensions.flatMap(({ name, levels, ...finest }) => [[name, sizeOf(finest)], ...levels.map((level) => /** @type {const} */ ([`${name}:${level.name}`, sizeOf(level)]))]));
  let cells = 1;
  for (const axis of [rows ?? [], columns ?? []].flat()) cells *= sizes.get(String(axis)) ?? Infinity;
  return cells <= MOST_CELLS;
}

/** @param {{ codes: unknown[], size?: number }} level */
const sizeOf = ({ codes, size }) => (size ?? codes.length) + 1;
