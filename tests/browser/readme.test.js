// The HTML lines of README.md work with the package as plain files and with the cube of docs/guide/publish.md.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";

const HOST = path("target/test-readme");
const readme = readFileSync(path("README.md"), "utf8");
const guide = readFileSync(path("docs/guide/publish.md"), "utf8");

/**
 * Returns the first fenced block of a language after a heading.
 * @param {string} text
 * @param {string} heading
 * @param {string} language
 */
function block(text, heading, language) {
  const [, after] = text.split(`## ${heading}\n`);
  const found = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(after);
  assert.ok(found, `there is a ${language} block under ${heading}`);
  return found[1];
}

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  rmSync(HOST, { recursive: true, force: true });
  mkdirSync(HOST, { recursive: true });
  cpSync(path("pkg"), `${HOST}/cellveil`, { recursive: true });
  writeFileSync(`${HOST}/cube.toml`, block(guide, "Make a cube", "toml"));
  cpSync(path("demo/census2011-teaching/ptable.csv"), `${HOST}/ptable.csv`);
  const records = Array.from({ length: 300 }, (_, i) => `${["North", "South", "East", "West"][i % 4]},${1 + (i % 3 === 0 ? 1 : 0)},${(i * 2654435761) % 2 ** 32}`);
  writeFileSync(`${HOST}/people.csv`, ["region,sex,record_key", ...records, ""].join("\n"));
  // Runs the guide's command in the folder with its files.
  const [command] = /cellveil tile cube\.toml .*/.exec(guide) ?? [""];
  execFileSync(path("target/release/cellveil"), command.split(" ").slice(1), { cwd: HOST });
  const page = block(readme, "Put a table in a page", "html");
  writeFileSync(`${HOST}/index.html`, `<!doctype html><meta charset="utf-8"><title>README</title>${page}`);
  server = await serve(HOST);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

test("the README's page shows the table that the command line builds", async () => {
  const page = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(server.url);
  await page.waitForSelector("cellveil-table table");
  const shown = await page.$$eval("cellveil-table td", (cells) => cells.map((cell) => cell.textContent?.trim()));
  const csv = execFileSync(path("target/release/cellveil"), ["table", "cube", "--rows", "region", "--columns", "sex"], {
    cwd: HOST,
    encoding: "utf8",
  });
  const values = csv.trimEnd().split("\n").slice(1).map((line) => line.split(",")[2]);
  assert.equal(values.length, 15);
  assert.deepEqual(shown, values);
  assert.deepEqual(problems, []);
});
