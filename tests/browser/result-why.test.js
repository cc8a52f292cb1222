// The result explains a figure and shows the five steps of disclosure control.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible, built, CENSUS, HASH, opened, server, showAs } from "./result-support.js";
import { TABLE, figures } from "./support.js";

test("the explanation of a figure opens by click and keyboard, closes with Escape, and says what adds up", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex`);
  const panel = page.locator("[data-part=drawer]");
  const cell = page.locator(`${TABLE} tbody td`).nth(2);
  await cell.hover();
  await page.waitForTimeout(300);
  assert.equal(await panel.isVisible(), false, "a pointer that passes opens nothing");
  await cell.click();
  await panel.getByText("Shown: ").waitFor();
  const [why, about] = [await panel.boundingBox(), await cell.boundingBox()].map((box) => box ?? assert.fail());
  assert.ok(why.x >= about.x + about.width || why.y >= about.y + about.height, "the drawer does not cover its figure");
  assert.equal(await cell.getAttribute("aria-current"), "true");
  const values = (await figures(page)).map((each) => Number(each.replaceAll(",", "")));
  const text = await panel.innerText();
  assert.match(text, /Region: North East; Sex: Total/);
  const gap = Math.abs(values[0] + values[1] - values[2]);
  assert.match(text, gap === 0 ? /add up to the total shown/ : new RegExp(`add up to ${values[0] + values[1]}\\. The total shows ${values[2]}, a difference of ${gap}\\. Each figure and each total has noise of its own`));
  assert.match(text, /differs from the true count by at most/);
  await accessible(page, "why");
  await page.keyboard.press("Escape");
  assert.equal(await panel.isVisible(), false);

  // For the keyboard, one figure is in the tab order. Arrow keys move between figures, and Enter opens the drawer.
  assert.equal(await page.locator(`${TABLE} td[tabindex='0']`).count(), 1);
  await page.locator(`${TABLE} td[tabindex='0']`).focus();
  for (const key of ["ArrowRight", "ArrowDown", "End", "Home", "Control+End", "ArrowUp"]) await page.keyboard.press(key);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  assert.equal(await focused(), (await figures(page))[29]);
  assert.equal(await page.locator(`${TABLE} td[tabindex='0']`).count(), 1);
  assert.equal(await panel.isVisible(), false);
  await page.keyboard.press("Enter");
  await panel.getByText("Region: Wales; Sex: Total").waitFor();
  assert.equal(await focused(), (await figures(page))[29], "the focus stays in the table");
  // The open drawer follows the focus.
  await page.keyboard.press("ArrowUp");
  await panel.getByText("Region: South West; Sex: Total").waitFor();
  await page.keyboard.press("ArrowDown");
  await panel.getByText("Region: Wales; Sex: Total").waitFor();
  await panel.locator("[data-part=explain]").focus();
  await page.keyboard.press("Enter");
  const value = values[29];
  const said = JSON.parse(execFileSync(path("target/release/cellveil"), ["ptable", "explain", path("demo/census2011-teaching/ptable.csv"), "--value", String(value), "--format", "json"], { encoding: "utf8" }));
  await panel.getByText("probably stands for").waitFor();
  assert.ok((await panel.innerText()).includes(`probably stands for ${said.low} to ${said.high} persons`));
  await accessible(page, "why, explained");
  await panel.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  assert.equal(await panel.isVisible(), false);
  assert.equal(await focused(), (await figures(page))[29], "back at the figure");
  // A closed drawer stays closed until the reader opens it.
  await page.keyboard.press("ArrowUp");
  await page.waitForTimeout(300);
  assert.equal(await panel.isVisible(), false);
  await page.keyboard.press("Enter");
  await panel.getByText("Region: South West; Sex: Total").waitFor();

  // Explanations of derived figures list their parts, and those of sums list their blocks. A sealed cube has no
  // explanations.
  await showAs(page, "percent-row");
  await page.locator(`${TABLE} tbody td`).nth(0).click();
  await panel.getByText(`${values[0]} ÷ ${values[2]}, the protected total of its row, times 100`).waitFor();
  await page.goto(`${server.url}#cube=hypercube-sealed&rows=sex&columns=region&filter=age%3D0,1,2,3`);
  await page.reload();
  await built(page);
  await page.locator(`${TABLE} tbody td`).nth(0).click();
  await panel.getByText(/Sum of \d+ published figures: 0 to 14 \+ 15 to 19\./).waitFor();
  assert.match(await panel.innerText(), /does not disclose which counts a figure can stand for/);
  assert.equal(await panel.getByRole("button", { name: "Which counts can it stand for?" }).count(), 0);
  assert.deepEqual(complaints, []);
});

test("the five steps show measures of keyed cubes and the publisher's figures of sealed ones", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex`);
  /** @type {string[]} */
  const cores = [];
  page.context().on("request", (request) => cores.push(...(/cellveil_full_bg\.wasm/.exec(request.url()) ?? [])));
  await page.locator("[data-part=about]").click();
  const drawer = page.locator("[data-part=drawer]");
  await drawer.locator("[data-part=method-card]").waitFor();
  await drawer.getByText("Cell-key perturbation", { exact: false }).first().waitFor();
  assert.deepEqual(cores, []);
  await accessible(page, "about");
  await drawer.getByRole("button", { name: "Measure risk and utility" }).click();
  await drawer.getByText("Measured. R uses").waitFor();
  assert.deepEqual(await drawer.locator(".cv-steps :is(h3, h4)").allInnerTexts().then((all) => all.map((each) => each.replace(/^\d\s*/, ""))), ["Limits", "Risk before", "Method", "Risk after", "Output"]);
  const measured = JSON.parse(execFileSync(path("target/release/cellveil"), ["measure", path("target", CENSUS), "--rows", "region", "--columns", "sex", "--format", "json"], { encoding: "utf8" }));
  const told = await drawer.locator(".cv-steps data").evaluateAll((all) => all.map((each) => Number(each.getAttribute("value"))));
  assert.deepEqual(told, [measured.risk.before.r, measured.risk.after.r, measured.utility.hellinger_utility]);
  assert.equal(cores.length, 1);
  await accessible(page, "five steps, measured");

  await page.goto(`${server.url}#cube=hypercube-sealed&rows=region&columns=sex`);
  await page.reload();
  await built(page);
  await page.locator("[data-part=about]").click();
  await drawer.getByText(/hold no true counts/).waitFor();
  await drawer.getByRole("button", { name: "Show the publisher’s measures" }).click();
  await drawer.getByText(/Measured and rounded by the publisher|gives no measures/).first().waitFor();
  await accessible(page, "five steps, sealed");

  await page.goto(`${server.url}#cube=hypercube&rows=age,activity,occupation,education,sex&columns=citizenship`);
  await page.reload();
  await built(page);
  await page.locator("[data-part=about]").click();
  await drawer.getByText(/too large to measure here/).waitFor();
  assert.deepEqual(complaints, []);
});
