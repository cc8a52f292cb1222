/**
 * The engine of a page: builds tables in the page's thread until one is large. Then a worker builds all tables. A worker
 * takes longer to start than a small table takes, and a page with only small tables starts none. The worker gets the cubes
 * and files that the thread had.
 */
import { LARGER } from "./engine.js";
import { isFault } from "./errors.js";

/** @import { CoreName, CoreOptions, CubeDescription, EngineCalls, PlainQuery } from "./types.js" */

// A table within these limits does not stop the page noticeably.
/** Maximum bytes of a manifest in the thread. */
const MOST_MANIFEST = 250_000;
/** Maximum bytes of all other files of the page's open cubes in the thread. */
const MOST_FILES = 40_000;
/** Maximum cells of a table in the thread, with totals. */
const MOST_CELLS = 50_000;
/** The same for the core without SIMD. This core has suppression, which takes 50 µs a cell. */
const MOST_CELLS_SCALAR = 500;

/** A cube in the thread. `sizes`: numbers of codes, totals included, by axis. @typedef {{ manifest: Uint8Array, language?: string, isDecrypted?: boolean, sizes: Map<unknown, number>, files: Map<string, Uint8Array> }} ThreadCube */

/**
 * `here`: the engine of the page's thread. `worker` returns the worker's engine, and starts the worker first if necessary. If
 * no worker starts, `worker` returns `here`. `larger` loads a larger core.
 * @typedef {{ here: EngineCalls, worker: () => Promise<EngineCalls>, larger: (name: CoreName) => Promise<CoreOptions>, hasSimd: boolean }} Parts
 */

/** @implements {EngineCalls} */
export class PageEngine {
  #parts;
  #isMoving = false;
  #hasMoved = false;
  /** The cubes of the thread, until they move. @type {Map<number, ThreadCube>} */
  #cubes = new Map();

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @type {EngineCalls["start"]} */
  start(options) {
    return this.#parts.here.start(options);
  }

  /** @type {EngineCalls["open"]} */
  async open(handle, manifest, language, isDecrypted) {
    if (!this.#hasMoved && manifest.length <= MOST_MANIFEST) {
      /** @type {ThreadCube} */
      const cube = { manifest, language, isDecrypted, sizes: new Map(), files: new Map() };
      this.#cubes.set(handle, cube);
      try {
        const description = await this.#parts.here.open(handle, manifest, language, isDecrypted, true);
        cube.sizes = sizesOf(description.dimensions);
        return description;
      } catch (cause) {
        this.#cubes.delete(handle);
        await this.#moveAfter(cause);
      }
    }
    return (await this.#move()).open(handle, manifest, language, isDecrypted);
  }

  /** @type {EngineCalls["load"]} */
  async load(handle, path, bytes) {
    const cube = this.#cubes.get(handle);
    if (!cube || this.#bytes() + bytes.length > MOST_FILES) return (await this.#move()).load(handle, path, bytes);
    cube.files.set(path, bytes);
    try {
      await this.#parts.here.load(handle, path, bytes);
    } catch (cause) {
      cube.files.delete(path);
      throw cause;
    }
  }

  /** @type {EngineCalls["table"]} */
  async table(handle, query, own) {
    const cube = this.#cubes.get(handle);
    if (cube && !own && isSmall(query, cube.sizes, this.#parts.hasSimd ? MOST_CELLS : MOST_CELLS_SCALAR)) {
      try {
        const reply = await this.#parts.here.table(handle, query, undefined, true);
        // The worker starts while large files travel.
        if ("missing" in reply && reply.missing.reduce((sum, { bytes }) => sum + bytes, this.#bytes()) > MOST_FILES) this.#move().catch(() => {});
        return reply;
      } catch (cause) {
        await this.#moveAfter(cause);
      }
    }
    return (await this.#move()).table(handle, query, own);
  }

  /** @type {EngineCalls["close"]} */
  async close(handle) {
    this.#cubes.delete(handle);
    // This call waits as long as a call of `open` before it, so the worker opens the cube first.
    if (this.#isMoving) await (await this.#move()).close(handle);
    await this.#parts.here.close(handle);
  }

  /** Returns the bytes of all files in the thread. */
  #bytes() {
    let sum = 0;
    for (const { files } of this.#cubes.values()) for (const { length } of files.values()) sum += length;
    return sum;
  }

  /**
   * Moves to the worker if a call needs a larger core, or if the core did not start or stopped. Only this call waits for
   * the larger core, which loads while the worker starts. Throws any other error.
   * @param {unknown} cause
   */
  async #moveAfter(cause) {
    const code = isFault(cause) ? cause.code : "";
    const name = LARGER[code];
    if (code !== "wasm" && !name) throw cause;
    const larger = name && this.#parts.larger(name);
    const engine = await this.#move();
    if (larger) engine.start(await larger).catch(() => {});
  }

  /** Returns the worker's engine. Starts the worker and moves all cubes there first. Messages keep their order. */
  async #move() {
    this.#isMoving = true;
    const engine = await this.#parts.worker();
    if (!this.#hasMoved) {
      this.#hasMoved = true;
      for (const [handle, cube] of this.#cubes) this.#moveCube(engine, handle, cube);
      this.#cubes.clear();
    }
    return engine;
  }

  /** @param {EngineCalls} engine @param {number} handle @param {ThreadCube} cube */
  #moveCube(engine, handle, { manifest, language, isDecrypted, files }) {
    if (engine === this.#parts.here) return;
    // The thread may still read the bytes, so the worker gets a copy. If `open` or `load` fails, the next table opens the
    // cube or loads the file again.
    const calls = [engine.open(handle, manifest, language, isDecrypted), ...Array.from(files, ([path, bytes]) => engine.load(handle, path, bytes.slice())), this.#parts.here.close(handle)];
    for (const call of calls) call.catch(() => {});
  }
}

/**
 * Whether the page's thread builds this table. Explanations, measures, linked tables, unknown dimensions and tables of many
 * cells, totals included, go to the worker.
 * @param {PlainQuery} query
 * @param {ThreadCube["sizes"]} sizes
 * @param {number} most cells
 */
function isSmall({ rows, columns, explain, measure, with: linked }, sizes, most) {
  if (explain || measure || linked) return false;
  let cells = 1;
  for (const axis of [rows ?? [], columns ?? []].flat()) cells *= sizes.get(axis) ?? Infinity;
  return cells <= most;
}

/** @param {CubeDescription["dimensions"]} dimensions @returns {ThreadCube["sizes"]} */
function sizesOf(dimensions) {
  const sizeOf = (/** @type {{ codes: unknown[], size?: number }} */ { codes, size }) => (size ?? codes.length) + 1;
  return new Map(dimensions.flatMap((finest) => [[finest.name, sizeOf(finest)], ...finest.levels.map((level) => /** @type {[string, number]} */ ([`${finest.name}:${level.name}`, sizeOf(level)]))]));
}
