// Tables that are built by clicks show the reference figures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { TABLE, add, alerted, clearChips, commandLine, downloaded, figures, figuresOf, handBack, headings, listed, listenedPage, openAdd, openChip, press, receiptOf, setUp, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */


const CENSUS = "site/cubes/census2011-teaching";
const HYPERCUBE = "site/cubes/hypercube";
const SEALED = "site/cubes/hypercube-sealed";

const { server, browser } = setUp();

/** Opens the drawer about the table and its dataset. @param {Page} page */
async function openAbout(page) {
  await page.locator("[data-part=about]").click();
  await page.locator("[data-part=drawer] [data-part=data]").waitFor();
}

/** Waits until the builder shows a dataset. @param {Page} page @param {string} title how it starts */
const datasetShown = (page, title) => page.waitForFunction((title) => document.querySelector(".cv-title")?.textContent?.startsWith(title), title);

test("the first table appears without a click, without a worker, under the page's policy", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(server.url);
  await tableBy(page, ["Region"]);
  const drawn = await page.evaluate(() => performance.now());
  console.log(`first table, cold page: ${Math.round(drawn)} ms after navigation started`);
  assert.equal(page.workers().length, 0, "a small table needs no worker");
  assert.match(await page.locator("[data-part=status]").innerText(), /^[\d,]+ cells(, [\d,]+ withheld)?, built in [\d,.]+ m?s\.$/);
  assert.match(await page.locator("[data-part=notes]").innerText(), /random amount/);
  assert.match(await page.locator(".cv-attribution").innerText(), /Office for National Statistics.*Open Government Licence/);
  await openAbout(page);
  assert.match(await page.locator("[data-part=data]").innerText(), /sample of 10,000 persons/);
  // The list contains the titles of all cubes after they are loaded.
  await page.waitForFunction(() => /** @type {HTMLSelectElement} */ (document.querySelector("[data-part=dataset]")).textContent?.includes("Tidewell, an invented town, sealed (sealed)"));
  const names = await page.locator("[data-part=dataset] option").allTextContents();
  assert.deepEqual(names, [
    "Census 2011, England and Wales: teaching sample (keyed)", "Census 2011, England and Wales: teaching sample, sealed (sealed)",
    "Census 2011, England and Wales: teaching sample, records swapped (keyed)",
    "Synthetic hypercube of 1.5 million persons (keyed)", "Synthetic hypercube, sealed (sealed)",
    "Synthetic hypercube with record keys, 1.5 million persons (keyed)", "Synthetic hypercube with record keys, records swapped (keyed)",
    "Synthetic hypercube with record keys, cells perturbed (keyed)", "Synthetic hypercube with record keys, cells rounded (keyed)",
    "Tidewell, an invented town (keyed)", "Tidewell, an invented town, sealed (sealed)",
  ]);
  assert.deepEqual(complaints, []);
});

test("the workbench and the element name the steps before tabulation", async () => {
  const { page, complaints } = await listenedPage(browser);
  const words = /^Records were swapped before tabulation: similar records exchanged places\. [\d.]+% of the records moved\.$/;
  await page.goto(`${server.url}#cube=census2011-teaching-swapped&rows=region&columns=sex`);
  await tableBy(page, ["Region"], "Sex");
  await openAbout(page);
  assert.match(await page.locator("[data-part=steps]").innerText(), words);
  await page.goto(`${server.url}#cube=census2011-teaching&rows=region&columns=sex`);
  await page.waitForFunction(() => document.querySelectorAll("[data-part=steps]").length === 0);
  await page.evaluate(async () => {
    document.querySelector("main")?.insertAdjacentHTML("beforeend", '<cellveil-table src="cubes/census2011-teaching-swapped/cube.json" rows="sex" method="none"></cellveil-table>');
    await import(String("/cellveil/element.js"));
  });
  await page.locator("cellveil-table td").first().waitFor();
  assert.match(await page.locator(".cellveil-pretabular").innerText(), words);
  assert.deepEqual(complaints, []);
});

test("a rare method loads the full core and gives the command line's figures", async () => {
  const { page, complaints } = await listenedPage(browser);
  /** @type {string[]} */
  const cores = [];
  page.context().on("request", (request) => cores.push(...(/cellveil(?:_full|_scalar)?_bg\.wasm/.exec(request.url()) ?? [])));
  await page.goto(`${server.url}#cube=census2011-teaching&rows=age&columns=religion`);
  await tableBy(page, ["Age"], "Religion");
  const of = (/** @type {string} */ method) =>
    figuresOf(commandLine(CENSUS, "--rows", "age", "--columns", "religion", "--method", method));
  assert.deepEqual(await figures(page), of("default"));
  assert.deepEqual(cores, ["cellveil_bg.wasm"]);
  for (const method of ["small-cell", "zeros", "matrix", "ten-five", "small-cell-sums", "default"]) {
    await page.locator("[data-part=method]").selectOption(method);
    const expected = of(method);
    await page.waitForFunction((expected) => {
      const cells = [...document.querySelectorAll("[data-part=table]:not([aria-busy]) tbody td")];
      return cells.map((cell) => cell.textContent).join("|") === expected;
    }, expected.join("|"));
    const text = await page.locator("[data-part=notes]").innerText();
    assert.match(text, /\w/, method);
  }
  assert.deepEqual(cores, ["cellveil_bg.wasm", "cellveil_full_bg.wasm"]);
  assert.deepEqual(complaints, []);
});

test("a table of the hypercube built by clicks equals the ONS package's, and its totals and file the command line's", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(server.url);
  await tableBy(page, ["Region"]);
  await page.locator("[data-part=dataset]").selectOption("hypercube");
  await datasetShown(page, "Synthetic");
  await clearChips(page);
  await add(page, "Rows", "Age");
  await add(page, "Columns", "Education");
  await tableBy(page, ["Age"], "Education");

  const shown = await figures(page);
  const { rows, columns } = await headings(page);
  assert.deepEqual(columns, [...Array.from({ length: 9 }, (_, level) => `Education level ${level + 1}`), "Total"]);
  assert.deepEqual([rows.length, rows[0], rows[20], rows[21]], [22, "0 to 4", "100 and over", "Total"]);
  const reference = readFileSync(path("tests/data/ons/rand_t3_age_education_thr0.csv"), "utf8").trim().split("\n").slice(1);
  assert.equal(reference.length, 21 * 9);
  for (const line of reference) {
    const fields = line.split(",");
    const [age, education, count] = [Number(fields[0]), Number(fields[1]), Number(fields[fields.length - 1])];
    assert.equal(shown[age * 10 + education], count.toLocaleString("en-GB"), `age ${age}, education ${education}`);
  }
  const expected = commandLine(HYPERCUBE, "--rows", "age", "--columns", "education");
  assert.deepEqual(shown, figuresOf(expected));
  const file = await downloaded(page);
  assert.equal(file.text, expected);
  assert.match(file.name, /^hypercube_age_by_education\.csv$/);

  // A hint shows that the table continues outside the visible region.
  const edges = () => page.locator("[data-part=table]").evaluate((region) => [region.classList.contains("cv-more"), region.classList.contains("cv-below")]);
  assert.deepEqual(await edges(), [true, true]);
  await page.locator("[data-part=table]").evaluate((region) => region.scrollTo(region.scrollWidth, region.scrollHeight));
  await page.waitForFunction(() => !document.querySelector(".cv-table.cv-more, .cv-table.cv-below"));

  // Another method suppresses small figures and explains the shorthand.
  await page.locator("[data-part=method]").selectOption("threshold10");
  await page.locator(".cv-legend").waitFor();
  await tableBy(page, ["Age"], "Education");
  const withheld = commandLine(HYPERCUBE, "--rows", "age", "--columns", "education", "--method", "threshold10");
  assert.deepEqual(await figures(page), figuresOf(withheld));
  assert.ok(figuresOf(withheld).includes("[c]"), "some are withheld");
  assert.match(await page.locator("[data-part=status]").innerText(), /withheld, built in/);
  assert.match(await page.locator(".cv-legend").innerText(), /\[c\]\s+confidential: withheld/);
  assert.match(await page.locator("[data-part=notes]").innerText(), /below 10/);
  assert.equal((await downloaded(page)).text, withheld);
  assert.deepEqual(complaints, []);
});

test("levels, filters, nested variables and no totals of the census survive a reload", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(server.url);
  await tableBy(page, ["Region"]);
  await clearChips(page);
  await page.waitForFunction(() => document.querySelector("[data-part=status]")?.textContent?.includes("Add a variable"));
  await add(page, "Rows", "Country", "Age");
  await add(page, "Columns", "Sex");
  await tableBy(page, ["Country", "Age"], "Sex");
  assert.deepEqual(await figures(page), figuresOf(commandLine(CENSUS, "--rows", "region:country,age", "--columns", "sex")));

  // One filter is on a variable that is also an axis, and one is on another variable.
  const sex = await openChip(page, "Sex", "columns");
  await sex.getByText("Categories", { exact: true }).click();
  await sex.getByLabel("Female", { exact: true }).check();
  await page.keyboard.press("Escape");
  await openAdd(page, "Filters");
  await listed(page, "Region").click();
  const region = page.getByRole("group", { name: "Categories of Region to include" });
  for (const name of ["London", "Wales"]) await region.getByLabel(name, { exact: true }).check();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".cv-table caption")?.textContent?.includes("London or Wales"));
  await tableBy(page, ["Country", "Age"], "Sex");
  const query = ["--rows", "region:country,age", "--columns", "sex", "--filter", "sex=2", "--filter", "region=E12000007,W92000004"];
  const expected = commandLine(CENSUS, ...query);
  assert.deepEqual(await figures(page), figuresOf(expected));
  assert.deepEqual((await headings(page)).columns, ["Female", "Total"]);
  assert.equal((await downloaded(page)).text, expected);

  await page.getByLabel("Show totals").uncheck();
  await page.waitForFunction(() => ![...document.querySelectorAll("[data-part=table] th")].some((each) => each.textContent === "Total"));
  await tableBy(page, ["Country", "Age"], "Sex");
  const without = commandLine(CENSUS, ...query, "--no-totals");
  assert.deepEqual(await figures(page), figuresOf(without));

  await page.reload();
  await tableBy(page, ["Country", "Age"], "Sex");
  assert.deepEqual(await figures(page), figuresOf(without));
  assert.equal(await page.getByLabel("Show totals").isChecked(), false);
  assert.equal((await downloaded(page)).text, without);

  // Going back restores the totals and then removes the filter.
  await page.goBack();
  await page.waitForFunction(() => [...document.querySelectorAll("[data-part=table] th")].some((each) => each.textContent === "Total"));
  await tableBy(page, ["Country", "Age"], "Sex");
  assert.deepEqual(await figures(page), figuresOf(expected));
  await press(page, "Remove Sex from filters");
  await page.waitForFunction(() => !document.querySelector(".cv-table caption")?.textContent?.includes("Sex is"));
  await tableBy(page, ["Country", "Age"], "Sex");
  assert.deepEqual(await figures(page), figuresOf(commandLine(CENSUS, ...query.filter((each, i) => each !== "sex=2" && query[i + 1] !== "sex=2"))));

  await press(page, "Swap rows and columns");
  await tableBy(page, ["Sex"]);
  assert.deepEqual(
    await figures(page),
    figuresOf(commandLine(CENSUS, "--rows", "sex", "--columns", "region:country,age", "--filter", "region=E12000007,W92000004")),
  );
  assert.deepEqual(complaints, []);
});

test("the skip link moves the focus and keeps the address on every page", async () => {
  for (const name of ["index.html#cube=hypercube&rows=age", "risk.html#cube=hypercube&rows=age", "embed.html#cube=hypercube&rows=age", "maps.html", "community.html", "designer.html", "make.html", "learn.html#lab"]) {
    const { page } = await listenedPage(browser);
    await page.goto(server.url + name);
    await page.waitForFunction((given) => given === undefined || location.hash.startsWith(`#${given}`), name.split("#")[1]);
    const before = page.url();
    const cells = async () => (await page.locator("[data-part=table] td").allTextContents()).join();
    if (name.startsWith("index")) await tableBy(page, ["Age"]);
    const shown = await cells();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.matches("#result, #learn, .cv-table")), true, name);
    await page.waitForTimeout(300);
    assert.equal(page.url().startsWith(before.split("#")[1] ? before : before.split("#")[0]), true, `${name}: ${page.url()}`);
    assert.doesNotMatch(page.url(), /#result/);
    if (name.startsWith("index")) assert.equal(await cells(), shown);
    await handBack(page);
  }
});

test("a progress bar shows while files load slowly, and a later choice replaces an earlier one", async () => {
  const { page, complaints } = await listenedPage(browser);
  let held = 0;
  await page.route("**/tiles/**", async (route) => {
    held++;
    await new Promise((go) => setTimeout(go, 1200));
    await route.continue().catch(() => {});
  });
  await page.goto(`${server.url}#cube=hypercube&rows=region`);
  await page.locator("[data-part=progress]").waitFor();
  assert.ok(await page.locator("[data-part=progress] progress").isVisible());
  await page.waitForFunction(() => /^Loading data: .+ of .+B$/.test(document.querySelector("[data-part=progress] span")?.textContent ?? ""));
  // A new choice during loading does not fetch files twice.
  await add(page, "Columns", "Sex");
  await tableBy(page, ["Region"], "Sex");
  assert.equal(await page.locator("[data-part=progress]").isVisible(), false);
  assert.deepEqual(await figures(page), figuresOf(commandLine(HYPERCUBE, "--rows", "region", "--columns", "sex")));
  assert.ok(held >= 1);
  assert.deepEqual(complaints, []);
});

test("a table that is too large to draw can be downloaded", async () => {
  const { page, complaints } = await listenedPage(browser);
  const [rows, columns] = ["region,age,religion", "economic_activity,ethnic_group,country_of_birth,sex"];
  await page.goto(`${server.url}#cube=census2011-teaching&rows=${rows}&columns=${columns}`);
  await page.locator("[data-part=refusal]").waitFor();
  assert.match(await page.locator("[data-part=refusal]").innerText(), /This table has 1,006,236 cells\..*1,000,000/s);
  assert.equal(await page.locator("[data-part=table]").isVisible(), false);
  const file = await downloaded(page);
  assert.equal(file.text, commandLine(CENSUS, "--rows", rows, "--columns", columns));
  for (const name of ["Economic activity", "Ethnic group", "Country of birth"]) await press(page, `Remove ${name} from columns`);
  await tableBy(page, ["Region", "Age", "Religion"], "Sex");
  assert.deepEqual(complaints, []);
});

test("a table with too many columns to draw offers to swap its axes", async () => {
  const { page, complaints } = await listenedPage(browser);
  const refusal = page.locator("[data-part=refusal]");
  // With a filter by another level, the page learns the number of columns from the core.
  for (const [hash, count] of [
    ["rows=sex&columns=region,age,ethnic_group,religion,health&filter=region:country=E92000001&totals=no", "25,920"],
    ["rows=&columns=region,sex,age:band,marital_status,student,country_of_birth", "9,504"],
  ]) {
    await page.goto(`${server.url}#cube=census2011-teaching&${hash}`);
    await refusal.getByText(`This table has ${count} columns. The page draws tables of up to 5,000 columns.`).waitFor();
    assert.equal(await page.locator("[data-part=table]").isVisible(), false);
  }
  await refusal.getByRole("button", { name: "Swap rows and columns" }).click();
  await tableBy(page, ["Region", "Sex", "Age band", "Marital status", "Student", "Country of birth"]);
  assert.deepEqual(complaints, []);
});

test("a table's receipt equals the command line's, verifies the table and detects a changed digit", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}#cube=census2011-teaching&rows=region&columns=sex,age:band&filter=health=1,2`);
  await tableBy(page, ["Region"]);
  const csv = await downloaded(page);
  const receipt = await downloaded(page, "receipt");
  assert.match(receipt.name, /^census2011-teaching_region_by_sex_age-band_where_health\.receipt\.json$/);
  const query = ["--rows", "region", "--columns", "sex,age:band", "--filter", "health=1,2"];
  assert.equal(receipt.text, receiptOf(CENSUS, ...query));
  assert.equal(csv.text, commandLine(CENSUS, ...query));

  await openAbout(page);
  const result = page.locator("[data-part=check-result]");
  /** @param {string} table @param {string} proof */
  const check = async (table, proof) => {
    await page.getByLabel("Table (.csv file)").setInputFiles({ name: csv.name, mimeType: "text/csv", buffer: Buffer.from(table) });
    await page.getByLabel("Receipt (.receipt.json file)").setInputFiles({ name: receipt.name, mimeType: "application/json", buffer: Buffer.from(proof) });
    assert.equal(await result.innerText(), "", "nothing is said of files that were not checked");
    await press(page, "Check");
    await page.waitForFunction(() => /^(The table is genuine|The check failed|Not checked)\./.test(document.querySelector("[data-part=check-result]")?.textContent ?? ""));
    return result.innerText();
  };
  assert.equal(
    await check(csv.text, receipt.text),
    "The table is genuine. Every figure matches this dataset: Persons by Region, Sex and Age band, where General health is Very good or Good.",
  );
  assert.equal(await result.getAttribute("role"), "status");
  assert.match(await result.getAttribute("class") ?? "", /cv-good/);
  const edited = csv.text.replace(/,(\d*)(\d),$/m, (_, before, digit) => `,${before}${(Number(digit) + 1) % 10},`);
  assert.notEqual(edited, csv.text);
  assert.match(await check(edited, receipt.text), /^The check failed\. The table and the receipt do not belong together/);
  assert.match(await result.getAttribute("class") ?? "", /cv-bad/);
  assert.match(await check(csv.text, receipt.text.replace("region", "regiom")), /^The check failed\. The receipt was changed/);
  assert.match(await check(csv.text, csv.text), /^The check failed\. The second file is not a receipt/);
  const foreign = ["--rows", "age"];
  assert.match(await check(commandLine(HYPERCUBE, ...foreign), receiptOf(HYPERCUBE, ...foreign)), /^The check failed\. The receipt belongs to another dataset/);
  // Any table of the cube can be verified, by keyboard too.
  const others = ["--rows", "age", "--method", "matrix"];
  assert.match(await check(commandLine(CENSUS, ...others), receiptOf(CENSUS, ...others)), /^The table is genuine\..*Persons by Age\.$/);
  await page.locator("[data-part=dataset]").selectOption("hypercube");
  await page.waitForFunction(() => document.querySelector("[data-part=check-result]")?.textContent === "");
  await page.getByRole("button", { name: "Check", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /other data/.test(document.querySelector("[data-part=check-result]")?.textContent ?? ""));
  assert.deepEqual(complaints, []);
});

test("the page explains a figure on request with the full core, and not where the publisher withholds it", async () => {
  const { page, complaints } = await listenedPage(browser);
  /** @type {string[]} */
  const cores = [];
  page.context().on("request", (request) => cores.push(...(/cellveil_full_bg\.wasm/.exec(request.url()) ?? [])));
  await page.goto(`${server.url}#cube=census2011-teaching&rows=region&columns=sex`);
  await tableBy(page, ["Region"], "Sex");
  assert.deepEqual(cores, [], "nothing is loaded for what nobody asked");
  const drawer = page.locator("[data-part=drawer]");
  const explained = async (/** @type {number} */ at) => {
    await page.locator(`${TABLE} tbody td`).nth(at).click();
    await drawer.getByRole("button", { name: "Which counts can it stand for?" }).click();
    await drawer.getByText("probably stands for").waitFor();
    return drawer.innerText();
  };
  for (const at of [0, 1]) {
    const value = Number((await figures(page))[at].replaceAll(",", ""));
    const said = JSON.parse(execFileSync(path("target/release/cellveil"), ["ptable", "explain", path("demo/census2011-teaching/ptable.csv"), "--value", String(value), "--format", "json"], { encoding: "utf8" }));
    const expected = `${value} probably stands for ${said.low} to ${said.high} persons (${Math.floor(said.probability * 1000) / 10}%). It certainly stands for ${said.least} to ${said.most}. (This assumes that nothing else is known.)`;
    const text = await explained(at);
    assert.ok(text.includes(expected), `${text} has ${expected}`);
  }
  assert.deepEqual(cores.length, 1);
  // The sealed cube has no explanations.
  await page.locator("[data-part=dataset]").selectOption("hypercube-sealed");
  await tableBy(page, ["Region"]);
  await page.locator(`${TABLE} tbody td`).first().click();
  await drawer.getByText("does not disclose which counts").waitFor();
  assert.equal(await drawer.getByRole("button", { name: "Which counts can it stand for?" }).count(), 0);
  assert.equal(await page.locator("[data-part=intervals]").count(), 0);
  assert.deepEqual(complaints, []);
});

test("the page requests only the site's files, each once", async () => {
  const { page, complaints } = await listenedPage(browser);
  /** @type {string[]} */
  const asked = [];
  page.context().on("request", (request) => asked.push(request.url()));
  await page.goto(server.url);
  await tableBy(page, ["Region"]);
  await openAdd(page, "Filters");
  await listed(page, "Sex").click();
  await page.getByRole("group", { name: "Categories of Sex to include" }).getByLabel("Female", { exact: true }).check();
  await page.waitForFunction(() => document.querySelector(".cv-table caption")?.textContent?.includes("Sex is Female"));
  assert.deepEqual(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("blob:")), []);
  const tiles = asked.filter((url) => /\/(tiles|ptables)\//.test(url));
  assert.equal(new Set(tiles).size, tiles.length, tiles.join("\n"));
  assert.ok(tiles.length > 0);
  assert.deepEqual(complaints, []);
});

test("a sealed cube gives the command line's figures and sums, and offers the nearest allowed table", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}#cube=hypercube-sealed&rows=region,age:band&columns=sex`);
  await tableBy(page, ["Region", "Age band"], "Sex");
  assert.deepEqual(await figures(page), figuresOf(commandLine(SEALED, "--rows", "region,age:band", "--columns", "sex")));
  await openAbout(page);
  assert.match(await page.locator("[data-part=exposure]").innerText(), /This dataset is sealed: its files hold only the protected values/);

  await page.goto(`${server.url}#cube=hypercube-sealed&rows=sex&columns=region&filter=age%3D0,1,2,3`);
  await page.reload();
  await tableBy(page, ["Sex"], "Region");
  const summed = commandLine(SEALED, "--rows", "sex", "--columns", "region", "--filter", "age=0,1,2,3", "--areas", "blocks");
  assert.deepEqual(await figures(page), figuresOf(summed));
  assert.match(await page.locator("[data-part=notes]").innerText(), /sums of up to 2 published figures/);

  await page.goto(`${server.url}#cube=hypercube-sealed&rows=age:band&columns=sex,region,activity,citizenship`);
  await page.reload();
  await alerted(page, /^A table here has at most 4 variables, filters included\.$/);
  assert.ok((await page.locator(".cv-ways button").allInnerTexts()).some((text) => /^Leave out Citizenship: /.test(text)));
  assert.deepEqual(complaints, []);
});
