// The page of risk and utility shows the figures of `cellveil measure`, but only those that may be disclosed.

import assert from "node:assert/strict";
import { test } from "./first.js";
import { browser, CENSUS, changed, leaves, lines, measured, printed, risk, server, shownMeasures } from "./risk-support.js";
import { listenedPage } from "./support.js";

test("the five steps and all measures equal the command line's, under the page's policy", async () => {
  for (const [cube, hash, args, method] of [
    ["census2011-teaching", "&rows=region&columns=age,religion", ["--rows=region", "--columns=age,religion"], "Small random noise"],
    ["census2011-teaching", "&rows=region:country&columns=health,sex&filter=age=1,2&method=suppress10&totals=no&suppressed=average&weights=0.25,0.25,0.25,0.25&by=sex&target=health=3",
      ["--rows=region:country", "--columns=health,sex", "--filter=age=1,2", "--method=suppress10", "--suppressed=average", "--weights=0.25,0.25,0.25,0.25", "--by=sex", "--target=health=3"], "Noise, and suppression below 10"],
    ["hypercube", "&rows=region,age&columns=education&method=threshold10", ["--rows=region,age", "--columns=education", "--method=threshold10"], "Noise, and suppression below 10"],
  ]) {
    const { page, complaints } = await risk(`#cube=${cube}${hash}`);
    const expected = printed(/** @type {string} */ (cube), ...args);
    const shown = await shownMeasures(page);
    for (const [name, value] of leaves(expected)) {
      // If the risk is missing, its parts are dashes too.
      if (name === "risk.after" || name === "risk.before") continue;
      assert.equal(shown[name], value === null ? null : String(value), `${hash} ${name}`);
    }
    assert.equal(Object.keys(shown).length, leaves(expected).length, "each measure has its line");
    const step = (/** @type {string} */ name) => page.locator(`#step-${name}`);
    assert.match(await step("rules").innerText(), /^1 ?\s*Limits\s+The publisher sets no limits on tables here\.$/);
    assert.equal(await step("before").locator("data").getAttribute("value"), String(expected.risk.before.r));
    assert.ok((await step("method").innerText()).includes(/** @type {string} */ (method)));
    assert.equal(await step("after").locator("data").getAttribute("value"), String(expected.risk.after.r));
    assert.match(await step("after").innerText(), expected.risk.not_raised ? /Lower than before/ : /Higher than before/);
    assert.equal(await step("output").locator("data").getAttribute("value"), String(expected.utility.hellinger_utility));
    assert.equal(await page.locator("svg style").count(), 0);
    assert.deepEqual(complaints, []);
  }
});

test("no figure is rounded to 0 or 1, and inapplicable measures say so", async () => {
  const { page } = await risk("#cube=hypercube&rows=region&columns=sex");
  const line = (/** @type {string} */ name) => page.locator(`[data-measure="${name}"] td`).first();
  const { utility } = printed("hypercube", "--rows=region", "--columns=sex");
  assert.ok(utility.hellinger_utility > 0.99999 && utility.hellinger_utility < 1);
  assert.match(await line("utility.hellinger_utility").innerText(), /^0\.99999\d+$/);
  assert.equal(await line("risk.dr1").innerText().then((text) => text.replaceAll(/\s+/g, " ").trim()), "– is inapplicable or not disclosed");
  assert.equal(await line("risk.not_raised").innerText(), "yes");
  // Each measure has a unit and a source.
  const cells = await page.locator("#measures [data-measure]").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent)));
  for (const [unit, source] of cells) assert.ok(unit && /^(Shlomo|Wooton|ONS)/.test(source ?? ""), `${unit} ${source}`);
});

test("under a small modulus hashed methods are left out, and the page says so", async () => {
  const { page, complaints } = await risk("#cube=hypercube&rows=region&columns=age,occupation");
  assert.match(await page.locator("#methods-left").innerText(), /need at least 4,294,967,296 possible cell keys\. This dataset has 256/);
  assert.equal(await page.getByLabel("Random rounding, base 3").count(), 0);
  for (const { text } of await lines(page)) assert.doesNotMatch(text, /Not measured/);
  assert.ok((await lines(page)).some(({ method }) => method === "~standard"));
  assert.deepEqual(complaints, []);
});

test("a sealed cube shows one sentence and a link to its keyed cube", async () => {
  const { page, complaints } = await risk("#cube=census2011-teaching-sealed&rows=region&columns=sex");
  assert.match(await page.locator("#untold").innerText(), /files hold no true counts, so risk and utility cannot be shown\./);
  for (const id of ["#steps-section", "#comparison", "#measures-section"]) assert.equal(await page.locator(id).isVisible(), false, id);
  await page.getByRole("link", { name: /^Measure “Census 2011/ }).click();
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 5);
  await measured(page);
  assert.match(await page.locator("#table-title").innerText(), /^Persons by Region and Sex$/);
  assert.equal(await page.locator("#untold").isVisible(), false);
  assert.deepEqual(complaints, []);
});

test("a sealed cube without a keyed cube has no link to an unrelated cube", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.route("**/cubes/index.json", (route) => route.fulfill({ json: ["census2011-teaching-sealed", "hypercube"] }));
  await page.goto(`${server.url}risk.html#cube=census2011-teaching-sealed&rows=region&columns=sex`);
  await measured(page);
  assert.match(await page.locator("#untold").innerText(), /files hold no true counts/);
  assert.equal(await page.locator("#untold a").count(), 0);
  assert.deepEqual(complaints, []);
});

test("the page says when R misses unprotected tables or unchanged small counts", async () => {
  const table = `${CENSUS}&rows=region&columns=age,religion&tolerable=1`;
  const bare = await risk(`${table}&method=none&methods=none`);
  assert.match(await bare.page.locator("#step-output").innerText(), /Nothing protects this table\. It shows the true counts, whatever R is\.$/);
  assert.match(await bare.page.locator("#step-after").innerText(), /R is within the tolerable risk of 1, but nothing protects the table\.$/);
  assert.doesNotMatch(await bare.page.locator("#result").innerText(), /can be released/);
  assert.match(await bare.page.locator("#tolerable-lists").innerText(), /No method\. .*Omitted, because it protects nothing: (None|True counts)/s);

  for (const method of ["default", "matrix"]) {
    const { page, complaints } = await risk(`${table}&method=${method}&methods=default`);
    const { dr1 } = printed("census2011-teaching", "--rows=region", "--columns=age,religion", `--method=${method}`).risk;
    const share = `${Math.round(dr1 * 1000) / 10}%`;
    assert.ok(dr1 > 0.01 || dr1 === 0, `${method} ${dr1}`);
    const words = (await page.locator("#step-output").innerText()).replaceAll(/\s+/g, " ");
    assert.ok(words.endsWith("R is an average over the table. It guarantees nothing for a single cell."));
    assert.equal(words.includes("are in cells that the method left unchanged"), dr1 > 0, method);
    if (dr1 > 0) assert.ok(words.includes(`Of the records in cells with one or two records, ${share} are in cells that the method left unchanged.`), `${share} ${words}`);
    assert.deepEqual(complaints, []);
  }
});

test("the step and the table say that a risk is raised", async () => {
  const { page, complaints } = await changed(`${CENSUS}&rows=region&columns=religion&methods=default`, `
    const asked = cube.measure.bind(cube);
    cube.measure = async (...all) => {
      const measures = await asked(...all);
      measures.risk.after.r = measures.risk.before.r + 0.01;
      measures.risk.not_raised = false;
      return measures;
    };`);
  assert.match(await page.locator("#step-after").innerText(), /Higher than before. By this measure the method raises the risk/);
  assert.match((await lines(page))[0].text, /higher than before/);
  assert.deepEqual(complaints, []);
});

test("the publisher's measures are shown where true counts are confidential", async () => {
  const { page, complaints } = await changed("#cube=census2011-teaching-sealed&rows=region&columns=sex", `
    const asked = cube.measure.bind(cube);
    cube.measure = async (...all) => {
      const measures = await asked(...all);
      measures.utility.hellinger_utility = 0.97;
      return measures;
    };`);
  assert.match(await page.locator("#untold").innerText(), /The publisher’s rounded measures/);
  assert.equal((await shownMeasures(page))["utility.hellinger_utility"], "0.97");
  assert.equal(await page.locator("#comparison").isVisible(), false);
  assert.deepEqual(complaints, []);
});
