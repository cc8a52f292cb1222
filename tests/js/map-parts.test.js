// The parts of maps that need no browser: names, circles, uncertain classes, gestures, TopoJSON and archives of tiles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { intervalsOf, spanOf } from "../../www/site/pages/maps/intervals.js";
import { linesOf } from "../../www/site/pages/maps/table.js";
import { shownAs } from "../../www/site/pages/maps/indicators.js";
import { archiveOf } from "../../www/site/result/map/archive.js";
import { radiusOf, roundCounts } from "../../www/site/result/map/circles.js";
import { BoundariesError, readLayers } from "../../www/site/result/map/geojson.js";
import { commandOf, movesByTouch, zoomsByWheel } from "../../www/site/result/map/gestures.js";
import { joined, numberOf } from "../../www/site/result/map/join.js";
import { fitting } from "../../www/site/result/map/names.js";
import { readPage } from "../../www/site/result/map/page.js";
import { boundariesOf } from "../../www/site/result/map/shapes.js";
import { isUncertain } from "../../www/site/result/map/uncertain.js";

// Numbers are written in the page's language.
Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });

test("names fit into their areas, break at the middle and never overlap", () => {
  const room = (/** @type {string} */ code, /** @type {number} */ x, /** @type {number} */ width, label = "Windmill Hill") => ({ code, label, x, y: 50, width, height: 40 });
  assert.deepEqual(fitting([room("a", 100, 120)]).map(({ lines }) => lines), [["Windmill Hill"]]);
  assert.deepEqual(fitting([room("a", 100, 70)]).map(({ lines }) => lines), [["Windmill", "Hill"]]);
  assert.deepEqual(fitting([room("a", 100, 40), room("b", 100, 200, "")]), []);
  assert.deepEqual(fitting([room("a", 100, 110), room("b", 130, 160)]).map(({ code }) => code), ["b"], "the wider area comes first");
});

test("the area of a circle is proportional to its count, and the legend has round counts", () => {
  const radius = radiusOf([400, 100, 0, -3], { width: 800, height: 600 });
  assert.ok(Math.abs(radius(400) - 2 * radius(100)) < 1e-9);
  assert.deepEqual([radius(0), radius(-3)], [0, 0]);
  assert.equal(radiusOf([0, -1], { width: 800, height: 600 })(5), 0);
  assert.deepEqual(roundCounts(532, radius), [500, 100, 25]);
  assert.deepEqual(roundCounts(3, () => 9), [2]);
  assert.deepEqual(roundCounts(0, () => 9), []);
});

test("an area is uncertain if its interval crosses the border of two classes", () => {
  const classes = [{ low: 1, high: 4 }, { low: 8, high: 12 }, { low: 20, high: 30 }].map((each, shade) => ({ ...each, shade, areas: 1 }));
  /** @type {[low: number, high: number, uncertain: boolean][]} */
  const cases = [[1, 5, false], [1, 6, true], [5.9, 6, true], [6, 15.9, false], [6, 16, true], [0, 100, true], [-9, 1, false], [16, Infinity, false]];
  for (const [low, high, uncertain] of cases) assert.equal(isUncertain(classes, { low, high }), uncertain, `${low} to ${high}`);
  assert.equal(isUncertain(classes, null), false);
  assert.equal(isUncertain([], { low: 0, high: 9 }), false);
});

const share = /** @type {any} */ ({ kind: "share", of: "age", numerator: ["1"], denominator: null, per: 100, values: [] });

test("the interval of a quotient has the extremes of its parts", async () => {
  assert.deepEqual(spanOf(share, [{ low: 2, high: 4 }, { low: 40, high: 50 }]), { low: 4, high: 10 });
  assert.deepEqual(spanOf({ ...share, kind: "ratio", per: 1000 }, [{ low: 2, high: 4 }, { low: 0, high: 50 }]), { low: 40, high: Infinity });
  assert.deepEqual(spanOf({ ...share, kind: "count" }, [{ low: 2, high: 4 }]), { low: 2, high: 4 });
  for (const spans of [[null, { low: 1, high: 2 }], [{ low: 1, high: 2 }, null], [{ low: 1, high: 2 }, { low: 0, high: 0 }]]) assert.equal(spanOf(share, spans), null);

  /** @type {number[]} */
  const asked = [];
  const table = /** @type {any} */ ({
    dimensions: [{ codes: ["a", "b", "_T"].map((code) => ({ code, label: code })) }, { codes: ["▸ numerator", "_T"].map((code) => ({ code, label: code })) }],
    values: [3, 60, null, 60, 9, 120], status: ["", "", "suppressed", "", "", ""], areas: { mode: "exact" }, method: { kind: "cell-key", parameters: {} },
    explain: async (/** @type {{ value: number }} */ { value }) => (asked.push(value), { low: value - 3, high: value }),
  });
  const interval = await intervalsOf({ explains: true }, share, table);
  assert.deepEqual([interval?.(0), interval?.(1), interval?.(2)], [{ low: 0, high: 300 / 57 }, null, null]);
  assert.deepEqual(asked.sort((a, b) => a - b), [3, 60], "each value once, and no total");
  const none = async (/** @type {any} */ change, explains = true, indicator = share) => assert.equal(await intervalsOf({ explains }, indicator, { ...table, ...change }), undefined);
  await none({}, false);
  await none({}, true, { ...share, kind: "average", values: [["1", 5]] });
  await none({ areas: { mode: "blocks" } });
  await none({ method: { kind: "none", parameters: {} } });
  await none({ method: { kind: "suppression", parameters: {} } });
  await none({ explain: async () => { throw new Error("not disclosed"); } });
});

test("a count of categories is shown as a share, a rate or the number", () => {
  const count = /** @type {any} */ ({ ...share, kind: "count", description: "Of working age." });
  assert.equal(shownAs(count, "count"), count);
  assert.equal(shownAs(count, null), count);
  assert.deepEqual([shownAs(count, "share").kind, shownAs(count, "share").description], ["share", "Of working age. Share of everyone included."]);
  assert.deepEqual([shownAs(count, "rate").kind, shownAs(count, "rate").per], ["ratio", 1000]);
  const all = { ...count, of: null };
  assert.equal(shownAs(all, "share"), all, "everyone is not a share of everyone");
});

test("a long table has its first lines, the chosen area and what a search finds", () => {
  const figures = [...Array.from({ length: 1500 }, (_, at) => ({ code: `c${at}`, label: `Field ${at}`, value: at, why: null })), { code: "_T", label: "Total", value: 9, why: null }];
  const first = linesOf(figures, { sort: "descending", find: "", selected: "c7" });
  assert.deepEqual([first.lines.length, first.lines[0].code, first.lines[1].code, first.lines[2].code], [1002, "_T", "c7", "c1499"]);
  assert.equal(first.said, "The first 1,000 of 1,500 areas. The CSV has all areas.");
  const found = linesOf(figures, { sort: "name", find: " FIELD 149 ", selected: null });
  assert.deepEqual([found.lines.length, found.said], [12, "11 areas found."]);
  assert.deepEqual(linesOf(figures, { sort: "name", find: "nowhere", selected: null }).said, "0 areas found.");
  assert.equal(linesOf(figures.slice(-4), { sort: "name", find: "x", selected: null }).lines.length, 4, "no search in a short table");
});

test("a wheel or a finger that scrolls the page does not move the map", () => {
  const wheel = (/** @type {object} */ event, /** @type {object} */ state) => zoomsByWheel({ ctrlKey: false, metaKey: false, deltaY: 1, ...event }, { whole: false, focused: false, drag: true, ...state });
  assert.equal(wheel({}, {}), false);
  assert.equal(wheel({ ctrlKey: true }, {}), true);
  assert.equal(wheel({}, { focused: true }), true);
  assert.equal(wheel({}, { focused: true, whole: true }), false, "out of the whole map");
  assert.deepEqual([movesByTouch(1, { whole: true, focused: true, drag: true }), movesByTouch(2, { whole: true, focused: false, drag: false }), movesByTouch(1, { whole: false, focused: false, drag: true })], [false, true, true]);
  const key = (/** @type {string} */ name, whole = false, more = {}) => commandOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more }, whole);
  assert.ok(key("+", true) && key("-") && key("ArrowLeft") && key("0"));
  for (const command of [key("-", true), key("ArrowLeft", true), key("a"), key("+", false, { ctrlKey: true }), key("toString")]) assert.equal(command, null);
});

test("codes of vector tiles join texts, numbers without zeros, and codes with equal hashes", () => {
  const { known, shared } = joined(["01", "2", "x"]);
  assert.deepEqual([known("01"), known(1), known(2), known("2"), known("nowhere"), known(null)], ["01", "01", "2", "2", null, null]);
  assert.deepEqual(shared, []);
  const same = joined(["7", "07", "x"]);
  assert.deepEqual(same.shared, ["7", "07"]);
  assert.equal(same.known("07"), "07");
  assert.equal(same.known(7), "7");
  assert.equal(numberOf("7"), 7);
  assert.equal(numberOf("E01000001"), numberOf("E01000001"));
});

const HEADER = { tileType: 1, minLon: 0, minLat: 0, maxLon: 1, maxLat: 1, minZoom: 4, maxZoom: 8 };
const layer = (/** @type {string} */ id, /** @type {string[]} */ ...fields) => ({ id, fields: Object.fromEntries(fields.map((each) => [each, "String"])) });

test("an archive of tiles is refused with the field of the description and what the archive has", () => {
  const metadata = { vector_layers: [layer("areas", "code", "name")] };
  assert.deepEqual(archiveOf(HEADER, metadata, { id: "code" }), { layer: "areas", bounds: [0, 0, 1, 1], minZoom: 4, maxZoom: 8 });
  assert.equal(archiveOf(HEADER, {}, { id: "code", layer: "areas" }).layer, "areas", "an archive need not list its layers");
  /** @type {[object, unknown, { id: string, layer?: string }, RegExp][]} */
  const cases = [
    [{ tileType: 2 }, metadata, { id: "code" }, /map\.pmtiles: the archive has no vector tiles/],
    [{}, {}, { id: "code" }, /map\.layer: the archive does not list its layers/],
    [{}, "text", { id: "code" }, /map\.layer/],
    [{}, { vector_layers: [layer("a"), layer("b")] }, { id: "code" }, /map\.layer: the archive has several layers: "a", "b"/],
    [{}, metadata, { id: "code", layer: "wards" }, /map\.layer: the archive has no layer "wards"\. Its layers: "areas"/],
    [{}, metadata, { id: "gss" }, /map\.id: the layer "areas" has no property "gss"\. Its properties: "code", "name"/],
    [{ maxLon: 0 }, metadata, { id: "code" }, /map\.pmtiles: the bounds of the archive are empty/],
  ];
  for (const [header, given, wanted, words] of cases) assert.throws(() => archiveOf({ ...HEADER, ...header }, given, wanted), words);
});

const TOPOLOGY = {
  type: "Topology",
  arcs: [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], [[1, 0], [2, 0], [2, 1], [1, 1], [1, 0]]],
  objects: {
    wards: { type: "GeometryCollection", geometries: [{ type: "Polygon", arcs: [[0]], properties: { code: "A" } }, { type: "Polygon", arcs: [[1]], properties: { code: "B" } }] },
    town: { type: "Polygon", arcs: [[0]], id: "T" },
    roads: { type: "LineString", arcs: [0] },
  },
};

test("TopoJSON has an object for the areas, and a broken file is refused with its place", () => {
  const text = JSON.stringify(TOPOLOGY);
  assert.deepEqual(readLayers(text).map(({ name, features }) => [name, features.length]), [["wards", 2], ["town", 1]]);
  const variables = /** @type {any} */ ([{ name: "area", codes: ["A", "B"].map((code) => ({ code, label: code })) }]);
  const file = { name: "f", own: true };
  assert.deepEqual([boundariesOf(text, variables, file).match.matched, boundariesOf(text, variables, { ...file, layer: "wards" }).match.matched], [2, 2], "the object with most codes");
  assert.throws(() => boundariesOf(text, variables, { ...file, layer: "parks" }), /no object "parks"\. Its objects with areas: "wards", "town"/);
  assert.throws(() => boundariesOf(text, variables, { ...file, layer: "town" }), /No feature of the file has a code/);
  /** @type {[object, RegExp][]} */
  const cases = [
    [{ objects: undefined }, /The TopoJSON is incomplete\. Expected “objects”/],
    [{ arcs: "x" }, /The TopoJSON is incomplete/],
    [{ objects: {} }, /No object of the TopoJSON is an area/],
    [{ objects: { roads: TOPOLOGY.objects.roads } }, /No object of the TopoJSON is an area/],
    [{ objects: { wards: null } }, /object "wards" of the TopoJSON cannot be read: its “type” is missing/],
    [{ objects: { wards: { type: "GeometryCollection" } } }, /expected a list of “geometries”/],
    [{ objects: { wards: { type: "Polygon" } } }, /a Polygon has no “arcs”/],
    [{ objects: { wards: { type: "Polygon", arcs: [[7]] } } }, /there is no arc 7 among 2/],
    [{ objects: { wards: { type: "Polygon", arcs: [[-4]] } } }, /there is no arc -4 among 2/],
    [{ arcs: [[[500000, 0], [500001, 0], [500000, 1], [500000, 0]]], objects: { wards: { type: "Polygon", arcs: [[0]] } } }, /Feature 1 .* out of range/],
  ];
  for (const [change, words] of cases) {
    assert.throws(() => readLayers(JSON.stringify({ ...TOPOLOGY, ...change })), (error) => error instanceof BoundariesError && words.test(error.message), String(words));
  }
});

test("a description names one file of shapes, and the property of an archive of tiles", () => {
  const cube = /** @type {any} */ ({ dimensions: [{ name: "area", label: "Area", role: "geo", codes: [{ code: "A", label: "A" }], levels: [] }] });
  const read = (/** @type {object} */ map) => { const { place, problems } = readPage({ map: { dimension: "area", ...map } }, cube); return [place, problems]; };
  assert.deepEqual(read({ topojson: "a.topojson", layer: "wards" }), [{ dimension: "area", topojson: "a.topojson", layer: "wards" }, []]);
  assert.deepEqual(read({ pmtiles: "a.pmtiles", id: "code" }), [{ dimension: "area", pmtiles: "a.pmtiles", id: "code" }, []]);
  assert.deepEqual(read({ geojson: "a.geojson", topojson: "a.topojson" }), [{ dimension: "area", geojson: "a.geojson" }, ["map.topojson: the map has boundaries from map.geojson already. Name one of the two files"]]);
  assert.deepEqual(read({ pmtiles: "a.pmtiles" }), [{ dimension: "area" }, ["map.id: map.pmtiles needs the name of the property that has the code of each area"]]);
  assert.deepEqual(read({ pmtiles: 7, id: "" }), [{ dimension: "area" }, ["map.pmtiles: expected the name of a file", "map.id: expected the name of a property"]]);
});
