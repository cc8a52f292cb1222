/** Starts the compiled core, in a page, a worker or Node. */
import * as glue from "../../pkg/cellveil.js";
import { fault, reason } from "./errors.js";
import { read } from "./source.js";

/** @import { Core, OpenOptions } from "./types.js" */

/**
 * @param {OpenOptions["wasm"]} [given] else it is fetched
 * @returns {Promise<Core>}
 */
export async function startWasm(given) {
  const url = new URL("../../pkg/cellveil_bg.wasm", import.meta.url);
  try {
    await glue.default({ module_or_path: given ?? (await compiled(url)) });
  } catch (cause) {
    throw fault("wasm", `the engine could not be started from ${url}: ${reason(cause)}`, { cause });
  }
  const { WasmCube, __wbg_reset_state: reset } = /** @type {any} */ (glue);
  return { WasmCube, reset };
}

/**
 * @param {URL} url
 * @returns {Promise<Response | Uint8Array>}
 */
async function compiled(url) {
  if (url.protocol === "file:") return await read(url, {});
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  // Only what comes as exactly this type may be compiled while it streams in; asking for it otherwise would put a
  // warning on the console of a page whose author cannot change the server.
  return response.headers.get("Content-Type") === "application/wasm" ? response : new Uint8Array(await response.arrayBuffer());
}
