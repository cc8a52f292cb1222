// The tools above the table: which figures it shows, the chart, the shown layer, and the menu "Save".

import { useMemo } from "preact/hooks";
import { looksAtTable } from "../../element/additivity.js";
import { isInParts, mayPeel } from "../../choice/state.js";
import { isVirtual } from "../table/table-view.js";
import { useBuilder } from "./context.jsx";
import { FigureChoice } from "./figure-choice.jsx";
import { useToolbar } from "./focus.js";
import { Later } from "./later.jsx";
import { Popover } from "./popover.jsx";

/** Tables with more columns are easier to read with swapped axes. */
const WIDE_COLUMNS = 400;

export function Tools() {
  const { store, id, drawer, sheet, words } = useBuilder();
  const { result } = words;
  const switches = useToolbar();
  const shown = store.shown.value;
  const cube = store.cube.value;
  const view = store.choice.value.view;
  const layout = shown?.layout;
  const collapses = layout !== undefined && layout.rows.length > 1 && layout.collapses(0);
  const explains = cube?.explains === true && !(shown && looksAtTable(shown.table.method));
  return (
    <div class="cv-tools">
      <button type="button" class="cv-sheet-button" aria-expanded={sheet.value} aria-controls={`${id}-build`} onClick={() => { sheet.value = !sheet.value; }}>{words.build.title}</button>
      {cube && mayPeel(cube) && !(shown && looksAtTable(shown.table.method)) && <Peel />}
      <FigureChoice />
      <ChartChoice />
      <div {...switches} class="cv-switches" aria-label={result.display}>
        {explains && !view.peel && (isInParts(cube) ? <Later part="LongIntervals" /> : (
          <label class="cv-switch" title={result.intervalsHint}><input type="checkbox" data-part="intervals" checked={view.uncertain} onChange={(event) => store.view({ uncertain: event.currentTarget.checked })} /><span>{result.intervals}</span></label>
        ))}
        <label class="cv-switch"><input type="checkbox" data-part="hide-empty" checked={view.hideEmpty} onChange={(event) => store.view({ hideEmpty: event.currentTarget.checked })} /><span>{result.hideEmpty}</span></label>
        {collapses && (
          <button type="button" data-part="collapse-all" onClick={() => store.view({ collapsed: view.collapsed.length === 0 ? layout.rows[0].axis.codes.map(({ code }) => [code]) : [] })}>{view.collapsed.length === 0 ? result.collapse : result.expand}</button>
        )}
        <button type="button" data-part="about" aria-expanded={drawer.value?.kind === "about"} aria-controls={`${id}-drawer`} disabled={!cube} onClick={() => { drawer.value = drawer.value?.kind === "about" ? null : { kind: "about" }; }}>{result.about}</button>
      </div>
      {layout && isVirtual(layout) && <Later part="Find" />}
      <Save />
      {layout && layout.layers.length > 0 && <Later part="Layers" />}
      {layout && layout.width > WIDE_COLUMNS && layout.height < layout.width && <Later part="Wide" width={layout.width} height={layout.height} />}
    </div>
  );
}

const PEELS = /** @type {const} */ (["true", "noise", null]);

/** True counts, noise or published values. The arrow keys move between the three. */
function Peel() {
  const { store, id, words: { result: { peel } } } = useBuilder();
  const now = store.choice.value.view.peel;
  return (
    <fieldset class="cv-peel" data-part="peel">
      <legend class="cv-hidden">{peel.title}</legend>
      {PEELS.map((each) => <label key={each}><input type="radio" name={`${id}-peel`} value={each ?? "published"} checked={now === each} onChange={() => store.view({ peel: each })} /><span>{peel[each ?? "published"]}</span></label>)}
    </fieldset>
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
  // A file has the published values, so the table shows them before it is saved.
  const peel = store.choice.value.view.peel;
  const savable = !peel && (store.shown.value !== undefined || refusal?.kind === "large" && refusal.savable);
  return <Popover name="save" class="cv-primary" title={peel ? result.peel.noFile : result.save} button={result.save} attributes={{ "data-part": "save", disabled: !savable }}>{(close) => <Later part="SavePanel" close={close} />}</Popover>;
}
