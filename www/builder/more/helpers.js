// What the store needs for few choices.

import { methodOfLink, nameOfOwn } from "../../choice/own-method.js";

/** @import { Description } from "../../choice/types.js" */

export { carryOver } from "../../choice/carry-over.js";
export { changeInWords } from "../../choice/changes.js";
export { othersFor, suggestionsFor, suggestionsToDraw } from "./suggestions.js";

/** The reader's own method in a link, with its title. @param {string} name @param {Description} cube */
export const ownMethod = async (name, cube) => ({ title: nameOfOwn(name).replace(/^Designed: /, ""), method: await methodOfLink(name, cube) });
