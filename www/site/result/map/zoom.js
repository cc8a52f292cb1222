// Zooms and moves a map that is drawn as SVG. The library d3-zoom handles wheel, mouse and fingers.

import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { movesByTouch, zoomsByWheel } from "./gestures.js";

/** The largest scale. */
const CLOSEST = 40;

/**
 * The part of a map that is in sight. The place is a part of the drawing's width and height, so that it stays when the
 * size of the drawing changes.
 * @typedef {{ k: number, x: number, y: number }} Sight  `k`: the scale; `x` and `y`: the middle
 */
/** @type {Sight} */
export const WHOLE = { k: 1, x: 0.5, y: 0.5 };

/**
 * Returns the transformation of a drawing that shows a part of the map.
 * @param {Sight} sight
 * @param {number} width
 * @param {number} height
 */
export function transformOf({ k, x, y }, width, height) {
  return zoomIdentity.translate(width / 2, height / 2).scale(k).translate(-x * width, -y * height);
}

/**
 * Lets readers zoom and move a drawing.
 * @param {SVGSVGElement} svg
 * @param {object} how
 * @param {number} how.width  of the map in the drawing's units
 * @param {number} how.height
 * @param {Sight} how.sight
 * @param {boolean} how.drag  whether a drag by one pointer moves the map
 * @param {() => boolean} how.focused
 * @param {(transform: { k: number, x: number, y: number }, sight: Sight) => void} how.apply
 */
export function zoomable(svg, { width, height, sight, drag, focused, apply }) {
  let { k } = sight;
  const state = () => ({ whole: k <= 1, focused: focused(), drag });
  const behaviour = zoom()
    .extent([[0, 0], [width, height]]).translateExtent([[0, 0], [width, height]]).scaleExtent([1, CLOSEST]).clickDistance(4)
    .filter((event) => (event.type === "wheel" ? zoomsByWheel(event, state())
      : event.type === "mousedown" ? event.button === 0 && drag && k > 1
        : movesByTouch(event.touches?.length ?? 0, state())))
    .on("zoom", ({ transform }) => {
      ({ k } = transform);
      // Without this, the browser would scroll the page as soon as a finger moves.
      svg.style.touchAction = movesByTouch(1, state()) ? "none" : "pan-x pan-y";
      apply(transform, { k, x: (width / 2 - transform.x) / k / width, y: (height / 2 - transform.y) / k / height });
    });
  const selection = select(svg);
  // A double click chooses an area and undoes the choice, so it does not zoom.
  selection.call(behaviour).on("dblclick.zoom", null);
  selection.call(behaviour.transform, transformOf(sight, width, height));
  return {
    /** @param {import("./gestures.js").Command} command */
    run(command) {
      if ("whole" in command) selection.call(behaviour.transform, zoomIdentity);
      else if ("zoom" in command) selection.call(behaviour.scaleBy, command.zoom);
      else selection.call(behaviour.translateBy, (-command.move[0] * width) / k, (-command.move[1] * height) / k);
    },
    /** Moves a place of the drawing to the middle. @param {number} x @param {number} y */
    centre(x, y) {
      selection.call(behaviour.translateTo, x, y);
    },
  };
}
