// Reads the objects of a TopoJSON file as features of GeoJSON. The library topojson-client joins the arcs.

import { feature } from "topojson-client";
import { BoundariesError } from "./boundaries-error.js";

/**
 * @param {any} topology
 * @returns {{ name: string, features: any[] }[]}  for each object of the file
 * @throws {BoundariesError}
 */
export function layersOf(topology) {
  const { objects, arcs } = topology;
  if (typeof objects !== "object" || objects === null || Array.isArray(objects) || !Array.isArray(arcs)) {
    throw new BoundariesError("The TopoJSON is incomplete. Expected “objects”, which have the areas, and “arcs”, which is a list of lines.");
  }
  return Object.entries(objects).map(([name, object]) => {
    try {
      checkArcs(object, arcs.length);
      const read = feature(topology, object);
      return { name, features: read.type === "FeatureCollection" ? read.features : [read] };
    } catch (error) {
      throw new BoundariesError(`The object ${JSON.stringify(name)} of the TopoJSON cannot be read: ${/** @type {Error} */ (error).message}.`);
    }
  });
}

/**
 * The library does not name an arc that is missing.
 * @param {any} object
 * @param {number} count
 */
function checkArcs(object, count) {
  const { type, arcs, geometries } = Object(object);
  if (typeof type !== "string") throw new Error("its “type” is missing");
  if (type === "GeometryCollection") {
    if (!Array.isArray(geometries)) throw new Error("expected a list of “geometries”");
    for (const each of geometries) if (each !== null && Object(each).type !== null) checkArcs(each, count);
    return;
  }
  if (!/Polygon|LineString/.test(type)) return;
  if (!Array.isArray(arcs)) throw new Error(`a ${type} has no “arcs”`);
  for (const each of arcs.flat(Infinity)) {
    // A negative number means the arc of the number's complement, backwards.
    if (!Number.isInteger(each) || (each < 0 ? ~each : each) >= count) throw new Error(`there is no arc ${JSON.stringify(each)} among ${count}`);
  }
}
