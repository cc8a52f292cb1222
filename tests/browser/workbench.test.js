// The controls of the workbench: variables dragged and moved by keyboard, levels, groups, layers, undo and other data.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { accessible } from "./accessible.js";
import { commandLine, downloaded, handBack, press, setUp, tableBy } from "./support.js";
import { CENSUS, LINK, chosen, equals, opening, settled } from "./workbench-support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

const SEALED = "site/cubes/hypercube-sealed";

const { server, browser } = setUp();
const opened = opening(server, browser);

/**
 * Drags with the mouse in several steps.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 * @param {number} [share]  of the height of the target
 */
async function drag(page, from, to, share = 0.5) {
  const [start, end] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
  assert.ok(start && end, `${from} to ${to}`);
  await page.mouse.move(start.x + Math.min(20, start.width / 2), start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 30, start.y + start.height / 2 + 5, { steps: 3 });
  await page.mouse.move(end.x + 60, end.y + end.height * share, { steps: 8 });
  await page.waitForFunction(() => document.querySelector("#builder.dragging"));
  await page.mouse.up();
  await page.waitForFunction(() => !document.querySelector("#builder.dragging"));
}

test("the mouse drags variables from the list, between and within places, and off the table", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`, { viewport: { width: 1280, height: 1500 } });
  await drag(page, "#variable-list [data-name=student] .variable-label", "#layers");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await settled(page, /^Student is now in layers\. .*built in/);
  await equals(page, CENSUS, "--rows", "student,region", "--columns", "sex");

  await drag(page, "#variable-list [data-name='age:band'] .variable-label", "#rows [data-name=region]", 0.2);
  await chosen(page, "rows=age:band,region&columns=sex&wafer=student");
  await drag(page, "#rows [data-name='age:band'] .grip", "#rows [data-name=region]", 0.8);
  await chosen(page, "rows=region,age:band&columns=sex&wafer=student");
  await drag(page, "#rows [data-name=region] .grip", "#columns [data-name=sex]", 0.2);
  await chosen(page, "rows=age:band&columns=region,sex&wafer=student");
  await settled(page, /Region is now in columns, number 1 of 2\./);
  await equals(page, CENSUS, "--rows", "student,age:band", "--columns", "region,sex");
  await drag(page, "#layers [data-name=student] .grip", "#filters");
  await page.getByRole("group", { name: "Student filter", exact: true }).getByLabel("Yes", { exact: true }).check();
  await chosen(page, "rows=age:band&columns=region,sex&filter=student=1");
  await drag(page, "#filters [data-name=student] summary", "#rows [data-name='age:band']", 0.9);
  await chosen(page, "rows=age:band,student&columns=region,sex");
  await drag(page, "#columns [data-name=sex] .grip", "#variables summary");
  await chosen(page, "rows=age:band,student&columns=region");
  await equals(page, CENSUS, "--rows", "age:band,student", "--columns", "region");
  // A variable that is dropped outside all targets keeps its place.
  await drag(page, "#columns [data-name=region] .grip", "#status");
  await chosen(page, "rows=age:band,student&columns=region");
  assert.deepEqual(complaints, []);
});

/** Presses Tab until a control has the focus. @param {Page} page @param {string} name */
async function tabTo(page, name) {
  for (let i = 0; i < 150; i++) {
    await page.keyboard.press("Tab");
    const there = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "";
    });
    if (there === name) return;
  }
  assert.fail(`no way by keyboard to ${name}`);
}

test("the keyboard alone moves and orders variables, sets a level, and downloads", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  await tabTo(page, "Skip to the table");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "result");
  await chosen(page, "rows=region&columns=sex");
  await page.reload();
  await settled(page);
  await tabTo(page, "Add Student to layers");
  await page.keyboard.press("Enter");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Take Student off layers");

  /** @type {[string, number, string, RegExp][]} */
  const moves = [
    ["Move or group Sex", 0, "rows=region,sex&wafer=student", /Sex is now in rows, number 2 of 2\./],
    ["Move or group Sex", 1, "rows=region&wafer=student&wafer=sex", /Sex is now in layers, number 2 of 2\./],
    ["Move or group Student", 1, "rows=region&columns=student&wafer=sex", /Student is now in columns\./],
  ];
  const focusOn = (/** @type {string} */ name) => page.getByRole("button", { name, exact: true }).focus();
  for (const [button, down, address, words] of moves) {
    await focusOn(button);
    await page.keyboard.press("Enter");
    for (let i = 0; i < down; i++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await chosen(page, address);
    await settled(page, words);
    // The focus follows the variable.
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), button);
  }
  await equals(page, CENSUS, "--rows", "sex,region", "--columns", "student");
  // After a move to the filter, the variable's first category has the focus.
  await focusOn("Move or group Student");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Move Student to filter");
  await page.keyboard.press("Enter");
  await settled(page, /Student is now in filter/);
  await page.keyboard.press("Space");
  await chosen(page, "rows=region&filter=student=1&wafer=sex");
  await focusOn("Move the filter by Student");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await chosen(page, "rows=region,student&wafer=sex");
  await focusOn("Move Student earlier in rows");
  await page.keyboard.press("Enter");
  await chosen(page, "rows=student,region&wafer=sex");
  // Escape closes a menu without any change.
  await focusOn("Move or group Region");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("button", { name: "Move Region to columns" }).isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Move or group Region");
  await page.getByLabel("Level of Region").focus();
  await page.keyboard.press("ArrowDown");
  await chosen(page, "rows=student,region:country&wafer=sex");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Level of Region");
  await settled(page);
  const waiting = page.waitForEvent("download");
  await page.locator("#download").focus();
  await page.keyboard.press("Enter");
  const saved = await (await waiting).path();
  assert.equal(readFileSync(saved, "utf8"), commandLine(CENSUS, "--rows", "sex,student,region:country"));
  assert.deepEqual(complaints, []);
});

test("the search finds variables, levels and categories by name", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region`);
  const search = page.getByRole("searchbox", { name: "Search variables and categories" });
  const listed = () => page.locator("#variable-list > li:visible").evaluateAll((all) => all.map((each) => /** @type {HTMLElement} */ (each).dataset.name));
  await search.fill("countr");
  assert.deepEqual(await listed(), ["region:country", "country_of_birth"]);
  await search.fill("wido");
  assert.deepEqual(await listed(), ["marital_status"]);
  assert.equal(await page.locator("#variable-found").innerText(), "Found: 0 variables, 1 category.");
  await page.getByRole("button", { name: "Filter Marital status to Widowed" }).click();
  await chosen(page, "rows=region&filter=marital_status=5");
  await equals(page, CENSUS, "--rows", "region", "--filter", "marital_status=5");
  await search.fill("divorc");
  await page.getByRole("button", { name: "Filter Marital status to Divorced" }).click();
  await chosen(page, "rows=region&filter=marital_status=4,5");
  await accessible(page, "found");
  await page.getByRole("button", { name: "Filter Marital status to Divorced", pressed: true }).click();
  await chosen(page, "rows=region&filter=marital_status=5");
  await search.fill("zzz");
  assert.equal(await page.locator("#variable-found").innerText(), "No variable or category matches.");
  assert.deepEqual(await listed(), []);
  assert.deepEqual(complaints, []);
});

test("a search among categories limits what is ticked, and Enter only searches", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=area&columns=sex");
  await press(page, "Filter by Block");
  await page.getByRole("searchbox", { name: "Search categories of Block" }).fill("orchards 1");
  await press(page, "Tick the 2 found");
  await page.getByRole("searchbox", { name: "Search categories of Block" }).fill("orchards 2");
  await press(page, "Tick the 1 found");
  await chosen(page, "rows=area&columns=sex&filter=area=TW0701,TW0702,TW0710");
  await press(page, "Remove filter by Block");
  await press(page, "Move or group Block");
  await press(page, "Areas of Block …");
  const dialog = page.getByRole("dialog", { name: "Areas of Block" });
  await dialog.getByLabel("Name of area 1").fill("Orchards");
  await dialog.getByRole("searchbox").fill("orchards");
  await page.keyboard.press("Enter");
  assert.equal(await dialog.locator(".field-error:visible").count(), 0, "nothing is wrong yet");
  await press(page, "Tick the 10 found");
  await dialog.getByRole("searchbox").press("Enter");
  assert.equal(await dialog.isVisible(), true, "the groups are still being made");
  // A single Escape keeps the group.
  await dialog.getByLabel("Name of area 1").press("Escape");
  await dialog.getByText("Press Escape again to discard these areas.").waitFor();
  assert.equal(await dialog.getByLabel("Name of area 1").inputValue(), "Orchards");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await chosen(page, "rows=area&columns=sex");
  assert.deepEqual(complaints, []);
});

test("levels, totals and swapped axes work, and a link holds layers with their category", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=age&columns=sex&wafer=health=3`);
  await page.getByLabel("Level of Age").selectOption("age:band");
  await chosen(page, "rows=age:band&columns=sex&wafer=health=3");
  await equals(page, CENSUS, "--rows", "health,age:band", "--columns", "sex");
  // The category belongs to another level.
  await page.getByLabel("Level of General health").selectOption("health:summary");
  await chosen(page, "rows=age:band&columns=sex&wafer=health:summary");
  await press(page, "Swap axes");
  await chosen(page, "rows=sex&columns=age:band&wafer=health:summary");
  await page.locator("#totals").uncheck();
  await chosen(page, "rows=sex&columns=age:band&wafer=health:summary&totals=no");
  await equals(page, CENSUS, "--rows", "health:summary,sex", "--columns", "age:band", "--no-totals");
  await page.reload();
  await equals(page, CENSUS, "--rows", "health:summary,sex", "--columns", "age:band", "--no-totals");
  assert.equal(await page.locator("#layers .chip").count(), 1);
  await press(page, "Start again");
  await page.waitForFunction(() => !document.querySelector("#layers .chip"));
  assert.deepEqual(complaints, []);
});

test("groups can be named, overlap and be reordered, equal the command line's, and show errors at the field", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  const dialog = page.getByRole("dialog", { name: "Areas of Region" });
  await press(page, "Move or group Region");
  await press(page, "Areas of Region …");
  await dialog.waitFor();
  const name = (/** @type {number} */ number) => dialog.getByLabel(`Name of area ${number}`);
  const tick = async (/** @type {number} */ number, /** @type {string[]} */ labels) => {
    const group = dialog.locator(".group").nth(number - 1);
    if (!await group.locator("details[open]").count()) await group.locator("summary").click();
    for (const label of labels) await group.getByLabel(label, { exact: true }).check();
  };
  const said = () => dialog.locator(".field-error:visible").allInnerTexts();
  await accessible(page, "dialog");
  await press(page, "Use these areas");
  assert.deepEqual(await said(), ["A group’s name is missing. Enter a name."]);
  assert.equal(await name(1).getAttribute("aria-invalid"), "true");
  await accessible(page, "dialog with an error");
  await name(1).fill("North");
  assert.deepEqual(await said(), []);
  await press(page, "Use these areas");
  assert.match((await said()).join(), /^“North” is empty\./);
  await tick(1, ["North East", "North West"]);
  await press(page, "Add an area");
  await name(2).fill("North");
  await tick(2, ["North West", "Wales", "West Midlands"]);
  await press(page, "Use these areas");
  assert.match((await said()).join(), /^Two groups have the name “North”\./);
  await name(2).fill("E12000007");
  await press(page, "Use these areas");
  assert.match((await said()).join(), /^The name “E12000007” is also a code of Region \(London\)\./);
  await name(2).fill("_T");
  await press(page, "Use these areas");
  assert.match((await said()).join(), /is also a code of the total/);
  await name(2).fill('West, and "Wales"');
  await press(page, "Add an area");
  await name(3).fill("Nowhere");
  await press(page, "Delete area 3");
  await press(page, "Move area 2 earlier");
  assert.equal(await name(1).inputValue(), 'West, and "Wales"');
  await press(page, "Use these areas");
  await dialog.waitFor({ state: "detached" });
  await settled(page, /Region is now shown in 2 areas\./);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Move or group Region");
  await equals(page, CENSUS, "--rows", "region", "--columns", "sex", "--group", 'region:West, and "Wales"=E12000002,E12000005,W92000004', "--group", "region:North=E12000001,E12000002");
  // The link restores the groups, and the chip opens the dialog with the groups.
  await page.reload();
  await settled(page);
  await press(page, "2 areas of Region");
  assert.equal(await name(2).inputValue(), "North");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "2 areas of Region");
  await press(page, "2 areas of Region");
  await press(page, "Use the original categories");
  await chosen(page, "rows=region&columns=sex");
  await settled(page, /Region is now shown in its original categories\./);
  assert.deepEqual(complaints, []);
});

test("groups of a sealed cube are added up from published figures", async () => {
  const { page, complaints } = await opened("#cube=hypercube-sealed&rows=sex&columns=age&group=age,Young,0,1,2,3&group=age,Later,4,5");
  await equals(page, SEALED, "--rows", "sex", "--columns", "age", "--group", "age:Young=0,1,2,3", "--group", "age:Later=4,5", "--areas", "blocks");
  assert.deepEqual(complaints, []);
});

test("undo and redo work alike by button, key and browser", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region`);
  const idle = (/** @type {string} */ id) => page.locator(`#${id}[aria-disabled=true]`).count();
  assert.deepEqual([await idle("undo"), await idle("redo")], [1, 1]);
  await page.locator("#undo").focus();
  await page.keyboard.press("Enter");
  await chosen(page, "rows=region");
  await press(page, "Add Sex to columns");
  await chosen(page, "rows=region&columns=sex");
  await press(page, "Add Student to layers");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await page.locator("#totals").uncheck();
  await chosen(page, "rows=region&columns=sex&wafer=student&totals=no");
  await settled(page);
  await press(page, "Undo");
  await settled(page, /^Undone: totals\. .*built in/);
  await chosen(page, "rows=region&columns=sex&wafer=student");
  assert.equal(await page.locator("#totals").isChecked(), true);
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
  await page.locator("#variable-search").focus();
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(200);
  await chosen(page, "rows=region&columns=sex&wafer=student&totals=no");
  // A new change removes the step that could be redone.
  await press(page, "Undo");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await settled(page);
  await press(page, "Swap axes");
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

test("changes of the view are undone and redone without a new table, and lost ones are removed", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  const status = await page.locator("#status").innerText();
  // The link has the same table with another view.
  await page.evaluate(() => { location.hash += "&percent=row&ratio=sex,2,1,100"; });
  await page.waitForTimeout(300);
  assert.equal((await page.locator("#status").innerText()).replace(/^.*?(\d[\d,]* cells)/, "$1"), status, "not built again");
  await chosen(page, "rows=region&columns=sex&percent=row&ratio=sex,2,1,100");
  await press(page, "Undo");
  await chosen(page, "rows=region&columns=sex");
  await settled(page, /^Undone: percentages, ratio\./);
  await press(page, "Redo");
  await chosen(page, "rows=region&columns=sex&percent=row&ratio=sex,2,1,100");
  await settled(page);
  await press(page, "Take Sex off columns");
  await chosen(page, "rows=region&percent=row");
  assert.deepEqual(complaints, []);
});

test("a new dataset keeps what both have, names what it drops, and going back restores it", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region,health&columns=age:band&wafer=sex&filter=student=1&method=ten-five`);
  await page.locator("#cube").selectOption("hypercube");
  await page.waitForFunction(() => document.querySelector("#about-data strong")?.textContent?.startsWith("Synthetic"));
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
  await page.locator("#cube").selectOption("hypercube");
  await tableBy(page, ["Region"]);
  assert.deepEqual(complaints, []);
});

test("a change while a dataset loads keeps the current one, and a download waits for the new one", async () => {
  /** @type {[(page: Page, arrive: () => void) => Promise<unknown>, string, string][]} */
  const changes = [
    [(page) => press(page, "Add Student to layers"), "census2011-teaching", "rows=region&columns=sex&wafer=student"],
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
    const cube = page.getByLabel("Dataset", { exact: true });
    await cube.selectOption("hypercube");
    await change(page, arrive);
    arrive();
    await chosen(page, address);
    await page.waitForTimeout(1500);
    await settled(page);
    await chosen(page, address);
    assert.equal(await cube.inputValue(), name);
    assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("cube"), name);
    // The list of variables belongs to the same dataset.
    assert.equal(await page.locator("#variable-list [data-name=marital_status]").count(), name === "hypercube" ? 0 : 1);
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
    /** @type {HTMLElement} */ (document.querySelector("#totals")).click();
    /** @type {HTMLElement} */ ([...document.querySelectorAll("#table .sort")].pop()).click();
  });
  await settled(page);
  await chosen(page, "rows=region&columns=sex&totals=no");
  assert.deepEqual(complaints, []);
});

test("without a connection unloaded parts say so, keep the focus, and work when it returns", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  await page.context().setOffline(true);
  const words = "A part of this page did not load. Check the connection, then try again.";
  const status = (/** @type {string} */ id) => page.waitForFunction(({ id, words }) => document.querySelector(id)?.textContent === words, { id, words });
  await press(page, "Move or group Region");
  await press(page, "Areas of Region …");
  await status("#status");
  await press(page, "Measure risk and utility");
  await status("#steps-said");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "steps-measure");
  await press(page, "Copy table");
  await status("#status");
  // The loaded files are enough for another table.
  await press(page, "Add Student to layers");
  await settled(page);
  await page.context().setOffline(false);
  await press(page, "Move or group Region");
  await press(page, "Areas of Region …");
  await page.getByRole("dialog", { name: "Areas of Region" }).waitFor();
  assert.deepEqual(complaints.filter((each) => !each.includes("ERR_INTERNET_DISCONNECTED")), []);
});

test("axe finds no violation in light and dark, wide and on a phone, whatever is open", async () => {
  const rich = `${LINK}&rows=region&columns=sex,age:band&wafer=health&group=region,North,E12000001,E12000002&filter=student=2`;
  for (const [look, options] of /** @type {[string, BrowserContextOptions][]} */ ([
    ["light", {}], ["dark", { colorScheme: "dark" }],
    ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])) {
    const { page, complaints } = await opened(rich, options);
    await accessible(page, look);
    await page.locator("#filters summary").click();
    await press(page, "Move or group Sex");
    await accessible(page, `${look}, menu`);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${look}: nothing is wider than the screen`);
    await press(page, "1 area of Region");
    await page.getByRole("dialog").waitFor();
    await accessible(page, `${look}, dialog`);
    assert.deepEqual(complaints, [], look);
    await handBack(page);
  }
});
