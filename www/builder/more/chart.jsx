// The chart of the table, with its caption, legend, words and table.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { fileName } from "../../choice/file-name.js";
import { useBuilder } from "../views/context.jsx";
import { useIntervals } from "../views/intervals.js";
import { drawing } from "./drawing.js";
import { saveFile } from "./save-panel.jsx";

/** @import { ChartKind } from "../../choice/types.js" */
/** @import { Drawing } from "./drawing.js" */

/** The largest number of figures in the table below a chart. The main table has all figures. */
const TABLE_FIGURES = 1500;
/** The largest width of a chart on a page, in pixels. */
const WIDEST = 1100;

/** @param {{ kind: ChartKind }} props */
export function Chart({ kind }) {
  const { store, id, words } = useBuilder();
  const { chart: say, charts } = words;
  const [loaded, setLoaded] = useState(/** @type {Drawing | "failed" | undefined} */ (undefined));
  const [width, setWidth] = useState(0);
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const shown = store.shown.value;
  const intervals = useIntervals();

  useEffect(() => void drawing().then(setLoaded, () => setLoaded("failed")), []);
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (frame.current);
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Other changes of the builder keep the drawing.
  const result = useMemo(() => (loaded && loaded !== "failed" && shown && width > 0 ? loaded.chartOf({ ...shown, kind, width: Math.min(width, WIDEST), intervals }) : undefined), [loaded, shown, width, kind, intervals]);
  const drawn = result?.chart;
  const svg = drawn?.svg;
  useLayoutEffect(() => {
    svg?.setAttribute("aria-describedby", `${id}-chart-words`);
    place.current?.replaceChildren(...(svg ? [svg] : []));
  }, [svg]);

  const saving = (/** @type {"svg" | "png"} */ ending) => async () => {
    if (!loaded || loaded === "failed" || !shown) return;
    const name = fileName(shown.selection, shown.cube.id, `${kind}.${ending}`);
    try {
      const file = await loaded.chartFile({ ...shown, kind, intervals }, ending);
      saveFile(file.content, name, file.type);
      store.say(words.saved.file(name));
    } catch (error) {
      store.say(say.notSaved(/** @type {Error} */ (error).message));
    }
  };

  return (
    <figure class="cv-chart" ref={frame} data-part="chart-figure">
      {loaded === undefined && <p class="cv-hint" role="status">{say.loading}</p>}
      {loaded === "failed" && <p class="cv-hint" role="status">{say.failed}</p>}
      {result && !drawn && <p class="cv-hint" role="status">{say.unfit(charts[kind], result.unfit)}</p>}
      {drawn && (
        <>
          <figcaption><h3>{drawn.title}</h3>{drawn.subtitle && <p>{drawn.subtitle}</p>}</figcaption>
          <div ref={place} class="cv-frame" />
          {drawn.legend.length > 0 && <ul class="cv-chart-legend" aria-label={say.legend} ref={(list) => list?.replaceChildren(...drawn.legendItems())} />}
          <p class="cv-words" id={`${id}-chart-words`}>{drawn.words}</p>
          <p class="cv-hint">{drawn.notes.join(" ")}</p>
          <div class="cv-actions">
            <button type="button" data-part="chart-svg" onClick={saving("svg")}>{say.svg}</button>
            <button type="button" data-part="chart-png" onClick={saving("png")}>{say.png}</button>
          </div>
          <ChartTable drawn={drawn} />
        </>
      )}
    </figure>
  );
}

/** The figures of the chart as a table. @param {{ drawn: { title: string, unit: string, heads: string[], lines: { cell: number, labels: string[], text: string, why: string }[] } }} props */
function ChartTable({ drawn }) {
  const { words: { chart: say } } = useBuilder();
  const [open, setOpen] = useState(false);
  return (
    <details class="cv-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say.table(drawn.lines.length)}</summary>
      {open && (
        <div class="cv-scrolls" role="region" tabIndex={0} aria-label={say.tableTitle}>
          <table>
            <caption class="cv-hidden">{drawn.title}</caption>
            <thead><tr>{[...drawn.heads, drawn.unit].map((head) => <th key={head} scope="col">{head}</th>)}</tr></thead>
            <tbody>{drawn.lines.slice(0, TABLE_FIGURES).map((line, i) => (
              <tr key={i}>{line.labels.map((label, at) => (at === 0 ? <th key={at} scope="row">{label}</th> : <td key={at}>{label}</td>))}<td data-cell={line.cell}>{line.why ? <abbr title={line.why}>{line.text}</abbr> : line.text}</td></tr>
            ))}</tbody>
          </table>
          {drawn.lines.length > TABLE_FIGURES && <p class="cv-hint">{say.first(TABLE_FIGURES, drawn.lines.length)}</p>}
        </div>
      )}
    </details>
  );
}
