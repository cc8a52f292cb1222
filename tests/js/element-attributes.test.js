import assert from "node:assert/strict";
import { test } from "node:test";
import { filterOf, listOf } from "../../www/element/attributes.js";

test("lists are RFC 4180 records", () => {
  /** @type {[string | null, string[]][]} */
  const cases = [
    [null, []],
    ["", []],
    [" ", []],
    ["region", ["region"]],
    ["region, age:band ", ["region", "age:band"]],
    ['"a,b",c', ["a,b", "c"]],
    ['"say ""so""",""', ['say "so"', ""]],
    ['" kept "', [" kept "]],
    ["a,,b", ["a", "", "b"]],
    ["a;b=c", ["a;b=c"]],
  ];
  for (const [text, items] of cases) assert.deepEqual(listOf(text), items, String(text));
});

test("filters are dimensions with their codes", () => {
  /** @type {[string | null, [string, string[]][]][]} */
  const cases = [
    [null, []],
    ["student=1", [["student", ["1"]]]],
    ["student=1;sex=1,2", [["student", ["1"]], ["sex", ["1", "2"]]]],
    [" student = 1 ; sex = 1 , 2 ; ", [["student", ["1"]], ["sex", ["1", "2"]]]],
    ['area="a;b","c=d"', [["area", ["a;b", "c=d"]]]],
    ['"odd=name"=1', [["odd=name", ["1"]]]],
    ["student=", [["student", []]]],
  ];
  for (const [text, filter] of cases) assert.deepEqual(filterOf(text), filter, String(text));
});

test("what cannot be read says so", () => {
  for (const text of ["student", "student=1=2", 'student="1']) assert.throws(() => filterOf(text), { code: "bad-query" }, text);
  assert.throws(() => listOf('"region'), { code: "bad-query" });
});
