// What every view of the page shares.

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

/** @import { Route } from "../address.js" */
/** @import { Progress, Reader } from "../progress.js" */

/**
 * @typedef {object} Page
 * @property {Route} route
 * @property {(route: Route, how?: "push" | "replace") => void} go
 * @property {(changes: Record<string, string | undefined>) => void} set  changes the choices of the section
 * @property {Reader} reader
 * @property {Progress} progress
 * @property {(progress: Progress) => void} keep
 * @property {() => void} erase
 */

export const PageContext = createContext(/** @type {Page | undefined} */ (undefined));

/** @returns {Page} */
export function usePage() {
  const page = useContext(PageContext);
  if (!page) throw new Error("a view is outside the page");
  return page;
}

/**
 * The result of some work, or its error. New work replaces earlier work.
 * @template T
 * @param {() => Promise<T>} work
 * @param {unknown[]} inputs
 * @returns {{ value?: T, error?: string }}
 */
export function useWork(work, inputs) {
  const [state, setState] = useState(/** @type {{ value?: T, error?: string, key?: string }} */ ({}));
  const key = JSON.stringify(inputs);
  useEffect(() => {
    let isCurrent = true;
    work().then((value) => { if (isCurrent) setState({ value, key }); }, (error) => { if (isCurrent) setState({ error: error.message, key }); });
    return () => { isCurrent = false; };
  }, [key]);
  return state.key === key ? state : {};
}
