import assert from "node:assert/strict";
import { test } from "node:test";
import { filterOf, filterText, groupsOf, groupsText, listOf, listText, methodOf, withOf, withText } from "../../www/element/attributes.js";

test("attribute lists are RFC 4180 records", () => {
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
    ["a;b=c", ["a;b=c"]],
  ];
  for (const [text, items] of cases) assert.deepEqual(listOf("rows", text), items, String(text));
});

test("attribute filters are dimensions with their codes", () => {
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

test("attribute groups are filters with a label", () => {
  /** @type {[string | null, ReturnType<typeof groupsOf>][]} */
  const cases = [
    [null, []],
    ["region:North=E1,E2", [["region", [["North", ["E1", "E2"]]]]]],
    [" region : North = E1 ; age:Young=1;region:South=E3;", [["region", [["North", ["E1"]], ["South", ["E3"]]]], ["age", [["Young", ["1"]]]]]],
    ["region:country:Isles=E,W", [["region:country", [["Isles", ["E", "W"]]]]]],
    ['region:"North: all; or ="=E1', [["region", [["North: all; or =", ["E1"]]]]]],
  ];
  for (const [text, groups] of cases) assert.deepEqual(groupsOf(text), groups, String(text));
});

test("a method is a name, or JSON", () => {
  /** @type {[string | null, string | object | undefined][]} */
  const cases = [[null, undefined], ["", undefined], [" ten-five ", "ten-five"], ['{"kind":"random-rounding","base":5}', { kind: "random-rounding", base: 5 }]];
  for (const [text, method] of cases) assert.deepEqual(methodOf(text), method, String(text));
});

test("an attribute that is written reads back the same", () => {
  const odd = ["a", "a,b", 'say "so"', "x;y", "x=y", " kept ", "", "age:band", "عمر", '"'];
  assert.deepEqual(listOf("rows", listText(odd)), odd);
  const filter = odd.filter(Boolean).map((name) => /** @type {[string, string[]]} */ ([name, odd]));
  assert.deepEqual(filterOf(filterText(filter)), filter);
  const labels = odd.filter(Boolean).map((label) => /** @type {[string, string[]]} */ ([`${label}:`, odd]));
  const groups = /** @type {[string, [string, string[]][]][]} */ ([["region", labels], ["age:band", labels]]);
  assert.deepEqual(groupsOf(groupsText(groups)), groups);
});

test("further tables are JSON, also from Maps and Sets", () => {
  assert.deepEqual([withOf(null), withOf(" ")], [undefined, undefined]);
  const tables = [{ rows: ["region"], filter: new Map([["sex", ["2"]]]) }, { rows: /** @type {any} */ (new Set(["age"])) }];
  assert.deepEqual(withOf(withText(tables)), [{ rows: ["region"], filter: [["sex", ["2"]]] }, { rows: ["age"] }]);
});

test("one code may stand for a list of one code", () => {
  assert.equal(filterText([["region", "E12000001"], ["sex", 2], ["age", new Set(["1", "2"])]]), "region=E12000001;sex=2;age=1,2");
  assert.equal(groupsText([["region", [["North", "E1"], ["South", ["E2", "E3"]]]]]), "region:North=E1;region:South=E2,E3");
});

test("an unreadable attribute is named with what was expected", () => {
  /** @type {[() => unknown, RegExp][]} */
  const cases = [
    [() => listOf("rows", '"region'), /^rows: a double quote is missing/],
    [() => listOf("columns", "a,,b"), /^columns: an item is empty .*expected a list/],
    [() => filterOf("student"), /^filter: expected DIMENSION=CODE,CODE instead of student/],
    [() => filterOf("student=1=2"), /^filter: expected DIMENSION=CODE/],
    [() => filterOf("=1"), /^filter: expected DIMENSION=CODE/],
    [() => filterOf('student="1'), /^filter: a double quote/],
    [() => groupsOf("region=E1"), /^groups: expected DIMENSION:LABEL=CODE,CODE instead of region/],
    [() => groupsOf("a:b:c:d=E1"), /^groups: expected DIMENSION:LABEL/],
    [() => groupsOf("region:=E1"), /^groups: expected DIMENSION:LABEL/],
    [() => withOf("region"), /^with: this is not JSON; expected a list of tables/],
    [() => methodOf("{kind:1}"), /^method: this is not JSON; expected the name/],
  ];
  for (const [read, message] of cases) assert.throws(read, { code: "bad-query", message }, String(message));
});
