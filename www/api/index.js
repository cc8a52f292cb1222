/**
 * cellveil: protected tables from a cube of static files, in a page, a worker or Node.
 *
 * ```js
 * import { openCube } from "cellveil";
 * const cube = await openCube("tiles/cube.json");
 * const table = await cube.table({ rows: ["region"], columns: ["sex", "age"], filter: { student: ["1"] } });
 * console.log(table.toCSV());
 * ```
 */
import { compileCore, hasSimd } from "./cores.js";
import { Cube } from "./cube.js";
import { fault, imported } from "./errors.js";
import { Remote } from "./remote.js";
import { filesOf } from "./source.js";

/** @import { CoreOptions, EngineCalls, OpenOptions, Port, Source } from "./types.js" */

export { Cube } from "./cube.js";
export { Table } from "./table.js";

/**
 * Opens a cube. In a page, one worker serves all cubes, or this thread if the page forbids workers.
 * In a worker of the page and in Node, this thread does the work.
 * @param {string | URL | Source} src the URL of its `cube.json` (in Node also a file URL or a path), or an object whose
 *   `get(path)` gives the bytes of `"cube.json"` and of the files that it names
 * @param {OpenOptions} [options]
 * @returns {Promise<Cube>}
 */
export async function openCube(src, options = {}) {
  const { worker, wasm, simd } = options;
  // A sandboxed page or a page from a file has no origin for a worker to share. Some browsers log an error when a page tries.
  const apart = worker !== false && !wasm && typeof Worker === "function" && typeof document === "object" && globalThis.origin !== "null";
  return Cube.open(apart ? () => inWorker(simd) : () => inThread(options), await filesOf(src), options);
}

/** @type {Map<string, Promise<EngineCalls>>} */
const engines = new Map();

/**
 * One engine for all cubes of a kind. A failed start is tried again.
 * @param {string} kind
 * @param {() => Promise<EngineCalls>} start
 */
function engineOf(kind, start) {
  let engine = engines.get(kind);
  if (!engine) {
    engine = start();
    engines.set(kind, engine);
    engine.catch(() => engines.delete(kind));
  }
  return engine;
}

/** @param {boolean} [simd] */
function inWorker(simd) {
  const kind = `worker ${simd !== false}`;
  // The page decides about SIMD, because the page fetches the core for the worker.
  return engineOf(kind, () => startWorker(hasSimd(simd), () => engines.delete(kind)));
}

/** @param {CoreOptions} options */
function inThread({ wasm, fullWasm, simd }) {
  return engineOf(`thread ${simd !== false}`, () => startThread({ wasm, fullWasm, simd }));
}

/** @param {CoreOptions} options */
async function startThread(options) {
  return (await imported(() => import("./thread.js"))).engineHere(options);
}

/**
 * @param {boolean} simd
 * @param {() => void} lost called when a running worker stops
 * @returns {Promise<EngineCalls>}
 */
async function startWorker(simd, lost) {
  // The core loads beside the worker's code. If this fails, the worker loads the core itself and reports any error.
  const core = compileCore(false, simd).catch(() => undefined);
  const instead = async () => inThread({ wasm: await core, simd });
  /** @type {Worker} */
  let worker;
  try {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // The browser refuses at once for a script of another origin, a sandboxed page or a page from a file.
    return instead();
  }
  const remote = new Remote(/** @type {Port} */ (worker));
  return new Promise((resolve) => {
    let ready = false;
    remote.ready.then(async () => {
      ready = true;
      remote.start({ wasm: await core, simd }).catch(() => {});
      resolve(remote);
    });
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      // The worker failed later, for example by the page's security policy or a missing file.
      if (!ready) return resolve(instead());
      lost();
      remote.lose(fault("wasm", "the worker stopped; the next table starts another"));
    };
  });
}
