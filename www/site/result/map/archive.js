// Checks an archive of vector tiles (PMTiles, version 3) before a map uses it.

import { MapError } from "./errors.js";

/** The type of vector tiles in the header of an archive, from the specification of PMTiles. */
const VECTOR = 1;

/**
 * @typedef {{ tileType: number, minLon: number, minLat: number, maxLon: number, maxLat: number, minZoom: number, maxZoom: number }} Header
 * @typedef {{ layer: string, bounds: [number, number, number, number], minZoom: number, maxZoom: number }} Archive  `bounds`: west, south, east, north
 */

/**
 * Returns the layer with the areas, and the place of the archive.
 * @param {Header} header
 * @param {unknown} metadata
 * @param {{ layer?: string, id: string }} wanted
 * @returns {Archive}
 * @throws {MapError} "archive"
 */
export function archiveOf({ tileType, minLon, minLat, maxLon, maxLat, minZoom, maxZoom }, metadata, { layer, id }) {
  const fail = (/** @type {string} */ message) => { throw new MapError("archive", message); };
  if (tileType !== VECTOR) fail("map.pmtiles: the archive has no vector tiles. Expected tiles of the type MVT");
  /** @type {{ id?: unknown, fields?: Record<string, unknown> }[]} */
  const layers = Array.isArray(Object(metadata).vector_layers) ? Object(metadata).vector_layers.map(Object) : [];
  const names = layers.map(({ id: name }) => String(name));
  const listed = names.map((each) => JSON.stringify(each)).join(", ");
  if (layers.length === 0 && layer === undefined) fail("map.layer: the archive does not list its layers, so name the layer with the areas");
  if (layer === undefined && layers.length > 1) fail(`map.layer: the archive has several layers: ${listed}. Name the layer with the areas`);
  const name = layer ?? names[0];
  if (layers.length > 0 && !names.includes(name)) fail(`map.layer: the archive has no layer ${JSON.stringify(name)}. Its layers: ${listed}`);
  const fields = Object.keys(Object(layers.find((each) => String(each.id) === name)?.fields));
  if (fields.length > 0 && !fields.includes(id)) fail(`map.id: the layer ${JSON.stringify(name)} has no property ${JSON.stringify(id)}. Its properties: ${fields.slice(0, 8).map((each) => JSON.stringify(each)).join(", ")}`);
  if (!(minLon < maxLon && minLat < maxLat)) fail("map.pmtiles: the bounds of the archive are empty");
  return { layer: name, bounds: [minLon, minLat, maxLon, maxLat], minZoom, maxZoom };
}
