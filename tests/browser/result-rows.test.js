// A table of many rows keeps few of them in the page. The keyboard focus keeps its place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, built, HASH, HYPERCUBE, opened, server } from "./result-support.js";
import { TABLE, add, commandLine, figuresOf } from "./support.js";

/** @import { Page } from "playwright-core" */

/**
 * Scrolls a table to its end in a hundred frames. Returns the page's own work for each frame in milliseconds: other load of
 * the machine does not count.
 * @param {Page} page
 * @param {number} rows of the table
 */
async function workOfScroll(page, rows) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? assert.fail();
  const started = await worked();
  await page.evaluate(async (rows) => {
    const region = /** @type {Element} */ (document.querySelector("[data-part=table]"));
    const row = region.querySelector("tbody:not([aria-hidden]) tr")?.getBoundingClientRect().height ?? 0;
    for (let i = 0; i < 100; i++) {
      region.scrollTop = (i / 100) * rows * row;
      await new Promise(requestAnimationFrame);
    }
  }, rows);
  return ((await worked()) - started) * 10;
}

test("a long table keeps only rows in sight in the page, reaches all rows, and announces their number", async () => {
  const query = ["--rows", "age,activity,occupation,education", "--columns", "citizenship"];
  const { page, complaints } = await opened("#cube=hypercube&rows=age,activity,occupation,education&columns=citizenship");
  const csv = commandLine(HYPERCUBE, ...query).trim().split("\n");
  const rows = (csv.length - 1) / 6;
  assert.ok(csv.length > 100_000 && rows > 18_000);
  const table = page.locator("[data-part=table] table");
  assert.equal(await table.getAttribute("aria-rowcount"), String(rows + 2));
  /** Returns the rows in the page with their line numbers. */
  const present = () => page.evaluate(() => [...document.querySelectorAll("[data-part=table] tbody:not([aria-hidden]) tr")].map((row) => ({
    line: Number(row.getAttribute("aria-rowindex")) - 3,
    heads: [...row.querySelectorAll("th")].length,
    text: [...row.querySelectorAll("td")].map((cell) => cell.textContent).join(),
    inSight: row.getBoundingClientRect().top < /** @type {Element} */ (document.querySelector("[data-part=table]")).getBoundingClientRect().bottom,
  })));
  const check = async (/** @type {number} */ wanted) => {
    const lines = await present();
    assert.ok(lines.length > 10 && lines.length * 10 < 3_000, `${lines.length} rows in the page`);
    assert.ok(await page.locator("[data-part=table] :is(td, th)").count() < 3_000);
    assert.ok(lines.some(({ line, inSight }) => line === wanted && inSight), `line ${wanted} is in sight`);
    lines.forEach(({ line, heads, text }, i) => {
      if (i > 0) assert.equal(line, lines[i - 1].line + 1, "no gap");
      assert.equal(heads, 4, "each row has all of its headers");
      assert.equal(text, figuresOf(["", ...csv.slice(1 + line * 6, 7 + line * 6)].join("\n").replace(/^\n/, "head\n")).join());
    });
  };
  await check(0);
  for (const part of [0.33, 0.7, 1, 0]) {
    await page.locator("[data-part=table]").evaluate((region, part) => { region.scrollTop = part * (region.scrollHeight - region.clientHeight); }, part);
    // The page gets the scroll event in the next frame and draws in the one after.
    await page.evaluate(async () => { for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); });
    const line = part === 1 ? rows - 1 : part === 0 ? 0 : (await present())[12].line;
    await check(line);
    if (part === 0.33) assert.ok(Math.abs(line / rows - 0.33) < 0.01);
  }
  // Keys scroll the region and move to each figure.
  await page.locator("[data-part=table]").focus();
  await page.keyboard.press("End");
  await page.waitForFunction((last) => document.querySelector(`[data-part=table] tr[aria-rowindex="${last}"]`), rows + 2);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector('[data-part=table] tr[aria-rowindex="3"]'));
  await page.locator("[data-part=table] td[tabindex='0']").focus();
  await page.keyboard.press("Control+End");
  await page.waitForFunction((last) => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex") === String(last), rows + 2);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), figuresOf(["head", csv[csv.length - 1]].join("\n"))[0]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("PageUp");
  assert.ok(await page.evaluate(() => document.activeElement?.tagName === "TD"));
  await page.keyboard.press("Escape");
  await accessible(page, "virtual rows");
  // The page's search replaces the browser's, which sees only rows in the page.
  await page.getByLabel("Find a row").fill("100 and over");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("[data-part=table] tr.found")?.textContent?.startsWith("100 and over"));
  // The search has one word for each heading.
  await page.getByLabel("Find a row").fill("10 to 14 activity b");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[data-part=table] tr.found")?.textContent?.startsWith("10 to 14Activity B"));

  // Only a click explains a figure: rows that scroll under the mouse, and the mouse itself, open nothing.
  await page.locator("[data-part=table]").focus();
  await page.keyboard.press("Home");
  // The first row is in the page again.
  await page.locator('[data-part=table] tr[aria-rowindex="3"]').waitFor();
  await page.waitForFunction(() => document.querySelector("[data-part=table]")?.scrollTop === 0);
  const box = await page.locator("[data-part=table] tbody:not([aria-hidden]) td.cellveil-value").nth(8).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.wheel(0, 900);
  await page.waitForTimeout(900);
  await page.mouse.move(box.x + 20, box.y + 60, { steps: 3 });
  await page.waitForTimeout(300);
  assert.equal(await page.locator("[data-part=drawer]").isVisible(), false);
  await page.mouse.click(box.x + 20, box.y + 60);
  await page.locator("[data-part=drawer]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-part=drawer]").waitFor({ state: "detached" });

  const { page: shorter } = await opened("#cube=hypercube&rows=age,activity,occupation&columns=citizenship");
  const [long, short] = [await workOfScroll(page, rows), await workOfScroll(shorter, rows / 10)];
  console.log(`a frame of scrolling takes ${long.toFixed(1)} ms of work in the long table, ${short.toFixed(1)} ms in a tenth of it`);
  // Work for all rows would be ten times as much.
  assert.ok(long < 4 * short, `${long} ms, and ${short} ms in a tenth of the table`);
  assert.deepEqual(complaints, []);
});

test("a million cells can be drawn, sorted and scrolled to the end", async () => {
  const { page, complaints } = await opened("#cube=hypercube&rows=region,sex,age,activity,occupation,education&columns=citizenship");
  assert.match(await page.locator("[data-part=status]").innerText(), /997,920 cells/);
  await page.locator("[data-part=table] td[tabindex='0']").focus();
  await page.keyboard.press("Control+End");
  await page.waitForFunction(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex") === "166322");
  assert.match(await page.evaluate(() => document.activeElement?.closest("tr")?.textContent ?? ""), /^(Total){6}/);
  await page.locator("[data-part=table] thead").getByRole("button", { name: "Total", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("[data-part=table] th[aria-sort]"));
  assert.deepEqual(complaints, []);
});

test("keyboard readers keep their place when the table is redrawn or removed", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex`);
  const focused = () => page.evaluate(() => {
    const row = document.activeElement?.closest("tr")?.rowIndex;
    return row === undefined ? document.activeElement?.getAttribute("data-part") ?? document.activeElement?.className : `${row}, ${/** @type {HTMLTableCellElement} */ (document.activeElement).cellIndex}`;
  });
  await add(page, "Layers", "Student");
  await page.locator("[data-part=layers]").waitFor();
  await built(page);
  const figure = page.locator("[data-part=table] tbody tr").nth(3).locator("td").nth(1);
  await figure.click();
  const place = await focused();
  await page.getByLabel("Show as").selectOption("percent-row");
  await figure.click();
  await page.keyboard.press("Control+z");
  await page.getByText(/^Undone: percentages/).waitFor();
  assert.equal(await focused(), place);
  // This also works inside the drawer. A table of other variables starts at its first row.
  await page.locator("[data-part=explain]").focus();
  await page.keyboard.press("Control+z");
  await page.locator("[data-part=layers]").waitFor({ state: "hidden" });
  await built(page);
  assert.equal(await focused(), "2, 1");
  await page.keyboard.press("Control+Shift+z");
  await page.locator("[data-part=layers]").waitFor();
  await built(page);
  assert.equal(await focused(), "2, 1");
  // A chart is redrawn with its table and when the window changes.
  await page.locator("[data-part=chart]").selectOption("bar");
  await page.locator("[data-part=chart-svg]").focus();
  const width = () => page.locator(".cv-frame svg").first().getAttribute("width");
  const wide = await width();
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.waitForFunction((wide) => document.querySelector(".cv-frame svg")?.getAttribute("width") !== wide, wide);
  assert.equal(await focused(), "chart-svg");
  await page.keyboard.press("Control+z");
  await page.locator(".cv-frame").waitFor({ state: "detached" });
  assert.equal(await focused(), "table");
  await page.setViewportSize({ width: 1280, height: 900 });
  // The table disappears.
  await page.goto(`${server.url}${HASH}&rows=region`);
  await page.locator("[data-place=columns] .cv-chip").waitFor({ state: "detached" });
  await built(page);
  await page.getByRole("button", { name: "Remove Region from rows" }).click();
  await page.getByText("Add a variable to rows or columns").waitFor();
  await page.keyboard.press("Control+z");
  await built(page);
  await page.locator(`${TABLE} tbody td`).nth(3).click();
  await page.keyboard.press("Control+Shift+z");
  await page.getByText("Add a variable to rows or columns").waitFor();
  assert.equal(await focused(), "cv-result");
  // A button without further use disappears.
  await page.goto(`${server.url}${HASH}&rows=sex&columns=region,age:band,student,health`);
  await page.getByRole("button", { name: "Swap axes" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".cv-wide").waitFor({ state: "detached" });
  await built(page);
  assert.equal(await focused(), "table");
  assert.deepEqual(complaints, []);
});

test("with four row variables, a phone shows the first figure, and the drawer does not move the table", async () => {
  const four = "#cube=census2011-teaching&rows=region,sex,age,marital_status&columns=student";
  const { page: phone } = await opened(four, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const [region, figure] = [await phone.locator("[data-part=table]").boundingBox(), await phone.locator(`${TABLE} td`).first().boundingBox()];
  assert.ok(region && figure && figure.x + figure.width <= region.x + region.width + 1, JSON.stringify({ region, figure }));
  assert.ok(await phone.locator("[data-part=table]").evaluate((element) => element.scrollLeft === 0));

  const { page } = await opened("#cube=census2011-teaching&rows=region&columns=sex", { viewport: { width: 1366, height: 768 } });
  await page.getByRole("button", { name: "Close this text" }).click();
  const top = async () => (await page.locator(`${TABLE} td`).first().boundingBox())?.y;
  const before = await top();
  await page.locator(`${TABLE} td`).nth(2).click();
  await page.locator("[data-part=drawer]").getByText("Shown: ").waitFor();
  assert.equal(await top(), before);
  // The lists have names, although their labels are hidden.
  for (const name of ["Show as", "Chart"]) assert.equal(await page.getByRole("combobox", { name, exact: true }).count(), 1, name);
});
