// The list of variables, with buttons that add a variable to the table. A search finds variables and categories.

import { byId, h } from "../shell/dom.js";
import { namesIn } from "../../choice/places.js";
import { counted, number } from "../shell/words.js";

/** @import { Place } from "../../choice/places.js" */
/** @import { Selection, Variable } from "../shell/types.js" */

// A list of at least this many variables has a search field. In a shorter list, readers find a variable faster by eye.
const SEARCH_FROM = 16;
// A search for at least this many letters also finds categories. A single letter occurs in almost every name.
const CATEGORIES_FROM = 2;
const CATEGORIES = 6;

/**
 * @param {object} options
 * @param {Place[]} options.places  the places on the page
 * @param {(name: string, place: Place) => void} options.onToggle
 * @param {(name: string, code: string) => void} options.onCategory  adds the category to a filter, or removes it
 */
export function createVariables({ places, onToggle, onCategory }) {
  const list = byId("variable-list");
  const search = /** @type {HTMLInputElement} */ (byId("variable-search"));
  const found = document.getElementById("variable-found");
  /** @type {Map<string, Variable>} */
  let variables = new Map();
  /** @type {Selection | undefined} */
  let selection;

  /** @param {Variable} variable @param {Place} place */
  function nameOfButton({ name, label }, place) {
    const used = selection !== undefined && namesIn(selection, place).includes(name);
    const words = place === "filter" ? (used ? `Take the filter by ${label} off` : `Filter by ${label}`) : used ? `Take ${label} off ${place}` : `Add ${label} to ${place}`;
    return { used, words };
  }

  /** Finds the categories whose names contain the searched text. @param {Variable} variable @param {string} wanted */
  function categoriesOf({ name, label, codes }, wanted) {
    const all = found && wanted.length >= CATEGORIES_FROM ? codes.filter((each) => each.label.toLocaleLowerCase().includes(wanted)) : [];
    if (all.length === 0) return { count: 0, part: undefined };
    const kept = new Set(selection?.filter.find(([each]) => each === name)?.[1]);
    const part = h("p", { class: "categories" }, "Filter to ", ...all.slice(0, CATEGORIES).map((each) => h("button", {
      type: "button", class: kept.has(each.code) ? "place used" : "place", "data-key": `${name}|keep|${each.code}`,
      "aria-label": `Filter ${label} to ${each.label}`, "aria-pressed": String(kept.has(each.code)), click: () => onCategory(name, each.code),
    }, each.label)), all.length > CATEGORIES ? h("small", {}, ` and ${number(all.length - CATEGORIES)} more`) : "");
    return { count: all.length, part };
  }

  function draw() {
    const wanted = search.value.trim().toLocaleLowerCase();
    let [names, categories] = [0, 0];
    for (const item of /** @type {HTMLCollectionOf<HTMLElement>} */ (list.children)) {
      const variable = variables.get(item.dataset.name ?? "");
      if (!variable) continue;
      const named = variable.label.toLocaleLowerCase().includes(wanted);
      const { count, part } = wanted ? categoriesOf(variable, wanted) : { count: 0, part: undefined };
      item.querySelector(".categories")?.remove();
      if (part) item.append(part);
      item.hidden = !named && count === 0;
      names += named ? 1 : 0;
      categories += count;
      for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (item.querySelectorAll("[data-place]"))) {
        const { used, words } = nameOfButton(variable, /** @type {Place} */ (button.dataset.place));
        button.classList.toggle("used", used);
        button.setAttribute("aria-label", words);
      }
    }
    if (!found) return;
    found.hidden = wanted === "";
    const say = wanted === "" ? "" : names + categories === 0 ? "No variable or category matches."
      : `Found: ${counted(names, "variable")}, ${counted(categories, "category", "categories")}.`;
    if (found.textContent !== say) found.textContent = say;
  }

  search.addEventListener("input", draw);

  return {
    /** @param {Map<string, Variable>} of */
    fill(of) {
      variables = of;
      list.replaceChildren(...[...of.values()].map((variable) => h("li", {
        class: variable.level ? "variable variable-level" : "variable", "data-name": variable.name, draggable: places.includes("layers") ? "true" : undefined,
      },
      h("span", { class: "variable-label" }, variable.label, " ", h("small", {}, counted(variable.codes.length, "category", "categories"))),
      h("span", { class: "places" }, ...places.map((place) => h("button", {
        type: "button", class: "place", "data-place": place, "data-key": `${variable.name}|list-${place}`, click: () => onToggle(variable.name, place),
      }, place))))));
      search.parentElement?.toggleAttribute("hidden", !found && of.size < SEARCH_FROM);
      search.value = "";
    },
    /** @param {Selection} of */
    draw(of) {
      selection = of;
      draw();
    },
    clear() {
      variables = new Map();
      list.replaceChildren();
    },
  };
}
