// A copied, selected or downloaded table contains the figures of the page and of the command line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, built, CENSUS, HASH, HYPERCUBE, opened, server } from "./result-support.js";
import { commandLine, downloaded, figures } from "./support.js";

/** @import { Page } from "playwright-core" */

/** Copies the table with the menu "Save". @param {Page} page */
async function copyTable(page) {
  await page.locator("[data-part=save]").click();
  await page.locator("[data-save=copy]").click();
}

test("a copied table gives a spreadsheet plain numbers, headings and notes", async () => {
  const { page, complaints } = await opened("#cube=hypercube&rows=age&columns=citizenship,region&method=threshold10");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async () => {
    await copyTable(page);
    await page.getByText(/^Copied \d+ rows/).waitFor();
    return page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return Promise.all(["text/plain", "text/html"].map(async (type) => (await item.getType(type)).text()));
    });
  };
  const [text, html] = await copied();
  const lines = text.split(/\r?\n/);
  const citizenships = [..."ABCDE"].map((letter) => `Citizenship ${letter}`).concat("Total");
  assert.equal(lines[0], ["", ...citizenships.flatMap((each) => [each, each, each])].join("\t"));
  assert.equal(lines[1], ["Age", ...citizenships.flatMap(() => ["Region A", "Region B", "Total"])].join("\t"));
  const csv = commandLine(HYPERCUBE, "--rows", "age", "--columns", "citizenship,region", "--method", "threshold10").trim().split("\n").slice(1);
  const plain = csv.map((line) => (line.endsWith("suppressed") ? "[c]" : line.split(",")[3]));
  for (let row = 0; row < 22; row++) assert.deepEqual(lines[2 + row].split("\t").slice(1), plain.slice(row * 18, row * 18 + 18));
  assert.equal(lines[24], "");
  assert.match(lines.slice(25).join("\n"), /^Persons by Age, Citizenship and Region\n.*\[c\] confidential.*Source: /s);
  const cells = await page.evaluate((html) => {
    const table = new DOMParser().parseFromString(html, "text/html").querySelector("table");
    return { cells: [...(table?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent), spans: [...(table?.querySelectorAll("thead th[colspan]") ?? [])].map((cell) => cell.textContent), buttons: table?.querySelectorAll("button").length };
  }, html);
  assert.deepEqual(cells, { cells: plain, spans: ["Citizenship, Region", ...citizenships], buttons: 0 });
  // A spreadsheet pastes the markup, which also contains the notes.
  assert.match(html, /<\/table><p>\[c\] confidential.*Source: /s);

  // A selection includes the headings, although they are buttons.
  const selected = await page.evaluate(() => {
    getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector(".cv-table table")));
    return getSelection()?.toString() ?? "";
  });
  assert.match(selected, /Region A\s+Region B\s+Total.*0 to 4\s/s);

  // Without a clipboard, for example on an insecure page, the page copies through a selection.
  await page.evaluate(() => { navigator.clipboard.write = () => Promise.reject(new Error("none")); });
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await copyTable(page);
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("Region A"));
  assert.deepEqual(complaints, []);
});

test("a selection is copied for a spreadsheet, with row headings, plain numbers and rows not in the page", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region,health&columns=sex`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async () => {
    await page.waitForTimeout(200);
    await page.keyboard.press("Control+c");
    await page.getByText(/^Copied [\d,]+ rows?/).waitFor();
    return page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return Promise.all(["text/plain", "text/html"].map(async (type) => (item.types.includes(type) ? (await item.getType(type)).text() : "")));
    });
  };
  const csv = commandLine(CENSUS, "--rows", "region,health", "--columns", "sex").trim().split("\n").slice(1).map((line) => line.split(",")[3]);
  const figure = (/** @type {number} */ line) => page.locator("[data-part=table] tbody tr").nth(line).locator("td");
  const [from, to] = [await figure(1).nth(1).boundingBox(), await figure(8).nth(0).boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 2, from.y + 18);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 2, to.y + 18, { steps: 5 });
  await page.mouse.up();
  assert.equal(await page.locator("[data-part=drawer]").isVisible(), false, "nothing covers what is being selected");
  const [text, html] = await copied();
  const line = (/** @type {number} */ at, /** @type {string} */ region, /** @type {string} */ health, places = [0, 1, 2]) => [region, health, ...[0, 1, 2].map((column) => (places.includes(column) ? csv[at * 3 + column] : ""))].join("\t");
  assert.deepEqual(text.split(/\r?\n/), [
    line(1, "North East", "Good", [1, 2]), ...["Fair", "Bad", "Very bad", "No code required", "Total"].map((health, i) => line(2 + i, "North East", health)),
    line(7, "North West", "Very good"), line(8, "North West", "Good", [0]),
  ]);
  assert.equal(html.match(/<tr>/g)?.length, 8);
  // Control+A copies the whole table, without commas in thousands.
  await figure(0).nth(0).focus();
  await page.keyboard.press("Control+a");
  const [whole] = await copied();
  assert.deepEqual(whole.split(/\r?\n/).map((each) => each.split("\t")).flatMap((fields, i) => (i === 0 ? [] : fields.slice(2))), csv);
  assert.equal(whole.split(/\r?\n/)[0], "Region\tGeneral health\tMale\tFemale\tTotal");
  // Parts of a heading or a figure are copied as text.
  await page.evaluate(() => {
    const text = document.querySelector("[data-part=table] tbody th button")?.firstChild ?? new Text();
    getSelection()?.setBaseAndExtent(text, 0, text, 5);
  });
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "North");
  await page.evaluate(() => getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector("[data-part=table] td"))));
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), csv[0]);

  await page.goto(`${server.url}#cube=hypercube&rows=age,activity,occupation,education&columns=citizenship`);
  await page.reload();
  await built(page);
  await page.locator("[data-part=table] td[tabindex='0']").focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("PageDown");
  await page.keyboard.press("Control+a");
  const [all] = await copied();
  const lines = all.split(/\r?\n/);
  const query = ["--rows", "age,activity,occupation,education", "--columns", "citizenship"];
  const cells = commandLine(HYPERCUBE, ...query).trim().split("\n").slice(1).map((each) => each.split(",")[5]);
  assert.equal(lines.length, 1 + cells.length / 6);
  assert.deepEqual(lines.slice(1).flatMap((each) => each.split("\t").slice(4)), cells);
  assert.deepEqual(complaints, []);
});

test("copies keep every digit of the page, and no label becomes a formula", async () => {
  const group = '=HYPERLINK("x")';
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex&group=${encodeURIComponent(`region,"${group.replaceAll('"', '""')}",E12000001`)}&ratio=sex,1,1,100.35`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const shown = await figures(page);
  assert.equal(shown[0], "100.4");
  await copyTable(page);
  await page.getByText(/^Copied \d+ rows/).waitFor();
  const [text, html] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return Promise.all(["text/plain", "text/html"].map(async (type) => (await item.getType(type)).text()));
  });
  assert.equal(text.split(/\r?\n/)[1], `'${group}\t${shown[0]}`);
  assert.equal(html.includes(`>'${group}<`), true);
  const { text: csv } = await downloaded(page, "csv-shown");
  assert.equal(csv.split("\n")[1], `"'${group.replaceAll('"', '""')}",${shown[0]}`);
  assert.deepEqual(complaints, []);
});

test("the downloads have every format, all layers and the table as shown", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=health&wafer=sex=2&percent=row&sort=descending,1`);
  const menu = page.getByRole("dialog", { name: "Save" });
  await page.locator("[data-part=save]").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-save=csv]").waitFor();
  assert.match(await menu.innerText(), /all layers/);
  await accessible(page, "menu of files");
  await page.keyboard.press("Escape");
  assert.equal(await menu.isVisible(), false);
  const csv = await downloaded(page, "csv");
  assert.equal(csv.text, commandLine(CENSUS, "--rows", "sex,region", "--columns", "health"));
  const stat = JSON.parse((await downloaded(page, "json-stat")).text);
  assert.deepEqual(stat.size, [3, 11, 7]);
  const shown = await downloaded(page, "csv-shown");
  assert.match(shown.name, /^census2011-teaching_.*\.labels\.csv$/);
  const lines = shown.text.split("\n");
  assert.equal(lines[0], "Region,Very good,Good,Fair,Bad,Very bad,No code required,Total");
  const body = lines.slice(1, 12).map((line) => line.split(","));
  assert.deepEqual(body.map((fields) => fields[1]), (await figures(page)).filter((_, i) => i % 7 === 0));
  const sorted = body.slice(0, 10).map((fields) => Number(fields[1]));
  assert.deepEqual(sorted, [...sorted].sort((a, b) => b - a));
  assert.match(lines.slice(13).join("\n"), /for Sex: Female; each figure as a percentage of the total of its row, computed from protected figures.*parts may not add up to 100.*Source: .*Licence: /s);
  assert.deepEqual(complaints, []);
});
