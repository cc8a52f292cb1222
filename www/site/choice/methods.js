// The choice of a method: methods of the dataset, and a p-table that a reader designed.

import { designOf, hashOfMethod, isDesigned, titleOf } from "./design.js";
import { byId, h } from "../shell/dom.js";
import { takesOwn } from "./own-ptable.js";
import { writeHash } from "./address.js";
import { methodName } from "../shell/words.js";

/** @import { Description, Selection } from "../shell/types.js" */

/** @param {string} method */
function nameOf(method) {
  try {
    return titleOf(/** @type {import("./design.js").Design} */ (designOf(method)));
  } catch {
    return "cannot be read";
  }
}

/** @param {(method: string | null) => void} onChange  null: the data's default */
export function createMethods(onChange) {
  const choice = /** @type {HTMLSelectElement} */ (byId("method-choice"));
  /** @type {Description | undefined} */
  let cube;
  choice.addEventListener("change", () => onChange(choice.value === cube?.defaultMethod ? null : choice.value));

  return {
    /** @param {Description} of */
    fill(of) {
      cube = of;
      const own = takesOwn(of);
      byId("method-field").hidden = of.methods.length < 2 && !own;
      choice.replaceChildren(...of.methods.map(({ name, card }) => h("option", { value: name }, `${methodName(name)} (${card.title.toLowerCase()})`)));
      byId("design").hidden = !own;
    },
    /**
     * The p-table of a link stays on the list, so that readers can compare it with the cube's methods.
     * @param {Selection} selection
     */
    draw(selection) {
      // The designer has a link back to the reader's table.
      const way = `back=${encodeURIComponent(writeHash({ ...selection, method: null }).slice(1))}`;
      byId("design").setAttribute("href", `designer.html#${isDesigned(selection.method) ? `${hashOfMethod(selection.method)}&` : ""}${way}`);
      if (isDesigned(selection.method)) {
        choice.querySelector(".designed")?.remove();
        choice.append(h("option", { value: selection.method, class: "designed" }, `Designed: ${nameOf(selection.method)}`));
        // A dataset that accepts no designed p-table has its own methods to choose from.
        byId("method-field").hidden = false;
      }
      choice.value = selection.method ?? cube?.defaultMethod ?? "";
    },
    clear() {
      cube = undefined;
      byId("method-field").hidden = true;
    },
  };
}
