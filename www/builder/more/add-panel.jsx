// The panel of "Add" lists the variables, with a search. What cannot be combined with the present choice is dimmed, with its reason.

import { useState } from "preact/hooks";
import { namesIn, placed, SIDES, taken } from "../../choice/places.js";
import { copyOf, variablesOf } from "../../choice/state.js";
import { focusedNear } from "../../element/focus.js";
import { useBuilder } from "../views/context.jsx";
import { useMoves } from "../views/moves.js";
import { reasonAgainst } from "./availability.js";
import { Categories } from "./categories.jsx";
import { filtered } from "./chip-panel.jsx";
import { useFound } from "./found.js";
import { ordered } from "./ticks.jsx";

/** @import { Place } from "../../choice/places.js" */
/** @import { Cube, Selection, Variable } from "../../choice/types.js" */

/** @type {readonly Place[]} */
const PLACES = ["rows", "columns", "layers", "filter"];
/** A search for at least this many letters also finds categories. A single letter occurs in almost every name. */
const CATEGORIES_FROM = 2;
const CATEGORIES = 6;

/** The choice with a variable in a place. A new filter is tried with one category, because an empty filter changes nothing. @param {Selection} choice @param {Variable} variable @param {Place} place */
function tried(choice, { name, codes: [first] }, place) {
  const next = placed(choice, name, place);
  return place !== "filter" ? next : { ...next, filter: next.filter.map(([each, kept]) => /** @type {[string, string[]]} */ ([each, each === name && kept.length === 0 ? [first?.code ?? ""] : kept])) };
}

export function AddPanel() {
  const { store, words, id } = useBuilder();
  const { adding, build } = words;
  const choice = store.choice.value;
  const cube = /** @type {Cube} */ (store.cube.value);
  const [place, setPlace] = useState(/** @type {Place} */ (choice.rows.length === 0 ? "rows" : "columns"));
  const [search, setSearch] = useState("");
  const text = search.trim().toLocaleLowerCase();
  const all = variablesOf(cube);
  const inCategories = text.length >= CATEGORIES_FROM;
  const isLong = (/** @type {Variable} */ { partial, level }) => partial && !level;
  const found = useFound(inCategories ? all.filter(isLong).map(({ name }) => name) : [], text);
  const listed = all.map((variable) => ({
    variable, named: variable.label.toLocaleLowerCase().includes(text),
    categories: !inCategories ? [] : isLong(variable) ? found.of(variable.name).codes : variable.codes.filter(({ label }) => label.toLocaleLowerCase().includes(text)),
    hasMore: isLong(variable) && found.of(variable.name).hasMore,
  })).filter(({ named, categories }) => named || categories.length > 0);
  /** @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
  const along = (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    const items = /** @type {HTMLElement[]} */ ([...event.currentTarget.querySelectorAll("input[type=search], .cv-variable-main")]);
    const at = items.indexOf(/** @type {HTMLElement} */ (focusedNear(event.currentTarget)));
    items[Math.max(0, Math.min(items.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)))]?.focus();
    event.preventDefault();
  };
  return (
    <div class="cv-adding" onKeyDown={along}>
      <fieldset class="cv-segments">
        <legend>{adding.to}</legend>
        {PLACES.map((each) => <label key={each}><input type="radio" name={`${id}-place`} checked={place === each} onChange={() => setPlace(each)} /><span>{build[each]}</span></label>)}
      </fieldset>
      <input type="search" data-first aria-label={adding.search} placeholder={adding.search} autocomplete="off" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      <p class="cv-hint" role="status">{text === "" ? "" : found.error || found.busy ? found.error || words.long.searching : adding.found(listed.filter(({ named }) => named).length, listed.reduce((sum, { categories }) => sum + categories.length, 0))}</p>
      <ul class="cv-variables">
        {listed.map(({ variable, categories, hasMore }) => <Item key={variable.name} variable={variable} categories={categories} hasMore={hasMore} place={place} choice={choice} cube={cube} />)}
      </ul>
    </div>
  );
}

/** @param {{ variable: Variable, categories: Variable["codes"], hasMore: boolean, place: Place, choice: Selection, cube: Cube }} props  `hasMore`: whether the search may have missed categories */
function Item({ variable, categories, hasMore, place, choice, cube }) {
  const { store, words } = useBuilder();
  const { adding, places } = words;
  const { move } = useMoves();
  const filter = (/** @type {string} */ name, /** @type {string[]} */ codes) => store.change(filtered(store.choice.value, name, codes));
  const { name, label } = variable;
  const here = namesIn(choice, place).includes(name);
  const where = /** @type {Place[]} */ ([...SIDES, "filter"]).find((each) => namesIn(choice, each).includes(name));
  const reason = here ? "" : reasonAgainst(tried(choice, variable, place), cube, words);
  const kept = choice.filter.find(([each]) => each === name)?.[1] ?? [];
  const toggle = () => {
    if (reason) return store.say(reason);
    if (here) store.change(taken(choice, name, place));
    else if (place === "filter") store.change(copyOf(placed(choice, name, place)));
    else move(name, place, { from: where === "filter" ? undefined : where });
  };
  return (
    <li class={variable.level ? "cv-variable cv-level" : "cv-variable"}>
      <button type="button" class="cv-variable-main" data-variable={name} aria-pressed={here} aria-disabled={reason !== ""} onClick={toggle}>
        <span>{label}</span> <small>{reason || [adding.categories(variable.size), where ? adding.usedIn(places[where]) : ""].filter(Boolean).join(", ")}</small>
      </button>
      {here && place === "filter" && <Categories variable={variable} ticked={kept} onSet={(codes) => filter(name, codes)} />}
      {categories.length > 0 && (
        <p class="cv-found">{adding.filterTo} {categories.slice(0, CATEGORIES).map(({ code, label: category }) => (
          <button key={code} type="button" aria-pressed={kept.includes(code)} onClick={() => {
            const wanted = kept.includes(code) ? kept.filter((each) => each !== code) : [...kept, code];
            filter(name, ordered(variable, wanted));
          }}>{category}</button>
        ))}{categories.length > CATEGORIES && <small>{hasMore ? "…" : adding.more(categories.length - CATEGORIES)}</small>}</p>
      )}
    </li>
  );
}
