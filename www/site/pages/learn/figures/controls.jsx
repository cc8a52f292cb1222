// The controls of the figures, and the table of the values.

import { useId } from "preact/hooks";
import { words } from "./words.js";

/** @import { Series } from "./types.js" */
/** @import { Set, State } from "./figures.jsx" */

/**
 * Which series the chart shows. The address has the names of the shown series only after a change.
 * @param {Series[]} series @param {State} state @param {Set} set
 */
export function useShown(series, state, set) {
  const chosen = state.show === undefined ? series.filter(({ isOn }) => isOn).map(({ id }) => id) : state.show.split(".");
  const isShown = (/** @type {string} */ id) => chosen.includes(id);
  const toggle = (/** @type {string} */ id) => {
    const next = series.filter((each) => isShown(each.id) !== (each.id === id)).map((each) => each.id);
    const isDefault = series.every((each) => next.includes(each.id) === each.isOn);
    set({ show: isDefault ? undefined : next.join(".") || "none" });
  };
  return { shown: series.filter(({ id }) => isShown(id)), isShown, toggle };
}

/** More series than this stand in columns. */
const MANY = 5;

/** The switches of the series, which are the legend too. @param {{ series: Series[], isShown: (id: string) => boolean, toggle: (id: string) => void }} props */
export const SeriesSwitches = ({ series, isShown, toggle }) => (
  series.length > 0 && (
    <fieldset class="figures-switches" data-many={series.length > MANY || undefined}>
      <legend>{words.chart.series}</legend>
      {series.map(({ id, label, colour, from }) => (
        <label key={id} class="check">
          <input type="checkbox" checked={isShown(id)} onChange={() => toggle(id)} data-series={id} />
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><circle cx="7" cy="7" r="5" fill={from === "ours" ? `var(${colour})` : "none"} stroke={`var(${colour})`} stroke-width="2" /></svg>
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
);

/** @param {{ label: string, value: string, options: [value: string, label: string][], onValue: (value: string) => void, part: string }} props */
export function Choice({ label, value, options, onValue, part }) {
  const id = useId();
  return (
    <div class="figures-choice">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)} data-part={part}>
        {options.map(([each, text]) => <option key={each} value={each}>{text}</option>)}
      </select>
    </div>
  );
}

/**
 * A slider. `onValue` gets each value on the way, and `onEnd` the last one, for the address.
 * @param {{ label: string, value: number, low: number, high: number, step: number, said: (value: number) => string, onValue: (value: number) => void, onEnd: (value: number) => void, part: string }} props
 */
export const Slider = ({ label, value, low, high, step, said, onValue, onEnd, part }) => (
  <label class="figures-slider">
    <span>{label}</span>
    <input type="range" min={low} max={high} step={step} value={value} aria-valuetext={said(value)} onInput={(event) => onValue(Number(event.currentTarget.value))} onChange={(event) => onEnd(Number(event.currentTarget.value))} data-part={part} />
    <output>{said(value)}</output>
  </label>
);

/** The values as a table: the text alternative of the chart. @param {{ caption: string, head: string[], rows: string[][] }} props */
export const ValueTable = ({ caption, head, rows }) => (
  <details class="figures-table" data-part="table">
    <summary>{words.chart.table}</summary>
    <div class="figures-scroll" tabIndex={0} role="region" aria-label={words.chart.table}>
      <table>
        <caption>{caption}</caption>
        <thead><tr>{head.map((text) => <th key={text} scope="col">{text}</th>)}</tr></thead>
        <tbody>{rows.map(([name, ...values]) => <tr key={[name, ...values].join()}><th scope="row">{name}</th>{values.map((value, at) => <td key={at}>{value}</td>)}</tr>)}</tbody>
      </table>
    </div>
  </details>
);
