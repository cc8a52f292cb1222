/** The worker of a page: one engine for all of its cubes. */
import { Engine } from "./engine.js";
import { serve } from "./remote.js";
import { startWasm } from "./wasm.js";

/** @import { Port } from "./types.js" */

const engine = new Engine((full) => startWasm(full));
serve(/** @type {Port} */ (/** @type {unknown} */ (globalThis)), engine);
// What goes wrong here, the first call says.
engine.ready().catch(() => {});
