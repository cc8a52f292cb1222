/** Starts the compiled core, in a page, a worker or Node. */
import { full, scalar, small } from "./bindings.js";
import { compile, firstUrl, hasSimd } from "./cores.js";
import { fault, reason } from "./errors.js";

/** @import { Bindings } from "./bindings.js" */
/** @import { Core, CoreName, CoreOptions } from "./types.js" */

/**
 * The bindings and the file of each larger core. The core with table methods uses the bindings of the scalar core, which
 * has the same exports and does not run in an engine with SIMD.
 * @type {Partial<Record<CoreName, { bindings: Bindings, url: URL }>>}
 */
const LARGER = {
  full: { bindings: full, url: new URL("../../pkg/cellveil_full_bg.wasm", import.meta.url) },
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
  const { bindings, url } = (hasSimd(simd) && LARGER[name]) || { bindings: hasSimd(simd) ? small : scalar, url: firstUrl(simd) };
  const { start, WasmCube, reset } = bindings;
  try {
    await start({ module_or_path: { small: wasm, full: fullWasm, tables: tablesWasm }[name] ?? (await compile(url)) });
  } catch (cause) {
    throw fault("wasm", `the engine could not be started from ${url}: ${reason(cause)}`, { cause });
  }
  return /** @type {Core} */ (/** @type {unknown} */ ({ WasmCube, reset }));
}
