// What the reader does on the page "Make a dataset", with a core that answers at once or when the test says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createActions } from "../../www/site/pages/make/actions.js";
import { categoriesOf, withCategories, withDimension, withUse } from "../../www/site/pages/make/draft.js";
import { keyedName, sorted } from "../../www/site/pages/make/files.js";
import { createStore } from "../../www/site/pages/make/store.js";

// The words of the page are in its language.
globalThis.document ??= { documentElement: { lang: "en" } };

const column = (name, more = {}) => ({
  name, kind: "code", use: "dimension", reason: "", distinct: 2, capped: false, missing: [], sample: [],
  dimension: { name, label: name, role: null, codes: [{ code: "1", label: "1" }, { code: "2", label: "2" }], codes_file: null, from_data: true, cut: null, missing: null, levels: [] }, ...more,
});
const proposal = (records) => ({
  cube: { id: "people", title: "People", unit: "person", data: "confidential", audience: "internal", release: "keyed" }, key: { kind: "missing" }, records: records.map(({ name }) => name), rows: 2 * records.length,
  columns: [column("sex"), column("age")], order: ["sex", "age"], method: { name: "default", kind: "cell-key", ready: "standard" }, rules: null, publish: null, files: [],
});

/** A page with a core that records its calls. @param {object} [more]  other answers of the core */
function page(more = {}) {
  const calls = [];
  const engine = Object.fromEntries(Object.entries({
    propose: (records) => proposal(records),
    toml: (draft) => ({ text: `[cube]\nid = "${draft.cube.id}"\n\n[key]\ncolumn = "record_key"\n`, files: draft.files }),
    check: () => ({ problems: [] }),
    tile: () => ({ files: [{ path: "cube.json", bytes: new Uint8Array(2) }], notes: [] }),
    keys: (file) => ({ file: new Blob([`keyed ${file.name}`]), rows: 2, column: "record_key" }),
    people: () => new TextEncoder().encode("sex,age\n1,2\n"),
    ...more,
  }).map(([name, answer]) => [name, async (...args) => {
    calls.push({ name, args });
    return answer(...args);
  }]));
  const store = createStore();
  const saved = [];
  return { store, saved, actions: createActions(store, engine, (blob, name) => saved.push(name)), last: (name) => calls.findLast((call) => call.name === name)?.args };
}

const csv = (name, text = "sex,age\n1,2\n2,1\n") => new File([text], name);
const names = (files) => files.map(({ name }) => name);
const saltOf = (specification) => /salt = "(\w+)"/.exec(specification.text)[1];

/** A promise that the test settles. */
function later() {
  let settle;
  const promise = new Promise((resolve) => (settle = resolve));
  return { promise, settle };
}

test("several files of records are one delivery in the proposal, the keys, the check and the dataset", async () => {
  const { store, actions, last, saved } = page();
  await actions.openFiles([csv("north.csv"), csv("south.csv.gz")]);
  assert.deepEqual([names(last("propose")[0]), store.draft.value.rows], [["north.csv", "south.csv.gz"], 4]);
  assert.equal(store.failure.value, undefined);
  await actions.drawKeys();
  const keyed = ["north-keyed.csv", "south-keyed.csv.gz"];
  assert.deepEqual([names(store.records.value.files), store.draft.value.records, store.records.value.origin], [keyed, keyed, "keyed"]);
  assert.equal(await store.records.value.files[1].text(), "keyed south.csv.gz");
  assert.deepEqual([saved, store.keysSaved.value], [keyed, true]);
  await actions.build();
  assert.deepEqual([names(last("check")[1]), names(last("tile")[1])], [keyed, keyed]);
  assert.match(actions.commands(), /--records north-keyed\.csv --records south-keyed\.csv\.gz --out people$/);
});

test("files of records that do not fit together change nothing, and the core's error is shown", async () => {
  const { store, actions } = page({ propose: (records) => { if (records.length > 1) throw Object.assign(new Error("south.csv: no column \"age\""), { code: "not-made" }); return proposal(records); } });
  await actions.openFiles([csv("north.csv"), csv("south.csv", "sex\n1\n")]);
  assert.match(store.failure.value.error.message, /no column/);
  assert.deepEqual([store.records.value, store.opening.value, store.draft.value], [undefined, undefined, undefined]);
});

test("a file that the specification names is no file of records", async () => {
  const { records, lists } = await sorted([csv("people.csv"), csv("area.csv", "number,name\n1,A\n"), new File(['codes = "area.csv"\n'], "cube.toml")]);
  assert.deepEqual([names(records), names(lists)], [["people.csv"], ["area.csv"]]);
});

test("other records get another salt, no p-table of the reader and no codebook", async () => {
  const { store, actions, last } = page();
  await actions.openFiles([csv("people.csv"), csv("book.csv", "variable,code,label\n")]);
  const first = saltOf(await actions.specification());
  assert.equal(saltOf(await actions.specification()), first, "one delivery has one salt");
  store.design.value = { maxChange: 9, variance: 1, blocked: 0 };
  for (const open of [() => actions.openFiles([csv("next.csv")]), () => actions.openExample(), () => { store.clear(); return actions.openFiles([csv("third.csv")]); }]) {
    const before = saltOf(await actions.specification());
    await open();
    assert.notEqual(saltOf(await actions.specification()), before);
    assert.deepEqual([store.codebook.value, last("propose")[1].codebook, store.design.value.maxChange], [undefined, undefined, 5]);
  }
  assert.equal(store.draft.value.method.ptable, undefined);
});

test("the text of a specification does not stay for other records", async () => {
  const { store, actions } = page();
  const toml = new File(['[cube]\nid = "first"\n\n[key]\nsalt = "00ff"\n'], "cube.toml");
  await actions.openFiles([toml]);
  await actions.openFiles([csv("people.csv")]);
  assert.equal((await actions.specification()).text, await toml.text(), "a specification waits for its records");
  await actions.openFiles([csv("next.csv")]);
  assert.equal(store.own.value, undefined);
  assert.notEqual(saltOf(await actions.specification()), "00ff");
});

test("text that is written while other records open is not theirs", async () => {
  const slow = later();
  const { store, actions } = page({ toml: async () => { await slow.promise; return { text: "[key]\n", files: [] }; } });
  await actions.openFiles([csv("people.csv")]);
  const editing = actions.editText(true);
  await actions.openFiles([csv("next.csv")]);
  slow.settle();
  await editing;
  assert.equal(store.own.value, undefined);
});

test("the second of two openings wins, and the first changes nothing", async () => {
  const slow = later();
  const { store, actions } = page({ propose: async (records) => { if (records[0].name === "slow.csv") await slow.promise; return proposal(records); } });
  const first = actions.openFiles([csv("slow.csv"), csv("book.csv", "variable,code,label\n")]);
  await actions.openFiles([csv("fast.csv")]);
  slow.settle();
  await first;
  assert.equal(store.failure.value, undefined);
  assert.deepEqual([names(store.records.value.files), store.draft.value.records, store.codebook.value, store.opening.value], [["fast.csv"], ["fast.csv"], undefined, undefined]);
  const example = actions.openExample();
  await actions.openFiles([csv("last.csv")]);
  await example;
  assert.deepEqual([store.draft.value.records, store.draft.value.cube.title], [["last.csv"], "People"]);
});

test("an opening that the reader cancels changes nothing", async () => {
  const slow = later();
  const { store, actions } = page({ propose: async (records) => { if (records[0].name === "slow.csv") await slow.promise; return proposal(records); } });
  await actions.openFiles([csv("people.csv")]);
  const [draft, version, salt] = [store.draft.value, store.version.value, saltOf(await actions.specification())];
  const opening = actions.openFiles([csv("slow.csv")]);
  while (!store.opening.value) await new Promise(setImmediate);
  store.cancel();
  slow.settle();
  await opening;
  assert.ok(store.failure.value.canceled);
  assert.deepEqual([store.draft.value, store.version.value, names(store.records.value.files), store.opening.value], [draft, version, ["people.csv"], undefined]);
  assert.equal(saltOf(await actions.specification()), salt);
});

/** A folder in memory that fails at a file. @param {{ failAt?: string, before?: (name: string) => void, locked?: boolean }} [options] */
function folder({ failAt, before, locked } = {}, entries = new Map(), log = []) {
  const below = (name) => folder({ failAt, before, locked }, entries.get(name), log);
  return {
    name: "out", entries, log, keys: async function* () { yield* entries.keys(); },
    getDirectoryHandle: async (name) => { if (!entries.has(name)) entries.set(name, new Map()); return below(name); },
    getFileHandle: async (name) => ({ createWritable: async () => {
      before?.(name);
      entries.set(name, "open");
      return { write: async () => { if (name === failAt) throw new DOMException("full", "QuotaExceededError"); }, close: async () => { entries.set(name, "whole"); log.push(name); }, abort: async () => void entries.set(name, "part") };
    } }),
    removeEntry: async (name) => {
      if (locked || entries.get(name) === "open") throw new DOMException("locked", "NoModificationAllowedError");
      entries.delete(name);
    },
  };
}

test("a dataset is saved to a folder with its manifest last, and a save that stops leaves nothing", async () => {
  const files = ["cube.json", "tiles/a.tile", "tiles/b.tile", "codes.json"].map((path) => ({ path, bytes: new Uint8Array(1) }));
  const saved = async (given) => {
    const { store, actions } = page();
    const out = given(store);
    globalThis.showDirectoryPicker = async () => out;
    await actions.saveFolder(files);
    return { out, said: store.said.value, failure: store.failure.value };
  };
  const whole = await saved(() => folder());
  assert.deepEqual([whole.out.log, whole.said], [["a.tile", "b.tile", "codes.json", "cube.json"], "4 files saved to out."]);
  const full = await saved(() => folder({ failAt: "b.tile" }));
  assert.deepEqual([full.out.entries.size, full.failure.error.message], [0, "The save stopped. The page removed the files that it had written."]);
  const canceled = await saved((store) => folder({ before: (name) => { if (name === "codes.json") store.cancel(); } }));
  assert.deepEqual([canceled.out.entries.size, canceled.failure.canceled, canceled.said], [0, true, "The save stopped. The page removed the files that it had written."]);
  const locked = await saved(() => folder({ failAt: "codes.json", locked: true }));
  assert.match(locked.failure.error.message, /some files are still in out\. Delete them\./);
  const used = await saved(() => folder({}, new Map([["mine.txt", "whole"]])));
  assert.deepEqual([[...used.out.entries.keys()], used.failure.error.message], [["mine.txt"], "The folder has files already. Choose an empty folder."]);
});

test("a file with keys keeps its ending, because it keeps its format", () => {
  for (const [name, expected] of [["people.csv", "people-keyed.csv"], ["people.csv.gz", "people-keyed.csv.gz"], ["p.tsv", "p-keyed.tsv"], ["p.TXT", "p-keyed.TXT"], ["a.b.parquet", "a.b-keyed.parquet"], ["p.gz", "p-keyed.gz"], ["people", "people-keyed.csv"]]) {
    assert.equal(keyedName(name), expected);
  }
});

test("a codebook gives labels and missing codes, and the reader's edits stay", async () => {
  const labels = (draft, name) => categoriesOf(draft, draft.columns.find((each) => each.name === name).dimension);
  const codes = (...pairs) => pairs.map(([code, label]) => ({ code, label }));
  const list = (name, more) => column(name, { dimension: { ...column(name).dimension, ...more } });
  const plain = { ...proposal([csv("people.csv")]), columns: [
    list("sex", {}), list("age", {}), list("income", { codes: codes(["-7", "-7"], ["1", "1"], ["2", "2"]) }), list("area", { codes: null, codes_file: "area.csv" }), column("note", { use: "left-out", dimension: null }), list("work", {}),
  ], files: [{ name: "area.csv", text: "code,label,region\nA1,A1,R1\nA2,A2,R2\n" }] };
  const book = { ...structuredClone(plain), columns: [
    list("sex", { label: "Sex of person", codes: codes(["1", "Male"], ["2", "Female"], ["3", "Other"]), from_data: false }), list("age", { label: "Age group", codes: codes(["1", "Young"], ["2", "Old"]) }),
    list("income", { label: "Income", codes: codes(["1", "Low"], ["2", "High"]), missing: { values: ["-7"], code: "X", label: "Not stated" } }), list("area", { label: "Area", codes: null, codes_file: "area.csv" }),
    column("note", { use: "left-out", dimension: null }), list("work", { label: "Work" }),
  ], files: [{ name: "area.csv", text: "code,label,region\nA1,North,R1\nA2,South,R2\n" }] };
  const { store, actions } = page({ propose: (_, { codebook }) => structuredClone(codebook ? book : plain) });
  await actions.openFiles([csv("people.csv")]);
  await actions.drawKeys();
  store.edit((now) => ({ ...now, cube: { ...now.cube, id: "mine", title: "My title" }, rules: { max_dimensions: 3 }, method: { name: "default", kind: "random-rounding", base: 3 } }));
  store.edit((now) => withDimension(now, "sex", { name: "gender", role: "time" }));
  store.edit((now) => withCategories(now, "age", codes(["2", "Elderly"], ["1", "1"])));
  store.edit((now) => withDimension(now, "income", { name: "money" }));
  store.edit((now) => withCategories(now, "area", codes(["A1", "A1"], ["A2", "My south"])));
  store.edit((now) => withUse(withUse(now, "note", "dimension"), "work", "left-out"));
  const before = store.draft.value;
  await actions.addCodebook(csv("book.csv"));
  const after = store.draft.value;
  assert.equal(store.failure.value, undefined);
  for (const part of ["cube", "rules", "method", "key"]) assert.deepEqual(after[part], before[part], part);
  const of = (name) => after.columns.find((each) => each.name === name);
  assert.deepEqual(after.columns.map(({ name, use }) => [name, use]), before.columns.map(({ name, use }) => [name, use]));
  assert.deepEqual([of("sex").dimension.name, of("sex").dimension.role, of("sex").dimension.label, of("sex").dimension.from_data], ["gender", "time", "Sex of person", false]);
  assert.deepEqual(labels(after, "sex"), codes(["1", "Male"], ["2", "Female"], ["3", "Other"]));
  assert.deepEqual(labels(after, "age"), codes(["2", "Elderly"], ["1", "Young"]));
  assert.deepEqual([of("income").dimension.name, of("income").dimension.missing.values, labels(after, "income")], ["money", ["-7"], codes(["1", "Low"], ["2", "High"])]);
  assert.equal(after.files[0].text, "code,label,region\nA1,North,R1\nA2,My south,R2\n");
  assert.deepEqual(after.order.slice(0, 2), ["gender", "age"]);
  store.edit((now) => withDimension(now, "age", { label: "How old" }));
  await actions.addCodebook(csv("book.csv"));
  assert.equal(of("age").dimension.label, "Age group");
  assert.equal(store.draft.value.columns[1].dimension.label, "How old", "a second codebook keeps edits, too");
});
