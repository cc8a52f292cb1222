/**
 * Computes a large cube on paper: from the cells and bytes of each view of small cubes, and from the builder's rules
 * (`src/build/slices.rs`, `src/cube/FORMAT.md`). A tile of a large cube has some areas, like a whole view of a small cube. A scale
 * run compares the computed figures with those of a real cube.
 */

import { median } from "../measure.js";
import { VARIABLES, areaCode, areaLines } from "./population.js";
import { pairsOf } from "./specification.js";

/** @import { Described, Kind } from "./cube.js" */
/** @import { Fetched } from "./reader.js" */
/** @import { Release } from "./specification.js" */

/** The number of cells in a tile. The builder splits a view with cells for more than two tiles. */
const TILE_CELLS = { long: 4096, short: 32_768 };
/** Views with fewer bytes share files of up to this size. */
const SMALL_VIEW = 4096;
const SHARED_FILE = 16_384;
/** Number of axes from which on the tiles of a long axis get fewer cells. */
const MANY_AXES = 16;
/** A dimension of so many codes has files of its own. */
const LONG = { codes: 8192 };
/** If the views of several tiles have more tiles, they have lists. The limit is lower beside the codes of a long dimension. */
const ALL_TILES = { withParts: 256, withoutParts: 512 };
/** The entries in a file. `views`: tile entries of views. */
const ENTRIES = { codes: 256, lists: 128, tiles: 64, views: 48 };
/** In a manifest with other parts, more tile entries than this number are in files of their own. */
const ALL_ENTRIES = 256;

/** `first`, `next`: medians over all pairs of variables. `combinations`: of the largest view. */
/** @typedef {{ tiles: number, views: number, files: Record<Kind, number>, bytes: Record<Kind, number>, first: Omit<Fetched, "sent">, next: Omit<Fetched, "sent">, combinations: number }} Paper */
/** @typedef {{ axes: string[], cells: number, bytes: number, tiles: number, tileBytes: number, isSplit: boolean }} PaperView */

/** @typedef {{ areas: number, cube: Described }} Measured */
/** @typedef {{ measured: Measured[], release: Release, areas: number, names: string[] }} Input */

/**
 * @param {Input} input `measured`:
 *   cubes, the largest last. `names`: the variables of the computed cube. A sealed cube may have fewer of them than the measured
 *   cubes
 * @returns {Paper}
 */
export function computed({ measured, release, areas, names }) {
  const { cube, areas: from } = measured[measured.length - 1];
  const lengths = lengthsOf(areas);
  const has = (/** @type {string} */ axis) => axis in lengths || names.includes(axis);
  const finest = Math.max(...cube.views.map(({ axes }) => axes.length));
  const views = cube.views.flatMap(({ axes, cells }, at) => {
    if (!axes.every(has)) return [];
    const place = axes.find((axis) => axis in lengths);
    const codesOf = (/** @type {number} */ areas) => (place ? lengthsOf(areas)[place] : 1);
    const points = measured.map(({ areas, cube: { views } }) => {
      const codes = codesOf(areas);
      return { codes: codes / views[at].tiles, bytes: views[at].bytes / codes };
    });
    return [paperView(axes, (cells / codesOf(from)) * codesOf(areas), codesOf(areas), points)];
  });
  const most = areas >= LONG.codes ? ALL_TILES.withParts : ALL_TILES.withoutParts;
  const leastListed = sum(views.map(({ tiles }) => (tiles > 1 ? tiles : 0))) > most ? 2 : Infinity;

  const alone = views.filter(({ bytes, tiles }) => tiles > 1 || bytes >= SMALL_VIEW);
  const small = sum(views.filter((view) => !alone.includes(view)).map(({ bytes }) => bytes));
  const isListed = (/** @type {PaperView} */ { tiles }) => tiles >= leastListed;
  const listed = alone.filter(isListed);
  const lists = sum(listed.map(({ tiles }) => Math.ceil(tiles / ENTRIES.tiles)));
  const here = alone.filter((view) => !isListed(view));
  const tileFiles = sum(alone.map(({ tiles }) => tiles)) + Math.ceil(small / SHARED_FILE);

  const area = areaParts(areas);
  const hasParts = area.files.codes > 0 || lists > 0;
  const entries = entryLengths(areas, hasParts);
  const entriesOf = (/** @type {PaperView} */ view) => (isListed(view) ? Math.ceil(view.tiles / ENTRIES.tiles) : view.tiles);
  const tilesOf = (/** @type {PaperView} */ view) => entriesOf(view) * (isListed(view) ? entries.list : entries.tile(view.isSplit));
  const isMoved = hasParts && sum(views.map(entriesOf)) > ALL_ENTRIES;
  const parts = filesOfViews(views.map((view) => ({ entries: entriesOf(view), bytes: tilesOf(view) })));
  const partOf = new Map(parts.flatMap((part) => views.slice(part.first, part.end).map((view) => [view, part])));
  const hereFiles = sum(here.map(({ tiles }) => tiles)) + Math.ceil(small / SHARED_FILE);
  const others = sum(names.map((name) => cube.dimensions[name] + 1));
  const ofViews = isMoved ? parts.length * entries.part : sum(views.map(tilesOf)) + (hasParts ? 0 : hereFiles * entries.file);
  const manifest = cube.head + others + area.here + sum(views.map((view) => entries.view(view, isMoved))) + ofViews + cube.files.ptables * entries.file;
  const listBytes = ENTRIES.tiles * entries.tile(true);
  const fetches = (/** @type {(view: PaperView) => boolean} */ isFetched) => pairsOf(names).map((pair) => {
    const all = release === "sealed" ? views.filter(({ axes }) => axes[0] === "area" && axes.slice(1).every((name) => pair.includes(name))) : views.filter(({ axes }) => axes.length === finest);
    const needed = all.filter(isFetched);
    const ofLists = needed.filter(isListed);
    const ofParts = isMoved ? [...new Set(needed.map((view) => partOf.get(view)))] : [];
    const before = area.read + sum(ofParts.map((part) => part?.bytes ?? 0)) + sum(ofLists.map(({ tiles }) => Math.min(tiles, ENTRIES.tiles) * entries.tile(true)));
    const own = needed.filter((view) => alone.includes(view));
    // Small views of one table may be in one file.
    const shared = Math.min(needed.length - own.length, Math.ceil(small / SHARED_FILE));
    const tiles = sum(own.map(({ tileBytes }) => tileBytes)) + shared * Math.min(small, SHARED_FILE);
    return { requests: area.requests + ofParts.length + ofLists.length + own.length + shared, before, tiles };
  });
  const [all, later] = [() => true, (/** @type {PaperView} */ view) => !isKept(view)].map(fetches).map(medians);
  return {
    views: views.length,
    tiles: sum(views.map(({ tiles }) => tiles)),
    files: { manifest: 1, ptables: cube.files.ptables, tiles: tileFiles, codes: area.files.codes, index: area.files.index, levels: area.files.levels, lists, views: isMoved ? parts.length : 0 },
    bytes: { manifest, ptables: cube.bytes.ptables, tiles: sum(views.map(({ bytes }) => bytes)), ...area.bytes, lists: sum(listed.map(({ tiles }) => tiles)) / ENTRIES.tiles * listBytes, views: isMoved ? sum(parts.map(({ bytes }) => bytes)) : 0 },
    first: { ...all, requests: all.requests + 1 + cube.files.ptables, before: all.before + manifest + cube.bytes.ptables },
    next: later,
    combinations: Math.max(...views.filter(({ axes }) => axes.length < finest || release === "sealed").map(({ axes }) => product(axes, lengths))),
  };
}

/** A file with the tile entries of the views from `first` to before `end`. @typedef {{ first: number, end: number, entries: number, bytes: number }} PartOfViews */

/**
 * The files of tile entries, by the builder's rule.
 * @param {{ entries: number, bytes: number }[]} views number and bytes of the entries of each view's tiles
 * @returns {PartOfViews[]}
 */
function filesOfViews(views) {
  /** @type {PartOfViews[]} */
  const parts = [];
  for (const [at, { entries, bytes }] of views.entries()) {
    let last = parts[parts.length - 1];
    if (!last || last.entries + entries > ENTRIES.views) parts.push((last = { first: at, end: at, entries: 0, bytes: 0 }));
    last.end = at + 1;
    last.entries += entries;
    last.bytes += bytes;
  }
  return parts;
}

/** Every table of an area needs the view of areas alone. If this view is one tile, a reader has it already. @param {PaperView} view */
const isKept = ({ axes, tiles }) => axes.length === 1 && tiles === 1;

/** @param {Omit<Fetched, "sent">[]} all @returns {Omit<Fetched, "sent">} */
function medians(all) {
  const middle = (/** @type {keyof Omit<Fetched, "sent">} */ name) => median(all.map((one) => one[name]));
  return { requests: middle("requests"), before: middle("before"), tiles: middle("tiles") };
}

/** The numbers of codes of the axes of areas. @param {number} areas @returns {Record<string, number>} */
export function lengthsOf(areas) {
  const districts = Math.ceil(areas / 50);
  return { area: areas, "area:district": districts, "area:region": Math.ceil(districts / 20) };
}

/** Number of combinations. @param {string[]} axes @param {Record<string, number>} lengths */
const product = (axes, lengths) => axes.reduce((cells, axis) => cells * (lengths[axis] ?? VARIABLES[axis]), 1);

/** What tiles with a number of codes take for each code. @typedef {{ codes: number, bytes: number }} Point */

/** @param {string[]} axes @param {number} cells @param {number} codes of the axis of areas @param {Point[]} points @returns {PaperView} */
function paperView(axes, cells, codes, points) {
  const target = codes >= LONG.codes ? TILE_CELLS.long * Math.min(1, MANY_AXES / axes.length) : TILE_CELLS.short;
  if (codes === 1 || cells <= 2 * target) {
    const bytes = codes * bytesPerCode(points, codes);
    return { axes, cells, bytes, tiles: 1, tileBytes: bytes, isSplit: false };
  }
  // A tile has as many codes as fit.
  const inTile = Math.max(1, Math.floor(target / (cells / codes)));
  const tiles = Math.ceil(codes / inTile);
  const bytes = codes * bytesPerCode(points, inTile);
  return { axes, cells, bytes, tiles, tileBytes: bytes / tiles, isSplit: true };
}

/**
 * Small tiles take more bytes for a code. The bytes are a power of the number of codes between two measured tiles. Larger tiles
 * than the measured ones count like the largest.
 * @param {Point[]} points @param {number} codes
 */
function bytesPerCode(points, codes) {
  const sorted = [...points].sort((a, b) => a.codes - b.codes);
  const above = sorted.findIndex((point) => point.codes >= codes);
  const last = sorted[sorted.length - 1];
  if (above < 0) return last.bytes;
  const [one, other] = above === 0 ? sorted : sorted.slice(above - 1);
  if (one.codes === other.codes || one.bytes === 0 || other.bytes === 0) return other.bytes;
  return one.bytes * (codes / one.codes) ** (Math.log(other.bytes / one.bytes) / Math.log(other.codes / one.codes));
}

/** @typedef {{ here: number, read: number, requests: number, files: Record<"codes" | "index" | "levels", number>, bytes: Record<"codes" | "index" | "levels", number> }} AreaParts */

/** The same for the cubes of a size. @type {Map<number, AreaParts>} */
const known = new Map();

/** The files of the codes of areas, and the bytes of areas in cube.json. @param {number} areas */
function areaParts(areas) {
  const parts = known.get(areas) ?? newAreaParts(areas);
  known.set(areas, parts);
  return parts;
}

/** @param {number} areas @returns {AreaParts} */
function newAreaParts(areas) {
  const lines = [...areaLines(areas)].slice(1).map((line) => line.trimEnd().split(","));
  const codes = lines.map(([code, label]) => json([code, label]));
  // `of` has the position of each area's group.
  const level = (/** @type {number} */ column) => {
    const groups = new Map(lines.map((fields) => [fields[column], fields[column + 1]]));
    const positions = new Map([...groups.keys()].map((code, at) => [code, at]));
    return sum([...groups].map(json)) + sum(lines.map((fields) => json(positions.get(fields[column]))));
  };
  const levels = [level(2), level(4)];
  const words = lines.flatMap(([code, label]) => [...new Set(`${label} ${code}`.toLowerCase().split(" "))].map((word) => json([`${word} ${code}`, label])));
  const none = { codes: 0, index: 0, levels: 0 };
  if (areas < LONG.codes) return { here: sum(codes) + sum(levels), read: 0, requests: 0, files: none, bytes: none };
  const entry = json([areas >> 1, areaCode(0), ...FILE]);
  const ofLevel = json({ count: 4000, path: PATH, bytes: 1_000_000, sha256: SHA256 });
  const list = (/** @type {number} */ length) => {
    const files = Math.ceil(length / ENTRIES.codes);
    const above = files > ENTRIES.lists ? Math.ceil(files / ENTRIES.lists) : 0;
    return { files: files + above, here: (above || files) * entry, above: above && files * entry };
  };
  const [ofCodes, ofWords] = [list(codes.length), list(words.length)];
  return {
    here: ofCodes.here + ofWords.here + 2 * ofLevel,
    // One list, if there are lists of files, and one file of codes.
    read: (ofCodes.above ? Math.min(ENTRIES.lists, ofCodes.files) * entry : 0) + (sum(codes) / codes.length) * Math.min(ENTRIES.codes, areas),
    requests: ofCodes.above ? 2 : 1,
    files: { codes: ofCodes.files, index: ofWords.files, levels: 2 },
    bytes: { codes: sum(codes) + ofCodes.above, index: sum(words) + ofWords.above, levels: sum(levels) },
  };
}

/** The lengths of entries in the manifest. @param {number} areas @param {boolean} isShort whether the lists have the short form */
function entryLengths(areas, isShort) {
  const middle = areas >> 1;
  const split = (/** @type {PaperView} */ { axes }) => axes.findIndex((axis) => axis.startsWith("area"));
  return {
    file: json({ path: PATH, bytes: 20_000, sha256: SHA256 }),
    list: json(["list", ...FILE, 500_000, [middle, middle]]),
    tile: (/** @type {boolean} */ isSplit) => {
      if (isShort) return json([...FILE, 4000, ...(isSplit ? [[middle, middle]] : [null, 100])]);
      return json({ file: PATH, cells: 4000, ...(isSplit ? { codes: [middle, middle] } : { section: 100 }) });
    },
    part: json([1000, ...FILE]),
    view: (/** @type {PaperView} */ view, /** @type {boolean} */ isMoved) => {
      const { axes, isSplit } = view;
      const cells = Math.round(view.cells);
      if (!isShort) return json({ axes, cells, ...(isSplit ? { split: axes[split(view)] } : {}), tiles: [] });
      const short = [axes.map(() => 10), cells, ...(isSplit ? [split(view)] : isMoved ? [] : [null])];
      return json(isMoved ? short : [...short, { tiles: [] }]);
    },
  };
}

/** A path, a SHA-256, and a file's entry in a list. */
const [PATH, SHA256] = [`tiles/${"0".repeat(16)}.cvt`, "0".repeat(64)];
const FILE = [SHA256, 20_000];

/** The length of a value in JSON, with a comma. @param {unknown} value */
const json = (value) => JSON.stringify(value).length + 1;

/** @param {number[]} values */
const sum = (values) => values.reduce((sum, value) => sum + value, 0);
