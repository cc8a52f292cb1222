/**
 * Fetches the files that tables need, a few at a time, and reports progress in bytes. Tables that need the same file share
 * one download. This module caches no files. If the engine drops a file, the browser's HTTP cache still has that file.
 */
import { isFault } from "./errors.js";

/** @import { Files, Flight, PlannedFile, Progress, ProgressListener, Watch } from "./types.js" */

/** Maximum simultaneous requests. This number fills a connection and leaves room for the page's own requests. */
const FETCHED_AT_ONCE = 8;
/**
 * Maximum files handed to the engine at once: one is decoded and one waits. More files would delay the abort of a
 * table.
 */
const LOADED_AT_ONCE = 2;

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>} the promise's result, or a rejection if the signal aborts first
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
 * Calls a listener in a separate task, so that an error in the page's listener does not stop the download.
 * @param {ProgressListener} onprogress
 * @param {Progress} progress
 */
export function tell(onprogress, progress) {
  queueMicrotask(() => onprogress(progress));
}

export class Downloads {
  /** Running downloads by path. @type {Map<string, Flight>} */
  #flights = new Map();
  /** @type {Set<string>} */
  #damaged = new Set();
  #fetching = new Turns(FETCHED_AT_ONCE);
  // Decoding has a separate queue, so that the next files download while one file is decoded.
  #loading = new Turns(LOADED_AT_ONCE);
  #files;
  #load;

  /**
   * @param {Pick<Files, "get">} files
   * @param {(path: string, bytes: Uint8Array) => Promise<void>} load loads a file into the engine
   */
  constructor(files, load) {
    this.#files = files;
    this.#load = load;
  }

  /**
   * Resolves when the engine has all of these files. Rejects if a file fails. The next call tries that file again.
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
   * Removes a table's progress callback from a download. Aborts the download if no other table waits for the file.
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
      // The next attempt bypasses the HTTP cache, which holds the damaged copy.
      if (isFault(error) && error.code === "damaged-file") this.#damaged.add(path);
      throw error;
    }
    this.#damaged.delete(path);
    flight.done = true;
    advance(flight.bytes);
  }
}

/** Runs at most `atOnce` tasks at a time. Other tasks wait in a queue. */
class Turns {
  #free;
  /** @type {(() => void)[]} */
  #queue = [];

  /** @param {number} atOnce */
  constructor(atOnce) {
    this.#free = atOnce;
  }

  /** @template T @param {AbortSignal} signal checked when the task's turn comes @param {() => Promise<T>} run */
  async take(signal, run) {
    if (this.#free > 0) this.#free--;
    else await /** @type {Promise<void>} */ (new Promise((go) => this.#queue.push(go)));
    try {
      signal.throwIfAborted();
      return await run();
    } finally {
      // The task that has waited longest starts at once.
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
