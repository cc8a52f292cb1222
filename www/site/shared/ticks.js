// Categories to tick, of a filter or of a group: all of them where there are few, else those that a search finds.

import { h } from "./dom.js";
import { number } from "./words.js";

/** @import { Code } from "./types.js" */

// A longer list is searched, not scrolled: ten thousand tick boxes help nobody and make the page slow.
const LISTED_CODES = 200;
const SEARCH_FROM = 12;

/**
 * @param {object} options
 * @param {string} options.label  of the variable
 * @param {string} options.legend
 * @param {string} options.key  from which the boxes have theirs
 * @param {Code[]} options.codes
 * @param {(codes: string[]) => void} options.onSet  in the order of the data, so that the same choice is always the same link
 */
export function createTicks({ label, legend, key, codes, onSet }) {
  /** @type {Set<string>} */
  let ticked = new Set();
  const boxes = h("div", { class: "boxes" });
  const more = h("p", { class: "hint", hidden: true });
  const search = h("input", { type: "search", "aria-label": `Search categories of ${label}`, placeholder: "Search categories", input: list });

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

  function list() {
    const wanted = search.value.trim().toLocaleLowerCase();
    const found = codes.filter((each) => wanted === "" || each.label.toLocaleLowerCase().includes(wanted) || each.code.toLocaleLowerCase() === wanted);
    const part = found.length > LISTED_CODES ? found.filter((each, i) => i < LISTED_CODES || ticked.has(each.code)) : found;
    boxes.replaceChildren(...part.map(box));
    more.hidden = part.length === found.length && found.length > 0;
    more.textContent = found.length ? `${number(part.length)} of ${number(found.length)} listed; search to find others.` : "No category has that in its name.";
  }

  return {
    element: h("fieldset", {}, h("legend", { class: "hidden-visually" }, legend),
      ...(codes.length > SEARCH_FROM ? [search] : []),
      boxes, more,
      h("div", { class: "filter-actions" },
        h("button", { type: "button", class: "plain", click: () => set(codes.map((each) => each.code)) }, "Tick all"),
        h("button", { type: "button", class: "plain", click: () => set([]) }, "Clear"))),
    /** Not before they are in sight: a table may have many filters. */
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
