// Draws a button with a menu, for pointer and keyboard.

import { h } from "./dom.js";

/**
 * @typedef {object} Item
 * @property {string} text
 * @property {() => void} run
 */

/**
 * @param {string} label
 * @param {string} key  the button's `data-key`, with which a redraw finds the button to return the focus
 * @param {Item[]} items
 */
export function menu(label, key, items) {
  const list = h("div", { class: "chip-menu-list", hidden: true }, ...items.map(({ text, run }) => h("button", {
    type: "button", class: "chip-menu-item", "data-key": key,
    click: () => {
      // The menu closes first, because the action may move the focus.
      show(false);
      button.focus();
      run();
    },
  }, text)));
  const button = h("button", { type: "button", class: "icon icon-menu", "aria-label": label, title: label, "aria-expanded": "false", "data-key": key, click: () => show(list.hidden === true) });

  /** @param {boolean} open */
  function show(open) {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) list.querySelector("button")?.focus();
  }

  return h("div", {
    class: "chip-menu",
    keydown: (event) => {
      const { key: pressed } = /** @type {KeyboardEvent} */ (event);
      if (list.hidden) return;
      if (pressed === "Escape") {
        show(false);
        button.focus();
      } else if (pressed === "ArrowDown" || pressed === "ArrowUp") {
        const all = [...list.querySelectorAll("button")];
        const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        all[(at + (pressed === "ArrowDown" ? 1 : -1) + all.length) % all.length].focus();
        event.preventDefault();
      }
    },
    focusout: (event) => {
      const to = /** @type {FocusEvent} */ (event).relatedTarget;
      if (!list.hidden && !(to instanceof Node && list.parentElement?.contains(to))) show(false);
    },
  }, button, list);
}
