// Custom areas without a browser: geometry, the plane of the map, outlines from files, and undo.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { centreOf, contains, crosses, encloses, shapeOf } from "../../www/site/pages/community/geometry.js";
import { nextPlace } from "../../www/site/pages/community/map.js";
import { checkOutlineSize, OutlineError, readOutline } from "../../www/site/pages/community/outline.js";
import { planeOf } from "../../www/site/pages/community/plane.js";
import { pyramidPlans } from "../../www/site/pages/community/pyramid.js";
import { createUndo } from "../../www/site/pages/community/undo.js";
import { tilesOf } from "../../www/site/result/map/tiles.js";

const box = (/** @type {number} */ x, /** @type {number} */ y, size = 1) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]];
const HOLED = [box(0, 0, 10), box(4, 4, 2)];
/** A crescent that opens to the right: its centroid is in the gap. */
const CRESCENT = [[0, 0], [10, 0], [10, 1], [1, 1], [1, 9], [10, 9], [10, 10], [0, 10], [0, 0]];

describe("geometry", () => {
  test("a point is inside a shape, but neither in its hole nor beside it", () => {
    const shape = shapeOf(HOLED);
    for (const [point, inside] of /** @type {const} */ ([[[1, 1], true], [[5, 5], false], [[-1, 5], false], [[11, 5], false], [[5, 3], true], [[3, 4], true], [[9.99, 6], true]])) {
      assert.equal(contains(shape, /** @type {any} */ (point)), inside, String(point));
    }
    // A line through a corner is no exception.
    assert.equal(contains(shapeOf([[[0, 0], [4, 4], [0, 8]]]), [1, 4]), true);
    assert.equal(contains(shapeOf([[[0, 0], [4, 4], [0, 8]]]), [-1, 4]), false);
  });

  test("a line crosses a shape also if no end is inside, touches it, or is inside completely", () => {
    const shape = shapeOf([box(2, 2)]);
    for (const [from, to, met] of /** @type {const} */ ([
      [[0, 2.5], [9, 2.5], true], [[0, 0], [9, 9], true], [[2.4, 2.4], [2.6, 2.6], true], [[2.5, 2.5], [2.5, 2.5], true],
      [[0, 2], [9, 2], true], [[0, 4], [4, 0], true], [[0, 3.01], [9, 3.01], false], [[0, 6.1], [6.1, 0], false], [[0, 2.5], [1.9, 2.5], false], [[3.1, 0], [3.1, 9], false],
    ])) {
      assert.equal(crosses(shape, /** @type {any} */ (from), /** @type {any} */ (to)), met, `${from} to ${to}`);
      assert.equal(crosses(shape, /** @type {any} */ (to), /** @type {any} */ (from)), met, `${to} to ${from}`);
    }
    assert.equal(crosses(shapeOf(HOLED), [4.5, 5], [5.5, 5]), false, "in the hole");
    assert.equal(crosses(shapeOf(HOLED), [3.5, 5], [5.5, 5]), true);
  });

  test("a freehand line encloses what it goes round once or twice, in either direction", () => {
    const loop = box(0, 0, 4);
    assert.equal(encloses(loop, [2, 2]), true);
    assert.equal(encloses(loop.toReversed(), [2, 2]), true);
    assert.equal(encloses(loop, [5, 2]), false);
    assert.equal(encloses([...loop, ...box(1, 1, 2)], [2, 2]), true, "twice");
    // The end of the line is joined to its start.
    assert.equal(encloses([[0, 0], [4, 0], [4, 4]], [3, 1]), true);
    assert.equal(encloses([[0, 0]], [0, 0]), false);
    const eight = [[0, 0], [4, 4], [4, 0], [0, 4]];
    assert.deepEqual([[0.5, 2], [3.5, 2], [2, 0.5]].map((point) => encloses(eight, point)), [true, true, false]);
  });

  test("the centre is the centroid of all polygons without holes, or a place inside", () => {
    assert.deepEqual(centreOf([[box(0, 0)]]), [0.5, 0.5]);
    assert.deepEqual(centreOf([[box(0, 0).toReversed()]]), [0.5, 0.5]);
    // A hole on the left moves the centre to the right, whatever the direction of its ring.
    for (const hole of [box(1, 4, 2), box(1, 4, 2).toReversed()]) {
      const [x, y] = centreOf([[box(0, 0, 10), hole]]);
      assert.ok(Math.abs(x - (500 - 8) / 96) < 1e-9 && Math.abs(y - 5) < 1e-9, `${x}, ${y}`);
    }
    const [x, y] = centreOf([[CRESCENT]]);
    assert.equal(contains(shapeOf([CRESCENT]), [x, y]), true);
    assert.ok(Math.abs(y - 5) < 1e-9);
    const far = centreOf([[box(1e7, 1e7, 2)]]);
    assert.deepEqual(far, [1e7 + 1, 1e7 + 1]);
    assert.deepEqual(centreOf([[[[3, 3], [3, 3], [3, 3], [3, 3]]]]), [3, 3], "a polygon without an area");
  });
});

const feature = (/** @type {string} */ code, /** @type {any} */ ring) => ({ type: /** @type {const} */ ("Feature"), properties: { code }, geometry: { type: "Polygon", coordinates: [ring] } });
const codesOf = (/** @type {string[]} */ ...codes) => codes.map((code) => ({ code, label: `Area ${code}` }));

describe("the plane", () => {
  test("north is at the top, areas of several features are one, and other features are around", () => {
    const plane = planeOf({ kind: "areas", features: [feature("a", box(0, 0)), feature("b", box(1, 0)), feature("a", box(0, 1)), feature("x", box(5, 0)), feature("", box(6, 0))] }, codesOf("b", "a", "none"));
    assert.deepEqual(plane.places.map(({ code }) => code), ["b", "a"]);
    assert.equal(plane.around.length, 2);
    assert.equal(plane.kind, "degrees");
    assert.ok(plane.project([0, 2])[1] < plane.project([0, 0])[1]);
    assert.equal(plane.places[1].shape.rings.length, 2);
    assert.equal(contains(plane.places[0].shape, plane.project([1.5, 0.5])), true);
  });

  test("areas on both sides of the antimeridian are side by side, and large coordinates are a plan", () => {
    const turned = planeOf({ kind: "areas", features: [feature("a", box(179, 0)), feature("b", box(-180, 0))] }, codesOf("a", "b"));
    const [a, b] = turned.places.map(({ centre }) => centre[0]);
    assert.ok(b > a && turned.size[0] / turned.size[1] > 1.5 && turned.size[0] / turned.size[1] < 2.5);
    const plan = planeOf({ kind: "areas", features: [feature("a", box(400000, 100000, 500))] }, codesOf("a"));
    assert.equal(plan.kind, "plan");
    assert.ok(Math.abs(plan.size[0] - plan.size[1]) < 1);
  });

  test("tiles are places too", () => {
    const codes = codesOf(..."abcdefg".split(""));
    const plane = planeOf({ kind: "tiles", tiles: tilesOf(codes), why: "" }, codes);
    assert.equal(plane.kind, "tiles");
    assert.equal(plane.places.length, 7);
    for (const { shape, centre } of plane.places) assert.equal(contains(shape, centre), true);
  });

  test("arrow keys lead to neighbours, and to every area of the demonstration", () => {
    const { features } = JSON.parse(readFileSync(path("demo/tidewell/areas.geojson"), "utf8"));
    const codes = features.map((/** @type {any} */ { properties: { code } }) => ({ code, label: code }));
    const { places } = planeOf({ kind: "areas", features }, codes);
    assert.equal(places.length, 117);
    const reached = new Set([places[0]]);
    for (const place of reached) for (const way of /** @type {[number, number][]} */ ([[0, -1], [0, 1], [-1, 0], [1, 0]])) {
      const next = nextPlace(places, place, way);
      if (next) reached.add(next);
    }
    assert.equal(reached.size, 117);
    const grid = planeOf({ kind: "tiles", tiles: tilesOf(codesOf(..."abcd".split("")), [["a", 0, 0], ["b", 1, 0], ["c", 0, 1], ["d", 1, 1]]), why: "" }, codesOf(..."abcd".split(""))).places;
    assert.deepEqual([[1, 0], [0, 1], [-1, 0], [0, -1]].map((way) => nextPlace(grid, grid[0], way)?.code), ["b", "c", undefined, undefined]);
  });
});

describe("an outline from a file", () => {
  const square = { type: "Polygon", coordinates: [box(0, 0)] };

  test("polygons of all containers are read, and points and lines are ignored", () => {
    /** @type {[unknown, number][]} */
    const cases = [
      [square, 1],
      [{ type: "MultiPolygon", coordinates: [[box(0, 0)], HOLED] }, 2],
      [{ type: "Feature", geometry: square, properties: null }, 1],
      [{ type: "FeatureCollection", features: [{ type: "Feature", geometry: null }, { type: "Feature", geometry: square }, { type: "Feature", geometry: { type: "Point", coordinates: [1, 2] } }] }, 1],
      [{ type: "GeometryCollection", geometries: [square, { type: "LineString", coordinates: [] }, square] }, 2],
    ];
    for (const [file, polygons] of cases) assert.equal(readOutline(JSON.stringify(file), true).length, polygons, JSON.stringify(file));
    assert.equal(readOutline(`\uFEFF${JSON.stringify(square)}`, true).length, 1, "a byte order mark");
    assert.equal(readOutline(JSON.stringify({ type: "Polygon", coordinates: [box(400000, 100000)] }), false).length, 1, "a plan");
  });

  test("a wrong file is refused with the place, the content found and the content expected", () => {
    const polygon = (/** @type {unknown} */ coordinates) => ({ type: "Polygon", coordinates });
    /** @type {[string | object, RegExp][]} */
    const cases = [
      ["", /^the file is not JSON, expected GeoJSON/],
      ["PK\u0003\u0004", /^the file is a ZIP archive, expected GeoJSON/],
      ["7", /^the file has the type missing, expected/],
      ["null", /^the file has the type missing, expected/],
      [{ type: "Topology", objects: {} }, /^the file is TopoJSON, expected GeoJSON/],
      [{ type: "FeatureCollection", features: {} }, /^features is \{\}, expected a list/],
      [{ type: "FeatureCollection", features: [] }, /^the file has no polygon, expected/],
      [{ type: "FeatureCollection", features: [null] }, /^features\[0\] has the type missing, expected/],
      [{ type: "FeatureCollection", features: [{ type: "FeatureCollection", features: [] }] }, /^features\[0\] has the type "FeatureCollection"/],
      [{ type: "GeometryCollection", geometries: [{ type: "GeometryCollection", geometries: [] }] }, /^geometries\[0\] has the type "GeometryCollection"/],
      [{ type: "Feature", geometry: { type: "LineString", coordinates: [] } }, /^the file has no polygon/],
      [{ type: "Feature", geometry: polygon("x") }, /^geometry\.coordinates is "x", expected a list of rings/],
      [polygon([]), /^coordinates is \[\], expected a list of rings/],
      [polygon([7]), /^coordinates\[0\] is 7, expected a list of positions/],
      [polygon([[[0, 0], [1, 1]]]), /^coordinates\[0\] has 2 positions, expected at least 4/],
      [polygon([[[0, 0], [1, 1], ["a", 1], [0, 0]]]), /^coordinates\[0\]\[2\] is \["a",1\], expected \[longitude, latitude\]/],
      [polygon([[[0, 0], [1, 1], null, [0, 0]]]), /^coordinates\[0\]\[2\] is null, expected/],
      [{ type: "FeatureCollection", features: [{ type: "Feature", geometry: { type: "MultiPolygon", coordinates: [[box(523000, 180000)]] } }] }, /^features\[0\]\.geometry\.coordinates\[0\]\[0\]\[0\] is \[523000,180000\], expected a longitude from −180 to 180 and a latitude/],
    ];
    for (const [file, message] of cases) {
      assert.throws(() => readOutline(typeof file === "string" ? file : JSON.stringify(file), true), (error) => {
        assert.ok(error instanceof OutlineError, String(error));
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /[.!]$/);
        return true;
      });
    }
    assert.throws(() => checkOutlineSize(11e6), /11 MB, expected at most 10 MB/);
    checkOutlineSize(1e6);
  });
});

test("undo and redo restore each change with its text, and letters of a name are one step", () => {
  let told = 0;
  const steps = createUndo(() => { told++; });
  assert.equal(steps.undo(), undefined);
  steps.add("", "a", "3 parts added");
  steps.add("a", "a R", "renamed", "name");
  steps.add("a R", "a Ri", "renamed", "name");
  steps.add("a Ri", "b", "2 parts removed");
  assert.deepEqual(steps.texts, { undo: "2 parts removed", redo: undefined });
  assert.deepEqual(steps.undo(), { choice: "a Ri", text: "2 parts removed" });
  assert.deepEqual(steps.undo(), { choice: "a", text: "renamed" });
  assert.deepEqual(steps.texts, { undo: "3 parts added", redo: "renamed" });
  assert.deepEqual(steps.redo(), { choice: "a Ri", text: "renamed" });
  // A change after undo or redo is a new step, and ends redo.
  steps.add("a Ri", "a Riv", "renamed", "name");
  assert.deepEqual(steps.texts, { undo: "renamed", redo: undefined });
  assert.deepEqual(steps.undo(), { choice: "a Ri", text: "renamed" });
  steps.clear();
  assert.deepEqual(steps.texts, { undo: undefined, redo: undefined });
  for (let i = 0; i < 1000; i++) steps.add(String(i), String(i + 1), "more");
  let undone = 0;
  while (steps.undo()) undone++;
  assert.equal(undone, 200);
  assert.ok(told > 0);
});

test("a pyramid needs two sexes and ordered ages, and prefers fine ages that a reader can compare", () => {
  const ages = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => ({ code: String(i), label: `${i * 5} to ${i * 5 + 4}` }));
  const cube = (/** @type {any[]} */ ...dimensions) => /** @type {any} */ ({ dimensions: dimensions.map((each) => ({ levels: [], role: null, ...each, label: each.name })) });
  const area = { name: "area", codes: codesOf("a", "b") };
  const sex = { name: "sex", codes: codesOf("m", "f") };
  const plans = (/** @type {any[]} */ ...dimensions) => pyramidPlans(cube(area, ...dimensions), "area").map(({ rows, columns }) => `${rows} ${columns}`);
  assert.deepEqual(plans(sex, { name: "age", codes: ages(18), levels: [{ name: "band", label: "Band", codes: ages(5) }] }), ["age sex", "age:band sex"]);
  assert.deepEqual(plans(sex, { name: "age", codes: ages(101), levels: [{ name: "band", label: "Band", codes: ages(5) }] }), ["age:band sex"]);
  assert.deepEqual(plans({ name: "age", codes: ages(18) }), []);
  assert.deepEqual(plans(sex, { name: "tenure", codes: ages(4) }), []);
  assert.deepEqual(plans({ ...sex, codes: codesOf("m", "f", "x") }, { name: "age", codes: ages(4) }), []);
});
