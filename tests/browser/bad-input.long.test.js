// The page explains damaged files and invalid links, and still works afterwards.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { after } from "node:test";
import { path } from "../../scripts/lib.js";
import { test } from "./first.js";
import { add, alerted, commandLine, figures, figuresOf, handBack, listenedPage, press, setUp, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */

// A copy of the site. A test damages its files in place, so the browser's cache is tested too.
const SITE = "target/test-site";
const CUBE = `${SITE}/cubes/census2011-teaching`;

const { server, browser } = setUp(() => {
  rmSync(path(SITE), { recursive: true, force: true });
  mkdirSync(path(SITE), { recursive: true });
  // Compressed copies are omitted, because the server would send them instead of a damaged file.
  cpSync(path("target/site"), path(SITE), { recursive: true, filter: (file) => !file.endsWith(".br") });
  return path(SITE);
});

after(() => rmSync(path(SITE), { recursive: true, force: true }));

/**
 * Damages a file of the site, runs `meanwhile`, and restores the file.
 * @param {string} name relative to the repository
 * @param {(good: Buffer) => Uint8Array | null} damage returns null to remove the file
 * @param {() => Promise<void>} meanwhile
 */
async function damaged(name, damage, meanwhile) {
  const good = readFileSync(path(name));
  const bad = damage(good);
  if (bad) writeFileSync(path(name), bad);
  else rmSync(path(name));
  try {
    await meanwhile();
  } finally {
    writeFileSync(path(name), good);
  }
}

/** @param {string} folder */
const fileIn = (folder) => `${CUBE}/${folder}/${readdirSync(path(CUBE, folder))[0]}`;

/** Removes the message that Chromium itself prints for a missing file. @param {string[]} complaints */
const withoutMissing = (complaints) => complaints.filter((each) => !each.includes("status of 404"));

/** @param {Buffer} good @param {number} at */
function flipped(good, at) {
  const bytes = Uint8Array.from(good);
  bytes[at] ^= 0x10;
  return bytes;
}

const LINK = "#cube=census2011-teaching&rows=region&columns=sex";

/**
 * Presses the button that tries again, and waits until the alert is gone or new.
 * @param {Page} page
 */
async function again(page) {
  const alert = await page.getByRole("alert").elementHandle();
  await page.getByRole("button", { name: /^(Try again|Reload the page)$/ }).first().click();
  await page.waitForFunction((alert) => !alert?.isConnected, alert).catch(() => {});
}

/** Checks that the page works: the table of the link and the next table are correct. @param {Page} page */
async function worksAgain(page) {
  await tableBy(page, ["Region"], "Sex");
  assert.equal(await page.getByRole("alert").isVisible(), false, "the error is gone");
  assert.deepEqual(await figures(page), figuresOf(commandLine("site/cubes/census2011-teaching", "--rows", "region", "--columns", "sex")));
  await press(page, "Remove Sex from columns");
  await add(page, "Columns", "Age");
  await tableBy(page, ["Region"], "Age");
  assert.deepEqual(await figures(page), figuresOf(commandLine("site/cubes/census2011-teaching", "--rows", "region", "--columns", "age")));
}

/** @type {[string, () => string, (good: Buffer) => Uint8Array | null, RegExp, RegExp][]} */
const DAMAGES = [
  ["a tile with a byte flipped", () => fileIn("tiles"), (good) => flipped(good, good.length >> 1), /arrived damaged, so no table was built/, /^damaged-file: tiles\//],
  ["a tile cut short", () => fileIn("tiles"), (good) => good.subarray(0, 100), /arrived damaged, so no table was built/, /100 bytes long; expected/],
  ["an empty tile", () => fileIn("tiles"), () => new Uint8Array(), /arrived damaged, so no table was built/, /0 bytes long; expected/],
  ["a tile that is a web page", () => fileIn("tiles"), () => Buffer.from("<!doctype html><title>Log in</title>"), /arrived damaged/, /^damaged-file/],
  ["a tile that is gone", () => fileIn("tiles"), () => null, /did not load/, /^network: .*tiles\/.*404/],
  ["a p-table with a byte flipped", () => fileIn("ptables"), (good) => flipped(good, 30), /arrived damaged, so no table was built/, /^damaged-file: ptables\//],
  ["a p-table that is gone", () => fileIn("ptables"), () => null, /did not load/, /^network: .*ptables\/.*404/],
  ["a cube.json with a byte flipped", () => `${CUBE}/cube.json`, (good) => flipped(good, 400), /description is damaged/, /^damaged-manifest: cube\.json is damaged/],
  ["a cube.json cut short", () => `${CUBE}/cube.json`, (good) => good.subarray(0, 1000), /description is damaged/, /^damaged-manifest/],
  ["a cube.json that is a web page", () => `${CUBE}/cube.json`, () => Buffer.from("<!doctype html>"), /description is damaged/, /not the manifest of a cellveil cube/],
  ["a cube.json that is gone", () => `${CUBE}/cube.json`, () => null, /did not load/, /^network: .*cube\.json.*404/],
];

for (const [name, file, damage, words, technical] of DAMAGES) {
  test(`${name}, then mended`, async () => {
    const { page, complaints } = await listenedPage(browser);
    await damaged(file(), damage, async () => {
      await page.goto(server.url + LINK);
      const said = await alerted(page, words);
      assert.match(said.technical ?? "", technical);
      // A second try has the same result.
      await again(page);
      await alerted(page, words);
    });
    await again(page);
    await worksAgain(page);
    assert.deepEqual(withoutMissing(complaints), []);
  });
}

test("other datasets work while one cube is damaged", async () => {
  const { page } = await listenedPage(browser);
  await damaged(`${CUBE}/cube.json`, (good) => flipped(good, 400), async () => {
    await page.goto(server.url + LINK);
    await alerted(page, /description is damaged/);
    await page.locator("[data-part=dataset]").selectOption("hypercube");
    await tableBy(page, ["Region"]);
    assert.equal(await page.getByRole("alert").isVisible(), false);
    await page.locator("[data-part=dataset]").selectOption("census2011-teaching");
    await alerted(page, /description is damaged/);
  });
  await page.locator("[data-part=dataset]").selectOption("hypercube");
  await tableBy(page, ["Region"]);
  await page.locator("[data-part=dataset]").selectOption("census2011-teaching");
  await page.waitForFunction(() => document.querySelector(".cv-title")?.textContent?.startsWith("Census"));
  await tableBy(page, ["Region"]);
});

test("a table stays right when the network fails and returns", async () => {
  const { page } = await listenedPage(browser);
  await page.goto(server.url + LINK);
  await tableBy(page, ["Region"], "Sex");
  // The panels load after the first table.
  await page.waitForFunction(() => performance.getEntriesByType("resource").some((each) => each.name.includes("builder-charts") && /** @type {PerformanceResourceTiming} */ (each).responseEnd > 0));
  await page.context().setOffline(true);
  await add(page, "Rows", "Age");
  await tableBy(page, ["Region", "Age"], "Sex");
  await page.locator("[data-part=dataset]").selectOption("hypercube");
  await page.waitForFunction(() => document.querySelector("[role=alert]") || document.querySelector(".cv-title")?.textContent?.startsWith("Synthetic"));
  await page.context().setOffline(false);
  await again(page);
  await page.waitForFunction(() => document.querySelector(".cv-title")?.textContent?.startsWith("Synthetic"));
  // The page keeps the query for the other dataset.
  await tableBy(page, ["Region", "Age"], "Sex");
});

test("the page names an engine that cannot be fetched", async () => {
  const wasm = `${SITE}/cellveil/cellveil_bg.wasm`;
  for (const damage of [() => null, () => Buffer.from("\0asm no module"), (/** @type {Buffer} */ good) => good.subarray(0, 5000)]) {
    const { page } = await listenedPage(browser);
    await damaged(wasm, damage, async () => {
      await page.goto(server.url + LINK);
      const { technical } = await alerted(page, /engine did not start/);
      assert.match(technical ?? "", /^wasm: .*cellveil_bg\.wasm/);
    });
    await again(page);
    await worksAgain(page);
    await handBack(page);
  }
});

test("the page says that the list of cubes is missing", async () => {
  for (const damage of [() => null, () => Buffer.from("{"), () => Buffer.from("[]"), () => Buffer.from("{}")]) {
    const { page } = await listenedPage(browser);
    await damaged(`${SITE}/cubes/index.json`, damage, async () => {
      await page.goto(server.url);
      await page.getByRole("alert").waitFor();
      assert.match(await page.getByRole("alert").locator("p").first().innerText(), /list of datasets did not load/);
    });
    await page.reload();
    await tableBy(page, ["Region"]);
    await handBack(page);
  }
});

/** @type {[string, RegExp][]} */
const LINKS = [
  ["cube=nowhere&rows=region", /names a dataset that is not here/],
  ["cube=..%2F..%2Fsecret&rows=region", /names a dataset that is not here/],
  ["cube=census2011-teaching&rows=shoe-size", /no variable “shoe-size”/],
  ["cube=census2011-teaching&rows=region:planet", /no level “planet”/],
  ["cube=census2011-teaching&rows=region&columns=region:country", /A table can use a variable only once/],
  ["cube=census2011-teaching&rows=region&filter=sex=9", /Sex has no category “9”/],
  ["cube=census2011-teaching&rows=age&filter=region=W92000004&filter=region:country=E92000001", /No category meets all filters/],
  ["cube=census2011-teaching&rows=region&filter=shoe=9", /no variable “shoe”/],
  ["cube=census2011-teaching&rows=region&method=magic", /no method “magic”/],
  ["cube=census2011-teaching&rows=%3Cimg%20src=x%20onerror=alert(1)%3E", /no variable “/],
  ["cube=census2011-teaching&rows=__proto__", /no variable “/],
];

for (const [link, words] of LINKS) {
  test(`a link that asks for ${link}`, async () => {
    const { page, complaints } = await listenedPage(browser);
    await page.goto(`${server.url}#${link}`);
    await alerted(page, words);
    assert.equal(await page.locator("main img").count(), 0, "labels become text only");
    // The button that the reader would press.
    if (link.startsWith("cube=census")) await press(page, "Start again");
    else await page.locator("[data-part=dataset]").selectOption("hypercube");
    await tableBy(page, ["Region"]);
    assert.equal(await page.getByRole("alert").isVisible(), false);
    assert.deepEqual(withoutMissing(complaints), []);
  });
}

test("the page works after odd links", async () => {
  for (const hash of ["#", "#rows", "#=&&==", "#rows=%", "#cube=&rows=", "#totals=maybe&method=", `#x=${"y".repeat(50_000)}`]) {
    const { page, complaints } = await listenedPage(browser);
    await page.goto(server.url + hash);
    await page.waitForFunction(() => /built in|Add a variable|No table/.test(document.querySelector("[data-part=status]")?.textContent ?? ""));
    await press(page, "Start again");
    await tableBy(page, ["Region"]);
    assert.deepEqual(complaints, [], hash.slice(0, 30));
    await handBack(page);
  }
});
