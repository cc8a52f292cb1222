// The shapes of areas on a map: the publisher's boundaries, the reader's own boundaries, or tiles.

import { BoundariesError, codeOf, matchCodes, merged, propertiesIn, readLayers } from "./geojson.js";
import { tilesOf } from "./tiles.js";

/** @import { Variable } from "../../shell/types.js" */
/** @import { Feature, Match } from "./geojson.js" */
/** @import { Nesting } from "./nesting.js" */

/** Maximum surrounding areas on a map, because more areas would take too long to draw. */
const MOST_STRANGE = 1_000;

/**
 * @typedef {{ features: Feature[], match: Match, name: string, own: boolean, all: number }} Boundaries  `all`: the
 *   number of features in the file; `features`: the features to draw
 */
/** @typedef {{ kind: "areas", features: Feature[] } | { kind: "tiles", tiles: ReturnType<typeof tilesOf>, why: string }} Shapes */

/**
 * Reads boundaries and finds the property with the codes.
 * @param {string} text
 * @param {Variable[]} variables  of the areas
 * @param {{ name: string, own: boolean, property?: string, layer?: string }} file  `layer`: the object of a TopoJSON; by default the object
 *   that has the codes of most areas
 * @returns {Boundaries}
 * @throws {BoundariesError}
 */
export function boundariesOf(text, variables, { name, own, property, layer }) {
  const layers = readLayers(text);
  const wanted = layer === undefined || layers[0].name === "" ? layers : layers.filter((each) => each.name === layer);
  if (wanted.length === 0) throw new BoundariesError(`The TopoJSON has no object ${JSON.stringify(layer)}. Its objects with areas: ${layers.map((each) => JSON.stringify(each.name)).join(", ")}.`);
  const [{ features, match }] = wanted.map((each) => ({ features: each.features, match: matchCodes(each.features, variables, property) }))
    .sort((a, b) => (b.match?.matched ?? 0) - (a.match?.matched ?? 0));
  if (match) {
    const codes = new Set(variables.find((each) => each.name === match.variable)?.codes.map(({ code }) => code));
    const drawn = match.strange > MOST_STRANGE ? features.filter((feature) => codes.has(codeOf(feature, match.property, match.digits) ?? "")) : features;
    return { features: drawn, match, name, own, all: features.length };
  }
  const some = variables[0]?.codes.slice(0, 3).map(({ code }) => code).join(", ");
  const found = propertiesIn(features);
  throw new BoundariesError(`No feature of the file has a code of these areas. Expected a property, or the “id”, with codes such as ${some}; the first feature has ${found.length ? found.join(", ") : "no properties"}.`);
}

/**
 * Returns the shapes of a level's areas. Smaller areas are merged into larger areas if necessary. Without fitting
 * boundaries, the shapes are tiles.
 * @param {Boundaries | null} boundaries
 * @param {Variable} level
 * @param {Nesting} nesting
 * @param {[code: string, column: number, row: number][]} [layout]  of tiles
 * @returns {Shapes}
 */
export function shapesOf(boundaries, level, nesting, layout) {
  const tiles = (/** @type {string} */ why) => /** @type {Shapes} */ ({ kind: "tiles", tiles: tilesOf(level.codes, layout), why });
  if (!boundaries) return tiles("");
  const { features, match } = boundaries;
  const coded = features.flatMap((feature) => {
    const code = codeOf(feature, match.property, match.digits);
    // A feature without a code is drawn, but represents no area of the cube.
    return [{ code: code ?? "", geometry: feature.geometry }];
  });
  /** @param {string} code @param {any} geometry @returns {Feature} */
  const shape = (code, geometry) => ({ type: "Feature", properties: { code }, geometry });
  if (match.variable === level.name) return { kind: "areas", features: coded.map(({ code, geometry }) => shape(code, geometry)) };
  const parts = nesting.get(level.name);
  if (!parts || match.variable.includes(":")) return tiles("The boundaries belong to other areas, so the map shows areas as tiles.");
  /** @type {Map<string, any[]>} */
  const byCode = new Map();
  for (const { code, geometry } of coded) byCode.set(code, [...(byCode.get(code) ?? []), geometry]);
  const whole = [...parts].flatMap(([code, small]) => {
    const own = small.flatMap((each) => byCode.get(each) ?? []);
    return own.length ? [shape(code, merged(own))] : [];
  });
  return whole.length ? { kind: "areas", features: whole } : tiles("");
}

/**
 * Describes the result of reading a file in words.
 * @param {Boundaries} boundaries
 * @param {(code: string) => string} label
 */
export function matchInWords({ match, name, all, features }, label) {
  const { matched, areas, missing, strange, property } = match;
  const names = missing.slice(0, 5).map(label).join(", ");
  const rest = missing.length > 5 ? ` and ${missing.length - 5} more` : "";
  return [
    `${name}: ${matched} of ${areas} areas found by ${property === null ? "the features’ id" : `the property “${property}”`}.`,
    missing.length ? `Without boundaries: ${names}${rest}.` : "",
    strange ? `${strange} of ${all} features ${strange === 1 ? "belongs" : "belong"} to no area of this dataset and ${strange === 1 ? "is" : "are"} ${features.length < all ? "not drawn" : "drawn without a figure"}.` : "",
  ].filter(Boolean).join(" ");
}
