// The tools above the table: which figures it shows, the chart, the shown layer, and the menu "Save".

import { useMemo } from "preact/hooks";
import { looksAtTable } from "../../element/additivity.js";
import { copyOf } from "../../choice/state.js";
import { isVirtual } from "../table/table-view.js";
import { useBuilder } from "./context.jsx";
import { FigureChoice } from "./figure-choice.jsx";
import { Later } from "./later.jsx";
import { Popover } from "./popover.jsx";

/** Tables with more columns are easier to read with swapped axes. */
const WIDE_COLUMNS = 400;

export function Tools() {
  const { store, id, drawer, sheet, words } = useBuilder();
  const { result } = words;
  const shown = store.shown.value;
  const cube = store.cube.value;
  const view = store.choice.value.view;
  const layout = shown?.layout;
  const collapses = layout !== undefined && layout.rows.length > 1 && layout.collapses(0);
  const explains = cube?.explains === true && !(shown && looksAtTable(shown.table.method));
  return (
    <div class="cv-tools">
      <button type="button" class="cv-sheet-button" aria-expanded={sheet.value} aria-controls={`${id}-build`} onClick={() => { sheet.value = !sheet.value; }}>{words.build.title}</button>
      <FigureChoice />
      <ChartChoice />
      {explains && (
        <label class="cv-switch" title={result.intervalsHint}><input type="checkbox" data-part="intervals" checked={view.uncertain} onChange={(event) => store.view({ uncertain: event.currentTarget.checked })} /><span>{result.intervals}</span></label>
      )}
      <label class="cv-switch"><input type="checkbox" data-part="hide-empty" checked={view.hideEmpty} onChange={(event) => store.view({ hideEmpty: event.currentTarget.checked })} /><span>{result.hideEmpty}</span></label>
      {collapses && (
        <button type="button" data-part="collapse-all" onClick={() => store.view({ collapsed: view.collapsed.length === 0 ? layout.rows[0].axis.codes.map(({ code }) => [code]) : [] })}>{view.collapsed.length === 0 ? result.collapse : result.expand}</button>
      )}
      {layout && isVirtual(layout) && <Later part="Find" />}
      <Save />
      <button type="button" data-part="about" aria-expanded={drawer.value?.kind === "about"} aria-controls={`${id}-drawer`} disabled={!cube} onClick={() => { drawer.value = drawer.value?.kind === "about" ? null : { kind: "about" }; }}>{result.about}</button>
      {layout && layout.layers.length > 0 && <Layers />}
      {layout && layout.width > WIDE_COLUMNS && layout.height < layout.width && (
        <p class="cv-wide">{result.wide(layout.width, layout.height)} <button type="button" onClick={() => store.change({ ...copyOf(store.choice.value), rows: [...store.choice.value.columns], columns: [...store.choice.value.rows] })}>{result.swap}</button></p>
      )}
    </div>
  );
}

function ChartChoice() {
  const { store, more, words: { result, charts } } = useBuilder();
  const shown = store.shown.value;
  const loaded = more.loaded();
  const unfit = useMemo(() => (shown && loaded ? loaded.unfitCharts(shown) : {}), [shown, loaded]);
  const { chart } = store.choice.value.view;
  return (
    <label class="cv-field-inline"><span>{result.chart}</span>
      <select data-part="chart" value={chart ?? ""} onChange={(event) => store.view({ chart: /** @type {import("../../choice/types.js").ChartKind | null} */ (event.currentTarget.value || null) })}>
        <option value="">{result.noChart}</option>
        {(/** @type {(keyof typeof charts)[]} */ (Object.keys(charts))).map((kind) => <option key={kind} value={kind} disabled={kind in unfit && kind !== chart}>{kind in unfit ? `${charts[kind]} (${unfit[kind]?.replace(/\.$/, "")})` : charts[kind]}</option>)}
      </select>
    </label>
  );
}

function Save() {
  const { store, words: { result } } = useBuilder();
  const refusal = store.refusal.value;
  const savable = store.shown.value !== undefined || refusal?.kind === "large" && refusal.savable;
  return <Popover name="save" class="cv-primary" title={result.save} button={result.save} attributes={{ "data-part": "save", disabled: !savable }}>{(close) => <Later part="SavePanel" close={close} />}</Popover>;
}

/** A list of categories for each layer variable, with buttons for the previous and the next category. */
function Layers() {
  const { store, words: { result } } = useBuilder();
  const layers = store.shown.value?.layout.layers ?? [];
  return (
    <div class="cv-layers" role="group" aria-label={result.layerShown} data-part="layers">
      {layers.map(({ axis, code }) => {
        const at = axis.codes.indexOf(code);
        const step = (/** @type {-1 | 1} */ by, /** @type {string} */ label) => (
          // With `disabled`, the button would lose the focus at the last category.
          <button type="button" class={`cv-icon ${by < 0 ? "cv-before" : "cv-after"}`} aria-label={label} title={label} aria-disabled={!axis.codes[at + by]} onClick={() => axis.codes[at + by] && store.layer(axis.name, axis.codes[at + by].code)} />
        );
        return (
          <span key={axis.name} class="cv-layer">
            <label><span>{axis.label}</span> <select value={code.code} data-layer={axis.name} onChange={(event) => store.layer(axis.name, event.currentTarget.value)}>
              {axis.codes.map((each) => <option key={each.code} value={each.code}>{each.label}</option>)}
            </select></label>
            {step(-1, result.previous(axis.label))}{step(1, result.next(axis.label))}
          </span>
        );
      })}
    </div>
  );
}
