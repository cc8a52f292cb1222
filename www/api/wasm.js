/** Starts the compiled core, in a page, a worker or Node. */
import * as small from "../../pkg/cellveil.js";
import * as full from "../../pkg/cellveil_full.js";
import * as scalar from "../../pkg/cellveil_scalar.js";
import { compileCore, coreUrl, hasSimd } from "./cores.js";
import { fault, reason } from "./errors.js";

/** @import { Core, CoreOptions } from "./types.js" */

/**
 * Starts the small core, or the full core, which adds rarely used methods and queries. Fetches the core unless the
 * caller passes it.
 * @param {boolean} larger
 * @param {CoreOptions} [options]
 * @returns {Promise<Core>}
 */
export async function startWasm(larger, { wasm, fullWasm, simd } = {}) {
  // A bindings module holds one wasm instance. The full core starts while the small core runs, so each core has its own
  // module.
  const { default: start, WasmCube, __wbg_reset_state: reset } = !hasSimd(simd) ? scalar : larger ? full : small;
  try {
    await start({ module_or_path: (larger ? fullWasm : wasm) ?? (await compileCore(larger, simd)) });
  } catch (cause) {
    throw fault("wasm", `the engine could not be started from ${coreUrl(larger, simd)}: ${reason(cause)}`, { cause });
  }
  return /** @type {Core} */ (/** @type {unknown} */ ({ WasmCube, reset }));
}
