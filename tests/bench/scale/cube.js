/** Describes the files of a built cube: its views with their tiles, and the bytes of each kind of file. */

import { readFileSync, readdirSync } from "node:fs";
import { brotli } from "../../../scripts/brotli.js";

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

/** @typedef {{ path: string, bytes: number }} File */
/** @typedef {{ file?: string, list?: File, cells: number }} Tile */
/** @typedef {{ axes: string[], cells: number, split?: unknown, tiles?: Tile[] }} ViewPart */
/** @typedef {{ codes?: unknown[], parts?: any[][] }} List */

/** A file of version 4. @param {"tiles" | "parts"} folder @param {string} sha256 @param {number} bytes @returns {File} */
const file = (folder, sha256, bytes) => ({ path: `${folder}/${sha256.slice(0, 16)}.${folder === "tiles" ? "cvt" : "json"}`, bytes });

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
      const part = file("parts", sha256, bytes);
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
  /** A tile entry of version 1 or 4. @param {any} entry @returns {Tile} */
  const tileOf = (entry) => {
    if (!Array.isArray(entry)) return entry;
    if (entry[0] === "list") return { list: file("parts", entry[1], entry[2]), cells: entry[3] };
    const tile = file("tiles", entry[0], entry[1]);
    add("tiles", tile);
    return { file: tile.path, cells: entry[2] };
  };
  /** The tile entries of all views, if they are in files. @type {unknown[][]} */
  const moved = (manifest.tiles ?? []).flatMap((/** @type {[number, string, number]} */ [, sha256, bytes]) => {
    const part = file("parts", sha256, bytes);
    add("views", part);
    return read(part.path).views;
  });
  /** A view of version 1 or 4. @param {any} view @returns {ViewPart} */
  const viewOf = (view) => {
    if (!Array.isArray(view)) return view;
    const [axes, cells, split, others] = view;
    return { axes: axes.map((/** @type {number} */ axis) => manifest.axes[axis]), cells, split: split ?? undefined, tiles: others?.tiles };
  };
  const views = manifest.views.map(viewOf).map((/** @type {ViewPart} */ view, /** @type {number} */ at) => {
    const tiles = (view.tiles ?? moved[at]).map(tileOf).flatMap((tile) => {
      if (!tile.list) return [tile];
      add("lists", tile.list);
      return read(tile.list.path).tiles.map(tileOf);
    });
    return { axes: view.axes, cells: view.cells, split: view.split !== undefined, tiles };
  });

  /** The cells in each file. @type {Map<string, number>} */
  const cells = new Map();
  for (const { tiles } of views) for (const tile of tiles) cells.set(tile.file, (cells.get(tile.file) ?? 0) + tile.cells);
  const bytesOf = (/** @type {Tile} */ { file = "", cells: own }) => ((found.tiles.get(file) ?? 0) * own) / Math.max(1, cells.get(file) ?? 0);
  const each = (/** @type {(sizes: number[]) => number} */ work) =>
    /** @type {Record<Kind, number>} */ (Object.fromEntries(Object.entries(found).map(([kind, files]) => [kind, work([...files.values()])])));
  const length = (/** @type {unknown} */ value) => JSON.stringify(value).length;
  const long = ["dimensions", "axes", "views", "tiles", "files"].filter((field) => manifest[field]);
  const kept = long.reduce((sum, field) => sum + length(manifest[field]), 0);
  return {
    views: views.map((/** @type {any} */ view) => ({ ...view, tiles: view.tiles.length, bytes: view.tiles.reduce((/** @type {number} */ sum, /** @type {Tile} */ tile) => sum + bytesOf(tile), 0) })),
    tiles: views.reduce((/** @type {number} */ sum, /** @type {any} */ { tiles }) => sum + tiles.length, 0),
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
