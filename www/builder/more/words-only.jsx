// Gives views outside a builder its texts, for example in a dialog.

import { signal } from "@preact/signals-core";
import { BuilderContext } from "../views/context.jsx";

/** @import { ComponentChildren } from "preact" */
/** @import { BuilderWords } from "../../words/builder/en.js" */
/** @import { Builder } from "../views/context.jsx" */

/** @param {{ words: BuilderWords, children: ComponentChildren }} props */
export function WordsOnly({ words, children }) {
  const builder = /** @type {Builder} */ (/** @type {unknown} */ ({ store: { words: signal(words) } }));
  return <BuilderContext.Provider value={builder}>{children}</BuilderContext.Provider>;
}
