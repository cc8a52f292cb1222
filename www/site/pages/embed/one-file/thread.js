// Replaces `www/api/thread.js` in one file. The engine runs in a worker, so that the page reacts while a large table
// is built. The worker runs the code of the page once more, because a page from disk may start a worker only from bytes
// that it has. If the browser starts no such worker, the engine runs in the page.

import { Engine } from "../../../../api/engine.js";
import { fault } from "../../../../api/errors.js";
import { Remote, serve } from "../../../../api/remote.js";
import { startWasm } from "../../../../api/wasm.js";
import { engine } from "./contents.js";

/** @import { EngineCalls, Port } from "../../../../api/types.js" */

/** The address of this code: a blob that start.js has made. */
const code = /** @type {HTMLScriptElement | null | undefined} */ (globalThis.document?.currentScript)?.src;

/** Answers the calls of the page, in the worker. */
export function serveHere() {
  serve(/** @type {Port} */ (/** @type {unknown} */ (globalThis)), new Engine(startWasm));
}

/** Starts the engine of all tables of the page. @returns {Promise<EngineCalls>} */
export async function engineHere() {
  const wasm = await engine();
  try {
    return await inWorker(wasm);
  } catch {
    const here = new Engine(startWasm);
    // If this start fails, the first call reports the error.
    here.start({ wasm }).catch(() => {});
    return here;
  }
}

/** @param {Uint8Array<ArrayBuffer>} wasm @returns {Promise<EngineCalls>} */
function inWorker(wasm) {
  const worker = new Worker(code ?? "");
  const remote = new Remote(/** @type {Port} */ (worker));
  return new Promise((resolve, reject) => {
    let ready = false;
    remote.ready.then(() => {
      ready = true;
      remote.start({ wasm }).catch(() => {});
      resolve(remote);
    });
    worker.onerror = (event) => {
      event.preventDefault();
      if (ready) return remote.lose(fault("wasm", "the worker stopped; open the file again"));
      worker.terminate();
      reject(new Error(event.message));
    };
  });
}
