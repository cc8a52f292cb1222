// The errors of the core and of the browser, in plain words.

import { words } from "./words.js";

/** Names of errors without enough memory: a buffer that is too large, and a trap of WebAssembly. */
const TRAPS = ["RangeError", "RuntimeError"];

/** Texts of the code `wasm` (www/api/folder.js, www/api/errors.js, src/host/wasm/ending.rs). */
const NOT_STARTED = /could not be (started|loaded)/;
const NO_LACK = /is not damaged$|^an error of this program/;

/**
 * The words for an error. A code says what happened; a message may have any words of the reader's file.
 * @param {unknown} error
 * @returns {{ text: string, technical: string }}
 */
export function failureInWords(error) {
  const { code = "", message = String(error), name = "" } = /** @type {{ code?: string, message?: string, name?: string }} */ (Object(error));
  const { errors } = words;
  if (code === "start") return { text: errors.start, technical: message };
  // The core's code for each end without an answer. Its own texts name the two ends that are no lack of memory.
  if (code === "wasm" && NOT_STARTED.test(message)) return { text: errors.start, technical: message };
  if (code === "wasm" ? !NO_LACK.test(message) : TRAPS.includes(name)) return { text: errors.memory, technical: message };
  if (name === "NotReadableError" || name === "NotFoundError") return { text: errors.read, technical: message };
  // The core's own sentences name the place and what was expected.
  if (code && typeof code === "string") return { text: sentence(message), technical: "" };
  console.error(error);
  return { text: errors.other, technical: message };
}

/** @param {string} text */
export const sentence = (text) => (/^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text) + (/[.!?]$/.test(text) ? "" : ".");
