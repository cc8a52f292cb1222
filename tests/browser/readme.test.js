// The lines of README.md and docs/guide/publish.md, run as they stand: the package as plain files, the cube beside it.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";

const HOST = path("target/test-readme");
const readme = readFileSync(path("README.md"), "utf8");
const guide = readFileSync(path("docs/guide/publish.md"), "utf8");

/** The first fenced block of a language after a heading. @param {string} text @param {string} heading @param {string} language */
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
  cpSync(path("target/site/cellveil"), `${HOST}/cellveil`, { recursive: true });
  writeFileSync(`${HOST}/cube.toml`, block(guide, "Make a cube", "toml"));
  cpSync(path("demo/census2011-teaching/ptable.csv"), `${HOST}/ptable.csv`);
  const records = Array.from({ length: 300 }, (_, i) => `${"NS"[i % 2]},${1 + (i % 3 === 0 ? 1 : 0)},${(i * 2654435761) % 2 ** 32}`);
  writeFileSync(`${HOST}/people.csv`, ["region,sex,record_key", ...records, ""].join("\n"));
  // The guide's command, run where its files are.
  const [command] = /cellveil tile .*/.exec(guide) ?? [""];
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
  assert.equal(values.length, 9);
  assert.deepEqual(shown, values);
  assert.deepEqual(problems, []);
});

test("the README's three commands make, check and seal a cube", () => {
  const commands = readme.match(/^ {4}cellveil .*/gm) ?? [];
  assert.deepEqual(commands.map((command) => command.trim().split(" ")[1]), ["tile", "audit", "tile"]);
  for (const command of commands) {
    const places = command.trim().split(" ").slice(1).map((part) => part.replace(/^target\//, `${HOST}/`));
    execFileSync(path("target/release/cellveil"), places, { cwd: path(), stdio: "ignore" });
  }
});

test("the commands of the guides run as written", () => {
  const folder = path("target/test-guides");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/cube.toml`, block(guide, "Make a cube", "toml"));
  writeFileSync(`${folder}/people.csv`, block(guide, "Make a cube", "csv"));
  const env = { ...process.env, PATH: `${path("target/release")}:${process.env.PATH}` };
  const commands = ["publish", "teach"].flatMap((name) => readFileSync(path(`docs/guide/${name}.md`), "utf8").match(/^ {4,}cellveil .*/gm) ?? []);
  // Files of the reader's own, which the guide does not make.
  const possible = commands.filter((command) => !/zeros\.csv|matrix\.csv/.test(command));
  assert.ok(possible.length >= 20, `${possible.length} commands`);
  for (const command of possible) {
    const here = /demo\/|target\//.test(command);
    const line = here ? command.replaceAll(/target\/(census|audit)/g, `${folder}/$1`) : command;
    // The audit of the hypercube exceeds its limits on purpose.
    const expected = /audit .*hypercube/.test(command) ? 1 : 0;
    const { status, stderr } = spawnSync("sh", ["-c", line], { cwd: here ? path() : folder, env, encoding: "utf8" });
    assert.equal(status, expected, `${command.trim()}: ${stderr}`);
  }
});
