/** Describes the steps that changed records before they were counted. */

/** @import { Pretabular, TextByLanguage } from "../api/types.js" */
/** @import { ElementWords } from "./en.js" */

/**
 * Returns a sentence for each step, and the publisher's reason why the steps are enough. The list is empty without steps.
 * @param {Pretabular | undefined} pretabular
 * @param {ElementWords} words
 * @param {string} [locale]  of numbers
 */
export function pretabularInWords(pretabular, { language, pretabular: words }, locale = language) {
  if (!pretabular) return [];
  const { format } = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const steps = pretabular.steps.map(({ kind, moved, matrix }) =>
    [words.steps[kind] ?? words.steps.other, moved !== undefined && words.moved(format(moved)), matrix && words.matrix].filter(Boolean).join(" "));
  const why = textIn(pretabular.why, language);
  return why ? [...steps, words.why(why)] : steps;
}

/** The text in a language, otherwise in English, otherwise in the first language. @param {TextByLanguage | undefined} text @param {string} language */
function textIn(text, language) {
  return typeof text === "object" ? text[language] ?? text.en ?? Object.values(text)[0] : text;
}
