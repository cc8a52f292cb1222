// `cellveil/make.js` in Node, where the calling thread works: the same bytes and words as the native program. The browser
// tests run the worker.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { after, before, test } from "node:test";
import { check, keys, propose, run, tile, toml, zip } from "cellveil/make.js";
import { path } from "../../scripts/lib.js";
import { NATIVE, digest, digests, ran } from "./support/commands.js";

const SAMPLE = path("demo/census2011-teaching");
const text = (/** @type {string} */ name) => readFileSync(join(SAMPLE, name), "utf8");
const RECORDS = { name: "records.csv.gz", content: new Uint8Array(readFileSync(join(SAMPLE, "records.csv.gz"))) };
const PTABLES = ["cube.toml", "ptable.csv", "ptable-zeros.csv"].map((name) => ({ name, text: text(name) }));
/** @type {string} */
let folder;

before(() => void (folder = mkdtempSync(join(tmpdir(), "cellveil-make-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} spec @param {string[]} records */
function native(spec, records) {
  const out = join(folder, "native");
  rmSync(out, { recursive: true, force: true });
  const done = ran(NATIVE, ["tile", spec, ...records.flatMap((name) => ["--records", name]), "--out", out]);
  assert.equal(done.status, 0, done.stderr);
  return { files: digests(out), notes: done.stderr.split("\n").filter(Boolean).map((line) => line.replace(/^cellveil: /, "")) };
}

/** @param {{ path: string, bytes: Uint8Array }[]} files */
const made = (files) => Object.fromEntries(files.map(({ path, bytes }) => [path, digest(bytes)]).sort());

for (const name of ["cube.toml", "sealed.toml"]) {
  test(`${name} gives the bytes and notes of the native program`, async () => {
    /** @type {{ stage: string, done: number, total: number }[]} */
    const heard = [];
    const { files, notes } = await tile(text(name), name === "cube.toml" ? PTABLES.slice(1) : PTABLES, [RECORDS], { onprogress: (/** @type {any} */ now) => heard.push(now) });
    const expected = native(join(SAMPLE, name), [join(SAMPLE, "records.csv.gz")]);
    assert.deepEqual(made(files), expected.files);
    for (const note of expected.notes) assert.ok(notes.includes(note), note);
    assert.ok(heard.every(({ stage, done, total }) => stage !== "" && done <= total));
  });
}

test("Parquet in a Blob gives the bytes of the native program", async () => {
  const names = ["people.parquet", "people.toml"].map((name) => join(folder, name));
  assert.equal(ran(NATIVE, ["synthesize", "--households", "300", "--seed", "5", "--out", names[0], "--spec", names[1]]).status, 0);
  const content = new Blob([readFileSync(names[0])]);
  const { files } = await tile(readFileSync(names[1], "utf8"), [], [{ name: "people.parquet", content }]);
  assert.deepEqual(made(files), native(names[1], [names[0]]).files);
});

test("a bad specification is an error with the words of the native program", async () => {
  const spec = text("cube.toml").replace("[key]", "[keys]");
  writeFileSync(join(folder, "cube.toml"), spec);
  const { stderr } = ran(NATIVE, ["tile", "cube.toml", "--records", join(SAMPLE, "records.csv.gz"), "--out", "x"], { cwd: folder });
  await assert.rejects(tile(spec, PTABLES.slice(1), [RECORDS]), (/** @type {any} */ error) => {
    assert.equal(`cellveil: ${error.message}\n`, stderr);
    assert.deepEqual([error.code, error.fault], ["not-made", "input"]);
    return true;
  });
});

test("a file cut in the middle, and a file that is no file", async () => {
  const cut = { name: "cut.csv.gz", content: RECORDS.content.subarray(0, 20_000) };
  await assert.rejects(tile(text("cube.toml"), PTABLES.slice(1), [cut]), /cut\.csv\.gz: ends too early, after row \d+; expected a complete gzip file/);
  await assert.rejects(tile(text("cube.toml"), PTABLES.slice(1), [/** @type {any} */ ({ name: "a.csv", content: 7 })]), /expected a File, a Blob, a Uint8Array or a text/);
});

test("two files of records of one name, or of the name of a file of the specification, are two files", async () => {
  const file = (/** @type {number} */ key) => ({ name: "cube.toml", content: `sex,record_key\n1,${key}\n` });
  const spec = `[cube]\nid = "a"\ntitle = "A"\nunit = "person"\ndata = "synthetic"\naudience = "public"\n[key]\ncolumn = "record_key"\n[[dimension]]\nname = "sex"\ncodes = { 1 = "M" }\n[method.default]\nkind = "none"\n`;
  const { files } = await tile(spec, [], [file(1), file(2)]);
  const found = await run(["info", "cube"], files.map(({ path, bytes }) => ({ path: `cube/${path}`, content: bytes })), {});
  assert.equal(found.status, 0, found.err);
});

test("any command runs with files that the caller passes", async () => {
  const { files } = await tile(text("cube.toml"), PTABLES.slice(1), [RECORDS]);
  const cube = files.map(({ path, bytes }) => ({ path: `cube/${path}`, content: bytes }));
  const table = await run(["table", "cube", "--rows", "region", "--output", "a.csv"], cube);
  const out = join(folder, "table");
  assert.equal(ran(NATIVE, ["tile", join(SAMPLE, "cube.toml"), "--records", join(SAMPLE, "records.csv.gz"), "--out", out]).status, 0);
  assert.equal(new TextDecoder().decode(/** @type {Uint8Array} */ (table.files[0].parts[0])), ran(NATIVE, ["table", out, "--rows", "region"]).stdout);
  assert.equal((await run(["verify", "cube"], cube)).status, 0);
});

test("problems are those of cellveil check --format json", async () => {
  const bad = text("cube.toml").replace('column = "record_key"', 'column = "record_keys"').replace("E12000001", "E12000099");
  for (const name of ["cube.toml", "ptable.csv", "ptable-zeros.csv"]) writeFileSync(join(folder, name), name === "cube.toml" ? bad : text(name));
  writeFileSync(join(folder, "records.csv.gz"), RECORDS.content);
  const native = ran(NATIVE, ["check", "cube.toml", "--records", "records.csv.gz", "--format", "json"], { cwd: folder });
  const found = await check(bad, PTABLES.slice(1), [RECORDS]);
  assert.deepEqual(found, JSON.parse(native.stdout));
  assert.ok(found.errors > 0 && found.problems.every(({ message }) => message !== ""));
});

test("a draft is that of cellveil init, and its specification passes", async () => {
  writeFileSync(join(folder, "records.csv.gz"), RECORDS.content);
  const native = ran(NATIVE, ["init", "records.csv.gz", "--format", "json"], { cwd: folder });
  const draft = await propose([RECORDS]);
  assert.deepEqual(draft, JSON.parse(native.stdout));
  const { text: spec, files } = await toml(draft);
  const { errors, problems } = await check(spec, files, [RECORDS]);
  assert.equal(errors, 0, JSON.stringify(problems));
});

test("files of records are parts of one delivery, with the columns of the first", async () => {
  const part = (/** @type {string} */ name, /** @type {string} */ head, /** @type {number} */ rows) => ({ name, content: `${head}\n${Array.from({ length: rows }, (_, at) => `${at % 2},${at % 3}\n`).join("")}` });
  const draft = await propose([part("north.csv", "sex,group", 30), part("south.csv", "sex,group", 20)]);
  assert.deepEqual([draft.records, draft.rows], [["north.csv", "south.csv"], 50]);
  await assert.rejects(propose([part("north.csv", "sex,group", 30), part("south.csv", "sex,other", 20)]), /south\.csv: no column "group"/);
});

test("each record gets a key, and a second call draws others", async () => {
  const plain = gunzipSync(RECORDS.content).toString().split("\n").map((line) => line.replace(/,[^,]*$/, "")).join("\n");
  const records = { name: "records.csv", content: new Blob([plain]) };
  const first = await keys(records, { column: "number" });
  const rows = plain.trimEnd().split("\n").length - 1;
  assert.deepEqual([first.rows, first.column], [rows, "number"]);
  const lines = (await first.file.text()).trimEnd().split("\n");
  assert.equal(lines.length, rows + 1);
  assert.match(lines[0], /,number\r?$/);
  assert.ok(new Set(lines.map((line) => line.split(",").at(-1))).size > 0.99 * rows);
  assert.notEqual(await (await keys(records)).file.text(), await first.file.text());
});

test("a ZIP file has the files and is the same again", async () => {
  const files = [{ path: "cube.json", bytes: new TextEncoder().encode("{}") }, { path: "tiles/a.tile", bytes: new Uint8Array(100_000) }];
  const bytes = await zip(files);
  assert.deepEqual(await zip(files), bytes);
  assert.ok(bytes.length < 2000);
  const listed = new TextDecoder("latin1").decode(bytes);
  for (const { path } of files) assert.ok(listed.includes(path));
});

test("a signal that is aborted ends the call", async () => {
  await assert.rejects(zip([], { signal: AbortSignal.abort() }), { name: "AbortError" });
});
