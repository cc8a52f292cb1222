/** The element's texts in languages other than English. Only pages in these languages load this file. */
import { ar } from "./ar.js";
import { de } from "./de.js";
import { es } from "./es.js";
import { fr } from "./fr.js";

/** @import { ElementWords } from "./en.js" */
/** @import { STATUSES } from "./statuses.js" */

/** @type {Record<string, ElementWords>} */
export const LANGUAGES = { fr, ar, de, es };

/** Adds the meanings of statuses that statuses.json does not have. @param {typeof STATUSES} table */
export function addMeanings(table) {
  for (const { language, statuses = {} } of Object.values(LANGUAGES)) {
    for (const [reason, meaning] of Object.entries(statuses)) Object.assign(/** @type {Record<string, { words: Record<string, string> }>} */ (table)[reason].words, { [language]: meaning });
  }
}
