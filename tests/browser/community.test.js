// The page of community tables gives the command line's figures for custom areas.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible } from "./accessible.js";
import { saved } from "./maps-support.js";
import { commandLine, figuresOf, listenedPage, receiptOf, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const TOWN = "site/cubes/tidewell";
const SEALED = "site/cubes/tidewell-sealed";

const { server, browser } = setUp();

/**
 * Waits for the tables of these areas.
 * @param {Page} page
 * @param {string} title
 * @param {(string | undefined)[]} people
 */
async function profiled(page, title, people = []) {
  await page.waitForFunction(({ title, people }) => document.querySelector("#result:not([aria-busy]) #profile:not([hidden])") && document.querySelector("#profile-title")?.textContent === title
    && /built in [\d,]+ ms\.$/.test(document.querySelector("#status")?.textContent ?? "")
    && people.every((each, i) => document.querySelectorAll("#people dd")[i]?.firstChild?.textContent === each), { title, people });
}

/** @param {Page} page @param {string} hash */
async function begun(page, hash = "#cube=tidewell") {
  await page.goto(`${server.url}community.html${hash}`);
  await page.locator("#map [data-code]").first().waitFor();
}

/** The figures of one of the tables, without their percentages. @param {Page} page @param {string} title */
const figures = (page, title) => page.getByRole("region", { name: title, exact: true }).locator("tbody td").evaluateAll((all) => all.map((cell) => cell.firstChild?.textContent));

const group = (/** @type {string} */ name, /** @type {string[]} */ codes) => ["--group", `area:${name}=${codes.join(",")}`];
const QUAYS = ["TW0101", "TW0102", "TW0103"];

test("a custom area from the list has the command line's figures and receipt", async () => {
  const { page, complaints } = await listenedPage(browser);
  await begun(page, "");
  assert.equal(await page.locator("#cube").inputValue(), "tidewell", "data with small areas first");
  await page.locator("#invitation").waitFor();
  await accessible(page, "nothing chosen");
  await page.locator("#name").fill("Old quays");
  await page.getByText("Quayside", { exact: true }).click();
  for (const n of [1, 2, 3]) await page.getByRole("checkbox", { name: `Quayside ${n}`, exact: true }).check();
  const people = figuresOf(commandLine(TOWN, "--rows", "area", ...group("Old quays", QUAYS)));
  await profiled(page, "Old quays", people);
  assert.deepEqual(await figures(page, "Age by sex"), figuresOf(commandLine(TOWN, "--rows", "age:band", "--columns", "area,sex", ...group("Old quays", QUAYS))));
  assert.deepEqual(await figures(page, "Highest education"), figuresOf(commandLine(TOWN, "--rows", "education", "--columns", "area", ...group("Old quays", QUAYS))));
  assert.equal(await page.locator(".profile-table").count(), 7, "six tables and a pyramid");
  assert.match(await page.locator("#protection").innerText(), /Each figure counts the people of all parts together.*This one count is changed by a small random amount, its noise.*The same parts always give the same figures.*The publisher’s limits on tables: checked, and passed: at most 4 variables/s);
  assert.match(await page.locator("#key").innerText(), /Old quays: Quayside 1, Quayside 2 and Quayside 3/);

  const query = ["--rows", "tenure", "--columns", "area", ...group("Old quays", QUAYS)];
  const csv = await saved(page, page.getByRole("button", { name: "Download Tenure of the dwelling" }));
  assert.equal(csv.name, "tidewell_Old-quays_tenure.csv");
  assert.equal(String(csv.bytes), commandLine(TOWN, ...query));
  const receipt = await saved(page, page.getByRole("button", { name: "Receipt of Tenure of the dwelling" }));
  assert.equal(String(receipt.bytes), receiptOf(TOWN, ...query));
  await page.waitForFunction(() => document.querySelectorAll("#format option").length > 1);
  await page.locator("#format").selectOption("json-stat");
  const stat = await saved(page, page.getByRole("button", { name: "Download Tenure of the dwelling" }));
  assert.deepEqual(JSON.parse(String(stat.bytes)).id, ["tenure", "area"]);
  await accessible(page, "an area with its tables");
  assert.deepEqual(complaints, []);
});

test("a click or a stroke on the map adds areas, and a second stroke removes them", async () => {
  const { page, complaints } = await listenedPage(browser);
  await begun(page);
  const middle = async (/** @type {string} */ code) => {
    const box = await page.locator(`#map [data-code="${code}"]`).boundingBox();
    assert.ok(box);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const area = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("area")?.split(",").slice(1).filter(Boolean) ?? []);
  const [x, y] = await middle("TW0305");
  await page.mouse.click(x, y);
  await profiled(page, "Area 1");
  const first = await area();
  assert.equal(first.length, 1);
  assert.equal(await page.locator(`#map [data-code="${first[0]}"]`).getAttribute("data-area"), "1");
  const [from, to] = [await middle("TW0701"), await middle("TW0709")];
  const stroke = async () => {
    await page.mouse.move(from[0], from[1]);
    await page.mouse.down();
    await page.mouse.move(to[0], to[1], { steps: 25 });
    await page.mouse.up();
  };
  await stroke();
  const more = await area();
  assert.ok(more.length > 3, `drawn over: ${more}`);
  await profiled(page, "Area 1", figuresOf(commandLine(TOWN, "--rows", "area", ...group("Area 1", more))));
  await stroke();
  assert.deepEqual(await area(), first, "drawn over again, they are out");
  await page.goBack();
  assert.deepEqual(await area(), more, "and back again");
  await profiled(page, "Area 1", figuresOf(commandLine(TOWN, "--rows", "area", ...group("Area 1", more))));
  assert.deepEqual(complaints, []);
});

test("the keyboard alone searches, ticks, adds a ward, compares, names and downloads", async () => {
  const { page, complaints } = await listenedPage(browser);
  await begun(page);
  /** @param {RegExp} name @param {string} [key] */
  const tabTo = async (name, key = "Tab") => {
    for (let steps = 0; steps < 120; steps++) {
      await page.keyboard.press(key);
      const said = await page.evaluate(() => {
        const at = /** @type {HTMLInputElement} */ (document.activeElement);
        return at?.getAttribute("aria-label") ?? at?.labels?.[0]?.textContent?.trim() ?? at?.textContent?.trim() ?? "";
      });
      if (name.test(said)) return;
    }
    assert.fail(`no ${name} within reach`);
  };
  await tabTo(/^Name of this area$/);
  await page.keyboard.type("Uptown");
  await tabTo(/^Parts of this area$/);
  await page.keyboard.type("windmill");
  await tabTo(/^All of Windmill Hill$/);
  await page.keyboard.press("Space");
  const ward = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((n) => `TW090${n}`);
  await profiled(page, "Uptown", figuresOf(commandLine(TOWN, "--rows", "area", ...group("Uptown", ward))));
  assert.match(await page.evaluate(() => document.activeElement?.parentElement?.textContent ?? ""), /All of Windmill Hill/, "the focus stays");
  await tabTo(/^Windmill Hill 4$/);
  await page.keyboard.press("Space");
  const most = ward.filter((code) => code !== "TW0904");
  await profiled(page, "Uptown", figuresOf(commandLine(TOWN, "--rows", "area", ...group("Uptown", most))));
  assert.equal(await page.evaluate(() => /** @type {HTMLInputElement} */ (document.querySelector(".ward:not([hidden]) .check-all input")).indeterminate), true);
  await tabTo(/^Add an area$/, "Shift+Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "name", "ready to be named");
  await page.keyboard.type("The dunes");
  await tabTo(/^Parts of this area$/);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("dunes 1");
  await tabTo(/^Dunes 1$/);
  await page.keyboard.press("Space");
  const both = [...group("Uptown", most), ...group("The dunes", ["TW1001"])];
  await profiled(page, "Uptown and The dunes", figuresOf(commandLine(TOWN, "--rows", "area", ...both)));
  assert.deepEqual(await figures(page, "Labour force by sex"), figuresOf(commandLine(TOWN, "--rows", "activity:status", "--columns", "area,sex", ...both)));
  await tabTo(/^Download Age by sex$/);
  const waiting = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  assert.equal((await waiting).suggestedFilename(), "tidewell_Uptown_The-dunes_age-by-sex.csv");

  // A link restores all choices.
  const [address, before] = [page.url(), await figures(page, "Age by sex")];
  await page.goto("about:blank");
  await page.goto(address);
  await profiled(page, "Uptown and The dunes");
  assert.deepEqual(await figures(page, "Age by sex"), before);
  assert.equal(await page.locator("#name").inputValue(), "The dunes");
  await accessible(page, "two areas");
  await page.getByRole("button", { name: "Remove The dunes" }).click();
  await profiled(page, "Uptown");
  assert.deepEqual(complaints, []);
});

test("sealed areas are sums of published areas, with whole wards where possible, and the page says that noise grows", async () => {
  const { page, complaints } = await listenedPage(browser);
  const codes = [...Array.from({ length: 9 }, (_, i) => `TW020${i + 1}`), "TW0101", "TW0102"];
  await begun(page, `#cube=tidewell-sealed&area=Centre,${codes.join(",")}`);
  const query = [...group("Centre", codes.toSorted()), "--areas", "blocks"];
  await profiled(page, "Centre", figuresOf(commandLine(SEALED, "--rows", "area", ...query)));
  assert.deepEqual(await figures(page, "Age by sex"), figuresOf(commandLine(SEALED, "--rows", "age:band", "--columns", "area,sex", ...query)));
  assert.match(await page.locator("#protection").innerText(), /Centre is the sum of 3 published areas\. The variance of its noise is 3 times that of one figure/);
  // Sums of published figures disclose nothing new, so no other warning is shown.
  assert.match(await page.locator("#differencing").innerText(), /sum of published figures.*contains no more than/s);
  assert.equal(await page.locator("#method-field").isVisible(), false);
  await accessible(page, "sealed");
  assert.deepEqual(complaints, []);
});

test("the page says when two areas differ by one part, overlap or are equal", async () => {
  const { page, complaints } = await listenedPage(browser);
  const said = async (/** @type {string[]} */ ...areas) => {
    await page.goto("about:blank");
    await begun(page, `#cube=tidewell&${areas.map((each) => `area=${each}`).join("&")}`);
    await page.waitForFunction(() => document.querySelector("#result:not([aria-busy]) #profile:not([hidden])"));
    return page.locator("#caution").innerText();
  };
  assert.match(await said("A,TW0101,TW0102", "B,TW0101"), /A and B differ by one part only\. .*Protection changes the figures of both/);
  assert.match(await page.locator("#differencing").innerText(), /The protection of both areas changes this figure.*average of many pairs.*Here readers can draw any area, however small: these are invented data\./s);
  assert.match(await said("A,TW0101,TW0102", "B,TW0102,TW0103,TW0104", "C,TW0101,TW0102"), /A and B overlap.*\n+A and C are the same area\.\n+B and C overlap/s);
  assert.equal(await said("A,TW0101", "B,TW0501,TW0502"), "");
  // The table also contains all areas.
  const { dimensions: [{ codes }] } = JSON.parse(readFileSync(path("target", TOWN, "cube.json"), "utf8"));
  const all = codes.map((/** @type {[string]} */ [code]) => code);
  assert.match(await said(`Rest,${all.slice(1)}`), /^Rest and all areas together differ by one part only.*Protection changes the figures of both/);
  assert.equal(await said(`Everything,${all}`), "");
  // A part that a link names twice counts once.
  assert.equal(await said("A,TW0101,TW0101,TW0102", "B,TW0101,TW0102"), "A and B are the same area.");
  const both = await figures(page, "Tenure of the dwelling");
  assert.deepEqual(both.filter((_, i) => i % 3 === 0), both.filter((_, i) => i % 3 === 1), "the same area, the same figures");
  assert.match(await page.locator("#people").innerText(), /in 2 of 117 parts/);
  // A long name, or a name with direction marks, does not change the figures. The address keeps the long name.
  await said(`${"L".repeat(300)},TW0101`, "abc%E2%80%AE%0Adef,TW0102");
  await profiled(page, `${"L".repeat(59)}… and abc def`);
  assert.ok(page.url().includes("L".repeat(300)));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scrolling");
  // The page adapts names that the core would refuse.
  await said("TW0101,TW0102", "TW0101,TW0103");
  await profiled(page, "TW0101 (2) and TW0101 (3)");
  assert.deepEqual(complaints, []);
});

test("each refused table says so in its place, and the other tables stay", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.route("**/pages/tidewell-sealed.json", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify({
    map: { dimension: "area" },
    tables: [{ id: "a", title: "Education by tenure", rows: ["education"], columns: ["tenure"] }, { id: "b", title: "By sex", rows: ["sex"] }],
  }) }));
  await begun(page, "#cube=tidewell-sealed&area=X,TW0101,TW0102");
  await profiled(page, "X");
  assert.match(await page.locator("#status").innerText(), /^X: [\d,]+ persons\. 2 tables, 1 refused, built in/);
  assert.match(await page.locator(".refused").innerText(), /not published these figures for areas.*Other tables of this page may be there/);
  assert.deepEqual(await figures(page, "By sex"), figuresOf(commandLine(SEALED, "--rows", "sex", "--columns", "area", ...group("X", ["TW0101", "TW0102"]), "--areas", "blocks")));
  assert.match(await page.locator("#map-note").innerText(), /a tile of the same size/, "no boundaries, so tiles");
  await accessible(page, "a refused table");
  assert.deepEqual(complaints, []);
});

test("the page says what to do when a keyed cube's rules refuse a table or block an area", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-rules-"));
  try {
    copyFileSync(path("demo/tidewell/ptable.csv"), join(folder, "ptable.csv"));
    const spec = readFileSync(path("demo/tidewell/cube.toml"), "utf8");
    writeFileSync(join(folder, "cube.toml"), spec.replace(/max_dimensions = 4\nnever = .*\n/, "max_dimensions = 2\n\n[rules.areas]\nperson = 2000\n"));
    execFileSync(path("target/release/cellveil"), ["tile", join(folder, "cube.toml"), "--records", path("demo/tidewell/records.csv.gz"), "--out", join(folder, "tiles")], { stdio: "ignore" });
    const { page, complaints } = await listenedPage(browser);
    await page.route("**/cubes/tidewell/**", (route) => route.fulfill({ path: join(folder, "tiles", new URL(route.request().url()).pathname.replace("/cubes/tidewell/", "")) }));
    await begun(page, "#cube=tidewell&area=Small,TW0101&area=Large,TW0101,TW0102,TW0103,TW0104,TW0105,TW0106,TW0107,TW0108,TW0109,TW0110");
    await profiled(page, "Small and Large");
    assert.match(await page.locator("#status").innerText(), /4 tables, 2 refused/);
    const refused = page.locator(".profile-table").filter({ has: page.getByRole("heading", { name: "Age by sex" }) }).locator(".refused");
    assert.match(await refused.innerText(), /limits do not allow this table/);
    const people = await page.locator("#people dd").evaluateAll((all) => all.map((each) => each.firstChild?.textContent));
    assert.equal(people[0], "[x]", "too few people: no figure");
    assert.match(people[1] ?? "", /^[2-5],\d{3}$/);
    const cells = await figures(page, "Tenure of the dwelling");
    assert.deepEqual([cells[0], cells[1] === "[x]"], ["[x]", false]);
    assert.match(await page.locator("#caution").innerText(), /Small.*not available.*Add more parts/s);
    await accessible(page, "refused and blocked");
    assert.deepEqual(complaints, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("links to unknown areas and cubes without a description leave a page that works", async () => {
  const { page } = await listenedPage(browser);
  for (const [hash, words] of /** @type {[string, RegExp][]} */ ([
    ["#cube=nowhere", /dataset that is not on this site/],
    ["#cube=tidewell&area=A,TW0101,ELSEWHERE", /names unknown parts\. Remove the unknown parts/],
  ])) {
    await page.goto("about:blank");
    await page.goto(`${server.url}community.html${hash}`);
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").locator("p").first().innerText(), words);
    assert.ok(await page.getByRole("alert").getByRole("button").count() > 0, "a way out");
  }
  await page.goto("about:blank");
  await page.goto(`${server.url}community.html#cube=nowhere&area=A,TW0101`);
  await page.getByRole("button", { name: "Open another dataset" }).click();
  await page.locator("#invitation").waitFor();
  assert.equal(await page.getByRole("alert").isVisible(), false);
  // The position of the areas does not matter.
  await page.goto("about:blank");
  await page.goto(`${server.url}community.html#cube=tidewell&area=A,TW0101&area=B,TW0102,ELSEWHERE,NOWHERE`);
  await page.getByRole("button", { name: "Remove ELSEWHERE and NOWHERE" }).waitFor();
  assert.match(await page.locator("#notes").innerText(), /Each figure counts the people of all parts together.*Subtracting two areas/s, "said without tables too");
  await page.getByRole("button", { name: "Remove ELSEWHERE and NOWHERE" }).click();
  await profiled(page, "A and B", figuresOf(commandLine(TOWN, "--rows", "area", ...group("A", ["TW0101"]), ...group("B", ["TW0102"]))));
  assert.equal(await page.getByRole("alert").isVisible(), false);
  await page.locator("#cube").selectOption("hypercube");
  await page.waitForFunction(() => /hypercube/.test(document.querySelector("#about-data")?.textContent ?? ""));
  await page.locator("#parts input").first().check();
  await profiled(page, "Area 1");
  assert.ok(await page.locator(".profile-table table").count() > 1);
});

test("nothing passes the edges of a phone or of paper, and printed tables have no controls", async () => {
  const { page, complaints } = await listenedPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });
  await begun(page, "#cube=tidewell&area=Riverside,TW0101,TW0102&area=,TW0401");
  await profiled(page, "Riverside and Area 2");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scrolling");
  await accessible(page, "phone, dark");
  const before = page.url();
  await page.locator("#map [data-code='TW1103']").tap();
  await page.waitForFunction((before) => location.href !== before, before);
  await profiled(page, "Riverside and Area 2", figuresOf(commandLine(TOWN, "--rows", "area", ...group("Riverside", ["TW0101", "TW0102", "TW1103"]), ...group("Area 2", ["TW0401"]))));
  await page.emulateMedia({ media: "print" });
  for (const [part, there] of /** @type {[string, boolean][]} */ ([["#controls", false], [".bar", false], [".no-print", false], [".profile-table table", true], ["#people", true], ["#protection", true]])) {
    assert.equal(await page.locator(part).first().isVisible(), there, part);
  }
  assert.deepEqual(complaints, []);
});
