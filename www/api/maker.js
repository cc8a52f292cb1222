/**
 * Runs the command line with files of a page, in one thread: a worker of the page, or the calling thread. `make.js`
 * imports this module when the first dataset is made.
 */
import start, * as core from "../../pkg/cellveil_make.js";
import { compile } from "./cores.js";
import { fault, isFault, reason } from "./errors.js";
import { coreUrl, folderOf, notStarted } from "./folder.js";

/** @import { CoreFile } from "./types.js" */

/**
 * @typedef {string | Uint8Array | Blob} Content  a `Blob` that the page picked is read in blocks, in a worker only
 * @typedef {{ path: string, content: Content }} GivenFile
 * @typedef {{ path: string, parts: (Uint8Array<ArrayBuffer> | Blob)[] }} WrittenFile  the contents in parts
 * @typedef {{ status: number, out: string, err: string, files: WrittenFile[] }} Done  the exit status, standard output, standard error, and the files that the command wrote
 * @typedef {{ path: string, bytes: Uint8Array }} PackedFile
 * @typedef {(message: string, done: number, total: number) => void} Hear  hears the progress; an empty message ends a task, and a total of 0 is unknown
 * @typedef {object} MakerCalls
 * @property {(args: string[], files: GivenFile[], hear: Hear) => Promise<Done>} run
 * @property {(draft: unknown) => Promise<{ text: string, files: { name: string, text: string }[] }>} toml
 * @property {(files: PackedFile[]) => Promise<Uint8Array<ArrayBuffer>>} zip
 */

/** Milliseconds between two reports of progress. */
const PAUSE = 50;

/** @type {Promise<unknown> | undefined} */
let started;
let broken = false;

/** @param {CoreFile} [options] */
async function begin({ wasm, base } = {}) {
  const folder = await folderOf(base);
  /** @type {URL | null | undefined} */
  let url = wasm && null;
  try {
    await start({ module_or_path: wasm ?? (await compile((url = coreUrl("_make", folder, () => new URL("../../pkg/cellveil_make_bg.wasm", import.meta.url))))) });
  } catch (cause) {
    throw notStarted("the core that makes datasets", cause, url, folder);
  }
}

/**
 * Runs a call. A trap is a damaged file or a lack of memory, and the core says which. The next call starts a new
 * instance.
 * @template T
 * @param {() => T} call
 */
function call(call) {
  try {
    if (broken) core.__wbg_reset_state();
    broken = false;
    return call();
  } catch (cause) {
    if (isFault(cause)) throw cause;
    broken = true;
    throw fault("wasm", cause instanceof WebAssembly.RuntimeError ? core.ended() : reason(cause), { cause });
  }
}

/** Only a worker can read a blob synchronously. Elsewhere, its bytes are read before the call. @param {GivenFile} file */
const readable = async ({ path, content }) => ({
  path,
  content: content instanceof Blob && typeof (/** @type {any} */ (globalThis).FileReaderSync) !== "function" ? new Uint8Array(await content.arrayBuffer()) : content,
});

/**
 * Starts the core in this thread.
 * @param {CoreFile} [options]
 * @returns {Promise<MakerCalls>}
 */
export async function makerHere(options) {
  started ??= begin(options).catch((error) => {
    started = undefined;
    throw error;
  });
  await started;
  return {
    run: async (args, files, hear) => {
      const given = await Promise.all(files.map(readable));
      let heard = 0;
      const progress = (/** @type {string} */ message, /** @type {number} */ done, /** @type {number} */ total) => {
        const now = Date.now();
        if (message === "" || total === 0 || now - heard < PAUSE) return;
        heard = now;
        hear(message, done, total);
      };
      return call(() => core.runInPage(args, given, progress));
    },
    toml: async (draft) => call(() => core.toml(JSON.stringify(draft))),
    zip: async (files) => call(() => /** @type {Uint8Array<ArrayBuffer>} */ (core.zipFiles(files))),
  };
}
