// What the store needs for few choices.

import { carryOver as carried } from "../../choice/carry-over.js";
import { methodOfLink, nameOfOwn } from "../../choice/own-method.js";
import { notPublished } from "./availability.js";
import { recall } from "./recall.js";
import { suggestionsFor, suggestionsToDraw } from "./suggestions.js";
import { longInWords, wholeNeeded } from "./whole.js";

/** @import { Cube, Description, Selection } from "../../choice/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */
/** @import { Context } from "./suggestions.js" */

export { changeInWords } from "../../choice/changes.js";
export { rememberTable } from "../../choice/known.js";
export { othersFor, suggestionsFor, suggestionsToDraw } from "./suggestions.js";

/** The reader's own method in a link, with its title. @param {string} name @param {Description} cube */
export const ownMethod = async (name, cube) => ({ title: nameOfOwn(name).replace(/^Designed: /, ""), method: await methodOfLink(name, cube) });

/**
 * Moves a choice to another dataset, which may load the labels of its codes on demand.
 * @param {Selection} selection
 * @param {Description | undefined} from
 * @param {string} name
 * @param {Cube} to
 * @param {BuilderWords} words
 */
export async function carryOver(selection, from, name, to, words) {
  await recall(to, selection.filter);
  return carried(selection, from, name, to, words);
}

/**
 * Refuses a table of a cube in parts for which the core would load all codes of a long dimension. Undefined for other
 * tables. If the table has a fault, the core would load the codes and refuse the table anyway, so the reader hears of the
 * fault first.
 * @param {Selection} selection
 * @param {Context} context
 */
export function longTable(selection, context) {
  const { cube, words } = context;
  const needed = wholeNeeded(selection, cube);
  const unpublished = notPublished(selection, cube, words);
  if (!needed && !unpublished) return undefined;
  const { problems, suggestions } = suggestionsFor(selection, { code: unpublished && "no-view" }, context);
  const [fault = unpublished] = problems;
  if (fault || !needed) return { kind: /** @type {const} */ ("error"), error: Object.assign(new Error(fault), { code: unpublished ? "no-view" : "bad-query" }), problems, suggestions };
  return { kind: /** @type {const} */ ("long"), ...needed, said: (/** @type {BuilderWords} */ words) => longInWords(needed, words), suggestions: suggestionsToDraw(selection, context) };
}
