/** The bindings of the core with table methods. They load on demand, because few pages need this core. */
export { default, WasmCube, __wbg_reset_state } from "../../pkg/cellveil_tables.js";
