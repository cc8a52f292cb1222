// The element in three languages, for screen readers, in print, and with styles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, CENSUS, page, put, server, setAttributes, shown, styleOf, told } from "./element-support.js";
import { workersAfterSearch } from "./support.js";

/** @import { CellveilTable } from "./element-support.js" */

test("labels, words, numbers and direction follow English, French and Arabic", async () => {
  await put(`<cellveil-table src="mini/cube.json" rows="district" columns="sex"></cellveil-table>`);
  await told();
  const english = await shown();
  assert.equal(english.caption, "People of a small island: District by Sex");
  assert.deepEqual(english.figures.slice(0, 3), ["1,000", "1,000", "2,000"]);
  assert.deepEqual(english.legend, ["[c]confidential: withheld, to protect the people it would describe"]);
  assert.match(english.method ?? "", /^Counts below 10/);
  assert.deepEqual([english.source, english.licence, english.direction], ["Source: An invented register (2025)", "Licence: CC0", "ltr"]);
  // The page's language changes; the element's attributes do not.
  await page.evaluate(() => (document.documentElement.lang = "fr"));
  assert.deepEqual(await told(), [["cellveil-change", "4x3"]]);
  const french = await shown();
  assert.equal(french.caption, "Habitants d’une petite île\u00a0: Arrondissement par Sexe");
  assert.deepEqual(french.figures.slice(0, 3), ["1\u202f000", "1\u202f000", "2\u202f000"]);
  assert.ok(french.heads.includes("Total") && french.heads.includes("Homme"));
  assert.match(french.legend[0] ?? "", /^\[c\]confidentiel/);
  assert.match(french.method ?? "", /^Les effectifs inférieurs à 10, zéro compris, sont masqués/);
  assert.equal(french.source, "Source\u00a0: An invented register (2025)");
  // The element's language runs from right to left, the page's from left to right.
  await setAttributes({ lang: "ar-EG" });
  await told();
  const arabic = await shown();
  assert.equal(arabic.caption, "\u2068سكان جزيرة صغيرة\u2069: \u2068الحي\u2069 حسب \u2068الجنس\u2069");
  assert.deepEqual(arabic.figures.slice(0, 2), ["١٬٠٠٠", "١٬٠٠٠"]);
  assert.ok(arabic.heads.includes("المجموع") && !arabic.heads.includes("Total"));
  assert.match(arabic.legend[0] ?? "", /^\[c\]سري/);
  assert.match(arabic.method ?? "", /^تُحجب الأعداد الأقل من ١٠/);
  assert.equal(arabic.direction, "rtl");
  // The direction of shorthand and brackets stays unchanged.
  const isolated = await page.evaluate(() => {
    const style = (/** @type {string} */ css) => getComputedStyle(/** @type {Element} */ (document.querySelector(`cellveil-table ${css}`)));
    return [style("abbr").direction, style("abbr").unicodeBidi, style("tbody th").unicodeBidi, style("td.cellveil-value").textAlign, style("td.cellveil-value").unicodeBidi, style("thead tr:last-child th").textAlign];
  });
  assert.deepEqual(isolated, ["ltr", "isolate", "plaintext", "right", "plaintext", "right"], "units below units, a minus before its number, whichever way the table runs");
  // Notes start at the table's edge, although the page has the opposite direction.
  const [table, note] = await page.$$eval("cellveil-table :is(table, .cellveil-notes)", (all) => all.map((each) => each.getBoundingClientRect().right));
  assert.equal(table, note);
  await accessible();
  // For a language without words the element uses English with the page's numbers.
  await setAttributes({ lang: "nl" });
  await told();
  const dutch = await shown();
  assert.deepEqual([dutch.caption, dutch.figures[0], dutch.direction], ["People of a small island: District by Sex", "1.000", "ltr"]);
  // German has words here, and the cube has no German labels.
  await setAttributes({ lang: "de" });
  await told();
  const german = await shown();
  assert.deepEqual([german.caption, german.figures[0]], ["People of a small island: District nach Sex", "1.000"]);
  assert.match(german.legend[0] ?? "", /^\[c\]vertraulich/);
  assert.match(german.method ?? "", /^Fallzahlen unter 10, auch null, werden gesperrt/);
  // English text is marked as English in a page from right to left, so its full stop stays at the end.
  await setAttributes({ lang: "he" });
  await told();
  assert.equal((await shown()).direction, "rtl");
  for (const css of [".cellveil-method", ".cellveil-meaning"]) {
    assert.deepEqual(await page.$eval(css, (element) => [element.getAttribute("lang"), getComputedStyle(element).direction, getComputedStyle(element).textAlign]), ["en", "ltr", "right"]);
  }
  assert.deepEqual(await styleOf(".cellveil-source", "direction"), ["ltr"]);
  await setAttributes({ lang: "no such language" });
  await told();
  assert.deepEqual([(await shown()).caption, (await shown()).figures[0]], [dutch.caption, "1,000"]);
});

test("two languages on a page open a cube each and share one worker", async () => {
  await put(["fr", "ar", "fr"].map((lang) => `<cellveil-table lang="${lang}" src="mini/cube.json" rows="district"></cellveil-table>`).join(""));
  await told(3);
  assert.deepEqual(await page.$$eval("cellveil-table tbody th:first-child", (heads) => heads.map((head) => head.textContent).filter((_, place) => place % 4 === 0)), ["Nord", "الشمال", "Nord"]);
  assert.equal(await workersAfterSearch(page), 1);
  const shares = await page.$$eval("cellveil-table", (elements) => {
    const [first, second, third] = /** @type {CellveilTable[]} */ (elements).map(({ cube }) => cube);
    return [first === second, first === third];
  });
  assert.deepEqual(shares, [false, true]);
});

test("a screen reader gets caption, headers and cells in order, and a wide table scrolls by keyboard", async () => {
  await put(`<cellveil-table src="${CENSUS}" rows="sex" columns="student" method="suppress10" filter="region=W92000004;age=1"></cellveil-table>`);
  await told();
  const snapshot = await page.locator("cellveil-table").ariaSnapshot();
  const names = [...snapshot.matchAll(/- (caption|columnheader|rowheader|cell|term|definition|region)(?: "([^"]*)")?(?:: (.*))?/g)].map(([, role, name, text]) => `${role} ${name ?? text ?? ""}`.trim());
  const places = [/^caption|^columnheader Sex/, /columnheader Student/, /columnheader (Yes|No)/, /rowheader Male/, /cell/, /rowheader Female/, /rowheader Total/].map((wanted) => names.findIndex((name) => wanted.test(name)));
  assert.ok(places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1])), snapshot);
  assert.match(snapshot, /table "Census 2011, England and Wales: teaching sample: Sex by Student/);
  assert.equal(await page.locator("[tabindex]").count(), 0, "nothing to scroll, nothing to stop at");
  await setAttributes({ rows: "region", columns: "religion,sex", filter: null, method: null });
  await told();
  const region = page.getByRole("group", { name: /Region by Religion, Sex$/ });
  await region.waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await region.evaluate((element) => element === document.activeElement), true);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /** @type {Element} */ (document.activeElement).scrollLeft > 0);
  await accessible();
  await page.emulateMedia({ media: "print" });
  assert.equal(await region.evaluate((element) => getComputedStyle(element).overflowX), "visible");
});

test("the element works without its style and in a shadow tree", async () => {
  await put(`<cellveil-table unstyled src="${CENSUS}" rows="sex"></cellveil-table><div id="host"></div>`);
  await told();
  assert.equal(await page.$eval("cellveil-table", (element) => getComputedStyle(element).display), "inline");
  await page.evaluate((src) => {
    const root = document.querySelector("#host")?.attachShadow({ mode: "open" });
    if (root) root.innerHTML = `<cellveil-table src="${src}" rows="sex"></cellveil-table>`;
  }, CENSUS);
  const inner = page.locator("#host cellveil-table");
  await inner.locator("table").waitFor();
  assert.equal(await inner.evaluate((element) => getComputedStyle(element).display), "block");
  // The shadow tree uses the language of its host.
  await page.$eval("#host", (host) => { host.setAttribute("lang", "ar"); });
  await inner.evaluate((element) => /** @type {CellveilTable} */ (element).refresh());
  assert.ok((await inner.locator("th").allTextContents()).includes("المجموع"));
  assert.equal(await inner.locator(".cellveil-scroll").evaluate((element) => getComputedStyle(element).direction), "rtl");
  // A direction that the page sets later applies.
  await inner.evaluate((element) => { element.setAttribute("dir", "ltr"); });
  await page.waitForFunction(() => {
    const region = document.querySelector("#host")?.shadowRoot?.querySelector(".cellveil-scroll");
    return region && getComputedStyle(region).direction === "ltr";
  });
});

test("the page's styles hide the element, size its title and set its font in any mode", async () => {
  await put(`<cellveil-table src="${CENSUS}" rows="region" columns="religion,sex"></cellveil-table>`);
  await told();
  assert.deepEqual(await styleOf(".cellveil-title", "font-size", "font-weight"), ["17.6px", "600"]);
  await page.evaluate(() => document.querySelector("cellveil-table")?.setAttribute("style", "inline-size: 250px; --cellveil-title-font: italic 400 20px serif"));
  assert.deepEqual(await styleOf(".cellveil-title", "font-size", "font-weight", "font-style"), ["20px", "400", "italic"]);
  await page.waitForFunction(() => (document.querySelector(".cellveil-title")?.getBoundingClientRect().width ?? Infinity) <= 250);
  // The scroll position stays when the figures change.
  await page.$eval(".cellveil-scroll", (region) => { region.scrollLeft = 120; });
  await setAttributes({ filter: "student=1" });
  await told();
  assert.equal(await page.$eval(".cellveil-scroll", (region) => region.scrollLeft), 120);
  await setAttributes({ hidden: "" });
  assert.deepEqual(await styleOf("cellveil-table", "display"), ["none"]);
  // Without a doctype tables do not inherit the page's font.
  await page.route("**/old.html", (route) => route.fulfill({ contentType: "text/html", body: '<title>Old</title><link rel="icon" href="data:,"><style>body { font: 20px serif }</style><main></main>' }));
  await page.goto(`${server.url}old.html`);
  await put(`<cellveil-table src="${CENSUS}" rows="sex"></cellveil-table>`);
  await told();
  assert.deepEqual([await page.evaluate(() => document.compatMode), ...(await styleOf("td.cellveil-value", "font-size"))], ["BackCompat", "20px"]);
});

test("axe finds no violation in light and dark, wide and narrow", async () => {
  await put(`<cellveil-table src="mini/cube.json" rows="district" columns="sex"></cellveil-table>`);
  await told();
  for (const [scheme, width] of /** @type {const} */ ([["light", 1280], ["dark", 1280], ["light", 390]])) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => (document.documentElement.style.colorScheme = "light dark"));
    await accessible();
  }
});
