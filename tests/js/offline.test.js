// The worker of the assembled site lists the files of the folder, and nothing else.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filesOf, path } from "../../scripts/lib.js";

const SITE = "target/site";

test("the worker lists each file of the site with its digest, without the compressed copies", () => {
  const [line] = readFileSync(path(SITE, "sw.js"), "utf8").split("\n", 1);
  const list = JSON.parse(line.replace(/^self\.cellveil=/, "").replace(/;$/, ""));
  const isLater = (/** @type {string} */ file) => list.later.some((/** @type {string} */ folder) => file.startsWith(folder));
  const files = filesOf(SITE).map((file) => file.slice(SITE.length + 1)).filter((file) => !file.endsWith(".br") && file !== "sw.js");
  const large = files.filter((file) => file.startsWith("pages/") && readFileSync(path(SITE, file)).length > 20e6);
  const kept = files.filter((file) => !isLater(file) && !large.includes(file)).sort();
  const expected = kept.map((file) => [file, createHash("sha256").update(readFileSync(path(SITE, file))).digest("hex")]);
  assert.deepEqual([...list.files].sort(([a], [b]) => (a < b ? -1 : 1)), expected);
  assert.equal(list.bytes, kept.reduce((sum, file) => sum + readFileSync(path(SITE, file)).length, 0));
});

test("every page of the site names the version of the worker, and the web manifest", () => {
  const version = /"version":"([0-9a-f]{16})"/.exec(readFileSync(path(SITE, "sw.js"), "utf8"))?.[1];
  const pages = filesOf(SITE).filter((file) => /^target\/site\/\w+\.html$/.test(file));
  assert.ok(version && pages.length > 3);
  for (const page of pages) {
    const html = readFileSync(path(page), "utf8");
    assert.ok(html.includes(`<html data-version="${version}"`) && html.includes('<link rel="manifest" href="manifest.webmanifest">'), page);
  }
  const { icons, start_url: start } = JSON.parse(readFileSync(path(SITE, "manifest.webmanifest"), "utf8"));
  assert.equal(start, "./");
  for (const { src } of icons) assert.ok(readFileSync(path(SITE, src)).length > 0);
});
