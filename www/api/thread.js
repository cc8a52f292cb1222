/** Runs the engine in the calling thread. A page with a worker never loads this module. */
import { Engine } from "./engine.js";
import { startWasm } from "./wasm.js";

/** @import { CoreOptions } from "./types.js" */

/** @param {CoreOptions} options */
export function engineHere(options) {
  const engine = new Engine(startWasm);
  // The first call reports an error of this start.
  engine.start(options).catch(() => {});
  return engine;
}
