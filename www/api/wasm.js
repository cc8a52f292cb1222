/** Starts the compiled core, in a page, a worker or Node. */
import * as small from "../../pkg/cellveil.js";
import * as full from "../../pkg/cellveil_full.js";
import * as scalar from "../../pkg/cellveil_scalar.js";
import { compile, firstUrl, hasSimd } from "./cores.js";
import { fault, reason } from "./errors.js";

/** @import { Core, CoreName, CoreOptions } from "./types.js" */

/**
 * The bindings and the file of each larger core. A bindings module holds one wasm instance. A larger core starts while
 * the smaller core runs, so each core has its own module.
 */
const LARGER = {
  full: { url: new URL("../../pkg/cellveil_full_bg.wasm", import.meta.url), bindings: async () => full },
  tables: { url: new URL("../../pkg/cellveil_tables_bg.wasm", import.meta.url), bindings: () => import("./tables-core.js") },
};

/**
 * Starts a core: the small core, the full core with rarely used methods and queries, or the core with table methods too.
 * Fetches the core unless the caller passes it.
 * @param {CoreName} name
 * @param {CoreOptions} [options]
 * @returns {Promise<Core>}
 */
export async function startWasm(name, { wasm, fullWasm, tablesWasm, simd } = {}) {
  const larger = hasSimd(simd) && name !== "small" ? LARGER[name] : undefined;
  const url = larger?.url ?? firstUrl(simd);
  try {
    const { default: start, WasmCube, __wbg_reset_state: reset } = larger ? await larger.bindings() : hasSimd(simd) ? small : scalar;
    await start({ module_or_path: { small: wasm, full: fullWasm, tables: tablesWasm }[name] ?? (await compile(url)) });
    return /** @type {Core} */ (/** @type {unknown} */ ({ WasmCube, reset }));
  } catch (cause) {
    throw fault("wasm", `the engine could not be started from ${url}: ${reason(cause)}`, { cause });
  }
}
