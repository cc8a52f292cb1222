import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../www/api/table.js";
import { layoutOf } from "../../www/element/layout.js";
import { numbers } from "../../www/words/numbers.js";
import { hasNumbers, isOpen, numberFor } from "../../www/choice/averages.js";
import { origin, rawTable } from "./support/raw-table.js";

const T = "_T";

/** Returns pseudorandom numbers from a seed. @param {number} seed */
function draws(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

/**
 * Returns a table whose totals have their own noise. Some cells are missing, and some are empty.
 * @param {Record<string, string[]>} rows
 * @param {Record<string, string[]>} columns
 */
function noisy(rows, columns, seed = 7) {
  const raw = rawTable(rows, columns);
  const next = draws(seed);
  raw.values = raw.values.map(() => (next() < 0.2 ? 0 : Math.floor(next() * 4000)));
  raw.status = Uint8Array.from(raw.values, () => (next() < 0.06 ? 1 : next() < 0.03 ? 2 : 0));
  raw.values.forEach((_, cell) => { if (raw.status[cell]) raw.values[cell] = NaN; });
  return new Table(raw, origin);
}

/**
 * Returns the figure of named codes from the table's definition alone.
 * @param {Table} table
 * @param {Record<string, string>} codes
 * @returns {number | string}
 */
function naive(table, codes) {
  let cell = 0;
  for (const { name, codes: all } of table.dimensions) cell = cell * all.length + all.findIndex(({ code }) => code === codes[name]);
  return table.values[cell] ?? table.status[cell];
}

/** @param {{ value: number | null, why: string }} figure */
const said = ({ value, why }) => (why !== "" ? why : value);

/** @param {(number | string)[]} parts numbers, or the reason for a missing one */
function added(parts) {
  const missing = parts.filter((part) => typeof part === "string");
  return missing.length ? (missing.includes("suppressed") ? "suppressed" : missing[0]) : parts.reduce((/** @type {number} */ sum, part) => sum + Number(part), 0);
}

/** @param {number | string} a @param {number | string} b @param {number} times */
function divided(a, b, times) {
  if (typeof a === "string" || typeof b === "string") return [a, b].includes("suppressed") ? "suppressed" : [a, b].find((each) => typeof each === "string");
  if (b <= 0) return "not-applicable";
  const result = (a * times) / b;
  return result > 0 && result < 0.05 ? "low" : result;
}

/** Returns every place of a layout with its row codes and column codes. @param {ReturnType<typeof layoutOf>} layout */
function* places(layout) {
  const names = (/** @type {any[]} */ dims, /** @type {any[]} */ codes) => dims.map(({ axis }, i) => [axis.name, codes[i].code]);
  for (let line = 0; line < layout.height; line++) {
    for (let column = 0; column < layout.width; column++) {
      yield { line, column, codes: Object.fromEntries([...names(layout.rows, layout.codesOf(line)), ...names(layout.columns, layout.codesOfColumn(column))]) };
    }
  }
}

const ROWS = { w: ["1", "2", T], a: ["x", "y", "z", T], b: ["p", "q", T] };
const COLUMNS = { c: ["m", "n", "o", T], d: ["1", "2", T] };
const bare = (/** @type {Record<string, string[]>} */ axes) => Object.fromEntries(Object.entries(axes).map(([name, codes]) => [name, codes.filter((code) => code !== T)]));

test("a table without a view is unchanged, and a layer shows its first category unless another is named", () => {
  const table = noisy(ROWS, COLUMNS);
  let cell = 0;
  const whole = layoutOf(table);
  for (const { line, column } of places(whole)) {
    assert.deepEqual(said(whole.figure(line, column)), table.values[cell] ?? table.status[cell]);
    cell++;
  }
  for (const [layers, expected] of /** @type {[[string, string | null][], Record<string, string>][]} */ ([
    [[["w", null]], { w: "1" }], [[["w", "2"]], { w: "2" }], [[["w", T]], { w: T }], [[["w", "?"]], { w: "1" }], [[["w", "2"], ["a", "y"]], { w: "2", a: "y" }],
  ])) {
    const layout = layoutOf(table, {}, layers);
    assert.deepEqual(Object.fromEntries(layout.layers.map(({ axis, code }) => [axis.name, code.code])), expected);
    assert.equal(layout.height * layout.width, table.values.length / layout.layers.reduce((product, { axis }) => product * axis.codes.length, 1));
    for (const { line, column, codes } of places(layout)) assert.deepEqual(said(layout.figure(line, column)), naive(table, { ...codes, ...expected }));
  }
});

test("percentages divide by the protected total, else by the sum of shown figures", () => {
  for (const [table, total] of /** @type {[Table, boolean][]} */ ([[noisy(ROWS, COLUMNS), true], [noisy(bare(ROWS), bare(COLUMNS), 11), false], [noisy(ROWS, {}), true]])) {
    const columns = table.dimensions.filter(({ axis }) => axis === "column").map(({ name }) => name);
    for (const [percent, over] of /** @type {["row" | "column" | "table", string[]][]} */ ([["row", columns], ["column", ["a", "b"]], ["table", ["a", "b", ...columns]]])) {
      const layout = layoutOf(table, { percent }, [["w", "2"]]);
      for (const { line, column, codes } of places(layout)) {
        const here = { w: "2", ...codes };
        let parts = [here];
        for (const name of over) {
          const all = total ? [T] : /** @type {Record<string, string[]>} */ ({ ...ROWS, ...COLUMNS })[name].filter((code) => code !== T);
          parts = parts.flatMap((part) => all.map((code) => ({ ...part, [name]: code })));
        }
        assert.deepEqual(said(layout.figure(line, column)), divided(naive(table, here), added(parts.map((part) => naive(table, part))), 100));
        const { numerator, denominator } = layout.workings(line, column) ?? assert.fail();
        assert.deepEqual([numerator.cells.length, denominator.cells.length], [1, parts.length]);
      }
    }
  }
});

test("ratios and averages replace their dimension on rows or columns", () => {
  const table = noisy(ROWS, COLUMNS, 3);
  for (const [of, numerator, denominator] of [["a", "x", "z"], ["b", "q", T], ["c", "o", "m"], ["d", "2", "1"]]) {
    const layout = layoutOf(table, { ratio: { of, numerator, denominator, per: 1000 } }, [["w", "1"]]);
    let seen = 0;
    for (const { line, column, codes } of places(layout)) {
      seen++;
      assert.equal(codes[of], "_ratio");
      const at = (/** @type {string} */ code) => naive(table, { w: "1", ...codes, [of]: code });
      assert.deepEqual(said(layout.figure(line, column)), divided(at(numerator), at(denominator), 1000));
    }
    assert.equal(seen, table.values.length / 3 / (/** @type {Record<string, string[]>} */ ({ ...ROWS, ...COLUMNS })[of].length));
  }
  const layout = layoutOf(table, { average: { of: "c", values: [["m", 2], ["o", -7.5], [T, 9], ["?", 1]] } });
  for (const { line, column, codes } of places(layout)) {
    assert.equal(codes.c, "_average");
    const [m, o] = ["m", "o"].map((code) => naive(table, { ...codes, c: code }));
    const missing = added([m, o]);
    const expected = typeof missing === "string" ? missing : missing <= 0 ? "not-applicable" : (Number(m) * 2 + Number(o) * -7.5) / missing;
    const found = said(layout.figure(line, column));
    if (typeof expected === "string") assert.equal(found, expected);
    else assert.ok(Math.abs(Number(found) - expected) <= 1e-11 * Math.abs(expected), `${found}, expected ${expected}`);
  }
});

test("choices that do not fit the table are left out", () => {
  const table = noisy(ROWS, COLUMNS);
  const all = { ratio: { of: "?", numerator: "x", denominator: "z", per: 100 }, average: { of: "a", values: /** @type {[string, number][]} */ ([["?", 1]]) }, sort: { order: /** @type {const} */ ("ascending"), column: ["m"] }, collapsed: [["?"], [], ["1", "x", "p"]] };
  const layout = layoutOf(table, all);
  assert.equal(layout.derived, undefined);
  assert.equal(layout.sorted, undefined);
  assert.equal(layout.height, 36);
});

test("a ratio per one or ten has the decimals it needs, and a value that rounds to zero is low", () => {
  const raw = rawTable({ a: ["x", "y", T] }, {});
  for (const [per, decimals, part, whole, shown] of /** @type {const} */ ([
    [1, 3, 947, 1000, "0.947"], [1, 3, 1, 1999, "0.001"], [1, 3, 1, 2001, "low"], [10, 2, 947, 1000, "9.47"], [10, 2, 1, 2001, "low"],
    [100, 1, 947, 1000, "94.7"], [100, 1, 1, 2001, "low"], [100_000, 1, 1, 2001, "50.0"],
  ])) {
    const layout = layoutOf(new Table({ ...raw, values: Float64Array.from([part, whole, part + whole]) }, origin), { ratio: { of: "a", numerator: "x", denominator: "y", per } });
    const { value, why } = layout.figure(0, 0);
    assert.equal(layout.decimals, decimals);
    assert.equal(why || numbers("en", decimals).format(value ?? NaN), shown, `${part} per ${per} of ${whole}`);
    assert.equal(layout.rows[0].axis.codes[0].label, `Label x per ${per.toLocaleString("en")} Label y`);
  }
});

test("halves of the last decimal round exactly, and a code named twice counts once", () => {
  const raw = rawTable({ a: ["x", "y", T] }, {});
  const figures = (/** @type {number[]} */ values, /** @type {import("../../www/element/layout.js").View} */ view) => {
    const layout = layoutOf(new Table({ ...raw, values: Float64Array.from(values) }, origin), view);
    return Array.from({ length: layout.height }, (_, line) => numbers("en", 1).format(layout.figure(line, 0).value ?? NaN));
  };
  // 28.75 %, 51.25 %, 14.15 %: if the quotient is rounded first, each is below the tie and is rounded down.
  for (const [part, whole, shown] of /** @type {[number, number, string][]} */ ([[23, 80, "28.8"], [41, 80, "51.3"], [283, 2000, "14.2"], [-23, 80, "-28.8"], [80, 80, "100.0"]])) {
    assert.equal(figures([part, 1, whole], { percent: "column" })[0], shown, `${part} of ${whole}`);
    assert.equal(figures([part, whole, 0], { ratio: { of: "a", numerator: "x", denominator: "y", per: 100 } })[0], shown, `${part} per 100 of ${whole}`);
  }
  const average = (/** @type {[string, number][]} */ values) => figures([1, 1, 2], { average: { of: "a", values } })[0];
  assert.equal(average([["x", 43], ["y", 77.1]]), "60.1");
  assert.equal(average([["x", 43], ["y", 77.2], ["x", 45]]), "61.1");
});

test("derived figures allow sorting and collapsing the groups around them", () => {
  const raw = rawTable({ a: ["x", "y", "z", T], b: ["p", "q", T], c: ["m", "n"] }, {});
  const table = new Table({ ...raw, values: raw.values.map((_, cell) => [5, 10, 3, 10, 9, 10, 1, 10][cell % 8] + Math.floor(cell / 6)) }, origin);
  const ratio = { of: "c", numerator: "m", denominator: "n", per: 100 };
  const lines = (/** @type {ReturnType<typeof layoutOf>} */ layout) => Array.from({ length: layout.height }, (_, line) => layout.codesOf(line).slice(0, 2).map(({ code }) => code).join(""));
  const plain = layoutOf(table, { ratio });
  const value = (/** @type {string} */ line) => Number(plain.figure(lines(plain).indexOf(line), 0).value);
  const sorted = layoutOf(table, { ratio, sort: { order: "descending", column: [] } });
  const outer = [...new Set(lines(sorted).map((line) => line[0]))].slice(0, 3);
  assert.deepEqual(outer, ["x", "y", "z"].sort((p, q) => value(`${q}${T}`) - value(`${p}${T}`)));
  assert.notDeepEqual(outer, ["x", "y", "z"], "a case in which the order changes");
  assert.deepEqual(lines(layoutOf(table, { ratio, collapsed: [["y"]] })), lines(plain).filter((line) => !/^y[pq]/.test(line)));
  assert.deepEqual([0, 1, 2].map((level) => plain.collapses(level)), [true, false, false]);
});

test("rows sort inside their groups, with missing values after others and totals last; equal rows keep their order", () => {
  const table = noisy(ROWS, COLUMNS, 5);
  for (const order of /** @type {const} */ (["ascending", "descending"])) {
    for (const view of [{}, { percent: /** @type {const} */ ("column") }]) {
      const layout = layoutOf(table, { ...view, sort: { order, column: ["n", "2"] } }, [["w", T]]);
      const column = 1 * 3 + 1;
      assert.deepEqual(layout.sorted, { column, order });
      const plain = layoutOf(table, view, [["w", T]]);
      const valueOf = (/** @type {string} */ a, /** @type {string} */ b) => {
        for (const { line, column: at, codes } of places(plain)) if (at === column && codes.a === a && codes.b === b) return plain.figure(line, at).value;
        return assert.fail();
      };
      const rank = (/** @type {string} */ code, /** @type {number | null} */ value) => (code === T ? 2 : value === null ? 1 : 0);
      const ordered = (/** @type {string[]} */ codes, /** @type {(code: string) => number | null} */ key) => [...codes].sort((p, q) => {
        const [x, y] = [key(p), key(q)];
        return rank(p, x) - rank(q, y) || (x === null || y === null || p === T ? 0 : order === "ascending" ? x - y : y - x) || codes.indexOf(p) - codes.indexOf(q);
      });
      const expected = ordered(ROWS.a, (a) => valueOf(a, T)).flatMap((a) => ordered(ROWS.b, (b) => valueOf(a, b)).map((b) => [a, b].join()));
      assert.deepEqual(Array.from({ length: layout.height }, (_, line) => layout.codesOf(line).map(({ code }) => code).join()), expected);
    }
  }
});

test("collapsed groups show only their total; without totals nothing collapses", () => {
  const table = noisy(ROWS, COLUMNS);
  const lines = (/** @type {ReturnType<typeof layoutOf>} */ layout) => Array.from({ length: layout.height }, (_, line) => layout.codesOf(line).map(({ code }) => code).join(""));
  const all = lines(layoutOf(table));
  const one = layoutOf(table, { collapsed: [["2"], ["1", "y"]] });
  assert.deepEqual(lines(one), all.filter((line) => !/^2/.test(line) && !/^1y/.test(line) || line === `2${T}${T}` || line === `1y${T}`));
  assert.deepEqual(Array.from({ length: one.height }, (_, line) => one.isCollapsed(line, 0)), lines(one).map((line) => line.startsWith("2")));
  assert.deepEqual([0, 1, 2].map((level) => one.collapses(level)), [true, true, false]);
  for (const { line, column, codes } of places(one)) assert.deepEqual(said(one.figure(line, column)), naive(table, codes));
  const without = noisy(bare(ROWS), bare(COLUMNS));
  assert.equal(layoutOf(without, { collapsed: [["1"]] }).height, 12);
});

test("categories stand for the middle of a range, one number, or a number of the reader", () => {
  const cases = /** @type {[string, number | undefined, boolean][]} */ ([
    ["16 to 24", 20, false], ["0–4", 2, false], ["3", 3, false], ["1 person", 1, false], ["75 and over", undefined, true], ["Under 5", undefined, true],
    ["5+", undefined, true], ["No code required", undefined, false], ["Male", undefined, false], ["2.5 to 3", 2.75, false],
    // A year, and numbers with separators, whose first digits must not be read as a range.
    ["2020-21", undefined, true], ["1 to 1,000", undefined, true], ["5 to 10,000 a year", undefined, true], ["7 to 7", 7, false],
  ]);
  for (const [label, number, open] of cases) assert.deepEqual([numberFor({ code: "9", label }), isOpen({ code: "9", label })], [number, open], label);
  assert.equal(hasNumbers([{ code: "1", label: "Male" }]), false);
});
