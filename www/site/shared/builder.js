// The controls: which variables stand in rows and columns, which filter, totals and method.

import { designOf, hashOfMethod, isDesigned, titleOf } from "./design.js";
import { byId, h, keepingFocus } from "./dom.js";
import { createFilters } from "./filters.js";
import { takesOwn } from "./own.js";
import { copyOf, dimensionOf, emptySelection, variablesOf, writeHash } from "./state.js";
import { counted, methodName } from "./words.js";

/** @import { Description, Selection, Variable } from "./types.js" */
/** @typedef {"rows" | "columns"} Side */

const SIDES = /** @type {const} */ (["rows", "columns"]);
const other = (/** @type {Side} */ side) => (side === "rows" ? "columns" : "rows");

// Fewer variables than this are found faster by eye than by typing.
const SEARCH_FROM = 16;

/** @param {string} method */
function nameOf(method) {
  try {
    return titleOf(/** @type {import("./design.js").Design} */ (designOf(method)));
  } catch {
    return "cannot be read";
  }
}

/**
 * @param {{ onChange: (selection: Selection) => void, say: (text: string) => void }} hooks
 *   `say` announces what a control did beyond its own label
 */
export function createBuilder({ onChange, say }) {
  let selection = emptySelection();
  /** @type {Description | undefined} */
  let cube;
  /** @type {Map<string, Variable>} */
  let variables = new Map();

  const list = byId("variable-list");
  const search = /** @type {HTMLInputElement} */ (byId("variable-search"));
  // A page of measures has none: they are of tables without totals.
  const totals = /** @type {HTMLInputElement | null} */ (document.getElementById("totals"));
  const method = /** @type {HTMLSelectElement} */ (byId("method-choice"));
  const filters = createFilters({
    container: byId("filters"),
    onChange: (name, codes) => change((next) => {
      next.filter = next.filter.map(([each, old]) => [each, each === name ? codes : old]);
    }),
    onRemove: (name) => change((next) => { next.filter = next.filter.filter(([each]) => each !== name); }),
  });

  /** @param {(next: Selection) => void} edit */
  function change(edit) {
    if (!cube) return;
    const next = copyOf(selection);
    edit(next);
    selection = next;
    redraw();
    onChange(next);
  }

  const labelOf = (/** @type {string} */ name) => variables.get(name)?.label ?? name;

  /**
   * @param {string} name
   * @param {Side} side
   */
  function place(name, side) {
    const rivals = SIDES.flatMap((each) => selection[each]).filter((each) => each !== name && dimensionOf(each) === dimensionOf(name));
    if (rivals.length) say(`${labelOf(name)} takes the place of ${rivals.map(labelOf).join(", ")}: a variable stands in a table once.`);
    change((next) => {
      for (const each of SIDES) next[each] = next[each].filter((v) => dimensionOf(v) !== dimensionOf(name));
      next[side].push(name);
    });
  }

  /** @param {string} name */
  function take(name) {
    change((next) => { for (const each of SIDES) next[each] = next[each].filter((v) => v !== name); });
  }

  /** @param {string} name */
  function toggleFilter(name) {
    const present = selection.filter.some(([each]) => each === name);
    change((next) => {
      next.filter = next.filter.filter(([each]) => dimensionOf(each) !== dimensionOf(name));
      if (!present) next.filter.push([name, []]);
    });
    if (!present) filters.reveal(name);
  }

  /**
   * @param {Side} side
   * @param {string} name
   * @param {-1 | 1} step
   */
  function move(side, name, step) {
    const from = selection[side].indexOf(name);
    const to = from + step;
    if (to < 0 || to >= selection[side].length) return;
    change((next) => { next[side].splice(to, 0, ...next[side].splice(from, 1)); });
    say(`${labelOf(name)} is now number ${to + 1} of ${selection[side].length} in ${side}.`);
  }

  /** @param {Side} side */
  function drawSide(side) {
    const names = selection[side];
    byId(side).replaceChildren(...names.map((name, i) => {
      const label = labelOf(name);
      const action = (/** @type {string} */ key, /** @type {string} */ icon, /** @type {string} */ words, /** @type {() => void} */ run, idle = false) =>
        h("button", {
          type: "button", class: `icon icon-${icon}`, "aria-label": words, title: words,
          "data-key": `${name}|${key}`, "aria-disabled": idle ? "true" : undefined, click: run,
        });
      return h("li", { class: variables.has(name) ? "chip" : "chip chip-unknown" },
        h("span", { class: "chip-label" }, label),
        ...(names.length > 1 ? [
          action("up", "up", `Move ${label} earlier in ${side}`, () => move(side, name, -1), i === 0),
          action("down", "down", `Move ${label} later in ${side}`, () => move(side, name, 1), i === names.length - 1),
        ] : []),
        action("side", side === "rows" ? "right" : "left", `Move ${label} to ${other(side)}`, () => place(name, other(side))),
        action("remove", "remove", `Remove ${label} from ${side}`, () => take(name)));
    }));
  }

  function drawVariables() {
    const wanted = search.value.trim().toLocaleLowerCase();
    for (const item of /** @type {HTMLCollectionOf<HTMLElement>} */ (list.children)) {
      const variable = variables.get(item.dataset.name ?? "");
      if (!variable) continue;
      item.hidden = wanted !== "" && !variable.label.toLocaleLowerCase().includes(wanted);
      for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (item.querySelectorAll("button"))) {
        const place = /** @type {Side | "filter"} */ (button.dataset.place);
        const used = place === "filter" ? selection.filter.some(([each]) => each === variable.name) : selection[place].includes(variable.name);
        button.classList.toggle("used", used);
        button.setAttribute("aria-label", place === "filter"
          ? (used ? `Stop filtering by ${variable.label}` : `Filter by ${variable.label}`)
          : (used ? `Take ${variable.label} off ${place}` : `Add ${variable.label} to ${place}`));
      }
    }
  }

  function fillVariables() {
    list.replaceChildren(...[...variables.values()].map((variable) => {
      const button = (/** @type {Side | "filter"} */ where, /** @type {string} */ text) => h("button", {
        type: "button", class: "place", "data-place": where, "data-key": `${variable.name}|list-${where}`,
        click: () => {
          if (where === "filter") toggleFilter(variable.name);
          else if (selection[where].includes(variable.name)) take(variable.name);
          else place(variable.name, where);
        },
      }, text);
      return h("li", { class: variable.level ? "variable variable-level" : "variable", "data-name": variable.name },
        h("span", { class: "variable-label" }, variable.label, " ",
          h("small", {}, counted(variable.codes.length, "category", "categories"))),
        h("span", { class: "places" }, button("rows", "Row"), button("columns", "Column"), button("filter", "Filter")));
    }));
    search.parentElement?.toggleAttribute("hidden", variables.size < SEARCH_FROM);
    search.value = "";
  }

  function fillMethods() {
    const methods = cube?.methods ?? [];
    const own = cube !== undefined && takesOwn(cube);
    byId("method-field").hidden = methods.length < 2 && !own;
    method.replaceChildren(...methods.map(({ name, card }) =>
      h("option", { value: name }, `${methodName(name)} (${card.title.toLowerCase()})`)));
    byId("design").hidden = !own;
  }

  /** A p-table that a link brought stays on the list, so that it can be compared with the cube's methods. */
  function drawDesigned() {
    // The designer leads back to the table that the reader came from.
    const way = `back=${encodeURIComponent(writeHash({ ...selection, method: null }).slice(1))}`;
    byId("design").setAttribute("href", `designer.html#${isDesigned(selection.method) ? `${hashOfMethod(selection.method)}&` : ""}${way}`);
    if (!isDesigned(selection.method)) return;
    method.querySelector(".designed")?.remove();
    method.append(h("option", { value: selection.method, class: "designed" }, `Designed: ${nameOf(selection.method)}`));
    // Where these data take none, their own methods are to be chosen from.
    byId("method-field").hidden = false;
  }

  function redraw() {
    keepingFocus(() => {
      SIDES.forEach(drawSide);
      filters.draw(selection.filter, variables);
      drawVariables();
    }, byId("variables-title"));
    drawDesigned();
    if (totals) totals.checked = selection.totals;
    method.value = selection.method ?? cube?.defaultMethod ?? "";
  }

  search.addEventListener("input", drawVariables);
  totals?.addEventListener("change", () => change((next) => { next.totals = totals.checked; }));
  method.addEventListener("change", () => change((next) => {
    next.method = method.value === cube?.defaultMethod ? null : method.value;
  }));
  byId("swap").addEventListener("click", () => change((next) => {
    [next.rows, next.columns] = [next.columns, next.rows];
    say("Rows and columns swapped.");
  }));

  return {
    /**
     * Shows a choice that came from elsewhere: a link, the back button, another cube.
     * @param {Selection} next
     * @param {Description} description
     */
    show(next, description) {
      selection = copyOf(next);
      if (description !== cube) {
        cube = description;
        variables = new Map(variablesOf(description).map((v) => [v.name, v]));
        filters.clear();
        fillVariables();
        fillMethods();
      }
      redraw();
    },
    /** For data that could not be opened: the controls of the former data would mislead. */
    clear() {
      cube = undefined;
      filters.clear();
      for (const each of [list, ...SIDES.map((side) => byId(side))]) each.replaceChildren();
      byId("method-field").hidden = true;
    },
  };
}
