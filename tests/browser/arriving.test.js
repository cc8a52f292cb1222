// The page keeps the effect of quick actions between two tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TABLE, add, commandLine, figures, figuresOf, handBack, listenedPage, setUp, tableBy } from "./support.js";
import { CENSUS, choice, chosen, LINK, opening, settled } from "./workbench-support.js";

const { server, browser } = setUp();
const opened = opening(server, browser);

test("the controls match the table after a quick undo and redo", async () => {
  const { page, complaints } = await opened(`${LINK}&rows=region`);
  await add(page, "Columns", "Sex");
  await chosen(page, "rows=region&columns=sex");
  await tableBy(page, ["Region"], "Sex");
  for (const ways of [["undo", "redo"], ["undo", "redo", "undo"]]) {
    await page.evaluate(async (ways) => {
      for (const way of ways) {
        const arrived = new Promise((done) => addEventListener("popstate", done, { once: true }));
        /** @type {HTMLElement | null} */ (document.querySelector(`[data-part=${way}]`))?.click();
        await arrived;
      }
    }, ways);
    const columns = ways.length === 2 ? "&columns=sex" : "";
    await chosen(page, `rows=region${columns}`);
    await settled(page);
    assert.deepEqual(await page.locator("[data-place=columns] .cv-chip").count(), columns ? 1 : 0);
    assert.deepEqual(await figures(page), figuresOf(commandLine(CENSUS, "--rows", "region", ...(columns ? ["--columns", "sex"] : []))));
  }
  assert.deepEqual(complaints, []);
});

test("a column stays sorted when the reader sorts it as the first table appears", async () => {
  const { page, complaints } = await listenedPage(browser);
  const script = await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-part=table] .sort"));
      if (!button) return;
      observer.disconnect();
      // The click comes after the table is drawn and before the page draws its later parts.
      requestAnimationFrame(() => button.click());
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${server.url}${LINK}&rows=region&columns=sex`);
  await settled(page);
  await page.waitForFunction(() => document.querySelector("[data-part=table] [aria-sort=descending]"));
  assert.match(await choice(page), /&sort=descending,1$/);
  assert.equal(await page.locator("[data-place=rows] .cv-chip").count(), 1);
  assert.deepEqual(complaints, []);
  await script.dispose();
});

test("a missing dataset leaves nothing busy while another dataset loads, and the next dataset is drawn", async () => {
  const { page } = await opened(`${LINK}&rows=region`);
  await page.route("**/tidewell/tiles/**", () => {});
  await page.evaluate(() => {
    // This runs before the table of tidewell is drawn.
    new MutationObserver((_, observer) => {
      observer.disconnect();
      location.hash = "#cube=nowhere";
    }).observe(/** @type {Element} */ (document.querySelector("[data-part=table]")), { attributes: true, attributeFilter: ["aria-busy"] });
    location.hash = "#cube=tidewell&rows=sex";
  });
  await page.getByRole("alert").waitFor();
  assert.equal(await page.locator("[aria-busy]").count(), 0);
  await page.unroute("**/tidewell/tiles/**");
  await page.evaluate(() => { location.hash = "#cube=hypercube&rows=sex&columns=age:band"; });
  await tableBy(page, ["Sex"], "Age band");
  assert.equal(await page.locator("[data-place=columns] .cv-chip").count(), 1);
});

test("an address that changes before the list of cubes arrives is shown", async () => {
  const { page, complaints } = await listenedPage(browser);
  let go = () => {};
  const asked = new Promise((resolve) => void page.route("**/cubes/index.json", async (route) => {
    resolve(undefined);
    await new Promise((done) => { go = () => done(undefined); });
    await route.continue();
  }));
  await page.goto(`${server.url}${LINK}&rows=region`);
  await asked;
  await page.evaluate(() => { location.hash = "#cube=census2011-teaching&rows=sex"; });
  go();
  await tableBy(page, ["Sex"]);
  assert.equal(await choice(page), "rows=sex");
  assert.deepEqual(complaints, []);
});

test("after a refusal the next table starts at its first row, with its headings in place", async () => {
  const link = "#cube=hypercube&rows=age,activity&columns=education,citizenship";
  const { page } = await opened(link);
  await page.locator("[data-part=table]").evaluate((region) => region.scrollTo(600, 900));
  await page.waitForFunction(() => (document.querySelector("[data-part=table]")?.scrollTop ?? 0) > 100);
  await page.evaluate(() => { location.hash = "#cube=hypercube&rows=shoe"; });
  await page.getByRole("alert").waitFor();
  await page.evaluate((link) => { location.hash = link; }, `${link}&totals=no`);
  await tableBy(page, ["Age", "Activity"]);
  const placed = await page.locator("[data-part=table]").evaluate((region) => ({ left: region.scrollLeft, top: region.scrollTop, headers: region.style.getPropertyValue("--headers") }));
  const again = await opened(`${link}&totals=no`);
  assert.deepEqual(placed, { left: 0, top: 0, headers: await again.page.locator("[data-part=table]").evaluate((region) => region.style.getPropertyValue("--headers")) });
  await handBack(again.page);
});

test("when no table arrives, the page names the chosen method and not the previous table's", async () => {
  const { page } = await opened(`${LINK}&rows=region&method=rounding5`);
  const before = await page.locator("[data-part=notes]").innerText();
  await page.route("**/ptables/**", async (route) => {
    await new Promise((done) => setTimeout(done, 600));
    await route.abort();
  });
  await page.evaluate(() => { location.hash = "#cube=census2011-teaching&rows=region&method=default"; });
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByText(before).count(), 0);
  assert.equal(await page.locator("[data-part=method] option:checked").innerText(), "Small random noise");
  await page.locator("[data-part=about]").click();
  await page.locator("[data-part=data]").waitFor();
  assert.equal(await page.locator("[data-part=method-card]").count(), 0);
});
