// The native program, the core in Node and the core in Chromium propose the same specification for four files.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { propose, toml } from "cellveil/make.js";
import { path } from "../../scripts/lib.js";
import { IN_NODE, NATIVE, ran } from "../js/support/commands.js";
import { writeFiles } from "./make-files.js";
import { listenedPage, setUp } from "./support.js";

const { server, browser } = setUp(path("pkg"));
const folder = mkdtempSync(join(tmpdir(), "cellveil-propose-"));
after(() => rmSync(folder, { recursive: true }));

/** The proposal of the core in a page, and its text as a specification. @param {string} file */
async function inPage(file) {
  const { page } = await listenedPage(browser);
  await page.route("**/page", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Page</title><input type=file>" }));
  await page.goto(`${server.url}page`);
  await page.setInputFiles("input", file);
  const found = await page.evaluate(async () => {
    const { propose, toml } = await import(String("/make.js"));
    const draft = await propose([.../** @type {FileList} */ (/** @type {HTMLInputElement} */ (document.querySelector("input")).files)]);
    return { draft, written: await toml(draft) };
  });
  await page.close();
  return found;
}

for (const { name, file } of writeFiles(folder, 3000)) {
  test(`native, Node and Chromium agree on the proposal: ${name}`, async () => {
    const args = ["init", basename(file), "--format", "json"];
    const native = ran(NATIVE, args, { cwd: folder });
    assert.equal(native.status, 0, native.stderr);
    assert.equal(ran(IN_NODE, args, { cwd: folder }).stdout, native.stdout, "npx");
    const expected = JSON.parse(native.stdout);
    assert.ok(expected.columns.filter((/** @type {{ use: string }} */ { use }) => use === "dimension").length > 1);
    const inNode = await propose([{ name: basename(file), content: new Uint8Array(readFileSync(file)) }]);
    assert.deepEqual(inNode, expected, "cellveil/make.js in Node");
    const { draft, written } = await inPage(file);
    assert.deepEqual(draft, expected, "Chromium");
    // The specification has the bytes of the file that `init` writes.
    assert.equal(ran(NATIVE, ["init", basename(file), "--out", "drafted.toml", "--force"], { cwd: folder }).status, 0);
    const text = readFileSync(join(folder, "drafted.toml"), "utf8");
    const named = (/** @type {string} */ text) => text.replaceAll("drafted.toml", "cube.toml");
    assert.equal(named((await toml(inNode)).text), named(text));
    assert.equal(named(written.text), named(text));
  });
}
