// A failed file of browser tests has to pass twice alone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";

/** Runs a file whose test fails in some runs. @param {number[]} failing the numbers of these runs, from 1 @param {boolean} isTimed */
function run(failing, isTimed) {
  const folder = "target/test-node-tests";
  rmSync(path(folder), { recursive: true, force: true });
  mkdirSync(path(folder), { recursive: true });
  writeFileSync(path(folder, "case.js"), `import { test } from "node:test";
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
appendFileSync("${folder}/runs", ".");
test("a case", () => assert.ok(!${JSON.stringify(failing)}.includes(readFileSync("${folder}/runs").length)));
`);
  const program = `import { runNodeTests } from "./scripts/node-tests.js";
await runNodeTests(["${folder}/case.js"], { limit: 60000, concurrency: 1, isTimed: ${isTimed} }).then(() => console.log("=> passed"), ({ message }) => console.log("=> " + message));`;
  // The runner's variable would make the inner run a part of this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: path(""), encoding: "utf8", env });
}

test("a failed file that passes twice alone passes, and the output names it", () => {
  const output = run([1], true);
  assert.match(output, /=> passed/);
  assert.match(output, /case\.js failed at first, and passed 2 times alone/);
});

test("a file that also fails alone fails, in its first run alone or the second", () => {
  for (const failing of [[1, 2], [1, 3], [1, 2, 3]]) assert.match(run(failing, true), /=> tests failed in .*case\.js/, `${failing}`);
});

test("where the machine's load plays no part, a failed file does not run again", () => {
  assert.match(run([1], false), /=> tests failed in .*case\.js/);
});
