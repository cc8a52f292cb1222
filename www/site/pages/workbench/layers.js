// The layers of a table, of which one is drawn: a list of categories for each, with buttons for the one before and the one after.

import { byId, h, keepingFocus } from "../../shell/dom.js";

/** @import { Layout } from "../../../element/layout.js" */

/** The choice of layers. */
export function createLayers() {
  const place = byId("layer-choice");

  /** @param {Layout} layout @param {(name: string, code: string) => void} changeLayer */
  function show({ layers }, changeLayer) {
    place.hidden = layers.length === 0;
    keepingFocus(() => place.replaceChildren(...layers.map(({ axis, code }) => {
      const at = axis.codes.indexOf(code);
      const step = (/** @type {-1 | 1} */ by, /** @type {string} */ words, /** @type {string} */ icon) => h("button", {
        type: "button", class: `icon icon-${icon}`, "aria-label": `${words} category of ${axis.label}`, title: `${words} category`, "data-key": `layer|${axis.name}|${by}`,
        // Not disabled, which would take the focus away at the last of them.
        "aria-disabled": axis.codes[at + by] ? undefined : "true",
        click: () => axis.codes[at + by] && changeLayer(axis.name, axis.codes[at + by].code),
      });
      const select = h("select", { id: `layer-${axis.name}`, "data-key": `layer|${axis.name}`, change: () => changeLayer(axis.name, select.value) },
        ...axis.codes.map((each) => h("option", { value: each.code }, each.label)));
      select.value = code.code;
      return h("p", { class: "layer" }, h("label", { for: `layer-${axis.name}` }, axis.label), step(-1, "Previous", "before"), select, step(1, "Next", "after"));
    })), place);
  }

  function hide() {
    place.hidden = true;
    place.replaceChildren();
  }

  return { show, hide };
}
