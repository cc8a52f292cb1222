// Tick boxes for the categories of a filter or a group. Readers can search a long list of categories.

import { useState } from "preact/hooks";
import { useBuilder } from "../views/context.jsx";

/** @import { Code, Variable } from "../../choice/types.js" */

/**
 * Maximum boxes in the list. In a longer list, readers search for categories, because thousands of boxes make the page
 * slow.
 */
const LISTED_CODES = 200;
const SEARCH_FROM = 12;

/** Returns codes in the order of the dataset, so that equal choices have equal links. The codes of a long dimension ascend. @param {Variable} variable @param {Iterable<string>} wanted */
export function ordered({ codes, partial }, wanted) {
  const keep = new Set(wanted);
  return partial ? [...keep].sort() : codes.flatMap(({ code }) => (keep.has(code) ? [code] : []));
}

/**
 * @param {{ label: string, legend: string, codes: readonly Code[], ticked: readonly string[], onSet: (codes: string[]) => void }} props  `onSet` gets
 *   the codes in the order of the dataset, so that equal choices have equal links
 */
export function Ticks({ label, legend, codes, ticked, onSet }) {
  const { words: { ticks } } = useBuilder();
  const [wanted, setWanted] = useState("");
  const chosen = new Set(ticked);
  const set = (/** @type {Iterable<string>} */ next) => {
    const keep = new Set(next);
    onSet(codes.flatMap(({ code }) => (keep.has(code) ? [code] : [])));
  };
  const text = wanted.trim().toLocaleLowerCase();
  const found = text === "" ? codes : codes.filter((each) => each.label.toLocaleLowerCase().includes(text) || each.code.toLocaleLowerCase() === text);
  const listed = found.length > LISTED_CODES ? found.filter(({ code }, i) => i < LISTED_CODES || chosen.has(code)) : found;
  return (
    <fieldset class="cv-ticks">
      <legend class="cv-hidden">{legend}</legend>
      {codes.length > SEARCH_FROM && (
        <input
          type="search" aria-label={ticks.search(label)} placeholder={ticks.placeholder} value={wanted} autocomplete="off"
          onInput={(event) => setWanted(event.currentTarget.value)}
          // The Enter key must not submit a form around the search.
          onKeyDown={(event) => { if (event.key === "Enter") event.preventDefault(); }}
        />
      )}
      <div class="cv-boxes">
        {listed.map(({ code, label: name }) => (
          <label key={code} class="cv-check">
            <input type="checkbox" checked={chosen.has(code)} onChange={(event) => set(event.currentTarget.checked ? [...chosen, code] : [...chosen].filter((each) => each !== code))} />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {(found.length === 0 || listed.length < found.length) && <p class="cv-hint">{found.length === 0 ? ticks.none : ticks.some(listed.length, found.length)}</p>}
      <div class="cv-actions">
        <button type="button" class="cv-plain" disabled={found.length === 0} onClick={() => set([...chosen, ...found.map(({ code }) => code)])}>{found.length === codes.length ? ticks.all : ticks.found(found.length)}</button>
        <button type="button" class="cv-plain" disabled={chosen.size === 0} onClick={() => set([])}>{ticks.clear}</button>
      </div>
    </fieldset>
  );
}
