// The common layout of the pages that the site serves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { inLayout } from "../../scripts/layout.js";
import { filesOf, path } from "../../scripts/lib.js";

const layout = readFileSync(path("www/site/shell/layout.html"), "utf8");
const pages = filesOf("www/site/pages").filter((file) => file.endsWith(".html"));
const filled = (/** @type {string} */ file, edit = (/** @type {string} */ html) => html) => inLayout(layout, edit(readFileSync(path(file), "utf8")), basename(file));

test("each page has the head, the links and the policy of the layout, and one style sheet", () => {
  assert.equal(pages.length, 8);
  for (const file of pages) {
    const { html, sheet, sheets } = filled(file);
    for (const once of [/<!doctype html>\n<html lang="en-GB"/g, /<title>/g, /<body>/g, /<\/html>/g, /rel="stylesheet"/g, /aria-current="page"/g, /http-equiv="Content-Security-Policy"/g]) {
      assert.equal(html.match(once)?.length, 1, `${file}: ${once}`);
    }
    assert.doesNotMatch(html, /<!-- (head|skip|purpose|body) -->|name="policy"|class="purpose"/, file);
    assert.match(html, new RegExp(`<a href="${basename(file)}" aria-current="page">`), file);
    assert.match(html, /content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'( blob:)?; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"/, file);
    assert.equal(sheet, basename(file).replace("html", "css"));
    assert.equal(sheets[0].name, "site.css");
  }
});

test("a page that lacks a part is refused with the name of the part", () => {
  for (const [part, expected] of /** @type {const} */ ([[/<title>.*<\/title>/, /a title/], [/<p class="purpose">.*<\/p>/, /“purpose”/], [/<a class="skip".*<\/a>/, /“skip”/], [/<link rel="stylesheet".*\n/g, /a style sheet/]])) {
    assert.throws(() => filled(pages[0], (html) => html.replaceAll(new RegExp(part, "g"), "")), expected);
  }
});
