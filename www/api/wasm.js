/** Starts the compiled core, in a page, a worker or Node. */
// Named imports, because a bundler retains all of a namespace.
import startSmall, { WasmCube as SmallCube, __wbg_reset_state as resetSmall } from "../../pkg/cellveil.js";
import startFull, { WasmCube as FullCube, __wbg_reset_state as resetFull } from "../../pkg/cellveil_full.js";
import startScalar, { WasmCube as ScalarCube, __wbg_reset_state as resetScalar } from "../../pkg/cellveil_scalar.js";
import { compile, firstUrl, hasSimd } from "./cores.js";
import { fault, reason } from "./errors.js";

/** @import { Core, CoreName, CoreOptions } from "./types.js" */

const scalar = { start: startScalar, WasmCube: ScalarCube, reset: resetScalar };

/**
 * The bindings and the file of each larger core. A bindings module holds one wasm instance. A larger core starts while
 * the smaller core runs, so each core needs its own module. The core with table methods uses the bindings of the scalar
 * core, which has the same exports and does not run in an engine with SIMD.
 * @type {Partial<Record<CoreName, { bindings: typeof scalar, url: URL }>>}
 */
const LARGER = {
  full: { bindings: { start: startFull, WasmCube: FullCube, reset: resetFull }, url: new URL("../../pkg/cellveil_full_bg.wasm", import.meta.url) },
  tables: { bindings: scalar, url: new URL("../../pkg/cellveil_tables_bg.wasm", import.meta.url) },
};

/**
 * Starts a core: the small core, the full core with rarely used methods and queries, or the core with table methods too.
 * Fetches the core unless the caller passes it.
 * @param {CoreName} name
 * @param {CoreOptions} [options]
 * @returns {Promise<Core>}
 */
export async function startWasm(name, { wasm, fullWasm, tablesWasm, simd } = {}) {
  const small = { start: startSmall, WasmCube: SmallCube, reset: resetSmall };
  const { bindings, url } = (hasSimd(simd) && LARGER[name]) || { bindings: hasSimd(simd) ? small : scalar, url: firstUrl(simd) };
  const { start, WasmCube, reset } = bindings;
  try {
    await start({ module_or_path: { small: wasm, full: fullWasm, tables: tablesWasm }[name] ?? (await compile(url)) });
  } catch (cause) {
    throw fault("wasm", `the engine could not be started from ${url}: ${reason(cause)}`, { cause });
  }
  return /** @type {Core} */ (/** @type {unknown} */ ({ WasmCube, reset }));
}
