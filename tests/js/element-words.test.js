import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { en } from "../../www/words/en.js";
import { LANGUAGES } from "../../www/words/languages.js";
import { STATUSES, statusInWords } from "../../www/words/statuses.js";
import { languageOf, methodInWords, wordsIn } from "../../www/words/words.js";

test("an unknown language falls back to English, with numbers and direction of its tag", () => {
  /** @type {[string | null, string | undefined, string, string, string][]} lang, tag, numbers, direction, words */
  const cases = [
    [null, undefined, "en", "ltr", "en"],
    ["", undefined, "en", "ltr", "en"],
    ["no such language", undefined, "en", "ltr", "en"],
    ["en-gb", "en-GB", "en-GB", "ltr", "en"],
    ["FR", "fr", "fr", "ltr", "fr"],
    ["fr-CA", "fr-CA", "fr-CA", "ltr", "fr"],
    ["ar", "ar", "ar", "rtl", "ar"],
    ["ar-EG", "ar-EG", "ar-EG", "rtl", "ar"],
    ["he", "he", "he", "rtl", "en"],
    ["az-Arab", "az-Arab", "az-Arab", "rtl", "en"],
    ["arn", "arn", "en", "ltr", "en"],
    ["de-AT", "de-AT", "de-AT", "ltr", "de"],
    ["es", "es", "es", "ltr", "es"],
    ["nl", "nl", "nl", "ltr", "en"],
  ];
  for (const [lang, tag, numbers, direction] of cases) {
    const language = languageOf(lang);
    if (lang !== "arn") assert.equal(language.numbers, numbers, String(lang));
    assert.deepEqual([language.tag, language.direction], [tag, direction], String(lang));
  }
  return Promise.all(cases.map(async ([lang, , , , words]) => assert.equal((await wordsIn(languageOf(lang))).language, words, String(lang))));
});

test("all languages have the same words, each its own", async () => {
  // The first text in another language brings its statuses.
  await wordsIn(languageOf("de"));
  for (const [name, words] of Object.entries(LANGUAGES)) {
    assert.equal(words.language, name);
    for (const key of Object.keys(en)) assert.ok(Object.hasOwn(words, key), `${name}.${key}`);
    for (const key of /** @type {const} */ (["count", "loading", "again", "sums", "negative"])) assert.notEqual(words[key], en[key], `${name}.${key}`);
    assert.deepEqual(Object.keys(words.errors), Object.keys(en.errors), name);
    assert.deepEqual(Object.keys(words.sum), Object.keys(en.sum), name);
    for (const [code, text] of Object.entries(words.errors)) assert.notEqual(text, /** @type {Record<string, string>} */ (en.errors)[code], `${name}.errors.${code}`);
    for (const reason of /** @type {(keyof typeof STATUSES)[]} */ (Object.keys(STATUSES))) {
      assert.notEqual(statusInWords(reason, name), statusInWords(reason, "en"), `${reason} in ${name}`);
    }
  }
});

test("English words in another language are marked as foreign, and opposite directions are isolated", async () => {
  const foreign = async (/** @type {string | null} */ lang) => Boolean((await wordsIn(languageOf(lang))).foreign);
  for (const lang of [null, "", "en", "en-GB", "fr-CA", "ar", "de", "es", "no such language"]) assert.equal(await foreign(lang), false, String(lang));
  for (const lang of ["nl", "he", "enm"]) assert.equal(await foreign(lang), true, lang);
  assert.equal(en.by("الحي", "Sex"), "\u2068الحي\u2069 by Sex");
  assert.equal(LANGUAGES.fr.source("سجل (2025)"), "Source\u00a0: \u2068سجل (2025)\u2069");
  assert.equal(LANGUAGES.ar.by("Sex", "الحي"), "\u2068Sex\u2069 حسب \u2068الحي\u2069");
});

test("each sentence of the core about a method exists in each language", () => {
  // The demo's methods do not produce these texts, so the test compares their fixed parts with the core's source.
  const source = ["words.rs", "deviations.rs", "deviations/disabled.rs"].map((file) => readFileSync(path(`src/protect/${file}`), "utf8")).join("");
  for (const fixed of ["; a count of 1 always changes", "the number of counts in each table that change to other values", "The same records may give different figures", "are shown unprotected", "times or not at all", "counted several times or not at all, at random", "Counts of 0 are suppressed, the others", "rounded to the nearest multiple of"]) {
    assert.ok(source.includes(fixed), fixed);
  }
  const ofTables = ["table_kind.rs", "additivity.rs"].map((file) => readFileSync(path("src/protect", file), "utf8").replace(/\\\n\s+/g, "")).join();
  for (const fixed of ["so that the figures add up to ", "the grand total", "the row totals", "the column totals", "Other totals are rounded for themselves.", "are rounded up or down to multiples of", "so that all figures add up.", ", 0 included,", ", and counts that fill their whole line,", ", 0 included, and counts that fill their whole line,", "Further figures are suppressed so that nobody can compute these.", "All other figures are true.", "so that totals stay close to the true ones. Totals are the sums of the figures shown.", "Then all figures are fitted to the totals, as fractions, so that they add up.", "Then all figures are fitted to the totals, as whole numbers, so that they add up.", "A figure may be shown in one table and suppressed in another."]) {
    assert.ok(ofTables.includes(fixed), fixed);
  }
  const filled = [
    "Each count below 3 is rounded up or down, at random, to a multiple of 5.",
    "Each count is rounded to the nearest multiple of 5.",
    "Counts of 0 are suppressed, the others rounded to the nearest multiple of 5.",
    "In each count some records, 0.5 on average, are counted three times or not at all, at random.",
    "In each count some records, 1 on average, are counted three times or not at all, at random; a count of 1 always changes.",
    ...["grand total", "row totals", "column totals"].map((totals) => `Each count is rounded up or down, at random, to a multiple of 5, so that the figures add up to the ${totals}. Other totals are rounded for themselves.`),
    "All counts and totals are rounded up or down to multiples of 5, so that all figures add up.",
    ...["", ", 0 included,", ", and counts that fill their whole line,", ", 0 included, and counts that fill their whole line,"].map((also) => `Counts below 5${also} are suppressed. Further figures are suppressed so that nobody can compute these. All other figures are true.`),
    "Then all figures are fitted to the totals, as fractions, so that they add up.",
    "Then all figures are fitted to the totals, as whole numbers, so that they add up.",
    "In each count some records are counted several times or not at all, at random.",
    "In each count some records, 0.5 on average, are counted up to 4 times or not at all, at random.",
    "In each count some records, 1 on average, are counted up to 4 times or not at all, at random; a count of 1 always changes.",
    "In each count some records, 2.5 on average, are counted up to 4 times or not at all, at random; in counts up to 2 all records are.",
    "Fixed probabilities set the number of counts in each table that change to other values.",
    "The same records may give different figures in different tables.",
    "A figure may be shown in one table and suppressed in another.",
    "Only in answers by building blocks, areas with 1000 records or more are shown unprotected.",
    "Only in answers by building blocks, areas with 5 records or more per cell are shown unprotected.",
  ];
  const info = execFileSync(path("target/release/cellveil"), ["info", path("target/site/cubes/census2011-teaching")], { encoding: "utf8" });
  /** @type {[method: string, title: string][]} */
  const titles = JSON.parse(readFileSync(path("target/site/cubes/census2011-teaching/cube.json"), "utf8")).method_titles;
  const titled = (/** @type {string} */ text) => titles.find(([, title]) => text.startsWith(`${title}. `))?.[1];
  const told = [...info.matchAll(/^method .*?\): (.*)$/gm)].map(([, text]) => text.slice((titled(text)?.length ?? -2) + 2).replace(/ (Largest change|Mean gain of an empty cell): .*$/, ""));
  assert.ok(told.length > 5);
  for (const [name, words] of Object.entries(LANGUAGES)) {
    for (const text of [...told, ...filled]) {
      const said = methodInWords(text, words);
      assert.ok(said, `${name}: ${text}`);
      assert.doesNotMatch(said, /\$\d|counts?\b/i);
      // The number 0 is excluded, because it is a word in these texts.
      const numbers = [...text.replace(/Counts of 0|, 0 included/g, "").matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
      for (const locale of [name, `${name}-u-nu-arab`, "en"]) {
        const { format } = new Intl.NumberFormat(locale);
        const found = methodInWords(text, words, locale)?.match(/[\d\u0660-\u0669]+([,.\u202f\u066b\u066c][\d\u0660-\u0669]+)*/g) ?? [];
        assert.deepEqual(found, numbers.map((number) => format(number)), "the numbers are those of the core, written as those of the table");
      }
    }
    assert.equal(methodInWords("Counts are shown in another way.", words), null);
    // This sentence has the base twice, and 0.
    const small = "Counts below 3 are shown as 0 or 3, so that totals stay close to the true ones. Totals are the sums of the figures shown.";
    assert.match(methodInWords(small, words, "en") ?? "", /3.*0.*3/);
  }
});
