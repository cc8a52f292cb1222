// Draws maps of up to 200,000 areas with MapLibre, from an archive of vector tiles (PMTiles). The page must load charts.css.

import { addProtocol, Map as TileMap, setWorkerUrl } from "maplibre-gl";
import { PMTiles, Protocol } from "pmtiles";
import { h, s } from "../../shell/dom.js";
import { swatch } from "../charts/chart.js";
import { EMBEDDED } from "../charts/file.js";
import { pageScale, patterns } from "../charts/svg.js";
import { archiveOf } from "./archive.js";
import { MapError } from "./errors.js";
import { figuresOn } from "./figures.js";
import { createFrame } from "./frame.js";
import { movesByTouch, zoomsByWheel } from "./gestures.js";
import { joined } from "./join.js";
import { patternHolder } from "./over.js";
import { hatchings } from "./uncertain.js";
import { drawNames } from "./vector-names.js";
import { EMPTY, onPage, onPaper, patternImage, SOURCE, styleOf } from "./vector-style.js";

/** @import { MapOptions } from "../charts/map.js" */
/** @import { MapGeoJSONFeature, Map as Drawn } from "maplibre-gl" */
/** @import { AreaState, Colour } from "./vector-style.js" */

/**
 * @typedef {MapOptions & { archive: { url: string, layer?: string, id: string }, codes: readonly string[], owner?: (code: string) => string | undefined }}
 *   VectorOptions  `codes`: the codes of the areas in the tiles; `owner`: the larger area of the map to which an area of the tiles belongs
 */

/** Areas smaller than this have no borders, in pixels. */
const BORDERED = 6;
/** The zoom beyond the archive's largest zoom. */
const BEYOND = 6;
/** The map waits at most this long for its tiles, in milliseconds. */
const PATIENCE_MS = 60_000;
/** The space around the whole map in pixels. */
const PADDING = 6;
/** The width of the world at zoom 0, in pixels. */
const WORLD = 512;

/** The protocol of archives in the addresses of MapLibre. It is added once. @type {Protocol | undefined} */
let protocol;

/**
 * @param {HTMLElement} container
 * @param {VectorOptions} given
 * @throws {MapError} "archive": the archive cannot be used; "webgl": the browser cannot draw
 */
export async function drawVectorMap(container, given) {
  let options = given;
  const { url, id } = given.archive;
  if (!protocol) {
    protocol = new Protocol();
    addProtocol("pmtiles", protocol.tile);
    // A file of the site, because the page's policy forbids workers made from text.
    setWorkerUrl(new URL("lazy/map-worker.js", document.baseURI).href);
  }
  const source = new PMTiles(url);
  protocol.add(source);
  const { layer, bounds, minZoom, maxZoom } = await Promise.all([source.getHeader(), source.getMetadata()])
    .then(([header, metadata]) => archiveOf(/** @type {any} */ (header), metadata, given.archive), (error) => { throw new MapError("archive", `map.pmtiles: ${said(error)}`); });

  const { known, shared: sharedCodes } = joined(given.codes);
  const ownerOf = (/** @type {string} */ code) => (given.owner ? given.owner(code) : code);
  const codes = () => new Set(options.values.keys());
  let figures = figuresOn(options, codes());
  /** @type {Colour} */
  let colour = onPage;
  /** The state of an area of the map. @param {string | undefined} code @returns {AreaState} */
  const stateOf = (code) => {
    if (code === undefined || !options.values.has(code)) return EMPTY;
    const why = figures.missing(code);
    return why ? { ...EMPTY, why } : { shade: figures.shadeOf(code), why: "", uncertain: figures.uncertain(code) };
  };
  const shared = { codes: sharedCodes, id, stateOf: (/** @type {string} */ code) => stateOf(ownerOf(code)) };

  /** @type {Drawn} */
  let map;
  let whole = 0;
  const isWhole = () => map === undefined || map.getZoom() <= whole + 0.01;
  const holder = h("div", { class: "map-tiles" });
  const above = /** @type {SVGSVGElement} */ (s("svg", { class: "map-over chart", "aria-hidden": "true" }));
  const { frame, sheet, readout, legend, mark, hideTip, showTip, remove } = createFrame(container, {
    whole: isWhole,
    run(command) {
      if ("whole" in command) map.fitBounds(bounds, { padding: PADDING, animate: false });
      else if ("zoom" in command) map.zoomTo(map.getZoom() + Math.log2(command.zoom), { animate: false });
      else map.panBy([command.move[0] * frame.clientWidth, command.move[1] * frame.clientHeight], { animate: false });
    },
  });
  sheet.append(holder, above);
  const fitHeight = () => { holder.style.height = `${heightOf(bounds, frame.clientWidth, (given.height ?? 620) * pageScale())}px`; };
  fitHeight();
  const gestures = listenTo(sheet, () => ({ whole: isWhole(), focused: frame.contains(document.activeElement), drag: true }));

  // Borders begin where an area of average size is large enough.
  const wholeZoom = Math.log2((Math.max(frame.clientWidth, 200) * 360) / (bounds[2] - bounds[0]) / WORLD);
  const bordersFrom = wholeZoom + Math.max(0, Math.log2(BORDERED / (Math.max(frame.clientWidth, 200) / Math.sqrt(given.codes.length))));
  /** The patterns in the style. @type {string[]} */
  let inUse = [];
  const patternsNeeded = () => {
    /** @type {Set<string>} */
    const needed = new Set();
    for (const code of options.values.keys()) {
      const { why, uncertain } = stateOf(code);
      if (why) needed.add(why);
      if (uncertain) needed.add("uncertain");
    }
    return [...needed].sort();
  };
  const style = () => styleOf({ url, layer, id, patterns: inUse, bordersFrom, colour, shared });
  inUse = patternsNeeded();
  try {
    map = new TileMap({
      container: holder, style: style(), bounds, fitBoundsOptions: { padding: PADDING }, attributionControl: false, maplibreLogo: false, maxPitch: 0, keyboard: false,
      dragRotate: false, pitchWithRotate: false, doubleClickZoom: false, boxZoom: false, touchPitch: false, renderWorldCopies: false, fadeDuration: 0, maxZoom: maxZoom + BEYOND,
      // Saved images are copies of the drawing.
      canvasContextAttributes: { preserveDrawingBuffer: true },
    });
  } catch (error) {
    gestures.remove();
    remove();
    throw new MapError("webgl", said(error));
  }
  map.touchZoomRotate.disableRotation();
  const canvas = map.getCanvas();
  canvas.setAttribute("role", "img");
  canvas.removeAttribute("tabindex");
  map.setMissingStyleImageResolver((pattern) => { if (!map.hasImage(pattern)) map.addImage(pattern, patternImage(pattern, colour)); });

  /** Waits for an event of the map. A tile that does not arrive ends the wait. @param {"load" | "idle"} event */
  const until = (event) => new Promise((/** @type {(value?: unknown) => void} */ done, refuse) => {
    const stop = () => { clearTimeout(timer); map.off(event, came); map.off("error", failed); };
    const came = () => { stop(); done(); };
    const failed = (/** @type {{ error: unknown }} */ { error }) => { stop(); refuse(new MapError("archive", `map.pmtiles: ${said(error)}`)); };
    const timer = setTimeout(() => failed({ error: "the tiles did not arrive" }), PATIENCE_MS);
    map.on(event, came);
    map.on("error", failed);
  });

  const setStates = () => {
    for (const code of given.codes) map.setFeatureState({ source: SOURCE, sourceLayer: layer, id: code }, stateOf(ownerOf(code)));
  };
  const showLegend = () => {
    const kinds = patterns();
    const hatch = hatchings();
    const missing = inUse.filter((each) => each !== "uncertain").map((why) => /** @type {[any, string]} */ ([why, kinds.fill(/** @type {any} */ (why))]));
    const entries = figures.entries({ missing, hatched: inUse.includes("uncertain") ? hatch.fill(2) : null });
    legend.replaceChildren(h("li", { class: "chart-legend-unit" }, figures.headed), ...entries.map(({ fill, text, more }) =>
      h("li", {}, swatch({ fill, text }), h("span", {}, text), ...(more ? [h("small", {}, more)] : []))));
    holderOfPatterns.replaceChildren(patternHolder([...kinds.defs().children, ...hatch.defs()].map((each) => /** @type {SVGElement} */ (each))));
    canvas.setAttribute("aria-label", figures.words());
    return entries;
  };
  const holderOfPatterns = h("div", {});
  sheet.append(holderOfPatterns);

  /** @type {string | null} */
  let pointed = null;
  /** The parts of an area in the tiles. @param {string} code */
  const partsOf = (code) => (given.owner ? given.codes.filter((part) => ownerOf(part) === code) : [code]);
  /** Sets a mark on all parts of an area. @param {string} code @param {Record<string, boolean>} change */
  const markArea = (code, change) => {
    for (const each of partsOf(code)) map.setFeatureState({ source: SOURCE, sourceLayer: layer, id: each }, change);
  };
  /** Finds areas in the tiles that are loaded. @param {string} code */
  const locate = (code) => map.querySourceFeatures(SOURCE, { sourceLayer: layer, filter: ["in", ["to-string", ["get", id]], ["literal", partsOf(code)]] });
  const point = (/** @type {string | null} */ code) => {
    if (code !== pointed) {
      if (pointed !== null) markArea(pointed, { pointed: false });
      if (code !== null) markArea(code, { pointed: true });
      pointed = code;
      options.onPoint?.(code);
    }
    readout.textContent = code === null ? "Point at an area to read its figure." : figures.tell(code);
  };
  const codeOf = (/** @type {MapGeoJSONFeature | undefined} */ feature) => {
    const code = known(feature?.properties[id] ?? feature?.id);
    const owner = code === null ? undefined : ownerOf(code);
    return owner !== undefined && options.values.has(owner) ? owner : null;
  };
  const codeAt = (/** @type {any} */ place) => codeOf(map.queryRenderedFeatures(place, { layers: ["areas"] })[0]);
  map.on("mousemove", ({ point: place, originalEvent }) => {
    const code = originalEvent.buttons ? null : codeAt(place);
    point(code);
    if (code === null) hideTip();
    else showTip(figures.tell(code), originalEvent);
  });
  const leave = () => { point(null); hideTip(); };
  frame.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") leave(); });
  /** @param {Event} event */
  const outside = (event) => { if (!frame.contains(/** @type {Node} */ (event.target))) leave(); };
  addEventListener("pointerdown", outside);
  map.on("click", ({ point: place, originalEvent }) => {
    const code = codeAt(place);
    if (code === null) return;
    point(code);
    showTip(figures.tell(code), originalEvent);
    options.onSelect?.(code);
  });

  const names = drawNames(above, map, { codeOf, locate, label: (code) => options.label(code), areas: given.owner ? options.values.size : given.codes.length, parts: given.codes.length, zoomOfWhole: () => whole, shadeOf: (code) => stateOf(code).shade });
  map.on("movestart", () => { hideTip(); names.clear(); });
  map.on("move", mark);
  map.on("idle", () => { if (options.names !== false) names.draw(options.selected ?? new Set()); });

  const measure = () => {
    const camera = map.cameraForBounds(bounds, { padding: PADDING });
    const before = isWhole();
    // There are no tiles below the archive's smallest zoom.
    whole = Math.max(Number(camera?.zoom ?? whole), minZoom);
    map.setMinZoom(whole);
    if (before) map.fitBounds(bounds, { padding: PADDING, animate: false });
    map.setMaxBounds(around(bounds));
    mark();
  };
  map.on("resize", measure);
  const resized = new ResizeObserver(() => { if (frame.clientWidth > 0) fitHeight(); });
  resized.observe(frame);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  /** @param {Colour} next */
  const recolour = (next) => {
    colour = next;
    for (const pattern of inUse) if (map.hasImage(pattern)) map.updateImage(pattern, patternImage(pattern, colour));
    const { layers } = style();
    for (const { id: name, paint } of layers) for (const [property, value] of Object.entries(paint)) if (/color$/.test(property)) map.setPaintProperty(name, /** @type {any} */ (property), value);
  };
  const onScheme = () => recolour(onPage);
  scheme.addEventListener("change", onScheme);

  const end = () => {
    removeEventListener("pointerdown", outside);
    scheme.removeEventListener("change", onScheme);
    resized.disconnect();
    gestures.remove();
    map.remove();
    remove();
  };
  try {
    await until("load");
    measure();
    setStates();
    showLegend();
    point(null);
    await until("idle");
  } catch (error) {
    end();
    throw error;
  }
  for (const code of options.selected ?? []) markArea(code, { selected: true });

  return {
    get words() { return figures.words(); },
    get classes() { return figures.classes; },
    /** @type {string[]} */
    without: [],
    /** @param {ReadonlySet<string>} selected */
    select(selected) {
      for (const code of options.selected ?? []) if (!selected.has(code)) markArea(code, { selected: false });
      for (const code of selected) markArea(code, { selected: true });
      options = { ...options, selected };
      const [first] = selected;
      if (first !== undefined && !isWhole() && !names.isInSight(first)) map.fitBounds(bounds, { padding: PADDING, animate: false });
      else names.draw(selected);
    },
    /** @param {Partial<MapOptions>} change */
    async update(change) {
      options = { ...options, ...change };
      figures = figuresOn(options, codes());
      const needed = patternsNeeded();
      if (sharedCodes.length > 0 || needed.some((each) => !inUse.includes(each))) {
        inUse = needed;
        map.setStyle(style(), { diff: true });
      }
      setStates();
      showLegend();
      point(null);
      await until("idle");
    },
    remove: end,
    /**
     * Draws the part in sight for a file. The file has an image of the areas, because 200,000 shapes would be too many.
     * @returns {Promise<import("../charts/file.js").Drawing>}
     */
    async drawing() {
      recolour(onPaper);
      map.triggerRepaint();
      await until("idle");
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      const image = s("image", { [EMBEDDED]: canvas.toDataURL("image/png"), width, height });
      const svg = /** @type {SVGSVGElement} */ (s("svg", { viewBox: `0 0 ${width} ${height}`, width, height }, image, ...[...above.children].map((each) => /** @type {SVGElement} */ (each.cloneNode(true)))));
      recolour(onPage);
      const entries = showLegend();
      svg.prepend(s("defs", {}, ...[...holderOfPatterns.querySelectorAll("pattern")].map((each) => each.cloneNode(true))));
      return { svg, legend: [{ fill: "", text: `${figures.headed}:` }, ...entries], words: figures.words() };
    },
  };
}

/** @param {unknown} error */
const said = (error) => String(Object(error).message ?? error);

/** The part of the world around the areas to which a reader can move. @param {[number, number, number, number]} bounds @returns {[number, number, number, number]} */
function around([west, south, east, north]) {
  const [across, down] = [(east - west) / 2, (north - south) / 2];
  return [Math.max(west - across, -180), Math.max(south - down, -85), Math.min(east + across, 180), Math.min(north + down, 85)];
}

/** The height of a map in pixels, so that the bounds fill its width. @param {[number, number, number, number]} bounds @param {number} width @param {number} most */
function heightOf([west, south, east, north], width, most) {
  const y = (/** @type {number} */ latitude) => (Math.log(Math.tan(Math.PI / 4 + (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 360)) * 180) / Math.PI;
  return Math.round(Math.min(most, Math.max((width * (y(north) - y(south))) / Math.max(east - west, 1e-9), 160)));
}

/**
 * Keeps gestures that scroll the page from MapLibre.
 * @param {HTMLElement} sheet
 * @param {() => import("./gestures.js").State} state
 */
function listenTo(sheet, state) {
  const wheel = (/** @type {WheelEvent} */ event) => { if (!zoomsByWheel(event, state())) event.stopPropagation(); };
  const touch = (/** @type {TouchEvent} */ event) => {
    const moves = movesByTouch(event.touches.length, state());
    sheet.style.touchAction = movesByTouch(1, state()) ? "none" : "pan-x pan-y";
    if (!moves && event.type === "touchmove") event.stopPropagation();
  };
  sheet.addEventListener("wheel", wheel, { capture: true, passive: true });
  for (const type of /** @type {const} */ (["touchstart", "touchmove"])) sheet.addEventListener(type, touch, { capture: true, passive: true });
  return {
    remove() {
      sheet.removeEventListener("wheel", wheel, { capture: true });
      for (const type of /** @type {const} */ (["touchstart", "touchmove"])) sheet.removeEventListener(type, touch, { capture: true });
    },
  };
}
