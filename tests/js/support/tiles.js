/**
 * Tests a cube with one tile for each area. A table for one area fetches the tile of that area. A table for all areas
 * fetches a coarser view. Both have the counts and keys of a plain sum over the cells.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../../scripts/lib.js";
import { openCube } from "../../../www/api/index.js";
import { readViews } from "./read-views.js";
import { CELLS, REGIONS, dimensionsOf, folderOf, makeTiledCells } from "./tiled-cells.js";

/** @import { File } from "./read-views.js" */

/**
 * Returns the counts and keys of a table with totals, computed directly from the cells.
 * @param {ReturnType<typeof makeTiledCells>} columns
 * @param {number} areas
 * @param {string[]} axes `dimension` or `dimension:level`
 * @param {{ area?: number, region?: number }} where
 */
function plainSums({ codes, counts, keys }, areas, axes, { area, region }) {
  const dimensions = dimensionsOf(areas);
  const found = axes.map((asked) => {
    const [name, level] = asked.split(":");
    const at = dimensions.findIndex((dimension) => dimension.name === name);
    const { codes: all, group = 1 } = dimensions[at];
    const join = level ? group : 1;
    return { column: codes[at], join, size: all / join + 1 };
  });
  const size = found.reduce((product, axis) => product * axis.size, 1);
  const sums = { counts: new Array(size).fill(0), keys: new Array(size).fill(0) };
  // The cells are sorted by area.
  const within = areas / REGIONS;
  const [first, last] = area !== undefined ? [area, area] : region !== undefined ? [region * within, (region + 1) * within - 1] : [0, areas - 1];
  for (let cell = first * CELLS; cell < (last + 1) * CELLS; cell++) {
    let place = 0;
    for (const { column, join, size } of found) place = place * size + Math.floor(column[cell] / join);
    sums.counts[place] += counts[cell];
    sums.keys[place] = (sums.keys[place] + keys[cell]) >>> 0;
  }
  // Adds the totals along each axis. The last place of an axis is the sum of the others.
  let stride = size;
  for (const axis of found) {
    stride /= axis.size;
    for (let place = 0; place < size; place++) {
      const code = Math.floor(place / stride) % axis.size;
      if (code === axis.size - 1) continue;
      const total = place + (axis.size - 1 - code) * stride;
      sums.counts[total] += sums.counts[place];
      sums.keys[total] = (sums.keys[total] + sums.keys[place]) >>> 0;
    }
  }
  return sums;
}

/** @param {number} areas */
export const testTiles = (areas) => test(`${(areas * CELLS).toLocaleString("en")} cells in ${areas} tiles`, async (t) => {
  const columns = makeTiledCells(areas);
  const some = Math.floor(areas * 0.634);
  const { views } = readViews(path("target", folderOf(areas)));
  const allTiles = views.flatMap(({ tiles }) => tiles);
  const lists = new Set(allTiles.map(({ list }) => list?.path));
  /** @type {File[]} */
  let fetched = [];
  const cube = await openCube({
    get(/** @type {string} */ file) {
      const bytes = new Uint8Array(readFileSync(path("target", folderOf(areas), file)));
      fetched.push({ path: file, bytes: bytes.length });
      return bytes;
    },
  });

  await t.test("the finest view is cut by area, the others are coarser and take no more than it does", () => {
    const [finest, ...coarser] = views;
    assert.deepEqual(finest.axes, ["area", "age", "occupation", "marital"]);
    assert.equal(finest.cells, areas * CELLS);
    assert.equal(finest.split, "area");
    assert.deepEqual(finest.tiles.map(({ cells, codes }) => ({ cells, codes })), Array.from({ length: areas }, (_, area) => ({ cells: CELLS, codes: [area, area] })));
    assert.ok(coarser.length > 0 && coarser.every(({ cells }) => cells < finest.cells));
    const bytesOf = (/** @type {typeof allTiles} */ tiles) => [...new Map(tiles.map(({ file }) => [file.path, file.bytes])).values()].reduce((sum, bytes) => sum + bytes, 0);
    const [all, own] = [bytesOf(allTiles), bytesOf(finest.tiles)];
    assert.ok(all <= 2 * own, `${all} bytes of tiles, ${own} of them the finest view's`);
  });

  /**
   * Builds a table, compares it with the plain sums, and returns the fetched files.
   * @param {{ rows: string[], columns: string[] }} axes @param {{ area?: number, region?: number }} where
   */
  const ask = async (axes, where) => {
    /** @type {{ [name: string]: string[] }} */
    const filter = {};
    if (where.area !== undefined) filter.area = [String(where.area)];
    if (where.region !== undefined) filter["area:region"] = [`region ${where.region}`];
    fetched = [];
    const table = await cube.table({ ...axes, filter, reveal: true });
    const expected = plainSums(columns, areas, [...axes.rows, ...axes.columns], where);
    // deepEqual is not used, because it would print the tables.
    const differs = (/** @type {ArrayLike<number>} */ found, /** @type {number[]} */ sums) => found.length !== sums.length || sums.some((sum, at) => found[at] !== sum);
    assert.ok(!differs(/** @type {any} */ (table).trueCounts, expected.counts), "counts");
    assert.ok(!differs(/** @type {any} */ (table).cellKeys, expected.keys), "keys");
    return fetched;
  };
  await t.test("a table for one area fetches its tile, the list of the tile if there is one, and nothing else", async () => {
    for (const area of [0, some, areas - 1]) {
      const { file, list } = views[0].tiles[area];
      assert.deepEqual(await ask({ rows: ["age"], columns: ["occupation", "marital"] }, { area }), list ? [list, file] : [file]);
      // The tile is loaded, so other tables for the area fetch nothing, or one small file of a coarser view and its list.
      const more = await ask({ rows: ["age:band"], columns: ["marital"] }, { area });
      assert.ok(more.filter(({ path }) => lists.has(path) || path.startsWith("tiles/")).length <= 1 && more.length <= 2 && more.every(({ bytes }) => bytes < 500_000), JSON.stringify(more));
    }
    const { bytes } = views[0].tiles[some].file;
    assert.ok(bytes < 150_000, `${bytes} bytes`);
  });

  await t.test("a table for all areas fetches a coarser view only", async () => {
    const fine = new Set(views[0].tiles.map(({ file }) => file.path));
    for (const axes of [
      { rows: ["age:band"], columns: ["occupation:group"] },
      { rows: ["age"], columns: ["occupation", "marital"] },
      { rows: ["area:region"], columns: ["age:band", "marital"] },
    ]) {
      const files = await ask(axes, {});
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      assert.ok(files.every(({ path }) => !fine.has(path)), JSON.stringify(files));
      assert.ok(bytes < 1_000_000, `${bytes} bytes for ${JSON.stringify(axes)}`);
    }
  });

  await t.test("a table for a region fetches what the region takes", async () => {
    const files = await ask({ rows: ["age"], columns: ["occupation:group"] }, { region: 7 });
    assert.ok(files.length > 0 && files.reduce((sum, { bytes }) => sum + bytes, 0) < 1_000_000, JSON.stringify(files));
  });

  cube.close();
});
