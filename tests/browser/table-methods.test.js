// Table methods on the pages: the core that they load, their figures, and the sentences beside the table.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { figures, listenedPage, setUp, tableBy } from "./support.js";

const CELLVEIL = path("target/release/cellveil");

/** A cube with table methods. The default is a cell method. */
const SPECIFICATION = `[cube]
id = "whole"
title = "Whole tables"
unit = "person"
data = "synthetic"
audience = "teaching"
[key]
column = "record_key"
salt = "5d0be1c6a7324f98b3c2d4e590817263"
[[dimension]]
name = "district"
label = "District"
codes = { N = "North", S = "South", K = "Kent" }
[[dimension]]
name = "sex"
label = "Sex"
codes = { 1 = "Male", 2 = "Female" }
[method.default]
kind = "random-rounding"
base = 3
[method.small]
kind = "small-count-rounding"
base = 5
[method.fitted]
kind = "random-rounding"
base = 3
additivity = "ipf"
`;

/** @type {string} */
let folder;

const { server, browser } = setUp(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-tables-"));
  // Compressed copies are omitted, because the server would send them instead of a changed file.
  cpSync(path("target/site"), folder, { recursive: true, filter: (file) => !file.endsWith(".br") });
  const records = Array.from({ length: 107 }, (_, i) => `${i < 3 ? "K" : i % 3 === 0 ? "S" : "N"},${1 + (i % 2)},${(i * 2654435761) % 2 ** 32}`);
  writeFileSync(join(folder, "records.csv"), ["district,sex,record_key", ...records, ""].join("\n"));
  writeFileSync(join(folder, "cube.toml"), SPECIFICATION);
  execFileSync(CELLVEIL, ["tile", "cube.toml", "--records", "records.csv", "--out", "cubes/whole"], { cwd: folder, stdio: "pipe" });
  const names = JSON.parse(readFileSync(join(folder, "cubes/index.json"), "utf8"));
  writeFileSync(join(folder, "cubes/index.json"), JSON.stringify([...names, "whole"]));
  writeFileSync(join(folder, "page.html"), '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,"><main><h1>Page</h1></main>');
  return folder;
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** The values of the command line's CSV, as written there. @param {string} method */
const written = (method) => execFileSync(CELLVEIL, ["table", join(folder, "cubes/whole"), "--rows", "district", "--columns", "sex", "--method", method], { encoding: "utf8" })
  .trim().split("\n").slice(1).map((line) => line.split(",")[2]);

test("the workbench loads the core of table methods for such a method, and says whether the figures add up", async () => {
  const { page, complaints } = await listenedPage(browser);
  /** @type {string[]} */
  const cores = [];
  page.context().on("request", (request) => cores.push(...(/cellveil\w*_bg\.wasm/.exec(request.url()) ?? [])));
  await page.goto(`${server.url}#cube=whole&rows=district&columns=sex`);
  await tableBy(page, ["District"], "Sex");
  assert.deepEqual(cores, ["cellveil_bg.wasm"]);
  assert.deepEqual(await page.locator("[data-part=method] option").allTextContents(), ["Default", "Small", "Fitted"]);
  const choose = async (/** @type {string} */ method, /** @type {RegExp} */ text) => {
    await page.locator("[data-part=method]").selectOption(method);
    await page.waitForFunction((text) => new RegExp(text).test(document.querySelector("[data-part=notes]")?.textContent ?? ""), text.source);
    await tableBy(page, ["District"], "Sex");
  };
  await choose("small", /so that totals stay close/);
  assert.deepEqual(await figures(page), written("small"));
  assert.match(await page.locator("[data-part=notes]").innerText(), /In this table, all figures add up to their totals\.$/);
  assert.deepEqual(cores, ["cellveil_bg.wasm", "cellveil_tables_bg.wasm"]);

  // A single count does not explain a figure of a table method.
  await page.locator("[data-part=table] tbody td").first().click();
  const panel = page.locator("[data-part=drawer]");
  await panel.getByText("The method looks at the whole table, so one count does not explain the figure.").waitFor();
  assert.equal(await panel.getByRole("button", { name: "Which counts can it stand for?" }).count(), 0);
  assert.equal(await page.locator("[data-part=intervals]").count(), 0, "no intervals either");
  await page.keyboard.press("Escape");

  await choose("fitted", /fitted to the totals, as fractions/);
  const fitted = written("fitted");
  assert.ok(fitted.every((value) => /^\d+\.\d+$/.test(value)), "each value has the decimals of the table");
  assert.deepEqual(await figures(page), fitted);
  assert.match(await page.locator("[data-part=notes]").innerText(), /The fit to the totals changed the figures by [\d.]+ on average, and by [\d.]+ at most\.$/);
  await choose("default", /so the figures may not add up to them/);
  assert.deepEqual(await figures(page), written("default"));
  assert.equal(cores.length, 2, "the larger core answers all queries");
  assert.deepEqual(complaints, []);
});

test("Chromium gives the same bytes as the command line for each table method", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}page.html`);
  const methods = [
    { kind: "semi-controlled-rounding", base: 3, control: "rows" },
    { kind: "controlled-rounding", base: 5 },
    { kind: "suppression", threshold: 40 },
    { kind: "small-count-rounding", base: 5 },
    { kind: "random-rounding", base: 5, additivity: "ipf" },
    { kind: "random-rounding", base: 5, additivity: "integer" },
  ];
  const found = await page.evaluate(async (methods) => {
    const { openCube } = await import(String("/cellveil/index.js"));
    const cube = await openCube("cubes/census2011-teaching/cube.json");
    const texts = [];
    for (const method of methods) texts.push((await cube.table({ rows: ["region"], columns: ["sex", "age:band"], method })).toCSV());
    return texts;
  }, methods);
  for (const [at, method] of methods.entries()) {
    const words = ["table", path("target/site/cubes/census2011-teaching"), "--rows", "region", "--columns", "sex,age:band", "--method", JSON.stringify(method)];
    assert.equal(found[at], execFileSync(CELLVEIL, words, { encoding: "utf8" }), method.kind);
  }
  assert.deepEqual(complaints, []);
});

test("the element states in the page's language what a table method did", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}page.html`);
  await page.evaluate(() => {
    document.querySelector("main")?.insertAdjacentHTML("beforeend", '<cellveil-table src="cubes/whole/cube.json" rows="district" columns="sex" method="fitted"></cellveil-table>');
    return import(String("/cellveil/element.js"));
  });
  await page.locator("cellveil-table td").first().waitFor();
  assert.deepEqual(await page.locator("cellveil-table td").allTextContents(), written("fitted").map((value) => value.replace(".", ",")));
  assert.match(await page.locator(".cellveil-additivity").innerText(), /^Dans ce tableau, la somme des chiffres est toujours égale au total.* L’ajustement aux totaux a modifié les chiffres de [\d,]+ en moyenne et de [\d,]+ au plus\.$/);
  assert.equal(await page.locator(".cellveil-method").getAttribute("lang"), null, "the method's text is French");
  // A list of further tables is an attribute in JSON. Only a table method can use further tables.
  await page.evaluate(() => document.querySelector("cellveil-table")?.setAttribute("with", '[{"rows":["sex"]}]'));
  await page.locator(".cellveil-error").waitFor();
  assert.match(await page.locator(".cellveil-error").innerText(), /L’attribut «\s*with\s*».*with: method "fitted" fits one table to its totals/s);
  await page.evaluate(() => document.querySelector("cellveil-table")?.setAttribute("method", "small"));
  await page.locator("cellveil-table td").first().waitFor();
  assert.deepEqual(await page.locator("cellveil-table td").allTextContents(), written("small"));
  assert.deepEqual(complaints, []);
});

test("the risk page compares table methods, its own and those that a reader writes", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}risk.html#cube=whole&rows=district&columns=sex&methods=default,small,~semi-controlled-3`);
  await page.waitForFunction(() => document.querySelectorAll("#points [data-method]").length === 3 && !document.querySelector("#told[aria-busy]"));
  assert.match(await page.locator("#symbols").textContent() ?? "", /a method that looks at the whole table/);
  assert.equal(await page.getByLabel("Semi-controlled rounding, base 3", { exact: true }).isChecked(), true);
  for (const [json, words] of /** @type {const} */ ([
    ['{"kind":"semi-controlled-rounding","base":3,"control":"sideways"}', /control is .*expected one of total, rows, columns/],
    ['{"kind":"suppression","threshold":3,"protect_zeros":"yes"}', /protect_zeros is .*expected true or false/],
    ['{"kind":"suppression","threshold":3,"interval":0}', /interval is .*expected a number above 0/],
  ])) {
    await page.locator("#own").fill(json);
    await page.locator("#own-add").click();
    await page.waitForFunction(() => /^Not added/.test(document.querySelector("#own-wrong")?.textContent ?? ""));
    assert.match(await page.locator("#own-wrong").innerText(), words);
  }
  await page.locator("#own").fill('{"kind":"semi-controlled-rounding","base":5,"control":"rows"}');
  await page.locator("#own-add").click();
  await page.waitForFunction(() => document.querySelectorAll("#points [data-method]").length === 4);
  assert.match(await page.locator("#methods").innerText(), /Semi controlled rounding, base 5, control rows/);
  assert.deepEqual(complaints, []);
});
