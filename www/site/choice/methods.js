// The list of methods to choose from: the methods of the dataset, and the reader's own method.

import { hashOfMethod, isDesigned, isOwnMethod, takesOwn } from "../../choice/designed.js";
import { nameOfOwn } from "../../choice/own-method.js";
import { byId, h } from "../shell/dom.js";
import { writeHash } from "../../choice/address.js";
import { methodTitle, nameOfMethod } from "../shell/words.js";

/** @import { Description, Selection } from "../shell/types.js" */

/** @param {(method: string | null) => void} onChange  called with null for the dataset's default method */
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
      choice.replaceChildren(...of.methods.map((each) => h("option", { value: each.name }, `${nameOfMethod(each)} (${methodTitle(each).toLowerCase()})`)));
      byId("design").hidden = !own;
    },
    /**
     * Shows the chosen method. The reader's own method stays in the list, so that readers can compare it with the cube's
     * methods.
     * @param {Selection} selection
     */
    draw(selection) {
      // The link to the designer contains the reader's table, so that the designer can link back to this table.
      const way = `back=${encodeURIComponent(writeHash({ ...selection, method: null }).slice(1))}`;
      byId("design").setAttribute("href", `designer.html#${isDesigned(selection.method) ? `${hashOfMethod(selection.method)}&` : ""}${way}`);
      if (isOwnMethod(selection.method)) {
        choice.querySelector(".own")?.remove();
        choice.append(h("option", { value: selection.method, class: "own" }, nameOfOwn(selection.method)));
        // The field is shown so that readers can choose another method, even if the dataset accepts no own methods.
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
