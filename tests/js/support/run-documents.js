/**
 * Runs each command and each piece of JavaScript or Python in the code blocks of a document. They run in the document's
 * order in a new folder.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { path } from "../../../scripts/lib.js";
import { blocksOf, commandsOf, documents } from "./documents.js";
import { BIN, PYTHON, ensureEngines, hasPython } from "./engines/install.js";

/** @import { Block, Command } from "./documents.js" */

const WORK = "target/test-documents";

/** The document whose commands and Python need DuckDB. */
const WITH_ENGINES = "docs/guide/engines.md";

/** Commands that are not run here, with the reason. */
const ELSEWHERE = [
  { command: /^(PORT=\d+ )?npm start$/, why: "serves until somebody stops it: tests/start.js, in a stage of npm test" },
  { command: /^npm test\b/, why: "runs this test" },
  { command: /^npm run (build|site|types)$/, why: "writes what other tests read: stages of npm test" },
  { command: /^npm run bench\b/, why: "takes long: bench.test.js runs each part on tiny inputs" },
  { command: /^npm run scale\b/, why: "takes minutes: scale.test.js runs it on tiny inputs" },
  { command: /^npm run engines\b/, why: "takes minutes: scale.test.js runs it on tiny inputs" },
  { command: /^npm run screenshots\b/, why: "takes long and writes docs/screens" },
  { command: /^node tests\/browser\/tasks\.js\b/, why: "needs a browser: tests/browser/tasks.long.test.js runs it" },
  { command: /^node tests\/browser\/lab-time\.js\b/, why: "needs a browser: tests/browser/lab.long.test.js runs its parts" },
  { command: /^node tests\/browser\/make-time\.js\b/, why: "needs a browser: tests/browser/make.long.test.js runs its parts" },
  { command: /^npm run test:long\b/, why: "takes long: CI runs it after npm test" },
  { command: /^npm run release$/, why: "takes long: tests/js/release.long.test.js" },
  { command: /^npx cellveil prerender\b/, why: "needs pages: tests/js/prerender.test.js" },
  { command: /^(npm install|npx cellveil)\b/, why: "needs a package: tests/js/release.long.test.js" },
  { command: /^(cargo install|docker)\b/, why: "compiles for minutes, or needs another program" },
  { command: /^cargo (test|doc|fmt|clippy)\b/, why: "compiles: stages of npm test" },
  { command: /^(npx notebooks|quarto render)\b/, why: "needs other programs: tests/browser/teaching.long.test.js" },
  { command: /^git clone\b/, why: "needs a network" },
  { command: /^cellveil study attacks\b/, why: "takes long: tests/rust/study compares what it writes" },
  { command: /^for name in abs-2005 .*cellveil study \$name --format markdown/s, why: "takes long: tests/rust/study compares what it writes" },
  { command: /^cellveil table cube --rows region --columns age --filter sex=1$/, why: "shows a rule of another cube refuse a table: tests/rust/rules" },
];

/** JavaScript that runs in another test, and why. @type {{ code: RegExp, why: string }[]} */
const IN_PAGES = [
  { code: /\binput\.files\b/, why: "needs a page: tests/browser/make-core.test.js" },
  { code: /cellveil-builder/, why: "needs a page: tests/browser/embed.test.js" },
  { code: /\bdocument\.body\b/, why: "needs a page: tests/browser/plot.test.js" },
  { code: /^import "cellveil\/builder\.js"/, why: "needs a page: tests/browser/frameworks.long.test.js" },
  { code: /\bbase: "\/cellveil\/"/, why: "needs a server: tests/browser/bundlers.test.js" },
];

/** Commands that end with status 1 according to the documents. */
export const REFUSED = [
  "cellveil audit target/census-sealed --truth target/census --spec demo/census2011-teaching/sealed.toml --against target/census-old",
  "cellveil audit target/census-sealed --truth target/census --spec demo/census2011-teaching/sealed.toml --against target/before-sealed --against-truth target/before",
  "cellveil audit target/census --spec demo/census2011-teaching/variant.toml",
  "cellveil audit target/site/cubes/hypercube-sealed --truth target/site/cubes/hypercube --spec demo/hypercube/sealed.toml",
  "cellveil audit sealed --truth tiles --spec demo/hypercube/sealed.toml",
  "cellveil audit target/hypercube-sealed --truth target/hypercube --spec demo/hypercube/sealed.toml",
  "cellveil audit target/census-preprotected --original target/census --spec demo/census2011-teaching/preprotected.toml",
  "cellveil audit target/census-preprotected --original target/census-unchanged --spec demo/census2011-teaching/preprotected.toml",
  "cellveil matrix check table-3-as-printed.csv --cap 10",
  "cellveil ptable design --max-change 5 --variance 7",
  "cellveil ptable convert tests/data/ptable/ptable_10_5.csv.gz --format ptable",
];

/** Two regions have few people of one sex each. This gives empty cells, and cells of 4 and 5. */
const PEOPLE = Array.from({ length: 300 }, (_, i) => {
  const [region, sex] = i < 4 ? ["East", 1] : i < 9 ? ["West", 2] : [i % 2 ? "South" : "North", i % 3 ? 1 : 2];
  return [region, sex, (i * 2654435761) % 2 ** 32];
});

/**
 * Two thousand persons with identifiers and without keys, 200 or more in each cell. The audit of their tables passes whatever
 * keys they get: in 60 draws, no finding exceeded its limit.
 */
const RAW = Array.from({ length: 2000 }, (_, i) => [`P${i}`, ["North", "South", "East", "West"][(i * 7 + Math.floor(i / 5)) % 4], 1 + (Math.floor((i * 2654435761) / 65536) % 2)]);

/** @param {unknown[][]} rows */
const csv = (...rows) => rows.map((row) => `${row.join()}\n`).join("");

/** Returns the census records without every 2,000th, from which docs/evidence/threat-model.md builds an earlier release. */
function before() {
  const lines = gunzipSync(readFileSync(path("demo/census2011-teaching/records.csv.gz"))).toString().trimEnd().split("\n");
  return `${lines.filter((_, at) => at === 0 || (at - 1) % 2000 !== 0).join("\n")}\n`;
}

/** Returns the p-table of the census cube with a row 0 that gives one of a hundred empty cells the value 3. */
function zeros() {
  const [head, ...rows] = readFileSync(path("demo/census2011-teaching/ptable.csv"), "utf8").trim().split("\n");
  assert.match(rows[0], /^0,0,1\.0+,/);
  return [head, "0,0,0.99,0,0,0.99,all", "0,3,0.01,3,0.99,1,all", ...rows.slice(1), ""].join("\n");
}

/** The text of files that documents name and do not create. @type {Record<string, () => string>} */
const FILES = {
  "people.csv": () => csv(["region", "sex", "record_key"], ...PEOPLE),
  "raw.csv": () => csv(["person_id", "region", "sex"], ...RAW),
  // Ten persons have left, and five are new.
  "raw-2027.csv": () => csv(["person_id", "region", "sex"], ...RAW.slice(10), ...[1, 2, 3, 4, 5].map((id) => [`Q${id}`, "North", 1])),
  "more.json": () => '[{ "rows": ["region"], "columns": ["sex"] }]',
  "zeros.csv": zeros,
  "target/before.csv": before,
};

/** Files and cubes of the repository by the names in the documents. @type {Record<string, string>} */
const LINKS = {
  "ptable.csv": "demo/census2011-teaching/ptable.csv",
  "matrix.csv": "tests/data/matrix/shlomo-2015-table-3-fractions.csv",
  "table-3.csv": "tests/data/matrix/shlomo-2015-table-3-fractions.csv",
  "table-3-as-printed.csv": "tests/data/matrix/shlomo-2015-table-3.csv",
  cube: "target/site/cubes/census2011-teaching",
  swapped: "target/site/cubes/census2011-teaching-swapped",
  tidewell: "target/site/cubes/tidewell",
  "old-release": "target/site/cubes/census2011-teaching-sealed",
};

/** Patterns of blocks in the document that are the text of a file. @type {Record<string, RegExp>} */
const BLOCKS = { "cube.toml": /^\[cube\]\n(?!audience)/m, "people-public.toml": /^extends = "people\.toml"/, "sealed.toml": /^id = "town-sealed"$/m, "cells.csv": /^\w+(,\w+)*,count,key$/m };

/**
 * Creates a folder with the files that a document's commands name.
 * @param {string} document
 * @param {Block[]} blocks
 */
function workspace(document, blocks) {
  const folder = path(WORK, document.replaceAll("/", "-").replace(/\.md$/, ""));
  rmSync(folder, { recursive: true, force: true });
  // Some commands write to these folders, so they are copied. The others are links.
  for (const name of ["demo", "docs/evidence/studies"]) cpSync(path(name), `${folder}/${name}`, { recursive: true });
  for (const name of ["target/site", "target/release", "tests/data"]) {
    mkdirSync(dirname(`${folder}/${name}`), { recursive: true });
    symlinkSync(path(name), `${folder}/${name}`);
  }
  symlinkSync(path("target/site/cellveil"), `${folder}/cellveil`);
  // A file that the document makes is missing at first.
  const made = new Set(commandsOf(blocks).flatMap(({ text }) => [...text.matchAll(/^cellveil keys .*--out (\S+)/gm)].map(([, name]) => name)));
  for (const [name, text] of Object.entries(FILES)) if (!made.has(name)) writeFileSync(`${folder}/${name}`, text());
  for (const [name, place] of Object.entries(LINKS)) symlinkSync(path(place), `${folder}/${name}`);
  for (const [name, mark] of Object.entries(BLOCKS)) {
    const block = blocks.find(({ text }) => mark.test(text));
    if (block) writeFileSync(`${folder}/${name}`, block.text);
  }
  return folder;
}

/** Runs a document's commands in one shell. @param {string} folder @param {Command[]} commands @param {string[]} programs folders of programs */
function run(folder, commands, programs) {
  const script = commands.map(({ text, line }) => {
    // A command that writes through a link would change the repository.
    const made = [...text.matchAll(/--out(?:put)? (\S+)/g)].map(([, name]) => name);
    const given = made.filter((name) => existsSync(`${folder}/${name}`) && lstatSync(`${folder}/${name}`).isSymbolicLink());
    const refused = REFUSED.includes(text);
    return [
      `echo "@@ ${line}" >&2`,
      ...given.map((name) => `test ! -L ${name} || rm ${name}`),
      refused ? `if ${text}; then echo "not refused" >&2; exit 1; fi` : text,
    ].join("\n");
  });
  // Some shells change the path when they start, so the script sets its path itself.
  const places = programs.map((folder) => `PATH="${folder}:$PATH"`);
  const { status, stderr } = spawnSync("bash", ["-e", "-c", [...places, ...script].join("\n")], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PATH: `${path("target/release")}:${process.env.PATH}` },
    maxBuffer: 1 << 28,
  });
  const last = stderr.split("@@ ").at(-1);
  assert.equal(status, 0, `line ${last}`);
}

/** Returns lines that define the cube and the table that a piece of JavaScript uses. @param {string} code */
function prelude(code) {
  const needs = (/** @type {string} */ name) => new RegExp(`\\b${name}\\.`).test(code) && !new RegExp(`const ${name}\\b`).test(code);
  const table = needs("table") || /[({ ]table[,)]/.test(code);
  return [
    needs("cube") || table ? 'import { openCube as open } from "cellveil";\nconst cube = await open("cube/cube.json");\n' : "",
    table && !/const table\b/.test(code) ? 'const table = await cube.table({ rows: ["region"], columns: ["sex"] });\n' : "",
  ].join("");
}

/** Documents whose audits run in `npm test`. Each of the other audits takes seconds and runs in `npm run test:long`. */
const AUDITED = ["README.md", "docs/reference/audit.md"];

/** @param {string} document @param {Command} command */
const takesLong = (document, { text }) => /^cellveil audit\b/.test(text) && !AUDITED.includes(document);

/** Returns the commands that no other test runs. @param {Block[]} blocks */
const runnable = (blocks) => commandsOf(blocks).filter(({ text }) => !ELSEWHERE.some(({ command }) => command.test(text)));

/** Tests all commands except long ones, and all code. */
export function testDocuments() {
  for (const document of documents()) {
    const blocks = blocksOf(document);
    const commands = runnable(blocks).filter((command) => !takesLong(document, command));
    const pieces = blocks.filter(({ language }) => ["js", "python"].includes(language));
    if (commands.length + pieces.length > 0) testDocument(document, blocks, commands, pieces);
  }
}

/** Tests documents with long commands. All commands of such a document run, because the long ones need the others. */
export function testLongDocuments() {
  for (const document of documents()) {
    const blocks = blocksOf(document);
    const commands = runnable(blocks);
    if (commands.some((command) => takesLong(document, command))) testDocument(document, blocks, commands, []);
  }
}

/** @param {string} document @param {Block[]} blocks @param {Command[]} commands @param {Block[]} pieces */
function testDocument(document, blocks, commands, pieces) {
  const hasEngines = document === WITH_ENGINES;
  test(`${document}: its commands and code work`, { skip: hasEngines && !hasPython() && "there is no python3" }, async (t) => {
    if (hasEngines) ensureEngines();
    const folder = workspace(document, blocks);
    await t.test(`${commands.length} commands`, () => run(folder, commands, hasEngines ? [BIN] : []));
    for (const { language, text, line } of pieces) {
      const [program, ending] = language === "js" ? [process.execPath, "mjs"] : [hasEngines ? PYTHON : "python3", "py"];
      const skip = spawnSync(program, ["--version"]).status !== 0 && `there is no ${program}` || (IN_PAGES.find(({ code }) => language === "js" && code.test(text))?.why ?? false);
      await t.test(`the ${language} of line ${line}`, { skip }, () => {
        const file = `line-${line}.${ending}`;
        writeFileSync(`${folder}/${file}`, language === "js" ? prelude(text) + text : text);
        const { status, stderr } = spawnSync(program, [file], { cwd: folder, encoding: "utf8" });
        assert.equal(status, 0, stderr);
      });
    }
  });
}
