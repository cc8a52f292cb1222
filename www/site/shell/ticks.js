// Draws tick boxes for the categories of a filter or a group. Readers can search a long list of categories.

import { h } from "./dom.js";
import { number } from "./words.js";

/** @import { Code } from "./types.js" */

// Maximum boxes in the list. In a longer list, readers search for categories, because thousands of boxes make the page
// slow.
const LISTED_CODES = 200;
const SEARCH_FROM = 12;

/**
 * @param {object} options
 * @param {string} options.label  the label of the variable
 * @param {string} options.legend
 * @param {string} options.key  the beginning of each box's `data-key`
 * @param {Code[]} options.codes
 * @param {(codes: string[]) => void} options.onSet  in the order of the dataset, so that equal choices have equal links
 */
export function createTicks({ label, legend, key, codes, onSet }) {
  /** @type {Set<string>} */
  let ticked = new Set();
  const boxes = h("div", { class: "boxes" });
  const more = h("p", { class: "hint", hidden: true });
  const search = h("input", {
    type: "search", "aria-label": `Search categories of ${label}`, placeholder: "Search categories", input: list,
    // The Enter key in the search must not submit the form around the search, because this would apply unfinished
    // groups.
    keydown: (event) => { if (/** @type {KeyboardEvent} */ (event).key === "Enter") event.preventDefault(); },
  });
  const all = h("button", { type: "button", class: "plain", click: () => set([...ticked, ...found().map((each) => each.code)]) });

  /** @param {Iterable<string>} chosen */
  function set(chosen) {
    const keep = new Set(chosen);
    onSet(codes.filter((each) => keep.has(each.code)).map((each) => each.code));
  }

  /** @param {Code} each */
  function box({ code, label: text }) {
    const input = h("input", {
      type: "checkbox", value: code, checked: ticked.has(code), "data-key": `${key}|code|${code}`,
      change: () => set(input.checked ? [...ticked, code] : [...ticked].filter((other) => other !== code)),
    });
    return h("label", { class: "check" }, input, h("span", {}, text));
  }

  /** Returns the categories that the search finds, or all categories if the search is empty. */
  function found() {
    const wanted = search.value.trim().toLocaleLowerCase();
    return codes.filter((each) => wanted === "" || each.label.toLocaleLowerCase().includes(wanted) || each.code.toLocaleLowerCase() === wanted);
  }

  function list() {
    const wanted = found();
    const part = wanted.length > LISTED_CODES ? wanted.filter((each, i) => i < LISTED_CODES || ticked.has(each.code)) : wanted;
    boxes.replaceChildren(...part.map(box));
    more.hidden = part.length === wanted.length && wanted.length > 0;
    more.textContent = wanted.length ? `${number(part.length)} of ${number(wanted.length)} listed; search to find others.` : "No category matches.";
    all.textContent = wanted.length === codes.length ? "Tick all" : `Tick the ${number(wanted.length)} found`;
    all.disabled = wanted.length === 0;
  }

  return {
    element: h("fieldset", {}, h("legend", { class: "hidden-visually" }, legend),
      ...(codes.length > SEARCH_FROM ? [search] : []),
      boxes, more,
      h("div", { class: "filter-actions" },
        all,
        h("button", { type: "button", class: "plain", click: () => set([]) }, "Clear"))),
    /** The list. Its boxes are drawn when they become visible, because a table may have many filters. */
    list,
    listed: () => boxes.hasChildNodes(),
    first: () => boxes.querySelector("input"),
    /** @param {Iterable<string>} chosen */
    draw(chosen) {
      ticked = new Set(chosen);
      for (const input of boxes.querySelectorAll("input")) input.checked = ticked.has(input.value);
    },
  };
}
