// Parts of all charts: the width of the frame, the axes, and marks that the arrow keys reach.

import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../words.js";
import { written } from "./scales.js";

/** @import { ComponentChildren, RefObject } from "preact" */
/** @import { Scale } from "./scales.js" */

/** @returns {[RefObject<HTMLDivElement | null>, number]} */
export function useWidth() {
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([{ contentRect }]) => setWidth(Math.floor(contentRect.width)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/**
 * The frame of a chart, with the values of the current mark below. One mark is a tab stop, and the arrow keys move to the
 * others in their order.
 * @param {{ label: string, reading: string, children: (width: number) => ComponentChildren, height: (width: number) => number }} props
 */
export function Frame({ label, reading, children, height }) {
  const [ref, width] = useWidth();
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const marks = /** @type {SVGElement[]} */ ([...(ref.current?.querySelectorAll("[data-mark]") ?? [])]);
    const now = marks.findIndex((mark) => mark === document.activeElement);
    const to = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0, End: marks.length - 1 }[event.key];
    if (now < 0 || to === undefined) return;
    event.preventDefault();
    marks[Math.min(Math.max(to, 0), marks.length - 1)].focus();
  };
  return (
    <div class="figures-frame" ref={ref}>
      {width > 0 && (
        <svg width={width} height={height(width)} viewBox={`0 0 ${width} ${height(width)}`} role="group" aria-label={label} onKeyDown={move}>
          {children(width)}
        </svg>
      )}
      <p class="figures-reading" data-part="reading" aria-hidden="true">{reading || words.chart.hint}</p>
    </div>
  );
}

/**
 * What makes an element a mark: its name, its place in the order of Tab, and what happens when a reader reaches the mark.
 * @param {{ text: string, at: number, current: number, onReach: (at: number) => void }} props
 */
export const mark = ({ text, at, current, onReach }) => ({
  "data-mark": at, role: /** @type {const} */ ("img"), "aria-label": text, tabindex: at === current ? 0 : -1, class: at === current ? "figures-mark is-current" : "figures-mark",
  onFocus: () => onReach(at), onPointerEnter: () => onReach(at), onClick: () => onReach(at),
});

/** @param {{ scale: Scale, y: number, top: number, label: string, end: number }} props */
export const BottomAxis = ({ scale, y, top, label, end }) => (
  <g aria-hidden="true" class="figures-axis">
    {scale.ticks.map((tick) => <line key={tick} x1={scale.at(tick)} x2={scale.at(tick)} y1={top} y2={y} />)}
    {scale.ticks.map((tick) => <text key={tick} x={scale.at(tick)} y={y + 17} text-anchor="middle">{written(tick)}</text>)}
    <text class="figures-axis-name" x={end} y={y + 37} text-anchor="end">{label} →</text>
  </g>
);

/** @param {{ scale: Scale, x: number, end: number, label: string, top: number }} props */
export const LeftAxis = ({ scale, x, end, label, top }) => (
  <g aria-hidden="true" class="figures-axis">
    {scale.ticks.map((tick) => <line key={tick} x1={x} x2={end} y1={scale.at(tick)} y2={scale.at(tick)} />)}
    {scale.ticks.map((tick) => <text key={tick} x={x - 7} y={scale.at(tick) + 4} text-anchor="end">{written(tick)}</text>)}
    <text class="figures-axis-name" x={2} y={top - 12}>↑ {label}</text>
  </g>
);

/** A series' colour as an attribute. @param {{ colour: string }} series */
export const colourOf = ({ colour }) => `var(${colour})`;

/** Which mark is current; the first one at first, and after a change of the marks. @param {number} marks @returns {[number, (at: number) => void, boolean]} */
export function useCurrent(marks) {
  const [current, setCurrent] = useState(-1);
  const isReached = current >= 0 && current < marks;
  return [isReached ? current : 0, setCurrent, isReached];
}
