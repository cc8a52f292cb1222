// The figures of the papers on the page "Learn": each opens, and its marks tell the values of the data.

import assert from "node:assert/strict";
import { test } from "node:test";
import { figures } from "../../www/site/pages/learn/figures/lazy/figures-data.js";
import { words } from "../../www/site/pages/learn/figures/words.js";
import { accessible } from "./accessible.js";
import { listenedPage, setUp } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

const { server, browser } = setUp();
const PHONE = { viewport: { width: 390, height: 844 } };
const PROJECTOR = { viewport: { width: 1920, height: 1080 }, colorScheme: /** @type {const} */ ("dark") };
const LAPTOP = { viewport: { width: 1366, height: 768 } };

/** @param {string} choices @param {BrowserContextOptions} [options] */
async function opened(choices, options) {
  const { page, complaints } = await listenedPage(browser, options);
  await page.goto(`${server.url}/learn.html#figures${choices}`);
  await page.locator("[data-part=figures]").waitFor();
  return { page, complaints };
}

const noOverflow = async (/** @type {Page} */ page, /** @type {string} */ state) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${state}: no overflow`);
const reading = (/** @type {Page} */ page) => page.locator("[data-part=reading]").innerText();
const marks = (/** @type {Page} */ page) => page.locator("svg [data-mark]");
const figure = (/** @type {string} */ id) => figures.find((each) => each.id === id) ?? assert.fail(id);

test("the tiles lead to each figure, and back", async () => {
  const { page, complaints } = await opened("", LAPTOP);
  assert.deepEqual(await page.locator("[data-figure]").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("data-figure"))), figures.map(({ id }) => id));
  await noOverflow(page, "tiles");
  await accessible(page, "tiles");
  for (const { id, title, agrees, differs, unknown, kind } of figures) {
    await page.locator(`[data-figure="${id}"]`).click();
    await page.getByRole("heading", { name: title, exact: true, level: 2 }).waitFor();
    assert.ok(page.url().includes(`figure=${id}`), id);
    // The reader continues at the heading.
    await page.locator("h2#figures-title:focus").waitFor();
    const shown = await page.locator("[data-part=agrees] li, [data-part=differs] li, [data-part=unknown] li").count();
    assert.equal(shown, agrees.length + differs.length + unknown.length, id);
    if (kind !== "cloud" && id !== "ons-2024-9") await marks(page).first().waitFor();
    await noOverflow(page, id);
    await page.locator("[data-part=all-figures]").click();
    await page.locator(`[data-figure="${id}"]:focus`).waitFor();
  }
  assert.deepEqual(complaints, []);
});

for (const id of ["shlomo-2015-1", "shlomo-2015-2", "ons-2024-3", "ons-2024-8", "scad-2011-2"]) {
  test(`${id}: focus tells the values of the data, on a phone and on a projector`, async () => {
    const choices = `&figure=${id}${id === "scad-2011-2" ? "&view=intervals&parts=10" : ""}`;
    for (const [name, options] of Object.entries({ phone: PHONE, projector: PROJECTOR })) {
      const { page, complaints } = await opened(choices, options);
      await marks(page).first().waitFor();
      const texts = id === "scad-2011-2" ? tenths() : figure(id).series.filter(({ isOn }) => isOn).flatMap(({ points }) => points.map(({ text }) => text));
      const labels = await marks(page).evaluateAll((all) => all.map((each) => String(each.getAttribute("aria-label"))));
      for (const text of texts) assert.ok(labels.includes(text), text);
      await marks(page).first().focus();
      for (let at = 0; at < Math.min(labels.length, 6); at++) {
        assert.equal(await reading(page), labels[at]);
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("End");
      assert.equal(await reading(page), labels[labels.length - 1]);
      await page.locator("details[data-part=table] summary").click();
      await noOverflow(page, `${id}, ${name}`);
      await accessible(page, `${id}, ${name}`);
      assert.deepEqual(complaints, []);
    }
  });
}

/** The texts of ten intervals of the draws. */
function tenths() {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const { y } of figure("scad-2011-2").series[0].points) counts[Math.floor(Math.round(y * 10_000) / 1000)] += 1;
  return counts.map((count, at) => words.cloud.inInterval(words.cloud.from((at / 10).toFixed(2), ((at + 1) / 10).toFixed(2)), count));
}

test("series switch off, and the table of values follows", async () => {
  const { page } = await opened("&figure=ons-2024-1");
  await marks(page).first().waitFor();
  assert.equal(await marks(page).count(), 6);
  await page.locator("[data-series=with]").uncheck();
  await page.waitForFunction(() => document.querySelectorAll("svg [data-mark]").length === 3);
  await page.locator("[data-series=without-other]").check();
  await page.waitForFunction(() => document.querySelectorAll("svg [data-mark]").length === 6);
  await page.locator("details[data-part=table] summary").click();
  const cells = await page.locator("details[data-part=table] tbody tr").nth(3).locator("th, td").allInnerTexts();
  const value = (/** @type {string} */ id) => figure(id).series.find((series) => series.id === "without")?.points[0].text.split(": ")[1];
  assert.deepEqual(cells, ["256 keys", value("ons-2024-1"), value("ons-2024-4")]);
  // The address keeps the choice.
  await page.reload();
  await marks(page).first().waitFor();
  assert.equal(await page.locator("[data-series=with]").isChecked(), false);
});

test("a comparison divides by the chosen method", async () => {
  const { page } = await opened("&figure=ons-2024-1");
  await page.locator("select[data-part=base]").selectOption("256 keys");
  const points = figure("ons-2024-1").series.filter(({ isOn }) => isOn).flatMap(({ points }) => points);
  const valueOf = (/** @type {string} */ name) => points.find((point) => point.name === name)?.y ?? NaN;
  await page.locator(`svg [aria-label="10-5 rule: ${(valueOf("10-5 rule") / valueOf("256 keys")).toFixed(1)} times 256 keys"]`).waitFor();
});

test("the tolerable risk counts the tables, here and in the paper", async () => {
  const { page } = await opened("&figure=shlomo-2015-2");
  const counted = (/** @type {number} */ risk) => {
    const { series } = figure("shlomo-2015-2");
    const below = (/** @type {string} */ from) => series.filter((each) => each.from === from && each.isOn).flatMap(({ points }) => points).filter(({ y }) => y <= risk).length;
    return words.map.mayRelease(below("ours"), 16, below("paper"), 16);
  };
  const line = page.locator("[data-part=may-release]");
  assert.equal(await line.innerText(), counted(0.15));
  await page.locator("input[data-part=tolerable]").fill("0.2");
  await page.waitForFunction((text) => document.querySelector("[data-part=may-release]")?.textContent === text, counted(0.2));
  assert.notEqual(counted(0.15), counted(0.2));
});

test("weights move the risk, and the second axis shows persons", async () => {
  const { page } = await opened("&figure=shlomo-2015-1");
  await page.locator("input[data-part=weight-zeros]").fill("0.5");
  await page.locator("output[data-part=weight-size]").getByText("0.00").waitFor();
  const [zeros, entropy] = figure("shlomo-2015-1").series.map(({ points }) => points[5].y);
  await page.locator(`svg [aria-label="${words.components.risk}, 5 empty cells: ${(0.5 * zeros + 0.5 * entropy).toFixed(3)}"]`).waitFor();
  await page.locator("select[data-part=x]").selectOption("persons");
  await page.locator(`svg [aria-label="${figure("shlomo-2015-1").variants[1].series[2].points[0].text}"]`).waitFor();
  await accessible(page, "persons");
});

test("the random numbers have a slider and follow the pointer", async () => {
  const { page, complaints } = await opened("&figure=scad-2011-2");
  const { points } = figure("scad-2011-2").series[0];
  await page.locator("input[data-part=draw]").fill("1234");
  assert.equal(await reading(page), points[1233].text);
  await page.locator("svg .figures-target").hover();
  assert.match(await reading(page), /^Draw [\d,]+: 0\.\d{4}$/);
  await page.locator("input[data-part=draws]").fill("100");
  await page.getByText(words.cloud.firstSaid(100)).first().waitFor();
  await accessible(page, "points");
  assert.deepEqual(complaints, []);
});

test("a figure that our data cannot show says so, and a wrong link leads to the tiles", async () => {
  const { page, complaints } = await opened("&figure=ons-2024-9", PHONE);
  await page.getByText(words.chart.noPoints).waitFor();
  await accessible(page, "no points");
  await page.goto(`${server.url}/learn.html#figures&figure=none`);
  await page.getByText(words.unknownFigure).waitFor();
  assert.deepEqual(complaints, []);
});

test("the figures work without a network, once the page is prepared", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}/learn.html`);
  await page.locator("#learn[data-ready=offline]").waitFor();
  await page.context().setOffline(true);
  await page.evaluate(() => { location.hash = "figures&figure=ons-2024-2"; });
  await marks(page).first().waitFor();
  assert.deepEqual(complaints, []);
});
