// The page "Learn" without a page: addresses, progress, answers as a file, and the questions of all lessons for the people
// of several seeds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, hashOf, kept, linkOf, readerOf, routeOf, whole } from "../../www/site/pages/learn/address.js";
import * as choose from "../../www/site/pages/learn/lessons/choose.js";
import * as design from "../../www/site/pages/learn/lessons/design.js";
import * as differencing from "../../www/site/pages/learn/lessons/differencing.js";
import * as recordKeys from "../../www/site/pages/learn/lessons/record-keys.js";
import * as rounding from "../../www/site/pages/learn/lessons/rounding.js";
import * as smallCounts from "../../www/site/pages/learn/lessons/small-counts.js";
import * as swapping from "../../www/site/pages/learn/lessons/swapping.js";
import * as totals from "../../www/site/pages/learn/lessons/totals.js";
import { SEED, seedOf } from "../../www/site/pages/learn/people.js";
import { answerOf, answered, answersOf, csvOf, joined, load, rightIn, save } from "../../www/site/pages/learn/progress.js";
import { checked, rightAnswer } from "../../www/site/pages/learn/questions.js";
import { solved } from "../../www/site/pages/learn/sheet.js";
import { deskOf } from "./support/desk.js";

const LESSONS = { "small-counts": smallCounts, differencing, rounding, "record-keys": recordKeys, design, totals, swapping, choose };
/** CELLVEIL_SEEDS sets another number of seeds. */
const SEEDS = Array.from({ length: Number(process.env.CELLVEIL_SEEDS ?? 10) }, (_, at) => (at === 0 ? 7 : at * 7919));

test("addresses lead to a section with its choices, and back", () => {
  for (const hash of ["#", "#lesson=rounding&asked=70", "#lab&axes=area,age:band&most=2", "#figures&figure=ons-7", "#answers&name=Anna", "#lesson=design&name=%C3%89milie%20B"]) {
    assert.equal(hashOf(routeOf(hash)), hash);
  }
  const route = routeOf("#lesson=design&variance=2&seed=5");
  assert.deepEqual(changed(route, { variance: undefined, count: "4" }).state, { seed: "5", count: "4" });
  assert.deepEqual(kept(route), { seed: "5" });
  assert.deepEqual([undefined, "", "3", "99", "-4", "1.5", "many"].map((text) => whole(text, 1, 5, 2)), [2, 2, 3, 5, 1, 2, 2]);
});

test("a name has the same seed everywhere, whatever its letters and blanks", () => {
  assert.equal(seedOf("Anna"), 1431804757);
  assert.equal(seedOf("  anna "), seedOf("Anna"));
  assert.equal(seedOf("E\u0301milie"), seedOf("\u00c9milie"));
  assert.notEqual(seedOf("Ben"), seedOf("Anna"));
});

test("a link sets the seed or the name, and the name on the device counts otherwise", () => {
  const reader = (/** @type {string} */ hash, stored = "Anna") => readerOf(routeOf(hash), stored);
  assert.deepEqual(reader("#"), { name: "Anna", seed: seedOf("Anna") });
  assert.deepEqual(reader("#", "  "), { name: "", seed: SEED });
  assert.deepEqual(reader("#lesson=design&name=Ben"), { name: "Ben", seed: seedOf("Ben") });
  assert.deepEqual(reader("#lesson=design&seed=5"), { name: "Anna", seed: 5 });
  for (const wrong of ["-1", "1.5", "x", "", "1e400", "99999999999999999"]) assert.equal(reader(`#lesson=design&seed=${wrong}`).seed, seedOf("Anna"), wrong);
});

test("a copied link shows the same figures to a reader with another name", () => {
  const route = routeOf("#lesson=rounding&asked=70");
  assert.equal(linkOf(route, { name: "Anna", seed: 12 }), "#lesson=rounding&asked=70&seed=12");
  assert.equal(linkOf(route, { name: "", seed: SEED }), "#lesson=rounding&asked=70");
  const named = routeOf("#lesson=rounding&name=Ben");
  assert.equal(linkOf(named, readerOf(named, "Anna")), "#lesson=rounding&name=Ben");
});

test("progress counts tries, keeps right answers, and survives without storage", () => {
  const stored = new Map();
  const storage = { getItem: (/** @type {string} */ key) => stored.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void stored.set(key, value) };
  const anna = { name: "Anna", seed: 5 };
  const values = (/** @type {string} */ given, /** @type {boolean} */ right) => ({ lesson: "rounding", question: "values", given, right });
  let progress = load(storage);
  for (const [given, right] of /** @type {const} */ ([["12", false], ["15", true], ["18", false]])) progress = answered(progress, anna, values(given, right));
  assert.deepEqual(progress.answers, [{ ...anna, ...values("15", true), tries: 2 }]);
  assert.equal(rightIn(progress, anna, "rounding"), 1);
  save(storage, progress);
  assert.deepEqual(load(storage), progress);
  for (const broken of ["{broken", "null", "7", '{"answers":{"rounding/values":{"given":"1"}}}', '{"answers":[{"name":"Anna"}]}']) assert.deepEqual(load({ getItem: () => broken }).answers, [], broken);
  assert.deepEqual(load(undefined).answers, []);
  const full = { setItem: () => { throw new Error("full"); } };
  assert.doesNotThrow(() => save(full, progress));
});

test("readers of one device have answers of their own, and so does each seed", () => {
  const [anna, ben] = [{ name: "Anna", seed: 5 }, { name: "Ben", seed: 6 }];
  const right = { lesson: "rounding", question: "values", given: "15", right: true };
  let progress = answered({ name: "Ben", answers: [] }, anna, right);
  assert.equal(rightIn(progress, ben, "rounding"), 0);
  assert.equal(rightIn(progress, { ...anna, seed: 6 }, "rounding"), 0);
  assert.equal(answerOf(progress, ben, "rounding", "values"), undefined);
  progress = answered(progress, ben, { ...right, given: "16", right: false });
  assert.deepEqual(answersOf(progress, "Ben").map(({ given }) => given), ["16"]);
  assert.equal(csvOf(progress, "Ben"), 'name,seed,lesson,question,answer,result,tries\n"Ben",6,"rounding","values","16",wrong,1\n');
});

test("two tabs of a browser keep the answers of each other", () => {
  const reader = { name: "Anna", seed: 7 };
  const with1 = (/** @type {string} */ question, /** @type {string} */ given, /** @type {boolean} */ right) => answered(load(undefined), reader, { lesson: "rounding", question, given, right });
  const both = joined(with1("values", "15", true), with1("keyed", "same", true));
  assert.deepEqual(both.answers.map(({ question }) => question).sort(), ["keyed", "values"]);
  assert.deepEqual(joined(with1("values", "15", true), with1("values", "1", false)).answers.map(({ given }) => given), ["15"]);
  assert.deepEqual(joined(with1("values", "1", false), with1("values", "15", true)).answers.map(({ given }) => given), ["15"]);
  const own = { ...load(undefined), name: "Ben" };
  assert.equal(joined(with1("values", "15", true), own).name, "Ben");
});

test("answers as a file: quotes, and no formula of a spreadsheet", () => {
  const reader = { name: '=Ann "A"', seed: 7 };
  let progress = answered({ name: "", answers: [] }, reader, { lesson: "design", question: "counts", given: "-8", right: false });
  for (const given of ["Least", "Least risk,\nfirst."]) progress = answered(progress, reader, { lesson: "choose", question: "defence", given, right: null });
  assert.equal(csvOf(progress, reader.name), `name,seed,lesson,question,answer,result,tries\n"'=Ann ""A""",7,"design","counts","'-8",wrong,1\n"'=Ann ""A""",7,"choose","defence","Least risk,\nfirst.",text,\n`);
});

for (const [id, lesson] of Object.entries(LESSONS)) {
  test(`${id}: for every seed, one answer is right, each answer has a reason, and the figures differ between seeds`, async () => {
    const answers = new Set();
    for (const seed of SEEDS) {
      const facts = await lesson.facts(desks(seed));
      const names = lesson.questions.map((question) => {
        const text = question.text(facts);
        assert.ok(text.endsWith("?") || /[.?]$/.test(text), text);
        assert.doesNotMatch(text, /undefined|NaN|null|\[object/);
        const right = rightAnswer(question, facts);
        if (question.number) {
          assert.match(right, /^\d+$/, `seed ${seed}: ${right}`);
          const [good, wrong] = [checked(question, facts, right), checked(question, facts, String(Number(right) + 1))];
          assert.ok(good?.right && good.why.length > 10);
          assert.ok(wrong && !wrong.right && wrong.why.length > 10);
          // A hint never tells the answer, except where the answer is a part of a wording such as "1 or 2".
          if (Number(right) > 5) assert.doesNotMatch(wrong.why, new RegExp(`\\b${right}\\b`), wrong.why);
          assert.equal(checked(question, facts, "many"), null);
        } else {
          const options = question.options?.(facts) ?? [];
          assert.equal(options.filter(({ isRight }) => isRight).length, 1, `seed ${seed}: ${question.id}`);
          assert.equal(options.length, 3, `seed ${seed}: ${question.id}`);
          assert.equal(new Set(options.map(({ text: each }) => each)).size, 3);
          for (const { why, text: each } of options) {
            assert.ok(why.length > 10);
            assert.doesNotMatch(why + each, /undefined|NaN|null|\[object/);
          }
        }
        return `${text} ${right}`;
      });
      answers.add(names.join());
    }
    // Lesson 5 asks about a p-table, which is the same for everybody.
    assert.ok(id === "design" || answers.size >= Math.min(SEEDS.length, 3), `${[...answers]}`);
  });
}

/** @type {Map<number, ReturnType<typeof deskOf>>} */
const known = new Map();
/** One desk for each seed, so that all lessons share the people. @param {number} seed */
function desks(seed) {
  const desk = known.get(seed) ?? deskOf(seed);
  known.set(seed, desk);
  return desk;
}

test("lesson 1 tells apart a person alone, a line with one answer, and all other cells", () => {
  const facts = { rows: [[1, 0, 1], [3, 0, 3], [2, 1, 3], [6, 1, 7]], bands: ["a", "b", "c", "Total"], lastAnswer: 2 };
  const found = (/** @type {[number, number][]} */ cells) => cells.map(([row, column]) => smallCounts.findAt(facts, row, column));
  assert.deepEqual(found([[0, 0], [1, 0], [2, 1], [2, 0], [0, 1], [3, 0], [0, 2]]), ["one", "same", "one", "none", "none", "total", "total"]);
});

test("lesson 2 has the districts of the paper, and the difference is the smallest district", async () => {
  const { records, persons } = differencing.districts(7);
  const lines = new TextDecoder().decode(records).trim().split("\n").slice(1).map((line) => line.split(","));
  const sizes = [1, 2, 3, 4, 5, 6, 7].map((district) => lines.filter(([first]) => first === String(district)).length);
  assert.deepEqual(sizes.slice(0, 6), [210, 115, 65, 25, 10, 4]);
  assert.ok(sizes[6] === 2 || sizes[6] === 3);
  assert.equal(persons, sizes.reduce((sum, size) => sum + size, 0));
  const facts = await differencing.facts(desks(7));
  assert.equal(facts.people, sizes[6]);
  assert.equal(facts.told.reduce((/** @type {number} */ sum, /** @type {{ rest: number }} */ { rest }) => sum + rest, 0), sizes[6]);
});

test("lesson 3: over many seeds, sums of parts bring the average nearer to the truth", async () => {
  assert.equal(rounding.weighted(6, [{ values: [3, 3], sum: 6 }, { values: [3, 3, 3, 3], sum: 12 }]), (6 + 3 + 3) / 1.75);
  // The variance is 2 for the cell, and 2 / (1 + the sum of 1/k) for the average with sums of k parts: 0.87 with these eight.
  const squares = { cell: 0, average: 0 };
  for (let seed = 1; seed <= 30; seed++) {
    const { target, partitions } = await rounding.facts(deskOf(seed));
    squares.cell += (target.value - target.count) ** 2;
    squares.average += (rounding.weighted(target.value, partitions) - target.count) ** 2;
    assert.ok(partitions.every((/** @type {{ values: number[] }} */ { values }, /** @type {number} */ at) => at === 0 || values.length >= partitions[at - 1].values.length));
  }
  assert.ok(squares.average < 0.75 * squares.cell, JSON.stringify(squares));
});

test("lesson 4: the same people have the same key and noise, and one person less changes both", async () => {
  let changes = 0;
  for (const seed of SEEDS) {
    const { trace, fewer, again, people } = await recordKeys.facts(desks(seed));
    assert.deepEqual([again.key, again.noise, again.value], [trace.key, trace.noise, trace.value]);
    assert.equal(fewer.count, trace.count - 1);
    assert.notEqual(fewer.key, trace.key);
    assert.equal(people.reduce((/** @type {number} */ sum, /** @type {{ key: number }} */ { key }) => sum + key, 0) % trace.modulus, trace.key);
    changes += Number(fewer.noise !== trace.noise);
  }
  assert.equal(changes, SEEDS.length, "each of these seeds has a cell whose noise changes");
});

test("the answer sheet has the text of the right answer, and its reason", async () => {
  const facts = await smallCounts.facts(desks(7));
  const [chosen, counted] = smallCounts.questions.map((question) => solved(question, facts));
  assert.match(chosen.answer, /^The answer of this person: /);
  assert.ok(chosen.text.endsWith("?") && chosen.why.length > 10 && counted.why.length > 10);
  assert.equal(counted.answer, String(facts.ones.length));
});

test("lesson 5 gives the posterior of the engine", () => {
  // By hand: a count of 1 is shown as 3 with 1/2, and a count of 3 with 1/4. So 3 stands for 1 with 2/3.
  const row = (/** @type {number} */ count, /** @type {[number, number][]} */ noise) => ({ count, noise: noise.map(([each]) => each), probabilities: noise.map(([, chance]) => chance), variance: 0, stay: 0, entropy: 0 });
  const designed = { rows: [row(1, [[-1, 0.5], [2, 0.5]]), row(2, [[0, 1]]), row(3, [[0, 0.25], [1, 0.75]]), row(4, [[0, 1]])], notes: [] };
  const [one, three] = design.countsBehind(designed, 3, 2);
  assert.deepEqual([one.count, three.count], [1, 3]);
  assert.ok(Math.abs(one.probability - 2 / 3) < 1e-12 && Math.abs(three.probability - 1 / 3) < 1e-12);
});

test("lesson 6: as sums, totals are farther from the truth on average", async () => {
  for (const seed of SEEDS) {
    const { outcomes } = await totals.facts(desks(seed));
    assert.ok(outcomes.sum.meanError > outcomes.own.meanError, `seed ${seed}: ${outcomes.own.meanError}, ${outcomes.sum.meanError}`);
  }
});

test("lesson 8: a method beats another only if it is better in one measure and not worse in the other", () => {
  const at = (/** @type {number} */ risk, /** @type {number} */ utility) => ({ id: "", label: "", risk, utility });
  assert.equal(choose.beats(at(0.1, 0.9), at(0.2, 0.9)), true);
  assert.equal(choose.beats(at(0.1, 0.9), at(0.1, 0.9)), false);
  assert.equal(choose.beats(at(0.1, 0.8), at(0.2, 0.9)), false);
  const brief = { id: "", title: "", says: "", risk: 0.1, utility: 0.8 };
  assert.deepEqual([choose.keeps(at(0.1, 0.8), brief), choose.keeps(at(0.11, 0.8), brief), choose.keeps(at(0.1, 0.79), brief)], [true, false, false]);
});
