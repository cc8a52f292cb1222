// The builder's choice with a cube in parts, which lacks the codes of its long dimension. The cube here is a stand-in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../www/api/table.js";
import { createTrail } from "../../www/builder/history.js";
import { carryOver, longTable } from "../../www/builder/more/helpers.js";
import { recall } from "../../www/builder/more/recall.js";
import { suggestionsToDraw } from "../../www/builder/more/suggestions.js";
import { longest, wholeNeeded } from "../../www/builder/more/whole.js";
import { createStore } from "../../www/builder/store.js";
import { remember } from "../../www/choice/known.js";
import { fit } from "../../www/choice/correct.js";
import { problemsOf } from "../../www/choice/repair.js";
import { countCells, emptySelection, firstSelection, variablesOf } from "../../www/choice/state.js";
import { english } from "../../www/words/builder/english.js";
import { origin, rawTable } from "./support/raw-table.js";

/** @import { Cube, Selection } from "../../www/choice/types.js" */

const AREAS = 9_000;
const codeOf = (/** @type {number} */ at) => `E${String(at).padStart(4, "0")}`;
const areas = Array.from({ length: AREAS }, (_, at) => ({ code: codeOf(at), label: `Area ${at}` }));
const districts = ["North", "South"].map((label, at) => ({ code: `D${at}`, label }));
const sexes = [{ code: "1", label: "Male" }, { code: "2", label: "Female" }];

/** A cube in parts. `found` counts its searches, and `complete` its loads. @param {Partial<Cube>} [more] */
function inParts(more = {}) {
  const count = { found: 0, complete: 0 };
  const cube = {
    id: "areas", title: "Areas", release: "keyed", manifest: {}, rules: null, mayReveal: false, data: "synthetic",
    dimensions: [
      { name: "area", label: "Area", role: "geo", codes: /** @type {typeof areas} */ ([]), size: /** @type {number | undefined} */ (AREAS), levels: [{ name: "district", label: "District", codes: /** @type {typeof districts} */ ([]), size: /** @type {number | undefined} */ (2) }] },
      { name: "sex", label: "Sex", role: null, codes: sexes, levels: [] },
    ],
    methods: [{ name: "default", kind: "random-rounding", parameters: { kind: "random-rounding" } }, { name: "keys", kind: "cell-key", parameters: { zeros: "category-keys" } }, { name: "fitted", kind: "controlled-rounding", parameters: {} }],
    defaultMethod: "default",
    async find(/** @type {string} */ _, /** @type {string} */ text) {
      count.found++;
      return { codes: areas.filter(({ code, label }) => code === text || label === text), hasMore: false };
    },
    async complete() {
      count.complete++;
      const [area] = cube.dimensions;
      Object.assign(area, { codes: areas, size: undefined });
      Object.assign(area.levels[0], { codes: districts, size: undefined });
      return cube;
    },
    ...more,
  };
  return { cube: /** @type {Cube} */ (/** @type {unknown} */ (cube)), count };
}

/** @param {Partial<Selection>} of @returns {Selection} */
const chosen = (of) => ({ ...emptySelection(), cube: "areas", ...of });

test("a variable of a long list has its size, and the categories that the page has met", () => {
  const { cube } = inParts();
  const of = (/** @type {string} */ name) => variablesOf(cube).find((each) => each.name === name);
  assert.deepEqual([of("area")?.size, of("area")?.partial, of("area")?.codes], [AREAS, true, []]);
  remember(cube, "area", [areas[5], areas[2]]);
  remember(cube, "area", [areas[3], areas[2]]);
  assert.deepEqual(of("area")?.codes, [areas[2], areas[3], areas[5]]);
  // A table of all districts has them in the order of the dataset.
  remember(cube, "area:district", [districts[1]]);
  assert.equal(of("area:district")?.partial, true);
  remember(cube, "area:district", districts);
  assert.deepEqual([of("area:district")?.partial, of("area:district")?.codes], [false, districts]);
  assert.deepEqual([of("sex")?.partial, of("sex")?.size], [false, 2]);
});

test("the first table has a level of a long dimension, or other variables", () => {
  const { cube } = inParts();
  assert.deepEqual([firstSelection("areas", cube).rows, firstSelection("areas", cube).columns], [["area:district"], ["sex"]]);
  cube.dimensions[0].levels = [];
  assert.deepEqual([firstSelection("areas", cube).rows, firstSelection("areas", cube).columns], [["sex"], []]);
});

test("unknown codes of a long dimension are no problem, and other problems stay", () => {
  const { cube } = inParts();
  const choice = chosen({ rows: ["area"], columns: ["sex"], filter: [["area", [codeOf(7), "E9"]], ["sex", ["3"]]], layers: [], view: { ...emptySelection().view, sort: { order: "ascending", column: ["1"] }, collapsed: [] } });
  assert.deepEqual(problemsOf(choice, cube).map(({ where, name }) => [where, name]), [["filter", "sex"], ["view", ""]]);
  assert.deepEqual(fit(choice, cube).filter, [["area", [codeOf(7), "E9"]]]);
  // A layer shows one of the categories of its filter.
  const layers = (/** @type {string | null} */ code) => problemsOf(chosen({ rows: ["sex"], layers: [["area", code]], filter: [["area", [codeOf(7)]]] }), cube).length;
  assert.deepEqual([layers(codeOf(7)), layers(codeOf(8)), layers("_T"), layers(null)], [0, 1, 0, 0]);
  assert.deepEqual(countCells(choice, cube), { cells: 3 * 2, exact: true });
});

test("a choice needs all codes for a long axis, groups, sums of sealed figures and some methods", () => {
  const { cube } = inParts();
  const needs = (/** @type {Partial<Selection>} */ of, on = cube) => wholeNeeded(chosen(of), on)?.isAxis;
  assert.equal(longest(cube)?.name, "area");
  for (const few of [{ rows: ["area:district"] }, { rows: ["sex"], filter: [["area", [codeOf(1)]]] }, { rows: ["sex"], filter: [["area:district", ["D0"]]] }, { rows: ["sex"], groups: [["sex", [["all", ["1", "2"]]]]] }, { rows: ["sex"], method: '{"kind":"cell-key"}' }, { rows: ["sex"], method: "{" }]) {
    assert.equal(needs(/** @type {Partial<Selection>} */ (few)), undefined, JSON.stringify(few));
  }
  for (const all of [{ rows: ["area"] }, { rows: ["sex"], layers: [["area", null]] }, { rows: ["area"], filter: [["area", []]] }, { rows: ["area"], filter: [["area:district", ["D0"]]] }]) assert.equal(needs(/** @type {Partial<Selection>} */ (all)), true, JSON.stringify(all));
  for (const all of [{ rows: ["area"], groups: [["area", [["a", [codeOf(1)]]]]] }, { rows: ["area:district"], groups: [["area:district", [["a", ["D0"]]]]] }, { rows: ["sex"], method: "keys" }, { rows: ["sex"], method: "fitted" }, { rows: ["sex"], method: '{"kind":"cell-key","zeros":"category-keys"}' }]) {
    assert.equal(needs(/** @type {Partial<Selection>} */ (all)), false, JSON.stringify(all));
  }
});

test("suggestions for a long axis need few codes", () => {
  const { cube } = inParts();
  const suggested = suggestionsToDraw(chosen({ rows: ["area"], columns: ["sex"] }), { cube, words: english() });
  assert.deepEqual(suggested.map(({ text }) => text), ["Use District instead of Area: 9 cells", "Leave out Area: 3 cells"]);
});

test("a choice keeps its codes of a long dimension in another dataset that has them", async () => {
  const [from, to] = [inParts(), inParts({ id: "others" })];
  const choice = chosen({ rows: ["sex"], filter: [["area", [codeOf(4), codeOf(12)]]] });
  await recall(from.cube, choice.filter);
  assert.deepEqual((await carryOver(choice, from.cube, "others", to.cube, english())).selection?.filter, choice.filter);
  assert.equal(to.count.found, 2);
  const strange = chosen({ rows: ["sex"], filter: [["area", [codeOf(4), "X"]]] });
  assert.deepEqual((await carryOver(strange, undefined, "others", to.cube, english())).missing, ["the filter by Area"]);
});

test("the store asks before it loads all codes, and then builds the table", async () => {
  const { cube, count } = inParts();
  /** @type {string[][]} */
  const asked = [];
  const store = createStore({ words: english(), trail: createTrail(), help: () => import("../../www/builder/more/helpers.js"), ask: async (_, { rows }) => {
    asked.push(/** @type {string[]} */ (rows));
    return /** @type {any} */ ({ table: new Table(rawTable({ area: [codeOf(1), "_T"] }, {}, { values: Float64Array.from([1, 1]) }), origin), milliseconds: 1 });
  } });
  store.datasets.value = [{ name: "areas", title: "areas", open: async () => cube }];
  await store.show(chosen({ rows: ["area"] }));
  const refusal = store.refusal.value;
  assert.ok(refusal?.kind === "long");
  assert.deepEqual([refusal.isAxis, refusal.variable.name, asked.length, count.complete], [true, "area", 0, 0]);
  assert.equal(store.status.value, "Area has 9,000 categories. Search for some and choose them.");
  // A filter needs few codes.
  await store.show(chosen({ rows: ["area"], filter: [["area", [codeOf(1)]]] }));
  assert.deepEqual([store.state.value.name, asked, count.complete], ["shown", [["area"]], 0]);
  assert.equal(variablesOf(cube)[0].codes.length, 1);
  await store.show(chosen({ rows: ["area"] }));
  await store.all();
  assert.deepEqual([store.state.value.name, asked.length, count.complete, longest(cube)], ["shown", 2, 1, undefined]);
});

test("a fault of a table is named before all codes are loaded", () => {
  const { cube } = inParts();
  const refused = (/** @type {Partial<Selection>} */ of, on = cube) => {
    const refusal = longTable(chosen(of), { cube: on, words: english() });
    return refusal && [refusal.kind, ...(refusal.kind === "error" ? [Object(refusal.error).code, ...refusal.problems] : [])];
  };
  assert.equal(refused({ rows: ["area:district"] }), undefined);
  assert.deepEqual(refused({ rows: ["area"] }), ["long"]);
  assert.deepEqual(refused({ rows: ["area"], columns: ["shoe"] }), ["error", "bad-query", "This dataset has no variable “shoe”."]);
  assert.equal(refused({ rows: ["sex", "shoe"] }), undefined, "the core names this fault");
  const sealed = inParts({ release: "sealed", manifest: /** @type {Cube["manifest"]} */ (/** @type {unknown} */ ({ views: [{ axes: ["area"] }, { axes: ["sex"] }] })) }).cube;
  assert.deepEqual(refused({ rows: ["area"] }, sealed), ["long"]);
  assert.deepEqual(refused({ rows: ["sex"], filter: [["area", [codeOf(1), codeOf(2)]]] }, sealed), ["error", "no-view", "A table here has at most 1 variable, filters included."]);
  assert.deepEqual(refused({ rows: ["area:district"] }, sealed), ["error", "no-view", "The publisher does not publish District."]);
});

test("a failed load of all codes is an error, and the next try asks again", async () => {
  const { cube } = inParts({ complete: async () => { throw Object.assign(new Error("gone"), { code: "network" }); } });
  const store = createStore({ words: english(), trail: createTrail(), help: () => import("../../www/builder/more/helpers.js"), ask: async () => assert.fail("no table") });
  store.datasets.value = [{ name: "areas", title: "areas", open: async () => cube }];
  await store.show(chosen({ rows: ["area"] }));
  await store.all();
  assert.equal(store.refusal.value?.kind, "error");
  store.again();
  await store.done();
  assert.equal(store.refusal.value?.kind, "long");
});
