// scripts/Dockerfile has sound syntax: a small last image, a user without rights, and the command line as entry point.
// The tests have no Docker, so nothing builds the image here.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import dockerfile from "dockerfile-ast";
import { path } from "../../scripts/lib.js";

const { DockerfileParser } = dockerfile;
const text = readFileSync(path("scripts/Dockerfile"), "utf8");
const instructions = DockerfileParser.parse(text).getInstructions();
const words = (/** @type {string} */ keyword) => instructions.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent() ?? "");

test("every instruction is one that Docker knows", () => {
  const known = new Set(["FROM", "RUN", "ENV", "WORKDIR", "COPY", "USER", "ENTRYPOINT", "CMD"]);
  assert.deepEqual(instructions.filter((each) => !known.has(each.getKeyword()) || !each.getArgumentsContent()).map(String), []);
});

test("the last image has the program alone, for a user without rights", () => {
  assert.deepEqual(words("FROM").map((from) => from.split(" ")[2]), ["build", undefined]);
  const last = instructions.slice(instructions.findLastIndex((each) => each.getKeyword() === "FROM"));
  const copies = last.filter((each) => each.getKeyword() === "COPY").map((each) => each.toString());
  assert.ok(copies.every((copy) => copy.startsWith("COPY --from=build /cellveil/")), copies.join());
  assert.deepEqual(words("USER"), ["10001"]);
  assert.deepEqual(words("ENTRYPOINT"), ['["cellveil"]']);
  assert.ok(!words("EXPOSE").length, "the image serves nothing");
});

test("each copied file of the repository is there", () => {
  for (const [, file] of text.matchAll(/\/cellveil\/([\w.-]+)(?= )/g)) assert.ok(file === "target" || existsSync(path(file)), file);
});

test("the parser finds a wrong line", () => {
  const [, wrong] = DockerfileParser.parse("FROM debian\nRUNN true\n").getInstructions();
  assert.equal(wrong.getKeyword(), "RUNN");
});
