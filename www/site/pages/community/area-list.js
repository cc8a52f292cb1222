// The list of custom areas: one of them is edited, and a reader can remove it.

import { byId, h, keepingFocus } from "../../shell/dom.js";
import { counted } from "../../shell/words.js";

/**
 * @param {HTMLElement} list
 * @param {{ name: string, size: number }[]} areas  `size`: the number of parts
 * @param {number} current
 * @param {{ choose: (at: number) => void, remove: (at: number) => void }} on
 */
export function showAreas(list, areas, current, { choose, remove }) {
  keepingFocus(() => list.replaceChildren(...areas.map(({ name, size }, i) => h("li", {},
    h("label", { class: "area-choice", title: name },
      h("input", { type: "radio", name: "current", value: i, checked: i === current, "data-key": `area-${i}`, change: () => choose(i) }),
      h("span", { class: `swatch-${i + 1}`, "aria-hidden": "true" }),
      h("span", {}, h("strong", {}, name), " ", h("small", {}, size ? counted(size, "part") : "empty"))),
    ...(areas.length > 1 && i === current ? [h("button", { type: "button", class: "icon icon-remove", "data-key": `remove-${i}`, "aria-label": `Remove ${name}`, click: () => remove(i) })] : [])))), byId("add"));
}
