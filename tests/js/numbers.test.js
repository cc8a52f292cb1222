// English numbers, counted nouns and lists that the package formats itself are those of `Intl`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOf } from "../../www/words/format.js";
import { isPlain, numbers } from "../../www/words/numbers.js";
import { languageOf } from "../../www/words/words.js";

const PLAIN = ["en", "en-GB", "en-US", "en-gb"];
const OTHERS = ["en-IN", "en-ZA", "en-CH", "en-u-nu-arab", "de", "fr", "ar", "hi"];
const VALUES = [0, -0, 1, -1, 12, 999, 1000, -1000, 1234, 99_999, 100_000, 1_234_567, -1_234_567_890, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 60, 1e21, 0.5, -0.0001, 1234.5678, NaN, Infinity, -Infinity];

test("whole numbers and fractions are those of Intl in every locale", () => {
  assert.deepEqual([...PLAIN.map((locale) => isPlain(locale)), ...OTHERS.map((locale) => isPlain(locale))], [...PLAIN.map(() => true), ...OTHERS.map(() => false)]);
  for (const locale of [...PLAIN, ...OTHERS]) {
    for (const decimals of [0, 1, 3]) {
      const digits = decimals ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals } : {};
      const wanted = new Intl.NumberFormat(locale, /** @type {Intl.NumberFormatOptions} */ ({ ...digits, signDisplay: "negative" }));
      const { format } = numbers(locale, decimals);
      assert.deepEqual(VALUES.map(format), VALUES.map((value) => wanted.format(value)), `${locale}, ${decimals} decimals`);
    }
  }
});

test("counted nouns and lists are those of Intl in every locale", () => {
  for (const locale of [...PLAIN, ...OTHERS]) {
    const format = formatOf(locale);
    const forms = { zero: "# zero", one: "# one", two: "# two", few: "# few", many: "# many", other: "# other" };
    for (const count of [0, 1, -1, 2, 3, 11, 1.5, 1000]) {
      assert.equal(format.counted(count, forms), `${numbers(locale).format(count)} ${new Intl.PluralRules(locale).select(count)}`, `${locale}, ${count}`);
    }
    for (const [join, type] of /** @type {const} */ ([["and", "conjunction"], ["or", "disjunction"]])) {
      for (let items = 0; items < 5; items++) {
        const named = ["Wales", "London", "North East", "a, b"].slice(0, items);
        assert.equal(format.list(named, join), new Intl.ListFormat(locale, { type }).format(named), `${locale}, ${items} items, ${join}`);
      }
    }
  }
});

test("whole numbers in English load no list of locales", () => {
  const { NumberFormat, PluralRules, ListFormat } = Intl;
  const refuse = function () { throw new Error("loads the locales"); };
  Object.assign(Intl, { NumberFormat: Object.assign(refuse, { supportedLocalesOf: refuse }), PluralRules: refuse, ListFormat: refuse });
  try {
    for (const lang of [undefined, "en", "en-GB"]) {
      const { numbers: locale, direction } = languageOf(lang);
      assert.deepEqual([locale, direction], [lang ?? "en", "ltr"]);
      assert.equal(numbers(locale).format(12_345), "12,345");
    }
    assert.throws(() => languageOf("de").numbers, /loads the locales/);
    assert.throws(() => numbers("en").format(0.5), /loads the locales/);
  } finally {
    Object.assign(Intl, { NumberFormat, PluralRules, ListFormat });
  }
});
