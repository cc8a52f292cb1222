// What the store needs for few choices.

import { carryOver as carried } from "../../choice/carry-over.js";
import { methodOfLink, nameOfOwn } from "../../choice/own-method.js";
import { recall } from "./recall.js";
import { suggestionsToDraw } from "./suggestions.js";
import { longInWords, wholeNeeded } from "./whole.js";

/** @import { Cube, Description, Selection } from "../../choice/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */
/** @import { Context } from "./suggestions.js" */

export { changeInWords } from "../../choice/changes.js";
export { meetIn } from "../../choice/known.js";
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

/** The refusal of a table that needs all codes of a long dimension. Undefined for other tables. @param {Selection} selection @param {Context} context */
export function longTable(selection, context) {
  const needed = wholeNeeded(selection, context.cube);
  return needed && { kind: /** @type {const} */ ("long"), ...needed, said: longInWords(needed, context.words), suggestions: suggestionsToDraw(selection, context) };
}
