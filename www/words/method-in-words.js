/** The core's text about a method, in the reader's language. */

/** @import { ElementWords } from "./en.js" */

/**
 * Translates the core's text about a method, sentence by sentence. Returns null if a sentence has no translation.
 * @param {string} text in English
 * @param {ElementWords} words
 * @param {string} [locale]  of the numbers in the text
 */
export function methodInWords(text, words, locale) {
  if (words.language === "en") return text;
  const { format } = new Intl.NumberFormat(locale ?? words.language);
  const sentences = text.split(/(?<=\.) /).map((sentence) => {
    const [pattern, translation] = words.method?.find(([pattern]) => pattern.test(sentence)) ?? [];
    return pattern && translation && sentence.replace(pattern, translation).replace(/\d+(\.\d+)?/g, (number) => format(Number(number)));
  });
  return sentences.every(Boolean) ? sentences.join(" ") : null;
}
