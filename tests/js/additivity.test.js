// Whether the shown figures of a table add up to their totals, in words, with planted differences.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../www/api/table.js";
import { additivityInWords, linesOf, looksAtTable } from "../../www/element/additivity.js";
import { renderTable } from "../../www/element/render.js";
import { en } from "../../www/words/en.js";
import { LANGUAGES } from "../../www/words/languages.js";
import { laidOut, plainDocument } from "./support/plain-document.js";
import { origin, rawTable } from "./support/raw-table.js";

const CODES = ["x", "y", "_T"];
const NONE = { decimals: 0, jumps: 0, change: null, intervalsUnchecked: false };

/** @param {string} kind @param {object} [more] */
const method = (kind, { additive = true, totals = "own", parameters = {} } = {}) => ({ name: kind, kind, totals, text: "Text.", parameters: { kind, ...parameters }, properties: { additive } });

/**
 * A table of two rows and two columns with totals.
 * @param {(number | null)[]} values  null: suppressed
 * @param {any} [more]
 */
function table(values, { method: of = method("controlled-rounding"), ...more } = {}) {
  const status = Uint8Array.from(values, (value) => Number(value === null));
  return new Table(rawTable({ a: CODES }, { b: CODES }, { values: Float64Array.from(values, (value) => value ?? NaN), status, method: /** @type {any} */ (of), ...more }), origin);
}

const EQUAL = [3, 6, 9, 0, 3, 3, 3, 9, 12];

test("each line with a total is added up, and each planted difference is found", () => {
  assert.deepEqual(linesOf(table(EQUAL)), { complete: 6, differing: 0, rounded: 0, incomplete: 0 });
  for (let cell = 0; cell < 9; cell++) {
    const wrong = EQUAL.map((value, at) => value + Number(at === cell));
    assert.deepEqual(linesOf(table(wrong)), { complete: 6, differing: 2, rounded: 0, incomplete: 0 }, `cell ${cell}`);
    const hidden = EQUAL.map((value, at) => (at === cell ? null : value));
    assert.deepEqual(linesOf(table(hidden)), { complete: 4, differing: 0, rounded: 0, incomplete: 2 }, `cell ${cell}`);
  }
});

test("tables of any number of dimensions are added up, and a dimension without a total is not", () => {
  // The values of the last code are the sums of the others along each axis.
  const size = [3, 2, 4];
  const codes = size.map((length) => [...Array.from({ length: length - 1 }, (_, i) => `c${i}`), "_T"]);
  const values = new Float64Array(24);
  for (let cell = 0; cell < 24; cell++) {
    const at = [Math.floor(cell / 8), Math.floor(cell / 4) % 2, cell % 4];
    const parts = at.map((place, axis) => (place === size[axis] - 1 ? Array.from({ length: place }, (_, i) => i) : [place]));
    for (const i of parts[0]) for (const j of parts[1]) for (const k of parts[2]) values[cell] += 1 + i * 7 + j * 3 + k * k;
  }
  const whole = new Table(rawTable({ a: codes[0], b: codes[1] }, { c: codes[2] }, { values }), origin);
  assert.deepEqual(linesOf(whole), { complete: 2 * 4 + 3 * 4 + 3 * 2, differing: 0, rounded: 0, incomplete: 0 });
  values[9] += 1;
  assert.equal(linesOf(new Table(rawTable({ a: codes[0], b: codes[1] }, { c: codes[2] }, { values }), origin)).differing, 3);
  assert.deepEqual(linesOf(new Table(rawTable({ a: ["x", "y"] }, {}), origin)), { complete: 0, differing: 0, rounded: 0, incomplete: 0 });
  assert.deepEqual(linesOf(new Table(rawTable({}, {}), origin)), { complete: 0, differing: 0, rounded: 0, incomplete: 0 });
});

test("fractions add up, except for the rounding of each", () => {
  const adjustment = { ...NONE, decimals: 1 };
  const exact = [0.1, 0.2, 0.3, 0.3, 0.6, 0.9, 0.4, 0.8, 1.2];
  assert.deepEqual(linesOf(table(exact, { adjustment })), { complete: 6, differing: 0, rounded: 0, incomplete: 0 }, "0.1 + 0.2 is not 0.3 in binary");
  const near = exact.with(8, 1.3);
  assert.deepEqual(linesOf(table(near, { adjustment })), { complete: 6, differing: 0, rounded: 2, incomplete: 0 });
  const far = exact.with(8, 1.4);
  assert.deepEqual(linesOf(table(far, { adjustment })), { complete: 6, differing: 2, rounded: 0, incomplete: 0 });
  const fitted = method("cell-key", { parameters: { additivity: "ipf" } });
  assert.deepEqual(additivityInWords(table(near, { adjustment, method: fitted }), en.sum), ["In this table, all figures add up to their totals, except for the rounding of decimals."]);
});

test("the sentence on sums depends on the figures and on the method, and does not repeat the method's text", () => {
  const differing = EQUAL.with(8, 15);
  const own = method("cell-key", { additive: false });
  const sum = method("cell-key", { totals: "sum" });
  const semi = method("semi-controlled-rounding", { additive: false });
  const suppression = method("suppression", { additive: false });
  /** @type {[(number | null)[], object, string[]][]} */
  const cases = [
    [EQUAL, method("controlled-rounding"), ["In this table, all figures add up to their totals."]],
    [EQUAL, own, ["In this table, all figures add up to their totals."]],
    // The method's text says that totals are sums, or that figures may not add up.
    [EQUAL, sum, []],
    [differing, own, []],
    [differing, semi, ["Figures may not add up to their totals, because each figure is changed separately."]],
    [differing, sum, ["Figures do not add up to their totals, because categories overlap or are left out."]],
    [differing, method("none"), ["Figures do not add up to their totals, because categories overlap or are left out."]],
    [EQUAL.with(0, /** @type {any} */ (null)), suppression, ["Where no figure is missing, the figures add up to their totals.", "1 figure is suppressed."]],
    [[null, null, 9, null, null, 3, 3, 9, 12], suppression, ["Where no figure is missing, the figures add up to their totals.", "4 figures are suppressed."]],
    [Array(9).fill(null), suppression, ["9 figures are suppressed."]],
  ];
  for (const [values, of, expected] of cases) assert.deepEqual(additivityInWords(table(values, { method: of }), en.sum, "en"), expected, JSON.stringify([values, of]));
});

test("the report of a table method is in the page's language and numbers", () => {
  const one = table(EQUAL, { adjustment: { ...NONE, jumps: 1 } });
  const many = table(EQUAL, { adjustment: { decimals: 0, jumps: 1234, change: [0.256, 1500.5], intervalsUnchecked: true } });
  assert.deepEqual(additivityInWords(one, en.sum, "en").slice(1), ["1 figure was rounded to a multiple further away."]);
  assert.deepEqual(additivityInWords(many, en.sum, "en").slice(1), [
    "This table is too large to compute the intervals of its suppressed figures.",
    "1,234 figures were rounded to a multiple further away.",
    "The fit to the totals changed the figures by 0.26 on average, and by 1,500.50 at most.",
  ]);
  assert.match(additivityInWords(many, LANGUAGES.fr.sum, "fr")[3], /de 0,26 en moyenne et de 1\s500,50 au plus\.$/);
  assert.match(additivityInWords(many, LANGUAGES.ar.sum, "ar-EG")[2], /: ١٬٢٣٤\.$/);
  const english = additivityInWords(many, en.sum, "en");
  for (const words of Object.values(LANGUAGES)) additivityInWords(many, words.sum, "en").forEach((sentence, at) => assert.notEqual(sentence, english[at]));
});

test("a method looks at the whole table by its kind or by its fit", () => {
  for (const kind of ["semi-controlled-rounding", "controlled-rounding", "suppression", "small-count-rounding"]) assert.ok(looksAtTable(/** @type {any} */ (method(kind))), kind);
  assert.equal(looksAtTable(/** @type {any} */ (method("cell-key"))), false);
  assert.equal(looksAtTable(/** @type {any} */ (method("cell-key", { parameters: { additivity: "none" } }))), false);
  assert.ok(looksAtTable(/** @type {any} */ (method("cell-key", { parameters: { additivity: "integer" } }))));
});

test("figures of a fit are drawn with fixed decimals of the locale", () => {
  const adjustment = { ...NONE, decimals: 2 };
  const fitted = table([0.5, 1234.25, 1234.75, 0, 3, 3, 0.5, 1237.25, 1237.75], { adjustment });
  const cells = (/** @type {string} */ locale) => laidOut(/** @type {any} */ (renderTable(fitted, { document: /** @type {any} */ (plainDocument), locale }))).slice(2).map((line) => line.slice(1).map((cell) => cell.textContent));
  assert.deepEqual(cells("en"), [["0.50", "1,234.25", "1,234.75"], ["0.00", "3.00", "3.00"], ["0.50", "1,237.25", "1,237.75"]]);
  assert.deepEqual(cells("de")[0], ["0,50", "1.234,25", "1.234,75"]);
});
