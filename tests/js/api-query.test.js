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

test("a string in place of a list is not split into letters", () => {
  const query = plainQuery(/** @type {any} */ ({ rows: "region", filter: { student: "12" } }));
  assert.deepEqual(query, { rows: "region", filter: [["student", "12"]] });
});

test("a value that is not a query is refused with a code", () => {
  const cases = [undefined, null, "region", { rows: ["a"], filter: "student=1" }, { rows: ["a"], filter: ["student"] }, { rows: ["a"], groups: { a: 5 } }];
  for (const query of cases) assert.throws(() => plainQuery(/** @type {any} */ (query)), { code: "bad-query", fault: "input" });
});
