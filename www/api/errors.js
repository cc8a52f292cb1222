/**
 * Every error of this API is an `Error` with a stable `code` and a `fault`: `"refused"` if a limit forbids the table,
 * `"input"` if an argument or a file is wrong or damaged.
 */

/** @import { CellveilError } from "./types.js" */

/**
 * @param {string} code
 * @param {string} message
 * @param {Partial<Pick<CellveilError, "fault" | "cause" | "rule" | "nearest">>} [more]
 * @returns {CellveilError}
 */
export function fault(code, message, { fault = "input", cause, rule, nearest } = {}) {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause });
  return Object.assign(error, { code, fault }, rule === undefined ? {} : { rule, nearest });
}

/**
 * Whether an error comes from this API. Only this API's errors have a `fault`; Node's errors also have a `code`.
 * @param {unknown} error
 * @returns {error is CellveilError}
 */
export function isFault(error) {
  return error instanceof Error && "code" in error && "fault" in error;
}

/** @param {unknown} error */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Imports a part of the API on demand.
 * @template T
 * @param {() => Promise<T>} load
 */
export async function imported(load) {
  try {
    return await load();
  } catch (cause) {
    throw fault("wasm", `the engine's code could not be loaded: ${reason(cause)}`, { cause });
  }
}
