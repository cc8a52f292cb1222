/** Starts the compiled core, in a page, a worker or Node. */
import { full, scalar, small } from "./bindings.js";
import { compile, firstUrl, hasSimd } from "./cores.js";
import { coreUrl, notStarted } from "./folder.js";

/** @import { Bindings } from "./bindings.js" */
/** @import { Core, CoreName, CoreOptions, EngineOptions } from "./types.js" */

/**
 * The bindings and the file of each larger core. The core with table methods uses the bindings of the scalar core, which
 * has the same exports and does not run in an engine with SIMD.
 * @type {Partial<Record<CoreName, { bindings: Bindings, beside: () => URL }>>}
 */
const LARGER = {
  full: { bindings: full, beside: () => new URL("../../pkg/cellveil_full_bg.wasm", import.meta.url) },
  tables: { bindings: scalar, beside: () => new URL("../../pkg/cellveil_tables_bg.wasm", import.meta.url) },
};

/**
 * Starts a core: the small core, the full core with rarely used methods and queries, or the core with table methods too.
 * Fetches the core unless the caller passes it.
 * @param {CoreName} name
 * @param {EngineOptions} [options]
 * @returns {Promise<Core>}
 */
export async function startWasm(name, { wasm, fullWasm, tablesWasm, simd, base } = {}) {
  const larger = hasSimd(simd) && LARGER[name];
  const { start, WasmCube, reset } = larger ? larger.bindings : hasSimd(simd) ? small : scalar;
  const given = await { small: wasm, full: fullWasm, tables: tablesWasm }[name];
  /** @type {URL | null | undefined} */
  let url = given && null;
  try {
    await start({ module_or_path: given ?? (await compile((url = larger ? coreUrl(`_${name}`, base, larger.beside) : firstUrl(simd, base)))) });
  } catch (cause) {
    throw notStarted("the engine", cause, url, base);
  }
  return /** @type {Core} */ (/** @type {unknown} */ ({ WasmCube, reset }));
}

/**
 * Compiles a larger core while a worker starts. Returns this core as an option of `Engine.start`. If the core does not load,
 * the engine loads it again and reports any error.
 * @param {CoreName} name
 * @param {URL} [base]
 * @returns {Promise<Pick<CoreOptions, "fullWasm" | "tablesWasm">>}
 */
export async function largerCore(name, base) {
  const larger = LARGER[name];
  try {
    return larger ? { [`${name}Wasm`]: await compile(coreUrl(`_${name}`, base, larger.beside)) } : {};
  } catch {
    return {};
  }
}
