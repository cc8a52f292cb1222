// Makes areas.geojson, the boundaries of Tidewell's blocks, and the lines of cube.toml that name the blocks:
//
//     node demo/tidewell/make-areas.js
//
// A sheet of 100 by 70 is cut into thousands of small Voronoi cells. A coast, a river and the town's edge decide which
// cells are land. Wards grow over land from their seeds, and blocks grow within wards. A block's outline consists of
// edges of cells, so neighbouring blocks have exactly the same border points.

import { readFileSync, writeFileSync } from "node:fs";
import { Delaunay } from "d3-delaunay";
import { DISTRICTS, WARDS, randomFrom } from "./wards.js";

const CELLS = 3600;
const random = randomFrom(2011);

/** @typedef {[x: number, y: number]} Point */

const hill = (/** @type {number} */ x, /** @type {number} */ middle, /** @type {number} */ width) => Math.exp(-(((x - middle) / width) ** 2));
const coast = (/** @type {number} */ x) => 15 + 3 * Math.sin(x / 9) + 1.5 * Math.sin(x / 3.7 + 1) + 12 * hill(x, 47, 7) + 6 * hill(x, 4, 9) - 3 * hill(x, 68, 12);
/** @type {Point[]} */
const RIVER = [[47, 26], [48.5, 36], [54, 46], [60, 54], [63, 62], [70, 74]];

/** @param {Point} point @param {Point} from @param {Point} to */
function distanceToLine([x, y], [ax, ay], [bx, by]) {
  const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)));
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}

/** @param {Point} point */
function isLand([x, y]) {
  const [dx, dy] = [(x - 49) / 1.35, y - 38];
  const turn = Math.atan2(dy, dx);
  if (Math.hypot(x - 78, (y - 8) * 1.3) < 4.6) return true;
  if (Math.hypot(dx, dy) > 29 + 2 * Math.sin(3 * turn + 1) + 1.5 * Math.sin(7 * turn)) return false;
  if (RIVER.slice(1).some((to, i) => distanceToLine([x, y], RIVER[i], to) < 1)) return false;
  return y > coast(x);
}

// Each point moves to the middle of its cell. This spreads the points evenly without forming a grid.
/** @type {Point[]} */
let points = Array.from({ length: CELLS }, () => [random() * 110 - 5, random() * 80 - 5]);
for (let round = 0; round < 3; round++) {
  const voronoi = Delaunay.from(points).voronoi([-5, -5, 105, 75]);
  points = points.map((point, i) => {
    const ring = voronoi.cellPolygon(i);
    if (!ring) return point;
    const middle = (/** @type {0 | 1} */ axis) => ring.slice(1).reduce((sum, each) => sum + each[axis], 0) / (ring.length - 1);
    return /** @type {Point} */ ([middle(0), middle(1)]);
  });
}
const delaunay = Delaunay.from(points);
const { triangles, halfedges } = delaunay;
const { circumcenters } = delaunay.voronoi([-5, -5, 105, 75]);
const land = points.map(isLand);
const neighbours = points.map((_, i) => [...delaunay.neighbors(i)]);

/**
 * Assigns each allowed cell to the owner of the nearest seed, by path length over neighbouring cells.
 * @param {{ cell: number, owner: number }[]} seeds
 * @param {(cell: number) => boolean} may
 */
function grow(seeds, may) {
  const owner = new Map();
  const waiting = seeds.map(({ cell, owner }) => ({ cell, owner, far: 0 }));
  while (waiting.length) {
    const least = waiting.reduce((best, each, i) => (each.far < waiting[best].far ? i : best), 0);
    const [{ cell, owner: mine, far }] = waiting.splice(least, 1);
    if (owner.has(cell)) continue;
    owner.set(cell, { owner: mine, far });
    for (const next of neighbours[cell]) {
      if (may(next) && !owner.has(next)) waiting.push({ cell: next, owner: mine, far: far + Math.hypot(points[cell][0] - points[next][0], points[cell][1] - points[next][1]) });
    }
  }
  return owner;
}

const nearestLand = (/** @type {Point} */ [x, y]) => points.reduce((best, [px, py], i) => (land[i] && Math.hypot(px - x, py - y) < Math.hypot(points[best][0] - x, points[best][1] - y) ? i : best), land.indexOf(true));
const wardOf = grow(WARDS.flatMap(({ seeds }, owner) => seeds.map((seed) => ({ cell: nearestLand(seed), owner }))), (cell) => land[cell]);

/**
 * Divides a ward into blocks. Each new seed is the cell farthest from the earlier seeds. Then the seeds move to the
 * middle of their blocks, in four rounds.
 * @param {number} ward
 */
function blocksOf(ward) {
  const cells = [...wardOf].filter(([, { owner }]) => owner === ward).map(([cell]) => cell).sort((a, b) => a - b);
  const inside = new Set(cells);
  const may = (/** @type {number} */ cell) => inside.has(cell);
  const seeds = [cells[0]];
  while (seeds.length < WARDS[ward].blocks) {
    const grown = grow(seeds.map((cell, owner) => ({ cell, owner })), may);
    seeds.push(cells.reduce((best, cell) => ((grown.get(cell)?.far ?? Infinity) > (grown.get(best)?.far ?? Infinity) ? cell : best), seeds[0]));
  }
  let grown = grow(seeds.map((cell, owner) => ({ cell, owner })), may);
  for (let round = 0; round < 4; round++) {
    seeds.forEach((_, block) => {
      const own = cells.filter((cell) => grown.get(cell)?.owner === block);
      const [x, y] = [0, 1].map((axis) => own.reduce((sum, cell) => sum + points[cell][axis], 0) / own.length);
      seeds[block] = own.reduce((best, cell) => (Math.hypot(points[cell][0] - x, points[cell][1] - y) < Math.hypot(points[best][0] - x, points[best][1] - y) ? cell : best), own[0]);
    });
    grown = grow(seeds.map((cell, owner) => ({ cell, owner })), may);
  }
  // Blocks are numbered from the north-west to the south-east.
  const order = seeds.map((cell, block) => ({ block, at: points[cell][0] - 1.5 * points[cell][1] })).sort((a, b) => a.at - b.at).map(({ block }) => block);
  return order.map((block) => new Set(cells.filter((cell) => grown.get(cell)?.owner === block)));
}

/** Longitude and latitude of a corner. The invented town is in the middle of the Atlantic. @param {number} corner */
const placed = (corner) => [-28.07 + circumcenters[2 * corner] * 0.0014, 44 + circumcenters[2 * corner + 1] * 0.001].map((each) => Number(each.toFixed(5)));

/** @param {number[][]} ring */
const turned = (ring) => ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0);

/** The outline of a set of cells: rings of edges between these cells and other cells. @param {Set<number>} cells */
function outline(cells) {
  const next = new Map();
  for (let e = 0; e < triangles.length; e++) {
    if (cells.has(triangles[e]) && !cells.has(triangles[e % 3 === 2 ? e - 2 : e + 1])) next.set(Math.floor(e / 3), Math.floor(halfedges[e] / 3));
  }
  const rings = [];
  while (next.size) {
    const [first] = next.keys();
    const ring = [first];
    for (let at = next.get(first); ; at = next.get(at)) {
      next.delete(ring[ring.length - 1]);
      ring.push(at);
      if (at === first) break;
    }
    rings.push(ring.map(placed));
  }
  // RFC 7946: outer rings are counter-clockwise, inner rings are clockwise. The ring with the largest area is the outer
  // ring.
  rings.sort((a, b) => Math.abs(turned(b)) - Math.abs(turned(a)));
  return rings.map((ring, i) => ((turned(ring) > 0) === (i === 0) ? ring : ring.reverse()));
}

const areas = WARDS.flatMap((ward, at) => blocksOf(at).map((cells, i) => ({
  code: `${ward.code}${String(i + 1).padStart(2, "0")}`, ward, number: i + 1, rings: outline(cells),
})));

const features = areas.map(({ code, ward, number, rings }) => JSON.stringify({
  type: "Feature",
  properties: { code, name: `${ward.label.en} ${number}`, ward: ward.code, district: ward.district },
  geometry: { type: "Polygon", coordinates: rings },
}));
writeFileSync(new URL("areas.geojson", import.meta.url), `{"type":"FeatureCollection","features":[\n${features.join(",\n")}\n]}\n`);

/** @param {import("./wards.js").Text} text @param {string} [suffix] */
const toml = ({ en, fr, ar }, suffix = "") => `{ en = "${en}${suffix}", fr = "${fr}${suffix}", ar = "${ar}${suffix}" }`;
const level = (/** @type {string} */ name, /** @type {string} */ label, /** @type {{ code: string, label: import("./wards.js").Text }[]} */ groups, /** @type {(area: typeof areas[0]) => string} */ of) => `
[[dimension.level]]
name = "${name}"
label = ${label}
groups = [
${groups.map(({ code, label }) => `    { code = "${code}", label = ${toml(label)}, of = [${areas.filter((area) => of(area) === code).map((area) => `"${area.code}"`).join(", ")}] },`).join("\n")}
]`;
const lines = `[dimension.codes]
${areas.map(({ code, ward, number }) => `${code} = ${toml(ward.label, ` ${number}`)}`).join("\n")}
${level("ward", '{ en = "Ward", fr = "Quartier", ar = "الحي" }', WARDS, (area) => area.ward.code)}
${level("district", '{ en = "District", fr = "Secteur", ar = "المنطقة" }', DISTRICTS, (area) => area.ward.district)}
`;
const spec = new URL("cube.toml", import.meta.url);
const [begin, end] = ["# From make-areas.js:\n", "# Until here.\n"];
const old = readFileSync(spec, "utf8");
if (!old.includes(begin) || !old.includes(end)) throw new Error("cube.toml does not have the two comments around the names of areas");
writeFileSync(spec, `${old.slice(0, old.indexOf(begin))}${begin}${lines}${old.slice(old.indexOf(end))}`);
console.log(`${areas.length} blocks in ${WARDS.length} wards, ${land.filter(Boolean).length} cells of land`);
