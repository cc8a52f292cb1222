// Writes the names of areas above a map of vector tiles, and marks a chosen area that is too small for an outline.

import { s } from "../../shell/dom.js";
import { COLOURS, onShade, shade } from "../charts/svg.js";
import { fitting, LINE, SIZE, widthOf } from "./names.js";
import { placeIn } from "./places.js";

/** @import { Map as Drawn, MapGeoJSONFeature } from "maplibre-gl" */
/** @import { Room } from "./names.js" */

/** Names are written if about this many areas are in sight, because finding them takes time. */
const NAMED = 600;
/** The names of areas that consist of smaller ones are written if at most about this many parts are in sight. */
const PARTS = 20_000;
/** A chosen area smaller than this has a ring around it, in pixels. */
const TINY = 14;

/**
 * @param {SVGSVGElement} svg
 * @param {Drawn} map
 * @param {object} of
 * @param {(feature: MapGeoJSONFeature) => string | null} of.codeOf
 * @param {(code: string) => { geometry: any }[]} of.locate  the loaded parts of an area
 * @param {(code: string) => string} of.label
 * @param {number} of.areas  the number of areas on the whole map
 * @param {number} of.parts  the number of areas in the tiles
 * @param {() => number} of.zoomOfWhole
 * @param {(code: string) => number} of.shadeOf  -1 without a shade
 */
export function drawNames(svg, map, { codeOf, locate, label, areas, parts, zoomOfWhole, shadeOf }) {
  /** @param {any} list @returns {any} */
  const onScreen = (list) => (typeof list[0] === "number" ? (({ x, y }) => [x, y])(map.project(list)) : list.map(onScreen));
  /** The rooms of the areas in sight. An area in several tiles has its name in the widest part. */
  function roomsInSight() {
    /** @type {Map<string, Room>} */
    const rooms = new Map();
    for (const feature of map.queryRenderedFeatures({ layers: ["areas"] })) {
      const code = codeOf(feature);
      const { type, coordinates } = /** @type {any} */ (feature.geometry);
      const place = code === null ? null : placeIn({ type, coordinates: onScreen(coordinates) });
      if (code !== null && place && place.width > (rooms.get(code)?.width ?? 0)) rooms.set(code, { code, label: label(code), ...place });
    }
    return [...rooms.values()];
  }
  /** The boxes of areas that consist of smaller ones. */
  function boxesInSight() {
    /** @type {Map<string, number[]>} */
    const boxes = new Map();
    for (const feature of map.queryRenderedFeatures({ layers: ["areas"] })) {
      const code = codeOf(feature);
      if (code !== null) boxes.set(code, around(boxes.get(code), pointsOf(feature)));
    }
    return [...boxes].map(([code, [left, top, right, bottom]]) => ({ code, label: label(code), x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top }));
  }
  /** Whether a name stands on its area only. @param {import("./names.js").Name} name */
  const standsInside = ({ code, x, y, lines }) => lines.every((line, at) => {
    const half = widthOf(line) / 2;
    const middle = y + (at - (lines.length - 1) / 2) * LINE;
    return [x - half, x, x + half].every((across) => map.queryRenderedFeatures([across, middle], { layers: ["areas"] }).some((feature) => codeOf(feature) === code));
  });
  /** @param {{ geometry: any }} feature @returns {number[][]} */
  const pointsOf = ({ geometry: { type, coordinates } }) => onScreen(coordinates).flat(type === "MultiPolygon" ? 2 : 1);
  const around = (/** @type {number[] | undefined} */ box, /** @type {number[][]} */ points) => points.reduce(([left, top, right, bottom], [x, y]) =>
    [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)], box ?? [Infinity, Infinity, -Infinity, -Infinity]);
  /** The place of an area in pixels: left, top, right, bottom. @param {string} code */
  const boxOf = (code) => locate(code).reduce((/** @type {number[]} */ box, feature) => around(box, pointsOf(feature)), around(undefined, []));
  const size = () => { const { clientWidth: width, clientHeight: height } = map.getCanvas(); return { width, height }; };
  return {
    clear: () => svg.replaceChildren(),
    /** @param {string} code */
    isInSight(code) {
      const { width, height } = size();
      const [left, top, right, bottom] = boxOf(code);
      return right > 0 && left < width && bottom > 0 && top < height;
    },
    /** @param {ReadonlySet<string>} selected */
    draw(selected) {
      const { width, height } = size();
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      svg.replaceChildren();
      const inSight = (/** @type {number} */ all) => all / 4 ** (map.getZoom() - zoomOfWhole());
      const whole = parts === areas;
      if (inSight(areas) <= NAMED && inSight(parts) <= (whole ? NAMED : PARTS)) {
        for (const { code, x, y, lines } of whole ? fitting(roomsInSight()) : fitting(boxesInSight()).filter(standsInside)) {
          const at = shadeOf(code);
          const first = y - ((lines.length - 1) * LINE) / 2 + SIZE * 0.35;
          svg.append(s("text", { "text-anchor": "middle", "font-size": SIZE, fill: at < 0 ? COLOURS.ink : onShade(at), stroke: at < 0 ? COLOURS.sheet : shade(at), "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke" },
            ...lines.map((line, i) => s("tspan", { x, y: first + i * LINE }, line))));
        }
      }
      for (const code of selected) {
        const [left, top, right, bottom] = boxOf(code);
        if (right < left || Math.max(right - left, bottom - top) > TINY) continue;
        for (const [stroke, line] of /** @type {const} */ ([[COLOURS.sheet, 5], [COLOURS.ink, 2.5]])) svg.append(s("circle", { cx: (left + right) / 2, cy: (top + bottom) / 2, r: TINY * 0.75, fill: "none", stroke, "stroke-width": line }));
      }
    },
  };
}
