/** Formats numbers, counted nouns and lists for a language. */
import { isPlain, numbers } from "./numbers.js";

/** The forms of a counted noun by plural category. `#` stands for the number. @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }} Forms */

/**
 * @typedef {object} Format
 * @property {string} locale
 * @property {(value: number, decimals?: number) => string} number
 * @property {(count: number, forms: Forms) => string} counted  `counted(2, { one: "# row", other: "# rows" })`
 * @property {(items: readonly string[], join?: "and" | "or") => string} list
 * @property {(share: number) => string} percent  of a share from 0 to 1, with one decimal at most
 */

/** @type {Map<string, Format>} */
const known = new Map();

/**
 * Returns the formats of a locale, or English formats if the browser does not know the locale.
 * @param {string | null | undefined} locale
 * @returns {Format}
 */
export function formatOf(locale) {
  const key = locale || "en";
  let format = known.get(key);
  if (!format) known.set(key, (format = made(key)));
  return format;
}

/** @param {string} locale @returns {Format} */
function made(locale) {
  try {
    Intl.getCanonicalLocales(locale);
  } catch {
    return formatOf("en");
  }
  // A formatter takes milliseconds to make, and a page uses few of them before its first table.
  /** @type {Map<string, any>} */
  const made = new Map();
  /** @template T @param {string} key @param {() => T} make @returns {T} */
  const once = (key, make) => made.get(key) ?? made.set(key, make()).get(key);
  const number = (/** @type {number} */ value, decimals = 0) =>
    once(`${decimals}`, () => numbers(locale, decimals)).format(value);
  // English plurals need no `Intl` (numbers.js).
  const category = (/** @type {number} */ count) => (isPlain(locale) ? (Math.abs(count) === 1 ? "one" : "other") : once("plural", () => new Intl.PluralRules(locale)).select(count));
  return {
    locale, number,
    counted: (count, forms) => (forms[category(count)] ?? forms.other).replace("#", number(count)),
    list: (items, join = "and") => (items.length < 2 ? items.join("") : isPlain(locale) && items.length === 2 ? items.join(` ${join} `) : once(join, () => new Intl.ListFormat(locale, { type: join === "and" ? "conjunction" : "disjunction" })).format(items)),
    percent: (value) => once("percent", () => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 })).format(value),
  };
}
