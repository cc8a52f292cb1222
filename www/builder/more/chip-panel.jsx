// The panel of a chip: the level, the categories, the groups and the place of a variable.

import { atLevel, grouped, placed, sideOf, taken } from "../../choice/places.js";
import { copyOf, variablesOf } from "../../choice/state.js";
import { useBuilder } from "../views/context.jsx";
import { useMoves } from "../views/moves.js";
import { reasonAgainst } from "./availability.js";
import { Categories } from "./categories.jsx";
import { askGroups } from "./groups.jsx";

/** @import { Place, Side } from "../../choice/places.js" */
/** @import { Cube, Selection, Variable } from "../../choice/types.js" */

/** @type {readonly Place[]} */
const PLACES = ["rows", "columns", "layers", "filter"];

/** The choice with other categories of a variable. @param {Selection} choice @param {string} name @param {string[]} codes  empty for all categories @returns {Selection} */
export function filtered(choice, name, codes) {
  // A variable without a side needs its place among the filters, also without codes.
  if (codes.length === 0 && sideOf(choice, name)) return taken(choice, name, "filter");
  const next = copyOf(choice.filter.some(([each]) => each === name) ? choice : placed(choice, name, "filter"));
  return { ...next, filter: next.filter.map(([each, kept]) => [each, each === name ? codes : kept]) };
}

/** @param {{ name: string, place: Side, at: number, of: number, close: () => void }} props */
export function ChipPanel({ name, place, at, of, close }) {
  const { store, words, host, id } = useBuilder();
  const { move, remove } = useMoves();
  const cube = /** @type {Cube} */ (store.cube.value);
  const choice = store.choice.value;
  const variables = variablesOf(cube);
  const variable = variables.find((each) => each.name === name);
  const dimension = cube.dimensions.find((each) => each.name === variable?.dimension);
  const label = variable?.label ?? name;
  const geo = dimension?.role === "geo";
  const groups = choice.groups.find(([each]) => each === name)?.[1];
  const kept = choice.filter.find(([each, codes]) => each === name && codes.length)?.[1];

  /** @param {Variable} variable */
  async function group(variable) {
    const wanted = await askGroups({ host, id, variable, geo, words, groups: groups ?? [] });
    // The reader may have removed the variable while the dialog was open.
    if (!wanted || !sideOf(store.choice.value, variable.name)) return;
    store.change(grouped(store.choice.value, variable.name, wanted), wanted.length ? words.groups.grouped(variable.label, words.chip.groups(wanted.length, geo)) : words.groups.restored(variable.label));
  }

  return (
    <>
      {dimension && dimension.levels.length > 0 && (
        <fieldset class="cv-levels">
          <legend>{words.panel.level(dimension.label)}</legend>
          {variables.filter((each) => each.dimension === dimension.name).map((each) => {
            const reason = each.name === name ? "" : reasonAgainst(atLevel(choice, name, each.name), cube, words);
            return (
              <label key={each.name} class="cv-check">
                <input type="radio" name={`level-${dimension.name}`} checked={each.name === name} disabled={reason !== ""} onChange={() => { close(); store.change(atLevel(choice, name, each.name)); }} />
                <span>{each.label} <small>{reason || words.adding.categories(each.size)}</small></span>
              </label>
            );
          })}
        </fieldset>
      )}
      {variable && !groups && (
        <details class="cv-details" open={kept !== undefined || variable.partial && !variable.level}>
          <summary>{words.panel.filter}{kept ? ` (${words.chip.kept(kept.length, variable.size)})` : ""}</summary>
          <Categories variable={variable} ticked={kept ?? []} onSet={(codes) => store.change(filtered(choice, name, codes.length === variable.size ? [] : codes))} />
        </details>
      )}
      {variable && !variable.partial && <button type="button" class="cv-item" onClick={() => { close(); void group(variable); }}>{geo ? words.panel.groupAreas : words.panel.group}</button>}
      <Places name={name} place={place} />
      {of > 1 && (
        <div class="cv-actions">
          <button type="button" disabled={at === 0} onClick={() => move(name, place, { from: place, index: at - 1 })}>{words.panel.earlier}</button>
          <button type="button" disabled={at === of - 1} onClick={() => move(name, place, { from: place, index: at + 1 })}>{words.panel.later}</button>
        </div>
      )}
      <button type="button" class="cv-item" onClick={() => { close(); remove(name, place); }}>{words.panel.remove}</button>
    </>
  );
}

/** @param {{ name: string, variable: Variable | undefined, codes: string[], close: () => void }} props */
export function FilterPanel({ name, variable, codes, close }) {
  const { store, words } = useBuilder();
  const { remove } = useMoves();
  return (
    <>
      {variable && <Categories variable={variable} ticked={codes} onSet={(next) => store.change(filtered(store.choice.value, name, next))} />}
      {variable && <Places name={name} place="filter" />}
      <button type="button" class="cv-item" onClick={() => { close(); remove(name, "filter"); }}>{words.panel.remove}</button>
    </>
  );
}

/** @param {{ name: string, place: Place }} props */
function Places({ name, place }) {
  const { store, words } = useBuilder();
  const { move } = useMoves();
  const cube = store.cube.value;
  return (
    <div class="cv-moves" role="group" aria-label={words.panel.moveTo}>
      <span aria-hidden="true">{words.panel.moveTo}</span>
      {PLACES.filter((each) => each !== place).map((each) => {
        const reason = cube ? reasonAgainst(placed(store.choice.value, name, each, { from: place }), cube, words) : "";
        return <button key={each} type="button" disabled={reason !== ""} title={reason || undefined} onClick={() => move(name, each, { from: place })}>{words.places[each]}</button>;
      })}
    </div>
  );
}
