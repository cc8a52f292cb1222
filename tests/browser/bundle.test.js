// One file of `cellveil bundle` opens from disk in Chromium, without a network, and shows the figures of the command
// line. bundle-firefox.long.test.js does the same in Firefox.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { choiceOf, linkOf } from "../../www/site/pages/embed/snippet.js";
import { writeAreas } from "../js/support/areas.js";
import { deskOf } from "../js/support/desk.js";
import { accessible } from "./accessible.js";
import { bundled, bundledLessons, CENSUS, openedFile, QUERIES } from "./bundle-support.js";
import { launch } from "./chromium.js";
import { PLAYS, questions } from "./learn-plays.js";
import { commandLine, figuresOf, fileOf, receiptOf } from "./support.js";

/** @import { Browser, Page } from "playwright-core" */

const TABLE_LIMIT = 600_000;
const WORKBENCH_LIMIT = 1_500_000;
/** The lessons have the core that builds cubes, which is the command line. */
const LESSONS_LIMIT = 5_200_000;
const ROWS = ["--rows", "region", "--columns", "sex,age:band"];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** @type {Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-bundle-"));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @param {Page} page */
const cells = (page) => page.locator("cellveil-table td").allTextContents();

/** Closes the page after the test. @param {Page} page */
const close = (page) => page.context().close();

describe("the lessons", () => {
  const SEED = 7;
  for (const [id, { lesson, play }] of Object.entries(PLAYS)) {
    test(`${id}: played from disk to its wrong and its right answers`, async () => {
      const facts = await lesson.facts(deskOf(SEED));
      const { page, complaints, foreign } = await openedFile(browser, bundledLessons(folder, "--lesson", id));
      await page.locator("[data-question]").first().waitFor({ timeout: 60_000 });
      await play(page, facts);
      await questions(page, lesson, facts);
      assert.deepEqual({ complaints, foreign }, { complaints: [], foreign: [] });
      await close(page);
    });
  }

  test("the list leads to each lesson and has no laboratory, also on a phone", async () => {
    const file = bundledLessons(folder, "--title", "Our <course>");
    assert.ok(statSync(file).size < LESSONS_LIMIT, `${statSync(file).size} bytes`);
    const { page, complaints } = await openedFile(browser, file, PHONE);
    assert.equal(await page.locator("h1").textContent(), "Our <course>");
    assert.equal(await page.locator(".learn-list > li").count(), 8);
    assert.equal(await page.getByText("Laboratory").count(), 0);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await accessible(page, "the list of lessons");
    await page.getByRole("link", { name: "Rounding again and again" }).click();
    await page.locator("[data-question]").first().waitFor({ timeout: 60_000 });
    await accessible(page, "a lesson");
    assert.deepEqual(complaints, []);
    await close(page);
  });
});

describe("a table", () => {
  // Each test opens a browser's context, so the test in Firefox has the other queries.
  for (const [cube, ...query] of QUERIES.filter((_, at) => at % 2 === 0)) {
    test(`has the figures of the command line: ${cube.split("/").at(-1)} ${query.join(" ")}`, async () => {
      const { page, complaints, foreign } = await openedFile(browser, bundled(folder, cube, ...query));
      const csv = commandLine(cube, ...query);
      const saved = await fileOf(page, () => page.locator("#csv").click());
      assert.equal(saved.text, csv);
      assert.deepEqual(await cells(page), figuresOf(csv));
      assert.deepEqual({ complaints, foreign }, { complaints: [], foreign: [] });
      await close(page);
    });
  }

  test("has its caption, its source, and a receipt that the command line verifies", async () => {
    const { page } = await openedFile(browser, bundled(folder, CENSUS, ...ROWS, "--title", "Regions & <ages>"));
    assert.equal(await page.title(), "Regions & <ages>");
    assert.equal(await page.locator("h1").textContent(), "Regions & <ages>");
    assert.match(await page.locator("caption").innerText(), /Region by Sex, Age band/);
    assert.match(await page.locator(".cellveil-source").innerText(), /Office for National Statistics/);
    const [csv, receipt] = [await fileOf(page, () => page.locator("#csv").click()), await fileOf(page, () => page.locator("#receipt").click())];
    assert.equal(receipt.text, receiptOf(CENSUS, ...ROWS));
    assert.equal(csv.name, "census2011-teaching_region_by_sex_age-band.csv");
    writeFileSync(join(folder, "table.csv"), csv.bytes);
    writeFileSync(join(folder, "receipt.json"), receipt.bytes);
    execFileSync(path("target/release/cellveil"), ["verify", path("target", CENSUS), "--table", join(folder, "table.csv"), "--receipt", join(folder, "receipt.json")]);
    const { digest } = JSON.parse(readFileSync(path("target", CENSUS, "cube.json"), "utf8"));
    assert.equal(await page.locator(".origin code").textContent(), digest);
    await close(page);
  });

  test("works with the keyboard, on a phone, in the dark and in Arabic, and is accessible", async () => {
    const file = bundled(folder, "site/cubes/tidewell", "--rows", "area:district", "--columns", "sex", "--language", "ar");
    for (const options of [{}, { ...PHONE, colorScheme: /** @type {const} */ ("dark") }]) {
      const { page, complaints } = await openedFile(browser, file, options);
      assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]), ["ar", "rtl"]);
      assert.match(await page.locator("#csv").innerText(), /حفظ/);
      await accessible(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(width <= 0, `the page is ${width} pixels too wide`);
      await page.keyboard.press("Tab");
      while (await page.evaluate(() => document.activeElement?.id) !== "csv") {
        assert.notEqual(await page.evaluate(() => document.activeElement?.localName), "body", "the button has no focus");
        await page.keyboard.press("Tab");
      }
      const saved = await fileOf(page, () => page.keyboard.press("Enter"));
      assert.match(saved.name, /\.csv$/);
      assert.deepEqual(complaints, []);
      await close(page);
    }
  });

  test("has no other files of the cube than it needs, and builds its figures itself", async () => {
    const file = bundled(folder, CENSUS, "--rows", "sex", "--filter", "region=E12000001");
    const html = readFileSync(file, "utf8");
    const files = Object.keys(JSON.parse(/<script id="cube" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? ""));
    assert.deepEqual(files.map((name) => name.split("/")[0]), ["cube.json", "ptables", "tiles"]);
    assert.doesNotMatch(html, /<td/);
    const { page } = await openedFile(browser, file);
    assert.deepEqual(await cells(page), figuresOf(commandLine(CENSUS, "--rows", "sex", "--filter", "region=E12000001")));
    await close(page);
  });

  test("shows no figures of a damaged file", async () => {
    const file = bundled(folder, CENSUS, ...ROWS);
    const html = readFileSync(file, "utf8");
    const place = html.indexOf('cvt":"') + 400;
    writeFileSync(file, html.slice(0, place) + (html[place] === "A" ? "B" : "A") + html.slice(place + 1));
    const { page } = await openedFile(browser, file);
    assert.match(await page.getByRole("alert").innerText(), /damaged|SHA-256/i);
    assert.equal(await page.locator("td").count(), 0);
    assert.equal(await page.locator("#csv").isVisible(), false);
    await close(page);
  });

  test("runs in a worker, and without workers in the page", async () => {
    const file = bundled(folder, CENSUS, ...ROWS);
    const expected = figuresOf(commandLine(CENSUS, ...ROWS));
    const { page } = await openedFile(browser, file);
    assert.equal(page.workers().length, 1);
    assert.deepEqual(await cells(page), expected);
    await close(page);
    const alone = await openedFile(browser, file, {}, (page) => page.addInitScript(() => { Object.assign(globalThis, { Worker: class { constructor() { throw new Error("no workers"); } } }); }));
    assert.equal(alone.page.workers().length, 0);
    assert.deepEqual(await cells(alone.page), expected);
    await close(alone.page);
  });

  test("cannot reach a network, even if it has one", async () => {
    const { page, complaints, foreign } = await openedFile(browser, bundled(folder, CENSUS, ...ROWS), { offline: false });
    assert.deepEqual(foreign, []);
    const outcomes = await page.evaluate(async () => [
      await fetch("http://127.0.0.1:9/").then(() => "fetched", () => "refused"),
      await new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = "http://127.0.0.1:9/a.js";
        script.onload = () => resolve("loaded");
        script.onerror = () => resolve("refused");
        document.head.append(script);
      }),
    ]);
    assert.deepEqual(outcomes, ["refused", "refused"]);
    // Both attempts are the policy's refusals, and not failures of the network.
    assert.equal(complaints.filter((line) => line.startsWith("policy: ")).length, 2, complaints.join("\n"));
    await close(page);
  });

  test("says that an old browser is too old", async () => {
    const { page } = await openedFile(browser, bundled(folder, CENSUS, ...ROWS), {}, (page) => page.addInitScript(() => { Reflect.deleteProperty(globalThis, "DecompressionStream"); }));
    assert.match(await page.getByRole("alert").innerText(), /too old.*2023 or later/);
    await close(page);
  });
});

describe("the workbench", () => {
  test("builds tables, charts and every export without a network", async () => {
    const { page, complaints, foreign } = await openedFile(browser, bundled(folder, CENSUS, "--page", "workbench", "--rows", "region", "--columns", "sex"));
    const save = async (/** @type {string} */ item) => {
      await page.locator('[data-part="save"]').click();
      return fileOf(page, () => page.locator(`[data-save="${item}"]`).click());
    };
    assert.equal((await save("csv")).text, commandLine(CENSUS, "--rows", "region", "--columns", "sex"));
    assert.equal((await save("json-stat")).text, commandLine(CENSUS, "--rows", "region", "--columns", "sex", "--format", "json-stat"));
    assert.equal((await save("xlsx")).bytes.subarray(0, 2).toString(), "PK");
    // A table method needs the largest core.
    await page.getByLabel("Method").selectOption({ label: "Controlled rounding to 5" });
    await page.waitForFunction(() => /multiple|rounded/i.test(document.querySelector('[data-part="result"], main')?.textContent ?? "") && !document.querySelector("[aria-busy=true]"));
    assert.equal((await save("csv")).text, commandLine(CENSUS, "--rows", "region", "--columns", "sex", "--method", "controlled5"));
    await page.getByLabel("Chart").selectOption({ label: "Bars" });
    await page.locator("main svg").first().waitFor();
    await accessible(page);
    assert.deepEqual({ complaints, foreign }, { complaints: [], foreign: [] });
    await close(page);
  });

  test("chooses its first table, on a phone and in French", async () => {
    const { page, complaints } = await openedFile(browser, bundled(folder, "site/cubes/tidewell", "--page", "workbench", "--language", "fr"), PHONE);
    assert.ok(await page.locator("td").count() > 3);
    assert.match(await page.locator('[data-part="save"]').textContent() ?? "", /Enregistrer/);
    await accessible(page);
    assert.deepEqual(complaints, []);
    await close(page);
  });

  test("offers the steps of a figure only if the file has the core for them", async () => {
    for (const [cube, has] of /** @type {const} */ ([[CENSUS, true], ["site/cubes/tidewell", false]])) {
      const { page, complaints } = await openedFile(browser, bundled(folder, cube, "--page", "workbench"));
      await page.locator("td").first().click();
      await page.locator(".cv-why, [data-part=why], [role=dialog]").first().waitFor();
      assert.equal(await page.locator('[data-part="trace"]').count() > 0, has, cube);
      assert.deepEqual(complaints, []);
      await close(page);
    }
  });
});

describe("the page Embed", () => {
  test("saves a table of a dataset in parts with the bytes of the command, and refuses its workbench", async () => {
    const { folder: cube } = await writeAreas("test-bundle-areas", { areas: 9000, ages: 2 });
    const site = join(folder, "areas-site");
    execFileSync(path("target/release/cellveil"), ["site", cube, "--out", site, "--archive", path("pkg/pages.zip")]);
    const server = await serve(site);
    const page = await browser.newPage();
    const open = async (/** @type {"table" | "builder"} */ element) => {
      await page.goto("about:blank");
      await page.goto(`${server.url}embed.html${linkOf({ ...choiceOf("", ["cube"]), cube: "cube", element, rows: ["area:district"], columns: ["sex"] })}`);
      await page.locator("#live td").first().waitFor();
    };
    const button = page.getByRole("button", { name: "Save as one file" });
    try {
      await open("table");
      const { bytes } = await fileOf(page, () => button.click());
      const own = bundled(folder, "test-bundle-areas/cube", "--rows", "area:district", "--columns", "sex", "--language", "en");
      assert.ok(bytes.equals(readFileSync(own)), `${bytes.length} bytes, and the command writes ${statSync(own).size}`);
      await open("builder");
      await button.click();
      await page.getByText("this page cannot put all of them in one file").waitFor();
    } finally {
      await page.close();
      await server.close();
    }
  });

  for (const [cube, element, rows, columns] of /** @type {const} */ ([
    ["census2011-teaching", "table", "region", "age:band"],
    ["census2011-teaching-sealed", "table", "sex", "region"],
    ["tidewell", "builder", "area:district", "sex"],
  ])) {
    test(`saves the bytes of the command: ${cube}, ${element}`, async () => {
      const server = await serve(path("target/site"));
      const page = await browser.newPage();
      try {
        await page.goto(`${server.url}embed.html${linkOf({ ...choiceOf("", [cube]), cube, element, rows: [rows], columns: [columns] })}`);
        await page.locator("#live td").first().waitFor();
        const { name, bytes } = await fileOf(page, () => page.getByRole("button", { name: "Save as one file" }).click());
        assert.match(name, new RegExp(`^${cube}.*\\.html$`));
        const own = bundled(folder, `site/cubes/${cube}`, "--rows", rows, "--columns", columns, "--language", "en", "--page", element === "table" ? "table" : "workbench");
        assert.ok(bytes.equals(readFileSync(own)), `${bytes.length} bytes, and the command writes ${statSync(own).size}`);
        assert.match(await page.locator("#status").textContent() ?? "", /is saved/);
      } finally {
        await page.close();
        await server.close();
      }
    });
  }

  test("makes no file of true counts of confidential data, and makes the sealed twin, as the command does", async () => {
    const cellveil = (/** @type {string[]} */ ...args) => spawnSync(path("target/release/cellveil"), args, { cwd: folder, encoding: "utf8" });
    writeFileSync(join(folder, "cells.csv"), "area,sex,count,key\nA,1,73192,915734021\nA,2,58317,640128557\nB,1,5710,2718281\nB,2,3141592,5\n");
    for (const [name, fields, views] of /** @type {const} */ ([["open", 'audience = "internal"', ""], ["shut", 'audience = "public"\nrelease = "sealed"', '[publish]\nviews = [["area", "sex"]]\n']])) {
      writeFileSync(join(folder, `${name}.toml`), `[cube]\nid = "${name}"\ntitle = "Town, ${name}"\nunit = "person"\ndata = "confidential"\n${fields}\n[key]\ncolumn = "key"\nsalt = "4b19e7c2805dfa36917c3e0ad4b86f25"\n[[dimension]]\nname = "area"\ncodes = { A = "North", B = "South" }\n[[dimension]]\nname = "sex"\ncodes = { 1 = "Male", 2 = "Female" }\n[method.default]\nkind = "random-rounding"\nbase = 3\n${views}`);
      const { status, stderr } = cellveil("tile", `${name}.toml`, "--cells", "cells.csv", "--out", `town/${name}`);
      assert.equal(status, 0, stderr);
    }
    const made = cellveil("site", "town", "--out", "town-site", "--audience", "internal", "--archive", path("pkg/pages.zip"));
    assert.equal(made.status, 0, made.stderr);
    const server = await serve(join(folder, "town-site"));
    const page = await browser.newPage();
    try {
      for (const [name, words] of /** @type {const} */ ([["open", /keyed cube of confidential data holds true counts/], ["shut", undefined]])) {
        const command = cellveil("bundle", `town/${name}`, "--rows", "area", "--columns", "sex", "--language", "en", "--out", "town.html", "--force");
        assert.match(command.stderr, words ?? /^$/);
        await page.goto(`${server.url}embed.html${linkOf({ ...choiceOf("", [name]), cube: name, rows: ["area"], columns: ["sex"] })}`);
        await page.reload();
        await page.locator("#live td").first().waitFor();
        const save = page.getByRole("button", { name: "Save as one file" });
        if (words) {
          /** @type {unknown[]} */
          const files = [];
          page.on("download", (file) => files.push(file));
          await save.click();
          await page.getByRole("alert").getByText("Everybody with the file could read true counts of confidential data. Choose a sealed dataset, or run cellveil bundle with --audience internal.").waitFor();
          assert.deepEqual(files, []);
          await accessible(page);
        } else {
          const { bytes } = await fileOf(page, () => save.click());
          assert.ok(bytes.equals(readFileSync(join(folder, "town.html"))));
        }
      }
    } finally {
      await page.close();
      await server.close();
    }
  });

  test("says that the file was not made if the template is missing", async () => {
    const server = await serve(path("target/site"));
    const page = await browser.newPage();
    try {
      await page.route("**/bundle/*.html", (route) => route.fulfill({ status: 404 }));
      await page.goto(`${server.url}embed.html#cube=census2011-teaching`);
      await page.locator("#live td").first().waitFor();
      await page.getByRole("button", { name: "Save as one file" }).click();
      assert.match(await page.getByRole("alert").innerText(), /The file was not made. Try again./);
    } finally {
      await page.close();
      await server.close();
    }
  });
});

test("files have at most 600 KB for a table and 1.5 MB for the workbench", (t) => {
  for (const [cube, rows] of [[CENSUS, ["--rows", "region", "--columns", "sex,age:band"]], ["site/cubes/hypercube", []]]) {
    for (const [page, limit] of /** @type {const} */ ([["table", TABLE_LIMIT], ["workbench", WORKBENCH_LIMIT]])) {
      const first = JSON.parse(readFileSync(path("target", String(cube), "cube.json"), "utf8")).dimensions.slice(0, 2).map((/** @type {{ name: string }} */ { name }) => name);
      const query = rows.length ? rows : ["--rows", first[0], "--columns", first[1]];
      const { size } = statSync(bundled(folder, String(cube), ...query, "--page", page));
      t.diagnostic(`${cube} ${page}: ${size} bytes`);
      assert.ok(size <= limit, `${cube} ${page}: ${size} bytes, and the limit is ${limit}`);
    }
  }
});
