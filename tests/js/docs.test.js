// The front pages are short, the top folder has few files, and all links have a target.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, posix } from "node:path";
import { test } from "node:test";
import { path, root } from "../../scripts/lib.js";

const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n").filter((file) => existsSync(path(file)));
const pages = tracked.filter((file) => file.endsWith(".md"));

/** Returns a page without its fenced code. @param {string} page */
const prose = (page) => readFileSync(path(page), "utf8").replace(/^```[^]*?^```$/gm, "");

/** Returns the anchors that a renderer gives to a page's headings. @param {string} page */
function anchors(page) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").trim().toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before ? `${anchor}-${before}` : anchor;
  });
}

test("the front pages are short, and the top folder has few entries", () => {
  assert.ok(statSync(path("README.md")).size <= 6500, "README.md has at most 6.5 KB");
  assert.ok(statSync(path("ARCHITECTURE.md")).size <= 9000, "ARCHITECTURE.md has at most 9 KB");
  const entries = new Set(tracked.map((file) => file.split("/")[0]));
  assert.ok(entries.size <= 25, `the top folder has ${entries.size} tracked entries`);
  const screens = tracked.filter((file) => file.startsWith("docs/screens/"));
  assert.ok(screens.length <= 24, `docs/screens has ${screens.length} tracked files`);
});

test("README.md names no registry's host", () => {
  assert.doesNotMatch(readFileSync(path("README.md"), "utf8"), /crates\.io|npmjs|pypi|registry/i);
});

test("every relative link of a page leads to a file, and to a heading where it names one", () => {
  const broken = pages.flatMap((page) => {
    const links = prose(page).replace(/`[^`\n]*`/g, "").matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g);
    return [...links].map(([, link, image]) => link ?? image).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file, anchor] = link.split("#");
      const target = file ? posix.join(dirname(page), file) : page;
      return !existsSync(path(target)) || (anchor !== undefined && !anchors(target).includes(anchor));
    }).map((link) => `${page}: ${link}`);
  });
  assert.deepEqual(broken, []);
});

test("docs/README.md lists every page of docs", () => {
  const listed = new Set([...prose("docs/README.md").matchAll(/\]\(([^)#]+)/g)].map(([, link]) => posix.join("docs", link)));
  const missing = pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md" && !page.startsWith("docs/evidence/studies/") && !listed.has(page));
  assert.deepEqual(missing, []);
});

test("no file cites a document outside the repository", () => {
  const cited = tracked.filter((file) => /\.(rs|js|ts|md|toml|html|css)$/.test(file) && file !== "tests/js/docs.test.js" && /\bDESIGN(\.md| \d)|\b(HOUSE|STYLE)\.md/.test(readFileSync(path(file), "utf8")));
  assert.deepEqual(cited, []);
});
