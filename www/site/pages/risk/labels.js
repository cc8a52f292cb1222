// Places the names of points in a chart: near their points, without overlap. The names of crowded points form a list at
// the side of the crowd, with a line from each name to its point.

/**
 * A rectangle: its centre and its size.
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Frame
 * @typedef {Box & { end: [x: number, y: number] | null }} Label  `end`: where the line from the point ends, for a name
 *   away from its point
 */

/** The size of a point's symbol, in pixels. */
const SYMBOL = 11;
/** Points closer than this many pixels crowd each other. Three points are a crowd. */
const CROWDED = 34;
const CROWD = 3;
/** Distances to try between a symbol and its name. A name further away than `LINE_FROM` has a line to its point. */
const DISTANCES = [2, 7, 13, 20, 28, 38, 50, 64, 80, 98, 118, 140, 164, 190, 220, 250];
const LINE_FROM = 8;
/** Directions to try, in radians: to the right and to the left, then more and more upright. */
const DIRECTIONS = [0, 15, 30, 45, 60, 75, 90].flatMap((degrees) => [degrees, 180 - degrees, -degrees, 180 + degrees]).map((degrees) => (degrees * Math.PI) / 180);
/** Places of a list beside its crowd: the side, the distance and the way up or down. The nearest are first. */
const SIDES = DISTANCES.slice(2).flatMap((distance) => [1, -1].flatMap((side) => Array.from({ length: 41 }, (_, at) => ({ side, distance, down: (at - 20) * 12 }))))
  .sort((a, b) => a.distance + Math.abs(a.down) - b.distance - Math.abs(b.down));
/** The distance between the places of a line that must be free, in pixels. */
const STEP = 6;

const overlap = (/** @type {Box} */ a, /** @type {Box} */ b) => Math.abs(a.x - b.x) < (a.w + b.w) / 2 && Math.abs(a.y - b.y) < (a.h + b.h) / 2;
const inside = (/** @type {Box} */ { x, y, w, h }, /** @type {Frame} */ { left, right, top, bottom }) => x - w / 2 >= left && x + w / 2 <= right && y - h / 2 >= top && y + h / 2 <= bottom;

/**
 * Places the names. The nearest free place wins.
 * @param {Box[]} points  the place of each point, and the size of its name
 * @param {Frame} frame
 * @param {Box[]} [others]  what names should leave free if they can
 * @returns {(Label | undefined)[]} in the order of the points; undefined without a free place
 */
export function placeLabels(points, frame, others = []) {
  /** @type {Map<Box, Label>} */
  const labels = new Map();
  const symbols = points.map(({ x, y }) => ({ x, y, w: SYMBOL, h: SYMBOL }));
  /** @type {Box[]} */
  const lines = [];

  /** @param {(taken: Box[], names: Box[]) => Map<Box, Label> | undefined} find @param {boolean} [last]  whether lines may cross names */
  function take(find, last = false) {
    const names = [...labels.values()];
    const taken = [...symbols, ...names, ...lines];
    const found = find([...taken, ...others], names) ?? find(taken, names) ?? (last ? find([...symbols, ...names], []) : undefined);
    for (const [point, label] of found ?? []) {
      labels.set(point, label);
      if (label.end) lines.push(...along(point, label.end));
    }
    return found !== undefined;
  }

  /** @param {Box[]} crowd */
  function place(crowd) {
    if (crowd.length >= CROWD) {
      if (take((taken, names) => listBeside(crowd, frame, taken, names))) return;
      const half = Math.ceil(crowd.length / 2);
      const fromLeft = [...crowd].sort((a, b) => a.x - b.x || a.y - b.y);
      for (const part of [fromLeft.slice(0, half), fromLeft.slice(half)]) place(part.sort((a, b) => a.y - b.y));
    } else for (const point of crowd) take((taken, names) => nameBeside(point, frame, taken, names), true);
  }

  for (const crowd of crowds(points)) place(crowd);
  return points.map((point) => labels.get(point));
}

/** Groups points that crowd each other, the smallest group first. The points of a group are from top to bottom. @param {Box[]} points */
function crowds(points) {
  /** @type {Box[][]} */
  let groups = [];
  for (const point of points) {
    const near = groups.filter((group) => group.some(({ x, y }) => Math.hypot(x - point.x, y - point.y) < CROWDED));
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), point]];
  }
  return groups.map((group) => group.sort((a, b) => a.y - b.y || a.x - b.x)).sort((a, b) => a.length - b.length);
}

/** @param {Box} point @param {Frame} frame @param {Box[]} taken @param {Box[]} names @returns {Map<Box, Label> | undefined} */
function nameBeside(point, frame, taken, names) {
  const { x, y, w, h } = point;
  for (const distance of DISTANCES) {
    for (const angle of DIRECTIONS) {
      const box = { x: x + Math.cos(angle) * (distance + SYMBOL / 2 + w / 2), y: y + Math.sin(angle) * (distance + SYMBOL / 2 + h / 2), w, h };
      if (!inside(box, frame) || taken.some((each) => overlap(each, box))) continue;
      const label = { ...box, end: distance < LINE_FROM ? null : edgeOf(box, point) };
      if (!isCrossed(point, label, names)) return new Map([[point, label]]);
    }
  }
  return undefined;
}

/** @param {Box[]} crowd  from top to bottom @param {Frame} frame @param {Box[]} taken @param {Box[]} names @returns {Map<Box, Label> | undefined} */
function listBeside(crowd, frame, taken, names) {
  const xs = crowd.map(({ x }) => x);
  const middle = crowd.reduce((sum, { y }) => sum + y, 0) / crowd.length;
  const w = Math.max(...crowd.map((point) => point.w));
  const h = crowd.reduce((sum, point) => sum + point.h, 0);
  for (const { side, distance, down } of SIDES) {
    const edge = (side > 0 ? Math.max(...xs) : Math.min(...xs)) + side * (distance + SYMBOL / 2);
    const list = { x: edge + (side * w) / 2, y: middle + down, w, h };
    if (!inside(list, frame) || taken.some((each) => overlap(each, list))) continue;
    let top = list.y - h / 2;
    const labels = new Map(crowd.map((point) => {
      const y = top + point.h / 2;
      top += point.h;
      return [point, { x: edge + (side * point.w) / 2, y, w: point.w, h: point.h, end: /** @type {[number, number]} */ ([edge, y]) }];
    }));
    if (![...labels].some(([point, label]) => isCrossed(point, label, names))) return labels;
  }
  return undefined;
}

/** Whether the line from a point to its name crosses another name. @param {Box} point @param {Label} label @param {Box[]} names */
function isCrossed(point, { end }, names) {
  return end !== null && along(point, end).some((place) => names.some((each) => overlap(each, place)));
}

/** The place on a name's edge that is nearest to its point. @param {Box} box @param {Box} point @returns {[number, number]} */
function edgeOf({ x, y, w, h }, point) {
  return [Math.min(Math.max(point.x, x - w / 2), x + w / 2), Math.min(Math.max(point.y, y - h / 2), y + h / 2)];
}

/** Small boxes along a line. @param {{ x: number, y: number }} from @param {[number, number]} end */
function along({ x, y }, [toX, toY]) {
  const steps = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / STEP));
  return Array.from({ length: steps - 1 }, (_, at) => ({ x: x + ((toX - x) * (at + 1)) / steps, y: y + ((toY - y) * (at + 1)) / steps, w: 2, h: 2 }));
}
