// Fills the template of one file, with the same bytes as `cellveil bundle` (src/cli/bundle/template.rs).

import { base85 } from "./base85.js";

/**
 * The parts of a page that differ between files.
 * @typedef {object} Parts
 * @property {string} title
 * @property {string} language
 * @property {object} query  in the names of the elements' properties, with the order of `json_of` in src/cli/bundle.rs
 * @property {[name: string, bytes: Uint8Array][]} cores  compressed
 * @property {[path: string, bytes: Uint8Array][]} files  of the cube
 */

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Writes a value for an element `<script>`: no text of the value closes the element. @param {object} value */
const json = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** @param {string} template @param {Parts} parts */
export function fill(template, { title, language, query, cores, files }) {
  /** @type {Record<string, () => string>} */
  const marks = {
    title: () => escaped(title),
    language: () => escaped(language),
    query: () => json(query),
    cores: () => cores.map(([name, bytes]) => `<script id="core-${name}" type="text/plain">${base85(bytes)}</script>\n`).join(""),
    cube: () => json(Object.fromEntries(files.map(([path, bytes]) => [path, base85(bytes)]))),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => marks[name]());
}
