// The list of methods, and the method of a query.

import { isOwnMethod } from "../../choice/designed.js";
import { h } from "./dom.js";
import { methodTitle, nameOfMethod } from "./words.js";

/** @import { Description } from "./types.js" */

/** Error codes of methods. After such an error, the dataset's own method works. */
export const OF_METHODS = ["bad-method", "method-refused", "unknown-method", "infeasible", "unreadable-design", "bad-design", "reveal-refused"];

const ownMethods = () => import("./lazy/own-method.js").catch((cause) => {
  throw Object.assign(new Error(`the reader's own methods could not be loaded: ${cause.message}`, { cause }), { code: "network" });
});

/**
 * Converts the method of an address to a method for queries.
 * @param {string | null} method
 * @param {Description} cube
 * @returns {Promise<string | object | undefined>} undefined for the cube's default method
 */
export async function methodOf(method, cube) {
  if (isOwnMethod(method)) return (await ownMethods()).methodOfLink(method, cube);
  if (!method || cube.methods.some(({ name }) => name === method)) return method ?? undefined;
  // A page may query no table. Then this page still reports an unknown method.
  throw Object.assign(new Error(`method: the cube has no method ${JSON.stringify(method)}; expected one of ${cube.methods.map(({ name }) => JSON.stringify(name)).join(", ")}`), { code: "unknown-method" });
}

/** @param {HTMLSelectElement} select @param {HTMLElement} field */
export function createMethodList(select, field) {
  const optionOf = (/** @type {string} */ method) => [...select.options].find(({ value }) => value === method);
  let usual = "";

  return {
    /** The chosen method; null for the dataset's default method. */
    chosen: () => (select.value === usual ? null : select.value),
    /** Lists the methods of a dataset. @param {Description} cube */
    fill({ methods, defaultMethod }) {
      usual = defaultMethod ?? "";
      select.replaceChildren(...methods.map((each) => h("option", { value: each.name }, `${nameOfMethod(each)} (${methodTitle(each).toLowerCase()})`)));
      field.hidden = methods.length < 2;
    },
    /** Shows the chosen method. The list also gets the reader's own method. @param {string | null} method */
    show(method) {
      if (isOwnMethod(method) && !optionOf(method)) {
        const option = h("option", { value: method }, "Own method");
        select.append(option);
        field.hidden = false;
        ownMethods().then(({ nameOfOwn }) => { option.textContent = nameOfOwn(method); }, () => {});
      }
      select.value = method ?? usual;
    },
  };
}
