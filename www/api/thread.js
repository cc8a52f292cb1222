/** Returns an engine of the calling thread. */
import { Engine } from "./engine.js";
import { startWasm } from "./wasm.js";

export const engineHere = async () => new Engine(startWasm);
