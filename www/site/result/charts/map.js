// Thematic maps: areas from GeoJSON, or a grid of equal tiles. Each area is shaded by its figure, or has a circle for its
// count.
//
// For assistive technology, a map is an image. A table or list beside the map has the figures, and lets readers choose
// areas by keyboard.

import { geo, rect, text } from "@observablehq/plot";
import { MapError } from "../map/errors.js";
import { mounted } from "../map/mounted.js";
import { widthOf } from "../map/names.js";
import { overGeo } from "../map/over.js";
import { placeIn } from "../map/places.js";
import { boundsOf, placed, project } from "../map/project.js";
import { chartSvg, COLOURS } from "./svg.js";

export { MapError };

/** @import { Class } from "./classes.js" */
/** @import { Missing } from "./shorthand.js" */
/** @import { Interval } from "../map/uncertain.js" */

/**
 * The options of both kinds of map.
 * @typedef {object} MapOptions
 * @property {ReadonlyMap<string, number | null>} values  the figure of each code; null if the figure is missing
 * @property {ReadonlyMap<string, Missing>} [statuses]  the reason for a missing figure, by code; "suppressed" by
 *   default
 * @property {(code: string) => string} label  returns the label of an area
 * @property {string} unit  the unit of the values: "persons", "% of all persons"
 * @property {string} title  what the map shows: "Persons aged 65 and over, by region"
 * @property {"quantile" | "equal"} [breaks]  the kind of classes; quantile by default
 * @property {(value: number) => string} [format]  the format of values
 * @property {(value: number) => number} [round]  rounds to the format, so that areas with equal figures have the same
 *   class
 * @property {(value: number) => boolean} [low]  whether a value above 0 is shown as 0
 * @property {boolean} [circles]  draws values as circles on a plain map, for counts. Tiles are shaded nevertheless,
 *   because they have equal sizes and show their figures
 * @property {Interval} [interval]  returns the interval of an area's figure, by the area's position in `values`. The map hatches areas
 *   whose interval has values of several classes
 * @property {boolean} [names]  writes the names of areas where they fit
 * @property {"drag" | "buttons"} [zoom]  lets readers zoom. With "buttons", a drag by one pointer is left to the page. By default, the map
 *   does not zoom
 * @property {ReadonlySet<string>} [selected]  the codes of the areas with an outline
 * @property {(code: string) => void} [onSelect]  called after a click on an area; the page changes `selected` and calls
 *   `select`
 * @property {(code: string | null) => void} [onPoint]  called with the area under the pointer; null outside all areas
 * @property {number} [height]  the maximum height on the page, in pixels
 */

/**
 * @typedef {MapOptions & { features: readonly Feature[], code?: (feature: Feature) => string | null | undefined }}
 *   GeoOptions  `code`: returns the code of a feature; by default `properties.code` or `id`. Coordinates in degrees are drawn in
 *   Mercator's projection. Other coordinates are drawn as a plan with north at the top.
 * @typedef {{ type?: string, id?: string | number, properties?: { [name: string]: unknown } | null, geometry: any }}
 *   Feature  of GeoJSON
 * @typedef {{ code: string, label: string, column: number, row: number }} Tile  `column` and `row` are whole numbers,
 *   from the top left
 * @typedef {MapOptions & { tiles: readonly Tile[] }} TileOptions
 */

/**
 * A map on the page.
 * @typedef {object} DrawnMap
 * @property {SVGSVGElement} svg  the current drawing, which is replaced when the width of its container changes
 * @property {string} words  the description: the title, the largest and the smallest figure, and missing figures
 * @property {Class[]} classes  empty for circles
 * @property {string[]} without  codes that have a value but no area on the map
 * @property {(codes: ReadonlySet<string>) => void} select  outlines exactly these areas
 * @property {(change: Partial<MapOptions>) => void} update  redraws the map, for example with other values
 * @property {() => void} remove
 * @property {(width: number) => import("./file.js").Drawing} drawing  draws the part of the map in sight for a file, as in
 *   `svgFile(map.drawing(960), about)`
 */

/** The distance between the areas and the edge of the drawing, in pixels. */
const BORDER = 8;

/**
 * Draws a map of areas and its legend in a container of the page. The page must load charts.css.
 *
 * @example
 * const map = drawMap(byId("map"), { features: geojson.features, values: new Map([["E12000007", 1534]]), label: (code) => labels.get(code) ?? code,
 *   unit: "persons", title: "Persons by region", selected: new Set(), onSelect: (code) => toggle(code) });
 * map.select(new Set(["E12000007"]));
 * @param {HTMLElement} container
 * @param {GeoOptions} options
 * @returns {DrawnMap}
 * @throws {MapError} "no-areas": no feature has a geometry; "no-codes": no feature has the code of a value
 */
export function drawMap(container, options) {
  const codeOf = options.code ?? (({ properties, id }) => /** @type {string | undefined} */ (properties?.code ?? id));
  const shapes = options.features.flatMap((feature) => {
    const code = codeOf(feature);
    return code === null || code === undefined || !boundsOf(feature.geometry) ? [] : [{ code: String(code), feature }];
  });
  if (!options.features.some(({ geometry }) => boundsOf(geometry))) throw new MapError("no-areas", "no feature of the GeoJSON has a usable geometry");
  if (!shapes.some(({ code }) => options.values.has(code))) throw new MapError("no-codes", "no feature of the GeoJSON has the code of an area of the table");
  const planar = project(shapes.map(({ feature }) => feature.geometry));
  const areas = shapes.map(({ code }, at) => ({ code, geometry: planar.geometries[at] }));
  /** @type {{ code: string, room: import("../map/places.js").Place }[] | undefined} */
  let rooms;
  const roomsOf = () => (rooms ??= areas.flatMap(({ code, geometry }) => {
    const room = placeIn(geometry);
    return room ? [{ code, room }] : [];
  }));
  const [left, low, right, high] = planar.bounds;
  const aspect = Math.max((high - low) / Math.max(right - left, 1e-9), 0.05);
  return mounted(container, options, areas.map(({ code }) => code), (width, how) => {
    const { fills, most, words, plain } = how;
    const height = Math.round(Math.min(most, Math.max(width * aspect, 120)));
    const svg = chartSvg({
      width,
      height,
      margin: BORDER / 2,
      projection: { type: "reflect-y", domain: /** @type {any} */ ({ type: "MultiPoint", coordinates: [[left, low], [right, high]] }), inset: BORDER / 2 },
      color: { type: "identity" },
      marks: [
        // An outline below all shapes separates the lightest areas from the background. Lines in the colour of the
        // background separate dark neighbours.
        geo(areas, { geometry: "geometry", stroke: COLOURS.edge, strokeWidth: 2.5 }),
        geo(areas, { geometry: "geometry", fill: ({ code }) => fills(code).fill, stroke: plain ? COLOURS.edge : COLOURS.sheet, strokeWidth: 0.75, title: "code" }),
      ],
    }, words);
    // The fill rule is "evenodd", because files draw the rings of holes in either direction.
    for (const path of svg.querySelectorAll("path")) path.setAttribute("fill-rule", "evenodd");
    const { place, scale } = placed(planar.bounds, { width: svg.viewBox.baseVal.width, height, border: BORDER });
    return { svg, ...overGeo({ rooms: roomsOf, place, scale, width: svg.viewBox.baseVal.width, height }, how) };
  });
}

/**
 * Draws a map of equal tiles. Each tile has the name and the figure of its area. Tiles suit data without GeoJSON, and
 * maps in which small areas are as important as large areas.
 * @param {HTMLElement} container
 * @param {TileOptions} options
 * @returns {DrawnMap}
 * @throws {MapError} like `drawMap`
 */
export function drawTileGrid(container, options) {
  const { tiles } = options;
  if (tiles.length === 0) throw new MapError("no-areas", "the grid has no tiles");
  if (!tiles.some(({ code }) => options.values.has(code))) throw new MapError("no-codes", "no tile of the grid has the code of an area of the table");
  const columns = tiles.map(({ column }) => column);
  const rows = tiles.map(({ row }) => row);
  const [left, right] = [least(columns), -least(columns.map((column) => -column)) + 1];
  const [top, bottom] = [least(rows), -least(rows.map((row) => -row)) + 1];
  return mounted(container, { ...options, circles: false }, tiles.map(({ code }) => code), (width, { fills, most, words, say }) => {
    const size = Math.floor(Math.max(Math.min((width - 8) / (right - left), (most - 8) / (bottom - top), 132), 28));
    const place = { x: (/** @type {Tile} */ { column }) => column + 0.5, y: (/** @type {Tile} */ { row }) => row + 0.5 };
    const ink = { fill: (/** @type {Tile} */ { code }) => fills(code).on };
    // A text on a pattern needs its own background.
    const halo = { stroke: (/** @type {Tile} */ { code }) => fills(code).halo ?? "none", strokeWidth: 4, paintOrder: "stroke" };
    const named = size >= 64;
    const svg = chartSvg({
      width: size * (right - left) + 8,
      height: size * (bottom - top) + 8,
      margin: 4,
      x: { domain: [left, right], axis: null },
      y: { domain: [bottom, top], axis: null },
      color: { type: "identity" },
      marks: [
        rect(tiles, { x1: "column", x2: ({ column }) => column + 1, y1: "row", y2: ({ row }) => row + 1, inset: 1.5, rx: 3, fill: ({ code }) => fills(code).fill, stroke: COLOURS.edge, strokeWidth: 1, title: "code" }),
        named ? text(tiles, { ...place, ...ink, ...halo, text: "label", dy: -9, lineWidth: size / 12.5, lineHeight: 1.15, pointerEvents: "none" }) : null,
        // A figure that is too wide for its tile would overlap its neighbours. The tooltip has it.
        text(tiles, { ...place, ...ink, ...halo, text: ({ code }) => (widthOf(say(code)) <= size ? say(code) : ""), fontWeight: 600, dy: named ? size / 2 - 16 : 0, fontSize: 12, pointerEvents: "none" }),
      ],
    }, words);
    return { svg };
  });
}

/** @param {number[]} numbers */
const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
