/** The worker of a page: one engine for all of its cubes. The page starts it, because the page has fetched the core. */
import { Engine } from "./engine.js";
import { serve } from "./remote.js";
import { startWasm } from "./wasm.js";

/** @import { Port } from "./types.js" */

serve(/** @type {Port} */ (/** @type {unknown} */ (globalThis)), new Engine(startWasm));
