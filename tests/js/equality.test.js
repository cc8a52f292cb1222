// The command line and the JavaScript API in Node answer any question with the same bytes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { CUBES, assertSame, commandLineAnswers, make, questions, shown } from "./support/equality.js";
import { asWritten } from "./support/random-queries.js";

/** @import { Cube } from "cellveil" */
/** @import { Answer } from "./support/equality.js" */
/** @import { PairQuery } from "./support/random-queries.js" */

/** @param {Cube} cube @param {PairQuery} query @returns {Promise<Answer>} */
async function ask(cube, query) {
  try {
    return { csv: (await cube.table(/** @type {any} */ (asWritten(query)))).toCSV() };
  } catch (error) {
    const { message, fault } = /** @type {Error & { fault: string }} */ (error);
    return { error: message, fault };
  }
}

for (const how of CUBES) {
  const { folder } = how;
  test(`${folder}: the same answers in Node as on the command line`, async (t) => {
    make(how);
    const cube = await openCube(pathToFileURL(path("target", folder, "cube.json")));
    const { random, wrong, jsonStat } = questions(/** @type {any} */ (cube), how);

    await t.test("CSV of random queries", async () => {
      const expected = await commandLineAnswers(folder, random);
      assert.ok(expected.filter((answer) => "csv" in answer).length >= 0.9 * random.length, "most queries are sound");
      for (const [number, query] of random.entries()) {
        assertSame(await ask(cube, query), expected[number], shown(folder, query));
      }
    });

    await t.test("messages of wrong queries", async () => {
      const expected = await commandLineAnswers(folder, wrong);
      for (const [number, query] of wrong.entries()) {
        assert.ok("error" in expected[number], shown(folder, query));
        assertSame(await ask(cube, query), expected[number], shown(folder, query));
      }
    });

    await t.test("JSON-stat", async () => {
      const expected = await commandLineAnswers(folder, jsonStat, "--format=json-stat");
      for (const [number, query] of jsonStat.entries()) {
        const answer = expected[number];
        if (!("csv" in answer)) continue;
        const table = await cube.table(/** @type {any} */ (asWritten(query)));
        assert.deepEqual(table.toJSONStat(), JSON.parse(answer.csv), shown(folder, query));
      }
    });

    cube.close();
  });
}
