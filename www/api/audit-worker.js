/** Runs audits in a worker, one after another. The page ends the worker after an audit, or keeps the worker. */
import { auditorHere } from "./auditor.js";
import { isFault, reason } from "./errors.js";

/** @import { Attack, AuditorCalls } from "./auditor.js" */

/** @type {Promise<AuditorCalls> | undefined} */
let auditor;

/**
 * Answers `{ id, call, args }` with `{ id, value }`, or with `{ id, error }`. The audit starts with the first call. Each
 * attack of a run is a message `{ id, attack }` before that.
 */
globalThis.onmessage = async ({ data: { id, call, args } }) => {
  try {
    const calls = await (auditor ??= auditorHere());
    if (call === "renew") {
      calls.close();
      auditor = undefined;
      return globalThis.postMessage({ id });
    }
    const more = call === "run" ? [(/** @type {Attack} */ attack) => globalThis.postMessage({ id, attack })] : [];
    const value = await /** @type {any} */ (calls)[call](...args, ...more);
    globalThis.postMessage({ id, value });
  } catch (error) {
    const { code, fault } = isFault(error) ? error : { code: "wasm", fault: "input" };
    globalThis.postMessage({ id, error: { code, fault, message: reason(error) } });
  }
};
globalThis.postMessage({ ready: true });
