// Lines: a line for each series, with a mark for each value.

import { words } from "../words.js";
import { BottomAxis, Frame, LeftAxis, colourOf, mark, useCurrent } from "./plot.jsx";
import { scaleOf } from "./scales.js";

/** @import { Axis, Figure, Series } from "../types.js" */

const MARGIN = { top: 34, right: 34, bottom: 48, left: 44 };

/** @param {{ figure: Figure, x: Axis, series: Series[] }} props */
export function Lines({ figure, x, series }) {
  const marks = series.flatMap((each) => each.points.map((point) => ({ series: each, point })));
  const [current, reach, isReached] = useCurrent(marks.length);
  const heightOf = (/** @type {number} */ width) => Math.round(Math.min(Math.max(width * 0.6, 280), 400));
  return (
    <Frame label={words.figureNumber(figure.number)} reading={isReached ? marks[current].point.text : ""} height={heightOf}>
      {(width) => {
        const bottom = heightOf(width) - MARGIN.bottom;
        const across = scaleOf(x.range ?? [0, 1], [MARGIN.left, width - MARGIN.right], { most: Math.floor(width / 60), scale: x.scale });
        const up = scaleOf(figure.y.range ?? [0, 1], [bottom, MARGIN.top], { most: 5 });
        return (
          <>
            <BottomAxis scale={across} y={bottom} top={MARGIN.top} label={x.label} end={width - 4} />
            <LeftAxis scale={up} x={MARGIN.left} end={width - MARGIN.right} label={figure.y.label} top={MARGIN.top} />
            {series.map((each) => <polyline key={each.id} class="figures-line" aria-hidden="true" points={each.points.map(({ x, y }) => `${across.at(x)},${up.at(y)}`).join(" ")} stroke={colourOf(each)} />)}
            {marks.map(({ series: each, point }, at) => (
              <g key={`${each.id}-${point.x}`} {...mark({ text: point.text, at, current, onReach: reach })}>
                <circle class="figures-target" cx={across.at(point.x)} cy={up.at(point.y)} r={11} />
                <circle class="figures-dot" cx={across.at(point.x)} cy={up.at(point.y)} r={4.5} fill={colourOf(each)} />
              </g>
            ))}
          </>
        );
      }}
    </Frame>
  );
}
