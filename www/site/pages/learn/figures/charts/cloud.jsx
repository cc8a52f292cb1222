// Random numbers: a point for each draw, or the number of draws in equal intervals.

import { useState } from "preact/hooks";
import { words } from "../words.js";
import { BottomAxis, Frame, LeftAxis, colourOf, mark, useCurrent } from "./plot.jsx";
import { scaleOf, written } from "./scales.js";

/** @import { Figure, Point } from "../types.js" */
/** @typedef {{ range: string, low: number, count: number, text: string }} Interval */

const MARGIN = { top: 34, right: 28, bottom: 48, left: 52 };
const heightOf = (/** @type {number} */ width) => Math.round(Math.min(Math.max(width * 0.55, 280), 460));

/** The draws in equal intervals from 0 to 1. @param {Point[]} points @param {number} parts @returns {Interval[]} */
export function intervalsOf(points, parts) {
  const counts = Array.from({ length: parts }, () => 0);
  // The draws have four decimals, so this product is a whole number before its division.
  for (const { y } of points) counts[Math.floor((Math.round(y * 10_000) * parts) / 10_000)] += 1;
  return counts.map((count, at) => {
    const range = words.cloud.from((at / parts).toFixed(2), ((at + 1) / parts).toFixed(2));
    return { range, low: at / parts, count, text: words.cloud.inInterval(range, count) };
  });
}

/** @param {{ figure: Figure, points: Point[] }} props */
export function Points({ figure, points }) {
  const [chosen, choose] = useState(0);
  const { length } = points;
  const point = chosen > 0 ? points[Math.min(chosen, length) - 1] : undefined;
  const [series] = figure.series;
  const range = /** @type {[number, number]} */ ([1, Math.max(length, 2)]);
  /** Chooses the point nearest to the pointer. @param {{ clientX: number, clientY: number, currentTarget: SVGElement }} event @param {ReturnType<typeof scaleOf>} across @param {ReturnType<typeof scaleOf>} up */
  const nearest = (event, across, up) => {
    const { left, top } = (event.currentTarget.ownerSVGElement ?? event.currentTarget).getBoundingClientRect();
    const far = (/** @type {Point} */ { x, y }) => (across.at(x) - event.clientX + left) ** 2 + (up.at(y) - event.clientY + top) ** 2;
    choose(points.reduce((best, each) => (far(each) < far(best) ? each : best)).x);
  };
  return (
    <>
      <Frame label={words.figureNumber(figure.number)} reading={point?.text ?? words.cloud.hint} height={heightOf}>
        {(width) => {
          const bottom = heightOf(width) - MARGIN.bottom;
          const across = scaleOf(range, [MARGIN.left, width - MARGIN.right], { most: Math.floor(width / 90) });
          const up = scaleOf([0, 1], [bottom, MARGIN.top], { most: 5 });
          return (
            <>
              <BottomAxis scale={across} y={bottom} top={MARGIN.top} label={figure.x.label} end={width - 4} />
              <LeftAxis scale={up} x={MARGIN.left} end={width - MARGIN.right} label={figure.y.label} top={MARGIN.top} />
              <path class={length > 2000 ? "figures-cloud" : "figures-cloud is-sparse"} aria-hidden="true" stroke={colourOf(series)} d={points.map(({ x, y }) => `M${across.at(x).toFixed(1)} ${up.at(y).toFixed(1)}h0`).join("")} />
              {point && <circle class="figures-chosen" aria-hidden="true" cx={across.at(point.x)} cy={up.at(point.y)} r={7} />}
              <rect class="figures-target" x={MARGIN.left} y={MARGIN.top} width={Math.max(width - MARGIN.left - MARGIN.right, 0)} height={bottom - MARGIN.top} onPointerMove={(event) => nearest(event, across, up)} onClick={(event) => nearest(event, across, up)} />
            </>
          );
        }}
      </Frame>
      <label class="figures-slider">
        <span>{words.cloud.chosen}</span>
        <input type="range" min={1} max={length} value={Math.min(chosen || 1, length)} onInput={(event) => choose(Number(event.currentTarget.value))} aria-valuetext={point?.text ?? points[0].text} data-part="draw" />
        <output>{point?.text ?? words.cloud.draw(1)}</output>
      </label>
    </>
  );
}

/** @param {{ figure: Figure, intervals: Interval[], draws: number }} props */
export function Intervals({ figure, intervals, draws }) {
  const [current, reach, isReached] = useCurrent(intervals.length);
  const expected = draws / intervals.length;
  const largest = Math.max(...intervals.map(({ count }) => count));
  return (
    <Frame label={words.figureNumber(figure.number)} reading={isReached ? intervals[current].text : ""} height={heightOf}>
      {(width) => {
        const bottom = heightOf(width) - MARGIN.bottom;
        const across = scaleOf([0, 1], [MARGIN.left, width - MARGIN.right], { most: 5 });
        const up = scaleOf([0, largest * 1.05], [bottom, MARGIN.top], { most: 5 });
        const step = across.at(1 / intervals.length) - across.at(0);
        return (
          <>
            <BottomAxis scale={across} y={bottom} top={MARGIN.top} label={figure.y.label} end={width - 4} />
            <LeftAxis scale={up} x={MARGIN.left} end={width - MARGIN.right} label={words.cloud.count} top={MARGIN.top} />
            {intervals.map(({ low, count, text }, at) => (
              <g key={low} {...mark({ text, at, current, onReach: reach })}>
                <rect class="figures-target" x={across.at(low)} y={MARGIN.top} width={step} height={bottom - MARGIN.top} />
                <rect class="figures-bar" x={across.at(low) + Math.min(step * 0.08, 2)} y={up.at(count)} width={step - 2 * Math.min(step * 0.08, 2)} height={bottom - up.at(count)} fill={colourOf(figure.series[0])} />
              </g>
            ))}
            <line class="figures-limit" aria-hidden="true" x1={MARGIN.left} x2={width - MARGIN.right} y1={up.at(expected)} y2={up.at(expected)} />
            <text class="figures-limit-name" aria-hidden="true" x={width - MARGIN.right} y={MARGIN.top - 12} text-anchor="end">{words.cloud.expected(written(Math.round(expected * 100) / 100))}</text>
          </>
        );
      }}
    </Frame>
  );
}
