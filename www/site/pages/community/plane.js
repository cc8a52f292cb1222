// Puts the areas of a dataset on a plane with north at the top, from boundaries or as tiles.

import { centreOf, shapeOf } from "./geometry.js";

/** @import { Shapes } from "../../result/map/shapes.js" */
/** @import { Point, Shape } from "./geometry.js" */

/**
 * @typedef {{ code: string, label: string, shape: Shape, centre: Point }} Place
 * @typedef {object} Plane
 * @property {Place[]} places  the areas, in the order of the dataset
 * @property {Shape[]} around  features that belong to no area of the dataset
 * @property {[width: number, height: number]} size
 * @property {"degrees" | "plan" | "tiles"} kind  the coordinates of the boundaries
 * @property {(point: Point) => Point} project  from coordinates of the boundaries to the plane
 */

/** The larger side of the plane. A tenth of a unit is then less than a pixel. */
const SIDE = 1000;
/** Room for lines at the edge. */
const MARGIN = 6;
/** The largest latitude of the map, as on web maps. Mercator's projection is infinite at the poles. */
const MERCATOR_LIMIT = 85.05;

/** @param {any} geometry  a Polygon or MultiPolygon @returns {Point[][][]} */
const polygonsOf = ({ type, coordinates }) => (type === "Polygon" ? [coordinates] : coordinates);

/** @param {Point} degrees @returns {Point} */
function mercator([longitude, latitude]) {
  const radians = (Math.max(Math.min(latitude, MERCATOR_LIMIT), -MERCATOR_LIMIT) * Math.PI) / 180;
  return [longitude, (-Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI];
}

/**
 * @param {Shapes} shapes
 * @param {readonly { code: string, label: string }[]} codes
 * @returns {Plane}
 */
export function planeOf(shapes, codes) {
  const features = shapes.kind === "areas"
    ? shapes.features.map(({ properties, geometry }) => ({ code: String(properties?.code ?? ""), polygons: polygonsOf(geometry) }))
    : shapes.tiles.map(({ code, column, row }) => ({ code, polygons: [[tile(column, row)]] }));
  const { kind, flat } = shapes.kind === "tiles" ? { kind: /** @type {const} */ ("tiles"), flat: (/** @type {Point} */ point) => point } : flatten(features);
  const [left, top, right, bottom] = shapeOf(features.flatMap(({ polygons }) => polygons.flat().map((ring) => ring.map(flat)))).bounds;
  const scale = (SIDE - 2 * MARGIN) / Math.max(right - left, bottom - top, 1e-9);
  const project = (/** @type {Point} */ point) => {
    const [x, y] = flat(point);
    return /** @type {Point} */ ([MARGIN + (x - left) * scale, MARGIN + (y - top) * scale]);
  };
  /** @type {Map<string, Point[][][]>} */
  const byCode = new Map(codes.map(({ code }) => [code, []]));
  /** @type {Shape[]} */
  const around = [];
  for (const { code, polygons } of features) {
    const placed = polygons.map((polygon) => polygon.map((ring) => ring.map(project)));
    // An area may have several features.
    const own = byCode.get(code);
    if (own) own.push(...placed);
    else around.push(shapeOf(placed.flat()));
  }
  const places = codes.flatMap(({ code, label }) => {
    const polygons = byCode.get(code) ?? [];
    return polygons.length ? [{ code, label, shape: shapeOf(polygons.flat()), centre: centreOf(polygons) }] : [];
  });
  return { places, around, kind, project, size: [(right - left) * scale + 2 * MARGIN, (bottom - top) * scale + 2 * MARGIN] };
}

/** @param {number} column @param {number} row @returns {Point[]} */
const tile = (column, row) => [[column + 0.03, row + 0.03], [column + 0.97, row + 0.03], [column + 0.97, row + 0.97], [column + 0.03, row + 0.97]];

/**
 * Finds the projection of boundaries: Mercator's for degrees, none for a plan. Areas on both sides of the antimeridian
 * are drawn side by side.
 * @param {{ polygons: Point[][][] }[]} features
 * @returns {{ kind: "degrees" | "plan", flat: (point: Point) => Point }}
 */
function flatten(features) {
  const [west, south, east, north] = shapeOf(features.flatMap(({ polygons }) => polygons.flat())).bounds;
  if (west < -180 || east > 180 || south < -90 || north > 90) return { kind: "plan", flat: ([x, y]) => [x, -y] };
  const isTurned = east - west > 180;
  return { kind: "degrees", flat: ([x, y]) => mercator([isTurned && x < 0 ? x + 360 : x, y]) };
}
