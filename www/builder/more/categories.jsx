// The choice of a variable's categories. In a long dimension, whose codes load on demand, readers search for them.

import { useState } from "preact/hooks";
import { remember } from "../../choice/known.js";
import { emptySelection, variablesOf } from "../../choice/state.js";
import { errorInWords } from "../captions.js";
import { useBuilder } from "../views/context.jsx";
import { notPublished } from "./availability.js";
import { useFound } from "./found.js";
import { LoadAll } from "./long.jsx";
import { ordered, Ticks } from "./ticks.jsx";
import { lightMethod } from "./whole.js";

/** @import { Cube, Variable } from "../../choice/types.js" */

/** @typedef {{ variable: Variable, ticked: readonly string[], onSet: (codes: string[]) => void }} Props  `onSet` gets the codes in the order of the dataset */

/** @param {Props} props */
export function Categories({ variable: { name }, ...props }) {
  const { store, words } = useBuilder();
  const cube = /** @type {Cube} */ (store.cube.value);
  // A search or a table may have added categories since the panel was drawn.
  const variable = /** @type {Variable} */ (variablesOf(cube).find((each) => each.name === name));
  const { label, codes, partial, level } = variable;
  const [, redraw] = useState({});
  if (partial && level) return <Level variable={variable} onKnown={() => redraw({})} />;
  if (partial) return <Search variable={variable} {...props} />;
  return <Ticks label={label} legend={words.panel.filterLegend(label)} codes={codes} {...props} />;
}

/** The chosen categories of a long dimension, and a search for others. @param {Props} props */
function Search({ variable, ticked, onSet }) {
  const { words } = useBuilder();
  const { ticks, long, panel } = words;
  const { name, label } = variable;
  const [wanted, setWanted] = useState("");
  // A category that the reader has cleared stays in the list, because its box may have the focus.
  const [seen] = useState(() => new Set());
  const text = wanted.trim();
  const search = useFound([name], text);
  const { codes, hasMore } = search.of(name);
  const listed = new Set(codes.map(({ code }) => code));
  for (const code of ticked) seen.add(code);
  const labels = new Map(variable.codes.map((each) => [each.code, each.label]));
  const chosen = new Set(ticked);
  const set = (/** @type {Iterable<string>} */ next) => onSet(ordered(variable, next));
  const boxes = [...ordered(variable, seen).filter((code) => !listed.has(code)).map((code) => ({ code, label: labels.get(code) ?? code })), ...codes];
  return (
    <fieldset class="cv-ticks" data-part="search">
      <legend class="cv-hidden">{panel.filterLegend(label)}</legend>
      <input
        type="search" data-first aria-label={ticks.search(label)} placeholder={ticks.placeholder} value={wanted} autocomplete="off"
        onInput={(event) => setWanted(event.currentTarget.value)}
        // The Enter key must not submit a form around the search.
        onKeyDown={(event) => { if (event.key === "Enter") event.preventDefault(); }}
      />
      <p class="cv-hint" role="status">{search.error ? "" : search.busy ? long.searching : codes.length === 0 ? ticks.none : text === "" ? long.hint : hasMore ? long.some(codes.length) : long.found(codes.length)}</p>
      {search.error && <Failed error={search.error} again={search.again} />}
      <div class="cv-boxes">
        {boxes.map(({ code, label }) => (
          <label key={code} class="cv-check">
            <input type="checkbox" checked={chosen.has(code)} onChange={(event) => set(event.currentTarget.checked ? [...chosen, code] : [...chosen].filter((each) => each !== code))} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <div class="cv-actions">
        <button type="button" class="cv-plain" disabled={chosen.size === 0} onClick={() => set([])}>{ticks.clear}</button>
        <LoadAll class="cv-plain" />
      </div>
    </fieldset>
  );
}

/** A level whose categories the page does not know yet. A table of the level has them all. @param {{ variable: Variable, onKnown: () => void }} props */
function Level({ variable: { name, size }, onKnown }) {
  const { store, words } = useBuilder();
  const [state, setState] = useState({ busy: false, error: "" });
  const cube = /** @type {Cube} */ (store.cube.value);
  const method = lightMethod(cube);
  const show = async () => {
    setState({ busy: true, error: "" });
    try {
      const { dimensions: [{ codes }] } = await cube.table({ rows: [name], totals: false, method });
      remember(cube, name, codes);
      onKnown();
    } catch (cause) {
      const error = errorInWords(cause, words).text;
      store.say(error);
      setState({ busy: false, error });
    }
  };
  if (!method || notPublished({ ...emptySelection(), rows: [name] }, cube, words)) return <LoadAll />;
  if (state.error) return <Failed error={state.error} again={() => void show()} />;
  return state.busy ? <p class="cv-hint" role="status">{words.status.loadingPart}</p> : <button type="button" onClick={() => void show()}>{words.long.show(size)}</button>;
}

/** @param {{ error: string, again: () => void }} props */
function Failed({ error, again }) {
  const { words } = useBuilder();
  return <p class="cv-problem">{error} <button type="button" onClick={again}>{words.ways.again}</button></p>;
}
