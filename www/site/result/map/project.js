// Projects the geometries of areas to a plane with north at the top, and places a plane into a drawing.

/**
 * Returns the bounds of a geometry: [left, low, right, high]. Returns null without numeric coordinates.
 * @param {any} geometry
 * @returns {[number, number, number, number] | null}
 */
export function boundsOf(geometry) {
  /** @type {[number, number, number, number]} */
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  let sound = true;
  each(geometry, ([x, y]) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) sound = false;
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  });
  return sound && bounds[0] <= bounds[2] ? bounds : null;
}

/** @param {any} geometry @param {(place: number[]) => void} visit */
function each(geometry, visit) {
  if (Array.isArray(geometry?.geometries)) return geometry.geometries.forEach((/** @type {any} */ inner) => each(inner, visit));
  const walk = (/** @type {any} */ list) => {
    if (!Array.isArray(list)) return;
    if (list.length > 0 && !Array.isArray(list[0])) visit(list);
    else list.forEach(walk);
  };
  walk(geometry?.coordinates);
}

/** The largest latitude of the map, as on web maps. Mercator's projection is infinite at the poles. */
const MERCATOR_LIMIT = 85.05;

/**
 * Projects coordinates to a plane with north at the top. The library's own projection would depend on the direction of
 * a ring, so this module projects degrees itself. Areas on both sides of the antimeridian are drawn side by side.
 * @param {any[]} geometries
 * @returns {{ geometries: any[], bounds: [left: number, low: number, right: number, high: number] }}
 */
export function project(geometries) {
  const all = geometries.map(boundsOf).filter((bounds) => bounds !== null);
  const merged = unite(all);
  const degrees = merged[0] >= -180 && merged[2] <= 180 && merged[1] >= -90 && merged[3] <= 90;
  if (!degrees) return { geometries, bounds: merged };
  const east = (/** @type {number} */ longitude) => (longitude < 0 ? longitude + 360 : longitude);
  const places = () => geometries.reduce((/** @type {[number, number]} */ bounds, geometry) => {
    each(geometry, ([x]) => { bounds[0] = Math.min(bounds[0], east(x)); bounds[1] = Math.max(bounds[1], east(x)); });
    return bounds;
  }, /** @type {[number, number]} */ ([Infinity, -Infinity]));
  const [left, right] = merged[2] - merged[0] > 180 ? places() : [0, 360];
  const turned = right - left < merged[2] - merged[0];
  const x = turned ? east : (/** @type {number} */ longitude) => longitude;
  const y = (/** @type {number} */ latitude) => {
    const radians = (Math.max(Math.min(latitude, MERCATOR_LIMIT), -MERCATOR_LIMIT) * Math.PI) / 180;
    return (Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI;
  };
  /** @param {any} list @returns {any} */
  const walk = (list) => (Array.isArray(list) ? (list.length > 0 && !Array.isArray(list[0]) ? [x(list[0]), y(list[1])] : list.map(walk)) : list);
  /** @param {any} geometry @returns {any} */
  const moved = (geometry) => (geometry.geometries
    ? { ...geometry, geometries: geometry.geometries.map(moved) }
    : { ...geometry, coordinates: walk(geometry.coordinates) });
  return { geometries: geometries.map(moved), bounds: [turned ? left : merged[0], y(merged[1]), turned ? right : merged[2], y(merged[3])] };
}

/** @param {[number, number, number, number][]} all */
const unite = (all) => all.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]);

/**
 * @typedef {(point: readonly [x: number, y: number]) => [x: number, y: number]} Placed  from the plane to pixels, from
 *   the top left
 */

/**
 * Returns the place in a drawing of each point of a plane. The bounds fill the drawing inside its border, as Plot's
 * projection "reflect-y" places its domain.
 * @param {[number, number, number, number]} bounds
 * @param {{ width: number, height: number, border: number }} drawing
 * @returns {{ place: Placed, scale: number }}  `scale`: pixels for each unit of the plane
 */
export function placed([left, low, right, high], { width, height, border }) {
  const [across, down] = [width - 2 * border, height - 2 * border];
  const scale = Math.min(across / Math.max(right - left, 1e-9), down / Math.max(high - low, 1e-9));
  const [x, y] = [border + (across - scale * (left + right)) / 2, border + (down + scale * (low + high)) / 2];
  return { scale, place: ([east, north]) => [x + scale * east, y - scale * north] };
}
