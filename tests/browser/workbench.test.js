// The controls of the workbench: variables dragged and moved by keyboard, search, levels, layers and groups.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { accessible } from "./accessible.js";
import { commandLine, handBack, listed, openAdd, openChip, press, setUp } from "./support.js";
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
  await page.mouse.up();
}

test("the mouse drags variables between and within places, and a drop elsewhere changes nothing", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex&wafer=student`, { viewport: { width: 1280, height: 1200 } });
  await equals(page, CENSUS, "--rows", "student,region", "--columns", "sex");
  const chip = (/** @type {string} */ place, /** @type {string} */ name) => `[data-place=${place}] [data-name=${name}]`;
  await drag(page, `${chip("layers", "student")} .cv-grip`, chip("rows", "region"), 0.2);
  await chosen(page, "rows=student,region&columns=sex");
  await settled(page, /^Student is now in rows\. .*built in/);
  await drag(page, `${chip("rows", "student")} .cv-grip`, chip("rows", "region"), 0.8);
  await chosen(page, "rows=region,student&columns=sex");
  await settled(page, /Student is now number 2 of 2\./);
  await drag(page, `${chip("rows", "region")} .cv-grip`, chip("columns", "sex"), 0.2);
  await chosen(page, "rows=student&columns=region,sex");
  await settled(page, /Region is now in columns\./);
  await equals(page, CENSUS, "--rows", "student", "--columns", "region,sex");
  await drag(page, `${chip("columns", "sex")} .cv-grip`, "[data-place=layers]");
  await chosen(page, "rows=student&columns=region&wafer=sex");
  await drag(page, `${chip("rows", "student")} .cv-grip`, "[data-place=filter]");
  const panel = await openChip(page, "Student", "filters");
  await panel.getByLabel("Yes", { exact: true }).check();
  await page.keyboard.press("Escape");
  await chosen(page, "rows=&columns=region&filter=student=1&wafer=sex");
  await drag(page, `${chip("filter", "student")} .cv-grip`, "[data-place=rows]");
  await chosen(page, "rows=student&columns=region&wafer=sex");
  await equals(page, CENSUS, "--rows", "sex,student", "--columns", "region");
  // A variable that is dropped outside all places keeps its place.
  await drag(page, `${chip("columns", "region")} .cv-grip`, "[data-part=status]");
  await chosen(page, "rows=student&columns=region&wafer=sex");
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

test("the keyboard alone adds, moves and orders variables, sets a level, and saves", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  await tabTo(page, "Skip to the table");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.matches(".cv-table")), true);
  await chosen(page, "rows=region&columns=sex");
  await page.reload();
  await settled(page);
  await tabTo(page, "+ Add");
  await page.keyboard.press("Enter");
  /** Waits until a control has the focus. @param {string} name */
  const named = (name) => page.waitForFunction((name) => [document.activeElement?.getAttribute("aria-label"), document.activeElement?.textContent?.trim()].includes(name), name)
    .catch(async () => assert.fail(`${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))} has the focus; expected ${name}`));
  await named("Search variables and categories");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("radio", { name: "Layers", exact: true }).isChecked(), true);
  await page.keyboard.press("Tab");
  await page.keyboard.type("stud");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-pressed")), "true", "the focus stays");
  await page.keyboard.press("Escape");
  await named("+ Add");

  /** Opens a chip's panel and presses one of its controls. @param {string} chip @param {string} control */
  const go = async (chip, control) => {
    await page.getByRole("button", { name: chip }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, control);
    await page.keyboard.press("Enter");
  };
  /** @type {[string, string, string, RegExp, string][]} */
  const moves = [
    ["Sex, in columns: change", "rows", "rows=region,sex&wafer=student", /Sex is now in rows\./, "Sex, in rows: change"],
    ["Sex, in rows: change", "layers", "rows=region&wafer=student&wafer=sex", /Sex is now in layers\./, "Sex, in layers: change"],
    ["Student, in layers: change", "columns", "rows=region&columns=student&wafer=sex", /Student is now in columns\./, "Student, in columns: change"],
  ];
  for (const [chip, to, address, words, after] of moves) {
    await go(chip, to);
    await chosen(page, address);
    await settled(page, words);
    // The focus follows the variable.
    await named(after);
  }
  await equals(page, CENSUS, "--rows", "sex,region", "--columns", "student");
  await go("Student, in columns: change", "filters");
  await settled(page, /Student is now in filters/);
  await named("Student, choose categories, in filters: change");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.closest("label")?.textContent), "Yes");
  await page.keyboard.press("Space");
  await chosen(page, "rows=region&filter=student=1&wafer=sex");
  await page.keyboard.press("Escape");
  await go("Student, Yes, in filters: change", "rows");
  await chosen(page, "rows=region,student&wafer=sex");
  await go("Student, in rows: change", "Earlier");
  await chosen(page, "rows=student,region&wafer=sex");
  await page.keyboard.press("Escape");
  await named("Student, in rows: change");
  // The keys Alt+Arrow order variables on the chip.
  await page.keyboard.press("Alt+ArrowDown");
  await chosen(page, "rows=region,student&wafer=sex");
  await named("Student, in rows: change");
  await page.keyboard.press("Alt+ArrowUp");
  await chosen(page, "rows=student,region&wafer=sex");
  // Escape closes a panel without any change.
  await page.getByRole("button", { name: "Region, in rows: change" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await named("Region, in rows: change");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: /^Region/ }).focus();
  await page.keyboard.press("ArrowDown");
  await chosen(page, "rows=student,region:country&wafer=sex");
  await settled(page);
  await named("Country, in rows: change");
  // The key Delete removes a variable.
  await page.getByRole("button", { name: "Student, in rows: change" }).focus();
  await page.keyboard.press("Delete");
  await chosen(page, "rows=region:country&wafer=sex");
  await named("Country, in rows: change");
  await settled(page);
  const waiting = page.waitForEvent("download");
  await page.locator("[data-part=save]").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-save=csv]").focus();
  await page.keyboard.press("Enter");
  const saved = await (await waiting).path();
  assert.equal(readFileSync(saved, "utf8"), commandLine(CENSUS, "--rows", "sex,region:country"));
  assert.deepEqual(complaints, []);
});

test("the search finds variables, levels and categories by name", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region`);
  const panel = await openAdd(page, "Rows");
  const search = panel.getByRole("searchbox", { name: "Search variables and categories" });
  const found = panel.getByRole("status");
  const names = () => page.locator(".cv-variable-main").evaluateAll((all) => all.map((each) => /** @type {HTMLElement} */ (each).dataset.variable));
  const category = (/** @type {string} */ name) => page.locator(".cv-found").getByRole("button", { name, exact: true });
  await search.fill("countr");
  assert.deepEqual(await names(), ["region:country", "country_of_birth"]);
  await search.fill("wido");
  assert.deepEqual(await names(), ["marital_status"]);
  assert.equal(await found.innerText(), "Found: 0 variables, 1 category.");
  await category("Widowed").click();
  await chosen(page, "rows=region&filter=marital_status=5");
  await search.fill("divorc");
  await category("Divorced").click();
  await chosen(page, "rows=region&filter=marital_status=4,5");
  await accessible(page, "found");
  assert.equal(await category("Divorced").getAttribute("aria-pressed"), "true");
  await category("Divorced").click();
  await chosen(page, "rows=region&filter=marital_status=5");
  await search.fill("zzz");
  assert.equal(await found.innerText(), "No variable or category matches.");
  assert.deepEqual(await names(), []);
  await page.keyboard.press("Escape");
  await equals(page, CENSUS, "--rows", "region", "--filter", "marital_status=5");
  assert.deepEqual(complaints, []);
});

test("a search among categories limits what is ticked, and Enter only searches", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=area&columns=sex");
  await openAdd(page, "Filters");
  await listed(page, "Block").click();
  await page.getByRole("searchbox", { name: "Search categories of Block" }).fill("orchards 1");
  await press(page, "Tick the 2 found");
  await page.getByRole("searchbox", { name: "Search categories of Block" }).fill("orchards 2");
  await press(page, "Tick the 1 found");
  await chosen(page, "rows=area&columns=sex&filter=area=TW0701,TW0702,TW0710");
  await page.keyboard.press("Escape");
  await press(page, "Remove Block from filters");
  await openChip(page, "Block", "rows");
  await press(page, "Group areas …");
  const dialog = page.getByRole("dialog", { name: "Areas of Block" });
  await dialog.getByLabel("Name of group 1").fill("Orchards");
  await dialog.getByRole("searchbox").fill("orchards");
  await page.keyboard.press("Enter");
  assert.equal(await dialog.locator(".cv-problem:visible").count(), 0, "nothing is wrong yet");
  await press(page, "Tick the 10 found");
  await dialog.getByRole("searchbox").press("Enter");
  assert.equal(await dialog.isVisible(), true, "the groups are still being made");
  // A single Escape keeps the group.
  await dialog.getByLabel("Name of group 1").press("Escape");
  await dialog.getByText("Press Escape again to discard these groups.").waitFor();
  assert.equal(await dialog.getByLabel("Name of group 1").inputValue(), "Orchards");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await chosen(page, "rows=area&columns=sex");
  assert.deepEqual(complaints, []);
});

test("levels, totals and swapped axes work, and a link holds layers with their category", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=age&columns=sex&wafer=health=3`);
  const level = async (/** @type {string} */ label, /** @type {"rows" | "layers"} */ place, /** @type {RegExp} */ wanted) => (await openChip(page, label, place)).getByRole("radio", { name: wanted }).click();
  await level("Age", "rows", /^Age band/);
  await chosen(page, "rows=age:band&columns=sex&wafer=health=3");
  await equals(page, CENSUS, "--rows", "health,age:band", "--columns", "sex");
  // The category belongs to another level.
  await level("General health", "layers", /^General health, summary/);
  await chosen(page, "rows=age:band&columns=sex&wafer=health:summary");
  await press(page, "Swap rows and columns");
  await chosen(page, "rows=sex&columns=age:band&wafer=health:summary");
  await page.getByLabel("Show totals").uncheck();
  await chosen(page, "rows=sex&columns=age:band&wafer=health:summary&totals=no");
  await equals(page, CENSUS, "--rows", "health:summary,sex", "--columns", "age:band", "--no-totals");
  await page.reload();
  await equals(page, CENSUS, "--rows", "health:summary,sex", "--columns", "age:band", "--no-totals");
  assert.equal(await page.locator("[data-place=layers] .cv-chip").count(), 1);
  await press(page, "Start again");
  await page.waitForFunction(() => !document.querySelector("[data-place=layers] .cv-chip"));
  assert.deepEqual(complaints, []);
});

test("groups can be named, overlap and be reordered, equal the command line's, and show errors at the field", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex`);
  const dialog = page.getByRole("dialog", { name: "Areas of Region" });
  await openChip(page, "Region", "rows");
  await press(page, "Group areas …");
  await dialog.waitFor();
  const name = (/** @type {number} */ number) => dialog.getByLabel(`Name of group ${number}`);
  const tick = async (/** @type {number} */ number, /** @type {string[]} */ labels) => {
    const group = dialog.locator(".cv-group").nth(number - 1);
    if (!await group.locator("details[open]").count()) await group.locator("summary").click();
    for (const label of labels) await group.getByLabel(label, { exact: true }).check();
  };
  const said = () => dialog.locator(".cv-problem:visible").allInnerTexts();
  await accessible(page, "dialog");
  await press(page, "Use these groups");
  assert.deepEqual(await said(), ["A group’s name is missing. Enter a name."]);
  assert.equal(await name(1).getAttribute("aria-invalid"), "true");
  await accessible(page, "dialog with an error");
  await name(1).fill("North");
  assert.deepEqual(await said(), []);
  await press(page, "Use these groups");
  assert.match((await said()).join(), /^“North” is empty\./);
  await tick(1, ["North East", "North West"]);
  await press(page, "Add a group");
  await name(2).fill("North");
  await tick(2, ["North West", "Wales", "West Midlands"]);
  await press(page, "Use these groups");
  assert.match((await said()).join(), /^Two groups have the name “North”\./);
  await name(2).fill("E12000007");
  await press(page, "Use these groups");
  assert.match((await said()).join(), /^The name “E12000007” is also a code of Region \(London\)\./);
  await name(2).fill("_T");
  await press(page, "Use these groups");
  assert.match((await said()).join(), /is also a code of the total/);
  await name(2).fill('West, and "Wales"');
  await press(page, "Add a group");
  await name(3).fill("Nowhere");
  await press(page, "Delete group 3");
  await press(page, "Move group 2 earlier");
  assert.equal(await name(1).inputValue(), 'West, and "Wales"');
  await press(page, "Use these groups");
  await dialog.waitFor({ state: "detached" });
  await settled(page, /Region is now shown in 2 areas\./);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Region, 2 areas, in rows: change");
  await equals(page, CENSUS, "--rows", "region", "--columns", "sex", "--group", 'region:West, and "Wales"=E12000002,E12000005,W92000004', "--group", "region:North=E12000001,E12000002");
  // The link restores the groups, and the chip opens the dialog with the groups.
  await page.reload();
  await settled(page);
  await openChip(page, "Region", "rows");
  await press(page, "Group areas …");
  assert.equal(await name(2).inputValue(), "North");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Region, 2 areas, in rows: change");
  await openChip(page, "Region", "rows");
  await press(page, "Group areas …");
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

test("axe finds no violation in light and dark, wide and on a phone, whatever is open", async () => {
  const rich = `${LINK}&rows=region&columns=sex,age:band&wafer=health&group=region,North,E12000001,E12000002&filter=student=2`;
  for (const [look, options] of /** @type {[string, BrowserContextOptions][]} */ ([
    ["light", {}], ["dark", { colorScheme: "dark" }],
    ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])) {
    const { page, complaints } = await opened(rich, options);
    await accessible(page, look);
    const phone = look === "phone";
    if (phone) {
      await press(page, "Build a table");
      await accessible(page, `${look}, sheet`);
    }
    await openChip(page, "Student", "filters");
    await accessible(page, `${look}, filter`);
    await page.keyboard.press("Escape");
    await openChip(page, "Sex", "columns");
    await accessible(page, `${look}, chip`);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${look}: nothing is wider than the screen`);
    await openChip(page, "Region", "rows");
    await press(page, "Group areas …");
    await page.getByRole("dialog", { name: "Areas of Region" }).waitFor();
    await accessible(page, `${look}, dialog`);
    assert.deepEqual(complaints, [], look);
    await handBack(page);
  }
});
