// Reads the parts of one file: the query, the cores and the files of the cube. Each part is the text of an element
// `<script>` that no browser runs. scripts/one-file.js writes these elements.

import { bytesOf } from "./base85.js";

/** @import { Source } from "../../../../api/types.js" */

/** A query, in the names of the elements' properties. @typedef {{ rows: string[], columns: string[], filter: [string, string[]][], groups: [string, [string, string[]][]][], method: string | null, with: object[], areas: string | null, totals: boolean }} Query */

/** The cores that build tables. A file has one of them. */
const BUILDERS = ["full", "tables"];

/** The text of a part. A worker has no parts. @param {string} id */
const textOf = (id) => globalThis.document?.getElementById(id)?.textContent ?? null;

/** Whether the file has a part. @param {string} id */
export const has = (id) => textOf(id) !== null;

/** @param {string} id @returns {string} */
function part(id) {
  const text = textOf(id);
  if (text === null) throw new Error(`this file has no part ${id}; save the file again`);
  return text;
}

/** Expands compressed bytes. @param {Uint8Array<ArrayBuffer>} bytes */
export function inflated(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
}

/** @returns {Query} */
export const query = () => JSON.parse(part("query"));

/** The lesson that the file shows first, or an empty text for the list of lessons. @returns {string} */
export const lesson = () => JSON.parse(part("query")).lesson;

/** The files of the cube. @returns {Source} */
export function source() {
  /** @type {Record<string, string>} */
  const files = JSON.parse(part("cube"));
  return {
    get(path) {
      if (!Object.hasOwn(files, path)) throw new Error("this file has only the parts of the dataset that its table needs");
      return bytesOf(files[path]);
    },
  };
}

/** The bytes of a core. @param {string} name */
export async function core(name) {
  return new Uint8Array(await inflated(bytesOf(part(`core-${name}`))).arrayBuffer());
}

/** The bytes of the core that builds tables. */
export const engine = () => core(BUILDERS.find((name) => has(`core-${name}`)) ?? BUILDERS[0]);
