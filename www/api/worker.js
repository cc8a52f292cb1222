/** Runs the engine of a page's cubes in a worker. The page starts the engine, because the page fetches the core. */
import { Engine } from "./engine.js";
import { serve } from "./remote.js";
import { startWasm } from "./wasm.js";

/** @import { Port } from "./types.js" */

serve(/** @type {Port} */ (/** @type {unknown} */ (globalThis)), new Engine(startWasm));
