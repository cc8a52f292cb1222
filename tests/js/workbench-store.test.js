// The store of the workbench: the progress of the page with the user's choice, and the repair of an invalid choice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptySelection } from "../../www/site/choice/state.js";
import { createStore } from "../../www/site/pages/workbench/store.js";

const codes = (/** @type {string[]} */ ...names) => names.map((code) => ({ code, label: code }));
const cube = /** @type {any} */ ({
  dimensions: [{ name: "region", label: "Region", codes: codes("N", "S"), levels: [] }, { name: "sex", label: "Sex", codes: codes("f", "m"), levels: [] }],
  methods: [],
});
const choice = { ...emptySelection(), cube: "town", rows: ["region"] };
const table = /** @type {any} */ ({ table: {}, milliseconds: 1, designed: "" });

/** Returns a store with a table on the page. */
function withTable() {
  const store = createStore();
  store.open(choice);
  store.enter(cube, choice);
  store.take(store.choice(), table);
  store.settle();
  return store;
}

test("a choice goes from opening over building to shown", () => {
  const store = createStore();
  assert.equal(store.state(), "shown");
  store.open(choice);
  assert.equal(store.state(), "opening");
  assert.equal(store.wanted(), choice);
  store.enter(cube, choice);
  assert.equal(store.state(), "building");
  assert.equal(store.wanted(), undefined);
  assert.equal(store.current(), undefined);
  store.take(store.choice(), table);
  store.settle();
  assert.equal(store.state(), "shown");
  assert.equal(store.current()?.selection, store.choice());
});

test("each choice of an open dataset is repaired; parts that no table can be built with stay", () => {
  const store = withTable();
  store.choose({ ...choice, layers: [["sex", "none"]], groups: [["sex", [["all", ["f", "m"]]]], ["age", [["old", ["9"]]]]] });
  assert.deepEqual(store.choice().layers, [["sex", null]]);
  assert.deepEqual(store.choice().groups.map(([name]) => name), ["sex"]);
  store.choose({ ...choice, rows: ["shoe"], view: { ...choice.view, sort: { order: "ascending", column: ["f"] } } });
  assert.deepEqual(store.choice().rows, ["shoe"]);
  assert.equal(store.choice().view.sort, null);
});

test("a table answers each choice that asks for the same cells", () => {
  const store = withTable();
  store.choose({ ...choice, view: { ...choice.view, percent: "row" } });
  assert.equal(store.current()?.selection.view.percent, "row");
  store.choose({ ...choice, totals: false });
  assert.equal(store.current(), undefined);
});

test("a table that arrives late keeps the choice that it was built for", () => {
  const store = withTable();
  const asked = store.choice();
  store.choose({ ...choice, totals: false });
  store.take(asked, table);
  assert.equal(store.current(), undefined);
  store.choose(asked);
  assert.ok(store.current());
});

test("on the way to another dataset, the reader can go back to the table on the page", () => {
  const store = withTable();
  store.choose({ ...choice, view: { ...choice.view, percent: "row" } });
  assert.ok(store.current());
  store.open({ ...choice, cube: "city" });
  assert.equal(store.current(), undefined);
  assert.equal(store.view().percent, "row");
  assert.equal(store.back(), true);
  assert.deepEqual([store.state(), store.choice().cube], ["shown", "town"]);
  assert.equal(store.back(), false);
});

test("a dataset that could not be opened leaves the choice to try again", () => {
  const store = withTable();
  const wanted = { ...choice, cube: "city" };
  store.open(wanted);
  store.refuseDataset(wanted);
  assert.deepEqual([store.state(), store.wanted(), store.cube(), store.current()], ["refused", wanted, undefined, undefined]);
  assert.equal(store.back(), false);
});
