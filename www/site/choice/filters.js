// Draws the filters: for each chosen variable, a list of categories to tick.

import { h } from "../shell/dom.js";
import { menu } from "../shell/menu.js";
import { createTicks } from "../shell/ticks.js";
import { number } from "../shell/words.js";

/** @import { Item } from "../shell/menu.js" */
/** @import { Variable } from "../shell/types.js" */

/**
 * @typedef {object} Hooks
 * @property {(name: string, codes: string[]) => void} onChange
 * @property {(name: string) => void} onRemove
 * @property {(name: string, label: string) => Item[]} moves  the menu of moves; empty on a page that cannot move
 *   filters
 */

/** @param {{ container: HTMLElement } & Hooks} options */
export function createFilters({ container, ...hooks }) {
  /** @type {Map<string, ReturnType<typeof createFilter>>} */
  const shown = new Map();

  return {
    /**
     * @param {[string, string[]][]} filter
     * @param {Map<string, Variable>} variables
     */
    draw(filter, variables) {
      const names = new Set(filter.map(([name]) => name));
      for (const [name, each] of shown) {
        if (names.has(name)) continue;
        each.element.remove();
        shown.delete(name);
      }
      for (const [i, [name, codes]] of filter.entries()) {
        let each = shown.get(name);
        if (!each) {
          each = createFilter(name, variables.get(name), hooks);
          shown.set(name, each);
        }
        // A moved element loses the focus, so only an element at a wrong position moves.
        if (container.children[i] !== each.element) container.insertBefore(each.element, container.children[i] ?? null);
        each.draw(codes);
      }
    },
    /** Opens a new filter and moves the focus there. @param {string} name */
    reveal(name) {
      shown.get(name)?.open();
    },
    clear() {
      shown.clear();
      container.replaceChildren();
    },
  };
}

/**
 * @param {string} name
 * @param {Variable | undefined} variable  undefined if a link names a variable that the cube does not have
 * @param {Hooks} hooks
 */
function createFilter(name, variable, { onChange, onRemove, moves }) {
  const label = variable?.label ?? name;
  const codes = variable?.codes ?? [];
  const known = new Set(codes.map((each) => each.code));

  const ticks = createTicks({ label, legend: `Categories of ${label} to keep`, key: name, codes, onSet: (chosen) => onChange(name, chosen) });
  const count = h("span", { class: "filter-count" });
  const items = variable ? moves(name, label) : [];
  const summary = h("summary", { "data-key": `${name}|filter`, draggable: items.length ? "true" : undefined }, h("span", { class: "chip-label" }, label), " ", count);
  const details = h("details", { class: "filter-body" }, summary, ticks.element);
  const element = h("div", { class: "filter", role: "group", "aria-label": `${label} filter`, "data-name": name }, details,
    items.length ? menu(`Move the filter by ${label}`, `${name}|menu`, items) : "",
    h("button", {
      type: "button", class: "icon icon-remove", "aria-label": `Remove filter by ${label}`, title: `Remove filter by ${label}`,
      "data-key": `${name}|filter-remove`, click: () => onRemove(name),
    }));

  details.addEventListener("toggle", () => { if (details.open && !ticks.listed()) ticks.list(); });

  return {
    element,
    open() {
      details.open = true;
      ticks.list();
      (ticks.first() ?? summary).focus();
    },
    /** @param {string[]} chosen */
    draw(chosen) {
      ticks.draw(chosen);
      const strange = chosen.filter((each) => !known.has(each));
      element.classList.toggle("chip-unknown", !variable || strange.length > 0);
      count.textContent = !variable ? "not in this dataset"
        : strange.length ? `unknown: ${strange.join(", ")}`
        : chosen.length === 0 ? "tick categories to keep"
        : `${number(chosen.length)} of ${number(codes.length)}`;
    },
  };
}
