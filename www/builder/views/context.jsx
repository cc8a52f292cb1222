// What every view of a builder shares.

import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** @import { Signal } from "@preact/signals-core" */
/** @import { BuilderWords } from "../../words/builder/en.js" */
/** @import { Store } from "../store.js" */

/** @typedef {typeof import("../more/more.js")} More */
/** What the drawer shows: the reason of a figure, or facts about the table. @typedef {{ kind: "why", line: number, column: number } | { kind: "about" } | null} Drawer */

/**
 * @typedef {object} Builder
 * @property {Store} store
 * @property {boolean} bare  whether the builder has only its controls
 * @property {string} id  the beginning of all ids of this builder
 * @property {HTMLElement & { base?: string }} host  the element around the builder
 * @property {(() => Promise<More>) & { loaded: () => More | undefined }} more  loads the parts that no first table needs
 * @property {Signal<Drawer>} drawer
 * @property {Signal<boolean>} sheet  whether the controls are open on a narrow screen
 * @property {Signal<boolean>} introduced  whether the reader has closed the introduction
 * @property {{ designer?: (choice: import("../../choice/types.js").Selection) => string, measures?: (choice: import("../../choice/types.js").Selection) => string, link?: () => string }} links  addresses of other pages, if there are such pages
 */

export const BuilderContext = createContext(/** @type {Builder | undefined} */ (undefined));

/** @returns {Builder & { words: BuilderWords }} */
export function useBuilder() {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error("a view is outside its builder");
  return { ...builder, words: builder.store.words.value };
}
