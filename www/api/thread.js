/** The engine in the calling thread. Imported when it is needed: a page with a worker never loads it. */
import { Engine } from "./engine.js";
import { startWasm } from "./wasm.js";

/** @import { CoreOptions } from "./types.js" */

/** @param {CoreOptions} options */
export function engineHere(options) {
  const engine = new Engine(startWasm);
  // What goes wrong here, the first call says.
  engine.start(options).catch(() => {});
  return engine;
}
