// The choice of layers: a list of categories for each layer variable, with buttons for the previous and the next
// category.

import { byId, h, keepingFocus } from "../../shell/dom.js";

/** @import { Layout } from "../../../element/layout.js" */

/** Creates the controls of layers. */
export function createLayers() {
  const place = byId("layer-choice");

  /** @param {Layout} layout @param {(name: string, code: string) => void} changeLayer */
  function show({ layers }, changeLayer) {
    place.hidden = layers.length === 0;
    keepingFocus(() => place.replaceChildren(...layers.map(({ axis, code }) => {
      const at = axis.codes.indexOf(code);
      const step = (/** @type {-1 | 1} */ by, /** @type {string} */ words, /** @type {string} */ icon) => h("button", {
        type: "button", class: `icon icon-${icon}`, "aria-label": `${words} category of ${axis.label}`, title: `${words} category`, "data-key": `layer|${axis.name}|${by}`,
        // With `disabled`, the button would lose the focus at the last category.
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
