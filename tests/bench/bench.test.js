// Each part of the bench works on tiny inputs, and the bench fails if a part fails. No times are checked.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { cellsOf } from "./building.js";
import { markdown } from "./markdown.js";
import { report } from "./report.js";
import { PARTS, flaws } from "./rows.js";
import { TINY } from "./sizes.js";

/** @import { Result } from "./bench.js" */

/** @param {...string} words */
function bench(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path("tests/bench/bench.js"), "--tiny", ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

test("each part of the bench works and fails as it should", async (t) => {
  /** @type {Result | undefined} */
  let result;

  await t.test("every part measures every row", () => {
    const { status, stdout, stderr } = bench("--json");
    assert.equal(status, 0, stderr);
    result = /** @type {Result} */ (JSON.parse(stdout));
    assert.deepEqual(flaws(result, PARTS, TINY), []);
    for (const text of [[...report(result)].join("\n"), markdown(result)]) assert.doesNotMatch(text, /NaN|undefined|∞/);
  });

  await t.test("a missing row or a figure that is not positive is detected", () => {
    assert.ok(result);
    const whole = result;
    for (const part of PARTS) {
      const without = { ...whole, [part]: undefined, cases: whole.cases.filter(({ name }) => name !== part) };
      assert.match(flaws(without, PARTS, TINY).join("\n"), new RegExp(`^${part}: no `, "m"), part);
    }
    for (const odd of [NaN, Infinity, 0, -1, null]) {
      const wrong = structuredClone(whole);
      Object.assign(wrong.methods ?? {}, { sha256: odd });
      assert.equal(flaws(wrong, PARTS, TINY).length, 1, String(odd));
    }
  });

  await t.test("a part that fails makes the bench fail", () => {
    const manifest = path("target/bench/dimensions", String(TINY.growth.dimensions.at(-1)), "cube.json");
    const good = readFileSync(manifest);
    writeFileSync(manifest, "{}");
    try {
      const { status, stderr } = bench("growth");
      assert.notEqual(status, 0);
      assert.match(stderr, /manifest/);
    } finally {
      writeFileSync(manifest, good);
    }
  });

  await t.test("a part that does not exist is refused", () => {
    const { status, stderr } = bench("nosuch");
    assert.equal(status, 1);
    assert.match(stderr, /there is no part nosuch; the parts are hypercube, /);
  });
});

test("the cells of a cube are read from every version of a manifest", () => {
  const cells = (/** @type {number} */ version) => cellsOf(path(`tests/data/cubes/version-${version}/cube.json`));
  // The keyed cube begins with its finest view. The sealed cubes begin with the whole population.
  assert.deepEqual([1, 2, 3, 4].map(cells), [24, 1, 1, 1]);
});
