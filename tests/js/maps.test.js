// How the pages of maps and community tables read descriptions, boundaries and addresses, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readHash as readTable, writeHash as writeTable } from "../../www/choice/address.js";
import { areaIn, besideIn, filterBeside, withArea, withBeside, withGroups } from "../../www/choice/areas.js";
import { changed, difference, labelsOf, partOf, partsOf, shared } from "../../www/site/pages/community/areas.js";
import { completed, mapAsText, withMap } from "../../www/site/pages/maps/choice.js";
import { editedIn, filterInWords, withEdited } from "../../www/site/pages/maps/filters.js";
import * as communityHash from "../../www/site/pages/community/hash.js";
import { BoundariesError, matchCodes, merged, readBoundaries } from "../../www/site/result/map/geojson.js";
import { nothingWanted, readHash, writeHash } from "../../www/site/pages/maps/hash.js";
import { figuresOf, formatOf, isLow, ownIndicator, queryOfIndicator, unitOf } from "../../www/site/pages/maps/indicators.js";
import { nestingOf } from "../../www/site/result/map/nesting.js";
import { inLanguage, readPage } from "../../www/site/result/map/page.js";
import { boundariesOf, matchInWords, shapesOf } from "../../www/site/result/map/shapes.js";
import { tilesOf } from "../../www/site/result/map/tiles.js";

// Numbers are written in the page's language.
Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });

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

test("a filter of an indicator's own variable applies to averages only", () => {
  /** @type {[string, string[]][]} */
  const filter = [["age:band", ["0"]], ["sex", ["1"]], ["tenure", []]];
  const filtered = (/** @type {object} */ change) => queryOfIndicator(/** @type {any} */ ({ ...base, numerator: ["65"], of: "age", kind: "share", ...change }), "area", filter, null, false).filter;
  for (const kind of ["share", "ratio", "count"]) assert.deepEqual(filtered({ kind }), { sex: ["1"] }, kind);
  for (const other of [{ kind: "average" }, { kind: "count", of: null }, { of: "health" }]) assert.deepEqual(filtered(other), { "age:band": ["0"], sex: ["1"] });
  const method = { kind: "random-rounding", base: 7 };
  assert.equal(queryOfIndicator(/** @type {any} */ ({ ...base, kind: "count", of: null }), "area", [], method, false).method, method);
});

/** A town without an indicator of tenure. @type {any} */
const TOWN = {
  cube: { methods: [], dimensions: [...CUBE.dimensions, { name: "tenure", label: "Tenure", codes: codes("1", "2", "3"), levels: [] }] },
  page: { indicators: [{ ...base, id: "people", kind: "count", of: null, numerator: [] }, { ...base, id: "old", kind: "share", of: "age", numerator: ["65"] }] },
  levels: [{ name: "area", codes: codes("A1", "A2", "B1") }, { name: "area:ward", codes: codes("A", "B") }],
};

test("the first category that a filter retains gives the share of a variable", () => {
  const own = (/** @type {string} */ filter) => completed(readHash(`#cube=town&rows=area:ward&columns=tenure${filter}`), TOWN).wanted.own;
  for (const [filter, code] of [["", "1"], ["&filter=tenure=3,2", "2"], ["&filter=age=0", "1"], ["&filter=tenure=", "1"]]) assert.deepEqual(own(filter), { of: "tenure", codes: [code] }, filter);
});

test("a table gets its last map back if its areas and its variable are the same", () => {
  const map = (/** @type {string} */ hash) => mapAsText(readHash(hash), TOWN);
  const back = (/** @type {string} */ table, /** @type {string} */ text) => {
    const { indicator, own, as } = withMap(readHash(table), text, TOWN);
    return own ? `${own.of} ${own.codes} ${as}` : indicator;
  };
  const owners = map("#cube=town&rows=area:ward&columns=tenure&of=tenure&codes=1,2&as=rate");
  /** @type {[table: string, text: string, back: string | null][]} */
  const cases = [
    ["#cube=town&rows=area:ward&columns=tenure", owners, "tenure 1,2 rate"],
    ["#cube=town&rows=area,tenure&method=m", owners, "tenure 1,2 rate"],
    ["#cube=town&rows=area:ward&columns=age", owners, null],
    ["#cube=town&rows=tenure", owners, null],
    ["#cube=town", owners, null],
    ["#cube=town&rows=area&columns=tenure&filter=tenure=2", owners, "tenure 1,2 rate"],
    ["#cube=town&rows=area&columns=tenure&filter=tenure=3", owners, null],
    ["#cube=town&rows=area&columns=tenure&indicator=old", owners, "old"],
    ["#cube=town&rows=area&columns=tenure", "", null],
    ["#cube=town&rows=area&columns=tenure", "#what=%ZZ", null],
    ["#cube=town&rows=area&columns=tenure", map("#cube=town&rows=area&columns=tenure&indicator=people"), "people"],
    // The table had two variables, and lost the map's variable.
    ["#cube=town&rows=area&columns=tenure", map("#cube=town&rows=area&columns=tenure,age&of=age&codes=0"), null],
    // A map without a table leads to the table behind the map.
    ["#cube=town&rows=area:ward&columns=tenure", map("#cube=town&level=area:ward&of=tenure&codes=2&as=count"), "tenure 2 count"],
    // A table without areas has the areas of the map.
    ["#cube=town&rows=age", map("#cube=town&rows=age&level=area&indicator=people"), "people"],
  ];
  for (const [table, text, expected] of cases) assert.equal(back(table, text), expected, `${table} ${text}`);
  assert.equal(withMap(readHash("#cube=town&rows=age"), cases[cases.length - 1][1], TOWN).level, "area");
});

test("a change of one filter keeps the others, in their order", () => {
  const offered = new Map(["sex", "tenure", "age", "age:band"].map((name) => [name, /** @type {any} */ ({ name, label: name, codes: codes("1", "2") })]));
  /** @type {[string, string[]][]} */
  const all = [["area:ward", ["A"]], ["sex", ["2"]], ["tenure", ["1", "2"]], ["shoe", ["9"]]];
  const names = (/** @type {[string, string[]][]} */ filters) => filters.map(([name, of]) => `${name}=${of}`).join(" ");
  /** @type {[[string, string[]][], string, string][]} */
  const cases = [
    [all, "age", "area:ward=A age=1 tenure=1,2 shoe=9"],
    [all, "tenure", "area:ward=A tenure=1,2 shoe=9"],
    [all, "", "area:ward=A tenure=1,2 shoe=9"],
    [[["area:ward", ["A"]]], "sex", "area:ward=A sex=1"],
    [[["sex", ["1"]], ["age", ["2"]]], "age:band", "age:band=1"],
    [[], "", ""],
    [[], "sex", "sex=1"],
  ];
  for (const [filters, name, expected] of cases) assert.equal(names(withEdited(filters, offered, name)), expected, `${names(filters)}, then ${name}`);
  assert.equal(editedIn(all, offered)?.[0], "sex", "neither areas nor unknown variables");
  assert.equal(filterInWords(["sex", ["1", "2"]], offered.get("sex")), "Only sex: Area 1 or Area 2.");
  assert.equal(filterInWords(["shoe", ["1", "2", "3", "4", "5"]], undefined), "Only shoe: 5 categories.");
});

test("addresses read back as they were written", () => {
  const wanted = { ...nothingWanted(), cube: "town", own: { of: "age:band", codes: ["65+", 'a,"b'] }, as: /** @type {const} */ ("rate"), level: "area:ward", filter: /** @type {[string, string[]][]} */ ([["sex", ["1", "2"]]]), method: "m", breaks: /** @type {const} */ ("equal"), sort: /** @type {const} */ ("name"), selected: "W&1" };
  assert.deepEqual(readHash(writeHash(wanted)), wanted);
  assert.deepEqual(readHash(writeHash({ ...nothingWanted(), cube: "town", indicator: "old" })).indicator, "old");
  assert.deepEqual(readHash("#cube=x&filter==&sort=sideways&breaks=odd"), { ...nothingWanted(), cube: "x", filter: [] });
  const areas = { ...communityHash.nothingWanted(), cube: "town", hasAreas: true, areas: [{ name: 'By the "river", north', codes: ["1", "2,3"] }, { name: "", codes: ["5"] }, { name: "Empty", codes: [] }], current: 2 };
  assert.deepEqual(communityHash.readHash(communityHash.writeHash(areas)), areas);
  assert.deepEqual(communityHash.readHash("#cube=x&area=A,1&current=9"), { ...communityHash.nothingWanted(), cube: "x", hasAreas: true, areas: [{ name: "A", codes: ["1"] }] });
  assert.deepEqual(readHash("#of=sex&codes=1,1").own?.codes, ["1"]);
  assert.deepEqual(communityHash.readHash("#area=a,1,2,1").areas, [{ name: "a", codes: ["1", "2"] }], "twice is once");
  assert.equal(communityHash.readHash("#area=a,1&area=b,1&area=c,1&area=d,1").areas.length, 3);
});

test("addresses of maps and areas hold a table, and old addresses still open", () => {
  const table = { ...readTable("#cube=town&rows=area:ward,sex&wafer=age=1&filter=sex=1&group=area:ward,North,1,2&percent=row&sort=ascending,1"), bare: false };
  const onMap = { ...nothingWanted(), ...table, level: "area:ward", indicator: "old", sort: /** @type {const} */ ("name") };
  assert.equal(writeHash(onMap), `${writeTable(table)}&indicator=old&order=name`, "the table has the level");
  assert.deepEqual(readHash(writeHash(onMap)), { ...onMap, level: null });
  const areas = { ...communityHash.nothingWanted(), ...table, hasAreas: true, areas: [{ name: "", codes: ["1"] }] };
  assert.deepEqual(communityHash.readHash(communityHash.writeHash(areas)), areas);
  // Old addresses have `level` without a table, and `sort` is the order of areas.
  const old = readHash("#cube=town&indicator=old&as=share&level=area&filter=sex%3D1&method=m&breaks=equal&sort=name&selected=W");
  assert.deepEqual([old.bare, old.level, old.sort, old.view.sort, old.filter, old.method], [true, "area", "name", null, [["sex", ["1"]]], "m"]);
  assert.equal(readHash("#cube=town&level=area&sort=ascending").view.sort, null);
  assert.equal(writeHash(old), "#cube=town&filter=sex=1&method=m&indicator=old&as=share&level=area&breaks=equal&order=name&selected=W");
});

test("a table follows the areas and the variable of a page about areas", () => {
  const table = readTable("#cube=town&rows=area:ward,tenure&columns=sex&wafer=age&filter=area=1&filter=sex=1");
  assert.deepEqual([areaIn(table, "area"), besideIn(table, "area"), filterBeside(table, "area")], ["area:ward", "sex", [["sex", ["1"]]]]);
  assert.deepEqual(withArea(table, "area").rows, ["area", "tenure"]);
  const other = withBeside(table, "area", "birthplace");
  assert.deepEqual([other.rows, other.columns], [["area:ward", "tenure"], ["birthplace"]]);
  assert.equal(withBeside(table, "area", "tenure"), table, "the table has this variable already");
  const rows = readTable("#rows=sex,area,tenure");
  assert.deepEqual(withBeside(rows, "area", "age").rows, ["age", "area", "tenure"], "the place stays");
  assert.deepEqual(withBeside(readTable("#rows=area"), "area", "age").columns, ["age"]);
  const without = readTable("#rows=sex&columns=age");
  assert.deepEqual([areaIn(without, "area"), withArea(without, "area"), withBeside(without, "area", "tenure")], [undefined, without, without]);
  /** @type {[string, string[]][]} */
  const groups = [["North", ["1", "2"]]];
  const bare = withGroups(readTable("#cube=town&filter=sex=1"), "area", groups);
  assert.equal(writeTable(bare), "#cube=town&rows=area&filter=sex=1&group=area,North,1,2");
  assert.equal(withGroups(readTable("#rows=area:ward"), "area", groups).groups.length, 0, "a table of wards stays");
  assert.deepEqual(withGroups(readTable("#rows=area&group=area,Old,3"), "area", groups).groups, [["area", groups]]);
  assert.equal(writeTable(withGroups(readTable("#cube=town&method=m"), "area", [])), "#cube=town&method=m");
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
