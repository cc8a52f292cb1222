// The builder stays in its window, is usable by keyboard and touch, and leads out of every refusal.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./accessible.js";
import { TABLE, add, commandLine, downloaded, figures, figuresOf, handBack, listed, listenedPage, lookUntil, openAdd, openChip, press, setUp, tableBy } from "./support.js";
import { CENSUS, LINK, chosen, opening, settled } from "./workbench-support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

const { server, browser } = setUp();
const opened = opening(server, browser);

const WIDE = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const SIZES = /** @type {[string, BrowserContextOptions][]} */ ([["1366x768", WIDE], ["390x844", PHONE]]);
const SEALED = "#cube=census2011-teaching-sealed";

/** How far the page can scroll, and whether the first figure is inside the window. @param {Page} page */
const placed = (page) => page.evaluate(() => {
  const root = /** @type {Element} */ (document.scrollingElement);
  const { left, top, right, bottom } = document.querySelector('[data-part="table"] td')?.getBoundingClientRect() ?? new DOMRect(-1, -1, 0, 0);
  return { scrolls: root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth, inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight };
});

for (const [size, options] of SIZES) {
  test(`at ${size} the page never scrolls, and the first figure is in the window`, async () => {
    for (const hash of ["", `${LINK}&rows=region:country,age&columns=sex,health`, ...(options.isMobile ? [] : [`${LINK}&rows=region,age,health,sex&columns=student`]), `${LINK}&rows=region&columns=sex&wafer=age:band`, "#cube=hypercube&rows=age,activity&columns=education,citizenship", "#cube=tidewell&rows=area&columns=sex"]) {
      const { page, complaints } = await opened(hash, options);
      assert.deepEqual(await placed(page), { scrolls: false, inside: true }, hash);
      await page.locator(`${TABLE} td`).first().click();
      await page.getByText("Shown: ").waitFor();
      assert.equal((await placed(page)).scrolls, false, `${hash}, with the drawer`);
      assert.deepEqual(complaints, []);
      await handBack(page);
    }
    // Nor with a refusal, a chart, an open list or without any variable.
    const { page } = await opened(`${LINK}&rows=region,shoe&filter=sex=9`, options);
    assert.equal((await placed(page)).scrolls, false, "a refusal");
    for (const hash of [`${LINK}&rows=`, `${LINK}&rows=region&columns=sex&picture=bar`]) {
      await page.goto(server.url + hash);
      await page.reload();
      await settled(page, /built in|Add a variable/);
      if (hash.includes("picture")) await page.locator(".cv-frame svg").waitFor();
      assert.equal((await placed(page)).scrolls, false, hash);
    }
    if (options.isMobile) await press(page, "Build a table");
    await openAdd(page, "Columns");
    assert.equal((await placed(page)).scrolls, false, "the list of variables");
  });
}

test("at most 25 stops of the Tab key lead from the start of the page to the first figure", async () => {
  // A first visit has the most stops.
  const { page } = await opened("", WIDE);
  const stops = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    const { name, figure } = await page.evaluate(() => ({ name: document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim().slice(0, 30) ?? "", figure: document.activeElement?.matches('[data-part="table"] td') === true }));
    stops.push(name);
    if (figure) break;
  }
  console.log(`${stops.length} stops to the first figure: ${stops.join(" | ")}`);
  assert.ok(stops.length <= 25, `${stops.length}: ${stops.join(" | ")}`);
  // Arrow keys lead along the actions, which are a single stop.
  await page.locator("[data-part=swap]").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-part")), "undo");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-part")), "redo");
});

test("the layout shifts by at most 0.05 while the page loads", async () => {
  for (const [size, options] of SIZES) {
    for (const hash of ["", `${LINK}&rows=region&columns=sex&filter=student=2`, `${LINK}&rows=region&columns=sex&wafer=age:band&percent=row`]) {
      const { page } = await listenedPage(browser, options);
      const script = await page.addInitScript(() => {
        Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of /** @type {any[]} */ (list.getEntries())) if (!entry.hadRecentInput) /** @type {any} */ (globalThis).shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(server.url + hash);
      await settled(page);
      await page.waitForTimeout(800);
      const shift = await page.evaluate(() => /** @type {any} */ (globalThis).shift);
      console.log(`${size} ${hash || "first table"}: layout shift ${shift.toFixed(3)}`);
      assert.ok(shift <= 0.05, `${size} ${hash}: ${shift}`);
      await script.dispose();
      await handBack(page);
    }
  }
});

test("a sealed dataset dims what it does not publish, with its reason, before the choice", async () => {
  const { page, complaints } = await opened(`${SEALED}&rows=region&columns=sex`, WIDE);
  const panel = await openAdd(page, "Columns");
  const dimmed = panel.locator('.cv-variable-main[aria-disabled="true"]');
  assert.ok(await dimmed.count() > 0);
  for (const text of await dimmed.locator("small").allInnerTexts()) assert.match(text, /not published together\.$|does not publish|has at most \d variables, filters included\.$/);
  // A dimmed variable says its reason and changes nothing.
  const before = page.url();
  await dimmed.first().evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await page.waitForTimeout(300);
  assert.equal(page.url(), before);
  const reason = await dimmed.first().locator("small").innerText();
  assert.equal(await lookUntil(() => page.locator("[data-part=status]").innerText(), (text) => text === reason), reason);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });

  // Whatever is not dimmed has a table. One variable of the dataset is enough to begin with.
  await page.goto(`${server.url}${SEALED}&rows=region`);
  await page.locator("[data-place=columns] .cv-chip").waitFor({ state: "detached" });
  await settled(page);
  await openAdd(page, "Columns");
  const free = await page.locator('.cv-variable-main[aria-disabled="false"][aria-pressed="false"]').evaluateAll((all) => all.map((each) => /** @type {HTMLElement} */ (each).dataset.variable ?? ""));
  assert.ok(free.length > 1, free.join());
  await page.keyboard.press("Escape");
  for (const name of free.filter((each) => !each.startsWith("region"))) {
    await page.goto(`${server.url}${SEALED}&rows=region&columns=${name}`);
    await page.locator(`[data-place=columns] [data-name="${name}"]`).waitFor();
    await settled(page);
    assert.equal(await page.getByRole("alert").count(), 0, name);
  }
  assert.deepEqual(complaints, []);
});

/** @typedef {(page: Page) => Promise<unknown>} Prepare */
/** The address of a refusal, and what makes the page refuse. @type {[name: string, hash: string, prepare?: Prepare][]} */
const REFUSED = [
  ["an unknown variable", `${LINK}&rows=region,shoe`],
  ["several wrong parts", `${LINK}&rows=region,shoe&columns=hat&filter=sex=9`],
  ["an unknown level", `${LINK}&rows=region&columns=age:decade`],
  ["a variable twice", `${LINK}&rows=region&columns=region:country`],
  ["an unknown method", `${LINK}&rows=region&method=magic`],
  ["an unreadable p-table", `${LINK}&rows=region&method=designed:max-change=5,variance=nine`],
  ["groups that overlap a code", `${LINK}&rows=region&group=region,E12000001,E12000002`],
  ["filters without a category in common", `${LINK}&rows=age&filter=region=W92000004&filter=region:country=E92000001`],
  ["an unknown dataset", "#cube=nowhere&rows=region&columns=sex"],
  ["a dataset that vanishes", `${LINK}&rows=region&columns=sex`, (page) => page.route("**/census2011-teaching/cube.json", (route) => route.fulfill({ status: 404, body: "gone" }))],
  ["a damaged dataset", `${LINK}&rows=region&columns=sex`, (page) => page.route("**/census2011-teaching/cube.json", (route) => route.fulfill({ body: "{}" }))],
  ["tiles that vanish", `${LINK}&rows=region&columns=sex`, (page) => page.route("**/census2011-teaching/tiles/**", (route) => route.fulfill({ status: 404, body: "gone" }))],
  ["a table that is too large", `${LINK}&rows=region,age,religion&columns=economic_activity,ethnic_group,country_of_birth,sex`],
  ["a refusal and too large", "#cube=tidewell&rows=area&columns=sex,age,tenure,birthplace,education"],
  ["a limit of the publisher", "#cube=tidewell&rows=birthplace&columns=education,activity"],
  ["too many variables", "#cube=tidewell&rows=area:ward&columns=sex,age:band&wafer=tenure=2&filter=birthplace=1,2"],
  ["a sealed dataset, not together", `${SEALED}&rows=region&columns=sex,age`],
  ["a sealed dataset, a filter", `${SEALED}&rows=region&columns=sex&filter=age=1`],
  ["a sealed hypercube", "#cube=hypercube-sealed&rows=age:band&columns=sex,region,activity&wafer=citizenship"],
];

for (const [name, hash, prepare] of REFUSED) {
  test(`every button of a refusal leads to a table: ${name}`, async () => {
    // A choice before the refusal offers "Undo" too.
    for (const undo of [false, true]) {
      const start = async () => {
        const { page } = await listenedPage(browser, WIDE);
        // The page reads the titles of all datasets early, and remembers their manifests.
        await prepare?.(page);
        if (undo) {
          await page.goto(`${server.url}#cube=hypercube&rows=sex`);
          await settled(page);
        }
        await page.goto(server.url + hash);
        await page.locator("[data-part=refusal] button").first().waitFor();
        await settled(page, /No table was built|too many to draw/);
        return page;
      };
      /** @type {Page | undefined} */
      let page = await start();
      const names = await page.locator("[data-part=refusal] .cv-ways button").allInnerTexts();
      assert.ok(names.length > 0);
      assert.equal(new Set(names).size, names.length, `no button twice: ${names.join("; ")}`);
      for (const text of names) assert.doesNotMatch(text, /undefined|_|\[object/, "no raw identifiers");
      assert.equal(names.includes("Undo the last change"), undo);
      // Without an earlier choice, all buttons are pressed. With one, only "Undo" is new.
      for (const text of undo ? names.filter((each) => each === "Undo the last change") : names) {
        page ??= await start();
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.locator("[data-part=refusal]").getByRole("button", { name: text, exact: true }).click();
        // A button may remove one of several problems. The others are still named.
        if (name === "several wrong parts" && text !== "Correct all problems" && text !== "Undo the last change") await page.locator("[data-part=refusal]").getByRole("button", { name: text, exact: true }).waitFor({ state: "detached" });
        else {
          await page.locator(`${TABLE} tbody:not([aria-hidden]) td`).first().waitFor().catch(() => assert.fail(`${text} leads to no table`));
          await settled(page);
          assert.equal(await page.getByRole("alert").count(), 0, text);
        }
        await handBack(page);
        page = undefined;
      }
    }
  });
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds no violation in any state, ${colorScheme}`, async () => {
    const { page, complaints } = await opened("", { ...WIDE, colorScheme });
    await accessible(page, "first visit");
    const panel = await openAdd(page, "Columns");
    await accessible(page, "add");
    await panel.getByRole("searchbox").fill("wid");
    await accessible(page, "add, searched");
    // The first Escape clears the search.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await openChip(page, "Region", "rows");
    await page.getByText("Categories", { exact: true }).click();
    await accessible(page, "a chip's panel");
    await page.keyboard.press("Escape");
    await page.locator("[data-part=save]").click();
    await page.locator("[data-save=csv]").waitFor();
    await accessible(page, "save");
    await page.keyboard.press("Escape");
    await page.locator(`${TABLE} td`).first().click();
    await page.getByText("Shown: ").waitFor();
    await accessible(page, "why");
    await page.locator("[data-part=about]").click();
    await page.locator("[data-part=check]").waitFor();
    await accessible(page, "about");
    await page.keyboard.press("Escape");
    await page.locator("[data-part=intervals]").check();
    await page.locator(".cellveil-interval").first().waitFor();
    await accessible(page, "intervals");
    await page.locator("[data-part=chart]").selectOption("bar");
    await page.locator(".cv-frame svg").waitFor();
    await accessible(page, "chart");
    await page.goto(`${server.url}${LINK}&rows=region,shoe&columns=sex`);
    await page.getByRole("alert").waitFor();
    await accessible(page, "refusal");
    await page.goto(`${server.url}${LINK}&rows=`);
    await page.getByText("Add a variable to rows or columns").waitFor();
    await accessible(page, "empty");
    assert.deepEqual(complaints, []);
    await handBack(page);

    const phone = await opened(`${LINK}&rows=region&columns=sex&filter=student=2`, { ...PHONE, colorScheme });
    await accessible(phone.page, "phone");
    await press(phone.page, "Build a table");
    await accessible(phone.page, "phone, sheet");
    await openAdd(phone.page, "Columns");
    await accessible(phone.page, "phone, add");
    await phone.page.keyboard.press("Escape");
    await press(phone.page, "Show the table");
    await phone.page.locator("[data-part=save]").click();
    await accessible(phone.page, "phone, save");
    await phone.page.keyboard.press("Escape");
    await phone.page.locator(`${TABLE} td`).first().tap();
    await phone.page.getByText("Shown: ").waitFor();
    await accessible(phone.page, "phone, why");
    assert.deepEqual(phone.complaints, []);
  });
}

test("on paper the table and its notes remain, and the controls do not", async () => {
  const { page } = await opened(`${LINK}&rows=region&columns=sex&picture=bar`, WIDE);
  await page.locator(".cv-frame svg").waitFor();
  await page.locator(`${TABLE} td`).first().click();
  await page.locator("[data-part=drawer]").waitFor();
  await page.emulateMedia({ media: "print" });
  for (const seen of [".cv-table caption", `${TABLE} td >> nth=0`, `${TABLE} tbody tr:last-child td >> nth=0`, "[data-part=notes]", ".cv-attribution", ".cv-frame svg"]) assert.equal(await page.locator(seen).isVisible(), true, seen);
  for (const gone of [".cv-build", ".cv-tools", "[data-part=save]", "[data-part=drawer]", "[data-part=status]", ".cv-intro", ".ways", ".skip"]) assert.equal(await page.locator(gone).isVisible(), false, gone);
  // The whole table is on the sheet: nothing scrolls in a region.
  const cut = await page.evaluate(() => [...document.querySelectorAll(".cv-table, .cv-notes, .cv-figures, .cv-result, main")].filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY !== "visible").map((each) => each.className));
  assert.deepEqual(cut, []);
  // A chart of the screen's width fits a narrower sheet, so that the browser does not shrink the text.
  assert.equal(await page.locator(".cv-frame svg").evaluate((svg) => {
    const sheet = /** @type {HTMLElement} */ (svg.parentElement);
    sheet.style.inlineSize = "600px";
    const fits = svg.getBoundingClientRect().width <= 600;
    sheet.style.inlineSize = "";
    return fits;
  }), true);
  await page.emulateMedia({ media: "screen" });
  assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
  // Rows that are not in the page are not on the sheet, and the sheet says so.
  const words = page.getByText("Only some rows of this table are printed.");
  assert.equal(await words.count(), 0);
  await page.goto(`${server.url}#cube=hypercube&rows=age,activity,occupation&columns=education,citizenship`);
  await tableBy(page, ["Age", "Activity", "Occupation"]);
  assert.equal(await words.isVisible(), false);
  await page.emulateMedia({ media: "print" });
  assert.equal(await words.isVisible(), true);
});

test("undo and redo by key and by the browser keep chart, intervals and hidden rows", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=religion&columns=ethnic_group`, WIDE);
  await page.locator("[data-part=hide-empty]").check();
  await page.waitForFunction(() => /hide-?empty|empty/.test(location.hash));
  await page.locator("[data-part=intervals]").check();
  await page.locator(".cellveil-interval").first().waitFor();
  await page.locator("[data-part=chart]").selectOption("heat");
  await page.locator(".cv-frame svg").waitFor();
  await page.keyboard.press("Control+z");
  await page.locator("[data-part=chart-figure]").waitFor({ state: "detached" });
  await settled(page, /^Undone: chart\./);
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector(".cellveil-interval"));
  assert.equal(await page.locator("[data-part=intervals]").isChecked(), false);
  assert.equal(await page.locator("[data-part=hide-empty]").isChecked(), true);
  await page.goForward();
  await page.locator(".cellveil-interval").first().waitFor();
  await page.keyboard.press("Control+y");
  await page.locator(".cv-frame svg").waitFor();
  await page.reload();
  await page.locator(".cv-frame svg").waitFor();
  assert.equal(await page.locator("[data-part=intervals]").isChecked(), true);
  assert.equal(await page.locator("[data-part=hide-empty]").isChecked(), true);
  assert.deepEqual(complaints, []);
});

test("empty rows and columns can be hidden, and the notes count them", async () => {
  const { page, complaints } = await opened("#cube=hypercube&rows=age&columns=activity,occupation", WIDE);
  const before = { rows: await page.locator(`${TABLE} tbody tr`).count(), figures: await figures(page) };
  await page.locator("[data-part=hide-empty]").check();
  await page.waitForFunction((rows) => document.querySelectorAll('[data-part="table"] tbody tr').length < rows || /Hidden, because/.test(document.querySelector('[data-part="notes"]')?.textContent ?? ""), before.rows);
  const note = await page.locator("[data-part=notes]").innerText();
  const hidden = { rows: Number(/(\d+) rows?/.exec(note.split("Hidden")[1] ?? "")?.[1] ?? 0), columns: Number(/(\d+) columns?/.exec(note.split("Hidden")[1] ?? "")?.[1] ?? 0) };
  assert.ok(hidden.rows + hidden.columns > 0, note);
  const [rows, shown] = [await page.locator(`${TABLE} tbody tr`).count(), await figures(page)];
  assert.equal(before.rows - rows, hidden.rows);
  assert.equal(shown.length / rows, before.figures.length / before.rows - hidden.columns);
  // Only zeros are hidden: the other figures stay in their order.
  const filled = (/** @type {string[]} */ all) => all.filter((each) => each !== "0").join();
  assert.equal(filled(shown), filled(before.figures));
  // A file for programs has all cells.
  assert.equal((await downloaded(page)).text, commandLine("site/cubes/hypercube", "--rows", "age", "--columns", "activity,occupation"));
  await page.locator("[data-part=hide-empty]").uncheck();
  await page.waitForFunction((rows) => document.querySelectorAll('[data-part="table"] tbody tr').length === rows, before.rows);
  assert.deepEqual(await figures(page), before.figures);
  assert.deepEqual(complaints, []);
});

test("true counts are marked, and the release class stands beside the title", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex&method=none`, WIDE);
  await page.locator("[data-part=true-counts]").getByText("True counts, unprotected").waitFor();
  assert.equal(await page.locator(".cv-head .cv-badge").first().innerText(), "keyed");
  await page.locator("[data-part=method]").selectOption("default");
  await page.locator("[data-part=true-counts]").waitFor({ state: "detached" });
  await page.locator("[data-part=dataset]").selectOption("census2011-teaching-sealed");
  await page.locator(".cv-head .cv-badge").getByText("sealed", { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});

test("a table without row variables shows its columns", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=&columns=sex`, WIDE);
  await settled(page);
  assert.deepEqual(await figures(page), figuresOf(commandLine(CENSUS, "--rows", "sex")));
  assert.equal(await page.locator(`${TABLE} tbody tr`).count(), 1);
  assert.deepEqual(complaints, []);
});

test("the introduction appears at the first visit only, and closes", async () => {
  const { page } = await opened("", WIDE);
  const text = page.getByText("Figures here are changed slightly on purpose");
  assert.equal(await text.isVisible(), true);
  await press(page, "Close this text");
  await text.waitFor({ state: "detached" });
  await page.reload();
  await settled(page);
  assert.equal(await text.count(), 0);
});

test("the whole flow works by touch", async () => {
  const { page, complaints } = await opened("", PHONE);
  const tap = (/** @type {string} */ name) => page.getByRole("button", { name, exact: true }).tap();
  assert.equal((await placed(page)).inside, true, "the table comes first");
  assert.equal(await page.locator(".cv-build").isVisible(), false);
  await tap("Build a table");
  await page.locator(".cv-build").waitFor();
  await page.locator("[data-part=add]").tap();
  await page.getByRole("radio", { name: "Columns", exact: true }).tap();
  await listed(page, "Sex").tap();
  await page.keyboard.press("Escape");
  await tap("Remove Age band from columns");
  await chosen(page, "rows=region&columns=sex");
  await tap("Show the table");
  await page.locator(".cv-build").waitFor({ state: "hidden" });
  await tableBy(page, ["Region"], "Sex");
  assert.deepEqual(await figures(page), figuresOf(commandLine(CENSUS, "--rows", "region", "--columns", "sex")));
  await page.locator("[data-part=figures]").selectOption("percent-row");
  await page.waitForFunction(() => document.querySelector(".cv-table caption")?.textContent?.includes("percentage"));
  await page.locator(`${TABLE} td`).nth(1).tap();
  await page.getByText("Computed from").last().waitFor();
  await page.locator("[data-part=drawer]").getByRole("button", { name: "Close" }).tap();
  await page.locator("[data-part=drawer]").waitFor({ state: "detached" });
  await page.locator("[data-part=save]").tap();
  const waiting = page.waitForEvent("download");
  await page.locator("[data-save=csv-shown]").tap();
  assert.match((await waiting).suggestedFilename(), /\.labels\.csv$/);
  await tap("Build a table");
  await tap("Undo");
  await chosen(page, "rows=region&columns=sex");
  // Buttons are large enough for fingers.
  const small = await page.locator(".cv-build button:visible, .cv-tools button:visible").evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 40).map((each) => each.outerHTML.slice(0, 80)));
  assert.deepEqual(small, []);
  assert.equal((await placed(page)).scrolls, false);
  assert.deepEqual(complaints, []);
});

test("variables that a keyed dataset has can be combined by one popover, and its search adds them", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region`, WIDE);
  await add(page, "Columns", "Sex");
  await add(page, "Layers", "Student");
  await chosen(page, "rows=region&columns=sex&wafer=student");
  await settled(page);
  assert.equal((await page.locator("[data-part=layers] select option").count()), 3);
  assert.deepEqual(complaints, []);
});

test("a table with two variables on columns is saved as Excel", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region&columns=sex,age:band`, WIDE);
  await settled(page);
  const { bytes } = await downloaded(page, "xlsx-shown");
  assert.equal(bytes.subarray(0, 2).toString(), "PK", "an XLSX file is a ZIP archive");
  assert.deepEqual(complaints, []);
});

test("the first table is drawn once, also when its panels load", async () => {
  const { page, complaints } = await listenedPage(browser);
  const script = await page.addInitScript(() => {
    const seen = Object.assign(globalThis, { drawn: 0 });
    new MutationObserver((list) => {
      for (const { addedNodes } of list) seen.drawn += [...addedNodes].filter((node) => node instanceof HTMLTableElement).length;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(server.url);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
  assert.equal(await page.evaluate(() => Object(globalThis).drawn), 1);
  assert.deepEqual(complaints, []);
  await script.dispose();
});
