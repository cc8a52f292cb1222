// What stands above the areas of a map and keeps its size when the map is zoomed: circles and names.

import { h, s } from "../../shell/dom.js";
import { COLOURS } from "../charts/svg.js";
import { circleLegend, circles, radiusOf, roundCounts } from "./circles.js";
import { fitting, LINE, SIZE } from "./names.js";

/** @import { How, Sketch } from "./mounted.js" */
/** @import { Name, Room } from "./names.js" */
/** @import { Place } from "./places.js" */
/** @import { Placed } from "./project.js" */

/**
 * Draws a name. The halo has the colour of the area, so that borders and hatching do not disturb.
 * @param {Name} name
 * @param {{ on: string, halo: string }} colours
 */
function nameOf({ x, y, lines }, { on, halo }) {
  const first = y - ((lines.length - 1) * LINE) / 2 + SIZE * 0.35;
  return s("text", { "text-anchor": "middle", "font-size": SIZE, fill: on, stroke: halo, "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke", "pointer-events": "none" },
    ...lines.map((line, i) => s("tspan", { x: rounded(x), y: rounded(first + i * LINE) }, line)));
}

const rounded = (/** @type {number} */ pixels) => Math.round(pixels * 10) / 10;

/**
 * @param {{ rooms: () => { code: string, room: Place }[], place: Placed, scale: number, width: number, height: number }} drawing
 * @param {How} how
 * @returns {Pick<Sketch, "over" | "strip">}
 */
export function overGeo({ rooms, place, scale, width, height }, { fills, plain, names, label, counts, format }) {
  if (!plain && !names) return {};
  const placedRooms = rooms().map(({ code, room }) => ({ code, at: place([room.x, room.y]), width: room.width * scale, height: room.height * scale }));
  /** An area with several features has one name and one circle, in its widest part. @type {Map<string, typeof placedRooms[number]>} */
  const widest = new Map();
  for (const each of placedRooms) if (each.width > (widest.get(each.code)?.width ?? -1)) widest.set(each.code, each);
  const known = [...widest.values()].flatMap((each) => (counts.has(each.code) ? [{ ...each, value: /** @type {number} */ (counts.get(each.code)) }] : []));
  const radius = plain ? radiusOf(known.map(({ value }) => value), { width, height }) : () => 0;
  const most = known.reduce((largest, { value }) => Math.max(largest, value), 0);
  const legend = plain && most > 0 ? circleLegend(roundCounts(most, radius), radius, format) : undefined;
  return {
    ...(legend ? { strip: legend } : {}),
    over({ k, x, y }) {
      const inSight = (/** @type {{ at: [number, number] }} */ { at }) => {
        const [right, down] = [k * at[0] + x, k * at[1] + y];
        return right > -width * 0.2 && right < width * 1.2 && down > -height * 0.2 && down < height * 1.2;
      };
      const moved = (/** @type {[number, number]} */ [across, down]) => ({ x: k * across + x, y: k * down + y });
      const drawn = plain ? circles(known.filter(inSight).map(({ code, value, at }) => ({ code, value, ...moved(at) })), radius) : [];
      /** @type {Room[]} */
      const room = names ? [...widest.values()].filter(inSight).map(({ code, at, width: across, height: down }) => {
        const r = counts.has(code) && plain ? radius(/** @type {number} */ (counts.get(code))) : 0;
        const middle = moved(at);
        // Under a circle there is room for one line.
        return { code, label: label(code), x: middle.x, y: r ? middle.y + r + LINE / 2 + 1 : middle.y, width: across * k, height: r ? Math.min((down * k) / 2 - r, LINE) : down * k };
      }) : [];
      return [...drawn, ...fitting(room).map((name) => {
        const { on, halo, shade } = fills(name.code);
        return nameOf(name, { on, halo: halo ?? shade ?? COLOURS.sheet });
      })];
    },
  };
}

/** Returns an invisible drawing that has the patterns of a legend. @param {SVGElement[]} patterns */
export function patternHolder(patterns) {
  const svg = s("svg", { width: 0, height: 0, "aria-hidden": "true", class: "map-patterns" }, s("defs", {}, ...patterns));
  return h("div", { class: "hidden-visually", "aria-hidden": "true" }, svg);
}
