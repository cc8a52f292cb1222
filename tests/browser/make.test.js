// The page "Make a dataset": from a file to a protected table and to saved files, with the bytes of the command line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { accessible } from "./accessible.js";
import { build, censusWithoutKeys, choose, chosen, go, openMake, rest, tableByCommand, tiledByCommand, unzipped } from "./make-support.js";
import { figuresOf, fileOf, listenedPage, press, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: /** @type {const} */ ("dark") };

/** People with a semicolon, decimal codes for missing values, and an income. @param {(line: string, at: number) => string} [edit] */
function semicolons(edit = (line) => line) {
  let seed = 22;
  const lines = Array.from({ length: 4000 }, (_, at) => {
    const draw = (/** @type {number} */ of) => (seed = (seed * 48_271) % 2_147_483_647) % of;
    return edit(`P${10_000 + at};${at % 50 === 0 ? -9 : draw(97)};${1 + draw(2)};E0${1 + draw(5)};${draw(700) * 100}`, at);
  });
  return `person_id;age;sex;region;income\n${lines.join("\n")}\n`;
}

/** The people of the page's example, made in Node. */
async function inventedPeople() {
  const { synthesizePeople } = await import("../../pkg/people.js");
  return synthesizePeople({ households: 2000, seed: 2026, wasm: readFileSync(path("pkg/cellveil_people_bg.wasm")) });
}

/** @param {Page} page @param {string} name */
const columnOf = (page, name) => page.locator(`[data-column="${name}"]`);

/** The figures of the builder in the page, with the rows' labels. @param {Page} page */
const figures = (page) => page.locator("cellveil-builder [data-part=table] tbody td").allTextContents();

test("a census file without keys becomes a dataset with the bytes of the command line", async () => {
  const { page, complaints } = await listenedPage(browser);
  await openMake(page, server.url);
  assert.deepEqual((await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))).filter((name) => /make_bg|js\/make/.test(name)), [], "the core waits for a file");
  await choose(page, chosen("people.csv", censusWithoutKeys()));
  await accessible(page, "file");
  assert.match(await page.locator(".make-facts").innerText(), /people\.csv[^]*separator: comma[^]*Records\s+10,000[^]*Columns\s+10/);
  assert.equal(await page.locator(".make-preview tbody tr").count(), 20);
  await go(page, "columns");
  await rest(page);
  assert.match(await page.locator('[data-part="counts"]').innerText(), /^10 variables/);
  await accessible(page, "columns");
  await go(page, "keys");
  assert.match(await page.locator('[data-part="key"]').innerText(), /no record keys/);
  const records = await fileOf(page, () => page.locator('[data-part="draw"]').click());
  assert.equal(records.name, "people-keyed.csv");
  assert.equal(records.text.trim().split("\n").length, 10_001);
  await page.locator('[data-part="keyed"]').waitFor();
  await accessible(page, "keys");
  await go(page, "method");
  await page.getByRole("radio", { name: /^Public-use file/ }).check();
  await page.getByRole("radio", { name: "Students" }).check();
  await page.getByLabel("Title").fill("Census sample");
  await accessible(page, "method");
  await go(page, "limits");
  await page.getByLabel("Most variables in a table").fill("4");
  await accessible(page, "limits");
  await build(page);
  await accessible(page, "build");
  await go(page, "try");
  await page.locator("cellveil-builder [data-part=table] td").first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector("cellveil-builder")?.table);
  const shown = await figures(page);
  const { rows, columns } = await page.evaluate(() => /** @type {any} */ (document.querySelector("cellveil-builder")).value);
  assert.ok(shown.length > 4);
  await go(page, "save");
  await accessible(page, "save");
  const [specification, cube] = [
    await fileOf(page, () => page.locator('[data-part="specification"]').getByRole("button").click()),
    await fileOf(page, () => page.locator('[data-part="keyed"]').getByRole("button", { name: "Save as ZIP" }).click()),
  ];
  const expected = tiledByCommand(unzipped(specification.bytes), records);
  const made = unzipped(cube.bytes);
  assert.deepEqual([...made.keys()].sort(), [...expected.keys()].sort());
  for (const [name, bytes] of expected) assert.ok(made.get(name)?.equals(bytes), name);
  const query = ["--rows", rows.join(","), ...(columns.length ? ["--columns", columns.join(",")] : [])];
  assert.deepEqual(shown, figuresOf(tableByCommand(expected, ...query)).slice(0, shown.length), "the table of the command line");
  const stored = await page.evaluate(async () => [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await indexedDB.databases()).map(({ name }) => name)]);
  assert.deepEqual(stored.filter((name) => !/introduced/.test(name ?? "")), [], "nothing is stored");
  assert.deepEqual(complaints, []);
});

test("a semicolon file with mistakes is repaired on the page", async () => {
  const { page } = await listenedPage(browser);
  await openMake(page, server.url);
  await choose(page, chosen("people.csv", semicolons((line, at) => (at === 3100 ? line.replace(/;\d+$/, ";n/a") : line))));
  assert.match(await page.locator(".make-facts").innerText(), /separator: semicolon/);
  await go(page, "columns");
  assert.equal(await columnOf(page, "person_id").getByRole("combobox").inputValue(), "left-out", "identifiers are left out");
  await columnOf(page, "age").getByRole("button", { name: "Edit age" }).click();
  await columnOf(page, "age").getByLabel("Label: age").fill("Age in years");
  // A code that the list lacks is an error beside its column.
  await columnOf(page, "sex").getByRole("button", { name: "Edit sex" }).click();
  await columnOf(page, "sex").getByRole("button", { name: "Remove 2" }).click();
  await press(page, "Check now").catch(() => {});
  const problem = columnOf(page, "sex").locator(".make-problems li");
  await problem.first().waitFor();
  assert.match(await problem.first().innerText(), /"2"/);
  assert.equal(await page.locator('[data-go="columns"]').getAttribute("data-state"), "problem");
  await accessible(page, "a problem beside its column");
  await problem.first().getByRole("button", { name: "Add the category “2”" }).click();
  await problem.first().waitFor({ state: "detached" });
  await go(page, "keys");
  await fileOf(page, () => page.locator('[data-part="draw"]').click());
  await page.locator('[data-part="keyed"]').waitFor();
  await build(page);
});

test("two files of records are one dataset, on the page", async () => {
  const { page } = await listenedPage(browser);
  await openMake(page, server.url);
  const lines = semicolons().trim().split("\n");
  const part = (/** @type {number} */ from, /** @type {number} */ to) => `${[lines[0], ...lines.slice(from, to)].join("\n")}\n`;
  await choose(page, chosen("north.csv", part(1, 3001)), chosen("south.csv", part(3001, 4001)));
  assert.match(await page.locator(".make-facts").innerText(), /north\.csv and south\.csv[^]*Records\s+4,000/);
  await accessible(page, "two files");
  await go(page, "keys");
  const first = await fileOf(page, () => page.locator('[data-part="draw"]').click());
  assert.deepEqual([first.name, first.text.trim().split("\n").length], ["north-keyed.csv", 3001]);
  await page.locator('[data-part="keyed"]').getByText("north-keyed.csv and south-keyed.csv").waitFor();
  await build(page);
  assert.match(await page.locator('[data-part="built"]').innerText(), /4,000/);
});

test("records of an earlier delivery keep their keys", async () => {
  const { page } = await listenedPage(browser);
  await openMake(page, server.url);
  const people = (/** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: to - from }, (_, at) => `P${1000 + from + at},${1 + (at * 7919 % 13) % 2},${(at * 31) % 9}`);
  await choose(page, chosen("first.csv", `id,sex,group\n${people(0, 300).join("\n")}\n`));
  await go(page, "keys");
  const first = await fileOf(page, () => page.locator('[data-part="draw"]').click());
  await openMake(page, server.url);
  await choose(page, chosen("second.csv", `id,sex,group\n${people(100, 400).join("\n")}\n`));
  await go(page, "keys");
  await page.getByText("Some records have keys already").click();
  await page.getByLabel("Earlier file").setInputFiles(chosen("first-keyed.csv", first.text));
  await page.getByLabel("Column that identifies a record in both files").selectOption("id");
  await accessible(page, "keys of an earlier file");
  const second = await fileOf(page, () => page.locator('[data-part="keep"]').click());
  const keysOf = (/** @type {string} */ text) => new Map(text.trim().split("\n").slice(1).map((line) => [line.split(",")[0], line.split(",").at(-1)]));
  const [before, after] = [keysOf(first.text), keysOf(second.text)];
  assert.equal([...after].filter(([id, key]) => before.get(id) === key).length, 200, "records in both files keep their keys");
  assert.equal(after.size, 300);
});

test("invented people become a sealed dataset after an audit", async () => {
  const { page, complaints } = await listenedPage(browser);
  await openMake(page, server.url);
  await press(page, "Try it with invented people");
  await page.locator('[data-part="next"]').waitFor({ timeout: 60_000 });
  await rest(page);
  await build(page);
  await go(page, "try");
  await page.getByLabel("Publish tables of up to").selectOption("1");
  await page.locator('[data-part="audit"]').click();
  await page.locator('[data-part="verdict"]').waitFor({ timeout: 120_000 });
  await accessible(page, "audit", ".make-audit");
  await go(page, "save");
  const sealed = page.locator('[data-part="sealed"]');
  const confirm = sealed.getByRole("button", { name: "All lists are complete" });
  if (await confirm.isVisible()) {
    await confirm.click();
    await sealed.getByRole("button", { name: "Build the sealed dataset" }).waitFor({ timeout: 60_000 });
    await rest(page);
  }
  await sealed.getByLabel("Publish tables of up to").selectOption("1");
  await sealed.getByRole("button", { name: "Build the sealed dataset" }).click();
  await sealed.getByRole("button", { name: "Save as ZIP" }).waitFor({ timeout: 60_000 });
  await accessible(page, "sealed");
  const cube = unzipped((await fileOf(page, () => sealed.getByRole("button", { name: "Save as ZIP" }).click())).bytes);
  const specification = unzipped((await fileOf(page, () => page.locator('[data-part="specification"]').getByRole("button").click())).bytes);
  const { records } = await inventedPeople();
  const expected = tiledByCommand(specification, { name: "invented-people.csv", bytes: Buffer.from(records) }, "sealed.toml");
  assert.deepEqual([...cube.keys()].sort(), [...expected.keys()].sort());
  for (const [name, bytes] of expected) assert.ok(cube.get(name)?.equals(bytes), name);
  assert.deepEqual(complaints, []);
});

test("a saved specification opens again and builds the same dataset", async () => {
  const { page } = await listenedPage(browser);
  await openMake(page, server.url);
  const toml = '[cube]\nid = "small"\nunit = "person"\ndata = "synthetic"\naudience = "teaching"\n\n[key]\ncolumn = "k"\nsalt = "0b4e1f6a9c83d2757e10a4bb6c29f358"\nweak_keys = "a test"\n\n[[dimension]]\nname = "sex"\ncodes = { 1 = "Male", 2 = "Female" }\n\n[method.default]\nkind = "random-rounding"\nbase = 3\n';
  const people = `sex,k\n${Array.from({ length: 200 }, (_, at) => `${1 + at % 2},${(at * 2654435761) % 4294967296}`).join("\n")}\n`;
  await choose(page, chosen("people.csv", people), chosen("cube.toml", toml));
  await go(page, "columns");
  await page.getByText("The page uses your specification as it is.").waitFor();
  await build(page);
  await page.getByText("The specification", { exact: true }).click();
  assert.match(await page.getByRole("textbox", { name: "The specification" }).inputValue(), /id = "small"/);
  // A mistake in the text is a problem with its place, and nothing is built.
  await page.getByRole("textbox", { name: "The specification" }).fill(toml.replace("base = 3", "bass = 3"));
  await page.locator('[data-part="build"]').click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /bass/);
});

test("files that cannot be used are named in plain words, and the page stays usable", async () => {
  const { page } = await listenedPage(browser);
  const people = semicolons();
  for (const [file, words] of /** @type {const} */ ([
    [chosen("people.csv.gz", gzipSync(people).subarray(0, 2000)), /gzip|damaged|ends/i],
    [chosen("people.parquet", "PAR1 and nothing else"), /parquet/i],
    [chosen("empty.csv", ""), /empty|header|no /i],
    [chosen("book.xlsx.csv", Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(100)])), /Excel|ZIP|XLSX/i],
  ])) {
    await openMake(page, server.url);
    await page.locator("input[type=file]").first().setInputFiles(file);
    const alert = page.getByRole("alert");
    await alert.waitFor({ timeout: 30_000 });
    const text = await alert.innerText();
    assert.match(text, words, file.name);
    assert.doesNotMatch(text, /undefined|\[object|RuntimeError/, file.name);
    await accessible(page, file.name);
    await choose(page, chosen("people.csv", people));
  }
});

test("work is canceled in the middle, and nothing is lost", async () => {
  const { page } = await listenedPage(browser);
  await openMake(page, server.url);
  const lines = ["sex,age,region,text"];
  for (let at = 0; at < 700_000; at++) lines.push(`${at % 2},${at % 97},E0${at % 9},word ${at} of many`);
  await page.locator("input[type=file]").first().setInputFiles(chosen("large.csv", lines.join("\n")));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Canceled. Nothing has changed.").waitFor();
  assert.equal(await page.locator(".make-drop").count(), 1, "the page waits for a file again");
  await choose(page, chosen("people.csv", semicolons()));
  // A column of free text is left out, with the reason.
  await openMake(page, server.url);
  await choose(page, chosen("large.csv", `${lines.slice(0, 60_001).join("\n")}\n`));
  await go(page, "columns");
  assert.equal(await columnOf(page, "text").getByRole("combobox").inputValue(), "left-out");
  assert.ok((await columnOf(page, "text").locator(".make-column-label").innerText()).length > 10, "the reason");
});

test("a lack of memory, and a core that does not load, are told in words", async () => {
  const { page } = await listenedPage(browser);
  const failing = async (/** @type {RegExp} */ words) => {
    await openMake(page, server.url);
    await page.locator("input[type=file]").first().setInputFiles(chosen("people.csv", semicolons()));
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), words);
  };
  const worker = 'onmessage = ({ data: { id } }) => postMessage({ id, error: { code: "wasm", message: "memory allocation failed" } }); postMessage({ ready: true });';
  await page.route("**/js/make-worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: worker }));
  await failing(/does not have enough memory/);
  await page.unrouteAll();
  await page.route("**/js/make.js", (route) => route.abort());
  await failing(/did not load/);
});

test("every step fits a phone, and works from the keyboard", async () => {
  for (const options of [PHONE, { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: /** @type {const} */ ("light") }]) {
    const { page } = await listenedPage(browser, options);
    await openMake(page, server.url);
    await choose(page, chosen("people.csv", semicolons()));
    for (const step of ["file", "columns", "keys", "method", "limits", "build", "try", "save"]) {
      await go(page, step);
      if (step === "columns") await page.getByRole("button", { name: "Edit age" }).click();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false, `${step} at ${options.viewport.width}`);
      await rest(page);
      await accessible(page, step);
    }
  }
  const { page } = await listenedPage(browser);
  await openMake(page, server.url);
  await choose(page, chosen("people.csv", semicolons()));
  await page.locator('[data-part="next"]').focus();
  await page.keyboard.press("Enter");
  // The heading of the next step gets the focus once the step is drawn.
  await page.waitForFunction(() => document.activeElement?.id === "step-title");
  await columnOf(page, "region").getByRole("combobox").focus();
  await page.keyboard.press("End");
  assert.equal(await columnOf(page, "region").getAttribute("data-use"), "left-out");
});
