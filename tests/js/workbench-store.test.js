// The store of the builder: the progress of the page with the reader's choice, and the repair of an invalid choice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../www/api/table.js";
import { createTrail } from "../../www/builder/history.js";
import { createStore } from "../../www/builder/store.js";
import { emptySelection } from "../../www/choice/state.js";
import { formatOf } from "../../www/words/format.js";
import { english } from "../../www/words/builder/english.js";
import { wordsFor as french } from "../../www/words/builder/fr.js";
import { origin, rawTable } from "./support/raw-table.js";

/** @import { Cube, Selection } from "../../www/choice/types.js" */
/** @import { Answer } from "../../www/builder/store.js" */

const codes = (/** @type {string[]} */ ...names) => names.map((code) => ({ code, label: code }));
const cubeOf = (/** @type {string} */ id) => /** @type {Cube} */ (/** @type {unknown} */ ({
  id, title: id, release: "keyed", manifest: {}, rules: null,
  dimensions: [{ name: "region", label: "Region", codes: codes("N", "S"), levels: [] }, { name: "sex", label: "Sex", codes: codes("f", "m"), levels: [] }],
  methods: [{ name: "default", kind: "cell-key" }, { name: "none", kind: "none" }], defaultMethod: "default",
}));
const choice = { ...emptySelection(), cube: "town", rows: ["region"] };
const answer = () => /** @type {Answer} */ (/** @type {unknown} */ ({ table: new Table(rawTable({ region: ["N", "S", "_T"] }, {}, { values: Float64Array.from([1, 2, 3]) }), origin), milliseconds: 1 }));

/** Returns a store, the number of its queries, and a way to delay or refuse the answers. */
function created() {
  const asked = { count: 0, /** @type {() => Promise<Answer>} */ answer: async () => answer(), /** @type {Record<string, () => Promise<Cube>>} */ open: {} };
  const store = createStore({ words: english(), trail: createTrail(), help: () => import("../../www/builder/more/helpers.js"), ask: () => {
    asked.count++;
    return asked.answer();
  } });
  store.datasets.value = ["town", "city"].map((name) => ({ name, title: name, open: () => asked.open[name]?.() ?? Promise.resolve(cubeOf(name)) }));
  return { store, asked };
}

/** Returns a store with a table on the page. */
async function withTable() {
  const { store, asked } = created();
  await store.show(choice);
  return { store, asked };
}

/** Changes the choice and waits for its table. @param {Awaited<ReturnType<typeof withTable>>["store"]} store @param {Selection} next */
async function changed(store, next) {
  store.change(next);
  await new Promise((done) => setTimeout(done, 200));
  await store.done();
}

test("a choice goes from opening over building to shown", async () => {
  const { store, asked } = created();
  /** @type {string[]} */
  const states = [];
  store.state.subscribe(({ name }) => void states.push(name));
  assert.equal(store.shown.value, undefined);
  await store.show(choice);
  assert.deepEqual([...new Set(states.slice(1))], ["opening", "building", "shown"]);
  assert.equal(store.busy.value, false);
  assert.deepEqual(store.shown.value?.selection, store.choice.value);
  assert.match(store.status.value, /^3 cells, built in 1 ms\.$/);
  assert.equal(asked.count, 1);
});

test("the status line follows the page's words, which may load after the table", async () => {
  const { store, asked } = await withTable();
  const told = (/** @type {RegExp} */ inEnglish, /** @type {RegExp} */ inFrench) => {
    store.words.value = english();
    assert.match(store.status.value, inEnglish);
    store.words.value = french(formatOf("fr"));
    assert.match(store.status.value, inFrench);
  };
  told(/^3 cells, built in 1 ms\.$/, /^3 cases, en 1\u00a0ms\.$/);
  await changed(store, { ...choice, rows: [] });
  told(/^Add a variable/, /^Ajoutez une variable/);
  asked.answer = async () => { throw Object.assign(new Error("refused"), { code: "blocked" }); };
  await changed(store, { ...choice, rows: ["sex"] });
  told(/^No table was built\.$/, /^Aucun tableau n’a été produit\.$/);
  assert.equal(asked.count, 2);
});

test("each choice of an open dataset is repaired; parts that no table can be built with stay", async () => {
  const { store } = await withTable();
  await changed(store, { ...choice, layers: [["sex", "none"]], groups: [["sex", [["all", ["f", "m"]]]], ["age", [["old", ["9"]]]]] });
  assert.deepEqual(store.choice.value.layers, [["sex", null]]);
  assert.deepEqual(store.choice.value.groups.map(([name]) => name), ["sex"]);
  await changed(store, { ...choice, rows: ["shoe"], view: { ...choice.view, sort: { order: "ascending", column: ["f"] } } });
  assert.deepEqual(store.choice.value.rows, ["shoe"]);
  assert.equal(store.choice.value.view.sort, null);
});

test("a table answers each choice that asks for the same cells", async () => {
  const { store, asked } = await withTable();
  store.view({ percent: "column" });
  assert.equal(store.shown.value?.selection.view.percent, "column");
  assert.equal(store.state.value.name, "shown");
  assert.equal(asked.count, 1);
  await changed(store, { ...choice, totals: false });
  assert.equal(asked.count, 2);
});

test("quick changes build one table, and a late answer does not replace the current choice", async () => {
  const { store, asked } = await withTable();
  store.change({ ...choice, totals: false });
  store.change({ ...choice, columns: ["sex"] });
  await changed(store, { ...choice, columns: ["sex"], totals: false });
  assert.equal(asked.count, 2);
  // The first answer comes after the second choice was made.
  let late = () => {};
  asked.answer = () => new Promise((done) => { late = () => done(answer()); });
  await Promise.race([changed(store, { ...choice, method: "none" }), new Promise((done) => setTimeout(done, 300))]);
  asked.answer = async () => answer();
  const next = changed(store, choice);
  late();
  await next;
  assert.deepEqual([store.state.value.name, store.shown.value?.selection.method], ["shown", null]);
});

test("on the way to another dataset, a change goes on with the table on the page", async () => {
  const { store, asked } = await withTable();
  store.view({ percent: "column" });
  asked.open.city = () => new Promise(() => {});
  void store.show({ ...choice, cube: "city" });
  assert.equal(store.state.value.name, "opening");
  store.view({ percent: "table" });
  assert.deepEqual([store.state.value.name, store.choice.value.cube, store.choice.value.view.percent], ["shown", "town", "table"]);
});

test("a dataset that could not be opened leaves the choice to try again", async () => {
  const { store, asked } = await withTable();
  asked.open.city = () => Promise.reject(Object.assign(new Error("gone"), { code: "network" }));
  await store.show({ ...choice, cube: "city" });
  assert.deepEqual([store.state.value.name, store.cube.value, store.shown.value, store.choice.value.cube], ["refused", undefined, undefined, "city"]);
  delete asked.open.city;
  store.again();
  await store.done();
  assert.deepEqual([store.state.value.name, store.cube.value?.id], ["shown", "city"]);
});

test("undo and redo name the change", async () => {
  const { store } = await withTable();
  assert.deepEqual(store.ways.value, { undo: false, redo: false });
  await changed(store, { ...choice, columns: ["sex"] });
  store.go("undo");
  await store.done();
  assert.deepEqual([store.choice.value.columns, store.ways.value], [[], { undo: false, redo: true }]);
  assert.match(store.status.value, /^Undone: Sex added to columns\. /);
  store.go("redo");
  await store.done();
  assert.deepEqual(store.choice.value.columns, ["sex"]);
  assert.match(store.status.value, /^Redone: Sex added to columns\. /);
});

test("a change of the view is announced", async () => {
  const { store } = await withTable();
  store.view({ percent: "column" });
  assert.match(store.status.value, /^Shown: each figure as a percentage of the total of its column\. 3 cells/);
  store.view({ sort: { order: "descending", column: [] } });
  assert.match(store.status.value, /^Sorted by count, largest first\. /);
  store.view({ sort: null });
  assert.match(store.status.value, /^Rows in their original order\. /);
});

test("a page with `onChoice` receives each repaired choice, and no table is built", async () => {
  /** @type {[Selection, string, string][]} */
  const given = [];
  /** @type {unknown[]} */
  const errors = [];
  const store = createStore({
    words: english(), trail: createTrail(), help: () => import("../../www/builder/more/helpers.js"),
    ask: () => assert.fail("no table is built"), onError: (error) => void errors.push(error),
    onChoice: (selection, cube, said) => void given.push([selection, cube.id, said]),
    first: (cube) => ({ ...emptySelection(), cube, rows: ["sex"] }),
  });
  store.datasets.value = ["town", "city"].map((name) => ({ name, title: name, open: () => Promise.resolve(cubeOf(name)) }));
  const filter = /** @type {[string, string[]][]} */ ([["region", ["N"]]]);
  await store.show({ ...emptySelection(), cube: "town", filter, bare: true });
  assert.deepEqual([given[0][0].rows, given[0][0].filter, given[0][1]], [["sex"], filter, "town"], "the page's first table, with the link's filter");
  // The builder accepts a choice without variables here, because the page itself says what it needs.
  await changed(store, { ...emptySelection(), cube: "town" });
  assert.equal(store.state.value.name, "shown");
  await changed(store, { ...choice, filter: [["region", ["N"]], ["region", ["S"]]] });
  assert.deepEqual(given.at(-1)?.[0].filter, filter, "repaired once, before the page sees the choice");
  store.change({ ...choice, rows: ["region", "sex"] }, "Sex is now in rows.");
  await changed(store, { ...choice, rows: ["sex"] });
  assert.deepEqual([given.at(-1)?.[0].rows, given.at(-1)?.[2]], [["sex"], "Sex is now in rows."]);
  const before = given.length;
  await store.show({ ...choice, cube: "nowhere" });
  assert.deepEqual([given.length, errors.length, store.state.value.name], [before, 1, "refused"]);
  await store.show(choice);
  assert.equal(given.length, before + 1);
});
