// Only datasets of public or invented records may show true counts, and a link does not change this.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readHash, writeHash } from "../../www/choice/address.js";
import { repair } from "../../www/choice/repair.js";
import { mayPeel, queryOf } from "../../www/choice/state.js";
import { peeled } from "../../www/builder/peel.js";

const cube = (/** @type {string} */ data, mayReveal = true) => /** @type {any} */ ({ data, mayReveal, methods: [], dimensions: [{ name: "sex", label: "Sex", codes: [{ code: "1", label: "Men" }, { code: "2", label: "Women" }], levels: [] }] });
const LINK = "#cube=a&rows=sex&figures=true";

test("confidential data have no peel, not even for staff who may reveal counts", () => {
  assert.deepEqual(["public-use", "synthetic", "confidential"].map((data) => mayPeel(cube(data))), [true, true, false]);
  assert.equal(mayPeel(cube("synthetic", false)), false);
  for (const [data, peel] of [["synthetic", "true"], ["confidential", null]]) {
    const selection = repair(readHash(LINK), cube(String(data)));
    assert.equal(selection.view.peel, peel);
    assert.equal("reveal" in queryOf(selection), peel !== null, "the query asks for true counts only where they may be shown");
  }
});

test("the address holds the peel", () => {
  for (const hash of [LINK, "#cube=a&rows=sex&figures=noise"]) assert.equal(writeHash(readHash(hash)), hash);
  assert.equal(readHash("#cube=a&rows=sex&figures=secret").view.peel, null);
});

test("true counts and noise stand in the rows of the published values", () => {
  const codes = ["1", "2", "_T"].map((code) => ({ code, label: code }));
  const table = /** @type {any} */ ({
    dimensions: [{ name: "sex", label: "Sex", axis: "row", codes }], shape: [3], decimals: 0,
    values: [5, null, 6], status: ["", "suppressed", ""], trueCounts: Float64Array.of(4, 1, 5), noise: Float64Array.of(1, -1, 1),
  });
  const selection = readHash("#cube=a&rows=sex&sort=descending");
  const shown = (/** @type {"true" | "noise" | null} */ peel) => {
    const { layout, published } = peeled(table, { ...selection, view: { ...selection.view, peel } });
    return [0, 1, 2].map((line) => [layout.figure(line, 0).value, published.figure(line, 0).value]);
  };
  assert.deepEqual(shown("true"), [[4, 5], [1, null], [5, 6]]);
  assert.deepEqual(shown("noise"), [[1, 5], [-1, null], [1, 6]]);
  assert.deepEqual(shown(null).map(([value]) => value), [5, null, 6]);
});
