/** Finds the files of this package, and explains why a core does not start. */
import { fault, reason } from "./errors.js";
import { addressOf } from "./source.js";

/**
 * Returns the folder that the caller's `base` names, or undefined without `base`. Then the files are beside this module.
 * @param {string | URL | null} [base]
 * @returns {Promise<URL | undefined>}
 */
export async function folderOf(base) {
  if (base == null) return undefined;
  try {
    if (!base || !(typeof base === "string" || base instanceof URL)) throw base;
    const folder = await addressOf(base);
    // An address such as `data:` has no folders.
    if (!folder.pathname.startsWith("/")) throw base;
    folder.pathname = folder.pathname.replace(/\/?$/, "/");
    return folder;
  } catch {
    throw fault("bad-base", `base: ${typeof base === "string" ? JSON.stringify(base) : `a ${typeof base}`} is not the address of a folder; expected the folder of this package's files, such as "/cellveil/"`);
  }
}

/**
 * Returns the URL of a core.
 * @param {string} name the part of the file's name that differs between cores, such as `_full`
 * @param {URL | undefined} base
 * @param {() => URL} beside the file beside this module. The URL is literal, so that bundlers find the file.
 */
export function coreUrl(name, base, beside) {
  const file = `cellveil${name}_bg.wasm`;
  return base ? new URL(file, base) : beside();
}

/** The smallest module. It fails only if a policy of the page forbids WebAssembly. */
const EMPTY = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/**
 * Returns the error of a core that did not start.
 * @param {string} name the core's name for readers
 * @param {unknown} cause
 * @param {URL | null | undefined} url where the core was fetched from; null if the caller passed the core, undefined if unknown
 * @param {URL | undefined} base
 */
export function notStarted(name, cause, url, base) {
  let why = reason(cause);
  try {
    new WebAssembly.Module(EMPTY);
    // Most bundlers that move this code leave the package's files behind.
    if (url !== null) why += base ? "; expected the files of this package in base" : "; in a bundle, pass the folder of this package's files as base";
  } catch {
    why = "the Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src";
  }
  return fault("wasm", `${name} could not be started${url ? ` from ${url}` : ""}: ${why}`, { cause });
}
