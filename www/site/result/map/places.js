// Finds the place inside an area where a name or a circle stands.

/** @import { Point } from "./geojson.js" */

/**
 * @typedef {object} Place  of a name or a circle, in the units of the geometry
 * @property {number} x  the middle of the widest stretch inside the area
 * @property {number} y
 * @property {number} width  of the stretch
 * @property {number} height  of the area around the stretch
 */

/** The number of horizontal lines that look for the widest stretch. An odd number includes the middle. */
const LINES = 9;

/**
 * Returns the place inside a geometry, in its largest polygon. Null for a polygon without a surface.
 * @param {any} geometry  a Polygon, a MultiPolygon or a GeometryCollection of both
 * @returns {Place | null}
 */
export function placeIn(geometry) {
  let most = 0;
  /** @type {Point[][] | null} */
  let largest = null;
  for (const polygon of polygonsOf(geometry)) {
    const size = Math.abs(turned(polygon[0] ?? []));
    if (size > most) [most, largest] = [size, polygon];
  }
  return largest ? widest(largest) : null;
}

/** @param {any} geometry @returns {Point[][][]} */
function polygonsOf({ type, coordinates, geometries }) {
  return type === "Polygon" ? [coordinates] : type === "MultiPolygon" ? coordinates : (geometries ?? []).flatMap(polygonsOf);
}

/** Returns twice the area of a ring. @param {Point[]} ring */
const turned = (ring) => ring.reduce((sum, [x, y], i) => sum + (ring[i - 1] ?? ring[ring.length - 1])[0] * y - x * (ring[i - 1] ?? ring[ring.length - 1])[1], 0);

/** Finds the widest stretch inside a polygon. Lines near the middle win over equally wide ones. @param {Point[][]} polygon @returns {Place} */
function widest(polygon) {
  let [low, high] = [Infinity, -Infinity];
  for (const [, y] of polygon[0]) [low, high] = [Math.min(low, y), Math.max(high, y)];
  /** @type {Place & { worth: number }} */
  let best = { x: polygon[0][0][0], y: (low + high) / 2, width: 0, height: high - low, worth: -1 };
  for (let line = 1; line <= LINES; line++) {
    const y = low + ((high - low) * line) / (LINES + 1);
    const crossed = crossings(polygon, y);
    const middle = 1 - Math.abs(line - (LINES + 1) / 2) / LINES;
    for (let i = 0; i + 1 < crossed.length; i += 2) {
      const width = crossed[i + 1] - crossed[i];
      if (width * middle > best.worth) best = { x: (crossed[i] + crossed[i + 1]) / 2, y, width, height: 2 * Math.min(y - low, high - y), worth: width * middle };
    }
  }
  const { worth, ...place } = best;
  return place;
}

/** Returns where a horizontal line crosses the rings of a polygon, from the left. @param {Point[][]} polygon @param {number} y */
function crossings(polygon, y) {
  const found = [];
  for (const ring of polygon) {
    for (let i = 0; i < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i], ring[(i + 1) % ring.length]];
      if (y1 > y !== y2 > y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  return found.sort((a, b) => a - b);
}
