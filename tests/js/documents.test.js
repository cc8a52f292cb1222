// The commands and the code in the documents work. documents.long.test.js runs the audits that take longer.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { blocksOf, commandsOf, documents } from "./support/documents.js";
import { REFUSED, testDocuments } from "./support/run-documents.js";

testDocuments();

test("the lists of commands that are not run, or refused, name commands of the documents", () => {
  const all = documents().flatMap((document) => commandsOf(blocksOf(document)).map(({ text }) => text));
  assert.ok(all.length > 40);
  for (const text of REFUSED) assert.ok(all.includes(text), text);
});

test("a synopsis with placeholders stands in a text block", () => {
  const found = documents().flatMap((document) => commandsOf(blocksOf(document)).map(({ text, line }) => `${document}:${line} ${text}`));
  assert.deepEqual(found.filter((command) => / (CUBE|FILE|FOLDER|NAME)\b|\[--|\.\.\./.test(command)), []);
});

test("the walk finds each document", () => {
  const names = documents();
  for (const name of ["README.md", ...readdirSync(path("docs/reference")).map((name) => `docs/reference/${name}`)]) assert.ok(names.includes(name), name);
});
