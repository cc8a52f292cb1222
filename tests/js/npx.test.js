// `npx cellveil` is the command line as WebAssembly: the same arguments, files, messages and exit statuses as the native
// program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { IN_NODE, NATIVE, digests, ran } from "./support/commands.js";

const SAMPLE = path("demo/census2011-teaching");
/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-npx-"));
  for (const name of ["cube.toml", "sealed.toml", "ptable.csv", "ptable-zeros.csv", "records.csv.gz"]) cpSync(join(SAMPLE, name), join(folder, name));
  const made = ran(NATIVE, ["synthesize", "--households", "400", "--seed", "3", "--out", "people.parquet", "--spec", "people.toml"], { cwd: folder });
  assert.equal(made.status, 0, made.stderr);
  cpSync(join(folder, "people.parquet"), join(folder, "cut.parquet"));
  truncateSync(join(folder, "cut.parquet"), 4000);
  cpSync(join(folder, "records.csv.gz"), join(folder, "cut.csv.gz"));
  truncateSync(join(folder, "cut.csv.gz"), 20_000);
  const damaged = readFileSync(join(folder, "people.parquet"));
  // The decoder panics on this byte of the file's end, about 300 bytes before the last.
  damaged[damaged.length - 291] ^= 0xff;
  writeFileSync(join(folder, "damaged.parquet"), damaged);
  cpSync(path("tests/data/inputs/zstd.parquet"), join(folder, "zstd.parquet"));
  writeFileSync(join(folder, "zstd.toml"), `[cube]\nid = "a"\ntitle = "A"\nunit = "person"\ndata = "synthetic"\naudience = "public"\n[key]\ncolumn = "key"\n[[dimension]]\nname = "area"\n`);
  writeFileSync(join(folder, "secret.csv"), "a,b\n1,2\n");
  chmodSync(join(folder, "secret.csv"), 0);
  writeFileSync(join(folder, "bad.toml"), readFileSync(join(folder, "cube.toml"), "utf8").replace("[key]", "[keys]"));
  mkdirSync(join(folder, "folder.csv"));
  symlinkSync("no-such-place", join(folder, "loose"));
});

after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs both programs and compares all that a user sees. The second one runs with its own folder for results.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
function both(args, options) {
  const [native, inNode] = [NATIVE, IN_NODE].map((program) => ran(program, args, { cwd: folder, ...options }));
  assert.deepEqual(inNode, native, args.join(" "));
  return native;
}

/** Builds a cube with both programs and compares every file. @param {string} name @param {string[]} args */
function bothTile(name, args) {
  const made = [NATIVE, IN_NODE].map((program) => {
    rmSync(join(folder, name), { recursive: true, force: true });
    const done = ran(program, ["tile", ...args, "--out", name], { cwd: folder });
    assert.equal(done.status, 0, done.stderr);
    return { done, files: digests(join(folder, name)) };
  });
  assert.deepEqual(made[1], made[0]);
}

describe("the same cubes and tables", () => {
  before(() => {
    bothTile("keyed", ["cube.toml", "--records", "records.csv.gz"]);
    bothTile("sealed", ["sealed.toml", "--records", "records.csv.gz"]);
  });

  test("a cube of Parquet", () => bothTile("people", ["people.toml", "--records", "people.parquet"]));

  for (const args of [
    ["table", "keyed", "--rows", "region", "--columns", "sex,age:band"],
    ["table", "keyed", "--rows", "region", "--format", "json-stat"],
    ["table", "keyed", "--rows", "region", "--format", "xlsx"],
    ["table", "keyed", "--rows", "region", "--format", "parquet"],
    ["table", "sealed", "--rows", "region", "--columns", "sex"],
    ["info", "keyed"],
    ["info", "sealed"],
    ["verify", "keyed"],
    ["verify", "sealed"],
    ["measure", "keyed", "--rows", "region", "--columns", "sex"],
    ["methods"],
    ["check", "cube.toml", "--records", "records.csv.gz"],
    ["check", "cube.toml", "--records", "records.csv.gz", "--records", "./records.csv.gz"],
    ["--version"],
    ["--help"],
    ["tile", "--help"],
  ]) {
    test(args.join(" "), () => assert.equal(both(args).status, 0));
  }

  test("a table with its receipt is verified, and may not replace itself", () => {
    const written = [NATIVE, IN_NODE].map((program, at) => {
      const args = ["table", "keyed", "--rows", "sex", "--output", `t${at}.csv`, "--receipt", `t${at}.json`];
      assert.equal(ran(program, args, { cwd: folder }).status, 0);
      return [readFileSync(join(folder, `t${at}.csv`)), readFileSync(join(folder, `t${at}.json`))];
    });
    assert.deepEqual(written[1], written[0]);
    assert.equal(both(["verify", "keyed", "--table", "t0.csv", "--receipt", "t1.json"]).status, 0);
    assert.equal(both(["table", "keyed", "--rows", "sex", "--output", "t0.csv", "--receipt", "./t0.csv"]).status, 2);
  });

  test("strangers in the folder of a cube", () => {
    writeFileSync(join(folder, "keyed/notes.txt"), "");
    symlinkSync("/", join(folder, "keyed/root"));
    assert.equal(both(["verify", "keyed"]).status, 0);
    assert.equal(both(["tile", "cube.toml", "--records", "records.csv.gz", "--out", "keyed", "--force"]).status, 2);
    rmSync(join(folder, "keyed/notes.txt"));
    rmSync(join(folder, "keyed/root"));
  });

  test("a cube is replaced only with --force, and nothing stays beside it", () => {
    const args = ["tile", "cube.toml", "--records", "records.csv.gz", "--out", "keyed"];
    assert.equal(both(args).status, 2);
    assert.equal(both([...args, "--force"]).status, 0);
    assert.deepEqual(Object.keys(digests(folder)).filter((name) => name.startsWith(".")), []);
  });
});

describe("the same messages for bad input", () => {
  const records = (/** @type {string} */ name) => ["check", "people.toml", "--records", name];
  for (const args of [
    [],
    ["tables"],
    ["tile"],
    ["tile", "cube.toml", "--out", "out"],
    ["tile", "cube.toml", "--out", ".", "--records", "records.csv.gz"],
    ["tile", "cube.toml", "--out", "/", "--records", "records.csv.gz"],
    ["tile", "cube.toml", "--out", "cube.toml/x", "--records", "records.csv.gz"],
    ["tile", "cube.toml", "--out", "/proc/cube", "--records", "records.csv.gz"],
    ["tile", "missing.toml", "--out", "out", "--records", "records.csv.gz"],
    ["tile", "folder.csv", "--out", "out", "--records", "records.csv.gz"],
    ["check", "bad.toml"],
    records("missing.csv"),
    records("folder.csv"),
    records("secret.csv"),
    records("loose"),
    records("records.csv.gz"),
    records("cut.parquet"),
    ["check", "cube.toml", "--records", "cut.csv.gz"],
    ["info", "folder.csv"],
    ["info", "missing"],
    ["verify", "cube.toml"],
    ["table", "missing", "--rows", "sex"],
  ]) {
    test(args.join(" ") || "no argument", () => assert.equal(both(args).status, 2));
  }

  test("pages that contradict each other end the program with the native message", () => {
    const message = "damaged.parquet: cannot be read after row 0 (its pages contradict each other); expected a complete Parquet file that is not damaged\n";
    const native = ran(NATIVE, ["tile", "people.toml", "--records", "damaged.parquet", "--out", "out"], { cwd: folder });
    assert.deepEqual(native, { status: 2, stdout: "", stderr: `cellveil: ${message}` });
    // WebAssembly cannot catch a panic, so `check` ends with its first such error, in the words of `tile`.
    for (const args of [["tile", "people.toml", "--records", "damaged.parquet", "--out", "out"], records("damaged.parquet")]) {
      assert.deepEqual(ran(IN_NODE, args, { cwd: folder }), native);
    }
  });
});

test("what only the native program does is said in one line", () => {
  const zstd = ran(IN_NODE, ["check", "zstd.toml", "--records", "zstd.parquet"], { cwd: folder });
  assert.match(zstd.stdout, /zstd\.parquet: is compressed with zstd, which only the native program reads; expected another compression/);
  assert.equal(zstd.status, 2);
  const study = ran(IN_NODE, ["study", "abs-2005", "--format", "json"], { cwd: folder });
  assert.deepEqual([study.status, study.stderr.split("\n").length], [2, 2]);
  assert.match(study.stderr, /^cellveil: study: only the native program has the studies/);
  const tile = ran(IN_NODE, ["tile", "people.toml", "--records", "people.parquet", "--out", "out", "--memory", "1GB"], { cwd: folder });
  assert.deepEqual([tile.status, tile.stderr.split("\n").length], [2, 2]);
  assert.match(tile.stderr, /^cellveil: --memory: only the native program has temporary files; expected no --memory/);
});

test("a reader that closes the pipe is no error", async () => {
  const [file, ...first] = IN_NODE;
  const child = spawn(file, [...first, "methods", "--format", "markdown"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let message = "";
  child.stderr.on("data", (text) => (message += text));
  const status = await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual([status, message], [0, ""]);
});

test("environment variables reach the specification", () => {
  const spec = readFileSync(join(folder, "cube.toml"), "utf8").replace(/^salt = .*$/m, 'salt_env = "NPX_SALT"');
  writeFileSync(join(folder, "env.toml"), spec);
  assert.equal(both(["check", "env.toml"]).status, 2);
  assert.equal(both(["check", "env.toml"], { env: { ...process.env, NPX_SALT: "c1457f2e9ab04d6b83d25ef01c7a9643" } }).status, 0);
});
