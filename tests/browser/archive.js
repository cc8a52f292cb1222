// Makes an archive of vector tiles for tests: a grid of square areas. Follows the public specifications of PMTiles
// (version 3) and of Mapbox Vector Tiles (version 2).

import { gzipSync } from "node:zlib";

/** The side of a tile in the units of its geometry. */
const EXTENT = 4096;
/** Squares reach this far beyond their tile, in the same units. */
const BUFFER = 64;

/** @param {number} value @param {number[]} to */
function varint(value, to) {
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) { to.push(left); return; }
    to.push((left % 128) | 128);
  }
}

const zigzag = (/** @type {number} */ value) => (value << 1) ^ (value >> 31);

/** A field of a message of Protocol Buffers that has bytes. @param {number} number @param {number[] | Uint8Array} bytes @param {number[]} to */
function field(number, bytes, to) {
  varint(number * 8 + 2, to);
  varint(bytes.length, to);
  for (const byte of bytes) to.push(byte);
}

const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text);

/**
 * @typedef {[left: number, top: number, right: number, bottom: number]} Box  in the units of a tile, from its top left corner
 * @typedef {{ box: Box, value: string | number }} Square
 */

/** A feature of a vector tile: a square that has the property with the number `value`. @param {Box} box @param {number} value @param {number[]} to */
function feature([left, top, right, bottom], value, to) {
  /** @type {number[]} */
  const geometry = [];
  // MoveTo, LineTo for three corners and ClosePath. Outer rings run clockwise, with the top at 0.
  for (const each of [9, zigzag(left), zigzag(top), 26, zigzag(right - left), 0, 0, zigzag(bottom - top), zigzag(left - right), 0, 15]) varint(each, geometry);
  /** @type {number[]} */
  const tags = [];
  varint(0, tags);
  varint(value, tags);
  /** @type {number[]} */
  const bytes = [];
  field(2, tags, bytes);
  bytes.push(3 * 8, 3);
  field(4, geometry, bytes);
  field(2, bytes, to);
}

/** A vector tile with one layer. @param {string} layer @param {string} property @param {Square[]} squares */
function tile(layer, property, squares) {
  /** @type {number[]} */
  const bytes = [15 * 8, 2];
  field(1, utf8(layer), bytes);
  squares.forEach(({ box }, at) => feature(box, at, bytes));
  field(3, utf8(property), bytes);
  for (const { value } of squares) {
    /** @type {number[]} */
    const written = [];
    if (typeof value === "string") field(1, utf8(value), written);
    else { written.push(5 * 8); varint(value, written); }
    field(4, written, bytes);
  }
  bytes.push(5 * 8);
  varint(EXTENT, bytes);
  const head = [3 * 8 + 2];
  varint(bytes.length, head);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return gzipSync(whole);
}

/** The number of a tile: those of smaller zooms, then its place on the Hilbert curve. @param {number} zoom @param {number} x @param {number} y */
export function tileId(zoom, x, y) {
  let at = (4 ** zoom - 1) / 3;
  for (let half = 2 ** zoom / 2; half >= 1; half /= 2) {
    const [right, below] = [Number((x & half) > 0), Number((y & half) > 0)];
    at += half * half * ((3 * right) ^ below);
    if (below === 0) {
      if (right === 1) [x, y] = [half - 1 - (x & (half - 1)), half - 1 - (y & (half - 1))];
      [x, y] = [y & (half - 1), x & (half - 1)];
    } else [x, y] = [x & (half - 1), y & (half - 1)];
  }
  return at;
}

const longitude = (/** @type {number} */ x) => x * 360 - 180;
const latitude = (/** @type {number} */ y) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/**
 * Makes an archive of a grid of squares, row by row from the north-west.
 * @param {object} of
 * @param {number} of.columns
 * @param {number} of.rows
 * @param {(at: number) => string | number} of.code  of a square
 * @param {string} [of.layer]
 * @param {string} [of.property]
 * @param {number} [of.gridZoom]  the grid is one tile wide at this zoom
 * @param {number} [of.minZoom]
 * @param {number} [of.maxZoom]
 * @param {number} [of.tileType]  1 for vector tiles
 * @param {object} [of.metadata]
 */
export function makeArchive({ columns, rows, code, layer = "areas", property = "code", gridZoom = 6, minZoom = 4, maxZoom = 8, tileType = 1, metadata }) {
  // East of Greenwich and north of the equator, along the border of a tile.
  const side = 1 / 2 ** gridZoom / Math.max(columns, rows);
  const [west, north] = [0.5, 0.5 - 8 / 2 ** gridZoom];
  /** @type {{ id: number, bytes: Uint8Array }[]} */
  const tiles = [];
  for (let zoom = minZoom; zoom <= maxZoom; zoom++) {
    const scale = 2 ** zoom;
    const [fromX, fromY] = [Math.floor(west * scale), Math.floor(north * scale)];
    for (let y = fromY; y < (north + rows * side) * scale; y++) {
      for (let x = fromX; x < (west + columns * side) * scale; x++) {
        const unit = (/** @type {number} */ place, /** @type {number} */ of) => Math.max(-BUFFER, Math.min(EXTENT + BUFFER, Math.round((place * scale - of) * EXTENT)));
        /** @type {Square[]} */
        const squares = [];
        for (let row = 0; row < rows; row++) {
          const [top, bottom] = [unit(north + row * side, y), unit(north + (row + 1) * side, y)];
          if (bottom <= top) continue;
          for (let column = 0; column < columns; column++) {
            const [left, right] = [unit(west + column * side, x), unit(west + (column + 1) * side, x)];
            if (right > left) squares.push({ box: [left, top, right, bottom], value: code(row * columns + column) });
          }
        }
        tiles.push({ id: tileId(zoom, x, y), bytes: tile(layer, property, squares) });
      }
    }
  }
  tiles.sort((a, b) => a.id - b.id);
  const described = metadata ?? { vector_layers: [{ id: layer, fields: { [property]: "String" }, minzoom: minZoom, maxzoom: maxZoom }] };
  return archive(tiles, described, { tileType, minZoom, maxZoom, bounds: [longitude(west), latitude(north + rows * side), longitude(west + columns * side), latitude(north)] });
}

/**
 * @param {{ id: number, bytes: Uint8Array }[]} tiles  in the order of their numbers
 * @param {object} metadata
 * @param {{ tileType: number, minZoom: number, maxZoom: number, bounds: [number, number, number, number] }} of
 */
function archive(tiles, metadata, { tileType, minZoom, maxZoom, bounds }) {
  /** @type {number[]} */
  const directory = [];
  varint(tiles.length, directory);
  tiles.forEach(({ id }, at) => varint(id - (tiles[at - 1]?.id ?? 0), directory));
  for (const _ of tiles) varint(1, directory);
  for (const { bytes } of tiles) varint(bytes.length, directory);
  // 0 means: after the tile before.
  tiles.forEach((_, at) => varint(at === 0 ? 1 : 0, directory));
  const root = gzipSync(Uint8Array.from(directory));
  const json = gzipSync(JSON.stringify(metadata));
  const HEADER = 127;
  const header = Buffer.alloc(HEADER);
  header.write("PMTiles", "latin1");
  header[7] = 3;
  const length = tiles.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const parts = [HEADER, root.length, HEADER + root.length, json.length, HEADER + root.length + json.length, 0, HEADER + root.length + json.length, length, tiles.length, tiles.length, tiles.length];
  parts.forEach((value, at) => header.writeBigUInt64LE(BigInt(value), 8 + 8 * at));
  // Clustered, gzip inside, gzip for tiles.
  header.set([1, 2, 2, tileType, minZoom, maxZoom], 96);
  const degrees = (/** @type {number} */ value) => Math.round(value * 1e7);
  bounds.forEach((value, at) => header.writeInt32LE(degrees(value), 102 + 4 * at));
  header[118] = minZoom;
  header.writeInt32LE(degrees((bounds[0] + bounds[2]) / 2), 119);
  header.writeInt32LE(degrees((bounds[1] + bounds[3]) / 2), 123);
  return Buffer.concat([header, root, json, ...tiles.map(({ bytes }) => bytes)]);
}
