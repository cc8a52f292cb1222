// The description of a method in JavaScript: its parameters as written, its properties and its card.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";

const FOLDER = path("target/site/cubes/census2011-teaching");
const cube = await openCube(pathToFileURL(`${FOLDER}/cube.json`));
const written = JSON.parse(readFileSync(`${FOLDER}/cube.json`, "utf8"));
/** @type {{ kind: string }[]} */
const cards = JSON.parse(execFileSync(path("target/release/cellveil"), ["methods", "--format", "json"], { encoding: "utf8" }));

/** @param {string} name */
const method = (name) => {
  const found = cube.methods.find((method) => method.name === name);
  assert.ok(found, name);
  return found;
};

test("a cube's methods have their parameters as written, and the card of their kind", async () => {
  assert.deepEqual(cube.methods.map(({ name, parameters }) => [name, parameters]), written.methods);
  for (const { kind, totals, parameters } of cube.methods) {
    assert.equal(parameters.kind, kind);
    assert.equal(totals, parameters.totals ?? "own");
  }
  const small = await openCube(pathToFileURL(`${FOLDER}/cube.json`), { simd: true });
  const described = () => small.methods.map(({ kind, card, text }) => ({ name: kind, card, text }));
  const isRare = (/** @type {string} */ kind) => ["small-cell", "transition-matrix", "controlled-rounding", "suppression"].includes(kind);
  for (const { name, card, text } of described().filter(({ name }) => !isRare(name))) {
    assert.deepEqual(card, cards.find((card) => card.kind === name));
    assert.ok(text.endsWith("."));
  }
  // The small core has no cards of rare methods. The core that can compute them has.
  const rare = described().filter(({ name }) => isRare(name));
  assert.deepEqual(rare.map(({ card }) => [card.title, card.summary]), rare.map(() => ["", ""]));
  assert.equal(new Set(rare.map(({ name }) => name)).size, 4);
  await small.table({ rows: ["sex"], method: "controlled5" });
  for (const { name, card, text } of described()) {
    assert.deepEqual(card, cards.find((card) => card.kind === name));
    assert.ok(text.endsWith("."));
  }
  assert.deepEqual(Object.keys(method("none").card), ["kind", "title", "source", "summary", "parameters", "protectsNot", "notes"]);
});

test("properties that depend on the p-table appear with the first table", async () => {
  const before = { consistent: true, consistentTotals: true, additive: false, unbiased: null, integer: true, keepsZeros: true, gainOfEmptyCells: 0, largestChange: null };
  assert.deepEqual(method("default").properties, before);
  const table = await cube.table({ rows: ["sex"], method: "default" });
  assert.deepEqual(table.method, { ...method("default"), properties: { ...before, unbiased: true, largestChange: 5 } });
  const additive = await cube.table({ rows: ["sex"], method: "additive" });
  const { consistentTotals, unbiased } = additive.method.properties;
  assert.deepEqual([additive.method.properties.additive, consistentTotals, unbiased], [true, false, true]);
  const again = await cube.table({ rows: ["region"], method: "default" });
  assert.deepEqual(again.method, table.method);
});

test("a custom method is described as a cube's method, and its parameters make a query", async () => {
  const own = { kind: "random-rounding", base: 3, below: 10 };
  const table = await cube.table({ rows: ["sex"], method: own });
  assert.deepEqual([table.method.name, table.method.parameters], ["custom", own]);
  assert.equal(table.method.properties.largestChange, 2);
  assert.equal(table.method.card.title, "Random rounding");
  const copied = await cube.table({ rows: ["sex"], method: { ...method("default").parameters, totals: "sum" } });
  const named = await cube.table({ rows: ["sex"], method: "additive" });
  assert.deepEqual(copied.values, named.values);
});

test("a method's description has no salt, count or key", () => {
  const told = JSON.stringify(cube.methods);
  assert.ok(written.key.salt === "" || !told.includes(written.key.salt));
  assert.ok(!told.includes('"salt"'));
});
