/** The command line and the API in Node give the same bytes for each query, with SIMD and without. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../../scripts/lib.js";
import { CUBES, assertAnswered, assertSame, commandLineAnswers, make, questions, shown } from "./equality.js";
import { asWritten } from "./random-queries.js";

/** @import { Cube } from "cellveil" */
/** @import { Answer, TestedCube } from "./equality.js" */
/** @import { PairQuery } from "./random-queries.js" */

/** @param {Cube} cube @param {PairQuery} query @returns {Promise<Answer>} */
async function ask(cube, query) {
  try {
    const table = await cube.table(/** @type {any} */ (asWritten(query)));
    return { csv: table.toCSV(), receipt: table.receipt ?? undefined };
  } catch (error) {
    const { message, fault } = /** @type {Error & { fault: string }} */ (error);
    return { error: message, fault };
  }
}

/** @param {number} count of random queries to each cube */
export function testEqualAnswers(count) {
  for (const how of CUBES) testCube(how, count);
}

/** @param {TestedCube} how @param {number} count */
function testCube(how, count) {
  const { folder } = how;
  test(`${folder}: the same answers in Node as on the command line`, async (t) => {
    make(how);
    const url = pathToFileURL(path("target", folder, "cube.json"));
    const cube = await openCube(url);
    const scalar = await openCube(url, { simd: false });
    const { random, wrong, jsonStat } = questions(/** @type {any} */ (cube), how, count);

    await t.test("CSV and receipts of random queries are equal", async () => {
      const expected = await commandLineAnswers(folder, random);
      assertAnswered(expected, how);
      for (const [number, query] of random.entries()) {
        assertSame(await ask(cube, query), expected[number], shown(folder, query));
        assertSame(await ask(scalar, query), expected[number], `without SIMD: ${shown(folder, query)}`);
      }
    });

    await t.test("messages of wrong queries are equal", async () => {
      const expected = await commandLineAnswers(folder, wrong);
      for (const [number, query] of wrong.entries()) {
        assert.ok("error" in expected[number], shown(folder, query));
        assertSame(await ask(cube, query), expected[number], shown(folder, query));
      }
    });

    await t.test("JSON-stat is equal", async () => {
      const expected = await commandLineAnswers(folder, jsonStat, "--format=json-stat");
      for (const [number, query] of jsonStat.entries()) {
        const answer = expected[number];
        if (!("csv" in answer)) continue;
        const table = await cube.table(/** @type {any} */ (asWritten(query)));
        assert.deepEqual(table.toJSONStat(), JSON.parse(answer.csv), shown(folder, query));
      }
    });

    if (folder.endsWith("census2011-teaching") || folder.includes("census-split")) {
      await t.test("building blocks are equal in the table and in its JSON-stat", async () => {
        const nine = cube.dimensions[0].codes.map(({ code }) => code).filter((code) => code !== "E12000009");
        /** @type {PairQuery} */
        const query = { rows: ["sex"], columns: ["age"], groups: [["age", [["young", ["1", "2"]]]]], filter: [["region", nine]], areas: "blocks" };
        const [answer] = await commandLineAnswers(folder, [query], "--format=json-stat");
        assert.ok("csv" in answer);
        const table = await cube.table(/** @type {any} */ (asWritten(query)));
        assert.deepEqual(table.toJSONStat(), JSON.parse(answer.csv));
        const block = (/** @type {1 | -1} */ sign, /** @type {string | null} */ name, /** @type {string} */ code, /** @type {string} */ label) => ({ sign, name, code, label });
        assert.deepEqual(table.areas, {
          mode: "blocks",
          axes: [
            { name: "age", places: [{ code: "young", blocks: [block(1, "age", "1", "0 to 15"), block(1, "age", "2", "16 to 24")], negative: false, variance: 2 }] },
            { name: "region", places: [{ code: null, blocks: [block(1, null, "_T", "Total"), block(-1, "region", "E12000009", "South West")], negative: true, variance: 2 }] },
          ],
        });
      });
    }

    cube.close();
    scalar.close();
  });
}
