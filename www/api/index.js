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
import { Cube } from "./cube.js";
import { fault, reason } from "./errors.js";
import { Remote } from "./remote.js";
import { filesOf } from "./source.js";

/** @import { EngineCalls, OpenOptions, Port, Source } from "./types.js" */

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
  const { worker, wasm } = options;
  const apart = worker !== false && !wasm && typeof Worker === "function" && typeof document === "object";
  return Cube.open(apart ? inWorker : () => inThread(options), await filesOf(src), options);
}

/** @type {Promise<EngineCalls> | undefined} */
let behind;
/** @type {Promise<EngineCalls> | undefined} */
let here;

function inWorker() {
  return (behind ??= startWorker().catch((error) => {
    behind = undefined;
    throw error;
  }));
}

/** @param {OpenOptions} [options] */
function inThread(options) {
  return (here ??= startThread(options).catch((error) => {
    here = undefined;
    throw error;
  }));
}

/**
 * Imported when needed: a page with a worker never loads the core.
 * @param {OpenOptions} [options]
 */
async function startThread(options) {
  try {
    const [{ Engine }, { startWasm }] = await Promise.all([import("./engine.js"), import("./wasm.js")]);
    return new Engine((full) => startWasm(full, options));
  } catch (cause) {
    throw fault("wasm", `the engine's code could not be loaded: ${reason(cause)}`, { cause });
  }
}

/** @returns {Promise<EngineCalls>} */
async function startWorker() {
  /** @type {Worker} */
  let worker;
  try {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // A script of another origin, a sandboxed page, a file: the browser refuses at once.
    return inThread();
  }
  const remote = new Remote(/** @type {Port} */ (worker));
  return new Promise((resolve) => {
    let ready = false;
    remote.ready.then(() => {
      ready = true;
      resolve(remote);
    });
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      // Refused after all, by the page's security policy, say, or not found.
      if (!ready) return resolve(inThread());
      behind = undefined;
      remote.lose(fault("wasm", "the worker stopped; the next table starts another"));
    };
  });
}
