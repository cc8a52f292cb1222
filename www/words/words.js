/** The element's texts, number format and direction for the page's language. */
import { en } from "./en.js";
import { methodInWords } from "./method-in-words.js";
import { STATUSES } from "./statuses.js";

/** @import { ElementWords } from "./en.js" */

/** Matches tags of the languages in `languages.js`. */
const OTHERS = /^(fr|ar|de|es)(-|$)/i;

/** Matches language tags and script subtags of right-to-left writing. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|nqo|ps|sd|syr|ug|ur|yi)(-|$)|-(arab|hebr|thaa|nkoo|syrc)(-|$)/i;

/**
 * @typedef {{ tag: string | undefined, numbers: string, direction: "ltr" | "rtl" }} Language `tag`: the language of a
 *   cube's labels; `numbers`: the locale of numbers
 */

/**
 * Returns the language of a `lang` attribute. If `lang` is invalid or missing, the language is English.
 * @param {string | null | undefined} lang
 * @returns {Language}
 */
export function languageOf(lang) {
  /** @type {string | undefined} */
  let tag;
  /** @type {string[]} */
  let numbers = [];
  try {
    [tag] = Intl.getCanonicalLocales(lang || []);
    numbers = Intl.NumberFormat.supportedLocalesOf(tag ?? []);
  } catch {
    // An invalid `lang` must not prevent a table.
  }
  return { tag, numbers: numbers[0] ?? "en", direction: RIGHT_TO_LEFT.test(tag ?? "") ? "rtl" : "ltr" };
}

/**
 * Returns the element's texts in a language. The texts are English if the language is not available or does not load.
 * @param {Language} language
 * @returns {Promise<ElementWords>}
 */
export async function wordsIn({ tag = "en" }) {
  const [, name] = OTHERS.exec(tag) ?? [];
  if (!name) return /^en(-|$)/.test(tag) ? en : { ...en, foreign: true };
  try {
    const { LANGUAGES, addMeanings } = await import("./languages.js");
    addMeanings(STATUSES);
    return LANGUAGES[name.toLowerCase()];
  } catch {
    return { ...en, foreign: true };
  }
}

export { methodInWords };
