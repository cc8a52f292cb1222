// Horizontal bars: a group of bars for each method.

import { words } from "../words.js";
import { BottomAxis, Frame, colourOf, mark, useCurrent } from "./plot.jsx";
import { scaleOf } from "./scales.js";

/** @import { Figure, Series } from "../types.js" */

const NAME = 20;
const BAR = 18;
const GAP = 12;
const BELOW = 46;
const AROUND = 4;
/** The room for the figure at the end of a bar. */
const TAIL = 70;

/** @param {{ figure: Figure, series: Series[], names: string[], label: string, ends: (text: string, value: number) => string }} props  `ends`: the text at the end of a bar */
export function Bars({ figure, series, names, label, ends }) {
  const rows = names.map((name, row) => ({ name, bars: series.flatMap((each) => each.points.filter(({ x }) => x === row).map((point) => ({ series: each, point }))) })).filter(({ bars }) => bars.length > 0);
  const marks = rows.flatMap(({ bars }) => bars);
  const [current, reach, isReached] = useCurrent(marks.length);
  const tops = rows.map((_, at) => rows.slice(0, at).reduce((sum, { bars }) => sum + NAME + BAR * bars.length + GAP, 0));
  const bottom = rows.reduce((sum, { bars }) => sum + NAME + BAR * bars.length + GAP, 0);
  const largest = Math.max(...marks.map(({ point }) => point.y), 0) || 1;
  return (
    <Frame label={words.figureNumber(figure.number)} reading={isReached ? marks[current].point.text : ""} height={() => bottom + BELOW}>
      {(width) => {
        const scale = scaleOf([0, largest], [AROUND, width - TAIL], { most: Math.max(Math.floor(width / 110), 3) });
        return (
          <>
            <BottomAxis scale={scale} y={bottom} top={0} label={label} end={width - AROUND} />
            {rows.map(({ name, bars }, row) => (
              <g key={name}>
                <text x={AROUND} y={tops[row] + 14} aria-hidden="true" class="figures-name">{name}</text>
                {bars.map(({ series: each, point }, at) => {
                  const y = tops[row] + NAME + BAR * at;
                  const index = marks.findIndex((other) => other.point === point);
                  return (
                    <g key={each.id} {...mark({ text: point.text, at: index, current, onReach: reach })}>
                      <rect class="figures-target" x={AROUND} y={y} width={Math.max(width - 2 * AROUND, 0)} height={BAR} />
                      {each.from === "paper"
                        ? <line class="figures-printed" x1={scale.at(point.y)} x2={scale.at(point.y)} y1={y} y2={y + BAR - 2} stroke={colourOf(each)} />
                        : <rect class="figures-bar" x={AROUND} y={y} width={Math.max(scale.at(point.y) - AROUND, 1)} height={BAR - 2} fill={colourOf(each)} />}
                      <text x={scale.at(point.y) + 6} y={y + 12} class="figures-value">{ends(point.text, point.y)}</text>
                    </g>
                  );
                })}
              </g>
            ))}
          </>
        );
      }}
    </Frame>
  );
}
