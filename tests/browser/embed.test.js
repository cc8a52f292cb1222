// The page "Embed" shows the element and lines to copy. The copied lines work.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible } from "./accessible.js";
import { STRICT } from "./hosts/server.js";
import { commandLine, listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

/** The types come from the source, because tsc cannot follow a computed path. @type {typeof import("../../www/prerender/prerender.js")} */
const { prerender } = await import(String(path("pkg/js/prerender.js")));

const { server, browser } = setUp();

/** @param {Page} page */
const drawn = (page) => page.waitForFunction(() => document.querySelectorAll("cellveil-table:not([aria-busy]) table").length === 4);

/** @param {Page} page @param {string} [within] */
const figures = (page, within = "#live") => page.locator(`${within} td.cellveil-value`).allTextContents();

/** @param {...string} query */
const expected = (...query) => commandLine("site/cubes/census2011-teaching", ...query).trim().split("\n").slice(1).map((line) => Number(line.split(",").at(-2)).toLocaleString("en-GB"));

test("choices change the table, the lines to copy and the address", async () => {
  // During a transition, measured colours would not be final.
  const { page, complaints } = await listenedPage(browser, { reducedMotion: "reduce" });
  await page.goto(`${server.url}embed.html#cube=census2011-teaching&rows=region&columns=sex`);
  await drawn(page);
  assert.deepEqual(await figures(page), expected("--rows", "region", "--columns", "sex"));
  assert.equal(page.workers().length, 1, "four tables and the controls share one worker");
  // The three languages differ with each dataset.
  assert.deepEqual(await page.locator("#languages tbody tr:first-child th").allTextContents(), ["Old Town", "Vieille Ville", "المدينة القديمة"]);
  assert.deepEqual((await page.locator("#languages thead").allTextContents()).map((text) => text.replace(/\s+/g, " ").trim()), ["DistrictCount (person)", "SecteurEffectif (personne)", "المنطقةالعدد (شخص)"]);
  assert.ok(await page.locator("#languages .cellveil-scroll").evaluateAll((all) => all.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)), "none is cut");
  await accessible(page);
  await page.getByLabel("Rows", { exact: true }).selectOption("age:band");
  await page.getByLabel("Inner columns").selectOption("student");
  await page.getByLabel("Show totals").uncheck();
  await page.getByLabel("Look").selectOption("banner");
  await drawn(page);
  assert.deepEqual(await figures(page), expected("--rows", "age:band", "--columns", "sex,student", "--no-totals"));
  assert.equal(new URL(page.url()).hash, "#cube=census2011-teaching&rows=age:band&columns=sex,student&totals=no&look=banner");
  assert.match(await page.locator("#html").innerText(), /src="cubes\/census2011-teaching\/cube.json"\s+rows="age:band"\s+columns="sex,student"\s+no-totals\s+class="banner">/);
  assert.match(await page.locator("#css").innerText(), /^cellveil-table\.banner \{\n {2}--cellveil-head-background: /);
  await accessible(page);
  await page.getByLabel("Language", { exact: true }).selectOption("ar");
  await drawn(page);
  assert.match(await page.locator("#html").innerText(), /lang="ar"\s+dir="rtl"/);
  assert.equal(await page.locator("#live .cellveil-scroll").evaluate((element) => getComputedStyle(element).direction), "rtl");
  await page.emulateMedia({ colorScheme: "dark" });
  await accessible(page);
  await page.getByRole("button", { name: "Start again" }).click();
  await drawn(page);
  assert.deepEqual(complaints, []);
});

test("the page writes the table that cellveil prerender writes", async () => {
  const { page, complaints } = await listenedPage(browser);
  const html = () => page.locator("#html").innerText();
  await page.goto(`${server.url}embed.html#cube=census2011-teaching&rows=region&columns=sex`);
  await drawn(page);
  assert.doesNotMatch(await html(), /<td/);
  await page.getByLabel("Write the table between the tags").check();
  for (const language of ["en", "fr", "ar"]) {
    await page.getByLabel("Language", { exact: true }).selectOption(language);
    await page.waitForFunction((language) => document.querySelector("#html")?.textContent?.includes("<td") && document.querySelector("#live cellveil-table")?.getAttribute("lang") === language, language);
    await drawn(page);
    const written = await html();
    assert.match(written, /^<link rel="stylesheet" href="cellveil\/element\.css">\n<script/);
    // The mark declares UTF-8. Otherwise the letters beyond ASCII would be numbers.
    const plain = `\uFEFF${written.replace(/<div class="cellveil-scroll"[^]*<\/div>(?=<\/cellveil-table>)/, "")}`;
    assert.equal((await prerender(plain, { url: `${server.url}page.html` })).html, `\uFEFF${written}`);
  }
  await accessible(page);
  await page.getByLabel("The builder").check();
  assert.doesNotMatch(await html(), /<td/);
  assert.equal(await page.getByLabel("Write the table between the tags").isDisabled(), true);
  assert.deepEqual(complaints, []);
});

test("the copied lines work in a page with the copied policy", async () => {
  const { page, complaints } = await listenedPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${server.url}embed.html#cube=census2011-teaching&rows=region&columns=sex&filter=student=1&filter=health=1,2`);
  await drawn(page);
  const wanted = expected("--rows", "region", "--columns", "sex", "--filter", "student=1", "--filter", "health=1,2");
  assert.deepEqual(await figures(page), wanted);
  /** @param {string} name */
  const copied = async (name) => {
    await page.locator("#status:empty").waitFor({ state: "attached" });
    await page.getByRole("button", { name }).click();
    await page.locator("#status").getByText("Copied").waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const html = await copied("Copy the HTML");
  const policy = await copied("Copy the policy");
  assert.equal(policy, STRICT);
  assert.ok(readFileSync(path("docs/reference/element.md"), "utf8").includes(policy), "the documentation says the same");
  await page.route("**/copied.html", (route) => route.fulfill({ contentType: "text/html", headers: { "Content-Security-Policy": policy }, body: `<!doctype html><title>Copied</title>${html}` }));
  await page.goto(`${server.url}copied.html`);
  await page.locator("cellveil-table table").waitFor();
  assert.deepEqual(await figures(page, "cellveil-table"), wanted);
  assert.deepEqual(complaints, []);
});

test("the builder has the same choice, and its copied lines work with the copied policy", async () => {
  const { page, complaints } = await listenedPage(browser, { reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${server.url}embed.html#cube=census2011-teaching&rows=region&columns=sex&filter=student=1&look=airy`);
  await drawn(page);
  const wanted = expected("--rows", "region", "--columns", "sex", "--filter", "student=1", "--no-totals");
  /** @param {string} within */
  const built = async (within) => {
    await page.locator(`${within} [data-part=table] td`).first().waitFor();
    return page.locator(`${within} [data-part=table] tbody:not([aria-hidden]) td`).allTextContents();
  };
  await page.getByLabel("The builder").check();
  // The builder has a control of this name too.
  await page.locator("#totals").uncheck();
  assert.deepEqual(await built("#live"), wanted);
  assert.equal(new URL(page.url()).hash, "#cube=census2011-teaching&rows=region&columns=sex&filter=student=1&totals=no&element=builder");
  assert.equal(await page.getByLabel("Look").isDisabled(), true);
  assert.equal(await page.locator("#css-section").isVisible(), false);
  assert.equal(page.workers().length, 1, "the builder shares the worker of the tables");
  await accessible(page);
  // The address has the choice.
  await page.reload();
  assert.deepEqual(await built("#live"), wanted);
  assert.equal(await page.getByLabel("The builder").isChecked(), true);
  await page.locator("#copy-html").click();
  await page.locator("#status").getByText("Copied").waitFor();
  const html = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(html, /^<script type="module" src="cellveil\/builder\.js"><\/script>\n<cellveil-builder src="cubes\/census2011-teaching\/cube\.json"\n {18}rows="region"\n/);
  await page.route("**/copied.html", (route) => route.fulfill({ contentType: "text/html", headers: { "Content-Security-Policy": STRICT }, body: `<!doctype html><title>Copied</title>${html}` }));
  await page.goto(`${server.url}copied.html`);
  assert.deepEqual(await built("cellveil-builder"), wanted);
  // For a sealed cube, only the finished table needs an attribute.
  await page.goto(`${server.url}embed.html#cube=census2011-teaching-sealed&rows=region&filter=age=1,2&element=builder`);
  await page.reload();
  await built("#live");
  assert.doesNotMatch(await page.locator("#html").innerText(), /areas=/);
  await page.getByLabel("A finished table").check();
  await drawn(page);
  assert.equal(await page.locator("#live cellveil-builder").count(), 0);
  assert.match(await page.locator("#html").innerText(), /<cellveil-table [^>]*areas="blocks"/);
  assert.deepEqual(complaints, []);
});

test("the example of the builder's reference works as a page", async () => {
  const [, example] = /```html\n([^]*?)```/.exec(readFileSync(path("docs/reference/builder.md"), "utf8")) ?? [];
  const { page, complaints } = await listenedPage(browser);
  await page.route("**/example.html", (route) => route.fulfill({ contentType: "text/html", headers: { "Content-Security-Policy": STRICT }, body: example.replace("cube/cube.json", "cubes/census2011-teaching/cube.json") }));
  await page.goto(`${server.url}example.html`);
  await page.locator("[data-part=table] td").first().waitFor();
  assert.deepEqual(await page.locator("[data-part=table] tbody:not([aria-hidden]) td").allTextContents(), expected("--rows", "region", "--columns", "sex"));
  // The second example gives the builder a list of datasets.
  const [, script] = /```js\n([^]*?)```/.exec(readFileSync(path("docs/reference/builder.md"), "utf8")) ?? [];
  const local = script.replaceAll("./cellveil/", `${server.url}cellveil/`).replace("census/cube.json", "cubes/census2011-teaching/cube.json").replace("health/cube.json", "cubes/hypercube/cube.json");
  await page.route("**/datasets.html", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Datasets</title><body><script type="module">${local}</script>` }));
  await page.goto(`${server.url}datasets.html`);
  await page.locator("[data-part=table] td").first().waitFor();
  assert.deepEqual(await page.locator("[data-part=dataset] option").evaluateAll((all) => all.map((each) => /** @type {HTMLOptionElement} */ (each).value)), ["census", "health"]);
  await page.locator("[data-part=dataset]").selectOption("health");
  await page.locator("[data-part=status]").getByText(/figures|cells/).first().waitFor();
  assert.deepEqual(complaints, []);
});

test("a workbench address gives the same figures in the page and by the copied lines", async () => {
  const { page, complaints } = await listenedPage(browser);
  const hash = "#cube=census2011-teaching&wafer=health&rows=region,age:band&columns=sex&filter=student=1&group=region,North,E12000001,E12000002&group=region,%22South,%20all%22,E12000008&totals=no&method=rounding5&percent=row";
  await page.goto(`${server.url}embed.html${hash}`);
  await drawn(page);
  const wanted = expected("--rows", "health,region,age:band", "--columns", "sex", "--filter", "student=1", "--group", "region:North=E12000001,E12000002", "--group", "region:South=E12000008", "--no-totals", "--method", "rounding5");
  assert.deepEqual(await figures(page), wanted);
  const html = await page.locator("#html").innerText();
  assert.match(html, /groups="region:North=E12000001,E12000002;region:&quot;South, all&quot;=E12000008"\s+method="rounding5"\s+no-totals>/);
  await page.route("**/copied.html", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Copied</title>${html}` }));
  const own = page.url();
  await page.goto(`${server.url}copied.html`);
  await page.locator("cellveil-table table").waitFor();
  assert.deepEqual(await figures(page, "cellveil-table"), wanted);
  // The workbench reads the page's address.
  await page.goto(own);
  await drawn(page);
  assert.deepEqual(await figures(page), wanted);
  // For cells that a sealed cube does not publish, the element shows sums of published cells.
  await page.goto(`${server.url}embed.html#cube=census2011-teaching-sealed&rows=region&filter=age=1,2`);
  await page.reload();
  await drawn(page);
  assert.match(await page.locator("#html").innerText(), /filter="age=1,2"\s+areas="blocks">/);
  assert.match(await page.locator("#live .cellveil-sums").innerText(), /sums of published figures/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("the page explains unknown addresses and datasets that do not open", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}embed.html#cube=%3Cscript%3E&rows=nothing,sex,sex:x&columns=sex&lang=xx&look=__proto__`);
  await drawn(page);
  assert.equal(await page.locator("#error").isVisible(), false);
  assert.deepEqual(complaints, []);
  await page.route("**/census2011-teaching/cube.json", (route) => route.fulfill({ body: "{}" }));
  await page.goto(`${server.url}embed.html#cube=census2011-teaching`);
  await page.reload();
  await page.getByRole("alert").getByText("did not open").first().waitFor();
  await page.getByLabel("Dataset").selectOption("hypercube");
  await drawn(page);
  assert.equal(await page.locator("#error").isVisible(), false);
});

test("on a phone nothing is wider than the screen", async () => {
  const { page } = await listenedPage(browser, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto(`${server.url}embed.html#cube=hypercube&rows=region,sex&columns=education,citizenship`);
  await drawn(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await accessible(page);
});

test("the page looks as its copied lines do", async () => {
  const { LOOKS } = await import("../../www/site/pages/embed/snippet.js");
  const css = readFileSync(path("www/site/pages/embed/embed.css"), "utf8");
  for (const [name, properties] of Object.entries(LOOKS)) {
    assert.ok(css.includes(`cellveil-table.${name} { ${properties.map(([name, value]) => `${name}: ${value};`).join(" ")} }`), name);
  }
});
