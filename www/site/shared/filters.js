// Filters: for each chosen variable, a list of its categories to tick.

import { h } from "./dom.js";
import { number } from "./words.js";

/** @import { Code, Variable } from "./types.js" */

// A longer list is searched, not scrolled: ten thousand tick boxes help nobody and make the page slow.
const LISTED_CODES = 200;
const SEARCH_FROM = 12;

/**
 * @param {object} options
 * @param {HTMLElement} options.container
 * @param {(name: string, codes: string[]) => void} options.onChange
 * @param {(name: string) => void} options.onRemove
 */
export function createFilters({ container, onChange, onRemove }) {
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
      for (const [name, codes] of filter) {
        let each = shown.get(name);
        if (!each) {
          each = createFilter(name, variables.get(name), { onChange, onRemove });
          shown.set(name, each);
          container.append(each.element);
        }
        each.draw(codes);
      }
    },
    /** Opens a filter that was just added and moves there. @param {string} name */
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
 * @param {Variable | undefined} variable  undefined when a link names something the cube does not have
 * @param {{ onChange: (name: string, codes: string[]) => void, onRemove: (name: string) => void }} hooks
 */
function createFilter(name, variable, { onChange, onRemove }) {
  const label = variable?.label ?? name;
  const codes = variable?.codes ?? [];
  const known = new Set(codes.map((each) => each.code));
  /** @type {Set<string>} */
  let ticked = new Set();

  const count = h("span", { class: "filter-count" });
  const summary = h("summary", { "data-key": `${name}|filter` }, h("span", { class: "chip-label" }, label), " ", count);
  const boxes = h("div", { class: "boxes" });
  const more = h("p", { class: "hint", hidden: true });
  const search = h("input", { type: "search", "aria-label": `Search categories of ${label}`, placeholder: "Search categories", input: list });
  const details = h("details", { class: "filter-body" }, summary,
    h("fieldset", {}, h("legend", { class: "hidden-visually" }, `Categories of ${label} to keep`),
      ...(codes.length > SEARCH_FROM ? [search] : []),
      boxes, more,
      h("div", { class: "filter-actions" },
        h("button", { type: "button", class: "plain", click: () => set(codes.map((each) => each.code)) }, "Tick all"),
        h("button", { type: "button", class: "plain", click: () => set([]) }, "Clear"))));
  const element = h("div", { class: variable ? "filter" : "filter chip-unknown", role: "group", "aria-label": `${label} filter` }, details,
    h("button", {
      type: "button", class: "icon icon-remove", "aria-label": `Remove filter by ${label}`, title: `Remove filter by ${label}`,
      "data-key": `${name}|filter-remove`, click: () => onRemove(name),
    }));

  /** Sent in the cube's order, so that the same choice is always the same link. @param {Iterable<string>} chosen */
  function set(chosen) {
    const keep = new Set(chosen);
    onChange(name, codes.filter((each) => keep.has(each.code)).map((each) => each.code));
  }

  /** @param {Code} each */
  function box({ code, label: text }) {
    const input = h("input", {
      type: "checkbox", value: code, checked: ticked.has(code), "data-key": `${name}|code|${code}`,
      change: () => set(input.checked ? [...ticked, code] : [...ticked].filter((other) => other !== code)),
    });
    return h("label", { class: "check" }, input, h("span", {}, text));
  }

  function list() {
    if (!details.open) return;
    const wanted = search.value.trim().toLocaleLowerCase();
    const found = codes.filter((each) => wanted === "" || each.label.toLocaleLowerCase().includes(wanted) || each.code.toLocaleLowerCase() === wanted);
    const part = found.length > LISTED_CODES ? found.filter((each, i) => i < LISTED_CODES || ticked.has(each.code)) : found;
    boxes.replaceChildren(...part.map(box));
    more.hidden = part.length === found.length && found.length > 0;
    more.textContent = found.length ? `${number(part.length)} of ${number(found.length)} listed; search to find others.` : "No category has that in its name.";
  }

  details.addEventListener("toggle", () => { if (!boxes.hasChildNodes()) list(); });

  return {
    element,
    open() {
      details.open = true;
      list();
      (boxes.querySelector("input") ?? summary).focus();
    },
    /** @param {string[]} chosen */
    draw(chosen) {
      ticked = new Set(chosen);
      const strange = chosen.filter((each) => !known.has(each));
      count.textContent = strange.length ? `unknown: ${strange.join(", ")}`
        : chosen.length === 0 ? "tick what to keep"
        : `${number(chosen.length)} of ${number(codes.length)}`;
      for (const input of boxes.querySelectorAll("input")) input.checked = ticked.has(input.value);
    },
  };
}
