// The averages of repeated requests as a line, with the true count and the keyed value.

/** @import { Target } from "./draws.js" */

const WIDTH = 640;
const HEIGHT = 200;
/** Room for the labels of the lines, such as "keyed value 1,002". */
const LABELS = 180;

/** @param {{ averages: number[], target: Pick<Target, "count" | "value">, requests: number }} props  `requests`: the largest number */
export function Curve({ averages, target: { count, value }, requests }) {
  const all = [...averages, count, value];
  const [least, most] = [Math.min(...all) - 1, Math.max(...all) + 1];
  const x = (/** @type {number} */ at) => 40 + (at / (requests - 1)) * (WIDTH - LABELS - 40);
  const y = (/** @type {number} */ of) => 10 + ((most - of) / (most - least)) * (HEIGHT - 50);
  const labels = count === value ? [{ of: count, text: "true and keyed" }] : [{ of: count, text: "true count" }, { of: value, text: "keyed value" }];
  const axis = HEIGHT - 34;
  return (
    <svg class="lab-curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`After ${averages.length} requests, the average is ${averages[averages.length - 1].toFixed(2)}. The true count is ${count}.`}>
      {labels.map(({ of, text }) => (
        <g key={text}>
          <line class={text === "keyed value" ? "lab-keyed" : "lab-true"} x1={40} x2={WIDTH - LABELS} y1={y(of)} y2={y(of)} />
          <text x={WIDTH - LABELS + 6} y={y(of) + 4}>{text} {of.toLocaleString("en-GB")}</text>
        </g>
      ))}
      <line class="lab-axis" x1={40} x2={WIDTH - LABELS} y1={axis} y2={axis} />
      {[1, Math.round(requests / 2), requests].map((at) => <text key={at} class="lab-tick" x={x(at - 1)} y={axis + 22}>{at}</text>)}
      <text x={WIDTH - LABELS + 6} y={axis + 2}>requests</text>
      <polyline class="lab-fresh" points={averages.map((average, at) => `${x(at).toFixed(1)},${y(average).toFixed(1)}`).join(" ")} />
      {averages.length === 1 && <circle class="lab-dot" cx={x(0)} cy={y(averages[0])} r={4} />}
    </svg>
  );
}
