// Strokes on the map with mouse, pen or finger. A brush takes every area that its line crosses. A lasso takes the areas
// whose centre its line encloses.

import { contains, crosses, encloses } from "./geometry.js";

/** @import { Point } from "./geometry.js" */
/** @import { Place } from "./plane.js" */

/** @typedef {"brush" | "lasso"} Tool */
/**
 * @typedef {{ tool: Tool, line: Point[], codes: string[], take: boolean }} Stroke  `take`: whether the areas are added
 *   or removed
 */

/** A pointer that moves less than this many pixels makes a click, because no hand is still. */
const STILL = { mouse: 3, pen: 4, touch: 8 };

/**
 * @param {SVGSVGElement} svg
 * @param {object} of
 * @param {() => Place[]} of.places
 * @param {() => Tool} of.tool
 * @param {() => boolean} of.isRemoving  whether the reader has switched to removing
 * @param {(code: string) => boolean} of.isChosen
 * @param {(stroke: Stroke) => void} of.onMove
 * @param {(stroke: Stroke) => void} of.onEnd
 * @param {() => void} of.onCancel
 */
export function createStrokes(svg, { places, tool, isRemoving, isChosen, onMove, onEnd, onCancel }) {
  /**
   * `still`: the distance that the pointer must move; 0 if the pointer has moved.
   * @type {{ id: number, tool: Tool, line: Point[], codes: Set<string>, take: boolean | undefined, start: [number, number], still: number, toPlane: DOMMatrix } | null}
   */
  let stroke = null;
  let frame = 0;

  const placeAt = (/** @type {Point} */ point) => places().find(({ shape }) => contains(shape, point));

  /** The first area decides the direction of a brush, unless the reader has chosen to remove. @param {string} code @param {PointerEvent} event */
  const directionOf = (code, event) => !(isRemoving() || event.altKey || isChosen(code));

  /** @param {PointerEvent} event */
  function extend(event) {
    if (!stroke) return;
    // Between two frames a browser reports only the last position. The others are the coalesced events.
    const coalesced = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of coalesced.length ? coalesced : [event]) {
      if (stroke.still > 0 && Math.hypot(clientX - stroke.start[0], clientY - stroke.start[1]) < stroke.still) continue;
      stroke.still = 0;
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(stroke.toPlane);
      const from = stroke.line[stroke.line.length - 1];
      stroke.line.push([x, y]);
      if (stroke.tool === "lasso") continue;
      // The distance orders the areas that one segment crosses, so that the first one decides the direction.
      const crossed = places().filter(({ shape }) => crosses(shape, from, [x, y]))
        .sort((a, b) => Math.hypot(a.centre[0] - from[0], a.centre[1] - from[1]) - Math.hypot(b.centre[0] - from[0], b.centre[1] - from[1]));
      for (const { code } of crossed) {
        stroke.take ??= directionOf(code, event);
        stroke.codes.add(code);
      }
    }
    if (stroke.tool === "lasso" && stroke.still === 0) {
      const { line } = stroke;
      stroke.take = !(isRemoving() || event.altKey);
      stroke.codes = new Set(places().filter(({ centre }) => encloses(line, centre)).map(({ code }) => code));
    }
  }

  /**
   * A click with the lasso takes one area, but only when the button is released: the press may begin a line.
   * @returns {Stroke}
   */
  const drawn = (isReleased = false) => {
    const { tool, line, codes, take, still } = /** @type {NonNullable<typeof stroke>} */ (stroke);
    return { tool, line, codes: tool === "lasso" && still > 0 && !isReleased ? [] : [...codes], take: take ?? true };
  };

  function stop() {
    cancelAnimationFrame(frame);
    frame = 0;
    stroke = null;
  }

  function cancel() {
    if (!stroke) return;
    stop();
    onCancel();
  }

  svg.addEventListener("pointerdown", (event) => {
    // A second finger scrolls or enlarges the page.
    if (stroke) return cancel();
    if (!event.isPrimary || event.button !== 0) return;
    const toPlane = svg.getScreenCTM()?.inverse();
    if (!toPlane) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(toPlane);
    const place = placeAt([x, y]);
    stroke = {
      id: event.pointerId, tool: tool(), line: [[x, y]], codes: new Set(place ? [place.code] : []), take: place ? directionOf(place.code, event) : undefined,
      start: [event.clientX, event.clientY], still: STILL[/** @type {keyof typeof STILL} */ (event.pointerType)] ?? STILL.mouse, toPlane,
    };
    svg.setPointerCapture(event.pointerId);
    onMove(drawn());
  });
  svg.addEventListener("pointermove", (event) => {
    if (event.pointerId !== stroke?.id) return;
    extend(event);
    if (!frame) frame = requestAnimationFrame(() => { frame = 0; if (stroke) onMove(drawn()); });
  });
  svg.addEventListener("pointerup", (event) => {
    if (event.pointerId !== stroke?.id) return;
    extend(event);
    const done = drawn(true);
    stop();
    if (done.codes.length) onEnd(done);
    else onCancel();
  });
  // The browser has taken the pointer, for example to scroll with two fingers.
  svg.addEventListener("pointercancel", cancel);
  svg.addEventListener("contextmenu", (event) => { if (stroke) event.preventDefault(); });
  addEventListener("blur", cancel);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !stroke) return;
    event.preventDefault();
    cancel();
  });
  return { isOn: () => stroke !== null };
}
