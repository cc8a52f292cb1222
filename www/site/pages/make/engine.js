// The core that makes datasets. It loads with the first file. Every call to the core goes
// through this module. The core is the command line, so the page has its messages and its bytes.

/** @import { Draft, Output, Problem, Progress, Specification, TextFile } from "./types.js" */

/** @typedef {{ onprogress?: (progress: Progress) => void, signal?: AbortSignal }} Calls */
/** @typedef {typeof import("../../../api/make.js")} Core */

/** @type {Promise<Core> | undefined} */
let core;

/** Loads the core. After a failure the next call tries again. */
function load() {
  core ??= import("../../cellveil/js/make.js").catch((cause) => {
    core = undefined;
    throw Object.assign(new Error(cause.message, { cause }), { code: "start" });
  });
  return core;
}

/** The draft that `cellveil init` proposes. @param {File[]} records @param {Calls & { codebook?: File, data?: "confidential" | "public-use" | "synthetic" }} options @returns {Promise<Draft>} */
export async function propose(records, { codebook, ...options }) {
  return (await load()).propose(records.map(named), { ...options, codebook: codebook && named(codebook) });
}

/** The records of invented people. @param {{ households: number, seed: number }} options @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function people(options) {
  const { synthesizePeople } = await import("../../cellveil/js/people.js");
  return /** @type {Uint8Array<ArrayBuffer>} */ ((await synthesizePeople(options)).records);
}

/** The specification of a draft. @param {Draft} draft @returns {Promise<Specification>} */
export async function toml(draft) {
  return (await load()).toml(draft);
}

/** @param {Specification} specification @param {File[]} records @param {Calls} options @returns {Promise<{ problems: Problem[] }>} */
export async function check({ text, files }, records, options) {
  return (await load()).check(text, files, records.map(named), options);
}

/** @param {Specification} specification @param {File[]} records @param {Calls} options @returns {Promise<Output>} */
export async function tile({ text, files }, records, options) {
  return (await load()).tile(text, files, records.map(named), options);
}

/**
 * Builds the sealed dataset. Its specification extends the other one.
 * @param {string} sealed
 * @param {Specification} specification
 * @param {File[]} records
 * @param {Calls} options
 */
export function seal(sealed, { text, files }, records, options) {
  return tile({ text: sealed, files: [{ name: "cube.toml", text }, ...files] }, records, options);
}

/**
 * Draws a key for each record. Records of an earlier file keep their keys. Large files stay outside of the memory of the
 * core.
 * @param {File} file
 * @param {Calls & { keep?: { file: File, id: string } }} options
 * @returns {Promise<{ file: Blob, rows: number, column: string }>}
 */
export async function keys(file, { keep, ...options }) {
  return (await load()).keys(named(file), { ...options, ...(keep ? { keep: named(keep.file), id: keep.id } : {}) });
}

/** @param {{ path: string, bytes: Uint8Array }[]} files */
export async function zip(files) {
  return (await load()).zip(files);
}

/** A name without letters that the command line reads as options or folders. @param {string} name */
const safeName = (name) => name.replaceAll(/[\\/]/g, "_").replace(/^-+/, "_");

/** @param {File} file */
const named = (file) => ({ name: safeName(file.name), content: file });

/** A source of a cube in memory, for `openCube`. @param {Output["files"]} files */
export function sourceOf(files) {
  const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return {
    get(/** @type {string} */ path) {
      const bytes = byPath.get(path);
      if (!bytes) throw new Error(`the dataset has no file ${path}`);
      return bytes;
    },
  };
}
