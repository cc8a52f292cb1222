/** The element's texts in languages other than English. Only pages in these languages load this file. */
import { ar } from "./ar.js";
import { de } from "./de.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { STATUSES } from "./statuses.js";

/** @import { ElementWords } from "./en.js" */

/** @type {Record<string, ElementWords>} */
export const LANGUAGES = { fr, ar, de, es };

/**
 * Adds the meanings of statuses in the other languages. In bundles, the table has English only, and statuses.json does
 * not have all languages.
 * @param {typeof STATUSES} table
 */
export function addMeanings(table) {
  for (const [reason, { words }] of Object.entries(STATUSES)) {
    const own = table[/** @type {keyof typeof STATUSES} */ (reason)].words;
    Object.assign(own, words);
    for (const { language, statuses } of Object.values(LANGUAGES)) if (statuses) own[language] = /** @type {Record<string, string>} */ (statuses)[reason];
  }
}
