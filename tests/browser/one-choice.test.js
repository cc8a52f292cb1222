// The reader's choice stays the same on the pages of tables, maps, areas and risk.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./accessible.js";
import { equals, settled } from "./workbench-support.js";
import { listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();
const CUBE = "site/cubes/tidewell";
const TABLE = "#cube=tidewell&rows=area:ward&columns=birthplace,sex&filter=tenure=1&method=suppress10&percent=row&sort=ascending,1,1";

/** Waits until a page is at rest. @type {Record<string, (page: Page) => Promise<unknown>>} */
const AT_REST = {
  Tables: (page) => settled(page),
  Maps: (page) => page.locator("#shown:not([hidden], [aria-busy])").waitFor(),
  "Community tables": (page) => page.locator("#result:not([aria-busy]) #status:not(:empty)").waitFor(),
  "Risk and utility": (page) => page.locator("#told:not([aria-busy])").waitFor().then(() => page.locator("#status:not(:empty)").waitFor()),
};

/** Follows a link to another page. @param {Page} page @param {string} name */
async function to(page, name) {
  await page.locator(".ways").getByRole("link", { name, exact: true }).click();
  await page.waitForURL(/#cube=/);
  await AT_REST[name](page);
}

/** @param {string} hash */
async function opened(hash, name = "index.html") {
  const listened = await listenedPage(browser);
  await listened.page.goto(`${server.url}${name}${hash}`);
  return listened;
}

/** The choice in the address. @param {Page} page */
const hash = (page) => decodeURIComponent(new URL(page.url()).hash);
/** The value of a control. @param {Page} page @param {string} id */
const value = (page, id) => page.locator(`#${id}`).inputValue();

test("a table keeps its dataset, filter, method, areas and view through all pages and back", async () => {
  const { page, complaints } = await opened(TABLE);
  await settled(page);
  await to(page, "Maps");
  assert.deepEqual([await value(page, "cube"), await value(page, "level"), await value(page, "filter"), await value(page, "method-choice"), await value(page, "indicator")], ["tidewell", "area:ward", "tenure", "suppress10", "born-abroad"]);
  assert.match(await page.locator("#map-title").innerText(), /^People born abroad, by Ward$/);
  assert.match(await page.locator("#map-what").innerText(), /Only Tenure of the dwelling: Owned/);
  await to(page, "Community tables");
  assert.deepEqual([await value(page, "cube"), await value(page, "method-choice"), await page.locator("#filtered-text").innerText()], ["tidewell", "suppress10", "Only Tenure of the dwelling: Owned."]);
  await to(page, "Risk and utility");
  assert.match(await page.locator("#table-title").innerText(), /^Persons by Ward, Place of birth and Sex, where Tenure of the dwelling is Owned$/);
  assert.equal(await page.locator("[data-part=method]").inputValue(), "suppress10");
  await to(page, "Tables");
  assert.equal(hash(page), TABLE);
  await equals(page, CUBE, "--rows=area:ward", "--columns=birthplace,sex", "--filter=tenure=1", "--method=suppress10");
  assert.deepEqual(complaints, []);
});

test("a map's level, indicator, filter and method come back to the table", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=sex,area&columns=household_size,age:band");
  await settled(page);
  await to(page, "Maps");
  assert.equal(await value(page, "own-variable"), "household_size", "without an indicator of the publisher, the first category");
  await page.locator("#level").selectOption("area:district");
  await page.locator("#indicator").selectOption("unemployment");
  await page.locator("#filter").selectOption("sex");
  await page.locator("#method-choice").selectOption("none");
  await AT_REST.Maps(page);
  await to(page, "Tables");
  assert.equal(hash(page), "#cube=tidewell&rows=sex,area:district&columns=activity,age:band&filter=sex=1&method=none");
  assert.deepEqual(complaints, []);
});

test("a map without a table leads to the table behind the map", async () => {
  const { page, complaints } = await opened("#cube=tidewell&indicator=children&level=area:ward&filter=sex=1", "maps.html");
  await AT_REST.Maps(page);
  assert.equal(hash(page), "#cube=tidewell&filter=sex=1&indicator=children&level=area:ward");
  await to(page, "Tables");
  assert.equal(hash(page), "#cube=tidewell&rows=area:ward&columns=age:band&filter=sex=1");
  assert.deepEqual(complaints, []);
});

test("drawn areas are groups of the table, and groups are drawn areas", async () => {
  const { page, complaints } = await opened("#cube=tidewell&area=North,TW0101,TW0102&area=,TW0201&method=none", "community.html");
  await AT_REST["Community tables"](page);
  await to(page, "Tables");
  assert.equal(hash(page), "#cube=tidewell&rows=area&group=area,North,TW0101,TW0102&group=area,Area 2,TW0201&method=none");
  await to(page, "Community tables");
  assert.equal(await page.locator("#profile-title").innerText(), "North and Area 2");
  assert.deepEqual(complaints, []);
});

test("for a table that a page cannot show, the page shows its first view and keeps the table", async () => {
  for (const [table, title] of /** @type {const} */ ([
    ["#cube=tidewell&rows=age:band&columns=sex&method=suppress10", /^Population, by Block$/],
    ["#cube=census2011-teaching&rows=age&columns=sex&wafer=health", /^Persons in the sample, by Region$/],
    // The sealed dataset has no table of activity by the smallest areas.
    ["#cube=tidewell-sealed&rows=area&columns=education", /, by Block$/],
  ])) {
    const { page, complaints } = await opened(table);
    await settled(page, /built in|No table was built/);
    await to(page, "Maps");
    assert.match(await page.locator("#map-title").innerText(), title);
    assert.equal(await page.getByRole("alert").isVisible(), false, table);
    await to(page, "Community tables");
    assert.equal(await page.getByRole("alert").isVisible(), false, table);
    await page.locator(".ways").getByRole("link", { name: "Tables", exact: true }).click();
    await page.waitForURL(/index\.html#cube=/);
    assert.equal(hash(page), table);
    assert.deepEqual(complaints, [], table);
  }
});

test("the page of areas names a filter, and removes it", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=area&filter=sex=2&area=North,TW0101,TW0102", "community.html");
  await AT_REST["Community tables"](page);
  const women = await page.locator("#people dd").first().textContent() ?? "";
  await page.getByRole("button", { name: "Include everyone" }).click();
  await page.locator("#filtered").waitFor({ state: "hidden" });
  await page.waitForFunction((before) => document.querySelector("#people dd")?.textContent !== before && !document.querySelector("#result[aria-busy]"), women);
  const everyone = await page.locator("#people dd").first().textContent() ?? "";
  const number = (/** @type {string} */ text) => parseInt(text.replaceAll(",", ""), 10);
  assert.ok(number(everyone) > 1.5 * number(women), `${women} of ${everyone}`);
  assert.equal(hash(page), "#cube=tidewell&rows=area&area=North,TW0101,TW0102");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "result");
  // The page also removes an unknown filter.
  await page.goto(`${server.url}community.html#cube=tidewell&filter=shoe=1&area=North,TW0101`);
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Include everyone" }).click();
  await page.locator("#profile:not([hidden])").waitFor();
  assert.deepEqual(complaints, []);
});

test("a map's filter of its own variable leaves no map of zeros or of wholes", async () => {
  for (const [table, title] of /** @type {const} */ ([
    ["#cube=tidewell&rows=area:ward&columns=household_size&filter=household_size=3", /^Persons in the household: 3, by Ward$/],
    ["#cube=tidewell&rows=area:ward&columns=tenure&filter=tenure=2", /^People in rented dwellings, by Ward$/],
  ])) {
    const { page, complaints } = await opened(table);
    await settled(page);
    await to(page, "Maps");
    assert.match(await page.locator("#map-title").innerText(), title);
    const figures = (await page.locator("#table tbody td").allInnerTexts()).map(Number);
    assert.ok(figures.length > 5 && figures.every((each) => each > 0 && each < 100), `${table}: ${figures}`);
    const what = await page.locator("#map-what").innerText();
    assert.match(what, /The filter by .* does not apply to this indicator\./);
    assert.doesNotMatch(what, /Only/);
    assert.doesNotMatch(await page.locator("#behind").getAttribute("href") ?? "", /filter/, "the table behind has the map's figures");
    // The filter stays when the reader chooses another indicator.
    await page.locator("#indicator").selectOption("aged-65-over");
    await page.waitForFunction(() => /Only /.test(document.querySelector("#map-what")?.textContent ?? ""));
    await to(page, "Tables");
    assert.match(hash(page), /filter=(household_size=3|tenure=2)/);
    assert.deepEqual(complaints, []);
  }
});

test("the page of maps shows all filters, and a change of one keeps the others", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=area:ward&columns=birthplace&filter=area:district=TD1&filter=sex=2&filter=tenure=1,2");
  await settled(page);
  await to(page, "Maps");
  const lines = () => page.locator("#other-filters p > span").allInnerTexts();
  assert.equal(await value(page, "filter"), "sex");
  const [district, tenure] = await lines();
  assert.match(district, /^Only District: .+\.$/);
  assert.match(tenure, /^Only Tenure of the dwelling: .+ or .+\.$/);
  await page.locator("#filter").selectOption("age:band");
  await AT_REST.Maps(page);
  assert.match(hash(page), /&filter=area:district=TD1&filter=age:band=0-14&filter=tenure=1,2&/);
  await page.getByRole("button", { name: "Remove the filter by District" }).press("Enter");
  await AT_REST.Maps(page);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "filter", "the focus is not lost");
  assert.deepEqual(await lines(), [tenure]);
  await page.locator("#filter").selectOption({ label: "No other filter" });
  await AT_REST.Maps(page);
  assert.deepEqual([await value(page, "filter"), await lines()], ["tenure", []]);
  await page.locator("#filter").selectOption({ label: "Everyone is included" });
  await AT_REST.Maps(page);
  assert.doesNotMatch(hash(page), /filter/);
  assert.deepEqual([await page.locator("#filter-codes").isVisible(), await page.locator("#other-filters").isVisible()], [false, false]);
  // A filter of areas alone leaves the control empty.
  await page.goto("about:blank");
  await page.goto(`${server.url}maps.html#cube=tidewell&rows=area:ward&columns=birthplace&filter=area:district=TD1`);
  await AT_REST.Maps(page);
  assert.deepEqual([await value(page, "filter"), await page.locator("#filter-codes").isVisible(), await lines()], ["", false, [district]]);
  await accessible(page, "a filter of areas");
  assert.deepEqual(complaints, []);
});

test("the page of maps uses the reader's own method, and leaves an unusable method", async () => {
  const table = "#cube=census2011-teaching&rows=region&columns=sex&method=";
  for (const [method, name] of [['{"kind":"random-rounding","base":7}', /^Random rounding, base 7$/], ["designed:max-change=3,variance=2", /^Designed: .+/]]) {
    const { page, complaints } = await opened(table + encodeURIComponent(String(method)));
    await settled(page);
    await to(page, "Maps");
    assert.equal(await page.getByRole("alert").isVisible(), false);
    await page.waitForFunction(() => document.querySelector("#method-choice option:checked")?.textContent !== "Own method");
    assert.match(await page.locator("#method-choice option:checked").innerText(), /** @type {RegExp} */ (name));
    assert.equal(await value(page, "method-choice"), method);
    const usual = await page.locator("#method-choice option").first().getAttribute("value") ?? "";
    await page.locator("#method-choice").selectOption(usual);
    await AT_REST.Maps(page);
    await page.locator("#method-choice").selectOption(String(method));
    await AT_REST.Maps(page);
    await to(page, "Tables");
    assert.ok(hash(page).includes(`method=${method}`), hash(page));
    assert.deepEqual(complaints, []);
  }
  for (const method of ["nope", "designed:d=x", "{}"]) {
    const { page } = await opened(`#cube=tidewell&rows=area:ward&columns=household_size&filter=sex=2&method=${method}`, "maps.html");
    await page.getByRole("alert").waitFor();
    await page.getByRole("alert").getByRole("button", { name: "Use the dataset’s method" }).click();
    await AT_REST.Maps(page);
    assert.match(await page.locator("#map-title").innerText(), /^Persons in the household: 1, by Ward$/, "the rest stays");
    assert.match(hash(page), /^#cube=tidewell&rows=area:ward&columns=household_size&filter=sex=2&of=/);
    assert.notEqual(await page.evaluate(() => document.activeElement?.id), "", "the focus is not lost");
  }
});

test("a custom indicator comes back after another page, until the table has another variable", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=area:ward&columns=household_size");
  await settled(page);
  await to(page, "Maps");
  await page.locator("#own-codes").getByRole("checkbox").nth(1).check();
  await page.locator("#as").selectOption("rate");
  await AT_REST.Maps(page);
  const title = await page.locator("#map-title").innerText();
  assert.match(title, /^Persons in the household: 1 or 2, by Ward$/);
  await to(page, "Risk and utility");
  await to(page, "Maps");
  assert.deepEqual([await page.locator("#map-title").innerText(), await value(page, "as")], [title, "rate"]);
  // The number of all people is no indicator of the table's variable, and comes back too.
  await page.locator("#indicator").selectOption("population");
  await AT_REST.Maps(page);
  await to(page, "Tables");
  await to(page, "Maps");
  assert.equal(await page.locator("#map-title").innerText(), "Population, by Ward");
  await page.goto(`${server.url}index.html#cube=tidewell&rows=area:ward&columns=tenure`);
  await settled(page);
  await to(page, "Maps");
  assert.equal(await page.locator("#map-title").innerText(), "People in rented dwellings, by Ward");
  assert.deepEqual(complaints, []);
});

test("without storage, the page of maps shows the first map of a table", async () => {
  const { page, complaints } = await listenedPage(browser);
  const script = await page.addInitScript(() => Object.defineProperty(globalThis, "sessionStorage", { get() { throw new DOMException("refused", "SecurityError"); } }));
  await page.goto(`${server.url}maps.html#cube=tidewell&rows=area:ward&columns=household_size`);
  await AT_REST.Maps(page);
  await page.locator("#own-codes").getByRole("checkbox").nth(1).check();
  await AT_REST.Maps(page);
  await to(page, "Community tables");
  await to(page, "Maps");
  assert.equal(await page.locator("#map-title").innerText(), "Persons in the household: 1, by Ward");
  await script.dispose();
  assert.deepEqual(complaints, []);
});

test("while a dataset loads, no control of the previous map can stop the load", async () => {
  const { page, complaints } = await opened("#cube=tidewell", "maps.html");
  await AT_REST.Maps(page);
  /** @type {(value?: unknown) => void} */
  let arrive = () => {};
  const arrived = new Promise((resolve) => { arrive = resolve; });
  await page.route("**/pages/census2011-teaching.json", async (route) => { await arrived; await route.continue(); });
  await page.locator("#cube").selectOption("census2011-teaching");
  assert.equal(await page.locator("#level").isDisabled(), true);
  assert.equal(await page.locator("#boundaries").isDisabled(), true);
  // Events that come all the same, such as a change that began before.
  await page.locator("#level").evaluate((select) => {
    /** @type {HTMLSelectElement} */ (select).value = "area:ward";
    select.dispatchEvent(new Event("change"));
  });
  arrive();
  await page.waitForFunction(() => /^#cube=census2011-teaching/.test(location.hash));
  await AT_REST.Maps(page);
  assert.equal(await value(page, "cube"), "census2011-teaching");
  assert.match(await page.locator("#map-title").innerText(), /, by Region$/);
  assert.equal(await page.locator("#level").isDisabled(), false);
  assert.deepEqual(complaints, []);
});

test("a visit to the page of areas keeps all groups and their names", async () => {
  const groups = [`${"Old quays beside the harbour ".repeat(3)}and the mill,TW0101`, "B,TW0102", "C,TW0201", "D,TW0202", "E,TW0301"].map((each) => `&group=area,${each}`);
  const table = `#cube=tidewell&rows=area${groups.join("")}`;
  const { page, complaints } = await opened(table);
  await settled(page);
  await to(page, "Community tables");
  assert.match(await page.locator("#more-groups").innerText(), /^3 of 5 groups are shown\./);
  await to(page, "Tables");
  assert.equal(hash(page), table);
  await to(page, "Community tables");
  await page.locator("#clear").click();
  await page.getByText("2 of 4 groups are shown.").waitFor();
  await to(page, "Tables");
  assert.equal(hash(page), `#cube=tidewell&rows=area${groups.slice(1).join("")}`);
  assert.deepEqual(complaints, []);
});

test("groups that a reader removes on the page of areas do not come back", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=area&group=area,A,TW0101,TW0102");
  await settled(page);
  await to(page, "Community tables");
  await page.locator("#clear").click();
  await page.locator("#name").fill("");
  await page.locator("#invitation").waitFor();
  await page.reload();
  await page.locator("#invitation").waitFor();
  assert.equal(await value(page, "name"), "");
  await to(page, "Tables");
  assert.equal(hash(page), "#cube=tidewell&rows=area");
  // The reader can also remove groups in the table.
  await page.goto("about:blank");
  await page.goto(`${server.url}community.html#cube=tidewell&rows=area&group=area,A,TW0101`);
  await AT_REST["Community tables"](page);
  await page.goto(`${server.url}index.html#cube=tidewell&rows=area`);
  await settled(page);
  await to(page, "Community tables");
  await page.locator("#invitation").waitFor();
  assert.deepEqual(complaints, []);
});

test("drawn areas stay beside a table of other variables", async () => {
  const table = "#cube=tidewell&rows=sex&columns=age:band";
  const { page, complaints } = await opened(`${table}&area=North,TW0101,TW0102&area=,TW0201&current=2`, "community.html");
  await AT_REST["Community tables"](page);
  await to(page, "Tables");
  assert.equal(hash(page), table);
  await to(page, "Community tables");
  assert.equal(await page.locator("#profile-title").innerText(), "North and Area 2");
  assert.equal(hash(page), `${table}&area=North,TW0101,TW0102&area=,TW0201&current=2`);
  // Another dataset does not get these areas.
  await to(page, "Tables");
  await page.goto(`${server.url}index.html#cube=census2011-teaching&rows=sex`);
  await settled(page);
  await to(page, "Community tables");
  await page.locator("#invitation").waitFor();
  assert.deepEqual(complaints, []);
});

test("the page of areas works without storage", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.addInitScript(() => Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied", "SecurityError"); } }));
  await page.goto(`${server.url}community.html#cube=tidewell&rows=sex&area=North,TW0101`);
  await AT_REST["Community tables"](page);
  assert.equal(await page.locator("#profile-title").innerText(), "North");
  assert.deepEqual(complaints, []);
});

test("the page of areas keeps its dataset when the reader does not wait for another one", async () => {
  for (const leave of /** @type {((page: Page) => Promise<unknown>)[]} */ ([(page) => page.goBack(), (page) => page.locator("#add").click()])) {
    const { page, complaints } = await opened("#cube=tidewell&area=N,TW0101,TW0102", "community.html");
    await AT_REST["Community tables"](page);
    await page.locator("#map [data-code='TW0305']").click();
    await page.waitForFunction(() => location.hash.includes("TW0305"));
    await AT_REST["Community tables"](page);
    /** @type {() => void} */
    let answer = () => {};
    const answered = new Promise((done) => { answer = () => done(undefined); });
    await page.route("**/pages/census2011-teaching.json", async (route) => {
      await answered;
      await route.continue();
    });
    const requested = page.waitForRequest("**/pages/census2011-teaching.json");
    await page.locator("#cube").selectOption("census2011-teaching");
    await requested;
    await leave(page);
    await page.waitForFunction(() => /** @type {HTMLSelectElement} */ (document.querySelector("#cube")).value === "tidewell");
    const arrived = page.waitForResponse("**/pages/census2011-teaching.json");
    answer();
    await (await arrived).finished();
    await AT_REST["Community tables"](page);
    await page.waitForTimeout(500);
    assert.equal(await value(page, "cube"), "tidewell");
    assert.match(hash(page), /^#cube=tidewell&/);
    assert.match(await page.locator("#about-data").innerText(), /Tidewell/);
    assert.match(await page.locator("#status").innerText(), /^N: [\d,]+ persons\./);
    assert.deepEqual(complaints, []);
  }
});

test("the page of areas uses a reader's own method, and offers the dataset's method after an error", async () => {
  for (const [method, name, how] of /** @type {const} */ ([
    ["designed:max-change=3,variance=2", /^Designed: /, /Each figure counts the people of all parts together/],
    ['{"kind":"random-rounding","base":7}', /^Random rounding, base 7$/, /Each figure counts the people of all parts together/],
    ['{"kind":"none"}', /^None$/, /This method does not protect areas/],
  ])) {
    const { page, complaints } = await opened(`#cube=census2011-teaching&rows=region&area=N,E12000001,E12000002&method=${encodeURIComponent(method)}`, "community.html");
    await AT_REST["Community tables"](page);
    await page.locator("#profile:not([hidden])").waitFor();
    assert.equal(await page.locator("#error").isVisible(), false, method);
    await page.waitForFunction(() => document.querySelector("#method-choice option:checked")?.textContent !== "Own method");
    assert.match(await page.locator("#method-choice option:checked").innerText(), name);
    assert.equal(await value(page, "method-choice"), method);
    await page.locator("#live:not([aria-busy])").waitFor();
    assert.match(await page.locator("#protection").innerText(), how);
    const shown = (await page.locator("#people dd").first().textContent())?.replace(/persons.*/, "") ?? "";
    assert.equal(await page.locator("#live .live-people").innerText(), `${shown} persons`, "both figures have the reader's method");
    if (method.includes("base")) assert.equal(Number(shown.replaceAll(",", "")) % 7, 0, `${shown} is rounded to base 7`);
    await page.locator("#method-choice").selectOption({ index: 0 });
    await page.waitForFunction(() => !location.hash.includes("method=%7B") && !location.hash.includes("designed"));
    assert.deepEqual(complaints, []);
  }
  for (const method of ["nosuch", '{"kind":', "designed:max-change=x", '{"kind":"nosuch"}']) {
    for (const areas of ["&area=N,E12000001,E12000002", ""]) {
      if (!areas && method.includes("nosuch\"")) continue;
      const { page } = await opened(`#cube=census2011-teaching&rows=region${areas}&method=${encodeURIComponent(method)}`, "community.html");
      await page.getByRole("alert").getByRole("button", { name: "Use the dataset’s method" }).click();
      await page.locator(areas ? "#profile:not([hidden])" : "#invitation:not([hidden])").waitFor();
      assert.equal(await page.locator("#error").isVisible(), false, method);
      assert.equal(hash(page), `#cube=census2011-teaching&rows=region${areas}`);
      assert.equal(await page.evaluate(() => document.activeElement?.id), "result");
    }
  }
});

test("“Include everyone” keeps a filter of areas, which the page of areas does not name", async () => {
  const { page, complaints } = await opened("#cube=tidewell&rows=area:ward&columns=age:band&filter=area:ward=W01&filter=sex=2", "community.html");
  await AT_REST["Community tables"](page);
  assert.equal(await page.locator("#filtered-text").innerText(), "Only Sex: Female.");
  await page.getByRole("button", { name: "Include everyone" }).click();
  await page.locator("#filtered").waitFor({ state: "hidden" });
  assert.equal(hash(page), "#cube=tidewell&rows=area:ward&columns=age:band&filter=area:ward=W01");
  assert.deepEqual(complaints, []);
});
