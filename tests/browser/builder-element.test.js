// The builder as an element of any page: properties, attributes, errors, languages, shadow trees, shared cubes and saved
// files.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { STRICT } from "./hosts/server.js";
import { commandLine, figuresOf, listenedPage, setUp, workersAfterSearch } from "./support.js";

/** @import { Page } from "playwright-core" */
/** @typedef {HTMLElementTagNameMap["cellveil-builder"]} CellveilBuilder */

const { server, browser } = setUp();
const CENSUS = "site/cubes/census2011-teaching";
const SRC = "/cubes/census2011-teaching/cube.json";
const BUILDER = '<script type="module" src="/cellveil/builder.js"></script>';

/**
 * Opens a page with this content. The page records the events of its elements.
 * @param {string} body
 * @param {string} [attributes]  of `<html>`
 */
async function opened(body, attributes = 'lang="en-GB"') {
  const listened = await listenedPage(browser);
  const { page } = listened;
  /** @type {string[]} */
  const files = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  const html = `<!doctype html><html ${attributes}><meta charset="utf-8"><title>A page</title><script>
    globalThis.told = [];
    for (const type of ["cellveil-ready", "cellveil-change", "cellveil-error"]) addEventListener(type, ({ detail }) => told.push([type, detail.error?.message ?? JSON.stringify(detail.value?.rows)]));
  </script>${body}</html>`;
  await page.route("**/a-page", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(`${server.url}a-page`);
  return { ...listened, files };
}

/** Waits until all builders are at rest with a table or a refusal. @param {Page} page @param {number} [events] how many events were sent before */
async function settled(page, events = 1) {
  await page.waitForFunction((events) => {
    const { told } = /** @type {any} */ (globalThis);
    return told.length >= events && !document.querySelector("[aria-busy=true]");
  }, events);
  return /** @type {Promise<[string, string][]>} */ (page.evaluate(() => /** @type {any} */ (globalThis).told));
}

/** @param {Page} page */
const figures = (page) => page.locator('[data-part="table"] td').allTextContents();

/**
 * Changes the builder of the page.
 * @template T
 * @param {Page} page
 * @param {(builder: CellveilBuilder) => T} change
 */
const inBuilder = (page, change) => page.locator("cellveil-builder").evaluate(/** @type {any} */ (change));

/** @param {...string} query */
const expected = (...query) => figuresOf(commandLine(CENSUS, ...query));

test("properties set before the builder's script have an effect, and a value replaces the attributes", async () => {
  const { page, complaints } = await opened(`<cellveil-builder rows="sex" src="nowhere.json"></cellveil-builder><script>
    const builder = document.querySelector("cellveil-builder");
    builder.src = "${SRC}";
    builder.value = { rows: ["region"], columns: ["sex"], filter: { student: ["1"] }, view: { percent: "row" } };
  </script>${BUILDER}`);
  assert.deepEqual(await settled(page), [["cellveil-ready", '["region"]']]);
  assert.match(await page.locator("caption").innerText(), /where Student is Yes; each figure as a percentage/);
  const value = await inBuilder(page, (builder) => builder.value);
  assert.equal(JSON.stringify(value), '{"rows":["region"],"columns":["sex"],"filter":{"student":["1"]},"view":{"percent":"row"}}');
  // The same value gives the same table in a new builder, before and after it is connected.
  for (const first of [true, false]) {
    await page.evaluate(({ value, src, first }) => {
      const next = /** @type {CellveilBuilder} */ (document.createElement("cellveil-builder"));
      next.src = src;
      if (first) next.value = value;
      document.querySelector("cellveil-builder")?.replaceWith(next);
      next.value = value;
    }, { value, src: SRC, first });
    await page.locator('[data-part="table"] td').first().waitFor();
    assert.deepEqual(await inBuilder(page, (builder) => builder.value), value);
  }
  assert.deepEqual(complaints, []);
});

test("several changes in a row build one table, and a change of direction builds none", async () => {
  const { page, complaints } = await opened(`<cellveil-builder src="${SRC}" rows="region"></cellveil-builder>${BUILDER}`);
  await settled(page);
  await inBuilder(page, (builder) => {
    builder.rows = ["age:band"];
    builder.columns = "sex";
    builder.filter = { student: 1 };
    builder.totals = false;
    return builder.refresh();
  });
  assert.deepEqual(await settled(page, 2), [["cellveil-ready", '["region"]'], ["cellveil-change", '["age:band"]']]);
  assert.deepEqual(await figures(page), expected("--rows", "age:band", "--columns", "sex", "--filter", "student=1", "--no-totals"));
  await inBuilder(page, (builder) => { builder.value = { rows: ["health"] }; });
  await settled(page, 3);
  await inBuilder(page, (builder) => builder.setAttribute("dir", "rtl"));
  await page.waitForTimeout(300);
  assert.equal((await settled(page, 3)).length, 3);
  assert.deepEqual(await figures(page), expected("--rows", "health"));
  // Undo takes back a value.
  await page.locator('[data-part="undo"]').click();
  await settled(page, 4);
  assert.deepEqual(await inBuilder(page, (builder) => builder.value.rows), ["age:band"]);
  assert.deepEqual(complaints, []);
});

test("errors name the attribute, and a corrected attribute gives a table", async () => {
  const { page } = await opened(`<cellveil-builder></cellveil-builder>${BUILDER}`);
  const refused = /** @type {[Record<string, string>, RegExp][]} */ ([
    [{}, /src: missing; expected the address of a cube\.json/],
    [{ src: "http://" }, /URL/],
    [{ src: "nowhere.json" }, /nowhere\.json/],
    [{ src: SRC, filter: "student" }, /filter: expected DIMENSION=CODE,CODE instead of student/],
    [{ src: SRC, rows: "region,region" }, /region/],
    [{ src: SRC, rows: "planet" }, /planet/],
    [{ src: SRC, rows: "region", method: "{" }, /method/],
    [{ src: SRC, rows: "region", method: "no-method" }, /no-method/],
  ]);
  let events = 0;
  for (const [attributes, message] of refused) {
    await inBuilder(page, (builder) => builder.getAttributeNames().forEach((name) => name !== "dir" && !name.startsWith("data-") && builder.removeAttribute(name)));
    await page.locator("cellveil-builder").evaluate((builder, attributes) => Object.entries(attributes).forEach(([name, value]) => builder.setAttribute(name, value)), attributes);
    await page.locator('[data-part="refusal"]').waitFor();
    await page.waitForFunction((pattern) => new RegExp(pattern).test(/** @type {any} */ (globalThis).told.at(-1)?.[1]), message.source);
    assert.equal((await page.evaluate(() => /** @type {any} */ (globalThis).told.at(-1)))[0], "cellveil-error", message.source);
    assert.equal(await inBuilder(page, (builder) => builder.table), undefined);
    assert.equal(await inBuilder(page, (builder) => builder.getAttribute("aria-busy")), null);
    events = await page.evaluate(() => /** @type {any} */ (globalThis).told.length);
  }
  await inBuilder(page, (builder) => {
    builder.method = null;
    builder.columns = ["sex"];
  });
  await settled(page, events + 1);
  assert.deepEqual(await figures(page), expected("--rows", "region", "--columns", "sex"));
  // A cube for teaching accepts the page's own method.
  await inBuilder(page, (builder) => { builder.method = { kind: "threshold-rounding", base: 5 }; });
  await settled(page, events + 2);
  assert.ok((await figures(page)).every((figure) => Number(figure.replaceAll(",", "")) % 5 === 0), (await figures(page)).join(" "));
});

test("a new language keeps the reader's choice, with new labels and texts", async () => {
  const { page, complaints, files } = await opened(`<cellveil-builder src="/cubes/tidewell/cube.json" rows="area:district"></cellveil-builder>${BUILDER}`);
  await settled(page);
  await inBuilder(page, (builder) => { builder.value = { rows: ["sex"], view: { percent: "column" } }; });
  await settled(page, 2);
  const before = await inBuilder(page, (builder) => builder.value);
  for (const [lang, sex, title] of [["fr", "Sexe", "Composer un tableau"], ["ar", "الجنس", "إنشاء جدول"], ["en", "Sex", "Build a table"]]) {
    await page.evaluate((lang) => { document.documentElement.lang = lang; }, lang);
    await page.locator("cellveil-builder h2", { hasText: title }).waitFor();
    await page.locator('[data-part="table"] thead', { hasText: sex }).waitFor();
    await page.locator('[data-place="rows"]', { hasText: sex }).waitFor();
    assert.deepEqual(await inBuilder(page, (builder) => builder.value), before);
    assert.equal(await page.locator(".cv-app").evaluate((app) => getComputedStyle(app).direction), lang === "ar" ? "rtl" : "ltr");
  }
  for (const name of ["builder-fr", "builder-ar"]) assert.equal(files.filter((file) => file.endsWith(`/${name}.js`)).length, 1, name);
  assert.deepEqual(complaints, []);
});

test("a page registers the texts of its language at any time", async () => {
  const { page, complaints } = await opened(`<cellveil-builder src="${SRC}" rows="region"></cellveil-builder>${BUILDER}`, 'lang="nl"');
  await settled(page);
  await page.locator("cellveil-builder h2", { hasText: "Build a table" }).waitFor();
  await page.evaluate(async () => {
    const { registerWords } = await import(String("/cellveil/builder.js"));
    registerWords("nl", (/** @type {any} */ { counted, number }) => ({
      build: { title: "Tabel maken", add: "Toevoegen" },
      status: { built: (/** @type {number} */ count) => `${counted(count, { one: "# cel", other: "# cellen" })}.` },
      find: { title: "Rij zoeken" },
      quality: { changed: number(1) },
    }));
  });
  await page.locator("cellveil-builder h2", { hasText: "Tabel maken" }).waitFor();
  await page.locator('[data-part="add"]', { hasText: "Toevoegen" }).waitFor();
  assert.match(await page.locator("cellveil-builder").innerText(), /Columns/, "other texts are English");
  await inBuilder(page, (builder) => { builder.value = { rows: ["region"], columns: ["sex"] }; });
  await page.locator('[data-part="status"]', { hasText: /^33 cellen\.$/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test("builders share a cube, and the last one closes it", async () => {
  const { page, complaints, files } = await opened(`<cellveil-builder src="${SRC}" rows="region"></cellveil-builder><cellveil-builder src="${SRC}" rows="sex"></cellveil-builder>${BUILDER}`);
  await settled(page, 2);
  assert.equal(files.filter((file) => file === SRC).length, 1);
  assert.equal(await workersAfterSearch(page), 1);
  const closed = await page.evaluate(async () => {
    const all = /** @type {CellveilBuilder[]} */ ([...document.querySelectorAll("cellveil-builder")]);
    const { cube } = all[0];
    const asked = () => cube?.table({ rows: "sex" }).then(() => "open", (/** @type {any} */ { code }) => code);
    // A builder that moves in the page keeps its table.
    document.body.prepend(all[1]);
    const moved = all[1].table !== undefined;
    const states = [];
    for (const each of all) {
      each.remove();
      await new Promise((done) => setTimeout(done, 50));
      states.push(await asked());
    }
    return { moved, states, empty: all.every(({ childElementCount }) => childElementCount === 0) };
  });
  assert.deepEqual(closed, { moved: true, states: ["open", "closed"], empty: true });
  // A removed builder that returns opens the cube again.
  await page.evaluate((src) => {
    const builder = /** @type {CellveilBuilder} */ (document.createElement("cellveil-builder"));
    builder.src = src;
    document.body.append(builder);
  }, SRC);
  await page.locator('[data-part="table"] td').first().waitFor();
  assert.deepEqual(complaints, []);
});

test("the builder works in a shadow tree", async () => {
  const { page, complaints } = await opened(`<div id="host"></div>${BUILDER}<script>
    document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = '<cellveil-builder src="${SRC}" rows="region" columns="sex"></cellveil-builder>';
  </script>`);
  await page.locator('[data-part="table"] td').first().waitFor();
  assert.deepEqual(await figures(page), expected("--rows", "region", "--columns", "sex"));
  assert.equal(await page.locator(".cv-app").evaluate((app) => getComputedStyle(app).display), "grid", "the tree has the style");
  await page.locator('[data-part="table"] td').first().click();
  await page.locator('[data-part="drawer"]').getByText("Shown:").waitFor();
  await page.keyboard.press("Escape");
  await page.locator('[data-part="drawer"]').waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.querySelector("#host")?.shadowRoot?.activeElement?.localName), "td", "the focus returns to the figure");
  await page.locator('[data-part="add"]').click();
  await page.getByRole("searchbox").fill("student");
  await page.locator(`[data-variable="student"]`).click();
  await page.locator('[data-name="student"]').waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".cv-panel:popover-open").count(), 0);
  // The ways out of a refusal move the focus to the result.
  await inBuilder(page, (builder) => { builder.value = { rows: ["planet"] }; });
  await page.locator('[data-part="refusal"] button').first().click();
  await page.locator('[data-part="refusal"]').waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
});

test("under the documented policy, and in a sandboxed frame, every part of the builder works", async () => {
  const { page, complaints } = await listenedPage(browser);
  // The policy that docs/reference/builder.md names.
  const policy = `${STRICT}; img-src blob:`;
  assert.ok(readFileSync(path("docs/reference/builder.md"), "utf8").includes(policy));
  const html = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>A page</title>${BUILDER}<cellveil-builder src="${SRC}" rows="region" columns="sex"></cellveil-builder></html>`;
  await page.route("**/strict", (route) => route.fulfill({ contentType: "text/html", headers: { "Content-Security-Policy": policy }, body: html }));
  await page.route("**/framed", (route) => route.fulfill({ contentType: "text/html", body: '<!doctype html><html lang="en"><title>A frame</title><iframe title="Builder" src="/strict" sandbox="allow-scripts allow-downloads" width="1200" height="800"></iframe></html>' }));
  // A sandboxed frame has no origin.
  await page.route("**/{cellveil,cubes}/**", async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), "Access-Control-Allow-Origin": "*" } });
  });
  for (const address of ["strict", "framed"]) {
    await page.goto(`${server.url}${address}`);
    const at = address === "framed" ? page.frameLocator("iframe") : page;
    await at.locator('[data-part="table"] td').first().click();
    await at.locator('[data-part="explain"]').click();
    await at.locator('[data-part="drawer"]').getByText("certainly stands for").waitFor();
    await at.locator('[data-part="add"]').click();
    await at.locator('[data-variable="student"]').click();
    await at.locator('[data-name="student"]').waitFor();
    await at.locator('[data-part="figures"]').waitFor();
    // The list of variables stays open for the next one, and lies over the switches.
    await page.keyboard.press("Escape");
    await at.locator('[data-part="chart"]').selectOption("bar");
    await at.locator('[data-part="chart-figure"] svg').first().waitFor();
    await at.locator('[data-part="intervals"]').click();
    for (const [name, ending] of [["csv-shown", ".labels.csv"], ["png", ".png"], ["xlsx-shown", ".xlsx"]]) {
      const saved = page.waitForEvent("download");
      await at.locator('[data-part="save"]').click();
      await at.locator(`[data-save="${name}"]`).click();
      assert.ok((await saved).suggestedFilename().endsWith(ending), name);
    }
    // Browsers do not start workers in a page without an origin, and log a message.
    assert.deepEqual(complaints.filter((said) => !/Worker/.test(said)), [], address);
  }
});

test("an Excel file with several variables on columns has merged headings and the figures as shown", async () => {
  const { page, complaints } = await opened(`<cellveil-builder src="${SRC}" rows="region" columns="student,sex"></cellveil-builder>${BUILDER}`);
  await settled(page);
  const saved = page.waitForEvent("download");
  await page.locator('[data-part="save"]').click();
  await page.locator('[data-save="xlsx-shown"]').click();
  const sheet = member(readFileSync(await (await saved).path()), "xl/worksheets/sheet1.xml");
  assert.deepEqual([...sheet.matchAll(/<mergeCell ref="([^"]+)"/g)].map(([, cells]) => cells), ["B1:D1", "E1:G1", "H1:J1"]);
  const shown = (await figures(page)).map((figure) => Number(figure.replaceAll(",", "")));
  const values = [...sheet.matchAll(/<row r="(\d+)"[^]*?<\/row>/g)].filter(([, row]) => Number(row) > 2).flatMap(([row]) => [...row.matchAll(/<c r="(\w+)"(?![^>]*t="(?:s|str|inlineStr)")[^>]*><v>([^<]*)<\/v>/g)].map(([, , value]) => Number(value)));
  assert.deepEqual(values, shown);
  assert.deepEqual(complaints, []);
});

/** Returns the text of a file in a ZIP archive. @param {Buffer} archive @param {string} name */
function member(archive, name) {
  for (let at = archive.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; at = archive.indexOf("PK\x01\x02", at + 4, "latin1")) {
    const length = archive.readUInt16LE(at + 28);
    if (archive.toString("utf8", at + 46, at + 46 + length) !== name) continue;
    const start = archive.readUInt32LE(at + 42);
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const bytes = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    return (archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes).toString("utf8");
  }
  return assert.fail(`the archive has no ${name}`);
}
