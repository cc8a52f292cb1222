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
import { compile, firstUrl, hasSimd } from "./cores.js";
import { Cube } from "./cube.js";
import { fault, imported } from "./errors.js";
import { folderOf } from "./folder.js";
import { Remote } from "./remote.js";
import { filesOf } from "./source.js";

/** @import { EngineCalls, EngineOptions, OpenOptions, Port, Source } from "./types.js" */

export { Cube } from "./cube.js";
export { Table } from "./table.js";

/**
 * Opens a cube. In a page, one worker builds the tables of all cubes. The calling thread builds them in Node, in a
 * worker, and in a page that forbids workers.
 * @param {string | URL | Source} src the URL of its `cube.json` (in Node also a file URL or a path), or an object whose
 *   `get(path)` returns the bytes of `"cube.json"` and of the files that `cube.json` names
 * @param {OpenOptions} [options]
 * @returns {Promise<Cube>}
 */
export async function openCube(src, options = {}) {
  const { worker, wasm } = options;
  const base = await folderOf(options.base);
  // A sandboxed page or a page from a file has no origin to share with a worker. Some browsers log an error if such a
  // page starts a worker.
  const apart = worker !== false && !wasm && typeof Worker === "function" && typeof document === "object" && globalThis.origin !== "null";
  return Cube.open(() => (apart ? inWorker : inThread)({ ...options, base }), await filesOf(src), options);
}

/** @type {Map<string, Promise<EngineCalls>>} */
const engines = new Map();

/**
 * Returns the engine of a kind, and starts this engine first if necessary. All cubes of a kind share one engine. After
 * a failed start, the next call tries again.
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

/** @param {EngineOptions} options */
function inWorker({ simd, base }) {
  const kind = `worker ${simd !== false} ${base}`;
  // The page chooses between SIMD and the scalar core, because the page fetches the core for the worker.
  return engineOf(kind, () => startWorker(hasSimd(simd), base, () => engines.delete(kind)));
}

/** @param {EngineOptions} options */
function inThread({ wasm, fullWasm, tablesWasm, simd, base }) {
  return engineOf(`thread ${simd !== false} ${base}`, () => startThread({ wasm, fullWasm, tablesWasm, simd, base }));
}

/** @param {EngineOptions} options */
async function startThread(options) {
  return (await imported(() => import("./thread.js"))).engineHere(options);
}

/**
 * @param {boolean} simd
 * @param {URL | undefined} base
 * @param {() => void} lost called when a running worker stops
 * @returns {Promise<EngineCalls>}
 */
async function startWorker(simd, base, lost) {
  // The core loads at the same time as the worker's code. If the core does not load, the worker loads it again and
  // reports any error. Some bundlers replace `import.meta.url` by nothing, so `firstUrl` may throw.
  const core = (async () => compile(firstUrl(simd, base)))().catch(() => undefined);
  const instead = async () => inThread({ wasm: await core, simd, base });
  /** @type {Worker} */
  let worker;
  try {
    // Bundlers find the worker only by this literal form.
    worker = base ? new Worker(new URL("js/worker.js", base), { type: "module" }) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // The constructor throws for a script of another origin, for a sandboxed page and for a page from a file.
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
      // The worker failed before its first message, for example because of the page's security policy or a missing
      // file.
      if (!ready) return resolve(instead());
      lost();
      remote.lose(fault("wasm", "the worker stopped; the next table starts a new one"));
    };
  });
}
