import assert from "node:assert/strict";
import { test } from "node:test";
import { plainQuery } from "../../www/api/query.js";

test("the core gets the same filters and groups from objects, Maps and pairs", () => {
  const expected = { rows: ["region"], filter: [["student", ["1", "2"]]], groups: [["region", [["North", ["a", "b"]], ["South", ["c"]]]]] };
  const forms = [
    { filter: { student: ["1", "2"] }, groups: { region: { North: ["a", "b"], South: ["c"] } } },
    { filter: new Map([["student", ["1", "2"]]]), groups: new Map([["region", new Map([["North", ["a", "b"]], ["South", ["c"]]])]]) },
    { filter: [["student", ["1", "2"]]], groups: [["region", [["North", ["a", "b"]], ["South", ["c"]]]]] },
    { filter: { student: new Set(["1", "2"]) }, groups: { region: [["North", ["a", "b"]], ["South", ["c"]]] } },
  ];
  for (const form of forms) assert.deepEqual(plainQuery(/** @type {any} */ ({ rows: ["region"], ...form })), expected);
});

test("pairs and Maps keep an order that objects cannot", () => {
  const groups = /** @type {any} */ ({ age: new Map([["10", ["a"]], ["9", ["b"]]]) });
  assert.deepEqual(plainQuery({ rows: ["age"], groups }).groups, [["age", [["10", ["a"]], ["9", ["b"]]]]]);
});

test("later changes of further tables by the caller have no effect", () => {
  const linked = [{ rows: ["region"] }];
  const query = plainQuery({ rows: ["a"], with: linked });
  linked[0].rows.push("sex");
  assert.deepEqual(query.with, [{ rows: ["region"] }]);
});

test("listeners stay in the page; all other fields go to the core unchanged", () => {
  const { signal } = new AbortController();
  const query = { rows: ["a"], columns: ["b"], method: { kind: "none" }, totals: false, areas: /** @type {const} */ ("exact"), reveal: true };
  assert.deepEqual(plainQuery({ ...query, signal, onprogress: () => {} }), query);
  assert.deepEqual(plainQuery({ rows: ["a"], columns: undefined, filter: undefined }), { rows: ["a"] });
});

test("a text of axes is one RFC 4180 record, as on the command line", () => {
  /** @type {[string, string[]][]} */
  const cases = [
    ["region", ["region"]],
    ["region,age:band", ["region", "age:band"]],
    [" region , sex ", ["region", "sex"]],
    ['"a,b",c', ["a,b", "c"]],
    ['"say ""so"""', ['say "so"']],
    ["", []],
    [" ", []],
  ];
  for (const [text, axes] of cases) {
    assert.deepEqual(plainQuery({ rows: text, columns: text }), { rows: axes, columns: axes }, text);
  }
  for (const text of ["a,,b", ",", '"a', 'a"']) {
    assert.throws(() => plainQuery({ rows: "a", columns: text }), { code: "bad-query", message: /^columns: / }, text);
  }
});

test("numbers are codes, and one code may replace a list of one code", () => {
  const query = plainQuery({ rows: "age", filter: { age: [1, "2", -9], sex: 1, area: "N,S" }, groups: { age: { Young: [1, 2], Old: 3 } } });
  assert.deepEqual(query, {
    rows: ["age"],
    filter: [["age", ["1", "2", "-9"]], ["sex", ["1"]], ["area", ["N,S"]]],
    groups: [["age", [["Young", ["1", "2"]], ["Old", ["3"]]]]],
  });
  // The core refuses these values.
  for (const odd of [null, true, { a: 1 }]) {
    assert.deepEqual(plainQuery(/** @type {any} */ ({ rows: ["a"], filter: { age: odd } })).filter, [["age", odd]]);
  }
});

test("a value that is not a query is refused with a code", () => {
  const cases = [undefined, null, "region", { rows: ["a"], filter: "student=1" }, { rows: ["a"], filter: ["student"] }, { rows: ["a"], groups: { a: 5 } }];
  for (const query of cases) assert.throws(() => plainQuery(/** @type {any} */ (query)), { code: "bad-query", fault: "input" });
});
