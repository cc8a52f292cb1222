// The map on which readers choose the parts of a custom area. A click adds or removes one part. Dragging a mouse or pen
// adds or removes several parts.

import { s } from "../../shell/dom.js";

/** @import { Area } from "./areas.js" */

/**
 * @param {HTMLElement} container
 * @param {(codes: string[], take: boolean) => void} onPick
 * @param {() => Area} current
 */
export function createPicking(container, onPick, current) {
  /** @type {{ take: boolean, codes: Set<string>, moved: boolean } | null} */
  let stroke = null;
  /** Whether the last press was a touch. In some browsers, click events have no pointer type. */
  let touched = false;
  const codeAt = (/** @type {PointerEvent | MouseEvent} */ event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#map [data-code]")?.getAttribute("data-code") ?? null;

  container.addEventListener("pointerdown", (event) => {
    const code = codeAt(event);
    touched = event.pointerType === "touch";
    // A moving finger scrolls the page, so touch picks areas by taps only.
    if (code === null || event.button !== 0 || touched) return;
    event.preventDefault();
    stroke = { take: !current().codes.includes(code), codes: new Set([code]), moved: false };
    paint(container, [code], stroke.take);
  });
  addEventListener("pointermove", (event) => {
    if (!stroke) return;
    const code = codeAt(event);
    if (code === null || stroke.codes.has(code)) return;
    stroke.codes.add(code);
    stroke.moved = true;
    paint(container, [code], stroke.take);
  });
  const end = () => {
    if (!stroke) return;
    const { codes, take } = stroke;
    stroke = null;
    onPick([...codes], take);
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  container.addEventListener("click", (event) => {
    const code = codeAt(event);
    // With a mouse or a pen, `pointerup` has already picked the area.
    if (code !== null && touched) onPick([code], !current().codes.includes(code));
  });
}

/**
 * Patterns distinguish areas without colour: stripes mark the second area, dots the third. community.css fills them.
 */
const MARKS = [["area-2", "M-1,1 L1,-1 M-1,9 L9,-1 M7,9 L9,7"], ["area-3", "M2,1 V3 M6,5 V7"]];

/** @param {SVGSVGElement} svg */
export function addPatterns(svg) {
  if (svg.querySelector("#area-2")) return;
  svg.prepend(s("defs", {}, ...MARKS.map(([id, d]) => s("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
    s("rect", { width: 8, height: 8 }), s("path", { d, fill: "none", "stroke-width": 2 })))));
}

/**
 * Marks areas while the reader drags, before the choice changes.
 * @param {HTMLElement} container
 * @param {string[]} codes
 * @param {boolean} take
 */
function paint(container, codes, take) {
  for (const code of codes) for (const shape of container.querySelectorAll(`[data-code="${CSS.escape(code)}"]`)) shape.setAttribute("data-stroke", take ? "in" : "out");
}

/**
 * Marks each small area with its custom area. In an overlap, the map shows the area that the reader is editing.
 * @param {HTMLElement} container
 * @param {Area[]} areas
 * @param {number} at  index of the area that the reader is editing
 */
export function markAreas(container, areas, at) {
  /** @type {Map<string, number>} */
  const owner = new Map();
  areas.forEach(({ codes }, i) => { for (const code of codes) if (i === at || !owner.has(code)) owner.set(code, i); });
  areas[at]?.codes.forEach((code) => owner.set(code, at));
  for (const shape of container.querySelectorAll("[data-code]")) {
    const own = owner.get(shape.getAttribute("data-code") ?? "");
    shape.removeAttribute("data-stroke");
    if (own === undefined) shape.removeAttribute("data-area");
    else shape.setAttribute("data-area", String(own + 1));
  }
}
