// Cubes of every version of the manifest, as stored in tests/data/cubes, give the stored tables in Node. The test
// `stored_cubes_of_every_version_are_read_and_written` in tests/rust/cube/parts.rs reads the same files natively.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { publishedSets } from "../../www/builder/more/availability.js";

/** @import { Query } from "cellveil" */

/** @type {Query[]} */
const QUERIES = [
  { rows: ["sex"], filter: { area: ["A07"] } },
  { rows: ["area"], columns: ["sex"], filter: { area: ["A04"] } },
  { rows: ["area"], columns: ["sex"] },
  { rows: ["area:half"], columns: ["sex"], totals: false },
];

for (const version of [1, 2, 3, 4]) {
  test(`a cube of version ${version} gives its tables`, async () => {
    const cube = await openCube(path(`tests/data/cubes/version-${version}/cube.json`));
    let tables = "";
    for (const query of QUERIES) tables += (await cube.table(query)).toCSV();
    cube.close();
    assert.equal(tables, readFileSync(path(`tests/data/cubes/version-${version}.csv`), "utf8"));
  });
}

test("the builder finds the published sets of each form of a manifest", async () => {
  const sets = [["area"], ["area:half"], ["sex"], ["area", "sex"], ["area:half", "sex"]];
  for (const version of [2, 3, 4]) {
    const cube = /** @type {any} */ (await openCube(path(`tests/data/cubes/version-${version}/cube.json`)));
    assert.deepEqual(publishedSets(cube)?.lists, [[], ...sets], `version ${version}`);
    cube.close();
  }
});
