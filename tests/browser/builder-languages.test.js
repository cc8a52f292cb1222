// The builder in other languages: its texts, direction, accessibility and room, and the files that it loads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./accessible.js";
import { handBack, listenedPage, setUp } from "./support.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

const { server, browser } = setUp();
const WIDE = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What a reader of each language reads. */
const LANGUAGES = {
  fr: { build: "Composer un tableau", add: "Ajouter", save: "Enregistrer", why: "Pourquoi ce chiffre", total: "Total", status: /^33 cases, en /, caption: "Effectif (person) par Region et Sex", method: /Chaque effectif est modifié/, csv: "CSV avec libellés" },
  ar: { build: "إنشاء جدول", add: "إضافة", save: "حفظ", why: "لماذا هذا الرقم", total: "المجموع", status: /^33 خلية، في /, caption: "العدد (person) حسب Region وSex", method: /يُغيَّر كل عدد/, csv: "CSV بالتسميات" },
  de: { build: "Tabelle erstellen", add: "Hinzufügen", save: "Speichern", why: "Warum dieser Wert", total: "Insgesamt", status: /^33 Zellen, erstellt in /, caption: "Anzahl (person) nach Region und Sex", method: /Jede Fallzahl wird um/, csv: "CSV mit Bezeichnungen" },
  es: { build: "Crear una tabla", add: "Añadir", save: "Guardar", why: "Por qué esta cifra", total: "Total", status: /^33 celdas, en /, caption: "Recuento (person) por Region y Sex", method: /Cada recuento se modifica/, csv: "CSV con etiquetas" },
};

/**
 * Opens a page in a language with a builder that fills the window.
 * @param {string} lang
 * @param {BrowserContextOptions} options
 * @param {(page: Page) => unknown} [prepare]
 */
async function opened(lang, options, prepare) {
  const listened = await listenedPage(browser, options);
  const { page } = listened;
  const body = `<!doctype html><html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>cellveil</title>
    <style>body { margin: 0 } h1 { position: absolute; clip-path: inset(50%) } cellveil-builder { display: block; block-size: 100vh }</style>
    <script type="module" src="/cellveil/builder.js"></script>
    <main><h1>cellveil</h1><cellveil-builder src="/cubes/census2011-teaching/cube.json" rows="region" columns="sex"></cellveil-builder></main></html>`;
  await page.route("**/a-page", (route) => route.fulfill({ contentType: "text/html", body }));
  await prepare?.(page);
  await page.goto(`${server.url}a-page`);
  await page.locator('[data-part="table"] td').first().waitFor();
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  return listened;
}

/** Texts without the marks that isolate names. @param {string | null} text */
const plain = (text) => (text ?? "").replace(/[\u2066-\u2069]/g, "").trim();

/** Whether the page scrolls, and the texts that their boxes cut. @param {Page} page */
const crowded = (page) => page.evaluate(() => {
  const { scrollWidth, clientWidth } = /** @type {Element} */ (document.scrollingElement);
  const cut = [...document.querySelectorAll("cellveil-builder :is(button, summary, h2, h3, p, legend)")].filter((each) => each.clientWidth > 1 && !each.closest(".cv-hidden") && !each.closest('[data-part="table"]') && each.scrollWidth > each.clientWidth + 1);
  return [...(scrollWidth > clientWidth ? ["the page scrolls"] : []), ...cut.map((each) => `${each.localName} ${each.className}: ${each.textContent?.slice(0, 60)}`)];
});

for (const [lang, said] of Object.entries(LANGUAGES)) {
  for (const [size, options] of /** @type {[string, BrowserContextOptions][]} */ ([["wide", WIDE], ["narrow", PHONE]])) {
    test(`in ${lang}, ${size}: all texts, without violations, and everything has room`, async () => {
      /** @type {string[]} */
      const files = [];
      const { page, complaints } = await opened(lang, options, (page) => page.on("request", (request) => files.push(new URL(request.url()).pathname.split("/").pop() ?? "")));
      const builder = page.locator("cellveil-builder");
      assert.equal(await builder.evaluate((element) => getComputedStyle(element).direction), lang === "ar" ? "rtl" : "ltr");
      assert.match(plain(await page.locator('[data-part="status"]').first().textContent()), said.status);
      assert.equal(plain(await builder.locator("caption").textContent()), said.caption);
      assert.match(plain(await page.locator('[data-part="notes"]').textContent()), said.method);
      assert.equal(plain(await builder.locator("tbody tr:last-child th").textContent()), said.total);
      assert.deepEqual(await crowded(page), []);
      await accessible(page, "the table");
      // The texts of the parts that load later are in the language's file, too.
      await builder.locator("td").first().click();
      await builder.getByRole("heading", { name: said.why }).waitFor();
      assert.deepEqual(await crowded(page), []);
      await accessible(page, "a figure explained");
      await page.keyboard.press("Escape");
      await builder.getByRole("button", { name: said.save, exact: true }).click();
      await builder.getByText(said.csv).waitFor();
      assert.deepEqual(await crowded(page), []);
      await accessible(page, "the menu");
      await page.keyboard.press("Escape");
      if (options === PHONE) await builder.getByRole("button", { name: said.build, exact: true }).first().click();
      await builder.getByRole("button", { name: said.add }).first().click();
      assert.deepEqual(await crowded(page), []);
      await accessible(page, "the list of variables");
      assert.deepEqual(files.filter((file) => /^builder-..\.js$/.test(file)), [`builder-${lang}.js`], "one language loads");
      assert.deepEqual(complaints, []);
      await handBack(page);
    });
  }
}

test("a page in English loads no other language, and a page whose language fails to load is in English", async () => {
  /** @type {string[]} */
  const files = [];
  const { page: english } = await opened("en", WIDE, (page) => page.on("request", (request) => files.push(request.url())));
  assert.deepEqual(files.filter((file) => /builder-..\.js|languages/.test(file)), []);
  await handBack(english);
  const { page } = await opened("fr", WIDE, (page) => page.route("**/builder-fr.js", (route) => route.abort()));
  await page.getByRole("button", { name: "Add" }).first().waitFor();
  assert.match(plain(await page.locator("caption").textContent()), /^Persons by Region and Sex|^Persons by Region et Sex/);
});

test("a builder follows its page to another language", async () => {
  const { page } = await opened("en", WIDE);
  await page.evaluate(() => { document.documentElement.lang = "de"; });
  await page.getByRole("button", { name: LANGUAGES.de.add }).first().waitFor();
  assert.equal(await page.locator("tbody tr:last-child th").textContent(), "Insgesamt");
  // A slow language does not replace the one that the page has now.
  await page.route("**/builder-es.js", async (route) => {
    await new Promise((go) => setTimeout(go, 400));
    await route.continue();
  });
  await page.evaluate(() => { document.documentElement.lang = "es"; });
  await page.evaluate(() => { document.documentElement.lang = "en"; });
  await page.waitForTimeout(900);
  assert.equal(await page.locator("tbody tr:last-child th").textContent(), "Total");
  await page.getByRole("button", { name: "Add" }).first().waitFor({ timeout: 2000 });
});
