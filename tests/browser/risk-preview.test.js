// The page of risk and utility shows what a method changes, and leads to the workbench with this method.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./accessible.js";
import { browser, CENSUS, changed, lines, measured, risk, server } from "./risk-support.js";
import { commandLine, figures, figuresOf, listenedPage, moveChip, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */

const TABLE = `${CENSUS}&rows=region&columns=sex,health`;
const CUBE = "site/cubes/census2011-teaching";

/** Waits until the preview shows a table. @param {Page} page */
const previewed = (page) => page.locator("#preview:not([hidden], [aria-busy]) #preview-cells td").first().waitFor();

/** The cells of a command line's table with its true counts. @param {...string} query */
function truth(...query) {
  return commandLine(CUBE, ...query, "--reveal").trim().split("\n").slice(1).map((line) => {
    const [value, status, count] = line.split(",").slice(-5, -2);
    return { total: /(^|,)_T,/.test(line), value: status ? null : Number(value), count: Number(count) };
  });
}

/** The names on the map, with their boxes. @param {Page} page */
const names = (page) => page.locator(".point-name").evaluateAll((all) => all.map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return { text: each.textContent, nameless: each.classList.contains("point-nameless"), left, right, top, bottom };
}));

test("Enter on a name shows the changed cells with their true counts, and Escape leads back", async () => {
  const { page, complaints } = await risk(`${TABLE}&methods=default,rounding5,none,~standard`);
  // The names are one stop. The arrow keys move from name to name.
  await page.locator('.point-name[tabindex="0"]').focus();
  const order = await page.locator(".point-name").allTextContents();
  assert.equal(await page.locator('.point-name[tabindex="0"]').count(), 1);
  for (const [key, at] of /** @type {const} */ ([["End", 3], ["ArrowRight", 0], ["ArrowLeft", 3], ["Home", 0], ["ArrowUp", 1]])) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), order[at], key);
  }
  await page.locator(".point-name", { hasText: "Random rounding to 5" }).focus();
  await page.keyboard.press("Enter");
  await previewed(page);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "preview-title");
  const cells = truth("--rows", "region", "--columns", "sex,health", "--method", "rounding5");
  const inner = cells.filter(({ total }) => !total);
  const moved = inner.filter(({ value, count }) => value !== count);
  const totals = cells.filter(({ total }) => total);
  const words = await page.locator("#preview-text").innerText();
  assert.ok(words.startsWith(`${moved.length} of ${inner.length} cells change (`), words);
  assert.ok(words.endsWith(`${totals.filter(({ value, count }) => value !== count).length} of ${totals.length} totals change too.`), words);
  const average = moved.reduce((sum, { value, count }) => sum + Math.abs((value ?? 0) - count), 0) / moved.length;
  assert.match(words, new RegExp(`They move by ${String(Math.round(average * 10) / 10).replace(".", "\\.")} on average, from −[1-4] to \\+[1-4]\\.`));
  // The table has all figures, and a crossed-out true count where the figure changes.
  const number = (/** @type {number} */ value) => value.toLocaleString("en-GB");
  assert.deepEqual(await page.locator("#preview-cells td").allTextContents(), cells.map(({ value, count }) => (value === count ? number(count) : `${number(count)} ${number(value ?? 0)}`)));
  assert.equal(await page.locator("#preview-cells td.changed").count(), cells.filter(({ value, count }) => value !== count).length);
  assert.match(await page.locator("#preview-sizes svg").getAttribute("aria-label") ?? "", /^Bars: the number of cells by their change, from −[1-4] to \+[1-4]$/);
  assert.equal(await page.locator("#points-section").isVisible(), false);
  await accessible(page, "a preview");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#preview").isVisible(), false);
  assert.equal(await page.locator("#points-section").isVisible(), true);
  assert.match(await page.evaluate(() => document.activeElement?.textContent) ?? "", /^Random rounding to 5/);
  // The list of methods opens the same preview.
  await page.locator("#points").getByRole("button", { name: "True counts" }).click();
  await previewed(page);
  assert.match(await page.locator("#preview-text").innerText(), /^No cell changes\.$/);
  assert.equal(await page.locator("#preview-cells .changed").count(), 0);
  // A click near a symbol opens the preview of its method.
  await page.locator("#map svg path").nth(-1).waitFor({ state: "attached" });
  const place = await page.locator("#map svg path:has(title)").first().evaluate((mark) => {
    const { left, top, width, height } = mark.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, title: mark.querySelector("title")?.textContent?.split(": utility")[0] };
  });
  await page.mouse.click(place.x, place.y);
  assert.equal(await page.locator("#preview-title").innerText(), place.title);
  assert.deepEqual(complaints, []);
});

test("“Use this method” leads to the workbench, which uses the method and keeps the table and the view", async () => {
  const methods = /** @type {[name: string, id: string, method: string, cube: string][]} */ ([
    ["Random rounding to 5", "rounding5", "rounding5", CUBE],
    ["Random rounding, base 3", "~rounding-3", '{"kind":"random-rounding","base":3}', CUBE],
    ["Records swapped", "@census2011-teaching-swapped", "none", "site/cubes/census2011-teaching-swapped"],
  ]);
  for (const [name, id, method, cube] of methods) {
    const { page, complaints } = await risk(`${CENSUS}&rows=age&columns=sex&filter=health=1,2&percent=row&methods=${id}`);
    await page.locator("#points").getByRole("button", { name }).click();
    await previewed(page);
    await page.getByRole("link", { name: "Use this method" }).click();
    await tableBy(page, ["Age"], "Sex");
    assert.match(new URL(page.url()).hash, /rows=age&columns=sex&filter=health=1,2&.*percent=row$/, name);
    assert.match(new URL(page.url()).hash, new RegExp(`^#cube=${cube.split("/")[2]}&`));
    await page.goto(page.url().replace("&percent=row", ""));
    await page.reload();
    await tableBy(page, ["Age"], "Sex");
    assert.deepEqual(await figures(page), figuresOf(commandLine(cube, "--rows", "age", "--columns", "sex", "--filter", "health=1,2", "--method", method)), name);
    assert.deepEqual(complaints, [], name);
  }
  // A ready-made p-table is a designed p-table of the workbench.
  const { page } = await risk(`${CENSUS}&rows=age&columns=sex&methods=~standard`);
  await page.locator("#points").getByRole("button", { name: "Designed p-table, standard" }).click();
  await previewed(page);
  assert.match(await page.locator("#use-method").getAttribute("href") ?? "", /^index\.html#cube=census2011-teaching&rows=age&columns=sex&method=designed:max-change=5,variance=3,blocked=2$/);
});

test("without permission for true counts, the preview compares with the dataset's own method", async () => {
  const { page, complaints } = await changed(`${CENSUS}&rows=region&columns=sex`, `
    cube.mayReveal = false;
    const asked = cube.table.bind(cube);
    cube.table = async (query) => {
      if (query.reveal) throw new Error("true counts");
      return asked(query);
    };`);
  for (const id of ["#map-figure", "#comparing", "#steps-section", "#save-csv"]) assert.equal(await page.locator(id).isVisible(), false, id);
  await accessible(page, "methods without measures");
  await page.locator("#points").getByRole("button", { name: "Random rounding to 5" }).click();
  await previewed(page);
  const [own, other] = [[], ["--method", "rounding5"]].map((method) => commandLine(CUBE, "--rows", "region", "--columns", "sex", ...method).trim().split("\n").slice(1).map((line) => Number(line.split(",").at(-2))));
  assert.equal(await page.locator("#preview del").count(), 0);
  const signed = (/** @type {number} */ change) => (change > 0 ? `+${change}` : `−${-change}`);
  assert.deepEqual(await page.locator("#preview-cells td").allTextContents(), other.map((value, at) => `${value.toLocaleString("en-GB")}${value === own[at] ? "" : ` ${signed(value - own[at])}`}`));
  assert.match(await page.locator("#preview-text").innerText(), /^\d+ of 20 cells change against this dataset’s own method \(\d+%\)\./);
  assert.match(await page.locator("#preview-key").innerText(), /^Marked cells change\. The small figure is the change\.$/);
  assert.equal(await page.locator("#use-method").getAttribute("href"), "index.html#cube=census2011-teaching&rows=region&columns=sex&method=rounding5");
  assert.deepEqual(complaints, []);
});

test("a preview that fails says why, and a changed table is previewed again", async () => {
  const { page } = await changed(`${CENSUS}&rows=region&columns=sex&methods=default,rounding5`, `
    const asked = cube.table.bind(cube);
    cube.table = async (query) => {
      if (query.reveal && query.method === "rounding5" && !globalThis.well) throw Object.assign(new Error("a tile failed"), { code: "network" });
      return asked(query);
    };`);
  await page.locator("#points").getByRole("button", { name: "Random rounding to 5" }).click();
  await page.locator("#preview:not([aria-busy])").waitFor();
  assert.match(await page.locator("#preview-text").innerText(), /^Part of the data did not load\./);
  assert.equal(await page.locator("#use-method").isVisible(), false);
  await accessible(page, "a preview that failed");
  await page.evaluate(() => { Object.assign(globalThis, { well: true }); });
  await moveChip(page, "Sex", "columns", "rows");
  await previewed(page);
  await measured(page);
  assert.equal(await page.locator("#preview-title").innerText(), "Random rounding to 5");
  assert.equal(await page.locator("#preview-cells td").count(), 33);
  // The preview closes when its method is no longer compared.
  await page.getByRole("checkbox", { name: "Random rounding to 5" }).uncheck();
  await measured(page);
  assert.equal(await page.locator("#preview").isVisible(), false);
});

test("a large table is previewed in parts", async () => {
  const { page, complaints } = await risk("#cube=hypercube&rows=age,region&columns=education,occupation&methods=default");
  await page.locator("#points").getByRole("button", { name: "Small random noise" }).click();
  await previewed(page);
  const before = await page.locator("#preview-cells tbody tr").count();
  const more = page.locator("#preview-more button");
  assert.match(await more.innerText(), new RegExp(`^Show ${before} more rows of [\\d,]+$`));
  await more.click();
  assert.equal(await page.locator("#preview-cells tbody tr").count(), 2 * before);
  assert.deepEqual(complaints, []);
});

test("the reader chooses the compared methods: all, none, or only one group", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=sex`);
  const compared = async () => (await lines(page)).map(({ method }) => method);
  const boxes = await page.locator("#methods input").evaluateAll((all) => all.map((each) => /** @type {HTMLInputElement} */ (each).value));
  await page.getByRole("button", { name: "None", exact: true }).click();
  await measured(page);
  assert.deepEqual(await compared(), []);
  assert.match(await page.locator("#none-compared").innerText(), /^Tick a method/);
  assert.match(new URL(page.url()).hash, /&methods=$/);
  await accessible(page, "no method");
  await page.getByRole("button", { name: "Only these: Changed records" }).press("Enter");
  await measured(page);
  assert.deepEqual(await compared(), ["@census2011-teaching-swapped"]);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-key")), "only|changed", "the focus stays");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await measured(page);
  assert.deepEqual(await compared(), boxes);
  assert.equal(await page.locator("#methods-count").innerText(), `${boxes.length} of ${boxes.length} shown`);
  assert.deepEqual(complaints, []);
});

test("no protection is offered where the publisher allows it, and is marked as true counts", async () => {
  const { page, complaints } = await risk("#cube=hypercube-2015&rows=region&columns=sex");
  const bare = (await lines(page)).find(({ text }) => text.startsWith("True counts"));
  assert.equal(bare?.figures[0], 1);
  assert.match(bare?.text ?? "", /not protected$|above the tolerable risk$/);
  // A dataset for the public takes no methods of a reader.
  const closed = await changed("#cube=hypercube&rows=region&columns=sex", 'cube.audience = "public"; cube.methods = cube.methods.filter(({ kind }) => kind !== "none");');
  assert.equal((await lines(closed.page)).some(({ text }) => /^(None|True counts)/.test(text)), false);
  assert.equal(await closed.page.getByLabel("None: true counts", { exact: true }).count(), 0);
  assert.deepEqual([...complaints, ...closed.complaints], []);
});

test("a publisher's title names a method in every list", async () => {
  const { page, complaints } = await changed(`${CENSUS}&rows=region&columns=sex&methods=rounding5,none`, `
    let { methods } = cube;
    const titles = { rounding5: "Rounded to fives", none: "No protection" };
    Object.defineProperty(cube, "methods", { get: () => methods.map((each) => ({ ...each, title: titles[each.name] })), set(next) { methods = next; } });`);
  assert.deepEqual((await page.locator(".point-name").allTextContents()).sort(), ["No protection: true counts", "Rounded to fives"]);
  assert.equal(await page.getByLabel("Rounded to fives", { exact: true }).isChecked(), true);
  await page.locator("#points").getByRole("button", { name: "Rounded to fives" }).click();
  assert.equal(await page.locator("#preview-title").innerText(), "Rounded to fives");
  assert.deepEqual(complaints, []);
});

test("names on the map do not overlap, and show all of their letters with the focus", async () => {
  for (const [width, height] of [[1366, 768], [390, 844], [320, 640]]) {
    for (const hash of [`${CENSUS}&rows=region&columns=religion,economic_activity`, TABLE, "#cube=hypercube&rows=region&columns=age,occupation"]) {
      const { page } = await risk(hash, { viewport: { width, height } });
      const boxes = await names(page);
      // Crowded points may hide one name. Each name is also in the list of points.
      assert.ok(boxes.length > 3 && boxes.filter(({ nameless }) => nameless).length <= 1, `${width} ${hash}: ${boxes.filter(({ nameless }) => nameless).length}`);
      const shown = boxes.filter(({ nameless }) => !nameless);
      for (const [at, a] of shown.entries()) {
        for (const b of shown.slice(at + 1)) assert.ok(a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1, `${width}: ${a.text} and ${b.text}`);
      }
      const long = page.locator(".point-name", { hasText: "Designed p-table, standard" });
      await long.focus();
      assert.ok(await long.locator("span").evaluate((span) => span.scrollWidth <= span.clientWidth), "nothing is cut");
      // Text in charts has at least 12 pixels.
      const sizes = await page.locator("#map svg text, .point-name").evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
      assert.ok(sizes.every((size) => size >= 12), String(Math.min(...sizes)));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    }
  }
});

test("ready-made p-tables work after the network is gone", async () => {
  const { page } = await listenedPage(browser);
  await page.goto(`${server.url}risk.html${CENSUS}&rows=region&columns=sex&methods=default`);
  await measured(page);
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("cellveil_workshop_bg")));
  await page.waitForTimeout(300);
  await page.context().setOffline(true);
  await page.getByLabel("Designed p-table, strong", { exact: true }).check();
  await measured(page);
  assert.equal((await lines(page)).filter(({ figures }) => figures.length === 3).length, 2);
  assert.equal(await page.getByRole("alert").isVisible(), false);
});
