// The controls of the workbench: variables dragged and moved by keyboard, levels, groups, wafers, undo, other data, and ways out of what is refused.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";
import { alerted, commandLine, downloaded, listenedPage, press, tableBy } from "./support.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */

const CENSUS = "site/cubes/census2011-teaching";
const SEALED = "site/cubes/hypercube-sealed";
const LINK = "#cube=census2011-teaching";

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Browser} */
let browser;
/** Where the cube of hamlets lies. */
let folder = "";

before(async () => {
  server = await serve(path("target/site"));
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), "cellveil-workbench-"));
});

after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until a table, or that there is none, is settled; `words` in the status. @param {Page} page @param {RegExp} [words] */
async function settled(page, words = /built in [\d,.]+ m?s\.$/) {
  await page.waitForFunction(({ source, flags }) => {
    const busy = document.querySelector("#table")?.hasAttribute("aria-busy");
    return !busy && new RegExp(source, flags).test(document.querySelector("#status")?.textContent ?? "");
  }, { source: words.source, flags: words.flags });
}

/** The choice in the address, decoded and without the cube. @param {Page} page */
async function choice(page) {
  return decodeURIComponent(new URL(page.url()).hash).replace(/^#cube=[^&]*&/, "");
}

/** @param {Page} page @param {string} expected */
async function chosen(page, expected) {
  await page.waitForFunction((expected) => decodeURIComponent(location.hash).replace(/^#cube=[^&]*&/, "") === expected, expected)
    .catch(async () => assert.equal(await choice(page), expected));
}

/** The table is that of the command line. @param {Page} page @param {string} cube @param {...string} query */
async function equals(page, cube, ...query) {
  await settled(page);
  assert.equal((await downloaded(page)).text, commandLine(cube, ...query));
}

/** @param {string} hash @param {BrowserContextOptions} [options] */
async function opened(hash, options) {
  const listened = await listenedPage(browser, options);
  await listened.page.goto(`${server.url}${hash}`);
  await settled(listened.page, /built in|No table was built|too many to draw|Add a variable/);
  return listened;
}

/** No violation, names of controls compared with their visible words too. @param {Page} page @param {string} state */
async function accessible(page, state) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "label-content-name-mismatch": { enabled: true } },
  }));
  const told = violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ { html }) => html).slice(0, 3).join(" ")}`);
  assert.deepEqual(told, [], state);
}

/** Drags with the mouse, in steps, as a hand does. @param {Page} page @param {string} from @param {string} to @param {number} [share]  of the height of what it is dropped on */
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

test("dragged by mouse: from the list, between all places, within one, and off the table", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`, { viewport: { width: 1280, height: 1500 } });
  await drag(page, "#variable-list [data-name=student] .variable-label", "#wafers");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await settled(page, /^Student is now in wafers\. .*built in/);
  await equals(page, CENSUS, "--rows", "student,region", "--columns", "sex");

  await drag(page, "#variable-list [data-name='age:band'] .variable-label", "#rows [data-name=region]", 0.2);
  await chosen(page, "rows=age:band,region&columns=sex&wafer=student");
  await drag(page, "#rows [data-name='age:band'] .grip", "#rows [data-name=region]", 0.8);
  await chosen(page, "rows=region,age:band&columns=sex&wafer=student");
  await drag(page, "#rows [data-name=region] .grip", "#columns [data-name=sex]", 0.2);
  await chosen(page, "rows=age:band&columns=region,sex&wafer=student");
  await settled(page, /Region is now in columns, number 1 of 2\./);
  await equals(page, CENSUS, "--rows", "student,age:band", "--columns", "region,sex");
  await drag(page, "#wafers [data-name=student] .grip", "#filters");
  await page.getByRole("group", { name: "Student filter", exact: true }).getByLabel("Yes", { exact: true }).check();
  await chosen(page, "rows=age:band&columns=region,sex&filter=student=1");
  await drag(page, "#filters [data-name=student] summary", "#rows [data-name='age:band']", 0.9);
  await chosen(page, "rows=age:band,student&columns=region,sex");
  await drag(page, "#columns [data-name=sex] .grip", "#variables summary");
  await chosen(page, "rows=age:band,student&columns=region");
  await equals(page, CENSUS, "--rows", "age:band,student", "--columns", "region");
  // Dropped where nothing can stand, it stays.
  await drag(page, "#columns [data-name=region] .grip", "#status");
  await chosen(page, "rows=age:band,student&columns=region");
  assert.deepEqual(complaints, []);
});

/** Tabs to a control, as somebody does who has no pointer. @param {Page} page @param {string} name */
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

test("by keyboard alone: every move, the order, a level, and the download", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  await tabTo(page, "Skip to the table");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "result");
  await chosen(page, "rows=region&columns=sex");
  await page.reload();
  await settled(page);
  await tabTo(page, "Add Student to wafers");
  await page.keyboard.press("Enter");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Take Student off wafers");

  /** @type {[string, number, string, RegExp][]} */
  const moves = [
    ["Move or group Sex", 0, "rows=region,sex&wafer=student", /Sex is now in rows, number 2 of 2\./],
    ["Move or group Sex", 1, "rows=region&wafer=student&wafer=sex", /Sex is now in wafers, number 2 of 2\./],
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
    // The focus goes along with what was moved.
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), button);
  }
  await equals(page, CENSUS, "--rows", "sex,region", "--columns", "student");
  // To the filter: its first category has the focus.
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
  // Escape closes a menu and leaves everything as it was.
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

test("found by the name of a variable, a level or a category", async () => {
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
  assert.equal(await page.locator("#variable-found").innerText(), "No variable or category has that in its name.");
  assert.deepEqual(await listed(), []);
  assert.deepEqual(complaints, []);
});

test("what a search among many categories finds is what is ticked, and Enter in it does no more than search", async () => {
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
  // What was made is not lost by one Escape.
  await dialog.getByLabel("Name of area 1").press("Escape");
  await dialog.getByText("Escape once more leaves without these areas.").waitFor();
  assert.equal(await dialog.getByLabel("Name of area 1").inputValue(), "Orchards");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await chosen(page, "rows=area&columns=sex");
  assert.deepEqual(complaints, []);
});

test("levels in place, totals, swapped axes; a link holds wafers and their category", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=age&columns=sex&wafer=health=3`);
  await page.getByLabel("Level of Age").selectOption("age:band");
  await chosen(page, "rows=age:band&columns=sex&wafer=health=3");
  await equals(page, CENSUS, "--rows", "health,age:band", "--columns", "sex");
  // A category of another level is none here.
  await page.getByLabel("Level of General health").selectOption("health:summary");
  await chosen(page, "rows=age:band&columns=sex&wafer=health:summary");
  await press(page, "Swap axes");
  await chosen(page, "rows=sex&columns=age:band&wafer=health:summary");
  await page.locator("#totals").uncheck();
  await chosen(page, "rows=sex&columns=age:band&wafer=health:summary&totals=no");
  await equals(page, CENSUS, "--rows", "health:summary,sex", "--columns", "age:band", "--no-totals");
  await page.reload();
  await equals(page, CENSUS, "--rows", "health:summary,sex", "--columns", "age:band", "--no-totals");
  assert.equal(await page.locator("#wafers .chip").count(), 1);
  await press(page, "Start again");
  await page.waitForFunction(() => !document.querySelector("#wafers .chip"));
  assert.deepEqual(complaints, []);
});

test("groups: named, overlapping, reordered; equal to the command line's, and what the core would refuse is said at the field", async () => {
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
  assert.deepEqual(await said(), ["A name is missing. Give it one."]);
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
  assert.match((await said()).join(), /^The name “North” is there twice\./);
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
  await settled(page, /Region is shown by 2 areas of your own\./);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Move or group Region");
  await equals(page, CENSUS, "--rows", "region", "--columns", "sex", "--group", 'region:West, and "Wales"=E12000002,E12000005,W92000004', "--group", "region:North=E12000001,E12000002");
  // The link brings them again, the chip says so and leads back to them.
  await page.reload();
  await settled(page);
  await press(page, "2 areas of Region");
  assert.equal(await name(2).inputValue(), "North");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "2 areas of Region");
  await press(page, "2 areas of Region");
  await press(page, "Use the categories again");
  await chosen(page, "rows=region&columns=sex");
  await settled(page, /Region is shown by its own categories\./);
  assert.deepEqual(complaints, []);
});

test("groups of a sealed cube are added up from published figures", async () => {
  const { page, complaints } = await opened("#cube=hypercube-sealed&rows=sex&columns=age&group=age,Young,0,1,2,3&group=age,Later,4,5");
  await equals(page, SEALED, "--rows", "sex", "--columns", "age", "--group", "age:Young=0,1,2,3", "--group", "age:Later=4,5", "--areas", "blocks");
  assert.deepEqual(complaints, []);
});

test("undo and redo, by button, by key and by the browser: one and the same", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region`);
  const idle = (/** @type {string} */ id) => page.locator(`#${id}[aria-disabled=true]`).count();
  assert.deepEqual([await idle("undo"), await idle("redo")], [1, 1]);
  await page.locator("#undo").focus();
  await page.keyboard.press("Enter");
  await chosen(page, "rows=region");
  await press(page, "Add Sex to columns");
  await chosen(page, "rows=region&columns=sex");
  await press(page, "Add Student to wafers");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await page.locator("#totals").uncheck();
  await chosen(page, "rows=region&columns=sex&wafer=student&totals=no");
  await settled(page);
  await press(page, "Undo");
  await settled(page, /^Undone: totals\. .*built in/);
  await chosen(page, "rows=region&columns=sex&wafer=student");
  assert.equal(await page.locator("#totals").isChecked(), true);
  await page.keyboard.press("Control+z");
  await settled(page, /^Undone: Student added to wafers\. .*built in/);
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
  // A text has an undo of its own.
  await page.locator("#variable-search").focus();
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(200);
  await chosen(page, "rows=region&columns=sex&wafer=student&totals=no");
  // Something new takes the place of what could be redone.
  await press(page, "Undo");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await settled(page);
  await press(page, "Swap axes");
  await chosen(page, "rows=sex&columns=region&wafer=student");
  assert.equal(await idle("redo"), 1);
  await settled(page);
  await press(page, "Undo");
  await settled(page, /^Undone: swap of rows and columns\./);
  // After a reload too, both ways.
  await page.reload();
  await settled(page);
  await press(page, "Redo");
  await settled(page, /^Redone: swap of rows and columns\./);
  await press(page, "Undo");
  await settled(page, /^Undone: swap of rows and columns\./);
  await page.reload();
  await settled(page);
  await press(page, "Undo");
  await settled(page, /^Undone: Student added to wafers\./);
  await chosen(page, "rows=region&columns=sex");
  // Another page took the place of what could be redone.
  await page.getByRole("link", { name: "Embed", exact: true }).click();
  await page.waitForURL(/embed/);
  await page.goBack();
  await settled(page);
  await page.reload();
  await settled(page);
  assert.deepEqual([await idle("undo"), await idle("redo")], [0, 1]);
  assert.deepEqual(complaints, []);
});

test("a view is shown, undone and redone without building anew; one that the table lost goes with it", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  const status = await page.locator("#status").innerText();
  // A link to the same table shown otherwise, as the controls of the result would make it.
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

test("other data: what both have stays, what is left is said, and back leads back", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region,health&columns=age:band&wafer=sex&filter=student=1&method=ten-five`);
  await page.locator("#cube").selectOption("hypercube");
  await page.waitForFunction(() => document.querySelector("#about-data strong")?.textContent?.startsWith("Synthetic"));
  await chosen(page, "rows=region&columns=age:band&wafer=sex");
  await settled(page, /^Left behind, as these data do not have it or have it otherwise: general health, the filter by student and the method\. .*built in/);
  await equals(page, "site/cubes/hypercube", "--rows", "sex,region", "--columns", "age:band");
  await press(page, "Undo");
  await chosen(page, "rows=region,health&columns=age:band&filter=student=1&wafer=sex&method=ten-five");
  await equals(page, CENSUS, "--rows", "sex,region,health", "--columns", "age:band", "--filter", "student=1", "--method", "ten-five");
  // Nothing in common: a first table.
  await page.goto(`${server.url}${LINK}&rows=religion`);
  await page.reload();
  await settled(page);
  await page.locator("#cube").selectOption("hypercube");
  await tableBy(page, ["Region"]);
  assert.deepEqual(complaints, []);
});

/** Presses a way out, and a table is there. @param {Page} page @param {string | RegExp} name */
async function wayOut(page, name) {
  await page.locator(".ways-out").getByRole("button", { name, exact: typeof name === "string" }).click();
  await settled(page);
  assert.equal(await page.getByRole("alert").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "result", "the focus stays near");
}

/** @type {[link: string, words: RegExp, says: RegExp, button: string | RegExp, address: string][]} */
const BROKEN = [
  ["&rows=region,shoe", /names a variable that these data do not have/, /no variable “shoe”, named in rows/, "Remove “shoe” from rows", "rows=region"],
  ["&rows=region&columns=region:country", /only once/, /Country and Region are of one variable/, "Remove Country from columns", "rows=region"],
  ["&rows=region,region", /only once/, /Region and Region are of one variable/, "Remove Region from rows", "rows=region"],
  ["&rows=region&columns=age:decade", /a level that these data/, /Age has no level “decade”/, "Remove “age:decade” from columns", "rows=region"],
  ["&rows=region&wafer=shoe", /names a variable/, /no variable “shoe”, named in wafers/, "Remove “shoe” from wafers", "rows=region"],
  ["&rows=region&filter=sex=1,9", /names a category/, /Sex has no category “9”/, "Remove “9” from the filter by Sex", "rows=region&filter=sex=1"],
  ["&rows=region&filter=shoe=9", /names a variable/, /no variable “shoe”, named in filter/, "Remove the filter by “shoe”", "rows=region"],
  ["&rows=region&method=magic", /names a method/, /no method “magic”/, "Use the method of these data", "rows=region"],
  ["&rows=region&group=region,London,E12000099", /names a category/, /“London” has “E12000099”, which Region does not have/, "Use the categories of Region instead of groups", "rows=region"],
  ["&rows=region&group=region,E12000001,E12000002", /groups of this table/, /is also a code of Region/, "Use the categories of Region instead of groups", "rows=region"],
  ["&rows=region&group=region,Empty", /./, /“Empty” is empty/, "Use the categories of Region instead of groups", "rows=region"],
  ["&rows=region,shoe&columns=hat&filter=sex=9", /./, /“hat”/, "Put all of it right", "rows=region"],
  ["&rows=age&filter=region=W92000004&filter=region:country=E92000001", /leave nobody/, /leave nobody/, "Remove the filter by Country", "rows=age&filter=region=W92000004"],
  ["&rows=region&method=designed:max-change=5,variance=nine", /cannot be read/, /cannot be read/, "Use the method of these data", "rows=region"],
  ["&rows=region&method=designed:max-change=5,variance=7.5,stay=0.9", /./, /./, "Use the method of these data", "rows=region"],
];

for (const [link, words, says, button, address] of BROKEN) {
  test(`a broken link says what is wrong, and its button mends it: ${link}`, async () => {
    const { page, complaints } = await opened(`${LINK}${link}`);
    await alerted(page, words);
    assert.match(await page.getByRole("alert").innerText(), says);
    await accessible(page, link);
    await wayOut(page, button);
    await chosen(page, address);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
}

test("what a table can do without is left out, and said", async () => {
  /** @type {[string, RegExp, string][]} */
  const links = [
    ["&rows=region&wafer=sex=9", /Sex has no category “9” here: its first is shown\./, "rows=region&wafer=sex"],
    ["&rows=region&columns=sex&ratio=sex,2,9", /The ratio of “2” to “9” is left out: the table does not have both in Sex\./, "rows=region&columns=sex"],
    ["&rows=region&ratio=sex,2", /ratio=sex,2 is left out: expected a variable, two of its categories and a number above 0/, "rows=region"],
    ["&rows=region&columns=sex&ratio=sex,2,1,NaN", /ratio=sex,2,1,NaN is left out/, "rows=region&columns=sex"],
    ["&rows=region&columns=sex&ratio=sex,2,1,1e308", /ratio=sex,2,1,1e308 is left out/, "rows=region&columns=sex"],
    ["&rows=region&columns=sex&average=sex,9,5", /The average of Sex is left out: none of its categories in the table has a number\./, "rows=region&columns=sex"],
    ["&rows=region&columns=sex&average=sex,1,1e308,2,4", /A number of the average is left out/, "rows=region&columns=sex&average=sex,2,4"],
    ["&rows=region&columns=sex&filter=sex=1&filter=sex=2", /A second filter by Sex is left out\./, "rows=region&columns=sex&filter=sex=1"],
    ["&rows=region&average=age,1,5", /The average of Age is left out/, "rows=region"],
    ["&rows=region&columns=sex&sort=descending,7", /The order of the rows is left out/, "rows=region&columns=sex"],
    ["&rows=region&percent=half", /percent=half is left out: expected row, column or table\./, "rows=region"],
    ["&rows=region,sex&collapsed=E9", /1 collapsed group of rows cannot be found/, "rows=region,sex"],
    ["&rows=region&group=age,Young,1", /Groups of Age are left out: it is not in the table\./, "rows=region"],
    ["&rows=region&filter=sex", /A filter is left out/, "rows=region"],
  ];
  for (const [link, words, address] of links) {
    const { page, complaints } = await opened(`${LINK}${link}`);
    await settled(page, words);
    await settled(page);
    await chosen(page, address);
    assert.deepEqual(complaints, []);
    await page.context().close();
  }
});

test("while other data are on their way: a change of the table that is there keeps it, a file waits for the other", async () => {
  /** @type {[(page: Page) => Promise<unknown>, string, string][]} */
  const changes = [
    [(page) => press(page, "Add Student to wafers"), "census2011-teaching", "rows=region&columns=sex&wafer=student"],
    [(page) => page.getByLabel("Show as").selectOption("percent-row"), "census2011-teaching", "rows=region&columns=sex&percent=row"],
    [async (page) => assert.equal((await downloaded(page)).name, "hypercube_region_by_sex.csv"), "hypercube", "rows=region&columns=sex"],
  ];
  for (const [change, name, address] of changes) {
    const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
    await page.route("**/cubes/hypercube/**", async (route) => {
      await new Promise((go) => setTimeout(go, 700));
      await route.continue().catch(() => {});
    });
    const cube = page.getByLabel("Data", { exact: true });
    await cube.selectOption("hypercube");
    await change(page);
    await chosen(page, address);
    await page.waitForTimeout(1500);
    await settled(page);
    await chosen(page, address);
    assert.equal(await cube.inputValue(), name);
    assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("cube"), name);
    // The list of variables is that of the same data.
    assert.equal(await page.locator("#variable-list [data-name=marital_status]").count(), name === "hypercube" ? 0 : 1);
    await press(page, "Undo");
    await page.waitForFunction(() => location.hash === "#cube=census2011-teaching&rows=region&columns=sex");
    assert.deepEqual(complaints, []);
    await page.context().close();
  }
});

test("sorted by a column that the next table no longer has: the address does not name it", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  // In one go, before the next table is there.
  await page.evaluate(() => {
    /** @type {HTMLElement} */ (document.querySelector("#totals")).click();
    /** @type {HTMLElement} */ ([...document.querySelectorAll("#table .sort")].pop()).click();
  });
  await settled(page);
  await chosen(page, "rows=region&columns=sex&totals=no");
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("without a connection: what is not loaded yet says so, keeps the focus, and works once there is one again", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  await page.context().setOffline(true);
  const words = "A part of this page could not be fetched. Check the connection, and try again.";
  const status = (/** @type {string} */ id) => page.waitForFunction(({ id, words }) => document.querySelector(id)?.textContent === words, { id, words });
  await press(page, "Move or group Region");
  await press(page, "Areas of Region …");
  await status("#status");
  await press(page, "Measure risk and utility");
  await status("#steps-said");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "steps-measure");
  await press(page, "Copy table");
  await status("#status");
  // What is there already is enough for another table.
  await press(page, "Add Student to wafers");
  await settled(page);
  await page.context().setOffline(false);
  await press(page, "Move or group Region");
  await press(page, "Areas of Region …");
  await page.getByRole("dialog", { name: "Areas of Region" }).waitFor();
  assert.deepEqual(complaints.filter((each) => !each.includes("ERR_INTERNET_DISCONNECTED")), []);
  await page.context().close();
});

test("a chip that the data do not have is marked in words, and can be removed", async () => {
  const { page } = await opened(`${LINK}&rows=region,shoe&filter=sex=9`);
  assert.match(await page.locator("#rows .chip-unknown").innerText(), /shoe\s+not in these data/);
  assert.match(await page.locator("#filters .chip-unknown").innerText(), /Sex\s+unknown: 9/);
  await press(page, "Remove shoe from rows");
  await press(page, "Remove filter by Sex");
  await settled(page);
  await chosen(page, "rows=region");
  await page.context().close();
});

test("data that are not there, and files that are not: other data, or once more", async () => {
  const { page } = await opened("#cube=nowhere&rows=region&columns=sex");
  await alerted(page, /not on this site/);
  await wayOut(page, "Open hypercube");
  await tableBy(page, ["Region"], "Sex");
  await page.route("**/census2011-teaching/cube.json", (route) => route.fulfill({ body: "{}" }));
  await page.goto(`${server.url}${LINK}&rows=region&columns=sex`);
  await page.reload();
  await alerted(page, /description of these data/);
  assert.equal(await page.locator(".ways-out").getByRole("button", { name: "Reload the page" }).count(), 1);
  await accessible(page, "damaged");
  await wayOut(page, "Open hypercube");
  await page.unroute("**/census2011-teaching/cube.json");
  await page.route("**/tiles/**", (route) => route.abort());
  await page.goto(`${server.url}${LINK}&rows=region`);
  await page.reload();
  await alerted(page, /could not be fetched/);
  await page.unroute("**/tiles/**");
  await wayOut(page, "Try again");
  await page.context().close();
});

test("published together: the way keeps what is, with its levels", async () => {
  const { page, complaints } = await opened("#cube=hypercube-sealed&rows=age:band&columns=sex,region,activity&wafer=citizenship");
  await alerted(page, /has not published these variables together/);
  await accessible(page, "no view");
  await wayOut(page, /^Keep only .* which are published together$/);
  assert.equal((await choice(page)).split("&").join().match(/age:band|sex|region|activity|citizenship/g)?.length, 4);
  await settled(page);
  await page.goto(`${server.url}#cube=census2011-teaching-sealed&rows=region&columns=sex&filter=age=1`);
  await page.reload();
  await alerted(page, /published together|has not published/);
  await wayOut(page, /^Keep only/);
  // Each smaller table says how large it is.
  await page.goto(`${server.url}#cube=census2011-teaching-sealed&rows=region&columns=sex,age`);
  await page.reload();
  await alerted(page, /has not published/);
  await wayOut(page, "Leave out Sex: 99 cells");
  await chosen(page, "rows=region&columns=age");
  assert.deepEqual(complaints, []);
});

/** More cells than any page draws, of few people. */
function wide() {
  const numbers = Array.from({ length: 1100 }, (_, i) => String(i + 1));
  writeFileSync(join(folder, "wide.toml"), `
[cube]
id = "wide"
title = "Wide"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "keyed"

[key]
column = "record_key"
combine = "sum"
modulus = 4294967296

[[dimension]]
name = "place"
label = "Place"

[[dimension.level]]
name = "half"
label = "Half"
groups = [{ code = "low", label = "Low", of = ${JSON.stringify(numbers.slice(0, 550))} }, { code = "high", label = "High", of = ${JSON.stringify(numbers.slice(550))} }]

[[dimension]]
name = "work"
label = "Work"

[method.default]
kind = "random-rounding"
base = 3
`);
  writeFileSync(join(folder, "wide.csv"), `place,work,record_key\n${numbers.map((each) => `${each},${each},${each}`).join("\n")}\n`);
  execFileSync(path("target/release/cellveil"), ["tile", join(folder, "wide.toml"), "--records", join(folder, "wide.csv"), "--out", join(folder, "wide")], { stdio: "ignore" });
}

/** A page of a site with one cube more. @param {string} name */
async function pageWith(name) {
  const listened = await listenedPage(browser);
  await listened.page.route(`**/cubes/${name}/**`, (route) => route.fulfill({ body: readFileSync(join(folder, new URL(route.request().url()).pathname.replace(/^.*\/cubes\//, ""))) }));
  await listened.page.route("**/cubes/index.json", (route) => route.fulfill({ body: JSON.stringify([name]), contentType: "application/json" }));
  return listened;
}

test("too large to be drawn: a broader level or a variable less, each with its size", async () => {
  wide();
  const { page, complaints } = await pageWith("wide");
  await page.goto(`${server.url}#cube=wide&rows=place&columns=work`);
  await page.locator("#too-large").waitFor();
  await accessible(page, "too large");
  assert.deepEqual(await page.locator(".ways-out button").allInnerTexts(), ["Use Half instead of Place: 3,303 cells", "Leave out Work: 1,101 cells", "Leave out Place: 1,101 cells"]);
  await wayOut(page, "Use Half instead of Place: 3,303 cells");
  await chosen(page, "rows=place:half&columns=work");
  await press(page, "Undo");
  await page.locator("#too-large").waitFor();
  await wayOut(page, "Leave out Place: 1,101 cells");
  await chosen(page, "rows=work");
  assert.deepEqual(complaints, []);
});

/** People of a few hamlets, and a rule that a table by age is refused by, one by age band is not. */
function hamlets() {
  writeFileSync(join(folder, "cube.toml"), `
[cube]
id = "hamlets"
title = "Hamlets"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "keyed"

[key]
column = "record_key"
combine = "sum"
modulus = 4294967296

[rules]
small_cells = 0.3

[[dimension]]
name = "region"
label = "Region"
codes = { n = "North", s = "South" }

[[dimension]]
name = "age"
label = "Age"
codes = { 1 = "Young", 2 = "Grown", 3 = "Old", 4 = "Very old" }

[[dimension.level]]
name = "band"
label = "Age band"
groups = [{ code = "under", label = "Under 40", of = ["1", "2"] }, { code = "over", label = "40 and over", of = ["3", "4"] }]

[method.default]
kind = "random-rounding"
base = 3
`);
  const people = { n: [9, 2, 9, 2], s: [8, 1, 9, 2] };
  let key = 1;
  const records = Object.entries(people).flatMap(([region, ages]) => ages.flatMap((count, age) => Array.from({ length: count }, () => {
    key = (key * 48271) % 2147483647;
    return `${region},${age + 1},${key}`;
  })));
  writeFileSync(join(folder, "records.csv"), `${["region,age,record_key", ...records].join("\n")}\n`);
  execFileSync(path("target/release/cellveil"), ["tile", join(folder, "cube.toml"), "--records", join(folder, "records.csv"), "--out", join(folder, "hamlets")], { stdio: "ignore" });
}

test("what a rule refuses: which, and the nearest table that passes", async () => {
  hamlets();
  const { page, complaints } = await pageWith("hamlets");
  await page.goto(`${server.url}#cube=hamlets&rows=region&columns=age`);
  await alerted(page, /^The rules of these data do not allow this table: too many cells of the table region, age .*\. Try fewer variables/);
  await accessible(page, "refused by a rule");
  await wayOut(page, /^Show the nearest table that passes: region by age band$/);
  await chosen(page, "rows=region&columns=age:band");
  await press(page, "Undo");
  await alerted(page, /rules of these data/);
  assert.deepEqual(complaints, []);
});

test("a refusal is put in the data's own words; the ways out of it keep wafers, say what they leave out, and are not refused in turn", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}#cube=tidewell&rows=area:ward&columns=sex,age:band&wafer=tenure=2&filter=birthplace=1,2&sort=descending,1,0&average=tenure,1,2`);
  await alerted(page, /^The rules of these data do not allow this table: it has too many variables, filters counted\./);
  await page.getByText("These data allow at most 4 variables in a table, filters counted; this one has 5.").waitFor();
  await wayOut(page, "Show the nearest table that passes: tenure of the dwelling and ward by sex and age band, without the filter by place of birth");
  assert.match(await choice(page), /^rows=area:ward&columns=sex,age:band&wafer=tenure=2/);
  assert.doesNotMatch(await page.locator("#status").innerText(), /link/);
  // Larger than can be drawn, and more than the rules allow: one step is not enough.
  await page.goto(`${server.url}#cube=tidewell&rows=area&columns=sex,age,tenure,birthplace,education`);
  await page.locator("#too-large").waitFor();
  assert.deepEqual(await page.locator(".ways-out > *").allInnerTexts(), [
    "These data allow at most 4 variables in a table, filters counted; this one has 6.",
    "Keep only Block, Sex, Age and Tenure of the dwelling: 33,630 cells", "Undo the last change",
  ]);
  await wayOut(page, /^Keep only Block/);
  // Never together: a level, and what is finer.
  await page.goto(`${server.url}#cube=tidewell&rows=birthplace&columns=education,activity`);
  await page.getByText("These data never show place of birth, highest education and activity together.").waitFor();
  await wayOut(page, /^Show the nearest table that passes/);
  // Somebody's own groups go with a table that is shown by categories.
  await page.goto(`${server.url}#cube=tidewell&rows=area:ward&columns=sex,age,tenure,birthplace&group=area:ward,North,TW01,TW02`);
  await page.getByRole("button", { name: /^Show the nearest table that passes: .*, without the groups of ward$/ }).waitFor();
  // A link in which a variable stands ever again is no table, of whatever size.
  await page.goto(`${server.url}#cube=tidewell&rows=${"area,".repeat(300)}area&filter=sex=1&filter=sex=2&filter=sex=3`);
  await alerted(page, /stand in a table only once/);
  assert.equal((await page.locator("#status").innerText()).match(/A second filter by Sex is left out/g)?.length, 1);
  assert.deepEqual(complaints, []);
});

/** The page with an API whose tables fail as none of the site's data let them, unless they are asked for as `passes` says. @param {string} hash @param {string} code @param {string} passes  of `query`, in JavaScript */
async function failing(hash, code, passes) {
  const listened = await listenedPage(browser);
  const real = readFileSync(path("target/site/cellveil/pkg/js/index.js"), "utf8");
  await listened.page.route("**/pkg/js/real.js", (route) => route.fulfill({ body: real, contentType: "text/javascript" }));
  await listened.page.route("**/pkg/js/index.js", (route) => route.fulfill({
    body: `import * as api from "./real.js"; export * from "./real.js";
      export async function openCube(...all) {
        const cube = await api.openCube(...all);
        const asked = cube.table.bind(cube);
        cube.table = async (query) => {
          if (!(${passes})) throw Object.assign(new Error("made up"), { code: ${JSON.stringify(code)}, fault: "refused" });
          return asked(query);
        };
        return cube;
      }`,
    contentType: "text/javascript",
  }));
  await listened.page.goto(`${server.url}${hash}`);
  await settled(listened.page, /No table was built/);
  return listened;
}

/** @type {[code: string, link: string, passes: string, button: string | RegExp][]} */
const REFUSALS = [
  ["needs-blocks", "&rows=region&filter=age=1", "!query.filter.age", "Remove the filter by Age"],
  ["empty-filter", "&rows=region&filter=age=1", "!query.filter.age", "Remove the filter by Age"],
  ["table-too-large", "&rows=region&columns=sex,age", "!query.columns.includes('age')", "Use Age band instead of Age: 132 cells"],
  ["no-view", "&rows=region&columns=sex,health", "!query.columns.includes('health')", "Leave out General health: 33 cells"],
  ["rule-refused", "&rows=region&columns=sex,health", "!query.columns.includes('health')", "Leave out General health: 33 cells"],
  ["bad-group", "&rows=region&group=region,North,E12000001", "!query.groups", "Use the categories of Region instead of groups"],
  ["reveal-refused", "&rows=region&method=none", "query.method !== 'none'", "Use the method of these data"],
  ["method-refused", "&rows=region&method=ten-five", "!query.method", "Use the method of these data"],
  ["bad-method", "&rows=region", "query.method === 'suppress10'", "Use the method Suppress10"],
  ["bad-query", "&rows=region&columns=sex", "query.columns.length === 0", "Leave out Sex: 11 cells"],
  ["damaged-file", "&rows=region", "globalThis.twice = (globalThis.twice ?? 0) + 1, globalThis.twice > 1", "Try again"],
  ["wasm", "&rows=region", "globalThis.twice = (globalThis.twice ?? 0) + 1, globalThis.twice > 1", "Try again"],
  ["something-new", "&rows=region", "globalThis.twice = (globalThis.twice ?? 0) + 1, globalThis.twice > 1", "Try again"],
];

for (const [code, link, passes, button] of REFUSALS) {
  test(`a refusal with the code ${code} has a button that leads to a table`, async () => {
    const { page } = await failing(`${LINK}${link}`, code, passes);
    await wayOut(page, button);
    await page.context().close();
  });
}

test("a change that is refused can be undone from where that is said", async () => {
  const { page } = await opened("#cube=census2011-teaching-sealed&rows=region&columns=sex");
  await press(page, "Add Age to columns");
  await alerted(page, /has not published/);
  await wayOut(page, "Undo the last change");
  await chosen(page, "rows=region&columns=sex");
  await page.context().close();
});

test("no violation of axe, light and dark, wide and on a phone, whatever is open", async () => {
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
    await page.context().close();
  }
});
