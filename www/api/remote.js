/**
 * Both halves of the protocol between the page and the engine in a worker. A call is `{ id, call, args }`. The answer is
 * `{ id, value }` or `{ id, error }`. The engine's first message is `{ ready: true }`.
 */
import { fault, isFault, reason } from "./errors.js";

/** @import { EngineCalls, Port } from "./types.js" */

/**
 * The worker's half: answers calls while the port is open.
 * @param {Port} port
 * @param {EngineCalls} engine
 */
export function serve(port, engine) {
  port.onmessage = async ({ data: { id, call, args } }) => {
    try {
      const value = await engine[/** @type {keyof EngineCalls} */ (call)](.../** @type {[any, any, any]} */ (args));
      port.postMessage({ id, value }, buffers(value));
    } catch (error) {
      port.postMessage({ id, error: pack(error) }, []);
    }
  };
  port.postMessage({ ready: true }, []);
}

/**
 * Returns the buffers of a table's columns. These buffers move to the page without a copy.
 * @param {unknown} value
 */
function buffers(value) {
  const { table = {} } = /** @type {{ table?: object }} */ (value ?? {});
  const columns = Object.values(table).filter((column) => ArrayBuffer.isView(column));
  return [...new Set(columns.map((column) => /** @type {ArrayBuffer} */ (column.buffer)))];
}

/**
 * Packs an error as an object, because a copied `Error` loses its code.
 * @param {unknown} error
 */
function pack(error) {
  const { code, message, fault: whose, rule, nearest } = isFault(error) ? error : fault("wasm", reason(error));
  return { code, message, fault: whose, rule, nearest };
}

/**
 * The page's half: sends calls and receives answers.
 * @implements {EngineCalls}
 */
export class Remote {
  #port;
  #calls = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {Error | undefined} */
  #lost;
  /** @type {Promise<void>} Resolves when the worker is ready for calls. */
  ready;

  /** @param {Port} port */
  constructor(port) {
    this.#port = port;
    this.ready = new Promise((resolve) => {
      port.onmessage = ({ data }) => {
        if (data.ready) return resolve();
        const { resolve: answer, reject } = this.#waiting.get(data.id) ?? {};
        this.#waiting.delete(data.id);
        if (data.error) reject?.(fault(data.error.code, data.error.message, data.error));
        else answer?.(data.value);
      };
    });
  }

  /**
   * Rejects all waiting and later calls, because the worker has stopped.
   * @param {Error} error
   */
  lose(error) {
    this.#lost = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** @type {EngineCalls["start"]} */
  start(...args) {
    return this.#call("start", args);
  }

  /** @type {EngineCalls["open"]} Copies the manifest, because the page may need it again. */
  open(...args) {
    return this.#call("open", args);
  }

  /** @type {EngineCalls["load"]} Moves the bytes, so the caller's array is empty afterwards. */
  load(...args) {
    return this.#call("load", args, [/** @type {ArrayBuffer} */ (args[2].buffer)]);
  }

  /** @type {EngineCalls["table"]} */
  table(...args) {
    return this.#call("table", args);
  }

  /** @type {EngineCalls["close"]} */
  close(...args) {
    return this.#call("close", args);
  }

  /**
   * @param {keyof EngineCalls} call
   * @param {unknown[]} args
   * @param {Transferable[]} [transfer]
   * @returns {Promise<any>}
   */
  #call(call, args, transfer = []) {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      const id = ++this.#calls;
      this.#waiting.set(id, { resolve, reject });
      try {
        this.#port.postMessage({ id, call, args }, transfer);
      } catch (cause) {
        // The query contains a value that cannot be copied, such as a function.
        this.#waiting.delete(id);
        reject(fault("bad-query", `the query cannot be passed to the worker: ${reason(cause)}`, { cause }));
      }
    });
  }
}
