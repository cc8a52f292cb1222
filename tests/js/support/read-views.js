// Reads the views of a built cube with their tiles, wherever the manifest keeps them: in cube.json, in lists of tiles,
// or in files of tile entries. Versions 1 and 4 are read.

import { readFileSync } from "node:fs";

/** @typedef {{ path: string, bytes: number }} File */
/** `codes`: the first and last code of the splitting axis. `list`: the list that has the tile. @typedef {{ file: File, cells: number, codes?: [number, number], list?: File }} Tile */
/** `split`: the splitting axis. @typedef {{ axes: string[], cells: number, split?: string, tiles: Tile[] }} View */
/** `entries`: the files of tile entries. @typedef {{ views: View[], entries: File[] }} Views */

/** A file of version 4. @param {"tiles" | "parts"} folder @param {string} sha256 @param {number} bytes @returns {File} */
export const fileOf = (folder, sha256, bytes) => ({ path: `${folder}/${sha256.slice(0, 16)}.${folder === "tiles" ? "cvt" : "json"}`, bytes });

/** @param {string} folder @returns {Views} */
export function readViews(folder) {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(`${folder}/${path}`, "utf8"));
  const manifest = read("cube.json");
  return manifest.axes ? shortViews(manifest, read) : { views: longViews(manifest), entries: [] };
}

/** The views of version 1. @param {any} manifest @returns {View[]} */
function longViews({ views, files }) {
  const known = new Map(files.map((/** @type {File} */ { path, bytes }) => [path, { path, bytes }]));
  return views.map((/** @type {any} */ view) => ({ ...view, tiles: view.tiles.map((/** @type {any} */ tile) => ({ ...tile, file: known.get(tile.file) })) }));
}

/** The views of version 4. @param {any} manifest @param {(path: string) => any} read @returns {Views} */
function shortViews({ axes: names, views, tiles: parts = [] }, read) {
  const entries = parts.map((/** @type {[number, string, number]} */ [, sha256, bytes]) => fileOf("parts", sha256, bytes));
  /** The tile entries of all views, if they are in files. @type {any[][]} */
  const moved = entries.flatMap((/** @type {File} */ { path }) => read(path).views);
  /** @param {any[]} entry @param {File} [list] @returns {Tile[]} */
  const tilesOf = (entry, list) => {
    if (entry[0] === "list") {
      const file = fileOf("parts", entry[1], entry[2]);
      return read(file.path).tiles.flatMap((/** @type {any[]} */ tile) => tilesOf(tile, file));
    }
    const [sha256, bytes, cells, codes] = entry;
    return [{ file: fileOf("tiles", sha256, bytes), cells, ...(codes && { codes }), ...(list && { list }) }];
  };
  return {
    views: views.map((/** @type {[number[], number, (number | null)?, { tiles?: any[][] }?]} */ [positions, cells, split, others], /** @type {number} */ at) => {
      const axes = positions.map((position) => names[position]);
      return { axes, cells, ...(split != null && { split: axes[split] }), tiles: (others?.tiles ?? moved[at]).flatMap((entry) => tilesOf(entry)) };
    }),
    entries,
  };
}
