// Reads an outline from a file of the reader: GeoJSON with polygons. The file stays on the device.

/** @import { Point } from "./geometry.js" */

/** Maximum size of a file. The outline of a custom area needs a few kilobytes. */
const LARGEST_BYTES = 10e6;

/** An error in a file: the place, the content found and the content expected, as the end of a sentence. */
export class OutlineError extends Error {}

const EXPECTED = "expected GeoJSON with a Polygon or a MultiPolygon";
/** Geometries without an area. They are ignored beside polygons. */
const THIN = ["Point", "MultiPoint", "LineString", "MultiLineString"];

/** @param {unknown} value */
const quoted = (value) => (JSON.stringify(value) ?? "missing").slice(0, 40);

/**
 * Checks the size before a file is read, because browsers cannot read gigabytes.
 * @param {number} bytes
 * @throws {OutlineError}
 */
export function checkOutlineSize(bytes) {
  if (bytes > LARGEST_BYTES) throw new OutlineError(`the file has ${Math.ceil(bytes / 1e6)} MB, expected at most ${LARGEST_BYTES / 1e6} MB`);
}

/**
 * Reads the polygons of a Polygon, a MultiPolygon, a Feature or a FeatureCollection.
 * @param {string} text
 * @param {boolean} isDegrees  whether coordinates must be degrees, as on the map (RFC 7946)
 * @returns {Point[][][]} each polygon with its border first, then its holes
 * @throws {OutlineError}
 */
export function readOutline(text, isDegrees) {
  let raw;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new OutlineError(`the file is ${text.startsWith("PK") ? "a ZIP archive" : "not JSON"}, ${EXPECTED}`);
  }
  const polygons = polygonsIn(raw, "the file", ["FeatureCollection", "Feature"], isDegrees);
  if (polygons.length === 0) throw new OutlineError(`the file has no polygon, ${EXPECTED}`);
  return polygons;
}

/**
 * @param {any} node
 * @param {string} where
 * @param {string[]} containers  the types that may stand here besides geometries
 * @param {boolean} isDegrees
 * @returns {Point[][][]}
 */
function polygonsIn(node, where, containers, isDegrees) {
  const { type, features, geometry, geometries, coordinates } = Object(node);
  const inside = where === "the file" ? "" : `${where}.`;
  /** @param {unknown} list @param {string} name @param {string[]} allowed */
  const all = (list, name, allowed) => {
    if (!Array.isArray(list)) throw new OutlineError(`${inside}${name} is ${quoted(list)}, expected a list`);
    return list.flatMap((each, at) => polygonsIn(each, `${inside}${name}[${at}]`, allowed, isDegrees));
  };
  if (type === "Polygon") return [polygonAt(coordinates, `${inside}coordinates`, isDegrees)];
  if (type === "MultiPolygon") return listAt(coordinates, `${inside}coordinates`, "polygons").map((each, at) => polygonAt(each, `${inside}coordinates[${at}]`, isDegrees));
  if (THIN.includes(type)) return [];
  // A container in another one of its kind is refused, so the depth of a file is limited.
  if (type === "GeometryCollection" && !where.includes("geometries")) return all(geometries, "geometries", []);
  if (type === "Feature" && containers.includes(type)) return geometry === null ? [] : polygonsIn(geometry, `${inside}geometry`, [], isDegrees);
  if (type === "FeatureCollection" && containers.includes(type)) return all(features, "features", ["Feature"]);
  throw new OutlineError(`${where} ${type === "Topology" ? "is TopoJSON" : `has the type ${quoted(type)}`}, ${EXPECTED}`);
}

/** @param {unknown} list @param {string} where @param {string} what @returns {unknown[]} */
function listAt(list, where, what) {
  if (!Array.isArray(list) || list.length === 0) throw new OutlineError(`${where} is ${quoted(list)}, expected a list of ${what}`);
  return list;
}

/** @param {unknown} rings @param {string} where @param {boolean} isDegrees @returns {Point[][]} */
function polygonAt(rings, where, isDegrees) {
  return listAt(rings, where, "rings").map((ring, at) => {
    const points = listAt(ring, `${where}[${at}]`, "positions");
    if (points.length < 4) throw new OutlineError(`${where}[${at}] has ${points.length} positions, expected at least 4`);
    return points.map((point, i) => {
      const [x, y] = Array.isArray(point) ? point : [];
      const place = `${where}[${at}][${i}] is ${quoted(point)}`;
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new OutlineError(`${place}, expected [longitude, latitude]`);
      if (isDegrees && (Math.abs(x) > 180 || Math.abs(y) > 90)) throw new OutlineError(`${place}, expected a longitude from −180 to 180 and a latitude from −90 to 90 (WGS 84)`);
      return /** @type {Point} */ ([x, y]);
    });
  });
}
