// A file that only missed a deadline of Playwright runs once more. A file with a wrong result fails at once.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";

const LATE = "throw new errors.TimeoutError('locator.waitFor: Timeout 60000ms exceeded.');";
const WRONG = "assert.equal(1, 2);";
/** What each test of a file does in the first run. In later runs all tests pass. */
const FIRST = { late: [LATE], wrong: [WRONG], both: [LATE, WRONG] };

/** Runs a file of tests as the stages do. @param {keyof typeof FIRST} fault @param {boolean} isTimed */
function run(fault, isTimed) {
  const folder = "target/test-node-tests";
  rmSync(path(folder), { recursive: true, force: true });
  mkdirSync(path(folder), { recursive: true });
  writeFileSync(path(folder, "case.js"), `import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { errors } from "playwright-core";
const isFirst = !existsSync("${folder}/ran");
writeFileSync("${folder}/ran", "");
${FIRST[fault].map((fails) => `test("a case", () => { if (isFirst) { ${fails} } });`).join("\n")}
`);
  const program = `import { runNodeTests } from "./scripts/node-tests.js";
await runNodeTests(["${folder}/case.js"], { limit: 60000, concurrency: 1, isTimed: ${isTimed} }).then(() => console.log("=> passed"), ({ message }) => console.log("=> " + message));`;
  // The runner's variable would make the inner run a part of this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: path(""), encoding: "utf8", env });
}

test("a file that only missed a deadline runs once more, and the output names it", () => {
  const output = run("late", true);
  assert.match(output, /=> passed/);
  assert.match(output, /case\.js missed a deadline at first, and passed alone/);
});

test("a wrong result fails at once, also beside a missed deadline", () => {
  for (const fault of /** @type {const} */ (["wrong", "both"])) assert.match(run(fault, true), /=> tests failed in .*case\.js/, fault);
});

test("without deadlines, a file runs once", () => {
  assert.match(run("late", false), /=> tests failed in .*case\.js/);
});
