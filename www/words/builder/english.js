/** The builder's texts in English, with the texts of the parts that load later. */
import { formatOf } from "../format.js";
import { wordsFor } from "./en.js";
import { moreWordsFor } from "./en-more.js";

/** @import { Format } from "../format.js" */
/** @import { BuilderWords } from "./en.js" */

/** @param {Format} format @returns {BuilderWords} */
export const englishFor = (format) => ({ ...wordsFor(format), ...moreWordsFor(format) });

export const english = () => englishFor(formatOf(globalThis.document?.documentElement.lang || "en"));
