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
 * Opens a cube. In a page the work is done in one worker for all cubes, or in this thread where a worker may not start;
 * a worker of the page's own and Node are no place to freeze, so there the work stays.
 * @param {string | URL | Source} src the URL of its `cube.json` (in Node also a file URL or a path), or an object whose
 *   `get(path)` gives the bytes of `"cube.json"` and of the files that it names
 * @param {OpenOptions} [options]
 * @returns {Promise<Cube>}
 */
export async function openCube(src, options = {}) {
  const { worker, wasm, simd } = options;
  // A sandboxed page, or one from a file, has no origin that a worker could share: some browsers complain of trying.
  const apart = worker !== false && !wasm && typeof Worker === "function" && typeof document === "object" && globalThis.origin !== "null";
  return Cube.open(apart ? () => inWorker(simd) : () => inThread(options), await filesOf(src), options);
}

/** @type {Map<string, Promise<EngineCalls>>} */
const engines = new Map();

/**
 * One engine for all cubes of a kind; one that could not start is not kept.
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
  // Decided here: the core that is fetched here is for the worker.
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
 * @param {() => void} lost called when a worker that ran has stopped
 * @returns {Promise<EngineCalls>}
 */
async function startWorker(simd, lost) {
  // Fetched while the worker's code is on its way, not after it. Should it fail, the worker tries for itself, and says why not.
  const core = compileCore(false, simd).catch(() => undefined);
  const instead = async () => inThread({ wasm: await core, simd });
  /** @type {Worker} */
  let worker;
  try {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // A script of another origin, a sandboxed page, a file: the browser refuses at once.
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
      // Refused after all, by the page's security policy, say, or not found.
      if (!ready) return resolve(instead());
      lost();
      remote.lose(fault("wasm", "the worker stopped; the next table starts another"));
    };
  });
}
