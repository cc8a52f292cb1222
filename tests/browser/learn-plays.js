// Plays each lesson in a page to its wrong and its right answers.

import assert from "node:assert/strict";
import * as choose from "../../www/site/pages/learn/lessons/choose.js";
import * as design from "../../www/site/pages/learn/lessons/design.js";
import * as differencing from "../../www/site/pages/learn/lessons/differencing.js";
import * as recordKeys from "../../www/site/pages/learn/lessons/record-keys.js";
import * as rounding from "../../www/site/pages/learn/lessons/rounding.js";
import * as smallCounts from "../../www/site/pages/learn/lessons/small-counts.js";
import * as swapping from "../../www/site/pages/learn/lessons/swapping.js";
import * as totals from "../../www/site/pages/learn/lessons/totals.js";
import { rightAnswer } from "../../www/site/pages/learn/questions.js";

/** @import { Page } from "playwright-core" */
/** @import { Facts } from "../../www/site/pages/learn/types.js" */

/** Answers a question, and returns what the page says. @param {Page} page @param {string} id @param {string} given */
export async function answer(page, id, given) {
  const part = page.locator(`[data-question="${id}"]`);
  const radio = part.locator(`input[type=radio][value="${given}"]`);
  if (await radio.count()) await radio.check();
  else await part.locator("input[type=text]").fill(given);
  await part.locator("[data-part=check]").click();
  return part.locator(".learn-verdict").innerText();
}

/** Plays both questions of a lesson: an empty answer, a wrong one, and the right one. @param {Page} page @param {{ questions: readonly import("../../www/site/pages/learn/types.js").Question[] }} lesson @param {Facts} facts */
export async function questions(page, lesson, facts) {
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
export const PLAYS = {
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
