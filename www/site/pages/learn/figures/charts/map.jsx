// A map of risk and utility: a numbered mark for each table, filled for our figures and hollow for the paper's.

import { words } from "../words.js";
import { BottomAxis, Frame, LeftAxis, colourOf, mark, useCurrent } from "./plot.jsx";
import { rangeOf, scaleOf } from "./scales.js";

/** @import { Figure, Series } from "../types.js" */

const MARGIN = { top: 34, right: 20, bottom: 48, left: 48 };
const ROOM = 0.08;

/** @param {{ figure: Figure, series: Series[], tolerable: number }} props */
export function RiskMap({ figure, series, tolerable }) {
  const marks = series.flatMap((each) => each.points.map((point) => ({ series: each, point })));
  const [current, reach, isReached] = useCurrent(marks.length);
  // The axes stay when the reader switches series off.
  const all = figure.series.flatMap(({ points }) => points);
  const heightOf = (/** @type {number} */ width) => Math.round(Math.min(Math.max(width * 0.7, 340), 440));
  return (
    <Frame label={words.figureNumber(figure.number)} reading={isReached ? marks[current].point.text : ""} height={heightOf}>
      {(width) => {
        const bottom = heightOf(width) - MARGIN.bottom;
        const across = scaleOf(rangeOf(all.map(({ x }) => x), ROOM), [MARGIN.left, width - MARGIN.right], { most: Math.floor(width / 80) });
        const up = scaleOf([0, rangeOf(all.map(({ y }) => y), ROOM)[1]], [bottom, MARGIN.top], { most: 6 });
        return (
          <>
            <rect class="figures-tolerable" aria-hidden="true" x={MARGIN.left} y={up.at(tolerable)} width={Math.max(width - MARGIN.left - MARGIN.right, 0)} height={bottom - up.at(tolerable)} />
            <BottomAxis scale={across} y={bottom} top={MARGIN.top} label={figure.x.label} end={width - 4} />
            <LeftAxis scale={up} x={MARGIN.left} end={width - MARGIN.right} label={figure.y.label} top={MARGIN.top} />
            <line class="figures-limit" aria-hidden="true" x1={MARGIN.left} x2={width - MARGIN.right} y1={up.at(tolerable)} y2={up.at(tolerable)} />
            <text class="figures-limit-name" aria-hidden="true" x={MARGIN.left + 6} y={up.at(tolerable) - 6}>{words.map.tolerableLine(tolerable.toFixed(2))}</text>
            {marks.map(({ series: each, point }, at) => {
              const isOurs = each.from === "ours";
              return (
                <g key={`${each.id}-${point.name}`} {...mark({ text: point.text, at, current, onReach: reach })}>
                  <circle class="figures-dot" cx={across.at(point.x)} cy={up.at(point.y)} r={9} fill={isOurs ? colourOf(each) : "var(--sheet)"} stroke={isOurs ? "var(--sheet)" : colourOf(each)} />
                  <text class={isOurs ? "figures-in-dot" : "figures-in-ring"} x={across.at(point.x)} y={up.at(point.y) + 4} text-anchor="middle">{point.name.replace(/\D/g, "")}</text>
                </g>
              );
            })}
            {/* The ring shows the current mark through the marks above it. */}
            {isReached && <circle class="figures-chosen" aria-hidden="true" cx={across.at(marks[current].point.x)} cy={up.at(marks[current].point.y)} r={13} />}
          </>
        );
      }}
    </Frame>
  );
}
