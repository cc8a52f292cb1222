/** Makes datasets in a worker. The page ends the worker to cancel a call. */
import { isFault, reason } from "./errors.js";
import { makerHere } from "./maker.js";

/** @import { MakerCalls } from "./maker.js" */

/** @type {Promise<MakerCalls> | undefined} */
let maker;

/** Answers `{ id, call, args }` with `{ id, value }` or `{ id, error }`, and before that with `{ id, progress }`. */
globalThis.onmessage = async ({ data: { id, call, args } }) => {
  try {
    maker ??= makerHere();
    const calls = await maker;
    const hear = (/** @type {any[]} */ ...progress) => globalThis.postMessage({ id, progress });
    const value = await /** @type {any} */ (calls)[call](...args, hear);
    globalThis.postMessage({ id, value });
  } catch (error) {
    if (!isFault(error)) maker = undefined;
    const { code, fault } = isFault(error) ? error : { code: "wasm", fault: "input" };
    globalThis.postMessage({ id, error: { code, fault, message: reason(error) } });
  }
};
globalThis.postMessage({ ready: true });
