import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../www/api/table.js";
import { renderTable } from "../../www/element/render.js";
import { laidOut, plainDocument } from "./support/plain-document.js";
import { origin, rawTable } from "./support/raw-table.js";

/** @import { PlainElement } from "./support/plain-document.js" */

/**
 * @param {ReturnType<typeof rawTable>} raw
 * @param {object} [options]
 */
function drawn(raw, options) {
  const element = renderTable(new Table(raw, origin), { document: plainDocument, locale: "en", ...options });
  return /** @type {PlainElement} */ (/** @type {unknown} */ (element));
}

/** @param {PlainElement[]} cells */
const texts = (cells) => cells.map((cell) => cell.textContent);

const two = ["1", "_T"];
const shapes = [
  { rows: { a: ["x", "y", "_T"] }, columns: {} },
  { rows: { a: ["x", "y", "_T"] }, columns: { b: two } },
  { rows: { a: ["x", "y"], b: two, c: ["p", "q", "_T"] }, columns: { d: two } },
  { rows: { a: two }, columns: { b: ["x", "y", "_T"], c: two, d: ["p", "q"] } },
  { rows: { a: two, b: two }, columns: { c: two, d: two } },
  { rows: {}, columns: { b: two, c: two } },
  { rows: {}, columns: {} },
  { rows: { a: ["x"] }, columns: { b: ["1", "2"], c: Array.from({ length: 1500 }, (_, i) => `c${i}`) } },
];

test("each shape is a full rectangle with figures below and beside their headers", () => {
  for (const { rows, columns } of shapes) {
    const raw = rawTable(/** @type {any} */ (rows), /** @type {any} */ (columns));
    const grid = laidOut(drawn(raw));
    const [down, across] = [Object.keys(rows).length, Object.keys(columns).length];
    const [top, left] = [across ? across + 1 : 1, Math.max(down, 1)];
    const width = Object.values(columns).reduce((product, codes) => product * codes.length, 1);
    for (const line of grid) assert.deepEqual([line.length, line.includes(/** @type {any} */ (undefined))], [left + width, false]);
    assert.equal((grid.length - top) * width, raw.values.length);
    // The headers of a cell name the codes that follow from its position.
    for (let place = 0; place < raw.values.length; place++) {
      const [y, x] = [top + Math.floor(place / width), left + (place % width)];
      assert.equal(grid[y][x].textContent, place.toLocaleString("en"));
      let rest = place;
      const expected = [...raw.dimensions].reverse().map(({ codes }) => {
        const { label } = codes[rest % codes.length];
        rest = Math.floor(rest / codes.length);
        return label;
      }).reverse();
      const heads = [...grid[y].slice(0, down), ...grid.slice(1, top).map((line) => line[x])];
      assert.deepEqual(texts(heads), expected);
      const total = expected.includes("Total");
      assert.equal(grid[y][x].is("cellveil-total"), total);
    }
  }
});

test("outer headers have group scopes, all others row and col", () => {
  const table = drawn(rawTable({ a: two, b: two }, { c: two, d: two }));
  const scopes = (/** @type {string} */ name) => table.all("th").filter((cell) => cell.is(name)).map(({ scope }) => scope);
  assert.deepEqual(scopes("cellveil-row"), ["rowgroup", "row", "row", "rowgroup", "row", "row"]);
  assert.deepEqual(scopes("cellveil-column"), ["colgroup", "colgroup", "col", "col", "col", "col"]);
  assert.equal(table.all("tbody").length, 2, "a row group's header ends with its body");
  assert.deepEqual(table.all("colgroup").map(({ span }) => span), [2, 2, 2]);
  const flat = drawn(rawTable({ a: two }, { c: two }));
  assert.deepEqual([...new Set(flat.all("th").map(({ scope }) => scope))].sort(), ["col", "row"]);
});

test("without columns the figures stand below their unit", () => {
  const grid = laidOut(drawn(rawTable({ region: ["N"] }, {})));
  assert.deepEqual(grid.map(texts), [["The region", "Count (person)"], ["Label N", "0"]]);
});

test("a missing value shows a shorthand with its meaning", () => {
  const raw = rawTable({ a: ["1", "2", "3"] }, {}, { values: Float64Array.of(NaN, NaN, 1234567), status: Uint8Array.of(1, 2, 0) });
  const table = drawn(raw, { words: { suppressed: "Geheim" } });
  assert.deepEqual(texts(table.all("td")), ["[c]", "[x]", "1,234,567"]);
  const [suppressed, blocked] = table.all("abbr");
  assert.equal(suppressed.title, "Geheim");
  assert.equal(blocked.title, "not available in this table");
  assert.deepEqual([suppressed.dir, blocked.dir], ["ltr", "ltr"], "brackets do not turn round");
  const french = drawn(raw, { locale: "fr-CA" }).all("abbr");
  assert.match(french[0].title, /^confidentiel/);
});

test("each figure of a nested table names all its headers (H43), and ids are unique", () => {
  for (const { rows, columns } of shapes) {
    const raw = rawTable(/** @type {any} */ (rows), /** @type {any} */ (columns));
    const table = drawn(raw, { id: "x" });
    const [down, across] = [Object.keys(rows).length, Object.keys(columns).length];
    const named = [...table.all("td"), ...table.all("th")].filter(({ headers, id }) => headers || id);
    if (down < 2 && across < 2) {
      assert.deepEqual(named, [], "scope alone says it");
      continue;
    }
    const heads = table.all("th").filter(({ id }) => id);
    const byId = new Map(heads.map((head) => [head.id, head]));
    assert.equal(byId.size, heads.length);
    assert.ok([...byId.keys()].every((id) => id.startsWith("x-")));
    const grid = laidOut(table);
    const [top, left] = [across ? across + 1 : 1, Math.max(down, 1)];
    for (let y = top; y < grid.length; y++) {
      for (let x = left; x < grid[y].length; x++) {
        const expected = [...grid[y].slice(0, left), ...grid.slice(1, top).map((line) => line[x])];
        const found = (grid[y][x].headers ?? "").split(" ").map((id) => byId.get(id));
        assert.deepEqual(found, expected);
      }
    }
  }
});

test("a publisher's marks follow the figure and have their meaning", () => {
  const raw = rawTable({ a: ["1", "2", "3"] }, {}, { status: Uint8Array.of(0, 0, 1) });
  const table = drawn(raw, { marks: (/** @type {number} */ cell) => (cell === 0 ? undefined : "revised") });
  assert.deepEqual(texts(table.all("td")), ["0", "1 [r]", "[c]"]);
  assert.match(table.all("abbr")[0].title, /^revised/);
});

test("numbers follow the locale, and an unknown locale does no harm", () => {
  const raw = rawTable({ a: ["1"] }, {}, { values: Float64Array.of(1234567) });
  assert.equal(drawn(raw, { locale: "de" }).all("td")[0].textContent, "1.234.567");
  assert.match(drawn(raw, { locale: "no_such locale" }).all("td")[0].textContent, /1.?234.?567/);
});

test("the caption names the unit, the dimensions and the filters", () => {
  const filter = [{ name: "student", label: "Student", codes: [{ code: "1", label: "Yes" }, { code: "2", label: "No" }] }];
  const raw = rawTable({ region: ["N"] }, { sex: ["1"], age: ["a"] }, { filter });
  assert.equal(drawn(raw).all("caption")[0].textContent, "Fake: The region by The sex, The age (Student: Yes, No)");
  const words = { by: (/** @type {string} */ rows, /** @type {string} */ columns) => `${rows} par ${columns}`, colon: "\u00a0: ", comma: "، " };
  const table = drawn(raw, { words });
  assert.equal(table.all("caption")[0].textContent, "Fake\u00a0: The region par The sex، The age (Student\u00a0: Yes، No)");
  assert.ok(texts(table.all("th")).includes("The sex، The age"), "the signs are those of the words everywhere");
});
