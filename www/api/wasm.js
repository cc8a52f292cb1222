/** Starts the compiled core, in a page, a worker or Node. */
import * as small from "../../pkg/cellveil.js";
import * as full from "../../pkg/cellveil_full.js";
import * as scalar from "../../pkg/cellveil_scalar.js";
import { compileCore, coreUrl, hasSimd } from "./cores.js";
import { fault, reason } from "./errors.js";

/** @import { Core, CoreOptions } from "./types.js" */

/**
 * The smaller core, or the full one for what few tables need; fetched where it is not given.
 * @param {boolean} larger
 * @param {CoreOptions} [options]
 * @returns {Promise<Core>}
 */
export async function startWasm(larger, { wasm, fullWasm, simd } = {}) {
  // A module of bindings holds one instance; the full core is started beside the smaller one, so each has its own.
  const { default: start, WasmCube, __wbg_reset_state: reset } = !hasSimd(simd) ? scalar : larger ? full : small;
  try {
    await start({ module_or_path: (larger ? fullWasm : wasm) ?? (await compileCore(larger, simd)) });
  } catch (cause) {
    throw fault("wasm", `the engine could not be started from ${coreUrl(larger, simd)}: ${reason(cause)}`, { cause });
  }
  return /** @type {Core} */ (/** @type {unknown} */ ({ WasmCube, reset }));
}
