// The page "Learn" in a browser: each lesson is played to its wrong and its right answers. The right answers come from the
// same facts, computed in Node.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import * as choose from "../../www/site/pages/learn/lessons/choose.js";
import * as design from "../../www/site/pages/learn/lessons/design.js";
import * as differencing from "../../www/site/pages/learn/lessons/differencing.js";
import * as recordKeys from "../../www/site/pages/learn/lessons/record-keys.js";
import * as rounding from "../../www/site/pages/learn/lessons/rounding.js";
import * as smallCounts from "../../www/site/pages/learn/lessons/small-counts.js";
import * as swapping from "../../www/site/pages/learn/lessons/swapping.js";
import * as totals from "../../www/site/pages/learn/lessons/totals.js";
import { rightAnswer } from "../../www/site/pages/learn/questions.js";
import { deskOf } from "../js/support/desk.js";
import { accessible } from "./accessible.js";
import { listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */
/** @import { Facts } from "../../www/site/pages/learn/types.js" */

const { server, browser } = setUp();
const SEED = 7;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: /** @type {const} */ ("dark") };
const desk = deskOf(SEED);

/** Opens the page. @param {string} hash @param {object} [options] */
async function opened(hash, options) {
  const { page, complaints } = await listenedPage(browser, options);
  await page.goto(`${server.url}learn.html#${hash}`);
  await page.locator(hash ? "[data-question]" : ".learn-list").first().waitFor({ timeout: 60_000 });
  return { page, complaints };
}

const fits = (/** @type {Page} */ page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Whether the part of present mode is inside the window; a larger part scrolls inside itself. @param {Page} page */
const inWindow = (page) => page.evaluate(() => {
  const { top, bottom } = /** @type {Element} */ (document.querySelector(".learn-lesson > section")).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && document.documentElement.scrollHeight <= innerHeight;
});

/** Answers a question, and returns what the page says. @param {Page} page @param {string} id @param {string} given */
async function answer(page, id, given) {
  const part = page.locator(`[data-question="${id}"]`);
  const radio = part.locator(`input[type=radio][value="${given}"]`);
  if (await radio.count()) await radio.check();
  else await part.locator("input[type=text]").fill(given);
  await part.locator("[data-part=check]").click();
  return part.locator(".learn-verdict").innerText();
}

/** Plays both questions of a lesson: an empty answer, a wrong one, and the right one. @param {Page} page @param {{ questions: readonly import("../../www/site/pages/learn/types.js").Question[] }} lesson @param {Facts} facts */
async function questions(page, lesson, facts) {
  for (const question of lesson.questions) {
    const part = page.locator(`[data-question="${question.id}"]`);
    await part.locator("[data-part=check]").click();
    assert.match(await part.locator(".learn-verdict").innerText(), /^Not yet\. (Choose an answer|Enter a whole number) first\./);
    const right = rightAnswer(question, facts);
    const wrong = question.options?.(facts).find(({ isRight }) => !isRight);
    const refused = await answer(page, question.id, wrong?.id ?? String(Number(right) + 1));
    assert.ok(refused.startsWith("Not yet. ") && refused.length > 20, refused);
    if (wrong) assert.ok(refused.includes(wrong.why), refused);
    const said = await answer(page, question.id, right);
    assert.ok(said.startsWith("Right. ") && said.length > 15, said);
  }
}

/** What the play of each lesson shows. @type {Record<string, { lesson: any, play: (page: Page, facts: any) => Promise<void> }>} */
const PLAYS = {
  "small-counts": { lesson: smallCounts, async play(page, facts) {
    const cell = (/** @type {number} */ row, /** @type {number} */ column) => page.locator("[data-part=small-counts] tbody tr").nth(row).locator("td").nth(column).locator("button");
    const none = facts.rows.findIndex((/** @type {number[]} */ row) => row[0] === 0);
    if (none >= 0) {
      await cell(none, 0).click();
      await page.getByText("Nobody is in this cell.").waitFor();
    }
    await cell(facts.ones[0][0], facts.ones[0][1]).click();
    await page.locator(".learn-said").getByText(/alone in the cell|Only one person/).waitFor();
    await cell(facts.line.row, facts.line.column).click();
    await page.getByText("This is the 100 % cell").waitFor();
    assert.equal(await page.locator(".learn-tasks [data-done=true]").count(), 2);
  } },
  differencing: { lesson: differencing, async play(page, facts) {
    const says = page.locator(".learn-said");
    for (const [click, expected] of [["Ask for the whole area", /All counts are large/], ["Ask for the six largest districts", /leaves out one district/], ["Subtract the second table", new RegExp(`table of the smallest district: ${facts.people} people`)], ["Protect both tables", /adds noise to each figure/], ["Subtract again", /people and noise together/], ["What about many tables?", /Be honest/]]) {
      await page.getByRole("button", { name: String(click) }).click();
      await says.getByText(/** @type {RegExp} */ (expected)).waitFor();
    }
    // The button of the last step is gone, so the focus is on the button beside it.
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Back");
    const last = page.locator("[data-part=districts] tbody tr").last().locator("td");
    const shown = facts.protected[facts.protected.length - 1];
    assert.deepEqual((await last.allInnerTexts()).slice(0, 2).map(Number), [shown.whole, shown.six]);
  } },
  rounding: { lesson: rounding, async play(page, { target }) {
    await page.locator("[data-ask='1']").click();
    await page.getByText("After 1 request,").waitFor();
    await page.locator("[data-ask='70']").click();
    await page.getByText(/After 71 requests, the average is [\d.]+\. The true count is/).waitFor();
    await page.getByLabel("From the keys of the people", { exact: true }).check();
    await page.locator("[data-ask='70']").click();
    await page.getByText(`every answer is ${target.value}`).waitFor();
    await page.getByLabel("From the keys, for tables of parts").check();
    for (let times = 0; times < 3; times++) await page.locator("[data-part=partition]").click();
    await page.getByText("The average of the cell and 3 sums is").waitFor();
  } },
  "record-keys": { lesson: recordKeys, async play(page, { trace, fewer, again }) {
    for (let step = 0; step < 5; step++) await page.locator("[data-part=step]").click();
    const key = async () => Number((await page.locator("[data-part=cell-key]").innerText()).replaceAll(",", ""));
    assert.equal(await key(), trace.key);
    assert.equal(Number((await page.locator("[data-part=figure]").innerText()).replaceAll(",", "")), trace.value);
    await page.locator("[data-part=without]").check();
    assert.equal(await key(), fewer.key);
    await page.locator("[data-part=without]").uncheck();
    await page.locator("[data-part=again]").click();
    await page.getByText(`Its figure is ${again.value}`).waitFor();
    assert.equal(again.key, trace.key, "the same people have the same key in another table");
  } },
  design: { lesson: design, async play(page) {
    await page.getByText("What a published 3 can stand for, if all").waitFor();
    const set = (/** @type {string} */ name, /** @type {string} */ value) => page.locator(`[data-choice=${name}]`).fill(value);
    await set("change", "1");
    await page.locator("[data-part=impossible]").waitFor();
    await set("blocked", "0");
    await set("variance", "0.5");
    await page.locator("[data-part=impossible]").waitFor({ state: "detached" });
    await page.locator("[data-part=designed]").waitFor();
    assert.match(page.url(), /variance=0\.5/);
  } },
  totals: { lesson: totals, async play(page, { outcomes }) {
    for (const [way, label] of [["sum", "Each total is the sum of its parts"], ["integer", "Cells fitted to the totals afterwards"], ["controlled", "Controlled rounding to base 3"]]) {
      await page.getByLabel(label).check();
      const figures = (await page.locator("[data-part=price] dd").allInnerTexts()).map((text) => text.replaceAll(",", ""));
      const { gap, grandError, noise } = outcomes[way];
      assert.deepEqual([0, 1, 3].map((at) => Number(figures[at])), [gap, grandError, noise]);
      assert.equal(gap, 0, "these tables add up");
    }
  } },
  swapping: { lesson: swapping, async play(page, { asked }) {
    await page.getByText("No record moved.").waitFor();
    await page.getByLabel("10 %", { exact: true }).check();
    await page.getByText(`${asked.differ} of ${asked.cells} figures changed, and no total of all areas`).waitFor({ timeout: 60_000 });
  } },
  choose: { lesson: choose, async play(page, { points, briefs }) {
    const [, health] = briefs;
    await page.getByLabel(health.title).check();
    const good = points.find((/** @type {any} */ point) => choose.keeps(point, health));
    await page.locator("[data-choice=method]").selectOption("none");
    await page.getByText("This method has too much risk for this agency.").waitFor();
    await page.locator("[data-choice=method]").selectOption(good.id);
    await page.getByText("This method keeps both limits.").waitFor();
    await page.locator("[data-part=defence]").fill("Least risk first.");
  } },
};

for (const [at, [id, { lesson, play }]] of Object.entries(PLAYS).entries()) {
  test(`lesson ${at + 1}, ${id}: played to its wrong and its right answers`, async () => {
    const facts = await lesson.facts(desk);
    const { page, complaints } = await opened(`lesson=${id}&seed=${SEED}`);
    await accessible(page, `${id}, at first`);
    await play(page, facts);
    await questions(page, lesson, facts);
    await accessible(page, `${id}, at the end`);
    await page.goto(`${server.url}learn.html#seed=${SEED}`);
    await page.locator(".learn-list > li").nth(at).getByText("2 of 2 answers right").waitFor();
    assert.deepEqual(complaints, []);
  });
}

test("every lesson fits a phone in the dark, without violations", async () => {
  const { page } = await opened("", PHONE);
  for (const id of ["", ...Object.keys(PLAYS).map((id) => `lesson=${id}&step=5`)]) {
    await page.goto(`${server.url}learn.html#${id}`);
    await page.locator(id ? "[data-question]" : ".learn-list").first().waitFor({ timeout: 60_000 });
    assert.ok(await fits(page), id);
    await accessible(page, `${id} on a phone`);
  }
  await page.goto(`${server.url}learn.html#answers`);
  await page.locator("[data-part=answer-sheet]").waitFor({ timeout: 60_000 });
  assert.ok(await fits(page), "the answer sheet");
  await accessible(page, "the answer sheet on a phone");
});

test("on a projector, one part is on the screen, and the arrow keys lead through the parts", async () => {
  for (const viewport of [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }]) {
    const { page } = await opened("lesson=differencing", { viewport });
    await page.locator("[data-part=present]").click();
    const part = page.locator("[data-part=present-part]");
    for (const [key, expected] of [["", "1 of 5"], ["ArrowRight", "2 of 5"], ["PageDown", "3 of 5"], ["ArrowLeft", "2 of 5"], ["PageUp", "1 of 5"], ["ArrowLeft", "1 of 5"]]) {
      if (key) await page.keyboard.press(key);
      await part.getByText(expected).waitFor();
      assert.equal(await page.locator(".learn-lesson > section").count(), 1);
      assert.ok(await fits(page));
      assert.ok(await inWindow(page), `${expected} at ${viewport.width}`);
    }
    const size = await page.locator(".learn-story p").first().evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    assert.ok(size >= 24, `${size}`);
    await accessible(page, "present mode");
    // A clicker works while the focus is on an answer. There, the arrow keys choose an answer. With Alt, an arrow key belongs to the browser.
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    const radio = page.locator("[data-question] input[type=radio]").first();
    await radio.check();
    await page.keyboard.press("ArrowRight");
    await part.getByText("4 of 5").waitFor();
    await page.keyboard.press("PageDown");
    await part.getByText("5 of 5").waitFor();
    await page.locator(".learn-lesson > section:focus").waitFor();
    await page.keyboard.press("PageDown");
    await part.getByText("5 of 5").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-part=present]").waitFor();
    assert.ok(await page.locator(".learn-lesson > section").count() > 3);
  }
});

test("on a projector, Page Down scrolls a part that is larger than the window first", async () => {
  const { page } = await opened("lesson=design", { viewport: { width: 1366, height: 768 } });
  await page.locator("[data-part=present]").click();
  await page.keyboard.press("ArrowRight");
  const [part, play] = [page.locator("[data-part=present-part]"), page.locator(".learn-play")];
  await part.getByText("2 of 5").waitFor();
  await page.locator("[data-part=designed]").waitFor();
  assert.ok(await inWindow(page) && await fits(page));
  await page.keyboard.press("PageDown");
  assert.ok(await play.evaluate((element) => element.scrollTop > 100));
  await part.getByText("2 of 5").waitFor();
  // At the end of the part, the next part comes.
  await play.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.keyboard.press("PageDown");
  await part.getByText("3 of 5").waitFor();
});

test("each name has other people of the same shape, and the answer sheet has the answers of each name", async () => {
  const { page, complaints } = await opened("");
  const heads = async () => [await page.locator("[data-part=swapped] thead th").allInnerTexts(), await page.locator("[data-part=swapped] tbody td").allInnerTexts()];
  /** @type {string[][][]} */
  const tables = [];
  for (const name of ["Anna", "Ben"]) {
    await page.goto(`${server.url}learn.html#lesson=swapping&name=${name}`);
    await page.locator("[data-part=swapped]").waitFor({ timeout: 60_000 });
    tables.push(await heads());
  }
  assert.deepEqual(tables[0][0], tables[1][0]);
  assert.notDeepEqual(tables[0][1], tables[1][1]);
  await page.goto(`${server.url}learn.html#`);
  await page.locator("[data-part=name]").fill("Anna");
  await page.locator("[data-part=seed]").getByText("1431804757").waitFor();
  await page.locator("[data-part=to-answers]").click();
  const sheet = page.locator("[data-part=answer-sheet]");
  // For one reader, the sheet has the questions, the right answers and the reasons.
  await sheet.getByText("For Anna, seed 1431804757.").waitFor({ timeout: 60_000 });
  assert.equal(await sheet.locator("ol > li").count(), 16);
  const facts = await smallCounts.facts(deskOf(1431804757));
  const solution = await sheet.locator(".learn-solutions").first().locator("li").last().locator("p").allInnerTexts();
  assert.deepEqual(solution, [smallCounts.questions[1].text(facts), rightAnswer(smallCounts.questions[1], facts), smallCounts.questions[1].why?.(facts)]);
  await accessible(page, "the answer sheet of one reader");
  // For a class, each lesson has a table with a row for each name.
  await page.locator("[data-part=names]").fill("Anna\n Ben \n\nAnna");
  await page.locator("[data-part=make-sheet]").click();
  const table = sheet.locator("[data-answers=small-counts]");
  await table.waitFor({ timeout: 120_000 });
  assert.equal(await sheet.locator("table").count(), 8);
  assert.deepEqual(await table.locator("tbody th").allInnerTexts(), ["Anna", "Ben"]);
  assert.equal(await table.locator("tbody tr").first().locator("td").last().innerText(), rightAnswer(smallCounts.questions[1], facts));
  await accessible(page, "the answer sheet of a class");
  // On paper, the answers stand alone.
  await page.emulateMedia({ media: "print" });
  for (const hidden of ["[data-part=names]", "[data-part=make-sheet]", ".masthead"]) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
  assert.equal(await sheet.isVisible(), true);
  assert.deepEqual(complaints, []);
});

test("answers stay on the device, are saved as a file for each reader, and can be erased", async () => {
  const { page } = await opened("");
  await page.locator("[data-part=name]").fill("Anna");
  await page.goto(`${server.url}learn.html#lesson=design`);
  await page.locator("[data-question]").first().waitFor();
  await answer(page, "counts", "8");
  await answer(page, "blocked", "sum");
  await page.reload();
  // The last answers and their reasons are there again.
  await page.locator("[data-question=counts] .learn-verdict").getByText("Right.").waitFor();
  await page.locator("[data-question=blocked] .learn-verdict").getByText("Not yet.").waitFor();
  assert.equal(await page.locator("[data-question=blocked] input[value=sum]").isChecked(), true);
  // On the projector, the class sees no earlier answer.
  await page.goto(`${server.url}learn.html#lesson=design&present=1&part=3`);
  await page.locator("[data-part=present-part]").getByText("3 of 5").waitFor();
  assert.equal(await page.locator("[data-question=counts] input").inputValue(), "");
  assert.equal(await page.locator(".learn-verdict").innerText(), "");
  await page.goto(`${server.url}learn.html#`);
  const saved = page.waitForEvent("download");
  await page.locator("[data-part=save-answers]").click();
  const text = readFileSync(await (await saved).path(), "utf8").trim().split("\n");
  assert.equal(text[0], "name,seed,lesson,question,answer,result,tries");
  assert.deepEqual(text.slice(1), ['"Anna",1431804757,"design","counts","8",right,1', '"Anna",1431804757,"design","blocked","sum",wrong,1']);
  // Another reader of the device has no answers yet.
  await page.locator("[data-part=name]").fill("Ben");
  assert.equal(await page.locator("[data-part=save-answers]").isDisabled(), true);
  assert.equal(await page.getByText("answers right").count(), 0);
  await page.locator("[data-part=name]").fill("Anna");
  await page.getByText("1 of 2 answers right").waitFor();
  await page.locator("[data-part=erase]").click();
  assert.equal(await page.locator("[data-part=name]").inputValue(), "");
  await page.locator("[data-part=name]").fill("Anna");
  assert.equal(await page.locator("[data-part=save-answers]").isDisabled(), true);
});

test("lessons work without a storage and without a secure page", async () => {
  const context = await browser.newContext({});
  try {
    const page = await context.newPage();
    /** @type {string[]} */
    const thrown = [];
    page.on("pageerror", (error) => thrown.push(error.message));
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", { get: () => { throw new DOMException("forbidden", "SecurityError"); } });
      Object.defineProperty(crypto, "subtle", { value: undefined });
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.goto(`${server.url}learn.html#lesson=design&name=Anna`);
    await page.locator("[data-question]").first().waitFor({ timeout: 60_000 });
    assert.ok((await answer(page, "counts", "8")).startsWith("Right."));
    await page.getByRole("link", { name: "All lessons" }).click();
    await page.locator("[data-part=seed]").getByText("1431804757").waitFor();
    await page.getByText("1 of 2 answers right").waitFor();
    assert.deepEqual(thrown, []);
  } finally {
    await context.close();
  }
});

test("a copied link has the seed of a reader's own name", async () => {
  const { page } = await opened("", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator("[data-part=name]").fill("Anna");
  await page.goto(`${server.url}learn.html#lesson=design&variance=2`);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}learn.html#lesson=design&variance=2&seed=1431804757`);
});

test("a printed sheet has the questions with room for answers, and no answers", async () => {
  const { page } = await opened("lesson=small-counts&name=Anna");
  await answer(page, "neighbour", "answer");
  await answer(page, "ones", "1");
  await page.emulateMedia({ media: "print" });
  await page.getByText("Name: Anna · Seed: 1431804757").waitFor();
  for (const shown of [".learn-story", "[data-part=small-counts]", ".learn-room"]) assert.equal(await page.locator(shown).first().isVisible(), true, shown);
  for (const hidden of ["[data-part=check]", ".learn-tools", ".learn-verdict", "[data-question=ones] input", ".masthead"]) assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  // The chosen answer looks like the others.
  const looks = await page.locator("[data-question=neighbour] input").evaluateAll((inputs) => inputs.map((input) => { const { appearance, backgroundColor } = getComputedStyle(input); return `${appearance} ${backgroundColor} ${getComputedStyle(/** @type {Element} */ (input.parentElement)).backgroundColor}`; }));
  assert.equal(new Set(looks).size, 1, looks.join("; "));
  assert.match(looks[0], /^none /);
});

test("after loading, lessons and laboratory work without a network", async () => {
  const { page, complaints } = await opened("");
  await page.locator("main[data-ready=offline]").waitFor({ timeout: 120_000 });
  await page.context().setOffline(true);
  try {
    for (const id of Object.keys(PLAYS)) {
      await page.evaluate((id) => { location.hash = `lesson=${id}&seed=11`; }, id);
      await page.locator(`[data-lesson="${id}"] [data-question]`).first().waitFor({ timeout: 60_000 });
      assert.equal(await page.locator("[role=alert]").count(), 0, id);
    }
    await page.evaluate(() => { location.hash = "lesson=swapping&rate=0.1&seed=11"; });
    await page.getByText("figures changed, and no total").waitFor({ timeout: 60_000 });
    await page.evaluate(() => { location.hash = "lab&households=400&correct=1"; });
    await page.locator("[data-part=lab-run]:not([disabled])").click({ timeout: 60_000 });
    await page.locator("[data-part=lab-result]").waitFor({ timeout: 120_000 });
  } finally {
    await page.context().setOffline(false);
  }
  assert.deepEqual(complaints.filter((said) => !/index\.json|ERR_INTERNET/.test(said)), []);
});

test("an unknown lesson leads back to the list", async () => {
  const { page } = await listenedPage(browser);
  await page.goto(`${server.url}learn.html#lesson=nothing`);
  await page.getByText("No lesson has this name.").waitFor();
  await page.getByRole("link", { name: "All lessons" }).click();
  await page.locator(".learn-list").waitFor();
});

test("docs/guide/lesson-2.md says what the page says", async () => {
  const text = readFileSync(path("docs/guide/lesson-2.md"), "utf8");
  const { page } = await opened(`lesson=differencing&seed=${SEED}`);
  const column = (/** @type {number} */ at) => page.locator(`[data-part=districts] tbody tr > :nth-child(${at})`).allInnerTexts();
  let [steps, lists] = [0, 0];
  for (const [, click, shown, said] of text.matchAll(/^\d+\. Choose “([^”]+)”\.?([^]*?)The page says: “([^]*?)”$/gm)) {
    await page.getByRole("button", { name: click, exact: true }).click();
    const people = /(\d+) people/.exec(shown);
    if (people) assert.equal((await column(2)).at(-1), people[1]);
    // Lists of figures are the columns of the differences, and of the truth.
    for (const [at, [figures]] of [...shown.matchAll(/(\d+, ){5}and \d+ in total/g)].entries()) {
      assert.deepEqual((await column(4 + at)).map((figure) => figure.replace("+", "")), figures.match(/\d+/g), click);
      lists++;
    }
    assert.equal(await page.locator(".learn-said").innerText(), said.replaceAll(/\s+/g, " ").replaceAll("‘", "“").replaceAll("’", "”").trim());
    steps++;
  }
  assert.deepEqual([steps, lists], [6, 3]);
});
