// `table.trace` in JavaScript has the figures of `cellveil trace` and of the table itself.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";

const CUBES = "target/site/cubes";
const open = (/** @type {string} */ name) => openCube(pathToFileURL(path(CUBES, name, "cube.json")));
/** @param {string} name @param {...string} more */
const commandLine = (name, ...more) => JSON.parse(execFileSync(path("target/release/cellveil"), ["trace", path(CUBES, name), "--format", "json", ...more], { encoding: "utf8" }));

for (const [name, row, column, method] of [["census2011-teaching", "region", "age", "default"], ["census2011-teaching", "region", "age", "rounding5"], ["tidewell", "area:ward", "sex", "default"]]) {
  test(`each step of ${name} with ${method} is that of the command line`, async () => {
    const cube = await open(name);
    const table = await cube.table({ rows: [row], columns: [column], method, reveal: true });
    const [rows, columns] = table.dimensions.map(({ codes }) => codes);
    for (const at of [0, 3, 7]) {
      const [line, place] = [at % (rows.length - 1), at % (columns.length - 1)];
      const cell = line * columns.length + place;
      const trace = await table.trace(cell);
      assert.deepEqual(trace, commandLine(name, "--cell", `${row}=${rows[line].code}`, "--cell", `${column}=${columns[place].code}`, "--method", method));
      assert.deepEqual([trace.count, trace.key, trace.noise, trace.value], [table.trueCounts?.[cell], table.cellKeys?.[cell], table.noise?.[cell], table.values[cell]]);
      const sum = trace.members.reduce((all, { key }) => (all + key) % trace.modulus, 0);
      if (trace.more === 0) assert.equal(sum, trace.key);
    }
  });
}

test("sealed data, table methods and positions outside the table have no trace", async () => {
  const refused = (/** @type {string} */ code) => (/** @type {any} */ error) => error.code === code && /expected/.test(error.message);
  const sealed = await (await open("census2011-teaching-sealed")).table({ rows: ["region"] });
  await assert.rejects(sealed.trace(0), refused("reveal-refused"));
  const cube = await open("census2011-teaching");
  await assert.rejects((await cube.table({ rows: ["region"], method: "controlled5" })).trace(0), refused("whole-table"));
  const table = await cube.table({ rows: ["region"] });
  for (const cell of [1000, -1, 0.5, NaN]) await assert.rejects(table.trace(cell), (/** @type {any} */ error) => error.code === "bad-query");
});
