// The history of the workbench: undo, redo, other datasets, links, and work without a connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TABLE, add, downloaded, handBack, listenedPage, openAdd, openChip, press, setUp, tableBy } from "./support.js";
import { CENSUS, LINK, chosen, equals, opening, settled } from "./workbench-support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();
const opened = opening(server, browser);

test("undo and redo work alike by button, key and browser", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region`);
  const idle = (/** @type {string} */ id) => page.locator(`[data-part=${id}][aria-disabled=true]`).count();
  assert.deepEqual([await idle("undo"), await idle("redo")], [1, 1]);
  await page.locator("[data-part=undo]").focus();
  await page.keyboard.press("Enter");
  await chosen(page, "rows=region");
  await add(page, "Columns", "Sex");
  await chosen(page, "rows=region&columns=sex");
  await add(page, "Layers", "Student");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await page.getByLabel("Show totals").uncheck();
  await chosen(page, "rows=region&columns=sex&wafer=student&totals=no");
  await settled(page);
  await press(page, "Undo");
  await settled(page, /^Undone: totals\. .*built in/);
  await chosen(page, "rows=region&columns=sex&wafer=student");
  assert.equal(await page.getByLabel("Show totals").isChecked(), true);
  await page.keyboard.press("Control+z");
  await settled(page, /^Undone: Student added to layers\. .*built in/);
  await page.goBack();
  await chosen(page, "rows=region");
  await settled(page);
  assert.deepEqual([await idle("undo"), await idle("redo")], [1, 0]);
  await page.keyboard.press("Control+Shift+z");
  await settled(page, /^Redone: Sex added to columns\. .*built in/);
  await page.goForward();
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await settled(page);
  await page.keyboard.press("Control+y");
  await settled(page, /^Redone: totals\./);
  await equals(page, CENSUS, "--rows", "student,region", "--columns", "sex", "--no-totals");
  assert.deepEqual([await idle("undo"), await idle("redo")], [0, 1]);
  // A text field has its own undo.
  await page.locator("[data-part=add]").click();
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(200);
  await chosen(page, "rows=region&columns=sex&wafer=student&totals=no");
  await page.keyboard.press("Escape");
  // A new change removes the step that could be redone.
  await press(page, "Undo");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await settled(page);
  await press(page, "Swap rows and columns");
  await chosen(page, "rows=sex&columns=region&wafer=student");
  assert.equal(await idle("redo"), 1);
  await settled(page);
  await press(page, "Undo");
  await settled(page, /^Undone: swap of rows and columns\./);
  // Undo and redo also work after a reload.
  await page.reload();
  await settled(page);
  await press(page, "Redo");
  await settled(page, /^Redone: swap of rows and columns\./);
  await press(page, "Undo");
  await settled(page, /^Undone: swap of rows and columns\./);
  await page.reload();
  await settled(page);
  await press(page, "Undo");
  await settled(page, /^Undone: Student added to layers\./);
  await chosen(page, "rows=region&columns=sex");
  // Opening another page removed the step that could be redone.
  await page.getByRole("link", { name: "Embed", exact: true }).click();
  await page.waitForURL(/embed/);
  await page.goBack();
  await settled(page);
  await page.reload();
  await settled(page);
  assert.deepEqual([await idle("undo"), await idle("redo")], [0, 1]);
  assert.deepEqual(complaints, []);
});

test("changes of the view are undone and redone without a new table, and parts that lose their variable are removed", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  const status = await page.locator("[data-part=status]").innerText();
  // The link has the same table with another view.
  await page.evaluate(() => { location.hash += "&percent=row&ratio=sex,2,1,100"; });
  await page.waitForTimeout(300);
  assert.equal((await page.locator("[data-part=status]").innerText()).replace(/^.*?(\d[\d,]* cells)/, "$1"), status, "not built again");
  await chosen(page, "rows=region&columns=sex&percent=row&ratio=sex,2,1,100");
  await press(page, "Undo");
  await chosen(page, "rows=region&columns=sex");
  await settled(page, /^Undone: percentages and ratio\./);
  await press(page, "Redo");
  await chosen(page, "rows=region&columns=sex&percent=row&ratio=sex,2,1,100");
  await settled(page);
  await press(page, "Remove Sex from columns");
  await chosen(page, "rows=region&percent=row");
  assert.deepEqual(complaints, []);
});

test("a new dataset keeps common parts of the choice and names the dropped parts, and going back restores them", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region,health&columns=age:band&wafer=sex&filter=student=1&method=ten-five`);
  await page.locator("[data-part=dataset]").selectOption("hypercube");
  await page.waitForFunction(() => document.querySelector(".cv-title")?.textContent?.startsWith("Synthetic"));
  await chosen(page, "rows=region&columns=age:band&wafer=sex");
  await settled(page, /^Not carried over: General health, the filter by Student and the method \(not in this dataset\)\. .*built in/);
  await equals(page, "site/cubes/hypercube", "--rows", "sex,region", "--columns", "age:band");
  await press(page, "Undo");
  await chosen(page, "rows=region,health&columns=age:band&filter=student=1&wafer=sex&method=ten-five");
  await equals(page, CENSUS, "--rows", "sex,region,health", "--columns", "age:band", "--filter", "student=1", "--method", "ten-five");
  // Without common variables the page shows the first table.
  await page.goto(`${server.url}${LINK}&rows=religion`);
  await page.reload();
  await settled(page);
  await page.locator("[data-part=dataset]").selectOption("hypercube");
  await tableBy(page, ["Region"]);
  assert.deepEqual(complaints, []);
});

test("a change while a dataset loads keeps the current one, and a download waits for the new one", async () => {
  /** @type {[(page: Page, arrive: () => void) => Promise<unknown>, string, string][]} */
  const changes = [
    [(page) => add(page, "Layers", "Student"), "census2011-teaching", "rows=region&columns=sex&wafer=student"],
    [(page) => page.getByLabel("Show as").selectOption("percent-row"), "census2011-teaching", "rows=region&columns=sex&percent=row"],
    [
      async (page, arrive) => {
        setTimeout(arrive, 700);
        assert.equal((await downloaded(page)).name, "hypercube_region_by_sex.csv");
      },
      "hypercube",
      "rows=region&columns=sex",
    ],
  ];
  for (const [change, name, address] of changes) {
    const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
    // The dataset arrives after the change, however slow the machine is.
    let arrive = () => {};
    const arrival = new Promise((resolve) => (arrive = () => resolve(undefined)));
    await page.route("**/cubes/hypercube/**", async (route) => {
      await arrival;
      await route.continue().catch(() => {});
    });
    // The page reads the titles of other datasets early, and remembers their manifests.
    await page.reload();
    await settled(page);
    const cube = page.locator("[data-part=dataset]");
    await cube.selectOption("hypercube");
    await change(page, arrive);
    arrive();
    await chosen(page, address);
    await page.waitForTimeout(1500);
    await settled(page, /built in [\d,.]+ m?s\.$|^Saved /);
    await chosen(page, address);
    assert.equal(await cube.inputValue(), name);
    assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("cube"), name);
    // The list of variables belongs to the same dataset.
    await openAdd(page, "Rows");
    assert.equal(await page.locator("[data-variable=marital_status]").count(), name === "hypercube" ? 0 : 1);
    await page.keyboard.press("Escape");
    await press(page, "Undo");
    await page.waitForFunction(() => location.hash === "#cube=census2011-teaching&rows=region&columns=sex");
    assert.deepEqual(complaints, []);
    await handBack(page);
  }
});

test("the address drops a sort column that the next table lacks", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  // One call, so that both clicks come before the next table.
  await page.evaluate(() => {
    /** @type {HTMLElement} */ (document.querySelector(".cv-build > .cv-check input")).click();
    /** @type {HTMLElement} */ ([...document.querySelectorAll("[data-part=table] .sort")].pop()).click();
  });
  await settled(page);
  await chosen(page, "rows=region&columns=sex&totals=no");
  assert.deepEqual(complaints, []);
});

test("once loaded, everything works without a connection", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`, { permissions: ["clipboard-read", "clipboard-write"] });
  // The parts that few readers need load when the browser is idle.
  await page.waitForFunction(() => performance.getEntriesByType("resource").some((each) => each.name.includes("builder-more") && /** @type {PerformanceResourceTiming} */ (each).responseEnd > 0));
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await openChip(page, "Region", "rows");
  await press(page, "Group areas …");
  await page.getByRole("dialog", { name: "Areas of Region" }).waitFor();
  await page.keyboard.press("Escape");
  await add(page, "Layers", "Student");
  await equals(page, CENSUS, "--rows", "student,region", "--columns", "sex");
  assert.match((await downloaded(page, "csv-shown")).text, /^Region,Male/);
  await page.locator("[data-part=save]").click();
  await page.locator("[data-save=copy]").click();
  await page.getByText(/^Copied \d+ rows/).waitFor();
  await page.locator(`${TABLE} td`).first().click();
  await page.getByText("Shown: ").waitFor();
  await page.locator("[data-part=about]").click();
  await page.locator("[data-part=data]").waitFor();
  await page.locator("[data-part=chart]").selectOption("bar");
  await page.locator("[data-part=chart-figure] svg.chart").waitFor();
  assert.deepEqual(complaints, []);
});

test("parts that did not load say so, and work when the connection returns", async () => {
  const { page } = await listenedPage(browser);
  await page.route("**/builder-more.js", (route) => route.abort());
  await page.goto(`${server.url}${LINK}&rows=region&columns=sex`);
  await settled(page);
  const words = "A part of this page did not load. Check the connection, then try again.";
  const about = page.locator("[data-part=about]");
  await about.click();
  await page.locator("[data-part=drawer]").getByText(words).waitFor();
  await about.click();
  await page.locator("[data-part=save]").click();
  const panel = page.getByRole("dialog", { name: "Save" });
  await panel.getByText(words).waitFor();
  await page.unroute("**/builder-more.js");
  await panel.getByRole("button", { name: "Try again" }).click();
  await page.locator("[data-save=csv-shown]").waitFor();
  await page.keyboard.press("Escape");
  await about.click();
  await page.locator("[data-part=data]").waitFor();
  assert.match((await downloaded(page, "csv-shown")).text, /^Region,Male/);
});
