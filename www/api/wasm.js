/** Starts the compiled core, in a page, a worker or Node. */
import { fault, reason } from "./errors.js";
import { read } from "./source.js";

/** @import { Core, OpenOptions } from "./types.js" */

/**
 * The smaller build, or the full one for what few tables need; fetched where it is not given.
 * @param {boolean} full
 * @param {OpenOptions} [options]
 * @returns {Promise<Core>}
 */
export async function startWasm(full, { wasm, fullWasm } = {}) {
  const url = full ? new URL("../../pkg/cellveil_full_bg.wasm", import.meta.url) : new URL("../../pkg/cellveil_bg.wasm", import.meta.url);
  /** @type {any} */
  let glue;
  try {
    glue = await (full ? import("../../pkg/cellveil_full.js") : import("../../pkg/cellveil.js"));
    await glue.default({ module_or_path: (full ? fullWasm : wasm) ?? (await compiled(url)) });
  } catch (cause) {
    throw fault("wasm", `the engine could not be started from ${url}: ${reason(cause)}`, { cause });
  }
  const { WasmCube, __wbg_reset_state: reset } = glue;
  return { WasmCube, reset };
}

/** @param {URL} url @returns {Promise<Response | Uint8Array>} */
async function compiled(url) {
  if (url.protocol === "file:") return await read(url, {});
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  // Only exactly this type may be compiled while it streams in; any other would put a warning on the page's console.
  return response.headers.get("Content-Type") === "application/wasm" ? response : new Uint8Array(await response.arrayBuffer());
}
