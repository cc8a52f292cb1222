/** The element's texts, number format and direction for the page's language. */
import { en } from "./en.js";
import { methodInWords } from "./method-in-words.js";
import { isPlain } from "./numbers.js";
import { STATUSES } from "./statuses.js";

/** @import { ElementWords } from "./en.js" */

/** Matches tags of the languages in `languages.js`. */
const OTHERS = /^(fr|ar|de|es)(-|$)/i;

/** Matches language tags and script subtags of right-to-left writing. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|nqo|ps|sd|syr|ug|ur|yi)(-|$)|-(arab|hebr|thaa|nkoo|syrc)(-|$)/i;

/**
 * @typedef {{ tag: string | undefined, direction: "ltr" | "rtl", readonly numbers: string }} Language `tag`: the language of
 *   a cube's labels; `numbers`: the locale of numbers. Its first use in a page may take 30 ms (numbers.js).
 */

/**
 * Returns the language of a `lang` attribute. If `lang` is invalid or missing, the language is English.
 * @param {string | null | undefined} lang
 * @returns {Language}
 */
export function languageOf(lang) {
  /** @type {string | undefined} */
  let tag;
  try {
    [tag] = Intl.getCanonicalLocales(lang || []);
  } catch {
    // An invalid `lang` must not prevent a table.
  }
  return {
    tag,
    direction: RIGHT_TO_LEFT.test(tag ?? "") ? "rtl" : "ltr",
    get numbers() {
      return isPlain(tag) ? tag ?? "en" : Intl.NumberFormat.supportedLocalesOf(tag ?? [])[0] ?? "en";
    },
  };
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
