/** The builder's texts in the reader's language. */
import { formatOf } from "../format.js";
import { wordsIn } from "../words.js";
import { wordsFor } from "./en.js";

/** @import { Language } from "../words.js" */
/** @import { Format } from "../format.js" */
/** @import { BuilderWords } from "./en.js" */
/** @import { MoreWords } from "./en-more.js" */

/** The same texts, each optional. @template T @typedef {T extends ((...args: never[]) => unknown) | readonly unknown[] ? T : T extends object ? { [Key in keyof T]?: Some<T[Key]> } : T} Some */
/** Returns texts in the formats of the reader's locale. @typedef {(format: Format, english: BuilderWords) => Some<BuilderWords>} OwnWords */

/**
 * The other languages, one file each, with the texts of all parts.
 * @type {Record<string, () => Promise<{ wordsFor: (format: Format) => Omit<BuilderWords, "table"> }>>}
 */
const OTHERS = { ar: () => import("./ar.js"), de: () => import("./de.js"), es: () => import("./es.js"), fr: () => import("./fr.js") };

/** Texts that a page has registered, by language. @type {Map<string, OwnWords>} */
const registered = new Map();
/** @type {Map<string, Promise<BuilderWords>>} */
const known = new Map();
/** Called after a page has registered texts. @type {Set<() => void>} */
const listeners = new Set();

/**
 * Adds the builder's texts in another language, or replaces texts of this package. For a missing text, the builder uses
 * this package's text in this language, or the English text.
 * @param {string} language  such as "nl"
 * @param {OwnWords} words
 */
export function registerWords(language, words) {
  registered.set(language.toLowerCase(), words);
  known.clear();
  for (const listener of listeners) listener();
}

/** Calls a function whenever a page registers texts. @param {() => void} listener @returns {() => void} stops the calls */
export function watchWords(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The English texts of the parts that load later. Before, no view uses these texts. @type {(format: Format) => Partial<MoreWords>} */
let laterFor = () => ({});

/** @param {Format} format */
const englishFor = (format) => /** @type {BuilderWords} */ ({ ...wordsFor(format), ...laterFor(format) });

/** The texts until the reader's language is known. */
export const firstWords = () => englishFor(formatOf("en"));

/** Adds the English texts of the parts that load later. @param {(format: Format) => MoreWords} make */
export function addLater(make) {
  laterFor = make;
  known.clear();
}

/** Replaces texts at any depth. @template {object} T @param {T} base @param {object} own @returns {T} */
function merged(base, own) {
  const result = { ...base };
  for (const [name, value] of Object.entries(own)) {
    const before = /** @type {any} */ (base)[name];
    /** @type {any} */ (result)[name] = typeof value === "object" && value !== null && !Array.isArray(value) && typeof before === "object" ? merged(before, value) : value;
  }
  return result;
}

/** @param {Language} language @returns {Promise<BuilderWords>} */
export function builderWords(language) {
  const key = `${language.tag ?? "en"} ${language.numbers}`;
  let words = known.get(key);
  if (!words) known.set(key, (words = load(language)));
  return words;
}

/** @param {Language} language @returns {Promise<BuilderWords>} */
async function load(language) {
  const name = (language.tag ?? "en").toLowerCase().split("-")[0];
  const format = formatOf(language.numbers);
  const english = englishFor(format);
  // If its file does not load, a language has English texts.
  const other = await OTHERS[name]?.().catch(() => {});
  const words = { ...english, ...other?.wordsFor(format), table: await wordsIn(language) };
  const own = registered.get(name);
  return own ? merged({ ...words, language: name, table: { ...words.table } }, own(format, english)) : words;
}
