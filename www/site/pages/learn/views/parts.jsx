// Small parts that lessons share.

import { useLayoutEffect, useRef } from "preact/hooks";

/** @import { ComponentChildren } from "preact" */

/** @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) => value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A number with its sign. @param {number} value */
export const signed = (value) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${number(Math.abs(value))}`;

/**
 * @typedef {object} GridCell
 * @property {string} text
 * @property {string} [mark]  a class: "found", "wrong", "changed" or "total"
 * @property {string} [label]  the name of the button, if the cell can be chosen
 */

/**
 * A small table. With `onChoose`, its cells are buttons.
 * @param {{ caption: string, corner: string, columns: string[], rows: { head: string, cells: GridCell[] }[], onChoose?: (row: number, column: number) => void, name?: string }} props
 */
export function Grid({ caption, corner, columns, rows, onChoose, name }) {
  return (
    <div class="learn-grid" tabIndex={0} role="region" aria-label={caption} data-part={name}>
      <table>
        <caption>{caption}</caption>
        <thead><tr><th scope="col">{corner}</th>{columns.map((column) => <th key={column} scope="col" class="learn-figure">{column}</th>)}</tr></thead>
        <tbody>
          {rows.map(({ head, cells }, row) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map(({ text, mark, label }, column) => (
                <td key={column} class="learn-figure" data-mark={mark}>
                  {onChoose && label ? <button type="button" class="learn-cell" aria-label={label} onClick={() => onChoose(row, column)}>{text}</button> : text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @param {{ label: string, value: number, min: number, max: number, step?: number, onValue: (value: number) => void, name: string, shown?: string }} props */
export function Slider({ label, value, min, max, step = 1, onValue, name, shown = String(value) }) {
  return (
    <label class="learn-slider"><span>{label}: <output>{shown}</output></span>
      <input type="range" min={min} max={max} step={step} value={value} onInput={(event) => onValue(Number(event.currentTarget.value))} data-choice={name} />
    </label>
  );
}

/** One of a few choices. @param {{ legend: string, value: string, options: [string, string][], onValue: (value: string) => void, name: string }} props */
export function Choices({ legend, value, options, onValue, name }) {
  return (
    <fieldset class="learn-choices" data-choice={name}>
      <legend>{legend}</legend>
      {options.map(([each, text]) => (
        <label key={each} class="check"><input type="radio" name={name} value={each} checked={each === value} onChange={() => onValue(each)} /> {text}</label>
      ))}
    </fieldset>
  );
}

/** A button that takes the focus when the button of the last step goes away, so that the keyboard stays at its place. @param {boolean} isLast */
export function useLastStep(isLast) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const was = useRef(isLast);
  useLayoutEffect(() => {
    if (isLast && !was.current) button.current?.focus({ preventScroll: true });
    was.current = isLast;
  }, [isLast]);
  return button;
}

/** What the page says after a click. @param {{ children?: ComponentChildren, kind?: "good" | "wrong" | "plain" }} props */
export function Said({ children, kind = "plain" }) {
  return <p class="learn-said" role="status" data-kind={kind}>{children}</p>;
}

/** @param {{ error?: string }} props */
export function Waiting({ error }) {
  return error ? <p class="notice notice-error" role="alert">{error}</p> : <p class="hint" role="status">Computing …</p>;
}

/** Bars of probabilities or counts, with their numbers as text. @param {{ caption: string, bars: { name: string, value: number, text: string, mark?: string }[] }} props */
export function Bars({ caption, bars }) {
  const most = Math.max(...bars.map(({ value }) => value), 1e-9);
  return (
    <figure class="learn-bars">
      <figcaption>{caption}</figcaption>
      <dl>
        {bars.map(({ name, value, text, mark }) => (
          <div key={name} data-mark={mark}><dt>{name}</dt><dd><span class="learn-bar" style={{ inlineSize: `${(100 * value) / most}%` }} aria-hidden="true" /><span>{text}</span></dd></div>
        ))}
      </dl>
    </figure>
  );
}
