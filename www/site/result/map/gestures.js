// Decides which gestures belong to a map and which scroll the page, for both kinds of maps. A map never traps a reader
// who only scrolls past it.

/**
 * @typedef {object} State
 * @property {boolean} whole  whether the map shows everything
 * @property {boolean} focused  whether the map has the focus
 * @property {boolean} drag  whether a drag by one pointer moves the map; otherwise the page uses the drag
 */

/**
 * Whether a wheel event zooms the map. Pinching a touchpad sends wheel events with Ctrl.
 * @param {Pick<WheelEvent, "ctrlKey" | "metaKey" | "deltaY">} event
 * @param {State} state
 */
export const zoomsByWheel = ({ ctrlKey, metaKey, deltaY }, { whole, focused }) => ctrlKey || metaKey || (focused && !(whole && deltaY > 0));

/** Whether fingers move the map. @param {number} fingers @param {State} state */
export const movesByTouch = (fingers, { whole, drag }) => fingers > 1 || (drag && !whole);

/** Each step of a button or a key multiplies the scale by this factor. */
export const STEP = 1.7;
/** The part of the map that an arrow key moves it by. */
const MOVE = 0.2;

/** @typedef {{ zoom: number } | { move: [x: number, y: number] } | { whole: true }} Command */

/**
 * Returns the command of a key, or null. Arrow keys scroll the page if the map shows everything.
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">} event
 * @param {boolean} whole
 * @returns {Command | null}
 */
export function commandOf({ key, ctrlKey, metaKey, altKey }, whole) {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "+" || key === "=") return { zoom: STEP };
  if (whole) return null;
  if (key === "-" || key === "−") return { zoom: 1 / STEP };
  if (key === "0" || key === "Home") return { whole: true };
  /** @type {Record<string, [number, number]>} */
  const moves = { ArrowLeft: [-MOVE, 0], ArrowRight: [MOVE, 0], ArrowUp: [0, -MOVE], ArrowDown: [0, MOVE] };
  return Object.hasOwn(moves, key) ? { move: moves[key] } : null;
}
