// Reads boundaries from a GeoJSON or TopoJSON file: checks the file, finds the property with the codes of the cube's
// areas, and merges smaller areas into larger areas.

import { BoundariesError } from "./boundaries-error.js";
import { layersOf } from "./topojson.js";

export { BoundariesError };

/**
 * @typedef {{ type: "Feature", id?: string | number, properties?: Record<string, unknown> | null, geometry: any }}
 *   Feature
 * @typedef
 *   {{ property: string | null, variable: string, matched: number, areas: number, missing: string[], strange: number, digits?: number }}
 *   Match  `property`: the property with the codes, or null for the features' `id`; `areas`: the number of areas of the
 *   variable; `missing`: codes without a feature; `strange`: the number of features with other codes; `digits`: the
 *   length of codes with leading zeros, because a file with numbers has lost the zeros
 */

/** Maximum size of a file, because browsers need several seconds to read and draw a larger file. */
const LARGEST_BYTES = 60e6;

/**
 * Checks the size before a file is read, because browsers cannot read gigabytes.
 * @param {number} bytes
 * @throws {BoundariesError}
 */
export function checkSize(bytes) {
  if (bytes > LARGEST_BYTES) throw new BoundariesError(`The file is larger than ${LARGEST_BYTES / 1e6} MB, too large to draw. Simplify the boundaries first.`);
}

/**
 * Reads and checks a file of boundaries.
 * @param {string} text
 * @returns {{ name: string, features: Feature[] }[]} the features that have a polygon: one list for GeoJSON, and one for each object of TopoJSON
 * @throws {BoundariesError}
 */
export function readLayers(text) {
  checkSize(text.length);
  let raw;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new BoundariesError("The file is not JSON. Expected GeoJSON or TopoJSON, such as a text that begins with {\"type\": \"FeatureCollection\", …}. A shapefile or GeoPackage has to be converted first.");
  }
  const degrees = Object(raw).crs === undefined;
  if (Object(raw).type === "Topology") {
    const layers = layersOf(raw).map(({ name, features }) => ({ name, features: areasIn(features, degrees) }));
    const some = layers.filter(({ features }) => features.length > 0);
    if (some.length === 0) throw new BoundariesError("No object of the TopoJSON is an area. Each area needs a Polygon or a MultiPolygon.");
    return some;
  }
  if (Object(raw).type !== "FeatureCollection" || !Array.isArray(raw.features)) {
    throw new BoundariesError(`The file is JSON, but not a FeatureCollection: its “type” is ${JSON.stringify(Object(raw).type) ?? "missing"}. Expected GeoJSON with a list of “features”, or TopoJSON.`);
  }
  const features = areasIn(raw.features, degrees);
  if (features.length === 0) throw new BoundariesError(`None of the ${raw.features.length} features of the file is an area. Each feature needs a Polygon or a MultiPolygon.`);
  return [{ name: "", features }];
}

/**
 * Reads and checks a file of boundaries, as one list.
 * @param {string} text
 * @returns {Feature[]} the features that have a polygon
 * @throws {BoundariesError}
 */
export const readBoundaries = (text) => readLayers(text).flatMap(({ features }) => features);

/**
 * Returns the features that have a polygon, after a check of their coordinates.
 * @param {any[]} given
 * @param {boolean} degrees
 */
function areasIn(given, degrees) {
  const features = /** @type {Feature[]} */ (given.flatMap((each) => {
    const geometry = areaOf(each?.geometry);
    return geometry ? [{ ...each, geometry }] : [];
  }));
  for (const [at, { geometry }] of features.entries()) {
    const wrong = wrongPlace(geometry, degrees);
    if (wrong) throw new BoundariesError(`Feature ${at + 1} of the file has ${wrong}.`);
  }
  return features;
}

/**
 * Returns the polygons of a geometry. Omits points, lines and polygons without a ring.
 * @param {any} geometry
 * @returns {any}
 */
function areaOf(geometry) {
  const { type, coordinates, geometries } = Object(geometry);
  if (type === "GeometryCollection") {
    const parts = Array.isArray(geometries) ? geometries.flatMap((each) => areaOf(each) ?? []) : [];
    return parts.length ? { type: "MultiPolygon", coordinates: parts.flatMap((each) => (each.type === "Polygon" ? [each.coordinates] : each.coordinates)) } : null;
  }
  if (type !== "Polygon" && type !== "MultiPolygon") return null;
  return isBare(coordinates) ? null : { type, coordinates };
}

/** Whether a list contains only empty lists at all depths. @param {unknown} list @returns {boolean} */
const isBare = (list) => Array.isArray(list) && list.every(isBare);

/**
 * Describes a problem of coordinates, or returns undefined. GeoJSON has degrees (RFC 7946). An older file may have
 * another coordinate system. The coordinates of such a file are drawn as a plan.
 * @param {any} geometry  a Polygon or MultiPolygon
 * @param {boolean} degrees
 * @returns {string | undefined}
 */
function wrongPlace({ type, coordinates }, degrees) {
  const nested = `a ${type} whose coordinates cannot be read: expected lists of ${type === "Polygon" ? "rings" : "polygons, which are lists of rings"}, which are lists of [longitude, latitude]`;
  const polygons = type === "Polygon" ? [coordinates] : coordinates;
  if (!Array.isArray(polygons)) return nested;
  for (const polygon of polygons) {
    if (!Array.isArray(polygon)) return nested;
    for (const ring of polygon) {
      if (!Array.isArray(ring)) return nested;
      for (const place of ring) {
        if (!Array.isArray(place) || Array.isArray(place[0])) return nested;
        const [x, y] = place;
        if (!Number.isFinite(x) || !Number.isFinite(y)) return `a coordinate that is not a pair of numbers: ${JSON.stringify(place).slice(0, 60)}`;
        if (degrees && (Math.abs(x) > 180 || Math.abs(y) > 90)) return `a place out of range: ${JSON.stringify([x, y])}. Expected longitude from −180 to 180 and latitude from −90 to 90 (WGS 84); convert a national grid first`;
      }
    }
  }
  return undefined;
}

/**
 * Finds the property whose values are codes of one of the variables. The best property has the codes of most areas.
 * Among equal properties, the one with fewer unknown values is better.
 * @param {Feature[]} features
 * @param {{ name: string, codes: { code: string }[] }[]} variables  of the areas: the dimension and its levels
 * @param {string} [wanted]  the preferred property
 * @returns {Match | null} null if no property has a code
 */
export function matchCodes(features, variables, wanted) {
  const names = new Set(features.slice(0, 200).flatMap(({ properties }) => Object.keys(properties ?? {})));
  /** @type {Match | null} */
  let best = null;
  for (const property of [...(wanted !== undefined && names.has(wanted) ? [wanted] : []), null, ...names]) {
    for (const { name, codes } of variables) {
      const digits = digitsOf(codes);
      const values = features.map((feature) => codeOf(feature, property, digits));
      const present = new Set(values);
      const missing = codes.filter(({ code }) => !present.has(code)).map(({ code }) => code);
      const matched = codes.length - missing.length;
      const own = new Set(codes.map(({ code }) => code));
      const strange = values.filter((value) => value === null || !own.has(value)).length;
      if (matched > 0 && (!best || matched > best.matched || (matched === best.matched && strange < best.strange))) best = { property, variable: name, matched, areas: codes.length, missing, strange, ...(digits ? { digits } : {}) };
      if (property === wanted && wanted !== undefined && matched === codes.length) return best;
    }
  }
  return best;
}

/**
 * Returns the length of codes that are digits with leading zeros, or 0 for other codes.
 * @param {{ code: string }[]} codes
 */
function digitsOf(codes) {
  const { length } = codes[0]?.code ?? "";
  return codes.some(({ code }) => code.startsWith("0")) && codes.every(({ code }) => code.length === length && /^\d+$/.test(code)) ? length : 0;
}

/**
 * Returns the code of a feature, or null.
 * @param {Feature} feature
 * @param {string | null} property
 * @param {number} [digits]  the length to which a number is padded
 */
export function codeOf({ id, properties }, property, digits = 0) {
  const value = property === null ? id : properties?.[property];
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value).padStart(digits, "0") : null;
}

/** Describes the properties of a file without codes, for an error message. @param {Feature[]} features */
export function propertiesIn(features) {
  return Object.entries(features[0]?.properties ?? {}).slice(0, 6).map(([name, value]) => `${name} (such as ${JSON.stringify(value)?.slice(0, 30)})`);
}

/** @typedef {[x: number, y: number]} Point */

/** Returns twice the area of a ring, positive if the ring runs counter-clockwise. @param {Point[]} ring */
const turned = (ring) => ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0);

/**
 * Returns the rings of a shape, with outer rings counter-clockwise and holes clockwise.
 * @param {any} geometry
 * @returns {Point[][]}
 */
function ringsOf(geometry) {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap((/** @type {Point[][]} */ polygon) => polygon.map((ring, i) => ((turned(ring) > 0) === (i === 0) ? ring : [...ring].reverse())));
}

/**
 * Merges shapes into one shape. Removes borders that two shapes share to the last digit. Other borders between
 * neighbours stay, which is harmless.
 * @param {any[]} geometries
 */
export function merged(geometries) {
  /** @type {Map<string, [from: Point, to: Point]>} */
  const edges = new Map();
  for (const ring of geometries.flatMap(ringsOf)) {
    ring.slice(1).forEach((to, i) => {
      const [a, b] = [String(ring[i]), String(to)];
      if (a === b || edges.delete(`${b} ${a}`)) return;
      edges.set(`${a} ${b}`, [ring[i], to]);
    });
  }
  /** @type {Map<string, Point[]>} */
  const next = new Map();
  for (const [from, to] of edges.values()) next.set(String(from), [...(next.get(String(from)) ?? []), to]);
  /** @type {Point[][]} */
  const rings = [];
  for (const [from] of edges.values()) {
    /** @type {Point[]} */
    const ring = [from];
    for (let to = next.get(String(from))?.pop(); to; to = next.get(String(to))?.pop()) ring.push(to);
    if (ring.length > 3) rings.push(ring);
  }
  const outer = rings.filter((ring) => turned(ring) > 0);
  const holes = rings.filter((ring) => turned(ring) <= 0);
  // All holes go to the first polygon, because the drawing does not depend on the polygon of a hole.
  return { type: "MultiPolygon", coordinates: outer.map((ring, i) => [ring, ...(i === 0 ? holes : [])]) };
}
