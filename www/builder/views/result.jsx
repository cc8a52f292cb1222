// The table with its title, tools, status and notes.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { additivityInWords, looksAtTable } from "../../element/additivity.js";
import { STATUSES, statusInWords } from "../../words/statuses.js";
import { isInParts } from "../../choice/state.js";
import { focusedNear } from "../../element/focus.js";
import { captionOfLayout, errorInWords, exampleOf, notesOfDerived, sumsInWords } from "../captions.js";
import { createCells } from "../table/cells.js";
import { createTableView, isVirtual } from "../table/table-view.js";
import { useBuilder } from "./context.jsx";
import { useKeptFocus } from "./focus.js";
import { useIntervals } from "./intervals.js";
import { Later } from "./later.jsx";
import { Tools } from "./tools.jsx";

/** @import { Reason } from "../../words/statuses.js" */

/** Most tables are built sooner, and for them the bar would only flash. */
const PROGRESS_AFTER_MS = 150;
/** Lists the shorthand used in a table up to this size. For a larger table, lists all shorthand. */
const SEARCHED_CELLS = 200_000;
/** Maximum categories that a note names. */
const NAMED = 5;

export function Result() {
  const { store, id, words } = useBuilder();
  const refusal = store.refusal.value;
  const shown = store.shown.value;
  const focus = useKeptFocus((_, zone) => zone.querySelector(".cv-table:has(table)") ?? zone);
  return (
    <section {...focus} class="cv-result" id={`${id}-result`} aria-label={words.result.title} tabIndex={-1}>
      <Head />
      <Tools />
      <Progress />
      {refusal && <Refused />}
      <div class={shown?.selection.view.chart ? "cv-figures cv-with-chart" : "cv-figures"} hidden={!shown}>
        {shown?.selection.view.chart && shown.selection.view.peel !== "noise" && <Later part="Chart" kind={shown.selection.view.chart} />}
        <TableRegion />
        {shown && <Notes />}
      </div>
    </section>
  );
}

function Head() {
  const { store, introduced, words } = useBuilder();
  const cube = store.cube.value;
  const shown = store.shown.value;
  const peel = shown?.selection.view.peel;
  const bare = shown?.table.method.kind === "none" || peel === "true";
  return (
    <header class="cv-head">
      {!introduced.value && (
        <p class="cv-intro"><span>{words.intro}</span><button type="button" class="cv-icon cv-remove" aria-label={words.dismiss} title={words.dismiss} onClick={() => { introduced.value = true; }} /></p>
      )}
      <h2 class="cv-title" aria-hidden={!cube || undefined}>{cube?.title ?? " "}</h2>
      {cube && <span class="cv-badge" title={words.result.release[cube.release]}>{words.result.releaseName[cube.release]}</span>}
      {bare && <span class="cv-badge cv-alarm" data-part="true-counts">{words.result.trueCounts}</span>}
      {peel === "noise" && <span class="cv-badge cv-alarm" data-part="noise">{words.result.peel.noise}</span>}
      <p class="cv-status" role="status" aria-live="polite" data-part="status">{store.status.value}</p>
    </header>
  );
}

/** Progress appears after a delay. Until then, it redraws nothing. */
function Progress() {
  const { store, words } = useBuilder();
  const [now, setNow] = useState(/** @type {import("../../api/types.js").Progress | undefined} */ (undefined));
  const busy = store.busy.value;
  useEffect(() => {
    let stop = () => {};
    const timer = busy && setTimeout(() => { stop = store.progress.subscribe(setNow); }, PROGRESS_AFTER_MS);
    return () => {
      clearTimeout(timer || 0);
      stop();
      setNow(undefined);
    };
  }, [busy]);
  if (!now) return null;
  const { loaded, total } = now;
  const text = total ? words.status.loading(loaded, total) : words.status.building;
  return <div class="cv-progress" data-part="progress"><progress aria-label={text} {...(total ? { max: total, value: Math.min(loaded, total) } : {})} /> <span>{text}</span></div>;
}

/** @param {import("../../choice/state.js").Excess} excess @param {import("../../words/builder/en.js").BuilderWords} words */
const sizeInWords = ({ of, count, most }, { refusal }) => (of === "columns" ? refusal.wide : refusal.large)(count, most);

function Refused() {
  const { store, host, words } = useBuilder();
  const refusal = store.refusal.value;
  const ways = store.ways.value;
  if (!refusal) return null;
  // The pressed button disappears, so the focus moves to the result.
  const act = (/** @type {() => void} */ run) => () => {
    /** @type {HTMLElement | null} */ (host.querySelector(".cv-result"))?.focus();
    run();
  };
  if (refusal.kind === "empty") return <p class="cv-notice">{words.refusal.empty}</p>;
  if (refusal.kind === "long") return <Later part="LongTable" refusal={refusal} />;
  const code = refusal.kind === "error" ? String(Object(refusal.error).code) : "";
  const reload = ["damaged-manifest", "newer-version", "no-cubes"].includes(code);
  const retry = refusal.kind === "error" && code !== "no-cubes" && refusal.problems.length === 0 && (refusal.suggestions.length === 0 || ["network", "wasm", "damaged-file"].includes(code));
  const { text, technical } = refusal.kind === "error" ? errorInWords(refusal.error, words) : { text: sizeInWords(refusal.excess, words), technical: "" };
  return (
    <div class={refusal.kind === "error" ? "cv-notice cv-alarm" : "cv-notice"} role={refusal.kind === "error" ? "alert" : undefined} data-part="refusal">
      <p>{refusal.kind === "error" && refusal.problems.length > 0 ? refusal.problems.join(" ") : text}</p>
      {refusal.kind === "large" && <p>{words.refusal.largeHint(refusal.savable)}</p>}
      <div class="cv-ways">
        {refusal.suggestions.map((each) => <button key={each.text} type="button" onClick={act(() => void store.show({ ...each.selection, own: store.cube.value !== undefined }))}>{each.text}</button>)}
        {retry && <button type="button" onClick={act(store.again)}>{words.ways.again}</button>}
        {reload && <button type="button" onClick={() => location.reload()}>{words.ways.reload}</button>}
        {refusal.suggestions.length === 0 && !retry && !reload && !ways.undo && <button type="button" onClick={act(() => void store.reset())}>{words.build.reset}</button>}
        {ways.undo && <button type="button" onClick={act(() => store.go("undo"))}>{words.ways.undo}</button>}
      </div>
      {technical && <details class="cv-details"><summary>{words.refusal.technical}</summary><p class="cv-technical">{technical}</p></details>}
    </div>
  );
}

/** The table, which is drawn without Preact: it can have a million figures. */
function TableRegion() {
  const { store, id, host, drawer, more, words } = useBuilder();
  const region = useRef(/** @type {HTMLDivElement | null} */ (null));
  const parts = useRef(/** @type {{ view: ReturnType<typeof createTableView>, cells: ReturnType<typeof createCells> } | undefined} */ (undefined));
  const before = useRef(/** @type {{ axes: string, selection: object } | undefined} */ (undefined));
  const shown = store.shown.value;
  const intervals = useIntervals();
  const long = shown !== undefined && isVirtual(shown.layout);
  const later = more.loaded();

  // The part that draws the rows of a long table loads after the first table.
  useEffect(() => { if (long && !later) more().catch(store.fail); }, [long]);

  useLayoutEffect(() => {
    const element = /** @type {HTMLDivElement} */ (region.current);
    const view = createTableView(element, { changeView: store.view, onRows: () => cells.placeTab(), rows: () => /** @type {import("./context.jsx").More} */ (more.loaded()).virtualRows });
    const cells = createCells(element, view, {
      onChoose: (at) => { drawer.value = { kind: "why", ...at }; },
      onMove: (at) => { if (drawer.peek()?.kind === "why") drawer.value = { kind: "why", ...at }; },
    });
    parts.current = { view, cells };
    /** @type {any} */ (host).cellAt = view.cellAt;
    return view.drop;
  }, []);

  useEffect(() => later?.copySelections(/** @type {HTMLDivElement} */ (region.current), /** @type {NonNullable<typeof parts.current>} */ (parts.current).view, store), [later]);

  useLayoutEffect(() => {
    const { view, cells } = /** @type {NonNullable<typeof parts.current>} */ (parts.current);
    if (!shown || long && !later) {
      view.drop();
      before.current = undefined;
      return;
    }
    // A table with the same variables keeps the scroll position. Other tables are shown from their start.
    const axes = JSON.stringify([shown.cube.id, shown.table.dimensions.map(({ name, axis }) => [name, axis])]);
    const stay = before.current?.axes === axes;
    before.current = { axes, selection: shown.selection };
    // The focus stays at its figure. A drawer that closes gives its focus to the table.
    const focused = focusedNear(region.current);
    const keepFocus = focused && host.contains(focused) && (focused.matches(".cv-table td") || !stay && drawer.peek()?.kind === "why" && focused.closest(".cv-drawer"));
    view.show({ table: shown.table, layout: shown.layout, view: shown.selection.view, caption: captionOfLayout(shown.table, shown.layout, words), id, stay, words, intervals });
    cells.offer(shown.layout, stay);
    if (keepFocus) cells.focus();
    if (!stay && drawer.peek()?.kind === "why") drawer.value = null;
    else cells.mark(drawer.peek()?.kind === "why" ? /** @type {{ line: number, column: number }} */ (drawer.peek()) : undefined);
    // The texts of the parts that load later do not change the table.
  }, [shown, words.table, intervals, long && later]);

  const why = drawer.value;
  useLayoutEffect(() => parts.current?.cells.mark(why?.kind === "why" ? why : undefined), [why]);

  return <div ref={region} class="cv-table" data-part="table" role="region" aria-labelledby={shown ? `${id}-caption` : undefined} aria-describedby={`${id}-help`} tabIndex={shown ? -1 : 0} aria-busy={store.busy.value || undefined} />;
}

function Notes() {
  const { store, id, words } = useBuilder();
  const shown = store.shown.value;
  if (!shown) return null;
  const { cube, table, layout, designed, selection } = shown;
  const { lines, columns } = layout.hidden;
  const blocked = blockedIn(shown);
  const { peel } = selection.view;
  const notes = [
    peel ? words.notes.peel[peel] : "",
    [designed, words.methodText(table.method.text, words.table), sumsInWords(table, words), ...additivityInWords(table, words.table.sum, words.locale)].filter(Boolean).join(" "),
    peel ? "" : exampleOf(table, layout, words),
    ...notesOfDerived(table, layout, words),
    lines + columns > 0 ? words.notes.hidden(lines, columns) : "",
    blocked.length ? words.notes.blocked(words.list(blocked.length > NAMED ? [...blocked.slice(0, NAMED), words.notes.someMore(blocked.length - NAMED)] : blocked)) : "",
    selection.view.uncertain && !peel && !looksAtTable(table.method) && cube.explains && !isInParts(cube) ? words.notes.intervals(0.9) : "",
  ].filter(Boolean);
  const marks = marksIn(shown);
  return (
    <footer class="cv-notes" role="group" tabIndex={0} aria-labelledby={`${id}-caption`}>
      <p class="cv-hint" id={`${id}-help`}>{words.result.help}</p>
      {isVirtual(layout) && <p class="cv-part-printed">{words.result.partPrinted}</p>}
      <div data-part="notes">{notes.map((note) => <p key={note}>{note}</p>)}</div>
      {marks.length > 0 && <dl class="cv-legend">{marks.map((mark) => <div key={mark}><dt>{STATUSES[mark].mark}</dt><dd>{statusInWords(mark, words.language)}</dd></div>)}</dl>}
      <p class="cv-attribution">{[cube.source && words.notes.source(cube.source), cube.licence && words.notes.licence(cube.licence)].filter(Boolean).join(". ")}</p>
    </footer>
  );
}

/** @typedef {NonNullable<import("../store.js").Store["shown"]["value"]>} Shown */

/** The shorthand in the table. @param {Shown} shown @returns {Reason[]} */
function marksIn({ table, layout }) {
  /** @type {Set<string>} */
  const present = new Set();
  if (!layout.derived && layout.layers.length === 0) {
    for (const each of /** @type {const} */ (["suppressed", "blocked"])) if (table.status.includes(each)) present.add(each);
  } else if (layout.height * layout.width > SEARCHED_CELLS) ["suppressed", "blocked", "not-applicable", "low"].forEach((each) => present.add(each));
  else {
    for (let line = 0; line < layout.height; line++) for (let column = 0; column < layout.width; column++) present.add(layout.figure(line, column).why);
  }
  return /** @type {Reason[]} */ (Object.keys(STATUSES)).filter((name) => present.has(name));
}

/** The labels of rows that are blocked throughout, if other rows are shown. @param {Shown} shown */
function blockedIn({ table, layout }) {
  if (!table.status.includes("blocked") || layout.height * layout.width > SEARCHED_CELLS) return [];
  const labels = [];
  for (let line = 0; line < layout.height; line++) {
    let all = true;
    for (let column = 0; column < layout.width && all; column++) all = layout.figure(line, column).why === "blocked";
    if (all) labels.push(layout.codesOf(line).map(({ label }) => label).join(" "));
  }
  return labels.length < layout.height ? labels : [];
}
