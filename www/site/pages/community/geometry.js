// Plane geometry: the centre of an area, areas that contain a point, and areas that a line crosses.

/** @typedef {[x: number, y: number]} Point */
/** @typedef {[left: number, top: number, right: number, bottom: number]} Bounds */
/**
 * @typedef {{ rings: Point[][], bounds: Bounds }} Shape  borders of polygons and of their holes, in any direction. A
 *   point is inside if a line from the point to infinity crosses the borders an odd number of times.
 */

/** @param {Point[][]} rings @returns {Shape} */
export function shapeOf(rings) {
  /** @type {Bounds} */
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (const [x, y] of ring) {
      bounds[0] = Math.min(bounds[0], x);
      bounds[1] = Math.min(bounds[1], y);
      bounds[2] = Math.max(bounds[2], x);
      bounds[3] = Math.max(bounds[3], y);
    }
  }
  return { rings, bounds };
}

/**
 * Calls `visit` for each edge of a ring. The last point is joined to the first one.
 * @param {Point[]} ring
 * @param {(from: Point, to: Point) => void} visit
 */
function eachEdge(ring, visit) {
  for (let i = 0, before = ring.length - 1; i < ring.length; before = i++) visit(ring[before], ring[i]);
}

/** Returns the places where the borders cross a horizontal line, from left to right. @param {Shape} shape @param {number} y */
function crossingsAt({ rings }, y) {
  /** @type {number[]} */
  const found = [];
  for (const ring of rings) {
    eachEdge(ring, (a, b) => {
      // An end of an edge counts for one of its two edges, so the number of crossings is even.
      if ((a[1] > y) !== (b[1] > y)) found.push(a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]));
    });
  }
  return found.sort((a, b) => a - b);
}

/** @param {Shape} shape @param {Point} point */
export function contains(shape, [x, y]) {
  const [left, top, right, bottom] = shape.bounds;
  return x >= left && x <= right && y >= top && y <= bottom && crossingsAt(shape, y).filter((each) => each > x).length % 2 === 1;
}

/** Positive if c is on one side of the line through a and b, negative on the other side, 0 on the line. @param {Point} a @param {Point} b @param {Point} c */
const side = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Whether two lines have a common point. @param {Point} a @param {Point} b @param {Point} c @param {Point} d */
function meet(a, b, c, d) {
  // The boxes decide for lines on one straight line, for which all sides are 0.
  return Math.max(a[0], b[0]) >= Math.min(c[0], d[0]) && Math.max(c[0], d[0]) >= Math.min(a[0], b[0])
    && Math.max(a[1], b[1]) >= Math.min(c[1], d[1]) && Math.max(c[1], d[1]) >= Math.min(a[1], b[1])
    && side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

/** Whether a line touches or crosses a shape, or is inside. @param {Shape} shape @param {Point} from @param {Point} to */
export function crosses(shape, from, to) {
  const [left, top, right, bottom] = shape.bounds;
  if (Math.max(from[0], to[0]) < left || Math.min(from[0], to[0]) > right || Math.max(from[1], to[1]) < top || Math.min(from[1], to[1]) > bottom) return false;
  let met = false;
  for (const ring of shape.rings) eachEdge(ring, (a, b) => { met ||= meet(from, to, a, b); });
  return met || contains(shape, from);
}

/**
 * Whether a freehand line goes round a point at least once. Other than with `contains`, a part that the line encloses
 * twice is inside: a reader who overshoots the start encloses this part twice.
 * @param {Point[]} line
 * @param {Point} point
 */
export function encloses(line, point) {
  let turns = 0;
  eachEdge(line, (a, b) => {
    if ((a[1] > point[1]) === (b[1] > point[1])) return;
    const above = side(a, b, point);
    if (b[1] > a[1] ? above > 0 : above < 0) turns += b[1] > a[1] ? 1 : -1;
  });
  return turns !== 0;
}

/**
 * Returns the centre of an area: the centroid of its polygons. If the centroid is outside, as for a crescent, returns
 * the middle of the widest part at its height.
 * @param {Point[][][]} polygons  each with its border first, then its holes
 * @returns {Point}
 */
export function centreOf(polygons) {
  const shape = shapeOf(polygons.flat());
  const [left, top, right, bottom] = shape.bounds;
  const [x0, y0] = [(left + right) / 2, (top + bottom) / 2];
  let [area, x, y] = [0, 0, 0];
  for (const polygon of polygons) {
    polygon.forEach((ring, at) => {
      let [own, ownX, ownY] = [0, 0, 0];
      // Coordinates relative to the middle keep digits that large coordinates would lose.
      eachEdge(ring, (a, b) => {
        const [ax, ay, bx, by] = [a[0] - x0, a[1] - y0, b[0] - x0, b[1] - y0];
        const twice = ax * by - bx * ay;
        own += twice;
        ownX += (ax + bx) * twice;
        ownY += (ay + by) * twice;
      });
      // Files draw rings in either direction, so the place in the list tells borders from holes.
      const sign = (at === 0 ? 1 : -1) * Math.sign(own);
      area += sign * own;
      x += sign * ownX;
      y += sign * ownY;
    });
  }
  /** @type {Point} */
  const centroid = area > 0 ? [x0 + x / (3 * area), y0 + y / (3 * area)] : [x0, y0];
  if (contains(shape, centroid)) return centroid;
  const places = crossingsAt(shape, centroid[1]);
  /** @type {[number, number]} */
  let widest = [centroid[0], centroid[0]];
  for (let i = 0; i + 1 < places.length; i += 2) if (places[i + 1] - places[i] > widest[1] - widest[0]) widest = [places[i], places[i + 1]];
  return [(widest[0] + widest[1]) / 2, centroid[1]];
}
