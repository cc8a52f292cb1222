// Boundaries from a file: what it has to be, which of its properties holds the codes of the cube's areas, and larger areas made of smaller ones.

/**
 * @typedef {{ type: "Feature", id?: string | number, properties?: Record<string, unknown> | null, geometry: any }} Feature
 * @typedef {{ property: string | null, variable: string, matched: number, areas: number, missing: string[], strange: number }} Match
 *   `property`: null for the features' `id`; `areas`: how many the variable has; `missing`: codes without a feature; `strange`: features with other codes
 */

/** Says in its message what was expected. */
export class BoundariesError extends Error {}

/** A file of this size takes a browser seconds to read and to draw. */
const LARGEST_BYTES = 60e6;

const SHAPES = ["Polygon", "MultiPolygon", "GeometryCollection"];

/**
 * @param {string} text
 * @returns {Feature[]} those with a shape
 * @throws {BoundariesError}
 */
export function readBoundaries(text) {
  if (text.length > LARGEST_BYTES) throw new BoundariesError(`The file is larger than ${LARGEST_BYTES / 1e6} MB, which is more than a page can draw. Simplify the boundaries first.`);
  let raw;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new BoundariesError("The file is not JSON. Expected GeoJSON: a text that begins with {\"type\": \"FeatureCollection\", …}. A shapefile or GeoPackage has to be converted first.");
  }
  if (Object(raw).type === "Topology") throw new BoundariesError("The file is TopoJSON. Expected GeoJSON: convert it first.");
  if (Object(raw).type !== "FeatureCollection" || !Array.isArray(raw.features)) {
    throw new BoundariesError(`The file is JSON, but no FeatureCollection: its “type” is ${JSON.stringify(Object(raw).type) ?? "missing"}. Expected GeoJSON with a list of “features”.`);
  }
  const features = /** @type {Feature[]} */ (raw.features.filter((/** @type {any} */ each) => SHAPES.includes(each?.geometry?.type)));
  if (features.length === 0) throw new BoundariesError(`None of the ${raw.features.length} features of the file is an area. Expected features with a Polygon or MultiPolygon each.`);
  const degrees = raw.crs === undefined;
  for (const [at, feature] of features.entries()) {
    const wrong = wrongPlace(feature.geometry, degrees);
    if (wrong) throw new BoundariesError(`Feature ${at + 1} of the file has ${wrong}.`);
  }
  return features;
}

/**
 * What is wrong with the coordinates. GeoJSON has degrees (RFC 7946); a file that names another system, as older ones do, is taken as a plan.
 * @param {any} geometry
 * @param {boolean} degrees
 * @returns {string | undefined}
 */
function wrongPlace(geometry, degrees) {
  if (geometry.type === "GeometryCollection") return geometry.geometries?.map((/** @type {any} */ each) => wrongPlace(each, degrees)).find(Boolean);
  /** @type {any[]} */
  const waiting = [geometry.coordinates];
  while (waiting.length) {
    const list = waiting.pop();
    if (!Array.isArray(list)) return `a ${geometry.type} without coordinates that can be read: expected lists of [longitude, latitude]`;
    if (list.length && !Array.isArray(list[0])) {
      const [x, y] = list;
      if (!Number.isFinite(x) || !Number.isFinite(y)) return `a coordinate that is no pair of numbers: ${JSON.stringify(list).slice(0, 60)}`;
      if (degrees && (Math.abs(x) > 180 || Math.abs(y) > 90)) return `a place out of range: ${JSON.stringify(list.slice(0, 2))}. Expected longitude from −180 to 180 and latitude from −90 to 90 (WGS 84); convert a national grid first`;
    } else waiting.push(...list);
  }
  return undefined;
}

/**
 * The property whose values are the codes of one of the variables, the one that fits most areas; of equals, the one with fewer strangers.
 * @param {Feature[]} features
 * @param {{ name: string, codes: { code: string }[] }[]} variables  of the areas: the dimension and its levels
 * @param {string} [wanted]  a property to be preferred
 * @returns {Match | null} null where no value of any is a code
 */
export function matchCodes(features, variables, wanted) {
  const names = new Set(features.slice(0, 200).flatMap(({ properties }) => Object.keys(properties ?? {})));
  /** @type {Match | null} */
  let best = null;
  for (const property of [...(wanted !== undefined && names.has(wanted) ? [wanted] : []), null, ...names]) {
    const values = features.map((feature) => codeOf(feature, property));
    const present = new Set(values);
    for (const { name, codes } of variables) {
      const missing = codes.filter(({ code }) => !present.has(code)).map(({ code }) => code);
      const matched = codes.length - missing.length;
      const own = new Set(codes.map(({ code }) => code));
      const strange = values.filter((value) => value === null || !own.has(value)).length;
      if (matched > 0 && (!best || matched > best.matched || (matched === best.matched && strange < best.strange))) best = { property, variable: name, matched, areas: codes.length, missing, strange };
      if (property === wanted && wanted !== undefined && matched === codes.length) return best;
    }
  }
  return best;
}

/** The code of a feature; null where it has none. @param {Feature} feature @param {string | null} property */
export function codeOf({ id, properties }, property) {
  const value = property === null ? id : properties?.[property];
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : null;
}

/** What a reader is shown of a file without codes. @param {Feature[]} features */
export function propertiesIn(features) {
  return Object.entries(features[0]?.properties ?? {}).slice(0, 6).map(([name, value]) => `${name} (such as ${JSON.stringify(value)?.slice(0, 30)})`);
}

/** @typedef {[x: number, y: number]} Point */

/** Twice its area; above 0 where it runs counter-clockwise. @param {Point[]} ring */
const turned = (ring) => ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0);

/** The rings of a shape, outer ones counter-clockwise and holes clockwise. @param {any} geometry @returns {Point[][]} */
function ringsOf(geometry) {
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(ringsOf);
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.type === "MultiPolygon" ? geometry.coordinates : [];
  return polygons.flatMap((/** @type {Point[][]} */ polygon) => polygon.map((ring, i) => ((turned(ring) > 0) === (i === 0) ? ring : [...ring].reverse())));
}

/**
 * One shape of several: borders that two of them share, to the last digit, are taken away. Where neighbours do not share their corners, the
 * borders between them stay, which is no harm.
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
  // Which of them a hole is in makes no difference to how it is drawn.
  return { type: "MultiPolygon", coordinates: outer.map((ring, i) => [ring, ...(i === 0 ? holes : [])]) };
}
