// The page "Learn" in a browser: each lesson is played to its wrong and its right answers. The right answers come from the
// same facts, computed in Node.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import * as smallCounts from "../../www/site/pages/learn/lessons/small-counts.js";
import { rightAnswer } from "../../www/site/pages/learn/questions.js";
import { deskOf } from "../js/support/desk.js";
import { accessible } from "./accessible.js";
import { answer, PLAYS, questions } from "./learn-plays.js";
import { listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

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
