// The controls for a table: variables in rows, columns and layers, filters, totals and the method.

import { problemsOf } from "../../choice/repair.js";
import { byId, fetched, keepingFocus } from "../shell/dom.js";
import { createDragging } from "./dragging.js";
import { createFilters } from "./filters.js";
import { createMethods } from "./methods.js";
import { atLevel, grouped, namesIn, placed, PLACE_WORDS, SIDES, sideOf, taken } from "../../choice/places.js";
import { drawShelf, groupsInWords, moves } from "./shelves.js";
import { copyOf, dimensionOf, emptySelection, variablesOf } from "../../choice/state.js";
import { createVariables } from "./variables.js";
import { errorInWords } from "../shell/words.js";

/** @import { Place, Side } from "../../choice/places.js" */
/** @import { Description, Selection, Variable } from "../shell/types.js" */

/**
 * Creates the controls. On a page without `#layers`, readers have no layers and no groups, and move variables only by
 * buttons.
 * @param {{ onChange: (selection: Selection) => void, say: (text: string) => void }} hooks  `onChange` repairs the
 *   choice and calls `show` with the result; `say` announces an effect that a control's label does not name
 */
export function createBuilder({ onChange, say }) {
  let selection = emptySelection();
  /** @type {Description | undefined} */
  let cube;
  /** @type {Map<string, Variable>} */
  let variables = new Map();

  const sides = SIDES.filter((side) => document.getElementById(side));
  /** @type {Place[]} */
  const places = [...sides, "filter"];
  const full = sides.includes("layers");
  // The page of measures has no box for totals, because it measures tables without totals.
  const totals = /** @type {HTMLInputElement | null} */ (document.getElementById("totals"));
  const methods = createMethods((method) => change({ ...copyOf(selection), method }));
  const list = createVariables({ places, onToggle: toggle, onCategory: keep });
  const filters = createFilters({
    container: byId("filters"),
    onChange: setFilter,
    onRemove: (name) => change(taken(selection, name, "filter")),
    moves: (name, label) => (full ? moves({ name, label, from: "filter", places, onPlace: moveTo }) : []),
  });
  if (full) {
    createDragging({
      within: byId("builder"),
      places: places.map((place) => [place, byId(place === "filter" ? "filters" : place)]),
      onDrop: (name, place, index, from) => moveTo(name, place, { from, index }),
      onTake(name, from) {
        say(`${labelOf(name)} removed from ${PLACE_WORDS[from]}.`);
        change(taken(selection, name, from));
      },
    });
  }

  /** @param {Selection} next */
  function change(next) {
    if (cube) onChange(next);
  }

  const labelOf = (/** @type {string} */ name) => variables.get(name)?.label ?? name;

  /**
   * @param {string} name
   * @param {Side} side
   */
  function displacing(name, side) {
    const rivals = SIDES.flatMap((each) => namesIn(selection, each)).filter((each) => each !== name && dimensionOf(each) === dimensionOf(name));
    return rivals.length ? `${labelOf(name)} replaces ${rivals.map(labelOf).join(", ")}: a table can use a variable only once.` : "";
  }

  /** @param {string} name @param {Place} place */
  function toggle(name, place) {
    if (namesIn(selection, place).includes(name)) return change(taken(selection, name, place));
    const said = place === "filter" ? "" : displacing(name, place);
    if (said) say(said);
    change(placed(selection, name, place));
    if (place === "filter") filters.reveal(name);
  }

  /** @param {string} name @param {Place} place @param {{ index?: number, from?: Place }} options */
  function moveTo(name, place, { index, from }) {
    const next = placed(selection, name, place, { index, from });
    const said = place === "filter" || from === place ? "" : displacing(name, place);
    const there = namesIn(next, place);
    const number = there.length > 1 ? `, number ${there.indexOf(name) + 1} of ${there.length}` : "";
    if (there.join() === namesIn(selection, place).join() && from === place) return;
    say([said, `${labelOf(name)} is now in ${PLACE_WORDS[place]}${number}.`].filter(Boolean).join(" "));
    change(next);
    if (place === "filter" && from !== "filter") filters.reveal(name);
  }

  /** @param {string} name @param {string[]} codes */
  function setFilter(name, codes) {
    const next = copyOf(selection);
    next.filter = next.filter.map(([each, old]) => [each, each === name ? codes : old]);
    change(next);
  }

  /** Adds a category to the filter of its variable, or removes it. @param {string} name @param {string} code */
  function keep(name, code) {
    const old = selection.filter.find(([each]) => each === name)?.[1] ?? [];
    const wanted = old.includes(code) ? old.filter((each) => each !== code) : [...old, code];
    const codes = (variables.get(name)?.codes ?? []).map((each) => each.code).filter((each) => wanted.includes(each));
    const next = codes.length ? placed(selection, name, "filter") : taken(selection, name, "filter");
    next.filter = next.filter.map(([each, kept]) => [each, each === name ? codes : kept]);
    change(next);
  }

  /**
   * @param {string} name
   * @param {Side} side
   * @param {-1 | 1} step
   */
  function move(name, side, step) {
    const to = namesIn(selection, side).indexOf(name) + step;
    if (to < 0 || to >= namesIn(selection, side).length) return;
    change(placed(selection, name, side, { index: to, from: side }));
    say(`${labelOf(name)} is now number ${to + 1} of ${namesIn(selection, side).length} in ${side}.`);
  }

  /** @param {string} name */
  async function group(name) {
    const variable = variables.get(name);
    if (!variable || !cube) return;
    const geo = cube.dimensions.find((each) => each.name === variable.dimension)?.role === "geo";
    // The dialog loads on demand, because few readers make groups.
    const loaded = await fetched(import("./lazy/groups.js")).catch((error) => void say(errorInWords(error).text));
    if (!loaded) return;
    const groups = await loaded.askGroups({ variable, geo, groups: selection.groups.find(([each]) => each === name)?.[1] ?? [] });
    // The back button may have removed the variable while the dialog was open.
    if (!groups || !sideOf(selection, name)) return;
    say(groups.length ? `${variable.label} is now shown in ${groupsInWords(groups.length, geo)}.` : `${variable.label} is now shown in its original categories.`);
    change(grouped(selection, name, groups));
  }

  function redraw() {
    const problems = cube ? problemsOf(selection, cube) : [];
    keepingFocus(() => {
      for (const side of sides) {
        drawShelf(side, selection, {
          cube, variables, places, wrong: new Set(problems.filter(({ where }) => where === side).map(({ name }) => name)),
          onPlace: moveTo, onStep: move, onTake: (name, from) => change(taken(selection, name, from)), onLevel: (name, level) => change(atLevel(selection, name, level)),
          onGroups: full ? (name) => void group(name) : undefined,
        });
      }
      filters.draw(selection.filter, variables);
      list.draw(selection);
    }, byId("variables-title"));
    methods.draw(selection);
    if (totals) totals.checked = selection.totals;
  }

  totals?.addEventListener("change", () => change({ ...copyOf(selection), totals: totals.checked }));
  byId("swap").addEventListener("click", () => {
    say("Rows and columns swapped.");
    change({ ...copyOf(selection), rows: [...selection.columns], columns: [...selection.rows] });
  });

  return {
    /**
     * Shows a choice from a link, from the back button, or from these controls after its repair.
     * @param {Selection} next
     * @param {Description} description
     */
    show(next, description) {
      selection = copyOf(next);
      if (description !== cube) {
        cube = description;
        variables = new Map(variablesOf(description).map((v) => [v.name, v]));
        filters.clear();
        list.fill(variables);
        methods.fill(description);
      }
      redraw();
    },
    /** Removes the controls of the previous dataset, because the new dataset could not be opened. */
    clear() {
      cube = undefined;
      filters.clear();
      list.clear();
      for (const side of sides) byId(side).replaceChildren();
      methods.clear();
    },
  };
}
