// A site of one's own cubes, below a path: three record types of one delivery, with the publisher's title and pages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";

const HOST = path("target/test-site");
const CELLVEIL = path("target/release/cellveil");
const TITLE = "Tables of <Northland> & islands";

const BASE = `[cube]
id = "base"
unit = "person"
data = "synthetic"
audience = "public"
[key]
column = "key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
label = "Area"
role = "geo"
codes = { N = "North", S = "South" }
[[dimension]]
name = "kind"
label = "Kind"
codes = { a = "First", b = "Second" }
[method.default]
kind = "random-rounding"
base = 3
`;

/** @param {number} rows */
const records = (rows) => `area,kind,key\n${Array.from({ length: rows }, (_, i) => `${i % 3 ? "S" : "N"},${i % 2 ? "a" : "b"},${((i + 1) * 2654435761) % 2 ** 32}\n`).join("")}`;

const cellveil = (/** @type {string[]} */ ...args) => execFileSync(CELLVEIL, args, { cwd: HOST, encoding: "utf8" });

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  rmSync(HOST, { recursive: true, force: true });
  mkdirSync(HOST, { recursive: true });
  writeFileSync(`${HOST}/base.toml`, BASE);
  const types = [["persons", "person", 900], ["households", "household", 300], ["dwellings", "dwelling", 200]];
  for (const [id, unit, rows] of types) {
    writeFileSync(`${HOST}/${id}.toml`, `extends = "base.toml"\n[cube]\nid = "${id}"\ntitle = "The ${id}"\nunit = "${unit}"\n`);
    writeFileSync(`${HOST}/${id}.csv`, records(Number(rows)));
  }
  writeFileSync(`${HOST}/delivery.toml`, types.map(([id]) => `[[cube]]\nspec = "${id}.toml"\nrecords = "${id}.csv"\n`).join(""));
  cellveil("tile", "delivery.toml", "--out", "cubes");
  cellveil("site", "cubes", "--title", TITLE, "--out", "served/some/path");
  // A sealed cube for everybody, with a map.
  writeFileSync(`${HOST}/sealed.toml`, 'extends = "persons.toml"\n'.replace("persons", "base") + '[cube]\nid = "sealed"\ntitle = "The census"\nrelease = "sealed"\n[publish]\nmax_dimensions = 2\n');
  writeFileSync(`${HOST}/page.json`, JSON.stringify({ map: { dimension: "area", tiles: [["N", 0, 0], ["S", 0, 1]] } }));
  cellveil("tile", "sealed.toml", "--records", "persons.csv", "--out", "sealed");
  cellveil("site", "sealed", "--settings", "page.json", "--out", "served/sealed");
  server = await serve(`${HOST}/served`);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens a page, and records wrong answers and messages of the page. @param {string} address */
async function opened(address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  /** @type {string[]} */
  const wrong = [];
  page.on("response", (response) => { if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`); });
  page.on("requestfailed", (request) => wrong.push(`failed ${request.url()}`));
  page.on("request", (request) => { if (/census2011|hypercube|tidewell/.test(request.url())) wrong.push(`a demonstration cube: ${request.url()}`); });
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(server.url + address, { waitUntil: "networkidle" });
  return { page, wrong };
}

for (const [site, title, pages] of /** @type {const} */ ([
  ["some/path/", TITLE, ["index.html", "risk.html", "embed.html"]],
  ["sealed/", "The census", ["index.html", "maps.html", "community.html", "embed.html"]],
])) {
  for (const name of pages) {
    test(`${site}${name} has the publisher's title and pages, and requests nothing that is not there`, async () => {
      const { page, wrong } = await opened(site + name);
      assert.equal(await page.textContent(".masthead h1"), title);
      assert.ok((await page.title()).endsWith(title), await page.title());
      assert.deepEqual(await page.$$eval(".ways a", (links) => links.map((link) => link.getAttribute("href")?.split("#")[0])), [...pages]);
      const others = await page.$$eval("a[href]", (links) => links.map((link) => new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname.split("/").at(-1) ?? ""));
      assert.deepEqual(others.filter((file) => file.endsWith(".html") && !pages.some((own) => own === file)), []);
      assert.deepEqual(wrong, []);
      assert.equal(await page.locator("#error:visible").count(), 0);
      await page.close();
    });
  }
}

test("one site shows the three record types, each with its unit", async () => {
  const { page, wrong } = await opened("some/path/");
  const table = page.locator('[data-part="table"]');
  assert.match(await table.innerText(), /Dwellings by/);
  for (const [cube, words] of [["persons", /Persons by/], ["households", /Households by/]]) {
    await page.goto(`${server.url}some/path/#cube=${cube}&rows=area&columns=kind`);
    // A reload would cancel the requests of the table.
    await table.getByText(words).waitFor();
    await page.reload({ waitUntil: "networkidle" });
    await table.getByText(words).waitFor();
  }
  assert.deepEqual(wrong, []);
  await page.close();
});
