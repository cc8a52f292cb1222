/** Runs the engine in the calling thread. A page with a worker never loads this module. */
import { Engine } from "./engine.js";
import { startWasm } from "./wasm.js";

/** @import { EngineOptions } from "./types.js" */

/** @param {EngineOptions} options */
export function engineHere(options) {
  const engine = new Engine(startWasm);
  // If this start fails, the first call reports the error.
  engine.start(options).catch(() => {});
  return engine;
}
