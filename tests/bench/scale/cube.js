/** Describes the files of a built cube: its views with their tiles, and the bytes of each kind of file. */

import { readFileSync, readdirSync } from "node:fs";
import { brotli } from "../../../scripts/brotli.js";
import { fileOf, readViews } from "../../js/support/read-views.js";

/** @import { File, Tile } from "../../js/support/read-views.js" */

/** `bytes` of the tiles, a share of the file where views share a file. @typedef {{ axes: string[], cells: number, split: boolean, tiles: number, bytes: number }} View */
/** The kinds of files. `views`: files of tile entries. @typedef {"manifest" | "ptables" | "tiles" | "codes" | "index" | "levels" | "lists" | "views"} Kind */
/**
 * @typedef {object} Described
 * @property {View[]} views
 * @property {number} tiles number of slices of all views
 * @property {Record<Kind, number>} files number of files
 * @property {Record<Kind, number>} bytes
 * @property {Record<Kind, number>} largest bytes of the largest file
 * @property {number} manifestBrotli bytes of cube.json with brotli
 * @property {Record<string, number>} dimensions bytes of each dimension in cube.json
 * @property {Record<string, number>} codes number of codes of each dimension and level in cube.json
 * @property {number} head bytes of cube.json without dimensions, axes, views, tiles and files
 */

/** @typedef {{ codes?: unknown[], parts?: any[][] }} List */

/** @param {string} folder @returns {Described} */
export function describe(folder) {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
  const text = readFileSync(`${folder}/cube.json`);
  const manifest = JSON.parse(text.toString());
  /** @type {Record<Kind, Map<string, number>>} */
  const found = { manifest: new Map([["cube.json", text.length]]), ptables: new Map(), tiles: new Map(), codes: new Map(), index: new Map(), levels: new Map(), lists: new Map(), views: new Map() };
  const add = (/** @type {Kind} */ kind, /** @type {File} */ { path, bytes }) => void found[kind].set(path, bytes);

  const addList = (/** @type {Kind} */ kind, /** @type {List | undefined} */ list) => {
    for (const [, , sha256, bytes] of list?.parts ?? []) {
      const part = fileOf("parts", sha256, bytes);
      add(kind, part);
      addList(kind, read(part.path));
    }
  };
  for (const { list, index, levels = [] } of manifest.dimensions) {
    addList("codes", list);
    addList("index", index);
    for (const { file } of levels) if (file) add("levels", file);
  }

  for (const file of manifest.files) add(file.path.startsWith("tiles/") ? "tiles" : "ptables", file);
  const { views, entries } = readViews(folder);
  for (const file of entries) add("views", file);
  for (const { file, list } of views.flatMap(({ tiles }) => tiles)) {
    add("tiles", file);
    if (list) add("lists", list);
  }

  /** The cells in each file. @type {Map<string, number>} */
  const cells = new Map();
  for (const { file, cells: own } of views.flatMap(({ tiles }) => tiles)) cells.set(file.path, (cells.get(file.path) ?? 0) + own);
  const bytesOf = (/** @type {Tile} */ { file, cells: own }) => (file.bytes * own) / Math.max(1, cells.get(file.path) ?? 0);
  const each = (/** @type {(sizes: number[]) => number} */ work) =>
    /** @type {Record<Kind, number>} */ (Object.fromEntries(Object.entries(found).map(([kind, files]) => [kind, work([...files.values()])])));
  const length = (/** @type {unknown} */ value) => JSON.stringify(value).length;
  const long = ["dimensions", "axes", "views", "tiles", "files"].filter((field) => manifest[field]);
  const kept = long.reduce((sum, field) => sum + length(manifest[field]), 0);
  return {
    views: views.map(({ axes, cells, split, tiles }) => ({ axes, cells, split: split !== undefined, tiles: tiles.length, bytes: tiles.reduce((sum, tile) => sum + bytesOf(tile), 0) })),
    tiles: views.reduce((sum, { tiles }) => sum + tiles.length, 0),
    files: each((sizes) => sizes.length),
    bytes: each((sizes) => sizes.reduce((sum, size) => sum + size, 0)),
    largest: each((sizes) => Math.max(0, ...sizes)),
    manifestBrotli: brotli(text).length,
    dimensions: Object.fromEntries(manifest.dimensions.map((/** @type {{ name: string }} */ dimension) => [dimension.name, length(dimension)])),
    codes: Object.fromEntries(manifest.dimensions.flatMap((/** @type {any} */ { name, codes, list, levels = [] }) => [
      [name, codes?.length ?? list.count],
      ...levels.map((/** @type {any} */ level) => [`${name}:${level.name}`, level.codes?.length ?? level.file.count]),
    ])),
    head: text.length - kept,
  };
}

/** Number of files that are not described. @param {string} folder @param {Described} cube */
export function unknownFiles(folder, { files }) {
  const number = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  return number - Object.values(files).reduce((sum, one) => sum + one, 0);
}
