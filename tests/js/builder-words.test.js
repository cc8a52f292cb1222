// The builder's texts: all languages have the same texts, and each text is complete.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOf } from "../../www/words/format.js";
import { LANGUAGES } from "../../www/words/languages.js";
import { languageOf } from "../../www/words/words.js";
import { builderWords, registerWords } from "../../www/words/builder/builder-words.js";
import { englishFor } from "../../www/words/builder/english.js";
import { wordsFor as ar } from "../../www/words/builder/ar.js";
import { wordsFor as de } from "../../www/words/builder/de.js";
import { wordsFor as es } from "../../www/words/builder/es.js";
import { wordsFor as fr } from "../../www/words/builder/fr.js";

const TRANSLATED = { ar, de, es, fr };
/** These texts may equal the English ones: names of formats, and words that both languages share. */
const SHARED = /^(language|locale|save\.excel|save\.image|quality\.utility|.*\.source|.*\.licence|about\.facts\..*|sheets\.(notes|status)|figures\.ratioOf|unread\.percent|caption\.average|build\.(filter|total|method|layers)|result\.total|groups\..*|changes\.(method|totals|view\..*)|derived\.omitted)$/;

/** All texts by path: strings, functions, and lists of strings. @param {object} words @param {string} [before] @returns {Record<string, unknown>} */
function textsOf(words, before = "") {
  return Object.assign({}, ...Object.entries(words).map(([name, value]) => {
    const path = `${before}${name}`;
    if (path === "table" || path === "problems.noCollapsed") return {};
    return typeof value === "object" && value !== null && !Array.isArray(value) ? textsOf(value, `${path}.`) : { [path]: value };
  }));
}

/** @param {unknown} value */
const kindOf = (value) => (Array.isArray(value) ? `list of ${value.length}` : typeof value === "function" ? "function" : typeof value);

/** A value that is a name where a text needs a string, and a number where a text needs a number. */
class Sample extends String {
  /** @param {string} name @param {number} value */
  constructor(name, value) {
    super(name);
    this.value = value;
  }
  /** @param {string} hint */
  [Symbol.toPrimitive](hint) {
    return hint === "string" ? super.valueOf() : this.value;
  }
}

const NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"];
/** Plural categories of Arabic: few, many, other, one, two, zero. */
const SAMPLES = [3, 13, 100, 1, 2, 0].map((from) => NAMES.map((name, at) => new Sample(name, from < 3 ? from : from + at)));

/** Values of texts that need others than samples. @type {Record<string, any[][]>} */
const GIVEN = {
  method: [[{ name: "ten-five", kind: "p" }], [{ name: "x", kind: "p", title: "Titled" }]],
  number: [[1]], counted: [[1, { other: "#" }]], list: [[["a", "b"]]], percent: [[0.5]],
  "derived.counts": [["Age", [["Young", 1], ["Old", 2]]]],
  "caption.percent": [["row", true], ["column", false], ["table", true]], "caption.derived": [["percent", "none"], ["percent", "p"]],
  "why.computed": [["none", "3 / 4"], ["p", "3 / 4"]], "why.wholeTotal": [["none", "row"], ["p", "column"], ["p", "table"]], "why.wholeSum": [[4, "row"], [4, "table"]],
  "status.built": [[1200, 0, 0.2], [1, 1, 1500]], "status.loading": [[0, 5e5], [2e6, 3e6]],
  "suggest.withCells": [["Region", 12], ["Region", 2e9]],
};

/** What a function says. @param {string} path @param {unknown} text */
const saidBy = (path, text) => (GIVEN[path] ?? SAMPLES).map((values) => /** @type {(...values: any[]) => unknown} */ (text)(...values));

test("every language has all texts of English, of the same kinds", () => {
  const english = textsOf(englishFor(formatOf("en")));
  for (const [language, wordsFor] of Object.entries(TRANSLATED)) {
    const texts = textsOf(wordsFor(formatOf(language)));
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort(), language);
    for (const [path, text] of Object.entries(texts)) {
      assert.equal(kindOf(text), kindOf(english[path]), `${language}.${path}`);
      if (typeof text === "string") assert.ok(text.trim(), `${language}.${path} is empty`);
      if (typeof text === "string" && !SHARED.test(path) && text.length > 12) assert.notEqual(text, english[path], `${language}.${path}`);
    }
    assert.equal(texts.language, language);
  }
});

test("every text with values is complete", () => {
  for (const [language, wordsFor] of Object.entries({ en: englishFor, ...TRANSLATED })) {
    for (const [path, text] of Object.entries(textsOf(wordsFor(formatOf(language))))) {
      if (typeof text !== "function") continue;
      for (const said of saidBy(path, text)) {
        assert.ok(String(said).trim(), `${language}.${path} is empty`);
        assert.doesNotMatch(String(said), /undefined|NaN|\[object|=>|#/, `${language}.${path}`);
      }
    }
  }
});

test("every text in another language has the values of the English text", () => {
  const english = textsOf(englishFor(formatOf("en")));
  for (const [language, wordsFor] of Object.entries(TRANSLATED)) {
    // Digits of Europe, so that the numbers are found.
    for (const [path, text] of Object.entries(textsOf(wordsFor(formatOf(`${language}-u-nu-latn`))))) {
      if (typeof text !== "function" || GIVEN[path] || path === "plural") continue;
      const values = (/** @type {unknown} */ text) => {
        const said = String(/** @type {(...values: any[]) => unknown} */ (text)(...SAMPLES[1])).replace(/(?<=\d)[.,\s](?=\d{3})/g, "");
        return { said, found: NAMES.filter((name, at) => said.includes(name) || said.toLowerCase().includes(name.toLowerCase()) || said.includes(String(13 + at))) };
      };
      // Only English names the unit here.
      if (path === "derived.average") continue;
      const { said, found } = values(text);
      assert.deepEqual(found, values(english[path]).found, `${language}.${path}: ${said}`);
    }
  }
});

test("each counted noun in Arabic has a form for each plural", () => {
  /** @type {Set<string>} */
  const wanted = new Set(new Intl.PluralRules("ar").resolvedOptions().pluralCategories);
  const format = formatOf("ar");
  let nouns = 0;
  const words = ar({ ...format, counted: (count, forms) => {
    nouns++;
    assert.deepEqual(new Set(Object.keys(forms)), wanted, JSON.stringify(forms));
    return format.counted(count, forms);
  } });
  for (const [path, text] of Object.entries(textsOf(words))) if (typeof text === "function" && path !== "counted") saidBy(path, text);
  assert.ok(nouns > 8);
  assert.deepEqual(new Set(Object.keys(words.problems.noCollapsed)), wanted);
  const said = [0, 1, 2, 3, 11, 100].map((count) => words.result.rowsShown(count));
  assert.equal(new Set(said).size, 6, said.join(" "));
});

test("the builder speaks the language of the page, otherwise English", async () => {
  for (const [lang, language] of [["fr", "fr"], ["fr-CA", "fr"], ["AR-eg", "ar"], ["de-CH", "de"], ["es", "es"], ["en-GB", "en"], ["nl", "en"], ["", "en"], ["no such language", "en"]]) {
    const words = await builderWords(languageOf(lang));
    assert.equal(words.language, language, lang);
    assert.equal(words.table.language, language, lang);
    if (language !== "en") assert.equal(words.table, LANGUAGES[language]);
  }
  const swiss = await builderWords(languageOf("de-CH"));
  assert.equal(swiss.number(1234567), new Intl.NumberFormat("de-CH").format(1234567), "the numbers are those of the region");
  assert.equal(await builderWords(languageOf("de-CH")), swiss, "the texts are made once");
});

test("a page registers the texts of another language", async () => {
  registerWords("tlh", ({ number }) => ({ build: { title: "raS yIchenmoH" }, result: { rowsShown: (count) => `${number(count)} mu’mey` } }));
  const words = await builderWords({ tag: "tlh", numbers: "en", direction: "ltr" });
  assert.deepEqual([words.build.title, words.language], ["raS yIchenmoH", "tlh"]);
  assert.equal(words.result.rowsShown(1200), "1,200 mu’mey");
  assert.deepEqual([words.build.rows, words.result.title, words.caption.counts], ["Rows", "Table", "counts"], "missing texts are English");
  // A page's own texts replace those of this package, one by one.
  registerWords("FR", (_, english) => ({ dismiss: `Fermer (${english.dismiss})`, table: { count: "Nombre" } }));
  const own = await builderWords(languageOf("fr-BE"));
  assert.deepEqual([own.dismiss, own.build.rows, own.table.count, own.table.total], ["Fermer (Close this text)", "Lignes", "Nombre", "Total"]);
});
