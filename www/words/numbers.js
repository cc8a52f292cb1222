/** Formats numbers for a language. */

/**
 * English of the United States and the United Kingdom. Its safe integers need no `Intl`. The first use of `Intl` in a page
 * takes up to 30 ms, because the browser loads its list of locales.
 */
const PLAIN = /^en(-(us|gb))?$/i;

/** @param {string} [locale] */
export const isPlain = (locale = "en") => PLAIN.test(locale);

/**
 * Returns the number format of a locale. If `Intl` refuses the locale, the browser's own locale applies.
 * @param {string} [locale]
 * @param {number} [decimals]
 * @returns {{ format: (value: number) => string }}
 */
export function numbers(locale, decimals = 0) {
  /** @type {Intl.NumberFormat | undefined} */
  let exact;
  const others = (/** @type {number} */ value) => (exact ??= formatOf(locale, decimals)).format(value);
  if (decimals > 0 || !locale || !isPlain(locale)) return { format: others };
  return { format: (value) => (Number.isSafeInteger(value) ? grouped(value) : others(value)) };
}

/** @param {number} value a whole number */
const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {string | undefined} locale @param {number} decimals */
function formatOf(locale, decimals) {
  // A count may have decimals, because a preprotected cube may contain fractions.
  const digits = decimals > 0 ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals } : {};
  const options = /** @type {Intl.NumberFormatOptions} */ ({ ...digits, signDisplay: "negative" });
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    return new Intl.NumberFormat(undefined, options);
  }
}
