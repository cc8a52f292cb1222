// The style of a map of vector tiles: colours by the state of each area, patterns and borders.

import { LIGHT } from "../charts/colours.js";

/** @import { Missing } from "../charts/shorthand.js" */

/** The source of the tiles in the style. */
export const SOURCE = "areas";
/** The number of shades. */
const SHADES = 5;
/** Areas without any figure, such as areas of another country, have this shade. */
const NO_SHADE = -1;

/**
 * What an area shows. `shade` is from 0; NO_SHADE for an area without a figure.
 * @typedef {{ shade: number, why: Missing | "", uncertain: boolean }} AreaState
 */
/** @type {AreaState} */
export const EMPTY = { shade: NO_SHADE, why: "", uncertain: false };

/** @typedef {(name: string) => string} Colour  of a style variable */
/** The colours of the page. @type {Colour} */
export const onPage = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim() || LIGHT[name];
/** The colours of files. @type {Colour} */
export const onPaper = (name) => LIGHT[name];

/** @typedef {{ codes: readonly string[], id: string, stateOf: (code: string) => AreaState }} Shared  the areas that MapLibre cannot tell apart by their state */

/**
 * The colour of an area. The colours of `shared` areas depend on their code, and not on their state.
 * @param {Colour} colour
 * @param {Shared} shared
 * @returns {any}
 */
function fillColour(colour, { codes, id, stateOf }) {
  const shades = Array.from({ length: SHADES }, (_, at) => colour(`--shade-${at + 1}`));
  const by = ["match", ["to-number", ["feature-state", "shade"], NO_SHADE], ...shades.flatMap((each, at) => [at, each]), colour("--sheet")];
  if (codes.length === 0) return by;
  return ["match", ["to-string", ["get", id]], ...codes.flatMap((code) => [code, shades[stateOf(code).shade] ?? colour("--sheet")]), by];
}

/**
 * The opacity of a pattern: 1 for areas that have it.
 * @param {string} pattern  the reason for a missing figure, or "uncertain"
 * @param {Shared} shared
 * @returns {any}
 */
function patternOpacity(pattern, { codes, id, stateOf }) {
  const has = (/** @type {AreaState} */ { why, uncertain }) => Number(pattern === "uncertain" ? uncertain : why === pattern);
  const by = pattern === "uncertain" ? ["case", ["boolean", ["feature-state", "uncertain"], false], 1, 0] : ["case", ["==", ["to-string", ["feature-state", "why"]], pattern], 1, 0];
  return codes.length === 0 ? by : ["match", ["to-string", ["get", id]], ...codes.flatMap((code) => [code, has(stateOf(code))]), by];
}

/**
 * @param {{ url: string, layer: string, id: string, patterns: readonly string[], bordersFrom: number, colour: Colour, shared: Shared }} of
 *   `bordersFrom`: the zoom from which areas are large enough for borders
 * @returns {any}
 */
export function styleOf({ url, layer, id, patterns, bordersFrom, colour, shared }) {
  const of = { source: SOURCE, "source-layer": layer };
  const outline = (/** @type {number} */ border) => ["case", ["boolean", ["feature-state", "selected"], false], 4, ["boolean", ["feature-state", "pointed"], false], 3, border];
  return {
    version: 8,
    sources: { [SOURCE]: { type: "vector", url: `pmtiles://${url}`, promoteId: { [layer]: id } } },
    layers: [
      // Without antialiasing, because the soft edges of tiny areas would mix the colours of neighbours.
      { id: "areas", type: "fill", ...of, paint: { "fill-color": fillColour(colour, shared), "fill-antialias": false } },
      ...patterns.map((pattern) => ({ id: `pattern-${pattern}`, type: "fill", ...of, paint: { "fill-pattern": pattern, "fill-opacity": patternOpacity(pattern, shared), "fill-antialias": false } })),
      {
        id: "borders", type: "line", ...of, minzoom: Math.max(0, bordersFrom), layout: { "line-join": "round" },
        paint: {
          "line-color": ["case", ["any", ["boolean", ["feature-state", "selected"], false], ["boolean", ["feature-state", "pointed"], false]], colour("--ink"), colour("--sheet")],
          "line-width": ["interpolate", ["linear"], ["zoom"], bordersFrom, outline(0), bordersFrom + 3, outline(1)],
        },
      },
    ],
  };
}

/** The side of a pattern in pixels. */
const TILE = 8;
/** The lines of each pattern, as in the maps that are drawn as SVG: from x and y to x and y. @type {Record<string, [number, number, number, number][]>} */
const LINES = {
  suppressed: [[-1, 9, 9, -1], [-1, 1, 1, -1], [7, 9, 9, 7]],
  blocked: [[0, 0, 8, 8], [0, 8, 8, 0]],
  "not-applicable": [[0, 4, 8, 4]],
  uncertain: [[-1, -1, 9, 9], [-1, 7, 1, 9], [7, -1, 9, 1]],
};

/**
 * Draws a pattern. Lines for missing figures are on the plain sheet. The lines of uncertain areas have a light and a
 * dark side, so that they are visible on every shade.
 * @param {string} pattern
 * @param {Colour} colour
 */
export function patternImage(pattern, colour) {
  const canvas = Object.assign(document.createElement("canvas"), { width: TILE, height: TILE });
  const to = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const stroke = (/** @type {string} */ ink, /** @type {number} */ aside) => {
    to.strokeStyle = ink;
    to.beginPath();
    for (const [x1, y1, x2, y2] of LINES[pattern] ?? [[4, 0, 4, 8]]) {
      to.moveTo(x1 + aside, y1);
      to.lineTo(x2 + aside, y2);
    }
    to.stroke();
  };
  if (pattern === "uncertain") {
    stroke(colour("--shade-1"), 1.2);
    stroke(colour("--shade-5"), 0);
  } else {
    to.fillStyle = colour("--sheet");
    to.fillRect(0, 0, TILE, TILE);
    stroke(colour("--chart-edge"), 0);
  }
  return to.getImageData(0, 0, TILE, TILE);
}
