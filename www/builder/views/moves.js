// The moves of variables between the places of a table.

import { namesIn, placed, SIDES, taken } from "../../choice/places.js";
import { dimensionOf, variablesOf } from "../../choice/state.js";
import { useBuilder } from "./context.jsx";

/** @import { Place, Side } from "../../choice/places.js" */

/** The moves of variables. Each says its effect, because its control does not. */
export function useMoves() {
  const { store, words } = useBuilder();
  const variables = new Map((store.cube.value ? variablesOf(store.cube.value) : []).map((each) => [each.name, each]));
  const label = (/** @type {string} */ name) => variables.get(name)?.label ?? name;

  /** @param {string} name @param {Side} side */
  function replaced(name, side) {
    const rivals = SIDES.flatMap((each) => namesIn(store.choice.value, each)).filter((each) => each !== name && dimensionOf(each) === dimensionOf(name));
    return rivals.length ? words.chip.replaces(label(name), words.list(rivals.map(label))) : "";
  }

  /** @param {string} name @param {Place} place @param {{ index?: number, from?: Place }} [options] */
  function move(name, place, { index, from } = {}) {
    const choice = store.choice.value;
    const next = placed(choice, name, place, { index, from });
    const names = namesIn(next, place);
    if (names.join() === namesIn(choice, place).join() && (from === place || from === undefined)) return;
    const effect = from === place ? words.chip.order(label(name), names.indexOf(name) + 1, names.length) : words.chip.now(label(name), words.places[place]);
    store.change(next, [place === "filter" || from === place ? "" : replaced(name, place), effect].filter(Boolean).join(" "));
  }

  /** @param {string} name @param {Place} place */
  function remove(name, place) {
    store.change(taken(store.choice.value, name, place));
  }

  return { move, remove };
}
