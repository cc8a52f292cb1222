// A cube of many areas: its manifest is in parts, and a table of one area loads few of them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { test } from "node:test";
import { openCube } from "../../../www/api/index.js";
import { codeOf, nameOf, tableOf, writeAreas } from "./areas.js";

/** The limits for a table of one area, in bytes without compression. */
const BEFORE_TILES = 150_000;
const TILES = 40_000;
/** The limit for a search of one area. */
const SEARCH = 300_000;

/** A source that counts bytes. @param {string} folder */
function counted(folder) {
  /** @type {Record<string, number>} */
  const read = {};
  return {
    read,
    /** @param {string} path */
    get: async (path) => {
      const bytes = readFileSync(`${folder}/${path}`);
      read[path] = (read[path] ?? 0) + bytes.length;
      return new Uint8Array(bytes);
    },
    /** @param {string} start */
    bytes: (start) => Object.entries(read).filter(([path]) => path.startsWith(start)).reduce((sum, [, bytes]) => sum + bytes, 0),
  };
}

/** @param {string} name @param {number} areas */
export function testParts(name, areas) {
  const one = codeOf(Math.floor(areas * 0.77));

  for (const release of /** @type {const} */ (["keyed", "sealed"])) {
    test(`${release}: one of ${areas.toLocaleString("en")} areas loads few bytes, and has the command line's figures`, async (t) => {
      // A sealed view may have ten million combinations.
      const ages = release === "sealed" ? Math.min(18, Math.floor(1e7 / areas / 2)) : 18;
      const { folder } = await writeAreas(`${name}-${release}`, { areas, ages, release });
      const manifest = statSync(`${folder}/cube.json`).size;
      assert.equal(JSON.parse(readFileSync(`${folder}/cube.json`, "utf8")).version, 4);
      const source = counted(folder);
      const cube = await openCube(source);
      assert.deepEqual([cube.dimensions[0].codes.length, cube.dimensions[0].size, cube.dimensions[0].levels[0].size], [0, areas, 30]);
      const table = await cube.table({ rows: ["age"], columns: ["sex"], filter: { area: [one] } });
      const before = source.bytes("cube.json") + source.bytes("parts/");
      t.diagnostic(`cube.json ${manifest} bytes, ${readdirSync(`${folder}/parts`).length} parts; before the tiles ${before} bytes in ${Object.keys(source.read).length} files; tiles ${source.bytes("tiles/")} bytes`);
      assert.ok(before <= BEFORE_TILES, `${before} bytes before the tiles`);
      assert.ok(source.bytes("tiles/") <= TILES, `${source.bytes("tiles/")} bytes of tiles`);
      assert.equal(table.toCSV(), tableOf(folder, ["--rows", "age", "--columns", "sex", "--filter", `area=${one}`]));
      assert.deepEqual(table.filter[0].codes, [{ code: one, label: nameOf(Number(one.slice(1))) }]);

      // The table of an area on an axis, and a table of the districts.
      const rows = await cube.table({ rows: ["area", "sex"], filter: { area: [one, codeOf(0)] , age: ["1"] } }).catch((/** @type {Error & { code: string }} */ error) => error);
      if (release === "keyed") assert.equal(/** @type {any} */ (rows).toCSV(), tableOf(folder, ["--rows", "area,sex", "--filter", `area=${one},${codeOf(0)}`, "--filter", "age=1"]));
      else assert.equal(/** @type {any} */ (rows).code, "needs-blocks");
      const districts = await cube.table({ rows: ["area:district"], columns: ["sex"] });
      assert.equal(districts.toCSV(), tableOf(folder, ["--rows", "area:district", "--columns", "sex"]));
      await assert.rejects(cube.table({ rows: ["sex"], filter: { area: ["E9"] } }), { code: "unknown-code" });
      if (release === "keyed") {
        const query = { rows: ["age"], columns: ["sex"], filter: { area: [one] } };
        assert.deepEqual((await cube.measure(query, { original: cube })).table, (await cube.measure(query)).table);
      }

      // The search for an area loads little, and finds words of labels and codes.
      const already = source.bytes("parts/");
      const begin = performance.now();
      const found = await cube.find("area", nameOf(Number(one.slice(1))).toUpperCase());
      t.diagnostic(`the search took ${(performance.now() - begin).toFixed(1)} ms and loaded ${source.bytes("parts/") - already} bytes`);
      assert.deepEqual(found, { codes: [{ code: one, label: nameOf(Number(one.slice(1))) }], hasMore: false });
      assert.ok(source.bytes("parts/") - already <= SEARCH, `${source.bytes("parts/") - already} bytes for a search`);
      assert.deepEqual((await cube.find("area", one.toLowerCase())).codes.map(({ code }) => code), [one]);
      assert.deepEqual(await cube.find("area", "no such area"), { codes: [], hasMore: false });
      const many = await cube.find("area", nameOf(0).split(" ")[0]);
      assert.deepEqual([many.codes.length, many.hasMore], [50, true]);
      assert.equal((await cube.find("area", "")).codes[0].code, codeOf(0));
      assert.deepEqual((await cube.find("sex", "")).hasMore, false);
      await assert.rejects(cube.find("shoe", "x"), { code: "unknown-dimension" });

      await cube.complete();
      const [area] = cube.dimensions;
      assert.deepEqual([area.codes.length, area.size, area.levels[0].codes.length], [areas, undefined, 30]);
      assert.deepEqual(area.codes[Number(one.slice(1))], { code: one, label: nameOf(Number(one.slice(1))) });
      cube.close();
    });
  }
}
