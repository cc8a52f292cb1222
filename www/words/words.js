/** The element's own words in the language of the page, and what else follows from that language. */
import { en } from "./en.js";

/** @import { ElementWords } from "./en.js" */

/** Those that `languages.js` has. */
const OTHERS = /^(fr|ar)(-|$)/i;

/** Languages, and scripts that a tag may name, which are written from right to left. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|nqo|ps|sd|syr|ug|ur|yi)(-|$)|-(arab|hebr|thaa|nkoo|syrc)(-|$)/i;

/** @typedef {{ tag: string | undefined, numbers: string, direction: "ltr" | "rtl" }} Language `tag`: for the labels of a cube */

/**
 * The language of a `lang` attribute as it can be used: one that is none is English, as where there is none.
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
    // A page may say lang="no such language"; that is no reason to show no table.
  }
  return { tag, numbers: numbers[0] ?? "en", direction: RIGHT_TO_LEFT.test(tag ?? "") ? "rtl" : "ltr" };
}

/**
 * The words of a language; the English ones where there are none, or where they cannot be loaded.
 * @param {Language} language
 * @returns {Promise<ElementWords>}
 */
export async function wordsIn({ tag = "en" }) {
  const [, name] = OTHERS.exec(tag) ?? [];
  if (!name) return /^en(-|$)/.test(tag) ? en : { ...en, foreign: true };
  try {
    return (await import("./languages.js")).LANGUAGES[name.toLowerCase()];
  } catch {
    return { ...en, foreign: true };
  }
}

/**
 * What the core says of a method, sentence by sentence; null where one is not known in this language.
 * @param {string} text in English
 * @param {ElementWords} words
 * @param {string} [locale]  of the numbers in it; those of English are the core's
 */
export function methodInWords(text, words, locale) {
  if (words.language === en.language) return text;
  const { format } = new Intl.NumberFormat(locale ?? words.language);
  const sentences = text.split(/(?<=\.) /).map((sentence) => {
    const [pattern, translation] = words.method?.find(([pattern]) => pattern.test(sentence)) ?? [];
    return pattern && translation && sentence.replace(pattern, translation).replace(/\d+(\.\d+)?/g, (number) => format(Number(number)));
  });
  return sentences.every(Boolean) ? sentences.join(" ") : null;
}
