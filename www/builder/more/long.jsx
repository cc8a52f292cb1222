// What the builder offers where a table or its intervals need all codes of a long dimension.

import { useBuilder } from "../views/context.jsx";
import { Popover } from "../views/popover.jsx";
import { longest, longInWords } from "./whole.js";

/** @import { Refusal } from "../store.js" */

/** Loads all codes of the dataset, so that the page has them as for a short list. @param {{ class?: string }} props */
export function LoadAll({ class: className = "" }) {
  const { store, words } = useBuilder();
  const long = store.cube.value && longest(store.cube.value);
  return long ? <button type="button" class={className} data-part="load-all" onClick={() => void store.all()}>{words.long.load(long.size)}</button> : null;
}

/** Says that a step loads all codes. */
export function LoadsAll() {
  const { store, words } = useBuilder();
  const long = store.cube.value && longest(store.cube.value);
  return long ? <p class="cv-hint">{words.long.loads(long.label, long.size)}</p> : null;
}

/** The switch for intervals, which need all codes. */
export function LongIntervals() {
  const { store, words } = useBuilder();
  const long = store.cube.value && longest(store.cube.value);
  if (!long) return null;
  const load = () => void store.all().then(() => store.view({ uncertain: true }));
  return (
    <Popover name="intervals" title={words.result.intervals} button={words.result.intervals} attributes={{ "data-part": "intervals" }}>{(close) => (
      <>
        <LoadsAll />
        <button type="button" class="cv-item" onClick={() => { close(); load(); }}>{words.long.load(long.size)}</button>
      </>
    )}</Popover>
  );
}

/** A table that needs all codes: the reader searches for some categories, takes another table, or loads all. @param {{ refusal: Extract<Refusal, { kind: "long" }> }} props */
export function LongTable({ refusal }) {
  const { store, host, sheet, words } = useBuilder();
  const { variable, isAxis, suggestions } = refusal;
  const ways = store.ways.value;
  /** Opens the panel of the variable, which has the search. */
  const search = () => {
    const chip = () => /** @type {HTMLElement | null} */ (host.querySelector(`[data-name="${CSS.escape(variable.name)}"] .cv-chip-main`));
    // On a narrow screen, the controls are in a closed sheet.
    sheet.value ||= chip()?.checkVisibility?.() === false;
    requestAnimationFrame(() => {
      // The panel takes the focus from its button only.
      chip()?.focus();
      chip()?.click();
    });
  };
  // The pressed button disappears, so the focus moves to the result.
  const act = (/** @type {() => void} */ run) => () => {
    /** @type {HTMLElement | null} */ (host.querySelector(".cv-result"))?.focus();
    run();
  };
  return (
    <div class="cv-notice" data-part="refusal">
      <p>{longInWords(refusal, words)}</p>
      <div class="cv-ways">
        {isAxis && <button type="button" class="cv-primary" data-part="search-codes" onClick={search}>{words.long.choose(variable.label)}</button>}
        {suggestions.map((each) => <button key={each.text} type="button" onClick={act(() => void store.show({ ...each.selection, own: true }))}>{each.text}</button>)}
        <LoadAll />
        {ways.undo && <button type="button" onClick={act(() => store.go("undo"))}>{words.ways.undo}</button>}
      </div>
    </div>
  );
}
