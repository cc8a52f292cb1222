/**
 * Growth with the areas of the cube: 1,000 to 200,000 areas by sex and 18 ages. The table always has one area. From some
 * size on, the manifest is in parts (`src/cube/FORMAT.md`).
 */

import { readFileSync, readdirSync, statSync } from "node:fs";
import { openCube } from "cellveil";
import { codeOf, nameOf, writeAreas } from "../../js/support/areas.js";
import { repeated, timeAll } from "../measure.js";

/** A source that counts the bytes of files by the start of their path. @param {string} folder */
function counted(folder) {
  /** @type {Record<string, number>} */
  const read = {};
  return {
    read,
    get: async (/** @type {string} */ file) => {
      const bytes = readFileSync(`${folder}/${file}`);
      const kind = file.split("/")[0];
      read[kind] = (read[kind] ?? 0) + bytes.length;
      return new Uint8Array(bytes);
    },
  };
}

/** @param {number[]} sizes @returns {import("./index.js").Growth} */
export const areas = (sizes) => ({
  name: "areas",
  title: "areas of the cube, for a table of one of them",
  sizes,
  columns: ["areas", "files", "cube_mb", "bytes_before_tiles", "tile_bytes", "search_bytes", "build_s", "open_and_table", "table", "search"],
  build() {
    // Each size is built just before it is measured, because the largest cubes take hundreds of megabytes.
  },
  async measure(effort) {
    const steps = [];
    for (const number of sizes) {
      const begin = performance.now();
      const { folder } = await writeAreas(`bench/areas/${number}`, { areas: number });
      const built = (performance.now() - begin) / 1000;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const bytes = files.reduce((sum, entry) => sum + statSync(`${entry.parentPath}/${entry.name}`).size, 0);
      const wanted = Math.floor(number * 0.77);
      const query = { rows: ["age"], columns: ["sex"], filter: { area: [codeOf(wanted)] } };
      const source = counted(folder);
      const cube = await openCube(source);
      await cube.table(query);
      const { "cube.json": manifest, parts = 0, tiles } = source.read;
      // A search in a cube that was just opened. The bytes include cube.json.
      const searching = counted(folder);
      const another = await openCube(searching);
      await another.find("area", nameOf(wanted));
      another.close();
      const searched = Object.values(searching.read).reduce((sum, bytes) => sum + bytes, 0);
      let next = 0;
      const times = await timeAll({
        open_and_table: repeated(async () => {
          const fresh = await openCube(counted(folder));
          await fresh.table(query);
          fresh.close();
        }),
        table: repeated(() => cube.table(query)),
        // Each search is for another area.
        search: repeated(() => cube.find("area", nameOf((next += 7919) % number))),
      }, effort);
      cube.close();
      steps.push({ areas: number, files: files.length, cube_mb: bytes / 1e6, bytes_before_tiles: manifest + parts, tile_bytes: tiles, search_bytes: searched, build_s: built, ...times });
    }
    return steps;
  },
});
