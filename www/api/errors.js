/**
 * Every error of this API is an `Error` with a `code` that does not change from version to version, and a `fault`:
 * `"refused"` where a rule forbids the table, `"input"` where something given is wrong or damaged.
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
 * Whether an error is one of ours. Node's errors have a code as well, but no fault.
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
 * A part of the API that is loaded when it is needed.
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
