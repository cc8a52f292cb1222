/**
 * Makes datasets in a page, from files that never leave the device. Import this module as `cellveil/make.js`. It has a
 * separate core: the command line, which gives the same bytes and the same messages as `cellveil` in a terminal.
 *
 * ```js
 * import { check, tile, zip } from "cellveil/make.js";
 * const { problems } = await check(specification, [], [file]);
 * const { files, notes } = await tile(specification, [], [file], { onprogress });
 * ```
 */
import { fault, imported } from "./errors.js";
import { folderOf } from "./folder.js";

/** @import { GivenFile, Content, Done, MakerCalls, PackedFile, WrittenFile } from "./maker.js" */

/**
 * @typedef {{ stage: string, done: number, total: number }} MakeProgress  bytes or rows of the file that is read, or tiles that are written
 * @typedef {object} MakeOptions
 * @property {(progress: MakeProgress) => void} [onprogress]
 * @property {AbortSignal} [signal]  ends the work at once
 * @property {boolean} [worker]  `false` works in the calling thread, which the work blocks
 * @property {WebAssembly.Module | BufferSource} [wasm]  the bytes of `pkg/cellveil_make_bg.wasm`, for a page that cannot fetch the core
 * @property {string | URL} [base]  the folder of this package's files, as in `openCube`
 *
 * @typedef {{ name: string, text: string } | { name: string, content: Content }} NamedFile  a file that the specification names: a code list or a p-table
 * @typedef {File | { name: string, content: Content }} RecordsFile  records as CSV, CSV.gz or Parquet
 *
 * @typedef {object} MakeProblem  what `cellveil check --format json` lists
 * @property {"error" | "warning" | "note"} severity
 * @property {string} code
 * @property {string | null} file
 * @property {string | null} place
 * @property {string | null} dimension
 * @property {string | null} column
 * @property {number | null} row
 * @property {number | null} line
 * @property {string} message
 * @property {string | null} remedy
 *
 * @typedef {{ path: string, bytes: Uint8Array<ArrayBuffer> }} MadeFile
 * @typedef {{ files: MadeFile[], notes: string[] }} MadeCube
 */

/** The paths of the specification, beside the files that it names. It may extend another `cube.toml`. */
const SPECS = ["cube.toml", "specification.toml"];
const OUT = "cube";
const KEYED = "keyed-records";

/**
 * Checks a specification and its records, as `cellveil check` does.
 * @param {string} specification  the text of `cube.toml`
 * @param {NamedFile[]} files  the files that the specification names
 * @param {RecordsFile[]} records
 * @param {MakeOptions} [options]
 * @returns {Promise<{ problems: MakeProblem[], errors: number, warnings: number }>}
 */
export async function check(specification, files, records, options) {
  const [args, given] = inputsOf(specification, files, records);
  const done = await run(["check", ...args, "--format", "json"], given, options);
  try {
    return JSON.parse(done.out);
  } catch {
    throw failed(done);
  }
}

/**
 * Builds a cube, as `cellveil tile` does. The files are those of the cube's folder.
 * @param {string} specification  the text of `cube.toml`
 * @param {NamedFile[]} files  the files that the specification names
 * @param {RecordsFile[]} records
 * @param {MakeOptions} [options]
 * @returns {Promise<MadeCube>}
 */
export async function tile(specification, files, records, options) {
  const [args, given] = inputsOf(specification, files, records);
  const done = await run(["tile", ...args, "--out", OUT], given, options);
  if (done.status !== 0) throw failed(done);
  const made = done.files.map(async ({ path, parts }) => ({ path: path.slice(OUT.length + 1), bytes: await bytesOf(parts) }));
  return { files: await Promise.all(made), notes: [...linesOf(done.err), ...linesOf(done.out)] };
}

/**
 * Proposes a specification for records, as `cellveil init --format json` does (`docs/reference/init.md`).
 * @param {RecordsFile[]} records
 * @param {MakeOptions & { codebook?: RecordsFile, data?: "confidential" | "public-use" | "synthetic" }} [options]  a file with labels; how sensitive the data are
 * @returns {Promise<any>} the draft
 */
export async function propose(records, options = {}) {
  const { codebook, data } = options;
  const given = named([...records, ...(codebook ? [codebook] : [])]);
  const paths = given.map(({ path }) => path);
  const book = codebook ? [`--codebook=${paths.pop()}`] : [];
  const done = await run(["init", ...paths, ...book, ...(data ? [`--data=${data}`] : []), "--format", "json"], given, options);
  if (done.status !== 0) throw failed(done);
  return JSON.parse(done.out);
}

/**
 * Writes a commented `cube.toml` from a draft. The draft comes from `propose`, and a page may have changed the draft.
 * @param {unknown} draft
 * @param {MakeOptions} [options]
 * @returns {Promise<{ text: string, files: { name: string, text: string }[] }>}
 */
export async function toml(draft, options) {
  return call("toml", [draft], options);
}

/**
 * Draws a record key for each record, as `cellveil keys` does. The new file has the records and a column of keys. Its
 * parts are blobs, so a large file stays outside the memory.
 * @param {RecordsFile} records
 * @param {MakeOptions & { column?: string, keep?: RecordsFile, id?: string }} [options]  the name of the column; an earlier file whose records keep their keys, and the column that identifies a record
 * @returns {Promise<{ file: Blob, rows: number, column: string, note: string }>}
 */
export async function keys(records, options = {}) {
  const { column, keep, id } = options;
  const [file, earlier] = named(keep ? [records, keep] : [records]);
  const args = ["keys", `--out=${KEYED}`, ...(column === undefined ? [] : [`--column=${column}`])];
  if (earlier) args.push(`--keep=${earlier.path}`);
  if (id !== undefined) args.push(`--id=${id}`);
  const done = await run([...args, "--", file.path], earlier ? [file, earlier] : [file], options);
  if (done.status !== 0) throw failed(done);
  const [note] = linesOf(done.out).map((line) => line.replace(`${KEYED}: `, ""));
  const [, rows, name] = /^(\d+) records .*? in column "(.*?)"/.exec(note) ?? [];
  return { file: new Blob(done.files[0].parts), rows: Number(rows), column: name ?? column ?? "record_key", note };
}

/**
 * Packs files as a ZIP file. The same files give the same bytes.
 * @param {PackedFile[]} files
 * @param {MakeOptions} [options]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function zip(files, options) {
  return call("zip", [files], options);
}

/**
 * Runs any command of the command line that needs no native program.
 * @param {string[]} args  the words after `cellveil`, such as `["table", "cube", "--rows", "region"]`
 * @param {GivenFile[]} files  all files that the command reads, by path
 * @param {MakeOptions} [options]
 * @returns {Promise<Done>}
 */
export async function run(args, files, options) {
  return call("run", [args, files], options);
}

/**
 * The arguments that name the specification and the records, and all files. A file of records must not hide a file of the specification.
 * @param {string} specification
 * @param {NamedFile[]} beside
 * @param {RecordsFile[]} records
 * @returns {[string[], GivenFile[]]}
 */
function inputsOf(specification, beside, records) {
  /** @type {GivenFile[]} */
  const files = [];
  for (const file of beside) files.push({ path: file.name, content: "text" in file ? file.text : file.content });
  const spec = SPECS.find((name) => files.every(({ path }) => path !== name)) ?? SPECS[0];
  files.push({ path: spec, content: specification });
  const given = named(records, files);
  return [[spec, ...given.map(({ path }) => `--records=${path}`)], [...files, ...given]];
}

/**
 * Files with paths of their own, because two files may have one name.
 * @param {RecordsFile[]} records
 * @param {GivenFile[]} [files]  other files
 */
function named(records, files = []) {
  /** @type {GivenFile[]} */
  const given = [];
  for (const file of records) {
    let path = file.name;
    while ([...files, ...given].some((other) => other.path === path)) path = `records/${path}`;
    given.push({ path, content: "content" in file ? file.content : file });
  }
  return given;
}

/** The last message of a command that failed. @param {Done} done */
function failed({ err, out }) {
  const message = linesOf(err).at(-1) ?? linesOf(out).at(-1) ?? "the command failed";
  return fault("not-made", message);
}

/** @param {string} text */
function linesOf(text) {
  return text.split("\n").filter(Boolean).map((line) => line.replace(/^cellveil: /, ""));
}

/** @param {WrittenFile["parts"]} parts @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function bytesOf(parts) {
  const [only] = parts;
  if (parts.length === 1 && only instanceof Uint8Array) return only;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * @typedef {Promise<Worker | undefined>} Starting  a worker that starts or runs; nothing if it does not start
 * @typedef {{ call: keyof MakerCalls, args: any[], on: Starting, onprogress?: MakeOptions["onprogress"], resolve: (value: any) => void, reject: (error: unknown) => void }} Waiting
 */

/** Calls that no worker has answered, by number. @type {Map<number, Waiting>} */
const waiting = new Map();
/** @type {Starting | undefined} */
let worker;
let calls = 0;

/**
 * @param {keyof MakerCalls} name
 * @param {any[]} args
 * @param {MakeOptions} [options]
 * @returns {Promise<any>}
 */
async function call(name, args, options = {}) {
  const { signal, onprogress } = options;
  signal?.throwIfAborted();
  // As in `openCube`: a sandboxed page or a page from a file has no origin to share with a worker.
  const apart = options.worker !== false && !options.wasm && typeof Worker === "function" && typeof document === "object" && globalThis.origin !== "null";
  /** @type {Starting | undefined} */
  let on;
  /** @type {Worker | undefined} */
  let thread;
  // Another call's abort may end a worker that still starts. Then the next worker takes this call.
  if (apart) do thread = await (on = worker ??= begin(options.base)); while (thread && worker !== on);
  if (!thread || !on) {
    const { makerHere } = await imported(() => import("./maker.js"));
    const maker = await makerHere(options);
    signal?.throwIfAborted();
    return /** @type {any} */ (maker)[name](...args, hearer(onprogress));
  }
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const id = ++calls;
    const abort = () => {
      const now = waiting.get(id)?.on;
      waiting.delete(id);
      if (now) end(now, options.base);
      reject(/** @type {AbortSignal} */ (signal).reason);
    };
    /** @param {(value: any) => void} settle */
    const settled = (settle) => (/** @type {any} */ value) => {
      signal?.removeEventListener("abort", abort);
      settle(value);
    };
    waiting.set(id, { call: name, args, on, onprogress, resolve: settled(resolve), reject: settled(reject) });
    signal?.addEventListener("abort", abort, { once: true });
    thread.postMessage({ id, call: name, args });
  });
}

/** @param {MakeOptions["onprogress"]} onprogress */
function hearer(onprogress) {
  return (/** @type {string} */ stage, /** @type {number} */ done, /** @type {number} */ total) => onprogress?.({ stage, done, total });
}

/** @param {MakeOptions["base"]} base @returns {Starting} */
function begin(base) {
  const forget = () => {
    if (worker === on) worker = undefined;
  };
  /** @type {Starting} */
  const on = folderOf(base).then((folder) => startWorker(folder, (ready) => {
    forget();
    if (ready) rejectAll(on, "the worker that makes datasets stopped, perhaps because memory ran out; the next call starts a new one");
  }));
  on.catch(forget);
  return on;
}

/** Ends a worker. It takes its other calls with it, so a new worker begins them again. @param {Starting} ended @param {MakeOptions["base"]} base */
function end(ended, base) {
  void ended.then((thread) => thread?.terminate(), () => {});
  if (worker === ended) worker = undefined;
  const others = [...waiting.values()].filter(({ on }) => on === ended);
  if (others.length === 0) return;
  const on = worker ??= begin(base);
  for (const other of others) other.on = on;
  on.then((thread) => {
    if (!thread) return rejectAll(on, "the worker that makes datasets did not start again; call again");
    for (const [id, now] of waiting) if (now.on === on && others.includes(now)) thread.postMessage({ id, call: now.call, args: now.args });
  }, (error) => rejectAll(on, error));
}

/** Rejects the calls of a worker. @param {Starting} of @param {unknown} error  an error, or its message */
function rejectAll(of, error) {
  for (const [id, { on, reject }] of waiting) {
    if (on !== of) continue;
    waiting.delete(id);
    reject(typeof error === "string" ? fault("wasm", error) : error);
  }
}

/** @param {URL | undefined} base @param {(ready: boolean) => void} onstop  hears that the worker stopped, or did not start @returns {Starting} nothing if the worker does not start */
function startWorker(base, onstop) {
  /** @type {Worker} */
  let thread;
  try {
    thread = base ? new Worker(new URL("js/make-worker.js", base), { type: "module" }) : new Worker(new URL("./make-worker.js", import.meta.url), { type: "module" });
  } catch {
    return Promise.resolve(undefined);
  }
  return new Promise((resolve) => {
    let ready = false;
    thread.onmessage = ({ data: { id, value, error, progress } }) => {
      if (id === undefined) {
        ready = true;
        return resolve(thread);
      }
      const answer = waiting.get(id);
      if (progress) return hearer(answer?.onprogress)(.../** @type {[string, number, number]} */ (progress));
      waiting.delete(id);
      if (error) answer?.reject(fault(error.code, error.message, error));
      else answer?.resolve(value);
    };
    thread.onerror = (event) => {
      event.preventDefault();
      thread.terminate();
      onstop(ready);
      resolve(undefined);
    };
  });
}
