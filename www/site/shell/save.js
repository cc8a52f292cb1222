// Handing files to the reader.

import { h } from "./dom.js";

/**
 * @param {string | Uint8Array<ArrayBuffer>} text
 * @param {string} name
 * @param {string} type
 */
export function save(text, name, type) {
  const url = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (text)], { type }));
  h("a", { href: url, download: name }).click();
  // Some browsers start reading only after this task; a minute is long enough for any of them.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
