/** Starts an engine in the calling thread: for all tables, or for the small tables of a page. */
import { Engine } from "./engine.js";
import { startWasm } from "./wasm.js";

/** @import { EngineOptions } from "./types.js" */

/** @param {EngineOptions} options */
export async function engineHere(options) {
  const engine = new Engine(startWasm);
  // If this start fails, the first call reports the error.
  engine.start(options).catch(() => {});
  return engine;
}
