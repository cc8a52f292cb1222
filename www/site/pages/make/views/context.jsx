// What every view of the page shares.

import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** @import { Actions } from "../actions.js" */
/** @import { Store } from "../store.js" */

/** @typedef {{ store: Store, actions: Actions }} Page */

export const PageContext = createContext(/** @type {Page | undefined} */ (undefined));

/** @returns {Page} */
export function usePage() {
  const page = useContext(PageContext);
  if (!page) throw new Error("a view is outside the page");
  return page;
}
