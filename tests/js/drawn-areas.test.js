// Drawn areas and groups of a table are two forms of one choice. A visit to the page of areas changes neither.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { writeHash as tableHash } from "../../www/choice/address.js";
import { countGroups, tableOf, withAreas } from "../../www/site/pages/community/choice.js";
import { readHash, writeHash } from "../../www/site/pages/community/hash.js";

const PARTS = ["1", "2", "3", "4", "5", "6"].map((code) => ({ code, label: `Part ${code}` }));
const GROUPS = ["A,1", "B,2", "C,3", "D,4", "E,5"];
const hashOf = (/** @type {string[]} */ groups, table = "&rows=area") => `#cube=town${table}${groups.map((each) => `&group=area,${each}`).join("")}`;
const read = (/** @type {string} */ hash) => withAreas(readHash(hash), "area");
const table = (/** @type {import("../../www/site/pages/community/hash.js").Wanted} */ wanted) => decodeURIComponent(tableHash(tableOf(wanted, PARTS, "area")));

describe("groups of a table", () => {
  test("stay as they are until an area changes", () => {
    for (const groups of [[], ["A,1"], GROUPS, [`${"Long ".repeat(20)}name,1,2`], ["A\u202eB,1"], [" A ,2"], ["A,2,1"]]) {
      const hash = hashOf(groups);
      assert.equal(table(read(hash)), hash);
      // A reload of the page of areas also changes nothing.
      assert.equal(table(read(writeHash(read(hash)))), hash);
    }
  });

  test("keep the groups that the page has no room for", () => {
    const wanted = read(hashOf(GROUPS));
    assert.deepEqual(countGroups(wanted, "area"), { shown: 3, all: 5 });
    wanted.areas[1].codes = ["2", "6"];
    assert.equal(table(wanted), hashOf(["A,1", "B,2,6", "C,3", "D,4", "E,5"]));
    wanted.areas.splice(0, 1);
    const less = hashOf(["B,2,6", "C,3", "D,4", "E,5"]);
    assert.equal(table(wanted), less);
    assert.deepEqual(countGroups(wanted, "area"), { shown: 2, all: 4 });
    assert.equal(table(read(writeHash(wanted))), less, "after a reload");
    // A drawn area cannot have the name of another group.
    wanted.areas[0].name = "E";
    assert.equal(table(wanted), hashOf(["E (2),2,6", "C,3", "D,4", "E,5"]));
  });

  test("keep the name of an unchanged area beside a changed one", () => {
    const long = `${"Long ".repeat(20)}name`;
    const wanted = read(hashOf([`${long},1`, "A\u202eB,2", "C,3"]));
    assert.equal(wanted.areas[0].name, long);
    wanted.areas[2].codes = ["4"];
    assert.equal(table(wanted), hashOf([`${long},1`, "A\u202eB,2", "C,4"]));
  });

  test("are gone when the reader removes all areas, also after a reload", () => {
    const wanted = read(hashOf(["A,1"]));
    wanted.areas = [{ name: "A", codes: [] }];
    assert.equal(table(wanted), hashOf([]));
    wanted.areas = [{ name: "", codes: [] }];
    assert.equal(table(wanted), hashOf([]));
    const reloaded = read(writeHash(wanted));
    assert.deepEqual(reloaded.areas, [{ name: "", codes: [] }]);
    assert.equal(table(reloaded), hashOf([]));
    // The next drawn area is a group again.
    reloaded.areas[0].codes = ["6"];
    assert.equal(table(reloaded), hashOf(["Area 1,6"]));
  });

  test("come from drawn areas in an address without a table, but not in a table of other variables", () => {
    assert.equal(table(read("#cube=town&area=A,1&area=,2")), hashOf(["A,1", "Area 2,2"]));
    assert.equal(table(read("#cube=town")), "#cube=town");
    assert.equal(table(read("#cube=town&rows=sex&area=A,1")), "#cube=town&rows=sex");
    assert.equal(table(read("#cube=town&rows=area,sex&group=sex,All,1,2&area=A,1")), "#cube=town&rows=area,sex&group=sex,All,1,2");
  });
});
