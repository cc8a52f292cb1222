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
import { PageEngine } from "./page-engine.js";
import { fault } from "./errors.js";
import { folderOf } from "./folder.js";
import { Remote } from "./remote.js";
import { filesOf } from "./source.js";
import { engineHere } from "./thread.js";
import { largerCore } from "./wasm.js";

/** @import { EngineCalls, EngineOptions, OpenOptions, Port, Source } from "./types.js" */

export { Cube } from "./cube.js";
export { Table } from "./table.js";

/**
 * Opens a cube. A page builds tables in its own thread until one is large. Then one worker builds the tables of all cubes. In
 * Node, in a worker and in a page that forbids workers, the calling thread builds all tables.
 * @param {string | URL | Source} src the URL of its `cube.json` (in Node also a file URL or a path), or an object whose
 *   `get(path)` returns the bytes of `"cube.json"` and of the files that `cube.json` names
 * @param {OpenOptions} [options]
 * @returns {Promise<Cube>}
 */
export async function openCube(src, options = {}) {
  const { worker, wasm, simd } = options;
  const base = await folderOf(options.base);
  // A sandboxed page or a page from a file has no origin to share with a worker. Some browsers log an error if such a
  // page starts a worker.
  const apart = worker !== false && !wasm && typeof Worker === "function" && typeof document === "object" && globalThis.origin !== "null";
  const host = () => (apart ? inPage({ simd, base }, worker === true) : inThread({ ...options, base }));
  return Cube.open(host, await filesOf(src), options);
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

/**
 * Returns the engine of a page: the worker's engine, or an engine that starts the worker for a large table.
 * @param {EngineOptions} options
 * @param {boolean} always whether the worker builds all tables
 */
function inPage({ simd, base }, always) {
  // The page chooses between SIMD and the scalar core, because the page fetches the core for the worker.
  const own = hasSimd(simd);
  const kind = `${own} ${base}`;
  const worker = () => engineOf(`worker ${kind}`, () => startWorker(coreOf(own, base), own, base, () => engines.delete(`worker ${kind}`)));
  if (always) return worker();
  return engineOf(`page ${kind}`, async () => {
    const here = await inThread({ wasm: coreOf(own, base), simd, base });
    return new PageEngine({ here, worker, larger: (name) => largerCore(name, base), hasSimd: own });
  });
}

/** The compiled first cores, for the page's thread and the worker. @type {Map<string, Promise<WebAssembly.Module | undefined>>} */
const cores = new Map();

/**
 * Compiles the first core while `cube.json` loads. If the core does not load, the engine loads it again and reports any
 * error. Some bundlers replace `import.meta.url` by nothing, so `firstUrl` may throw.
 * @param {boolean} simd
 * @param {URL | undefined} base
 */
function coreOf(simd, base) {
  const kind = `${simd} ${base}`;
  const core = cores.get(kind) ?? (async () => compile(firstUrl(simd, base)))().catch(() => void cores.delete(kind));
  cores.set(kind, core);
  return core;
}

/**
 * Returns the engine of the calling thread. The bindings hold one instance of a core, so there is one engine for all
 * folders. If the core has not started, it starts with these options.
 * @param {EngineOptions} options
 */
async function inThread({ wasm, fullWasm, tablesWasm, simd, base }) {
  const kind = `thread ${hasSimd(simd)}`;
  const isNew = !engines.has(kind);
  const engine = await engineOf(kind, engineHere);
  // If this start fails, the first call reports the error.
  if (isNew || wasm || fullWasm || tablesWasm) engine.start({ wasm, fullWasm, tablesWasm, simd, base }).catch(() => {});
  return engine;
}

/**
 * Starts the worker. If no worker starts, returns the engine of the calling thread.
 * @param {Promise<WebAssembly.Module | undefined>} core
 * @param {boolean} simd
 * @param {URL | undefined} base
 * @param {() => void} lost called when a running worker stops
 * @returns {Promise<EngineCalls>}
 */
async function startWorker(core, simd, base, lost) {
  const instead = () => inThread({ wasm: core, simd, base });
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
