/**
 * Fetches what tables need, a few files at a time, told in bytes. What the engine says is missing is fetched, once for all
 * who wait for it; nothing is kept here, because the engine may have dropped what it had, and the HTTP cache is the store.
 */
import { isFault } from "./errors.js";

/** @import { Files, Flight, PlannedFile, Progress, ProgressListener, Watch } from "./types.js" */

/** So many requests at once: enough to fill a connection, few enough to leave the page's own requests some room. */
const FETCHED_AT_ONCE = 8;
/** One is decoded while the next is already there; more would keep the engine busy for a table that was given up. */
const LOADED_AT_ONCE = 2;

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>} the same, unless the signal comes first
 */
export function abortable(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * Calls a listener apart from our own work, which an error of the page's must not stop.
 * @param {ProgressListener} onprogress
 * @param {Progress} progress
 */
export function tell(onprogress, progress) {
  queueMicrotask(() => onprogress(progress));
}

export class Downloads {
  /** What is on its way. @type {Map<string, Flight>} */
  #flights = new Map();
  /** @type {Set<string>} */
  #damaged = new Set();
  #fetching = new Turns(FETCHED_AT_ONCE);
  // Apart from the fetching, so that the next files are on their way while one is decoded.
  #loading = new Turns(LOADED_AT_ONCE);
  #files;
  #load;

  /**
   * @param {Pick<Files, "get">} files
   * @param {(path: string, bytes: Uint8Array) => Promise<void>} load what becomes of a file that has come
   */
  constructor(files, load) {
    this.#files = files;
    this.#load = load;
  }

  /**
   * Resolves when all of these files have been loaded. One that fails fails this call, and is tried afresh by the next.
   * @param {PlannedFile[]} planned
   * @param {Watch} watch
   */
  async need(planned, { signal, onprogress }) {
    signal?.throwIfAborted();
    const flights = planned.map((file) => this.#flights.get(file.path) ?? this.#start(file));
    const total = flights.reduce((sum, flight) => sum + flight.bytes, 0);
    let loaded = flights.reduce((sum, flight) => sum + flight.loaded, 0);
    const hear = (/** @type {number} */ more) => {
      loaded += more;
      if (onprogress) tell(onprogress, { loaded, total });
    };
    hear(0);
    for (const flight of flights) flight.waiting.add(hear);
    try {
      await abortable(Promise.all(flights.map((flight) => flight.landed)), signal);
    } finally {
      for (const flight of flights) this.#leave(flight, hear);
    }
  }

  /**
   * Who gives up stops only what nobody else waits for.
   * @param {Flight} flight
   * @param {(more: number) => void} hear
   */
  #leave(flight, hear) {
    flight.waiting.delete(hear);
    if (flight.done || flight.waiting.size > 0) return;
    flight.controller.abort();
    this.#drop(flight);
  }

  /** @param {Flight} flight */
  #drop(flight) {
    if (this.#flights.get(flight.path) === flight) this.#flights.delete(flight.path);
  }

  /** @param {PlannedFile} file @returns {Flight} */
  #start({ path, bytes }) {
    /** @type {Flight} */
    const flight = { path, bytes, loaded: 0, done: false, controller: new AbortController(), waiting: new Set(), landed: Promise.resolve() };
    flight.landed = this.#bring(flight).finally(() => this.#drop(flight));
    this.#flights.set(path, flight);
    return flight;
  }

  /** @param {Flight} flight */
  async #bring(flight) {
    const { path, controller: { signal } } = flight;
    const advance = (/** @type {number} */ bytes) => {
      const more = Math.min(bytes, flight.bytes) - flight.loaded;
      flight.loaded += more;
      if (more > 0) for (const hear of flight.waiting) hear(more);
    };
    const onprogress = (/** @type {Progress} */ { loaded }) => advance(loaded);
    const bytes = await this.#fetching.take(signal, () => abortable(this.#files.get(path, { signal, fresh: this.#damaged.has(path), onprogress }), signal));
    try {
      await this.#loading.take(signal, () => this.#load(path, bytes));
    } catch (error) {
      // Else the cache would give the damaged copy again.
      if (isFault(error) && error.code === "damaged-file") this.#damaged.add(path);
      throw error;
    }
    this.#damaged.delete(path);
    flight.done = true;
    advance(flight.bytes);
  }
}

/** Lets a few run at a time; the others wait in order. */
class Turns {
  #free;
  /** @type {(() => void)[]} */
  #queue = [];

  /** @param {number} atOnce */
  constructor(atOnce) {
    this.#free = atOnce;
  }

  /** @template T @param {AbortSignal} signal looked at when the turn comes @param {() => Promise<T>} run */
  async take(signal, run) {
    if (this.#free > 0) this.#free--;
    else await /** @type {Promise<void>} */ (new Promise((go) => this.#queue.push(go)));
    try {
      signal.throwIfAborted();
      return await run();
    } finally {
      // The place goes to who waits longest, without being free in between.
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
