// Thematic maps: areas from GeoJSON, or a grid of equal tiles. Each area is shaded by its figure.
//
// For assistive technology, a map is an image. A table or list beside the map has the figures, and lets readers choose
// areas by keyboard.

import { geo, rect, text } from "@observablehq/plot";
import { h, s } from "../../shell/dom.js";
import { swatch } from "./chart.js";
import { classesOf, classOf, spanned } from "./classes.js";
import { figure, markOf, whyInWords } from "./shorthand.js";
import { COLOURS, enlarge, onShade, pageScale, patterns, chartSvg, shade } from "./svg.js";

/** @import { Class } from "./classes.js" */
/** @import { Missing } from "./shorthand.js" */

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
 * @property {Class[]} classes
 * @property {string[]} without  codes that have a value but no area on the map
 * @property {(codes: ReadonlySet<string>) => void} select  outlines exactly these areas
 * @property {(change: Partial<MapOptions>) => void} update  redraws the map, for example with other values
 * @property {() => void} remove
 * @property {(width: number) => import("./file.js").Drawing} drawing  draws the map for a file, as in
 *   `svgFile(map.drawing(960), about)`
 */

/** The error for a map without areas. Its code is the reason. */
export class MapError extends Error {
  /** @param {"no-areas" | "no-codes"} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * Draws a choropleth map and its legend in a container of the page. The page must load charts.css.
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
  const [left, low, right, high] = planar.bounds;
  const aspect = Math.max((high - low) / Math.max(right - left, 1e-9), 0.05);
  return mounted(container, options, areas.map(({ code }) => code), (width, { fills, most, words }) => {
    const height = Math.round(Math.min(most, Math.max(width * aspect, 120)));
    const drawn = chartSvg({
      width,
      height,
      margin: 4,
      projection: { type: "reflect-y", domain: /** @type {any} */ ({ type: "MultiPoint", coordinates: [[left, low], [right, high]] }), inset: 4 },
      color: { type: "identity" },
      marks: [
        // An outline below all shapes separates the lightest areas from the background. Lines in the colour of the
        // background separate dark neighbours.
        geo(areas, { geometry: "geometry", stroke: COLOURS.edge, strokeWidth: 2.5 }),
        geo(areas, { geometry: "geometry", fill: ({ code }) => fills(code).fill, stroke: COLOURS.sheet, strokeWidth: 0.75, title: "code" }),
      ],
    }, words);
    // The fill rule is "evenodd", because files draw the rings of holes in either direction.
    for (const path of drawn.querySelectorAll("path")) path.setAttribute("fill-rule", "evenodd");
    return drawn;
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
  const [left, right, top, bottom] = [Math.min(...columns), Math.max(...columns) + 1, Math.min(...rows), Math.max(...rows) + 1];
  return mounted(container, options, tiles.map(({ code }) => code), (width, { fills, most, words, say }) => {
    const size = Math.floor(Math.max(Math.min((width - 8) / (right - left), (most - 8) / (bottom - top), 132), 28));
    const place = { x: (/** @type {Tile} */ { column }) => column + 0.5, y: (/** @type {Tile} */ { row }) => row + 0.5 };
    const ink = { fill: (/** @type {Tile} */ { code }) => fills(code).on };
    // A text on a pattern needs its own background.
    const halo = { stroke: (/** @type {Tile} */ { code }) => (fills(code).missing ? COLOURS.sheet : "none"), strokeWidth: 4, paintOrder: "stroke" };
    const named = size >= 64;
    return chartSvg({
      width: size * (right - left) + 8,
      height: size * (bottom - top) + 8,
      margin: 4,
      x: { domain: [left, right], axis: null },
      y: { domain: [bottom, top], axis: null },
      color: { type: "identity" },
      marks: [
        rect(tiles, { x1: "column", x2: ({ column }) => column + 1, y1: "row", y2: ({ row }) => row + 1, inset: 1.5, rx: 3, fill: ({ code }) => fills(code).fill, stroke: COLOURS.edge, strokeWidth: 1, title: "code" }),
        named ? text(tiles, { ...place, ...ink, ...halo, text: "label", dy: -9, lineWidth: size / 12.5, lineHeight: 1.15, pointerEvents: "none" }) : null,
        text(tiles, { ...place, ...ink, ...halo, text: ({ code }) => say(code), fontWeight: 600, dy: named ? size / 2 - 16 : 0, fontSize: named ? 12 : 10, pointerEvents: "none" }),
      ],
    }, words);
  });
}

/**
 * Maximum height of maps in files, in pixels. The height does not depend on the window, so that equal maps have equal
 * files.
 */
const FILE_HEIGHT = 620;

/** @typedef {(code: string) => { fill: string, on: string, missing: boolean }} Fills */
/** @typedef {(width: number, how: { fills: Fills, most: number, words: string, say: (code: string) => string }) => SVGSVGElement} Draw */

/**
 * Puts a map of either kind into the page: fills, legend, pointer, outlines, and a redraw when the width changes.
 * @param {HTMLElement} container
 * @param {MapOptions} given
 * @param {string[]} codes  the codes of the drawn areas
 * @param {Draw} draw
 * @returns {DrawnMap}
 */
function mounted(container, given, codes, draw) {
  let options = given;
  // An area may have several features, so its code may occur several times.
  const onMap = new Set(codes);
  const frame = h("div", { class: "map-frame" });
  const readout = h("p", { class: "map-readout", "aria-hidden": "true" });
  const legend = h("ul", { class: "chart-legend", "aria-label": "Legend" });
  /** @type {SVGSVGElement} */
  let svg;
  let drawnWidth = 0;
  /** @type {Class[]} */
  let classes = [];

  const format = (/** @type {number} */ value) => (options.format ?? figure)(value);
  const rounded = (/** @type {number} */ value) => options.round?.(value) ?? value;
  const headed = () => `${options.unit[0]?.toUpperCase() ?? ""}${options.unit.slice(1)}`;
  /** @param {string} code @returns {Missing | null} */
  const missing = (code) => (options.values.has(code) ? ((options.values.get(code) ?? null) === null ? (options.statuses?.get(code) ?? "suppressed") : null) : "none");
  const say = (/** @type {string} */ code) => {
    const why = missing(code);
    const value = /** @type {number} */ (options.values.get(code));
    return why ? markOf(why) : options.low?.(value) ? markOf("low") : format(value);
  };
  const shown = () => [...onMap].flatMap((code) => (missing(code) === null ? [{ code, value: /** @type {number} */ (options.values.get(code)) }] : []));

  const words = () => {
    const sorted = shown().sort((a, b) => a.value - b.value);
    const extremes = sorted.length > 0
      ? ` Largest: ${options.label(sorted[sorted.length - 1].code)}, ${format(sorted[sorted.length - 1].value)}. Smallest: ${options.label(sorted[0].code)}, ${format(sorted[0].value)}.` : "";
    const gone = onMap.size - sorted.length;
    return `Map of ${onMap.size} ${onMap.size === 1 ? "area" : "areas"}: ${options.title}, ${options.unit}.${extremes}${gone > 0 ? ` Without a figure: ${gone}.` : ""}`;
  };

  /** @param {number} width @param {number} most  the maximum height */
  const drawAt = (width, most) => {
    const kinds = patterns();
    /** @type {Fills} */
    const fills = (code) => {
      const why = missing(code);
      if (why) return { fill: kinds.fill(why), on: COLOURS.ink, missing: true };
      const { shade: at } = /** @type {Class} */ (classOf(classes, rounded(/** @type {number} */ (options.values.get(code)))));
      return { fill: shade(at), on: onShade(at), missing: false };
    };
    const drawn = draw(width, { fills, most, words: words(), say });
    drawn.prepend(kinds.defs());
    for (const title of [...drawn.querySelectorAll("title")]) {
      const shape = /** @type {SVGElement} */ (title.parentNode);
      const code = title.textContent ?? "";
      shape.dataset.code = code;
      const value = missing(code) === null ? options.values.get(code) : undefined;
      if (value !== undefined && value !== null) shape.dataset.value = String(value);
      else shape.dataset.missing = String(missing(code));
      title.remove();
    }
    /** @type {import("./file.js").LegendEntry[]} */
    const entries = [
      ...classes.map(({ shade: at, low, high, areas }) => ({ fill: shade(at), text: spanned(format(low), format(high)), more: `${areas} ${areas === 1 ? "area" : "areas"}` })),
      ...[...kinds.used].map((why) => ({ fill: kinds.fill(why), text: `${markOf(why)} ${whyInWords(why)}`, more: "" })),
      ...(shown().some(({ value }) => options.low?.(value)) ? [{ fill: "", text: `${markOf("low")} ${whyInWords("low")}`, more: "" }] : []),
    ];
    return { drawn, entries };
  };

  /**
   * Draws outlines above all shapes, so that neighbours do not cover half of an outline.
   * @param {string} className
   * @param {(code: string) => boolean} has
   * @param {(readonly [stroke: string, width: number])[]} strokes
   */
  const outlined = (className, has, strokes) => {
    svg.querySelector(`.${className}`)?.remove();
    const chosen = [...svg.querySelectorAll("[data-code]")].filter((shape) => has(/** @type {SVGElement} */ (shape).dataset.code ?? ""));
    if (chosen.length === 0) return;
    const group = s("g", { class: className, "aria-hidden": "true", fill: "none", "pointer-events": "none" });
    for (const [stroke, width] of strokes) {
      for (const shape of chosen) {
        const copy = /** @type {SVGElement} */ (shape.cloneNode());
        for (const name of ["fill", "data-code", "data-value", "data-missing"]) copy.removeAttribute(name);
        copy.setAttribute("stroke", stroke);
        copy.setAttribute("stroke-width", String(width));
        group.append(copy);
      }
    }
    const transform = chosen[0].parentElement?.getAttribute("transform");
    if (transform) group.setAttribute("transform", transform);
    svg.append(group);
  };
  const outline = () => outlined("map-selected", (code) => Boolean(options.selected?.has(code)), [[COLOURS.sheet, 6], [COLOURS.ink, 3]]);

  const redraw = () => {
    classes = classesOf(shown().map(({ value }) => rounded(value)), options.breaks);
    const scale = pageScale();
    drawnWidth = Math.max(frame.clientWidth, 200);
    const { drawn, entries } = drawAt(drawnWidth / scale, (options.height ?? FILE_HEIGHT) / scale);
    enlarge(drawn, scale);
    svg = drawn;
    svg.classList.toggle("map-selectable", Boolean(options.onSelect));
    frame.replaceChildren(svg);
    // The legend is text of the page, outside the SVG. Its swatches use the patterns of the map.
    legend.replaceChildren(h("li", { class: "chart-legend-unit" }, headed()), ...entries.map(({ fill, text, more }) =>
      h("li", {}, swatch({ fill, text }), h("span", {}, text), ...(more ? [h("small", {}, more)] : []))));
    outline();
    point(null);
  };

  const point = (/** @type {string | null} */ code) => {
    outlined("map-pointed", (each) => each === code, [[COLOURS.sheet, 4], [COLOURS.ink, 2]]);
    const why = code === null ? null : missing(code);
    readout.textContent = code === null
      ? `Point at an area to read its figure${options.onSelect ? "; click the area to add or remove it" : ""}.`
      : `${options.label(code)}: ${why ? `${markOf(why)} ${whyInWords(why)}` : options.low?.(options.values.get(code) ?? 0) ? `${markOf("low")} ${whyInWords("low")}` : `${say(code)} ${options.unit}`}`;
  };

  const codeUnder = (/** @type {Event} */ event) => (/** @type {Element} */ (event.target).closest?.("[data-code]")?.getAttribute("data-code")) ?? null;
  frame.addEventListener("pointerover", (event) => { const code = codeUnder(event); point(code); options.onPoint?.(code); });
  frame.addEventListener("pointerleave", () => { point(null); options.onPoint?.(null); });
  frame.addEventListener("click", (event) => { const code = codeUnder(event); if (code !== null) options.onSelect?.(code); });

  container.replaceChildren(frame, readout, legend);
  redraw();
  const resized = new ResizeObserver(() => { if (frame.clientWidth > 0 && Math.abs(frame.clientWidth - drawnWidth) > 1) redraw(); });
  resized.observe(frame);

  return {
    get svg() { return svg; },
    get words() { return words(); },
    get classes() { return classes; },
    get without() { return [...options.values.keys()].filter((code) => !onMap.has(code)); },
    select(codes) { options = { ...options, selected: codes }; outline(); },
    update(change) { options = { ...options, ...change }; redraw(); },
    remove() { resized.disconnect(); container.replaceChildren(); },
    drawing(width) {
      const { drawn, entries } = drawAt(width, FILE_HEIGHT);
      for (const shape of drawn.querySelectorAll("[data-code]")) {
        const code = /** @type {SVGElement} */ (shape).dataset.code ?? "";
        shape.append(s("title", {}, `${options.label(code)}: ${say(code)}`));
      }
      return { svg: drawn, legend: [{ fill: "", text: `${headed()}:` }, ...entries], words: words() };
    },
  };
}

/**
 * Returns the bounds of a geometry: [left, low, right, high]. Returns null without numeric coordinates.
 * @param {any} geometry
 * @returns {[number, number, number, number] | null}
 */
function boundsOf(geometry) {
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
 */
function project(geometries) {
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
