// The controls and the chart of each kind of figure.

import { useState } from "preact/hooks";
import { Bars } from "./charts/bars.jsx";
import { Intervals, Points, intervalsOf } from "./charts/cloud.jsx";
import { Lines } from "./charts/lines.jsx";
import { RiskMap } from "./charts/map.jsx";
import { Choice, SeriesSwitches, Slider, ValueTable, useShown } from "./controls.jsx";
import { WEIGHTS, riskSeries } from "./model-risk.js";
import { words } from "./words.js";

/** @import { Figure, Series } from "./types.js" */
/** @import { Set, State } from "./figures.jsx" */

/** @typedef {{ figure: Figure, state: State, set: Set }} Props */

const TEXTS = words.chart;
/** The tolerable risk of the paper's example (Shlomo, Antal and Elliot 2015, section 5.2). */
const TOLERABLE = 0.15;
const HALF = 0.5;

/** A number of the address within a range. @param {string | undefined} text @param {number} low @param {number} high @param {number} otherwise */
const within = (text, low, high, otherwise) => {
  const number = Number(text);
  return text === undefined || text === "" || !(number >= low && number <= high) ? otherwise : number;
};

/** @param {Props} props */
export function BarsFigure({ figure, state, set }) {
  const { shown, isShown, toggle } = useShown(figure.series, state, set);
  const ours = figure.series.filter(({ from }) => from === "ours");
  const bases = ours.filter(({ isOn }) => isOn).flatMap(({ points }) => points.map(({ name }) => name));
  const base = bases.includes(state.base) ? state.base : "";
  const drawn = base ? multiples(shown, ours, base) : shown;
  const names = ours.flatMap(({ points }) => points).reduce((all, { name, x }) => Object.assign(all, { [x]: name }), /** @type {string[]} */ ([]));
  return (
    <>
      <div class="figures-controls">
        <SeriesSwitches series={figure.series} isShown={isShown} toggle={toggle} />
        {bases.length > 0 && <Choice label={TEXTS.compare} value={base} options={[["", TEXTS.compareNothing], ...bases.map((name) => /** @type {[string, string]} */ ([name, name]))]} onValue={(value) => set({ base: value || undefined })} part="base" />}
      </div>
      {drawn.length > 0
        ? <Bars figure={figure} series={drawn} names={names} label={base ? TEXTS.times(base) : figure.x.label + (figure.x.unit && figure.x.unit !== "%" ? `, ${figure.x.unit}` : "")} ends={(text) => text.slice(text.lastIndexOf(": ") + 2).replace(/ (persons|times .*)$/, (unit) => (unit.startsWith(" times") ? "×" : ""))} />
        : <p class="notice">{bases.length === 0 ? TEXTS.noPoints : TEXTS.none}</p>}
      {drawn.length > 0 && <ValueTable caption={figure.title} head={[figure.y.label, ...drawn.map(({ label }) => label)]} rows={names.map((name, row) => [name, ...drawn.map(({ points }) => valueIn(points.find(({ x }) => x === row)?.text))])} />}
    </>
  );
}

/** The value at the end of a text, or a dash. @param {string | undefined} text */
const valueIn = (text) => (text === undefined ? "–" : text.slice(text.lastIndexOf(": ") + 2));

/** Divides each series by a method's value in the same table. @param {Series[]} shown @param {Series[]} ours @param {string} base @returns {Series[]} */
function multiples(shown, ours, base) {
  return shown.filter(({ from }) => from === "ours").map((series) => {
    const divisor = ours.filter(({ isOn }) => isOn === series.isOn).flatMap(({ points }) => points).find(({ name }) => name === base)?.y ?? 1;
    return { ...series, points: series.points.map((point) => ({ ...point, y: point.y / divisor, text: `${point.text.slice(0, point.text.lastIndexOf(": "))}: ${words.chart.timesOf((point.y / divisor).toFixed(1), base)}` })) };
  });
}

/** @param {Props} props */
export function LinesFigure({ figure, state, set }) {
  const variant = figure.variants.find(({ id }) => id === state.x) ?? figure.variants[0];
  const [weights, setWeights] = useState(() => ({ zeros: within(state.empty, 0, 1, WEIGHTS.zeros), entropy: within(state.entropy, 0, 1, WEIGHTS.entropy) }));
  // The weights add up to 1, so one weight limits the other.
  const entropy = Math.min(weights.entropy, 1 - weights.zeros);
  const size = Math.max(1 - weights.zeros - entropy, 0);
  const all = [...variant.series, riskSeries(variant.series, { zeros: weights.zeros, entropy, size })];
  const { shown, isShown, toggle } = useShown(all, state, set);
  const { terms, weights: title, weightsHint, byEmpty, byPersons } = words.components;
  return (
    <>
      <div class="figures-controls">
        <Choice label={TEXTS.horizontal} value={variant.id} options={[["empty", byEmpty], ["persons", byPersons]]} onValue={(x) => set({ x: x === figure.variants[0].id ? undefined : x })} part="x" />
        <SeriesSwitches series={all} isShown={isShown} toggle={toggle} />
        <fieldset class="figures-weights">
          <legend>{title}</legend>
          <Slider label={terms.zeros} value={weights.zeros} low={0} high={1} step={0.05} said={(value) => value.toFixed(2)} onValue={(zeros) => setWeights({ ...weights, zeros })} onEnd={(zeros) => set({ empty: String(zeros) })} part="weight-zeros" />
          <Slider label={terms.entropy} value={entropy} low={0} high={1} step={0.05} said={(value) => value.toFixed(2)} onValue={(entropy) => setWeights({ ...weights, entropy })} onEnd={(value) => set({ entropy: String(value) })} part="weight-entropy" />
          <p class="figures-rest"><span>{terms.size}</span> <output data-part="weight-size">{size.toFixed(2)}</output></p>
          <p class="hint">{weightsHint}</p>
        </fieldset>
      </div>
      {shown.length > 0 ? <Lines figure={figure} x={variant.x} series={shown} /> : <p class="notice">{TEXTS.none}</p>}
      {shown.length > 0 && <ValueTable caption={figure.title} head={[variant.x.label, ...shown.map(({ label }) => label)]} rows={shown[0].points.map(({ x }, at) => [x.toLocaleString("en-GB"), ...shown.map(({ points }) => points[at].y.toFixed(3))])} />}
    </>
  );
}

/** @param {Props} props */
export function MapFigure({ figure, state, set }) {
  const { shown, isShown, toggle } = useShown(figure.series, state, set);
  const [risk, setRisk] = useState(within(state.risk, 0, HALF, TOLERABLE));
  const { tolerable, mayRelease, live, liveLink, risk: riskLabel, utility } = words.map;
  const counted = (/** @type {"ours" | "paper"} */ from) => {
    const points = shown.filter((series) => series.from === from).flatMap(({ points }) => points);
    return /** @type {const} */ ([points.filter(({ y }) => y <= risk).length, points.length]);
  };
  const rows = shown.flatMap(({ label, points }) => points.map(({ name, x, y }) => [label, name, y.toFixed(3), x.toFixed(3)]));
  return (
    <>
      <div class="figures-controls">
        <SeriesSwitches series={figure.series} isShown={isShown} toggle={toggle} />
        <Slider label={tolerable} value={risk} low={0} high={HALF} step={0.01} said={(value) => value.toFixed(2)} onValue={setRisk} onEnd={(value) => set({ risk: value === TOLERABLE ? undefined : String(value) })} part="tolerable" />
        <p data-part="may-release" role="status">{mayRelease(...counted("ours"), ...counted("paper"))}</p>
      </div>
      {shown.length > 0 ? <RiskMap figure={figure} series={shown} tolerable={risk} /> : <p class="notice">{TEXTS.none}</p>}
      <p class="hint">{live} <a href="risk.html">{liveLink}</a></p>
      {shown.length > 0 && <ValueTable caption={figure.title} head={[words.method, words.map.table, riskLabel, utility]} rows={rows} />}
    </>
  );
}

/** The numbers of draws and of intervals to choose from. The study's test has 100 intervals. */
const PARTS = ["10", "20", "50", "100"];
const FEWEST = 100;

/** @param {Props} props */
export function CloudFigure({ figure, state, set }) {
  const [{ points: all }] = figure.series;
  const [draws, setDraws] = useState(Math.round(within(state.draws, FEWEST, all.length, all.length)));
  const view = state.view === "intervals" ? "intervals" : "points";
  const parts = PARTS.includes(state.parts) ? state.parts : "100";
  const points = all.slice(0, draws);
  const intervals = intervalsOf(points, Number(parts));
  const texts = words.cloud;
  return (
    <>
      <div class="figures-controls">
        <Choice label={texts.view} value={view} options={[["points", texts.points], ["intervals", texts.intervals]]} onValue={(value) => set({ view: value === "points" ? undefined : value })} part="view" />
        <Choice label={texts.howMany} value={parts} options={PARTS.map((each) => [each, each])} onValue={(value) => set({ parts: value === "100" ? undefined : value })} part="parts" />
        <Slider label={texts.first} value={draws} low={FEWEST} high={all.length} step={1} said={texts.firstSaid} onValue={setDraws} onEnd={(value) => set({ draws: value === all.length ? undefined : String(value) })} part="draws" />
      </div>
      {view === "points" ? <Points figure={figure} points={points} /> : <Intervals figure={figure} intervals={intervals} draws={draws} />}
      <ValueTable caption={texts.firstSaid(draws)} head={[texts.interval, texts.count]} rows={intervals.map(({ range, count }) => [range, count.toLocaleString("en-GB")])} />
    </>
  );
}
