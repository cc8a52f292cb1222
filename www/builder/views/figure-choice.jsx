// "Show as": counts, percentages, ratios or averages. The choice changes the view, never the query.

import { useState } from "preact/hooks";
import { PLAIN } from "../../choice/state.js";
import { errorInWords } from "../captions.js";
import { useBuilder } from "./context.jsx";
import { Later } from "./later.jsx";

/** An average that still needs numbers from the reader. @typedef {{ of: string, values: Map<string, number> }} Draft */

const PERCENT = /** @type {const} */ ({ "percent-row": "row", "percent-column": "column", "percent-table": "table" });

export function FigureChoice() {
  const { store, more, words } = useBuilder();
  const { result } = words;
  const [draft, setDraft] = useState(/** @type {Draft | undefined} */ (undefined));
  const shown = store.shown.value;
  const layout = shown?.layout;
  const axes = shown ? shown.table.dimensions.slice(shown.layout.layers.length) : [];
  const kind = draft ? "average" : layout?.derived?.kind ?? "count";
  const value = kind === "percent" ? `percent-${store.choice.value.view.percent}` : kind;

  /** @param {string} wanted */
  function choose(wanted) {
    setDraft(undefined);
    if (wanted === "ratio" || wanted === "average") more().then((loaded) => loaded.startDerived({ store, axes, setDraft }, wanted), (error) => store.say(errorInWords(error, words).text));
    else store.view({ ...PLAIN, percent: PERCENT[/** @type {keyof typeof PERCENT} */ (wanted)] ?? null });
  }

  return (
    <fieldset class="cv-figure-choice" disabled={!shown}>
      <legend class="cv-hidden">{result.showAs}</legend>
      <label class="cv-field-inline"><span>{result.showAs}</span>
        <select data-part="figures" value={value} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="count">{result.counts}</option>
          <option value="percent-row" disabled={layout?.columns.length === 0}>{result.percentRow}</option>
          <option value="percent-column" disabled={layout?.rows.length === 0}>{result.percentColumn}</option>
          <option value="percent-table">{result.percentTable}</option>
          <option value="ratio" disabled={axes.every(({ codes }) => codes.length < 2)}>{result.ratio}</option>
          <option value="average">{result.average}</option>
        </select>
      </label>
      {(kind === "ratio" || kind === "average") && <Later part="DerivedFigures" kind={kind} axes={axes} draft={draft} setDraft={setDraft} />}
    </fieldset>
  );
}
