/** The builder's texts in the reader's language. */
import { formatOf } from "../format.js";
import { wordsIn } from "../words.js";
import { wordsFor } from "./en.js";

/** @import { Language } from "../words.js" */
/** @import { Format } from "../format.js" */
/** @import { BuilderWords } from "./en.js" */
/** @import { MoreWords } from "./en-more.js" */

/**
 * The other languages, one file each, with the texts of all parts.
 * @type {Record<string, () => Promise<{ wordsFor: (format: Format) => Omit<BuilderWords, "table"> }>>}
 */
const OTHERS = { ar: () => import("./ar.js"), de: () => import("./de.js"), es: () => import("./es.js"), fr: () => import("./fr.js") };

/** Texts that a page has registered, by language. @type {Map<string, (format: Format) => BuilderWords>} */
const registered = new Map();
/** @type {Map<string, Promise<BuilderWords>>} */
const known = new Map();

/**
 * Adds the builder's texts in another language. Missing texts are English.
 * @param {string} language  such as "nl"
 * @param {(format: Format, english: BuilderWords) => Partial<BuilderWords>} words
 */
export function registerWords(language, words) {
  registered.set(language.toLowerCase(), (format) => {
    const english = englishFor(format);
    return merged(english, words(format, english));
  });
  known.clear();
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

/** Replaces texts at any depth. @template {object} T @param {T} base @param {Partial<T>} own @returns {T} */
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
  const table = await wordsIn(language);
  const make = registered.get(name) ?? await OTHERS[name]?.().then(({ wordsFor }) => wordsFor, () => undefined) ?? englishFor;
  return { ...make(format), table };
}
