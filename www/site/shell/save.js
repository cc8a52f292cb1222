// Downloads of files that the page made.

import { h } from "./dom.js";

/**
 * @param {string | Uint8Array<ArrayBuffer>} text
 * @param {string} name
 * @param {string} type
 */
export function save(text, name, type) {
  const url = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (text)], { type }));
  h("a", { href: url, download: name }).click();
  // Some browsers read the file only after this task. A minute is enough for all of them.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
