// How the pages of maps and community tables read descriptions, boundaries and addresses, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, difference, labelsOf, partOf, partsOf, shared } from "../../www/site/pages/community/areas.js";
import * as communityHash from "../../www/site/pages/community/hash.js";
import { BoundariesError, matchCodes, merged, readBoundaries } from "../../www/site/result/map/geojson.js";
import { nothingWanted, readHash, writeHash } from "../../www/site/pages/maps/hash.js";
import { figuresOf, formatOf, isLow, ownIndicator, queryOfIndicator, unitOf } from "../../www/site/pages/maps/indicators.js";
import { nestingOf } from "../../www/site/result/map/nesting.js";
import { inLanguage, readPage } from "../../www/site/result/map/page.js";
import { boundariesOf, matchInWords, shapesOf } from "../../www/site/result/map/shapes.js";
import { tilesOf } from "../../www/site/result/map/tiles.js";

const codes = (...list) => list.map((code) => ({ code, label: `Area ${code}` }));
const CUBE = {
  dimensions: [
    { name: "area", label: "Block", role: "geo", codes: codes("A1", "A2", "B1"), levels: [{ name: "ward", label: "Ward", codes: codes("A", "B") }] },
    { name: "age", label: "Age", role: null, codes: codes("0", "15", "65"), levels: [] },
  ],
};
const FULL = {
  map: { dimension: "area", geojson: "x.geojson", property: "code", tiles: [["A1", 0, 0], ["A2", 1, 0]] },
  indicators: [
    { id: "people", title: { en: "People", fr: "Habitants" }, kind: "count" },
    { id: "old", title: "Old", kind: "share", of: "age", numerator: ["65"], denominator: ["15", "65"] },
    { id: "mean", title: "Mean", kind: "average", of: "age", values: { 0: 7, 15: 40, 65: 75 } },
    { id: "per", title: "Per", kind: "ratio", of: "age", numerator: ["0"], denominator: ["15"], per: 1000 },
  ],
  tables: [{ id: "age", title: "Age", rows: ["age"] }],
};

test("a page's description is read in the reader's language", () => {
  const page = readPage(FULL, CUBE, "fr-CA");
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.indicators.map(({ id, title }) => `${id} ${title}`), ["people Habitants", "old Old", "mean Mean", "per Per"]);
  assert.deepEqual(page.place?.tiles?.length, 2);
  assert.deepEqual(page.tables, [{ id: "age", title: "Age", rows: ["age"], columns: [] }]);
  assert.equal(inLanguage({ ar: "نص" }, "fr"), "نص");
  assert.equal(inLanguage(7), "");
});

test("unusable parts of a description are named, and the rest is used", () => {
  const indicator = (/** @type {object} */ change) => ({ indicators: [{ ...FULL.indicators[1], ...change }, FULL.indicators[0]] });
  /** @type {[unknown, RegExp, number][]} */
  const cases = [
    [[], /it is not an object/, 0],
    ["text", /it is not an object/, 0],
    [{ map: { dimension: "nowhere" } }, /map\.dimension: this dataset has no variable "nowhere"/, 0],
    [{ map: { dimension: "area", tiles: [["A1", 0, 0], ["C", 1, 1], ["A2", 0.5, 1]] } }, /map\.tiles: .*; 2 are not/, 0],
    [{ map: { dimension: "area", tiles: 7 } }, /map\.tiles/, 0],
    [indicator({ id: "a b" }), /indicators\[0\]\.id/, 1],
    [indicator({ title: undefined }), /indicators\[0\]\.title/, 1],
    [indicator({ kind: "median" }), /indicators\[0\]\.kind: expected count, share, ratio or average/, 1],
    [indicator({ of: "colour" }), /indicators\[0\]\.of: this dataset has no variable "colour"/, 1],
    [indicator({ of: undefined }), /indicators\[0\]\.of: expected a variable/, 1],
    [indicator({ numerator: ["66"] }), /indicators\[0\]\.numerator: age has no code "66"/, 1],
    [indicator({ numerator: [] }), /indicators\[0\]\.numerator: expected codes of age/, 1],
    [indicator({ denominator: [] }), /indicators\[0\]\.denominator/, 1],
    [indicator({ kind: "ratio", denominator: undefined }), /indicators\[0\]\.denominator/, 1],
    [indicator({ kind: "average", values: { 0: "many" } }), /indicators\[0\]\.values: expected a number/, 1],
    [{ indicators: [null, FULL.indicators[0]] }, /indicators\[0\]\.id/, 1],
    [{ ...FULL, tables: [{ id: "x", title: "X", rows: ["income"] }] }, /tables\[0\]: this dataset has no variable "income"/, 4],
    [{ ...FULL, tables: [{ id: "x", title: "X", rows: ["age"], columns: ["age"] }] }, /tables\[0\]: expected/, 4],
  ];
  for (const [raw, problem, indicators] of cases) {
    const page = readPage(raw, CUBE);
    assert.match(page.problems.join("\n"), problem);
    assert.equal(page.indicators.length, indicators, String(problem));
  }
});

const square = (/** @type {number} */ x, /** @type {number} */ y) => ({ type: "Polygon", coordinates: [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]] });
const collection = (/** @type {any[]} */ features, more = {}) => JSON.stringify({ type: "FeatureCollection", ...more, features });
const feature = (/** @type {any} */ geometry, /** @type {object | null} */ properties = {}) => ({ type: "Feature", properties, geometry });

test("a file that is not GeoJSON of areas is refused with what was expected", () => {
  /** @type {[string, RegExp][]} */
  const cases = [
    ["", /not JSON.*Expected GeoJSON/],
    ["code,name\n1,A", /not JSON/],
    ["[]", /not a FeatureCollection: its “type” is missing/],
    ["null", /not a FeatureCollection/],
    ['{"type":"Feature"}', /its “type” is "Feature"/],
    ['{"type":"Topology"}', /TopoJSON/],
    [collection([]), /None of the 0 features/],
    [collection([feature({ type: "Point", coordinates: [0, 0] }), feature(null)]), /None of the 2 features of the file is an area/],
    [collection([feature(square(530000, 180000))]), /Feature 1 of the file has a place out of range: \[53000\d,18000\d\]/],
    [collection([feature(square(0, 0)), feature(square(0, 95))]), /Feature 2 .* latitude from −90 to 90/],
    [collection([feature({ type: "Polygon", coordinates: [[["a", "b"]]] })]), /not a pair of numbers/],
    [collection([feature({ type: "Polygon" })]), /a Polygon whose coordinates cannot be read: expected lists of rings/],
    [collection([feature({ type: "Polygon", coordinates: square(0, 0).coordinates[0] })]), /cannot be read/],
    [collection([feature({ type: "MultiPolygon", coordinates: square(0, 0).coordinates })]), /expected lists of polygons/],
  ];
  for (const [text, words] of cases) assert.throws(() => readBoundaries(text), (error) => error instanceof BoundariesError && words.test(error.message), text.slice(0, 60));
  // A file that names its coordinate system, like older files, has plane coordinates.
  assert.equal(readBoundaries(collection([feature(square(530000, 180000))], { crs: { type: "name" } })).length, 1);
  assert.equal(readBoundaries(`\uFEFF${collection([feature(square(0, 0))])}`).length, 1);
});

const VARIABLES = [{ name: "area", codes: codes("1", "2", "3") }, { name: "area:ward", codes: codes("W", "V") }];

test("the property with the codes is found, also as a number or an id", () => {
  const made = (/** @type {object[]} */ all) => all.map((each) => ({ type: "Feature", geometry: square(0, 0), ...each }));
  const by = (/** @type {object[]} */ all, wanted = undefined) => matchCodes(/** @type {any} */ (made(all)), VARIABLES, wanted);
  assert.deepEqual(by([{ properties: { name: "x", no: 1 } }, { properties: { name: "y", no: 2 } }]), { property: "no", variable: "area", matched: 2, areas: 3, missing: ["3"], strange: 0 });
  assert.deepEqual(by([{ id: "1" }, { id: 2 }, { id: "9" }]), { property: null, variable: "area", matched: 2, areas: 3, missing: ["3"], strange: 1 });
  assert.equal(by([{ properties: { ward: "W", no: " 3 " } }, { properties: { ward: "V", no: "1" } }], "ward")?.variable, "area:ward");
  assert.equal(by([{ properties: { name: "1st" } }, { properties: null }]), null);
  // Numbers do not have the leading zeros of codes. Texts are used without changes.
  const states = [{ name: "state", codes: codes("01", "02", "56") }];
  const numbered = /** @type {any} */ (made([{ properties: { fips: 1 } }, { properties: { fips: 56 } }, { properties: { fips: "2" } }]));
  const match = matchCodes(numbered, states);
  assert.deepEqual([match?.matched, match?.missing, match?.strange, match?.digits], [2, ["02"], 1, 2]);
  assert.equal(matchCodes(/** @type {any} */ (made([{ properties: { no: 10 } }])), [{ name: "x", codes: codes("010", "0a1") }]), null, "not where codes are more than digits");
});

test("merged areas lose their inner borders, whatever the direction of their rings", () => {
  const backwards = { type: "Polygon", coordinates: square(1, 0).coordinates.map((ring) => [...ring].reverse()) };
  const { coordinates } = merged([square(0, 0), backwards]);
  assert.equal(coordinates.length, 1);
  const corners = new Set(coordinates[0][0].map(String));
  assert.deepEqual([...corners].sort(), ["0,0", "0,1", "1,0", "1,1", "2,0", "2,1"]);
  // Eight squares around a hole become an outline and a hole.
  const around = [0, 1, 2].flatMap((x) => [0, 1, 2].flatMap((y) => (x === 1 && y === 1 ? [] : [square(x, y)])));
  const [polygon, ...others] = merged(around).coordinates;
  assert.equal(others.length, 0);
  assert.deepEqual(polygon.map((ring) => ring.length), [13, 5]);
  // Neighbours with different corners keep the gap between them.
  assert.equal(merged([square(0, 0), square(1.001, 0)]).coordinates.length, 2);
});

test("larger areas are drawn from smaller ones, never the reverse", () => {
  const nesting = nestingOf({ dimensions: [{ name: "area", codes: [["1", "a"], ["2", "b"], ["3", "c"]], levels: [{ name: "ward", codes: [["W", "w"], ["V", "v"]], of: [0, 0, 1] }] }] }, "area");
  assert.deepEqual([...(nesting.get("area:ward") ?? [])], [["W", ["1", "2"]], ["V", ["3"]]]);
  const features = /** @type {any[]} */ (["1", "2", "3"].map((no, x) => feature(square(x, 0), { no })));
  const level = (/** @type {number} */ at) => /** @type {any} */ ({ ...VARIABLES[at], label: "", dimension: "area", level: at > 0 });
  const match = matchCodes(features, VARIABLES);
  const whole = shapesOf(/** @type {any} */ ({ features, match }), level(1), nesting);
  assert.deepEqual(whole.kind === "areas" && whole.features.map(({ properties, geometry }) => [properties?.code, geometry.coordinates.length]), [["W", 1], ["V", 1]]);
  const wards = /** @type {any[]} */ (["W", "V"].map((ward, x) => feature(square(x, 0), { ward })));
  const parts = shapesOf(/** @type {any} */ ({ features: wards, match: matchCodes(wards, VARIABLES) }), level(0), nesting);
  assert.ok(parts.kind === "tiles" && /other areas/.test(parts.why));
});

test("only the cube's areas of a larger file are drawn, and a feature without a code has no figure", () => {
  const level = /** @type {any} */ ({ ...VARIABLES[0], label: "", dimension: "area", level: false });
  const file = (/** @type {number} */ others) => collection([feature(square(0, 0), { no: 1 }), feature(square(1, 0), null), ...Array.from({ length: others }, (_, i) => feature(square(2, i % 80), { no: 100 + i }))]);
  const drawn = (/** @type {number} */ others) => {
    const boundaries = boundariesOf(file(others), [level], { name: "f", own: true });
    const shapes = shapesOf(boundaries, level, new Map());
    return [shapes.kind === "areas" && shapes.features.length, matchInWords(boundaries, String)];
  };
  assert.deepEqual(drawn(3), [5, "f: 1 of 3 areas found by the property “no”. Without boundaries: 2, 3. 4 of 5 features belong to no area of this dataset and are drawn without a figure."]);
  assert.deepEqual(drawn(2000), [1, "f: 1 of 3 areas found by the property “no”. Without boundaries: 2, 3. 2001 of 2002 features belong to no area of this dataset and are not drawn."]);
});

test("tiles follow the given layout, others stand below, and without a layout they form a square", () => {
  const all = codes("a", "b", "c", "d");
  assert.deepEqual(tilesOf(all, [["b", 2, 0], ["a", 3, 1]]).map(({ code, column, row }) => [code, column, row]), [["a", 3, 1], ["b", 2, 0], ["c", 2, 2], ["d", 3, 2]]);
  const places = tilesOf(codes(..."abcdefghijklmnop"), []).map(({ column, row }) => `${column},${row}`);
  assert.equal(new Set(places).size, 16);
  assert.ok(tilesOf(codes(..."abcdefghijklmnop")).every(({ column, row }) => column < 5 && row < 5));
});

/** @param {string[]} columns @param {(number | null)[]} values @param {string[]} [status] */
const table = (columns, values, status = values.map((value) => (value === null ? "suppressed" : ""))) =>
  /** @type {any} */ ({ dimensions: [{ codes: codes("A", "_T") }, ...(columns.length ? [{ codes: codes(...columns) }] : [])], values, status });
const base = { id: "x", title: "X", description: "", unit: "", per: 100, values: [], denominator: null };

test("indicators use protected figures, and suppressed ones and divisions by zero have none", () => {
  const [part, whole] = ["▸ numerator", "▸ denominator"];
  const share = /** @type {any} */ ({ ...base, kind: "share", of: "age", numerator: ["65"] });
  const figures = (/** @type {any} */ indicator, /** @type {any} */ of) => figuresOf(indicator, of).map(({ value, why }) => [value, why]);
  assert.deepEqual(figures(share, table([part, "_T"], [5, 20, 30, 40])), [[25, null], [75, null]]);
  assert.deepEqual(figures({ ...share, denominator: ["0"] }, table([part, whole, "_T"], [5, 10, 99, 1, 0, 99])), [[50, null], [null, "not-applicable"]]);
  assert.deepEqual(figures({ ...share, kind: "ratio", per: 1000, denominator: ["0"] }, table([part, whole, "_T"], [5, 10, 99, 1, 4, 99])), [[500, null], [250, null]]);
  assert.deepEqual(figures(share, table([part, "_T"], [null, 20, 3, null], ["suppressed", "", "", "blocked"])), [[null, "suppressed"], [null, "blocked"]]);
  assert.deepEqual(figures({ ...base, kind: "count", of: null }, table([], [7, 9])), [[7, null], [9, null]]);
  assert.deepEqual(figures({ ...base, kind: "average", of: "age", values: [["0", 10], ["15", 20]] }, table(["0", "15", "65", "_T"], [1, 3, 9, 9, 0, 0, 5, 5])), [[17.5, null], [null, "not-applicable"]]);
  assert.deepEqual([unitOf(share, "persons"), unitOf(share, "persons", true)], ["% of all persons", "% of the people included"]);
  assert.equal(unitOf({ ...share, kind: "ratio", per: 1000, denominator: ["0"] }, "persons"), "for each 1,000");
  assert.deepEqual([unitOf({ ...share, kind: "ratio", per: 1000 }, "persons"), unitOf({ ...share, kind: "ratio", per: 1000 }, "persons", true)], ["per 1,000 persons", "per 1,000 people included"]);
  assert.equal(formatOf(share)(12.345), "12.3");
  assert.equal(formatOf(/** @type {any} */ ({ ...base, kind: "count", of: null }))(-1234), "−1,234");
  assert.deepEqual([isLow(share, 0.04), isLow(share, 0), isLow(share, 0.05), isLow(share, null)], [true, false, false, false]);
});

test("an indicator's query has groups once, and blocks only where a sealed cube needs them", () => {
  const share = /** @type {any} */ ({ ...base, kind: "share", of: "age", numerator: ["0", "65"], denominator: ["15"] });
  assert.deepEqual(queryOfIndicator(share, "area", [["sex", ["1"]], ["tenure", []]], null, false), {
    rows: ["area"], columns: ["age"], filter: { sex: ["1"] }, groups: { age: [["▸ numerator", ["0", "65"]], ["▸ denominator", ["15"]]] }, totals: true,
  });
  assert.equal(queryOfIndicator(share, "area", [], "x", true).areas, "blocks");
  const count = queryOfIndicator(/** @type {any} */ ({ ...base, kind: "count", of: null, numerator: [] }), "area", [], null, true);
  assert.ok(!("areas" in count) && !("groups" in count));
  const own = ownIndicator(/** @type {any} */ ({ name: "age", label: "Age", codes: codes("0", "15") }), ["0", "15"]);
  assert.deepEqual([own.title, own.kind, own.of], ["Age: Area 0 or Area 15", "count", "age"]);
});

test("addresses read back as they were written", () => {
  const wanted = { ...nothingWanted(), cube: "town", own: { of: "age:band", codes: ["65+", 'a,"b'] }, as: /** @type {const} */ ("rate"), level: "area:ward", filter: /** @type {[string, string[]][]} */ ([["sex", ["1", "2"]]]), method: "m", breaks: /** @type {const} */ ("equal"), sort: /** @type {const} */ ("name"), selected: "W&1" };
  assert.deepEqual(readHash(writeHash(wanted)), wanted);
  assert.deepEqual(readHash(writeHash({ ...nothingWanted(), cube: "town", indicator: "old" })).indicator, "old");
  assert.deepEqual(readHash("#cube=x&filter==&sort=sideways&breaks=odd"), { ...nothingWanted(), cube: "x", filter: [] });
  const areas = { cube: "town", areas: [{ name: 'By the "river", north', codes: ["1", "2,3"] }, { name: "", codes: ["5"] }, { name: "Empty", codes: [] }], current: 2, method: null };
  assert.deepEqual(communityHash.readHash(communityHash.writeHash(areas)), areas);
  assert.deepEqual(communityHash.readHash("#cube=x&area=A,1&current=9"), { cube: "x", areas: [{ name: "A", codes: ["1"] }], current: 0, method: null });
  assert.deepEqual(readHash("#of=sex&codes=1,1").own?.codes, ["1"]);
  assert.deepEqual(communityHash.readHash("#area=a,1,2,1").areas, [{ name: "a", codes: ["1", "2"] }], "twice is once");
  assert.equal(communityHash.readHash("#area=a,1&area=b,1&area=c,1&area=d,1").areas.length, 3);
});

test("custom areas have ordered parts, whole wards by name, and names that the core accepts", () => {
  const all = codes("1", "2", "3", "4");
  const area = changed({ name: "", codes: ["3"] }, ["4", "1"], true, all);
  assert.deepEqual(area.codes, ["1", "3", "4"]);
  assert.deepEqual(changed(area, ["3", "2"], false, all).codes, ["1", "4"]);
  assert.deepEqual([partOf(area, ["1"]), partOf(area, ["1", "2"]), partOf(area, ["2"])], ["all", "some", "none"]);
  const nesting = new Map([["area:ward", new Map([["W", ["1", "2"]], ["V", ["3", "4"]]])]]);
  assert.deepEqual(partsOf(area, nesting), { whole: [{ level: "area:ward", code: "V" }], single: ["1"] });
  assert.deepEqual([shared(area, { name: "", codes: ["1", "2"] }), difference(area, { name: "", codes: ["1", "2"] })], [1, 3]);
  assert.deepEqual(labelsOf([{ name: " ", codes: [] }, { name: "Area 1", codes: [] }, { name: "W", codes: [] }], new Set(["W"])), ["Area 1", "Area 1 (2)", "W (2)"]);
});
