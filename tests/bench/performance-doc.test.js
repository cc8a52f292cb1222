// docs/evidence/performance.md contains the tables and rows that the bench writes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { generatedPart, markdown } from "./markdown.js";

/** Returns the headings and the first column of each table. @param {string} text */
const rows = (text) => text.split("\n").filter((line) => /^[|#]/.test(line)).map((line) => line.split("|")[1]?.trim() ?? line);

test("docs/evidence/performance.md has each table and row that the bench writes", () => {
  const part = generatedPart(readFileSync(path("docs/evidence/performance.md"), "utf8"));
  assert.doesNotMatch(part, /Not measured/);
  const found = rows(part);
  const expected = rows(markdown({}));
  assert.ok(expected.length > 50);
  // A complete run appends the methods and the goals.
  assert.deepEqual(found.slice(0, expected.length), expected);
});
