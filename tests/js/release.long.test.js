// npm run release writes archives that other people can check, install and run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { release } from "../../scripts/release.js";

const OUT = path("target/release-archives");
const { version } = JSON.parse(readFileSync(path("package.json"), "utf8"));
const CENSUS = path("target/site/cubes/census2011-teaching");
const TABLE = ["table", CENSUS, "--rows", "region", "--columns", "sex"];

/** @type {string} */
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-release-"));
  await release();
});
after(() => rmSync(folder, { recursive: true, force: true }));

const digests = () => Object.fromEntries(readdirSync(OUT).map((file) => [file, createHash("sha256").update(readFileSync(join(OUT, file))).digest("hex")]));

test("SHA256SUMS has the digest of each archive, and a second release the same archives", async () => {
  const first = digests();
  const lines = readFileSync(join(OUT, "SHA256SUMS"), "utf8").trim().split("\n").map((line) => line.split("  ").reverse());
  assert.ok(lines.length >= 2);
  for (const [file, digest] of lines) assert.equal(first[file], digest, file);
  await release();
  assert.deepEqual(digests(), first);
});

test("the native program of the archive runs, and carries the pages", () => {
  const archive = readdirSync(OUT).find((file) => file.endsWith(".tar.gz") && !file.includes("source")) ?? "";
  execFileSync("tar", ["-xzf", join(OUT, archive), "-C", folder]);
  const program = join(folder, archive.replace(/\.tar\.gz$/, ""), "cellveil");
  assert.equal(execFileSync(program, ["--version"], { encoding: "utf8" }), `cellveil ${version}\n`);
  execFileSync(program, ["site", CENSUS, "--out", join(folder, "site")]);
  assert.ok(readdirSync(join(folder, "site")).includes("index.html"));
});

test("the npm package installs into an empty folder, and its program makes a table", () => {
  const app = mkdtempSync(join(folder, "app-"));
  writeFileSync(join(app, "package.json"), '{ "private": true }\n');
  const npm = (/** @type {string[]} */ ...args) => execFileSync("npm", args, { cwd: app, encoding: "utf8" });
  npm("install", "--offline", "--no-audit", "--no-fund", join(OUT, `cellveil-${version}.tgz`));
  const npx = (/** @type {string[]} */ ...args) => execFileSync("npx", ["--no-install", "cellveil", ...args], { cwd: app, encoding: "utf8" });
  assert.equal(npx("--version"), `cellveil ${version}\n`);
  assert.equal(npx(...TABLE), execFileSync(path("target/release/cellveil"), TABLE, { encoding: "utf8" }));
  cpSync(CENSUS, join(app, "cube"), { recursive: true });
  writeFileSync(join(app, "index.html"), '<cellveil-table src="cube/cube.json" rows="region"></cellveil-table>');
  assert.equal(npx("prerender", "index.html"), "index.html: 1 table written\n");
  assert.equal(npx("prerender", "index.html", "--check"), "index.html: 1 table, up to date\n");
});
