/**
 * Runs audits in one thread: a worker of the page, or the calling thread. This module holds the core of the audit, and
 * `audit.js` imports this module when an audit starts.
 */
import start, * as core from "../../pkg/cellveil_audit.js";
import { Instance } from "./instance.js";

/** @import { CoreFile, PlannedFile } from "./types.js" */

/**
 * @typedef {"truth" | "sealed" | "against" | "original" | `with[${number}]`} Part  the keyed cube, the sealed cube, an earlier sealed release, the keyed cube of the unchanged records, or another sealed cube of the same people
 * @typedef {{ name: string, done: number, total: number }} Attack  an attack that begins, the number before it, and of all
 * @typedef {{ text: string, report: string }} Audited  the report in the requested format, and in JSON
 * @typedef {object} AuditorCalls  the calls of one audit, from the first to the last
 * @property {(part: Part, manifest: Uint8Array) => Promise<PlannedFile[]>} open  opens a cube and lists its files
 * @property {(part: Part, path: string, bytes: Uint8Array) => Promise<void>} load
 * @property {(name: string, file: Uint8Array) => Promise<void>} ptable  adds a p-table that is not in the keyed cube
 * @property {(request: string, onattack: (attack: Attack) => void) => Promise<Audited>} run
 * @property {() => Promise<void>} [renew]  makes the auditor ready for another audit; only a worker has this call
 * @property {() => void} close
 */

const instance = new Instance({
  name: "the audit",
  core: "_audit",
  beside: () => new URL("../../pkg/cellveil_audit_bg.wasm", import.meta.url),
  start,
  reset: () => core.__wbg_reset_state(),
});

/**
 * Starts an audit in this thread.
 * @param {CoreFile} [options]
 * @returns {Promise<AuditorCalls>}
 */
export async function auditorHere(options) {
  await instance.ready(options);
  const audit = instance.run(() => new core.WasmAudit());
  return {
    open: async (part, manifest) => JSON.parse(instance.run(() => audit.open(part, manifest))),
    load: async (part, path, bytes) => instance.run(() => audit.load(part, path, bytes)),
    ptable: async (name, file) => instance.run(() => audit.ptable(name, file)),
    run: async (request, onattack) => JSON.parse(instance.run(() => audit.run(request, (/** @type {string} */ name, /** @type {number} */ done, /** @type {number} */ total) => onattack({ name, done, total })))),
    close() {
      try {
        audit.free();
      } catch {
        // After a trap, the core cannot free the audit. The next audit starts a new core.
      }
    },
  };
}
