/**
 * Audits what a cube publishes, like `cellveil audit` (`docs/reference/audit.md`). Import this module as
 * `cellveil/audit.js`. It has a separate core, which loads with the first audit.
 *
 * ```js
 * import { audit } from "cellveil/audit.js";
 * const { report, text } = await audit("keyed/cube.json", { publish: { maxDimensions: 2 }, format: "html" });
 * ```
 *
 * A report is confidential: it names cells for which an attack is right.
 */
import { Downloads, abortable } from "./downloads.js";
import { fault, imported, reason } from "./errors.js";
import { folderOf } from "./folder.js";
import { filesOf } from "./source.js";

/** @import { Attack, AuditorCalls, Part } from "./auditor.js" */
/** @import { OwnPtable, Source } from "./types.js" */

/**
 * @typedef {string | URL | Source} CubeSource  as in `openCube`
 * @typedef {object} AuditedCubes
 * @property {CubeSource} truth  a keyed cube, with the true counts, or a preprotected cube, which needs `original` and no other cube
 * @property {CubeSource} [sealed]  the sealed cube of the same data; without it, the keyed cube is audited as it would be published
 * @property {CubeSource} [against]  an earlier sealed release of the same dimensions
 * @property {CubeSource} [original]  the keyed cube of the unchanged records, if records were changed before they were counted: a claim is right only if it is true of them
 * @property {CubeSource[]} [with]  other sealed cubes of the same people
 *
 * @typedef {object} AuditedViews  the views of the sealed cube, as `[publish]` of a specification has them
 * @property {number} [maxDimensions]  every set of up to this number of dimensions
 * @property {string[]} [axes]  the dimensions and levels for these sets, as `"dimension"` or `"dimension:level"`; defaults to all
 * @property {string[][]} [neverTogether]  sets of dimensions that no view contains together
 * @property {string[][]} [views]  further views
 *
 * @typedef {"json" | "markdown" | "html"} ReportFormat
 * @typedef {{ stage: "files" | "attacks", loaded: number, total: number, attack?: string }} AuditProgress  bytes of the cubes' files, then the number of attacks; `attack` is the name of the attack that begins
 * @typedef {object} AuditOptions
 * @property {AuditedViews} [publish]  required for a keyed cube; for a sealed cube the views that may be published; not for a preprotected cube
 * @property {string | { kind: string, ptable?: string | OwnPtable, [parameter: string]: unknown }} [method]  a method of the keyed cube, or parameters; defaults to the cube's method
 * @property {string} [salt]  the salt of the sealed cube in hexadecimal; defaults to the salt of the keyed cube
 * @property {{ [finding: string]: number }} [limits]  limits of findings, as in `[audit]`
 * @property {number} [seed]  seed of the samples, by default 1
 * @property {ReportFormat} [format]  by default `json`
 * @property {boolean} [reveal]  whether the report shows the true counts of the examples; refused for confidential data outside an internal audience
 * @property {AbortSignal} [signal]
 * @property {(progress: AuditProgress) => void} [onprogress]
 * @property {boolean} [keep]  whether the worker stays for the next audit with this option, which then needs no network; by default the worker ends
 * @property {boolean} [worker]  `false` runs the attacks in the calling thread, which they block
 * @property {WebAssembly.Module | BufferSource} [wasm]  the bytes of `pkg/cellveil_audit_bg.wasm`, for a page that cannot fetch the core
 * @property {string | URL} [base]  the folder of this package's files, as in `openCube`
 *
 * @typedef {{ name: string, value: number, of?: number, all?: number }} FindingFigure
 * @typedef {{ axes: string[], codes: string[], value: number | null }} AuditCell  a published cell; null for a hidden value
 * @typedef {object} AuditExample
 * @property {string} published
 * @property {string} [truth]  with `reveal`
 * @property {{ says: string, cells: AuditCell[] }[]} [steps]  with `reveal`: how the attacker reaches the claim; empty for some attacks
 * @typedef {object} AuditFinding
 * @property {string} name
 * @property {boolean} passes
 * @property {string} says
 * @property {FindingFigure[]} figures  the limit applies to the first figure
 * @property {number} limit
 * @property {AuditExample | null} example
 * @property {string} remedy
 *
 * @typedef {object} AuditReport
 * @property {string} cube
 * @property {"keyed" | "preprotected" | "sealed"} release
 * @property {string} method
 * @property {string[]} views
 * @property {number} seed
 * @property {boolean} passes  whether every finding is within its limit, and the audit tested something
 * @property {string} verdict  the verdict in one sentence
 * @property {string[]} exceeded  names of the findings over their limits
 * @property {string[]} untested  names of the attacks that hidden cells or missing inputs blocked
 * @property {{ [name: string]: string }} reasons  what blocked them
 * @property {string[]} nothing_at_risk  names of the findings of which no case exists
 * @property {boolean} first_release  whether the publisher says that there is no earlier release; only the command line has this option
 * @property {{ cube: string, warning: string | null } | null} original  the cube of the unchanged records that score the claims, with a warning if it may be of other people
 * @property {{ [name: string]: number }} limits  limits that replace defaults
 * @property {AuditFinding[]} findings
 * @property {string} caveat
 *
 * @typedef {{ text: string, report: AuditReport }} Audited  `text`: the report in the format, as `cellveil audit` writes a report
 */

const PARTS = /** @type {const} */ (["truth", "sealed", "against", "original"]);

/**
 * Audits a keyed cube before it is sealed, a sealed cube with the keyed cube of the same data, or a preprotected cube with
 * the keyed cube of the unchanged records. In a page, a worker
 * runs the attacks.
 * In Node and in a worker, the calling thread runs them.
 * @param {CubeSource | AuditedCubes} cubes  a keyed cube, or several cubes
 * @param {AuditOptions} [options]
 * @returns {Promise<Audited>}
 */
export async function audit(cubes, options = {}) {
  const { signal, onprogress } = options;
  signal?.throwIfAborted();
  const parts = partsOf(cubes);
  const [request, ptable] = requestOf(options);
  const auditor = await abortable(startAuditor(options), signal);
  try {
    for (const [part, source] of parts) {
      const files = await filesOf(source);
      const planned = await auditor.open(part, await files.manifest({ signal }));
      const downloads = new Downloads(files, (path, bytes) => auditor.load(part, path, bytes));
      const hear = onprogress && ((/** @type {{ loaded: number, total: number }} */ progress) => onprogress({ stage: "files", ...progress }));
      await downloads.need(planned, { signal, onprogress: hear });
    }
    if (ptable) await auditor.ptable(ptable.name, new TextEncoder().encode(ptable.text));
    const hear = (/** @type {Attack} */ { name, done, total }) => {
      if (!signal?.aborted) onprogress?.({ stage: "attacks", loaded: done, total, attack: name });
    };
    const { text, report } = await abortable(auditor.run(request, hear), signal);
    if (options.keep && auditor.renew) {
      await auditor.renew();
      // Two audits can end at the same time. Only one of their workers stays.
      const name = String(options.base ?? "");
      if (kept.has(name)) auditor.close();
      else kept.set(name, auditor);
    } else {
      auditor.close();
    }
    return { text, report: JSON.parse(report) };
  } catch (error) {
    // The worker may still run this audit.
    auditor.close();
    throw error;
  }
}

/** The workers that stay for the next audit, by the folder of the package. @type {Map<string, AuditorCalls>} */
const kept = new Map();

/**
 * Lists the cubes with their parts in the audit.
 * @param {CubeSource | AuditedCubes} cubes
 * @returns {[Part, CubeSource][]}
 */
function partsOf(cubes) {
  const isOne = typeof cubes === "string" || cubes instanceof URL || typeof (/** @type {any} */ (cubes)?.get) === "function";
  const given = /** @type {AuditedCubes} */ (isOne ? { truth: cubes } : cubes ?? {});
  const { with: others = [], ...named } = given;
  const unknown = Object.keys(named).find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined || !given.truth || !Array.isArray(others) || others.some((other) => !other)) {
    throw fault("bad-source", "expected a keyed cube, or an object with truth and perhaps sealed, against, original and a list with");
  }
  /** @type {[Part, CubeSource | undefined][]} */
  const parts = PARTS.map((part) => [part, given[part]]);
  others.forEach((other, at) => parts.push([`with[${at}]`, other]));
  return /** @type {[Part, CubeSource][]} */ (parts.filter(([, source]) => source));
}

/**
 * Writes the choices as JSON for the core, with the names of a specification, and separates the caller's own p-table.
 * @param {AuditOptions} options
 * @returns {[string, OwnPtable | undefined]}
 */
function requestOf({ publish, method, salt, limits, seed, format, reveal }) {
  const { maxDimensions: max_dimensions, neverTogether: never_together, ...views } = publish ?? {};
  const own = typeof method === "object" ? method?.ptable : undefined;
  const ptable = typeof own === "object" && own !== null ? own : undefined;
  if (ptable && (typeof ptable.name !== "string" || typeof ptable.text !== "string")) {
    throw fault("bad-audit", "method.ptable: expected the name of a file of the cube, or a file as { name, text }");
  }
  const named = ptable ? { .../** @type {object} */ (method), ptable: ptable.name } : method;
  const bars = limits && Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name.replaceAll("-", "_"), limit]));
  try {
    const request = { publish: publish && { max_dimensions, never_together, ...views }, method: named, salt, limits: bars, seed, format, reveal };
    return [JSON.stringify(request), ptable];
  } catch (cause) {
    throw fault("bad-audit", `the options cannot be written as JSON: ${reason(cause).split("\n")[0]}`, { cause });
  }
}

/**
 * Starts an audit in a worker if the page allows one, and otherwise in this thread.
 * @param {AuditOptions} options
 * @returns {Promise<AuditorCalls>}
 */
async function startAuditor({ worker, wasm, base, keep }) {
  const name = String(base ?? "");
  const idle = keep ? kept.get(name) : undefined;
  if (idle) {
    kept.delete(name);
    return idle;
  }
  // As in `openCube`: a sandboxed page or a page from a file has no origin to share with a worker.
  const apart = worker !== false && !wasm && typeof Worker === "function" && typeof document === "object" && globalThis.origin !== "null";
  const folder = await folderOf(base);
  return (apart ? await inWorker(folder) : undefined) ?? (await imported(() => import("./auditor.js"))).auditorHere({ wasm, base });
}

/** @param {URL} [base] @returns {Promise<AuditorCalls | undefined>} nothing if the worker does not start */
function inWorker(base) {
  /** @type {Worker} */
  let worker;
  try {
    worker = base ? new Worker(new URL("js/audit-worker.js", base), { type: "module" }) : new Worker(new URL("./audit-worker.js", import.meta.url), { type: "module" });
  } catch {
    return Promise.resolve(undefined);
  }
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, onattack?: (attack: Attack) => void }>} */
  const waiting = new Map();
  let calls = 0;
  const call = (/** @type {string} */ name) => (/** @type {any[]} */ ...args) =>
    new Promise((resolve, reject) => {
      const onattack = typeof args.at(-1) === "function" ? args.pop() : undefined;
      waiting.set(++calls, { resolve, reject, onattack });
      worker.postMessage({ id: calls, call: name, args });
    });
  return new Promise((resolve) => {
    let ready = false;
    worker.onmessage = ({ data: { id, value, error, attack } }) => {
      if (id === undefined) {
        ready = true;
        return resolve({ open: call("open"), load: call("load"), ptable: call("ptable"), run: call("run"), renew: call("renew"), close: () => worker.terminate() });
      }
      if (attack) return waiting.get(id)?.onattack?.(attack);
      const { resolve: answer, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error) reject?.(fault(error.code, error.message, error));
      else answer?.(value);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      if (!ready) return resolve(undefined);
      for (const { reject } of waiting.values()) reject(fault("wasm", "the worker of the audit stopped; the next audit starts a new one"));
    };
  });
}
