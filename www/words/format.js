/** Formats numbers, counted nouns and lists for a language. */

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
    new Intl.NumberFormat(locale);
  } catch {
    return formatOf("en");
  }
  const rules = new Intl.PluralRules(locale);
  const numbers = new Map([[0, new Intl.NumberFormat(locale, { signDisplay: "negative" })]]);
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const lists = { and: new Intl.ListFormat(locale, { type: "conjunction" }), or: new Intl.ListFormat(locale, { type: "disjunction" }) };
  const number = (/** @type {number} */ value, decimals = 0) => {
    let format = numbers.get(decimals);
    if (!format) numbers.set(decimals, (format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative" })));
    return format.format(value);
  };
  return {
    locale, number,
    counted: (count, forms) => (forms[rules.select(count)] ?? forms.other).replace("#", number(count)),
    list: (items, join = "and") => lists[join].format(items),
    percent: (value) => share.format(value),
  };
}
