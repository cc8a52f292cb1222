// Puts a map that is drawn as SVG into the page: fills, legend, pointer, outlines, zoom, and a redraw when the width
// changes.

import { h, s } from "../../shell/dom.js";
import { swatch } from "../charts/chart.js";
import { COLOURS, enlarge, onShade, pageScale, patterns, shade } from "../charts/svg.js";
import { figuresOn } from "./figures.js";
import { createFrame } from "./frame.js";
import { hatchings } from "./uncertain.js";
import { transformOf, WHOLE, zoomable } from "./zoom.js";

/** @import { DrawnMap, MapOptions } from "../charts/map.js" */
/** @import { Sight } from "./zoom.js" */

/**
 * Maximum height of maps in files, in pixels. The height does not depend on the window, so that equal maps have equal
 * files.
 */
const FILE_HEIGHT = 620;

/**
 * @typedef {(code: string) => { fill: string, on: string, shade?: string, halo?: string }} Fills  `on`: the colour of a text; `halo`: the
 *   colour around a text, if the area has a pattern
 *
 * @typedef {object} How  a map is drawn
 * @property {Fills} fills
 * @property {number} most  the maximum height
 * @property {string} words
 * @property {(code: string) => string} say
 * @property {(code: string) => string} label
 * @property {(value: number) => string} format
 * @property {boolean} plain  whether the values are circles on a plain map
 * @property {boolean} names
 * @property {ReadonlyMap<string, number>} counts  the values of the areas that are not missing
 *
 * @typedef {object} Sketch
 * @property {SVGSVGElement} svg
 * @property {(transform: { k: number, x: number, y: number }) => SVGElement[]} [over]  what keeps its size above the areas
 * @property {{ group: SVGElement, height: number }} [strip]  a legend below the map
 */
/** @typedef {(width: number, how: How) => Sketch} Draw */

/** The number of maps so far, because a page may have several maps. */
let maps = 0;

/**
 * @param {HTMLElement} container
 * @param {MapOptions} given
 * @param {string[]} codes  the codes of the drawn areas
 * @param {Draw} draw
 * @returns {DrawnMap}
 */
export function mounted(container, given, codes, draw) {
  let options = given;
  // An area may have several features, so its code may occur several times.
  const onMap = new Set(codes);
  /** @type {Sight} */
  let sight = WHOLE;
  /** @type {ReturnType<typeof zoomable> | undefined} */
  let zooming;
  const { frame, sheet, readout, legend, mark, hideTip, showTip, remove } = createFrame(container, {
    whole: given.zoom ? () => sight.k <= 1 : null,
    run: (command) => zooming?.run(command),
  });
  /** @type {SVGSVGElement} */
  let svg;
  /** The shapes of each code. @type {Map<string, SVGElement[]>} */
  let shapes = new Map();
  let drawnWidth = 0;
  let figures = figuresOn(options, onMap);

  /** @param {number} width @param {number} most  the maximum height */
  const drawAt = (width, most) => {
    const kinds = patterns();
    const hatch = hatchings();
    const { missing, say, format } = figures;
    /** @type {Fills} */
    const fills = (code) => {
      const why = missing(code);
      if (why) return { fill: kinds.fill(why), on: COLOURS.ink, halo: COLOURS.sheet };
      if (options.circles) return { fill: COLOURS.sheet, on: COLOURS.ink };
      const at = figures.shadeOf(code);
      return figures.uncertain(code) ? { fill: hatch.fill(at), on: onShade(at), halo: shade(at) } : { fill: shade(at), on: onShade(at), shade: shade(at) };
    };
    const { svg: drawn, over, strip } = draw(width, {
      fills, most, words: figures.words(), say, format, label: options.label, plain: Boolean(options.circles), names: Boolean(options.names),
      counts: new Map(figures.shown.map(({ code, value }) => [code, value])),
    });
    const { width: across, height: down } = drawn.viewBox.baseVal;
    const view = s("g", { class: "map-view", "aria-hidden": "true" }, ...drawn.children);
    const above = s("g", { class: "map-over", "aria-hidden": "true" });
    const hatched = hatch.defs();
    const defs = kinds.defs();
    defs.append(...hatched);
    drawn.replaceChildren(defs, view, above);
    if (strip) fitStrip(drawn, strip, [view, above], defs);
    for (const title of [...view.querySelectorAll("title")]) {
      const shape = /** @type {SVGElement} */ (title.parentNode);
      const code = title.textContent ?? "";
      shape.dataset.code = code;
      const value = missing(code) === null ? options.values.get(code) : undefined;
      if (value !== undefined && value !== null) shape.dataset.value = String(value);
      else shape.dataset.missing = String(missing(code));
      title.remove();
    }
    // Patterns keep their size when the map is zoomed.
    const patterned = [...defs.querySelectorAll("pattern")];
    const apply = (/** @type {{ k: number, x: number, y: number }} */ transform) => {
      const { k, x, y } = transform;
      if (k === 1 && x === 0 && y === 0) view.removeAttribute("transform");
      else view.setAttribute("transform", `translate(${x},${y}) scale(${k})`);
      for (const each of patterned) {
        if (k === 1) each.removeAttribute("patternTransform");
        else each.setAttribute("patternTransform", `scale(${1 / k})`);
      }
      above.replaceChildren(...(over?.(transform) ?? []));
    };
    const entries = figures.entries({ missing: [...kinds.used].map((why) => [why, kinds.fill(why)]), hatched: hatched.length ? `url(#${hatched[0].id})` : null });
    return { drawn, view, across, down, apply, entries };
  };

  /**
   * Draws outlines above all shapes, so that neighbours do not cover half of an outline.
   * @param {string} className
   * @param {Iterable<string>} outlined
   * @param {(readonly [stroke: string, width: number])[]} strokes
   */
  const outlined = (className, outlined, strokes) => {
    svg.querySelector(`.${className}`)?.remove();
    const chosen = [...outlined].flatMap((code) => shapes.get(code) ?? []);
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
    svg.querySelector(".map-view")?.append(group);
  };
  const outline = () => outlined("map-selected", options.selected ?? [], [[COLOURS.sheet, 6], [COLOURS.ink, 3]]);

  const redraw = () => {
    figures = figuresOn(options, onMap);
    const scale = pageScale();
    drawnWidth = Math.max(frame.clientWidth, 200);
    const { drawn, view, across, down, apply, entries } = drawAt(drawnWidth / scale, (options.height ?? FILE_HEIGHT) / scale);
    enlarge(drawn, scale);
    svg = drawn;
    svg.classList.toggle("map-selectable", Boolean(options.onSelect));
    shapes = new Map();
    for (const shape of /** @type {NodeListOf<SVGElement>} */ (view.querySelectorAll("[data-code]"))) {
      const code = shape.dataset.code ?? "";
      shapes.set(code, [...(shapes.get(code) ?? []), shape]);
    }
    sheet.replaceChildren(svg);
    if (options.zoom) {
      zooming = zoomable(svg, {
        width: across, height: down, sight, drag: options.zoom === "drag", focused: () => frame.contains(document.activeElement),
        apply(transform, at) {
          sight = at;
          apply(transform);
          hideTip();
          mark();
        },
      });
    } else apply({ k: 1, x: 0, y: 0 });
    // The legend is text of the page, outside the SVG. Its swatches use the patterns of the map.
    legend.replaceChildren(h("li", { class: "chart-legend-unit" }, figures.headed), ...entries.map(({ fill, text, more }) =>
      h("li", {}, swatch({ fill, text }), h("span", {}, text), ...(more ? [h("small", {}, more)] : []))));
    outline();
    point(null);
  };

  const point = (/** @type {string | null} */ code) => {
    outlined("map-pointed", code === null ? [] : [code], [[COLOURS.sheet, 4], [COLOURS.ink, 2]]);
    readout.textContent = code === null ? "Point at an area to read its figure." : figures.tell(code);
  };

  const codeUnder = (/** @type {Event} */ event) => {
    const found = /** @type {Element} */ (event.target).closest?.("[data-code], [data-circle]");
    return found?.getAttribute("data-code") ?? found?.getAttribute("data-circle") ?? null;
  };
  const leave = () => { point(null); hideTip(); options.onPoint?.(null); };
  /** A tap outside the map ends the tooltip of a tap on the map. @param {Event} event */
  const outside = (event) => { if (!frame.contains(/** @type {Node} */ (event.target))) leave(); };
  frame.addEventListener("pointerover", (event) => {
    const code = codeUnder(event);
    point(code);
    if (code === null) hideTip();
    options.onPoint?.(code);
  });
  frame.addEventListener("pointermove", (event) => {
    const code = event.buttons && event.pointerType !== "touch" ? null : codeUnder(event);
    if (code === null) hideTip();
    else showTip(figures.tell(code), event);
  });
  // A finger that leaves has read nothing yet.
  frame.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") leave(); });
  frame.addEventListener("click", (event) => {
    const code = codeUnder(event);
    if (code === null) return;
    if (/** @type {PointerEvent} */ (event).pointerType === "touch") showTip(figures.tell(code), event);
    options.onSelect?.(code);
  });
  addEventListener("pointerdown", outside);

  redraw();
  const resized = new ResizeObserver(() => { if (frame.clientWidth > 0 && Math.abs(frame.clientWidth - drawnWidth) > 1) redraw(); });
  resized.observe(frame);

  return {
    get svg() { return svg; },
    get words() { return figures.words(); },
    get classes() { return figures.classes; },
    get without() { return [...options.values.keys()].filter((code) => !onMap.has(code)); },
    select(codes) {
      options = { ...options, selected: codes };
      outline();
      const [first] = [...codes].flatMap((code) => /** @type {SVGGraphicsElement[]} */ (shapes.get(code) ?? []));
      if (first && sight.k > 1 && !inSight(first, svg)) {
        const { x, y, width, height } = first.getBBox();
        zooming?.centre(x + width / 2, y + height / 2);
      }
    },
    update(change) { options = { ...options, ...change }; redraw(); },
    remove() { resized.disconnect(); removeEventListener("pointerdown", outside); remove(); },
    drawing(width) {
      const { drawn, view, across, down, apply, entries } = drawAt(width, FILE_HEIGHT);
      apply(transformOf(sight, across, down));
      for (const shape of view.querySelectorAll("[data-code]")) {
        const code = /** @type {SVGElement} */ (shape).dataset.code ?? "";
        shape.append(s("title", {}, `${options.label(code)}: ${figures.say(code)}`));
      }
      // On the page, charts.css keeps the width of lines.
      if (sight.k > 1) for (const shape of view.querySelectorAll("path, rect")) shape.setAttribute("vector-effect", "non-scaling-stroke");
      return { svg: drawn, legend: [{ fill: "", text: `${figures.headed}:` }, ...entries], words: figures.words() };
    },
  };
}

/** @param {Element} shape @param {Element} svg */
function inSight(shape, svg) {
  const [a, b] = [shape.getBoundingClientRect(), svg.getBoundingClientRect()];
  const [x, y] = [a.x + a.width / 2, a.y + a.height / 2];
  return x > b.left && x < b.right && y > b.top && y < b.bottom;
}

/**
 * Adds a legend below the map, and cuts the zoomed map off above the legend.
 * @param {SVGSVGElement} svg
 * @param {{ group: SVGElement, height: number }} strip
 * @param {SVGElement[]} parts
 * @param {SVGElement} defs
 */
function fitStrip(svg, { group, height }, parts, defs) {
  const { width, height: above } = svg.viewBox.baseVal;
  const id = `chart-${++maps}-map`;
  defs.append(s("clipPath", { id }, s("rect", { width, height: above })));
  // The clip must not move with the zoomed part, so it belongs to a group around that part.
  for (const part of parts) {
    const cut = s("g", { "clip-path": `url(#${id})`, "aria-hidden": "true" });
    part.replaceWith(cut);
    cut.append(part);
  }
  group.setAttribute("transform", `translate(0,${above})`);
  svg.append(group);
  svg.setAttribute("viewBox", `0 0 ${width} ${above + height}`);
  svg.setAttribute("height", String(above + height));
}
