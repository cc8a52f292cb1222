// The page of risk and utility: weights, links, the keyboard, a phone, and errors.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./accessible.js";
import { browser, CENSUS, dots, lines, measured, printed, risk, server, SIX } from "./risk-support.js";
import { path } from "../../scripts/lib.js";
import { add, handBack, listed, listenedPage, moveChip, openChip, tableBy } from "./support.js";

test("wrong weights dim the old figures, say that they are old, and block downloads", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&methods=default`);
  const stale = page.locator(".stale-note:visible");
  const quiet = await page.locator("#table-title").evaluate((element) => {
    element.style.color = "var(--quiet)";
    const { color } = getComputedStyle(element);
    element.removeAttribute("style");
    return color;
  });
  const old = await page.locator("#step-after data").innerText();
  assert.equal(await stale.count(), 0);
  await page.locator(".measuring summary").click();
  await page.locator("#weight-0").fill("0.5");
  await measured(page);
  const words = "No table is measured: the weights add up to 1.4; expected 1. The dimmed figures belong to the earlier table.";
  assert.deepEqual(await stale.allInnerTexts(), [words, words]);
  assert.equal(await page.locator("#step-after data").innerText(), old);
  for (const id of ["#steps", ".map-and-points", "#tolerable-section", "#measures-section"]) {
    assert.equal(await page.locator(id).evaluate((element) => getComputedStyle(element).color), quiet, id);
  }
  for (const id of ["svg", "csv", "json"]) assert.equal(await page.locator(`#save-${id}`).isEnabled(), false, id);
  // The page does not show the old figures for another dataset.
  await page.goto(`${server.url}risk.html#cube=hypercube&rows=region&columns=sex&weights=0.5,0.7,0.1,0.1`);
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 0);
  await measured(page);
  assert.deepEqual(await stale.allInnerTexts(), Array(2).fill("No table is measured: the weights add up to 1.4; expected 1."));
  assert.equal((await lines(page)).length, 0);
  await page.locator("#weight-0").fill("0.1");
  await measured(page);
  assert.equal(await stale.count(), 0);
  assert.equal(await page.locator("#steps li").count(), 5);
  assert.equal(await page.locator("#save-csv").isEnabled(), true);
  assert.deepEqual(complaints, []);
});

test("the page explains wrong weights and measures nothing with them", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&methods=default&weights=0.5,0.5,0.5,0.5`);
  assert.match(await page.locator("#status").innerText(), /No table is measured: the weights add up to 2; expected 1\./);
  assert.match(await page.locator("#weights-wrong").innerText(), /add up to 2/);
  for (const [at, weight] of ["1", "0", "0", "0"].entries()) await page.locator(`#weight-${at}`).fill(weight);
  await measured(page);
  assert.equal(await page.locator("#weights-wrong").innerText(), "");
  const { risk: { after: { r } } } = printed("census2011-teaching", "--rows=region", "--columns=religion", "--weights=1,0,0,0");
  assert.equal((await lines(page))[0].figures[1], r);
  assert.deepEqual(complaints, []);
});

test("the way from the workbench and back keeps the table, and sealed cubes have no such link", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}${CENSUS}&rows=age&columns=sex&filter=health=1,2&method=designed:max-change=4,variance=2`);
  await tableBy(page, ["Age"], "Sex");
  await page.locator("[data-part=about]").click();
  await page.locator("[data-part=measures-link]").click();
  await page.waitForURL(/risk\.html/);
  await measured(page);
  assert.match(await page.locator("#table-title").innerText(), /^Persons by Age and Sex, where General health is Very good or Good$/);
  assert.match(await page.locator("#step-method").innerText(), /Designed: D 4, V 2/);
  assert.ok((await lines(page)).some(({ method, figures }) => method === "designed:max-change=4,variance=2" && figures.length === 3));
  await page.getByRole("link", { name: "Show the table" }).click();
  await tableBy(page, ["Age"], "Sex");
  await page.goto(`${server.url}index.html#cube=census2011-teaching-sealed&rows=age&columns=sex`);
  await tableBy(page, ["Age"], "Sex");
  await page.locator("[data-part=about]").click();
  await page.locator("[data-part=data]").waitFor();
  assert.equal(await page.locator("[data-part=measures-link]").count(), 0);
  assert.deepEqual(complaints, []);
});

test("with the keyboard alone, boxes, filter list and focus stay in place", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion&${SIX}`);
  await page.getByRole("checkbox", { name: "Random moves from a matrix" }).focus();
  await page.keyboard.press("Space");
  await measured(page);
  assert.equal((await lines(page)).length, 7);
  assert.equal(await page.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).value), "matrix");
  await page.locator("[data-part=add]").press("Enter");
  await page.getByRole("radio", { name: "Filters", exact: true }).press("Space");
  await listed(page, "Sex").press("Enter");
  await page.getByRole("checkbox", { name: "Male", exact: true }).press("Space");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-part")), "add");
  await measured(page);
  assert.match(await page.locator("#table-title").innerText(), /where Sex is Male$/);
  const { risk: { after: { r } } } = printed("census2011-teaching", "--rows=region", "--columns=religion", "--filter=sex=1");
  assert.equal((await lines(page))[0].figures[1], r);
  // Scrollable regions can have the focus and have names. Fields have labels.
  for (const region of await page.locator(".numbers").all()) assert.equal(await region.getAttribute("tabindex"), "0");
  const unnamed = await page.locator("#result :is(input, select, textarea)").evaluateAll((all) => all.filter((each) => /** @type {HTMLInputElement} */ (each).labels?.length === 0).map(({ id }) => id));
  assert.deepEqual(unnamed, []);
  assert.deepEqual(complaints, []);
});

test("on a dark phone nothing is wider than the screen", async () => {
  const keep = encodeURIComponent("rows=region&columns=sex,health");
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=age,religion&keep=${keep}&${SIX}`,
    { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true, colorScheme: "dark" });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.equal((await dots(page)).length, 12);
  // The map is longer than the screen. A chosen method leads to its preview.
  await page.locator("#map").getByRole("button", { name: /^Random rounding to 5/ }).first().click();
  await page.locator("#use-method").waitFor();
  assert.ok(await page.locator("#use-method").evaluate((link) => { const { top, bottom } = link.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }), "the preview is in view");
  assert.deepEqual(complaints, []);
});

test("errors are explained: unknown names, too large tables and a failing network", async () => {
  for (const [hash, words] of /** @type {[string, RegExp][]} */ ([
    ["#cube=nowhere", /dataset that is not on this site/],
    [`${CENSUS}&rows=nowhere`, /names an unknown variable/],
    ["#cube=hypercube&rows=region,age,occupation&columns=sex,education,activity,citizenship", /too large for a browser/],
    [`${CENSUS}&rows=region&method=nosuch&methods=default`, /names an unknown method/],
  ])) {
    const { page, complaints } = await listenedPage(browser);
    await page.goto(`${server.url}risk.html${hash}`);
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), words);
    assert.equal(await page.locator("#steps-section").isVisible(), false, hash);
    await measured(page);
    assert.equal((await dots(page)).length, hash.includes("nosuch") ? 1 : 0, hash);
    assert.deepEqual(complaints, [], hash);
  }
  const { page } = await listenedPage(browser);
  await page.route("**/tiles/**", (route) => route.abort());
  await page.goto(`${server.url}risk.html${CENSUS}`);
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /did not load\. Check the connection, then try again/);
  await page.unroute("**/tiles/**");
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await measured(page);
  assert.equal(await page.getByRole("alert").isVisible(), false);
  assert.equal(await page.locator("#steps li").count(), 5);
});

test("each refusal of a link has a button that repairs the link", async () => {
  for (const [hash, button] of [
    ["rows=region&columns=shoe", "Remove “shoe” from columns"], ["rows=region&filter=sex=9", "Remove “9” from the filter by Sex"], ["rows=region&method=nosuch", "Use the dataset’s method"],
  ]) {
    const { page } = await listenedPage(browser);
    await page.goto(`${server.url}risk.html${CENSUS}&${hash}`);
    const buttons = page.getByRole("alert").getByRole("button");
    await buttons.first().waitFor();
    assert.deepEqual(await buttons.allInnerTexts(), [button], hash);
    await buttons.first().click();
    await measured(page);
    assert.equal(await page.getByRole("alert").isVisible(), false, hash);
    assert.equal(await page.locator("#steps li").count(), 5, hash);
    await handBack(page);
  }
});

test("while a dataset loads, its controls do not measure the earlier dataset", async () => {
  const { page, complaints } = await risk("#cube=tidewell&rows=area:ward&columns=sex&methods=default");
  let loads = () => {};
  const asked = new Promise((resolve) => { loads = () => resolve(undefined); });
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/pages/census2011-teaching.json", async (route) => {
    loads();
    await held;
    await route.continue();
  });
  await page.locator("[data-part=dataset]").selectOption("census2011-teaching");
  await asked;
  // The methods of the earlier dataset go.
  await page.locator("#comparing").waitFor({ state: "hidden" });
  release();
  await page.waitForFunction(() => document.querySelector("#steps")?.textContent?.includes("10,000"));
  await measured(page);
  assert.doesNotMatch(await page.locator("#steps").innerText(), /40,355/);
  assert.deepEqual(complaints, []);
});

test("a view does not make another table of the same cells", async () => {
  const { page } = await risk(`${CENSUS}&rows=region&columns=sex&percent=row&sort=ascending,1&methods=default`);
  await page.locator("#keep").click();
  await measured(page);
  await page.locator("[data-part=swap]").click();
  await measured(page);
  await page.locator("[data-part=swap]").click();
  await measured(page);
  assert.equal((await lines(page)).length, 1);
});

test("the focus stays on the publisher's comparison that was pressed", async () => {
  const { page } = await risk("#cube=hypercube-2015");
  const link = page.locator("#comparisons a").first();
  await link.focus();
  await page.keyboard.press("Enter");
  await measured(page);
  assert.equal(await page.evaluate(() => document.activeElement?.parentElement?.id), "comparisons");
});

test("a changed dataset is compared with the unchanged records, with the command line's figures", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=religion`);
  const swapped = "@census2011-teaching-swapped";
  const group = page.getByRole("group", { name: "Changed records" });
  assert.equal(await group.getByLabel("Records swapped").isChecked(), true, "the first changed dataset is chosen at first");
  const line = (await lines(page)).find(({ method }) => method === swapped);
  const args = ["--rows=region", "--columns=religion", "--method=none", "--original", path("target/site/cubes/census2011-teaching")];
  const { risk: { before, after }, utility } = printed("census2011-teaching-swapped", ...args);
  assert.deepEqual(line?.figures, [utility.hellinger_utility, after.r, before.r]);
  assert.ok(after.r < before.r && utility.hellinger_utility < 1);
  assert.ok((await dots(page)).some((title) => title.includes("Records swapped")));
  assert.match(await page.locator("#symbols").textContent() ?? "", /records changed before tabulation/);
  await group.getByLabel("Records swapped").uncheck();
  await measured(page);
  assert.ok((await lines(page)).every(({ method }) => method !== swapped));
  assert.deepEqual(complaints, []);
});

test("the link of Figure 2 opens four tables with four methods", async () => {
  const { page, complaints } = await risk("#cube=hypercube-2015&rows=region&columns=sex&methods=none");
  await page.getByRole("link", { name: "Figure 2 of Shlomo, Antal and Elliot 2015" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#points [data-method]").length === 16);
  await measured(page);
  const found = await lines(page);
  assert.deepEqual(found.slice(0, 4).map(({ method }) => method), ["@hypercube-2015-swapped", "@hypercube-2015-perturbed", "@hypercube-2015-rounded", "semi-controlled"].sort((a, b) => Number(a !== "semi-controlled") - Number(b !== "semi-controlled")));
  assert.equal((await dots(page)).length, 16);
  for (const { text } of found) assert.doesNotMatch(text, /unknown risk/);
  // Section 5.2: rounding has the lowest risk in every table.
  const risks = (/** @type {string} */ wanted) => found.filter(({ method }) => method === wanted).map(({ figures: [, after] }) => Number(after));
  const [swapping, perturbation, rounding, output] = ["@hypercube-2015-swapped", "@hypercube-2015-perturbed", "@hypercube-2015-rounded", "semi-controlled"].map(risks);
  for (let table = 0; table < 4; table++) {
    assert.ok(Math.max(rounding[table], output[table]) < Math.min(swapping[table], perturbation[table]), `${table}: ${[swapping, perturbation, rounding, output].map((list) => list[table])}`);
  }
  // In Table 3 of the paper, which lacks the region, swapping changes nothing (section 5.2).
  const swapped = found.filter(({ method }) => method === "@hypercube-2015-swapped");
  assert.equal(swapped[2].figures[0], 1);
  assert.ok(swapped.every(({ figures: [, after, before] }) => Number(after) < Number(before)));
  assert.deepEqual(complaints, []);
});

test("a missing risk has a reason", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.route("**/pages/hypercube-2015.json", async (route) => {
    const settings = await (await route.fetch()).json();
    await route.fulfill({ json: { ...settings, changed: settings.changed.map((/** @type {object} */ each) => ({ ...each, noise: undefined })) } });
  });
  await page.goto(`${server.url}risk.html#cube=hypercube-2015&rows=region&columns=sex&methods=@hypercube-2015-rounded`);
  await page.waitForFunction(() => document.querySelectorAll("#points [data-method]").length === 1);
  await measured(page);
  assert.match((await lines(page))[0].text, /unknown risk: the site does not state the method of its noise/);
  assert.deepEqual(complaints, []);
});

test("layers and groups are measured as the table shows them", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=sex&wafer=health&methods=default`);
  assert.match(await page.locator("#table-title").innerText(), /^Persons by General health, Region and Sex$/);
  const nested = printed("census2011-teaching", "--rows=health,region", "--columns=sex");
  assert.equal((await lines(page))[0].figures[1], nested.risk.after.r);
  await page.goto(`${server.url}risk.html${CENSUS}&rows=region&columns=sex&group=region,North,E12000001,E12000002&group=region,South,E12000008,E12000009&methods=default`);
  await page.waitForFunction(() => document.querySelector("#table-title")?.textContent === "Persons by Region and Sex");
  await measured(page);
  assert.equal(await page.locator("#measures [data-measure='table.cells'] data").getAttribute("value"), "4");
  assert.match(await page.getByRole("button", { name: /^Region/ }).innerText(), /2 areas/);
  assert.deepEqual(complaints, []);
});

test("after undo, the back button and another dataset, the comparison belongs to the table", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&columns=sex&methods=default,none`);
  await moveChip(page, "Sex", "columns", "rows");
  await add(page, "Columns", "Student");
  await measured(page);
  assert.match(await page.locator("#table-title").innerText(), /^Persons by Region, Sex and Student$/);
  await page.getByLabel("Random rounding to 5", { exact: true }).check();
  await measured(page);
  assert.equal((await lines(page)).length, 3);
  await page.locator("[data-part=undo]").click();
  await page.waitForFunction(() => /^Persons by Region and Sex$/.test(document.querySelector("#table-title")?.textContent ?? ""));
  await measured(page);
  await page.locator("[data-part=redo]").click();
  await page.waitForFunction(() => /Student$/.test(document.querySelector("#table-title")?.textContent ?? ""));
  await measured(page);
  assert.equal((await lines(page)).length, 3, "the methods came back with the table");
  await page.locator("#tolerable").fill("0.5");
  // Another dataset removes the kept tables and methods, and keeps the tolerable risk.
  await page.locator("[data-part=dataset]").selectOption("hypercube");
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("cube") === "hypercube");
  await measured(page);
  assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("methods"), null);
  assert.equal(await page.locator("#tolerable").inputValue(), "0.5");
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes("census2011-teaching"));
  await measured(page);
  assert.equal((await lines(page)).length, 3);
  assert.deepEqual(complaints, []);
});

test("on a phone the controls are a sheet, and a closed dialog returns the focus to the sheet", async () => {
  const { page, complaints } = await risk(`${CENSUS}&rows=region&methods=default`, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  assert.equal(await page.locator("[data-part=add]").isVisible(), false);
  await page.getByRole("button", { name: "Change the table" }).click();
  await add(page, "Columns", "Sex");
  const chip = await openChip(page, "Region", "rows");
  await chip.getByRole("button", { name: /^Group areas/ }).click();
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""), /^Region, in rows/);
  await accessible(page, "the sheet");
  await page.getByRole("button", { name: "Done" }).click();
  await measured(page);
  assert.match(await page.locator("#table-title").innerText(), /^Persons by Region and Sex$/);
  assert.deepEqual(complaints, []);
});
