// `npx cellveil bundle` writes the bytes of the native program, and says the same about bad input. The page "Embed" fills
// the templates with the same bytes.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { path } from "../../scripts/lib.js";
import { base85, bytesOf } from "../../www/site/pages/embed/one-file/base85.js";
import { fill } from "../../www/site/pages/embed/one-file/fill.js";
import { checkFiles } from "../../www/site/pages/embed/one-file/listed.js";
import { checkRelease } from "../../www/site/pages/embed/one-file/refusal.js";
import { IN_NODE, NATIVE, ran } from "./support/commands.js";

const CUBES = path("target/site/cubes");

/** @type {string} */
let folder;
before(() => { folder = mkdtempSync(join(tmpdir(), "cellveil-one-file-")); });
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {...string} args */
function both(...args) {
  const [native, inNode] = [NATIVE, IN_NODE].map((program) => {
    rmSync(join(folder, "one.html"), { force: true });
    const done = ran(program, ["bundle", ...args, "--out", "one.html"], { cwd: folder });
    return { done, files: readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]) };
  });
  assert.deepEqual(inNode.done, native.done);
  assert.ok(inNode.files.join() === native.files.join(), "both programs write the same files");
  return { ...native.done, html: native.files[0]?.[1] ?? "" };
}

for (const args of [
  ["census2011-teaching", "--rows", "region", "--columns", "sex,age:band"],
  ["tidewell", "--page", "workbench", "--language", "ar"],
]) {
  test(`the same bytes: ${args.join(" ")}`, () => {
    const { status, html } = both(join(CUBES, args[0]), ...args.slice(1));
    assert.equal(status, 0);
    assert.match(html, /^<!doctype html>/);
  });
}

test("the same bytes: the lessons", () => {
  const { status, stdout } = both("--page", "lesson", "--lesson", "rounding");
  assert.equal(status, 0);
  assert.match(stdout, /^one\.html: \d+ bytes, with 8 lessons\n$/);
});

test("the same messages", () => {
  assert.equal(both(join(CUBES, "census2011-teaching")).status, 2);
  assert.equal(both("missing", "--rows", "sex").status, 2);
  assert.equal(both(join(CUBES, "census2011-teaching"), "--rows", "sex", "--page", "lesson").status, 2);
});

test("base 85 holds every byte and every rest", () => {
  const all = Uint8Array.from({ length: 1021 }, (_, at) => (at * 167) % 256);
  for (const length of [0, 1, 2, 3, 4, 5, 1021]) assert.deepEqual(bytesOf(base85(all.subarray(0, length))), all.slice(0, length));
  assert.deepEqual([[], [0], [255, 255, 255, 255], [0, 0, 0, 1, 255]].map((bytes) => base85(Uint8Array.from(bytes))), ["", "!!", "z;]0!", "!!!!#yy"]);
  assert.doesNotMatch(base85(all), /["'<>&{}\\`]/);
});

test("a title with marks and tags stays text", () => {
  const html = fill("<h1>{{title}}</h1>{{query}}", { title: "{{cube}} & </h1>", language: "en", query: { rows: ["</script>"] }, cores: [], files: [] });
  assert.equal(html, '<h1>{{cube}} &amp; &lt;/h1&gt;</h1>{"rows":["\\u003c/script>"]}');
});

test("the page refuses exactly the true counts of confidential data", () => {
  for (const data of ["confidential", "public-use", "synthetic"]) {
    for (const release of ["keyed", "preprotected", "sealed"]) {
      if (data === "confidential" && release === "keyed") assert.throws(() => checkRelease({ data, release }), { code: "true-counts" });
      else checkRelease({ data, release });
    }
  }
});

test("the page takes only files that cube.json lists with their digest, and not too many", async () => {
  const bytes = new TextEncoder().encode("tile");
  const listed = { path: "tiles/a.cvt", bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  await checkFiles([listed], () => bytes);
  await assert.rejects(checkFiles([listed], () => bytes.map((byte) => byte ^ 1)), { code: "damaged" });
  await assert.rejects(checkFiles([listed, { ...listed, bytes: 2 ** 26 }], () => bytes), { code: "too-large" });
  await assert.rejects(checkFiles([listed], () => bytes, 2 ** 26), { code: "too-large" });
});

test("the cores in the archive are those of the package", () => {
  for (const [name, core] of [["full", "cellveil_full"], ["tables", "cellveil_tables"], ["export", "cellveil_export"], ["xlsx", "cellveil_xlsx"]]) {
    assert.ok(inflateRawSync(readFileSync(path(`target/pages/bundle/${name}.deflate`))).equals(readFileSync(path(`pkg/${core}_bg.wasm`))), name);
  }
});
