/** The element's texts in languages other than English. Only pages in these languages load this file. */
import { ar } from "./ar.js";
import { fr } from "./fr.js";

/** @import { ElementWords } from "./en.js" */

/** @type {Record<string, ElementWords>} */
export const LANGUAGES = { fr, ar };
