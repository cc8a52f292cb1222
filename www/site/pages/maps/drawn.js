// Draws the map of the page: shapes of the areas, tiles of equal size, or vector tiles for many areas.

import { MapError } from "../../result/map/errors.js";
import { shapesOf } from "../../result/map/shapes.js";
import { number } from "../../shell/words.js";
import { formatOf, isLow, roundOf } from "./indicators.js";
import { titleOf, unitIn } from "./words.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { Boundaries } from "../../result/map/shapes.js" */
/** @import { MapOptions } from "../../result/charts/map.js" */
/** @import { Built } from "./words.js" */

/** The largest number of areas that are drawn as shapes. */
const SHAPES = 5_000;
/** The largest number of areas that are drawn from vector tiles. */
const VECTOR = 200_000;

/** The height of the heading, the title and the legend, and the lowest map, in pixels. */
const [BESIDE, LOWEST] = [340, 340];

/** Tiles of this many areas are readable without zoom. */
const READABLE = 60;

const NUMBERS = "Shades of numbers make large areas look important. Shares or rates compare areas better.";

/**
 * @typedef {object} Shown
 * @property {any} map  of charts/map.js or map/vector.js; undefined if the map is not drawn
 * @property {string} note
 * @property {boolean} classes  whether the map has classes
 * @property {boolean} [again]  whether another attempt may draw the map
 */

/** @param {HTMLElement} container @param {Pick<MapOptions, "onPoint" | "onSelect">} listeners */
export function createDrawing(container, listeners) {
  /** The map on the page, and what it was drawn from. @type {{ map: any, from: unknown[] } | undefined} */
  let drawn;

  /** Counts the maps begun, because a map of vector tiles may arrive after a later one. */
  let begun = 0;

  function clear() {
    begun++;
    drawn?.map.remove();
    drawn = undefined;
    container.replaceChildren();
  }

  /**
   * Changes the map to other figures, or draws a new map. The part in sight stays if the shapes stay.
   * @param {unknown[]} from
   * @param {MapOptions} options
   * @param {() => any} draw
   */
  async function shown(from, options, draw) {
    if (drawn && drawn.from.length === from.length && drawn.from.every((each, i) => each === from[i])) {
      await drawn.map.update(options);
    } else {
      clear();
      const mine = begun;
      const map = await draw();
      if (mine === begun) drawn = { map, from };
      else map.remove();
    }
    return drawn?.map;
  }

  return {
    clear,
    /**
     * @param {Built} now
     * @param {Data} data
     * @param {Boundaries | null} own  from a reader's file
     * @param {any} charts  the module with the maps of shapes
     * @param {AbortSignal} signal
     * @returns {Promise<Shown>}
     */
    async show(now, { page, nesting, levels, published }, own, { drawMap, drawTileGrid }, signal) {
      const { level, figures } = now;
      const areas = figures.length - 1;
      const options = { ...optionsOf(now), ...listeners };
      const boundaries = own ?? published;
      const layout = level.level ? undefined : page.place?.tiles;
      const { pmtiles, id } = page.place ?? {};
      const few = areas <= SHAPES;
      const shapes = few || !pmtiles || own ? shapesOf(boundaries, level, nesting, layout) : undefined;
      // Without its boundaries, a map of few areas shows them as tiles.
      let failure = "";
      if (pmtiles && id && !own && areas <= VECTOR && (!few || shapes?.kind !== "areas")) {
        const parts = nesting.get(level.name);
        const owner = parts ? new Map([...parts].flatMap(([code, small]) => small.map((each) => [each, code]))) : undefined;
        const archive = { url: new URL(`pages/${pmtiles}`, document.baseURI).href, layer: page.place?.layer, id };
        try {
          const { drawVectorMap } = await import("../../result/lazy/vector-map.js").catch((cause) => { throw new MapError("library", cause.message); });
          if (signal.aborted) return { map: drawn?.map, note: "", classes: true };
          const map = await shown([pmtiles, level, levels], { ...options, circles: false }, () => drawVectorMap(container, {
            ...options, circles: false, archive, codes: levels[0].codes.map(({ code }) => code), ...(owner ? { owner: (/** @type {string} */ code) => owner.get(code) } : {}),
          }));
          return { map, note: options.circles ? NUMBERS : "", classes: true };
        } catch (error) {
          failure = failureOf(error);
          if (signal.aborted) return { map: drawn?.map, note: "", classes: true };
          clear();
        }
      }
      if (failure && !(few && shapes?.kind === "tiles")) return { map: undefined, note: `${failure} The table has all areas.`, classes: true, again: true };
      if (!few || !shapes) {
        clear();
        return { map: undefined, note: `More than ${number(few || !pmtiles ? SHAPES : VECTOR)} areas are not drawn. The table has all areas.`, classes: true };
      }
      if (shapes.kind === "areas") {
        const map = await shown([boundaries, level, "areas"], options, () => drawMap(container, { ...options, features: shapes.features }));
        return { map, note: "", classes: !options.circles };
      }
      const map = await shown([boundaries, level, "tiles"], options, () => drawTileGrid(container, { ...options, tiles: shapes.tiles, zoom: shapes.tiles.length > READABLE ? "drag" : undefined }));
      return { map, note: [failure || shapes.why, "Every area has a tile of the same size."].filter(Boolean).join(" "), classes: true, again: failure !== "" };
    },
  };
}

/** @param {unknown} error */
function failureOf(error) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (Object(error));
  if (code === "webgl") return "This browser cannot draw a map from vector tiles, because WebGL is off.";
  if (code === "archive") return `The boundaries are unusable: ${message}.`;
  if (code === "library") return "The script for large maps did not load. Check the connection.";
  throw error;
}

/** @param {Built} now @returns {MapOptions} */
function optionsOf(now) {
  const { wanted, indicator, level, figures, interval } = now;
  const areas = figures.slice(0, -1);
  const labels = new Map(level.codes.map(({ code, label }) => [code, label]));
  return {
    values: new Map(areas.map(({ code, value }) => [code, value])),
    statuses: new Map(areas.flatMap(({ code, why }) => (why ? [[code, why]] : []))),
    label: (code) => labels.get(code) ?? code,
    unit: unitIn(now),
    title: titleOf(now),
    breaks: wanted.breaks,
    format: formatOf(indicator, document.documentElement.lang),
    round: roundOf(indicator),
    low: (value) => isLow(indicator, value),
    circles: indicator.kind === "count",
    names: true,
    zoom: "drag",
    interval,
    selected: new Set(wanted.selected ? [wanted.selected] : []),
    // The map, its heading and its legend fit into the window.
    height: Math.max(innerHeight - BESIDE, LOWEST),
  };
}
