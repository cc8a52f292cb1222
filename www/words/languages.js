/** The element's words in languages other than English: loaded by pages in one of these. */
import { ar } from "./ar.js";
import { fr } from "./fr.js";

/** @import { ElementWords } from "./en.js" */

/** @type {Record<string, ElementWords>} */
export const LANGUAGES = { fr, ar };
