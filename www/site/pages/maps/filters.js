// The filters of the maps page. One control edits the first filter beside the areas. All other filters are lines with a
// button.

import { byId, h } from "../../shell/dom.js";
import { dimensionOf } from "../../../choice/state.js";
import { listed, number } from "../../shell/words.js";

/** @import { Selection, Variable } from "../../shell/types.js" */

/** @typedef {Selection["filter"]} Filters */

/** A line names at most this many categories. */
const NAMED = 4;

/**
 * The filter that the control edits.
 * @param {Filters} filters
 * @param {ReadonlyMap<string, Variable>} offered  the variables that the control offers
 */
export const editedIn = (filters, offered) => filters.find(([name]) => offered.has(name));

/**
 * Returns the filters after the control changes. All other filters stay.
 * @param {Filters} filters
 * @param {ReadonlyMap<string, Variable>} offered
 * @param {string} name  the variable in the control; empty removes the filter
 * @returns {Filters}
 */
export function withEdited(filters, offered, name) {
  const edited = editedIn(filters, offered);
  const first = offered.get(name)?.codes.slice(0, 1).map(({ code }) => code) ?? [];
  /** @type {Filters} */
  const next = name ? [filters.find(([each]) => each === name) ?? [name, first]] : [];
  // One variable has one filter, at any level.
  const others = filters.filter((each) => each !== edited && !(name && dimensionOf(each[0]) === dimensionOf(name)));
  const at = edited ? filters.slice(0, filters.indexOf(edited)).filter((each) => others.includes(each)).length : others.length;
  return [...others.slice(0, at), ...next, ...others.slice(at)];
}

/** Returns the filters with these codes in the filter of a variable. @param {Filters} filters @param {string} name @param {string[]} codes @returns {Filters} */
export const withCodes = (filters, name, codes) => filters.map((each) => (each[0] === name ? [name, codes] : each));

/** A filter in words, such as "Only District: Old Town." @param {Filters[number]} filter @param {Variable | undefined} variable */
export function filterInWords([name, codes], variable) {
  const labels = codes.map((code) => variable?.codes.find((each) => each.code === code)?.label ?? code);
  return `Only ${variable?.label ?? name}: ${labels.length > NAMED ? `${number(labels.length)} categories` : listed(labels, "or")}.`;
}

/**
 * Draws the filters that the control does not edit.
 * @param {Filters} filters
 * @param {ReadonlyMap<string, Variable>} variables
 * @param {(name: string) => void} remove
 */
export function drawOtherFilters(filters, variables, remove) {
  const box = byId("other-filters");
  box.hidden = filters.length === 0;
  box.replaceChildren(...filters.map((each) => {
    const [name] = each;
    const variable = variables.get(name);
    return h("p", {}, h("span", {}, filterInWords(each, variable)), " ", h("button", {
      type: "button", class: "plain", "aria-label": `Remove the filter by ${variable?.label ?? name}`,
      click() {
        remove(name);
        // The button is gone with its line.
        byId("filter").focus();
      },
    }, "Remove"));
  }));
}
