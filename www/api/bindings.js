/**
 * The bindings of the cores for cubes. A bindings module holds one wasm instance. A larger core starts while the smaller
 * core runs, so each core needs its own bindings. `scripts/bundle.js` replaces this module in the package: there the
 * bindings of all cores share one copy of their code.
 */
// Named imports, because a bundler retains all of a namespace.
import startSmall, { WasmCube as SmallCube, __wbg_reset_state as resetSmall } from "../../pkg/cellveil.js";
import startFull, { WasmCube as FullCube, __wbg_reset_state as resetFull } from "../../pkg/cellveil_full.js";
import startScalar, { WasmCube as ScalarCube, __wbg_reset_state as resetScalar } from "../../pkg/cellveil_scalar.js";

/**
 * @typedef {object} Bindings
 * @property {(options: { module_or_path: WebAssembly.Module | BufferSource }) => Promise<unknown>} start
 * @property {unknown} WasmCube
 * @property {() => void} reset
 */

/** @type {Bindings} */
export const small = { start: startSmall, WasmCube: SmallCube, reset: resetSmall };
/** @type {Bindings} */
export const full = { start: startFull, WasmCube: FullCube, reset: resetFull };
/** @type {Bindings} */
export const scalar = { start: startScalar, WasmCube: ScalarCube, reset: resetScalar };
