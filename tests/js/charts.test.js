import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { Table } from "../../www/api/table.js";
import { classesOf, classOf } from "../../www/site/result/charts/classes.js";
import { LIGHT, resolved } from "../../www/site/result/charts/colours.js";
import { wrapped } from "../../www/site/result/charts/file.js";
import { chartsFor } from "../../www/site/result/charts/kinds.js";
import { ends } from "../../www/site/result/charts/line.js";
import { stackedReading, stackOf } from "../../www/site/result/charts/parts.js";
import { crc32, textsOf, withTexts } from "../../www/site/result/charts/png.js";
import { groupsBy, isOrdered, nameOf, readTable } from "../../www/site/result/charts/reading.js";
import { cut, roomFor, ticks } from "../../www/site/result/charts/chart.js";
import { step } from "../../www/site/result/charts/svg.js";
import { intervalOf, odds } from "../../www/site/result/charts/whiskers.js";
import { origin, rawTable } from "./support/raw-table.js";

/** @typedef {Record<string, string[]>} Axes the codes, which are also the labels */

/**
 * @param {Axes} rows @param {Axes} [columns]
 * @param {{ values?: (cell: number) => number, missing?: number[], roles?: Record<string, "geo" | "time"> }} [how]
 */
function tableOf(rows, columns = {}, { values = (cell) => 10 + cell, missing = [], roles = {} } = {}) {
  const raw = rawTable(rows, columns);
  for (const dimension of raw.dimensions) {
    if (roles[dimension.name]) dimension.role = roles[dimension.name];
    dimension.codes = dimension.codes.map(({ code }) => ({ code, label: code === "_T" ? "Total" : code }));
  }
  raw.values = raw.values.map((_, cell) => (missing.includes(cell) ? NaN : values(cell)));
  raw.status = raw.status.map((_, cell) => (missing.includes(cell) ? 1 : 0));
  return new Table(raw, origin);
}

const AGES = ["0 to 15", "16 to 64", "65 and over"];
const many = (/** @type {number} */ length, prefix = "c") => Array.from({ length }, (_, at) => `${prefix}${at}`);

test("a dimension is ordered by time or by rising numbers", () => {
  for (const [labels, role, expected] of /** @type {[string[], string | undefined, boolean][]} */ ([
    [AGES, undefined, true],
    [["Under 16", "16 to 24", "25 and over"], undefined, true],
    [["2001", "2011", "2021"], undefined, true],
    [["Education level 1", "Education level 2", "Education level 3"], undefined, true],
    [["£0 to 99", "£100 to 999", "£1,000 or more"], undefined, true],
    [["spring", "summer", "autumn"], "time", true],
    [["1", "2", "3"], "geo", false],
    [["Region 1", "Region 2", "Region 3"], undefined, false],
    [["16 to 64", "0 to 15", "65 and over"], undefined, false],
    [["0 to 15", "16 to 64", "No code required"], undefined, false],
    [["White", "Mixed", "Other"], undefined, false],
  ])) assert.equal(isOrdered({ role, codes: labels.map((label) => ({ label })) }), expected, labels.join());
});

test("charts leave out totals, hold a layer at its category, and keep the places of figures", () => {
  const table = tableOf({ area: ["a", "b", "_T"], sex: ["m", "f", "_T"] }, { age: [...AGES, "_T"] }, { missing: [16] });
  const all = readTable(table);
  assert.deepEqual(all.axes.map(({ codes }) => codes.length), [2, 2, 3]);
  assert.equal(all.figures.length, 12);
  for (const { at, cell, value } of all.figures) {
    assert.equal(cell, at[0] * 12 + at[1] * 4 + at[2]);
    assert.equal(value, cell === 16 ? null : 10 + cell);
  }
  assert.equal(all.figures.find(({ cell }) => cell === 16)?.why, "suppressed");
  const held = readTable(table, [["area", "b"]]);
  assert.deepEqual(held.held, [{ label: table.dimensions[0].label, category: "b" }]);
  assert.deepEqual(held.figures.map(({ cell }) => cell), [12, 13, 14, 16, 17, 18]);
  assert.deepEqual(readTable(table, [["area", null]]).figures.map(({ cell }) => cell), [0, 1, 2, 4, 5, 6], "the first where none is chosen");
  assert.deepEqual(readTable(table, [["area", "gone"]]).figures[0].cell, 0);
  assert.deepEqual(readTable(table, [], { atTotal: ["area", "age"] }).figures.map(({ cell }) => cell), [27, 31]);
  assert.equal(nameOf(all.axes, [1, 0, 2]), "b, m, 65 and over");
  const groups = groupsBy(all, 2);
  assert.deepEqual(groups.map(({ name }) => name), ["a, m", "a, f", "b, m", "b, f"]);
  assert.deepEqual(groups[3].figures.map(({ cell }) => cell), [16, 17, 18]);
});

test("shares divide by protected totals, else by the sum of shown figures, and never by zero", () => {
  const values = [1, 3, 4, 2, 2, 5, 3, 5, 8];
  const withTotals = tableOf({ a: ["x", "y", "_T"] }, { b: ["1", "2", "_T"] }, { values: (cell) => values[cell] });
  const shares = (/** @type {any} */ table, /** @type {any} */ percent) => readTable(table, [], { percent }).figures.map(({ value }) => value);
  // The total of y is 5, although its figures add up to 4.
  assert.deepEqual(shares(withTotals, "row"), [25, 75, 40, 40]);
  assert.deepEqual(shares(withTotals, "column"), [100 / 3, 60, 200 / 3, 40]);
  assert.deepEqual(shares(withTotals, "table"), [12.5, 37.5, 25, 25]);
  const without = tableOf({ a: ["x", "y"] }, { b: ["1", "2"] }, { values: (cell) => [1, 3, 2, 2][cell] });
  assert.deepEqual(shares(without, "row"), [25, 75, 50, 50]);
  assert.equal(readTable(without, [], { percent: "row" }).summed, true);
  assert.deepEqual(shares(tableOf({ a: ["x", "y"] }, { b: ["1", "2", "_T"] }, { values: (cell) => [1, 3, 5, 2, 2, 5][cell] }), "table"), [10, 30, 20, 20], "the totals of rows, added up");
  const layers = tableOf({ a: ["x", "y", "_T"], b: ["1", "2", "_T"] }, {}, { values: (cell) => [1, 3, 4, 2, 2, 5, 3, 5, 8][cell] });
  assert.deepEqual(readTable(layers, [["a", "y"]], { percent: "column" }).figures.map(({ value }) => value), [40, 40], "within the layer");
  assert.deepEqual(readTable(tableOf({ a: ["x", "_T"] }, { b: ["1", "2", "_T"] }, { values: (cell) => [1, 3, 4, 4, 4, 10][cell] }), [], { percent: "column" }).figures.map(({ value }) => value), [25, 75], "one category beside its total");
  const lacking = readTable(tableOf({ a: ["x", "y"] }, { b: ["1", "2"] }, { missing: [1], values: (cell) => (cell === 0 ? 1 : 0) }), [], { percent: "row" }).figures;
  assert.deepEqual(lacking.map(({ value, why }) => [value, why]), [[null, "suppressed"], [null, "suppressed"], [null, "not-applicable"], [null, "not-applicable"]]);
});

test("each chart fits a table or says why not", () => {
  const stacks = "stacked stacked-100";
  const kinds = (/** @type {Table} */ table, /** @type {any} */ layers = []) => chartsFor(table, layers).filter(({ fits }) => fits).map(({ kind }) => kind).join(" ");
  const why = (/** @type {Table} */ table, /** @type {string} */ kind) => chartsFor(table).find((offer) => offer.kind === kind)?.why;
  const sex = ["m", "f", "_T"];
  const age = [...AGES, "_T"];
  assert.equal(kinds(tableOf({ area: ["a", "b", "_T"] })), "bar");
  assert.equal(kinds(tableOf({ area: ["a", "b", "_T"] }, { kind: ["p", "q", "r"] })), `bar ${stacks} heat`);
  assert.equal(kinds(tableOf({ age })), "bar line");
  assert.equal(kinds(tableOf({ age }, { sex })), `bar ${stacks} line heat pyramid`);
  assert.equal(kinds(tableOf({ area: ["a", "b", "c", "_T"], age }, { sex })), `bar ${stacks} line heat pyramid`, "area at its total");
  const bare = tableOf({ area: ["a", "b", "c"], age: AGES }, { sex: ["m", "f"] });
  assert.equal(kinds(bare), `bar ${stacks} line heat`);
  assert.match(why(bare, "pyramid") ?? "", /Show totals, or a layer for each category of/);
  assert.equal(kinds(bare, [["area", "b"]]), `bar ${stacks} line heat pyramid`);
  assert.equal(kinds(tableOf({ area: ["a", "_T"] })), "", "one figure beside its total");
  assert.equal(kinds(tableOf({ age }, { sex }, { missing: many(12).map((_, at) => at) })), "", "nothing to draw");
  assert.equal(kinds(tableOf({ age }, { sex }, { values: (cell) => cell - 3 })), "bar line heat", "below zero");
  const long = tableOf({ area: many(70) });
  assert.match(why(long, "bar") ?? "", /the 60 largest of 70 categories/);
  const wide = tableOf({ area: many(13) }, { kind: many(13, "k"), more: many(4, "m") });
  assert.equal(kinds(wide), "");
  for (const [kind, words] of /** @type {const} */ ([["bar", /52 panels/], ["line", /an ordered variable/], ["heat", /52 columns/], ["pyramid", /two categories/]])) assert.match(why(wide, kind) ?? "", words);
  assert.match(why(tableOf({ a: many(350) }, { b: ["x", "y"] }), "heat") ?? "", /350 rows/);
  assert.match(why(tableOf({ age: AGES }, { b: many(25) }), "line") ?? "", /25 lines/);
  assert.match(why(tableOf({ age: many(500).map((_, at) => `${at}`) }), "line") ?? "", /500 points/);
  // A table that is too large to be searched still loses the suggestions that need a total.
  const large = tableOf({ area: [...many(7000), "_T"], age }, { sex });
  assert.equal(kinds(large), "pyramid");
  assert.match(why(large, "bar") ?? "", /42000 bars/);
});

test("stacked bars need parts of a whole", () => {
  const sex = ["m", "f", "_T"];
  const age = [...AGES, "_T"];
  const offers = (/** @type {any} */ table, /** @type {any} */ shown = {}, /** @type {any} */ worked = undefined) => {
    const [stacked, hundred] = ["stacked", "stacked-100"].map((kind) => chartsFor(table, [], worked, shown).find((offer) => offer.kind === kind) ?? assert.fail(kind));
    return { stacked, hundred };
  };
  const both = (/** @type {any} */ table, /** @type {RegExp} */ why, /** @type {any} */ shown = {}, /** @type {any} */ worked = undefined) => {
    const { stacked, hundred } = offers(table, shown, worked);
    for (const offer of [stacked, hundred]) {
      assert.equal(offer.fits, false);
      assert.match(offer.why, why);
    }
  };
  both(tableOf({ age }), /two variables/);
  both(tableOf({ age }, { sex }, { values: (cell) => cell - 3 }), /negative/);
  both(tableOf({ area: many(9) }, { kind: many(7, "k") }), /7 parts; the maximum is 6\. Use a broader level of/);
  both(tableOf({ age }, { sex }, { missing: many(12).map((_, at) => at) }), /shows none of the figures/);
  both(tableOf({ area: many(14) }, { kind: many(13, "k"), sex: ["m", "f"] }), /13 panels/);
  both(tableOf({ age }, { sex }), /numbers that add up, not ratios/, {}, { kind: "ratio" });
  const groups = (/** @type {string[]} */ ...second) => [["kind", [["p", ["1", "2"]], ["q", second]]]];
  const grouped = tableOf({ area: many(3) }, { kind: ["p", "q"] });
  both(grouped, /overlap, so they are not parts of a whole/, { groups: groups("2", "3") });
  assert.ok(offers(grouped, { groups: groups("3") }).stacked.fits);
  // Bars may overlap: only parts are added.
  assert.ok(offers(grouped, { groups: [["area", [["x", ["1"]], ["y", ["1"]]]]] }).stacked.fits);
  // Percentages of a row add up over columns only. Shares of a bar need no percentages.
  const rows = tableOf({ area: many(3), sex: ["m", "f"] });
  assert.match(offers(rows, { percent: "row" }).stacked.why, /Percentages of different rows do not add up/);
  assert.ok(offers(rows, { percent: "column" }).stacked.fits && offers(rows, { percent: "table" }).stacked.fits && offers(rows, { percent: "row" }).hundred.fits);
  assert.match(offers(tableOf({ area: many(70) }, { sex })).stacked.why, /the 60 largest of 70/);
});

test("bars are the longest variable, and parts are a variable that adds up, preferably of the columns", () => {
  const plan = (/** @type {any} */ table, /** @type {any} */ percent = null) => {
    const { axes } = readTable(table);
    const found = stackOf(axes, percent);
    return found && [axes[found.main].name, axes[found.parts].name].join(" by ");
  };
  const [area, sex, kind] = [many(4), ["m", "f"], ["p", "q", "r"]];
  assert.equal(plan(tableOf({ area }, { sex })), "area by sex");
  assert.equal(plan(tableOf({ sex }, { area })), "area by sex");
  assert.equal(plan(tableOf({ area, kind }, { sex })), "area by sex");
  assert.equal(plan(tableOf({ area, kind, sex })), "area by sex");
  assert.equal(plan(tableOf({ sex }, { area }), "row"), "sex by area", "shares of a row");
  assert.equal(plan(tableOf({ sex }, { area }), "column"), "area by sex");
  assert.equal(plan(tableOf({ area }), "row"), null);
  const ages = many(8).map((_, at) => `${at}0 to ${at}9`);
  assert.equal(plan(tableOf({ area: many(10) }, { ages })), "area by ages", "eight ordered parts");
  assert.equal(plan(tableOf({ area: many(8) }, { ages })), "area by ages");
  assert.equal(plan(tableOf({ ages }, { area: many(7) })), "area by ages", "no unordered variable of seven parts");
});

test("a bar adds up its shown parts, and knows its published total and what is missing", () => {
  const values = [10, 30, 41, 5, 7, 12, 0, 0, 0, 15, 37, 53];
  const table = tableOf({ area: ["a", "b", "c", "_T"] }, { sex: ["m", "f", "_T"] }, { values: (cell) => values[cell], missing: [4] });
  const reading = (/** @type {boolean} */ shares) => stackedReading(table, readTable(table), { main: 0, parts: 1 }, shares);
  const stacks = reading(false).stacked?.groups[0].stacks;
  assert.deepEqual(stacks?.map(({ sum, total, complete }) => [sum, total, complete]), [[40, 41, true], [5, 12, false], [0, 0, true]]);
  assert.deepEqual(reading(true).figures.map(({ cell, value, why }) => [cell, value, why]), [[0, 25, ""], [1, 75, ""], [3, 100, ""], [4, null, "suppressed"], [6, null, "not-applicable"], [7, null, "not-applicable"]]);
  assert.deepEqual(reading(true).stacked?.groups[0].stacks.map(({ sum }) => sum), [40, 5, 0], "sums stay counts");
  const bare = tableOf({ area: ["a", "b"] }, { sex: ["m", "f"] });
  assert.equal(stackedReading(bare, readTable(bare), { main: 0, parts: 1 }, false).stacked?.groups[0].stacks[0].total, null);
  const three = tableOf({ kind: ["p", "q"], area: ["a", "b", "c"] }, { sex: ["m", "f", "_T"] });
  const panels = stackedReading(three, readTable(three), { main: 1, parts: 2 }, false).stacked?.groups;
  assert.deepEqual(panels?.map(({ name, stacks }) => [name, stacks.map(({ parts, total }) => [...parts.map(({ cell }) => cell), total])]), [["p", [[0, 1, 12], [3, 4, 15], [6, 7, 18]]], ["q", [[9, 10, 21], [12, 13, 24], [15, 16, 27]]]]);
});

test("whiskers need a sound interval, and their share is never overstated", () => {
  const figure = /** @type {const} */ ({ cell: 3, at: [0], value: 20, why: "" });
  const of = (/** @type {any} */ interval, /** @type {any} */ kind = "bar", /** @type {any} */ more = {}) => intervalOf(/** @type {any} */ ({ kind, interval: () => interval }), { ...figure, ...more });
  const sound = { low: 18, high: 23, level: 0.9 };
  assert.deepEqual(of(sound), sound);
  assert.deepEqual(of({ low: 5, high: 5, level: 1 }), { low: 5, high: 5, level: 1 });
  for (const wrong of [null, { ...sound, low: 24 }, { ...sound, low: NaN }, { ...sound, high: Infinity }, { ...sound, level: 0 }, { ...sound, level: 1.1 }, { low: 1, high: 2 }]) assert.equal(of(wrong), null, JSON.stringify(wrong));
  assert.equal(of(sound, "bar", { value: null, why: "suppressed" }), null);
  for (const kind of ["stacked", "stacked-100", "heat"]) assert.equal(of(sound, kind), null, kind);
  assert.equal(intervalOf(/** @type {any} */ ({ kind: "bar" }), figure), null);
  for (const [level, text] of /** @type {const} */ ([[0.9, "9 in 10"], [0.95, "19 in 20"], [0.5, "1 in 2"], [0.99, "99 in 100"], [0.999, "999 in 1000"], [0.9369, "93.6 in 100"], [0.99999, "99.9 in 100"]])) assert.equal(odds(level), text);
});

test("each value is in one class, and equal values are together", () => {
  for (const values of [[5], [1, 2], [1, 1, 1, 1, 9], [0, 0, 0, 3, 3, 4, 10, 10, 10, 10, 11], many(100).map((_, at) => (at * 37) % 61), [-4, -1, 0, 2.5, 2.6, 900]]) {
    for (const by of /** @type {const} */ (["quantile", "equal"])) {
      const classes = classesOf(values, by);
      assert.ok(classes.length >= 1 && classes.length <= 5);
      assert.equal(classes.reduce((sum, { areas }) => sum + areas, 0), values.length);
      classes.forEach(({ low, high, shade }, at) => {
        assert.ok(low <= high);
        if (at > 0) assert.ok(low > classes[at - 1].high && shade > classes[at - 1].shade, `${values}: ${JSON.stringify(classes)}`);
      });
      for (const value of values) assert.ok(classOf(classes, value), `${value}`);
    }
  }
  assert.deepEqual(classesOf([]), []);
  // Most areas have the value 0. The other areas still have different classes.
  assert.deepEqual(classesOf([...many(60).map(() => 0), 50, 50, 60, 60, 75, 100, 100, 100]).map(({ low, high, areas }) => [low, high, areas]), [[0, 0, 60], [50, 50, 2], [60, 60, 2], [75, 75, 1], [100, 100, 3]]);
  assert.deepEqual([classesOf([0, 0])[0].shade, classesOf([7, 7])[0].shade], [0, 2], "nothing anywhere is not dark");
  assert.deepEqual(classesOf([1, 9, 9, 9, 9]).map(({ areas }) => areas), [1, 4]);
  assert.deepEqual(classesOf([0.1, 0.2, 0.3], "equal").map(({ areas }) => areas), [1, 1, 1]);
  assert.deepEqual(classesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).map(({ areas }) => areas), [2, 2, 2, 2, 2]);
  assert.deepEqual(classesOf([0, 1, 2, 98, 99, 100], "equal").map(({ low, high }) => [low, high]), [[0, 2], [98, 100]]);
});

test("ticks are round, inside the range, and whole for counts", () => {
  assert.deepEqual(ticks(0, 784, 4, true), [0, 200, 400, 600]);
  assert.deepEqual(ticks(-7, 12, 4, true), [-5, 0, 5, 10]);
  assert.deepEqual(ticks(0, 1, 5, true), [0, 1]);
  assert.deepEqual(ticks(0, 0.7, 4, false), [0, 0.2, 0.4, 0.6]);
});

test("a PNG stores and returns texts, and keeps its other chunks", () => {
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const png = Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk("IDAT", deflateSync(Buffer.from([0, 255]))), chunk("IEND", Buffer.alloc(0)),
  ]);
  const texts = { Title: "Persons by région – 表", Comment: "cellveil receipt sha256 00", Copyright: "" };
  const out = withTexts(png, texts);
  assert.deepEqual(textsOf(out), { Title: texts.Title, Comment: texts.Comment });
  const added = out.length - png.length;
  assert.deepEqual(Buffer.concat([out.subarray(0, 33), out.subarray(33 + added)]), png);
  for (let at = 8; at < out.length;) {
    const size = Buffer.from(out).readUInt32BE(at);
    assert.equal(Buffer.from(out).readUInt32BE(at + 8 + size), crc32(out.subarray(at + 4, at + 8 + size)));
    at += 12 + size;
  }
  // The check value of CRC-32 from Williams, A painless guide to CRC error detection algorithms, and the CRC at the end
  // of every PNG.
  for (const [text, sum] of /** @type {const} */ ([["", 0], ["123456789", 0xcbf43926], ["IEND", 0xae426082]])) assert.equal(crc32(Buffer.from(text)), sum);
  assert.throws(() => withTexts(new Uint8Array(40), texts), /not a PNG/);
});

test("downloaded charts have light colours", () => {
  const sheets = ["shell/site.css", "result/charts.css"].map((name) => readFileSync(new URL(`../../www/site/${name}`, import.meta.url), "utf8")).map((css) => css.slice(0, css.indexOf("@media")));
  for (const [name, colour] of Object.entries(LIGHT)) assert.ok(sheets.some((css) => css.includes(`${name}: ${colour};`)), `${name}: ${colour}`);
  assert.equal(resolved("var(--ink) currentColor var(--unknown)"), "#1b2326 #1b2326 var(--unknown)");
  assert.equal(resolved("color-mix(in srgb, var(--sheet), var(--ink))"), "#8d9193");
});

test("marks have a contrast of 3 to 1, texts 4.5 to 1, and shades rise evenly, in light and dark", () => {
  const read = (/** @type {string} */ name) => readFileSync(new URL(`../../www/site/${name}`, import.meta.url), "utf8");
  for (const scheme of ["light", "dark"]) {
    const colours = new Map(["shell/site.css", "result/charts.css"].flatMap((name) => {
      const css = read(name);
      const dark = css.slice(css.indexOf("prefers-color-scheme: dark"));
      const sheet = scheme === "light" ? css.slice(0, css.indexOf("@media")) : dark.slice(0, dark.indexOf("\n}"));
      return [...sheet.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, key, value]) => /** @type {[string, string]} */ ([key, value]));
    }));
    const light = (/** @type {string} */ name) => {
      const [r, g, b] = [1, 3, 5].map((at) => parseInt((colours.get(name) ?? assert.fail(name)).slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (/** @type {string} */ a, /** @type {string} */ b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    for (const ground of ["--sheet", "--paper"]) {
      for (const mark of ["--chart-edge", ...[1, 2, 3, 4, 5, 6].map((n) => `--series-${n}`)]) assert.ok(contrast(mark, ground) >= 3, `${scheme}: ${mark} on ${ground}: ${contrast(mark, ground)}`);
      // The label of a line has the colour of the line.
      for (const n of [1, 2, 3, 4, 5, 6]) assert.ok(contrast(`--series-${n}`, ground) >= 4.5, `${scheme}: names of series ${n} on ${ground}: ${contrast(`--series-${n}`, ground)}`);
    }
    for (const n of [1, 2, 3, 4, 5]) assert.ok(contrast(`--on-shade-${n}`, `--shade-${n}`) >= 4.5, `${scheme}: text on shade ${n}`);
    // Ordered parts of stacked bars have mixtures of shades.
    for (const of of [2, 3, 4, 5, 6, 7, 8]) {
      for (let at = 0; at < of; at++) {
        const { fill, on } = step(at, of);
        const names = [...`${fill} ${on}`.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
        const text = /** @type {string} */ (names.pop());
        const worst = Math.min(...names.map((name) => contrast(name, text)));
        // A mixture lies between its two shades, and so does its contrast.
        assert.ok(worst >= 4.5, `${scheme}: text on part ${at + 1} of ${of}: ${worst}`);
      }
    }
    for (const n of [1, 2, 3, 4]) assert.ok(contrast(`--shade-${n}`, `--shade-${n + 1}`) >= 1.25, `${scheme}: shades ${n} and ${n + 1}: ${contrast(`--shade-${n}`, `--shade-${n + 1}`)}`);
  }
});

test("lines break between words and inside words that are too long", () => {
  assert.deepEqual(wrapped("one two  three", 7), ["one two", "three"]);
  assert.deepEqual(wrapped("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
  assert.deepEqual(wrapped("", 4), []);
});

test("labels are cut between letters, count wide letters twice, and keep their direction", () => {
  assert.equal(cut("Employees", 6), "Emplo…");
  assert.equal(cut("👩‍🌾 farm", 99), "👩‍🌾 farm");
  assert.equal(cut("𝒜𝒷𝒸𝒹", 3), "𝒜𝒷…");
  assert.equal(cut("東京都千代田区", 7), "東京都…");
  assert.deepEqual([roomFor(["東京都"], 900), roomFor(["abcdef"], 900)].map(({ letters }) => letters), [6, 6]);
  assert.equal(cut("0 إلى 4", 20), "\u20680 إلى 4\u2069");
});

test("names of lines do not overlap and stay inside the frame", () => {
  const lines = (/** @type {number[]} */ ...values) => values.map((value, at) => ({ at, name: String(at), points: [{ value, why: "" }] }));
  const places = (/** @type {number[]} */ ...values) => ends(lines(...values), 1, 105).sort((a, b) => a.at - b.at).map(({ y }) => y);
  assert.deepEqual(places(10, 50, 90), [10, 50, 90], "where there is room, at their figures");
  assert.deepEqual(places(10, 12, 50), [10, 24, 50]);
  assert.deepEqual(places(100, 100, 100, 20), [77, 91, 105, 20], "not above the frame");
  assert.deepEqual(ends([{ at: 0, name: "a", points: [{ value: null, why: "suppressed" }] }], 1, 105), []);
});
