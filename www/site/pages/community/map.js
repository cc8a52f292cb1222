// The map on which readers choose the parts of a custom area, with pointer or keyboard. For assistive technology the map
// is a list with several choices.

import { h, s } from "../../shell/dom.js";

/** @import { Area } from "./areas.js" */
/** @import { Point, Shape } from "./geometry.js" */
/** @import { Place, Plane } from "./plane.js" */
/** @import { Stroke } from "./strokes.js" */

/** Tiles narrower than this many pixels have no name, because no name fits. */
const NAMED_TILE = 76;

/** Patterns distinguish areas without colour: stripes mark the second area, dots the third. community.css fills them. */
const MARKS = [["area-2", "M-1,1 L1,-1 M-1,9 L9,-1 M7,9 L9,7"], ["area-3", "M2,1 V3 M6,5 V7"]];

/** @param {Point[]} line */
const lineOf = (line) => `M${line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`;
/** @param {Shape} shape */
const outlineOf = ({ rings }) => rings.map((ring) => `${lineOf(ring)}Z`).join("");

/** @type {Record<string, [x: number, y: number]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * Returns the place that an arrow key leads to: the nearest one in a quarter of the directions, otherwise the nearest
 * one on that side.
 * @param {Place[]} places
 * @param {Place} from
 * @param {[x: number, y: number]} way
 */
export function nextPlace(places, from, [x, y]) {
  const all = places.flatMap((place) => {
    const [dx, dy] = [place.centre[0] - from.centre[0], place.centre[1] - from.centre[1]];
    const [along, across] = [dx * x + dy * y, Math.abs(dx * y - dy * x)];
    return place === from || along <= 0 ? [] : [{ place, isAhead: across <= along, distance: Math.hypot(dx, dy) }];
  });
  return all.sort((a, b) => Number(b.isAhead) - Number(a.isAhead) || a.distance - b.distance)[0]?.place;
}

/**
 * @param {HTMLElement} container
 * @param {Plane} plane
 * @param {object} of
 * @param {string} of.label
 * @param {(codes: string[], take: boolean) => void} of.onKey  the reader chose areas by keyboard
 */
export function createMap(container, { places, around, size, kind }, { label, onKey }) {
  const byCode = new Map(places.map((place, at) => [place.code, at]));
  const shapes = places.map(({ code, label, shape }, at) => s("path", { id: `part-${at}`, role: "option", "aria-label": label, "aria-selected": "false", "data-code": code, d: outlineOf(shape) }));
  const names = kind !== "tiles" ? [] : places.map(({ label, centre: [x, y] }) => s("text", { x, y, "aria-hidden": "true" }, label));
  const outline = s("path", { class: "outline" });
  const ring = s("path", { class: "ring" });
  const trail = s("path", { class: "trail" });
  const svg = /** @type {SVGSVGElement} */ (s("svg", {
    class: `area-map-drawing area-map-${kind}`, viewBox: `0 0 ${size.map((each) => each.toFixed(1)).join(" ")}`, role: "listbox", "aria-multiselectable": "true", "aria-label": label, tabindex: 0, direction: "ltr",
  },
  s("defs", {}, ...MARKS.map(([id, d]) => s("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
    s("rect", { width: 8, height: 8 }), s("path", { d, fill: "none", "stroke-width": 2 })))),
  ...around.map((shape) => s("path", { class: "around", "aria-hidden": "true", d: outlineOf(shape) })),
  ...shapes, ...names, s("g", { "aria-hidden": "true", "pointer-events": "none" }, outline, ring, trail)));
  // The label of the area under the pointer. A tooltip of the browser would come too late.
  const readout = h("p", { class: "pointed", "aria-hidden": "true" });
  container.replaceChildren(svg, readout);

  /** The area that the arrow keys have reached. @type {Place | undefined} */
  let active;
  /** @type {ReadonlySet<string>} */
  let chosen = new Set();
  /** Whether the pointer draws; the readout then does not follow the pointer. */
  const point = (/** @type {Place | undefined} */ place) => {
    readout.textContent = place ? `${place.label}${chosen.has(place.code) ? " – chosen" : ""}` : "";
  };

  /** @param {Place | undefined} place */
  function activate(place) {
    if (!place) return;
    active = place;
    svg.setAttribute("aria-activedescendant", `part-${byCode.get(place.code)}`);
    ring.setAttribute("d", outlineOf(place.shape));
    point(place);
  }
  svg.addEventListener("pointerover", (event) => {
    const code = /** @type {Element} */ (event.target).getAttribute("data-code");
    point(code === null ? undefined : places[byCode.get(code) ?? -1]);
  });
  svg.addEventListener("pointerleave", () => point(undefined));
  svg.addEventListener("focus", () => { if (svg.matches(":focus-visible")) activate(active ?? places.find(({ code }) => chosen.has(code)) ?? places[0]); });
  svg.addEventListener("keydown", (event) => {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = byCode.get(active.code) ?? 0;
    // The order of the dataset reaches every area, also those that no arrow leads to.
    const steps = { Home: 0, End: places.length - 1, PageUp: Math.max(at - 1, 0), PageDown: Math.min(at + 1, places.length - 1) };
    if (event.key === " " || event.key === "Enter") onKey([active.code], !chosen.has(active.code));
    else if (event.key in WAYS) {
      const before = active;
      activate(nextPlace(places, active, WAYS[event.key]));
      if (event.shiftKey) onKey([before.code, active.code], true);
    } else if (event.key in steps) activate(places[steps[/** @type {keyof typeof steps} */ (event.key)]]);
    else return;
    event.preventDefault();
  });

  // Letters, patterns and lines keep their size on the screen when the drawing grows or shrinks.
  const resized = new ResizeObserver(() => {
    const scale = Math.min(svg.clientWidth / size[0], svg.clientHeight / size[1]);
    if (!(scale > 0)) return;
    for (const pattern of svg.querySelectorAll("pattern")) pattern.setAttribute("patternTransform", `scale(${(1 / scale).toFixed(3)})`);
    svg.style.setProperty("--letter", `${(12 / scale).toFixed(2)}px`);
    const [first] = places;
    svg.classList.toggle("unnamed", (first.shape.bounds[2] - first.shape.bounds[0]) * scale < NAMED_TILE);
  });
  resized.observe(svg);

  return {
    svg,
    /**
     * Marks each area with its custom area. In an overlap, the map shows the custom area that the reader is editing.
     * @param {Area[]} areas
     * @param {number} at  index of the custom area that the reader is editing
     */
    mark(areas, at) {
      /** @type {Map<string, number>} */
      const owner = new Map();
      areas.forEach(({ codes }, i) => { for (const code of codes) if (!owner.has(code)) owner.set(code, i); });
      chosen = new Set(areas[at]?.codes);
      for (const code of chosen) owner.set(code, at);
      places.forEach(({ code }, i) => {
        const own = owner.get(code);
        if (own === undefined) shapes[i].removeAttribute("data-area");
        else shapes[i].setAttribute("data-area", String(own + 1));
        shapes[i].removeAttribute("data-stroke");
        shapes[i].setAttribute("aria-selected", String(chosen.has(code)));
      });
      if (active && document.activeElement === svg) point(active);
    },
    /** Shows a stroke before the choice changes: its line, and the areas that it adds or removes. @param {Stroke} stroke */
    show({ tool, line, codes, take }) {
      trail.setAttribute("class", `trail trail-${tool} ${take ? "" : "trail-out"}`);
      trail.setAttribute("d", lineOf(line));
      const own = new Set(codes);
      places.forEach(({ code }, i) => {
        if (own.has(code)) shapes[i].setAttribute("data-stroke", take ? "in" : "out");
        else shapes[i].removeAttribute("data-stroke");
      });
    },
    /** Removes the line of the last stroke. */
    clear() {
      trail.removeAttribute("d");
    },
    /** Draws an outline from a file; null removes the outline. @param {Shape | null} shape */
    draw(shape) {
      outline.setAttribute("d", shape ? outlineOf(shape) : "");
    },
    remove() {
      resized.disconnect();
      container.replaceChildren();
    },
  };
}
